// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/producer.h"

#include <algorithm>

/// \file
/// What a producer does when its sequence numbers have a gap, or may have one (TransactionManager of 2.1 to 2.4 and, with
/// KIP-360, of 2.5 and later). Up to 2.4 an idempotent producer asks for another id, and a transactional one cannot go on.
/// From 2.5 on the former takes its next epoch without asking anybody and renumbers the partition; the latter can be aborted
/// and gets an epoch from its coordinator.

namespace connscope::client {

using protocol::ErrorCode;

// The partition's batches that are in flight.
std::vector<Batch*> Producer::sentOf(std::uint32_t partition)
{
    std::vector<Batch*> sent;
    for (std::vector<Batch>& batches : m_sent) {
        for (Batch& batch : batches) {
            if (batch.partition == partition && batch.baseSequence >= 0 && !batch.expired)
                sent.push_back(&batch);
        }
    }
    return sent;
}

void Producer::requestEpoch(std::uint32_t partition, EventId cause)
{
    if (std::find(m_gaps.begin(), m_gaps.end(), partition) == m_gaps.end())
        m_gaps.push_back(partition);
    m_gapCause = cause;
}

// #shouldResetProducerStateAfterResolvingSequences, #maybeResolveSequences, #bumpIdempotentEpochAndResetIdIfNeeded.
void Producer::settleSequences()
{
    if (m_transactions.hasFailed() || !m_transactions.hasProducerId())
        return;
    const bool bumps = m_context.profile.bumpsEpoch;
    if (m_accumulator.hasDoubts()) {
        if (m_transactions.isTransactional() && !bumps) {
            m_transactions.fail(ErrorCode::RequestTimedOut, m_gapCause);
            return;
        }
        const std::vector<std::uint32_t> gaps = m_accumulator.settleDoubts();
        if (m_transactions.isTransactional()) {
            if (!gaps.empty())
                m_transactions.requireNewEpoch();
        } else if (bumps) {
            for (const std::uint32_t partition : gaps)
                requestEpoch(partition, m_gapCause);
        } else {
            m_lostOrder = m_lostOrder || !gaps.empty();
        }
    }
    if (m_lostOrder) {
        m_lostOrder = false;
        m_transactions.replaceProducerId(m_gapCause);
    } else if (!m_gaps.empty()) {
        m_transactions.bumpEpoch(m_gapCause);
        m_accumulator.setIdentity({m_transactions.producerId(), m_transactions.producerEpoch()});
        for (const std::uint32_t partition : m_gaps)
            m_accumulator.renumber(partition, sentOf(partition));
        m_gaps.clear();
    }
}

// TransactionManager#canRetry: a batch out of order waits for those before it; the next one that the broker should take and
// does not shows a gap.
bool Producer::isRetriable(const Batch& batch, ErrorCode error, EventId cause)
{
    if (batch.baseSequence < 0 || error != ErrorCode::OutOfOrderSequenceNumber)
        return protocol::isRetriable(error);
    const SequenceNumbers& numbers = m_accumulator.numbers(batch.partition);
    if (!numbers.isDoubtful() && !numbers.isNext(batch.baseSequence))
        return true;
    if (m_transactions.isTransactional() || !m_context.profile.bumpsEpoch)
        return false;
    if (!numbers.isDoubtful() || numbers.isBehindDoubt(batch.baseSequence))
        requestEpoch(batch.partition, cause);
    return true;
}

// Sender#failBatch with adjustSequenceNumbers, TransactionManager#handleFailedBatch. Where the retries are used up, nobody
// knows whether the broker has the batch, and the numbers stay.
void Producer::sequenceFailed(const Batch& batch, ErrorCode error, EventId cause)
{
    if (batch.baseSequence < 0 || batch.attempts >= m_context.settings.retries || m_transactions.hasFailed())
        return;
    const bool isTransactional = m_transactions.isTransactional();
    if (!isTransactional && m_context.profile.bumpsEpoch) {
        requestEpoch(batch.partition, cause);
    } else if (!isTransactional && error == ErrorCode::OutOfOrderSequenceNumber) {
        m_lostOrder = m_lostOrder || batch.owner.id == m_transactions.producerId();
        m_gapCause = cause;
    } else if (batch.owner == m_accumulator.identity()) {
        m_accumulator.closeGap(batch, sentOf(batch.partition));
    }
}

} // namespace connscope::client
