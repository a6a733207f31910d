// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/layout.h"

#include <QString>

#include <vector>

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

/// The flag of a bookmark on its pole. Where several poles are at one place their flags hang behind each other.
struct BookmarkFlag {
    double x = 0; ///< of the pole
    QRectF cloth;
};
/// As Frame::bookmarks; also of those out of view.
std::vector<BookmarkFlag> bookmarkFlags(const Frame& frame, const Layout& layout);
/// Where the pointer's box stands, inside of the widget.
QRectF hoverBox(const Frame& frame, const Layout& layout, const Hover& hover);

} // namespace connscope::timeline
