// SPDX-License-Identifier: GPL-3.0-or-later
// The wishes of programs, and the walk through the state table with its events. Segments are in tcpsegments.cpp, timers in
// tcptimers.cpp.
#include "sim/tcp.h"

#include <algorithm>
#include <string>

namespace connscope::sim {

using trace::EventKind;

namespace {

/// The local network is asked three times, a second apart, who has the address (Linux mcast_solicit).
constexpr Duration kNeighbourTimeout {ms(3'000)};

} // namespace

Tcp::Tcp(const Environment& e)
    : m_scheduler(e.scheduler)
    , m_network(e.network)
    , m_ports(e.ports)
    , m_trace(e.trace)
    , m_programs(e.programs)
    , m_kernel(e.kernel)
    , m_middlebox(e.middlebox)
    , m_until(e.until)
{
}

void Tcp::open(ClientId client, const client::OpenWish& wish, const Route& route, Instant now)
{
    m_now = now;
    Connection c;
    c.id = wish.connection;
    c.client = client;
    c.node = wish.node;
    c.broker = route.broker;
    c.link = route.link;
    c.machine = route.machine;
    c.remote = route.remote;
    c.target = route.target;
    c.idleLimitNs = wish.idleLimitAtBroker ? std::max<std::int64_t>(wish.idleLimitAtBroker->count(), 0) : -1;
    c.usedAt = now;
    c.live = true;

    const auto port = m_ports.take(route.machine, route.remote);
    if (!port) {
        const EventId event
            = append(c, EventKind::Closed, Side::Client, TcpState::Closed, wish.cause, RuleId::LocalPortsExhausted);
        client::Report report;
        report.kind = client::Report::Kind::Failed;
        report.connection = c.id;
        report.cause = event;
        report.rule = RuleId::LocalPortsExhausted;
        m_programs.report(client, std::move(report));
        return;
    }
    c.port = *port;
    c.held = true;
    if (c.id.value >= m_slots.size())
        m_slots.resize(std::max<std::size_t>(std::size_t {c.id.value} + 1, m_slots.size() * 2), kNoSlot);
    c.slot = m_connections.take();
    m_slots[c.id.value] = c.slot;
    Connection& connection = m_connections[c.slot];
    connection = c;
    step(connection, kClient, TcpInput::Open, wish.cause, RuleId::ThreeWayHandshake);
    if (route.target == Target::Unreachable)
        schedule(saturatingAdd(now, kNeighbourTimeout), Due::Unreachable, wish.connection);
}

void Tcp::send(ConnectionId id, protocol::Request&& request, Instant now, EventId cause)
{
    m_now = now;
    Connection* c = find(id);
    if (c == nullptr || !canSend(c->state[kClient]))
        return;
    const std::uint32_t bytes = request.size;
    transmit(*c, kBroker, What::Request, cause, RuleId::None, bytes, m_requests.put(std::move(request)));
}

void Tcp::respond(ConnectionId id, protocol::Response&& response, Instant now, EventId cause)
{
    m_now = now;
    Connection* c = find(id);
    if (c == nullptr || !canSend(c->state[kBroker]))
        return;
    if (c->pending > 0)
        --c->pending;
    const std::uint32_t bytes = response.size;
    transmit(*c, kClient, What::Response, cause, RuleId::None, bytes, m_responses.put(std::move(response)));
}

void Tcp::read(ConnectionId id)
{
    Connection* c = find(id);
    if (c != nullptr && c->unread > 0)
        --c->unread;
}

void Tcp::close(Side side, ConnectionId id, Instant now, EventId cause, RuleId rule)
{
    m_now = now;
    Connection* c = find(id);
    const std::uint8_t end = endOf(side);
    if (c == nullptr || (end == kBroker && !c->accepted))
        return;
    // A broker reads one request at a time: the second one without an answer still lies in the socket. After a FIN it
    // has read to the end before it closes.
    const bool unread = end == kClient ? c->unread > 0 : c->pending > 1 && c->state[kBroker] == TcpState::Established;
    c->told[end] = true;
    step(*c, end, unread && canSend(c->state[end]) ? TcpInput::Abort : TcpInput::Close, cause, rule);
    giveBack(*c);
}

std::vector<ConnectionId> Tcp::liveOf(ClientId client, BrokerId broker) const
{
    std::vector<ConnectionId> ids;
    for (std::uint32_t slot = 0; slot < m_connections.end(); ++slot) {
        const Connection& c = m_connections[slot];
        if (c.live && (!client.isValid() || c.client == client) && (!broker.isValid() || c.broker == broker))
            ids.push_back(c.id);
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

std::vector<ConnectionId> Tcp::live() const { return liveOf({}, {}); }

void Tcp::killClient(ClientId client, Instant now, EventId cause, RuleId rule)
{
    m_now = now;
    for (const ConnectionId id : liveOf(client, {})) {
        Connection& c = *find(id);
        c.told[kClient] = true;
        const bool unread = c.unread > 0 && canSend(c.state[kClient]);
        step(c, kClient, unread ? TcpInput::Abort : TcpInput::Close, cause, rule);
        giveBack(c);
    }
}

void Tcp::killBroker(BrokerId broker, Instant pausedSince, Instant now, EventId cause, RuleId rule)
{
    m_now = now;
    for (const ConnectionId id : liveOf({}, broker)) {
        Connection& c = *find(id);
        c.told[kBroker] = true;
        const bool unread
            = canSend(c.state[kBroker]) && (c.pending > 1 || (c.pending > 0 && c.lastRequestAt >= pausedSince));
        const bool abort = unread || c.state[kBroker] == TcpState::SynReceived; // nobody has accepted that one
        step(c, kBroker, abort ? TcpInput::Abort : TcpInput::Close, cause, rule);
        giveBack(c);
    }
}

void Tcp::reset(ConnectionId id, Instant now, EventId cause, RuleId rule)
{
    m_now = now;
    Connection* c = find(id);
    if (c == nullptr)
        return;
    const EventId event = append(*c, EventKind::ResetSent, Side::Network, TcpState::None, cause, rule);
    for (const std::uint8_t end : {kClient, kBroker}) {
        if (!isGone(c->state[end]))
            transmit(*c, end, What::Reset, event, rule);
    }
}

TcpState Tcp::state(Side side, ConnectionId id) const
{
    const Connection* c = find(id);
    return c == nullptr ? TcpState::None : c->state[endOf(side)];
}

BrokerId Tcp::brokerOf(ConnectionId id) const
{
    const Connection* c = find(id);
    return c == nullptr ? BrokerId {} : c->broker;
}

ClientId Tcp::clientOf(ConnectionId id) const
{
    const Connection* c = find(id);
    return c == nullptr ? ClientId {} : c->client;
}

NodeId Tcp::nodeOf(ConnectionId id) const
{
    const Connection* c = find(id);
    return c == nullptr ? NodeId {} : c->node;
}

EventId Tcp::append(
    const Connection& c, EventKind kind, Side side, TcpState state, EventId cause, RuleId rule, std::int64_t value)
{
    trace::Event e;
    e.at = m_now;
    e.value = value;
    e.cause = cause;
    e.connection = c.id;
    e.client = c.client;
    e.node = c.node;
    e.broker = c.broker;
    e.rule = rule;
    e.kind = kind;
    e.side = side;
    e.state = state;
    return m_trace.append(e);
}

EventId Tcp::step(Connection& c, std::uint8_t end, TcpInput input, EventId cause, RuleId rule)
{
    const Transition& t = transition(c.state[end], input);
    EventId event = cause;
    if (t.to != c.state[end]) {
        event = emitStep(c, end, input, t, cause, rule);
    } else if (t.sends == Emit::Reset) { // a segment for a socket that is not there
        rule = RuleId::SocketGone;
        event = append(c, EventKind::ResetSent, sideOf(end), TcpState::None, cause, rule);
    }
    answer(c, end, t.sends, event, rule);
    return event;
}

EventId Tcp::emitStep(
    Connection& c, std::uint8_t end, TcpInput input, const Transition& t, EventId cause, RuleId rule)
{
    const Side side = sideOf(end);
    EventKind kind = EventKind::TcpState;
    if (input == TcpInput::Reset)
        kind = EventKind::ResetReceived;
    else if (t.sends == Emit::Reset)
        kind = EventKind::ResetSent;
    else if (t.sends == Emit::Fin)
        kind = EventKind::FinSent;
    else if (input == TcpInput::Fin)
        kind = EventKind::FinReceived;
    else if (t.to == TcpState::Closed)
        kind = EventKind::Closed;

    EventId event;
    if (input == TcpInput::Open) {
        trace::Event e;
        e.at = m_now;
        e.value = c.port;
        e.cause = cause;
        e.connection = c.id;
        e.client = c.client;
        e.node = c.node;
        e.broker = c.broker;
        e.text = m_trace.intern(m_ports.address(c.machine));
        e.rule = rule;
        e.kind = kind;
        e.side = side;
        e.state = t.to;
        event = m_trace.append(e);
    } else {
        event = append(c, kind, side, t.to, cause, rule);
    }
    // A reset, sent or received, leaves no socket behind.
    const bool gone = t.to == TcpState::Closed && kind != EventKind::Closed;
    enter(c, end, t.to, gone ? append(c, EventKind::Closed, side, t.to, event, rule) : event);
    return event;
}

void Tcp::enter(Connection& c, std::uint8_t end, TcpState state, EventId event)
{
    c.state[end] = state;
    c.entered[end] = event;
    const auto timer = [&](Duration after) {
        schedule(saturatingAdd(m_now, after), Due::Timer, c.id, static_cast<std::uint32_t>(state) << 1 | end);
    };
    if (state == TcpState::TimeWait) {
        timer(m_kernel.timeWait);
    } else if (state == TcpState::FinWait2) {
        timer(m_kernel.finWait2);
    } else if (state == TcpState::Closed) {
        discardStalled(c, end);
        if (end == kClient && c.held) {
            c.held = false;
            m_ports.release(c.machine, c.remote, c.port);
        }
    }
}

void Tcp::answer(Connection& c, std::uint8_t end, Emit what, EventId cause, RuleId rule)
{
    switch (what) {
    case Emit::Nothing:
        return;
    case Emit::Syn:
        sendSyn(c, cause);
        return;
    case Emit::SynAck:
        transmit(c, other(end), What::SynAck, cause, rule);
        return;
    case Emit::AckOfSyn:
        transmit(c, other(end), What::AckOfSyn, cause, rule);
        return;
    case Emit::Fin:
        transmit(c, other(end), What::Fin, cause, rule);
        return;
    case Emit::AckOfFin:
        transmit(c, other(end), What::AckOfFin, cause, rule);
        return;
    case Emit::Reset:
        transmit(c, other(end), What::Reset, cause, rule);
        return;
    }
}

void Tcp::tell(Connection& c, std::uint8_t end, bool failed, bool reset, EventId cause, RuleId rule)
{
    if (c.told[end])
        return;
    c.told[end] = true;
    if (end == kBroker) {
        if (c.accepted)
            m_programs.disconnected(c.id, reset, cause);
        return;
    }
    client::Report report;
    report.kind = failed ? client::Report::Kind::Failed : client::Report::Kind::Closed;
    report.connection = c.id;
    report.cause = cause;
    report.rule = rule;
    m_programs.report(c.client, std::move(report));
}

void Tcp::timeOut(Connection& c, std::uint8_t end, EventId cause, RuleId rule)
{
    const bool failed = c.state[end] == TcpState::SynSent;
    const bool delivers = transition(c.state[end], TcpInput::Timeout).delivers;
    const EventId event = step(c, end, TcpInput::Timeout, cause, rule);
    if (delivers)
        tell(c, end, failed, true, event, rule);
}

void Tcp::giveBack(Connection& c)
{
    if (!c.live || c.inAir != 0 || !isGone(c.state[kClient]) || !isGone(c.state[kBroker]))
        return;
    c.live = false;
    m_slots[c.id.value] = kNoSlot;
    m_connections.give(c.slot);
}

} // namespace connscope::sim
