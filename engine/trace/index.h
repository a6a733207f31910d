// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/eventlists.h"
#include "trace/worldstate.h"

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

/// \file
/// Answers about any instant of a trace. The index holds checkpoints of the world, each sharing with the one before it
/// whatever did not change, and for each connection the list of its events. `at` takes the nearest checkpoint before an
/// instant and folds on from there.
///
/// Memory: the index and the trace's texts aim at no more than kBytesPerEvent for each event (which itself takes 56). A
/// checkpoint is made when that leaves room for one and at least kMinGap events have passed; worlds with many busy
/// connections so have their checkpoints further apart, but never further than kMaxGap, which bounds the time of a seek.

namespace connscope::trace {

/// Requests and bytes of a connection.
struct Traffic {
    static constexpr std::size_t kApis = 32;
    /// Requests sent, by position in allApiKeys(); requests with a number that has no name are in the last place.
    std::array<std::uint32_t, kApis> requests {};
    std::uint64_t sentBytes = 0; ///< written by the client
    std::uint64_t receivedBytes = 0; ///< read by the client

    void count(const Event& e);
    /// Requests of one API; ApiKey::None = those without a known name.
    std::uint32_t of(ApiKey api) const;
    std::uint32_t total() const;
    bool operator==(const Traffic&) const = default;
};

/// A step of a step series: from `at` on, so many connections are open.
struct OpenStep {
    Instant at {};
    EventId event; ///< the event that made the step
    std::array<std::uint32_t, kRoleCount> open {};
};

class Index {
public:
    static constexpr std::size_t kMinGap = 4096;
    static constexpr std::size_t kMaxGap = 600'000;
    static constexpr double kBytesPerEvent = 7.25;

    /// Indexes what the trace holds; O(events). \a trace must outlive the index.
    explicit Index(const Trace& trace);
    /// Catches up with events that were appended since.
    void extend();

    const Trace& trace() const { return *m_trace; }
    /// Number of events indexed.
    std::size_t size() const { return m_state.applied(); }

    /// Everything at \a t: all events up to and including \a t are applied.
    WorldState at(Instant t) const;
    /// Everything right after \a event.
    WorldState after(EventId event) const;
    /// Everything right before \a event.
    WorldState before(EventId event) const;
    /// Moves \a state, a result of this index, to \a t: folds on where that is shorter than starting at a checkpoint.
    void seek(WorldState& state, Instant t) const;
    /// Everything after the last event.
    const WorldState& end() const { return m_state; }

    /// The life of a connection: its events in order, all or those with from <= at <= to.
    std::vector<EventId> events(ConnectionId connection) const;
    std::vector<EventId> events(ConnectionId connection, Instant from, Instant to) const;
    std::size_t eventCount(ConnectionId connection) const { return m_lists.count(connection.value); }
    /// What a connection had carried at \a t.
    Traffic traffic(ConnectionId connection, Instant t) const;

    /// Open connections by role over the whole trace; each step is an event. The first step is at the first opening.
    std::vector<OpenStep> openByRole() const { return openByRole({}); }
    /// Those that came after \a last, a step of this index.
    std::vector<OpenStep> openByRole(const OpenStep& last) const;

    /// Bytes held beside the trace.
    std::size_t bytes() const;
    std::size_t checkpointCount() const { return m_checkpoints.size(); }

private:
    /// Where a long list can be entered, and what the connection had carried there.
    struct Mark {
        EventLists::Position position;
        EventId last; // the event before `position`, the last one that `traffic` counts
        Traffic traffic;
    };
    static constexpr std::size_t kMarkEvery = 4096;
    struct Step {
        EventId event;
        Role role;
        std::int8_t change;
    };

    std::size_t heldBytes() const;
    bool hasRoomForCheckpoint() const;
    void addStep(Step step);
    WorldState nearest(std::size_t applied) const;
    static void foldTo(WorldState& state, std::size_t applied);
    void addMark(ConnectionId connection);
    /// The last mark whose events are all before \a t; nullptr = read from the beginning.
    const Mark* markBefore(ConnectionId connection, Instant t) const;

    const Trace* m_trace;
    WorldState m_state; // after the last indexed event
    std::vector<WorldState> m_checkpoints;
    EventLists m_lists;
    std::unordered_map<std::uint32_t, std::vector<Mark>> m_marks; // only of connections with long lists
    std::size_t m_markCount = 0;
    std::vector<Step> m_steps;
    std::size_t m_copyBytes = 0;
    std::size_t m_allocatedAtCheckpoint = 0;
};

} // namespace connscope::trace
