// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/sheetlayout.h"

#include "inspector/wrapped.h"
#include "theme/badge.h"
#include "theme/look.h"

#include <QFontMetricsF>

#include <algorithm>

namespace connscope::inspector {

namespace {

using theme::Type;

constexpr qreal kMargin = 18; // left and right
constexpr qreal kTop = 14;
constexpr qreal kLabelShare = 0.34; // of the width
constexpr qreal kMostLabel = 150;
constexpr qreal kGap = 10;

class Placer {
public:
    /// \a badge: the width of the widest badge of the sheet, so that texts behind badges stand in a column.
    Placer(qreal width, qreal badge, const theme::Look& look)
        : m_look(look)
        , m_width(width)
        , m_left(kMargin)
        , m_room(std::max(width - 2 * kMargin, 80.0))
        , m_label(std::min(m_room * kLabelShare, std::max(kMostLabel, m_room * 0.2)))
        , m_body(QFontMetricsF(look.text()).height())
        , m_badge(badge)
    {
    }

    PlacedBlock place(const Block& block, qreal y) const
    {
        PlacedBlock placed;
        switch (block.kind) {
        case BlockKind::Caption:
            placed.text = text(block, m_left, y, m_room);
            return finish(placed, y, placed.text.bottom() + 2);
        case BlockKind::Hero:
        case BlockKind::Title:
            return title(block, y);
        case BlockKind::Text:
            placed.text = text(block, m_left, y, m_room);
            return finish(placed, y, placed.text.bottom() + 6);
        case BlockKind::Section:
            placed.text = text(block, m_left, y + 2 * kGap, m_room);
            placed.mark = {m_left, y + kGap, m_room, 1};
            return finish(placed, y, placed.text.bottom() + 6);
        case BlockKind::Fact:
            return fact(block, y);
        case BlockKind::Bar:
            return bar(block, y);
        case BlockKind::Line:
            return line(block, y);
        case BlockKind::Step:
            return step(block, y);
        }
        return placed;
    }

private:
    QRectF text(const Block& block, qreal x, qreal y, qreal room) const
    {
        const QSizeF size = wrappedSize(block.text, textFont(block, m_look), room);
        return {x, y, room, size.height()};
    }
    PlacedBlock finish(PlacedBlock placed, qreal y, qreal bottom) const
    {
        placed.rect = {0, y, m_width, bottom - y};
        return placed;
    }

    PlacedBlock title(const Block& block, qreal y) const
    {
        PlacedBlock placed;
        const QFont font = textFont(block, m_look);
        const qreal wanted = QFontMetricsF(font).horizontalAdvance(block.text);
        qreal chip = 0;
        const qreal chipHeight = m_body * 1.45;
        if (block.role)
            chip = QFontMetricsF(m_look.text()).horizontalAdvance(theme::roleWord(*block.role)) + chipHeight * 1.6;
        const bool beside = block.role && wanted + kGap + chip <= m_room;
        placed.text = text(block, m_left, y, beside ? std::min(m_room, wanted + 2) : m_room);
        qreal bottom = placed.text.bottom();
        if (beside)
            placed.mark = {placed.text.right() + kGap, placed.text.center().y() - chipHeight / 2, chip, chipHeight};
        else if (block.role)
            placed.mark = {m_left, bottom + 4, chip, chipHeight};
        if (block.role)
            bottom = std::max(bottom, placed.mark.bottom());
        return finish(placed, y, bottom + 6);
    }

    PlacedBlock fact(const Block& block, qreal y) const
    {
        PlacedBlock placed;
        const qreal ring = block.countdown ? m_body * 1.7 : 0;
        const QSizeF label = wrappedSize(block.label, m_look.text(), m_label - kGap);
        qreal x = m_left + m_label;
        qreal room = m_room - m_label;
        if (label.width() > m_label - kGap || block.label.isEmpty() || isWide(block, label)) {
            // A long key stands above its value.
            placed.label = {m_left, y, m_room, wrappedSize(block.label, labelFont(block), m_room).height()};
            y = placed.label.bottom();
            x = m_left + kGap;
            room = m_room - kGap;
        } else {
            placed.label = {m_left, y, m_label - kGap, label.height()};
        }
        const qreal left = x + (ring > 0 ? ring + 6 : 0);
        placed.text = text(block, left, y, room - (left - x));
        if (ring > 0) {
            placed.mark = {x, y, ring, ring};
            const qreal middle = y + ring / 2;
            placed.text.moveTop(std::max(y, middle - placed.text.height() / 2));
            if (placed.label.top() >= y)
                placed.label.moveTop(std::max(y, middle - m_body / 2));
        }
        if (block.isChanged)
            placed.mark = {placed.label.left() - 11, placed.label.top() + m_body / 2 - 3, 6, 6};
        qreal bottom = std::max({placed.label.bottom(), placed.text.bottom(), placed.mark.bottom()});
        if (!block.note.isEmpty()) {
            const QSizeF note = wrappedSize(block.note, smallFont(m_look), room);
            placed.note = {x, placed.text.bottom(), room, note.height()};
            bottom = std::max(bottom, placed.note.bottom());
        }
        const qreal top = std::min(placed.label.top(), placed.text.top());
        return finish(placed, std::min(top, y), bottom + 5);
    }
    /// Labels that are config keys are long words: they get a line of their own.
    bool isWide(const Block& block, const QSizeF&) const
    {
        return QFontMetricsF(labelFont(block)).horizontalAdvance(block.label) > m_label - kGap
            && !block.label.contains(u' ');
    }
    QFont labelFont(const Block& block) const { return block.isKey ? smallMono(m_look) : m_look.text(); }

