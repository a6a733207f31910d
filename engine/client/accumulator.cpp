// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/accumulator.h"

#include "client/javahash.h"

#include <algorithm>

namespace connscope::client {

namespace {
constexpr std::int32_t kBatchOverhead = 61; // DefaultRecordBatch.RECORD_BATCH_OVERHEAD
constexpr std::int32_t kRecordOverhead = 8;
} // namespace

std::int64_t Accumulator::sizeAlone(std::int32_t size)
{
    return std::int64_t {size} + kRecordOverhead + kBatchOverhead;
}

std::uint32_t Accumulator::indexOf(const std::string& topic, std::int32_t partition)
{
    constexpr std::uint32_t kNone = 0xffffffff;
    std::vector<std::uint32_t>& indices = m_index[topic];
    const auto at = static_cast<std::size_t>(partition);
    if (at >= indices.size())
        indices.resize(at + 1, kNone);
    if (indices[at] == kNone) {
        indices[at] = static_cast<std::uint32_t>(m_partitions.size());
        m_partitions.emplace_back();
        m_partitions.back().id = protocol::TopicPartition {topic, partition};
        m_partitions.back().text = m_context.trace.intern(protocol::toString(m_partitions.back().id));
    }
    return indices[at];
}

bool Accumulator::append(std::uint32_t index, std::int32_t size, std::int64_t sendNumber, EventId cause)
{
    Partition& p = m_partitions[index];
    const std::int32_t bytes = size + kRecordOverhead;
    if (!p.queue.empty() && p.queue.back().attempts == 0
        && std::int64_t {p.queue.back().bytes} + bytes <= m_context.settings.batchSize) {
        Batch& last = p.queue.back();
        last.records += 1;
        last.bytes += bytes;
        const bool wake = p.queue.size() > 1 || isFull(last);
        if (wake)
            review(p.group);
        return wake;
    }
    Batch batch;
    batch.partition = index;
    batch.records = 1;
    batch.bytes = kBatchOverhead + bytes;
    batch.created = m_context.now;
    batch.firstSend = sendNumber;
    batch.cause = cause;
    p.queue.push_back(batch);
    count(1);
    m_firstExpiry = std::min(m_firstExpiry, saturatingAdd(batch.created, m_context.settings.deliveryTimeout));
    activate(index);
    return true;
}

// #shouldStopDrainBatchesForPartition: what is repeated goes alone, the oldest first; what has no number yet waits for an end
// of doubts, and of what is under way for an owner before.
bool Accumulator::waitsForSequence(const Partition& p) const
{
    const Batch& batch = p.queue.front();
    return batch.baseSequence >= 0 ? !p.numbers.isOldestUnderWay(batch.baseSequence)
                                   : m_identity.id >= 0 && p.numbers.holdsNewOnesBack(m_identity);
}

// #shouldBackoff; where the leader is another one than the last attempt's, there is nothing to wait for (KIP-951).
Duration Accumulator::backoffOf(const Partition& p) const
{
    const Batch& batch = p.queue.front();
    if (batch.attempts == 0)
        return Duration::zero();
    const bool moved = m_context.profile.leaderInErrors && p.group != kNoGroup && p.group != 0
        && m_groups[p.group].leader != batch.sentTo;
    return moved ? Duration::zero() : batch.backoff;
}

// When the partition's first batch may go; kNever while it is muted.
Instant Accumulator::sendableAt(const Partition& p) const
{
    if (p.muted || waitsForSequence(p))
        return kNever;
    const Batch& batch = p.queue.front();
    const bool now = p.queue.size() > 1 || isFull(batch) || m_closed || m_flushing;
    if (batch.attempts == 0)
        return now ? batch.created : saturatingAdd(batch.created, m_context.settings.linger);
    const Duration wait = now ? Duration::zero() : m_context.settings.linger;
    return saturatingAdd(batch.lastAttempt, std::max(wait, backoffOf(p)));
}

std::uint32_t Accumulator::groupOf(const protocol::TopicPartition& partition)
{
    if (m_groups.empty())
        m_groups.emplace_back();
    const Node* leader = m_metadata.leader(partition.topic, partition.partition);
    if (!leader)
        return 0;
    const auto key = static_cast<std::uint32_t>(leader->id.value);
    std::uint32_t group = m_groupByLeader.find(key);
    if (group == FlatMap::kNothing) {
        group = static_cast<std::uint32_t>(m_groups.size());
        m_groups.emplace_back();
        m_groups.back().leader = leader->id;
        m_groupByLeader.set(key, group);
    }
    return group;
}

// The partition holds a batch that the group has not been told of.
void Accumulator::activate(std::uint32_t index)
{
    Partition& p = m_partitions[index];
    if (p.group == kNoGroup) {
        p.activated = ++m_activations;
        p.group = groupOf(p.id);
        m_groups[p.group].partitions.push_back(index);
    }
    Group& group = m_groups[p.group];
    group.readyAt = std::min(group.readyAt, sendableAt(p));
    place(p.group);
}

// The partition holds no batch any more. Its group is to be reviewed.
void Accumulator::deactivate(std::uint32_t index)
{
    Partition& p = m_partitions[index];
    std::vector<std::uint32_t>& partitions = m_groups[p.group].partitions;
    partitions.erase(std::find(partitions.begin(), partitions.end(), index));
    p.group = kNoGroup;
}

// Finds out when the group's first batch may go.
void Accumulator::review(std::uint32_t number)
{
    Group& group = m_groups[number];
    group.readyAt = kNever;
    for (const std::uint32_t index : group.partitions)
        group.readyAt = std::min(group.readyAt, sendableAt(m_partitions[index]));
    place(number);
}

void Accumulator::reviewAll()
{
    for (std::uint32_t group = 0; group < m_groups.size(); ++group)
        review(group);
}

// Puts the group where it will be looked at in time. One that has to wait leaves m_due when ready() comes by.
void Accumulator::place(std::uint32_t number)
{
    if (number == 0)
        return; // no leader: ready() looks at these by themselves
    Group& group = m_groups[number];
    const Instant at = std::max(group.readyAt, group.deferredUntil);
    const bool due = at <= m_context.now;
    const Instant timed = due ? kNever : at;
    if (timed != group.timed) {
        if (group.timed != kNever)
            m_timed.erase({group.timed, number});
        if (timed != kNever)
            m_timed.emplace(timed, number);
        group.timed = timed;
    }
    if (due && !group.listed) {
        group.listed = true;
        m_due.push_back(number);
    }
}

std::vector<std::uint32_t> Accumulator::activePartitions() const
{
    std::vector<std::uint32_t> active;
    for (const Group& group : m_groups)
        active.insert(active.end(), group.partitions.begin(), group.partitions.end());
    std::sort(active.begin(), active.end(),
        [this](std::uint32_t a, std::uint32_t b) { return m_partitions[a].activated < m_partitions[b].activated; });
    return active;
}

// The metadata has other leaders.
void Accumulator::regroup()
{
    m_leadership = m_metadata.leadership();
    const std::vector<std::uint32_t> active = activePartitions();
    m_groups.clear();
    m_groupByLeader.clear();
    m_due.clear();
    m_timed.clear();
    for (const std::uint32_t index : active) {
        Partition& p = m_partitions[index];
        p.group = groupOf(p.id);
        m_groups[p.group].partitions.push_back(index);
    }
    reviewAll();
}

Accumulator::Ready Accumulator::ready()
{
    if (m_leadership != m_metadata.leadership())
        regroup();
    Ready result;
    if (!m_groups.empty()) {
        for (const std::uint32_t index : m_groups.front().partitions) {
            const std::string& topic = m_partitions[index].id.topic;
            if (std::find(result.unknownLeaderTopics.begin(), result.unknownLeaderTopics.end(), topic)
                == result.unknownLeaderTopics.end())
                result.unknownLeaderTopics.push_back(topic);
        }
    }
    while (!m_timed.empty() && m_timed.begin()->first <= m_context.now)
        place(m_timed.begin()->second);
    std::size_t kept = 0;
    for (const std::uint32_t number : m_due) {
        Group& group = m_groups[number];
        const Node* leader = std::max(group.readyAt, group.deferredUntil) <= m_context.now
            ? m_metadata.nodes().find(group.leader)
            : nullptr;
        group.listed = leader != nullptr;
        if (!leader)
            continue;
        result.nodes.push_back(leader);
        m_due[kept++] = number;
    }
    m_due.resize(kept);
    if (!m_timed.empty())
        result.nextCheck = m_timed.begin()->first - m_context.now;
    return result;
}

void Accumulator::defer(NodeId leader, Instant until)
{
    const std::uint32_t group = m_groupByLeader.find(static_cast<std::uint32_t>(leader.value));
    if (group == FlatMap::kNothing)
        return;
    m_groups[group].deferredUntil = until;
    place(group);
}

void Accumulator::wake(NodeId leader) { defer(leader, Instant {}); }

void Accumulator::sortAsJava(std::vector<const Node*>& leaders) const
{
    if (leaders.size() < 2)
        return;
    std::vector<const Node*> all;
    std::vector<std::int32_t> hashes;
    for (const Group& group : m_groups) {
        const Node* node = group.readyAt <= m_context.now ? m_metadata.nodes().find(group.leader) : nullptr;
        if (!node)
            continue;
        all.push_back(node);
        hashes.push_back(javaNodeHash(node->host, node->id.value, node->port, node->rack));
    }
    const std::set<const Node*> wanted(leaders.begin(), leaders.end());
    leaders.clear();
    for (const std::size_t i : javaHashMapOrder(hashes)) {
        if (wanted.contains(all[i]))
            leaders.push_back(all[i]);
    }
}

const Batch* Accumulator::firstFor(const Node& node) const
{
    const std::uint32_t group = m_groupByLeader.find(static_cast<std::uint32_t>(node.id.value));
    if (group == FlatMap::kNothing || m_groups[group].partitions.empty())
        return nullptr;
    return &m_partitions[m_groups[group].partitions.front()].queue.front();
}

EventId Accumulator::causeFor(const Node& node) const
{
    const Batch* batch = firstFor(node);
    return batch != nullptr ? batch->cause : m_metadata.lastUpdate();
}

std::vector<Batch> Accumulator::drain(const Node& node, const std::vector<std::uint32_t>* allowed)
{
    std::vector<Batch> out;
    const std::uint32_t group = m_groupByLeader.find(static_cast<std::uint32_t>(node.id.value));
    if (group == FlatMap::kNothing)
        return out;
    std::vector<std::uint32_t>& partitions = m_groups[group].partitions;
    std::int32_t size = 0;
    std::size_t kept = 0;
    for (const std::uint32_t index : partitions) {
        Partition& p = m_partitions[index];
        const Batch& first = p.queue.front();
        const bool backingOff = m_context.now - first.lastAttempt < backoffOf(p) || waitsForSequence(p);
        const bool permitted = !allowed || std::find(allowed->begin(), allowed->end(), index) != allowed->end();
        if (p.muted || backingOff || !permitted
            || (size > 0 && size + first.bytes > m_context.settings.maxRequestSize)) {
            partitions[kept++] = index;
            continue;
        }
        size += first.bytes;
        out.push_back(first);
        out.back().sentTo = node.id;
        p.queue.pop_front();
        count(-1);
        if (p.queue.empty())
            p.group = kNoGroup;
        else
            partitions[kept++] = index;
    }
    partitions.resize(kept);
    review(group);
    if (out.size() < 2)
        return out;
    // By partition, as the node's partitions come in metadata.
    std::sort(out.begin(), out.end(), [this](const Batch& a, const Batch& b) {
        return m_partitions[a.partition].id < m_partitions[b.partition].id;
    });
    return out;
}

void Accumulator::reenqueue(Batch batch)
{
    const std::uint32_t index = batch.partition;
    ++batch.attempts;
    batch.lastAttempt = m_context.now;
    m_firstExpiry = std::min(m_firstExpiry, saturatingAdd(batch.created, m_context.settings.deliveryTimeout));
    batch.backoff = m_backoff.after(static_cast<std::uint32_t>(batch.attempts));
    std::deque<Batch>& queue = m_partitions[index].queue;
    auto at = queue.begin();
    while (batch.baseSequence >= 0 && at != queue.end() && at->baseSequence >= 0
        && at->baseSequence < batch.baseSequence)
        ++at;
    queue.insert(at, batch);
    count(1);
    activate(index);
    review(m_partitions[index].group); // it stands in front of one that may have been ready
}

std::vector<Batch> Accumulator::takeExpired()
{
    std::vector<Batch> out;
    if (m_context.now < m_firstExpiry)
        return out;
    m_firstExpiry = kNever;
    for (const std::uint32_t index : activePartitions()) {
        Partition& p = m_partitions[index];
        const std::uint32_t group = p.group;
        const std::size_t before = out.size();
        while (!p.queue.empty() && m_context.now - p.queue.front().created >= m_context.settings.deliveryTimeout) {
            out.push_back(p.queue.front());
            p.queue.pop_front();
            count(-1);
        }
        for (const Batch& batch : p.queue)
            m_firstExpiry = std::min(m_firstExpiry, saturatingAdd(batch.created, m_context.settings.deliveryTimeout));
        if (out.size() == before)
            continue;
        if (p.queue.empty())
            deactivate(index);
        review(group);
    }
    return out;
}

Instant Accumulator::nextExpiry(Duration horizon)
{
    if (m_firstExpiry > saturatingAdd(m_context.now, horizon))
        return m_firstExpiry;
    m_firstExpiry = kNever; // what it was of may have been sent since
    for (const std::uint32_t index : activePartitions()) {
        for (const Batch& batch : m_partitions[index].queue)
            m_firstExpiry = std::min(m_firstExpiry, saturatingAdd(batch.created, m_context.settings.deliveryTimeout));
    }
    return m_firstExpiry;
}

std::vector<Batch> Accumulator::takeAll()
{
    std::vector<Batch> out;
    for (const std::uint32_t index : activePartitions()) {
        Partition& p = m_partitions[index];
        out.insert(out.end(), p.queue.begin(), p.queue.end());
        p.queue.clear();
        p.group = kNoGroup;
    }
    for (Group& group : m_groups)
        group.partitions.clear();
    reviewAll();
    count(-m_queued);
    m_firstExpiry = kNever;
    return out;
}

void Accumulator::setFlushing(bool on)
{
    if (m_flushing == on)
        return;
    m_flushing = on;
    reviewAll();
}

void Accumulator::close()
{
    m_closed = true;
    reviewAll();
}

void Accumulator::setMuted(std::uint32_t index, bool muted)
{
    Partition& p = m_partitions[index];
    p.muted = muted;
    if (p.group == kNoGroup)
        return;
    if (muted)
        review(p.group);
    else
        activate(index);
}

} // namespace connscope::client
