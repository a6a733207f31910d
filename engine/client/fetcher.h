// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/smallvector.h"
#include "client/consumernetwork.h"
#include "client/context.h"
#include "client/metadata.h"
#include "client/subscriptions.h"

#include <utility>
#include <vector>

/// \file
/// Positions and records: LIST_OFFSETS, OFFSET_FOR_LEADER_EPOCH and FETCH to the leaders, one fetch in flight per node
/// (consumer.internals.Fetcher; AbstractFetch and OffsetFetcher from 3.5 on).

namespace connscope::client {

class Fetcher {
public:
    Fetcher(Context& context, Metadata& metadata, NetworkClient& network, ConsumerNetwork& client,
        Subscriptions& subscriptions);

    /// LIST_OFFSETS for the partitions that wait for a reset, one request a leader (resetOffsetsIfNeeded).
    void resetPositions();
    /// OFFSET_FOR_LEADER_EPOCH for positions that are to be validated.
    void validatePositions();
    /// FETCH to every node that has partitions to fetch and no fetch under way. Returns how many were queued.
    int sendFetches();
    bool hasData() const { return m_records > 0; }
    /// Hands the buffered records over (fetchedRecords).
    std::int64_t takeRecords();
    EventId lastFetch() const { return m_lastFetch; }

    /// 3.5+: a last FETCH with epoch -1 for each session (maybeCloseFetchSessions). Returns how many were queued.
    int closeSessions(EventId cause);
    bool complete(const Completion& completion);

private:
    const Node* nodeFor(PartitionPosition& p);
    const Node* leaderOf(PartitionPosition& p) const;
    template <typename List>
    void fetchFrom(const Node& node, const List& partitions, EventId cause);
    void onListOffsets(const Completion& completion);
    void onEpochs(const Completion& completion);
    void onFetch(const Completion& completion);
    /// What a request in flight was about; its node is the one meant, whichever connection carries it.
    using Partitions = SmallVector<protocol::TopicPartition, 1>;
    struct Asked {
        NodeId node;
        Partitions partitions;
    };
    template <typename List>
    void remember(std::int32_t correlation, NodeId node, const List& partitions);
    Asked takeAsked(const Completion& completion);
    void fail(const Partitions& partitions, EventId cause);

    struct Session {
        NodeId node;
        std::int32_t id = 0;
        std::int32_t epoch = 0;
    };
    Session& sessionOf(NodeId node);
    Context& m_context;
    Metadata& m_metadata;
    NetworkClient& m_network;
    ConsumerNetwork& m_client;
    Subscriptions& m_subscriptions;
    std::int64_t m_records = 0;
    EventId m_lastFetch;
    SmallVector<NodeId, 2> m_fetching; // nodes with a fetch under way
    SmallVector<Session, 2> m_sessions; // by node
    SmallVector<std::pair<std::int32_t, Asked>, 1> m_asked; // by correlation id; one per node and kind at the most
};

} // namespace connscope::client
