// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/accessibletimeline.h"

#include "timeline/describe.h"
#include "timeline/timelinewidget.h"
#include "view/playback.h"

#include <QAccessibleWidget>

#include <algorithm>
#include <map>
#include <memory>

namespace connscope::timeline {

namespace {

/// What rows and connections have in common: a rectangle of the widget and words.
class Part : public QAccessibleInterface {
public:
    explicit Part(TimelineWidget* timeline)
        : m_timeline(timeline)
    {
    }
    bool isValid() const override { return !m_timeline.isNull(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_timeline ? m_timeline->window()->windowHandle() : nullptr; }
    void setText(QAccessible::Text, const QString&) override { }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QRect rect() const override
    {
        if (!m_timeline)
            return {};
        const QRect local = localRect().toAlignedRect();
        return {m_timeline->mapToGlobal(local.topLeft()), local.size()};
    }

protected:
    virtual QRectF localRect() const = 0;
    QPointer<TimelineWidget> m_timeline;
};

/// One connection of a lane: from its opening to the start of its end.
class AccessibleConnection : public Part {
public:
    AccessibleConnection(
        TimelineWidget* timeline, QAccessibleInterface* lane, ConnectionId connection, std::size_t row)
        : Part(timeline)
        , m_lane(lane)
        , m_connection(connection)
        , m_row(row)
    {
    }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessibleInterface* parent() const override { return m_lane; }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text kind) const override
    {
        const view::Document& document = m_timeline->data().document();
        const trace::ConnectionLife* life = document.life(m_connection);
        if (!life || kind != QAccessible::Name)
            return {};
        const theme::Format& format = m_timeline->frame().look->format();
        QStringList parts {TimelineWidget::tr("opened at %1").arg(format.clock(life->opened))};
        if (life->ready)
            parts << TimelineWidget::tr("ready after %1").arg(format.duration(*life->ready - life->opened));
        parts << TimelineWidget::tr("%1 requests").arg(format.number(life->traffic.total()));
        if (life->closed)
            parts << TimelineWidget::tr("ended at %1 by %2")
                         .arg(format.clock(*life->closed), endWords(life->closer, life->closeRule));
        else
            parts << TimelineWidget::tr("still open");
        return parts.join(QStringLiteral(", "));
    }
    QAccessible::State state() const override
    {
        QAccessible::State s;
        s.selectable = true;
        s.selected = m_timeline->frame().selected == view::Item::of(m_connection);
        return s;
    }

protected:
    QRectF localRect() const override
    {
        const Layout& l = m_timeline->layoutNow();
        const trace::ConnectionLife* life = m_timeline->data().document().life(m_connection);
        if (!life || m_row >= l.rows.size())
            return {};
        const double from = l.scale.toPixel(m_timeline->axis().toAxis(life->opened));
        const double to = l.scale.toPixel(
            m_timeline->axis().toAxis(life->closed ? *life->closed : m_timeline->data().document().end()));
        return QRectF(QPointF(from, l.rows[m_row].strip.top()), QPointF(to, l.rows[m_row].strip.bottom())) & l.lanes;
    }

private:
    QAccessibleInterface* m_lane;
    ConnectionId m_connection;
    std::size_t m_row;
};

/// A lane or the head of a group.
class AccessibleRow : public Part {
public:
    AccessibleRow(TimelineWidget* timeline, QAccessibleInterface* parent, std::size_t index)
        : Part(timeline)
        , m_parent(parent)
        , m_index(index)
    {
    }
    ~AccessibleRow() override
    {
        for (const auto& [connection, id] : m_children)
            QAccessible::deleteAccessibleInterface(id);
    }
    QAccessible::Role role() const override { return row() && isLane() ? QAccessible::List : QAccessible::Heading; }
    QAccessibleInterface* parent() const override { return m_parent; }
    int childCount() const override { return isLane() ? static_cast<int>(lane().connections.size()) : 0; }
    QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        const ConnectionId connection = lane().connections[static_cast<std::size_t>(index)];
        const auto known = m_children.find(connection.value);
        if (known != m_children.end())
            return QAccessible::accessibleInterface(known->second);
        auto* child = new AccessibleConnection(m_timeline, const_cast<AccessibleRow*>(this), connection, m_index);
        m_children[connection.value] = QAccessible::registerAccessibleInterface(child);
        return child;
    }
    int indexOfChild(const QAccessibleInterface* wanted) const override
    {
        for (int i = 0; i < childCount(); ++i) {
            if (child(i) == wanted)
                return i;
        }
        return -1;
    }
    QString text(QAccessible::Text kind) const override
    {
        if (!row())
            return {};
        const TimelineData& data = m_timeline->data();
        if (!isLane())
            return kind == QAccessible::Name
                ? groupName(row()->group, m_timeline->arrangement().groupBy, data.document())
                : QString();
        const Frame& frame = m_timeline->frame();
        if (kind == QAccessible::Name)
            return laneNode(lane()) + QStringLiteral(", ") + theme::roleWord(lane().role) + QStringLiteral(", ")
                + laneName(lane(), data.document(), GroupBy::Role)
                + (laneRun(lane()).isEmpty() ? QString() : QStringLiteral(", ") + laneRun(lane()));
        if (kind == QAccessible::Description || kind == QAccessible::Value)
            return describeAt(data, row()->lane, frame.playhead, frame.look->format());
        return {};
    }
    QAccessible::State state() const override
    {
        QAccessible::State s;
        if (!row())
            return s;
        s.focusable = true;
        s.selectable = isLane();
        const Frame& frame = m_timeline->frame();
        s.selected = isLane() && concerns(frame, frame.selected, row()->lane);
        s.focused = s.selected && m_timeline->hasFocus();
        s.expandable = !isLane();
        s.expanded = !isLane() && !row()->collapsed;
        s.collapsed = !isLane() && row()->collapsed;
        const RowPlace& place = m_timeline->layoutNow().rows[m_index];
        const QRectF lanes = m_timeline->layoutNow().lanes;
        s.offscreen = place.top + place.height <= lanes.top() || place.top >= lanes.bottom();
        return s;
    }

protected:
    QRectF localRect() const override
    {
        const Layout& l = m_timeline->layoutNow();
        if (m_index >= l.rows.size())
            return {};
        return QRectF(0, l.rows[m_index].top, m_timeline->width(), l.rows[m_index].height)
            & QRectF(0, l.lanes.top(), m_timeline->width(), l.lanes.height());
    }

private:
    const Row* row() const
    {
        const auto& rows = m_timeline->frame().rows;
        return m_index < rows.size() ? &rows[m_index] : nullptr;
    }
    bool isLane() const { return row() && row()->kind == Row::Kind::Lane; }
    const Lane& lane() const { return m_timeline->data().lanes()[row()->lane]; }

