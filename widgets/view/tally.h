// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/life.h"
#include "trace/worldstate.h"
#include "view/position.h"

#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace connscope::view {

/// What the line of counters says at one position.
struct Counters {
    std::array<std::uint32_t, kRoleCount> openByRole {};
    std::uint32_t open = 0;
    std::uint32_t opened = 0; ///< so far
    std::uint64_t reused = 0; ///< requests so far that found their connection open and already used
    std::array<std::uint32_t, 4> closedBy {}; ///< so far, by trace::Side; a failed connect counts as closed
    std::uint32_t closeWait = 0; ///< ends in CLOSE-WAIT now
    bool isOver = false; ///< of two runs, one that has ended before: nothing is open there, nor counted any more
    bool operator==(const Counters&) const = default;
};

/// Running counts of a trace, so that the counters of any position cost no more than a few binary searches. A bit an event.
class Tally {
public:
    /// Which connections count; before the first extend(). All where it is not called.
    void setTakes(std::function<bool(ConnectionId)> takes) { m_takes = std::move(takes); }
    /// Takes in events that were appended since, and the records that they changed (trace::Lives::changed). O(new events).
    void extend(const trace::Trace& trace, const trace::Lives& lives);

    /// Events with a smaller number than \a applied: requests that reused a connection. A connection's first request
    /// after its API versions opened it up for the others and does not count.
    std::uint64_t reused(std::size_t applied) const;
    std::uint32_t opened(std::size_t applied) const;
    std::uint32_t closedBy(trace::Side side, std::size_t applied) const;

    /// Everything at the position of \a world.
    Counters at(const trace::WorldState& world) const;

private:
    struct Counted { // of a connection, as it stands in the lists
        EventId opened;
        EventId closed;
        trace::Side closer = trace::Side::None;
    };
    bool isTaken(ConnectionId id) const { return !m_takes || m_takes(id); }

    std::function<bool(ConnectionId)> m_takes;
    std::vector<Counted> m_counted; // by connection
    std::vector<bool> m_used; // by connection: a request went over it
    std::size_t m_size = 0; // events
    std::vector<std::uint64_t> m_reused; // a bit an event
    std::vector<std::uint64_t> m_reusedBefore {0}; // by word, and one more
    std::vector<EventId> m_opened; // sorted
    std::array<std::vector<EventId>, 4> m_closed; // sorted
};

} // namespace connscope::view
