// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/twofold.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QString>

class QPainter;

/// \file
/// Of which run something is where two are laid over each other: a small square with the letter A or B, the first filled, the
/// second hollow, so that neither colour nor the letter alone tells them apart. What both have carries none.

namespace connscope::theme {

class Look;
enum class Type : std::uint8_t;

/// "A", "B"; "" for both.
QString runLetter(trace::Origin origin);
/// What the square takes beside texts of that size.
QSizeF runMarkSize(const Look& look, Type type);
/// Draws it around \a centre, \a side px wide and high; nothing for both.
void paintRunMark(
    QPainter& painter, QPointF centre, qreal side, trace::Origin origin, const Look& look, bool isFaded = false);

/// Which letter stands for which run, and what the diamonds say; on as many lines as it needs.
struct RunLegend {
    QString first; ///< names of the runs
    QString second;
    bool isSame = false; ///< there is nothing to mark
    /// Of a picture of two runs, in the look's language.
    static RunLegend of(const trace::Twofold& twofold, const Look& look);
};
/// Px that it takes at that width.
double runLegendHeight(const RunLegend& legend, double width, const Look& look, Type type);
/// From the top of \a room.
void paintRunLegend(QPainter& painter, const QRectF& room, const RunLegend& legend, const Look& look, Type type);
/// All of it as a line of text, for those who cannot see it.
QString runLegendWords(const RunLegend& legend);

} // namespace connscope::theme
