// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/messages.h"

#include <algorithm>

// Sizes are those of the newest version of each API that is not "flexible" (the versions of the 2.x clients), field
// by field as the protocol guide lists them: INT8 1, INT16 2, INT32 4, INT64 8, STRING and NULLABLE_STRING 2 + bytes,
// BYTES and ARRAY 4 + content. DESCRIBE_CLUSTER has only flexible versions and is counted as one.

namespace connscope::protocol {

namespace {

constexpr std::size_t kFrame = 4; // length prefix
constexpr std::size_t kRequestHeader = 2 + 2 + 4 + 2; // key, version, correlation id, length of the client id
constexpr std::size_t kResponseHeader = 4; // correlation id
constexpr std::size_t kArray = 4;
constexpr std::size_t kThrottle = 4;
constexpr std::size_t kErrorCode = 2;
constexpr std::size_t kNullString = 2;

std::size_t string(std::string_view text) { return 2 + text.size(); }

const TopicPartition& partitionOf(const TopicPartition& tp) { return tp; }
template <typename T>
const TopicPartition& partitionOf(const T& item)
{
    return item.partition;
}

/// ARRAY of (topic, ARRAY of entries of \a each bytes). Neighbours of one topic share its entry, as the client groups
/// them.
template <typename T>
std::size_t byTopic(const std::vector<T>& items, std::size_t each)
{
    std::size_t size = kArray;
    std::string_view topic;
    bool first = true;
    for (const T& item : items) {
        const TopicPartition& tp = partitionOf(item);
        if (first || tp.topic != topic) {
            topic = tp.topic;
            first = false;
            size += string(topic) + kArray;
        }
        size += each;
    }
    return size;
}

/// ConsumerProtocolSubscription: version, topics, user data.
std::size_t subscription(const std::vector<std::string>& topics)
{
    std::size_t size = kArray + 2 + kArray + 4;
    for (const std::string& topic : topics)
        size += string(topic);
    return size;
}

std::size_t strings(const std::vector<std::string>& texts)
{
    std::size_t size = kArray;
    for (const std::string& text : texts)
        size += string(text);
    return size;
}

std::size_t bytes(const Bytes& opaque) { return opaque ? opaque->size() : 0; }

std::size_t protocols(const JoinGroupDetail& detail)
{
    std::size_t size = 0;
    for (const GroupProtocol& protocol : detail.protocols)
        size += string(protocol.name) + kArray + bytes(protocol.metadata);
    return size;
}

/// ConsumerProtocolAssignment: version, partitions, user data.
std::size_t assignment(const std::vector<TopicPartition>& partitions)
{
    return partitions.empty() ? kArray : kArray + 2 + byTopic(partitions, 4) + 4;
}

constexpr std::size_t kProducer = 8 + 2; // producer id and epoch

struct RequestSize {
    std::size_t operator()(const ApiVersionsRequest& r) const
    {
        // From v3 on the header and the body end with a tag count and lengths take one byte.
        return r.clientSoftwareName.empty()
            ? 0
            : 1 + 1 + r.clientSoftwareName.size() + 1 + r.clientSoftwareVersion.size() + 1;
    }
    std::size_t operator()(const MetadataRequest& r) const
    {
        std::size_t size = kArray + 1;
        if (!r.allTopics) {
            for (const std::string& topic : r.topics)
                size += string(topic);
        }
        return size;
    }
    std::size_t operator()(const FindCoordinatorRequest& r) const { return string(r.key) + 1; }
    std::size_t operator()(const JoinGroupRequest& r) const
    {
        return string(r.groupId) + 4 + 4 + string(r.memberId) + string(r.groupInstanceId) + string("consumer")
            + kArray + string(r.protocolName) + subscription(r.topics)
            + (r.clientRack.empty() ? 0 : r.clientRack.size()) + (r.detail ? protocols(*r.detail) : 0);
    }
    std::size_t operator()(const SyncGroupRequest& r) const
    {
        std::size_t size = string(r.groupId) + 4 + string(r.memberId) + string(r.groupInstanceId) + kArray;
        for (const MemberAssignment& member : r.assignments)
            size += string(member.memberId) + assignment(member.partitions) + bytes(member.bytes);
        return size;
    }
    std::size_t operator()(const HeartbeatRequest& r) const
    {
        return string(r.groupId) + 4 + string(r.memberId) + kNullString;
    }
    std::size_t operator()(const LeaveGroupRequest& r) const { return string(r.groupId) + string(r.memberId); }
    std::size_t operator()(const OffsetCommitRequest& r) const
    {
        return string(r.groupId) + 4 + string(r.memberId) + kNullString + byTopic(r.offsets, 4 + 8 + 4 + kNullString);
    }
    std::size_t operator()(const OffsetFetchRequest& r) const { return string(r.groupId) + byTopic(r.partitions, 4); }
    std::size_t operator()(const ListOffsetsRequest& r) const { return 4 + 1 + byTopic(r.partitions, 4 + 4 + 8); }
    std::size_t operator()(const OffsetForLeaderEpochRequest& r) const
    {
        return 4 + byTopic(r.partitions, 4 + 4 + 4);
    }
    std::size_t operator()(const FetchRequest& r) const
    {
        return 4 + 4 + 4 + 4 + 1 + 4 + 4 + byTopic(r.partitions, 4 + 4 + 8 + 8 + 4) + kArray + string(r.rack);
    }
    std::size_t operator()(const ProduceRequest& r) const
    {
        std::size_t size = string(r.transactionalId) + 2 + 4 + byTopic(r.partitions, 4 + kArray);
        for (const ProducePartition& p : r.partitions)
            size += p.batch ? p.batch->bytes.size() : p.bytes > 0 ? static_cast<std::size_t>(p.bytes) : 0;
        return size;
    }
    std::size_t operator()(const InitProducerIdRequest& r) const { return string(r.transactionalId) + 4; }
    std::size_t operator()(const AddPartitionsToTxnRequest& r) const
    {
        return string(r.transactionalId) + kProducer + byTopic(r.partitions, 4);
    }
    std::size_t operator()(const AddOffsetsToTxnRequest& r) const
    {
        return string(r.transactionalId) + kProducer + string(r.groupId);
    }
    std::size_t operator()(const EndTxnRequest& r) const { return string(r.transactionalId) + kProducer + 1; }
    std::size_t operator()(const TxnOffsetCommitRequest& r) const
    {
        return string(r.transactionalId) + string(r.groupId) + kProducer
            + byTopic(r.offsets, 4 + 8 + 4 + kNullString);
    }
    std::size_t operator()(const CreateTopicsRequest& r) const
    {
        std::size_t size = kArray + 4 + 1;
        for (const NewTopic& topic : r.topics)
            size += string(topic.name) + 4 + 2 + kArray + kArray;
        return size;
    }
    std::size_t operator()(const DescribeClusterRequest&) const { return 1 + 1 + 1; }
    std::size_t operator()(const DescribeConfigsRequest& r) const
    {
        const std::size_t space = r.resource.find(' '); // "topic t4": the type is one byte, the name a string
        const std::size_t name = space == std::string::npos ? r.resource.size() : r.resource.size() - space - 1;
        return kArray + 1 + 2 + name + kArray + 1;
    }
    // What no client of a simulation sends is counted by its names only: a real wire knows its sizes.
    std::size_t operator()(const DeleteTopicsRequest& r) const
    {
        return strings(r.topics) + 16 * r.topicIds.size() + 4;
    }
    std::size_t operator()(const ListGroupsRequest& r) const { return strings(r.states) + strings(r.types); }
    std::size_t operator()(const DescribeGroupsRequest& r) const { return strings(r.groups) + 1; }
    std::size_t operator()(const SaslHandshakeRequest& r) const { return string(r.mechanism); }
    std::size_t operator()(const SaslAuthenticateRequest&) const { return kArray; }
    std::size_t operator()(const UnreadableRequest&) const { return 0; }
};

struct ResponseSize {
    std::size_t operator()(const ApiVersionsResponse& r) const
    {
        return kErrorCode + kArray + (r.versions ? r.versions->size() * 6 : 0) + kThrottle;
    }
    std::size_t operator()(const MetadataResponse& r) const
    {
        std::size_t size = kThrottle + kArray + kNullString + 4 + kArray;
        if (!r.cluster)
            return size;
        size += r.cluster->clusterId.size();
        for (const BrokerEndpoint& broker : r.cluster->brokers)
            size += 4 + string(broker.host) + 4 + string(broker.rack);
        for (const TopicMetadata& topic : r.cluster->topics) {
            size += kErrorCode + string(topic.topic) + 1 + kArray;
            for (const PartitionMetadata& p : topic.partitions) // replicas and in-sync replicas, no offline ones
                size += kErrorCode + 4 + 4 + 4 + 3 * kArray + 8 * p.replicas.size();
        }
        return size;
    }
    std::size_t operator()(const FindCoordinatorResponse& r) const
    {
        return kThrottle + kErrorCode + kNullString + 4 + string(r.coordinator.host) + 4;
    }
    std::size_t operator()(const JoinGroupResponse& r) const
    {
        std::size_t size
            = kThrottle + kErrorCode + 4 + string(r.protocolName) + string(r.leader) + string(r.memberId) + kArray;
        for (const JoinedMember& member : r.members)
            size += string(member.memberId) + string(member.groupInstanceId)
                + (member.metadata ? kArray + bytes(member.metadata) : subscription(member.topics));
        return size;
    }
    std::size_t operator()(const SyncGroupResponse& r) const
    {
        return kThrottle + kErrorCode + (r.bytes ? kArray + bytes(r.bytes) : assignment(r.assignment));
    }
    std::size_t operator()(const HeartbeatResponse&) const { return kThrottle + kErrorCode; }
    std::size_t operator()(const LeaveGroupResponse&) const { return kThrottle + kErrorCode; }
    // The struct does not repeat the partitions of its request; the fixed part is what is counted.
    std::size_t operator()(const OffsetCommitResponse&) const { return kThrottle + kArray + kErrorCode; }
    std::size_t operator()(const OffsetFetchResponse& r) const
    {
        return kThrottle + byTopic(r.offsets, 4 + 8 + 4 + kNullString + kErrorCode) + kErrorCode;
    }
    std::size_t operator()(const ListOffsetsResponse& r) const
    {
        return kThrottle + byTopic(r.partitions, 4 + kErrorCode + 8 + 8 + 4);
    }
    std::size_t operator()(const OffsetForLeaderEpochResponse& r) const
    {
        return kThrottle + byTopic(r.partitions, kErrorCode + 4 + 4 + 8);
    }
    std::size_t operator()(const FetchResponse& r) const
    {
        std::size_t size
            = kThrottle + kErrorCode + 4 + byTopic(r.partitions, 4 + kErrorCode + 8 + 8 + 8 + kArray + 4 + 4);
        for (const FetchedPartition& p : r.partitions)
            size += p.bytes > 0 ? static_cast<std::size_t>(p.bytes) : 0;
        return size;
    }
    std::size_t operator()(const ProduceResponse& r) const
    {
        return byTopic(r.partitions, 4 + kErrorCode + 8 + 8 + 8) + kThrottle;
    }
    std::size_t operator()(const InitProducerIdResponse&) const { return kThrottle + kErrorCode + kProducer; }
    std::size_t operator()(const ErrorOnlyResponse&) const { return kThrottle + kErrorCode; }
    std::size_t operator()(const CreateTopicsResponse&) const { return kThrottle + kArray; }
    std::size_t operator()(const DescribeClusterResponse&) const
    {
        return 1 + kThrottle + kErrorCode + 1 + 1 + 4 + 1 + 4 + 1;
    }
    std::size_t operator()(const DescribeConfigsResponse&) const { return kThrottle + kArray; }
    std::size_t operator()(const DeleteTopicsResponse& r) const
    {
        std::size_t size = kThrottle + kArray;
        for (const DeletedTopic& topic : r.topics)
            size += string(topic.name) + kErrorCode;
        return size;
    }
    std::size_t operator()(const ListGroupsResponse& r) const
    {
        std::size_t size = kThrottle + kErrorCode + kArray;
        for (const ListedGroup& group : r.groups)
            size += string(group.groupId) + string(group.protocolType);
        return size;
    }
    std::size_t operator()(const DescribeGroupsResponse& r) const
    {
        std::size_t size = kThrottle + kArray;
        for (const DescribedGroup& group : r.groups) {
            size += kErrorCode + string(group.groupId) + string(group.state) + string(group.protocolType)
                + string(group.protocol) + kArray;
            for (const DescribedMember& m : group.members)
                size += string(m.memberId) + string(m.clientId) + string(m.clientHost) + subscription(m.topics)
                    + assignment(m.partitions) + bytes(m.metadata) + bytes(m.assignment);
        }
        return size;
    }
    std::size_t operator()(const SaslHandshakeResponse& r) const { return kErrorCode + strings(r.mechanisms); }
    std::size_t operator()(const SaslAuthenticateResponse& r) const
    {
        return kErrorCode + string(r.message) + kArray;
    }
};

template <typename T>
ErrorCode firstOf(const std::vector<T>& items)
{
    for (const T& item : items) {
        if (item.error != ErrorCode::None)
            return item.error;
    }
    return ErrorCode::None;
}

struct FirstError {
    ErrorCode operator()(const MetadataResponse& r) const
    {
        if (!r.cluster)
            return ErrorCode::None;
        for (const TopicMetadata& topic : r.cluster->topics) {
            if (topic.error != ErrorCode::None)
                return topic.error;
            if (const ErrorCode error = firstOf(topic.partitions); error != ErrorCode::None)
                return error;
        }
        return ErrorCode::None;
    }
    ErrorCode operator()(const OffsetFetchResponse& r) const { return r.error; }
    ErrorCode operator()(const ListOffsetsResponse& r) const { return firstOf(r.partitions); }
    ErrorCode operator()(const OffsetForLeaderEpochResponse& r) const { return firstOf(r.partitions); }
    ErrorCode operator()(const FetchResponse& r) const
    {
        return r.error != ErrorCode::None ? r.error : firstOf(r.partitions);
    }
    ErrorCode operator()(const ProduceResponse& r) const { return firstOf(r.partitions); }
    ErrorCode operator()(const DeleteTopicsResponse& r) const { return firstOf(r.topics); }
    ErrorCode operator()(const DescribeGroupsResponse& r) const { return firstOf(r.groups); }
    template <typename T>
    ErrorCode operator()(const T& r) const
    {
        return r.error;
    }
};

std::uint32_t clamped(std::size_t size)
{
    constexpr std::size_t kMax = 0xffffffff;
    return static_cast<std::uint32_t>(size < kMax ? size : kMax);
}

/// The replicas whose brokers are (or are not) among the cluster's, which are in order of their ids.
std::vector<BrokerId> replicasThatLive(const ClusterMetadata& cluster, const PartitionMetadata& partition, bool live)
{
    std::vector<BrokerId> found;
    for (const BrokerId replica : partition.replicas) {
        const auto at = std::lower_bound(cluster.brokers.begin(), cluster.brokers.end(), replica,
            [](const BrokerEndpoint& broker, BrokerId id) { return broker.id < id; });
        if ((at != cluster.brokers.end() && at->id == replica) == live)
            found.push_back(replica);
    }
    return found;
}

} // namespace

std::string toString(const TopicPartition& tp) { return tp.topic + '-' + std::to_string(tp.partition); }

std::vector<BrokerId> inSyncReplicas(const ClusterMetadata& cluster, const PartitionMetadata& partition)
{
    return replicasThatLive(cluster, partition, true);
}

std::vector<BrokerId> offlineReplicas(const ClusterMetadata& cluster, const PartitionMetadata& partition)
{
    return replicasThatLive(cluster, partition, false);
}

std::uint32_t wireSize(const RequestBody& body, std::size_t clientIdLength)
{
    return clamped(kFrame + kRequestHeader + clientIdLength + std::visit(RequestSize {}, body));
}

std::uint32_t wireSize(const ResponseBody& body)
{
    return clamped(kFrame + kResponseHeader + std::visit(ResponseSize {}, body));
}

ErrorCode firstError(const ResponseBody& body) { return std::visit(FirstError {}, body); }

} // namespace connscope::protocol
