// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/messages/transactions.h"

namespace connscope::wire {

void InitProducerIdRequest::describe(Visitor& v)
{
    v.field("transactionalId", transactionalId, all().nullable());
    v.field("transactionTimeoutMs", transactionTimeoutMs);
    v.field("producerId", producerId, since(3).byDefault(-1));
    v.field("producerEpoch", producerEpoch, since(3).byDefault(-1));
    v.field("enable2Pc", enable2Pc, since(6));
    v.field("keepPreparedTxn", keepPreparedTxn, since(6));
    v.end(unknownTaggedFields);
}

void InitProducerIdResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs);
    v.field("errorCode", errorCode);
    v.field("producerId", producerId, all().byDefault(-1));
    v.field("producerEpoch", producerEpoch);
    v.field("ongoingTxnProducerId", ongoingTxnProducerId, since(6).byDefault(-1));
    v.field("ongoingTxnProducerEpoch", ongoingTxnProducerEpoch, since(6).byDefault(-1));
    v.end(unknownTaggedFields);
}

void AddPartitionsToTxnRequest::AddPartitionsToTxnTransaction::AddPartitionsToTxnTopic::describe(Visitor& v)
{
    v.field("name", name);
    v.field("partitions", partitions);
    v.end(unknownTaggedFields);
}

void AddPartitionsToTxnRequest::AddPartitionsToTxnTransaction::describe(Visitor& v)
{
    v.field("transactionalId", transactionalId);
    v.field("producerId", producerId);
    v.field("producerEpoch", producerEpoch);
    v.field("verifyOnly", verifyOnly);
    v.field("topics", topics);
    v.end(unknownTaggedFields);
}

void AddPartitionsToTxnRequest::AddPartitionsToTxnTopic::describe(Visitor& v)
{
    v.field("name", name);
    v.field("partitions", partitions);
    v.end(unknownTaggedFields);
}

void AddPartitionsToTxnRequest::describe(Visitor& v)
{
    v.field("transactions", transactions, since(4));
    v.field("v3AndBelowTransactionalId", v3AndBelowTransactionalId, all().until(3));
    v.field("v3AndBelowProducerId", v3AndBelowProducerId, all().until(3));
    v.field("v3AndBelowProducerEpoch", v3AndBelowProducerEpoch, all().until(3));
    v.field("v3AndBelowTopics", v3AndBelowTopics, all().until(3));
    v.end(unknownTaggedFields);
}

void AddPartitionsToTxnResponse::AddPartitionsToTxnResult::AddPartitionsToTxnTopicResult::
    AddPartitionsToTxnPartitionResult::describe(Visitor& v)
{
    v.field("partitionIndex", partitionIndex);
    v.field("partitionErrorCode", partitionErrorCode);
    v.end(unknownTaggedFields);
}

void AddPartitionsToTxnResponse::AddPartitionsToTxnResult::AddPartitionsToTxnTopicResult::describe(Visitor& v)
{
    v.field("name", name);
    v.field("resultsByPartition", resultsByPartition);
    v.end(unknownTaggedFields);
}

void AddPartitionsToTxnResponse::AddPartitionsToTxnResult::describe(Visitor& v)
{
    v.field("transactionalId", transactionalId);
    v.field("topicResults", topicResults);
    v.end(unknownTaggedFields);
}

void AddPartitionsToTxnResponse::AddPartitionsToTxnTopicResult::AddPartitionsToTxnPartitionResult::describe(
    Visitor& v)
{
    v.field("partitionIndex", partitionIndex);
    v.field("partitionErrorCode", partitionErrorCode);
    v.end(unknownTaggedFields);
}

void AddPartitionsToTxnResponse::AddPartitionsToTxnTopicResult::describe(Visitor& v)
{
    v.field("name", name);
    v.field("resultsByPartition", resultsByPartition);
    v.end(unknownTaggedFields);
}

void AddPartitionsToTxnResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs);
    v.field("errorCode", errorCode, since(4));
    v.field("resultsByTransaction", resultsByTransaction, since(4));
    v.field("resultsByTopicV3AndBelow", resultsByTopicV3AndBelow, all().until(3));
    v.end(unknownTaggedFields);
}

void AddOffsetsToTxnRequest::describe(Visitor& v)
{
    v.field("transactionalId", transactionalId);
    v.field("producerId", producerId);
    v.field("producerEpoch", producerEpoch);
    v.field("groupId", groupId);
    v.end(unknownTaggedFields);
}

void AddOffsetsToTxnResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs);
    v.field("errorCode", errorCode);
    v.end(unknownTaggedFields);
}

void EndTxnRequest::describe(Visitor& v)
{
    v.field("transactionalId", transactionalId);
    v.field("producerId", producerId);
    v.field("producerEpoch", producerEpoch);
    v.field("committed", committed);
    v.end(unknownTaggedFields);
}

void EndTxnResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs);
    v.field("errorCode", errorCode);
    v.field("producerId", producerId, since(5).byDefault(-1));
    v.field("producerEpoch", producerEpoch, since(5).byDefault(-1));
    v.end(unknownTaggedFields);
}

void TxnOffsetCommitRequest::TxnOffsetCommitRequestTopic::TxnOffsetCommitRequestPartition::describe(Visitor& v)
{
    v.field("partitionIndex", partitionIndex);
    v.field("committedOffset", committedOffset);
    v.field("committedLeaderEpoch", committedLeaderEpoch, since(2).byDefault(-1));
    v.field("committedMetadata", committedMetadata, all().nullable());
    v.end(unknownTaggedFields);
}

void TxnOffsetCommitRequest::TxnOffsetCommitRequestTopic::describe(Visitor& v)
{
    v.field("name", name);
    v.field("partitions", partitions);
    v.end(unknownTaggedFields);
}

void TxnOffsetCommitRequest::describe(Visitor& v)
{
    v.field("transactionalId", transactionalId);
    v.field("groupId", groupId);
    v.field("producerId", producerId);
    v.field("producerEpoch", producerEpoch);
    v.field("generationId", generationId, since(3).byDefault(-1));
    v.field("memberId", memberId, since(3));
    v.field("groupInstanceId", groupInstanceId, since(3).nullable().nullByDefault());
    v.field("topics", topics);
    v.end(unknownTaggedFields);
}

void TxnOffsetCommitResponse::TxnOffsetCommitResponseTopic::TxnOffsetCommitResponsePartition::describe(Visitor& v)
{
    v.field("partitionIndex", partitionIndex);
    v.field("errorCode", errorCode);
    v.end(unknownTaggedFields);
}

void TxnOffsetCommitResponse::TxnOffsetCommitResponseTopic::describe(Visitor& v)
{
    v.field("name", name);
    v.field("partitions", partitions);
    v.end(unknownTaggedFields);
}

void TxnOffsetCommitResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs);
    v.field("topics", topics);
    v.end(unknownTaggedFields);
}

} // namespace connscope::wire
