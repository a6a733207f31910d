// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <tuple>

/// \file
/// How often a client repeats what it waits retry.backoff.ms for. FETCH and PRODUCE are work and API_VERSIONS comes once a
/// connection; whatever else a client asks, it asks again only after a pause, so a second holds no more than 1 s divided by
/// the pause. A thread that forgot its pause shows at once: it asks as often as an answer arrives.

namespace connscope::test {

/// One second of the default retry.backoff.ms of 100 ms, the first try, and what was under way when the second began.
inline constexpr std::size_t kRetriesInASecond = 12;

inline bool isRetriedWithPause(ApiKey api)
{
    switch (api) {
    case ApiKey::FindCoordinator:
    case ApiKey::Metadata:
    case ApiKey::JoinGroup:
    case ApiKey::SyncGroup:
    case ApiKey::Heartbeat:
    case ApiKey::OffsetFetch:
    case ApiKey::ListOffsets:
    case ApiKey::OffsetForLeaderEpoch:
    case ApiKey::InitProducerId:
        return true;
    default:
        return false;
    }
}

/// Names every client that sent more than \a most requests of such an API within a second; LIST_OFFSETS and
/// OFFSET_FOR_LEADER_EPOCH count by node, since each leader is asked for itself. A coordinator that the client got as far as
/// connecting to is looked up again at once when that fails, so each such connect gives FIND_COORDINATOR one more
/// (AbstractCoordinator#ensureCoordinatorReady sleeps only before a coordinator that is still backing off). "" when none did.
inline std::string tooManyInASecond(const trace::Trace& trace, std::size_t most = kRetriesInASecond)
{
    std::map<std::tuple<ClientId, ApiKey, NodeId>, std::pair<std::deque<Instant>, std::size_t>> windows;
    std::map<ClientId, std::deque<Instant>> connects; // to coordinators
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const trace::Event& e = trace[i];
        if (e.kind == trace::EventKind::ConnectStarted && e.node.isCoordinator())
            connects[e.client].push_back(e.at);
        if (e.kind != trace::EventKind::RequestSent || !isRetriedWithPause(e.api))
            continue;
        const bool byNode = e.api == ApiKey::ListOffsets || e.api == ApiKey::OffsetForLeaderEpoch;
        auto& [times, highest] = windows[{e.client, e.api, byNode ? e.node : NodeId {}}];
        times.push_back(e.at);
        while (e.at - times.front() >= ms(1000))
            times.pop_front();
        std::size_t allowed = 0;
        if (e.api == ApiKey::FindCoordinator) {
            std::deque<Instant>& tried = connects[e.client];
            while (!tried.empty() && e.at - tried.front() >= ms(1000))
                tried.pop_front();
            allowed = tried.size();
        }
        highest = std::max(highest, times.size() - std::min(times.size(), allowed));
    }
    std::string text;
    for (const auto& [key, window] : windows) {
        if (window.second > most)
            text += "client " + std::to_string(std::get<ClientId>(key).value) + " sent "
                + std::string(apiName(std::get<ApiKey>(key))) + ' ' + std::to_string(window.second)
                + " times in a second\n";
    }
    return text;
}

} // namespace connscope::test
