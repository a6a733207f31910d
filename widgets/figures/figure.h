// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/look.h"
#include "timeline/bookmarks.h"
#include "topology/arrangement.h"
#include "view/document.h"
#include "view/filter.h"
#include "view/item.h"

#include <QImage>
#include <QRectF>

#include <vector>

class QPainter;

/// \file
/// A picture of a trace for a document: the views of the window, painted by the window's own painters, on a sheet. The
/// same document, instant, selection, filter and look give the same pixels.

namespace connscope::figures {

enum class FigureView : std::uint8_t { Topology, Timeline };

struct FigureOptions {
    std::vector<FigureView> views {FigureView::Topology}; ///< from top to bottom; at least one
    Instant at {}; ///< where the playhead stands, within the document
    QSize size {1280, 800}; ///< of the whole sheet, px
    double scale = 1; ///< device pixels for each px
    bool legend = true; ///< under the topology
    view::Item selected;
    topology::Arrangement arrangement; ///< what a person moved and opened
    std::vector<timeline::Bookmark> bookmarks; ///< ascending
};

/// The smallest sheet on which so many views can be read.
QSize smallestSheet(std::size_t views);

/// Paints onto the whole of \a options.size. \a look: its colours, fonts and language.
void paintFigure(QPainter& painter, const view::Document& document, const view::Filter& filter,
    const theme::Look& look, const FigureOptions& options);

/// The same as an image of size * scale device pixels.
QImage figureImage(const view::Document& document, const view::Filter& filter, const theme::Look& look,
    const FigureOptions& options);

/// Where each view stands on the sheet, in the order of \a options.views.
std::vector<QRectF> figureRects(const FigureOptions& options);

} // namespace connscope::figures
