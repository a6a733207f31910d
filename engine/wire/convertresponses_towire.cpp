// SPDX-License-Identifier: GPL-3.0-or-later
// Answers, from the brokers' brain to the wire.
#include "wire/convert.h"
#include "wire/convertparts.h"

#include <algorithm>

namespace connscope::wire {

namespace {

using namespace parts;
namespace p = connscope::protocol;

constexpr std::string_view kConsumer = "consumer"; // ConsumerProtocol.PROTOCOL_TYPE

/// Writes an answer of the brain into the message of its kind. What the brain does not say per partition is said of every
/// partition that the request names.
struct ResponseToWire {
    std::int16_t version;
    std::int32_t throttleMs;
    const AnyRequest& request;
    const Conversion& with;
    using Out = Result<AnyResponse>;

    Out operator()(const p::ApiVersionsResponse& r) const
    {
        ApiVersionsResponse out;
        out.errorCode = code(r.error);
        out.throttleTimeMs = throttleMs;
        for (std::size_t i = 0; r.versions && i < r.versions->size(); ++i) {
            const p::ApiVersionRange& range = (*r.versions)[i];
            out.apiKeys.push_back({static_cast<std::int16_t>(range.api), range.min, range.max, {}});
        }
        return out;
    }
    Out operator()(const p::MetadataResponse& r) const
    {
        MetadataResponse out;
        out.throttleTimeMs = throttleMs;
        if (!r.cluster)
            return out;
        out.clusterId = orNull(r.cluster->clusterId);
        out.controllerId = r.cluster->controller.value;
        for (const p::BrokerEndpoint& broker : r.cluster->brokers)
            out.brokers.push_back({broker.id.value, broker.host, broker.port, orNull(broker.rack), {}});
        for (const p::TopicMetadata& topic : r.cluster->topics) {
            auto& t = out.topics.emplace_back();
            t.errorCode = code(topic.error);
            t.name = topic.topic;
            t.topicId = idOf(with, topic.topic);
            for (const p::PartitionMetadata& partition : topic.partitions) {
                auto& item = t.partitions.emplace_back();
                item.errorCode = code(partition.error);
                item.partitionIndex = partition.partition;
                item.leaderId = partition.leader.value;
                item.leaderEpoch = partition.leaderEpoch;
                for (const BrokerId replica : partition.replicas)
                    item.replicaNodes.push_back(replica.value);
                item.isrNodes = item.replicaNodes;
            }
        }
        return out;
    }
    Out operator()(const p::FindCoordinatorResponse& r) const
    {
        FindCoordinatorResponse out;
        out.throttleTimeMs = throttleMs;
        const p::BrokerEndpoint& node = r.coordinator;
        if (version < 4) {
            out.errorCode = code(r.error);
            out.nodeId = node.id.value;
            out.host = node.host;
            out.port = node.port;
            return out;
        }
        for (const std::string& key : asked<FindCoordinatorRequest>().coordinatorKeys)
            out.coordinators.push_back({key, node.id.value, node.host, node.port, code(r.error), std::string(), {}});
        return out;
    }
    Out operator()(const p::JoinGroupResponse& r) const
    {
        JoinGroupResponse out;
        out.throttleTimeMs = throttleMs;
        out.errorCode = code(r.error);
        out.generationId = r.generation;
        if (r.error == p::ErrorCode::None)
            out.protocolType = kConsumer;
        out.protocolName = r.protocolName;
        out.leader = r.leader;
        out.memberId = r.memberId;
        for (const p::JoinedMember& member : r.members)
            out.members.push_back(
                {member.memberId, orNull(member.groupInstanceId), subscriptionOf(member.topics, {}), {}});
        return out;
    }
    Out operator()(const p::SyncGroupResponse& r) const
    {
        SyncGroupResponse out;
        out.throttleTimeMs = throttleMs;
        out.errorCode = code(r.error);
        if (r.error == p::ErrorCode::None) {
            const auto& sync = asked<SyncGroupRequest>();
            out.protocolType = sync.protocolType;
            out.protocolName = sync.protocolName;
            out.assignment = assignmentOf(r.assignment);
        }
        return out;
    }
    Out operator()(const p::HeartbeatResponse& r) const { return HeartbeatResponse {throttleMs, code(r.error), {}}; }
    Out operator()(const p::LeaveGroupResponse& r) const
    {
        LeaveGroupResponse out;
        out.throttleTimeMs = throttleMs;
        if (version < 3) {
            out.errorCode = code(r.error);
            return out;
        }
        for (const auto& member : asked<LeaveGroupRequest>().members)
            out.members.push_back({member.memberId, member.groupInstanceId, code(r.error), {}});
        return out;
    }
    Out operator()(const p::OffsetCommitResponse& r) const
    {
        OffsetCommitResponse out;
        out.throttleTimeMs = throttleMs;
        for (const auto& topic : asked<OffsetCommitRequest>().topics) {
            auto& t = out.topics.emplace_back();
            t.name = topic.name;
            t.topicId = topic.topicId;
            for (const auto& partition : topic.partitions)
                t.partitions.push_back({partition.partitionIndex, code(r.error), {}});
        }
        return out;
    }
    Out operator()(const p::OffsetFetchResponse& r) const
    {
        OffsetFetchResponse out;
        out.throttleTimeMs = throttleMs;
        if (version < 8) {
            using Topic = OffsetFetchResponse::OffsetFetchResponseTopic;
            out.errorCode = code(r.error);
            for (const p::PartitionOffset& item : r.offsets) {
                auto& partition = entryOf(out.topics, &Topic::name, item.partition.topic).partitions.emplace_back();
                partition.partitionIndex = item.partition.partition;
                partition.committedOffset = item.offset;
            }
            return out;
        }
        using Topic = OffsetFetchResponse::OffsetFetchResponseGroup::OffsetFetchResponseTopics;
        auto& group = out.groups.emplace_back();
        const auto& groups = asked<OffsetFetchRequest>().groups;
        group.groupId = groups.empty() ? std::string() : groups[0].groupId;
        group.errorCode = code(r.error);
        for (const p::PartitionOffset& item : r.offsets) {
            auto& partition = entryOf(group.topics, &Topic::name, item.partition.topic).partitions.emplace_back();
            partition.partitionIndex = item.partition.partition;
            partition.committedOffset = item.offset;
        }
        if (version >= 10) {
            for (Topic& topic : group.topics) {
                topic.topicId = idOf(with, topic.name);
                topic.name.clear();
            }
        }
        return out;
    }
    Out operator()(const p::ListOffsetsResponse& r) const
    {
        using Topic = ListOffsetsResponse::ListOffsetsTopicResponse;
        ListOffsetsResponse out;
        out.throttleTimeMs = throttleMs;
        for (const p::PartitionOffsetResult& item : r.partitions) {
            auto& partition = entryOf(out.topics, &Topic::name, item.partition.topic).partitions.emplace_back();
            partition.partitionIndex = item.partition.partition;
            partition.errorCode = code(item.error);
            partition.offset = item.offset;
            if (version == 0 && item.error == p::ErrorCode::None)
                partition.oldStyleOffsets.push_back(item.offset);
        }
        return out;
    }
    Out operator()(const p::OffsetForLeaderEpochResponse& r) const
    {
        using Topic = OffsetForLeaderEpochResponse::OffsetForLeaderTopicResult;
        OffsetForLeaderEpochResponse out;
        out.throttleTimeMs = throttleMs;
        for (const p::PartitionOffsetResult& item : r.partitions) {
            auto& partition = entryOf(out.topics, &Topic::topic, item.partition.topic).partitions.emplace_back();
            partition.errorCode = code(item.error);
            partition.partition = item.partition.partition;
            partition.leaderEpoch = item.error == p::ErrorCode::None ? 0 : -1;
            partition.endOffset = item.offset;
        }
        return out;
    }
    Out operator()(const p::FetchResponse& r) const
    {
        using Topic = FetchResponse::FetchableTopicResponse;
        FetchResponse out;
        out.throttleTimeMs = throttleMs;
        out.errorCode = code(r.error);
        out.sessionId = r.sessionId;
        for (const p::FetchedPartition& item : r.partitions) {
            auto& partition = entryOf(out.responses, &Topic::topic, item.partition.topic).partitions.emplace_back();
            partition.partitionIndex = item.partition.partition;
            partition.errorCode = code(item.error);
            partition.highWatermark = item.highWatermark;
            partition.lastStableOffset = item.highWatermark;
            partition.abortedTransactions.reset();
            partition.preferredReadReplica = item.preferredReadReplica.value;
            if (item.currentLeader.isValid())
                partition.currentLeader = {item.currentLeader.value, 0, {}};
            BatchOptions options;
            options.baseOffset = item.firstOffset;
            partition.records
                = with.fetchRecords ? with.fetchRecords(item) : batchOf(item.records, item.bytes, options);
        }
        if (version >= 13) {
            for (Topic& topic : out.responses) {
                topic.topicId = idOf(with, topic.topic);
                topic.topic.clear();
            }
        }
        return out;
    }
    Out operator()(const p::ProduceResponse& r) const
    {
        using Topic = ProduceResponse::TopicProduceResponse;
        ProduceResponse out;
        out.throttleTimeMs = std::max(throttleMs, millis(r.throttle));
        for (const p::ProducedPartition& item : r.partitions) {
            auto& partition
                = entryOf(out.responses, &Topic::name, item.partition.topic).partitionResponses.emplace_back();
            partition.index = item.partition.partition;
            partition.errorCode = code(item.error);
            partition.baseOffset = item.baseOffset;
            if (item.currentLeader.isValid())
                partition.currentLeader = {item.currentLeader.value, 0, {}};
        }
        if (version >= 13) {
            for (Topic& topic : out.responses) {
                topic.topicId = idOf(with, topic.name);
                topic.name.clear();
            }
        }
        return out;
    }
    Out operator()(const p::InitProducerIdResponse& r) const
    {
        InitProducerIdResponse out;
        out.throttleTimeMs = throttleMs;
        out.errorCode = code(r.error);
        out.producerId = r.producerId;
        out.producerEpoch = r.producerEpoch;
        return out;
    }
    Out operator()(const p::ErrorOnlyResponse& r) const
    {
        const std::int16_t error = code(r.error);
        if (const auto* add = std::get_if<AddPartitionsToTxnRequest>(&request))
            return addPartitions(*add, error);
        if (std::get_if<AddOffsetsToTxnRequest>(&request))
            return AddOffsetsToTxnResponse {throttleMs, error, {}};
        if (const auto* end = std::get_if<EndTxnRequest>(&request)) {
            EndTxnResponse out;
            out.throttleTimeMs = throttleMs;
            out.errorCode = error;
            if (error == 0) { // from 5 on; the brain has no epoch of its own per transaction
                out.producerId = end->producerId;
                out.producerEpoch = end->producerEpoch;
            }
            return version >= 5 ? out : EndTxnResponse {throttleMs, error, -1, -1, {}};
        }
        const auto* commit = std::get_if<TxnOffsetCommitRequest>(&request);
        if (!commit)
            return fail("an answer with an error alone is none to this request");
        TxnOffsetCommitResponse out;
        out.throttleTimeMs = throttleMs;
        for (const auto& topic : commit->topics) {
            auto& t = out.topics.emplace_back();
            t.name = topic.name;
            for (const auto& partition : topic.partitions)
                t.partitions.push_back({partition.partitionIndex, error, {}});
        }
        return out;
    }
    Out operator()(const p::CreateTopicsResponse& r) const
    {
        CreateTopicsResponse out;
        out.throttleTimeMs = throttleMs;
        for (const auto& topic : asked<CreateTopicsRequest>().topics) {
            auto& t = out.topics.emplace_back();
            t.name = topic.name;
            t.errorCode = code(r.error);
            t.errorMessage.reset();
            if (version >= 7 && r.error == p::ErrorCode::None)
                t.topicId = idOf(with, topic.name);
            if (version >= 5 && r.error == p::ErrorCode::None) {
                t.numPartitions = topic.numPartitions;
                t.replicationFactor = topic.replicationFactor;
            }
        }
        return out;
    }
    Out operator()(const p::DescribeClusterResponse& r) const
    {
        DescribeClusterResponse out;
        out.throttleTimeMs = throttleMs;
        out.errorCode = code(r.error);
        out.controllerId = r.controller.value;
        return out;
    }
    Out operator()(const p::DescribeConfigsResponse& r) const
    {
        DescribeConfigsResponse out;
        out.throttleTimeMs = throttleMs;
        for (const auto& resource : asked<DescribeConfigsRequest>().resources) {
            auto& result = out.results.emplace_back();
            result.errorCode = code(r.error);
            result.errorMessage.reset();
            result.resourceType = resource.resourceType;
            result.resourceName = resource.resourceName;
        }
        return out;
    }

private:
    /// The request that is answered; an empty one if it is of another kind, which toWire() notices in the end.
    template <typename M>
    const M& asked() const
    {
        static const M none {};
        const M* message = std::get_if<M>(&request);
        return message ? *message : none;
    }
    AnyResponse addPartitions(const AddPartitionsToTxnRequest& add, std::int16_t error) const
    {
        AddPartitionsToTxnResponse out;
        out.throttleTimeMs = throttleMs;
        const auto results = [error](const auto& topics, auto& list) {
            for (const auto& topic : topics) {
                auto& result = list.emplace_back();
                result.name = topic.name;
                for (const std::int32_t partition : topic.partitions)
                    result.resultsByPartition.push_back({partition, error, {}});
            }
        };
        results(add.v3AndBelowTopics, out.resultsByTopicV3AndBelow);
        for (const auto& transaction : add.transactions) {
            auto& result = out.resultsByTransaction.emplace_back();
            result.transactionalId = transaction.transactionalId;
            results(transaction.topics, result.topicResults);
        }
        return out;
    }
};

} // namespace

Result<ResponseFrame> toWire(const protocol::Response& response, const RequestFrame& request, const Conversion& with)
{
    const std::int16_t version = request.header.requestApiVersion;
    const MessageInfo& info = *refer(const_cast<AnyRequest&>(request.body)).info; // looked at only
    if (response.api != info.api)
        return fail(
            "an answer to " + std::string(apiName(response.api)) + " is none to " + std::string(apiName(info.api)));
    Result<AnyResponse> body
        = std::visit(ResponseToWire {version, millis(response.throttle), request.body, with}, response.body);
    if (!body)
        return fail(std::move(body.error()));
    if (refer(*body).info->api != info.api)
        return fail("the body of the answer to " + std::string(apiName(info.api)) + " is a "
            + std::string(refer(*body).info->name));
    return ResponseFrame {{request.header.correlationId, {}}, std::move(*body)};
}

} // namespace connscope::wire
