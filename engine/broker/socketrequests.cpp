// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/socketserver.h"

#include <algorithm>

// A request on its way through a broker: read, held, answered; with the texts that its events carry.

namespace connscope::broker {

using protocol::ErrorCode;
using trace::EventKind;
using trace::RuleId;

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
    Work& work = workAt(c.current);
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
    const auto* unreadable = std::get_if<protocol::UnreadableRequest>(&work.request.body);
    work.received
        = m_world.append(e, unreadable != nullptr ? std::string_view(unreadable->why) : std::string_view {});
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
    return c.busy && c.serial == ref.serial ? &workAt(c.current) : nullptr;
}

void SocketServer::answer(
    RequestRef ref, protocol::ResponseBody&& body, ErrorCode error, RuleId rule, EventId cause, std::uint32_t size)
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
    const auto* versions = std::get_if<protocol::ApiVersionsResponse>(&respond.response.body);
    if (versions != nullptr && versions->error == ErrorCode::UnsupportedVersion)
        respond.response.version = 0; // the form that every client can read (KIP-511)
    e.size = m_world.hooks.sizeOf ? m_world.hooks.sizeOf(c.id, respond.response)
        : size != 0               ? size
                                  : protocol::wireSize(respond.response.body);
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
    if (work(ref) == nullptr)
        return;
    const ConnectionId connection = m_connections[ref.slot].id;
    finishRequest(ref.slot);
    if (m_world.hooks.doneWithoutAnswer)
        m_world.hooks.doneWithoutAnswer(connection);
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
        m_readTrace = std::max(m_readTrace, m_world.trace.released());
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
