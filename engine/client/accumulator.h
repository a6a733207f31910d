// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/flatmap.h"
#include "client/backoff.h"
#include "client/context.h"
#include "client/metadata.h"
#include "client/sequencenumbers.h"
#include "protocol/messages.h"

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// \file
/// Records waiting to be sent: batches by partition, ready when full, lingered, flushed or closing (RecordAccumulator).
///
/// Kafka walks every partition at each turn of the Sender. Here the partitions that hold batches lie with their leader,
/// and a leader is looked at only when something about it can have changed: a batch came or went, an instant was reached
/// (linger, backoff), the metadata named other leaders, or the network client tells of its connection. A burst to a
/// thousand leaders so costs a thousand looks, not a million. What is answered is the same.

namespace connscope::client {

struct Batch {
    std::uint32_t partition = 0; ///< index into the accumulator's partitions
    std::int32_t records = 0;
    std::int32_t bytes = 0;
    std::int32_t attempts = 0;
    bool expired = false; ///< in flight and failed already: its answer changes nothing any more
    std::int32_t baseSequence = -1; ///< given at its first send by an idempotent producer, and kept by every retry
    ProducerIdentity owner; ///< whose sequence number it is
    Instant created {};
    Instant lastAttempt {};
    Duration backoff {}; ///< how long it waits after that
    NodeId sentTo; ///< its leader then
    std::int64_t firstSend = 0; ///< number of the first send() in it, of all sends of this producer
    EventId cause; ///< the AppCall, or the failed attempt
};

class Accumulator {
public:
    /// \a metadata says who leads; it must outlive the accumulator.
    Accumulator(Context& context, const Metadata& metadata)
        : m_context(context)
        , m_metadata(metadata)
        , m_backoff(retryBackoff(context.profile, context.settings, context.rng, "batches"))
    {
    }
    ~Accumulator() { count(-m_queued); } // a client that is killed takes its records with it
    Accumulator(const Accumulator&) = delete;
    Accumulator& operator=(const Accumulator&) = delete;

    /// Adds one record of \a size bytes. Returns true when the Sender should be woken: a new batch or a full one.
    bool append(std::uint32_t partition, std::int32_t size, std::int64_t sendNumber, EventId cause);

    /// Bytes of a batch of one record of \a size bytes.
    static std::int64_t sizeAlone(std::int32_t size);

    struct Ready {
        std::vector<const Node*>
            nodes; ///< leaders with sendable batches, but for the deferred ones; in no special order
        std::vector<std::string> unknownLeaderTopics;
        /// Until the next batch becomes sendable or a deferred leader is worth another look; max = neither.
        Duration nextCheck = Duration::max();
    };
    /// RecordAccumulator#ready.
    Ready ready();
    /// Leaves a leader out of ready() until \a until (kNever = until wake() is called).
    void defer(NodeId leader, Instant until);
    /// Something happened to the connection of a deferred leader.
    void wake(NodeId leader);
    /// Puts leaders into the order in which Java walks the HashSet<Node> of all that have sendable batches, deferred ones
    /// included.
    void sortAsJava(std::vector<const Node*>& leaders) const;

    /// Sendable batches for \a node, one a partition (RecordAccumulator#drain). \a allowed: transactional producers send
    /// only to partitions that are in the transaction.
    std::vector<Batch> drain(const Node& node, const std::vector<std::uint32_t>* allowed);
    /// Who numbers batches from now on. Another producer id begins anew in every partition
    /// (TransactionManager#resetProducerId, #initializeTransactions).
    void setIdentity(const ProducerIdentity& identity);
    const ProducerIdentity& identity() const { return m_identity; }
    /// Numbers a batch that goes out for the first time (TransactionManager#sequenceNumber).
    void number(Batch& batch);
    /// A batch that has a sequence number is delivered, or given up.
    void resolveSequence(const Batch& batch, bool delivered);
    /// A batch that was repeated is given up without an answer (TransactionManager#markSequenceUnresolved).
    void doubtSequence(const Batch& batch);
    bool hasDoubts() const { return m_doubts > 0; }
    /// Looks at the doubts; the partitions in which a gap is left.
    std::vector<std::uint32_t> settleDoubts();
    const SequenceNumbers& numbers(std::uint32_t partition) const { return m_partitions[partition].numbers; }
    /// A batch that the broker refused leaves no gap. \a sent: the partition's batches in flight; they and those that wait
    /// for a retry get the lower numbers, in place.
    void closeGap(const Batch& refused, const std::vector<Batch*>& sent);
    /// The partition begins at 0 for this identity, with what is under way (\a sent, and what waits for a retry).
    void renumber(std::uint32_t partition, std::vector<Batch*> sent);
    /// Puts a failed batch back: to the front of its queue, or, where batches have sequence numbers, among those that come back
    /// too in the order of these (#insertInSequenceOrder).
    void reenqueue(Batch batch);
    /// Takes out the batches that waited longer than delivery.timeout.ms.
    std::vector<Batch> takeExpired();
    /// When the next of those that wait is too old. Exact within \a horizon from now; a later answer may be too early.
    Instant nextExpiry(Duration horizon);
    std::vector<Batch> takeAll();

