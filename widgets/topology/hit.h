// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "topology/scene.h"
#include "view/group.h"

#include <vector>

namespace connscope::topology {

/// What lies under a point.
struct Hit {
    view::Item item; ///< for the shared selection; none for a group or a slot without a connection
    std::uint32_t node = Cast::kNone; ///< position in Placement::nodes
    std::uint32_t member = Cast::kNone; ///< of a group: position in the cast
    std::uint32_t link = Cast::kNone; ///< position in Placement::links
    std::size_t dot = static_cast<std::size_t>(-1); ///< position in Traffic::dots
    bool onBadge = false;

    bool isNone() const { return node == Cast::kNone && link == Cast::kNone; }
};

/// \a at in the scene; \a tolerance: how far from a line still counts. What is drawn on top is found first.
Hit hitTest(const Stage& stage, const Scene& scene, QPointF at, qreal tolerance);

/// The item of a node or of one member of a group; none for a group as a whole.
view::Item itemOf(const Cast& cast, const PlacedNode& node, std::uint32_t member = Cast::kNone);
/// What stands on a card that shows several, or shares a line.
view::Group groupOf(const Cast& cast, const PlacedNode& node);
view::Group groupOf(const Cast& cast, const PlacedLink& link);
/// What an item takes up in the picture; null where it is not shown. \a group: of an item that is one.
QRectF rectOf(const Stage& stage, view::Item item, const view::Group* group = nullptr);
/// The cards and links that hold something of a group.
std::vector<std::uint32_t> nodesOf(const Stage& stage, const view::Group& group);
std::vector<std::uint32_t> linksOf(const Stage& stage, const view::Group& group);

} // namespace connscope::topology
