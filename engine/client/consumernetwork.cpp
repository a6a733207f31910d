// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/consumernetwork.h"

#include "base/recycle.h"
#include "client/javahash.h"

#include <algorithm>
#include <utility>

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

ConsumerNetwork::NodeQueue& ConsumerNetwork::queueOf(NodeId node)
{
    for (NodeQueue& queue : m_queues) {
        if (queue.id == node)
            return queue;
    }
    takeRoom(m_queues);
    NodeQueue& queue = m_queues.emplace_back();
    queue.id = node;
    takeRoom(queue.requests);
    return queue;
}

void ConsumerNetwork::send(const Node& node, ClientRequest&& request, trace::RuleId openRule)
{
    NodeQueue& queue = queueOf(node.id);
    if (queue.requests.empty())
        queue.node = node;
    Queued& queued = queue.requests.emplace_back();
    queued.request = std::move(request);
    queued.openRule = openRule;
}

void ConsumerNetwork::sendSoon(const Node& node, ClientRequest&& request, trace::RuleId openRule)
{
    NodeQueue& queue = queueOf(node.id);
    if (queue.requests.empty())
        queue.borrowed = &node;
    Queued& queued = queue.requests.emplace_back();
    queued.request = std::move(request);
    queued.openRule = openRule;
}

void ConsumerNetwork::disconnectLater(NodeId node, EventId cause, trace::RuleId rule)
{
    m_disconnects.push_back({node, cause, rule});
}

bool ConsumerNetwork::hasPending(NodeId node) const
{
    return m_network.inFlightCount(node) > 0
        || std::any_of(m_queues.begin(), m_queues.end(),
            [&](const NodeQueue& q) { return q.id == node && !q.requests.empty(); });
}

bool ConsumerNetwork::hasPending() const { return m_network.inFlightCount() > 0 || !m_queues.empty(); }

// The order of a ConcurrentHashMap<Node, …>.
std::vector<std::size_t> ConsumerNetwork::order() const
{
    std::vector<std::int32_t> hashes;
    hashes.reserve(m_queues.size());
    for (const NodeQueue& queue : m_queues) {
        const Node& node = queue.where();
        hashes.push_back(javaNodeHash(node.host, node.id.value, node.port, node.rack));
    }
    return javaHashMapOrder(hashes);
}

void ConsumerNetwork::fail(NodeQueue& queue, bool timedOut, EventId cause, std::vector<Completion>& out)
{
    for (Queued& queued : queue.requests) {
        trace::Event e = m_context.event(trace::EventKind::RequestCancelled, cause, m_context.trace[cause].rule);
        e.node = queue.id;
        e.api = queued.request.api;
        e.correlation = queued.request.correlation;
        Completion c = Completion::withoutAnswer(queue.id, queued.request, m_context.append(e));
        c.timedOut = timedOut;
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
    e.node = queue.id;
    e.broker = queue.id.brokerId();
    e.api = queued.request.api;
    e.correlation = queued.request.correlation;
    e.text = queued.request.text;
    queued.request.cause = m_context.append(e);
}

Duration ConsumerNetwork::trySend(NodeQueue& queue)
{
    const Duration delay = m_network.pollDelay(queue.id);
    std::size_t sent = 0;
    for (; sent < queue.requests.size(); ++sent) {
        Queued& first = queue.requests[sent];
        if (!m_network.isReady(queue.id)) {
            for (std::size_t i = sent; i < queue.requests.size(); ++i)
                announce(queue, queue.requests[i]);
            if (!m_network.ready(queue.where(), first.request.cause, first.openRule))
                break;
        }
        m_network.send(std::move(first.request), queue.id);
    }
    if (sent == queue.requests.size())
        recycle(queue.requests);
    else
        queue.requests.erase(queue.requests.begin(), queue.requests.begin() + static_cast<std::ptrdiff_t>(sent));
    return delay;
}

Duration ConsumerNetwork::trySend()
{
    Duration delay = m_maxPoll;
    if (m_queues.empty())
        return delay;
    if (m_queues.size() == 1) {
        delay = std::min(delay, trySend(m_queues.front()));
    } else {
        for (const std::size_t i : order())
            delay = std::min(delay, trySend(m_queues[i]));
    }
    dropEmptyQueues();
    return delay;
}

void ConsumerNetwork::dropEmptyQueues()
{
    const auto isEmpty = [](const NodeQueue& q) { return q.requests.empty(); };
    if (std::all_of(m_queues.begin(), m_queues.end(), isEmpty))
        recycle(m_queues);
    else
        m_queues.erase(std::remove_if(m_queues.begin(), m_queues.end(), isEmpty), m_queues.end());
    for (NodeQueue& queue : m_queues) {
        if (queue.borrowed != nullptr)
            queue.node = *std::exchange(queue.borrowed, nullptr);
    }
}

Duration ConsumerNetwork::beforePoll(std::vector<Completion>& out)
{
    if (m_disconnects.empty())
        return trySend();
    std::vector<PendingDisconnect> disconnects;
    disconnects.swap(m_disconnects);
    for (const PendingDisconnect& d : disconnects) {
        for (NodeQueue& queue : m_queues) {
            if (queue.id == d.node)
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
        if (m_network.connectionFailed(queue.id)) {
            const Peer* peer = m_network.peer(queue.id);
            fail(queue, false, peer->lastEvent, out);
        }
    }
    trySend();
    for (NodeQueue& queue : m_queues) {
        while (!queue.requests.empty()
            && m_context.now - queue.requests.front().request.created > queue.requests.front().request.timeout) {
            NodeQueue expired;
            expired.id = queue.id;
            expired.requests.push_back(std::move(queue.requests.front()));
            queue.requests.erase(queue.requests.begin());
            fail(expired, true, expired.requests.front().request.cause, out);
        }
    }
    dropEmptyQueues();
}

} // namespace connscope::client
