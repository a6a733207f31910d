// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/labels.h"
#include "topology/plan.h"

namespace connscope::topology {

using theme::Type;

namespace {

class NodeLabels {
public:
    NodeLabels(Scene& scene, const Stage& stage, std::size_t i)
        : m_scene(scene)
        , m_m(stage.metrics)
        , m_stage(stage)
        , m_node(stage.placement.nodes[i])
        , m_picture(scene.nodes[i])
    {
        // The ports of an end lie on its left edge; its text keeps a little away from them.
        const qreal left = m_node.isClientSide() ? m_m.pad : m_m.pad * 1.4;
        m_inner = m_node.rect.adjusted(left, m_m.pad * 0.8, -m_m.pad, -m_m.pad * 0.6);
    }

    void add()
    {
        if (m_node.detail == Detail::Compact) {
            compact();
            return;
        }
        qreal y = m_inner.top();
        text(m_picture.title, QRectF(m_inner.left(), y, m_inner.width(), m_m.title), Type::Title, false, titleInk());
        if (m_node.detail == Detail::Snug)
            return;
        y += m_m.title + 2;
        text(m_picture.line, QRectF(m_inner.left(), y, m_inner.width(), m_m.small), Type::Small,
            m_picture.lineIsAddress, Label::Ink::Secondary);
        y += m_m.small + m_m.pad * (m_node.isClientSide() ? 0.5 : 0.6);
        if (m_node.detail == Detail::Full)
            chips(y);
        else if (m_node.detail == Detail::Tiles)
            tiles();
    }

private:
    Label::Ink titleInk() const
    {
        switch (m_picture.mood) {
        case Mood::NotYet:
        case Mood::Closed:
        case Mood::Killed:
        case Mood::Down:
            return Label::Ink::Secondary;
        default:
            return Label::Ink::Ink;
        }
    }

    void text(const QString& text, const QRectF& rect, Type type, bool mono, Label::Ink ink)
    {
        if (text.isEmpty() || rect.width() < m_m.small * 2)
            return;
        Label label;
        label.text = m_m.elided(text, rect.width(), type, mono);
        label.rect = rect;
        label.type = type;
        label.mono = mono;
        label.ink = ink;
        m_scene.still.push_back(std::move(label));
    }

    Label chip(const Chip& chip, qreal x, qreal y, qreal width) const
    {
        Label label;
        label.rect = QRectF(x, y, width, m_m.chip);
        label.text = m_m.elided(chipText(chip), width - m_m.chip * 0.6, Type::Small);
        label.align = Qt::AlignCenter;
        label.shape = chip.kind == Chip::Kind::Leader && !m_node.isClientSide() ? Label::Shape::LeaderChip
            : chip.kind == Chip::Kind::Coordinator                              ? Label::Shape::CoordinatorChip
            : chip.kind == Chip::Kind::State                                    ? Label::Shape::StateChip
                                                                                : Label::Shape::Chip;
        return label;
    }

    QString chipText(const Chip& chip) const
    {
        return chip.kind == Chip::Kind::Leader && !m_node.isClientSide() ? chip.text + QStringLiteral(" ★")
                                                                         : chip.text;
    }

    /// Rows of chips below the header, as many as the card has room for; the last one says how many more there are.
    void chips(qreal y)
    {
        const qreal bottom = m_node.isClientSide() ? y + m_m.chip : m_inner.bottom() + m_m.pad * 0.5;
        const qreal gap = m_m.pad * 0.4;
        qreal x = m_inner.left();
        bool coordinators = false;
        for (std::size_t i = 0; i < m_picture.chips.size(); ++i) {
            const Chip& c = m_picture.chips[i];
            qreal width = std::min(m_m.chipWidth(chipText(c)), m_inner.width());
            const bool newRow = c.kind == Chip::Kind::Coordinator && !coordinators && x > m_inner.left();
            coordinators |= c.kind == Chip::Kind::Coordinator;
            if (newRow || x + width > m_inner.right() + 0.5) {
                if (y + 2 * m_m.chip + 4 > bottom + 0.5) {
                    more(m_picture.chips.size() - i, x, y);
                    return;
                }
                // Room for the marks of coordinators is kept: they are what a class looks for.
                if (!newRow && c.kind == Chip::Kind::Leader && hasCoordinator(i)
                    && y + 3 * m_m.chip + 8 > bottom + 0.5) {
                    std::size_t hidden = 0;
                    while (
                        i + hidden < m_picture.chips.size() && m_picture.chips[i + hidden].kind == Chip::Kind::Leader)
                        ++hidden;
                    more(hidden, x, y);
                    i += hidden - 1;
                    x = m_inner.right();
                    continue;
                }
                x = m_inner.left();
                y += m_m.chip + 4;
            }
            m_scene.still.push_back(chip(c, x, y, width));
            x += width + gap;
        }
    }

    bool hasCoordinator(std::size_t from) const
    {
        for (std::size_t i = from; i < m_picture.chips.size(); ++i) {
            if (m_picture.chips[i].kind == Chip::Kind::Coordinator)
                return true;
        }
        return false;
    }

