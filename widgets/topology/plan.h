// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "topology/arrangement.h"
#include "topology/cast.h"
#include "topology/metrics.h"
#include "topology/placed.h"

/// \file
/// The first half of placing: who stands on their own, who in a group, how much is shown of each, and how tall that is.

namespace connscope::topology {

/// How the brokers' side is shown, from all there is to the least.
/// Tight: compact, with little room for what is told at the ends of links. Dense: with none, of a few alone, whose cards would
/// not be seen otherwise.
enum class EndMode : std::uint8_t { Full, Compact, Tight, Dense, IdleGrouped, IdleGroupedCompact, Grouped };
enum class ClientMode : std::uint8_t { Full, Snug, Compact, Grouped };

struct Plan {
    ClientMode clientMode = ClientMode::Full;
    EndMode endMode = EndMode::Full;
    std::vector<PlacedNode> clients; ///< rect holds the size only
    std::vector<PlacedNode> ends;
    std::vector<PlacedLink> links; ///< client and end are positions in the two lists
    qreal clientHeight = 0; ///< of the column, smallest gaps included
    qreal endHeight = 0;
    qreal clientWidth = 0;
    qreal endWidth = 0;
};

/// Space between nodes of a column at least.
qreal smallestGap(const Metrics& metrics, Detail detail);
/// Distance of two ports at a node that shows so much.
qreal portPitch(const Metrics& metrics, Detail detail);
/// Role letter and node id as text beside a port.
qreal idWidth(const Metrics& metrics, NodeId node);
/// What a tile of an opened group says: the broker's id, or what tells a client's name from its family's.
QString tileText(const Cast& cast, const PlacedNode& node, std::uint32_t member);
/// What stands above the ports of a client's card.
qreal clientHeader(const Metrics& metrics, Detail detail);

/// So few clients and brokers that each is always shown on its own.
bool isFew(const Cast& cast);
/// The plan that shows the most of those that fit into \a size; the least one where none fits.
Plan makePlan(const Cast& cast, const Metrics& metrics, QSizeF size, const Arrangement& arrangement);

} // namespace connscope::topology
