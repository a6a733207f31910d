// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/facts.h"

#include "findings/limit.h"
#include "trace/construction.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace connscope::findings {

using trace::ConnectionLife;
using trace::Event;
using trace::EventKind;
using trace::Side;

namespace {

constexpr std::string_view kIdleKey = "connections.max.idle.ms = ";
constexpr std::string_view kRequestTimeoutKey = "request.timeout.ms = ";

std::optional<Duration> limitOf(const std::optional<std::int64_t>& ms)
{
    if (!ms)
        return std::nullopt;
    return *ms < 0 ? kOff : connscope::ms(*ms);
}

} // namespace

Facts::Facts(const trace::Trace& trace)
    : m_trace(&trace)
{
}

bool Facts::read(std::size_t upTo, std::size_t most)
{
    m_connections.resize(std::max<std::size_t>(m_connections.size(), m_trace->connectionCount()));
    m_lastWork.resize(std::max<std::size_t>(m_lastWork.size(), m_trace->clientCount()));
    const std::size_t end = upTo > m_size ? m_size + std::min(most, upTo - m_size) : m_size;
    for (; m_size < end; ++m_size) {
        const EventId id {static_cast<std::uint32_t>(m_size)};
        take(id, (*m_trace)[id]);
    }
    return m_size >= upTo;
}

void Facts::extend(const trace::WorldState& world, const std::vector<ConnectionLife>& lives, Instant end)
{
    m_world = &world;
    m_lives = &lives;
    m_end = std::max(m_trace->end(), end);
    read(world.applied(), world.applied());
    m_byClient.clear();
    for (std::size_t i = 0; i < lives.size(); ++i) {
        if (lives[i].client.isValid())
            m_byClient[lives[i].client].push_back(i);
    }
}

void Facts::take(EventId id, const Event& e)
{
    if (e.connection.isValid() && e.connection.value < m_connections.size())
        takeOfConnection(id, e);
    switch (e.kind) {
    case EventKind::FlowForgotten:
        if (e.connection.isValid()) {
            m_forgotten.push_back(id);
            m_connections[e.connection.value].isClientSilent = isSilent(e.client, e.at);
        }
        break;
    case EventKind::RequestSent:
        if (e.client.isValid())
            m_lastSent[e.client] = e.at;
        if (e.client.isValid() && e.client.value < m_lastWork.size()
            && (e.api == ApiKey::Produce || e.api == ApiKey::Fetch))
            m_lastWork[e.client.value] = id;
        break;
    case EventKind::ConfigChanged:
        if (m_trace->text(e.text).starts_with(kIdleKey))
            m_limits[{e.client, e.client.isValid() ? BrokerId {} : e.broker}] = id;
        else if (e.client.isValid() && m_trace->text(e.text).starts_with(kRequestTimeoutKey))
            takeRequestTimeout(e.client, m_trace->text(e.text).substr(kRequestTimeoutKey.size()));
        break;
    case EventKind::BrokerDown:
    case EventKind::BrokerPaused:
        m_downs.push_back(id);
        break;
    case EventKind::Mark:
        if (trace::notConstructed(*m_trace, id))
            m_notConstructed.push_back(id);
        break;
    case EventKind::LinkCut:
        if (!m_cut.isValid())
            m_cut = id;
        break;
    default:
        break;
    }
}

void Facts::takeRequestTimeout(ClientId client, std::string_view value)
{
    std::int64_t number = 0;
    if (std::from_chars(value.data(), value.data() + value.size(), number).ec == std::errc {} && number > 0
        && number <= std::numeric_limits<std::int32_t>::max())
        m_requestTimeouts[client] = connscope::ms(number);
}

