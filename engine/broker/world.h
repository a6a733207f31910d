// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/brain.h"
#include "broker/brokerconfig.h"
#include "broker/timers.h"
#include "trace/trace.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

/// \file
/// What all parts of a cluster share: its brokers, the instant at hand, the timers, the trace, and where actions go.

namespace connscope::broker {

/// Position of a broker in World::brokers.
using BrokerIndex = std::uint32_t;
inline constexpr BrokerIndex kNoBroker = std::numeric_limits<BrokerIndex>::max();
/// "None" of positions and slots in general.
inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// One broker process.
struct Broker {
    BrokerId id;
    bool up = false; ///< the process runs (it may be paused)
    bool registered = false; ///< the controller counts it among the living
    bool paused = false;
    std::uint32_t incarnation = 0; ///< number of starts
    Duration serviceTime {}; ///< of any request
    Duration slow {};
    std::vector<std::pair<ApiKey, Duration>> extraServiceTime;
    BrokerConfig config;
    EventId idleConfigEvent; ///< the ConfigChanged event of connections.max.idle.ms: the cause of every idle close
    std::vector<Timer> stalled; ///< came due while the broker was paused
};

struct World {
    trace::Trace& trace;
    ClusterSpec spec; ///< as given, with the config values set since
    std::vector<Broker> brokers; ///< by id
    BrokerIndex controller = kNoBroker;
    std::uint64_t metadataVersion = 0; ///< moves on with every change that metadata answers show
    Timers timers;
    Instant now {};
    std::vector<Action>* out = nullptr;
    Hooks hooks {};

    BrokerIndex indexOf(BrokerId id) const
    {
        const auto it = std::lower_bound(
            brokers.begin(), brokers.end(), id, [](const Broker& b, BrokerId wanted) { return b.id < wanted; });
        return it != brokers.end() && it->id == id ? static_cast<BrokerIndex>(it - brokers.begin()) : kNoBroker;
    }
    BrokerId idOf(BrokerIndex index) const { return index == kNoBroker ? BrokerId {} : brokers[index].id; }
    const BrokerSpec& specOf(BrokerIndex index) const { return spec.brokers[index]; }
    bool isRegistered(BrokerIndex index) const { return index != kNoBroker && brokers[index].registered; }

    /// An event of this instant.
    trace::Event event(trace::EventKind kind, EventId cause, trace::RuleId rule) const
    {
        trace::Event e;
        e.at = now;
        e.kind = kind;
        e.cause = cause;
        e.rule = rule;
        return e;
    }
    EventId append(trace::Event e, std::string_view text = {})
    {
        if (!text.empty())
            e.text = trace.intern(text);
        return trace.append(e);
    }
};

/// A request that a connection holds: good until it is answered or the connection is gone.
struct RequestRef {
    std::uint32_t slot = kNone;
    std::uint32_t serial = 0;
    bool isSet() const { return slot != kNone; }
};

} // namespace connscope::broker
