// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/convert/parts.h"
#include "wire/convert/values.h"

#include <algorithm>
#include <utility>

// Who is in the cluster and what they speak: API_VERSIONS, METADATA, FIND_COORDINATOR, DESCRIBE_CLUSTER.

namespace connscope::wire::convert {

// -- API_VERSIONS --

ToWire toWire(const protocol::ApiVersionsRequest& r, const Asked&)
{
    return ApiVersionsRequest {r.clientSoftwareName, r.clientSoftwareVersion, {}};
}

FromWire fromWire(const ApiVersionsRequest& r, std::int16_t)
{
    return protocol::ApiVersionsRequest {r.clientSoftwareName, r.clientSoftwareVersion};
}

AnswerToWire toWire(const protocol::ApiVersionsResponse& r, const Answer&)
{
    ApiVersionsResponse out;
    out.errorCode = code(r.error);
    if (r.versions) {
        for (const protocol::ApiVersionRange& range : *r.versions)
            out.apiKeys.push_back({static_cast<std::int16_t>(range.api), range.min, range.max, {}});
    }
    return out;
}

AnswerFromWire fromWire(const ApiVersionsResponse& r, const Context&)
{
    auto versions = std::make_shared<std::vector<protocol::ApiVersionRange>>();
    versions->reserve(r.apiKeys.size());
    for (const ApiVersionsResponse::ApiVersion& range : r.apiKeys)
        versions->push_back({static_cast<ApiKey>(range.apiKey), range.minVersion, range.maxVersion});
    return protocol::ApiVersionsResponse {errorOf(r.errorCode), std::move(versions)};
}

// -- METADATA --

ToWire toWire(const protocol::MetadataRequest& r, const Asked& a)
{
    MetadataRequest out;
    out.allowAutoTopicCreation = r.allowAutoTopicCreation;
    if (r.allTopics) {
        if (a.version > 0)
            out.topics.reset();
        return out;
    }
    if (a.version == 0 && r.topics.empty())
        return fail("METADATA before v1 cannot ask for no topics: an empty list means all of them");
    if (a.version < 10 && !r.topicIds.empty())
        return fail("METADATA before v10 cannot ask for topics by id (KIP-516)");
    for (const std::string& topic : r.topics)
        out.topics->push_back({{}, topic, {}});
    for (const protocol::Uuid& id : r.topicIds)
        out.topics->push_back({uuid(id), std::nullopt, {}});
    return out;
}

FromWire fromWire(const MetadataRequest& r, std::int16_t version)
{
    protocol::MetadataRequest out;
    out.allowAutoTopicCreation = r.allowAutoTopicCreation;
    out.allTopics = !r.topics || (version == 0 && r.topics->empty());
    if (!r.topics)
        return out;
    for (const MetadataRequest::MetadataRequestTopic& topic : *r.topics) {
        if (topic.topicId != Uuid {})
            out.topicIds.push_back(uuid(topic.topicId));
        else if (topic.name)
            out.topics.push_back(*topic.name);
        else
            return fail("METADATA asks for a topic with neither name nor id");
    }
    return out;
}

AnswerToWire toWire(const protocol::MetadataResponse& r, const Answer& a)
{
    MetadataResponse out;
    if (!r.cluster)
        return out;
    const protocol::ClusterMetadata& cluster = *r.cluster;
    out.clusterId = nullable(cluster.clusterId);
    out.controllerId = cluster.controller.value;
    out.brokers.reserve(cluster.brokers.size());
    for (const protocol::BrokerEndpoint& broker : cluster.brokers)
        out.brokers.push_back({broker.id.value, broker.host, portOf(broker), nullable(broker.rack), {}});
    out.topics.reserve(cluster.topics.size());
    for (const protocol::TopicMetadata& topic : cluster.topics) {
        MetadataResponse::MetadataResponseTopic& t = out.topics.emplace_back();
        t.errorCode = code(topic.error);
        t.name = topic.topic.empty() && a.version >= 12 ? std::nullopt : std::optional(topic.topic);
        t.topicId = uuid(topic.topicId);
        t.isInternal = topic.internal;
        t.partitions.reserve(topic.partitions.size());
        for (const protocol::PartitionMetadata& partition : topic.partitions) {
            MetadataResponse::MetadataResponseTopic::MetadataResponsePartition& p = t.partitions.emplace_back();
            p.errorCode = code(partition.error);
            p.partitionIndex = partition.partition;
            p.leaderId = partition.leader.value;
            p.leaderEpoch = partition.leaderEpoch;
            p.replicaNodes = numbers(partition.replicas);
            p.isrNodes = numbers(protocol::inSyncReplicas(cluster, partition));
            if (a.version >= 5)
                p.offlineReplicas = numbers(protocol::offlineReplicas(cluster, partition));
        }
    }
    return out;
}

AnswerFromWire fromWire(const MetadataResponse& r, const Context& c)
{
    auto cluster = std::make_shared<protocol::ClusterMetadata>();
    cluster->clusterId = plain(r.clusterId);
    cluster->controller = BrokerId {r.controllerId};
    cluster->brokers.reserve(r.brokers.size());
    for (const MetadataResponse::MetadataResponseBroker& broker : r.brokers) {
        Result<protocol::BrokerEndpoint> read = endpoint(broker.nodeId, broker.host, broker.port, broker.rack);
        if (!read)
            return fail(std::move(read.error()));
        cluster->brokers.push_back(std::move(*read));
    }
    // Brokers put a hash map into the list; the brain wants them by id.
    std::stable_sort(cluster->brokers.begin(), cluster->brokers.end(),
        [](const protocol::BrokerEndpoint& a, const protocol::BrokerEndpoint& b) { return a.id < b.id; });
    cluster->topics.reserve(r.topics.size());
    for (const MetadataResponse::MetadataResponseTopic& topic : r.topics) {
        protocol::TopicMetadata& t = cluster->topics.emplace_back();
        t.error = errorOf(topic.errorCode);
        t.topic = plain(topic.name);
        t.topicId = uuid(topic.topicId);
        t.internal = topic.isInternal;
        t.partitions.reserve(topic.partitions.size());
        for (const MetadataResponse::MetadataResponseTopic::MetadataResponsePartition& partition : topic.partitions) {
            protocol::PartitionMetadata& p = t.partitions.emplace_back();
            p.error = errorOf(partition.errorCode);
            p.partition = partition.partitionIndex;
            p.leader = BrokerId {partition.leaderId};
            if (c.version >= 7)
                p.leaderEpoch = partition.leaderEpoch;
            p.replicas = brokers(partition.replicaNodes);
        }
        std::stable_sort(t.partitions.begin(), t.partitions.end(),
            [](const protocol::PartitionMetadata& a, const protocol::PartitionMetadata& b) {
                return a.partition < b.partition;
            });
    }
    return protocol::MetadataResponse {std::move(cluster)};
}

// -- FIND_COORDINATOR --

ToWire toWire(const protocol::FindCoordinatorRequest& r, const Asked& a)
{
    FindCoordinatorRequest out;
    out.keyType = static_cast<std::int8_t>(r.type);
    if (a.version == 0 && r.type != protocol::CoordinatorType::Group)
        return fail("FIND_COORDINATOR v0 (GROUP_COORDINATOR) knows no coordinators but those of groups");
    if (a.version >= 4) {
        out.coordinatorKeys = r.keys.empty() ? std::vector<std::string> {r.key} : r.keys;
        return out;
    }
    if (r.keys.size() > 1)
        return fail("FIND_COORDINATOR before v4 asks for one coordinator, not " + std::to_string(r.keys.size())
            + " (KIP-699)"); // NoBatchedFindCoordinatorsException
    out.key = r.keys.empty() ? r.key : r.keys.front();
    return out;
}

FromWire fromWire(const FindCoordinatorRequest& r, std::int16_t version)
{
    if (r.keyType != 0 && r.keyType != 1)
        return fail("FIND_COORDINATOR asks for a coordinator of type " + std::to_string(r.keyType)
            + "; groups (0) and transactions (1) have one here");
    protocol::FindCoordinatorRequest out;
    out.type = static_cast<protocol::CoordinatorType>(r.keyType);
    if (version >= 4)
        out.keys = r.coordinatorKeys;
    else
        out.key = r.key;
    return out;
}

AnswerToWire toWire(const protocol::FindCoordinatorResponse& r, const Answer& a)
{
    FindCoordinatorResponse out;
    if (a.version >= 4) {
        for (const protocol::FoundCoordinator& found : r.coordinators)
            out.coordinators.push_back({found.key, found.coordinator.id.value, found.coordinator.host,
                portOf(found.coordinator), code(found.error), std::nullopt, {}});
        return out;
    }
    if (r.coordinators.size() > 1)
        return fail("FIND_COORDINATOR before v4 is answered with one coordinator (KIP-699)");
    const protocol::BrokerEndpoint& coordinator
        = r.coordinators.empty() ? r.coordinator : r.coordinators.front().coordinator;
    out.errorCode = code(r.coordinators.empty() ? r.error : r.coordinators.front().error);
    out.errorMessage = std::nullopt;
    out.nodeId = coordinator.id.value;
    out.host = coordinator.host;
    out.port = portOf(coordinator);
    return out;
}

AnswerFromWire fromWire(const FindCoordinatorResponse& r, const Context& c)
{
    protocol::FindCoordinatorResponse out;
    if (c.version < 4) {
        out.error = errorOf(r.errorCode);
        if (out.error != protocol::ErrorCode::None)
            return out;
        Result<protocol::BrokerEndpoint> read = endpoint(r.nodeId, r.host, r.port);
        if (!read)
            return fail(std::move(read.error()));
        out.coordinator = std::move(*read);
        return out;
    }
    for (const FindCoordinatorResponse::Coordinator& coordinator : r.coordinators) {
        protocol::FoundCoordinator& found = out.coordinators.emplace_back();
        found.key = coordinator.key;
        found.error = errorOf(coordinator.errorCode);
        out.error = firstOf(out.error, found.error);
        if (found.error != protocol::ErrorCode::None)
            continue;
        Result<protocol::BrokerEndpoint> read = endpoint(coordinator.nodeId, coordinator.host, coordinator.port);
        if (!read)
            return fail(std::move(read.error()));
        found.coordinator = std::move(*read);
    }
    if (!out.coordinators.empty())
        out.coordinator = out.coordinators.front().coordinator;
    return out;
}

// -- DESCRIBE_CLUSTER --

ToWire toWire(const protocol::DescribeClusterRequest&, const Asked&) { return DescribeClusterRequest {}; }

FromWire fromWire(const DescribeClusterRequest& r, std::int16_t)
{
    if (r.endpointType != 1)
        return fail("DESCRIBE_CLUSTER asks for endpoints of type " + std::to_string(r.endpointType)
            + "; brokers (1) answer for brokers (KIP-919)");
    return protocol::DescribeClusterRequest {};
}

AnswerToWire toWire(const protocol::DescribeClusterResponse& r, const Answer&)
{
    DescribeClusterResponse out;
    out.errorCode = code(r.error);
    out.controllerId = r.controller.value;
    if (!r.cluster)
        return out;
    out.clusterId = r.cluster->clusterId;
    for (const protocol::BrokerEndpoint& broker : r.cluster->brokers)
        out.brokers.push_back({broker.id.value, broker.host, portOf(broker), nullable(broker.rack), false, {}});
    return out;
}

AnswerFromWire fromWire(const DescribeClusterResponse& r, const Context&)
{
    auto cluster = std::make_shared<protocol::ClusterMetadata>();
    cluster->clusterId = r.clusterId;
    cluster->controller = BrokerId {r.controllerId};
    for (const DescribeClusterResponse::DescribeClusterBroker& broker : r.brokers) {
        Result<protocol::BrokerEndpoint> read = endpoint(broker.brokerId, broker.host, broker.port, broker.rack);
        if (!read)
            return fail(std::move(read.error()));
        cluster->brokers.push_back(std::move(*read));
    }
    std::stable_sort(cluster->brokers.begin(), cluster->brokers.end(),
        [](const protocol::BrokerEndpoint& a, const protocol::BrokerEndpoint& b) { return a.id < b.id; });
    return protocol::DescribeClusterResponse {errorOf(r.errorCode), BrokerId {r.controllerId}, std::move(cluster)};
}

} // namespace connscope::wire::convert
