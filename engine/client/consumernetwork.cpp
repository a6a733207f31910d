// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/consumernetwork.h"

#include "base/recycle.h"
#include "client/javahash.h"

#include <algorithm>

namespace connscope::client {

namespace {
constexpr Duration kMaxPollTimeout = ms(5000); // ConsumerNetworkClient.MAX_POLL_TIMEOUT_MS
} // namespace

ConsumerNetwork::ConsumerNetwork(Context& context, NetworkClient& network)
    : m_context(context)
    , m_network(network)
    , m_maxPoll(std::min(context.settings.heartbeatInterval, kMaxPollTimeout))
{
}

void ConsumerNetwork::send(const Node& node, ClientRequest&& request, trace::RuleId openRule)
{
    auto it
        = std::find_if(m_queues.begin(), m_queues.end(), [&](const NodeQueue& q) { return q.node.id == node.id; });
    if (it == m_queues.end())
        it = m_queues.insert(m_queues.end(), NodeQueue {node, {}});
    it->requests.push_back(Queued {std::move(request), openRule, false});
}

void ConsumerNetwork::disconnectLater(NodeId node, EventId cause, trace::RuleId rule)
{
    m_disconnects.push_back({node, cause, rule});
}

bool ConsumerNetwork::hasPending(NodeId node) const
{
    return m_network.inFlightCount(node) > 0
        || std::any_of(m_queues.begin(), m_queues.end(),
            [&](const NodeQueue& q) { return q.node.id == node && !q.requests.empty(); });
}

bool ConsumerNetwork::hasPending() const { return m_network.inFlightCount() > 0 || !m_queues.empty(); }

// The order of a ConcurrentHashMap<Node, …>.
std::vector<std::size_t> ConsumerNetwork::order() const
{
    std::vector<std::int32_t> hashes;
    hashes.reserve(m_queues.size());
    for (const NodeQueue& queue : m_queues)
        hashes.push_back(javaNodeHash(queue.node.host, queue.node.id.value, queue.node.port, queue.node.rack));
    return javaHashMapOrder(hashes);
}

void ConsumerNetwork::fail(NodeQueue& queue, bool timedOut, EventId cause, std::vector<Completion>& out)
{
    for (Queued& queued : queue.requests) {
        trace::Event e = m_context.event(trace::EventKind::RequestCancelled, cause, m_context.trace[cause].rule);
        e.node = queue.node.id;
        e.api = queued.request.api;
        e.correlation = queued.request.correlation;
        Completion c;
        c.node = queue.node.id;
        c.api = queued.request.api;
        c.correlation = queued.request.correlation;
        c.cookie = queued.request.cookie;
        c.disconnected = true;
        c.timedOut = timedOut;
        c.cause = m_context.append(e);
        out.push_back(std::move(c));
    }
    queue.requests.clear();
}

// A request that cannot go at once is worth an event: it has its number, and it waits.
void ConsumerNetwork::announce(const NodeQueue& queue, Queued& queued)
{
    if (queued.announced)
        return;
    queued.announced = true;
    trace::Event e = m_context.event(trace::EventKind::RequestQueued, queued.request.cause, queued.request.rule);
    e.node = queue.node.id;
    e.broker = queue.node.id.brokerId();
    e.api = queued.request.api;
    e.correlation = queued.request.correlation;
    e.text = queued.request.text;
    queued.request.cause = m_context.append(e);
}

Duration ConsumerNetwork::trySend(NodeQueue& queue)
{
    const Duration delay = m_network.pollDelay(queue.node.id);
    std::size_t sent = 0;
    for (; sent < queue.requests.size(); ++sent) {
        Queued& first = queue.requests[sent];
        if (!m_network.isReady(queue.node.id)) {
            for (std::size_t i = sent; i < queue.requests.size(); ++i)
                announce(queue, queue.requests[i]);
            if (!m_network.ready(queue.node, first.request.cause, first.openRule))
                break;
        }
        m_network.send(std::move(first.request), queue.node.id);
    }
    queue.requests.erase(queue.requests.begin(), queue.requests.begin() + static_cast<std::ptrdiff_t>(sent));
    return delay;
}

Duration ConsumerNetwork::trySend()
{
    Duration delay = m_maxPoll;
    if (m_queues.size() == 1) {
        delay = std::min(delay, trySend(m_queues.front()));
    } else if (!m_queues.empty()) {
        for (const std::size_t i : order())
            delay = std::min(delay, trySend(m_queues[i]));
    }
    dropEmptyQueues();
    return delay;
}

void ConsumerNetwork::dropEmptyQueues()
{
    if (m_queues.empty())
        return;
    m_queues.erase(
        std::remove_if(m_queues.begin(), m_queues.end(), [](const NodeQueue& q) { return q.requests.empty(); }),
        m_queues.end());
    if (m_queues.empty())
        recycle(m_queues);
}

Duration ConsumerNetwork::beforePoll(std::vector<Completion>& out)
{
    if (m_disconnects.empty())
        return trySend();
    std::vector<PendingDisconnect> disconnects;
    disconnects.swap(m_disconnects);
    for (const PendingDisconnect& d : disconnects) {
        for (NodeQueue& queue : m_queues) {
            if (queue.node.id == d.node)
                fail(queue, false, d.cause, out);
        }
        m_network.disconnect(d.node, d.cause, d.rule);
    }
    return trySend();
}

void ConsumerNetwork::afterPoll(std::vector<Completion>& out)
{
    if (m_queues.empty())
        return;
    for (NodeQueue& queue : m_queues) {
        if (m_network.connectionFailed(queue.node.id)) {
            const Peer* peer = m_network.peer(queue.node.id);
            fail(queue, false, peer->lastEvent, out);
        }
    }
    trySend();
    for (NodeQueue& queue : m_queues) {
        while (!queue.requests.empty()
            && m_context.now - queue.requests.front().request.created > queue.requests.front().request.timeout) {
            NodeQueue expired {queue.node, {}};
            expired.requests.push_back(std::move(queue.requests.front()));
            queue.requests.erase(queue.requests.begin());
            fail(expired, true, expired.requests.front().request.cause, out);
        }
    }
    dropEmptyQueues();
}

} // namespace connscope::client
