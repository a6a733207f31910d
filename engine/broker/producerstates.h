// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "protocol/recordbatch.h"
#include "protocol/version.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

/// \file
/// What a partition remembers of the producers that wrote to it (ProducerStateManager): the sequence numbers of the last
/// five batches of each, so that a batch that comes twice is stored once (KIP-98), and which transactions are under way,
/// so that readers of committed records stop before the first of them.

namespace connscope::broker {

class ProducerStates {
public:
    static constexpr std::size_t kBatchesToRetain = 5; ///< ProducerStateEntry.NUM_BATCHES_TO_RETAIN
    /// Then the half that wrote longest ago is forgotten, in place of producer.id.expiration.ms.
    static constexpr std::size_t kMaxProducers = 4096;

    struct Verdict {
        protocol::ErrorCode error = protocol::ErrorCode::None;
        bool duplicate = false; ///< it is there already: answered as if it had been appended now
        std::int64_t offset = -1; ///< of the duplicate
    };
    /// Whether the batch may follow (ProducerAppendInfo#maybeValidateDataBatch). OUT_OF_ORDER_SEQUENCE_NUMBER where
    /// something is missing before it; INVALID_PRODUCER_EPOCH for an epoch that has been replaced; INVALID_TXN_STATE for a
    /// batch outside of its producer's open transaction; before 2.5 UNKNOWN_PRODUCER_ID where nothing is known of a producer
    /// that does not begin at 0 (KIP-360 takes it on as it is).
    Verdict check(const protocol::RecordBatch& batch, protocol::KafkaVersion release) const;
    /// The partition is part of the producer's transaction from here on, until that ends (KIP-890: a transactional batch of
    /// a partition that is not would hold up its readers for ever).
    void admit(std::int64_t producerId) { m_admitted.insert(producerId); }
    bool isAdmitted(std::int64_t producerId) const { return m_admitted.find(producerId) != m_admitted.end(); }
    void appended(const protocol::RecordBatch& batch, std::int64_t offset);
    /// A marker ends the transaction of a producer; \a offset is the marker's. An older epoch is fenced by it.
    void ended(std::int64_t producerId, std::int16_t epoch, bool committed, std::int64_t offset);

    /// Where the first transaction under way begins, at most \a highWatermark (UnifiedLog#lastStableOffset).
    std::int64_t lastStableOffset(std::int64_t highWatermark) const
    {
        return m_ongoing.empty() || m_ongoing.begin()->first > highWatermark ? highWatermark
                                                                             : m_ongoing.begin()->first;
    }
    /// Aborted transactions with records from \a from up to \a to (exclusive) (AbortedTxn, TransactionIndex).
    std::vector<protocol::AbortedTransaction> aborted(std::int64_t from, std::int64_t to) const;
    /// The log begins at \a offset now: transactions that ended before it are forgotten.
    void trim(std::int64_t offset);
    std::size_t size() const { return m_producers.size(); }

private:
    struct Batch {
        std::int32_t firstSequence = 0;
        std::int32_t lastSequence = 0;
        std::int64_t offset = 0;
    };
    struct Producer {
        std::int16_t epoch = -1;
        std::int64_t lastOffset = -1;
        std::int64_t transaction = -1; // where the one under way begins
        std::deque<Batch> batches; // of this epoch, the newest last
    };
    struct Aborted {
        std::int64_t producerId = -1;
        std::int64_t first = 0;
        std::int64_t last = 0; // its marker
    };
    void forgetOldest();

    std::unordered_map<std::int64_t, Producer> m_producers;
    std::set<std::int64_t> m_admitted; // producers whose transaction has this partition
    std::map<std::int64_t, std::int64_t> m_ongoing; // producer id by first offset
    std::vector<Aborted> m_aborted; // by marker
};

} // namespace connscope::broker
