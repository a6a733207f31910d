// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "real/sockettable.h"
#include "trace/trace.h"

#include <vector>

/// \file
/// Somebody else's ends of connections of which our end is gone: mostly TIME-WAIT, which whoever closes first has for another
/// minute. Nothing of a connection is kept for them but what finds them in the kernel's table; when they are gone there, the
/// trace says so, and the connection is over for everybody who reads it.

namespace connscope::real {

/// Whether an end in \a before can be in \a after later: it never goes back, and a look and an event of ours may cross.
bool mayFollow(trace::TcpState before, trace::TcpState after);
/// What a look at the kernel's table saw becomes a state by this rule.
trace::RuleId ruleOfState(trace::TcpState state);
/// Why an end that was in \a state for \a time is not in the table any more, the other end being in \a other.
trace::RuleId ruleOfVanishing(trace::TcpState state, Duration time, trace::TcpState other);

struct LeftEnd {
    ConnectionId connection;
    ClientId client;
    NodeId node;
    BrokerId broker;
    trace::Side side = trace::Side::Client; ///< whose it is
    Endpoint local; ///< its own
    Endpoint remote; ///< that of ours
    trace::TcpState state = trace::TcpState::None; ///< as far as the trace has it
    trace::TcpState ours = trace::TcpState::None; ///< of our end, before it was gone
    Instant since {}; ///< of `state`
    EventId last; ///< the last event there
};

class LeftEnds {
public:
    explicit LeftEnds(trace::Trace& trace)
        : m_trace(trace)
    {
    }
    /// How long an end is taken to be in TIME-WAIT on a machine that cannot be looked at (Linux: TCP_TIMEWAIT_LEN).
    static constexpr Duration kTimeWait {ms(60'000)};

    bool isEmpty() const { return m_ends.empty(); }
    std::size_t size() const { return m_ends.size(); }
    /// From now on. One of another machine is never seen: what becomes of it is inferred, at once or kTimeWait later.
    void add(LeftEnd end, Instant now);
    /// What \a table says of them now. O(ends log rows).
    void look(const SocketTable& table, Instant now);

private:
    void append(LeftEnd& end, trace::EventKind kind, trace::TcpState state, trace::RuleId rule,
        trace::Vantage vantage, Instant now);
    /// False when it is gone.
    bool lookAt(LeftEnd& end, const SocketTable& table, Instant now);

    trace::Trace& m_trace;
    std::vector<LeftEnd> m_ends; // in the order in which they were left
};

} // namespace connscope::real
