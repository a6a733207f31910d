// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/layout.h"

#include <QString>

class QPainter;

/// \file
/// The picture of a timeline on any painter, in three coats: what changes when the view moves, what changes when the rows
/// do, and what changes with playhead and pointer. The same frame gives the same pixels, on screen and in a figure.

namespace connscope::timeline {

/// The pointer's place and what is true there.
struct Hover {
    double x = 0; ///< pixels of the widget
    double y = 0;
    QString text; ///< one line; "" = only the instant
    QString instant;
};

void paintContent(QPainter& painter, const Frame& frame, const Layout& layout);
void paintNames(QPainter& painter, const Frame& frame, const Layout& layout);
void paintOverlay(QPainter& painter, const Frame& frame, const Layout& layout, const Hover* hover = nullptr);
/// All of it.
void paintTimeline(QPainter& painter, const Frame& frame, const Hover* hover = nullptr);

/// Where the flag of a bookmark stands.
QRectF bookmarkFlag(const Frame& frame, const Layout& layout, const Bookmark& bookmark);
/// Where the pointer's box stands, inside of the widget.
QRectF hoverBox(const Frame& frame, const Layout& layout, const Hover& hover);

} // namespace connscope::timeline
