// SPDX-License-Identifier: GPL-3.0-or-later
// Segments on their way: sent, arriving, lost and sent again.
#include "sim/tcp.h"

#include <algorithm>
#include <string>

namespace connscope::sim {

using trace::EventKind;

namespace {

constexpr Duration kMaxRetransmission {ms(120'000)}; // TCP_RTO_MAX
/// tcp_orphan_retries: a socket without a program is given up after eight retransmissions.
constexpr int kOrphanRetries = 8;

} // namespace

void Tcp::transmit(Connection& c, std::uint8_t to, What what, EventId cause, RuleId rule, std::uint32_t bytes,
    std::uint32_t message, bool local)
{
    const std::uint8_t from = other(to);
    const std::uint32_t segment = m_segments.take();
    Segment& s = m_segments[segment];
    s.slot = c.slot;
    s.cause = cause;
    s.message = message;
    s.next = kNoSlot;
    s.rule = rule;
    s.what = what;
    s.to = to;
    s.local = local;
    ++c.inAir;
    Flow& flow = c.flow[from];
    // Before the first round trip is known a kernel waits longer (RFC 6298 section 2.1).
    const bool isOpening = what == What::Syn || what == What::SynAck;
    flow.lastArrival = std::max(flow.lastArrival,
        m_network.arrival(
            c.link, sideOf(from), bytes, m_now, isOpening ? std::optional(m_kernel.synRetry) : std::nullopt));
    m_scheduler.schedule(flow.lastArrival, static_cast<std::uint8_t>(Due::Segment), segment);
}

void Tcp::arrive(std::uint32_t segment)
{
    const Segment& s = m_segments[segment];
    Connection& c = m_connections[s.slot];
    const std::uint8_t from = other(s.to);
    if (c.flow[from].first != kNoSlot && s.what != What::Reset) {
        append(c, from, segment); // behind what has to be sent again
        return;
    }
    if (isBlocked(c) && !s.local) {
        lose(c, segment);
    } else {
        deliver(c, segment);
    }
    giveBack(c);
}

void Tcp::deliver(Connection& c, std::uint32_t segment)
{
    Segment& s = m_segments[segment];
    if (!s.local && s.what != What::Syn) {
        c.usedAt = m_now;
        c.lastPassed = s.cause;
        c.probes = 0;
    }
    switch (s.what) {
    case What::Syn:
        deliverSyn(c, s);
        break;
    case What::SynAck:
        if (transition(c.state[kClient], TcpInput::SynAck).delivers) {
            client::Report report;
            report.kind = client::Report::Kind::Connected;
            report.connection = c.id;
            report.cause = step(c, kClient, TcpInput::SynAck, s.cause, RuleId::ThreeWayHandshake);
            beginWatches(c);
            m_programs.report(c.client, std::move(report));
        } else {
            step(c, kClient, TcpInput::SynAck, s.cause, RuleId::ThreeWayHandshake);
        }
        break;
    case What::AckOfSyn:
        if (c.state[kBroker] == TcpState::SynReceived && !m_programs.listens(c.broker)) {
            step(c, kBroker, TcpInput::Abort, s.cause, RuleId::BrokerStopped);
        } else if (transition(c.state[kBroker], TcpInput::AckOfSyn).delivers) {
            const EventId event = step(c, kBroker, TcpInput::AckOfSyn, s.cause, RuleId::ThreeWayHandshake);
            c.accepted = true;
            const auto idleLimit
                = c.idleLimitNs < 0 ? std::nullopt : std::optional<Duration>(Duration {c.idleLimitNs});
            m_programs.accepted(c.broker, c.id, c.client, m_ports.address(c.machine), idleLimit, event);
        } else {
            step(c, kBroker, TcpInput::AckOfSyn, s.cause, RuleId::ThreeWayHandshake);
        }
        break;
    case What::Request:
    case What::Response:
        deliverData(c, s);
        break;
    case What::Fin: {
        const bool passive = c.state[s.to] == TcpState::Established || c.state[s.to] == TcpState::SynReceived;
        const bool delivers = transition(c.state[s.to], TcpInput::Fin).delivers;
        const EventId event
            = step(c, s.to, TcpInput::Fin, s.cause, passive ? RuleId::PassiveClose : RuleId::ActiveClose);
        if (delivers)
            tell(c, s.to, false, false, event, RuleId::PeerClosed);
        break;
    }
    case What::AckOfFin:
        step(c, s.to, TcpInput::AckOfFin, s.cause,
            c.state[s.to] == TcpState::LastAck ? RuleId::PassiveClose : RuleId::ActiveClose);
        break;
    case What::Reset:
        deliverReset(c, s);
        break;
    }
    discard(c, segment);
}

void Tcp::deliverSyn(Connection& c, const Segment& s)
{
    const bool dropped = c.target == Target::Silent || (c.target == Target::Listener && m_network.dropsSyn(c.link));
    if (dropped) {
        c.lastPassed = append(c, EventKind::SynDropped, Side::Network, TcpState::None, s.cause,
            c.target == Target::Silent ? RuleId::HostUnreachable : RuleId::ScenarioAction, c.synAttempts);
        awaitSynRetry(c);
        return;
    }
    const bool refused = c.target != Target::Listener || m_network.refuses(c.link) || !m_programs.listens(c.broker);
    if (refused && isGone(c.state[kBroker])) {
        const EventId event
            = append(c, EventKind::ResetSent, Side::Broker, TcpState::None, s.cause, RuleId::ConnectionRefused);
        transmit(c, kClient, What::Reset, event, RuleId::ConnectionRefused);
        return;
    }
    step(c, kBroker, TcpInput::Syn, s.cause, RuleId::ThreeWayHandshake);
}

void Tcp::deliverData(Connection& c, Segment& s)
{
    if (!transition(c.state[s.to], TcpInput::Data).delivers) {
        step(c, s.to, TcpInput::Data, s.cause, RuleId::SocketGone);
        return;
    }
    if (s.what == What::Request) {
        protocol::Request& request = m_requests[s.message];
        if (request.expectResponse)
            ++c.pending;
        c.lastRequestAt = m_now;
        m_programs.received(c.id, std::move(request), s.cause);
    } else {
        ++c.unread;
        m_programs.responded(c.client, c.id, std::move(m_responses[s.message]), s.cause);
    }
}

void Tcp::deliverReset(Connection& c, const Segment& s)
{
    const TcpState before = c.state[s.to];
    if (isGone(before))
        return;
    const bool delivers = transition(before, TcpInput::Reset).delivers;
    const EventId event = step(c, s.to, TcpInput::Reset, s.cause, s.rule);
    if (!delivers)
        return;
    // A program learns no more than ECONNREFUSED or ECONNRESET.
    const bool refused = before == TcpState::SynSent && s.rule == RuleId::ConnectionRefused;
    tell(c, s.to, before == TcpState::SynSent, true, event,
        refused ? RuleId::ConnectionRefused : RuleId::ConnectionReset);
}

void Tcp::lose(Connection& c, std::uint32_t segment)
{
    const Segment& s = m_segments[segment];
    const std::uint8_t from = other(s.to);
    if (s.what == What::Syn) {
        c.lastPassed = append(
            c, EventKind::SynDropped, Side::Network, TcpState::None, s.cause, RuleId::ScenarioAction, c.synAttempts);
        awaitSynRetry(c);
        discard(c, segment);
        return;
    }
    if (c.forgotten && m_middlebox.resets && s.what != What::Reset) {
        middleboxResets(c, from, s.cause);
        discard(c, segment);
        return;
    }
    const EventId dropped = emitDropped(c, s, 0);
    switch (s.what) {
    case What::AckOfSyn:
        awaitHandshake(c);
        beginStall(c, from, segment, dropped);
        return;
    case What::Request:
    case What::Response:
    case What::Fin:
        beginStall(c, from, segment, dropped);
        return;
    case What::SynAck:
        c.lastPassed = dropped;
        if (c.state[kClient] == TcpState::SynSent)
            awaitSynRetry(c);
        awaitHandshake(c);
        break;
    case What::AckOfFin:
        repeatFin(c, s.to, dropped); // whose FIN is not acknowledged sends it again
        break;
    case What::Reset:
        if (c.state[s.to] == TcpState::SynSent) {
            c.lastPassed = dropped;
            awaitSynRetry(c);
        } else if (c.state[s.to] == TcpState::SynReceived) {
            awaitHandshake(c);
        } else {
            repeatFin(c, s.to, dropped);
        }
        break;
    case What::Syn:
        break;
    }
    discard(c, segment);
}

EventId Tcp::emitDropped(const Connection& c, const Segment& s, std::int64_t attempt)
{
    trace::Event e;
    e.at = m_now;
    e.value = attempt;
    e.cause = s.cause;
    e.connection = c.id;
    e.client = c.client;
    e.node = c.node;
    e.broker = c.broker;
    e.rule = c.forgotten ? RuleId::MiddleboxForgot : RuleId::ScenarioAction;
    e.kind = EventKind::PacketDropped;
    e.side = Side::Network;
    switch (s.what) {
    case What::Request:
    case What::Response: {
        const bool request = s.what == What::Request;
        e.api = request ? m_requests[s.message].api : m_responses[s.message].api;
        e.correlation = request ? m_requests[s.message].correlationId : m_responses[s.message].correlationId;
        e.size = request ? m_requests[s.message].size : m_responses[s.message].size;
        e.text = m_trace.intern(std::string(apiName(e.api)) + (request ? " request" : " response"));
        break;
    }
    case What::Syn:
        e.text = m_trace.intern("SYN");
        break;
    case What::SynAck:
        e.text = m_trace.intern("SYN-ACK");
        break;
    case What::AckOfSyn:
    case What::AckOfFin:
        e.text = m_trace.intern("ACK");
        break;
    case What::Fin:
        e.text = m_trace.intern("FIN");
        break;
    case What::Reset:
        e.text = m_trace.intern("RST");
        break;
    }
    return m_trace.append(e);
}

void Tcp::append(Connection& c, std::uint8_t from, std::uint32_t segment)
{
    Flow& flow = c.flow[from];
    m_segments[segment].next = kNoSlot;
    if (flow.first == kNoSlot)
        flow.first = segment;
    else
        m_segments[flow.last].next = segment;
    flow.last = segment;
}

void Tcp::beginStall(Connection& c, std::uint8_t from, std::uint32_t segment, EventId dropped)
{
    if (isGone(c.state[from])) { // nobody is there to send it again
        discard(c, segment);
        return;
    }
    c.stall[from] = {m_now, 0, dropped};
    append(c, from, segment);
    schedule(saturatingAdd(m_now, m_network.retransmissionTimeout(c.link)), Due::Retransmit, c.id, from);
}

void Tcp::repeatFin(Connection& c, std::uint8_t from, EventId dropped)
{
    const TcpState state = c.state[from];
    const bool unacknowledged
        = state == TcpState::FinWait1 || state == TcpState::Closing || state == TcpState::LastAck;
    if (!unacknowledged || c.flow[from].first != kNoSlot)
        return;
    const std::uint32_t segment = m_segments.take();
    Segment& s = m_segments[segment];
    s = {};
    s.slot = c.slot;
    s.cause = c.entered[from];
    s.what = What::Fin;
    s.to = other(from);
    ++c.inAir;
    beginStall(c, from, segment, dropped);
}

Duration Tcp::patience(const Connection& c, std::uint8_t end) const
{
    if (isHeld(c.state[end]))
        return m_kernel.retransmissionGiveUp;
    const Duration orphan = m_network.retransmissionTimeout(c.link) * ((1 << (kOrphanRetries + 1)) - 1);
    return std::min(m_kernel.retransmissionGiveUp, orphan);
}

void Tcp::retransmit(Connection& c, std::uint8_t from)
{
    Flow& flow = c.flow[from];
    Stall& stall = c.stall[from];
    if (flow.first == kNoSlot)
        return;
    if (!isBlocked(c)) {
        while (flow.first != kNoSlot) {
            const std::uint32_t segment = flow.first;
            flow.first = m_segments[segment].next;
            deliver(c, segment);
        }
        return;
    }
    if (m_now - stall.since >= patience(c, from)) {
        timeOut(c, from, stall.dropped, RuleId::RetransmissionTimeout);
        return;
    }
    if (c.forgotten && m_middlebox.resets) { // it forgot while the way was cut
        middleboxResets(c, from, stall.dropped);
        discardStalled(c, from);
        return;
    }
    ++stall.attempts;
    stall.dropped = emitDropped(c, m_segments[flow.first], stall.attempts);
    const Duration first = m_network.retransmissionTimeout(c.link);
    const Duration timeout
        = stall.attempts >= 16 ? kMaxRetransmission : std::min(kMaxRetransmission, first * (1 << stall.attempts));
    schedule(saturatingAdd(m_now, timeout), Due::Retransmit, c.id, from);
}

void Tcp::middleboxResets(Connection& c, std::uint8_t sender, EventId cause)
{
    const EventId event
        = append(c, EventKind::ResetSent, Side::Network, TcpState::None, cause, RuleId::MiddleboxForgot);
    transmit(c, sender, What::Reset, event, RuleId::MiddleboxForgot, 0, kNoSlot, true);
}

void Tcp::discard(Connection& c, std::uint32_t segment)
{
    const Segment& s = m_segments[segment];
    if (s.message != kNoSlot) {
        if (s.what == What::Request)
            m_requests.give(s.message);
        else
            m_responses.give(s.message);
    }
    m_segments.give(segment);
    --c.inAir;
}

void Tcp::discardStalled(Connection& c, std::uint8_t from)
{
    Flow& flow = c.flow[from];
    bool acknowledged = true;
    while (flow.first != kNoSlot) {
        const std::uint32_t segment = flow.first;
        flow.first = m_segments[segment].next;
        acknowledged = acknowledged && m_segments[segment].what != What::AckOfFin;
        discard(c, segment);
    }
    if (!acknowledged)
        repeatFin(c, other(from), c.stall[from].dropped);
}

} // namespace connscope::sim
