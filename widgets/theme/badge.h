// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <cstdint>

class QPainter;

/// \file
/// The badge of a connection: its node id in digits of equal width, behind the letter of its role. It looks the same on
/// a link, on a lane, in a list and in a figure. A node id that is not known is a question mark.

namespace connscope::theme {

class Look;
enum class Type : std::uint8_t;

struct Badge {
    NodeId node;
    Role role = Role::Unknown;
    bool faded = false; ///< idle or gone
    bool selected = false;
    bool hovered = false;
    enum class Mark : std::uint8_t { None, Hollow, Filled };
    bool inferred = false; ///< told from what travelled, not known from the client: the outline is dashed
    Mark mark = Mark::None; ///< a diamond at its upper right: something about it stands out
};

/// What a badge takes in the given size of type; the id is never cut short.
QSizeF badgeSize(NodeId node, const Look& look, Type type);
/// Draws it around \a centre and returns the rectangle that it fills.
QRectF paintBadge(QPainter& painter, QPointF centre, const Badge& badge, const Look& look, Type type);

/// The diamond of Badge::mark, as it also stands beside a row.
void paintMark(QPainter& painter, QPointF centre, qreal radius, Badge::Mark mark, const Look& look);

/// The disc with the role's letter alone.
void paintRoleLetter(
    QPainter& painter, QPointF centre, qreal radius, Role role, const Look& look, bool faded = false);

} // namespace connscope::theme
