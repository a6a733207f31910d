// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/socketserver.h"

#include <algorithm>

namespace connscope::broker {

using trace::EventKind;
using trace::RuleId;

SocketServer::SocketServer(World& world, Rng rng)
    : m_world(world)
    , m_reaper(world, rng)
    , m_brokers(world.brokers.size())
{
}

// -- slots --

std::uint32_t SocketServer::slotOf(ConnectionId id) const
{
    return id.value < m_slotOf.size() ? m_slotOf[id.value] : kNone;
}

std::uint32_t SocketServer::takeSlot()
{
    if (m_freeSlots.empty()) {
        m_connections.emplace_back();
        return static_cast<std::uint32_t>(m_connections.size() - 1);
    }
    const std::uint32_t slot = m_freeSlots.back();
    m_freeSlots.pop_back();
    return slot;
}

std::uint32_t SocketServer::takeWork()
{
    if (m_freeWorks == kNone) {
        if (m_workCount % kWorkBlock == 0)
            m_works.push_back(std::make_unique<Work[]>(kWorkBlock));
        return m_workCount++;
    }
    const std::uint32_t work = m_freeWorks;
    m_freeWorks = workAt(work).next;
    return work;
}

void SocketServer::freeWork(std::uint32_t work)
{
    workAt(work).ready.reset();
    workAt(work).next = m_freeWorks;
    m_freeWorks = work;
}

std::vector<std::uint32_t> SocketServer::slotsOf(BrokerIndex broker) const
{
    std::vector<std::uint32_t> slots;
    for (std::uint32_t slot = 0; slot < m_connections.size(); ++slot) {
        if (m_connections[slot].broker == broker && m_connections[slot].state != Connection::State::Free)
            slots.push_back(slot);
    }
    std::sort(slots.begin(), slots.end(),
        [this](std::uint32_t a, std::uint32_t b) { return m_connections[a].id < m_connections[b].id; });
    return slots;
}

void SocketServer::release(std::uint32_t slot)
{
    Connection& c = m_connections[slot];
    if (c.state == Connection::State::Open) {
        if (c.processor != kNone)
            m_reaper.remove(slot);
        m_brokers[c.broker].quotas.release(c.address);
        if (m_listener != nullptr)
            m_listener->connectionGone(slot, c);
    } else {
        std::erase(m_brokers[c.broker].backlog, slot);
    }
    const auto forget = [this](std::uint32_t work) {
        workAt(work).request.body = protocol::RequestBody {}; // it may hold records
        freeWork(work);
    };
    if (c.current != kNone)
        forget(c.current);
    while (c.queueHead != kNone) {
        const std::uint32_t next = workAt(c.queueHead).next;
        forget(c.queueHead);
        c.queueHead = next;
    }
    m_slotOf[c.id.value] = kNone;
    const std::uint32_t serial = c.serial + 1;
    c = Connection {};
    c.serial = serial;
    m_freeSlots.push_back(slot);
}

void SocketServer::close(std::uint32_t slot, RuleId rule, EventId cause)
{
    const Connection& c = m_connections[slot];
    m_world.out->emplace_back(
        std::in_place_type<CloseAction>, CloseAction {c.id, m_world.idOf(c.broker), cause, rule});
    release(slot);
}

// -- brokers --

void SocketServer::startBroker(BrokerIndex broker)
{
    PerBroker& b = m_brokers[broker];
    const std::uint32_t threads = m_world.brokers[broker].config.networkThreads;
    b = PerBroker {};
    b.firstProcessor = m_reaper.startProcessors(broker, threads);
}

void SocketServer::forgetConnections(BrokerIndex broker)
{
    for (const std::uint32_t slot : slotsOf(broker))
        release(slot);
}

void SocketServer::closeConnections(BrokerIndex broker, RuleId rule, EventId cause)
{
    for (const std::uint32_t slot : slotsOf(broker))
        close(slot, rule, cause);
}

void SocketServer::resumeBroker(BrokerIndex broker)
{
    PerBroker& b = m_brokers[broker];
    std::vector<std::uint32_t> waiting;
    waiting.swap(b.pausedInput);
    admitBacklog(broker);
    for (const std::uint32_t slot : waiting) {
        if (!m_connections[slot].pausedInput)
            continue; // that connection is gone
        m_connections[slot].pausedInput = false;
        pump(slot);
    }
}

void SocketServer::limitsChanged(BrokerIndex broker, EventId cause)
{
    m_brokers[broker].limitCause = cause;
    m_world.timers.set(m_world.now, TimerKind::Reap, m_brokers[broker].firstProcessor, kExcess);
}

// -- the network --

void SocketServer::accept(BrokerIndex broker, ConnectionId id, ClientId client, std::string_view peerAddress,
    std::optional<Duration> idleLimit, EventId cause)
{
    if (slotOf(id) != kNone)
        return;
    if (id.value >= m_slotOf.size())
        m_slotOf.resize(std::max<std::size_t>(id.value + 1, 2 * m_slotOf.size()), kNone);
    const std::uint32_t slot = takeSlot();
    m_slotOf[id.value] = slot;
    Connection& c = m_connections[slot];
    c.id = id;
    c.client = client;
    c.accepted = cause;
    c.broker = broker;
    c.address = m_addresses.number(peerAddress);
    c.idleLimit = idleLimit;
    c.state = Connection::State::Backlog;
    m_brokers[broker].backlog.push_back(slot);
    if (!m_world.brokers[broker].paused)
        admitBacklog(broker);
}

void SocketServer::admitBacklog(BrokerIndex broker)
{
    // The acceptor takes them in order and blocks on the first one that has no slot (KIP-402).
    PerBroker& b = m_brokers[broker];
    while (!b.backlog.empty() && b.quotas.slotAvailable(m_world.brokers[broker].config)) {
        const std::uint32_t slot = b.backlog.front();
        b.backlog.pop_front();
        admit(slot);
    }
}

void SocketServer::admit(std::uint32_t slot)
{
    Connection& c = m_connections[slot];
    PerBroker& b = m_brokers[c.broker];
    const BrokerConfig& config = m_world.brokers[c.broker].config;
    c.state = Connection::State::Open;
    if (!b.quotas.take(config, c.address, m_addresses.text(c.address))) {
        close(slot, RuleId::MaxConnectionsPerIp, c.accepted);
        return;
    }
    c.processor = b.firstProcessor + b.nextProcessor;
    b.nextProcessor = (b.nextProcessor + 1) % config.networkThreads;
    m_reaper.add(slot, c.processor, c.idleLimit);
    pump(slot);
}

void SocketServer::identify(ConnectionId id, ClientId client, std::string_view clientId)
{
    nameClient(client, clientId);
    const std::uint32_t slot = slotOf(id);
    if (slot == kNone)
        return;
    m_connections[slot].client = client;
    m_connections[slot].throttle = Duration {-1};
}

void SocketServer::receive(ConnectionId id, protocol::Request&& request, EventId cause)
{
    const std::uint32_t slot = slotOf(id);
    if (slot == kNone)
        return;
    const std::uint32_t index = takeWork();
    Work& work = workAt(index);
    work.request = std::move(request);
    work.arrival = cause;
    work.next = kNone;
    Connection& c = m_connections[slot];
    (c.queueHead == kNone ? c.queueHead : workAt(c.queueTail).next) = index;
    c.queueTail = index;
    pump(slot);
}

void SocketServer::used(ConnectionId id, Instant at)
{
    const std::uint32_t slot = slotOf(id);
    if (slot == kNone || m_connections[slot].state != Connection::State::Open
        || m_world.brokers[m_connections[slot].broker].paused)
        return;
    m_reaper.touch(slot, at);
}

void SocketServer::peerClosed(ConnectionId id, bool reset, EventId cause)
{
    const std::uint32_t slot = slotOf(id);
    if (slot == kNone)
        return;
    const BrokerIndex broker = m_connections[slot].broker;
    if (reset) {
        if (m_connections[slot].processor != kNone)
            m_reaper.poll(m_connections[slot].processor);
        release(slot);
        if (!m_world.brokers[broker].paused)
            admitBacklog(broker);
        return;
    }
    m_connections[slot].fin = true;
    m_connections[slot].finCause = cause;
    pump(slot);
}

void SocketServer::pump(std::uint32_t slot)
{
    Connection& c = m_connections[slot];
    if (c.state != Connection::State::Open || c.busy || c.throttled)
        return;
    if (m_world.brokers[c.broker].paused) {
        if (!c.pausedInput) {
            c.pausedInput = true;
            m_brokers[c.broker].pausedInput.push_back(slot);
        }
        return;
    }
    if (c.queueHead != kNone)
        read(slot);
    else if (c.fin) {
        m_reaper.poll(c.processor);
        m_closing.push_back({slot, c.id, RuleId::PeerClosed, c.finCause});
    }
}

// -- the end of a step --

void SocketServer::evictExcess(BrokerIndex broker)
{
    if (m_brokers[broker].evicting || !m_brokers[broker].quotas.exceeded(m_world.brokers[broker].config))
        return;
    m_brokers[broker].evicting = true;
    m_evicting.push_back(broker);
}

void SocketServer::finishStep()
{
    // As in a poll: what the traffic led to first, then the idle check.
    closeListed();
    m_reaper.takeExpired(m_expired);
    for (const Reaper::Expired& x : m_expired) {
        const Connection& c = m_connections[x.slot];
        const bool own = x.rule == RuleId::BrokerIdleExpiry;
        const EventId cause = own ? m_world.brokers[c.broker].idleConfigEvent : c.accepted;
        trace::Event e = m_world.event(EventKind::IdleExpired, cause, x.rule);
        e.side = trace::Side::Broker;
        e.connection = c.id;
        e.client = c.client;
        e.broker = m_world.idOf(c.broker);
        e.value = x.idle.count();
        m_closing.push_back({x.slot, c.id, x.rule, m_world.append(e)});
    }
    m_expired.clear();

    for (const BrokerIndex broker : m_evicting) {
        // Every network thread closes one in each of its polls until the number fits (Processor#closeExcessConnections).
        PerBroker& b = m_brokers[broker];
        b.evicting = false;
        const BrokerConfig& config = m_world.brokers[broker].config;
        std::int64_t excess = static_cast<std::int64_t>(b.quotas.total()) - config.maxConnections;
        for (std::uint32_t i = 0; i < config.networkThreads && excess > 0; ++i) {
            const std::uint32_t slot = m_reaper.leastRecentlyUsed(b.firstProcessor + i);
            if (slot == kNone)
                continue;
            m_closing.push_back({slot, m_connections[slot].id, RuleId::MaxConnections, b.limitCause});
            --excess;
        }
        if (excess > 0) {
            m_world.timers.set(
                m_reaper.nextPoll(b.firstProcessor, m_world.now), TimerKind::Reap, b.firstProcessor, kExcess);
        }
    }
    m_evicting.clear();
    closeListed();
}

void SocketServer::closeListed()
{
    for (std::size_t i = 0; i < m_closing.size(); ++i) {
        const Closing x = m_closing[i];
        Connection& c = m_connections[x.slot];
        if (c.id != x.id || c.state == Connection::State::Free)
            continue; // closed for another reason in the same step
        const BrokerIndex broker = c.broker;
        close(x.slot, x.rule, x.cause);
        admitBacklog(broker); // may close a newcomer by the same way
    }
    m_closing.clear();
}

} // namespace connscope::broker
