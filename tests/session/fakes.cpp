// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/fakes.h"

#include <algorithm>

namespace connscope::test {

using client::Report;
using client::Wish;
using trace::EventKind;
using trace::RuleId;
using trace::Side;

// -- the client --

FakeClient::FakeClient(client::ClientSpec spec, const client::Environment& environment, Instant now, EventId cause)
    : m_spec(std::move(spec))
    , m_environment(environment)
{
    trace::Event e;
    e.at = now;
    e.cause = cause;
    e.client = m_spec.id;
    e.value = static_cast<std::int64_t>(m_spec.kind);
    e.text = m_environment.trace->intern(m_spec.clientId);
    e.rule = RuleId::ApplicationCall;
    e.kind = EventKind::ClientCreated;
    m_created = m_environment.trace->append(e);
    int index = 0;
    for (const std::string& server : m_spec.config.list("bootstrap.servers")) {
        Peer peer;
        const std::size_t colon = server.rfind(':');
        peer.host = server.substr(0, colon);
        peer.port = static_cast<std::uint16_t>(std::stoi(server.substr(colon + 1)));
        peer.node = NodeId::bootstrap(index++);
        peer.due = now;
        peer.cause = m_created;
        m_peers.push_back(std::move(peer));
    }
}

EventId FakeClient::append(
    Instant now, EventKind kind, const Peer& peer, EventId cause, RuleId rule, std::string_view text)
{
    trace::Event e;
    e.at = now;
    e.cause = cause;
    e.client = m_spec.id;
    e.connection = peer.connection;
    e.node = peer.node;
    e.text = m_environment.trace->intern(text);
    e.rule = rule;
    e.kind = kind;
    e.side = Side::Client;
    return m_environment.trace->append(e);
}

void FakeClient::connect(Instant now, Peer& peer, std::vector<Wish>& wishes)
{
    const auto addresses = m_environment.resolver->resolve(peer.host);
    if (addresses.empty()) {
        peer.due = now + kRetry;
        return;
    }
    peer.connection = m_environment.trace->newConnection();
    peer.due = kNever;
    client::OpenWish wish;
    wish.connection = peer.connection;
    wish.node = peer.node;
    wish.host = peer.host;
    wish.address = addresses.front();
    wish.port = peer.port;
    wish.cause = append(now, EventKind::ConnectStarted, peer, peer.cause, RuleId::MetadataNeedsNode, peer.host);
    wishes.emplace_back(std::move(wish));
}

void FakeClient::read(Instant now, Report& report, std::vector<Wish>& wishes)
{
    const auto peer = std::find_if(
        m_peers.begin(), m_peers.end(), [&](const Peer& p) { return p.connection == report.connection; });
    if (peer == m_peers.end())
        return;
    switch (report.kind) {
    case Report::Kind::Connected:
        peer->cause = append(now, EventKind::Connected, *peer, report.cause, RuleId::ThreeWayHandshake);
        peer->ready = true;
        peer->due = now;
        break;
    case Report::Kind::Received:
        peer->cause = append(now, EventKind::ResponseReceived, *peer, report.cause, RuleId::ResponseArrived);
        peer->waiting = false;
        break;
    case Report::Kind::Failed:
    case Report::Kind::Closed: {
        const bool failed = report.kind == Report::Kind::Failed;
        const EventId event = append(
            now, failed ? EventKind::ConnectFailed : EventKind::Disconnected, *peer, report.cause, report.rule);
        wishes.emplace_back(client::CloseWish {peer->connection, event, report.rule});
        peer->connection = {};
        peer->ready = peer->waiting = false;
        peer->cause = event;
        peer->due = now + kRetry;
        break;
    }
    }
}

Instant FakeClient::poll(Instant now, std::vector<Report>& reports, std::vector<Wish>& wishes)
{
    for (Report& report : reports)
        read(now, report, wishes);
    Instant next = kNever;
    for (Peer& peer : m_peers) {
        if (m_closing) {
            if (peer.connection.isValid())
                wishes.emplace_back(client::CloseWish {peer.connection, m_closeCause, RuleId::ClientClosed});
            continue;
        }
        if (peer.due <= now && !peer.connection.isValid()) {
            connect(now, peer, wishes);
        } else if (peer.due <= now && peer.ready && !peer.waiting) {
            client::SendWish send;
            send.connection = peer.connection;
            send.cause = append(now, EventKind::RequestSent, peer, peer.cause, RuleId::ApplicationCall);
            send.request.api = ApiKey::Metadata;
            send.request.correlationId = m_correlation++;
            send.request.size = 60;
            wishes.emplace_back(std::move(send));
            peer.waiting = true;
            peer.due = now + kEvery;
        }
        if (!peer.waiting)
            next = std::min(next, peer.due);
    }
    if (m_closing) {
        trace::Event e;
        e.at = now;
        e.cause = m_closeCause;
        e.client = m_spec.id;
        e.rule = RuleId::ClientClosed;
        e.kind = EventKind::ClientClosed;
        m_environment.trace->append(e);
        m_closed = true;
        return kNever;
    }
    return next;
}

void FakeClient::append(std::vector<client::Step> steps) { replaceScript(std::move(steps), m_created); }

void FakeClient::replaceScript(std::vector<client::Step> steps, EventId cause)
{
    if (!steps.empty() && steps.front().kind == client::Step::Kind::Close) {
        m_closing = true;
        m_closeCause = cause;
    }
}

// -- the cluster --

FakeCluster::FakeCluster(broker::ClusterSpec spec, trace::Trace& trace, Instant now, EventId cause)
    : m_spec(std::move(spec))
    , m_trace(trace)
{
    for (const auto& broker : m_spec.brokers) {
        m_brokers.emplace(broker.id, Broker {});
        append(now, EventKind::BrokerUp, broker.id, {}, cause);
    }
}

EventId FakeCluster::append(
    Instant now, EventKind kind, BrokerId broker, ConnectionId connection, EventId cause, std::string_view text)
{
    trace::Event e;
    e.at = now;
    e.cause = cause;
    e.connection = connection;
    e.broker = broker;
    e.text = m_trace.intern(text);
    e.rule = RuleId::BrokerAnswers;
    e.kind = kind;
    e.side = connection.isValid() ? Side::Broker : Side::None;
    return m_trace.append(e);
}

void FakeCluster::accept(BrokerId broker, ConnectionId connection, ClientId, std::string_view,
    std::optional<Duration> idleLimit, Instant now, EventId cause, std::vector<broker::Action>&)
{
    m_connections.emplace(connection, broker);
    if (idleLimit)
        m_work.push_back({now + *idleLimit, broker, connection, cause, true, RuleId::CourseBrokerIdleExpiry, {}});
}

void FakeCluster::receive(
    ConnectionId connection, protocol::Request&& request, Instant now, EventId cause, std::vector<broker::Action>&)
{
    const BrokerId broker = m_connections.at(connection);
    Duration service {};
    for (const auto& spec : m_spec.brokers) {
        if (spec.id == broker)
            service = spec.serviceTime;
    }
    const EventId event = append(now, EventKind::RequestReceived, broker, connection, cause);
    m_work.push_back({now + service + m_brokers.at(broker).extra, broker, connection, event, false, RuleId::None,
        std::move(request)});
}

void FakeCluster::disconnected(
    ConnectionId connection, bool reset, Instant now, EventId cause, std::vector<broker::Action>&)
{
    const auto known = m_connections.find(connection);
    if (known == m_connections.end())
        return;
    if (!reset)
        m_work.push_back({now + ms(1), known->second, connection, cause, true, RuleId::PeerClosed, {}});
    else
        m_connections.erase(known);
}

Instant FakeCluster::advance(Instant now, std::vector<broker::Action>& out)
{
    Instant next = kNever;
    for (std::size_t i = 0; i < m_work.size();) {
        Work& work = m_work[i];
        const Broker& broker = m_brokers.at(work.broker);
        if (broker.paused || work.at > now) {
            if (!broker.paused)
                next = std::min(next, work.at);
            ++i;
            continue;
        }
        if (broker.up && m_connections.count(work.connection) > 0) {
            if (work.close) {
                out.emplace_back(broker::CloseAction {work.connection, work.broker, work.cause, work.rule});
                m_connections.erase(work.connection);
            } else {
                broker::RespondAction respond;
                respond.connection = work.connection;
                respond.broker = work.broker;
                respond.cause = append(now, EventKind::ResponseSent, work.broker, work.connection, work.cause);
                respond.response.api = work.request.api;
                respond.response.correlationId = work.request.correlationId;
                respond.response.size = 200;
                out.emplace_back(std::move(respond));
            }
        }
        m_work.erase(m_work.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return next;
}

void FakeCluster::killBroker(BrokerId broker, Instant now, EventId cause, std::vector<broker::Action>&)
{
    m_brokers.at(broker) = {false, false, {}};
    std::erase_if(m_work, [broker](const Work& work) { return work.broker == broker; });
    std::erase_if(m_connections, [broker](const auto& pair) { return pair.second == broker; });
    append(now, EventKind::BrokerDown, broker, {}, cause, "killed");
}

void FakeCluster::stopBroker(BrokerId broker, Instant now, EventId cause, std::vector<broker::Action>& out)
{
    m_brokers.at(broker).up = false;
    const EventId down = append(now, EventKind::BrokerDown, broker, {}, cause, "stopped");
    for (const auto& [connection, owner] : m_connections) {
        if (owner == broker)
            out.emplace_back(broker::CloseAction {connection, broker, down, RuleId::BrokerStopped});
    }
    std::erase_if(m_connections, [broker](const auto& pair) { return pair.second == broker; });
}

void FakeCluster::startBroker(BrokerId broker, Instant now, EventId cause, std::vector<broker::Action>&)
{
    m_brokers.at(broker).up = true;
    append(now, EventKind::BrokerUp, broker, {}, cause);
}

void FakeCluster::pauseBroker(BrokerId broker, Instant now, EventId cause)
{
    m_brokers.at(broker).paused = true;
    append(now, EventKind::BrokerPaused, broker, {}, cause);
}

void FakeCluster::resumeBroker(BrokerId broker, Instant now, EventId cause, std::vector<broker::Action>&)
{
    m_brokers.at(broker).paused = false;
    append(now, EventKind::BrokerResumed, broker, {}, cause);
}

void FakeCluster::slowBroker(BrokerId broker, Duration extra, Instant now, EventId cause)
{
    m_brokers.at(broker).extra = extra;
    append(now, EventKind::BrokerSlow, broker, {}, cause);
}

Result<void> FakeCluster::moveLeader(
    const protocol::TopicPartition& partition, BrokerId to, Instant now, EventId cause, std::vector<broker::Action>&)
{
    if (partition.topic == "nowhere")
        return fail("there is no topic nowhere");
    append(now, EventKind::LeaderMoved, to, {}, cause, protocol::toString(partition));
    return {};
}

Result<void> FakeCluster::moveGroupCoordinator(
    std::string_view group, BrokerId to, Instant now, EventId cause, std::vector<broker::Action>&)
{
    append(now, EventKind::CoordinatorMoved, to, {}, cause, "group " + std::string(group));
    return {};
}

Result<void> FakeCluster::moveTransactionCoordinator(
    std::string_view id, BrokerId to, Instant now, EventId cause, std::vector<broker::Action>&)
{
    append(now, EventKind::CoordinatorMoved, to, {}, cause, "transaction " + std::string(id));
    return {};
}

Result<void> FakeCluster::createTopic(std::string_view topic, std::int32_t, std::int32_t, Instant now, EventId cause)
{
    append(now, EventKind::TopicCreated, {}, {}, cause, topic);
    return {};
}

Result<void> FakeCluster::appendRecords(
    const protocol::TopicPartition& partition, std::int64_t, Instant now, EventId cause, std::vector<broker::Action>&)
{
    append(now, EventKind::Mark, {}, {}, cause, "appended to " + protocol::toString(partition));
    return {};
}

Result<void> FakeCluster::setConfig(
    BrokerId broker, std::string_view key, std::string_view value, Instant now, EventId cause)
{
    append(now, EventKind::ConfigChanged, broker, {}, cause, std::string(key) + " = " + std::string(value));
    return {};
}

BrokerId FakeCluster::listenerAt(std::string_view host, std::uint16_t port) const
{
    for (const auto& broker : m_spec.brokers) {
        if (broker.host == host && broker.port == port)
            return broker.id;
    }
    return {};
}

session::Factories fakeFactories()
{
    session::Factories factories = sim::factories();
    factories.client
        = [](client::ClientSpec spec, const client::Environment& environment, Instant now, EventId cause) {
              return std::make_unique<FakeClient>(std::move(spec), environment, now, cause);
          };
    factories.cluster = [](broker::ClusterSpec spec, trace::Trace& trace, Rng, Instant now, EventId cause) {
        return std::make_unique<FakeCluster>(std::move(spec), trace, now, cause);
    };
    return factories;
}

} // namespace connscope::test
