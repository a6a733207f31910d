// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/context.h"
#include "client/metadata.h"
#include "protocol/messages.h"

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

/// \file
/// Records waiting to be sent: batches by partition, ready when full, lingered, flushed or closing (RecordAccumulator).
/// Only partitions that hold batches are walked, so that a thousand idle ones cost nothing.

namespace connscope::client {

struct Batch {
    std::uint32_t partition = 0; ///< index into the accumulator's partitions
    std::int32_t records = 0;
    std::int32_t bytes = 0;
    std::int32_t attempts = 0;
    Instant created {};
    Instant lastAttempt {};
    std::int64_t firstSend = 0; ///< number of the first send() in it, of all sends of this producer
    EventId cause; ///< the AppCall, or the failed attempt
};

class Accumulator {
public:
    explicit Accumulator(Context& context)
        : m_context(context)
    {
    }

    /// Adds one record of \a size bytes. Returns true when the Sender should be woken: a new batch or a full one.
    bool append(std::uint32_t partition, std::int32_t size, std::int64_t sendNumber, EventId cause);

    struct Ready {
        std::vector<const Node*> nodes; ///< leaders with sendable batches, in the order of Java's HashSet<Node>
        std::vector<std::string> unknownLeaderTopics;
        Duration nextCheck = Duration::max();
    };
    /// RecordAccumulator#ready.
    Ready ready(const Metadata& metadata);
    /// Sendable batches for \a node, one a partition (RecordAccumulator#drain). \a allowed: transactional producers send only to
    /// partitions that are in the transaction.
    std::vector<Batch> drain(const Node& node, const Metadata& metadata, const std::vector<std::uint32_t>* allowed);
    /// Puts a failed batch back to the front of its queue.
    void reenqueue(Batch batch);
    /// Takes out the batches that waited longer than delivery.timeout.ms.
    std::vector<Batch> takeExpired();
    std::vector<Batch> takeAll();

    bool hasUndrained() const { return m_queued > 0; }
    void setFlushing(bool on) { m_flushing = on; }
    void close() { m_closed = true; }
    void setMuted(std::uint32_t partition, bool muted) { m_partitions[partition].muted = muted; }
    const protocol::TopicPartition& partition(std::uint32_t index) const { return m_partitions[index].id; }
    /// "t4-0", interned once.
    TextId text(std::uint32_t index) const { return m_partitions[index].text; }
    /// The partition's number here; it gets one when it is first asked for.
    std::uint32_t indexOf(const std::string& topic, std::int32_t partition);
    /// The event that made the oldest sendable batch for this leader ready: the cause of a connect.
    EventId causeFor(const Node& node, const Metadata& metadata) const;

private:
    struct Partition {
        protocol::TopicPartition id;
        TextId text {0};
        std::deque<Batch> queue;
        bool muted = false;
        bool active = false;
    };
    bool isFull(const Batch& batch) const { return batch.bytes >= m_context.settings.batchSize; }
    bool isSendable(const Partition& partition, Duration* wait) const;

    Context& m_context;
    std::vector<Partition> m_partitions;
    std::map<std::string, std::vector<std::uint32_t>, std::less<>> m_index; // by topic, then partition
    std::vector<std::uint32_t> m_active;
    std::int64_t m_queued = 0;
    bool m_flushing = false;
    bool m_closed = false;
};

} // namespace connscope::client
