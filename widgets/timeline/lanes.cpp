// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/lanes.h"

#include <algorithm>
#include <map>
#include <utility>

namespace connscope::timeline {

namespace {

/// Bootstrap addresses in their order, then brokers, then coordinators.
std::int64_t nodeRank(NodeId node)
{
    if (!node.isValid())
        return INT64_MAX;
    return node.isBootstrap() ? -1 - std::int64_t {node.value} : (std::int64_t {1} << 32) + node.value;
}

} // namespace

LaneId Lanes::laneFor(const trace::ConnectionLife& life)
{
    const std::uint64_t key = (std::uint64_t {life.client.value} << 32) | static_cast<std::uint32_t>(life.node.value);
    std::vector<LaneId>& candidates = m_byClientAndNode[key];
    const auto same = std::find_if(
        candidates.begin(), candidates.end(), [&](LaneId id) { return m_lanes[id].remote == life.remote; });
    if (same != candidates.end())
        return *same;
    const auto lane = static_cast<LaneId>(m_lanes.size());
    candidates.push_back(lane);
    m_lanes.push_back({life.client, life.node, life.remote, life.role, life.broker, {}});
    return lane;
}

void Lanes::leave(LaneId lane, ConnectionId connection)
{
    std::erase(m_lanes[lane].connections, connection);
    m_moved.push_back(lane);
}

void Lanes::extend(std::span<const trace::ConnectionLife> lives)
{
    for (const trace::ConnectionLife& life : lives) {
        if (life.id.value >= m_laneOf.size())
            m_laneOf.resize(std::size_t {life.id.value} + 1, kNoLane);
        const LaneId before = m_laneOf[life.id.value];
        LaneId lane = before;
        if (before == kNoLane || m_lanes[before].node != life.node) {
            lane = laneFor(life);
            m_laneOf[life.id.value] = lane;
            std::vector<ConnectionId>& members = m_lanes[lane].connections;
            members.insert(std::upper_bound(members.begin(), members.end(), life.id), life.id);
            if (before != kNoLane) {
                leave(before, life.id);
                m_moved.push_back(lane);
            }
        }
        Lane& known = m_lanes[lane];
        if (life.id == known.connections.back()) {
            known.role = life.role;
            if (life.broker.isValid())
                known.broker = life.broker;
        }
    }
}

std::vector<LaneId> Lanes::takeMoved()
{
    std::sort(m_moved.begin(), m_moved.end());
    m_moved.erase(std::unique(m_moved.begin(), m_moved.end()), m_moved.end());
    return std::exchange(m_moved, {});
}

std::uint32_t groupOf(const Lane& lane, GroupBy by)
{
    switch (by) {
    case GroupBy::Client:
        return lane.client.value;
    case GroupBy::Broker:
        return lane.broker.isValid() ? static_cast<std::uint32_t>(lane.broker.value) : kNoGroup;
    case GroupBy::Role:
        break;
    }
    return static_cast<std::uint32_t>(lane.role);
}

std::vector<Row> arrange(const Lanes& lanes, const Arrangement& arrangement, const std::vector<bool>& shows)
{
    std::vector<LaneId> order;
    for (LaneId id = 0; id < lanes.size(); ++id) {
        if (!lanes[id].connections.empty() && !arrangement.hidden.contains(id) && (shows.empty() || shows[id]))
            order.push_back(id);
    }
    const auto before = [&](LaneId a, LaneId b) {
        switch (arrangement.sortBy) {
        case SortBy::Opening:
            break;
        case SortBy::Node:
            return nodeRank(lanes[a].node) < nodeRank(lanes[b].node);
        case SortBy::Connections:
            return lanes[a].connections.size() > lanes[b].connections.size();
        }
        return lanes[a].first() < lanes[b].first();
    };
    std::stable_sort(order.begin(), order.end(), before);

    std::vector<Row> rows;
    std::map<std::uint32_t, std::vector<LaneId>> groups;
    std::vector<std::uint32_t> groupOrder; // clients in order of their first lane; brokers and roles by number
    for (const LaneId id : order) {
        if (arrangement.pinned.contains(id)) {
            rows.push_back({Row::Kind::Lane, id, kPinnedGroup, 0, false, true});
            continue;
        }
        const std::uint32_t group = groupOf(lanes[id], arrangement.groupBy);
        std::vector<LaneId>& members = groups[group];
        if (members.empty())
            groupOrder.push_back(group);
        members.push_back(id);
    }
    std::sort(groupOrder.begin(), groupOrder.end());
    const bool needsHeads = groupOrder.size() > 1 || arrangement.groupBy != GroupBy::Client;
    for (const std::uint32_t group : groupOrder) {
        const std::vector<LaneId>& members = groups[group];
        const bool collapsed = needsHeads && arrangement.collapsed.contains(group);
        if (needsHeads)
            rows.push_back({Row::Kind::Group, Lanes::kNoLane, group, static_cast<std::uint32_t>(members.size()),
                collapsed, false});
        if (collapsed)
            continue;
        for (const LaneId id : members)
            rows.push_back({Row::Kind::Lane, id, group, 0, false, false});
    }
    return rows;
}

} // namespace connscope::timeline
