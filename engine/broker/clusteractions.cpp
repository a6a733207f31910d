// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/cluster.h"

#include "base/text.h"

#include <algorithm>
#include <string>

// What scenarios and people do to a cluster.

namespace connscope::broker {

using trace::EventKind;
using trace::RuleId;

// -- membership of the cluster --

void ClusterBrain::strikeOff(BrokerIndex broker, EventId cause)
{
    m_world.brokers[broker].registered = false;
    ++m_world.metadataVersion;
    if (m_world.controller == broker) {
        m_world.controller = kNoBroker;
        for (BrokerIndex b = 0; b < m_world.brokers.size() && m_world.controller == kNoBroker; ++b) {
            if (m_world.brokers[b].registered && m_world.brokers[b].up)
                m_world.controller = b;
        }
    }
    std::vector<PartitionRef> moved;
    m_topics.brokerLost(broker, cause, moved);
    m_groupSeats.brokerLost(broker);
    m_transactionSeats.brokerLost(broker);
    m_groups.reassign(cause);
    m_transactions.reassign(cause);
    m_records.leadersMoved(moved, cause);
}

void ClusterBrain::enlist(BrokerIndex broker, EventId cause)
{
    m_world.brokers[broker].registered = true;
    ++m_world.metadataVersion;
    if (m_world.controller == kNoBroker)
        m_world.controller = broker;
    std::vector<PartitionRef> moved;
    m_topics.brokerBack(broker, cause, moved);
    m_groupSeats.brokerBack(broker);
    m_transactionSeats.brokerBack(broker);
    m_groups.reassign(cause);
    m_transactions.reassign(cause);
}

void ClusterBrain::electPreferred(BrokerIndex broker, EventId cause)
{
    std::vector<PartitionRef> moved;
    m_topics.electPreferred(broker, cause, moved);
    m_groupSeats.electPreferred(broker);
    m_transactionSeats.electPreferred(broker);
    m_groups.reassign(cause);
    m_transactions.reassign(cause);
    m_records.leadersMoved(moved, cause);
}

void ClusterBrain::releaseStalled(BrokerIndex broker)
{
    std::vector<Timer> stalled;
    stalled.swap(m_world.brokers[broker].stalled);
    for (const Timer& timer : stalled)
        m_world.timers.setAgain(timer, m_world.now);
}

void ClusterBrain::killBroker(BrokerId broker, Instant now, EventId cause, std::vector<Action>& out)
{
    enter(now, out);
    const BrokerIndex index = m_world.indexOf(broker);
    if (index == kNoBroker || !m_world.brokers[index].up)
        return;
    Broker& b = m_world.brokers[index];
    b.up = false;
    b.paused = false;
    const EventId down = brokerEvent(EventKind::BrokerDown, index, cause, RuleId::BrokerKilled, "killed");
    m_sockets.forgetConnections(index);
    releaseStalled(index);
    if (m_world.spec.failureDetection.count() <= 0) {
        strikeOff(index, down);
    } else {
        m_world.timers.set(saturatingAdd(now, m_world.spec.failureDetection), TimerKind::FailureDetected, index,
            b.incarnation, 0, down);
    }
    m_sockets.finishStep();
}

void ClusterBrain::stopBroker(BrokerId broker, Instant now, EventId cause, std::vector<Action>& out)
{
    enter(now, out);
    const BrokerIndex index = m_world.indexOf(broker);
    if (index == kNoBroker || !m_world.brokers[index].up)
        return;
    Broker& b = m_world.brokers[index];
    b.paused = false;
    // A controlled shutdown: leaders and coordinators move while the broker still answers those who wait.
    strikeOff(index, cause);
    b.up = false;
    const EventId down = brokerEvent(EventKind::BrokerDown, index, cause, RuleId::BrokerStopped, "stopped");
    m_sockets.closeConnections(index, RuleId::BrokerStopped, down);
    releaseStalled(index);
    m_sockets.finishStep();
}

void ClusterBrain::startBroker(BrokerId broker, Instant now, EventId cause, std::vector<Action>& out)
{
    enter(now, out);
    const BrokerIndex index = m_world.indexOf(broker);
    if (index == kNoBroker || m_world.brokers[index].up)
        return;
    if (m_world.brokers[index].registered)
        strikeOff(index, cause); // back before anybody noticed: its new registration ends the old one
    const EventId up = boot(index, cause, RuleId::ScenarioAction);
    enlist(index, up);
    const Broker& b = m_world.brokers[index];
    if (b.config.rebalanceLeaders) {
        m_world.timers.set(saturatingAdd(now, b.config.leaderCheckInterval), TimerKind::PreferredLeaders, index,
            b.incarnation, 0, up);
    }
    m_sockets.finishStep();
}

void ClusterBrain::pauseBroker(BrokerId broker, Instant now, EventId cause)
{
    enter(now, m_nothing);
    const BrokerIndex index = m_world.indexOf(broker);
    if (index == kNoBroker || !m_world.brokers[index].up || m_world.brokers[index].paused)
        return;
    m_world.brokers[index].paused = true;
    brokerEvent(EventKind::BrokerPaused, index, cause, RuleId::ScenarioAction);
}

void ClusterBrain::resumeBroker(BrokerId broker, Instant now, EventId cause, std::vector<Action>& out)
{
    enter(now, out);
    const BrokerIndex index = m_world.indexOf(broker);
    if (index == kNoBroker || !m_world.brokers[index].paused)
        return;
    m_world.brokers[index].paused = false;
    const EventId resumed = brokerEvent(EventKind::BrokerResumed, index, cause, RuleId::ScenarioAction);
    // Its network threads find what has arrived; whatever else should have happened meanwhile happens next.
    m_sockets.resumeBroker(index);
    m_records.recheck(index, resumed);
    releaseStalled(index);
    m_sockets.finishStep();
}

void ClusterBrain::slowBroker(BrokerId broker, Duration extra, Instant now, EventId cause)
{
    enter(now, m_nothing);
    const BrokerIndex index = m_world.indexOf(broker);
    if (index == kNoBroker || !m_world.brokers[index].up)
        return;
    m_world.brokers[index].slow = std::max(Duration {}, extra);
    brokerEvent(EventKind::BrokerSlow, index, cause, RuleId::ScenarioAction, {}, m_world.brokers[index].slow.count());
}

// -- leaders, coordinators, topics, records, configuration --

Result<BrokerIndex> ClusterBrain::runningBroker(BrokerId id) const
{
    const BrokerIndex index = m_world.indexOf(id);
    if (index == kNoBroker)
        return fail("there is no broker " + std::to_string(id.value) + " in the cluster");
    if (!m_world.brokers[index].up)
        return fail("broker " + std::to_string(id.value) + " is down: start it first");
    return index;
}

Result<PartitionRef> ClusterBrain::partitionOf(const protocol::TopicPartition& tp) const
{
    const std::uint32_t topic = m_topics.find(tp.topic);
    if (topic == kNone) {
        std::vector<std::string_view> names;
        for (const std::uint32_t t : m_topics.byName())
            names.push_back(m_topics.topic(t).name);
        return fail("there is no topic '" + printable(tp.topic) + "'" + didYouMean(tp.topic, names));
    }
    const std::size_t count = m_topics.topic(topic).partitions.size();
    if (tp.partition < 0 || static_cast<std::size_t>(tp.partition) >= count) {
        return fail("there is no partition " + std::to_string(tp.partition) + " in topic '" + printable(tp.topic)
            + "', which has " + std::to_string(count) + ", counted from 0");
    }
    return PartitionRef {topic, static_cast<std::uint32_t>(tp.partition)};
}

Result<void> ClusterBrain::moveLeader(
    const protocol::TopicPartition& tp, BrokerId to, Instant now, EventId cause, std::vector<Action>& out)
{
    enter(now, out);
    const Result<PartitionRef> ref = partitionOf(tp);
    if (!ref)
        return tl::unexpected(ref.error());
    const Result<BrokerIndex> broker = runningBroker(to);
    if (!broker)
        return tl::unexpected(broker.error());
    Partition& partition = m_topics.partition(*ref);
    if (partition.leader == *broker)
        return {};
    // A leader is a replica. One that was none takes the old leader's place in the list (a reassignment).
    std::vector<BrokerIndex>& replicas = partition.replicas;
    if (std::find(replicas.begin(), replicas.end(), *broker) == replicas.end()) {
        const auto old = std::find(replicas.begin(), replicas.end(), partition.leader);
        if (old == replicas.end())
            replicas.insert(replicas.begin(), *broker);
        else
            *old = *broker;
    }
    m_topics.setLeader(*ref, *broker, cause);
    m_records.leadersMoved({*ref}, cause);
    m_sockets.finishStep();
    return {};
}

Result<void> ClusterBrain::moveGroupCoordinator(
    std::string_view group, BrokerId to, Instant now, EventId cause, std::vector<Action>& out)
{
    enter(now, out);
    const Result<BrokerIndex> broker = runningBroker(to);
    if (!broker)
        return tl::unexpected(broker.error());
    if (m_groupSeats.of(group) != *broker && !m_groups.knows(group)) {
        brokerEvent(
            EventKind::CoordinatorMoved, *broker, cause, RuleId::LeadershipChanged, "group " + std::string(group));
    }
    m_groupSeats.move(group, *broker);
    m_groups.reassign(cause);
    m_sockets.finishStep();
    return {};
}

Result<void> ClusterBrain::moveTransactionCoordinator(
    std::string_view transactionalId, BrokerId to, Instant now, EventId cause, std::vector<Action>& out)
{
    enter(now, out);
    const Result<BrokerIndex> broker = runningBroker(to);
    if (!broker)
        return tl::unexpected(broker.error());
    if (m_transactionSeats.of(transactionalId) != *broker && !m_transactions.knows(transactionalId)) {
        brokerEvent(EventKind::CoordinatorMoved, *broker, cause, RuleId::LeadershipChanged,
            "transaction " + std::string(transactionalId));
    }
    m_transactionSeats.move(transactionalId, *broker);
    m_transactions.reassign(cause);
    m_sockets.finishStep();
    return {};
}

Result<void> ClusterBrain::createTopic(
    std::string_view topic, std::int32_t partitions, std::int32_t replication, Instant now, EventId cause)
{
    enter(now, m_nothing);
    if (!isLegalTopicName(topic)) {
        return fail("'" + printable(topic)
            + "' is no topic name: 1 to 249 of the characters a-z A-Z 0-9 . _ - are, but not '.' or '..'");
    }
    if (m_topics.find(topic) != kNone)
        return fail("topic '" + std::string(topic) + "' exists already");
    if (partitions < 1)
        return fail("a topic needs 1 partition or more, not " + std::to_string(partitions));
    if (std::string why = m_topics.whyNoMore(partitions); !why.empty())
        return fail(why + " A topic gets " + std::to_string(kMaxPartitions) + " at once at most, not "
            + std::to_string(partitions));
    if (std::string why = m_topics.whyNoReplicas(replication); !why.empty())
        return fail(std::move(why));
    m_topics.create(topic, partitions, replication, cause);
    return {};
}

Result<void> ClusterBrain::appendRecords(
    const protocol::TopicPartition& tp, std::int64_t records, Instant now, EventId cause, std::vector<Action>& out)
{
    enter(now, out);
    const Result<PartitionRef> ref = partitionOf(tp);
    if (!ref)
        return tl::unexpected(ref.error());
    if (records < 0)
        return fail("the number of records to append must not be below 0");
    m_records.append(*ref, records, cause);
    m_sockets.finishStep();
    return {};
}

Result<void> ClusterBrain::setConfig(
    BrokerId broker, std::string_view key, std::string_view value, Instant now, EventId cause)
{
    enter(now, m_nothing);
    const BrokerIndex index = m_world.indexOf(broker);
    if (index == kNoBroker)
        return fail("there is no broker " + std::to_string(broker.value) + " in the cluster");
    protocol::ConfigSet& config = m_world.spec.brokers[index].config;
    if (Result<void> set = config.set(key, value); !set)
        return set;
    const protocol::ConfigKey* known = protocol::findConfigKey(protocol::ConfigOwner::Broker, key);
    const std::string shown = known != nullptr && known->secret ? "[hidden]" : config.text(key);
    const std::string name(key);
    if (!m_world.brokers[index].up || !isDynamicBrokerKey(key)) {
        configEvent(index, cause, name + " will be " + shown + " when the broker starts next");
        return {};
    }
    applyDynamicKeys(config, m_world.brokers[index].config);
    m_sockets.limitsChanged(index, configEvent(index, cause, name + " = " + shown));
    return {};
}

} // namespace connscope::broker
