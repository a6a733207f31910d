// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"

#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

/// \file
/// Where a person did something to the world: a flag at that instant, with the verb, so that it is seen from where on a
/// branch is one.

namespace connscope::timeline {

struct Frame;
struct Layout;

struct ActionMark {
    Instant at {};
    QString words; ///< "kill broker 2"
    bool operator==(const ActionMark&) const = default;
};

/// One flag: the verb on a plate, or a bare pennant where there is no room for it.
struct ActionFlag {
    std::size_t mark = 0; ///< in Frame::actions
    double x = 0; ///< of the instant
    QRectF rect;
    QString text; ///< "" = a pennant
};

/// Of what is in view, from left to right.
std::vector<ActionFlag> actionFlags(const Frame& frame, const Layout& layout);
void paintActionFlags(QPainter& painter, const Frame& frame, const Layout& layout);

} // namespace connscope::timeline
