// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/event.h"

#include <array>
#include <cstdint>

/// \file
/// RFC 9293 as a table: for each state of one end and each thing that can happen to it, the state afterwards and the
/// segment that the kernel sends. The simulated kernel walks this table, a test checks that every cell is decided, and
/// whoever draws a state diagram can draw it from here.
///
/// Programs close with close(2), never with shutdown(2), as Kafka's client and broker do: an end that has closed cannot
/// read any more, so data that still arrives there is answered with a reset, as Linux does.

namespace connscope::sim {

using trace::TcpState;

/// What can happen to one end of a connection.
enum class TcpInput : std::uint8_t {
    Open, ///< the program connects
    Close, ///< the program, or its kernel for it, closes the socket
    Abort, ///< the kernel gives the connection up with a reset: closed with unread data
    Syn, ///< a SYN arrives
    SynAck,
    AckOfSyn, ///< the handshake's third segment arrives
    Data, ///< a segment with a whole request or response arrives
    Fin,
    AckOfFin,
    Reset,
    Timeout, ///< the state's timer ran out: SYN retries, retransmissions, keepalive, FIN-WAIT-2, TIME-WAIT
};
inline constexpr int kTcpInputCount = static_cast<int>(TcpInput::Timeout) + 1;

/// What the kernel sends.
enum class Emit : std::uint8_t { Nothing, Syn, SynAck, AckOfSyn, Fin, AckOfFin, Reset };

struct Transition {
    TcpState to = TcpState::None;
    Emit sends = Emit::Nothing;
    bool delivers = false; ///< the data, or the end of the stream, or the reset, reaches the program

    constexpr bool operator==(const Transition&) const = default;
};

/// The states that an end can be in. None is an end that has not begun; it behaves as CLOSED, except that the broker's
/// end begins in LISTEN.
inline constexpr int kTcpStates = trace::kTcpStateCount;

using TcpTable = std::array<std::array<Transition, kTcpInputCount>, kTcpStates>;

constexpr TcpTable makeTcpTable()
{
    using S = TcpState;
    using I = TcpInput;
    TcpTable table {};
    const auto at = [&table](S state, I input) -> Transition& {
        return table[static_cast<std::size_t>(state)][static_cast<std::size_t>(input)];
    };
    // Whatever a state has no business with changes nothing; so does everything for an end that is gone, except that its
    // host answers segments with a reset (3.10.7.1).
    for (int s = 0; s < kTcpStates; ++s) {
        for (int i = 0; i < kTcpInputCount; ++i)
            at(static_cast<S>(s), static_cast<I>(i)) = {static_cast<S>(s), Emit::Nothing, false};
    }
    for (const S state : {S::None, S::Closed, S::Listen}) {
        for (const I input : {I::Syn, I::SynAck, I::AckOfSyn, I::Data, I::Fin})
            at(state, input) = {state, Emit::Reset, false};
    }
    at(S::None, I::Open) = {S::SynSent, Emit::Syn, false};
    at(S::Closed, I::Open) = {S::SynSent, Emit::Syn, false};
    at(S::Listen, I::Syn) = {S::SynReceived, Emit::SynAck, false};

    // A reset, an abort and a timeout end every other state in the same way. An abort tells the other end.
    for (const S state : {S::SynSent, S::SynReceived, S::Established, S::FinWait1, S::FinWait2, S::CloseWait,
             S::Closing, S::LastAck, S::TimeWait}) {
        const bool open = state == S::SynSent || state == S::Established || state == S::CloseWait;
        at(state, I::Reset) = {S::Closed, Emit::Nothing, open};
        at(state, I::Timeout) = {S::Closed, Emit::Nothing, open};
        at(state, I::Abort)
            = {S::Closed, state == S::SynSent || state == S::TimeWait ? Emit::Nothing : Emit::Reset, false};
    }

    at(S::SynSent, I::SynAck) = {S::Established, Emit::AckOfSyn, true};
    at(S::SynSent, I::Close) = {S::Closed, Emit::Nothing, false};

    at(S::SynReceived, I::Syn) = {S::SynReceived, Emit::SynAck, false}; // repeated
    at(S::SynReceived, I::AckOfSyn) = {S::Established, Emit::Nothing, true};
    at(S::SynReceived, I::Close) = {S::FinWait1, Emit::Fin, false};
    at(S::SynReceived, I::Fin) = {S::CloseWait, Emit::AckOfFin, true};

    at(S::Established, I::Syn) = {S::Established, Emit::Nothing, false}; // an old one
    at(S::Established, I::SynAck) = {S::Established, Emit::AckOfSyn, false}; // repeated
    at(S::Established, I::Data) = {S::Established, Emit::Nothing, true};
    at(S::Established, I::Fin) = {S::CloseWait, Emit::AckOfFin, true};
    at(S::Established, I::Close) = {S::FinWait1, Emit::Fin, false};

    // Closed by the program: data that comes now finds nobody to read it.
    at(S::FinWait1, I::AckOfFin) = {S::FinWait2, Emit::Nothing, false};
    at(S::FinWait1, I::Fin) = {S::Closing, Emit::AckOfFin, false};
    at(S::FinWait1, I::Data) = {S::Closed, Emit::Reset, false};
    at(S::FinWait2, I::Fin) = {S::TimeWait, Emit::AckOfFin, false};
    at(S::FinWait2, I::Data) = {S::Closed, Emit::Reset, false};
    at(S::Closing, I::AckOfFin) = {S::TimeWait, Emit::Nothing, false};
    at(S::Closing, I::Fin) = {S::Closing, Emit::AckOfFin, false}; // repeated
    at(S::TimeWait, I::Fin) = {S::TimeWait, Emit::AckOfFin, false}; // repeated

    // Closed by the other end first.
    at(S::CloseWait, I::Close) = {S::LastAck, Emit::Fin, false};
    at(S::CloseWait, I::Fin) = {S::CloseWait, Emit::AckOfFin, false}; // repeated
    at(S::LastAck, I::AckOfFin) = {S::Closed, Emit::Nothing, false};
    at(S::LastAck, I::Fin) = {S::LastAck, Emit::AckOfFin, false}; // repeated
    return table;
}

inline constexpr TcpTable kTcpTable = makeTcpTable();

constexpr const Transition& transition(TcpState state, TcpInput input)
{
    return kTcpTable[static_cast<std::size_t>(state)][static_cast<std::size_t>(input)];
}

/// The program still holds the socket: it may read and write.
constexpr bool isHeld(TcpState state)
{
    return state == TcpState::SynSent || state == TcpState::SynReceived || state == TcpState::Established
        || state == TcpState::CloseWait;
}
/// The program may write: data is taken and sent.
constexpr bool canSend(TcpState state) { return state == TcpState::Established || state == TcpState::CloseWait; }
/// No socket at this end: it never was, or it is gone.
constexpr bool isGone(TcpState state)
{
    return state == TcpState::None || state == TcpState::Listen || state == TcpState::Closed;
}

} // namespace connscope::sim
