// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "topology/curve.h"
#include "topology/strokes.h"

#include <QImage>
#include <QTransform>

/// \file
/// Lines without a QPainter. A thousand thin antialiased curves cost a QPainter 40 ms a frame; but a link is a function of
/// x, so for each column of pixels its height and slope are known, and what it covers of the column is a subtraction.

namespace connscope::topology {

/// Draws \a strokes of \a curve into \a image (RGB32 or ARGB32_Premultiplied, opaque below). \a toPixels scales evenly and
/// moves; it does not turn.
void rasterLines(QImage& image, const QTransform& toPixels, const Curve& curve, const std::vector<Stroke>& strokes);

} // namespace connscope::topology
