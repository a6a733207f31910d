// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/placed.h"

#include <algorithm>

namespace connscope::topology {

QRectF PlacedNode::cellOf(std::size_t i) const
{
    if (columns < 1)
        return rect;
    const auto row = static_cast<qreal>(i / static_cast<std::size_t>(columns));
    const auto column = static_cast<qreal>(i % static_cast<std::size_t>(columns));
    const qreal gap = detail == Detail::Tiles ? 3 : cell.width() > 3 ? 2 : 1;
    return {cells.left() + column * cell.width(), cells.top() + row * cell.height(), cell.width() - gap,
        cell.height() - gap};
}

QRectF memberFrame(const PlacedNode& node, std::size_t i)
{
    constexpr qreal kLeast = 11; // px
    const QRectF cell = node.cellOf(i);
    const qreal x = std::max(1.5, (kLeast - cell.width()) / 2);
    const qreal y = std::max(1.5, (kLeast - cell.height()) / 2);
    return cell.adjusted(-x, -y, x, y);
}

} // namespace connscope::topology
