// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/convert/parts.h"
#include "wire/convert/values.h"

#include <utility>

// Idempotence and transactions: INIT_PRODUCER_ID, ADD_PARTITIONS_TO_TXN, ADD_OFFSETS_TO_TXN, END_TXN, TXN_OFFSET_COMMIT.

namespace connscope::wire::convert {

// -- INIT_PRODUCER_ID --

ToWire toWire(const protocol::InitProducerIdRequest& r, const Asked&)
{
    InitProducerIdRequest out;
    out.transactionalId = nullable(r.transactionalId);
    out.transactionTimeoutMs = millis(r.transactionTimeout);
    out.producerId = r.producerId;
    out.producerEpoch = r.producerEpoch;
    return out;
}

FromWire fromWire(const InitProducerIdRequest& r, std::int16_t)
{
    if (r.enable2Pc || r.keepPreparedTxn)
        return fail("INIT_PRODUCER_ID asks for two-phase commit (KIP-939), which is not spoken here");
    protocol::InitProducerIdRequest out;
    out.transactionalId = plain(r.transactionalId);
    out.transactionTimeout = duration(r.transactionTimeoutMs);
    out.producerId = r.producerId;
    out.producerEpoch = r.producerEpoch;
    return out;
}

AnswerToWire toWire(const protocol::InitProducerIdResponse& r, const Answer&)
{
    InitProducerIdResponse out;
    out.errorCode = code(r.error);
    out.producerId = r.producerId;
    out.producerEpoch = r.producerEpoch;
    return out;
}

AnswerFromWire fromWire(const InitProducerIdResponse& r, const Context&)
{
    return protocol::InitProducerIdResponse {errorOf(r.errorCode), r.producerId, r.producerEpoch};
}

// -- ADD_PARTITIONS_TO_TXN: from v4 on with a list of transactions, which brokers fill and clients do not (KIP-890) --

ToWire toWire(const protocol::AddPartitionsToTxnRequest& r, const Asked& a)
{
    AddPartitionsToTxnRequest out;
    if (a.version >= 4) {
        using Topic = AddPartitionsToTxnRequest::AddPartitionsToTxnTransaction::AddPartitionsToTxnTopic;
        AddPartitionsToTxnRequest::AddPartitionsToTxnTransaction& t = out.transactions.emplace_back();
        t.transactionalId = r.transactionalId;
        t.producerId = r.producerId;
        t.producerEpoch = r.producerEpoch;
        for (const protocol::TopicPartition& p : r.partitions)
            entryOf<&Topic::name>(t.topics, p.topic).partitions.push_back(p.partition);
        return out;
    }
    using Topic = AddPartitionsToTxnRequest::AddPartitionsToTxnTopic;
    out.v3AndBelowTransactionalId = r.transactionalId;
    out.v3AndBelowProducerId = r.producerId;
    out.v3AndBelowProducerEpoch = r.producerEpoch;
    for (const protocol::TopicPartition& p : r.partitions)
        entryOf<&Topic::name>(out.v3AndBelowTopics, p.topic).partitions.push_back(p.partition);
    return out;
}

FromWire fromWire(const AddPartitionsToTxnRequest& r, std::int16_t version)
{
    const auto add = [](const auto& topics, std::vector<protocol::TopicPartition>& partitions) {
        for (const auto& topic : topics) {
            for (const std::int32_t partition : topic.partitions)
                partitions.push_back({topic.name, partition});
        }
    };
    protocol::AddPartitionsToTxnRequest out;
    if (version < 4) {
        out.transactionalId = r.v3AndBelowTransactionalId;
        out.producerId = r.v3AndBelowProducerId;
        out.producerEpoch = r.v3AndBelowProducerEpoch;
        add(r.v3AndBelowTopics, out.partitions);
        return out;
    }
    if (r.transactions.size() != 1 || r.transactions.front().verifyOnly)
        return fail("ADD_PARTITIONS_TO_TXN v4 of a broker, with " + std::to_string(r.transactions.size())
            + " transactions to verify or to add to; only clients are answered here");
    const AddPartitionsToTxnRequest::AddPartitionsToTxnTransaction& t = r.transactions.front();
    out.transactionalId = t.transactionalId;
    out.producerId = t.producerId;
    out.producerEpoch = t.producerEpoch;
    add(t.topics, out.partitions);
    return out;
}

namespace {

AnswerFromWire addedPartitions(const AddPartitionsToTxnResponse& r)
{
    protocol::ErrorOnlyResponse out;
    out.error = errorOf(r.errorCode);
    const auto add = [&out](const auto& topics) {
        for (const auto& topic : topics) {
            for (const auto& p : topic.resultsByPartition) {
                out.partitions.push_back({{topic.name, p.partitionIndex}, errorOf(p.partitionErrorCode)});
                out.error = firstOf(out.error, errorOf(p.partitionErrorCode));
            }
        }
    };
    add(r.resultsByTopicV3AndBelow);
    for (const AddPartitionsToTxnResponse::AddPartitionsToTxnResult& transaction : r.resultsByTransaction)
        add(transaction.topicResults);
    return out;
}

AnswerToWire partitionsAdded(const protocol::ErrorOnlyResponse& r, std::int16_t version)
{
    using Topic = AddPartitionsToTxnResponse::AddPartitionsToTxnTopicResult;
    AddPartitionsToTxnResponse out;
    if (version >= 4) {
        if (r.partitions.empty()) { // an error of the whole request
            out.errorCode = code(r.error);
            return out;
        }
        return fail("an ADD_PARTITIONS_TO_TXN answer from v4 on names the transaction, which this one does not");
    }
    if (r.error != protocol::ErrorCode::None && r.partitions.empty())
        return fail("an ADD_PARTITIONS_TO_TXN answer has errors of partitions only, and this one has no partitions");
    for (const protocol::PartitionError& p : r.partitions)
        entryOf<&Topic::name>(out.resultsByTopicV3AndBelow, p.partition.topic)
            .resultsByPartition.push_back({p.partition.partition, code(p.error), {}});
    return out;
}

AnswerToWire offsetsCommitted(const protocol::ErrorOnlyResponse& r)
{
    using Topic = TxnOffsetCommitResponse::TxnOffsetCommitResponseTopic;
    if (r.error != protocol::ErrorCode::None && r.partitions.empty())
        return fail("a TXN_OFFSET_COMMIT answer has errors of partitions only, and this one has no partitions");
    TxnOffsetCommitResponse out;
    for (const protocol::PartitionError& p : r.partitions)
        entryOf<&Topic::name>(out.topics, p.partition.topic)
            .partitions.push_back({p.partition.partition, code(p.error), {}});
    return out;
}

} // namespace

AnswerToWire toWire(const protocol::ErrorOnlyResponse& r, ApiKey api, const Answer& a)
{
    switch (api) {
    case ApiKey::AddPartitionsToTxn:
        return partitionsAdded(r, a.version);
    case ApiKey::AddOffsetsToTxn:
        return AddOffsetsToTxnResponse {0, code(r.error), {}};
    case ApiKey::EndTxn: {
        EndTxnResponse out;
        out.errorCode = code(r.error);
        return out;
    }
    case ApiKey::TxnOffsetCommit:
        return offsetsCommitted(r);
    default:
        return fail(std::string(apiName(api)) + " is not answered with an error alone");
    }
}

AnswerFromWire fromWire(const AddPartitionsToTxnResponse& r, const Context&) { return addedPartitions(r); }

// -- ADD_OFFSETS_TO_TXN --

ToWire toWire(const protocol::AddOffsetsToTxnRequest& r, const Asked&)
{
    return AddOffsetsToTxnRequest {r.transactionalId, r.producerId, r.producerEpoch, r.groupId, {}};
}

FromWire fromWire(const AddOffsetsToTxnRequest& r, std::int16_t)
{
    return protocol::AddOffsetsToTxnRequest {r.transactionalId, r.producerId, r.producerEpoch, r.groupId};
}

AnswerFromWire fromWire(const AddOffsetsToTxnResponse& r, const Context&)
{
    return protocol::ErrorOnlyResponse {errorOf(r.errorCode)};
}

// -- END_TXN --

ToWire toWire(const protocol::EndTxnRequest& r, const Asked&)
{
    return EndTxnRequest {r.transactionalId, r.producerId, r.producerEpoch, r.committed, {}};
}

FromWire fromWire(const EndTxnRequest& r, std::int16_t)
{
    return protocol::EndTxnRequest {r.transactionalId, r.producerId, r.producerEpoch, r.committed};
}

AnswerFromWire fromWire(const EndTxnResponse& r, const Context&)
{
    return protocol::ErrorOnlyResponse {errorOf(r.errorCode)};
}

// -- TXN_OFFSET_COMMIT --

ToWire toWire(const protocol::TxnOffsetCommitRequest& r, const Asked&)
{
    using Topic = TxnOffsetCommitRequest::TxnOffsetCommitRequestTopic;
    TxnOffsetCommitRequest out;
    out.transactionalId = r.transactionalId;
    out.groupId = r.groupId;
    out.producerId = r.producerId;
    out.producerEpoch = r.producerEpoch;
    out.generationId = r.generation;
    out.memberId = r.memberId;
    out.groupInstanceId = nullable(r.groupInstanceId);
    for (const protocol::PartitionOffset& offset : r.offsets)
        entryOf<&Topic::name>(out.topics, offset.partition.topic)
            .partitions.push_back(
                {offset.partition.partition, offset.offset, offset.leaderEpoch, textOf(offset.metadata), {}});
    return out;
}

FromWire fromWire(const TxnOffsetCommitRequest& r, std::int16_t)
{
    protocol::TxnOffsetCommitRequest out;
    out.transactionalId = r.transactionalId;
    out.groupId = r.groupId;
    out.producerId = r.producerId;
    out.producerEpoch = r.producerEpoch;
    out.generation = r.generationId;
    out.memberId = r.memberId;
    out.groupInstanceId = plain(r.groupInstanceId);
    for (const TxnOffsetCommitRequest::TxnOffsetCommitRequestTopic& topic : r.topics) {
        for (const auto& p : topic.partitions)
            out.offsets.push_back({{topic.name, p.partitionIndex}, p.committedOffset, p.committedLeaderEpoch,
                protocol::ErrorCode::None, bytesOf(p.committedMetadata)});
    }
    return out;
}

AnswerFromWire fromWire(const TxnOffsetCommitResponse& r, const Context&)
{
    protocol::ErrorOnlyResponse out;
    for (const TxnOffsetCommitResponse::TxnOffsetCommitResponseTopic& topic : r.topics) {
        for (const auto& p : topic.partitions) {
            out.partitions.push_back({{topic.name, p.partitionIndex}, errorOf(p.errorCode)});
            out.error = firstOf(out.error, errorOf(p.errorCode));
        }
    }
    return out;
}

} // namespace connscope::wire::convert
