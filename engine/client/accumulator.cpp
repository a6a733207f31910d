// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/accumulator.h"

#include "client/javahash.h"

#include <algorithm>

namespace connscope::client {

namespace {
constexpr std::int32_t kBatchOverhead = 61; // DefaultRecordBatch.RECORD_BATCH_OVERHEAD
constexpr std::int32_t kRecordOverhead = 8;
constexpr std::int32_t kMaxRequestSize = 1'048'576; // max.request.size
} // namespace

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
        && p.queue.back().bytes + bytes <= m_context.settings.batchSize) {
        Batch& last = p.queue.back();
        last.records += 1;
        last.bytes += bytes;
        return p.queue.size() > 1 || isFull(last);
    }
    Batch batch;
    batch.partition = index;
    batch.records = 1;
    batch.bytes = kBatchOverhead + bytes;
    batch.created = m_context.now;
    batch.firstSend = sendNumber;
    batch.cause = cause;
    p.queue.push_back(batch);
    ++m_queued;
    if (!p.active) {
        p.active = true;
        m_active.push_back(index);
    }
    return true;
}

bool Accumulator::isSendable(const Partition& p, Duration* wait) const
{
    const Batch& batch = p.queue.front();
    const bool backingOff = batch.attempts > 0 && m_context.now - batch.lastAttempt < m_context.settings.retryBackoff;
    const Duration waited = m_context.now - (batch.attempts > 0 ? batch.lastAttempt : batch.created);
    const Duration toWait = backingOff ? m_context.settings.retryBackoff : m_context.settings.linger;
    const bool full = p.queue.size() > 1 || isFull(batch);
    const bool sendable = full || waited >= toWait || m_closed || m_flushing;
    if (sendable && !backingOff)
        return true;
    *wait = std::min(*wait, std::max(toWait - waited, Duration::zero()));
    return false;
}

Accumulator::Ready Accumulator::ready(const Metadata& metadata)
{
    Ready result;
    for (const std::uint32_t index : m_active) {
        const Partition& p = m_partitions[index];
        const Node* leader = metadata.leader(p.id.topic, p.id.partition);
        if (!leader) {
            if (std::find(result.unknownLeaderTopics.begin(), result.unknownLeaderTopics.end(), p.id.topic)
                == result.unknownLeaderTopics.end())
                result.unknownLeaderTopics.push_back(p.id.topic);
            continue;
        }
        const bool known
            = std::any_of(result.nodes.begin(), result.nodes.end(), [&](const Node* n) { return n == leader; });
        if (known || p.muted)
            continue;
        if (isSendable(p, &result.nextCheck))
            result.nodes.push_back(leader);
    }
    if (result.nodes.size() > 1) {
        std::vector<std::int32_t> hashes;
        for (const Node* node : result.nodes)
            hashes.push_back(javaNodeHash(node->host, node->id.value, node->port, node->rack));
        std::vector<const Node*> ordered;
        ordered.reserve(result.nodes.size());
        for (const std::size_t i : javaHashMapOrder(hashes))
            ordered.push_back(result.nodes[i]);
        result.nodes = std::move(ordered);
    }
    return result;
}

EventId Accumulator::causeFor(const Node& node, const Metadata& metadata) const
{
    for (const std::uint32_t index : m_active) {
        const Partition& p = m_partitions[index];
        const Node* leader = metadata.leader(p.id.topic, p.id.partition);
        if (leader && leader->id == node.id)
            return p.queue.front().cause;
    }
    return metadata.lastUpdate();
}

std::vector<Batch> Accumulator::drain(
    const Node& node, const Metadata& metadata, const std::vector<std::uint32_t>* allowed)
{
    std::vector<Batch> out;
    std::int32_t size = 0;
    for (std::size_t i = 0; i < m_active.size();) {
        Partition& p = m_partitions[m_active[i]];
        const Node* leader = metadata.leader(p.id.topic, p.id.partition);
        const Batch& first = p.queue.front();
        const bool backingOff
            = first.attempts > 0 && m_context.now - first.lastAttempt < m_context.settings.retryBackoff;
        const bool permitted = !allowed || std::find(allowed->begin(), allowed->end(), m_active[i]) != allowed->end();
        if (!leader || leader->id != node.id || p.muted || backingOff || !permitted
            || (size > 0 && size + first.bytes > kMaxRequestSize)) {
            ++i;
            continue;
        }
        size += first.bytes;
        out.push_back(first);
        p.queue.pop_front();
        --m_queued;
        if (p.queue.empty()) {
            p.active = false;
            m_active[i] = m_active.back();
            m_active.pop_back();
        } else {
            ++i;
        }
    }
    if (out.size() < 2)
        return out;
    // By partition, as the node's partitions come in metadata; swaps above must not show.
    std::sort(out.begin(), out.end(), [this](const Batch& a, const Batch& b) {
        return m_partitions[a.partition].id < m_partitions[b.partition].id;
    });
    return out;
}

void Accumulator::reenqueue(Batch batch)
{
    Partition& p = m_partitions[batch.partition];
    ++batch.attempts;
    batch.lastAttempt = m_context.now;
    p.queue.push_front(batch);
    ++m_queued;
    if (!p.active) {
        p.active = true;
        m_active.push_back(batch.partition);
    }
}

std::vector<Batch> Accumulator::takeExpired()
{
    std::vector<Batch> out;
    for (std::size_t i = 0; i < m_active.size();) {
        Partition& p = m_partitions[m_active[i]];
        while (!p.queue.empty() && m_context.now - p.queue.front().created >= m_context.settings.deliveryTimeout) {
            out.push_back(p.queue.front());
            p.queue.pop_front();
            --m_queued;
        }
        if (p.queue.empty()) {
            p.active = false;
            m_active[i] = m_active.back();
            m_active.pop_back();
        } else {
            ++i;
        }
    }
    return out;
}

std::vector<Batch> Accumulator::takeAll()
{
    std::vector<Batch> out;
    for (const std::uint32_t index : m_active) {
        Partition& p = m_partitions[index];
        out.insert(out.end(), p.queue.begin(), p.queue.end());
        p.queue.clear();
        p.active = false;
    }
    m_active.clear();
    m_queued = 0;
    return out;
}

} // namespace connscope::client
