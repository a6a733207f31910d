// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/badge.h"
#include "theme/contrast.h"
#include "theme/runmark.h"
#include "topology/paint.h"
#include "topology/sprites.h"
#include "topology/words.h"

#include <QFontMetricsF>
#include <QPainter>

namespace connscope::topology {

using theme::Theme;

namespace {

QColor inkOf(const Label& label, const Theme& theme)
{
    switch (label.ink) {
    case Label::Ink::Secondary:
        return theme.secondary;
    case Label::Ink::OfRole:
        return theme.role(label.role).text;
    case Label::Ink::OfCloser:
        return label.side == trace::Side::None ? theme.ink : theme.closer(label.side).text;
    case Label::Ink::Error:
        return theme.error;
    case Label::Ink::Ink:
    case Label::Ink::Mark:
        break;
    }
    return theme.ink;
}

/// The chip behind a text; the text's rectangle is what is left.
QRectF paintShape(QPainter& painter, const Label& label, const theme::Look& look)
{
    const Theme& theme = look.theme();
    // What the filter leaves out steps back with its frame.
    const auto frame
        = [&](const QColor& colour) { return label.dimmed ? theme::mixed(theme.card, colour, 0.4) : colour; };
    const qreal radius = label.rect.height() / 2;
    QRectF text = label.rect;
    switch (label.shape) {
    case Label::Shape::Plain:
    case Label::Shape::Run:
        return text;
    case Label::Shape::Halo: {
        // Words over lines: the lines step back behind them.
        QColor veil = theme.card;
        veil.setAlphaF(0.82F);
        painter.fillRect(label.rect, veil);
        return text;
    }
    case Label::Shape::Chip:
        painter.setPen(
            QPen(frame(label.ink == Label::Ink::OfRole ? theme.role(label.role).mark : theme.hairline), 1.1));
        painter.setBrush(theme.card);
        painter.drawRoundedRect(label.rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
        break;
    case Label::Shape::StateChip:
        painter.setPen(QPen(
            frame(label.ink == Label::Ink::OfCloser && label.side != trace::Side::None ? theme.closer(label.side).mark
                                                                                       : theme.outline),
            1.1));
        painter.setBrush(theme.card);
        painter.drawRoundedRect(label.rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        break;
    case Label::Shape::LeaderChip:
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme::mixed(theme.raised, theme.ink, theme.isDark ? 0.12 : 0.07));
        painter.drawRoundedRect(label.rect, radius, radius);
        break;
    case Label::Shape::CoordinatorChip:
    case Label::Shape::TransactionChip: {
        const bool ofGroup = label.shape == Label::Shape::CoordinatorChip;
        const auto& colours = theme.role(ofGroup ? Role::Coordinator : Role::Transaction);
        painter.setPen(QPen(colours.mark, 1.2));
        painter.setBrush(colours.tint);
        painter.drawRoundedRect(label.rect.adjusted(0.6, 0.6, -0.6, -0.6), 5, 5);
        break;
    }
    case Label::Shape::Countdown: {
        painter.setPen(QPen(theme.hairline, 1));
        painter.setBrush(theme.card);
        const bool square = label.side == trace::Side::Broker;
        painter.drawRoundedRect(label.rect.adjusted(0.5, 0.5, -0.5, -0.5), square ? 3 : radius, square ? 3 : radius);
        const qreal ring = radius * 0.58;
        const QRectF circle(label.rect.left() + radius - ring, label.rect.center().y() - ring, 2 * ring, 2 * ring);
        const double whole = static_cast<double>(std::max<std::int64_t>(1, label.countdown->whole.count()));
        const double share = std::clamp(static_cast<double>(label.countdown->left.count()) / whole, 0.0, 1.0);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.hairline, 2.4));
        painter.drawEllipse(circle);
        painter.setPen(QPen(theme.closer(label.side).mark, 2.4, Qt::SolidLine, Qt::FlatCap));
        painter.drawArc(circle, 90 * 16, static_cast<int>(360 * 16 * share));
        text.setLeft(label.rect.left() + 2 * radius + 1);
        break;
    }
    }
    return text;
}

} // namespace

void paintLabel(QPainter& painter, const Label& label, const theme::Look& look, Sprites* kept)
{
    const Theme& theme = look.theme();
    if (label.shape == Label::Shape::Run) {
        theme::paintRunMark(painter, label.rect.center(), label.rect.width(), label.run, look, label.dimmed);
        return;
    }
    const QRectF rect = paintShape(painter, label, look);
    const QFont font = label.mono ? look.mono(label.type) : look.text(label.type);
    painter.setFont(font);
    const QColor ink = inkOf(label, theme);
    painter.setPen(label.dimmed ? theme::mixed(theme.card, ink, 0.55) : ink);
    if (!kept || label.align != Qt::AlignCenter) {
        painter.drawText(rect, static_cast<int>(label.align | Qt::TextDontClip | Qt::TextSingleLine), label.text);
        return;
    }
    const QStaticText& text = kept->text(label.text, font, label.mono, label.type);
    const QSizeF size = text.size();
    painter.drawStaticText(rect.center() - QPointF(size.width() / 2, size.height() / 2), text);
}

void paintLegend(QPainter& painter, const Stage& stage, const QRectF& room)
{
    const theme::Look& look = stage.look;
    const Metrics& m = stage.metrics;
    std::array<bool, kRoleCount> seen {};
    for (const trace::ConnectionLife& life : stage.document.lives())
        seen[static_cast<std::size_t>(life.role)] = true;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(look.text(theme::Type::Small));
    qreal x = room.left();
    const qreal y = room.bottom() - m.small * 0.5;
    const auto word = [&](const QString& text, qreal mark) {
        const qreal width = m.smallWidth(text);
        painter.setPen(look.theme().secondary);
        painter.drawText(
            QRectF(x + mark + 6, y - m.small / 2, width + 2, m.small), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += mark + 6 + width + m.body * 1.3;
    };
    const auto fits
        = [&](const QString& text, qreal mark) { return x + mark + 6 + m.smallWidth(text) <= room.right(); };
    for (int r = 0; r < kRoleCount; ++r) {
        const Role role = static_cast<Role>(r);
        const qreal mark = m.body * 2.4;
        if (!seen[static_cast<std::size_t>(r)] || !fits(theme::roleWord(role), mark))
            continue;
        painter.setPen(theme::linkPen(theme::LinkState::Ready, role, trace::Side::None, look.theme()));
        painter.drawLine(QPointF(x, y), QPointF(x + mark, y));
        theme::paintRoleLetter(painter, {x + mark / 2, y}, m.small * 0.5, role, look);
        word(theme::roleWord(role), mark);
    }
    const qreal radius = m.small * 0.33;
    for (const bool response : {false, true}) {
        const QString text = response ? Words::tr("response") : Words::tr("request");
        if (!fits(text, 2 * radius))
            break;
        theme::paintDot(painter, {x + radius, y}, radius, Role::Unknown, response, look);
        word(text, 2 * radius);
    }
    painter.restore();
}

} // namespace connscope::topology
