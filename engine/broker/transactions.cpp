// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/transactions.h"

#include <algorithm>
#include <set>
#include <utility>

namespace connscope::broker {

using trace::EventKind;
using trace::RuleId;

namespace {

/// First version of INIT_PRODUCER_ID whose senders understand PRODUCER_FENCED (KIP-588).
constexpr std::int16_t kProducerFencedVersion = 4;

} // namespace

TransactionCoordinator::TransactionCoordinator(World& world, SocketServer& sockets, const Topics& topics,
    Records& records, GroupCoordinator& groups, ProducerIds& producers, Coordinators& seats)
    : m_world(world)
    , m_sockets(sockets)
    , m_topics(topics)
    , m_records(records)
    , m_groups(groups)
    , m_producers(producers)
    , m_seats(seats)
{
}

TransactionCoordinator::Transaction* TransactionCoordinator::find(std::string_view id)
{
    const auto it = m_byId.find(id);
    return it == m_byId.end() ? nullptr : &m_transactions[it->second];
}

TransactionCoordinator::Error TransactionCoordinator::check(std::string_view id, RequestRef ref) const
{
    return m_seats.of(id) == m_sockets.connection(ref.slot).broker ? Error::None : Error::NotCoordinator;
}

TransactionCoordinator::Error TransactionCoordinator::checkProducer(
    const Transaction* transaction, std::int64_t producerId, std::int16_t epoch) const
{
    if (transaction == nullptr || transaction->producerId != producerId || transaction->epoch != epoch)
        return Error::InvalidProducerEpoch;
    return transaction->state == State::Ending ? Error::ConcurrentTransactions : Error::None;
}

void TransactionCoordinator::answer(RequestRef ref, Error error)
{
    const Work& work = *m_sockets.work(ref);
    m_sockets.answer(ref, protocol::ErrorOnlyResponse {error}, error, RuleId::BrokerAnswers, work.received);
}

void TransactionCoordinator::initProducerId(RequestRef ref, const protocol::InitProducerIdRequest& request)
{
    const Work& work = *m_sockets.work(ref);
    const BrokerIndex broker = m_sockets.connection(ref.slot).broker;
    protocol::InitProducerIdResponse response;
    if (request.transactionalId.empty()) {
        response.producerId = m_producers.next(broker);
        response.producerEpoch = 0;
    } else if (response.error = check(request.transactionalId, ref); response.error == Error::None) {
        Transaction* transaction = find(request.transactionalId);
        if (request.transactionTimeout > m_world.brokers[broker].config.maxTransactionTimeout) {
            response.error = Error::InvalidTransactionTimeout; // TransactionStateManager#validateTransactionTimeoutMs
        } else if (transaction == nullptr) {
            m_byId.emplace(request.transactionalId, static_cast<std::uint32_t>(m_transactions.size()));
            transaction = &m_transactions.emplace_back();
            transaction->id = request.transactionalId;
            transaction->coordinator = broker;
            transaction->producerId = m_producers.next(broker);
        } else if (request.producerId >= 0
            && (request.producerId != transaction->producerId || request.producerEpoch != transaction->epoch)) {
            // It wants its epoch raised after an error (KIP-360), but another has taken its place meanwhile.
            response.error = work.request.version >= kProducerFencedVersion ? Error::ProducerFenced
                                                                            : Error::InvalidProducerEpoch;
        } else if (transaction->state == State::Ongoing) {
            // Someone else's, or one that its producer left: it is aborted first, and the newcomer asks again.
            transaction->epoch = m_producers.bump(transaction->producerId);
            end(*transaction, false, work.received);
            response.error = Error::ConcurrentTransactions;
        } else if (transaction->state == State::Ending) {
            response.error = Error::ConcurrentTransactions;
        } else {
            transaction->epoch = m_producers.bump(transaction->producerId);
            if (transaction->epoch < 0) {
                transaction->producerId = m_producers.next(broker);
                transaction->epoch = 0;
            }
        }
        if (response.error == Error::None) {
            transaction->timeout = request.transactionTimeout;
            response.producerId = transaction->producerId;
            response.producerEpoch = transaction->epoch;
        }
    }
    const Error error = response.error;
    m_sockets.answer(ref, response, error, RuleId::BrokerAnswers, work.received);
}

TransactionCoordinator::Error TransactionCoordinator::join(
    std::string_view id, RequestRef ref, std::int64_t producerId, std::int16_t epoch)
{
    if (const Error error = check(id, ref); error != Error::None)
        return error;
    Transaction* transaction = find(id);
    if (const Error error = checkProducer(transaction, producerId, epoch); error != Error::None)
        return error;
    if (transaction->state == State::Ongoing)
        return Error::None;
    transaction->state = State::Ongoing;
    ++transaction->token;
    if (transaction->timeout.count() > 0) {
        m_world.timers.set(saturatingAdd(m_world.now, transaction->timeout), TimerKind::TransactionTimeout,
            numberOf(*transaction), transaction->token, 0, m_sockets.work(ref)->received);
    }
    return Error::None;
}

void TransactionCoordinator::addPartitions(RequestRef ref, const protocol::AddPartitionsToTxnRequest& request)
{
    // All or none: where one partition does not exist the others are not attempted (KafkaApis#handleAddPartitionsToTxnRequest).
    protocol::ErrorOnlyResponse response;
    std::vector<PartitionRef> found;
    std::uint32_t& hint = m_sockets.connection(ref.slot).topicHint;
    for (const protocol::TopicPartition& tp : request.partitions) {
        const PartitionRef partition = m_topics.find(tp, hint);
        response.partitions.push_back(
            {tp, partition.topic == kNone ? Error::UnknownTopicOrPartition : Error::OperationNotAttempted});
        if (partition.topic == kNone)
            response.error = Error::UnknownTopicOrPartition;
        else
            found.push_back(partition);
    }
    if (response.error == Error::None) {
        response.error = join(request.transactionalId, ref, request.producerId, request.producerEpoch);
        for (protocol::PartitionError& partition : response.partitions)
            partition.error = response.error;
    }
    if (response.error == Error::None) {
        m_records.admit(request.producerId, found);
        std::vector<PartitionRef>& partitions = find(request.transactionalId)->partitions;
        std::set<std::pair<std::uint32_t, std::uint32_t>> known; // a request may name all that there are
        for (const PartitionRef partition : partitions)
            known.emplace(partition.topic, partition.partition);
        for (const PartitionRef partition : found) {
            if (known.emplace(partition.topic, partition.partition).second)
                partitions.push_back(partition);
        }
    }
    const Error error = response.error;
    m_sockets.answer(ref, std::move(response), error, RuleId::BrokerAnswers, m_sockets.work(ref)->received);
}

void TransactionCoordinator::addOffsets(RequestRef ref, const protocol::AddOffsetsToTxnRequest& request)
{
    answer(ref, join(request.transactionalId, ref, request.producerId, request.producerEpoch));
}

void TransactionCoordinator::endTransaction(RequestRef ref, const protocol::EndTxnRequest& request)
{
    if (const Error error = check(request.transactionalId, ref); error != Error::None)
        return answer(ref, error);
    Transaction* transaction = find(request.transactionalId);
    if (const Error error = checkProducer(transaction, request.producerId, request.producerEpoch);
        error != Error::None)
        return answer(ref, error);
    switch (transaction->state) {
    case State::Ongoing:
        end(*transaction, request.committed, m_sockets.work(ref)->received);
        return answer(ref, Error::None);
    case State::Ended: // a repeated request: the answer to the first one was lost
        return answer(ref, transaction->committed == request.committed ? Error::None : Error::InvalidTxnState);
    case State::Empty:
    case State::Ending:
        break;
    }
    answer(ref, Error::InvalidTxnState);
}

void TransactionCoordinator::end(Transaction& transaction, bool committed, EventId cause)
{
    transaction.state = State::Ending;
    transaction.committed = committed;
    m_world.timers.set(saturatingAdd(m_world.now, m_world.spec.replicationDelay), TimerKind::TransactionMarkers,
        numberOf(transaction), ++transaction.token, 0, cause);
}

void TransactionCoordinator::onTimer(const Timer& timer)
{
    Transaction& transaction = m_transactions[timer.a];
    if (timer.b != transaction.token)
        return;
    if (timer.kind == TimerKind::TransactionTimeout) {
        // transaction.timeout.ms: aborted, and its producer is fenced (TransactionCoordinator#abortTimedOutTransactions).
        transaction.epoch = m_producers.bump(transaction.producerId);
        end(transaction, false, timer.cause);
        return;
    }
    transaction.state = State::Ended;
    std::vector<PartitionRef> partitions;
    partitions.swap(transaction.partitions);
    m_records.writeMarkers(transaction.producerId, transaction.epoch, transaction.committed, partitions, timer.cause);
    m_groups.transactionEnded(transaction.producerId, transaction.committed);
}

void TransactionCoordinator::reassign(EventId cause)
{
    for (Transaction& transaction : m_transactions) {
        const BrokerIndex coordinator = m_seats.of(transaction.id);
        if (coordinator == transaction.coordinator)
            continue;
        transaction.coordinator = coordinator;
        trace::Event e = m_world.event(EventKind::CoordinatorMoved, cause, RuleId::LeadershipChanged);
        e.broker = m_world.idOf(coordinator);
        m_world.append(e, "transaction " + transaction.id);
    }
}

} // namespace connscope::broker
