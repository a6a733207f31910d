// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "topology/cast.h"
#include "topology/exchanges.h"
#include "topology/placement.h"
#include "topology/tempo.h"
#include "trace/worldstate.h"

#include <array>
#include <vector>

/// \file
/// What is on its way at an instant: a dot for each request and response, or, where a link has more of them than an eye
/// can follow, how many they are and where. See tempo.h for what is stretched and how that is told.

namespace connscope::topology {

struct Dot {
    enum class Phase : std::uint8_t {
        Queued, ///< waits at the client for its connection
        Request,
        AtBroker, ///< waits for its answer
        Response,
    };
    std::uint32_t link = 0;
    std::uint32_t exchange = 0; ///< position in Exchanges
    EventId request; ///< Exchange::id()
    ApiKey api = ApiKey::None;
    std::int32_t correlation = -1;
    Role role = Role::Unknown;
    Phase phase = Phase::Request;
    double u = 0; ///< way from the client (0) to the broker (1)
    double aside = 0; ///< of those that wait at the broker: the width of the text that stands at its port
    std::uint32_t row
        = 0; ///< of those that wait at one end: position in the queue; of what is lost: how many are nearer to the place
    bool lost = false; ///< it vanished half way: in a cut link, or a middlebox that has forgotten the connection
    bool unread = false; ///< it lies at its goal's door: nobody there reads
    bool echo = false; ///< already over, but too short to see; see Tempo
    bool dimmed = false;
    trace::Origin run = trace::Origin::Both; ///< on a line of two runs: the only one that sends it
};

/// A link with more messages than can be followed one by one.
struct Stream {
    std::uint32_t link = 0;
    Role role = Role::Unknown;
    ApiKey api = ApiKey::None; ///< the most frequent
    double perSecond = 0; ///< requests a second of the trace, counted over `window`
    Duration window {};
    static constexpr std::size_t kBins = 48;
    std::array<std::uint16_t, kBins> requests {}; ///< on their way now, by place from the client to the broker
    std::array<std::uint16_t, kBins> responses {};
    std::uint32_t waiting = 0; ///< at the broker
};

struct Traffic {
    std::vector<Dot> dots;
    std::vector<Stream> streams;
};

/// More dots than this on one link become a stream.
inline constexpr std::size_t kMostDots = 10;

Traffic trafficAt(const Cast& cast, const Exchanges& exchanges, const Placement& placement,
    const trace::WorldState& world, const Tempo& tempo);

/// Gives those that wait at one end of a link, and those that are lost on it, their places in a queue. \a dots: by link, in order.
void numberWaiting(std::vector<Dot>& dots);

} // namespace connscope::topology