    /// "+12" in place of what has no room; over the last chip where the row is full.
    void more(std::size_t count, qreal x, qreal y)
    {
        const auto chipOf = [&] { return Chip {Chip::Kind::More, QStringLiteral("+%1").arg(count)}; };
        qreal width = m_m.chipWidth(chipOf().text);
        while (x + width > m_inner.right() + 0.5 && !m_scene.still.empty() && m_scene.still.back().rect.top() == y
            && m_scene.still.back().rect.left() >= m_inner.left() - 0.5) {
            x = m_scene.still.back().rect.left();
            m_scene.still.pop_back();
            ++count;
            width = m_m.chipWidth(chipOf().text);
            if (x <= m_inner.left() + 0.5)
                break;
        }
        m_scene.still.push_back(chip(chipOf(), x, y, std::min(width, m_inner.right() - x)));
    }

    void compact()
    {
        QRectF row = m_node.rect.adjusted(m_m.pad, 0, -m_m.pad * 0.7, 0);
        if (m_node.isClientSide()) {
            for (std::uint32_t l : m_node.links) {
                const QRectF& id = m_stage.placement.links[l].id;
                if (!id.isNull())
                    row.setRight(std::min(row.right(), id.left() - m_m.pad * 0.5));
            }
        } else {
            row.setLeft(row.left() + m_m.pad * 0.4);
        }
        const bool two = row.height() > 2.6 * m_m.small + m_m.title * 0.3;
        QRectF title = row;
        if (two) {
            title = QRectF(row.left(), row.center().y() - (m_m.body + m_m.chip + 2) / 2, row.width(), m_m.body);
        }
        const QString words = m_picture.title;
        text(words, title, Type::Strong, false, titleInk());
        if (m_scene.still.empty() || m_picture.chips.empty())
            return;
        const Chip& first = m_picture.chips.front();
        const QString summary = first.kind == Chip::Kind::State ? first.text : marks();
        if (summary.isEmpty())
            return;
        const Chip c {first.kind == Chip::Kind::State ? Chip::Kind::State : Chip::Kind::More, summary};
        const qreal width = m_m.chipWidth(summary);
        if (two && width <= row.width()) {
            m_scene.still.push_back(chip(c, row.left(), title.bottom() + 2, width));
            return;
        }
        Label& name = m_scene.still.back();
        const qreal taken = m_m.titleWidth(words);
        if (taken + m_m.pad + width <= row.width() && row.height() >= m_m.chip) {
            name.rect.setWidth(taken);
            m_scene.still.push_back(chip(c, row.right() - width, row.center().y() - m_m.chip / 2, width));
        }
    }

    /// "★ 3 · C": of how many partitions it is the leader, and whether it coordinates anything.
    QString marks() const
    {
        std::size_t leaders = 0;
        bool coordinates = false;
        for (const Chip& c : m_picture.chips) {
            leaders += c.kind == Chip::Kind::Leader ? 1U : 0U;
            coordinates |= c.kind == Chip::Kind::Coordinator;
        }
        if (m_node.isClientSide())
            return {};
        QString out;
        if (leaders > 0)
            out = QStringLiteral("★ %1").arg(leaders);
        if (coordinates)
            out += (out.isEmpty() ? QString() : QStringLiteral(" · ")) + QStringLiteral("C");
        return out;
    }

    /// Of an address whose broker is not known: the node id by which clients know it.
    QString addressText(std::uint32_t end) const
    {
        for (const std::uint32_t slot : m_stage.cast.ends[end].places) {
            if (m_stage.cast.places[slot].node.isBootstrap())
                return theme::Format::nodeId(m_stage.cast.places[slot].node);
        }
        return m_stage.cast.ends[end].broker.isValid() ? QStringLiteral("?") : tileText(m_stage.cast, m_node, end);
    }

    void tiles()
    {
        for (std::size_t i = 0; i < m_node.members.size(); ++i) {
            Label label;
            label.rect = m_node.cellOf(i);
            label.text = m_picture.cells[i] == Mood::Address ? addressText(m_node.members[i])
                                                             : tileText(m_stage.cast, m_node, m_node.members[i]);
            label.mono = true;
            label.align = Qt::AlignCenter;
            const Mood mood = m_picture.cells[i];
            label.ink = mood == Mood::Normal || mood == Mood::Slow ? Label::Ink::Ink : Label::Ink::Secondary;
            m_scene.still.push_back(std::move(label));
        }
    }

    Scene& m_scene;
    const Metrics& m_m;
    const Stage& m_stage;
    const PlacedNode& m_node;
    const NodePicture& m_picture;
    QRectF m_inner;
};

} // namespace

void addNodeLabels(Scene& scene, const Stage& stage)
{
    for (std::size_t i = 0; i < scene.nodes.size(); ++i)
        NodeLabels(scene, stage, i).add();
    for (const RackFrame& rack : stage.placement.racks) {
        Label label;
        label.text = stage.metrics.elided(rack.rack, rack.rect.width() - stage.metrics.pad, Type::Small);
        label.rect = QRectF(rack.label.x(), rack.label.y() - stage.metrics.small * 0.8,
            rack.rect.width() - stage.metrics.pad, stage.metrics.small);
        label.ink = Label::Ink::Secondary;
        scene.still.push_back(std::move(label));
    }
}

} // namespace connscope::topology
