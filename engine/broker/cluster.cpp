// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/cluster.h"

#include "base/prefetch.h"

#include <algorithm>
#include <utility>

namespace connscope::broker {

using trace::EventKind;
using trace::RuleId;

namespace {

/// The world before anything runs: brokers by id, each id once.
World makeWorld(ClusterSpec spec, trace::Trace& trace, Instant now, std::vector<Action>& out)
{
    std::stable_sort(spec.brokers.begin(), spec.brokers.end(),
        [](const BrokerSpec& a, const BrokerSpec& b) { return a.id < b.id; });
    spec.brokers.erase(std::unique(spec.brokers.begin(), spec.brokers.end(),
                           [](const BrokerSpec& a, const BrokerSpec& b) { return a.id == b.id; }),
        spec.brokers.end());
    World world {trace, std::move(spec), {}, kNoBroker, 0, {}, now, &out, {}};
    for (const BrokerSpec& b : world.spec.brokers) {
        Broker broker;
        broker.id = b.id;
        broker.serviceTime = b.serviceTime;
        broker.extraServiceTime.assign(b.extraServiceTime.begin(), b.extraServiceTime.end());
        broker.config = readBrokerConfig(b.config);
        world.brokers.push_back(std::move(broker));
    }
    return world;
}

std::int32_t firstOf(const World& world, std::int32_t BrokerConfig::*member)
{
    return world.brokers.empty() ? 1 : world.brokers.front().config.*member;
}

} // namespace

ClusterBrain::ClusterBrain(ClusterSpec spec, trace::Trace& trace, Rng rng, Instant now, EventId cause)
    : m_world(makeWorld(std::move(spec), trace, now, m_nothing))
    , m_sockets(m_world, rng.fork("network threads"))
    , m_topics(m_world, rng.fork("topics"))
    , m_producers(m_world.brokers.size())
    , m_groupSeats(m_world, firstOf(m_world, &BrokerConfig::offsetsPartitions), m_world.spec.groupCoordinators)
    , m_transactionSeats(
          m_world, firstOf(m_world, &BrokerConfig::transactionPartitions), m_world.spec.transactionCoordinators)
    , m_metadata(m_world, m_topics)
    , m_records(m_world, m_sockets, m_topics, m_producers, rng.fork("fetch sessions"))
    , m_groups(m_world, m_sockets, m_topics, m_groupSeats, rng.fork("groups"))
    , m_transactions(m_world, m_sockets, m_topics, m_records, m_groups, m_producers, m_transactionSeats)
    , m_apis(m_world,
          {m_sockets, m_topics, m_metadata, m_records, m_groups, m_transactions, m_groupSeats, m_transactionSeats})
{
    m_sockets.setListener(this);
    m_world.out = &m_nothing;
    for (BrokerIndex b = 0; b < m_world.brokers.size(); ++b) {
        boot(b, cause, RuleId::StartOfWorld);
        m_world.brokers[b].registered = true;
        const BrokerSpec& s = m_world.specOf(b);
        m_listeners[s.port].emplace(s.host, b);
    }
    m_world.controller = m_world.indexOf(m_world.spec.controller);
    if (m_world.controller == kNoBroker && !m_world.brokers.empty())
        m_world.controller = 0;
    for (const TopicSpec& topic : m_world.spec.topics)
        m_topics.add(topic, cause);
    ++m_world.metadataVersion;
}

// -- events --

EventId ClusterBrain::brokerEvent(
    EventKind kind, BrokerIndex broker, EventId cause, RuleId rule, std::string_view text, std::int64_t value)
{
    trace::Event e = m_world.event(kind, cause, rule);
    e.broker = m_world.idOf(broker);
    e.value = value;
    return m_world.append(e, text);
}

EventId ClusterBrain::configEvent(BrokerIndex broker, EventId cause, std::string_view text)
{
    return brokerEvent(EventKind::ConfigChanged, broker, cause, RuleId::ConfigValue, text);
}

EventId ClusterBrain::boot(BrokerIndex index, EventId cause, RuleId rule)
{
    Broker& broker = m_world.brokers[index];
    const protocol::ConfigSet& config = m_world.specOf(index).config;
    broker.up = true;
    broker.paused = false;
    broker.slow = Duration {};
    ++broker.incarnation;
    broker.config = readBrokerConfig(config);
    const protocol::BrokerEndpoint advertised = broker::endpointOf(m_world.specOf(index));
    std::string where = advertised.host + ':' + std::to_string(advertised.port);
    if (!advertised.rack.empty())
        where += " rack " + advertised.rack;
    const EventId up = brokerEvent(EventKind::BrokerUp, index, cause, rule, where);
    broker.idleConfigEvent = EventId {};
    for (const protocol::ConfigSet::Entry& entry : config.entries()) {
        const bool secret = entry.key != nullptr && entry.key->secret;
        const EventId event = configEvent(index, up, entry.name + " = " + (secret ? "[hidden]" : entry.text));
        if (entry.name == "connections.max.idle.ms")
            broker.idleConfigEvent = event;
    }
    if (!broker.idleConfigEvent.isValid()) {
        broker.idleConfigEvent
            = configEvent(index, up, "connections.max.idle.ms = " + std::to_string(broker.config.idleMs));
    }
    m_sockets.startBroker(index);
    m_records.startBroker(index);
    m_producers.restart(index);
    return up;
}

// -- the network --

void ClusterBrain::accept(BrokerId broker, ConnectionId connection, ClientId client, std::string_view peerAddress,
    std::optional<Duration> idleLimit, Instant now, EventId cause, std::vector<Action>& out)
{
    enter(now, out);
    const BrokerIndex index = m_world.indexOf(broker);
    if (index == kNoBroker || !m_world.brokers[index].up)
        return;
    m_sockets.accept(index, connection, client, peerAddress, idleLimit, cause);
    m_sockets.finishStep();
}

void ClusterBrain::nameClient(ClientId client, std::string_view clientId) { m_sockets.nameClient(client, clientId); }

void ClusterBrain::identify(ConnectionId connection, ClientId client, std::string_view clientId)
{
    m_sockets.identify(connection, client, clientId);
}

void ClusterBrain::receive(
    ConnectionId connection, protocol::Request&& request, Instant now, EventId cause, std::vector<Action>& out)
{
    enter(now, out);
    if (std::string why = m_apis.refusal(request); !why.empty())
        request.body = protocol::UnreadableRequest {std::move(why)};
    m_sockets.receive(connection, std::move(request), cause);
    m_sockets.finishStep();
}

void ClusterBrain::used(ConnectionId connection, Instant at, Instant now, std::vector<Action>& out)
{
    enter(now, out);
    m_sockets.used(connection, at);
    m_sockets.finishStep();
}

void ClusterBrain::disconnected(
    ConnectionId connection, bool reset, Instant now, EventId cause, std::vector<Action>& out)
{
    enter(now, out);
    m_sockets.peerClosed(connection, reset, cause);
    m_sockets.finishStep();
}

void ClusterBrain::connectionGone(std::uint32_t slot, Connection& connection) { m_records.forget(slot, connection); }

// -- time --

BrokerIndex ClusterBrain::brokerOf(const Timer& timer) const
{
    switch (timer.kind) {
    case TimerKind::Serve:
    case TimerKind::LongPoll:
    case TimerKind::Answer:
    case TimerKind::Unthrottle:
    case TimerKind::Reap:
        return m_sockets.brokerOf(timer);
    case TimerKind::HighWatermark:
        return m_topics.partition({timer.a, timer.b}).leader;
    case TimerKind::JoinDelay:
    case TimerKind::Session:
    case TimerKind::PendingMember:
        return m_groups.brokerOf(timer);
    case TimerKind::TransactionMarkers:
    case TimerKind::TransactionTimeout:
        return m_transactions.brokerOf(timer);
    case TimerKind::PreferredLeaders:
    case TimerKind::FailureDetected:
        break;
    }
    return kNoBroker;
}

void ClusterBrain::dispatch(const Timer& timer)
{
    const BrokerIndex broker = brokerOf(timer);
    if (broker != kNoBroker && m_world.brokers[broker].paused) {
        m_world.brokers[broker].stalled.push_back(timer);
        return;
    }
    switch (timer.kind) {
    case TimerKind::Serve:
        m_apis.handle({timer.a, timer.b});
        return;
    case TimerKind::LongPoll:
    case TimerKind::HighWatermark:
        m_records.onTimer(timer);
        return;
    case TimerKind::Answer:
    case TimerKind::Unthrottle:
    case TimerKind::Reap:
        m_sockets.onTimer(timer);
        return;
    case TimerKind::JoinDelay:
    case TimerKind::Session:
    case TimerKind::PendingMember:
        m_groups.onTimer(timer);
        return;
    case TimerKind::TransactionMarkers:
    case TimerKind::TransactionTimeout:
        m_transactions.onTimer(timer);
        return;
    case TimerKind::PreferredLeaders:
        if (m_world.brokers[timer.a].up && m_world.brokers[timer.a].incarnation == timer.b)
            electPreferred(timer.a, timer.cause);
        return;
    case TimerKind::FailureDetected:
        if (!m_world.brokers[timer.a].up && m_world.brokers[timer.a].registered
            && m_world.brokers[timer.a].incarnation == timer.b)
            strikeOff(timer.a, timer.cause);
        return;
    }
}

// Long polls end in the order in which they began, each of another client half a second after its last move: what the
// next ones will touch comes into the cache in three steps, each from what the step before has brought.
void ClusterBrain::prefetchLongPolls()
{
    if (const Timer* third = m_world.timers.ahead(TimerKind::LongPoll, 3))
        m_sockets.prefetchConnection(third->a);
    if (const Timer* second = m_world.timers.ahead(TimerKind::LongPoll, 2)) {
        m_sockets.prefetchRequest(second->a);
        m_expected = {m_sockets.connection(second->a).id, m_sockets.connection(second->a).client};
    }
    if (const Timer* next = m_world.timers.ahead(TimerKind::LongPoll, 0)) {
        for (const PartitionRef ref : m_sockets.connection(next->a).watching)
            prefetch(&m_topics.partition(ref), sizeof(Partition));
    }
}

Instant ClusterBrain::advance(Instant now, std::vector<Action>& out)
{
    enter(now, out);
    m_expected = {};
    Timers& timers = m_world.timers;
    while (!timers.empty()) {
        const Timer timer = timers.top();
        const bool ofRequest
            = timer.kind == TimerKind::Serve || timer.kind == TimerKind::LongPoll || timer.kind == TimerKind::Answer;
        if (timer.at > now && !(ofRequest && m_sockets.isStale(timer)))
            return timer.at;
        timers.pop();
        if (timer.at > now)
            continue; // answered long since: no reason to be woken
        if (timer.kind == TimerKind::LongPoll)
            prefetchLongPolls();
        dispatch(timer);
        m_sockets.finishStep();
    }
    return kNever;
}

// -- questions --

bool ClusterBrain::isUp(BrokerId broker) const
{
    const BrokerIndex index = m_world.indexOf(broker);
    return index != kNoBroker && m_world.brokers[index].up;
}

bool ClusterBrain::isPaused(BrokerId broker) const
{
    const BrokerIndex index = m_world.indexOf(broker);
    return index != kNoBroker && m_world.brokers[index].paused;
}

Duration ClusterBrain::slowedBy(BrokerId broker) const
{
    const BrokerIndex index = m_world.indexOf(broker);
    return index == kNoBroker ? Duration {} : m_world.brokers[index].slow;
}

BrokerId ClusterBrain::listenerAt(std::string_view host, std::uint16_t port) const
{
    const auto hosts = m_listeners.find(port);
    if (hosts == m_listeners.end())
        return {};
    const auto it = hosts->second.find(host);
    return it == hosts->second.end() ? BrokerId {} : m_world.idOf(it->second);
}

BrokerId ClusterBrain::leaderOf(const protocol::TopicPartition& partition) const
{
    std::uint32_t hint = kNone;
    const PartitionRef ref = m_topics.find(partition, hint);
    return ref.topic == kNone ? BrokerId {} : m_world.idOf(m_topics.partition(ref).leader);
}

BrokerId ClusterBrain::groupCoordinator(std::string_view group) const { return m_world.idOf(m_groupSeats.of(group)); }

BrokerId ClusterBrain::transactionCoordinator(std::string_view transactionalId) const
{
    return m_world.idOf(m_transactionSeats.of(transactionalId));
}

protocol::BrokerEndpoint ClusterBrain::endpointOf(BrokerId broker) const
{
    const BrokerIndex index = m_world.indexOf(broker);
    return index == kNoBroker ? protocol::BrokerEndpoint {} : broker::endpointOf(m_world.specOf(index));
}

protocol::Uuid ClusterBrain::topicId(std::string_view topic) const
{
    const std::uint32_t index = m_topics.find(topic);
    return index == kNone ? protocol::Uuid {} : m_topics.topic(index).id;
}

std::unique_ptr<Cluster> makeCluster(ClusterSpec spec, trace::Trace& trace, Rng rng, Instant now, EventId cause)
{
    return std::make_unique<ClusterBrain>(std::move(spec), trace, rng, now, cause);
}

} // namespace connscope::broker
