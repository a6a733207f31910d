// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/leftends.h"

#include <algorithm>

namespace connscope::real {

using trace::EventKind;
using trace::RuleId;
using trace::TcpState;
using trace::Vantage;

namespace {

/// How long Linux keeps the FIN-WAIT-2 of a socket that its program has closed (tcp_fin_timeout), but for a look.
constexpr Duration kFinWait2 {ms(59'000)};

} // namespace

bool mayFollow(TcpState before, TcpState after)
{
    using S = TcpState;
    const auto rank = [](S state) {
        switch (state) {
        case S::None:
        case S::Listen:
            return 0;
        case S::SynSent:
        case S::SynReceived:
            return 1;
        case S::Established:
            return 2;
        case S::FinWait1:
        case S::CloseWait:
            return 3;
        case S::FinWait2:
        case S::Closing:
        case S::LastAck:
            return 4;
        case S::TimeWait:
            return 5;
        case S::Closed:
            return 6;
        }
        return 0;
    };
    return rank(after) > rank(before);
}

RuleId ruleOfState(TcpState state)
{
    switch (state) {
    case TcpState::FinWait1:
    case TcpState::FinWait2:
    case TcpState::TimeWait:
        return RuleId::ActiveClose;
    case TcpState::CloseWait:
    case TcpState::LastAck:
        return RuleId::PassiveClose;
    default:
        return RuleId::ThreeWayHandshake;
    }
}

RuleId ruleOfVanishing(TcpState state, Duration time, TcpState other)
{
    switch (state) {
    case TcpState::TimeWait:
        return RuleId::TimeWaitOver;
    case TcpState::FinWait2:
        if (time >= kFinWait2)
            return RuleId::FinWait2Timeout;
        [[fallthrough]];
    case TcpState::FinWait1:
    case TcpState::Closing:
        return RuleId::SocketGone; // whoever closed first and was not in TIME-WAIT was reset
    case TcpState::Established:
        return other == TcpState::Closed ? RuleId::ConnectionReset : RuleId::PassiveClose;
    default:
        return RuleId::PassiveClose;
    }
}

void LeftEnds::append(LeftEnd& end, EventKind kind, TcpState state, RuleId rule, Vantage vantage, Instant now)
{
    trace::Event e;
    e.at = now;
    e.kind = kind;
    e.cause = end.last;
    e.connection = end.connection;
    e.client = end.client;
    e.node = end.node;
    e.broker = end.broker;
    e.side = end.side;
    e.state = state;
    e.rule = rule;
    e.vantage = vantage;
    end.last = m_trace.append(e);
    end.state = state;
    end.since = now;
}

void LeftEnds::add(LeftEnd end, Instant now)
{
    if (!end.local.isLoopback()) {
        // Ours was the last to send a FIN and saw it acknowledged: the other one waits.
        if (end.ours == TcpState::LastAck && mayFollow(end.state, TcpState::TimeWait)) {
            append(end, EventKind::TcpState, TcpState::TimeWait, RuleId::ActiveClose, Vantage::Inferred, now);
        } else if (end.state != TcpState::TimeWait) {
            append(end, EventKind::Closed, TcpState::Closed, ruleOfVanishing(end.state, now - end.since, end.ours),
                Vantage::Inferred, now);
            return;
        }
    }
    m_ends.push_back(end);
}

bool LeftEnds::lookAt(LeftEnd& end, const SocketTable& table, Instant now)
{
    const TcpState state = table.stateOf(end.local, end.remote);
    if (state != TcpState::None && state != TcpState::Closed) {
        if (mayFollow(end.state, state))
            append(end, EventKind::TcpState, state, ruleOfState(state), Vantage::Sampled, now);
        return true;
    }
    const bool isHere = end.local.isLoopback();
    if (!isHere && now - end.since < kTimeWait)
        return true;
    append(end, EventKind::Closed, TcpState::Closed, ruleOfVanishing(end.state, now - end.since, end.ours),
        isHere ? Vantage::Sampled : Vantage::Inferred, now);
    return false;
}

void LeftEnds::look(const SocketTable& table, Instant now)
{
    std::erase_if(m_ends, [&](LeftEnd& end) { return !lookAt(end, table, now); });
}

} // namespace connscope::real
