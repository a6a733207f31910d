// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/runmark.h"

#include "theme/badge.h"
#include "theme/contrast.h"
#include "theme/look.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace connscope::theme {

namespace {

/// An entry: a mark and its words.
struct Entry {
    trace::Origin run = trace::Origin::Both;
    Badge::Mark diamond = Badge::Mark::None;
    QString words;
};

std::vector<Entry> entriesOf(const RunLegend& legend)
{
    std::vector<Entry> out {{trace::Origin::First, Badge::Mark::None, legend.first},
        {trace::Origin::Second, Badge::Mark::None, legend.second}};
    if (legend.isSame) {
        out.push_back({trace::Origin::Both, Badge::Mark::None,
            QCoreApplication::translate("RunLegend", "Both runs are the same: nothing is marked")});
        return out;
    }
    out.push_back(
        {trace::Origin::Both, Badge::Mark::Filled, QCoreApplication::translate("RunLegend", "only in that run")});
    out.push_back({trace::Origin::Both, Badge::Mark::Hollow,
        QCoreApplication::translate("RunLegend", "in both, but different")});
    return out;
}

/// Places one behind the other, in lines; calls \a place with each entry, its left end, its line and what its words may take.
/// Returns the number of lines.
int layOut(const RunLegend& legend, double width, const Look& look, Type type,
    const std::function<void(const Entry&, double x, int line, const QString& words)>& place)
{
    const QFontMetricsF metrics(look.text(type));
    const double mark = runMarkSize(look, type).width();
    const double gap = metrics.height() * 1.1;
    double x = 0;
    int line = 0;
    for (const Entry& entry : entriesOf(legend)) {
        const bool hasMark = entry.run != trace::Origin::Both || entry.diamond != Badge::Mark::None;
        const double lead = hasMark ? mark + 6 : 0;
        const QString words
            = metrics.elidedText(entry.words, Qt::ElideMiddle, std::max(width - lead, metrics.height() * 3));
        const double needed = lead + metrics.horizontalAdvance(words);
        if (x > 0 && x + needed > width) {
            x = 0;
            ++line;
        }
        if (place)
            place(entry, x, line, words);
        x += needed + gap;
    }
    return line + 1;
}

double lineHeight(const Look& look, Type type) { return std::ceil(QFontMetricsF(look.text(type)).height() * 1.3); }

} // namespace

RunLegend RunLegend::of(const trace::Twofold& twofold, const Look& look)
{
    const auto& names = twofold.names[look.language() == Language::Chinese ? 1 : 0];
    return {QString::fromStdString(names[0]), QString::fromStdString(names[1]), twofold.isSame()};
}

double runLegendHeight(const RunLegend& legend, double width, const Look& look, Type type)
{
    return lineHeight(look, type) * layOut(legend, width, look, type, {});
}

void paintRunLegend(QPainter& painter, const QRectF& room, const RunLegend& legend, const Look& look, Type type)
{
    const double mark = runMarkSize(look, type).width();
    const double height = lineHeight(look, type);
    painter.save();
    layOut(legend, room.width(), look, type, [&](const Entry& entry, double x, int line, const QString& words) {
        const double middle = room.top() + height * (line + 0.5);
        double left = room.left() + x;
        if (entry.run != trace::Origin::Both)
            paintRunMark(painter, {left + mark / 2, middle}, mark, entry.run, look);
        else if (entry.diamond != Badge::Mark::None)
            paintMark(painter, {left + mark / 2, middle}, mark * 0.32, entry.diamond, look);
        if (entry.run != trace::Origin::Both || entry.diamond != Badge::Mark::None)
            left += mark + 6;
        painter.setFont(look.text(type));
        painter.setPen(entry.run != trace::Origin::Both ? look.theme().ink : look.theme().secondary);
        painter.drawText(QRectF(left, middle - height / 2, room.right() - left + 2, height),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, words);
    });
    painter.restore();
}

QString runLegendWords(const RunLegend& legend)
{
    QString out = runLetter(trace::Origin::First) + QStringLiteral(": ") + legend.first + QStringLiteral("; ")
        + runLetter(trace::Origin::Second) + QStringLiteral(": ") + legend.second;
    if (legend.isSame)
        out += QStringLiteral(". ")
            + QCoreApplication::translate("RunLegend", "Both runs are the same: nothing is marked");
    return out;
}

QString runLetter(trace::Origin origin)
{
    switch (origin) {
    case trace::Origin::First:
        return QStringLiteral("A");
    case trace::Origin::Second:
        return QStringLiteral("B");
    case trace::Origin::Both:
        break;
    }
    return {};
}

QSizeF runMarkSize(const Look& look, Type type)
{
    const qreal side = std::round(QFontMetricsF(look.text(type)).height() * 0.95);
    return {side, side};
}

void paintRunMark(QPainter& painter, QPointF centre, qreal side, trace::Origin origin, const Look& look, bool isFaded)
{
    if (origin == trace::Origin::Both)
        return;
    const Theme& theme = look.theme();
    const QColor ink = isFaded ? theme.secondary : theme.ink;
    const bool isFirst = origin == trace::Origin::First;
    QRectF square(0, 0, side, side);
    square.moveCenter(centre);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    // A rim of the ground keeps it apart from the line that it stands on.
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.card);
    painter.drawRoundedRect(square.adjusted(-1.5, -1.5, 1.5, 1.5), side * 0.28, side * 0.28);
    const qreal width = std::max(1.1, side * 0.09);
    painter.setPen(QPen(ink, width));
    painter.setBrush(isFirst ? ink : theme.card);
    painter.drawRoundedRect(square.adjusted(width / 2, width / 2, -width / 2, -width / 2), side * 0.22, side * 0.22);
    QFont font = look.text(Type::Strong);
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(side * 0.74))));
    font.setWeight(QFont::Bold);
    painter.setFont(font);
    painter.setPen(isFirst ? theme.card : ink);
    painter.drawText(square, Qt::AlignCenter | Qt::TextDontClip, runLetter(origin));
    painter.restore();
}

} // namespace connscope::theme
