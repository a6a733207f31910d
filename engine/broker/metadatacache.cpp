// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/metadatacache.h"

#include <algorithm>

namespace connscope::broker {

using protocol::ErrorCode;

namespace {

std::uint64_t hashOf(const protocol::MetadataRequest& request)
{
    std::uint64_t hash = request.allTopics ? 1 : 0xcbf29ce484222325ULL;
    if (request.allTopics)
        return hash;
    for (const std::string& topic : request.topics)
        hash = (hash ^ std::hash<std::string> {}(topic)) * 0x100000001b3ULL;
    return hash;
}

SharedMetadata shared(std::shared_ptr<const protocol::ClusterMetadata> cluster)
{
    protocol::ResponseBody body = protocol::MetadataResponse {std::move(cluster)};
    const std::uint32_t size = protocol::wireSize(body);
    const ErrorCode error = protocol::firstError(body);
    return {std::move(std::get<protocol::MetadataResponse>(body).cluster), size, error};
}

} // namespace

protocol::BrokerEndpoint endpointOf(const BrokerSpec& spec)
{
    return {spec.id, spec.advertisedHost.empty() ? spec.host : spec.advertisedHost,
        spec.advertisedPort == 0 ? spec.port : spec.advertisedPort, spec.rack};
}

const SharedMetadata& MetadataCache::answer(const protocol::MetadataRequest& request)
{
    if (!request.topicIds.empty() || request.topics.size() > kMaxShared) {
        m_unshared = shared(describe(request));
        return m_unshared;
    }
    if (m_version != m_world.metadataVersion || m_entries.size() >= kMaxEntries || m_named >= kMaxTopics) {
        m_version = m_world.metadataVersion;
        m_entries.clear();
        m_named = 0;
    }
    Entry& entry = m_entries[hashOf(request)];
    const bool same = entry.answer.cluster && entry.allTopics == request.allTopics
        && (entry.allTopics || entry.topics == request.topics);
    if (!same) {
        entry.allTopics = request.allTopics;
        entry.topics = request.allTopics ? std::vector<std::string> {} : request.topics;
        entry.answer = shared(describe(request));
        m_named += entry.answer.cluster->topics.size();
    }
    return entry.answer;
}

SharedMetadata MetadataCache::answerAfterCreation(
    const protocol::MetadataRequest& request, std::uint32_t created) const
{
    std::shared_ptr<protocol::ClusterMetadata> cluster = describe(request);
    for (protocol::TopicMetadata& topic : cluster->topics) {
        if (const std::uint32_t index = m_topics.find(topic.topic); index == kNone || index < created)
            continue;
        topic.error = ErrorCode::LeaderNotAvailable;
        topic.partitions.clear();
    }
    return shared(std::move(cluster));
}

std::shared_ptr<protocol::ClusterMetadata> MetadataCache::describe(const protocol::MetadataRequest& request) const
{
    auto cluster = std::make_shared<protocol::ClusterMetadata>();
    cluster->clusterId = m_world.spec.clusterId;
    cluster->controller = m_world.idOf(m_world.controller);
    for (BrokerIndex b = 0; b < m_world.brokers.size(); ++b) {
        if (!m_world.brokers[b].registered)
            continue;
        cluster->brokers.push_back(endpointOf(m_world.specOf(b)));
    }
    if (request.allTopics) {
        for (const std::uint32_t topic : m_topics.byName())
            cluster->topics.push_back(describeTopic(topic));
        return cluster;
    }
    for (const std::string& name : request.topics) {
        const std::uint32_t topic = m_topics.find(name);
        if (topic != kNone) {
            cluster->topics.push_back(describeTopic(topic));
            continue;
        }
        protocol::TopicMetadata missing;
        missing.topic = name;
        missing.error = isLegalTopicName(name) ? ErrorCode::UnknownTopicOrPartition : ErrorCode::InvalidTopic;
        cluster->topics.push_back(std::move(missing));
    }
    for (const protocol::Uuid& id : request.topicIds) {
        const std::uint32_t topic = m_topics.findId(id);
        if (topic != kNone) {
            cluster->topics.push_back(describeTopic(topic));
            continue;
        }
        protocol::TopicMetadata missing;
        missing.topicId = id;
        missing.error = ErrorCode::UnknownTopicId;
        cluster->topics.push_back(std::move(missing));
    }
    return cluster;
}

protocol::TopicMetadata MetadataCache::describeTopic(std::uint32_t index) const
{
    const Topic& topic = m_topics.topic(index);
    protocol::TopicMetadata metadata;
    metadata.topic = topic.name;
    metadata.topicId = topic.id;
    metadata.internal = isInternalTopic(topic.name);
    metadata.partitions.reserve(topic.partitions.size());
    for (std::uint32_t i = 0; i < topic.partitions.size(); ++i) {
        const Partition& p = topic.partitions[i];
        protocol::PartitionMetadata m;
        m.partition = static_cast<std::int32_t>(i);
        m.leader = m_world.idOf(p.leader);
        m.leaderEpoch = p.epoch;
        m.error = p.leader == kNoBroker ? ErrorCode::LeaderNotAvailable : ErrorCode::None;
        m.replicas.reserve(p.replicas.size());
        for (const BrokerIndex b : p.replicas)
            m.replicas.push_back(m_world.idOf(b));
        metadata.partitions.push_back(std::move(m));
    }
    return metadata;
}

} // namespace connscope::broker
