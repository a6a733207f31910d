// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/nodelist.h"

namespace connscope::client {

void NodeList::assign(std::vector<Node> nodes)
{
    m_nodes = std::move(nodes);
    m_byId.clear();
    for (std::uint32_t i = 0; i < m_nodes.size(); ++i)
        m_byId.set(static_cast<std::uint32_t>(m_nodes[i].id.value), i);
    m_order.assign(m_nodes.size(), 0);
    m_orderEpoch.assign(m_nodes.size(), 0);
    m_pool.assign(m_nodes.size(), 0);
    m_poolEpoch.assign(m_nodes.size(), 0);
    m_epoch = 1;
    m_drawn = 0;
}

const Node* NodeList::find(NodeId id) const
{
    const std::uint32_t index = m_byId.find(static_cast<std::uint32_t>(id.value));
    return index == FlatMap::kNothing ? nullptr : &m_nodes[index];
}

const Node& NodeList::shuffled(std::size_t position, Rng& rng)
{
    if (m_orderEpoch[position] != m_epoch) {
        const auto left = static_cast<std::uint32_t>(m_nodes.size()) - m_drawn;
        const auto pick = static_cast<std::uint32_t>(rng.below(left));
        m_order[position] = poolAt(pick);
        m_orderEpoch[position] = m_epoch;
        const std::uint32_t last = poolAt(left - 1);
        m_pool[pick] = last;
        m_poolEpoch[pick] = m_epoch;
        ++m_drawn;
    }
    return m_nodes[m_order[position]];
}

} // namespace connscope::client
