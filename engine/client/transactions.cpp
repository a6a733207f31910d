// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/transactions.h"

#include <algorithm>
#include <limits>

namespace connscope::client {

using protocol::CoordinatorType;
using protocol::ErrorCode;
using trace::EventKind;
using trace::RuleId;

namespace {

constexpr Duration kAddPartitionsBackoff = ms(20); // TransactionManager.ADD_PARTITIONS_RETRY_BACKOFF_MS

// TransactionManager.Priority.
int priority(Transactions::Kind kind)
{
    switch (kind) {
    case Transactions::Kind::FindCoordinator:
        return 0;
    case Transactions::Kind::InitProducerId:
        return 1;
    case Transactions::Kind::AddPartitions:
    case Transactions::Kind::AddOffsets:
    case Transactions::Kind::TxnOffsetCommit:
        return 2;
    case Transactions::Kind::EndTxn:
        return 3;
    }
    return 3;
}

} // namespace

std::optional<CoordinatorType> Transactions::Pending::target() const
{
    switch (kind) {
    case Kind::FindCoordinator:
        return std::nullopt;
    case Kind::TxnOffsetCommit:
        return CoordinatorType::Group;
    case Kind::InitProducerId: // an idempotent producer's goes to any node: `coordinator` is Group then
        return coordinator == CoordinatorType::Transaction ? std::optional(CoordinatorType::Transaction)
                                                           : std::nullopt;
    default:
        return CoordinatorType::Transaction;
    }
}

Transactions::Transactions(Context& context)
    : m_context(context)
{
}

void Transactions::enqueue(Pending pending)
{
    const auto at = std::find_if(
        m_queue.begin(), m_queue.end(), [&](const Pending& p) { return priority(p.kind) > priority(pending.kind); });
    m_queue.insert(at, std::move(pending));
}

void Transactions::initialize(EventId cause)
{
    m_state = State::Initializing;
    Pending pending;
    pending.kind = Kind::InitProducerId;
    pending.coordinator = isTransactional() ? CoordinatorType::Transaction : CoordinatorType::Group;
    pending.cause = cause;
    enqueue(std::move(pending));
}

void Transactions::bumpEpoch(EventId cause)
{
    if (m_epoch == std::numeric_limits<std::int16_t>::max())
        replaceProducerId(cause);
    else
        ++m_epoch;
}

void Transactions::replaceProducerId(EventId cause)
{
    m_producerId = -1;
    m_epoch = -1;
    initialize(cause);
}

void Transactions::begin(EventId cause)
{
    m_state = State::InTransaction;
    m_started = false;
    m_context.append(EventKind::TransactionState, cause, RuleId::ApplicationCall, "begin");
}

void Transactions::addPartition(std::uint32_t index, const protocol::TopicPartition& partition, EventId cause)
{
    if (!isTransactional() || !isInTransaction())
        return;
    const auto known = [&](const auto& items) { return std::find(items.begin(), items.end(), index) != items.end(); };
    const bool fresh = std::none_of(
        m_newPartitions.begin(), m_newPartitions.end(), [&](const auto& p) { return p.first == index; });
    if (known(m_partitions) || known(m_pendingPartitions) || !fresh)
        return;
    m_newPartitions.emplace_back(index, partition);
    m_partitionCause = cause;
}

void Transactions::sendOffsets(const std::string& group, EventId cause)
{
    Pending pending;
    pending.kind = Kind::AddOffsets;
    pending.group = group;
    pending.cause = cause;
    enqueue(std::move(pending));
}

void Transactions::end(bool commit, EventId cause)
{
    m_state = commit ? State::Committing : State::Aborting;
    if (!commit)
        m_newPartitions.clear(); // TransactionManager#beginAbort
    m_ending
        = m_context.append(EventKind::TransactionState, cause, RuleId::ApplicationCall, commit ? "commit" : "abort");
    Pending pending;
    pending.kind = Kind::EndTxn;
    pending.commit = commit;
    pending.cause = cause;
    enqueue(std::move(pending));
}

std::optional<Transactions::Pending> Transactions::next(bool hasIncompleteBatches)
{
    if (!m_newPartitions.empty()) {
        Pending pending;
        pending.kind = Kind::AddPartitions;
        pending.cause = m_partitionCause;
        m_pendingPartitions.clear();
        for (auto& [index, partition] : m_newPartitions) {
            m_pendingPartitions.push_back(index);
            pending.partitions.push_back(std::move(partition));
        }
        m_newPartitions.clear();
        enqueue(std::move(pending));
    }
    if (m_queue.empty())
        return std::nullopt;
    if (m_queue.front().kind == Kind::EndTxn) {
        if (hasIncompleteBatches)
            return std::nullopt;
        if (!m_started) {
            // Nothing was ever added: the coordinator knows of no transaction and is not asked.
            const EventId cause = m_queue.front().cause;
            m_queue.pop_front();
            finishEnd(cause);
            return std::nullopt;
        }
    }
    Pending pending = std::move(m_queue.front());
    m_queue.pop_front();
    return pending;
}

void Transactions::retry(Pending pending)
{
    pending.retry = true;
    enqueue(std::move(pending));
}

void Transactions::lookup(CoordinatorType type, const std::string& group, EventId cause)
{
    (type == CoordinatorType::Group ? m_groupCoordinator : m_transactionCoordinator).reset();
    const bool asked = std::any_of(m_queue.begin(), m_queue.end(),
        [&](const Pending& p) { return p.kind == Kind::FindCoordinator && p.coordinator == type; });
    if (asked)
        return;
    Pending pending;
    pending.kind = Kind::FindCoordinator;
    pending.coordinator = type;
    pending.group = group;
    pending.cause = cause;
    enqueue(std::move(pending));
}

const Node* Transactions::coordinator(CoordinatorType type) const
{
    const auto& node = type == CoordinatorType::Group ? m_groupCoordinator : m_transactionCoordinator;
    return node ? &*node : nullptr;
}

ClientRequest Transactions::makeRequest(const Pending& pending, NetworkClient& network)
{
    const std::string& id = m_context.settings.transactionalId;
    m_inFlight = pending;
    const auto make = [&](ApiKey api, protocol::RequestBody body, RuleId rule, const std::string& text) {
        return network.newRequest(api, std::move(body), pending.cause, rule, text);
    };
    switch (pending.kind) {
    case Kind::FindCoordinator: {
        const bool group = pending.coordinator == CoordinatorType::Group;
        const std::string& key = group ? pending.group : id;
        return make(ApiKey::FindCoordinator, protocol::FindCoordinatorRequest {key, pending.coordinator},
            RuleId::TransactionCoordinatorNeeded, (group ? "group:" : "transaction:") + key);
    }
    case Kind::InitProducerId:
        return make(ApiKey::InitProducerId,
            protocol::InitProducerIdRequest {id, m_context.settings.transactionTimeout}, RuleId::ProducerIdNeeded,
            id);
    case Kind::AddPartitions: {
        std::string text;
        for (const protocol::TopicPartition& partition : pending.partitions)
            text += (text.empty() ? "" : ",") + protocol::toString(partition);
        return make(ApiKey::AddPartitionsToTxn,
            protocol::AddPartitionsToTxnRequest {id, m_producerId, m_epoch, pending.partitions},
            RuleId::TransactionStep, text);
    }
    case Kind::AddOffsets:
        return make(ApiKey::AddOffsetsToTxn,
            protocol::AddOffsetsToTxnRequest {id, m_producerId, m_epoch, pending.group}, RuleId::TransactionStep,
            pending.group);
    case Kind::TxnOffsetCommit:
        return make(ApiKey::TxnOffsetCommit,
            protocol::TxnOffsetCommitRequest {id, pending.group, m_producerId, m_epoch, {}}, RuleId::TransactionStep,
            pending.group);
    case Kind::EndTxn:
        break;
    }
    return make(ApiKey::EndTxn, protocol::EndTxnRequest {id, m_producerId, m_epoch, pending.commit},
        RuleId::TransactionStep, pending.commit ? "commit" : "abort");
}

void Transactions::finishEnd(EventId cause)
{
    m_state = State::Ready;
    m_error = ErrorCode::None;
    m_partitions.clear();
    m_started = false;
    m_lastStep = m_context.append(EventKind::TransactionState, cause, RuleId::ResponseArrived, "complete");
    if (m_bumps)
        initialize(cause); // the call that ended it waits for the new epoch, too
}

void Transactions::fail(ErrorCode error, EventId cause)
{
    m_state = State::FatalError;
    m_error = error;
    m_failure = cause;
    m_queue.clear();
    m_newPartitions.clear();
    m_pendingPartitions.clear();
    m_lastStep = m_context.append(EventKind::TransactionState, cause, m_context.trace[cause].rule, "fatal error",
        static_cast<std::int64_t>(error));
}

// Sender#failBatch, TransactionManager#handleFailedBatch, #maybeTransitionToErrorState.
void Transactions::batchFailed(ErrorCode error, EventId cause)
{
    if (!isTransactional() || (m_state != State::InTransaction && m_state != State::Committing))
        return;
    m_bumps = m_context.profile.bumpsEpoch && m_state == State::InTransaction;
    m_state = State::AbortableError;
    m_error = error;
    m_failure = cause;
    std::erase_if(
        m_queue, [](const Pending& p) { return p.kind == Kind::EndTxn; }); // #maybeTerminateRequestWithError
    m_lastStep = m_context.append(EventKind::TransactionState, cause, m_context.trace[cause].rule, "abortable error",
        static_cast<std::int64_t>(error));
}

void Transactions::complete(const Completion& completion)
{
    Pending pending = std::move(*m_inFlight);
    m_inFlight.reset();
    if (hasFailed())
        return;
    pending.cause = completion.cause;
    if (completion.disconnected) {
        if (const auto target = pending.target())
            lookup(*target, pending.group, completion.cause);
        retry(std::move(pending));
        return;
    }
    const ErrorCode error
        = completion.unsupported ? ErrorCode::UnsupportedVersion : protocol::firstError(completion.response.body);
    if (error != ErrorCode::None) {
        if (error == ErrorCode::NotCoordinator || error == ErrorCode::CoordinatorNotAvailable) {
            if (const auto target = pending.target())
                lookup(*target, pending.group, completion.cause);
        }
        if (protocol::isRetriable(error) || error == ErrorCode::ConcurrentTransactions) {
            // AddPartitionsToTxnHandler#maybeOverrideRetryBackoffMs: the one before is still being ended.
            if (error == ErrorCode::ConcurrentTransactions && pending.kind == Kind::AddPartitions
                && m_partitions.empty())
                pending.backoff = std::min(kAddPartitionsBackoff, m_context.settings.retryBackoff);
            retry(std::move(pending));
            return;
        }
        fail(error, completion.cause);
        return;
    }
    m_lastStep = completion.cause;
    switch (pending.kind) {
    case Kind::FindCoordinator: {
        const auto& body = std::get<protocol::FindCoordinatorResponse>(completion.response.body);
        const bool group = pending.coordinator == CoordinatorType::Group;
        Node node {NodeId::broker(body.coordinator.id), body.coordinator.host, body.coordinator.port, {}};
        trace::Event e = m_context.event(EventKind::CoordinatorFound, completion.cause, RuleId::ResponseArrived);
        e.node = node.id;
        e.broker = body.coordinator.id;
        e.text = m_context.trace.intern(
            group ? "group " + pending.group : "transaction " + m_context.settings.transactionalId);
        const EventId found = m_context.append(e);
        for (Pending& waiting : m_queue) {
            if (waiting.target() == pending.coordinator)
                waiting.cause = found;
        }
        (group ? m_groupCoordinator : m_transactionCoordinator) = std::move(node);
        break;
    }
    case Kind::InitProducerId: {
        const auto& body = std::get<protocol::InitProducerIdResponse>(completion.response.body);
        m_producerId = body.producerId;
        m_epoch = body.producerEpoch;
        m_state = State::Ready;
        m_bumps = false;
        break;
    }
    case Kind::AddPartitions:
        m_partitions.insert(m_partitions.end(), m_pendingPartitions.begin(), m_pendingPartitions.end());
        m_pendingPartitions.clear();
        m_started = true;
        break;
    case Kind::AddOffsets: {
        m_started = true;
        Pending commit;
        commit.kind = Kind::TxnOffsetCommit;
        commit.group = pending.group;
        commit.cause = completion.cause;
        enqueue(std::move(commit));
        break;
    }
    case Kind::TxnOffsetCommit:
        break;
    case Kind::EndTxn:
        finishEnd(completion.cause);
        break;
    }
}

} // namespace connscope::client
