// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/placed.h"

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

} // namespace connscope::topology
