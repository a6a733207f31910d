// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/convert/parts.h"
#include "wire/convert/values.h"

#include <utility>

// Places in a log: LIST_OFFSETS, OFFSET_FOR_LEADER_EPOCH.

namespace connscope::wire::convert {

namespace {

constexpr std::int32_t kConsumer = -1; // ListOffsetsRequest.CONSUMER_REPLICA_ID
constexpr std::int32_t kRequestTimeoutMs = 30'000; // request.timeout.ms

Error countsDiffer(std::string_view api, std::size_t partitions, std::size_t details)
{
    Error error;
    error.message = std::string(api) + " has " + std::to_string(partitions) + " partitions, but details of "
        + std::to_string(details);
    return error;
}

} // namespace

ToWire toWire(const protocol::ListOffsetsRequest& r, const Asked&)
{
    using Topic = ListOffsetsRequest::ListOffsetsTopic;
    if (!r.details.empty() && r.details.size() != r.partitions.size())
        return fail(countsDiffer("LIST_OFFSETS", r.partitions.size(), r.details.size()));
    ListOffsetsRequest out;
    out.replicaId = kConsumer;
    out.isolationLevel = static_cast<std::int8_t>(r.isolation);
    out.timeoutMs = kRequestTimeoutMs;
    for (std::size_t i = 0; i < r.partitions.size(); ++i) {
        const protocol::ListOffsetsPartition detail
            = r.details.empty() ? protocol::ListOffsetsPartition {r.timestamp, -1} : r.details[i];
        entryOf<&Topic::name>(out.topics, r.partitions[i].topic)
            .partitions.push_back({r.partitions[i].partition, detail.currentLeaderEpoch, detail.timestamp, 1, {}});
    }
    return out;
}

FromWire fromWire(const ListOffsetsRequest& r, std::int16_t)
{
    if (r.replicaId >= 0)
        return fail("LIST_OFFSETS of broker " + std::to_string(r.replicaId) + "; only clients are answered here");
    protocol::ListOffsetsRequest out;
    const Result<protocol::IsolationLevel> isolation = isolationOf(r.isolationLevel);
    if (!isolation)
        return fail(isolation.error());
    out.isolation = *isolation;
    for (const ListOffsetsRequest::ListOffsetsTopic& topic : r.topics) {
        for (const auto& p : topic.partitions) {
            out.partitions.push_back({topic.name, p.partitionIndex});
            out.details.push_back({p.timestamp, p.currentLeaderEpoch});
        }
    }
    return out;
}

AnswerToWire toWire(const protocol::ListOffsetsResponse& r, const Answer&)
{
    using Topic = ListOffsetsResponse::ListOffsetsTopicResponse;
    ListOffsetsResponse out;
    for (const protocol::PartitionOffsetResult& result : r.partitions) {
        Topic::ListOffsetsPartitionResponse& p
            = entryOf<&Topic::name>(out.topics, result.partition.topic).partitions.emplace_back();
        p.partitionIndex = result.partition.partition;
        p.errorCode = code(result.error);
        p.timestamp = result.timestamp;
        p.offset = result.offset;
        p.leaderEpoch = result.leaderEpoch;
        if (result.offset >= 0)
            p.oldStyleOffsets.push_back(result.offset); // v0 allows several; the newest is what clients take
    }
    return out;
}

AnswerFromWire fromWire(const ListOffsetsResponse& r, const Context& c)
{
    protocol::ListOffsetsResponse out;
    for (const ListOffsetsResponse::ListOffsetsTopicResponse& topic : r.topics) {
        for (const auto& p : topic.partitions) {
            const std::int64_t old = p.oldStyleOffsets.empty() ? -1 : p.oldStyleOffsets.front();
            out.partitions.push_back({{topic.name, p.partitionIndex}, errorOf(p.errorCode),
                c.version == 0 ? old : p.offset, p.leaderEpoch, p.timestamp});
        }
    }
    return out;
}

ToWire toWire(const protocol::OffsetForLeaderEpochRequest& r, const Asked&)
{
    using Topic = OffsetForLeaderEpochRequest::OffsetForLeaderTopic;
    if (!r.details.empty() && r.details.size() != r.partitions.size())
        return fail(countsDiffer("OFFSET_FOR_LEADER_EPOCH", r.partitions.size(), r.details.size()));
    OffsetForLeaderEpochRequest out;
    out.replicaId = kConsumer;
    for (std::size_t i = 0; i < r.partitions.size(); ++i) {
        const protocol::EpochPartition detail = r.details.empty() ? protocol::EpochPartition {} : r.details[i];
        entryOf<&Topic::topic>(out.topics, r.partitions[i].topic)
            .partitions.push_back({r.partitions[i].partition, detail.currentLeaderEpoch, detail.leaderEpoch, {}});
    }
    return out;
}

FromWire fromWire(const OffsetForLeaderEpochRequest& r, std::int16_t)
{
    if (r.replicaId >= 0)
        return fail(
            "OFFSET_FOR_LEADER_EPOCH of broker " + std::to_string(r.replicaId) + "; only clients are answered here");
    protocol::OffsetForLeaderEpochRequest out;
    for (const OffsetForLeaderEpochRequest::OffsetForLeaderTopic& topic : r.topics) {
        for (const auto& p : topic.partitions) {
            out.partitions.push_back({topic.topic, p.partition});
            out.details.push_back({p.leaderEpoch, p.currentLeaderEpoch});
        }
    }
    return out;
}

AnswerToWire toWire(const protocol::OffsetForLeaderEpochResponse& r, const Answer&)
{
    using Topic = OffsetForLeaderEpochResponse::OffsetForLeaderTopicResult;
    OffsetForLeaderEpochResponse out;
    for (const protocol::PartitionOffsetResult& result : r.partitions)
        entryOf<&Topic::topic>(out.topics, result.partition.topic)
            .partitions.push_back(
                {code(result.error), result.partition.partition, result.leaderEpoch, result.offset, {}});
    return out;
}

AnswerFromWire fromWire(const OffsetForLeaderEpochResponse& r, const Context&)
{
    protocol::OffsetForLeaderEpochResponse out;
    for (const OffsetForLeaderEpochResponse::OffsetForLeaderTopicResult& topic : r.topics) {
        for (const auto& p : topic.partitions)
            out.partitions.push_back(
                {{topic.topic, p.partition}, errorOf(p.errorCode), p.endOffset, p.leaderEpoch, -1});
    }
    return out;
}

} // namespace connscope::wire::convert
