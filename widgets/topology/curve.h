// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainterPath>
#include <QPointF>

namespace connscope::topology {

/// The way of a link: level out of its client's port as far as \a lead, then a bend, then level from \a trail into the
/// broker's port. The bend is y = smoothstep(x), which is a cubic Bézier with its control points at the thirds; so a
/// place on it needs no iteration, and links whose ports are apart stay apart at both ends.
struct Curve {
    QPointF from;
    QPointF to;
    qreal lead = 0; ///< x where the bend begins
    qreal trail = 0; ///< x where it ends

    /// \a u from 0 (client) to 1 (broker), even in x.
    QPointF at(qreal u) const;
    /// The height over x, between the ports.
    qreal y(qreal x) const;
    /// \a u at which x is reached.
    qreal u(qreal x) const;
    /// From \a u0 to \a u1.
    QPainterPath path(qreal u0 = 0, qreal u1 = 1) const;
    /// Distance of \a p to the curve in pixels, approximately.
    qreal distance(QPointF p) const;
    bool operator==(const Curve&) const = default;
};

} // namespace connscope::topology
