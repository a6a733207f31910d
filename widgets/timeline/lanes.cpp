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
    const ClientId client = m_twofold ? m_twofold->shown(life.client) : life.client;
    const trace::Origin run = m_twofold ? m_twofold->origin(life.id) : trace::Origin::Both;
    const std::uint64_t key = (std::uint64_t {client.value} << 32) | static_cast<std::uint32_t>(life.node.value);
    std::vector<LaneId>& candidates = m_byClientAndNode[key];
    const auto of = [&](trace::Origin wanted) {
        return std::find_if(candidates.begin(), candidates.end(),
            [&](LaneId id) { return m_lanes[id].remote == life.remote && m_lanes[id].run == wanted; });
    };
    if (const auto same = of(run); same != candidates.end())
        return *same;
    const auto first = run == trace::Origin::Second ? of(trace::Origin::First) : candidates.end();
    const LaneId half = first == candidates.end() ? kNoLane : *first;
    const auto lane = static_cast<LaneId>(m_lanes.size());
    candidates.push_back(lane);
    m_lanes.push_back({client, life.node, life.remote, life.role, life.broker, {}, run, half});
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

namespace {

bool isHidden(LaneId id, const Arrangement& arrangement, const std::vector<bool>& shows)
{
    return arrangement.hidden.contains(id) || (!shows.empty() && !shows[id]);
}

} // namespace

std::size_t countHidden(const Lanes& lanes, const Arrangement& arrangement, const std::vector<bool>& shows)
{
    std::size_t hidden = 0;
    for (LaneId id = 0; id < lanes.size(); ++id)
        hidden += !lanes[id].connections.empty() && isHidden(id, arrangement, shows) ? 1U : 0U;
    return hidden;
}

std::vector<Row> arrange(const Lanes& lanes, const Arrangement& arrangement, const std::vector<bool>& shows)
{
    std::vector<LaneId> order;
    for (LaneId id = 0; id < lanes.size(); ++id) {
        if (!lanes[id].connections.empty() && !isHidden(id, arrangement, shows))
            order.push_back(id);
    }
    // Of two runs the second's lane stands below the first's for the same.
    const auto place
        = [&](LaneId id) -> const Lane& { return lanes[lanes[id].half == Lanes::kNoLane ? id : lanes[id].half]; };
    const auto before = [&](LaneId idOfA, LaneId idOfB) {
        const Lane& a = place(idOfA);
        const Lane& b = place(idOfB);
        switch (arrangement.sortBy) {
        case SortBy::Opening:
            break;
        case SortBy::Node:
            return nodeRank(a.node) < nodeRank(b.node);
        case SortBy::Connections:
            return a.connections.size() > b.connections.size();
        }
        return a.first() < b.first();
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
