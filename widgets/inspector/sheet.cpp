// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/sheet.h"

#include "theme/format.h"
#include "theme/rolelook.h"

namespace connscope::inspector {

namespace {

bool same(const std::optional<theme::Countdown>& a, const std::optional<theme::Countdown>& b)
{
    return a.has_value() == b.has_value() && (!a || (a->left == b->left && a->whole == b->whole && a->who == b->who));
}

} // namespace

bool Block::operator==(const Block& other) const
{
    return kind == other.kind && label == other.label && text == other.text && note == other.note
        && more == other.more && tone == other.tone && isMono == other.isMono && isKey == other.isKey
        && isChanged == other.isChanged && isLast == other.isLast && isFaded == other.isFaded && role == other.role
        && node == other.node && share == other.share && same(countdown, other.countdown) && item == other.item;
}

QString Block::plain() const
{
    QString out;
    const auto add = [&](const QString& part, QStringView separator) {
        if (!part.isEmpty())
            out += (out.isEmpty() ? QString() : separator.toString()) + part;
    };
    add(label, u"");
    if (node.isValid() && kind == BlockKind::Line)
        add(theme::Format::nodeId(node), u" ");
    QString oneLine = text;
    add(oneLine.replace(u'\n', u' '), label.isEmpty() ? u" " : u": ");
    if (role && kind != BlockKind::Bar)
        add(theme::roleWord(*role), u", ");
    QString below = note;
    add(below.replace(u'\n', QStringLiteral(" · ")), u" · ");
    QString lines = more;
    add(lines.replace(u'\n', QStringLiteral("; ")), u" · ");
    return out;
}

Block& Sheet::add(BlockKind kind, QString text)
{
    Block& block = blocks.emplace_back();
    block.kind = kind;
    block.text = std::move(text);
    return block;
}

Block& Sheet::text(const QString& text, Tone tone)
{
    Block& block = add(BlockKind::Text, text);
    block.tone = tone;
    return block;
}

Block& Sheet::fact(const QString& label, const QString& text, view::Item item)
{
    if (text.isEmpty())
        return m_dropped = {};
    Block& block = add(BlockKind::Fact, text);
    block.label = label;
    block.item = item;
    return block;
}

Block& Sheet::mono(const QString& label, const QString& text, view::Item item)
{
    Block& block = fact(label, text, item);
    block.isMono = true;
    return block;
}

QString Sheet::plain() const
{
    QString out;
    for (const Block& block : blocks) {
        if (block.kind == BlockKind::Section && !out.isEmpty())
            out += u'\n';
        out += block.plain() + u'\n';
    }
    return out;
}

} // namespace connscope::inspector
