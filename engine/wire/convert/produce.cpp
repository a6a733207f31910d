// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/convert/batches.h"
#include "wire/convert/parts.h"
#include "wire/convert/values.h"

#include <algorithm>
#include <limits>
#include <utility>

// PRODUCE: one record batch for each partition.

namespace connscope::wire::convert {

namespace {

constexpr std::int16_t kRecordBatchVersion = 3; // before that: message sets of magic 0 and 1
constexpr std::int16_t kTopicIdVersion = 13;

using WrittenTopic = ProduceRequest::TopicProduceData;
using AnsweredTopic = ProduceResponse::TopicProduceResponse;

Result<Bytes> recordsOf(
    const protocol::ProduceRequest& r, const protocol::ProducePartition& partition, std::int64_t timestamp)
{
    if (partition.batch)
        return Bytes(partition.batch->bytes.begin(), partition.batch->bytes.end());
    if (r.producerId >= 0 && partition.baseSequence < 0)
        return fail("PRODUCE to " + protocol::toString(partition.partition) + " has producer id "
            + std::to_string(r.producerId)
            + " but no sequence number, which a broker refuses as INVALID_RECORD; number the batches (KIP-98)");
    BatchSpec spec;
    spec.records = partition.records;
    spec.bytes = partition.bytes;
    spec.timestamp = timestamp;
    const bool isOlder = partition.producerId >= 0;
    spec.producerId = isOlder ? partition.producerId : r.producerId;
    spec.producerEpoch = isOlder ? partition.producerEpoch : r.producerEpoch;
    spec.baseSequence = r.producerId >= 0 ? partition.baseSequence : -1;
    spec.transactional = !r.transactionalId.empty();
    return batchBytes(spec);
}

void addEndpoint(ProduceResponse& out, BrokerId leader, const Answer& a)
{
    if (!leader.isValid() || !a.endpointOf
        || std::any_of(out.nodeEndpoints.begin(), out.nodeEndpoints.end(),
            [&](const ProduceResponse::NodeEndpoint& node) { return node.nodeId == leader.value; }))
        return;
    const protocol::BrokerEndpoint endpoint = a.endpointOf(leader);
    if (endpoint.id.isValid())
        out.nodeEndpoints.push_back(
            {endpoint.id.value, endpoint.host, portOf(endpoint), nullable(endpoint.rack), {}});
}

/// Why ids and version, or ids and partitions, do not go together; "" if they do.
std::string mismatch(std::size_t partitions, std::size_t ids, std::int16_t version)
{
    if (version < kTopicIdVersion && ids != 0)
        return "PRODUCE before v13 cannot name topics by id (KIP-516)";
    if (version >= kTopicIdVersion && ids != partitions)
        return "PRODUCE from v13 on names topics by id (KIP-516); there are " + std::to_string(ids) + " ids for "
            + std::to_string(partitions) + " partitions";
    return {};
}

} // namespace

ToWire toWire(const protocol::ProduceRequest& r, const Asked& a)
{
    if (a.version < kRecordBatchVersion)
        return fail("PRODUCE before v3 carries message sets of magic 0 or 1, which are not written here");
    if (std::string wrong = mismatch(r.partitions.size(), r.topicIds.size(), a.version); !wrong.empty())
        return fail(std::move(wrong));
    ProduceRequest out;
    out.transactionalId = nullable(r.transactionalId);
    out.acks = r.acks;
    out.timeoutMs = millis(r.timeout);
    for (std::size_t i = 0; i < r.partitions.size(); ++i) {
        const protocol::ProducePartition& partition = r.partitions[i];
        Result<Bytes> records = recordsOf(r, partition, a.timestamp);
        if (!records)
            return fail(std::move(records.error()));
        WrittenTopic& topic = a.version >= kTopicIdVersion
            ? entryOf<&WrittenTopic::topicId>(out.topicData, uuid(r.topicIds[i]))
            : entryOf<&WrittenTopic::name>(out.topicData, partition.partition.topic);
        topic.partitionData.push_back({partition.partition.partition, std::move(*records), {}});
    }
    return out;
}

FromWire fromWire(const ProduceRequest& r, std::int16_t version)
{
    protocol::ProduceRequest out;
    out.acks = r.acks;
    out.timeout = duration(r.timeoutMs);
    out.transactionalId = plain(r.transactionalId);
    for (const WrittenTopic& topic : r.topicData) {
        for (const WrittenTopic::PartitionProduceData& p : topic.partitionData) {
            protocol::ProducePartition& partition = out.partitions.emplace_back();
            partition.partition = {topic.name, p.index};
            partition.batch = producedBatch(p.records, version);
            partition.records = partition.batch->records;
            partition.bytes = static_cast<std::int32_t>(partition.batch->bytes.size());
            partition.baseSequence = partition.batch->baseSequence;
            if (out.producerId < 0) { // all batches of a request are of one producer
                out.producerId = partition.batch->producerId;
                out.producerEpoch = partition.batch->producerEpoch;
            }
            if (version >= kTopicIdVersion)
                out.topicIds.push_back(uuid(topic.topicId));
        }
    }
    return out;
}

AnswerToWire toWire(const protocol::ProduceResponse& r, const Answer& a)
{
    if (std::string wrong = mismatch(r.partitions.size(), r.topicIds.size(), a.version); !wrong.empty())
        return fail(std::move(wrong));
    ProduceResponse out;
    for (std::size_t i = 0; i < r.partitions.size(); ++i) {
        const protocol::ProducedPartition& produced = r.partitions[i];
        AnsweredTopic& topic = a.version >= kTopicIdVersion
            ? entryOf<&AnsweredTopic::topicId>(out.responses, uuid(r.topicIds[i]))
            : entryOf<&AnsweredTopic::name>(out.responses, produced.partition.topic);
        AnsweredTopic::PartitionProduceResponse& p = topic.partitionResponses.emplace_back();
        p.index = produced.partition.partition;
        p.errorCode = code(produced.error);
        p.baseOffset = produced.baseOffset;
        p.logStartOffset = produced.logStartOffset;
        if (produced.currentLeader.isValid()) {
            p.currentLeader.leaderId = produced.currentLeader.value;
            p.currentLeader.leaderEpoch = produced.leaderEpoch;
            addEndpoint(out, produced.currentLeader, a);
        }
    }
    return out;
}

AnswerFromWire fromWire(const ProduceResponse& r, const Context& c)
{
    protocol::ProduceResponse out;
    out.throttle = duration(r.throttleTimeMs);
    for (const AnsweredTopic& topic : r.responses) {
        for (const AnsweredTopic::PartitionProduceResponse& p : topic.partitionResponses) {
            out.partitions.push_back({{topic.name, p.index}, errorOf(p.errorCode), p.baseOffset,
                BrokerId {p.currentLeader.leaderId}, p.currentLeader.leaderEpoch, p.logStartOffset});
            if (c.version >= kTopicIdVersion)
                out.topicIds.push_back(uuid(topic.topicId));
        }
    }
    return out;
}

} // namespace connscope::wire::convert
