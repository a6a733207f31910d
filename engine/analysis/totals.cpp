// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/totals.h"

#include "trace/construction.h"

#include <algorithm>
#include <span>

namespace connscope::analysis {

using trace::ConnectionLife;
using trace::Event;
using trace::EventKind;

namespace {

void countLives(const std::vector<ConnectionLife>& lives, Totals& totals)
{
    const std::span<const ApiKey> keys = allApiKeys();
    std::vector<std::uint64_t> counts(keys.size() + 1); // the last: without a known name
    for (const ConnectionLife& life : lives) {
        const auto role = static_cast<std::size_t>(life.role);
        ++totals.opened;
        ++totals.openedByRole[role];
        if (!life.closed) {
            ++totals.open;
            ++totals.openByRole[role];
        } else {
            ++totals.closedBy[life.closer];
            ++totals.endings[{life.closer, life.closeRule}];
            totals.failed += life.connected ? 0U : 1U;
            totals.unresolved += life.closeRule == trace::RuleId::UnresolvedHost ? 1U : 0U;
        }
        totals.requests += life.traffic.total();
        for (std::size_t i = 0; i < keys.size(); ++i)
            counts[i] += life.traffic.of(keys[i]);
        counts.back() += life.traffic.of(ApiKey::None);
        if (life.client.value < totals.clients.size()) {
            ++totals.clients[life.client.value].opened;
            totals.clients[life.client.value].open += life.closed ? 0U : 1U;
        }
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] > 0)
            totals.requestsByApi.emplace_back(i < keys.size() ? keys[i] : ApiKey::None, counts[i]);
    }
    std::stable_sort(totals.requestsByApi.begin(), totals.requestsByApi.end(),
        [](const auto& a, const auto& b) { return a.second > b.second; });
}

/// Bytes moved at the client's end (as trace/worldstate.h defines use).
bool isUse(const Event& e)
{
    return e.kind == EventKind::Connected || e.kind == EventKind::RequestSent
        || (e.kind == EventKind::ResponseReceived && e.rule != trace::RuleId::SilentRequest);
}

class IdleFinder {
public:
    explicit IdleFinder(std::optional<LongestIdle>& best)
        : m_best(best)
    {
    }
    void note(ConnectionId connection, Instant from, Instant to, bool usedAgain)
    {
        if (to - from > (m_best ? m_best->length : Duration {}))
            m_best = LongestIdle {connection, from, to - from, usedAgain};
    }

private:
    std::optional<LongestIdle>& m_best;
};

void scanEvents(const trace::Trace& trace, const std::vector<ConnectionLife>& lives, Instant end, Totals& totals)
{
    struct Track {
        Instant used {};
        std::optional<Instant> closed;
        bool known = false;
    };
    std::vector<Track> tracks;
    for (const ConnectionLife& life : lives) {
        if (life.id.value >= tracks.size())
            tracks.resize(std::size_t {life.id.value} + 1);
        tracks[life.id.value] = {life.opened, life.closed, true};
    }
    IdleFinder finder(totals.longestIdle);
    const std::size_t whole = trace.wholeFrom();
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const Event& e = trace[i];
        if (e.kind == EventKind::Mark && trace::notConstructed(trace, EventId {static_cast<std::uint32_t>(i)}))
            ++totals.notConstructed;
        if (e.connection.value >= tracks.size() || !tracks[e.connection.value].known)
            continue;
        Track& track = tracks[e.connection.value];
        totals.cancelled += e.kind == EventKind::RequestCancelled ? 1U : 0U;
        totals.timedOut += e.kind == EventKind::RequestTimedOut ? 1U : 0U;
        if (isUse(e) && (!track.closed || e.at <= *track.closed)) {
            if (i >= whole) // of older events only some are here
                finder.note(e.connection, track.used, e.at, true);
            track.used = e.at;
        }
    }
    for (const ConnectionLife& life : lives)
        finder.note(life.id, tracks[life.id.value].used, life.closed.value_or(end), false);
}

} // namespace

Totals totals(const trace::Trace& trace, const std::vector<ConnectionLife>& lives, Instant end)
{
    Totals totals;
    totals.clients.resize(trace.clientCount());
    for (std::size_t i = 0; i < totals.clients.size(); ++i)
        totals.clients[i].id = ClientId {static_cast<std::uint32_t>(i)};
    countLives(lives, totals);
    scanEvents(trace, lives, std::max(end, trace.end()), totals);
    // Clients that ended long ago went with their events, and who was not constructed has none.
    if (trace.dropped() > 0 || totals.notConstructed > 0) {
        std::vector<bool> isHere(totals.clients.size());
        for (std::size_t i = 0; i < trace.size(); ++i) {
            if (trace[i].client.value < isHere.size())
                isHere[trace[i].client.value] = true;
        }
        std::erase_if(totals.clients, [&](const ClientTotals& client) { return !isHere[client.id.value]; });
    }
    return totals;
}

} // namespace connscope::analysis
