// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/legend.h"

#include "theme/look.h"

#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace connscope::theme {

namespace {

constexpr qreal kGap = 6; // between a mark and its words, px
constexpr qreal kApart = 18; // between words and the next mark

} // namespace

qreal Legend::lineHeight(const Look& look) { return std::ceil(QFontMetricsF(look.text(Type::Small)).height() * 1.3); }

std::vector<Legend::Place> Legend::places(const Look& look, qreal width) const
{
    const QFontMetricsF metrics(look.text(Type::Small));
    std::vector<Place> out;
    Place next;
    for (const LegendEntry& entry : m_entries) {
        const qreal needed = entry.mark + kGap + metrics.horizontalAdvance(entry.text);
        if (next.x > 0 && next.x + needed > width)
            next = {0, next.line + 1};
        out.push_back(next);
        next.x += needed + kApart;
    }
    return out;
}

int Legend::lines(const Look& look, qreal width) const
{
    return m_entries.empty() ? 0 : places(look, width).back().line + 1;
}

void Legend::paint(QPainter& painter, const Look& look, const QRectF& room) const
{
    if (m_entries.empty())
        return;
    const std::vector<Place> all = places(look, room.width());
    const QFontMetricsF metrics(look.text(Type::Small));
    const qreal height = metrics.height();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const LegendEntry& entry = m_entries[i];
        const qreal x = room.left() + all[i].x;
        const qreal y = room.bottom() - height / 2 - (all.back().line - all[i].line) * lineHeight(look);
        painter.save();
        entry.paint(painter, {x, y});
        painter.restore();
        painter.setFont(look.text(Type::Small));
        painter.setPen(look.theme().secondary);
        painter.drawText(QRectF(x + entry.mark + kGap, y - height / 2, room.right() - x, height),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, entry.text);
    }
    painter.restore();
}

} // namespace connscope::theme
