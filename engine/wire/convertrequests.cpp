// SPDX-License-Identifier: GPL-3.0-or-later
// Requests: from the clients' brain to the wire, from the wire to the brokers' brain.
#include "wire/consumerprotocol.h"
#include "wire/convert.h"
#include "wire/convertparts.h"

namespace connscope::wire {

namespace {

using namespace parts;
namespace p = connscope::protocol;

constexpr std::int32_t kPartitionMaxBytes = 1048576; // max.partition.fetch.bytes
constexpr std::string_view kConsumer = "consumer"; // ConsumerProtocol.PROTOCOL_TYPE

// DESCRIBE_CONFIGS: ConfigResource.Type.
constexpr std::int8_t kTopicResource = 2;
constexpr std::int8_t kBrokerResource = 4;
constexpr std::string_view kBrokerPrefix = "broker ";
constexpr std::string_view kTopicPrefix = "topic ";

// ---- towards the wire ----

struct RequestToWire {
    std::int16_t version;
    const Conversion& with;

    AnyRequest operator()(const p::ApiVersionsRequest& r) const
    {
        return ApiVersionsRequest {r.clientSoftwareName, r.clientSoftwareVersion, {}};
    }
    AnyRequest operator()(const p::MetadataRequest& r) const
    {
        MetadataRequest out;
        // Version 0 has no null; there, no topics are all topics.
        if (r.allTopics && version >= 1)
            out.topics.reset();
        else if (!r.allTopics) {
            for (const std::string& topic : r.topics)
                out.topics->push_back({{}, topic, {}});
        }
        out.allowAutoTopicCreation = r.allowAutoTopicCreation;
        return out;
    }
    AnyRequest operator()(const p::FindCoordinatorRequest& r) const
    {
        FindCoordinatorRequest out;
        out.keyType = static_cast<std::int8_t>(r.type);
        if (version >= 4)
            out.coordinatorKeys = {r.key};
        else
            out.key = r.key;
        return out;
    }
    AnyRequest operator()(const p::JoinGroupRequest& r) const
    {
        JoinGroupRequest out;
        out.groupId = r.groupId;
        out.sessionTimeoutMs = millis(r.sessionTimeout);
        out.rebalanceTimeoutMs = millis(r.rebalanceTimeout);
        out.memberId = r.memberId;
        out.groupInstanceId = orNull(r.groupInstanceId);
        out.protocolType = kConsumer;
        out.protocols.push_back({r.protocolName, subscriptionOf(r.topics, r.clientRack), {}});
        return out;
    }
    AnyRequest operator()(const p::SyncGroupRequest& r) const
    {
        SyncGroupRequest out;
        out.groupId = r.groupId;
        out.generationId = r.generation;
        out.memberId = r.memberId;
        out.groupInstanceId = orNull(r.groupInstanceId);
        out.protocolType = kConsumer;
        out.protocolName = with.groupProtocol;
        for (const p::MemberAssignment& share : r.assignments)
            out.assignments.push_back({share.memberId, assignmentOf(share.partitions), {}});
        return out;
    }
    AnyRequest operator()(const p::HeartbeatRequest& r) const
    {
        return HeartbeatRequest {r.groupId, r.generation, r.memberId, std::nullopt, {}};
    }
    AnyRequest operator()(const p::LeaveGroupRequest& r) const
    {
        LeaveGroupRequest out;
        out.groupId = r.groupId;
        if (version >= 3)
            out.members.push_back({r.memberId, std::nullopt, std::nullopt, {}});
        else
            out.memberId = r.memberId;
        return out;
    }
    AnyRequest operator()(const p::OffsetCommitRequest& r) const
    {
        using Topic = OffsetCommitRequest::OffsetCommitRequestTopic;
        OffsetCommitRequest out;
        out.groupId = r.groupId;
        out.generationIdOrMemberEpoch = r.generation;
        out.memberId = r.memberId;
        for (const p::PartitionOffset& item : r.offsets) {
            auto& partition = entryOf(out.topics, &Topic::name, item.partition.topic).partitions.emplace_back();
            partition.partitionIndex = item.partition.partition;
            partition.committedOffset = item.offset;
        }
        if (version >= 10) {
            for (Topic& topic : out.topics) {
                topic.topicId = idOf(with, topic.name);
                topic.name.clear();
            }
        }
        return out;
    }
    AnyRequest operator()(const p::OffsetFetchRequest& r) const
    {
        using Topic = OffsetFetchRequest::OffsetFetchRequestTopic;
        using GroupTopic = OffsetFetchRequest::OffsetFetchRequestGroup::OffsetFetchRequestTopics;
        OffsetFetchRequest out;
        if (version < 8) {
            out.groupId = r.groupId;
            for (const p::TopicPartition& tp : r.partitions)
                entryOf(*out.topics, &Topic::name, tp.topic).partitionIndexes.push_back(tp.partition);
            return out;
        }
        auto& group = out.groups.emplace_back();
        group.groupId = r.groupId;
        for (const p::TopicPartition& tp : r.partitions)
            entryOf(*group.topics, &GroupTopic::name, tp.topic).partitionIndexes.push_back(tp.partition);
        if (version >= 10) {
            for (GroupTopic& topic : *group.topics) {
                topic.topicId = idOf(with, topic.name);
                topic.name.clear();
            }
        }
        return out;
    }
    AnyRequest operator()(const p::ListOffsetsRequest& r) const
    {
        using Topic = ListOffsetsRequest::ListOffsetsTopic;
        ListOffsetsRequest out;
        out.replicaId = -1;
        for (const p::TopicPartition& tp : r.partitions) {
            auto& partition = entryOf(out.topics, &Topic::name, tp.topic).partitions.emplace_back();
            partition.partitionIndex = tp.partition;
            partition.timestamp = r.timestamp;
        }
        return out;
    }
    AnyRequest operator()(const p::OffsetForLeaderEpochRequest& r) const
    {
        using Topic = OffsetForLeaderEpochRequest::OffsetForLeaderTopic;
        OffsetForLeaderEpochRequest out;
        out.replicaId = -1;
        for (const p::TopicPartition& tp : r.partitions)
            entryOf(out.topics, &Topic::topic, tp.topic).partitions.emplace_back().partition = tp.partition;
        return out;
    }
    AnyRequest operator()(const p::FetchRequest& r) const
    {
        using Topic = FetchRequest::FetchTopic;
        FetchRequest out;
        out.maxWaitMs = millis(r.maxWait);
        out.minBytes = r.minBytes;
        out.maxBytes = r.maxBytes;
        out.sessionId = r.sessionId;
        out.sessionEpoch = r.sessionEpoch;
        out.rackId = r.rack;
        for (const p::FetchPartition& item : r.partitions) {
            auto& partition = entryOf(out.topics, &Topic::topic, item.partition.topic).partitions.emplace_back();
            partition.partition = item.partition.partition;
            partition.fetchOffset = item.offset;
            partition.partitionMaxBytes = kPartitionMaxBytes;
        }
        if (version >= 13) {
            for (Topic& topic : out.topics) {
                topic.topicId = idOf(with, topic.topic);
                topic.topic.clear();
            }
        }
        return out;
    }
    AnyRequest operator()(const p::ProduceRequest& r) const
    {
        using Topic = ProduceRequest::TopicProduceData;
        ProduceRequest out;
        out.transactionalId = orNull(r.transactionalId);
        out.acks = r.acks;
        out.timeoutMs = millis(r.timeout);
        for (const p::ProducePartition& item : r.partitions) {
            auto& partition = entryOf(out.topicData, &Topic::name, item.partition.topic).partitionData.emplace_back();
            partition.index = item.partition.partition;
            if (with.produceRecords) {
                partition.records = with.produceRecords(r, item);
                continue;
            }
            BatchOptions options;
            options.producerId = r.producerId;
            options.producerEpoch = r.producerEpoch;
            options.baseSequence = item.baseSequence;
            options.transactional = !r.transactionalId.empty();
            partition.records = batchOf(item.records, item.bytes, options);
        }
        if (version >= 13) {
            for (Topic& topic : out.topicData) {
                topic.topicId = idOf(with, topic.name);
                topic.name.clear();
            }
        }
        return out;
    }
    AnyRequest operator()(const p::InitProducerIdRequest& r) const
    {
        InitProducerIdRequest out;
        out.transactionalId = orNull(r.transactionalId);
        // Without a transactional id Java says Integer.MAX_VALUE; a broker does not look at it then.
        out.transactionTimeoutMs = r.transactionalId.empty() ? 0x7fffffff : millis(r.transactionTimeout);
        return out;
    }
    AnyRequest operator()(const p::AddPartitionsToTxnRequest& r) const
    {
        AddPartitionsToTxnRequest out;
        if (version <= 3) {
            using Topic = AddPartitionsToTxnRequest::AddPartitionsToTxnTopic;
            out.v3AndBelowTransactionalId = r.transactionalId;
            out.v3AndBelowProducerId = r.producerId;
            out.v3AndBelowProducerEpoch = r.producerEpoch;
            for (const p::TopicPartition& tp : r.partitions)
                entryOf(out.v3AndBelowTopics, &Topic::name, tp.topic).partitions.push_back(tp.partition);
            return out;
        }
        using Topic = AddPartitionsToTxnRequest::AddPartitionsToTxnTransaction::AddPartitionsToTxnTopic;
        auto& transaction = out.transactions.emplace_back();
        transaction.transactionalId = r.transactionalId;
        transaction.producerId = r.producerId;
        transaction.producerEpoch = r.producerEpoch;
        for (const p::TopicPartition& tp : r.partitions)
            entryOf(transaction.topics, &Topic::name, tp.topic).partitions.push_back(tp.partition);
        return out;
    }
    AnyRequest operator()(const p::AddOffsetsToTxnRequest& r) const
    {
        return AddOffsetsToTxnRequest {r.transactionalId, r.producerId, r.producerEpoch, r.groupId, {}};
    }
    AnyRequest operator()(const p::EndTxnRequest& r) const
    {
        return EndTxnRequest {r.transactionalId, r.producerId, r.producerEpoch, r.committed, {}};
    }
    AnyRequest operator()(const p::TxnOffsetCommitRequest& r) const
    {
        using Topic = TxnOffsetCommitRequest::TxnOffsetCommitRequestTopic;
        TxnOffsetCommitRequest out;
        out.transactionalId = r.transactionalId;
        out.groupId = r.groupId;
        out.producerId = r.producerId;
        out.producerEpoch = r.producerEpoch;
        for (const p::PartitionOffset& item : r.offsets) {
            auto& partition = entryOf(out.topics, &Topic::name, item.partition.topic).partitions.emplace_back();
            partition.partitionIndex = item.partition.partition;
            partition.committedOffset = item.offset;
        }
        return out;
    }
    AnyRequest operator()(const p::CreateTopicsRequest& r) const
    {
        CreateTopicsRequest out;
        for (const p::NewTopic& topic : r.topics)
            out.topics.push_back({topic.name, topic.partitions, topic.replication, {}, {}, {}});
        return out;
    }
    AnyRequest operator()(const p::DescribeClusterRequest&) const { return DescribeClusterRequest {}; }
    AnyRequest operator()(const p::DescribeConfigsRequest& r) const
    {
        DescribeConfigsRequest out;
        auto& resource = out.resources.emplace_back();
        const bool broker = r.resource.compare(0, kBrokerPrefix.size(), kBrokerPrefix) == 0;
        const bool topic = r.resource.compare(0, kTopicPrefix.size(), kTopicPrefix) == 0;
        resource.resourceType = broker ? kBrokerResource : kTopicResource;
        resource.resourceName = r.resource.substr(broker ? kBrokerPrefix.size() : topic ? kTopicPrefix.size() : 0);
        resource.configurationKeys.reset(); // all of them
        return out;
    }
};

// ---- from the wire ----

struct RequestFromWire {
    std::int16_t version;
    const Conversion& with;
    using Out = Result<p::RequestBody>;

