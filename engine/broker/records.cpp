// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/records.h"

#include <algorithm>
#include <utility>

// Records in, and what happens to them later; out they go in recordsfetch.cpp.

namespace connscope::broker {

using trace::RuleId;

namespace {

/// First version of PRODUCE that names the leader (KIP-951).
constexpr std::int16_t kProduceLeaderVersion = 10;

} // namespace

Records::Records(World& world, SocketServer& sockets, Topics& topics, ProducerIds& producers, Rng rng)
    : m_world(world)
    , m_sockets(sockets)
    , m_topics(topics)
    , m_producers(producers)
    , m_rng(rng)
    , m_sessions(world.brokers.size())
{
}

void Records::startBroker(BrokerIndex broker)
{
    m_sessions[broker].clear(m_world.brokers[broker].config.fetchSessionSlots);
}

// -- PRODUCE --

Records::Error Records::appendBatch(const Connection& connection, const protocol::ProduceRequest& request,
    protocol::ProducePartition& batch, std::int16_t version, EventId cause, protocol::ProducedPartition& produced,
    bool& replicated)
{
    std::uint32_t hint = connection.topicHint;
    const PartitionRef ref = m_topics.find(batch.partition, hint);
    if (ref.topic == kNone)
        return Error::UnknownTopicOrPartition;
    Partition& partition = m_topics.partition(ref);
    if (partition.leader != connection.broker) {
        if (version >= kProduceLeaderVersion) {
            produced.currentLeader = m_world.idOf(partition.leader);
            produced.leaderEpoch = partition.epoch;
        }
        return Error::NotLeaderOrFollower;
    }
    if (m_producers.isFenced(request.producerId, request.producerEpoch))
        return Error::InvalidProducerEpoch;
    const bool single = partition.replicas.size() <= 1;
    const std::uint32_t inSync = single ? 1 : m_topics.liveReplicas(partition);
    if (request.acks == -1
        && inSync < m_topics.topic(ref.topic).minInSyncReplicas.value_or(
               m_world.brokers[connection.broker].config.minInSyncReplicas))
        return Error::NotEnoughReplicas;
    if (batch.batch) {
        if (const Error error = appendReal(connection, ref, batch.batch, produced); error != Error::None)
            return error;
    } else if (batch.bytes > m_topics.topic(ref.topic).maxMessageBytes.value_or(
                   m_world.brokers[connection.broker].config.maxMessageBytes)) {
        return Error::MessageTooLarge; // UnifiedLog#analyzeAndValidateRecords
    } else {
        produced.baseOffset = partition.log.append(batch.records, batch.bytes);
    }
    replicated = replicated || inSync > 1;
    replicate(ref, inSync, cause);
    return Error::None;
}

Records::Error Records::appendReal(const Connection& connection, PartitionRef ref, const protocol::SharedBatch& batch,
    protocol::ProducedPartition& produced)
{
    const protocol::RecordBatch& facts = *batch;
    if (facts.error != Error::None)
        return facts.error;
    if (static_cast<std::int64_t>(facts.bytes.size()) > m_topics.topic(ref.topic).maxMessageBytes.value_or(
            m_world.brokers[connection.broker].config.maxMessageBytes))
        return Error::MessageTooLarge;
    if (facts.records <= 0 || facts.control || (facts.producerId >= 0 && facts.baseSequence < 0))
        return Error::InvalidRecord;
    if (m_producers.isFenced(facts.producerId, facts.producerEpoch))
        return Error::InvalidProducerEpoch;
    RealRecords& real = realOf(ref);
    produced.logStartOffset = real.start;
    if (facts.producerId >= 0) {
        const ProducerStates::Verdict verdict = real.producers.check(facts, m_world.spec.version);
        if (verdict.error != Error::None)
            return verdict.error;
        if (verdict.duplicate) {
            produced.baseOffset = verdict.offset;
            return Error::None;
        }
        if (facts.transactional && !real.producers.isAdmitted(facts.producerId))
            return Error::InvalidTxnState;
    }
    produced.baseOffset = store(ref, batch);
    real.producers.appended(facts, produced.baseOffset);
    return Error::None;
}

RealRecords& Records::realOf(PartitionRef ref)
{
    Partition& partition = m_topics.partition(ref);
    if (!partition.real)
        partition.real = std::make_unique<RealRecords>();
    return *partition.real;
}

void Records::replicate(PartitionRef ref, std::uint32_t inSync, EventId cause)
{
    const std::int64_t end = m_topics.partition(ref).log.end();
    if (inSync <= 1) {
        raiseHighWatermark(ref, end, cause);
        return;
    }
    m_world.timers.set(saturatingAdd(m_world.now, m_world.spec.replicationDelay), TimerKind::HighWatermark, ref.topic,
        ref.partition, end, cause);
}

std::int64_t Records::store(PartitionRef ref, const protocol::SharedBatch& batch)
{
    Partition& partition = m_topics.partition(ref);
    RealRecords& real = *partition.real;
    const std::int64_t offset = partition.log.append(batch->records);
    if (real.epochs.empty() || real.epochs.back().epoch < partition.epoch)
        real.epochs.push_back({partition.epoch, offset});
    real.batches.append(offset, batch, partition.epoch);
    m_kept.push_back(ref);
    m_keptBytes += static_cast<std::int64_t>(batch->bytes.size()) + BatchLog::kOverhead;
    dropOldest();
    return offset;
}

void Records::dropOldest()
{
    // The newest batch stays, and what is not replicated yet.
    while (m_keptBytes > m_world.spec.retentionBytes && m_kept.size() > 1) {
        Partition& partition = m_topics.partition(m_kept.front());
        RealRecords& real = *partition.real;
        const BatchLog::Stored& oldest = real.batches.front();
        if (oldest.end() > partition.highWatermark)
            return;
        m_keptBytes -= oldest.bytes() + BatchLog::kOverhead;
        real.start = oldest.end();
        real.batches.dropFront();
        real.producers.trim(real.start);
        m_kept.pop_front();
    }
}

void Records::admit(std::int64_t producerId, const std::vector<PartitionRef>& partitions)
{
    if (!m_world.hooks.makeBatch)
        return; // a simulation has no transactional batches
    for (const PartitionRef ref : partitions)
        realOf(ref).producers.admit(producerId);
}

void Records::writeMarkers(std::int64_t producerId, std::int16_t epoch, bool committed,
    const std::vector<PartitionRef>& partitions, EventId cause)
{
    for (const PartitionRef ref : partitions) {
        const Topic& topic = m_topics.topic(ref.topic);
        if (topic.deleted || (!m_world.hooks.makeBatch && !m_topics.partition(ref).real))
            continue;
        RealRecords& real = realOf(ref);
        Partition& partition = m_topics.partition(ref);
        std::int64_t offset = partition.log.end();
        if (m_world.hooks.makeBatch) {
            const protocol::TopicPartition name {topic.name, static_cast<std::int32_t>(ref.partition)};
            BatchToMake wanted {committed ? BatchToMake::Kind::Commit : BatchToMake::Kind::Abort, name};
            wanted.baseOffset = offset;
            wanted.at = m_world.now;
            wanted.producerId = producerId;
            wanted.producerEpoch = epoch;
            offset = store(ref, m_world.hooks.makeBatch(wanted));
        }
        real.producers.ended(producerId, epoch, committed, offset);
        replicate(ref, m_topics.liveReplicas(partition), cause);
        for (const std::uint32_t slot : partition.watchers) // the last stable offset moves without the high watermark
            tryComplete(slot, cause);
    }
}

void Records::partitionsRemoved(const std::vector<PartitionRef>& partitions, EventId cause)
{
    leadersMoved(partitions, cause);
    bool any = false;
    for (const PartitionRef ref : partitions) {
        Partition& partition = m_topics.partition(ref);
        if (!partition.real)
            continue;
        any = true;
        for (std::size_t i = 0; i < partition.real->batches.size(); ++i)
            m_keptBytes -= partition.real->batches[i].bytes() + BatchLog::kOverhead;
        partition.real.reset();
    }
    if (any)
        std::erase_if(m_kept, [this](PartitionRef ref) { return m_topics.topic(ref.topic).deleted; });
}

void Records::produce(RequestRef ref, protocol::ProduceRequest& request)
{
    const Work& work = *m_sockets.work(ref);
    const EventId cause = work.received;
    const std::int16_t version = work.request.version;
    Connection& c = m_sockets.connection(ref.slot);
    protocol::ProduceResponse response;
    response.partitions.reserve(request.partitions.size());
    Error first = Error::None;
    bool replicated = false;
    const bool knownAcks = request.acks >= -1 && request.acks <= 1;
    if (!request.topicIds.empty())
        nameTopics(request);
    for (protocol::ProducePartition& batch : request.partitions) {
        m_topics.find(batch.partition.topic, c.topicHint);
        protocol::ProducedPartition& produced = response.partitions.emplace_back();
        produced.error = knownAcks ? appendBatch(c, request, batch, version, cause, produced, replicated)
                                   : Error::InvalidRequiredAcks;
        if (produced.error == Error::UnknownTopicOrPartition && batch.partition.topic.empty())
            produced.error = Error::UnknownTopicId;
        batch.batch.reset(); // who keeps the request until the next one comes need not keep the bytes
        produced.partition = std::move(batch.partition);
        if (first == Error::None)
            first = produced.error;
    }
    response.topicIds = std::move(request.topicIds);
    if (request.acks == 0) {
        if (first == Error::None)
            m_sockets.completeSilently(ref);
        else
            m_sockets.closeInstead(ref, RuleId::AcksZeroError, cause);
        return;
    }
    if (request.acks == -1 && replicated) {
        m_sockets.answerAt(saturatingAdd(m_world.now, m_world.spec.replicationDelay), ref, std::move(response), first,
            RuleId::BrokerAnswers, cause);
        return;
    }
    m_sockets.answer(ref, std::move(response), first, RuleId::BrokerAnswers, cause);
}

void Records::nameTopics(protocol::ProduceRequest& request) const
{
    for (std::size_t i = 0; i < request.partitions.size() && i < request.topicIds.size(); ++i) {
        const std::uint32_t topic = m_topics.findId(request.topicIds[i]);
        request.partitions[i].partition.topic = topic == kNone ? std::string {} : m_topics.topic(topic).name;
    }
}

void Records::append(PartitionRef ref, std::int64_t records, EventId cause)
{
    Partition& partition = m_topics.partition(ref);
    partition.log.append(records);
    raiseHighWatermark(ref, partition.log.end(), cause);
}

void Records::raiseHighWatermark(PartitionRef ref, std::int64_t offset, EventId cause)
{
    Partition& partition = m_topics.partition(ref);
    if (offset <= partition.highWatermark)
        return;
    partition.highWatermark = offset;
    for (const std::uint32_t slot : partition.watchers)
        tryComplete(slot, cause);
}

// -- time and change --

void Records::onTimer(const Timer& timer)
{
    if (timer.kind == TimerKind::HighWatermark) {
        raiseHighWatermark({timer.a, timer.b}, timer.value, timer.cause);
        return;
    }
    const RequestRef ref {timer.a, timer.b};
    Work* work = m_sockets.work(ref);
    if (work != nullptr && m_sockets.connection(ref.slot).fetching)
        answerFetch(ref, *work, RuleId::LongPoll, work->received);
}

void Records::leadersMoved(const std::vector<PartitionRef>& partitions, EventId cause)
{
    for (const PartitionRef ref : partitions) {
        for (const std::uint32_t slot : m_topics.partition(ref).watchers)
            tryComplete(slot, cause);
    }
}

void Records::recheck(BrokerIndex broker, EventId cause)
{
    m_sockets.forEachOpen(broker, [&](std::uint32_t slot, const Connection& c) {
        if (c.fetching)
            tryComplete(slot, cause);
    });
}

} // namespace connscope::broker
