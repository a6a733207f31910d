// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/fetchsessions.h"
#include "broker/producerids.h"
#include "broker/socketserver.h"
#include "broker/topics.h"

#include <deque>
#include <vector>

/// \file
/// Records in and out (ReplicaManager): PRODUCE appends to the leader's log, FETCH reads it and waits where there is not
/// enough (DelayedFetch), the high watermark follows once the replicas have the records.
///
/// A fetch that waits holds its connection; its partitions know the connection as a watcher. The watching outlives
/// the fetch, since a consumer asks for the same partitions again: while it does, a fetch costs no bookkeeping.

namespace connscope::broker {

class Records {
public:
    Records(World& world, SocketServer& sockets, Topics& topics, ProducerIds& producers, Rng rng);

    void startBroker(BrokerIndex broker);
    void produce(RequestRef ref, protocol::ProduceRequest& request);
    void fetch(RequestRef ref, protocol::FetchRequest& request);
    void listOffsets(RequestRef ref, protocol::ListOffsetsRequest& request);
    void offsetForLeaderEpoch(RequestRef ref, protocol::OffsetForLeaderEpochRequest& request);
    /// Records from outside the scene, wherever the leader is.
    void append(PartitionRef ref, std::int64_t records, EventId cause);

    /// Partitions join a producer's transaction: its transactional batches are taken from here on.
    void admit(std::int64_t producerId, const std::vector<PartitionRef>& partitions);
    /// The markers that end a producer's transaction go into its partitions (KIP-98); they take an offset each where
    /// Hooks::makeBatch makes them, and none in a simulation.
    void writeMarkers(std::int64_t producerId, std::int16_t epoch, bool committed,
        const std::vector<PartitionRef>& partitions, EventId cause);
    /// Their topic was deleted: who waits for them hears so, and their records are gone.
    void partitionsRemoved(const std::vector<PartitionRef>& partitions, EventId cause);
    /// Bytes of real batches in memory, at most ClusterSpec::retentionBytes but for what is not replicated yet.
    std::int64_t keptBytes() const { return m_keptBytes; }

    /// LongPoll and HighWatermark.
    void onTimer(const Timer& timer);
    /// Fetches that wait for these partitions hear that their broker does not lead them any more.
    void leadersMoved(const std::vector<PartitionRef>& partitions, EventId cause);
    /// A paused broker goes on: what its fetches wait for may have come.
    void recheck(BrokerIndex broker, EventId cause);
    void forget(std::uint32_t slot, Connection& connection);

private:
    using Error = protocol::ErrorCode;

    /// What one look at the partitions of a fetch finds.
    struct Look {
        std::int64_t bytes = 0;
        bool immediate = false; ///< an error, or a better replica: the answer must not wait
    };
    Look look(const Connection& connection, const protocol::FetchRequest& request, std::int16_t version);
    Error readable(const Connection& connection, const protocol::FetchRequest& request, PartitionRef ref) const;
    BrokerIndex preferredReplica(const Connection& connection, const protocol::FetchRequest& request,
        std::int16_t version, PartitionRef ref) const;
    void answerFetch(RequestRef ref, Work& work, trace::RuleId rule, EventId cause);
    void watch(std::uint32_t slot, Connection& connection);
    /// A fetch that waits on this connection is answered if it may be.
    void tryComplete(std::uint32_t slot, EventId cause);
    void raiseHighWatermark(PartitionRef ref, std::int64_t offset, EventId cause);
    /// A raised high watermark as soon as the other replicas have what was written.
    void replicate(PartitionRef ref, std::uint32_t inSync, EventId cause);

    // real records
    RealRecords& realOf(PartitionRef ref);
    Error appendReal(const Connection& connection, PartitionRef ref, const protocol::SharedBatch& batch,
        protocol::ProducedPartition& produced);
    std::int64_t store(PartitionRef ref, const protocol::SharedBatch& batch);
    void dropOldest();
    void nameTopics(protocol::ProduceRequest& request) const;
    /// The request as its session completes it, topics by their names.
    Error joinSession(const Connection& connection, const Work& work, protocol::FetchRequest& request);
    /// Why a partition of a fetch from outside is not read.
    Error refusal(const Connection& connection, const protocol::FetchRequest& request, std::size_t which,
        PartitionRef ref) const;
    /// KIP-320: FENCED_LEADER_EPOCH to who has not heard of the newest leader, UNKNOWN_LEADER_EPOCH to who knows more.
    static Error checkEpoch(const Partition& partition, std::int32_t currentLeaderEpoch);
    static std::int64_t readableEnd(const protocol::FetchRequest& request, const Partition& partition);
    /// Bytes that a fetch would find, counted as far as \a enough.
    std::int64_t available(
        const protocol::FetchRequest& request, std::size_t which, PartitionRef ref, std::int64_t enough) const;
    /// Whole batches from the one that holds the offset on; the first one whatever its size if \a atLeastOne (KIP-74).
    std::int64_t readBatches(const protocol::FetchRequest& request, std::size_t which, PartitionRef ref,
        std::int64_t maxBytes, bool atLeastOne, protocol::FetchedPartition& got,
        protocol::FetchedPartitionDetail& detail) const;
    void answerBatches(RequestRef ref, Work& work, trace::RuleId rule, EventId cause);
    void offsetAt(const Partition& partition, std::int64_t timestamp, protocol::IsolationLevel isolation,
        protocol::PartitionOffsetResult& result) const;
    static void endOfEpoch(
        const Partition& partition, std::int32_t leaderEpoch, protocol::PartitionOffsetResult& result);

    Error appendBatch(const Connection& connection, const protocol::ProduceRequest& request,
        protocol::ProducePartition& batch, std::int16_t version, EventId cause, protocol::ProducedPartition& produced,
        bool& replicated);

    World& m_world;
    SocketServer& m_sockets;
    Topics& m_topics;
    ProducerIds& m_producers;
    Rng m_rng;
    std::vector<FetchSessions> m_sessions; // by broker
    std::deque<PartitionRef> m_kept; // the partition of each real batch, in the order in which they came
    std::int64_t m_keptBytes = 0;
    PartitionRefs m_refs; // of the fetch being looked at
    std::vector<std::uint32_t> m_watchers; // of the partition being dealt with
};

} // namespace connscope::broker
