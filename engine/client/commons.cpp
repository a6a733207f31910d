// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/commons.h"

#include <algorithm>
#include <utility>

namespace connscope::client {

namespace {
/// Clients of one kind are alike and start one after the other; where each differs from the others, nothing is shared.
constexpr std::size_t kRemembered = 16;
} // namespace

std::shared_ptr<const Config> Commons::share(Config config)
{
    const auto equal = std::find_if(m_configs.begin(), m_configs.end(), [&](const auto& c) { return *c == config; });
    if (equal != m_configs.end()) {
        std::rotate(equal, equal + 1, m_configs.end());
        return m_configs.back();
    }
    if (m_configs.size() == kRemembered)
        m_configs.erase(m_configs.begin());
    m_configs.push_back(std::make_shared<const Config>(std::move(config)));
    return m_configs.back();
}

std::shared_ptr<const NodeTable> Commons::nodesOf(const std::shared_ptr<const protocol::ClusterMetadata>& cluster)
{
    if (m_cluster != cluster) {
        std::vector<Node> nodes;
        nodes.reserve(cluster->brokers.size());
        for (const protocol::BrokerEndpoint& broker : cluster->brokers)
            nodes.push_back(Node {NodeId::broker(broker.id), broker.host, broker.port, broker.rack});
        m_nodes = std::make_shared<const NodeTable>(std::move(nodes));
        m_cluster = cluster;
    }
    return m_nodes;
}

} // namespace connscope::client
