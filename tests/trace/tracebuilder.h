// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <string_view>

/// \file
/// Traces for tests: written by hand as a session would write them, or at random.

namespace connscope::test {

/// Appends events in the words of a story. Time stands still until `wait`.
class TraceBuilder {
public:
    trace::Trace trace;
    Instant now {};

    void wait(Duration d) { now += d; }
    /// Appends \a event at the current instant.
    EventId add(trace::Event event, std::string_view text = {});
    EventId last() const { return EventId {static_cast<std::uint32_t>(trace.size() - 1)}; }

    /// The start of a world: an event with rule StartOfWorld, the cause of what follows.
    EventId begin();
    ClientId client(std::string_view name, trace::ClientKind kind, EventId cause);
    /// ConfigChanged "connections.max.idle.ms = \a ms" of a client or a broker.
    void idleLimit(ClientId client, std::int64_t ms, EventId cause);
    void idleLimit(BrokerId broker, std::int64_t ms, EventId cause);

    /// ConnectStarted, SYN-SENT and SYN-RECEIVED.
    ConnectionId connect(ClientId client, NodeId node, BrokerId broker, EventId cause,
        trace::RuleId rule = trace::RuleId::MetadataNeedsNode, std::string_view remote = "localhost/127.0.0.1:9092");
    /// Both ends ESTABLISHED, then Connected.
    void establish(ConnectionId connection);
    void ready(ConnectionId connection);
    EventId send(ConnectionId connection, ApiKey api, std::int32_t correlation, std::uint32_t size = 100);
    EventId answer(ConnectionId connection, ApiKey api, std::int32_t correlation, std::uint32_t size = 200);
    /// A whole close that \a side begins, TIME-WAIT over included after a minute.
    void close(ConnectionId connection, trace::Side side, trace::RuleId rule, EventId cause);

    /// An event of a connection with the fields that its opening has.
    trace::Event of(ConnectionId connection, trace::EventKind kind) const;
    /// The same for an end, with the state that it is in afterwards.
    trace::Event of(ConnectionId connection, trace::EventKind kind, trace::Side side, trace::TcpState state) const;

private:
    std::vector<trace::Event> m_openings; // by connection
};

/// A consumer-like life: bootstrap connection -1, then broker 0 and the coordinator of broker 2; requests; nine minutes of
/// silence on -1, which the client ends.
trace::Trace sampleTrace();

/// \a events events of \a connections connections that open, talk, fail and close at random, with nasty texts; every field
/// may have any value that the format allows. Causes point backwards; nothing else is promised.
trace::Trace randomTrace(std::uint64_t seed, std::size_t events, std::uint32_t connections);

} // namespace connscope::test
