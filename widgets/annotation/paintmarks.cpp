// SPDX-License-Identifier: GPL-3.0-or-later
// One visual language: paper, ink and one weight of line. Colours stay with roles and closers.
#include "annotation/marks.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace connscope::annotation {

using theme::Type;

namespace {

constexpr double kLine = 1.4;
constexpr double kHead = 9; // px of an arrow's head

/// The tip's two sides lie 25 degrees off the line.
QPolygonF headOf(const QLineF& line)
{
    const double length = line.length();
    if (length <= 0)
        return {};
    const QPointF along = (line.p2() - line.p1()) / length;
    const QPointF aside(-along.y(), along.x());
    const QPointF foot = line.p2() - along * kHead;
    return {{line.p2(), foot + aside * kHead * 0.45, foot - aside * kHead * 0.45}};
}

/// Its line without the part under its head, which would blunt the tip.
QLineF shaftOf(const QLineF& line)
{
    const double length = line.length();
    return length > kHead ? QLineF(line.p1(), line.pointAt(1 - kHead * 0.8 / length)) : line;
}

} // namespace

void paintDisc(QPainter& painter, const QRectF& rect, const QString& number, const theme::Look& look)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.theme().ink);
    painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2);
    painter.setPen(look.theme().card);
    painter.setFont(look.text(Type::Strong));
    painter.drawText(rect, Qt::AlignCenter | Qt::TextSingleLine | Qt::TextDontClip, number);
}

void paintMarks(QPainter& painter, std::span<const Mark> marks, const theme::Look& look, int picked)
{
    const theme::Theme& theme = look.theme();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const auto ink
        = [&](const Mark& mark) { return static_cast<int>(mark.index) == picked ? theme.accent : theme.ink; };
    // Apart from the lines of the picture by a rim of paper.
    QColor paper = theme.card;
    paper.setAlphaF(0.85F);
    for (const Mark& mark : marks) {
        painter.setBrush(Qt::NoBrush);
        if (!mark.guide.isNull()) {
            painter.setPen(QPen(ink(mark), 1, Qt::DashLine, Qt::FlatCap));
            painter.drawLine(mark.guide);
        }
        painter.setPen(QPen(paper, kLine + 3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        for (const QLineF& line : mark.lines)
            painter.drawLine(line);
        if (!mark.box.isNull())
            painter.drawRoundedRect(mark.box, 8, 8);
        painter.setPen(QPen(ink(mark), kLine, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
        if (!mark.box.isNull())
            painter.drawRoundedRect(mark.box, 8, 8);
        for (const QLineF& line : mark.lines) {
            painter.setPen(QPen(ink(mark), kLine, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
            painter.drawLine(mark.head ? shaftOf(line) : line);
            if (mark.head) {
                painter.setPen(Qt::NoPen);
                painter.setBrush(ink(mark));
                painter.drawPolygon(headOf(line));
                painter.setBrush(Qt::NoBrush);
            }
        }
    }
    for (const Mark& mark : marks) {
        if (mark.label.isNull())
            continue;
        const bool isPicked = static_cast<int>(mark.index) == picked;
        if (!mark.number.isEmpty()) {
            painter.setPen(QPen(paper, 3));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(mark.label, mark.label.height() / 2, mark.label.height() / 2);
            paintDisc(painter, mark.label, mark.number, look);
            if (isPicked) {
                painter.setPen(QPen(theme.accent, 2));
                painter.setBrush(Qt::NoBrush);
                const QRectF rim = mark.label.adjusted(-2.5, -2.5, 2.5, 2.5);
                painter.drawRoundedRect(rim, rim.height() / 2, rim.height() / 2);
            }
            continue;
        }
        if (mark.text.isEmpty()) { // the tail of an arrow without words
            painter.setPen(Qt::NoPen);
            painter.setBrush(ink(mark));
            painter.drawEllipse(mark.label.center(), 2.5, 2.5);
            continue;
        }
        painter.setPen(QPen(ink(mark), isPicked ? 2 : 1));
        painter.setBrush(theme.raised);
        painter.drawRoundedRect(mark.label.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
        painter.setPen(theme.ink);
        painter.setFont(look.text(Type::Body));
        painter.drawText(
            mark.words, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap | Qt::TextDontClip, mark.text);
    }
    painter.restore();
}

} // namespace connscope::annotation
