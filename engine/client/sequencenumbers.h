// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

/// \file
/// The sequence numbers of one partition of an idempotent producer (TxnPartitionEntry; before 2.4 maps of TransactionManager).
/// A batch gets its number when it first goes out and keeps it through its retries. Where one was given up and nobody knows
/// whether the broker has it, the numbers behind it are in doubt: no new batch is numbered until all that are under way are
/// answered; then either a later one was acknowledged, and all is well, or there is a gap.

namespace connscope::client {

/// Who the numbers belong to.
struct ProducerIdentity {
    std::int64_t id = -1;
    std::int16_t epoch = -1;
    bool operator==(const ProducerIdentity&) const = default;
};

class SequenceNumbers {
public:
    explicit SequenceNumbers(const ProducerIdentity& owner = {})
        : m_owner(owner)
    {
    }

    /// \a sequence and so many records further; behind 2^31 − 1 comes 0 (DefaultRecordBatch#incrementSequence).
    static std::int32_t advanced(std::int32_t sequence, std::int32_t records)
    {
        constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
        return records > kMost - sequence ? records - (kMost - sequence) - 1 : sequence + records;
    }

    /// The number of a batch that goes out for the first time. A new \a owner begins at 0 (#maybeUpdateProducerIdAndEpoch).
    std::int32_t take(std::int32_t records, const ProducerIdentity& owner)
    {
        if (owner != m_owner)
            restart(owner);
        const std::int32_t taken = m_next;
        m_underWay.push_back(taken);
        m_next = advanced(m_next, records);
        return taken;
    }
    /// Begins at 0 again, with nothing under way (#startSequencesAtBeginning).
    void restart(const ProducerIdentity& owner) { *this = SequenceNumbers(owner); }

    /// Whether batches with numbers are sent or wait for a retry (#hasInflightBatches).
    bool isAnyUnderWay() const { return !m_underWay.empty(); }
    /// A batch without a number must wait: what is under way is in doubt, or is another owner's.
    bool holdsNewOnesBack(const ProducerIdentity& owner) const
    {
        return m_doubtful || (owner != m_owner && isAnyUnderWay());
    }
    /// A batch that is repeated goes only when it is the oldest under way.
    bool isOldestUnderWay(std::int32_t sequence) const
    {
        return m_underWay.empty() || m_underWay.front() == sequence;
    }
    /// Whether the broker expects \a sequence next, by what it acknowledged (#isNextSequence).
    bool isNext(std::int32_t sequence) const { return sequence == m_expected; }

    /// The batch is answered or given up. Returns whether another one is the oldest now; false for one of an owner before.
    bool resolve(std::int32_t sequence)
    {
        const auto at = std::find(m_underWay.begin(), m_underWay.end(), sequence);
        if (at == m_underWay.end())
            return false;
        const bool wasOldest = at == m_underWay.begin();
        m_underWay.erase(at);
        return wasOldest;
    }
    void acknowledge(std::int32_t sequence, std::int32_t records, const ProducerIdentity& owner)
    {
        if (owner == m_owner)
            m_expected = advanced(sequence, records);
    }

    /// A batch was given up that the broker may have (#markSequenceUnresolved).
    void doubt(std::int32_t sequence, std::int32_t records)
    {
        m_doubtful = true;
        m_behindDoubt = advanced(sequence, records);
    }
    bool isDoubtful() const { return m_doubtful; }
    /// The batch right behind the one in doubt (#isNextSequenceForUnresolvedPartition).
    bool isBehindDoubt(std::int32_t sequence) const { return m_doubtful && sequence == m_behindDoubt; }
    enum class Doubt : std::uint8_t {
        Waits, ///< something is under way still
        Settled, ///< the broker has all that has a number
        Gap
    };
    /// What has become of the doubt, which ends with any answer but Waits.
    Doubt settle()
    {
        if (isAnyUnderWay())
            return Doubt::Waits;
        m_doubtful = false;
        return isNext(m_next) ? Doubt::Settled : Doubt::Gap;
    }

    /// A batch of so many records that the broker refused leaves no gap: those behind it move up
    /// (#adjustSequencesDueToFailedBatch). Their owner renumbers them by lowered().
    void close(std::int32_t sequence, std::int32_t records)
    {
        for (std::int32_t& later : m_underWay)
            later = lowered(later, sequence, records);
        m_next = lowered(m_next, sequence, records);
    }
    static std::int32_t lowered(std::int32_t later, std::int32_t sequence, std::int32_t records)
    {
        return later > sequence ? later - records : later;
    }

private:
    ProducerIdentity m_owner;
    std::int32_t m_next = 0;
    std::int32_t m_expected = 0; // by the broker, as far as it has answered
    std::int32_t m_behindDoubt = 0;
    bool m_doubtful = false;
    std::vector<std::int32_t> m_underWay; // given and not answered, ascending
};

} // namespace connscope::client
