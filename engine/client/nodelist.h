// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/flatmap.h"
#include "base/ids.h"
#include "base/rng.h"

#include <cstdint>
#include <string>
#include <vector>

/// \file
/// The nodes that a client knows: bootstrap addresses or brokers. Kafka's Cluster shuffles them when it is built and
/// leastLoadedNode walks them in a circle from a random start. The shuffle is drawn here place by place when a walk
/// first comes there, so that a thousand brokers cost nothing when the first one serves.

namespace connscope::client {

struct Node {
    NodeId id;
    std::string host;
    std::uint16_t port = 0;
    std::string rack;
};

class NodeList {
public:
    /// Replaces the nodes and forgets the order.
    void assign(std::vector<Node> nodes);
    /// A new Cluster object with the same nodes: a new random order.
    void reshuffle()
    {
        m_drawn = 0;
        ++m_epoch;
    }

    std::size_t size() const { return m_nodes.size(); }
    bool empty() const { return m_nodes.empty(); }
    const Node* find(NodeId id) const;
    const std::vector<Node>& nodes() const { return m_nodes; }
    /// The node at \a position (0 to size-1) of the shuffled list.
    const Node& shuffled(std::size_t position, Rng& rng);

private:
    // Fisher-Yates over a virtual identity array: m_pool[j] counts only if m_poolEpoch[j] is current, else it is j.
    std::uint32_t poolAt(std::uint32_t j) const { return m_poolEpoch[j] == m_epoch ? m_pool[j] : j; }

    std::vector<Node> m_nodes;
    FlatMap m_byId;
    std::vector<std::uint32_t> m_order, m_orderEpoch, m_pool, m_poolEpoch;
    std::uint32_t m_epoch = 1;
    std::uint32_t m_drawn = 0;
};

} // namespace connscope::client
