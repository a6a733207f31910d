// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "topology/placed.h"

#include <QPointF>
#include <QSizeF>

/// \file
/// Where to look once a group was opened in place and all of it would be too small to be read.

namespace connscope::topology {

/// A zoom and what stands at the widget's top left.
struct Glance {
    double zoom = 1;
    QPointF origin; ///< of the scene
};

/// The beginning of the opened group \a node together with what its links lead to, as large as it fits into \a widget between
/// \a least and \a most. Where even the least is too large, the group's edge at which its links end is seen.
Glance lookAtOpened(const Placement& placement, std::uint32_t node, QSizeF widget, double least, double most);

} // namespace connscope::topology
