// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/curve.h"

#include <QLineF>

#include <algorithm>
#include <cmath>

namespace connscope::topology {

qreal Curve::y(qreal x) const
{
    const qreal span = trail - lead;
    const qreal s = std::abs(span) < 1e-6 ? (x < lead ? 0 : 1) : std::clamp((x - lead) / span, 0.0, 1.0);
    return from.y() + (to.y() - from.y()) * s * s * (3 - 2 * s);
}

QPointF Curve::at(qreal u) const
{
    // Where a broker was dragged to the left of its client the bend runs backwards; lengths are then not those of x.
    const qreal first = std::abs(lead - from.x());
    const qreal bend = std::abs(trail - lead);
    const qreal last = std::abs(to.x() - trail);
    const qreal way = std::clamp(u, 0.0, 1.0) * (first + bend + last);
    if (way <= first)
        return {from.x() + (lead > from.x() ? way : -way), from.y()};
    if (way <= first + bend) {
        const qreal s = bend <= 0 ? 1 : (way - first) / bend;
        return {lead + (trail - lead) * s, from.y() + (to.y() - from.y()) * s * s * (3 - 2 * s)};
    }
    const qreal rest = way - first - bend;
    return {trail + (to.x() > trail ? rest : -rest), to.y()};
}

qreal Curve::u(qreal x) const
{
    const qreal length = std::abs(lead - from.x()) + std::abs(trail - lead) + std::abs(to.x() - trail);
    return length <= 0 ? 0 : std::clamp((x - from.x()) / length, 0.0, 1.0);
}

QPainterPath Curve::path(qreal u0, qreal u1) const
{
    if (u0 <= 0 && u1 >= 1) {
        QPainterPath path(from);
        path.lineTo(lead, from.y());
        path.cubicTo(lead + (trail - lead) / 3, from.y(), lead + (trail - lead) * 2 / 3, to.y(), trail, to.y());
        path.lineTo(to);
        return path;
    }
    constexpr int kSteps = 48;
    QPainterPath path(at(u0));
    for (int i = 1; i <= kSteps; ++i)
        path.lineTo(at(u0 + (u1 - u0) * i / kSteps));
    return path;
}

qreal Curve::distance(QPointF p) const
{
    constexpr int kSteps = 40;
    qreal best = std::hypot(p.x() - from.x(), p.y() - from.y());
    QPointF a = from;
    for (int i = 1; i <= kSteps; ++i) {
        const QPointF b = at(static_cast<qreal>(i) / kSteps);
        const QPointF d = b - a;
        const qreal length = QPointF::dotProduct(d, d);
        const qreal s = length <= 0 ? 0 : std::clamp(QPointF::dotProduct(p - a, d) / length, 0.0, 1.0);
        best = std::min(best, QLineF(p, a + d * s).length());
        a = b;
    }
    return best;
}

} // namespace connscope::topology
