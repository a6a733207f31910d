// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/topics.h"

#include <algorithm>

namespace connscope::broker {

using trace::EventKind;
using trace::RuleId;

bool isLegalTopicName(std::string_view name)
{
    if (name.empty() || name.size() > 249 || name == "." || name == "..")
        return false;
    return std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_'
            || c == '-';
    });
}

bool isInternalTopic(std::string_view name) { return name == "__consumer_offsets" || name == "__transaction_state"; }

std::uint32_t Topics::append(Topic&& topic)
{
    const std::uint32_t index = size();
    const auto deletions = m_deletions.find(topic.name);
    topic.id = protocol::topicIdOf(
        m_world.spec.clusterId, topic.name, deletions == m_deletions.end() ? 0 : deletions->second);
    m_byId.emplace(topic.id, index);
    m_byName.emplace(topic.name, index);
    m_partitions += topic.partitions.size();
    m_topics.push_back(std::move(topic));
    ++m_world.metadataVersion;
    return index;
}

void Topics::announce(const Topic& topic, std::uint32_t partition, EventId cause, RuleId rule)
{
    trace::Event e = m_world.event(EventKind::LeaderMoved, cause, rule);
    e.broker = m_world.idOf(topic.partitions[partition].leader);
    m_world.append(e, topic.name + '-' + std::to_string(partition));
}

void Topics::add(const TopicSpec& spec, EventId cause)
{
    if (find(spec.name) != kNone)
        return;
    Topic topic;
    topic.name = spec.name;
    for (const PartitionSpec& p : spec.partitions) {
        Partition partition;
        for (const BrokerId id : p.replicas) {
            const BrokerIndex broker = m_world.indexOf(id);
            if (broker != kNoBroker)
                partition.replicas.push_back(broker);
        }
        partition.leader = m_world.indexOf(p.leader);
        partition.wantsLeader = partition.leader != kNoBroker;
        if (partition.wantsLeader
            && std::find(partition.replicas.begin(), partition.replicas.end(), partition.leader)
                == partition.replicas.end())
            partition.replicas.insert(partition.replicas.begin(), partition.leader);
        partition.log.append(p.records);
        partition.highWatermark = partition.log.end();
        topic.partitions.push_back(std::move(partition));
    }
    trace::Event e = m_world.event(EventKind::TopicCreated, cause, RuleId::StartOfWorld);
    e.value = static_cast<std::int64_t>(topic.partitions.size());
    const EventId created = m_world.append(e, topic.name);
    for (std::uint32_t i = 0; i < topic.partitions.size(); ++i)
        announce(topic, i, created, RuleId::StartOfWorld);
    append(std::move(topic));
}

std::uint32_t Topics::create(std::string_view name, std::int32_t partitions, std::int32_t replication, EventId cause)
{
    std::vector<BrokerIndex> living;
    for (BrokerIndex b = 0; b < m_world.brokers.size(); ++b) {
        if (m_world.brokers[b].registered)
            living.push_back(b);
    }
    Topic topic;
    topic.name = name;
    const std::size_t count = living.size();
    const std::size_t replicas = std::min<std::size_t>(static_cast<std::size_t>(std::max(1, replication)), count);
    const std::size_t start = count == 0 ? 0 : m_rng.below(count);
    std::size_t shift = count == 0 ? 0 : m_rng.below(count);
    for (std::int32_t i = 0; i < std::max(1, partitions); ++i) {
        Partition partition;
        const auto number = static_cast<std::size_t>(i);
        if (i > 0 && count != 0 && number % count == 0)
            ++shift;
        const std::size_t first = count == 0 ? 0 : (number + start) % count;
        for (std::size_t r = 0; r < replicas; ++r)
            partition.replicas.push_back(
                living[r == 0 ? first : (first + 1 + (shift + r - 1) % (count - 1)) % count]);
        partition.leader = partition.replicas.empty() ? kNoBroker : partition.replicas.front();
        topic.partitions.push_back(std::move(partition));
    }
    return announceNew(std::move(topic), cause);
}

std::uint32_t Topics::create(std::string_view name, const std::vector<std::vector<BrokerId>>& replicas, EventId cause)
{
    Topic topic;
    topic.name = name;
    for (const std::vector<BrokerId>& ids : replicas) {
        Partition partition;
        for (const BrokerId id : ids)
            partition.replicas.push_back(m_world.indexOf(id));
        const auto leader = std::find_if(partition.replicas.begin(), partition.replicas.end(),
            [this](BrokerIndex b) { return m_world.brokers[b].registered; });
        partition.leader = leader == partition.replicas.end() ? kNoBroker : *leader;
        topic.partitions.push_back(std::move(partition));
    }
    return announceNew(std::move(topic), cause);
}

std::uint32_t Topics::announceNew(Topic&& topic, EventId cause)
{
    const bool isAction = cause.isValid() && m_world.trace[cause].kind == EventKind::Action;
    trace::Event e
        = m_world.event(EventKind::TopicCreated, cause, isAction ? RuleId::ScenarioAction : RuleId::ConfigValue);
    e.value = static_cast<std::int64_t>(topic.partitions.size());
    const EventId created = m_world.append(e, topic.name);
    for (std::uint32_t i = 0; i < topic.partitions.size(); ++i)
        announce(topic, i, created, RuleId::LeadershipChanged);
    return append(std::move(topic));
}

