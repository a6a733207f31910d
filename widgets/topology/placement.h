// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "topology/arrangement.h"
#include "topology/cast.h"
#include "topology/metrics.h"
#include "topology/placed.h"

#include <QSizeF>

/// \file
/// Where everything is. A pure function of the whole trace's cast, the fonts, the size of the picture and what a person
/// dragged or opened; never of the instant, so a node keeps its place while time passes.
///
/// Clients stand left, brokers right. As much is shown of each as fits: whole cards, then cards of one line, then
/// groups. A group shows its members as cells; opened in place it shows a tile for each, with links of their own.

namespace connscope::topology {

/// px: no picture is made so small of itself that its small text is lower than that; it would not be read.
inline constexpr qreal kLeastType = 8;
/// The scale at which it is so: 0.8 in the type of a window on a desk, less in the larger type of a hall.
qreal leastEnlargement(const Metrics& metrics);
/// The line at the foot of a picture that tells what its marks mean, before it is enlarged.
qreal legendHeight(const Metrics& metrics);

/// How far a picture may be enlarged so that all of it still fits, each node on its own: 1 to 1.6. A class of two hundred
/// sees five links better when they fill the wall. Down to leastEnlargement where that keeps the badges of a few clients, or
/// where nothing larger has room.
qreal enlargement(const Cast& cast, const Metrics& metrics, QSizeF size);

Placement place(const Cast& cast, const Metrics& metrics, QSizeF size, const Arrangement& arrangement = {});

} // namespace connscope::topology
