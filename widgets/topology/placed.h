// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "topology/curve.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <cstdint>
#include <string>
#include <vector>

/// \file
/// What placing yields, as values: cards, links, frames of racks. Painters, hit tests and screen readers read these.

namespace connscope::topology {

enum class NodeKind : std::uint8_t { Client, Broker, Address, Clients, Brokers };
enum class Detail : std::uint8_t {
    Full, ///< name, what it is, marks; a badge on every link
    Snug, ///< of a client: its name and what it is close above its badges
    Compact, ///< name and marks in a line; node ids as plain text
    Group, ///< many as cells
    Tiles, ///< many, opened: a tile with a name for each
};

struct PlacedNode {
    NodeKind kind = NodeKind::Client;
    Detail detail = Detail::Full;
    std::vector<std::uint32_t> members; ///< positions in Cast::clients or Cast::ends; one unless a group
    std::string key;
    QRectF rect;
    QRectF cells; ///< of a group: where cells or tiles are
    QSizeF cell; ///< of one, gap included
    int columns = 0;
    std::vector<std::uint32_t> links; ///< in the order of ports
    bool moved = false;

    bool isClientSide() const { return kind == NodeKind::Client || kind == NodeKind::Clients; }
    bool isGroup() const { return kind == NodeKind::Clients || kind == NodeKind::Brokers; }
    /// Of the member at a position of `members`.
    QRectF cellOf(std::size_t i) const;
};

/// Of a group: what frames the member at a position of `members` where it is selected; around its tile or cell, and never
/// so small that nobody finds it.
QRectF memberFrame(const PlacedNode& node, std::size_t i);

struct PlacedLink {
    std::vector<std::uint32_t> places; ///< one, or several that share a line
    std::uint32_t client = 0; ///< position in Placement::nodes
    std::uint32_t end = 0;
    Curve curve;
    QRectF badge; ///< null where there is no room for one
    QRectF id; ///< node id as text inside the client's card; null likewise
    QRectF run; ///< for the letter of the run, behind the badge; null where there is no room or one run is seen
    QPointF clientChip; ///< left middle of the place for the client's end: countdown or TCP state
    QPointF endChip; ///< right middle of the broker's
    bool clientChips = false; ///< whether there is room for them
    bool endChips = false; ///< of dense ports, as long as the neighbour's end tells nothing
    qreal pitch = 0; ///< distance to the next port at the client
    qreal endPitch = 0; ///< the same at the other end

    bool isBundle() const { return places.size() > 1; }
};

struct RackFrame {
    QString rack;
    QRectF rect;
    QPointF label; ///< baseline's left end
};

struct Placement {
    QSizeF size; ///< as asked for
    QRectF bounds; ///< of everything; larger than `size` where groups were opened
    QRectF contents; ///< of the cards and the racks' frames alone
    std::vector<PlacedNode> nodes; ///< clients first
    std::vector<PlacedLink> links;
    std::vector<RackFrame> racks;
    std::vector<std::uint32_t> nodeOfClient; ///< by position in the cast
    std::vector<std::uint32_t> nodeOfEnd;
    std::vector<std::uint32_t> linkOfSlot;
    qreal chipWidth = 0; ///< what a chip at the end of a link may take
    bool shortChips = false; ///< there is only room for their short forms
};

} // namespace connscope::topology
