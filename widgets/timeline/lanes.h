// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/life.h"
#include "trace/twofold.h"

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

/// \file
/// The lanes of a timeline and the order in which they stand. Pure: no pixels, no Qt.

namespace connscope::timeline {

using LaneId = std::uint32_t; ///< index into Lanes::all(); stays the same while a trace grows

/// What one client does under one node id with one remote address, over all of its connections. Where two runs are laid over
/// each other and a lane differs, each run has one, below the other's.
struct Lane {
    ClientId client; ///< who stands for it, of one that both runs have
    NodeId node;
    TextId remote;
    Role role = Role::Unknown; ///< of its newest connection
    BrokerId broker; ///< the last one that is known
    std::vector<ConnectionId>
        connections; ///< by id, that is, in order of opening; all may have moved away, see Lanes
    trace::Origin run = trace::Origin::Both; ///< whose it is
    LaneId half = 0xffffffffu; ///< of the second run's: the first's for the same; Lanes::kNoLane = it has none

    /// What Item::lane names it by; invalid where all have moved away.
    ConnectionId first() const { return connections.empty() ? ConnectionId {} : connections.front(); }
};

/// Which node id a connection has at somebody else's client is learnt from what travels on it, after it was opened: it then
/// moves to the lane of that id. A lane that is left by all stays in its place and is shown no more.
class Lanes {
public:
    /// Takes in what \a lives has beyond the last call, and what became of the roles and node ids of those it knows.
    void extend(std::span<const trace::ConnectionLife> lives);
    /// Lanes that connections have left or joined since the last call, each once, ascending.
    std::vector<LaneId> takeMoved();
    void clear() { *this = Lanes(); }
    /// Before the first extend(): whose what is, where two runs are laid over each other. It must outlive the last one.
    void setTwofold(const trace::Twofold* twofold) { m_twofold = twofold; }
    const std::vector<Lane>& all() const { return m_lanes; }
    const Lane& operator[](LaneId id) const { return m_lanes[id]; }
    std::size_t size() const { return m_lanes.size(); }
    /// kNoLane for a connection that is not known.
    LaneId of(ConnectionId connection) const
    {
        return connection.value < m_laneOf.size() ? m_laneOf[connection.value] : kNoLane;
    }
    static constexpr LaneId kNoLane = 0xffffffffu;

private:
    LaneId laneFor(const trace::ConnectionLife& life);
    void leave(LaneId lane, ConnectionId connection);

    const trace::Twofold* m_twofold = nullptr;
    std::vector<Lane> m_lanes;
    std::vector<LaneId> m_laneOf; // by connection
    std::vector<LaneId> m_moved;
    std::unordered_map<std::uint64_t, std::vector<LaneId>> m_byClientAndNode;
};

enum class GroupBy : std::uint8_t { Client, Broker, Role };
enum class SortBy : std::uint8_t {
    Opening, ///< in the order in which the lanes' first connections were opened
    Node, ///< bootstrap addresses, brokers by id, coordinators
    Connections, ///< most connections first
};

/// How a person wants them. Lanes and groups are named by ids that outlive a re-run of the same scenario as well as ids can.
struct Arrangement {
    GroupBy groupBy = GroupBy::Client;
    SortBy sortBy = SortBy::Opening;
    std::set<LaneId> pinned; ///< stand on top, outside of their groups
    std::set<LaneId> hidden;
    std::set<std::uint32_t> collapsed; ///< Row::group
    bool operator==(const Arrangement&) const = default;
};

/// A line of the timeline, from top to bottom.
struct Row {
    enum class Kind : std::uint8_t { Lane, Group };
    Kind kind = Kind::Lane;
    LaneId lane = Lanes::kNoLane;
    std::uint32_t group = 0; ///< client id, broker id or role, by Arrangement::groupBy
    std::uint32_t lanes = 0; ///< of a group: how many it has, without hidden and pinned ones
    bool collapsed = false;
    bool pinned = false;
    bool operator==(const Row&) const = default;
};

inline constexpr std::uint32_t kPinnedGroup = 0xfffffffeu; ///< Row::group of pinned lanes
inline constexpr std::uint32_t kNoGroup = 0xffffffffu; ///< of lanes whose broker is not known

std::uint32_t groupOf(const Lane& lane, GroupBy by);
/// The rows. A single group has no head of its own. \a shows: lanes that may be seen at all; empty = all.
std::vector<Row> arrange(const Lanes& lanes, const Arrangement& arrangement, const std::vector<bool>& shows = {});

/// How many lanes that have connections are left out by arrange(): hidden, or not in \a shows.
std::size_t countHidden(const Lanes& lanes, const Arrangement& arrangement, const std::vector<bool>& shows = {});

} // namespace connscope::timeline
