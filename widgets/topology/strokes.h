// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"
#include "topology/linkpicture.h"

#include <QColor>
#include <QVector>

/// \file
/// What a link's state is drawn with, as numbers: pieces of its curve, each with a width, a colour and dashes. Two things
/// draw them: a QPainter, and an own rasterizer where there are so many that a QPainter would take too long.

namespace connscope::topology {

struct Stroke {
    double u0 = 0;
    double u1 = 1;
    double width = 1; ///< in pixels at scale 1
    double offset = 0; ///< below the curve
    QColor colour;
    QVector<qreal> dash; ///< in widths, as QPen's; empty = solid
    bool operator==(const Stroke&) const = default;
};

/// \a thin: links lie close to each other, so all widths shrink. \a gap: share of the way at which a broken line has its gap.
std::vector<Stroke> strokesOf(
    const LinkPicture& picture, bool bundle, const theme::Theme& theme, bool thin = false, double gap = 0.5);
/// The width of a bundle's ribbon for so many open connections.
double ribbonWidth(std::uint32_t open);

} // namespace connscope::topology
