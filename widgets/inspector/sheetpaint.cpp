// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/sheetpaint.h"

#include "inspector/wrapped.h"
#include "theme/badge.h"
#include "theme/contrast.h"
#include "theme/look.h"

#include <QPainter>

namespace connscope::inspector {

namespace {

using theme::Theme;

QColor colourOf(Tone tone, const Theme& theme)
{
    switch (tone) {
    case Tone::Ink:
        return theme.ink;
    case Tone::Secondary:
        return theme.secondary;
    case Tone::Positive:
        return theme.positive;
    case Tone::Error:
        return theme.error;
    case Tone::Client:
        return theme.closer(trace::Side::Client).text;
    case Tone::Broker:
        return theme.closer(trace::Side::Broker).text;
    case Tone::Network:
        return theme.closer(trace::Side::Network).text;
    }
    return theme.ink;
}

class SheetPainter {
public:
    SheetPainter(QPainter& painter, const theme::Look& look)
        : m_painter(painter)
        , m_look(look)
        , m_theme(look.theme())
    {
    }

    void paint(const Block& block, const PlacedBlock& placed, bool isHovered, bool isFocused, bool hasNextStep)
    {
        if (block.item && isHovered)
            m_painter.fillRect(placed.rect, m_theme.hover);
        if (isFocused) {
            m_painter.setPen(QPen(m_theme.accent, 1.5));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRoundedRect(placed.rect.adjusted(3, 0, -3, -1), 4, 4);
        }
        switch (block.kind) {
        case BlockKind::Caption:
            write(placed.text, block.text, textFont(block, m_look), m_theme.secondary);
            return;
        case BlockKind::Hero:
        case BlockKind::Title:
            write(placed.text, block.text, textFont(block, m_look), m_theme.ink);
            if (block.role)
                chip(placed.mark, *block.role);
            return;
        case BlockKind::Section:
            m_painter.fillRect(placed.mark, m_theme.hairline);
            write(placed.text, block.text, textFont(block, m_look), m_theme.ink);
            return;
        case BlockKind::Text:
            write(placed.text, block.text, textFont(block, m_look), colourOf(block.tone, m_theme));
            return;
        case BlockKind::Fact:
            fact(block, placed, isHovered);
            return;
        case BlockKind::Bar:
            bar(block, placed);
            return;
        case BlockKind::Line:
            line(block, placed, isHovered);
            return;
        case BlockKind::Step:
            step(block, placed, hasNextStep, isHovered);
            return;
        }
    }

private:
    void write(const QRectF& rect, const QString& text, QFont font, const QColor& colour, bool underlined = false)
    {
        font.setUnderline(underlined);
        m_painter.setPen(colour);
        drawWrapped(m_painter, rect, text, font);
    }

    /// The role as a pill: letter and word, in its tint.
    void chip(const QRectF& rect, Role role)
    {
        const theme::Hue& hue = m_theme.role(role);
        m_painter.setPen(QPen(hue.mark, 1.4));
        m_painter.setBrush(hue.tint);
        m_painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2);
        const qreal radius = rect.height() * 0.34;
        theme::paintRoleLetter(
            m_painter, {rect.left() + rect.height() * 0.52, rect.center().y()}, radius, role, m_look);
        m_painter.setFont(m_look.text());
        m_painter.setPen(m_theme.ink);
        m_painter.drawText(
            rect.adjusted(rect.height() * 1.02, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, theme::roleWord(role));
    }

    void fact(const Block& block, const PlacedBlock& placed, bool isHovered)
    {
        write(placed.label, block.label, block.isKey ? smallMono(m_look) : m_look.text(), m_theme.secondary);
        if (block.countdown)
            ring(placed.mark, *block.countdown);
        if (block.isChanged) {
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(m_theme.accent);
            m_painter.drawEllipse(placed.mark);
        }
        write(placed.text, block.text, textFont(block, m_look),
            block.isFaded ? m_theme.secondary : colourOf(block.tone, m_theme), block.item && isHovered);
        if (!block.note.isEmpty())
            write(placed.note, block.note, smallFont(m_look), m_theme.secondary);
    }

