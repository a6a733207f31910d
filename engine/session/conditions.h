// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/query.h"
#include "trace/trace.h"
#include "trace/worldstate.h"

#include <cstdint>
#include <optional>
#include <vector>

/// \file
/// Queries that wait to hold. Each new event is asked once; a query about connections that changes while nothing happens
/// (idle > 30s) is asked at short intervals too. The world is folded only while somebody waits for it.

namespace connscope::session {

class Conditions {
public:
    /// How often queries that depend on time are asked.
    static constexpr Duration kInterval {ms(100)};

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

    bool isActive() const { return m_world.has_value(); }
    bool waitsForTime() const;
    /// The world after the events looked at; only if isActive().
    const trace::WorldState& world() const { return *m_world; }

private:
    struct Waiting {
        trace::Query query;
        std::uint32_t number;
        bool byTime;
    };
    const trace::Trace& m_trace;
    std::optional<trace::WorldState> m_world;
    std::vector<Waiting> m_waiting;
    std::vector<Met> m_met;
};

} // namespace connscope::session
