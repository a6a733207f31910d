// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/records.h"

#include <algorithm>
#include <utility>

// Where logs begin and end: LIST_OFFSETS and OFFSET_FOR_LEADER_EPOCH.

namespace connscope::broker {

using trace::RuleId;

void Records::offsetAt(const Partition& partition, std::int64_t timestamp, protocol::IsolationLevel isolation,
    protocol::PartitionOffsetResult& result) const
{
    result.leaderEpoch = partition.epoch;
    const BatchLog::Stored* found = nullptr;
    switch (timestamp) {
    case protocol::kLatestTimestamp:
        result.offset = isolation == protocol::IsolationLevel::ReadCommitted ? partition.lastStableOffset()
                                                                             : partition.highWatermark;
        return;
    case protocol::kEarliestTimestamp:
    case protocol::kEarliestLocalTimestamp:
        result.offset = partition.start();
        return;
    case protocol::kMaxTimestamp:
        found = partition.real ? partition.real->batches.latest() : nullptr;
        break;
    default:
        // Records without bytes have no times: none of them is as late as any given one.
        found = partition.real && timestamp >= 0 ? partition.real->batches.firstSince(timestamp) : nullptr;
        break;
    }
    if (found == nullptr) {
        result.leaderEpoch = -1;
        return;
    }
    // FileRecords#searchForTimestamp and, since 3.8, RecordBatch#offsetOfMaxTimestamp (KAFKA-16310) look into the batch.
    result.offset = timestamp == protocol::kMaxTimestamp ? found->end() - 1 : found->base;
    result.timestamp = found->batch->maxTimestamp;
    result.leaderEpoch = found->leaderEpoch;
    if (m_world.hooks.findRecord) {
        if (const auto place = m_world.hooks.findRecord(*found->batch, timestamp)) {
            result.offset = found->base + place->delta;
            result.timestamp = place->timestamp;
        }
    }
}

void Records::listOffsets(RequestRef ref, protocol::ListOffsetsRequest& request)
{
    const Work& work = *m_sockets.work(ref);
    Connection& c = m_sockets.connection(ref.slot);
    protocol::ListOffsetsResponse response;
    response.partitions.reserve(request.partitions.size());
    Error first = Error::None;
    for (std::size_t i = 0; i < request.partitions.size(); ++i) {
        protocol::TopicPartition& tp = request.partitions[i];
        const PartitionRef where = m_topics.find(tp, c.topicHint);
        protocol::PartitionOffsetResult result;
        const protocol::ListOffsetsPartition asked = i < request.details.size()
            ? request.details[i]
            : protocol::ListOffsetsPartition {request.timestamp, -1};
        if (where.topic == kNone)
            result.error = Error::UnknownTopicOrPartition;
        else if (m_topics.partition(where).leader != c.broker)
            result.error = Error::NotLeaderOrFollower;
        else if (result.error = checkEpoch(m_topics.partition(where), asked.currentLeaderEpoch);
                 result.error == Error::None)
            offsetAt(m_topics.partition(where), asked.timestamp, request.isolation, result);
        result.partition = std::move(tp);
        if (first == Error::None)
            first = result.error;
        response.partitions.push_back(std::move(result));
    }
    m_sockets.answer(ref, std::move(response), first, RuleId::BrokerAnswers, work.received);
}

void Records::endOfEpoch(
    const Partition& partition, std::int32_t leaderEpoch, protocol::PartitionOffsetResult& result)
{
    // LeaderEpochFileCache#endOffsetFor: an epoch ends where the next one begins; the newest one at the end of the log.
    if (leaderEpoch < 0 || leaderEpoch > partition.epoch)
        return;
    result.leaderEpoch = leaderEpoch;
    result.offset = partition.log.end();
    if (leaderEpoch == partition.epoch || !partition.real)
        return;
    const auto& epochs = partition.real->epochs;
    const auto next = std::find_if(
        epochs.begin(), epochs.end(), [leaderEpoch](const auto& entry) { return entry.epoch > leaderEpoch; });
    if (next != epochs.end())
        result.offset = next->start;
    if (next != epochs.begin())
        result.leaderEpoch = (next - 1)->epoch;
}

void Records::offsetForLeaderEpoch(RequestRef ref, protocol::OffsetForLeaderEpochRequest& request)
{
    const Work& work = *m_sockets.work(ref);
    Connection& c = m_sockets.connection(ref.slot);
    protocol::OffsetForLeaderEpochResponse response;
    response.partitions.reserve(request.partitions.size());
    Error first = Error::None;
    for (std::size_t i = 0; i < request.partitions.size(); ++i) {
        protocol::TopicPartition& tp = request.partitions[i];
        const PartitionRef where = m_topics.find(tp, c.topicHint);
        protocol::PartitionOffsetResult result;
        if (where.topic == kNone)
            result.error = Error::UnknownTopicOrPartition;
        else if (m_topics.partition(where).leader != c.broker)
            result.error = Error::NotLeaderOrFollower;
        else if (i >= request.details.size())
            result.offset = m_topics.partition(where).log.end();
        else if (result.error = checkEpoch(m_topics.partition(where), request.details[i].currentLeaderEpoch);
                 result.error == Error::None)
            endOfEpoch(m_topics.partition(where), request.details[i].leaderEpoch, result);
        result.partition = std::move(tp);
        if (first == Error::None)
            first = result.error;
        response.partitions.push_back(std::move(result));
    }
    m_sockets.answer(ref, std::move(response), first, RuleId::BrokerAnswers, work.received);
}

} // namespace connscope::broker