    /// The ring alone; its number stands beside it.
    void ring(const QRectF& rect, const theme::Countdown& countdown)
    {
        const double share = countdown.whole.count() <= 0
            ? 0
            : std::clamp(
                static_cast<double>(countdown.left.count()) / static_cast<double>(countdown.whole.count()), 0.0, 1.0);
        const qreal width = rect.width() * 0.14;
        const QRectF inner = rect.adjusted(width, width, -width, -width);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_theme.hairline, width));
        m_painter.drawEllipse(inner);
        m_painter.setPen(QPen(m_theme.closer(countdown.who).mark, width, Qt::SolidLine, Qt::FlatCap));
        m_painter.drawArc(inner, 90 * 16, static_cast<int>(360 * 16 * share));
    }

    void bar(const Block& block, const PlacedBlock& placed)
    {
        write(placed.label, block.label, smallMono(m_look), m_theme.ink);
        m_painter.setFont(m_look.text());
        m_painter.setPen(m_theme.ink);
        m_painter.drawText(placed.text, Qt::AlignRight | Qt::AlignVCenter, block.text);
        if (placed.mark.width() < 8)
            return;
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_theme.raised);
        m_painter.drawRoundedRect(placed.mark, 3, 3);
        QRectF filled = placed.mark;
        filled.setWidth(std::max(6.0, placed.mark.width() * block.share));
        m_painter.setBrush(m_theme.role(block.role.value_or(Role::Unknown)).mark);
        m_painter.drawRoundedRect(filled, 3, 3);
    }

    void line(const Block& block, const PlacedBlock& placed, bool isHovered)
    {
        if (block.node.isValid())
            theme::paintBadge(m_painter, placed.mark.center(),
                {block.node, block.role.value_or(block.node.role()), block.isFaded, false, isHovered}, m_look,
                theme::Type::Small);
        write(placed.text, block.text, textFont(block, m_look),
            block.isFaded ? m_theme.secondary : colourOf(block.tone, m_theme), block.item && isHovered);
        if (!block.note.isEmpty())
            write(placed.note, block.note, smallFont(m_look), m_theme.secondary);
    }

    void step(const Block& block, const PlacedBlock& placed, bool hasNextStep, bool isHovered)
    {
        const QColor mark = m_theme.role(block.role.value_or(Role::Unknown)).mark;
        const QPointF centre = placed.mark.center();
        if (hasNextStep) {
            m_painter.setPen(QPen(mark, 2));
            m_painter.drawLine(QPointF(centre.x(), placed.mark.bottom()),
                QPointF(
                    centre.x(), placed.rect.bottom() + centre.y() - placed.mark.height() / 2 - placed.rect.top()));
        }
        m_painter.setPen(QPen(mark, 2));
        m_painter.setBrush(block.isLast ? mark : m_theme.card);
        m_painter.drawEllipse(centre, 4.5, 4.5);
        write(placed.text, block.text, textFont(block, m_look), m_theme.ink, block.item && isHovered);
        if (!block.note.isEmpty())
            write(placed.note, block.note, smallFont(m_look), m_theme.secondary);
        if (!block.more.isEmpty())
            write(placed.more, block.more, smallMono(m_look), m_theme.secondary);
    }

    QPainter& m_painter;
    const theme::Look& m_look;
    const Theme& m_theme;
};

} // namespace

void paintSheet(QPainter& painter, const Sheet& sheet, const SheetLayout& layout, const QRectF& clip,
    const theme::Look& look, const SheetFocus& focus)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    SheetPainter blocks(painter, look);
    for (std::size_t i = 0; i < layout.blocks.size(); ++i) {
        if (!layout.blocks[i].rect.intersects(clip))
            continue;
        const bool hasNextStep = sheet.blocks[i].kind == BlockKind::Step && i + 1 < sheet.blocks.size()
            && sheet.blocks[i + 1].kind == BlockKind::Step;
        const auto index = static_cast<int>(i);
        blocks.paint(sheet.blocks[i], layout.blocks[i], index == focus.hovered, index == focus.focused, hasNextStep);
    }
    painter.restore();
}

} // namespace connscope::inspector
