// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/socketserver.h"

#include <algorithm>

namespace connscope::broker {

using protocol::ErrorCode;
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
        m_works.emplace_back();
        return static_cast<std::uint32_t>(m_works.size() - 1);
    }
    const std::uint32_t work = m_freeWorks;
    m_freeWorks = m_works[work].next;
    return work;
}

void SocketServer::freeWork(std::uint32_t work)
{
    m_works[work].ready.reset();
    m_works[work].next = m_freeWorks;
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
    if (c.current != kNone)
        freeWork(c.current);
    while (c.queueHead != kNone) {
        const std::uint32_t next = m_works[c.queueHead].next;
        freeWork(c.queueHead);
        c.queueHead = next;
    }
    m_slotOf[c.id.value] = kNone;
    const std::uint32_t serial = c.serial + 1;
    std::vector<PartitionRef> watching = std::move(c.watching);
    watching.clear();
    c = Connection {};
    c.serial = serial;
    c.watching = std::move(watching);
    m_freeSlots.push_back(slot);
}

void SocketServer::close(std::uint32_t slot, RuleId rule, EventId cause)
{
    const Connection& c = m_connections[slot];
    m_world.out->emplace_back(std::in_place_type<CloseAction>, CloseAction {c.id, m_world.idOf(c.broker), cause, rule});
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

void SocketServer::receive(ConnectionId id, protocol::Request&& request, EventId cause)
{
    const std::uint32_t slot = slotOf(id);
    if (slot == kNone)
        return;
    const std::uint32_t index = takeWork();
    Work& work = m_works[index];
    work.request = std::move(request);
    work.arrival = cause;
    work.next = kNone;
    Connection& c = m_connections[slot];
    (c.queueHead == kNone ? c.queueHead : m_works[c.queueTail].next) = index;
    c.queueTail = index;
    pump(slot);
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

Duration SocketServer::serviceTime(const Broker& broker, ApiKey api) const
{
    Duration time = broker.serviceTime + broker.slow;
    for (const auto& [key, extra] : broker.extraServiceTime) {
        if (key == api)
            time += extra;
    }
    return time;
}

void SocketServer::read(std::uint32_t slot)
{
    Connection& c = m_connections[slot];
    const Broker& broker = m_world.brokers[c.broker];
    c.current = c.queueHead;
    Work& work = m_works[c.current];
    c.queueHead = work.next;
    if (c.queueHead == kNone)
        c.queueTail = kNone;
    work.next = kNone;
    c.busy = true;
    ++c.serial;
    m_reaper.touch(slot);

    trace::Event e = m_world.event(EventKind::RequestReceived, work.arrival, RuleId::BrokerAnswers);
    e.side = trace::Side::Broker;
    e.connection = c.id;
    e.client = c.client;
    e.broker = broker.id;
    e.api = work.request.api;
    e.correlation = work.request.correlationId;
    e.size = work.request.size;
    work.received = m_world.append(e);
    work.receivedAt = m_world.now;
    m_world.timers.set(
        saturatingAdd(m_world.now, serviceTime(broker, work.request.api)), TimerKind::Serve, slot, c.serial);
}

// -- requests --

Work* SocketServer::work(RequestRef ref)
{
    if (ref.slot >= m_connections.size())
        return nullptr;
    const Connection& c = m_connections[ref.slot];
    return c.busy && c.serial == ref.serial ? &m_works[c.current] : nullptr;
}

void SocketServer::answer(RequestRef ref, protocol::ResponseBody&& body, ErrorCode error, RuleId rule, EventId cause,
    std::uint32_t size)
{
    Work* work = this->work(ref);
    if (work == nullptr)
        return;
    Connection& c = m_connections[ref.slot];
    if (m_world.brokers[c.broker].paused) {
        answerAt(m_world.now, ref, std::move(body), error, rule, cause);
        return;
    }
    const Duration throttle = throttleOf(c);
    trace::Event e = m_world.event(EventKind::ResponseSent, cause, throttle.count() > 0 ? RuleId::Throttled : rule);
    e.side = trace::Side::Broker;
    e.connection = c.id;
    e.client = c.client;
    e.broker = m_world.idOf(c.broker);
    e.api = work->request.api;
    e.correlation = work->request.correlationId;
    e.value = (m_world.now - work->receivedAt).count();
    e.text = errorText(error);

    Action& action = m_world.out->emplace_back(std::in_place_type<RespondAction>);
    auto& respond = std::get<RespondAction>(action);
    respond.connection = c.id;
    respond.broker = e.broker;
    respond.response.api = e.api;
    respond.response.version = work->request.version;
    respond.response.correlationId = e.correlation;
    respond.response.throttle = throttle;
    respond.response.body = std::move(body);
    if (throttle.count() > 0) {
        if (auto* produced = std::get_if<protocol::ProduceResponse>(&respond.response.body))
            produced->throttle = throttle;
    }
    e.size = size != 0 ? size : protocol::wireSize(respond.response.body);
    respond.response.size = e.size;
    respond.cause = m_world.append(e);

    m_reaper.touch(ref.slot);
    if (throttle.count() > 0) {
        c.throttled = true;
        m_world.timers.set(saturatingAdd(m_world.now, throttle), TimerKind::Unthrottle, ref.slot, c.serial);
    }
    finishRequest(ref.slot);
}

void SocketServer::answerAt(
    Instant at, RequestRef ref, protocol::ResponseBody&& body, ErrorCode error, RuleId rule, EventId cause)
{
    Work* work = this->work(ref);
    if (work == nullptr)
        return;
    work->ready = std::make_unique<ReadyAnswer>(ReadyAnswer {std::move(body), error, rule, cause});
    m_world.timers.set(at, TimerKind::Answer, ref.slot, ref.serial);
}

void SocketServer::completeSilently(RequestRef ref)
{
    if (work(ref) != nullptr)
        finishRequest(ref.slot);
}

void SocketServer::closeInstead(RequestRef ref, RuleId rule, EventId cause)
{
    if (work(ref) != nullptr)
        m_closing.push_back({ref.slot, m_connections[ref.slot].id, rule, cause});
}

void SocketServer::finishRequest(std::uint32_t slot)
{
    Connection& c = m_connections[slot];
    freeWork(c.current);
    c.current = kNone;
    c.busy = false;
    c.fetching = false;
    pump(slot);
}

void SocketServer::onTimer(const Timer& timer)
{
    if (timer.kind == TimerKind::Reap) {
        if (timer.b != kExcess) {
            m_reaper.onTimer(timer);
            return;
        }
        m_reaper.poll(timer.a);
        admitBacklog(m_reaper.brokerOf(timer.a));
        evictExcess(m_reaper.brokerOf(timer.a));
        return;
    }
    if (timer.kind == TimerKind::Unthrottle) {
        Connection& c = m_connections[timer.a];
        if (c.throttled && c.serial == timer.b) {
            c.throttled = false;
            pump(timer.a);
        }
        return;
    }
    const RequestRef ref {timer.a, timer.b};
    Work* work = this->work(ref);
    if (work == nullptr || !work->ready)
        return;
    const std::unique_ptr<ReadyAnswer> ready = std::move(work->ready);
    answer(ref, std::move(ready->body), ready->error, ready->rule, ready->cause);
}

BrokerIndex SocketServer::brokerOf(const Timer& timer) const
{
    if (timer.kind == TimerKind::Reap)
        return m_reaper.brokerOf(timer.a);
    const Connection& c = m_connections[timer.a];
    return c.serial == timer.b ? c.broker : kNoBroker;
}

bool SocketServer::isStale(const Timer& timer) const
{
    const Connection& c = m_connections[timer.a];
    return c.serial != timer.b || !c.busy;
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

// -- texts --

Duration SocketServer::throttleOf(Connection& connection)
{
    if (connection.throttle.count() < 0) {
        connection.throttle = Duration {};
        if (!m_world.spec.throttle.empty()) {
            const auto it = m_world.spec.throttle.find(std::string(clientIdOf(connection.client)));
            if (it != m_world.spec.throttle.end())
                connection.throttle = std::max(Duration {}, it->second);
        }
    }
    return connection.throttle;
}

TextId SocketServer::errorText(ErrorCode error)
{
    if (error == ErrorCode::None)
        return TextId {0};
    const auto index = static_cast<std::size_t>(static_cast<std::int16_t>(error) + 1);
    if (index >= m_errorTexts.size())
        m_errorTexts.resize(index + 1, TextId {0});
    if (m_errorTexts[index].value == 0)
        m_errorTexts[index] = m_world.trace.intern(protocol::errorName(error));
    return m_errorTexts[index];
}

void SocketServer::nameClient(ClientId client, std::string_view clientId)
{
    if (!client.isValid())
        return;
    if (client.value >= m_clientIds.size())
        m_clientIds.resize(client.value + 1);
    m_clientIds[client.value] = clientId;
}

std::string_view SocketServer::clientIdOf(ClientId client)
{
    if (!client.isValid())
        return "client";
    if (client.value >= m_clientIds.size() || m_clientIds[client.value].empty()) {
        // A simulated client says who it is when it is made; each event is looked at once over the whole run.
        for (; m_readTrace < m_world.trace.size(); ++m_readTrace) {
            const trace::Event& e = m_world.trace[m_readTrace];
            if (e.kind == EventKind::ClientCreated && e.client.isValid()
                && (e.client.value >= m_clientIds.size() || m_clientIds[e.client.value].empty()))
                nameClient(e.client, m_world.trace.text(e.text));
        }
        if (client.value >= m_clientIds.size() || m_clientIds[client.value].empty())
            nameClient(client, "client-" + std::to_string(client.value));
    }
    return m_clientIds[client.value];
}

} // namespace connscope::broker
