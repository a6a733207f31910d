// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/messages/positions.h"

namespace connscope::wire {

void ListOffsetsRequest::ListOffsetsTopic::ListOffsetsPartition::describe(Visitor& v)
{
    v.field("partitionIndex", partitionIndex);
    v.field("currentLeaderEpoch", currentLeaderEpoch, since(4).byDefault(-1));
    v.field("timestamp", timestamp);
    v.field("maxNumOffsets", maxNumOffsets, all().until(0).byDefault(1));
    v.end(unknownTaggedFields);
}

void ListOffsetsRequest::ListOffsetsTopic::describe(Visitor& v)
{
    v.field("name", name);
    v.field("partitions", partitions);
    v.end(unknownTaggedFields);
}

void ListOffsetsRequest::describe(Visitor& v)
{
    v.field("replicaId", replicaId);
    v.field("isolationLevel", isolationLevel, since(2));
    v.field("topics", topics);
    v.field("timeoutMs", timeoutMs, since(10));
    v.end(unknownTaggedFields);
}

void ListOffsetsResponse::ListOffsetsTopicResponse::ListOffsetsPartitionResponse::describe(Visitor& v)
{
    v.field("partitionIndex", partitionIndex);
    v.field("errorCode", errorCode);
    v.field("oldStyleOffsets", oldStyleOffsets, all().until(0));
    v.field("timestamp", timestamp, since(1).byDefault(-1));
    v.field("offset", offset, since(1).byDefault(-1));
    v.field("leaderEpoch", leaderEpoch, since(4).byDefault(-1));
    v.end(unknownTaggedFields);
}

void ListOffsetsResponse::ListOffsetsTopicResponse::describe(Visitor& v)
{
    v.field("name", name);
    v.field("partitions", partitions);
    v.end(unknownTaggedFields);
}

void ListOffsetsResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs, since(2));
    v.field("topics", topics);
    v.end(unknownTaggedFields);
}

void OffsetForLeaderEpochRequest::OffsetForLeaderTopic::OffsetForLeaderPartition::describe(Visitor& v)
{
    v.field("partition", partition);
    v.field("currentLeaderEpoch", currentLeaderEpoch, since(2).byDefault(-1));
    v.field("leaderEpoch", leaderEpoch);
    v.end(unknownTaggedFields);
}

void OffsetForLeaderEpochRequest::OffsetForLeaderTopic::describe(Visitor& v)
{
    v.field("topic", topic);
    v.field("partitions", partitions);
    v.end(unknownTaggedFields);
}

void OffsetForLeaderEpochRequest::describe(Visitor& v)
{
    v.field("replicaId", replicaId, since(3).byDefault(-2));
    v.field("topics", topics);
    v.end(unknownTaggedFields);
}

void OffsetForLeaderEpochResponse::OffsetForLeaderTopicResult::EpochEndOffset::describe(Visitor& v)
{
    v.field("errorCode", errorCode);
    v.field("partition", partition);
    v.field("leaderEpoch", leaderEpoch, since(1).byDefault(-1));
    v.field("endOffset", endOffset, all().byDefault(-1));
    v.end(unknownTaggedFields);
}

void OffsetForLeaderEpochResponse::OffsetForLeaderTopicResult::describe(Visitor& v)
{
    v.field("topic", topic);
    v.field("partitions", partitions);
    v.end(unknownTaggedFields);
}

void OffsetForLeaderEpochResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs, since(2));
    v.field("topics", topics);
    v.end(unknownTaggedFields);
}

} // namespace connscope::wire
