// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/records.h"

#include <algorithm>
#include <limits>

namespace connscope::broker {

using trace::RuleId;

namespace {

/// max.partition.fetch.bytes of a consumer; the request of the simulation does not carry it.
constexpr std::int64_t kMaxPartitionBytes = 1'048'576;
/// First version of FETCH with sessions (KIP-227), with a rack (KIP-392), and of either API that name the leader (KIP-951).
constexpr std::int16_t kFetchSessionVersion = 7;
constexpr std::int16_t kFetchRackVersion = 11;
constexpr std::int16_t kProduceLeaderVersion = 10;
constexpr std::int16_t kFetchLeaderVersion = 16;

std::int32_t clamped(std::int64_t value)
{
    return static_cast<std::int32_t>(std::min<std::int64_t>(value, std::numeric_limits<std::int32_t>::max()));
}

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
        if (version >= kProduceLeaderVersion)
            produced.currentLeader = m_world.idOf(partition.leader);
        return Error::NotLeaderOrFollower;
    }
    if (m_producers.isFenced(request.producerId, request.producerEpoch))
        return Error::InvalidProducerEpoch;
    const bool single = partition.replicas.size() <= 1;
    const std::uint32_t inSync = single ? 1 : m_topics.liveReplicas(partition);
    if (request.acks == -1 && inSync < m_world.brokers[connection.broker].config.minInSyncReplicas)
        return Error::NotEnoughReplicas;
    produced.baseOffset = partition.log.append(batch.records, batch.bytes);
    if (inSync <= 1) {
        raiseHighWatermark(ref, partition.log.end(), cause);
        return Error::None;
    }
    replicated = true;
    m_world.timers.set(saturatingAdd(m_world.now, m_world.spec.replicationDelay), TimerKind::HighWatermark, ref.topic,
        ref.partition, partition.log.end(), cause);
    return Error::None;
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
    for (protocol::ProducePartition& batch : request.partitions) {
        m_topics.find(batch.partition.topic, c.topicHint);
        protocol::ProducedPartition& produced = response.partitions.emplace_back();
        produced.error = appendBatch(c, request, batch, version, cause, produced, replicated);
        produced.partition = std::move(batch.partition);
        if (first == Error::None)
            first = produced.error;
    }
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

// -- FETCH --

Records::Error Records::readable(
    const Connection& connection, const protocol::FetchRequest& request, PartitionRef ref) const
{
    if (ref.topic == kNone)
        return Error::UnknownTopicOrPartition;
    const Partition& partition = m_topics.partition(ref);
    if (partition.leader == connection.broker)
        return Error::None;
    // A follower serves consumers of its own rack, whom the leader has sent there (KIP-392). Without leader epochs in
    // the request this is how it tells them from those who have not heard yet that it leads no more.
    const bool sentHere = m_world.brokers[connection.broker].config.rackAwareSelector && !request.rack.empty()
        && m_world.specOf(connection.broker).rack == request.rack;
    const bool follows = partition.leader != kNoBroker
        && std::find(partition.replicas.begin(), partition.replicas.end(), connection.broker)
            != partition.replicas.end();
    return sentHere && follows ? Error::None : Error::NotLeaderOrFollower;
}

BrokerIndex Records::preferredReplica(
    const Connection& connection, const protocol::FetchRequest& request, std::int16_t version, PartitionRef ref) const
{
    if (request.rack.empty() || version < kFetchRackVersion
        || !m_world.brokers[connection.broker].config.rackAwareSelector)
        return kNoBroker;
    const Partition& partition = m_topics.partition(ref);
    if (partition.leader != connection.broker || m_world.specOf(partition.leader).rack == request.rack)
        return kNoBroker; // a follower does not send on; a leader in the rack is as good as any (RackAwareReplicaSelector)
    for (const BrokerIndex replica : partition.replicas) {
        if (m_world.brokers[replica].registered && m_world.specOf(replica).rack == request.rack)
            return replica;
    }
    return kNoBroker;
}

Records::Look Records::look(const Connection& connection, const protocol::FetchRequest& request, std::int16_t version)
{
    Look result;
    m_refs.clear();
    std::uint32_t hint = connection.topicHint;
    for (const protocol::FetchPartition& p : request.partitions) {
        const PartitionRef ref = m_topics.find(p.partition, hint);
        m_refs.push_back(ref);
        if (readable(connection, request, ref) != Error::None) {
            result.immediate = true;
            continue;
        }
        const Partition& partition = m_topics.partition(ref);
        if (p.offset < 0 || p.offset > partition.log.end()
            || preferredReplica(connection, request, version, ref) != kNoBroker) {
            result.immediate = true;
            continue;
        }
        if (p.offset < partition.highWatermark)
            result.bytes += partition.log.read(p.offset, partition.highWatermark, kMaxPartitionBytes, true).bytes;
    }
    return result;
}

void Records::fetch(RequestRef ref, protocol::FetchRequest& request)
{
    Work& work = *m_sockets.work(ref);
    Connection& c = m_sockets.connection(ref.slot);
    const std::int16_t version = work.request.version;
    work.fetchSession = FetchSessions::kNoSession;
    work.incrementalFetch = false;
    if (version >= kFetchSessionVersion) {
        const FetchSessions::Outcome session = m_sessions[c.broker].use(
            request.sessionId, request.sessionEpoch, request.partitions.empty(), m_world.now, m_rng);
        if (session.error != Error::None) {
            protocol::FetchResponse response;
            response.error = session.error;
            m_sockets.answer(ref, std::move(response), session.error, RuleId::BrokerAnswers, work.received);
            return;
        }
        work.fetchSession = session.sessionId;
        work.incrementalFetch = session.incremental;
    }
    if (!request.partitions.empty())
        m_topics.find(request.partitions.front().partition.topic, c.topicHint);
    const Look found = look(c, request, version);
    const bool last = version >= kFetchSessionVersion && request.sessionEpoch == FetchSessions::kFinalEpoch;
    if (found.immediate || last || request.partitions.empty() || request.maxWait.count() <= 0
        || found.bytes >= request.minBytes) {
        answerFetch(ref, work, RuleId::BrokerAnswers, work.received);
        return;
    }
    c.fetching = true;
    watch(ref.slot, c);
    m_world.timers.set(saturatingAdd(m_world.now, request.maxWait), TimerKind::LongPoll, ref.slot, ref.serial);
}

void Records::watch(std::uint32_t slot, Connection& connection)
{
    if (connection.watching == m_refs)
        return;
    forget(slot, connection);
    connection.watching = m_refs;
    for (const PartitionRef ref : m_refs) {
        std::vector<std::uint32_t>& watchers = m_topics.partition(ref).watchers;
        if (watchers.empty() || watchers.back() != slot) // the same partition twice in a request is one
            watchers.push_back(slot);
    }
}

void Records::forget(std::uint32_t slot, Connection& connection)
{
    for (const PartitionRef ref : connection.watching)
        std::erase(m_topics.partition(ref).watchers, slot);
    connection.watching.clear();
}

void Records::tryComplete(std::uint32_t slot, EventId cause)
{
    Connection& c = m_sockets.connection(slot);
    if (!c.fetching || m_world.brokers[c.broker].paused)
        return;
    const RequestRef ref = m_sockets.current(slot);
    Work* work = m_sockets.work(ref);
    if (work == nullptr)
        return;
    const auto& request = std::get<protocol::FetchRequest>(work->request.body);
    const Look found = look(c, request, work->request.version);
    if (found.immediate || found.bytes >= request.minBytes)
        answerFetch(ref, *work, RuleId::LongPoll, cause);
}

void Records::answerFetch(RequestRef ref, Work& work, RuleId rule, EventId cause)
{
    Connection& c = m_sockets.connection(ref.slot);
    auto& request = std::get<protocol::FetchRequest>(work.request.body);
    const std::int16_t version = work.request.version;
    protocol::FetchResponse response;
    response.sessionId = work.fetchSession;
    if (!work.incrementalFetch)
        response.partitions.reserve(request.partitions.size());
    Error first = Error::None;
    std::int64_t budget = request.maxBytes;
    bool any = false;
    for (protocol::FetchPartition& p : request.partitions) {
        const PartitionRef where = m_topics.find(p.partition, c.topicHint);
        protocol::FetchedPartition got;
        got.error = readable(c, request, where);
        got.firstOffset = p.offset;
        if (got.error == Error::None) {
            const Partition& partition = m_topics.partition(where);
            got.highWatermark = partition.highWatermark;
            const BrokerIndex preferred = preferredReplica(c, request, version, where);
            if (p.offset < 0 || p.offset > partition.log.end()) {
                got.error = Error::OffsetOutOfRange;
            } else if (preferred != kNoBroker) {
                got.preferredReadReplica = m_world.idOf(preferred);
            } else {
                const RecordLog::Read read = partition.log.read(
                    p.offset, partition.highWatermark, std::min(budget, kMaxPartitionBytes), !any);
                got.records = clamped(read.records);
                got.bytes = clamped(read.bytes);
                budget -= read.bytes;
                any = any || read.records > 0;
            }
        } else if (got.error == Error::NotLeaderOrFollower && version >= kFetchLeaderVersion) {
            got.currentLeader = m_world.idOf(m_topics.partition(where).leader);
        }
        if (first == Error::None)
            first = got.error;
        if (work.incrementalFetch && got.records == 0 && got.error == Error::None
            && !got.preferredReadReplica.isValid())
            continue; // nothing new: an incremental answer leaves it out
        got.partition = std::move(p.partition);
        response.partitions.push_back(std::move(got));
    }
    m_sockets.answer(ref, std::move(response), first, rule, cause);
}

// -- offsets --

void Records::listOffsets(RequestRef ref, protocol::ListOffsetsRequest& request)
{
    const Work& work = *m_sockets.work(ref);
    Connection& c = m_sockets.connection(ref.slot);
    protocol::ListOffsetsResponse response;
    response.partitions.reserve(request.partitions.size());
    Error first = Error::None;
    for (protocol::TopicPartition& tp : request.partitions) {
        const PartitionRef where = m_topics.find(tp, c.topicHint);
        protocol::PartitionOffsetResult result;
        if (where.topic == kNone)
            result.error = Error::UnknownTopicOrPartition;
        else if (m_topics.partition(where).leader != c.broker)
            result.error = Error::NotLeaderOrFollower;
        else if (request.timestamp == protocol::kLatestTimestamp)
            result.offset = m_topics.partition(where).highWatermark;
        else if (request.timestamp == protocol::kEarliestTimestamp)
            result.offset = 0;
        // The log does not know times: no record is as late as any given one.
        result.partition = std::move(tp);
        if (first == Error::None)
            first = result.error;
        response.partitions.push_back(std::move(result));
    }
    m_sockets.answer(ref, std::move(response), first, RuleId::BrokerAnswers, work.received);
}

void Records::offsetForLeaderEpoch(RequestRef ref, protocol::OffsetForLeaderEpochRequest& request)
{
    const Work& work = *m_sockets.work(ref);
    Connection& c = m_sockets.connection(ref.slot);
    protocol::OffsetForLeaderEpochResponse response;
    response.partitions.reserve(request.partitions.size());
    Error first = Error::None;
    for (protocol::TopicPartition& tp : request.partitions) {
        const PartitionRef where = m_topics.find(tp, c.topicHint);
        protocol::PartitionOffsetResult result;
        if (where.topic == kNone)
            result.error = Error::UnknownTopicOrPartition;
        else if (m_topics.partition(where).leader != c.broker)
            result.error = Error::NotLeaderOrFollower;
        else
            result.offset = m_topics.partition(where).log.end();
        result.partition = std::move(tp);
        if (first == Error::None)
            first = result.error;
        response.partitions.push_back(std::move(result));
    }
    m_sockets.answer(ref, std::move(response), first, RuleId::BrokerAnswers, work.received);
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
