// SPDX-License-Identifier: GPL-3.0-or-later
#include "sequence/arrowhead.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace connscope::sequence {

void paintArrowHead(QPainter& painter, QPointF at, double angle, const QColor& colour, bool filled)
{
    const auto point = [&](double turn, double length) {
        return at - QPointF(std::cos(angle + turn) * length, std::sin(angle + turn) * length);
    };
    QPainterPath path(point(0.42, kArrowHead));
    path.lineTo(at);
    path.lineTo(point(-0.42, kArrowHead));
    painter.setPen(QPen(colour, 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(filled ? QBrush(colour) : QBrush(Qt::NoBrush));
    if (filled)
        path.closeSubpath();
    painter.drawPath(path);
}

} // namespace connscope::sequence