    QAccessibleInterface* m_parent;
    std::size_t m_index;
    mutable std::map<std::uint32_t, QAccessible::Id> m_children; // by connection
};

/// The first row that the selection lies on; -1 = none.
int rowOfSelection(TimelineWidget& timeline)
{
    const Frame& frame = timeline.frame();
    const auto found = std::find_if(frame.rows.begin(), frame.rows.end(), [&frame](const Row& row) {
        return row.kind == Row::Kind::Lane && concerns(frame, frame.selected, row.lane);
    });
    return found == frame.rows.end() ? -1 : static_cast<int>(found - frame.rows.begin());
}

/// The widget: its own children (buttons, plot) first, then a child for each row.
class AccessibleTimeline : public QAccessibleWidget {
public:
    explicit AccessibleTimeline(TimelineWidget* timeline)
        : QAccessibleWidget(timeline, QAccessible::Tree, timeline->accessibleName())
        , m_timeline(timeline)
    {
    }
    ~AccessibleTimeline() override { forget(); }

    int childCount() const override { return QAccessibleWidget::childCount() + rows(); }
    QAccessibleInterface* child(int index) const override
    {
        const int own = QAccessibleWidget::childCount();
        if (index < own)
            return QAccessibleWidget::child(index);
        index -= own;
        if (index >= rows())
            return nullptr;
        // Another arrangement: what stood in a row stands elsewhere.
        if (m_known != m_timeline->frame().rows) {
            forget();
            m_known = m_timeline->frame().rows;
        }
        const auto known = m_rows.find(index);
        if (known != m_rows.end())
            return QAccessible::accessibleInterface(known->second);
        auto* row
            = new AccessibleRow(m_timeline, const_cast<AccessibleTimeline*>(this), static_cast<std::size_t>(index));
        m_rows[index] = QAccessible::registerAccessibleInterface(row);
        return row;
    }
    int indexOfChild(const QAccessibleInterface* wanted) const override
    {
        const int own = QAccessibleWidget::indexOfChild(wanted);
        if (own >= 0)
            return own;
        for (const auto& [index, id] : m_rows) {
            if (QAccessible::accessibleInterface(id) == wanted)
                return QAccessibleWidget::childCount() + index;
        }
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        const QPoint local = m_timeline->mapFromGlobal(QPoint(x, y));
        const int row = m_timeline->layoutNow().rowAt(local.y());
        return row >= 0 ? child(QAccessibleWidget::childCount() + row) : QAccessibleWidget::childAt(x, y);
    }
    QAccessibleInterface* focusChild() const override
    {
        const int row = m_timeline->hasFocus() ? rowOfSelection(*m_timeline) : -1;
        return row >= 0 ? child(QAccessibleWidget::childCount() + row) : QAccessibleWidget::focusChild();
    }

private:
    int rows() const { return static_cast<int>(m_timeline->frame().rows.size()); }
    void forget() const
    {
        for (const auto& [index, id] : m_rows)
            QAccessible::deleteAccessibleInterface(id);
        m_rows.clear();
    }

    TimelineWidget* m_timeline;
    mutable std::map<int, QAccessible::Id> m_rows;
    mutable std::vector<Row> m_known;
};

QAccessibleInterface* make(const QString&, QObject* object)
{
    auto* timeline = qobject_cast<TimelineWidget*>(object);
    return timeline ? new AccessibleTimeline(timeline) : nullptr;
}

} // namespace

void installAccessibleTimeline()
{
    static const bool once = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    (void)once;
}

void announceRow(TimelineWidget* timeline)
{
    if (!QAccessible::isActive())
        return;
    QAccessibleInterface* face = QAccessible::queryAccessibleInterface(timeline);
    QAccessibleInterface* row = face ? face->focusChild() : nullptr;
    if (!row || row == face)
        return;
    QAccessibleEvent event(timeline, QAccessible::Focus);
    event.setChild(face->indexOfChild(row));
    QAccessible::updateAccessibility(&event);
}

} // namespace connscope::timeline
