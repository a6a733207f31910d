// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/comparison.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace connscope::compare {

using trace::ConnectionLife;
using trace::Event;
using trace::EventKind;
using trace::Side;
using trace::TcpState;
using trace::Trace;

namespace {

/// How long each connection's client end stood in CLOSE-WAIT.
std::vector<Duration> closeWaits(const Trace& trace, Instant end)
{
    std::vector<Duration> total(trace.connectionCount());
    std::vector<std::optional<Instant>> since(trace.connectionCount());
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const Event& e = trace[i];
        if (!e.connection.isValid() || e.side != Side::Client || e.state == TcpState::None)
            continue;
        std::optional<Instant>& begin = since[e.connection.value];
        if (e.state == TcpState::CloseWait) {
            if (!begin)
                begin = e.at;
        } else if (begin) {
            total[e.connection.value] += e.at - *begin;
            begin.reset();
        }
    }
    for (std::size_t c = 0; c < since.size(); ++c) {
        if (since[c])
            total[c] += end - *since[c];
    }
    return total;
}

/// The records of a run's connections by id.
class Facts {
public:
    Facts(const Trace& trace, const std::vector<ConnectionLife>& lives, Instant end)
        : m_trace(trace)
        , m_closeWaits(closeWaits(trace, end))
        , m_lives(trace.connectionCount())
    {
        for (const ConnectionLife& life : lives)
            m_lives[life.id.value] = &life;
    }

    std::optional<ConnectionFacts> of(ConnectionId id) const
    {
        if (!id.isValid() || !m_lives[id.value])
            return std::nullopt;
        ConnectionFacts facts {*m_lives[id.value], m_closeWaits[id.value], std::nullopt};
        if (facts.life.closed && m_trace[facts.life.closeEvent].kind == EventKind::IdleExpired)
            facts.idle = Duration(m_trace[facts.life.closeEvent].value);
        return facts;
    }

private:
    const Trace& m_trace;
    std::vector<Duration> m_closeWaits;
    std::vector<const ConnectionLife*> m_lives;
};

bool isNear(Duration a, Duration b, Duration tolerance) { return a - b <= tolerance && b - a <= tolerance; }

std::vector<Aspect> aspectsOf(const ConnectionFacts& a, const ConnectionFacts& b, Duration tolerance)
{
    std::vector<Aspect> aspects;
    const auto add = [&aspects](Aspect aspect, bool differs) {
        if (differs)
            aspects.push_back(aspect);
    };
    const ConnectionLife& x = a.life;
    const ConnectionLife& y = b.life;
    const bool sameEnd
        = x.closed.has_value() == y.closed.has_value() && x.closer == y.closer && x.closeRule == y.closeRule;
    add(Aspect::Reason, x.openRule != y.openRule);
    add(Aspect::Role, x.role != y.role);
    add(Aspect::Broker, x.broker != y.broker);
    add(Aspect::End, !sameEnd);
    add(Aspect::Idle, sameEnd && a.idle && b.idle && !isNear(*a.idle, *b.idle, tolerance));
    add(Aspect::CloseWait, !isNear(a.closeWait, b.closeWait, tolerance));
    add(Aspect::Requests, x.traffic.requests != y.traffic.requests);
    return aspects;
}

} // namespace

std::string_view aspectName(Aspect aspect)
{
    static constexpr std::array<std::string_view, kAspectCount> kNames {
        "reason", "role", "broker", "end", "idle", "close-wait", "requests"};
    return kNames[static_cast<std::size_t>(aspect)];
}

bool ConnectionRow::differs(Aspect aspect) const
{
    return std::find(aspects.begin(), aspects.end(), aspect) != aspects.end();
}

Comparison::Comparison(const Trace& first, const Trace& second, const Options& options)
    : m_alignment(first, second)
    , m_settings(settingDifferences(m_alignment))
{
    m_end[0] = std::max(first.end(), options.end[0]);
    m_end[1] = std::max(second.end(), options.end[1]);
    makeRows(options);
    makeClients();
}

void Comparison::makeRows(const Options& options)
{
    const std::vector<ConnectionLife> lives[2] {
        trace::connectionLives(trace(Run::First)), trace::connectionLives(trace(Run::Second))};
    const Facts first(trace(Run::First), lives[0], m_end[0]);
    const Facts second(trace(Run::Second), lives[1], m_end[1]);
    m_totals[0] = analysis::totals(trace(Run::First), lives[0], m_end[0]);
    m_totals[1] = analysis::totals(trace(Run::Second), lives[1], m_end[1]);
    for (const Pair<ConnectionId>& pair : m_alignment.connections()) {
        ConnectionRow row {first.of(pair.first), second.of(pair.second), {}};
        if (row.isBoth())
            row.aspects = aspectsOf(*row.first, *row.second, options.tolerance);
        m_connections.push_back(std::move(row));
    }
}

void Comparison::makeClients()
{
    std::set<std::pair<ClientId, NodeId>> seen[2];
    std::vector<std::size_t> rowOf[2];
    rowOf[0].assign(trace(Run::First).clientCount(), 0);
    rowOf[1].assign(trace(Run::Second).clientCount(), 0);
    for (const Pair<ClientId>& client : m_alignment.clients()) {
        for (const Run run : {Run::First, Run::Second}) {
            if (client.of(run).isValid())
                rowOf[static_cast<std::size_t>(run)][client.of(run).value] = m_clients.size();
        }
        m_clients.push_back({client, {}, {}});
    }
    for (const ConnectionRow& row : m_connections) {
        for (const std::size_t run : {0U, 1U}) {
            const std::optional<ConnectionFacts>& facts = run == 0 ? row.first : row.second;
            if (!facts || !facts->life.client.isValid() || m_clients.empty())
                continue;
            ClientRow& client = m_clients[rowOf[run][facts->life.client.value]];
            ++client.opened[run];
            if (!seen[run].insert({facts->life.client, facts->life.node}).second)
                ++client.reopened[run];
        }
    }
}

bool Comparison::isSame() const
{
    return m_alignment.aloneCount(Run::First) == 0 && m_alignment.aloneCount(Run::Second) == 0
        && differenceCount() == 0;
}

std::size_t Comparison::differenceCount() const
{
    return static_cast<std::size_t>(std::count_if(
        m_connections.begin(), m_connections.end(), [](const ConnectionRow& row) { return row.differs(); }));
}

} // namespace connscope::compare
