// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/annotation.h"
#include "theme/look.h"

#include <QLineF>
#include <QRectF>
#include <QString>

#include <span>
#include <vector>

class QPainter;

/// \file
/// Annotations as shapes. A view says where the things are that they are about; what comes out is painted on any painter, hit
/// by the pointer, and the same in a figure. Pure: the same places give the same marks.

namespace connscope::annotation {

/// Where a view has what an annotation is about, in the view's own coordinates.
struct Place {
    std::vector<QRectF> rects; ///< one for each anchor that the view has; empty = it is not seen. May have no width
    /// Where they end, of a timeline's lanes: a box does not go beyond.
    QRectF clip;
    QLineF guide; ///< drawn dashed: where an instant is
};

/// Where words may go.
struct Room {
    QRectF rect; ///< nothing lies outside of it
    std::vector<QRectF> taken; ///< what should not be covered: cards, badges
    std::vector<QPointF> lines; ///< points on lines that had better be seen
};

struct Mark {
    std::size_t index = 0; ///< of its annotation
    scenario::Annotation::Kind kind = scenario::Annotation::Kind::Text;
    QString text; ///< in the language of the look
    QString number; ///< of a disc
    QRectF box; ///< the frame; null unless it is one
    QRectF label; ///< of words or disc; null where there are none
    QRectF words; ///< inside of `label`
    std::vector<QLineF> lines; ///< from the label to each thing
    bool head = false; ///< the lines are arrows
    QLineF guide; ///< see Place
    QPointF middle; ///< what an offset is counted from
    QRectF bounds() const;
};

/// In the order of \a annotations, those that have a place. Words without an offset go where they cover least; the choice
/// depends on all of \a annotations and not on which are seen, so that nothing moves while time does.
std::vector<Mark> layOutMarks(std::span<const scenario::Annotation> annotations, std::span<const Place> places,
    const Room& room, const theme::Look& look);

/// The words in the look's language; those of the other where there are none.
QString textOf(const scenario::Annotation& annotation, theme::Language language);

/// The uppermost one at a point; nullptr = none. \a slack: how near is meant, in the view's coordinates.
const Mark* markAt(std::span<const Mark> marks, QPointF at, double slack);

/// \a picked: its index, drawn with the colour of what is in hand; -1 = none.
void paintMarks(QPainter& painter, std::span<const Mark> marks, const theme::Look& look, int picked = -1);

/// The disc of a number, for a list of what numbers mean. Its width for a height of \a height.
double discWidth(const QString& number, double height, const theme::Look& look);
void paintDisc(QPainter& painter, const QRectF& rect, const QString& number, const theme::Look& look);

} // namespace connscope::annotation
