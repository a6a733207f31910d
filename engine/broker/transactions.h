// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/coordinators.h"
#include "broker/groupcoordinator.h"
#include "broker/producerids.h"
#include "broker/records.h"
#include "broker/socketserver.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// \file
/// The transaction coordinator (TransactionCoordinator): producer ids by transactional.id, and the state of each
/// transaction. END_TXN is answered as soon as its outcome is stored; the markers reach the partitions a little later,
/// and until then the next transaction is refused with CONCURRENT_TRANSACTIONS, which a producer repeats.
/// In a simulation the markers take no offsets in the logs; where Hooks::makeBatch makes them, one in each partition of the
/// transaction.

namespace connscope::broker {

class TransactionCoordinator {
public:
    TransactionCoordinator(World& world, SocketServer& sockets, const Topics& topics, Records& records,
        GroupCoordinator& groups, ProducerIds& producers, Coordinators& seats);

    /// Also for producers that are idempotent only: those get an id from any broker.
    void initProducerId(RequestRef ref, const protocol::InitProducerIdRequest& request);
    void addPartitions(RequestRef ref, const protocol::AddPartitionsToTxnRequest& request);
    void addOffsets(RequestRef ref, const protocol::AddOffsetsToTxnRequest& request);
    void endTransaction(RequestRef ref, const protocol::EndTxnRequest& request);

    /// TransactionMarkers and TransactionTimeout.
    void onTimer(const Timer& timer);
    BrokerIndex brokerOf(const Timer& timer) const { return m_transactions[timer.a].coordinator; }
    bool knows(std::string_view transactionalId) const { return m_byId.find(transactionalId) != m_byId.end(); }
    /// Seats have changed.
    void reassign(EventId cause);

private:
    using Error = protocol::ErrorCode;
    enum class State : std::uint8_t {
        Empty, ///< no transaction yet
        Ongoing,
        Ending, ///< PrepareCommit or PrepareAbort: markers are on their way
        Ended, ///< CompleteCommit or CompleteAbort
    };
    struct Transaction {
        std::string id; // transactional.id
        BrokerIndex coordinator = kNoBroker;
        std::int64_t producerId = -1;
        std::int16_t epoch = 0;
        State state = State::Empty;
        bool committed = false;
        Duration timeout {};
        std::vector<PartitionRef> partitions; // with records of the transaction under way, each once
        std::uint32_t token = 0; // of the timers that count
    };
    Transaction* find(std::string_view id);
    Error check(std::string_view id, RequestRef ref) const;
    /// Errors that all requests of a transaction share.
    Error checkProducer(const Transaction* transaction, std::int64_t producerId, std::int16_t epoch) const;
    /// A transaction begins with its first partition or group.
    Error join(std::string_view id, RequestRef ref, std::int64_t producerId, std::int16_t epoch);
    void end(Transaction& transaction, bool committed, EventId cause);
    std::uint32_t numberOf(const Transaction& t) const
    {
        return static_cast<std::uint32_t>(&t - m_transactions.data());
    }
    void answer(RequestRef ref, Error error);

    World& m_world;
    SocketServer& m_sockets;
    const Topics& m_topics;
    Records& m_records;
    GroupCoordinator& m_groups;
    ProducerIds& m_producers;
    Coordinators& m_seats;
    std::vector<Transaction> m_transactions;
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view> {}(text); }
    };
    std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> m_byId;
};

} // namespace connscope::broker