    template <typename Topics>
    static std::vector<p::TopicPartition> plain(const Topics& topics)
    {
        std::vector<p::TopicPartition> out;
        for (const auto& topic : topics) {
            for (const std::int32_t partition : topic.partitions)
                out.push_back({topic.name, partition});
        }
        return out;
    }

    Out operator()(const ApiVersionsRequest& r) const
    {
        return p::ApiVersionsRequest {r.clientSoftwareName, r.clientSoftwareVersion};
    }
    Out operator()(const MetadataRequest& r) const
    {
        p::MetadataRequest out;
        out.allTopics = !r.topics || (version == 0 && r.topics->empty());
        for (std::size_t i = 0; r.topics && i < r.topics->size(); ++i) {
            const auto& topic = (*r.topics)[i];
            out.topics.push_back(topic.name ? *topic.name : nameOf(with, topic.topicId));
        }
        out.allowAutoTopicCreation = r.allowAutoTopicCreation;
        return out;
    }
    Out operator()(const FindCoordinatorRequest& r) const
    {
        if (version >= 4 && r.coordinatorKeys.size() != 1)
            return fail("FindCoordinatorRequest with " + std::to_string(r.coordinatorKeys.size())
                + " keys; a broker of a session answers one at a time");
        return p::FindCoordinatorRequest {
            version >= 4 ? r.coordinatorKeys[0] : r.key, static_cast<p::CoordinatorType>(r.keyType)};
    }
    Out operator()(const JoinGroupRequest& r) const
    {
        p::JoinGroupRequest out;
        out.groupId = r.groupId;
        out.memberId = r.memberId;
        out.groupInstanceId = r.groupInstanceId.value_or("");
        out.sessionTimeout = ms(r.sessionTimeoutMs);
        // Version 0 has one timeout for both.
        out.rebalanceTimeout = ms(version >= 1 ? r.rebalanceTimeoutMs : r.sessionTimeoutMs);
        if (r.protocols.empty())
            return fail("JoinGroupRequest without a protocol");
        out.protocolName = r.protocols[0].name;
        const Result<ConsumerProtocolSubscription> subscription = decodeSubscription(r.protocols[0].metadata);
        if (!subscription)
            return fail("JoinGroupRequest, the subscription of protocol " + out.protocolName + ": "
                + subscription.error().message);
        out.topics = subscription->topics;
        out.clientRack = subscription->rackId.value_or("");
        return out;
    }
    Out operator()(const SyncGroupRequest& r) const
    {
        p::SyncGroupRequest out;
        out.groupId = r.groupId;
        out.memberId = r.memberId;
        out.groupInstanceId = r.groupInstanceId.value_or("");
        out.generation = r.generationId;
        for (const auto& share : r.assignments) {
            Result<std::vector<p::TopicPartition>> partitions = partitionsOf(share.assignment);
            if (!partitions)
                return fail("SyncGroupRequest, the share of " + share.memberId + ": " + partitions.error().message);
            out.assignments.push_back({share.memberId, std::move(*partitions)});
        }
        return out;
    }
    Out operator()(const HeartbeatRequest& r) const
    {
        return p::HeartbeatRequest {r.groupId, r.memberId, r.generationId};
    }
    Out operator()(const LeaveGroupRequest& r) const
    {
        if (version >= 3 && r.members.size() != 1)
            return fail("LeaveGroupRequest of " + std::to_string(r.members.size())
                + " members; a broker of a session lets one go at a time");
        return p::LeaveGroupRequest {r.groupId, version >= 3 ? r.members[0].memberId : r.memberId};
    }
    Out operator()(const OffsetCommitRequest& r) const
    {
        p::OffsetCommitRequest out {r.groupId, r.memberId, r.generationIdOrMemberEpoch, {}};
        for (const auto& topic : r.topics) {
            const std::string name = version >= 10 ? nameOf(with, topic.topicId) : topic.name;
            for (const auto& partition : topic.partitions)
                out.offsets.push_back({{name, partition.partitionIndex}, partition.committedOffset});
        }
        return out;
    }
    Out operator()(const OffsetFetchRequest& r) const
    {
        p::OffsetFetchRequest out;
        if (version < 8) {
            out.groupId = r.groupId;
            for (std::size_t i = 0; r.topics && i < r.topics->size(); ++i) {
                for (const std::int32_t partition : (*r.topics)[i].partitionIndexes)
                    out.partitions.push_back({(*r.topics)[i].name, partition});
            }
            return out;
        }
        if (r.groups.size() != 1)
            return fail("OffsetFetchRequest of " + std::to_string(r.groups.size())
                + " groups; a broker of a session answers one at a time");
        const auto& group = r.groups[0];
        out.groupId = group.groupId;
        for (std::size_t i = 0; group.topics && i < group.topics->size(); ++i) {
            const auto& topic = (*group.topics)[i];
            for (const std::int32_t partition : topic.partitionIndexes)
                out.partitions.push_back({version >= 10 ? nameOf(with, topic.topicId) : topic.name, partition});
        }
        return out;
    }
    Out operator()(const ListOffsetsRequest& r) const
    {
        p::ListOffsetsRequest out;
        for (const auto& topic : r.topics) {
            for (const auto& partition : topic.partitions) {
                out.partitions.push_back({topic.name, partition.partitionIndex});
                out.timestamp = partition.timestamp; // the client asks for one time in all partitions
            }
        }
        return out;
    }
    Out operator()(const OffsetForLeaderEpochRequest& r) const
    {
        p::OffsetForLeaderEpochRequest out;
        for (const auto& topic : r.topics) {
            for (const auto& partition : topic.partitions)
                out.partitions.push_back({topic.topic, partition.partition});
        }
        return out;
    }
    Out operator()(const FetchRequest& r) const
    {
        p::FetchRequest out;
        out.maxWait = ms(r.maxWaitMs);
        out.minBytes = r.minBytes;
        out.maxBytes = r.maxBytes;
        out.sessionId = r.sessionId;
        out.sessionEpoch = r.sessionEpoch;
        out.rack = r.rackId;
        for (const auto& topic : r.topics) {
            const std::string name = version >= 13 ? nameOf(with, topic.topicId) : topic.topic;
            for (const auto& partition : topic.partitions)
                out.partitions.push_back({{name, partition.partition}, partition.fetchOffset});
        }
        return out;
    }
    Out operator()(const ProduceRequest& r) const
    {
        p::ProduceRequest out;
        out.acks = r.acks;
        out.timeout = ms(r.timeoutMs);
        out.transactionalId = r.transactionalId.value_or("");
        for (const auto& topic : r.topicData) {
            const std::string name = version >= 13 ? nameOf(with, topic.topicId) : topic.name;
            for (const auto& partition : topic.partitionData) {
                const Result<BatchSum> sum = sumOf(partition.records);
                if (!sum)
                    return fail("ProduceRequest, records of " + name + "-" + std::to_string(partition.index) + ": "
                        + sum.error().message);
                p::ProducePartition item {{name, partition.index}, sum->records, sum->bytes};
                if (sum->first) {
                    item.baseSequence = sum->first->baseSequence;
                    out.producerId = sum->first->producerId;
                    out.producerEpoch = sum->first->producerEpoch;
                }
                out.partitions.push_back(std::move(item));
            }
        }
        return out;
    }
    Out operator()(const InitProducerIdRequest& r) const
    {
        return p::InitProducerIdRequest {r.transactionalId.value_or(""), ms(r.transactionTimeoutMs)};
    }
    Out operator()(const AddPartitionsToTxnRequest& r) const
    {
        if (version <= 3)
            return p::AddPartitionsToTxnRequest {r.v3AndBelowTransactionalId, r.v3AndBelowProducerId,
                r.v3AndBelowProducerEpoch, plain(r.v3AndBelowTopics)};
        if (r.transactions.size() != 1)
            return fail("AddPartitionsToTxnRequest of " + std::to_string(r.transactions.size())
                + " transactions; a broker of a session answers one at a time");
        const auto& t = r.transactions[0];
        return p::AddPartitionsToTxnRequest {t.transactionalId, t.producerId, t.producerEpoch, plain(t.topics)};
    }
    Out operator()(const AddOffsetsToTxnRequest& r) const
    {
        return p::AddOffsetsToTxnRequest {r.transactionalId, r.producerId, r.producerEpoch, r.groupId};
    }
    Out operator()(const EndTxnRequest& r) const
    {
        return p::EndTxnRequest {r.transactionalId, r.producerId, r.producerEpoch, r.committed};
    }
    Out operator()(const TxnOffsetCommitRequest& r) const
    {
        p::TxnOffsetCommitRequest out {r.transactionalId, r.groupId, r.producerId, r.producerEpoch, {}};
        for (const auto& topic : r.topics) {
            for (const auto& partition : topic.partitions)
                out.offsets.push_back({{topic.name, partition.partitionIndex}, partition.committedOffset});
        }
        return out;
    }
    Out operator()(const CreateTopicsRequest& r) const
    {
        p::CreateTopicsRequest out;
        for (const auto& topic : r.topics) {
            p::NewTopic item {topic.name, topic.numPartitions, topic.replicationFactor};
            if (!topic.assignments.empty()) {
                item.partitions = static_cast<std::int32_t>(topic.assignments.size());
                item.replication = static_cast<std::int16_t>(topic.assignments[0].brokerIds.size());
            }
            out.topics.push_back(std::move(item));
        }
        return out;
    }
    Out operator()(const DescribeClusterRequest&) const { return p::DescribeClusterRequest {}; }
    Out operator()(const DescribeConfigsRequest& r) const
    {
        p::DescribeConfigsRequest out;
        if (!r.resources.empty()) {
            const auto& resource = r.resources[0];
            out.resource = std::string(resource.resourceType == kBrokerResource ? kBrokerPrefix
                                   : resource.resourceType == kTopicResource    ? kTopicPrefix
                                                                                : std::string_view())
                + resource.resourceName;
        }
        return out;
    }
    template <typename Other>
    Out operator()(const Other&) const
    {
        return noTypedForm(Other::kInfo.name);
    }
};

} // namespace

Result<RequestFrame> toWire(
    const protocol::Request& request, const std::optional<std::string>& clientId, const Conversion& with)
{
    const MessageInfo* info = findMessage(request.api, Direction::Request);
    if (!info || !info->knows(request.version))
        return fail("there is no version " + std::to_string(request.version) + " of "
            + std::string(apiName(request.api)) + " on the wire");
    RequestFrame frame;
    frame.body = std::visit(RequestToWire {request.version, with}, request.body);
    frame.header.requestApiKey = static_cast<std::int16_t>(request.api);
    frame.header.requestApiVersion = request.version;
    frame.header.correlationId = request.correlationId;
    frame.header.clientId = clientId;
    return frame;
}

Result<protocol::Request> fromWire(const RequestFrame& frame, const Conversion& with)
{
    Result<protocol::RequestBody> body
        = std::visit(RequestFromWire {frame.header.requestApiVersion, with}, frame.body);
    if (!body)
        return fail(std::move(body.error()));
    protocol::Request request;
    request.api = frame.header.api();
    request.version = frame.header.requestApiVersion;
    request.correlationId = frame.header.correlationId;
    const auto* produce = std::get_if<ProduceRequest>(&frame.body);
    request.expectResponse = !produce || produce->acks != 0;
    request.body = std::move(*body);
    return request;
}

} // namespace connscope::wire