void Topics::remove(std::uint32_t index, EventId cause)
{
    Topic& topic = m_topics[index];
    topic.deleted = true;
    m_partitions -= topic.partitions.size();
    m_byName.erase(topic.name);
    m_byId.erase(topic.id);
    ++m_deletions[topic.name];
    cause = m_world.append(
        m_world.event(EventKind::Mark, cause, RuleId::BrokerAnswers), "topic " + topic.name + " was deleted");
    for (std::uint32_t i = 0; i < topic.partitions.size(); ++i) {
        Partition& p = topic.partitions[i];
        p.replicas.clear();
        p.wantsLeader = false;
        if (p.leader == kNoBroker)
            continue;
        p.leader = kNoBroker;
        announce(topic, i, cause, RuleId::LeadershipChanged);
    }
    ++m_world.metadataVersion;
}

std::string Topics::whyNoMore(std::int64_t partitions) const
{
    if (partitions > kMaxPartitions)
        return "Excessively large number of partitions per request.";
    if (static_cast<std::int64_t>(m_partitions) + partitions > static_cast<std::int64_t>(kMaxClusterPartitions))
        return "This cluster has " + std::to_string(m_partitions) + " partitions and "
            + std::to_string(kMaxClusterPartitions) + " at most.";
    return {};
}

std::string Topics::whyNoReplicas(std::int32_t replication) const
{
    const auto living
        = std::count_if(m_world.brokers.begin(), m_world.brokers.end(), [](const Broker& b) { return b.registered; });
    if (replication <= living)
        return {};
    return "Unable to replicate the partition " + std::to_string(replication)
        + " time(s): The target replication factor of " + std::to_string(replication)
        + " cannot be reached because only " + std::to_string(living) + " broker(s) are registered.";
}

std::uint32_t Topics::findId(const protocol::Uuid& id) const
{
    const auto it = m_byId.find(id);
    return it == m_byId.end() ? kNone : it->second;
}

std::uint32_t Topics::find(std::string_view name) const
{
    const auto it = m_byName.find(name);
    return it == m_byName.end() ? kNone : it->second;
}

std::uint32_t Topics::find(std::string_view name, std::uint32_t& hint) const
{
    if (hint < m_topics.size() && m_topics[hint].name == name && !m_topics[hint].deleted)
        return hint;
    const std::uint32_t index = find(name);
    if (index != kNone)
        hint = index;
    return index;
}

PartitionRef Topics::find(const protocol::TopicPartition& tp, std::uint32_t& hint) const
{
    const std::uint32_t index = find(tp.topic, hint);
    if (index == kNone || tp.partition < 0
        || static_cast<std::size_t>(tp.partition) >= m_topics[index].partitions.size())
        return {};
    return {index, static_cast<std::uint32_t>(tp.partition)};
}

std::vector<std::uint32_t> Topics::byName() const
{
    std::vector<std::uint32_t> numbers;
    numbers.reserve(m_topics.size());
    for (std::uint32_t i = 0; i < m_topics.size(); ++i) {
        if (!m_topics[i].deleted)
            numbers.push_back(i);
    }
    std::sort(numbers.begin(), numbers.end(),
        [this](std::uint32_t a, std::uint32_t b) { return m_topics[a].name < m_topics[b].name; });
    return numbers;
}

std::uint32_t Topics::liveReplicas(const Partition& partition) const
{
    return static_cast<std::uint32_t>(std::count_if(partition.replicas.begin(), partition.replicas.end(),
        [this](BrokerIndex b) { return m_world.brokers[b].registered; }));
}

void Topics::setLeader(PartitionRef ref, BrokerIndex leader, EventId cause)
{
    Partition& p = partition(ref);
    p.leader = leader;
    p.wantsLeader = true;
    ++p.epoch;
    // What had not reached every replica yet has reached the new leader.
    p.highWatermark = p.log.end();
    ++m_world.metadataVersion;
    announce(m_topics[ref.topic], ref.partition, cause, RuleId::LeadershipChanged);
}

void Topics::brokerLost(BrokerIndex broker, EventId cause, std::vector<PartitionRef>& moved)
{
    for (std::uint32_t t = 0; t < m_topics.size(); ++t) {
        for (std::uint32_t i = 0; i < m_topics[t].partitions.size(); ++i) {
            const Partition& p = m_topics[t].partitions[i];
            if (p.leader != broker)
                continue;
            const auto next = std::find_if(p.replicas.begin(), p.replicas.end(),
                [this](BrokerIndex b) { return m_world.brokers[b].registered; });
            setLeader({t, i}, next == p.replicas.end() ? kNoBroker : *next, cause);
            moved.push_back({t, i});
        }
    }
}

void Topics::brokerBack(BrokerIndex broker, EventId cause, std::vector<PartitionRef>& moved)
{
    for (std::uint32_t t = 0; t < m_topics.size(); ++t) {
        for (std::uint32_t i = 0; i < m_topics[t].partitions.size(); ++i) {
            const Partition& p = m_topics[t].partitions[i];
            if (p.leader != kNoBroker || !p.wantsLeader
                || std::find(p.replicas.begin(), p.replicas.end(), broker) == p.replicas.end())
                continue;
            setLeader({t, i}, broker, cause);
            moved.push_back({t, i});
        }
    }
}

void Topics::electPreferred(BrokerIndex broker, EventId cause, std::vector<PartitionRef>& moved)
{
    for (std::uint32_t t = 0; t < m_topics.size(); ++t) {
        for (std::uint32_t i = 0; i < m_topics[t].partitions.size(); ++i) {
            const Partition& p = m_topics[t].partitions[i];
            if (p.replicas.empty() || p.replicas.front() != broker || p.leader == broker || !p.wantsLeader)
                continue;
            setLeader({t, i}, broker, cause);
            moved.push_back({t, i});
        }
    }
}

} // namespace connscope::broker
