// SPDX-License-Identifier: GPL-3.0-or-later
// What time does to a connection: SYN retries, the timers of FIN-WAIT-2 and TIME-WAIT, keepalive, the middlebox's memory.
#include "sim/tcp.h"

#include <algorithm>

namespace connscope::sim {

using trace::EventKind;

namespace {

/// tcp_synack_retries = 5 with a doubling timeout of 1 s.
constexpr Duration kSynReceivedTimeout {ms(63'000)};

} // namespace

void Tcp::schedule(Instant at, Due due, ConnectionId id, std::uint32_t b)
{
    if (at <= m_until)
        m_scheduler.schedule(at, static_cast<std::uint8_t>(due), id.value, b);
}

void Tcp::dispatch(const Scheduler::Entry& entry)
{
    m_now = entry.at;
    const auto due = static_cast<Due>(entry.kind());
    if (due == Due::Segment) {
        arrive(entry.a);
        return;
    }
    Connection* c = find(ConnectionId {entry.a});
    if (c == nullptr)
        return; // it did not live to see its timer
    switch (due) {
    case Due::SynRetry:
        synRetry(*c, entry.b);
        break;
    case Due::Unreachable:
        unreachable(*c);
        break;
    case Due::Retransmit:
        retransmit(*c, static_cast<std::uint8_t>(entry.b));
        break;
    case Due::Timer:
        stateTimeout(*c, static_cast<std::uint8_t>(entry.b & 1), static_cast<TcpState>(entry.b >> 1));
        break;
    case Due::Middlebox:
        watchMiddlebox(*c);
        break;
    case Due::Keepalive:
        keepalive(*c);
        break;
    case Due::Segment:
        break;
    }
    giveBack(*c);
}

void Tcp::sendSyn(Connection& c, EventId cause)
{
    ++c.synAttempts;
    c.usedAt = m_now;
    if (c.target != Target::Unreachable)
        transmit(c, kBroker, What::Syn, cause, RuleId::ThreeWayHandshake);
}

/// The SYN that was sent last gets no answer: the kernel repeats it when its timer, which doubles, runs out.
void Tcp::awaitSynRetry(Connection& c)
{
    const int doublings = std::min<int>(c.synAttempts - 1, 20);
    const Duration timeout = m_kernel.synRetry * (std::int64_t {1} << doublings);
    schedule(std::max(m_now, saturatingAdd(c.usedAt, timeout)), Due::SynRetry, c.id, c.synAttempts);
}

/// The broker's end may wait in vain for the rest of the handshake.
void Tcp::awaitHandshake(Connection& c)
{
    if (c.state[kBroker] == TcpState::SynReceived)
        schedule(saturatingAdd(m_now, kSynReceivedTimeout), Due::Timer, c.id,
            static_cast<std::uint32_t>(TcpState::SynReceived) << 1 | kBroker);
}

void Tcp::synRetry(Connection& c, std::uint32_t attempt)
{
    if (c.state[kClient] != TcpState::SynSent || c.synAttempts != attempt)
        return;
    if (c.synAttempts > m_kernel.synRetries)
        timeOut(c, kClient, c.lastPassed, RuleId::SynRetriesExhausted);
    else
        sendSyn(c, c.lastPassed);
}

void Tcp::unreachable(Connection& c)
{
    if (c.state[kClient] == TcpState::SynSent)
        timeOut(c, kClient, c.entered[kClient], RuleId::HostUnreachable);
}

void Tcp::stateTimeout(Connection& c, std::uint8_t end, TcpState state)
{
    if (c.state[end] != state)
        return;
    const RuleId rule = state == TcpState::TimeWait ? RuleId::TimeWaitOver
        : state == TcpState::FinWait2               ? RuleId::FinWait2Timeout
                                                    : RuleId::SynRetriesExhausted;
    timeOut(c, end, c.entered[end], rule);
}

void Tcp::beginWatches(Connection& c)
{
    if (m_middlebox.idle > Duration::zero())
        schedule(saturatingAdd(m_now, m_middlebox.idle), Due::Middlebox, c.id);
    schedule(saturatingAdd(m_now, m_kernel.keepaliveTime), Due::Keepalive, c.id);
}

void Tcp::watchMiddlebox(Connection& c)
{
    const Instant due = saturatingAdd(c.usedAt, m_middlebox.idle);
    if (due > m_now) {
        schedule(due, Due::Middlebox, c.id);
        return;
    }
    c.forgotten = true;
    append(c, EventKind::FlowForgotten, Side::Network, TcpState::None, c.lastPassed, RuleId::MiddleboxForgot,
        m_middlebox.idle.count());
}

/// One timer serves both ends: what one of them sends or hears, the other hears or sends.
void Tcp::keepalive(Connection& c)
{
    if (c.probes == 0) {
        const Instant due = saturatingAdd(c.usedAt, m_kernel.keepaliveTime);
        if (due > m_now) {
            schedule(due, Due::Keepalive, c.id);
            return;
        }
    }
    if (canSend(c.state[kClient]) || canSend(c.state[kBroker]))
        probe(c);
}

void Tcp::probe(Connection& c)
{
    if (!isBlocked(c)) {
        bool answered = true;
        for (const std::uint8_t end : {kClient, kBroker}) {
            if (!canSend(c.state[end]) || !isGone(c.state[other(end)]))
                continue;
            // The other host does not know the connection any more.
            const EventId event = append(
                c, EventKind::ResetSent, sideOf(other(end)), TcpState::None, c.lastPassed, RuleId::SocketGone);
            transmit(c, end, What::Reset, event, RuleId::SocketGone);
            answered = false;
        }
        if (!answered)
            return;
        c.probes = 0;
        c.usedAt = m_now;
        schedule(saturatingAdd(m_now, m_kernel.keepaliveTime), Due::Keepalive, c.id);
        return;
    }
    if (c.forgotten && m_middlebox.resets) {
        const EventId cause = c.lastPassed;
        for (const std::uint8_t end : {kClient, kBroker}) {
            if (canSend(c.state[end]))
                middleboxResets(c, end, cause);
        }
        return;
    }
    if (c.probes >= m_kernel.keepaliveProbes) {
        const EventId cause = c.lastPassed;
        for (const std::uint8_t end : {kClient, kBroker}) {
            if (canSend(c.state[end]))
                timeOut(c, end, cause, RuleId::KeepaliveTimeout);
        }
        return;
    }
    ++c.probes;
    trace::Event e;
    e.at = m_now;
    e.value = c.probes;
    e.cause = c.lastPassed;
    e.connection = c.id;
    e.client = c.client;
    e.node = c.node;
    e.broker = c.broker;
    e.text = m_trace.intern("keepalive probe");
    e.rule = c.forgotten ? RuleId::MiddleboxForgot : RuleId::ScenarioAction;
    e.kind = EventKind::PacketDropped;
    e.side = Side::Network;
    c.lastPassed = m_trace.append(e);
    schedule(saturatingAdd(m_now, m_kernel.keepaliveInterval), Due::Keepalive, c.id);
}

} // namespace connscope::sim
