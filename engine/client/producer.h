// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/accumulator.h"
#include "client/brain.h"
#include "client/context.h"
#include "client/metadata.h"
#include "client/networkclient.h"
#include "client/producerapp.h"
#include "client/transactions.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

/// \file
/// The producer: an application that calls it, and a Sender thread that runs from construction on. The Sender's turn is that
/// of producer.internals.Sender: producer id or transaction first, then batches for leaders that are ready, then the poll.
/// A request of a transaction or for a producer id that is repeated goes out retry.backoff.ms after its node was ready; the
/// Sender sleeps meanwhile, outside of any select (Sender#maybeSendAndPollTransactionalRequest). close() of a producer in a
/// transaction aborts it, from 2.3 on (Sender#run).

namespace connscope::client {

class Producer final : public Brain {
public:
    Producer(ClientSpec spec, Settings settings, const Environment& environment, Instant now, EventId cause);

    Instant poll(Instant now, std::vector<Report>& reports, std::vector<Wish>& wishes) override;
    void append(std::vector<Step> steps) override;
    void replaceScript(std::vector<Step> steps, EventId cause) override;
    bool isClosed() const override { return m_closed; }

private:
    // The Sender waits in place for a node (NetworkClientUtils#awaitReady).
    struct AwaitNode {
        Transactions::Pending pending;
        Node node;
        Instant deadline {};
        bool polledOnce = false;
        bool backedOff = false; ///< the node was ready; the Sender slept before a request that it repeats
    };

    void wakeSelect(std::vector<Report>& reports);
    Duration senderTurn();
    std::optional<Duration> transactionTurn();
    std::optional<Duration> awaitTurn();
    Duration nodeIsReady();
    Duration afterLookup();
    void giveUpNode(const Transactions::Pending& pending, EventId cause);
    Duration sendProducerData();
    Duration expireBatches();
    void deferUntilConnected(const Node& node);
    void sendProduceRequest(const Node& node, std::vector<Batch> batches);
    void handle(std::vector<Completion>& completions);
    void completeProduce(const Completion& completion);
    void failOrRetry(Batch batch, protocol::ErrorCode error, EventId cause, BrokerId newLeader);
    EventId finishBatch(const Batch& batch, protocol::ErrorCode error, EventId cause);
    void expire(const Batch& batch);
    // producersequences.cpp
    void settleSequences();
    void sequenceFailed(const Batch& batch, protocol::ErrorCode error, EventId cause);
    bool isRetriable(const Batch& batch, protocol::ErrorCode error, EventId cause);
    void requestEpoch(std::uint32_t partition, EventId cause);
    std::vector<Batch*> sentOf(std::uint32_t partition);

    void sendBackedOff(std::vector<Report>& reports);
    bool mayClose();
    bool isDrained() const;
    void finishClose();

    Context m_context;
    Metadata m_metadata;
    NetworkClient m_network;
    Accumulator m_accumulator;
    Transactions m_transactions;
    ProducerApp m_app;
    std::vector<std::vector<Batch>> m_sent; // batches in flight; a request's cookie is its place + 1
    std::vector<std::size_t> m_freeSent;
    std::vector<std::uint32_t> m_gaps; // partitions that a new epoch is to begin anew
    bool m_lostOrder = false; // another producer id is needed
    EventId m_gapCause; // what gave the last of these, or a doubt
    std::int64_t m_incomplete = 0; // batches in flight
    Instant m_sentExpiry = kNever; // no batch in flight is too old before this
    std::optional<AwaitNode> m_await;
    std::vector<Report> m_missed; // while the Sender sleeps
    std::vector<Completion> m_completions;
    Instant m_sleepUntil {};
    Instant m_selectDeadline {};
    bool m_blocked = false;
    bool m_closed = false;
};

} // namespace connscope::client