    bool hasUndrained() const { return m_queued > 0; }
    void setFlushing(bool on);
    void close();
    void setMuted(std::uint32_t partition, bool muted);
    const protocol::TopicPartition& partition(std::uint32_t index) const { return m_partitions[index].id; }
    /// "t4-0", interned once.
    TextId text(std::uint32_t index) const { return m_partitions[index].text; }
    /// The partition's number here; it gets one when it is first asked for.
    std::uint32_t indexOf(const std::string& topic, std::int32_t partition);
    /// The batch for this leader that waits longest, of the partition that does; null if none does.
    const Batch* firstFor(const Node& node) const;
    /// The event that made the oldest batch for this leader ready: the cause of a connect.
    EventId causeFor(const Node& node) const;

private:
    static constexpr std::uint32_t kNoGroup = 0xffffffff;
    struct Partition {
        protocol::TopicPartition id;
        TextId text {0};
        std::deque<Batch> queue;
        SequenceNumbers numbers;
        std::uint64_t activated = 0; ///< a number that grows: when it last began to hold batches
        std::uint32_t group = kNoGroup; ///< where it lies; kNoGroup = it holds no batch
        bool muted = false;
    };
    /// The partitions of one leader that hold batches. The first group has those whose leader is not known.
    struct Group {
        NodeId leader;
        std::vector<std::uint32_t> partitions;
        Instant readyAt = kNever; ///< when the first of them becomes sendable
        Instant deferredUntil {};
        Instant timed = kNever; ///< its entry in m_timed; kNever = it has none
        bool listed = false; ///< it is in m_due
    };
    bool isFull(const Batch& batch) const { return batch.bytes >= m_context.settings.batchSize; }
    /// So many batches more.
    void count(std::int64_t more)
    {
        m_queued += more;
        if (m_context.commons)
            m_context.commons->addWaiting(more);
    }
    Instant sendableAt(const Partition& partition) const;
    bool waitsForSequence(const Partition& partition) const;
    Duration backoffOf(const Partition& partition) const;
    void activate(std::uint32_t index);
    void deactivate(std::uint32_t index);
    void regroup();
    std::uint32_t groupOf(const protocol::TopicPartition& partition);
    void review(std::uint32_t group);
    void reviewAll();
    void place(std::uint32_t group);
    std::vector<std::uint32_t> activePartitions() const;

    Context& m_context;
    const Metadata& m_metadata;
    Backoff m_backoff;
    std::vector<Partition> m_partitions;
    std::map<std::string, std::vector<std::uint32_t>, std::less<>> m_index; // by topic, then partition
    std::vector<Group> m_groups;
    FlatMap m_groupByLeader;
    std::vector<std::uint32_t> m_due; // groups to look at now
    std::set<std::pair<Instant, std::uint32_t>> m_timed; // groups to look at later
    std::uint64_t m_activations = 0;
    std::uint64_t m_leadership = 0; // of the metadata, as grouped
    std::int64_t m_queued = 0;
    ProducerIdentity m_identity;
    int m_doubts = 0; // partitions whose numbers are in doubt
    Instant m_firstExpiry = kNever; // no batch is too old before this
    bool m_flushing = false;
    bool m_closed = false;
};

} // namespace connscope::client