void Facts::takeOfConnection(EventId id, const Event& e)
{
    OfConnection& c = m_connections[e.connection.value];
    if (e.side == Side::Client && e.state != trace::TcpState::None) {
        if (e.state == trace::TcpState::CloseWait) {
            if (!c.closeWaitFrom.isValid())
                c.closeWaitFrom = id;
        } else if (c.closeWaitFrom.isValid() && !c.closeWaitTo.isValid()) {
            c.closeWaitTo = id;
        }
    }
    switch (e.kind) {
    case EventKind::RequestSent:
        if (c.lastUse.isValid() && !c.sentAfterSilence.isValid()
            && e.at - (*m_trace)[c.lastUse].at >= kSuspiciousSilence) {
            c.sentAfterSilence = id;
            c.silence = e.at - (*m_trace)[c.lastUse].at;
            c.isClientSilent = c.isClientSilent || isSilent(e.client, e.at);
        }
        c.lastUse = id;
        break;
    case EventKind::ResponseReceived:
        c.sentAfterSilence = {}; // it was alive after all
        c.lastUse = id;
        break;
    case EventKind::Connected:
        c.lastUse = id;
        break;
    case EventKind::RequestTimedOut:
        if (!c.timedOut.isValid())
            c.timedOut = id;
        if (c.sentAfterSilence.isValid())
            m_unanswered.try_emplace(e.connection, Unanswered {c.sentAfterSilence, id, c.silence});
        break;
    case EventKind::Disconnected:
    case EventKind::Closed:
        if (e.side != Side::Broker && c.closeWaitFrom.isValid() && !c.closeWaitTo.isValid())
            c.closeWaitTo = id;
        break;
    default:
        break;
    }
}

std::optional<Duration> Facts::clientLimit(ClientId client) const
{
    return client.isValid() ? limitOf(world().client(client).idleLimitMs) : std::nullopt;
}

std::optional<Duration> Facts::brokerLimit(BrokerId broker) const
{
    const trace::BrokerState* state = broker.isValid() ? world().broker(broker) : nullptr;
    return state ? limitOf(state->idleLimitMs) : std::nullopt;
}

Duration Facts::longestLook(ClientId client) const
{
    const auto told = m_requestTimeouts.find(client);
    return findings::longestLook(
        world().client(client).kind, told == m_requestTimeouts.end() ? std::nullopt : std::optional(told->second));
}

EventId Facts::timedOut(ConnectionId connection) const
{
    return connection.value < m_connections.size() ? m_connections[connection.value].timedOut : EventId {};
}

void Facts::addLimits(std::vector<EventId>& events, ClientId client, BrokerId broker) const
{
    for (const auto& key : {std::pair {client, BrokerId {}}, std::pair {ClientId {}, broker}}) {
        if (const auto it = m_limits.find(key); it != m_limits.end())
            events.push_back(it->second);
    }
}

EventId Facts::lastWork(ClientId client) const
{
    return client.value < m_lastWork.size() ? m_lastWork[client.value] : EventId {};
}

std::pair<EventId, EventId> Facts::closeWait(ConnectionId connection) const
{
    if (connection.value >= m_connections.size())
        return {};
    const OfConnection& c = m_connections[connection.value];
    return {c.closeWaitFrom, c.closeWaitTo};
}

bool Facts::wasNotPolled(ConnectionId connection) const
{
    const auto [from, to] = closeWait(connection);
    if (!from.isValid())
        return false;
    const Instant noticed = to.isValid() ? (*m_trace)[to].at : m_end;
    return noticed - (*m_trace)[from].at > findings::longestLook(trace::ClientKind::Consumer, std::nullopt);
}

bool Facts::isSilent(ClientId client, Instant now) const
{
    constexpr Duration kLongestPause
        = std::chrono::seconds(30); // far more than fetch.max.wait.ms and heartbeat.interval.ms
    const auto it = m_lastSent.find(client);
    return it != m_lastSent.end() && now - it->second > kLongestPause;
}

bool Facts::wasClientSilent(ConnectionId connection) const
{
    return connection.value < m_connections.size() && m_connections[connection.value].isClientSilent;
}

bool Facts::wasBroken(BrokerId broker, Instant before) const
{
    if (m_cut.isValid() && (*m_trace)[m_cut].at <= before)
        return true;
    return brokerDown(broker, kStart, before).isValid();
}

EventId Facts::brokerDown(BrokerId broker, Instant from, Instant to) const
{
    EventId found;
    for (const EventId id : m_downs) {
        const Event& e = (*m_trace)[id];
        if (e.broker == broker && e.at >= from && e.at <= to)
            found = id;
    }
    return found;
}

std::uint32_t Facts::handshakeRequests(const ConnectionLife& life)
{
    return life.traffic.of(ApiKey::ApiVersions) + life.traffic.of(ApiKey::SaslHandshake)
        + life.traffic.of(ApiKey::SaslAuthenticate);
}

} // namespace connscope::findings
