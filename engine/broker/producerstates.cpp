// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/producerstates.h"

#include <algorithm>
#include <limits>

namespace connscope::broker {

using protocol::ErrorCode;

namespace {

constexpr std::int32_t kMaxSequence = std::numeric_limits<std::int32_t>::max();
constexpr protocol::KafkaVersion kUnknownProducersWelcome {2, 5};

/// DefaultRecordBatch#incrementSequence: behind the largest number comes 0.
std::int32_t advanced(std::int32_t sequence, std::int32_t by)
{
    return sequence > kMaxSequence - by ? by - (kMaxSequence - sequence) - 1 : sequence + by;
}

} // namespace

ProducerStates::Verdict ProducerStates::check(
    const protocol::RecordBatch& batch, protocol::KafkaVersion release) const
{
    const auto known = m_producers.find(batch.producerId);
    if (known == m_producers.end() || known->second.epoch < 0) {
        if (release < kUnknownProducersWelcome && batch.baseSequence > 0)
            return {ErrorCode::UnknownProducerId};
        return {};
    }
    const Producer& producer = known->second;
    if (batch.producerEpoch < producer.epoch)
        return {ErrorCode::InvalidProducerEpoch};
    if (batch.producerEpoch == producer.epoch) {
        const std::int32_t last = advanced(batch.baseSequence, batch.records - 1);
        for (const Batch& b : producer.batches) {
            if (b.firstSequence == batch.baseSequence && b.lastSequence == last)
                return {ErrorCode::None, true, b.offset};
        }
        const std::int32_t expected
            = producer.batches.empty() ? 0 : advanced(producer.batches.back().lastSequence, 1);
        if (batch.baseSequence != expected)
            return {ErrorCode::OutOfOrderSequenceNumber};
    } else if (batch.baseSequence != 0) {
        return {ErrorCode::OutOfOrderSequenceNumber}; // a new epoch begins anew
    }
    if (producer.transaction >= 0 && !batch.transactional)
        return {ErrorCode::InvalidTxnState};
    return {};
}

void ProducerStates::appended(const protocol::RecordBatch& batch, std::int64_t offset)
{
    if (batch.producerId < 0)
        return;
    if (m_producers.size() >= kMaxProducers && m_producers.find(batch.producerId) == m_producers.end())
        forgetOldest();
    Producer& producer = m_producers[batch.producerId];
    if (producer.epoch != batch.producerEpoch) {
        producer.epoch = batch.producerEpoch;
        producer.batches.clear();
    }
    producer.batches.push_back({batch.baseSequence, advanced(batch.baseSequence, batch.records - 1), offset});
    if (producer.batches.size() > kBatchesToRetain)
        producer.batches.pop_front();
    producer.lastOffset = offset + batch.records - 1;
    if (batch.transactional && producer.transaction < 0) {
        producer.transaction = offset;
        m_ongoing.emplace(offset, batch.producerId);
    }
}

void ProducerStates::ended(std::int64_t producerId, std::int16_t epoch, bool committed, std::int64_t offset)
{
    m_admitted.erase(producerId);
    Producer& producer = m_producers[producerId];
    if (producer.epoch != epoch) {
        producer.epoch = epoch;
        producer.batches.clear();
    }
    producer.lastOffset = offset;
    if (producer.transaction < 0)
        return;
    if (!committed)
        m_aborted.push_back({producerId, producer.transaction, offset});
    m_ongoing.erase(producer.transaction);
    producer.transaction = -1;
}

std::vector<protocol::AbortedTransaction> ProducerStates::aborted(std::int64_t from, std::int64_t to) const
{
    std::vector<protocol::AbortedTransaction> found;
    const auto first = std::lower_bound(m_aborted.begin(), m_aborted.end(), from,
        [](const Aborted& a, std::int64_t offset) { return a.last < offset; });
    for (auto it = first; it != m_aborted.end(); ++it) {
        if (it->first < to)
            found.push_back({it->producerId, it->first});
    }
    return found;
}

void ProducerStates::trim(std::int64_t offset)
{
    if (m_aborted.empty() || m_aborted.front().last >= offset)
        return;
    m_aborted.erase(m_aborted.begin(),
        std::find_if(m_aborted.begin(), m_aborted.end(), [offset](const Aborted& a) { return a.last >= offset; }));
}

void ProducerStates::forgetOldest()
{
    std::vector<std::int64_t> offsets;
    offsets.reserve(m_producers.size());
    for (const auto& [id, producer] : m_producers)
        offsets.push_back(producer.lastOffset);
    const auto middle = offsets.begin() + static_cast<std::ptrdiff_t>(offsets.size() / 2);
    std::nth_element(offsets.begin(), middle, offsets.end());
    std::erase_if(m_producers, [limit = *middle](const auto& entry) {
        return entry.second.transaction < 0 && entry.second.lastOffset < limit;
    });
}

} // namespace connscope::broker
