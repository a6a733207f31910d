// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/messages/fetch.h"

namespace connscope::wire {

void FetchRequest::ReplicaState::describe(Visitor& v)
{
    v.field("replicaId", replicaId, all().byDefault(-1));
    v.field("replicaEpoch", replicaEpoch, all().byDefault(-1));
    v.end(unknownTaggedFields);
}

void FetchRequest::FetchTopic::FetchPartition::describe(Visitor& v)
{
    v.field("partition", partition);
    v.field("currentLeaderEpoch", currentLeaderEpoch, since(9).byDefault(-1));
    v.field("fetchOffset", fetchOffset);
    v.field("lastFetchedEpoch", lastFetchedEpoch, since(12).byDefault(-1));
    v.field("logStartOffset", logStartOffset, since(5).byDefault(-1));
    v.field("partitionMaxBytes", partitionMaxBytes);
    v.field("replicaDirectoryId", replicaDirectoryId, since(17).tagged(0));
    v.field("highWatermark", highWatermark, since(18).tagged(1).byDefault(std::numeric_limits<std::int64_t>::max()));
    v.end(unknownTaggedFields);
}

void FetchRequest::FetchTopic::describe(Visitor& v)
{
    v.field("topic", topic, all().until(12));
    v.field("topicId", topicId, since(13));
    v.field("partitions", partitions);
    v.end(unknownTaggedFields);
}

void FetchRequest::ForgottenTopic::describe(Visitor& v)
{
    v.field("topic", topic, all().until(12));
    v.field("topicId", topicId, since(13));
    v.field("partitions", partitions);
    v.end(unknownTaggedFields);
}

void FetchRequest::describe(Visitor& v)
{
    v.field("replicaId", replicaId, all().until(14).byDefault(-1));
    v.field("maxWaitMs", maxWaitMs);
    v.field("minBytes", minBytes);
    v.field("maxBytes", maxBytes, since(3).byDefault(std::numeric_limits<std::int32_t>::max()));
    v.field("isolationLevel", isolationLevel, since(4));
    v.field("sessionId", sessionId, since(7));
    v.field("sessionEpoch", sessionEpoch, since(7).byDefault(-1));
    v.field("topics", topics);
    v.field("forgottenTopicsData", forgottenTopicsData, since(7));
    v.field("rackId", rackId, since(11));
    v.field("clusterId", clusterId, since(12).tagged(0).nullable().nullByDefault());
    v.field("replicaState", replicaState, since(15).tagged(1));
    v.end(unknownTaggedFields);
}

void FetchResponse::FetchableTopicResponse::PartitionData::EpochEndOffset::describe(Visitor& v)
{
    v.field("epoch", epoch, all().byDefault(-1));
    v.field("endOffset", endOffset, all().byDefault(-1));
    v.end(unknownTaggedFields);
}

void FetchResponse::FetchableTopicResponse::PartitionData::LeaderIdAndEpoch::describe(Visitor& v)
{
    v.field("leaderId", leaderId, all().byDefault(-1));
    v.field("leaderEpoch", leaderEpoch, all().byDefault(-1));
    v.end(unknownTaggedFields);
}

void FetchResponse::FetchableTopicResponse::PartitionData::SnapshotId::describe(Visitor& v)
{
    v.field("endOffset", endOffset, all().byDefault(-1));
    v.field("epoch", epoch, all().byDefault(-1));
    v.end(unknownTaggedFields);
}

void FetchResponse::FetchableTopicResponse::PartitionData::AbortedTransaction::describe(Visitor& v)
{
    v.field("producerId", producerId);
    v.field("firstOffset", firstOffset);
    v.end(unknownTaggedFields);
}

void FetchResponse::FetchableTopicResponse::PartitionData::describe(Visitor& v)
{
    v.field("partitionIndex", partitionIndex);
    v.field("errorCode", errorCode);
    v.field("highWatermark", highWatermark);
    v.field("lastStableOffset", lastStableOffset, since(4).byDefault(-1));
    v.field("logStartOffset", logStartOffset, since(5).byDefault(-1));
    v.field("abortedTransactions", abortedTransactions, since(4).nullable());
    v.field("preferredReadReplica", preferredReadReplica, since(11).byDefault(-1));
    v.field("records", records, all().nullable().nullByDefault());
    v.field("divergingEpoch", divergingEpoch, since(12).tagged(0));
    v.field("currentLeader", currentLeader, since(12).tagged(1));
    v.field("snapshotId", snapshotId, since(12).tagged(2));
    v.end(unknownTaggedFields);
}

void FetchResponse::FetchableTopicResponse::describe(Visitor& v)
{
    v.field("topic", topic, all().until(12));
    v.field("topicId", topicId, since(13));
    v.field("partitions", partitions);
    v.end(unknownTaggedFields);
}

void FetchResponse::NodeEndpoint::describe(Visitor& v)
{
    v.field("nodeId", nodeId);
    v.field("host", host);
    v.field("port", port);
    v.field("rack", rack, all().nullable().nullByDefault());
    v.end(unknownTaggedFields);
}

void FetchResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs, since(1));
    v.field("errorCode", errorCode, since(7));
    v.field("sessionId", sessionId, since(7));
    v.field("responses", responses);
    v.field("nodeEndpoints", nodeEndpoints, since(16).tagged(0));
    v.end(unknownTaggedFields);
}

} // namespace connscope::wire
