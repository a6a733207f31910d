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

/// Smaller than that no picture is made of itself: its small text would not be read.
inline constexpr qreal kLeastEnlargement = 0.8;

/// But a few, which one wants to see all of, may become as small as that before one of them is cut off.
inline constexpr qreal kLeastOfFew = 0.65;

/// kLeastEnlargement for these fonts: where type is large, a picture may become smaller before its text does.
qreal leastEnlargement(const Metrics& metrics);

/// How far a picture may be enlarged so that all of it still fits, each node on its own: 1 to 1.6. A class of two hundred
/// sees five links better when they fill the wall. Down to kLeastEnlargement where that keeps the badges of a few clients, or
/// where nothing larger has room.
qreal enlargement(const Cast& cast, const Metrics& metrics, QSizeF size);

Placement place(const Cast& cast, const Metrics& metrics, QSizeF size, const Arrangement& arrangement = {});

} // namespace connscope::topology
