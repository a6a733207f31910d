// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// \file
/// The state machine of one end of a TCP connection (RFC 9293 section 3.3.2, figure 5, with the resets and timeouts of
/// section 3.10) as a table, and a check that a trace walks it at both ends.

namespace connscope::trace {

/// One bit for each state that may follow, by state. An end that was never seen is CLOSED or in LISTEN.
inline constexpr std::array<std::uint16_t, kTcpStateCount> kTcpTransitions = [] {
    std::array<std::uint16_t, kTcpStateCount> next {};
    const auto allow = [&next](TcpState from, auto... to) {
        next[static_cast<std::size_t>(from)] = static_cast<std::uint16_t>((... | (1U << static_cast<unsigned>(to))));
    };
    using enum TcpState;
    allow(Closed, Listen, SynSent); // passive and active open
    allow(None, Listen, SynSent, SynReceived, Closed); // a listening end appears with its first SYN
    allow(Listen, SynReceived, SynSent, Closed);
    allow(SynSent, SynReceived, Established, Closed); // simultaneous open; SYN-ACK; reset, timeout or give up
    allow(SynReceived, Established, FinWait1, CloseWait, Listen, Closed);
    allow(Established, FinWait1, CloseWait, Closed);
    allow(FinWait1, FinWait2, Closing, TimeWait, Closed);
    allow(FinWait2, TimeWait, Closed);
    allow(CloseWait, LastAck, Closed);
    allow(Closing, TimeWait, Closed);
    allow(LastAck, Closed);
    allow(TimeWait, Closed);
    return next;
}();

/// Whether an end may go from \a from to \a to in one step. Staying is always allowed.
constexpr bool tcpMayFollow(TcpState from, TcpState to)
{
    const unsigned reachable = kTcpTransitions[static_cast<std::size_t>(from)];
    return from == to || ((reachable >> static_cast<unsigned>(to)) & 1U) != 0;
}

struct TcpProblem {
    EventId event;
    std::string
        message; ///< "event 40, connection 3, client's end: ESTABLISHED -> TIME-WAIT is no transition of RFC 9293"
};

/// Replays the TCP states of both ends of every connection. Besides the table it holds that a FIN moves its sender to
/// FIN-WAIT-1 or LAST-ACK, that a FIN that is received was sent before and moves its receiver to CLOSE-WAIT, CLOSING or
/// TIME-WAIT, and that an end that was CLOSED stays so: a connection lives once. Events of another vantage than Simulated are left out,
/// since evidence has gaps. Empty = it holds; at most \a limit problems are returned.
std::vector<TcpProblem> checkTcp(const Trace& trace, std::size_t limit = 20);

} // namespace connscope::trace
