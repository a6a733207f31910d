// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/context.h"
#include "client/metadata.h"
#include "client/networkclient.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

/// \file
/// Producer ids and transactions: which request must go out before any record may (TransactionManager). Requests wait in a
/// queue by priority and go one at a time; each goes to the least loaded node or to a coordinator, which keeps the broker's
/// plain id, so that it shares the connection of the data.

namespace connscope::client {

class Transactions {
public:
    explicit Transactions(Context& context);

    bool isTransactional() const { return !m_context.settings.transactionalId.empty(); }
    bool hasProducerId() const { return m_producerId >= 0; }
    std::int64_t producerId() const { return m_producerId; }
    std::int16_t producerEpoch() const { return m_epoch; }

    enum class Kind : std::uint8_t {
        FindCoordinator,
        InitProducerId,
        AddPartitions,
        AddOffsets,
        TxnOffsetCommit,
        EndTxn
    };
    /// One request that waits its turn.
    struct Pending {
        Kind kind = Kind::InitProducerId;
        protocol::CoordinatorType coordinator
            = protocol::CoordinatorType::Transaction; ///< FindCoordinator: which one
        std::string group; ///< AddOffsets, TxnOffsetCommit, FindCoordinator of a group
        bool commit = true; ///< EndTxn
        bool retry = false; ///< waits for `backoff` before it goes out
        std::optional<Duration> backoff; ///< nothing: retry.backoff.ms
        std::vector<protocol::TopicPartition> partitions;
        EventId cause;
        /// The coordinator that it must go to; nothing = any node.
        std::optional<protocol::CoordinatorType> target() const;
    };

    // -- the application --
    void initialize(EventId cause); ///< initTransactions(), or the id of an idempotent producer
    bool isInitialized() const { return hasProducerId() && m_state != State::Initializing; }
    bool isInitializing() const { return m_state == State::Initializing; }
    void begin(EventId cause);
    bool isInTransaction() const { return m_state == State::InTransaction; }
    void addPartition(std::uint32_t index, const protocol::TopicPartition& partition, EventId cause);
    void sendOffsets(const std::string& group, EventId cause);
    void end(bool commit, EventId cause);
    bool isEnding() const
    {
        return m_state == State::Committing || m_state == State::Aborting
            || (m_state == State::Initializing && m_bumps);
    }
    /// Begun and not at its end (TransactionManager#hasOngoingTransaction).
    bool isOngoing() const { return isInTransaction() || isEnding() || isSpoilt(); }
    bool isAborting() const { return m_state == State::Aborting; }
    /// Over for good (TransactionManager.State.FATAL_ERROR): every later call of the application throws error(). An
    /// error that Kafka calls abortable ends it too: the applications here do not abort by themselves.
    bool hasFailed() const { return m_state == State::FatalError; }
    /// A batch of the transaction was given up: it can only be aborted (TransactionManager.State.ABORTABLE_ERROR), and every
    /// other call throws error().
    bool isSpoilt() const { return m_state == State::AbortableError; }
    void batchFailed(protocol::ErrorCode error, EventId cause);
    /// The broker may lack a batch that was given up: the abort is followed by a new epoch (#maybeResolveSequences).
    void requireNewEpoch() { m_bumps = true; }
    /// An idempotent producer's next epoch (#bumpIdempotentProducerEpoch). Nobody is asked, but for a new id behind the last.
    void bumpEpoch(EventId cause);
    /// An idempotent producer asks for another id (#resetProducerId).
    void replaceProducerId(EventId cause);
    EventId ending() const { return m_ending; } ///< the application's commit or abort
    protocol::ErrorCode error() const { return m_error; }
    /// What the last call that waits for this was told by: the answer to its last request, or what the answer led to.
    EventId lastStep() const { return m_lastStep; }
    EventId failure() const { return m_failure; } ///< the event that brought the error
    /// What waits and what is under way fails with \a error.
    void fail(protocol::ErrorCode error, EventId cause);
    bool hasPending() const { return !m_queue.empty() || m_inFlight || !m_newPartitions.empty(); }

    // -- the sender --
    /// Partitions (indices of the accumulator) that are in the transaction; null when every partition may be sent.
    const std::vector<std::uint32_t>* allowedPartitions() const
    {
        return isTransactional() ? &m_partitions : nullptr;
    }
    bool isInFlight() const { return m_inFlight.has_value(); }
    /// The next request, taken from the queue; nothing while \a hasIncompleteBatches holds an EndTxn back.
    std::optional<Pending> next(bool hasIncompleteBatches);
    /// Back into the queue.
    void retry(Pending pending);
    void lookup(protocol::CoordinatorType type, const std::string& group, EventId cause);
    const Node* coordinator(protocol::CoordinatorType type) const;
    /// The numbered request for \a pending, which is in flight from now on.
    ClientRequest makeRequest(const Pending& pending, NetworkClient& network);
    /// An answer to the request in flight, or its loss.
    void complete(const Completion& completion);

private:
    enum class State : std::uint8_t {
        Uninitialized,
        Initializing,
        Ready,
        InTransaction,
        Committing,
        Aborting,
        AbortableError,
        FatalError
    };
    void enqueue(Pending pending);
    void finishEnd(EventId cause);

    Context& m_context;
    State m_state = State::Uninitialized;
    std::int64_t m_producerId = -1;
    std::int16_t m_epoch = -1;
    std::deque<Pending> m_queue; // by priority, then order
    std::optional<Pending> m_inFlight;
    std::optional<Node> m_transactionCoordinator;
    std::optional<Node> m_groupCoordinator;
    std::vector<std::pair<std::uint32_t, protocol::TopicPartition>> m_newPartitions;
    std::vector<std::uint32_t> m_pendingPartitions; // in the AddPartitions request in flight
    std::vector<std::uint32_t> m_partitions; // in the transaction
    bool m_started = false; // something was added to the transaction
    EventId m_partitionCause;
    protocol::ErrorCode m_error = protocol::ErrorCode::None; // while it is spoilt, or has failed
    bool m_bumps = false; // behind the END_TXN comes an INIT_PRODUCER_ID
    EventId m_failure;
    EventId m_ending;
    EventId m_lastStep;
};

} // namespace connscope::client
