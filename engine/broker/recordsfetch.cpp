// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/records.h"

#include "base/recycle.h"

#include <algorithm>
#include <limits>
#include <utility>

// Records out. A fetch of our own clients is answered with numbers of records; one that carries a detail comes from outside
// and gets the batches themselves. Both wait, and are woken, by the same rules.
//
// Left out: the divergence of logs that KIP-595 answers to last_fetched_epoch. No log here is ever cut off, so that nothing
// that a consumer has read can turn out not to be there.

namespace connscope::broker {

using trace::RuleId;

namespace {

/// max.partition.fetch.bytes of a consumer; the request of the simulation does not carry it.
constexpr std::int64_t kMaxPartitionBytes = 1'048'576;
/// First version of FETCH with sessions (KIP-227), with a rack (KIP-392), that name the leader (KIP-951).
constexpr std::int16_t kFetchSessionVersion = 7;
constexpr std::int16_t kFetchRackVersion = 11;
constexpr std::int16_t kFetchLeaderVersion = 16;

std::int32_t clamped(std::int64_t value)
{
    return static_cast<std::int32_t>(std::min<std::int64_t>(value, std::numeric_limits<std::int32_t>::max()));
}
/// Records without bytes are put into batches of no more than these.
constexpr std::int64_t kMaxMadeRecords = 10'000;

} // namespace

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

Records::Error Records::refusal(
    const Connection& connection, const protocol::FetchRequest& request, std::size_t which, PartitionRef ref) const
{
    if (ref.topic == kNone)
        return request.detail->byTopicId && request.partitions[which].partition.topic.empty()
            ? Error::UnknownTopicId
            : Error::UnknownTopicOrPartition;
    if (const Error error = readable(connection, request, ref); error != Error::None)
        return error;
    const Partition& partition = m_topics.partition(ref);
    if (const Error error = checkEpoch(partition, request.detail->partitions[which].currentLeaderEpoch);
        error != Error::None)
        return error;
    const std::int64_t offset = request.partitions[which].offset;
    return offset < partition.start() || offset > partition.log.end() ? Error::OffsetOutOfRange : Error::None;
}

Records::Error Records::checkEpoch(const Partition& partition, std::int32_t currentLeaderEpoch)
{
    if (currentLeaderEpoch < 0 || currentLeaderEpoch == partition.epoch)
        return Error::None;
    return currentLeaderEpoch < partition.epoch ? Error::FencedLeaderEpoch : Error::UnknownLeaderEpoch;
}

std::int64_t Records::readableEnd(const protocol::FetchRequest& request, const Partition& partition)
{
    return request.detail->isolation == protocol::IsolationLevel::ReadCommitted ? partition.lastStableOffset()
                                                                                : partition.highWatermark;
}

std::int64_t Records::available(
    const protocol::FetchRequest& request, std::size_t which, PartitionRef ref, std::int64_t enough) const
{
    const Partition& partition = m_topics.partition(ref);
    const std::int64_t end = readableEnd(request, partition);
    std::int64_t at = request.partitions[which].offset;
    std::int64_t bytes = 0;
    std::size_t next = partition.real ? partition.real->batches.find(at) : 0;
    while (at < end && bytes < enough) {
        const bool stored = partition.real && next < partition.real->batches.size();
        const std::int64_t base = stored ? partition.real->batches[next].base : end;
        if (at < base) { // records without bytes
            const std::int64_t until = std::min(base, end);
            if (m_world.hooks.makeBatch)
                bytes += partition.log.read(at, until, std::numeric_limits<std::int64_t>::max(), true).bytes;
            at = until;
            continue;
        }
        const BatchLog::Stored& batch = partition.real->batches[next++];
        if (batch.end() > end)
            break;
        bytes += batch.bytes();
        at = batch.end();
    }
    return bytes;
}

std::int64_t Records::readBatches(const protocol::FetchRequest& request, std::size_t which, PartitionRef ref,
    std::int64_t maxBytes, bool atLeastOne, protocol::FetchedPartition& got,
    protocol::FetchedPartitionDetail& detail) const
{
    const Partition& partition = m_topics.partition(ref);
    const std::int64_t from = request.partitions[which].offset;
    const std::int64_t end = readableEnd(request, partition);
    std::int64_t at = from;
    std::int64_t bytes = 0;
    std::size_t next = partition.real ? partition.real->batches.find(at) : 0;
    while (at < end) {
        const bool stored = partition.real && next < partition.real->batches.size();
        const std::int64_t base = stored ? partition.real->batches[next].base : end;
        protocol::FetchedBatch batch;
        if (at < base) { // records without bytes
            const std::int64_t until = std::min(base, end);
            if (!m_world.hooks.makeBatch) {
                at = until;
                continue;
            }
            const std::int64_t each = partition.log.read(at, at + 1, 0, true).bytes;
            std::int64_t records = std::min({(maxBytes - bytes) / each, until - at, kMaxMadeRecords});
            if (records <= 0 && atLeastOne && detail.batches.empty())
                records = 1;
            if (records <= 0)
                break;
            BatchToMake wanted {BatchToMake::Kind::Records, request.partitions[which].partition};
            wanted.baseOffset = at;
            wanted.records = static_cast<std::int32_t>(records);
            wanted.bytesEach = clamped(each);
            wanted.at = m_world.now;
            batch = {m_world.hooks.makeBatch(wanted), at, partition.epoch};
        } else {
            const BatchLog::Stored& found = partition.real->batches[next++];
            if (found.end() > end || (bytes + found.bytes() > maxBytes && !(atLeastOne && detail.batches.empty())))
                break;
            batch = {found.batch, found.base, found.leaderEpoch};
        }
        bytes += static_cast<std::int64_t>(batch.batch->bytes.size());
        at = batch.baseOffset + batch.batch->records;
        detail.batches.push_back(std::move(batch));
    }
    got.records = clamped(at - from);
    got.bytes = clamped(bytes);
    if (request.detail->isolation == protocol::IsolationLevel::ReadCommitted && partition.real && at > from)
        detail.aborted = partition.real->producers.aborted(from, at);
    return bytes;
}

Records::Look Records::look(const Connection& connection, const protocol::FetchRequest& request, std::int16_t version)
{
    Look result;
    m_refs.clear();
    std::uint32_t hint = connection.topicHint;
    if (request.detail) {
        for (std::size_t i = 0; i < request.partitions.size(); ++i) {
            const PartitionRef ref = m_topics.find(request.partitions[i].partition, hint);
            m_refs.push_back(ref);
            if (refusal(connection, request, i, ref) != Error::None
                || preferredReplica(connection, request, version, ref) != kNoBroker)
                result.immediate = true;
            else
                result.bytes += available(request, i, ref, request.minBytes - result.bytes);
        }
        return result;
    }
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
    if (request.detail) {
        const bool complete = request.detail->partitions.size() == request.partitions.size();
        const Error error = complete ? joinSession(c, work, request) : Error::InvalidRequest;
        if (error != Error::None) {
            protocol::FetchResponse response;
            response.error = error;
            m_sockets.answer(ref, std::move(response), error, RuleId::BrokerAnswers, work.received);
            return;
        }
    }
    if (!request.partitions.empty())
        m_topics.find(request.partitions.front().partition.topic, c.topicHint);
    const Look found = look(c, request, version);
    // Our own clients say FINAL when they close; others use it for every fetch without a session.
    const bool last
        = !request.detail && version >= kFetchSessionVersion && request.sessionEpoch == FetchSessions::kFinalEpoch;
    if (found.immediate || last || request.partitions.empty() || request.maxWait.count() <= 0
        || found.bytes >= request.minBytes) {
        answerFetch(ref, work, RuleId::BrokerAnswers, work.received);
        return;
    }
    c.fetching = true;
    watch(ref.slot, c);
    m_world.timers.set(saturatingAdd(m_world.now, request.maxWait), TimerKind::LongPoll, ref.slot, ref.serial);
}

Records::Error Records::joinSession(const Connection& connection, const Work& work, protocol::FetchRequest& request)
{
    if (work.fetchSession != FetchSessions::kNoSession) {
        FetchSessions& sessions = m_sessions[connection.broker];
        SessionPartitions* contents = work.incrementalFetch
            ? sessions.contentsOf(work.fetchSession)
            : &sessions.fill(work.fetchSession, request.detail->byTopicId);
        if (contents == nullptr)
            return Error::FetchSessionIdNotFound; // it is one of our own clients'
        if (contents->byTopicId() != request.detail->byTopicId)
            return Error::FetchSessionTopicIdError;
        contents->update(request);
        if (work.incrementalFetch)
            contents->expand(request);
    }
    if (request.detail->byTopicId) {
        for (std::size_t i = 0; i < request.partitions.size(); ++i) {
            const std::uint32_t topic = m_topics.findId(request.detail->partitions[i].topicId);
            request.partitions[i].partition.topic = topic == kNone ? std::string {} : m_topics.topic(topic).name;
        }
    }
    return Error::None;
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
    if (request.detail) {
        answerBatches(ref, work, rule, cause);
        return;
    }
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
    recycle(request.partitions);
    m_sockets.answer(ref, std::move(response), first, rule, cause);
}

void Records::answerBatches(RequestRef ref, Work& work, RuleId rule, EventId cause)
{
    Connection& c = m_sockets.connection(ref.slot);
    auto& request = std::get<protocol::FetchRequest>(work.request.body);
    const std::int16_t version = work.request.version;
    SessionPartitions* session = m_sessions[c.broker].contentsOf(work.fetchSession);
    protocol::FetchResponse response;
    auto detail = std::make_shared<protocol::FetchResponseDetail>();
    detail->readCommitted = request.detail->isolation == protocol::IsolationLevel::ReadCommitted;
    response.sessionId = work.fetchSession;
    Error first = Error::None;
    std::int64_t budget = std::min<std::int64_t>(request.maxBytes, m_world.brokers[c.broker].config.maxFetchBytes);
    bool any = false;
    for (std::size_t i = 0; i < request.partitions.size(); ++i) {
        protocol::FetchPartition& p = request.partitions[i];
        const PartitionRef where = m_topics.find(p.partition, c.topicHint);
        protocol::FetchedPartition got;
        protocol::FetchedPartitionDetail more;
        more.topicId = request.detail->partitions[i].topicId;
        got.error = refusal(c, request, i, where);
        got.firstOffset = p.offset;
        got.highWatermark = -1;
        if (got.error == Error::None) {
            const Partition& partition = m_topics.partition(where);
            got.highWatermark = partition.highWatermark;
            more.lastStableOffset = partition.lastStableOffset();
            more.logStartOffset = partition.start();
            const BrokerIndex preferred = preferredReplica(c, request, version, where);
            if (preferred != kNoBroker) {
                got.preferredReadReplica = m_world.idOf(preferred);
            } else {
                budget -= readBatches(request, i, where,
                    std::min<std::int64_t>(budget, request.detail->partitions[i].maxBytes), !any, got, more);
                any = any || !more.batches.empty();
            }
        } else if (got.error == Error::NotLeaderOrFollower || got.error == Error::FencedLeaderEpoch) {
            const Partition& partition = m_topics.partition(where);
            if (version >= kFetchLeaderVersion) {
                got.currentLeader = m_world.idOf(partition.leader);
                more.leaderEpoch = partition.epoch;
            }
        }
        if (first == Error::None)
            first = got.error;
        got.partition = std::move(p.partition);
        const bool news = session == nullptr || session->isNews(got, more);
        if (work.incrementalFetch && !news)
            continue;
        response.partitions.push_back(std::move(got));
        detail->partitions.push_back(std::move(more));
    }
    response.detail = std::move(detail);
    m_sockets.answer(ref, std::move(response), first, rule, cause);
}

} // namespace connscope::broker
