// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "protocol/recordbatch.h"

#include <cstddef>
#include <cstdint>
#include <deque>

/// \file
/// The real record batches of one partition, by offset. Offsets between them belong to records without bytes: those of a
/// scenario, or of batches that retention has taken.

namespace connscope::broker {

class BatchLog {
public:
    struct Stored {
        std::int64_t base = 0;
        std::int64_t latestSoFar = -1; ///< the highest timestamp of this one and all before it
        protocol::SharedBatch batch;
        std::int32_t leaderEpoch = 0;
        std::int64_t end() const { return base + batch->records; }
        std::int64_t bytes() const { return static_cast<std::int64_t>(batch->bytes.size()); }
    };
    /// What a batch costs in memory beside its bytes: its facts, its place here, its place in the order of retention.
    static constexpr std::int64_t kOverhead = 256;

    /// \a base must not be below the end of the last one.
    void append(std::int64_t base, protocol::SharedBatch batch, std::int32_t leaderEpoch);
    /// The position of the batch that holds \a offset, or of the first one behind it; size() if there is none.
    std::size_t find(std::int64_t offset) const;
    std::size_t size() const { return m_batches.size(); }
    bool empty() const { return m_batches.empty(); }
    const Stored& operator[](std::size_t position) const { return m_batches[position]; }
    const Stored& front() const { return m_batches.front(); }
    void dropFront() { m_batches.pop_front(); }
    /// The first batch with a record as late as \a timestamp; nullptr if there is none
    /// (UnifiedLog#fetchOffsetByTimestamp; Hooks::findRecord finds the record within it).
    const Stored* firstSince(std::int64_t timestamp) const;
    /// The first of those with the latest record (KIP-734); nullptr for an empty log.
    const Stored* latest() const;

private:
    std::deque<Stored> m_batches;
};

} // namespace connscope::broker
