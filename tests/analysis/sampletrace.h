// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/sink.h"
#include "trace/trace.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

/// \file
/// Traces made by hand, for tests of what is computed from them.

namespace connscope::test {

/// Appends events in the order of its calls; each call is an event or the few that always come together.
class TraceBuilder {
public:
    trace::Trace trace;

    /// The instant of the events to come, in microseconds.
    void at(std::int64_t us) { m_now = fromNs(us * 1000); }
    EventId add(trace::Event event);
    ClientId client(std::string_view clientId, trace::ClientKind kind, EventId cause = {});
    /// ConnectStarted.
    ConnectionId connect(ClientId client, NodeId node, std::string_view remote, trace::RuleId rule, EventId cause);
    EventId connected(ConnectionId c, EventId cause)
    {
        return on(c, trace::EventKind::Connected, trace::RuleId::ThreeWayHandshake, cause);
    }
    EventId ready(ConnectionId c, EventId cause)
    {
        return on(c, trace::EventKind::Ready, trace::RuleId::ResponseArrived, cause);
    }
    /// RequestSent, and one millisecond later its ResponseReceived, which is returned.
    EventId exchange(ConnectionId c, ApiKey api, std::int32_t correlation, std::string_view text, trace::RuleId rule,
        EventId cause);
    /// Any event of a connection.
    EventId on(ConnectionId c, trace::EventKind kind, trace::RuleId rule, EventId cause,
        trace::Side side = trace::Side::None);
    EventId last() const { return EventId {static_cast<std::uint32_t>(trace.size() - 1)}; }
    EventId opening(ConnectionId c) const;

private:
    Instant m_now {};
};

/// A consumer's first seconds as on the course's slide: -1, the coordinator 2147483645, then broker 2; after 540 s the
/// client closes -1. Event 0 is the start of the world.
trace::Trace sampleTrace();

/// A report as one text: `text([&](TextSink& sink) { writeSummary(trace, sink); })`.
std::string text(const std::function<void(analysis::TextSink&)>& report);

} // namespace connscope::test
