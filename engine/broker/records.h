// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/fetchsessions.h"
#include "broker/producerids.h"
#include "broker/socketserver.h"
#include "broker/topics.h"

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
    void append(PartitionRef partition, std::int64_t records, EventId cause);

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
    Error appendBatch(const Connection& connection, const protocol::ProduceRequest& request,
        protocol::ProducePartition& batch, std::int16_t version, EventId cause, protocol::ProducedPartition& produced,
        bool& replicated);

    World& m_world;
    SocketServer& m_sockets;
    Topics& m_topics;
    ProducerIds& m_producers;
    Rng m_rng;
    std::vector<FetchSessions> m_sessions; // by broker
    std::vector<PartitionRef> m_refs; // of the fetch being looked at
    std::vector<std::uint32_t> m_watchers; // of the partition being dealt with
};

} // namespace connscope::broker
