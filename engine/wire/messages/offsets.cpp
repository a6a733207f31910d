// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/messages/offsets.h"

namespace connscope::wire {

void OffsetCommitRequest::OffsetCommitRequestTopic::OffsetCommitRequestPartition::describe(Visitor& v)
{
    v.field("partitionIndex", partitionIndex);
    v.field("committedOffset", committedOffset);
    v.field("committedLeaderEpoch", committedLeaderEpoch, since(6).byDefault(-1));
    v.field("commitTimestamp", commitTimestamp, since(1).until(1).byDefault(-1));
    v.field("committedMetadata", committedMetadata, all().nullable());
    v.end(unknownTaggedFields);
}

void OffsetCommitRequest::OffsetCommitRequestTopic::describe(Visitor& v)
{
    v.field("name", name, all().until(9));
    v.field("topicId", topicId, since(10));
    v.field("partitions", partitions);
    v.end(unknownTaggedFields);
}

void OffsetCommitRequest::describe(Visitor& v)
{
    v.field("groupId", groupId);
    v.field("generationIdOrMemberEpoch", generationIdOrMemberEpoch, since(1).byDefault(-1));
    v.field("memberId", memberId, since(1));
    v.field("groupInstanceId", groupInstanceId, since(7).nullable().nullByDefault());
    v.field("retentionTimeMs", retentionTimeMs, since(2).until(4).byDefault(-1));
    v.field("topics", topics);
    v.end(unknownTaggedFields);
}

void OffsetCommitResponse::OffsetCommitResponseTopic::OffsetCommitResponsePartition::describe(Visitor& v)
{
    v.field("partitionIndex", partitionIndex);
    v.field("errorCode", errorCode);
    v.end(unknownTaggedFields);
}

void OffsetCommitResponse::OffsetCommitResponseTopic::describe(Visitor& v)
{
    v.field("name", name, all().until(9));
    v.field("topicId", topicId, since(10));
    v.field("partitions", partitions);
    v.end(unknownTaggedFields);
}

void OffsetCommitResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs, since(3));
    v.field("topics", topics);
    v.end(unknownTaggedFields);
}

void OffsetFetchRequest::OffsetFetchRequestTopic::describe(Visitor& v)
{
    v.field("name", name);
    v.field("partitionIndexes", partitionIndexes);
    v.end(unknownTaggedFields);
}

void OffsetFetchRequest::OffsetFetchRequestGroup::OffsetFetchRequestTopics::describe(Visitor& v)
{
    v.field("name", name, all().until(9));
    v.field("topicId", topicId, since(10));
    v.field("partitionIndexes", partitionIndexes);
    v.end(unknownTaggedFields);
}

void OffsetFetchRequest::OffsetFetchRequestGroup::describe(Visitor& v)
{
    v.field("groupId", groupId);
    v.field("memberId", memberId, since(9).nullable().nullByDefault());
    v.field("memberEpoch", memberEpoch, since(9).byDefault(-1));
    v.field("topics", topics, all().nullable());
    v.end(unknownTaggedFields);
}

void OffsetFetchRequest::describe(Visitor& v)
{
    v.field("groupId", groupId, all().until(7));
    v.field("topics", topics, all().until(7).nullableSince(2));
    v.field("groups", groups, since(8));
    v.field("requireStable", requireStable, since(7));
    v.end(unknownTaggedFields);
}

void OffsetFetchResponse::OffsetFetchResponseTopic::OffsetFetchResponsePartition::describe(Visitor& v)
{
    v.field("partitionIndex", partitionIndex);
    v.field("committedOffset", committedOffset);
    v.field("committedLeaderEpoch", committedLeaderEpoch, since(5).byDefault(-1));
    v.field("metadata", metadata, all().nullable());
    v.field("errorCode", errorCode);
    v.end(unknownTaggedFields);
}

void OffsetFetchResponse::OffsetFetchResponseTopic::describe(Visitor& v)
{
    v.field("name", name);
    v.field("partitions", partitions);
    v.end(unknownTaggedFields);
}

void OffsetFetchResponse::OffsetFetchResponseGroup::OffsetFetchResponseTopics::OffsetFetchResponsePartitions::
    describe(Visitor& v)
{
    v.field("partitionIndex", partitionIndex);
    v.field("committedOffset", committedOffset);
    v.field("committedLeaderEpoch", committedLeaderEpoch, all().byDefault(-1));
    v.field("metadata", metadata, all().nullable());
    v.field("errorCode", errorCode);
    v.end(unknownTaggedFields);
}

void OffsetFetchResponse::OffsetFetchResponseGroup::OffsetFetchResponseTopics::describe(Visitor& v)
{
    v.field("name", name, all().until(9));
    v.field("topicId", topicId, since(10));
    v.field("partitions", partitions);
    v.end(unknownTaggedFields);
}

void OffsetFetchResponse::OffsetFetchResponseGroup::describe(Visitor& v)
{
    v.field("groupId", groupId);
    v.field("topics", topics);
    v.field("errorCode", errorCode);
    v.end(unknownTaggedFields);
}

void OffsetFetchResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs, since(3));
    v.field("topics", topics, all().until(7));
    v.field("errorCode", errorCode, since(2).until(7));
    v.field("groups", groups, since(8));
    v.end(unknownTaggedFields);
}

} // namespace connscope::wire
