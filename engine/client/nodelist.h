// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/flatmap.h"
#include "base/ids.h"
#include "base/rng.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
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

/// Nodes with an index by id; they never change, so that clients can share them.
class NodeTable {
public:
    NodeTable() = default;
    explicit NodeTable(std::vector<Node> nodes);
    const std::vector<Node>& nodes() const { return m_nodes; }
    const Node* find(NodeId id) const
    {
        const std::uint32_t index = m_byId.find(static_cast<std::uint32_t>(id.value));
        return index == FlatMap::kNothing ? nullptr : &m_nodes[index];
    }

private:
    std::vector<Node> m_nodes;
    FlatMap m_byId;
};

class NodeList {
public:
    NodeList();
    /// Replaces the nodes and forgets the order.
    void assign(std::shared_ptr<const NodeTable> table);
    void assign(std::vector<Node> nodes) { assign(std::make_shared<const NodeTable>(std::move(nodes))); }
    /// A new Cluster object with the same nodes: a new random order.
    void reshuffle()
    {
        m_drawn = 0;
        ++m_epoch;
    }

    std::size_t size() const { return nodes().size(); }
    bool empty() const { return nodes().empty(); }
    const Node* find(NodeId id) const { return m_table->find(id); }
    const std::vector<Node>& nodes() const { return m_table->nodes(); }
    /// The node at \a position (0 to size-1) of the shuffled list.
    const Node& shuffled(std::size_t position, Rng& rng);

private:
    // Fisher-Yates over a virtual identity array: a place's pool counts only if its epoch is current, else it is the place.
    struct Place {
        std::uint32_t order = 0;
        std::uint32_t orderEpoch = 0;
        std::uint32_t pool = 0;
        std::uint32_t poolEpoch = 0;
    };
    std::uint32_t poolAt(std::uint32_t j) const { return m_places[j].poolEpoch == m_epoch ? m_places[j].pool : j; }

    std::shared_ptr<const NodeTable> m_table;
    std::vector<Place> m_places;
    std::uint32_t m_epoch = 1;
    std::uint32_t m_drawn = 0;
};

} // namespace connscope::client
