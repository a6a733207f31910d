// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/nodelist.h"

namespace connscope::client {

NodeTable::NodeTable(std::vector<Node> nodes)
    : m_nodes(std::move(nodes))
{
    for (std::uint32_t i = 0; i < m_nodes.size(); ++i)
        m_byId.set(static_cast<std::uint32_t>(m_nodes[i].id.value), i);
}

NodeList::NodeList()
    : m_table(std::make_shared<const NodeTable>())
{
}

void NodeList::assign(std::shared_ptr<const NodeTable> table)
{
    m_table = std::move(table);
    m_places.assign(size(), Place {});
    m_epoch = 1;
    m_drawn = 0;
}

const Node& NodeList::shuffled(std::size_t position, Rng& rng)
{
    Place& place = m_places[position];
    if (place.orderEpoch != m_epoch) {
        const auto left = static_cast<std::uint32_t>(size()) - m_drawn;
        const auto pick = static_cast<std::uint32_t>(rng.below(left));
        place.order = poolAt(pick);
        place.orderEpoch = m_epoch;
        const std::uint32_t last = poolAt(left - 1);
        m_places[pick].pool = last;
        m_places[pick].poolEpoch = m_epoch;
        ++m_drawn;
    }
    return nodes()[place.order];
}

} // namespace connscope::client
