// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/convert/batches.h"
#include "wire/convert/parts.h"
#include "wire/convert/values.h"

#include <algorithm>
#include <utility>

// FETCH, with sessions (KIP-227), topic ids (KIP-516) and record batches.

namespace connscope::wire::convert {

namespace {

constexpr std::int16_t kRecordBatchVersion = 4; // before that: message sets of magic 0 and 1
constexpr std::int16_t kTopicIdVersion = 13;

using WantedTopic = FetchRequest::FetchTopic;
using ForgottenTopic = FetchRequest::ForgottenTopic;
using AnsweredTopic = FetchResponse::FetchableTopicResponse;
using AnsweredPartition = AnsweredTopic::PartitionData;

Result<void> checkDetail(const protocol::FetchRequest& r, std::int16_t version)
{
    const bool needsIds = version >= kTopicIdVersion;
    if (needsIds && !(r.detail && r.detail->byTopicId))
        return fail("FETCH from v13 on names topics by id (KIP-516), and this request has none");
    if (!r.detail)
        return {};
    if (!needsIds && r.detail->byTopicId)
        return fail("FETCH before v13 cannot name topics by id (KIP-516)");
    if (r.detail->partitions.size() != r.partitions.size())
        return fail("FETCH has " + std::to_string(r.partitions.size()) + " partitions, but details of "
            + std::to_string(r.detail->partitions.size()));
    return {};
}

/// The offset that was asked for; -1: not known. Answers have the order of the requests, more or less.
class Offsets {
public:
    explicit Offsets(std::span<const protocol::FetchPartition> fetched)
        : m_fetched(fetched)
    {
    }
    std::int64_t of(const std::string& topic, std::int32_t partition)
    {
        for (std::size_t tried = 0; tried < m_fetched.size(); ++tried) {
            const protocol::FetchPartition& f = m_fetched[m_next];
            m_next = (m_next + 1) % m_fetched.size();
            if (f.partition.partition == partition && f.partition.topic == topic)
                return f.offset;
        }
        return -1;
    }

private:
    std::span<const protocol::FetchPartition> m_fetched;
    std::size_t m_next = 0;
};

/// Who has the partition now, for clients that asked somebody else (KIP-951).
void addEndpoint(FetchResponse& out, BrokerId leader, const Answer& a)
{
    if (!leader.isValid() || !a.endpointOf
        || std::any_of(out.nodeEndpoints.begin(), out.nodeEndpoints.end(),
            [&](const FetchResponse::NodeEndpoint& node) { return node.nodeId == leader.value; }))
        return;
    const protocol::BrokerEndpoint endpoint = a.endpointOf(leader);
    if (endpoint.id.isValid())
        out.nodeEndpoints.push_back(
            {endpoint.id.value, endpoint.host, portOf(endpoint), nullable(endpoint.rack), {}});
}

/// What one partition has to read.
Result<RecordBytes> recordsOf(const protocol::FetchedPartition& got, const protocol::FetchedPartitionDetail* detail)
{
    if (detail)
        return convert::recordsOf(detail->batches);
    if (got.records <= 0)
        return RecordBytes();
    BatchSpec spec; // the records of a scenario, which are numbers
    spec.baseOffset = got.firstOffset;
    spec.records = got.records;
    spec.bytes = got.bytes;
    Result<Bytes> bytes = batchBytes(spec);
    if (!bytes)
        return fail(std::move(bytes.error()));
    return RecordBytes(std::move(*bytes));
}

} // namespace

ToWire toWire(const protocol::FetchRequest& r, const Asked& a)
{
    if (Result<void> fits = checkDetail(r, a.version); !fits)
        return fail(std::move(fits.error()));
    FetchRequest out;
    out.maxWaitMs = millis(r.maxWait);
    out.minBytes = r.minBytes;
    out.maxBytes = r.maxBytes;
    out.sessionId = r.sessionId;
    out.sessionEpoch = r.sessionEpoch;
    out.rackId = r.rack;
    if (r.detail)
        out.isolationLevel = static_cast<std::int8_t>(r.detail->isolation);
    for (std::size_t i = 0; i < r.partitions.size(); ++i) {
        const protocol::FetchPartition& partition = r.partitions[i];
        const protocol::FetchPartitionDetail detail
            = r.detail ? r.detail->partitions[i] : protocol::FetchPartitionDetail {};
        WantedTopic& topic = a.version >= kTopicIdVersion
            ? entryOf<&WantedTopic::topicId>(out.topics, uuid(detail.topicId))
            : entryOf<&WantedTopic::topic>(out.topics, partition.partition.topic);
        WantedTopic::FetchPartition& p = topic.partitions.emplace_back();
        p.partition = partition.partition.partition;
        p.currentLeaderEpoch = detail.currentLeaderEpoch;
        p.fetchOffset = partition.offset;
        p.partitionMaxBytes = detail.maxBytes;
    }
    if (!r.detail)
        return out;
    for (std::size_t i = 0; i < r.detail->forgotten.size(); ++i) {
        const protocol::TopicPartition& partition = r.detail->forgotten[i];
        const Uuid id = i < r.detail->forgottenIds.size() ? uuid(r.detail->forgottenIds[i]) : Uuid {};
        ForgottenTopic& topic = a.version >= kTopicIdVersion
            ? entryOf<&ForgottenTopic::topicId>(out.forgottenTopicsData, id)
            : entryOf<&ForgottenTopic::topic>(out.forgottenTopicsData, partition.topic);
        topic.partitions.push_back(partition.partition);
    }
    return out;
}

FromWire fromWire(const FetchRequest& r, std::int16_t version)
{
    if (const std::int32_t replica = version >= 15 ? r.replicaState.replicaId : r.replicaId; replica >= 0)
        return fail("FETCH of broker " + std::to_string(replica) + "; only clients are answered here");
    const Result<protocol::IsolationLevel> isolation = isolationOf(r.isolationLevel);
    if (!isolation)
        return fail(isolation.error());
    protocol::FetchRequest out;
    auto detail = std::make_shared<protocol::FetchDetail>();
    out.maxWait = duration(r.maxWaitMs);
    out.minBytes = r.minBytes;
    out.maxBytes = r.maxBytes;
    out.sessionId = r.sessionId;
    out.sessionEpoch = r.sessionEpoch;
    out.rack = r.rackId;
    detail->isolation = *isolation;
    detail->byTopicId = version >= kTopicIdVersion;
    for (const WantedTopic& topic : r.topics) {
        for (const WantedTopic::FetchPartition& p : topic.partitions) {
            out.partitions.push_back({{topic.topic, p.partition}, p.fetchOffset});
            detail->partitions.push_back({uuid(topic.topicId), p.partitionMaxBytes, p.currentLeaderEpoch});
        }
    }
    for (const ForgottenTopic& topic : r.forgottenTopicsData) {
        for (const std::int32_t partition : topic.partitions) {
            detail->forgotten.push_back({topic.topic, partition});
            if (detail->byTopicId)
                detail->forgottenIds.push_back(uuid(topic.topicId));
        }
    }
    out.detail = std::move(detail);
    return out;
}

AnswerToWire toWire(const protocol::FetchResponse& r, const Answer& a)
{
    FetchResponse out;
    out.errorCode = code(r.error);
    out.sessionId = r.sessionId;
    if (r.detail && r.detail->partitions.size() != r.partitions.size())
        return fail("a FETCH answer has " + std::to_string(r.partitions.size()) + " partitions, but details of "
            + std::to_string(r.detail->partitions.size()));
    if (!r.detail && a.version >= kTopicIdVersion && !r.partitions.empty())
        return fail("a FETCH answer from v13 on names topics by id (KIP-516), and this one has none");
    for (std::size_t i = 0; i < r.partitions.size(); ++i) {
        const protocol::FetchedPartition& got = r.partitions[i];
        const protocol::FetchedPartitionDetail* detail = r.detail ? &r.detail->partitions[i] : nullptr;
        AnsweredTopic& topic = a.version >= kTopicIdVersion && detail
            ? entryOf<&AnsweredTopic::topicId>(out.responses, uuid(detail->topicId))
            : entryOf<&AnsweredTopic::topic>(out.responses, got.partition.topic);
        AnsweredPartition& p = topic.partitions.emplace_back();
        p.partitionIndex = got.partition.partition;
        p.errorCode = code(got.error);
        p.highWatermark = got.highWatermark;
        p.preferredReadReplica = got.preferredReadReplica.value;
        Result<RecordBytes> records = recordsOf(got, detail);
        if (!records)
            return fail(std::move(records.error()));
        if (!records->empty() && a.version < kRecordBatchVersion)
            return fail("FETCH before v4 is answered with message sets of magic 0 or 1, which are not written here");
        p.records = std::move(*records);
        p.abortedTransactions.reset();
        if (got.currentLeader.isValid()) {
            p.currentLeader.leaderId = got.currentLeader.value;
            p.currentLeader.leaderEpoch = detail ? detail->leaderEpoch : -1;
            addEndpoint(out, got.currentLeader, a);
        }
        if (!detail)
            continue;
        p.lastStableOffset = detail->lastStableOffset;
        p.logStartOffset = detail->logStartOffset;
        if (!r.detail->readCommitted)
            continue;
        p.abortedTransactions.emplace();
        for (const protocol::AbortedTransaction& aborted : detail->aborted)
            p.abortedTransactions->push_back({aborted.producerId, aborted.firstOffset, {}});
    }
    return out;
}

AnswerFromWire fromWire(const FetchResponse& r, const Context& c)
{
    protocol::FetchResponse out;
    out.error = errorOf(r.errorCode);
    out.sessionId = r.sessionId;
    Offsets offsets(c.fetched);
    for (const AnsweredTopic& topic : r.responses) {
        for (const AnsweredPartition& p : topic.partitions) {
            protocol::FetchedPartition& got = out.partitions.emplace_back();
            got.partition = {topic.topic, p.partitionIndex};
            got.error = errorOf(p.errorCode);
            got.highWatermark = p.highWatermark;
            got.preferredReadReplica = BrokerId {p.preferredReadReplica};
            got.currentLeader = BrokerId {p.currentLeader.leaderId};
            const protocol::SharedBytes records = p.records ? p.records->whole() : protocol::SharedBytes();
            const Result<CountedRecords> counted
                = countRecords(spanOf(records), offsets.of(topic.topic, p.partitionIndex));
            if (!counted) {
                Error error = counted.error();
                error.message = protocol::toString(got.partition) + ": " + error.message;
                return fail(std::move(error));
            }
            got.firstOffset = counted->firstOffset;
            got.records = counted->records;
            got.bytes = counted->bytes;
        }
    }
    return out;
}

} // namespace connscope::wire::convert
