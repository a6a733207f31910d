// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/rolelook.h"
#include "theme/runmark.h"
#include "topology/labels.h"
#include "topology/plan.h"

#include <cmath>

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
        runMark();
        if (m_node.detail == Detail::Compact) {
            compact();
            return;
        }
        qreal y = m_inner.top();
        text(m_picture.title, QRectF(m_inner.left(), y, m_inner.width(), m_m.title), titleType(), false, titleInk());
        if (m_node.detail == Detail::Snug) {
            snugChip();
            y += m_m.title;
        } else {
            y += m_m.title + 2;
        }
        text(m_node.isGroup() ? m_picture.line : fittingLine(m_inner.width()),
            QRectF(m_inner.left(), y, m_inner.width(), m_m.small), Type::Small, m_picture.lineIsAddress,
            Label::Ink::Secondary);
        y += m_m.small + m_m.pad * (m_node.isClientSide() ? 0.5 : 0.6);
        if (m_node.detail == Detail::Full)
            chips(y);
        else if (m_node.detail == Detail::Tiles)
            tiles();
    }

private:
    /// On the corner of a card that one of two runs alone has.
    void runMark()
    {
        if (m_picture.run == trace::Origin::Both)
            return;
        const qreal side = std::round(m_m.small * 0.95);
        Label label;
        label.shape = Label::Shape::Run;
        label.run = m_picture.run;
        label.text = theme::runLetter(m_picture.run);
        label.align = Qt::AlignCenter;
        label.rect = QRectF(m_node.rect.right() - side * 0.8, m_node.rect.top() - side * 0.35, side, side);
        m_scene.still.push_back(std::move(label));
    }

    /// An address is the name of its card until it turns out which broker it is: rather smaller than cut.
    Type titleType() const
    {
        if (m_picture.mood != Mood::Address || m_m.titleWidth(m_picture.title) <= m_inner.width())
            return Type::Title;
        for (const Type type : {Type::Strong, Type::Body}) {
            if (m_m.elided(m_picture.title, m_inner.width(), type) == m_picture.title)
                return type;
        }
        return Type::Small;
    }

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
            : chip.kind == Chip::Kind::Coordinator && chip.ofTransactions       ? Label::Shape::TransactionChip
            : chip.kind == Chip::Kind::Coordinator                              ? Label::Shape::CoordinatorChip
            : chip.kind == Chip::Kind::State                                    ? Label::Shape::StateChip
                                                                                : Label::Shape::Chip;
        return label;
    }

    static QString letterOf(const Chip& coordinator)
    {
        return theme::roleLetter(coordinator.ofTransactions ? Role::Transaction : Role::Coordinator);
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

    /// In a narrow picture the name of a group may have no room: a client is rather told by its kind alone than cut.
    QString fittingLine(qreal width) const
    {
        const qsizetype kind = m_picture.line.indexOf(QStringLiteral(" · "));
        return kind > 0 && !m_picture.lineIsAddress && m_m.smallWidth(m_picture.line) > width
            ? m_picture.line.left(kind)
            : m_picture.line;
    }

    void compact()
    {
        const CompactRows rows = compactRows(m_node, m_stage.placement, m_m, signOf(m_picture.mood));
        const std::size_t before = m_scene.still.size();
        text(m_picture.title, rows.title, Type::Strong, false, titleInk());
        if (m_scene.still.size() == before)
            return;
        if (!rows.line.isNull()) {
            text(fittingLine(rows.line.width()), rows.line, Type::Small, m_picture.lineIsAddress,
                Label::Ink::Secondary);
        } else if (!rows.chips.isNull()) {
            // An address stands behind the name, if all of it has room there.
            const qreal left = rows.title.left() + m_m.titleWidth(m_picture.title) + m_m.pad;
            const qreal width
                = m_picture.lineIsAddress ? m_m.monoSmallWidth(m_picture.line) : m_m.smallWidth(m_picture.line);
            if (left + width + 1 <= rows.title.right()) {
                m_scene.still.back().rect.setRight(left - m_m.pad * 0.5);
                text(m_picture.line, QRectF(left, rows.title.center().y() - m_m.small / 2, width + 1, m_m.small),
                    Type::Small, m_picture.lineIsAddress, Label::Ink::Secondary);
            }
        }
        if (m_picture.chips.empty())
            return;
        if (!rows.chips.isNull()) {
            rowOfChips(rows.chips);
            return;
        }
        const qreal taken = m_m.titleWidth(m_picture.title);
        const qreal room = rows.title.width() - taken - m_m.pad;
        const qreal top = rows.title.center().y() - m_m.chip / 2;
        if (m_node.rect.height() < m_m.chip)
            return;
        // As elsewhere in the picture they are told by name, if they can be.
        if (const std::vector<Chip> named = namedChips(room); !named.empty() && !m_node.isClientSide()) {
            m_scene.still.back().rect.setWidth(taken);
            putChips(named, rows.title.right() - widthOf(named), top);
            return;
        }
        const Chip& first = m_picture.chips.front();
        const QString summary = first.kind == Chip::Kind::State || m_node.isClientSide() ? chipText(first) : marks();
        if (summary.isEmpty())
            return;
        const Chip c {first.kind == Chip::Kind::State ? Chip::Kind::State : Chip::Kind::More, summary};
        const qreal width = m_m.chipWidth(summary);
        if (width <= room) {
            m_scene.still.back().rect.setWidth(taken);
            m_scene.still.push_back(chip(c, rows.title.right() - width, top, width));
        }
    }

    /// All marks by name where they have room in \a width; else with the coordinators in short; else none.
    std::vector<Chip> namedChips(qreal width) const
    {
        std::vector<Chip> chips = m_picture.chips;
        if (widthOf(chips) <= width)
            return chips;
        for (Chip& c : chips) {
            if (c.kind == Chip::Kind::Coordinator && !m_node.isClientSide()) {
                c.text = letterOf(c);
                c.longest.clear();
            }
        }
        return widthOf(chips) <= width ? chips : std::vector<Chip> {};
    }
    qreal widthOf(const std::vector<Chip>& chips) const
    {
        qreal sum = -chipGap();
        for (const Chip& c : chips)
            sum += std::max(m_m.chipWidth(chipText(c)), c.longest.isEmpty() ? 0 : m_m.chipWidth(c.longest))
                + chipGap();
        return sum;
    }
    qreal chipGap() const { return m_m.pad * 0.4; }
    void putChips(const std::vector<Chip>& chips, qreal x, qreal y)
    {
        for (const Chip& c : chips) {
            const qreal width = m_m.chipWidth(chipText(c));
            m_scene.still.push_back(chip(c, x, y, width));
            x += width + chipGap();
        }
    }

    /// All marks by name where they have room in \a row; else how many there are.
    void rowOfChips(const QRectF& row)
    {
        if (const std::vector<Chip> named = namedChips(row.width()); !named.empty()) {
            putChips(named, row.left(), row.top());
            return;
        }
        const Chip& first = m_picture.chips.front();
        if (first.kind == Chip::Kind::State || m_node.isClientSide()) {
            m_scene.still.push_back(
                chip(first, row.left(), row.top(), std::min(row.width(), m_m.chipWidth(chipText(first)))));
            return;
        }
        const Chip c {Chip::Kind::More, marks()};
        if (const qreal width = m_m.chipWidth(c.text); width <= row.width())
            m_scene.still.push_back(chip(c, row.left(), row.top(), width));
    }

    /// What a snug card has beside its name and what it is: behind the name where all of it has room there, else beside its
    /// node ids, and not in the first row: that is the connection which ends first, and how is told there.
    void snugChip()
    {
        if (m_picture.chips.empty())
            return;
        const Chip& first = m_picture.chips.front();
        const qreal wanted = m_m.chipWidth(chipText(first));
        const qreal left = m_inner.left() + m_m.titleWidth(m_picture.title) + m_m.pad * 0.5;
        if (left + wanted <= m_inner.right()) {
            m_scene.still.back().rect.setRight(left - 1);
            m_scene.still.push_back(
                chip(first, m_inner.right() - wanted, m_inner.top() + (m_m.title - m_m.chip) / 2, wanted));
            return;
        }
        const auto rowAt = [&](std::size_t i) {
            const qreal y = m_stage.placement.links[m_node.links[i]].curve.from.y();
            // As far as the ids that stand at this height.
            qreal ids = 0;
            for (std::uint32_t l : m_node.links) {
                const PlacedLink& link = m_stage.placement.links[l];
                if (std::abs(link.curve.from.y() - y) < (m_m.chip + m_m.small) / 2)
                    ids = std::max(ids, idWidth(m_m, m_stage.cast.places[link.places.front()].node));
            }
            const qreal right = m_node.rect.right() - m_m.pad * 1.6 - ids;
            return QRectF(m_inner.left(), y - m_m.chip / 2, right - m_inner.left(), m_m.chip);
        };
        // The first one in which all of it has room, else as many as it takes; the same at every instant.
        std::vector<QRectF> rows;
        for (std::size_t i = 1; i < m_node.links.size(); ++i) {
            const QRectF row = rowAt(i);
            if (row.width() >= wanted) {
                m_scene.still.push_back(chip(first, row.left(), row.top(), wanted));
                return;
            }
            if (row.width() > m_m.small * 4 && (rows.empty() || row.top() >= rows.back().bottom() + 1))
                rows.push_back(row);
        }
        chipsInRows(first, rows);
    }

    /// Partitions of a list that no row has room for, as many to a row as it has; the last one says that there are more.
    void chipsInRows(const Chip& list, const std::vector<QRectF>& rows)
    {
        const QString comma = QStringLiteral(", ");
        QStringList items = chipText(list).split(comma);
        for (std::size_t i = 0; i < rows.size() && !items.isEmpty(); ++i) {
            const QRectF& row = rows[i];
            QString text = items.takeFirst();
            while (!items.isEmpty()
                && (i + 1 == rows.size() || m_m.chipWidth(text + comma + items.front()) <= row.width()))
                text += comma + items.takeFirst();
            const qreal width = std::min(m_m.chipWidth(text), row.width());
            m_scene.still.push_back(chip({list.kind, text, list.ofTransactions}, row.left(), row.top(), width));
        }
    }

    /// "★ 3 · C": of how many partitions it is the leader, and whether it coordinates anything.
    QString marks() const
    {
        std::size_t leaders = 0;
        QString coordinates;
        for (const Chip& c : m_picture.chips) {
            leaders += c.kind == Chip::Kind::Leader ? 1U : 0U;
            if (c.kind == Chip::Kind::Coordinator && !coordinates.contains(letterOf(c)))
                coordinates += letterOf(c);
        }
        if (m_node.isClientSide())
            return {};
        QString out;
        if (leaders > 0)
            out = QStringLiteral("★ %1").arg(leaders);
        if (!coordinates.isEmpty())
            out += (out.isEmpty() ? QString() : QStringLiteral(" · ")) + coordinates;
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

bool signOf(Mood mood)
{
    switch (mood) {
    case Mood::Paused:
    case Mood::Slow:
    case Mood::Down:
    case Mood::Killed:
    case Mood::Closed:
        return true;
    default:
        return false;
    }
}

CompactRows compactRows(const PlacedNode& node, const Placement& placement, const Metrics& m, bool sign)
{
    QRectF row = node.rect.adjusted(m.pad, 0, -m.pad * 0.7, 0);
    if (node.isClientSide()) {
        for (std::uint32_t l : node.links) {
            const QRectF& id = placement.links[l].id;
            if (!id.isNull())
                row.setRight(std::min(row.right(), id.left() - m.pad * 0.5));
        }
    } else {
        row.setLeft(row.left() + m.pad * 0.4); // of its ports
    }
    CompactRows out;
    const qreal room = row.height() - 4;
    // Of two rows a client's second one says what it is, a broker's what it leads.
    const qreal two = node.isClientSide() ? m.body + 1 + m.small : m.body + 2 + m.chip;
    const qreal three = m.body + 2 + m.chip + m.small + 1;
    const qreal height = three <= room ? three : two <= room ? two : m.body;
    qreal y = row.center().y() - height / 2;
    out.title = QRectF(row.left(), y, row.width(), m.body);
    y += m.body + 1;
    if (three <= room || (node.isClientSide() && two <= room)) {
        out.line = QRectF(row.left(), y, row.width(), m.small);
        y += m.small + 1;
    }
    if (three <= room || (!node.isClientSide() && two <= room))
        out.chips = QRectF(row.left(), y + 1, row.width(), m.chip);
    if (sign) {
        const qreal size = m.small * 0.7;
        out.sign = QRectF(row.left(), out.title.center().y() - size / 2, size, size);
        out.title.setLeft(out.sign.right() + m.pad * 0.6);
        if (!out.line.isNull())
            out.line.setLeft(out.title.left());
    }
    return out;
}

void addNodeLabels(Scene& scene, const Stage& stage)
{
    for (std::size_t i = 0; i < scene.nodes.size(); ++i)
        NodeLabels(scene, stage, i).add();
    for (const RackFrame& rack : stage.placement.racks) {
        Label label;
        const qreal width = rack.rect.right() - rack.label.x() - stage.metrics.pad * 0.4;
        label.text = stage.metrics.elided(rack.rack, width, Type::Small);
        label.rect = QRectF(rack.label.x(), rack.label.y() - stage.metrics.small * 0.8, width, stage.metrics.small);
        label.ink = Label::Ink::Secondary;
        scene.still.push_back(std::move(label));
    }
}

} // namespace connscope::topology
