// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/life.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

/// \file
/// Counts over the connections of a trace: what a summary says, in words or as JSON.

namespace connscope::analysis {

/// Counts of one client.
struct ClientTotals {
    ClientId id;
    std::uint64_t opened = 0;
    std::uint64_t open = 0; ///< at the end
};

/// The longest silence: no byte moved at the client's end of an open connection.
struct LongestIdle {
    ConnectionId connection;
    Instant from {};
    Duration length {};
    bool usedAgain = false; ///< otherwise the connection's end, or the trace's, came first
};

struct Totals {
    using ByRole = std::array<std::uint64_t, kRoleCount>;
    /// Why a connection ended: who closed it and by which rule.
    using Ending = std::pair<trace::Side, trace::RuleId>;

    std::uint64_t notConstructed = 0; ///< clients whose constructor threw (trace/construction.h)
    std::uint64_t opened = 0;
    std::uint64_t open = 0; ///< at the end
    std::uint64_t failed = 0; ///< opened and ended without ever being connected
    std::uint64_t unresolved = 0; ///< of these: there never was a socket, since the host name has no address
    ByRole openedByRole {};
    ByRole openByRole {};
    std::map<trace::Side, std::uint64_t> closedBy;
    std::map<Ending, std::uint64_t> endings;
    std::uint64_t requests = 0;
    std::uint64_t cancelled = 0; ///< requests that were lost with their connection
    std::uint64_t timedOut = 0;
    /// Requests by API, most first, equal numbers in the order of the API keys. ApiKey::None = without a known name.
    std::vector<std::pair<ApiKey, std::uint64_t>> requestsByApi;
    std::vector<ClientTotals> clients; ///< by ClientId, of which some are missing where events were dropped
    std::optional<LongestIdle> longestIdle; ///< the first that is as long as any other

    std::uint64_t closed() const { return opened - open; }
};

/// \a lives as trace::connectionLives(trace) gives them. \a end is the instant at which open connections are looked at:
/// a run may end later than the last thing that happened in it.
Totals totals(const trace::Trace& trace, const std::vector<trace::ConnectionLife>& lives, Instant end);

} // namespace connscope::analysis
