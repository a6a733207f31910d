// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <vector>

namespace connscope::trace {

/// The events that say who takes part and on which terms: clients, configs, brokers, connects, metadata, coordinators,
/// leaders. They are few among the many that only carry traffic, and whoever wants to know a trace's cast wants all of them;
/// gathered once, where a trace is read, nobody has to walk the whole of it again.
class Landmarks {
public:
    /// ClientCreated, ConfigChanged, ConnectStarted, MetadataUpdated, CoordinatorFound, GroupJoined, BrokerUp, LeaderMoved,
    /// CoordinatorMoved. Beside them the first event that mentions a client is a landmark, whatever its kind.
    static bool isOne(EventKind kind);

    /// Looks at the events that \a trace has beyond the last call. O(new events).
    void extend(const Trace& trace);
    /// In the order of the trace.
    const std::vector<EventId>& all() const { return m_events; }
    /// Number of events looked at.
    std::size_t size() const { return m_size; }

private:
    std::vector<EventId> m_events;
    std::vector<bool> m_known; // by client
    std::size_t m_size = 0;
};

} // namespace connscope::trace