    PlacedBlock bar(const Block& block, qreal y) const
    {
        PlacedBlock placed;
        const QFontMetricsF mono(smallMono(m_look));
        const qreal number = std::max(QFontMetricsF(m_look.text()).horizontalAdvance(block.text), m_body * 2);
        const qreal name = std::min(m_room * 0.55, std::max(m_room * 0.44, mono.horizontalAdvance(block.label)));
        placed.label = {m_left, y, name, m_body};
        placed.text = {m_left + m_room - number, y, number, m_body};
        placed.mark = {m_left + name + kGap, y + m_body / 2 - 3, m_room - name - number - 2 * kGap, 6};
        return finish(placed, y, y + m_body + 4);
    }

    PlacedBlock line(const Block& block, qreal y) const
    {
        PlacedBlock placed;
        qreal x = m_left;
        qreal room = m_room;
        qreal height = 0;
        if (block.node.isValid()) {
            const QSizeF badge = theme::badgeSize(block.node, m_look, Type::Small);
            placed.mark = {m_left, y, badge.width(), badge.height()};
            height = badge.height();
            x += m_badge + kGap;
            room -= m_badge + kGap;
        }
        placed.text = text(block, x, y, room);
        if (placed.text.height() < height)
            placed.text.moveTop(y + (height - placed.text.height()) / 2);
        qreal bottom = std::max(placed.text.bottom(), y + height);
        if (!block.note.isEmpty()) {
            const QSizeF note = wrappedSize(block.note, smallFont(m_look), room);
            placed.note = {x, placed.text.bottom(), room, note.height()};
            bottom = std::max(bottom, placed.note.bottom());
        }
        return finish(placed, y, bottom + 6);
    }

    PlacedBlock step(const Block& block, qreal y) const
    {
        PlacedBlock placed;
        const qreal indent = m_body * 1.3;
        const qreal x = m_left + indent;
        const qreal room = m_room - indent;
        placed.text = text(block, x, y, room);
        placed.mark = {m_left, y + m_body / 2 - 5, 10, 10};
        qreal bottom = placed.text.bottom();
        if (!block.note.isEmpty()) {
            placed.note = {x, bottom + 1, room, wrappedSize(block.note, smallFont(m_look), room).height()};
            bottom = placed.note.bottom();
        }
        if (!block.more.isEmpty()) {
            placed.more = {x, bottom + 1, room, wrappedSize(block.more, smallMono(m_look), room).height()};
            bottom = placed.more.bottom();
        }
        return finish(placed, y, bottom + 9);
    }

    const theme::Look& m_look;
    qreal m_width;
    qreal m_left;
    qreal m_room;
    qreal m_label;
    qreal m_body;
    qreal m_badge;
};

} // namespace

QFont smallFont(const theme::Look& look) { return look.text(Type::Small); }
QFont smallMono(const theme::Look& look) { return look.mono(Type::Small); }

QFont textFont(const Block& block, const theme::Look& look)
{
    switch (block.kind) {
    case BlockKind::Caption:
        return look.text(Type::Small);
    case BlockKind::Hero: {
        QFont font = look.mono(Type::Hero);
        font.setWeight(QFont::DemiBold);
        return font;
    }
    case BlockKind::Title:
        return look.text(Type::Title);
    case BlockKind::Section:
        return look.text(Type::Strong);
    case BlockKind::Fact:
    case BlockKind::Line:
        return block.isMono ? look.mono() : look.text();
    case BlockKind::Bar:
    case BlockKind::Text:
    case BlockKind::Step:
        break;
    }
    return look.text();
}

SheetLayout layoutSheet(const Sheet& sheet, qreal width, const theme::Look& look)
{
    SheetLayout layout;
    layout.width = width;
    qreal badge = 0;
    for (const Block& block : sheet.blocks) {
        if (block.kind == BlockKind::Line && block.node.isValid())
            badge = std::max(badge, theme::badgeSize(block.node, look, Type::Small).width());
    }
    const Placer placer(width, badge, look);
    qreal y = kTop;
    for (const Block& block : sheet.blocks) {
        layout.blocks.push_back(placer.place(block, y));
        y = layout.blocks.back().rect.bottom();
    }
    layout.height = y + kTop;
    return layout;
}

int blockAt(const SheetLayout& layout, qreal y)
{
    const auto it = std::find_if(layout.blocks.begin(), layout.blocks.end(),
        [&](const PlacedBlock& b) { return y >= b.rect.top() && y < b.rect.bottom(); });
    return it == layout.blocks.end() ? -1 : static_cast<int>(it - layout.blocks.begin());
}

} // namespace connscope::inspector
