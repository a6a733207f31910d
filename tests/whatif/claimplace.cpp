// SPDX-License-Identifier: GPL-3.0-or-later
#include "claimplace.h"

#include "support/playing.h"
#include "trace/query.h"
#include "trace/worldstate.h"

#include <algorithm>

namespace connscope::test {

using trace::EventKind;
using trace::RuleId;
using trace::Side;

namespace {

trace::WorldState worldAt(const trace::Trace& trace, std::size_t events)
{
    trace::WorldState world(trace);
    for (std::uint32_t i = 0; i < events; ++i)
        world.apply(EventId {i});
    return world;
}

} // namespace

ClaimPlace::ClaimPlace(const whatif::Claim& claim, const QString& profile)
    : m_id(claim.id)
    , m_profile(profile)
{
    std::vector<std::string> settings;
    for (const QString& setting : claim.settings)
        settings.push_back(setting.toStdString());
    sim::Options options;
    options.profile = profile.toStdString();
    sim::Statistics statistics;
    m_trace = play(shippedScenario(claim.scenarios.front().toStdString(), settings), options, &statistics);
    m_end = statistics.end;
    const trace::Index index(m_trace);
    const auto found
        = trace::findEvents(index, valueOf(trace::Query::parse(claim.look.toStdString())), kStart, kNever, 1);
    if (!found.empty())
        m_event = found.front();
    if (claim.counted.isEmpty())
        return;
    const auto counted = trace::findEvents(index, valueOf(trace::Query::parse(claim.counted.toStdString())));
    m_countedInAll = counted.size();
    m_counted = static_cast<std::size_t>(
        std::count_if(counted.begin(), counted.end(), [this](EventId id) { return !isFound() || id <= m_event; }));
}

Instant ClaimPlace::instant() const { return isFound() ? event().at : m_end; }

QString ClaimPlace::words() const
{
    if (!isFound())
        return QStringLiteral("the end of the run");
    const std::string_view kind = trace::kindName(event().kind);
    return QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size()))
        + QStringLiteral(" at %1 s").arg(static_cast<double>(toNs(event().at)) / 1e9);
}

std::vector<trace::ConnectionLife> ClaimPlace::open() const
{
    std::vector<trace::ConnectionLife> out;
    for (const trace::ConnectionLife& life : trace::connectionLives(m_trace)) {
        if (life.opened <= instant() && (!life.closed || *life.closed > instant()))
            out.push_back(life);
    }
    return out;
}

std::size_t ClaimPlace::openToBrokers(ClientId client) const
{
    const auto all = open();
    return static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [client](const trace::ConnectionLife& life) {
            return life.client == client && life.node.value >= 0 && !life.node.isCoordinator();
        }));
}

bool ClaimPlace::isSeen() const
{
    const bool isCourse = m_profile == QLatin1String("course");
    const char id = m_id.front().toLatin1();
    if (!isFound()) // what only the course does
        return id == 'b' && !isCourse && m_countedInAll == 0 && instant() - kStart > std::chrono::seconds(10);
    const trace::Event& e = event();
    const trace::WorldState world = worldAt(m_trace, m_event.value + 1);
    const auto all = open();
    const auto isOff = [&](ClientId client) { return world.client(client).idleLimitMs.value_or(0) < 0; };
    switch (id) {
    case 'a': // all that is counted is there
        return e.kind == EventKind::Mark && m_counted == m_countedInAll;
    case 'b':
        return isCourse && m_counted == m_countedInAll && m_counted >= 5;
    case 'c':
        return e.kind == EventKind::MetadataRequested && e.rule == RuleId::MetadataMaxAge;
    case 'd':
        return e.kind == EventKind::ConnectStarted && e.node.value >= 0;
    case 'e':
        return e.kind == EventKind::MetadataRequested;
    case 'f':
        return e.kind == EventKind::IdleExpired && e.side == (isCourse ? Side::Broker : Side::Client)
            && e.at - kStart > std::chrono::minutes(9);
    case 'g': { // it has piled up, and for long
        std::size_t standing = 0;
        for (std::uint32_t i = 0; i < m_trace.connectionCount(); ++i)
            standing += world.connection(ConnectionId {i}).end(Side::Client) == trace::TcpState::CloseWait ? 1U : 0U;
        const EventId fin = world.connection(e.connection).closing;
        return standing >= 4 && fin.isValid() && e.at - m_trace[fin].at > std::chrono::minutes(2);
    }
    case 'h': // the course's is there after nine minutes; the code's is closed by the broker after ten
        return isCourse
            ? std::any_of(all.begin(), all.end(),
                [&](const auto& life) { return isOff(life.client) && e.at - life.opened > std::chrono::minutes(9); })
            : e.kind == EventKind::IdleExpired && e.side == Side::Broker && isOff(e.client);
    case 'i':
        return e.kind == EventKind::FinSent && e.side == Side::Client;
    case 'j':
        return e.kind == EventKind::ConnectStarted && all.size() == 1 && e.at > kStart;
    case 'k':
        return e.kind == EventKind::RequestSent && e.api == ApiKey::FindCoordinator;
    case 'l':
        return e.kind == EventKind::ConnectStarted && e.node.value == 2'147'483'645;
    case 'm':
        return openToBrokers(e.client) == 4 && all.size() >= 6;
    case 'n':
        return world.isOrphaned(world.connection(e.connection));
    case 'o':
        return e.kind == EventKind::IdleExpired;
    case 'p': // two to one address
        return std::any_of(all.begin(), all.end(), [&](const trace::ConnectionLife& life) {
            return std::any_of(all.begin(), all.end(), [&](const trace::ConnectionLife& other) {
                return other.id != life.id && other.client == life.client && other.broker == life.broker;
            });
        });
    case 'q':
        return world.connection(e.connection).inFlight > 1;
    default:
        return false; // a row of which nobody has said what is to be seen
    }
}

} // namespace connscope::test
