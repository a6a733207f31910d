// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/producer.h"

#include <algorithm>

namespace connscope::client {

using protocol::ErrorCode;
using trace::EventKind;
using trace::RuleId;

namespace {

// A poll(0) that finds nothing to do is repeated when Java's millisecond clock has moved on.
constexpr Duration kClockTick = ms(1);
/// Turns of the Sender in one poll; see ProducerApp::kSendsAtOnce.
constexpr int kTurnsAtOnce = 10'000;

} // namespace

Producer::Producer(ClientSpec spec, Settings settings, const Environment& environment, Instant now, EventId cause)
    : m_context([&] {
        Context context(spec, std::move(settings), environment);
        context.now = now;
        return context;
    }())
    , m_metadata(m_context, cause)
    , m_network(m_context, m_metadata)
    , m_accumulator(m_context, m_metadata)
    , m_transactions(m_context)
    , m_app(m_context, m_metadata, m_accumulator, m_transactions, std::move(spec.script), cause)
{
    m_network.followChanges();
    if (m_context.settings.idempotent && !m_transactions.isTransactional())
        m_transactions.initialize(cause);
}

void Producer::append(std::vector<Step> steps) { m_app.append(std::move(steps)); }

void Producer::replaceScript(std::vector<Step> steps, EventId cause) { m_app.replace(std::move(steps), cause); }

void Producer::wakeSelect(std::vector<Report>& reports)
{
    m_network.deliver(reports, m_completions);
    handle(m_completions);
    m_blocked = false;
}

Instant Producer::poll(Instant now, std::vector<Report>& reports, std::vector<Wish>& wishes)
{
    m_context.now = now;
    m_context.wishes = &wishes;
    m_app.beginPoll();
    if (m_closed) {
        reports.clear();
        return kNever;
    }
    if (now < m_sleepUntil) {
        // The Sender sleeps outside of any select: what arrives waits.
        std::move(reports.begin(), reports.end(), std::back_inserter(m_missed));
        reports.clear();
        m_app.run();
        return std::min(m_sleepUntil, m_app.wake());
    }
    if (!m_missed.empty()) {
        std::move(reports.begin(), reports.end(), std::back_inserter(m_missed));
        reports.swap(m_missed);
        m_missed.clear();
    }
    if (m_blocked && (!reports.empty() || now >= m_selectDeadline))
        wakeSelect(reports);
    if (m_app.run() && m_blocked)
        wakeSelect(reports);
    for (int turns = 0; !m_blocked && !m_closed; ++turns) {
        if (turns == kTurnsAtOnce)
            return now;
        if (m_await && m_await->backedOff && now >= m_sleepUntil) {
            sendBackedOff(reports);
            continue;
        }
        if (!reports.empty())
            wakeSelect(reports);
        if (m_app.isClosing() && mayClose()) {
            finishClose();
            break;
        }
        if (now < m_sleepUntil)
            return std::min(m_sleepUntil, m_app.wake());
        const Duration wait = senderTurn();
        if (now < m_sleepUntil)
            return std::min(m_sleepUntil, m_app.wake());
        if (m_network.select(m_completions)) {
            handle(m_completions);
            m_app.run();
            continue;
        }
        m_selectDeadline = saturatingAdd(now, std::max(wait, kClockTick));
        if (m_app.isClosing())
            m_selectDeadline = std::min(m_selectDeadline, m_app.closeDeadline());
        m_blocked = true;
        if (m_app.run()) {
            std::vector<Report> none;
            wakeSelect(none);
        }
    }
    return m_closed ? kNever : std::min(m_selectDeadline, m_app.wake());
}

Duration Producer::senderTurn()
{
    if (m_context.settings.idempotent || m_transactions.isTransactional()) {
        settleSequences();
        if (const auto wait = transactionTurn())
            return *wait;
        m_accumulator.setIdentity({m_transactions.producerId(), m_transactions.producerEpoch()});
    }
    const Duration wait = sendProducerData();
    return std::min(wait, m_network.beforeSelect());
}

// Sender#maybeSendAndPollTransactionalRequest; nothing = go on with data.
std::optional<Duration> Producer::transactionTurn()
{
    if (m_transactions.hasFailed()) {
        // Sender#runOnce: what waits is given up, only the network goes on.
        m_await.reset();
        for (const Batch& batch : m_accumulator.takeAll())
            finishBatch(batch, m_transactions.error(), m_transactions.failure());
        return std::min(m_context.settings.retryBackoff, m_network.beforeSelect());
    }
    if (m_transactions.isInFlight())
        return std::min(m_context.settings.retryBackoff, m_network.beforeSelect());
    if (m_await)
        return awaitTurn();
    if (m_transactions.isAborting()) {
        for (const Batch& batch : m_accumulator.takeAll())
            finishBatch(batch, ErrorCode::InvalidTxnState, m_transactions.ending());
    }
    auto pending = m_transactions.next(m_incomplete > 0 || m_accumulator.hasUndrained());
    if (!pending) {
        if (!m_transactions.hasProducerId())
            return std::min(m_context.settings.retryBackoff, m_network.beforeSelect());
        return std::nullopt;
    }
    Node target;
    if (const auto type = pending->target()) {
        const Node* coordinator = m_transactions.coordinator(*type);
        if (!coordinator) {
            m_transactions.lookup(*type, pending->group, pending->cause);
            m_transactions.retry(std::move(*pending));
            return afterLookup();
        }
        target = *coordinator;
    } else {
        const auto chosen = m_network.leastLoadedNode();
        if (!chosen.node) {
            m_transactions.retry(std::move(*pending));
            return std::min(m_context.settings.retryBackoff, m_network.beforeSelect());
        }
        target = *chosen.node;
        trace::Event e = m_context.event(EventKind::NodeChosen, pending->cause, RuleId::LeastLoadedNode);
        e.node = target.id;
        e.broker = target.id.brokerId();
        e.value = chosen.inFlight;
        e.size = static_cast<std::uint32_t>(m_metadata.nodes().size());
        pending->cause = m_context.append(e);
    }
    m_await = AwaitNode {std::move(*pending), std::move(target),
        saturatingAdd(m_context.now, m_context.settings.requestTimeout), false};
    return awaitTurn();
}

std::optional<Duration> Producer::awaitTurn()
{
    AwaitNode& await = *m_await;
    if (!await.polledOnce) {
        // NetworkClientUtils#isReady polls once with no timeout: here the metadata updater may choose another node.
        await.polledOnce = true;
        m_network.beforeSelect();
        if (!m_network.select(m_completions)) {
            std::vector<Report> none;
            m_network.deliver(none, m_completions);
        }
        handle(m_completions);
        const RuleId rule = await.pending.target()                      ? RuleId::TransactionCoordinatorNeeded
            : await.pending.kind == Transactions::Kind::FindCoordinator ? RuleId::FindCoordinatorNeedsNode
                                                                        : RuleId::ProducerIdNeeded;
        if (m_network.isReady(await.node.id) || m_network.ready(await.node, await.pending.cause, rule))
            return nodeIsReady();
    }
    if (m_network.isReady(await.node.id))
        return nodeIsReady();
    if (m_network.connectionFailed(await.node.id) || m_context.now >= await.deadline) {
        const AwaitNode done = std::move(await);
        m_await.reset();
        giveUpNode(done.pending, done.pending.cause);
        return done.pending.target() ? afterLookup() : Duration::zero();
    }
    return std::min(await.deadline - m_context.now, m_network.beforeSelect());
}

// A FIND_COORDINATOR waits in the queue: the Sender's next turn takes it.
Duration Producer::afterLookup()
{
    return m_context.profile.pollsBeforeTxnLookup
        ? std::min(m_context.settings.retryBackoff, m_network.beforeSelect())
        : *transactionTurn();
}

// What is repeated waits first: time.sleep(nextRequestHandler.retryBackoffMs()).
Duration Producer::nodeIsReady()
{
    if (m_await->pending.retry) {
        m_await->backedOff = true;
        m_sleepUntil
            = saturatingAdd(m_context.now, m_await->pending.backoff.value_or(m_context.settings.retryBackoff));
        if (m_sleepUntil > m_context.now)
            return Duration::zero();
    }
    const AwaitNode done = std::move(*m_await);
    m_await.reset();
    m_network.send(m_transactions.makeRequest(done.pending, m_network), done.node.id);
    return std::min(m_context.settings.retryBackoff, m_network.beforeSelect());
}

// After the sleep: what came meanwhile is read in the poll that writes the request.
void Producer::sendBackedOff(std::vector<Report>& reports)
{
    const AwaitNode done = std::move(*m_await);
    m_await.reset();
    m_network.send(m_transactions.makeRequest(done.pending, m_network), done.node.id);
    m_network.beforeSelect();
    m_network.select(reports, m_completions);
    handle(m_completions);
    m_app.run();
}

// Sender#maybeFindCoordinatorAndRetry.
void Producer::giveUpNode(const Transactions::Pending& pending, EventId cause)
{
    if (const auto type = pending.target()) {
        m_transactions.lookup(*type, pending.group, cause);
    } else {
        m_sleepUntil = m_context.now + m_context.settings.retryBackoff;
        m_metadata.requestUpdate(cause, RuleId::MetadataAfterDisconnect, false);
    }
    m_transactions.retry(pending);
}

// A leader whose connection has to come first is looked at again when that connection tells something.
void Producer::deferUntilConnected(const Node& node)
{
    const Peer* peer = m_network.peer(node.id);
    if (!peer || peer->id != node.id || peer->state == ChannelState::Ready)
        return;
    const Duration delay = m_network.pollDelay(node.id);
    m_accumulator.defer(node.id, delay == Duration::max() ? kNever : saturatingAdd(m_context.now, delay));
}

Duration Producer::sendProducerData()
{
    for (const NodeId node : m_network.takeChanged())
        m_accumulator.wake(node);
    if (!m_accumulator.hasUndrained())
        return expireBatches();
    const Accumulator::Ready ready = m_accumulator.ready();
    if (!ready.unknownLeaderTopics.empty()) {
        for (const std::string& topic : ready.unknownLeaderTopics)
            m_metadata.addTopic(topic, m_metadata.lastUpdate());
        m_metadata.requestUpdate(m_metadata.lastUpdate(), RuleId::MetadataNoLeader, false);
    }
    Duration wait = ready.nextCheck;
    bool anyReady = false;
    std::vector<const Node*> sendable;
    std::vector<const Node*> others;
    for (const Node* leader : ready.nodes)
        (m_network.isReady(leader->id) ? sendable : others).push_back(leader);
    m_accumulator.sortAsJava(others);
    for (const Node* leader : others) {
        const Node& node = *leader;
        EventId cause = m_accumulator.causeFor(node);
        if (m_network.pollDelay(node.id) == Duration::zero()) {
            // It will be connected now: say what for.
            trace::Event e = m_context.event(EventKind::BatchReady, cause, RuleId::BatchReady);
            e.broker = node.id.brokerId();
            if (const Batch* batch = m_accumulator.firstFor(node)) {
                e.value = batch->records;
                e.text = m_accumulator.text(batch->partition);
            }
            cause = m_context.append(e);
        }
        if (m_network.ready(node, cause, RuleId::LeaderHasRecords)) {
            sendable.push_back(leader);
            continue;
        }
        wait = std::min(wait, m_network.pollDelay(node.id));
        deferUntilConnected(node);
    }
    // Requests go out in the order of a HashMap keyed by broker id: ascending for small ids.
    std::sort(sendable.begin(), sendable.end(), [](const Node* a, const Node* b) { return a->id < b->id; });
    for (const Node* node : sendable) {
        std::vector<Batch> batches = m_accumulator.drain(*node, m_transactions.allowedPartitions());
        if (!batches.empty()) {
            anyReady = true;
            sendProduceRequest(*node, std::move(batches));
        }
    }
    wait = std::min(wait, expireBatches());
    return anyReady ? Duration::zero() : wait;
}

// Fails what delivery.timeout.ms is over for, in the queues and in flight; how long until the next one's is (KIP-91:
// Sender#getExpiredInflightBatches, RecordAccumulator#nextExpiryTimeMs). A select never lasts longer than
// request.timeout.ms, so only expiries within it have to be exact.
Duration Producer::expireBatches()
{
    const Duration horizon = m_context.settings.requestTimeout;
    Instant next = kNever;
    if (m_accumulator.hasUndrained()) {
        for (const Batch& batch : m_accumulator.takeExpired())
            expire(batch);
        if (m_accumulator.hasUndrained())
            next = m_accumulator.nextExpiry(horizon);
    }
    if (m_incomplete > 0 && m_sentExpiry <= saturatingAdd(m_context.now, horizon)) {
        m_sentExpiry = kNever;
        for (std::vector<Batch>& batches : m_sent) {
            for (Batch& batch : batches) {
                const Instant expiry = saturatingAdd(batch.created, m_context.settings.deliveryTimeout);
                if (batch.expired)
                    continue;
                if (expiry > m_context.now) {
                    m_sentExpiry = std::min(m_sentExpiry, expiry);
                    continue;
                }
                batch.expired = true;
                --m_incomplete;
                expire(batch);
            }
        }
    }
    if (m_incomplete > 0)
        next = std::min(next, m_sentExpiry);
    return next == kNever ? Duration::max() : std::max(next - m_context.now, Duration::zero());
}

// Sender#sendProducerData: whether the broker has a batch that was repeated, nobody knows.
void Producer::expire(const Batch& batch)
{
    const EventId told = finishBatch(batch, ErrorCode::RequestTimedOut, batch.cause);
    if (batch.baseSequence < 0 || batch.attempts == 0)
        return;
    m_accumulator.doubtSequence(batch);
    m_gapCause = told;
}

void Producer::sendProduceRequest(const Node& node, std::vector<Batch> batches)
{
    protocol::ProduceRequest body;
    body.acks = m_context.settings.acks;
    body.timeout = m_context.settings.requestTimeout;
    body.transactionalId = m_context.settings.transactionalId;
    body.producerId = m_transactions.producerId();
    body.producerEpoch = m_transactions.producerEpoch();
    body.partitions.reserve(batches.size());
    bool retried = false;
    for (Batch& batch : batches) {
        if (body.producerId >= 0 && batch.baseSequence < 0)
            m_accumulator.number(batch);
        const ProducerIdentity older = batch.owner == m_accumulator.identity() ? ProducerIdentity {} : batch.owner;
        body.partitions.push_back({m_accumulator.partition(batch.partition), batch.records, batch.bytes,
            batch.baseSequence, {}, older.id, older.epoch});
        retried = retried || batch.attempts > 0;
        if (m_context.settings.maxInFlight == 1)
            m_accumulator.setMuted(batch.partition, true);
    }
    ClientRequest request = m_network.newRequest(
        ApiKey::Produce, std::move(body), batches.front().cause, retried ? RuleId::BatchRetried : RuleId::BatchReady);
    request.text = m_accumulator.text(batches.front().partition);
    if (batches.size() > 1)
        request.text = m_context.trace.intern(
            std::string(m_context.trace.text(request.text)) + " +" + std::to_string(batches.size() - 1));
    request.expectResponse = m_context.settings.acks != 0;
    m_incomplete += static_cast<std::int64_t>(batches.size());
    std::size_t place = m_sent.size();
    if (m_freeSent.empty()) {
        m_sent.emplace_back();
    } else {
        place = m_freeSent.back();
        m_freeSent.pop_back();
    }
    for (const Batch& batch : batches)
        m_sentExpiry = std::min(m_sentExpiry, saturatingAdd(batch.created, m_context.settings.deliveryTimeout));
    m_sent[place] = std::move(batches);
    request.cookie = place + 1;
    m_network.send(std::move(request), node.id);
}

void Producer::handle(std::vector<Completion>& completions)
{
    for (std::size_t i = 0; i < completions.size(); ++i) {
        const Completion completion = std::move(completions[i]);
        if (completion.cookie != 0) {
            completeProduce(completion);
        } else if (m_transactions.isInFlight()) {
            m_transactions.complete(completion);
        }
    }
    completions.clear();
}

void Producer::completeProduce(const Completion& completion)
{
    const std::size_t place = completion.cookie - 1;
    std::vector<Batch> batches;
    batches.swap(m_sent[place]);
    m_freeSent.push_back(place);
    m_incomplete -= std::count_if(batches.begin(), batches.end(), [](const Batch& batch) { return !batch.expired; });
    static const protocol::ProduceResponse kLost;
    const auto& body
        = completion.disconnected ? kLost : std::get<protocol::ProduceResponse>(completion.response.body);
    for (Batch& batch : batches) {
        if (m_context.settings.maxInFlight == 1)
            m_accumulator.setMuted(batch.partition, false);
        if (batch.expired)
            continue;
        if (completion.unsupported) {
            finishBatch(batch, ErrorCode::UnsupportedVersion, completion.cause);
            continue;
        }
        if (completion.disconnected) {
            failOrRetry(batch, completion.timedOut ? ErrorCode::RequestTimedOut : ErrorCode::NetworkException,
                completion.cause, BrokerId {});
            continue;
        }
        ErrorCode error = ErrorCode::None;
        BrokerId newLeader;
        for (const protocol::ProducedPartition& partition : body.partitions) {
            if (partition.partition == m_accumulator.partition(batch.partition)) {
                error = partition.error;
                newLeader = partition.currentLeader;
            }
        }
        if (error == ErrorCode::None)
            finishBatch(batch, error, completion.cause);
        else
            failOrRetry(batch, error, completion.cause, newLeader);
    }
}

// Sender#completeBatch: repeat what may be repeated, and doubt the metadata where the error says so.
void Producer::failOrRetry(Batch batch, ErrorCode error, EventId cause, BrokerId newLeader)
{
    const bool metadataError = error == ErrorCode::NotLeaderOrFollower || error == ErrorCode::LeaderNotAvailable
        || error == ErrorCode::UnknownTopicOrPartition || error == ErrorCode::FencedLeaderEpoch
        || error == ErrorCode::NetworkException;
    if (metadataError) {
        // Known at once, and asked for all the same (Sender#completeBatch): only the batch does not wait for the answer.
        if (newLeader.isValid() && m_context.profile.leaderInErrors)
            m_metadata.updateLeader(m_accumulator.partition(batch.partition), newLeader, cause);
        m_metadata.requestUpdate(cause, RuleId::MetadataStaleLeader, false);
    }
    const bool retriable = batch.attempts < m_context.settings.retries
        && m_context.now - batch.created < m_context.settings.deliveryTimeout && m_context.settings.acks != 0
        && isRetriable(batch, error, cause);
    if (!retriable) {
        const EventId told = finishBatch(batch, error, cause);
        sequenceFailed(batch, error, told);
        return;
    }
    batch.cause = cause;
    m_accumulator.reenqueue(batch);
}

EventId Producer::finishBatch(const Batch& batch, ErrorCode error, EventId cause)
{
    const bool isOver
        = error == ErrorCode::RequestTimedOut && m_context.now - batch.created >= m_context.settings.deliveryTimeout;
    const RuleId rule = isOver ? RuleId::DeliveryTimeout
        : error == ErrorCode::UnsupportedVersion && m_context.trace[cause].kind == EventKind::ProtocolError
        ? RuleId::NoCommonVersion
        : error == ErrorCode::None && m_context.settings.acks == 0   ? RuleId::SilentRequest
        : m_context.trace[cause].kind == EventKind::RequestCancelled ? m_context.trace[cause].rule
                                                                     : RuleId::ResponseArrived;
    m_accumulator.resolveSequence(batch, error == ErrorCode::None);
    trace::Event e = m_context.event(
        error == ErrorCode::None ? EventKind::RecordsDelivered : EventKind::RecordsFailed, cause, rule);
    e.value = batch.records;
    if (error != ErrorCode::None)
        e.text = m_context.trace.intern(protocol::errorName(error));
    const EventId told = m_context.append(e);
    if (error != ErrorCode::None)
        m_transactions.batchFailed(error, told);
    m_app.completed(batch.records, told);
    return told;
}

bool Producer::isDrained() const
{
    if (m_accumulator.hasUndrained() || m_network.inFlightCount() > 0 || m_await)
        return false;
    return !m_context.profile.abortsTransactionOnClose || !m_transactions.isOngoing();
}

// Sender#run once close() was called: first what waits is sent, then a transaction that nobody ended is aborted.
bool Producer::mayClose()
{
    if (m_context.now >= m_app.closeDeadline() || isDrained())
        return true;
    if (m_context.profile.abortsTransactionOnClose && (m_transactions.isInTransaction() || m_transactions.isSpoilt())
        && !m_transactions.hasPending() && !m_accumulator.hasUndrained() && m_network.inFlightCount() == 0
        && !m_await)
        m_transactions.end(false, m_app.closeCause());
    return false;
}

void Producer::finishClose()
{
    const bool forced = !isDrained();
    const RuleId rule = forced ? RuleId::ClientCloseForced : RuleId::ClientClosed;
    m_network.closeAll(m_app.closeCause(), rule);
    m_context.append(EventKind::ClientClosed, m_app.closeCause(), rule);
    m_closed = true;
}

} // namespace connscope::client
