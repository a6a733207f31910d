// SPDX-License-Identifier: GPL-3.0-or-later
// Answers, from the wire to the clients' brain.
#include "wire/consumerprotocol.h"
#include "wire/convert.h"
#include "wire/convertparts.h"

#include <algorithm>

namespace connscope::wire {

namespace {

using namespace parts;
namespace p = connscope::protocol;

/// The first error of a list of lists, as the typed answers have one for all.
class FirstError {
public:
    void see(std::int16_t code)
    {
        if (m_code == 0)
            m_code = code;
    }
    p::ErrorCode error() const { return parts::error(m_code); }

private:
    std::int16_t m_code = 0;
};

struct ResponseFromWire {
    std::int16_t version;
    const Conversion& with;
    using Out = Result<p::ResponseBody>;

    Out operator()(const ApiVersionsResponse& r) const
    {
        std::vector<p::ApiVersionRange> versions;
        for (const auto& range : r.apiKeys)
            versions.push_back({static_cast<ApiKey>(range.apiKey), range.minVersion, range.maxVersion});
        return p::ApiVersionsResponse {
            error(r.errorCode), std::make_shared<const std::vector<p::ApiVersionRange>>(std::move(versions))};
    }
    Out operator()(const MetadataResponse& r) const
    {
        if (with.topicIds)
            with.topicIds->learn(r);
        auto cluster = std::make_shared<p::ClusterMetadata>();
        cluster->clusterId = r.clusterId.value_or("");
        cluster->controller = BrokerId {r.controllerId};
        for (const auto& broker : r.brokers)
            cluster->brokers.push_back({BrokerId {broker.nodeId}, broker.host,
                static_cast<std::uint16_t>(broker.port), broker.rack.value_or("")});
        std::sort(cluster->brokers.begin(), cluster->brokers.end(),
            [](const p::BrokerEndpoint& a, const p::BrokerEndpoint& b) { return a.id < b.id; });
        for (const auto& topic : r.topics) {
            p::TopicMetadata t {error(topic.errorCode), topic.name ? *topic.name : nameOf(with, topic.topicId), {}};
            for (const auto& partition : topic.partitions) {
                auto& item = t.partitions.emplace_back();
                item.error = error(partition.errorCode);
                item.partition = partition.partitionIndex;
                item.leader = BrokerId {partition.leaderId};
                item.leaderEpoch = std::max(partition.leaderEpoch, 0);
                for (const std::int32_t replica : partition.replicaNodes)
                    item.replicas.push_back(BrokerId {replica});
            }
            std::sort(t.partitions.begin(), t.partitions.end(),
                [](const p::PartitionMetadata& a, const p::PartitionMetadata& b) {
                    return a.partition < b.partition;
                });
            cluster->topics.push_back(std::move(t));
        }
        return p::MetadataResponse {std::move(cluster)};
    }
    Out operator()(const FindCoordinatorResponse& r) const
    {
        const auto node = [](const auto& c) {
            return p::FindCoordinatorResponse {
                error(c.errorCode), {BrokerId {c.nodeId}, c.host, static_cast<std::uint16_t>(c.port), ""}};
        };
        if (version < 4)
            return node(r);
        if (r.coordinators.empty())
            return fail("FindCoordinatorResponse without a coordinator");
        return node(r.coordinators[0]);
    }
    Out operator()(const JoinGroupResponse& r) const
    {
        p::JoinGroupResponse out;
        out.error = error(r.errorCode);
        out.generation = r.generationId;
        out.protocolName = r.protocolName.value_or("");
        out.leader = r.leader;
        out.memberId = r.memberId;
        for (const auto& member : r.members) {
            const Result<ConsumerProtocolSubscription> subscription = decodeSubscription(member.metadata);
            if (!subscription)
                return fail("JoinGroupResponse, the subscription of " + member.memberId + ": "
                    + subscription.error().message);
            out.members.push_back({member.memberId, member.groupInstanceId.value_or(""), subscription->topics});
        }
        return out;
    }
    Out operator()(const SyncGroupResponse& r) const
    {
        Result<std::vector<p::TopicPartition>> partitions = partitionsOf(r.assignment);
        if (!partitions)
            return fail("SyncGroupResponse, the assignment: " + partitions.error().message);
        return p::SyncGroupResponse {error(r.errorCode), std::move(*partitions)};
    }
    Out operator()(const HeartbeatResponse& r) const { return p::HeartbeatResponse {error(r.errorCode)}; }
    Out operator()(const LeaveGroupResponse& r) const
    {
        FirstError first;
        first.see(r.errorCode);
        for (const auto& member : r.members)
            first.see(member.errorCode);
        return p::LeaveGroupResponse {first.error()};
    }
    Out operator()(const OffsetCommitResponse& r) const
    {
        FirstError first;
        for (const auto& topic : r.topics) {
            for (const auto& partition : topic.partitions)
                first.see(partition.errorCode);
        }
        return p::OffsetCommitResponse {first.error()};
    }
    Out operator()(const OffsetFetchResponse& r) const
    {
        FirstError first;
        p::OffsetFetchResponse out;
        const auto take = [&](const std::string& name, const auto& partitions) {
            for (const auto& partition : partitions) {
                first.see(partition.errorCode);
                out.offsets.push_back({{name, partition.partitionIndex}, partition.committedOffset});
            }
        };
        first.see(r.errorCode);
        for (const auto& topic : r.topics)
            take(topic.name, topic.partitions);
        for (const auto& group : r.groups) {
            first.see(group.errorCode);
            for (const auto& topic : group.topics)
                take(version >= 10 ? nameOf(with, topic.topicId) : topic.name, topic.partitions);
        }
        out.error = first.error();
        return out;
    }
    Out operator()(const ListOffsetsResponse& r) const
    {
        p::ListOffsetsResponse out;
        for (const auto& topic : r.topics) {
            for (const auto& partition : topic.partitions) {
                std::int64_t offset = partition.offset;
                if (version == 0)
                    offset = partition.oldStyleOffsets.empty() ? -1 : partition.oldStyleOffsets[0];
                out.partitions.push_back(
                    {{topic.name, partition.partitionIndex}, error(partition.errorCode), offset});
            }
        }
        return out;
    }
    Out operator()(const OffsetForLeaderEpochResponse& r) const
    {
        p::OffsetForLeaderEpochResponse out;
        for (const auto& topic : r.topics) {
            for (const auto& partition : topic.partitions)
                out.partitions.push_back(
                    {{topic.topic, partition.partition}, error(partition.errorCode), partition.endOffset});
        }
        return out;
    }
    Out operator()(const FetchResponse& r) const
    {
        p::FetchResponse out;
        out.error = error(r.errorCode);
        out.sessionId = r.sessionId;
        for (const auto& topic : r.responses) {
            const std::string name = version >= 13 ? nameOf(with, topic.topicId) : topic.topic;
            for (const auto& partition : topic.partitions) {
                const Result<BatchSum> sum = sumOf(partition.records);
                if (!sum)
                    return fail("FetchResponse, records of " + name + "-" + std::to_string(partition.partitionIndex)
                        + ": " + sum.error().message);
                p::FetchedPartition item;
                item.partition = {name, partition.partitionIndex};
                item.error = error(partition.errorCode);
                item.highWatermark = partition.highWatermark;
                item.firstOffset = sum->first ? sum->first->baseOffset : 0;
                item.records = sum->records;
                item.bytes = sum->bytes;
                item.preferredReadReplica = BrokerId {partition.preferredReadReplica};
                item.currentLeader = BrokerId {partition.currentLeader.leaderId};
                out.partitions.push_back(std::move(item));
            }
        }
        return out;
    }
    Out operator()(const ProduceResponse& r) const
    {
        p::ProduceResponse out;
        out.throttle = ms(r.throttleTimeMs);
        for (const auto& topic : r.responses) {
            const std::string name = version >= 13 ? nameOf(with, topic.topicId) : topic.name;
            for (const auto& partition : topic.partitionResponses)
                out.partitions.push_back({{name, partition.index}, error(partition.errorCode), partition.baseOffset,
                    BrokerId {partition.currentLeader.leaderId}});
        }
        return out;
    }
    Out operator()(const InitProducerIdResponse& r) const
    {
        return p::InitProducerIdResponse {error(r.errorCode), r.producerId, r.producerEpoch};
    }
    Out operator()(const AddPartitionsToTxnResponse& r) const
    {
        FirstError first;
        first.see(r.errorCode);
        const auto take = [&first](const auto& topics) {
            for (const auto& topic : topics) {
                for (const auto& partition : topic.resultsByPartition)
                    first.see(partition.partitionErrorCode);
            }
        };
        take(r.resultsByTopicV3AndBelow);
        for (const auto& transaction : r.resultsByTransaction)
            take(transaction.topicResults);
        return p::ErrorOnlyResponse {first.error()};
    }
    Out operator()(const AddOffsetsToTxnResponse& r) const { return p::ErrorOnlyResponse {error(r.errorCode)}; }
    Out operator()(const EndTxnResponse& r) const { return p::ErrorOnlyResponse {error(r.errorCode)}; }
    Out operator()(const TxnOffsetCommitResponse& r) const
    {
        FirstError first;
        for (const auto& topic : r.topics) {
            for (const auto& partition : topic.partitions)
                first.see(partition.errorCode);
        }
        return p::ErrorOnlyResponse {first.error()};
    }
    Out operator()(const CreateTopicsResponse& r) const
    {
        FirstError first;
        for (const auto& topic : r.topics)
            first.see(topic.errorCode);
        return p::CreateTopicsResponse {first.error()};
    }
    Out operator()(const DescribeClusterResponse& r) const
    {
        return p::DescribeClusterResponse {error(r.errorCode), BrokerId {r.controllerId}};
    }
    Out operator()(const DescribeConfigsResponse& r) const
    {
        FirstError first;
        for (const auto& result : r.results)
            first.see(result.errorCode);
        return p::DescribeConfigsResponse {first.error()};
    }
    template <typename Other>
    Out operator()(const Other&) const
    {
        return noTypedForm(Other::kInfo.name);
    }
};

/// throttle_time_ms of any answer that has one.
class ThrottleOf final : public Visitor {
public:
    using Visitor::Visitor;
    void number(const Field& field, NumberRef ref) override
    {
        if (std::string_view(field.name) == "throttleTimeMs")
            throttle = ms(ref.get());
    }
    void uuid(const Field&, Uuid&) override { }
    void string(const Field&, StringRef) override { }
    void bytes(const Field&, BytesRef) override { }
    void array(const Field&, ArrayRef) override { }
    void structure(const Field&, StructRef) override { }
    void tagged(TaggedFields&) override { }

    Duration throttle {};
};

} // namespace

Result<protocol::Response> fromWire(
    ApiKey api, std::int16_t version, const ResponseFrame& frame, const Conversion& with)
{
    Result<protocol::ResponseBody> body = std::visit(ResponseFromWire {version, with}, frame.body);
    if (!body)
        return fail(std::move(body.error()));
    protocol::Response response;
    response.api = api;
    response.version = version;
    response.correlationId = frame.header.correlationId;
    const MessageRef message = refer(const_cast<AnyResponse&>(frame.body)); // looked at only
    ThrottleOf throttle(version, message.info->isFlexible(version));
    message.body.describe(throttle);
    response.throttle = throttle.throttle;
    response.body = std::move(*body);
    return response;
}

} // namespace connscope::wire
