// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/tcpcheck.h"

#include <algorithm>

#include <initializer_list>

namespace connscope::trace {

namespace {

struct End {
    TcpState state = TcpState::None;
    bool finSent = false;
};

struct Ends {
    End client;
    End broker;
};

std::string name(TcpState state) { return state == TcpState::None ? "(not seen)" : std::string(tcpStateName(state)); }

bool isOneOf(TcpState state, std::initializer_list<TcpState> states)
{
    return std::find(states.begin(), states.end(), state) != states.end();
}

/// What is wrong with \a e at its end, or "".
std::string wrong(const Event& e, const End& end, const End& other)
{
    if (end.state == TcpState::Closed && e.state != TcpState::None && e.state != TcpState::Closed)
        return "CLOSED -> " + name(e.state) + ", but a connection lives once";
    if (e.state != TcpState::None && !tcpMayFollow(end.state, e.state))
        return name(end.state) + " -> " + name(e.state) + " is no transition of RFC 9293";
    const TcpState after = e.state != TcpState::None ? e.state : end.state;
    switch (e.kind) {
    case EventKind::FinSent:
        if (!isOneOf(after, {TcpState::FinWait1, TcpState::LastAck}))
            return "a FIN was sent, but the end is in " + name(after) + " and not in FIN-WAIT-1 or LAST-ACK";
        break;
    case EventKind::FinReceived:
        if (!other.finSent)
            return "a FIN was received that the other end had not sent";
        if (!isOneOf(after, {TcpState::CloseWait, TcpState::Closing, TcpState::TimeWait}))
            return "a FIN was received, but the end is in " + name(after)
                + " and not in CLOSE-WAIT, CLOSING or TIME-WAIT";
        break;
    case EventKind::Closed:
        if (after != TcpState::Closed)
            return "the socket is gone, but its state is " + name(after);
        break;
    default:
        break;
    }
    return {};
}

} // namespace

std::vector<TcpProblem> checkTcp(const Trace& trace, std::size_t limit)
{
    std::vector<TcpProblem> problems;
    std::vector<Ends> connections;
    for (std::size_t i = 0; i < trace.size() && problems.size() < limit; ++i) {
        const Event& e = trace[i];
        if (!e.connection.isValid() || e.vantage != Vantage::Simulated
            || (e.side != Side::Client && e.side != Side::Broker))
            continue;
        if (e.connection.value >= connections.size())
            connections.resize(std::size_t {e.connection.value} + 1);
        Ends& ends = connections[e.connection.value];
        End& end = e.side == Side::Client ? ends.client : ends.broker;
        const End& other = e.side == Side::Client ? ends.broker : ends.client;
        if (std::string message = wrong(e, end, other); !message.empty()) {
            problems.push_back({EventId {static_cast<std::uint32_t>(i)},
                "event " + std::to_string(i) + ", connection " + std::to_string(e.connection.value) + ", "
                    + std::string(sideName(e.side)) + "'s end: " + message});
        }
        if (e.state != TcpState::None)
            end.state = e.state;
        if (e.kind == EventKind::FinSent)
            end.finSent = true;
    }
    return problems;
}

} // namespace connscope::trace
