// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/query.h"
#include "trace/trace.h"
#include "trace/worldstate.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

/// \file
/// Queries that wait to hold. Each new event is asked once. A query about connections may also come true while nothing happens
/// (idle > 30s): for each connection the instant is known at which time alone may change the answer (Query::nextChange), and
/// whoever plays the session looks then. The world is folded only while somebody waits for it.

namespace connscope::session {

class Conditions {
public:
    /// \a trace must outlive the object and not move.
    explicit Conditions(const trace::Trace& trace)
        : m_trace(trace)
    {
    }

    /// Waits for \a query; \a number comes back when it holds for the first time. Before any event is looked at.
    void add(const trace::Query& query, std::uint32_t number);
    /// Keeps the world folded although nothing waits.
    void keepWorld();

    struct Met {
        std::uint32_t number;
        EventId event; ///< for which it held; none: nothing happened but time
    };
    /// Looks at the events that are new. The result stays good until the next call.
    const std::vector<Met>& look();
    /// Asks what depends on time, at \a now.
    const std::vector<Met>& lookAtTime(Instant now);
    /// When lookAtTime is to be called; kNever: not before something happens. Never later than the first change.
    Instant nextLook() const { return m_due.empty() ? kNever : m_due.top().first; }

    bool isActive() const { return m_world.has_value(); }
    /// The world after the events looked at; only if isActive().
    const trace::WorldState& world() const { return *m_world; }

private:
    struct Waiting {
        trace::Query query;
        std::uint32_t number;
        bool byTime;
    };
    /// Enters when the connection is to be asked, unless an earlier entry is there.
    void watch(ConnectionId connection);
    void watchClient(ClientId client);
    bool waitsForTime() const;

    const trace::Trace& m_trace;
    std::optional<trace::WorldState> m_world;
    std::vector<Waiting> m_waiting;
    std::vector<Met> m_met;
    using Due = std::pair<Instant, ConnectionId>;
    std::priority_queue<Due, std::vector<Due>, std::greater<>> m_due;
    std::vector<Instant> m_entered; // by connection: its earliest entry in m_due
};

} // namespace connscope::session
