// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/convert/parts.h"
#include "wire/convert/values.h"

#include <utility>

// Committed offsets: OFFSET_COMMIT, OFFSET_FETCH. Topic ids (v10 of both) have no place in the brains' messages.

namespace connscope::wire::convert {

namespace {

Error byTopicId(std::string_view api)
{
    Error error;
    error.message
        = std::string(api) + " v10 names topics by id (KIP-848), which is not spoken here; up to v9 they have names";
    return error;
}

protocol::PartitionOffset offsetOf(const std::string& topic, std::int32_t partition, std::int64_t offset,
    std::int32_t leaderEpoch, const std::optional<std::string>& metadata, std::int16_t error = 0)
{
    return {{topic, partition}, offset, leaderEpoch, errorOf(error), bytesOf(metadata)};
}

} // namespace

// -- OFFSET_COMMIT --

ToWire toWire(const protocol::OffsetCommitRequest& r, const Asked& a)
{
    if (a.version >= 10)
        return fail(byTopicId("OFFSET_COMMIT"));
    using Topic = OffsetCommitRequest::OffsetCommitRequestTopic;
    OffsetCommitRequest out;
    out.groupId = r.groupId;
    out.generationIdOrMemberEpoch = r.generation;
    out.memberId = r.memberId;
    out.groupInstanceId = nullable(r.groupInstanceId);
    for (const protocol::PartitionOffset& offset : r.offsets)
        entryOf<&Topic::name>(out.topics, offset.partition.topic)
            .partitions.push_back(
                {offset.partition.partition, offset.offset, offset.leaderEpoch, -1, textOf(offset.metadata), {}});
    return out;
}

FromWire fromWire(const OffsetCommitRequest& r, std::int16_t version)
{
    if (version >= 10)
        return fail(byTopicId("OFFSET_COMMIT"));
    protocol::OffsetCommitRequest out;
    out.groupId = r.groupId;
    out.memberId = r.memberId;
    out.generation = r.generationIdOrMemberEpoch;
    out.groupInstanceId = plain(r.groupInstanceId);
    for (const OffsetCommitRequest::OffsetCommitRequestTopic& topic : r.topics) {
        for (const auto& p : topic.partitions)
            out.offsets.push_back(offsetOf(
                topic.name, p.partitionIndex, p.committedOffset, p.committedLeaderEpoch, p.committedMetadata));
    }
    return out;
}

AnswerToWire toWire(const protocol::OffsetCommitResponse& r, const Answer& a)
{
    if (a.version >= 10)
        return fail(byTopicId("OFFSET_COMMIT"));
    using Topic = OffsetCommitResponse::OffsetCommitResponseTopic;
    if (r.error != protocol::ErrorCode::None && r.partitions.empty())
        return fail("an OFFSET_COMMIT answer has errors of partitions only, and this one has no partitions");
    OffsetCommitResponse out;
    for (const protocol::PartitionError& p : r.partitions)
        entryOf<&Topic::name>(out.topics, p.partition.topic)
            .partitions.push_back({p.partition.partition, code(p.error), {}});
    return out;
}

AnswerFromWire fromWire(const OffsetCommitResponse& r, const Context& c)
{
    if (c.version >= 10)
        return fail(byTopicId("OFFSET_COMMIT"));
    protocol::OffsetCommitResponse out;
    for (const OffsetCommitResponse::OffsetCommitResponseTopic& topic : r.topics) {
        for (const auto& p : topic.partitions) {
            out.partitions.push_back({{topic.name, p.partitionIndex}, errorOf(p.errorCode)});
            out.error = firstOf(out.error, errorOf(p.errorCode));
        }
    }
    return out;
}

// -- OFFSET_FETCH --

ToWire toWire(const protocol::OffsetFetchRequest& r, const Asked& a)
{
    if (a.version >= 10)
        return fail(byTopicId("OFFSET_FETCH"));
    OffsetFetchRequest out;
    out.requireStable = r.requireStable;
    protocol::OffsetFetchGroup own {r.groupId, r.allPartitions, r.partitions};
    if (a.version < 8) {
        using Topic = OffsetFetchRequest::OffsetFetchRequestTopic;
        if (r.groups.size() > 1)
            return fail("OFFSET_FETCH before v8 asks for one group, not " + std::to_string(r.groups.size())
                + " (KIP-709)"); // NoBatchedOffsetFetchRequestException
        const protocol::OffsetFetchGroup& group = r.groups.empty() ? own : r.groups.front();
        out.groupId = group.groupId;
        if (group.allPartitions) {
            if (a.version < 2)
                return fail("OFFSET_FETCH before v2 cannot ask for all partitions of a group");
            out.topics.reset();
            return out;
        }
        for (const protocol::TopicPartition& partition : group.partitions)
            entryOf<&Topic::name>(*out.topics, partition.topic).partitionIndexes.push_back(partition.partition);
        return out;
    }
    const auto add = [&out](const protocol::OffsetFetchGroup& group) {
        using Topic = OffsetFetchRequest::OffsetFetchRequestGroup::OffsetFetchRequestTopics;
        OffsetFetchRequest::OffsetFetchRequestGroup& g = out.groups.emplace_back();
        g.groupId = group.groupId;
        if (group.allPartitions) {
            g.topics.reset();
            return;
        }
        for (const protocol::TopicPartition& partition : group.partitions)
            entryOf<&Topic::name>(*g.topics, partition.topic).partitionIndexes.push_back(partition.partition);
    };
    if (r.groups.empty())
        add(own);
    for (const protocol::OffsetFetchGroup& group : r.groups)
        add(group);
    return out;
}

FromWire fromWire(const OffsetFetchRequest& r, std::int16_t version)
{
    if (version >= 10)
        return fail(byTopicId("OFFSET_FETCH"));
    const auto partitionsOf = [](const auto& topics) {
        std::vector<protocol::TopicPartition> partitions;
        for (const auto& topic : *topics) {
            for (const std::int32_t partition : topic.partitionIndexes)
                partitions.push_back({topic.name, partition});
        }
        return partitions;
    };
    protocol::OffsetFetchRequest out;
    out.requireStable = r.requireStable;
    if (version < 8) {
        out.groupId = r.groupId;
        out.allPartitions = !r.topics;
        if (r.topics)
            out.partitions = partitionsOf(r.topics);
        return out;
    }
    for (const OffsetFetchRequest::OffsetFetchRequestGroup& group : r.groups) {
        protocol::OffsetFetchGroup& g = out.groups.emplace_back();
        g.groupId = group.groupId;
        g.allPartitions = !group.topics;
        if (group.topics)
            g.partitions = partitionsOf(group.topics);
    }
    return out;
}

AnswerToWire toWire(const protocol::OffsetFetchResponse& r, const Answer& a)
{
    if (a.version >= 10)
        return fail(byTopicId("OFFSET_FETCH"));
    OffsetFetchResponse out;
    if (a.version >= 8) {
        if (r.groups.empty() && !r.offsets.empty())
            return fail("an OFFSET_FETCH answer from v8 on names the group, which this one does not");
        for (const protocol::FetchedGroupOffsets& group : r.groups) {
            using Topic = OffsetFetchResponse::OffsetFetchResponseGroup::OffsetFetchResponseTopics;
            OffsetFetchResponse::OffsetFetchResponseGroup& g = out.groups.emplace_back();
            g.groupId = group.groupId;
            g.errorCode = code(group.error);
            for (const protocol::PartitionOffset& offset : group.offsets)
                entryOf<&Topic::name>(g.topics, offset.partition.topic)
                    .partitions.push_back({offset.partition.partition, offset.offset, offset.leaderEpoch,
                        textOf(offset.metadata), code(offset.error), {}});
        }
        return out;
    }
    if (r.groups.size() > 1)
        return fail("OFFSET_FETCH before v8 is answered for one group (KIP-709)");
    using Topic = OffsetFetchResponse::OffsetFetchResponseTopic;
    const protocol::ErrorCode error = r.groups.empty() ? r.error : r.groups.front().error;
    out.errorCode = code(error);
    for (const protocol::PartitionOffset& offset : r.groups.empty() ? r.offsets : r.groups.front().offsets) {
        // Before v2 an error of the group stood in each partition (OffsetFetchResponse's constructor).
        const protocol::ErrorCode own = a.version < 2 ? firstOf(error, offset.error) : offset.error;
        entryOf<&Topic::name>(out.topics, offset.partition.topic)
            .partitions.push_back({offset.partition.partition, offset.offset, offset.leaderEpoch,
                textOf(offset.metadata), code(own), {}});
    }
    return out;
}

AnswerFromWire fromWire(const OffsetFetchResponse& r, const Context& c)
{
    if (c.version >= 10)
        return fail(byTopicId("OFFSET_FETCH"));
    const auto add = [](const auto& topics, std::vector<protocol::PartitionOffset>& offsets) {
        for (const auto& topic : topics) {
            for (const auto& p : topic.partitions)
                offsets.push_back(offsetOf(topic.name, p.partitionIndex, p.committedOffset, p.committedLeaderEpoch,
                    p.metadata, p.errorCode));
        }
    };
    protocol::OffsetFetchResponse out;
    out.error = errorOf(r.errorCode);
    add(r.topics, out.offsets);
    if (c.version < 2) {
        for (const protocol::PartitionOffset& offset : out.offsets)
            out.error = firstOf(out.error, offset.error);
    }
    for (const OffsetFetchResponse::OffsetFetchResponseGroup& group : r.groups) {
        protocol::FetchedGroupOffsets& g = out.groups.emplace_back();
        g.groupId = group.groupId;
        g.error = errorOf(group.errorCode);
        add(group.topics, g.offsets);
        out.error = firstOf(out.error, g.error);
    }
    if (!out.groups.empty())
        out.offsets = out.groups.front().offsets;
    return out;
}

} // namespace connscope::wire::convert
