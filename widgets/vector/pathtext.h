// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QRect>

class QPainterPath;
class QTransform;

/// \file
/// Geometry as the text of a path in an SVG file: hundredths of a pixel, relative, as short as it can be written. Numbers are
/// integers until they are text, so nothing drifts and no locale has a say.

namespace connscope::vector {

/// A number with at most two decimals, without zeros at the end: "12", "-0.5", "3.25". Values that are no number are 0.
void appendNumber(QByteArray& out, qreal value);

/// The `d` of a path, its points mapped by \a transform.
QByteArray pathText(const QPainterPath& path, const QTransform& transform);

/// The `d` of many rectangles as one path, in their order: "M10 20h5v8h-5zm…". \a transform must not turn: it scales and
/// moves. 12 to 20 bytes for each rectangle.
QByteArray rectsText(const QRect* rects, int count, const QTransform& transform);
QByteArray rectsText(const QRectF* rects, int count, const QTransform& transform);

} // namespace connscope::vector
