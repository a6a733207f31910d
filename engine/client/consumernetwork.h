// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/context.h"
#include "client/networkclient.h"

#include <vector>

/// \file
/// Requests of a consumer wait here, by node, until their connection is ready (consumer.internals.ConsumerNetworkClient).
/// They are numbered when they are queued: that is why FIND_COORDINATOR is number 0 though it is sent third.

namespace connscope::client {

class ConsumerNetwork {
public:
    ConsumerNetwork(Context& context, NetworkClient& network);

    /// Queues a request for \a node. \a openRule: why the connection is opened if it has to be.
    void send(const Node& node, ClientRequest&& request, trace::RuleId openRule);
    /// The same for a \a node that stays where it is until the next poll has begun: it is not copied if all goes well.
    void sendSoon(const Node& node, ClientRequest&& request, trace::RuleId openRule);
    /// Closes the node's connection with the next poll; its queued requests fail (disconnectAsync).
    void disconnectLater(NodeId node, EventId cause, trace::RuleId rule);
    bool hasPending(NodeId node) const;
    bool hasPending() const;

    /// First half of a poll: pending disconnects, then what can be sent. Returns how long waiting makes sense.
    Duration beforePoll(std::vector<Completion>& out);
    /// Second half: requests for failed connections fail, others are sent.
    void afterPoll(std::vector<Completion>& out);

private:
    struct Queued {
        ClientRequest request;
        trace::RuleId openRule = trace::RuleId::None;
        bool announced = false;
    };
    struct NodeQueue {
        NodeId id;
        Node node; ///< once it is needed for longer than `borrowed` is good
        const Node* borrowed = nullptr;
        std::vector<Queued> requests; ///< a handful at the most

        const Node& where() const { return borrowed ? *borrowed : node; }
    };
    struct PendingDisconnect {
        NodeId node;
        EventId cause;
        trace::RuleId rule;
    };
    Duration trySend();
    Duration trySend(NodeQueue& queue);
    NodeQueue& queueOf(NodeId node);
    void dropEmptyQueues();
    void fail(NodeQueue& queue, bool timedOut, EventId cause, std::vector<Completion>& out);
    void announce(const NodeQueue& queue, Queued& queued);
    std::vector<std::size_t> order() const;

    Context& m_context;
    NetworkClient& m_network;
    std::vector<NodeQueue> m_queues; // in order of insertion
    std::vector<PendingDisconnect> m_disconnects;
    Duration m_maxPoll;
};

} // namespace connscope::client
