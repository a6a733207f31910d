// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPointF>

class QPainter;

namespace connscope::sequence {

inline constexpr double kArrowHead = 7; ///< its length, px

/// Filled for what asks, open for what answers. \a angle: radians, in which direction it points.
void paintArrowHead(QPainter& painter, QPointF at, double angle, const QColor& colour, bool filled);

} // namespace connscope::sequence
