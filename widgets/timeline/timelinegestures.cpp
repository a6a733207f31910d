// SPDX-License-Identifier: GPL-3.0-or-later
// What mouse, wheel and keys do to a timeline.
#include "timeline/describe.h"
#include "timeline/plot.h"
#include "timeline/timelineactions.h"
#include "timeline/timelinewidget.h"
#include "view/playback.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace connscope::timeline {

namespace {

constexpr double kNear = 4; // pixels: what is as near as this is meant

} // namespace

bool TimelineWidget::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot)
        return QWidget::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::MouseButtonPress: {
        auto* mouse = static_cast<QMouseEvent*>(event);
        setFocus(Qt::MouseFocusReason);
        return mousePressed(mouse->position(), mouse->button(), mouse->modifiers());
    }
    case QEvent::MouseMove: {
        auto* mouse = static_cast<QMouseEvent*>(event);
        mouseMoved(mouse->position(), mouse->buttons());
        return true;
    }
    case QEvent::MouseButtonRelease:
        mouseReleased(static_cast<QMouseEvent*>(event)->position());
        return true;
    case QEvent::MouseButtonDblClick:
        doubleClicked(static_cast<QMouseEvent*>(event)->position());
        return true;
    case QEvent::Wheel: {
        auto* wheel = static_cast<QWheelEvent*>(event);
        wheelTurned(wheel->position(), wheel->angleDelta(), wheel->pixelDelta(), wheel->modifiers());
        return true;
    }
    case QEvent::Leave:
        setHover(std::nullopt);
        return false;
    case QEvent::ContextMenu: {
        auto* menu = createMenu(static_cast<QContextMenuEvent*>(event)->pos());
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->popup(static_cast<QContextMenuEvent*>(event)->globalPos());
        return true;
    }
    default:
        return false;
    }
}

view::Position TimelineWidget::positionAt(double x) { return m_axis.toPosition(layoutNow().scale.toPlace(x)); }

void TimelineWidget::scrub(double x)
{
    const Layout& l = layoutNow();
    m_context.playback.setPosition(positionAt(std::clamp(x, l.lanes.left(), l.lanes.right())));
}

std::optional<RequestSpan> TimelineWidget::requestNear(LaneId lane, double x)
{
    const Layout& l = layoutNow();
    const std::vector<RequestSpan>& all = m_data.segments().track(lane).requests;
    const view::Position here = m_axis.boundary(l.scale.toPlace(x));
    const auto before = static_cast<std::uint32_t>(m_data.clock().before(m_context.document.trace(), here));
    const auto after
        = std::partition_point(all.begin(), all.end(), [&](const RequestSpan& r) { return r.sent < before; });
    std::optional<RequestSpan> best;
    double distance = kNear + 0.5;
    const auto offer = [&](const RequestSpan& r) {
        const double d = std::abs(l.scale.toPixel(m_axis.ofEvent(EventId {r.sent})) - x);
        if (d < distance) {
            distance = d;
            best = r;
        }
    };
    if (after != all.end())
        offer(*after);
    if (after != all.begin())
        offer(*(after - 1));
    return best;
}

view::Item TimelineWidget::itemAt(QPointF at)
{
    const Layout& l = layoutNow();
    const int row = l.rowAt(at.y());
    if (row < 0 || m_frame.rows[static_cast<std::size_t>(row)].kind != Row::Kind::Lane)
        return {};
    const LaneId lane = m_frame.rows[static_cast<std::size_t>(row)].lane;
    const ConnectionId first = m_data.lanes()[lane].first();
    if (at.x() < l.lanes.left()) {
        const ConnectionId now = connectionAt(m_data, lane, m_context.playback.position());
        return view::Item::of(now.isValid() ? now : first);
    }
    const auto& ends = m_data.segments().track(lane).ends;
    const auto pixel = [&](const End& end) { return l.scale.toPixel(m_axis.ofEvent(EventId {end.event})); };
    const auto end = std::partition_point(
        ends.begin(), ends.end(), [&](const End& one) { return pixel(one) < at.x() - 2 * kNear; });
    if (end != ends.end() && pixel(*end) <= at.x() + kNear)
        return view::Item::of(EventId {end->event});
    if (const auto request = requestNear(lane, at.x()))
        return view::Item::request(EventId {request->sent});
    const ConnectionId connection = connectionAt(m_data, lane, positionAt(at.x()));
    return view::Item::of(connection.isValid() ? connection : first);
}

bool TimelineWidget::mousePressed(QPointF at, Qt::MouseButton button, Qt::KeyboardModifiers modifiers)
{
    const Layout& l = layoutNow();
    m_pressed = m_last = at;
    m_drag = Drag::None;
    if (button == Qt::MiddleButton) {
        m_drag = Drag::Pan;
        return true;
    }
    if (button != Qt::LeftButton)
        return false;
    if (const Bookmark* bookmark = bookmarkAt(at)) {
        m_context.playback.setPosition(bookmark->position);
        return true;
    }
    if (m_hands && m_hands->press(marks(), at, 5))
        return true;
    if (const ActionMark* action = actionAt(at)) {
        m_context.playback.setInstant(action->at);
        return true;
    }
    const bool inContent = at.x() >= l.lanes.left() && at.x() <= l.lanes.right() + 2;
    const double playhead = l.scale.toPixel(m_axis.toAxis(m_context.playback.position()));
    if (inContent && (modifiers & Qt::ShiftModifier) != 0) {
        m_drag = Drag::Range;
        m_rangeStart = positionAt(at.x()).at;
    } else if (inContent && (!l.lanes.contains(at) || std::abs(at.x() - playhead) <= kNear)) {
        m_drag = Drag::Scrub;
        if (!l.lanes.contains(at))
            scrub(at.x());
    } else {
        m_drag = Drag::Undecided;
    }
    return true;
}

void TimelineWidget::mouseMoved(QPointF at, Qt::MouseButtons buttons)
{
    if (buttons == Qt::NoButton)
        m_drag = Drag::None;
    const QPointF step = at - m_last;
    m_last = at;
    if (m_hands && buttons != Qt::NoButton && m_hands->move(at))
        return;
    switch (m_drag) {
    case Drag::None:
        break;
    case Drag::Undecided:
        if ((at - m_pressed).manhattanLength() < QApplication::startDragDistance() / 2.0)
            break;
        m_drag = Drag::Pan;
        pan((at - m_pressed).x());
        m_scroll->setValue(static_cast<int>(std::lround(m_scroll->value() - (at - m_pressed).y())));
        break;
    case Drag::Pan:
        pan(step.x());
        if (m_scroll->isVisible())
            m_scroll->setValue(static_cast<int>(std::lround(m_scroll->value() - step.y())));
        break;
    case Drag::Scrub:
        scrub(at.x());
        break;
    case Drag::Range: {
        const Instant here = positionAt(at.x()).at;
        m_context.selection.setRange(view::Range {std::min(here, m_rangeStart), std::max(here, m_rangeStart)});
        break;
    }
    }
    setHover(at);
}

void TimelineWidget::mouseReleased(QPointF at)
{
    if (m_hands && m_hands->release())
        return;
    if (m_drag == Drag::Undecided) {
        const int row = layoutNow().rowAt(at.y());
        if (row >= 0 && m_frame.rows[static_cast<std::size_t>(row)].kind == Row::Kind::Group) {
            Arrangement a = m_arrangement;
            const std::uint32_t group = m_frame.rows[static_cast<std::size_t>(row)].group;
            if (!a.collapsed.erase(group))
                a.collapsed.insert(group);
            setArrangement(a);
        } else {
            m_context.selection.setCurrent(itemAt(at));
        }
    }
    m_drag = Drag::None;
    setHover(at);
}

void TimelineWidget::doubleClicked(QPointF at)
{
    if (const Bookmark* bookmark = bookmarkAt(at)) {
        editBookmark(bookmark->position);
        return;
    }
    if (m_hands) {
        const auto now = marks();
        if (const annotation::Mark* mark = annotation::markAt(now, at, 5)) {
            m_hands->edit(mark->index);
            return;
        }
    }
    const view::Item item = itemAt(at);
    if (item.event().isValid()) {
        m_context.playback.goTo(item.event());
    } else if (item) {
        m_context.selection.setCurrent(item);
        focusSelection();
    } else if (layoutNow().lanes.contains(at)) {
        fit();
    }
}

void TimelineWidget::wheelTurned(QPointF at, QPoint angle, QPoint pixels, Qt::KeyboardModifiers modifiers)
{
    const Layout& l = layoutNow();
    const double turns = angle.y() / 120.0;
    if ((modifiers & Qt::ControlModifier) != 0) {
        setLaneHeight(l.laneHeight * std::pow(1.15, turns));
    } else if (std::abs(angle.x()) > std::abs(angle.y())) {
        pan(pixels.x() != 0 ? pixels.x() : angle.x() / 2.0);
    } else if ((modifiers & Qt::ShiftModifier) != 0) {
        pan(turns * 80);
    } else if (at.x() < l.lanes.left() || (modifiers & Qt::AltModifier) != 0) {
        m_scroll->setValue(static_cast<int>(m_scroll->value() - turns * 3 * l.laneHeight));
    } else {
        zoom(std::pow(1.25, turns), at.x());
    }
    setHover(at);
}

/// The thing at a place, and all that is true there.
view::Item TimelineWidget::lookUnder(QPointF at, std::optional<Hover>& hover)
{
    const Layout& l = layoutNow();
    const view::Item item = itemAt(at);
    const theme::Format& format = m_context.look.format();
    const auto written = marks();
    if (const annotation::Mark* mark = annotation::markAt(written, at, 5); mark && !mark->text.isEmpty()) {
        hover = Hover {at.x(), at.y(), mark->text, {}};
    } else if (const Bookmark* bookmark = bookmarkAt(at)) {
        hover = Hover {at.x(), at.y(), bookmark->note.isEmpty() ? tr("bookmark") : bookmark->note,
            format.clock(bookmark->position.at, 6)};
    } else if (const ActionMark* action = actionAt(at)) {
        hover = Hover {at.x(), at.y(), tr("done here: %1").arg(action->words), format.clock(action->at, 6)};
    } else if (at.x() >= l.lanes.left() && at.x() <= l.lanes.right() && at.y() >= l.open.top()) {
        const view::Position position = positionAt(at.x());
        hover = Hover {at.x(), at.y(), {}, format.clock(position.at, 6)};
        for (const Fold& fold : m_axis.folds()) {
            const auto [from, to] = m_axis.placesOf(fold);
            if (at.x() >= l.scale.toPixel(from) - 2 && at.x() <= l.scale.toPixel(to) + 2)
                hover->text = foldWords(fold, format);
        }
        const int row = l.rowAt(at.y());
        if (!hover->text.isEmpty()) {
            // A break says what it is; the lanes in it are washed out anyway.
        } else if (row >= 0 && m_frame.rows[static_cast<std::size_t>(row)].kind == Row::Kind::Lane) {
            const LaneId lane = m_frame.rows[static_cast<std::size_t>(row)].lane;
            const auto request = requestNear(lane, at.x());
            hover->text = describeAt(m_data, lane,
                request ? m_context.document.after(EventId {request->sent}) : position, format, request);
        } else if (at.y() < l.lanes.top()) {
            const OpenCounts open = m_data.open().at(position);
            QStringList parts;
            for (int role = kRoleCount - 1; role >= 0; --role) {
                const std::uint32_t n = open[static_cast<std::size_t>(role)];
                if (n > 0)
                    parts << format.number(n) + u' ' + theme::roleWord(static_cast<Role>(role));
            }
            hover->text
                = parts.isEmpty() ? tr("nothing is open") : tr("open: %1").arg(parts.join(QStringLiteral(" · ")));
        }
    } else if (item) {
        const LaneId lane = m_frame.rows[static_cast<std::size_t>(l.rowAt(at.y()))].lane;
        hover = Hover {at.x(), at.y(), describeAt(m_data, lane, m_context.playback.position(), format), {}};
    }
    return item;
}

void TimelineWidget::setHover(std::optional<QPointF> at)
{
    m_pointer = at;
    m_under = {};
    m_plot->hover.reset();
    if (at) {
        m_under = lookUnder(*at, m_plot->hover);
        const Layout& l = layoutNow();
        const auto written = marks();
        const double playhead = l.scale.toPixel(m_axis.toAxis(m_context.playback.position()));
        const bool canScrub = at->x() >= l.lanes.left() && at->x() <= l.lanes.right()
            && (!l.lanes.contains(*at) || std::abs(at->x() - playhead) <= kNear);
        m_plot->setCursor(annotation::markAt(written, *at, 5) ? Qt::SizeAllCursor
                : m_drag == Drag::Pan                         ? Qt::ClosedHandCursor
                : canScrub                                    ? Qt::SizeHorCursor
                                                              : Qt::ArrowCursor);
    }
    m_context.selection.setHovered(m_under);
    due(Overlay);
}

/// The picture moved under a pointer that rests, or what is true there has become something else.
void TimelineWidget::lookAgain()
{
    if (!m_pointer)
        return;
    std::optional<Hover> hover;
    const view::Item item = lookUnder(*m_pointer, hover);
    m_plot->hover = hover;
    // Where somebody else points by now, by the keyboard in another view, that stays.
    const bool ours = m_context.selection.hovered() == m_under;
    m_under = item;
    if (ours)
        m_context.selection.setHovered(item);
}

/// What can be done to a row as such.
void TimelineWidget::addRowEntries(QMenu& menu, const Row& row)
{
    const auto change = [this](auto edit) {
        return [this, edit] {
            Arrangement a = m_arrangement;
            edit(a);
            setArrangement(a);
        };
    };
    if (row.kind == Row::Kind::Group) {
        menu.addAction(row.collapsed ? tr("E&xpand") : tr("&Collapse"), this, change([row](Arrangement& a) {
            if (!a.collapsed.erase(row.group))
                a.collapsed.insert(row.group);
        }));
        menu.addAction(tr("&Hide these lanes"), this, change([row, this](Arrangement& a) {
            for (LaneId id = 0; id < m_data.lanes().size(); ++id) {
                if (groupOf(m_data.lanes()[id], a.groupBy) == row.group && !a.pinned.contains(id))
                    a.hidden.insert(id);
            }
        }));
        return;
    }
    QMenu* lane = menu.addMenu(tr("This &lane"));
    lane->addAction(row.pinned ? tr("Un&pin") : tr("&Pin to the top"), this, change([row](Arrangement& a) {
        if (!a.pinned.erase(row.lane))
            a.pinned.insert(row.lane);
    }));
    lane->addAction(tr("&Hide this lane"), this, change([row](Arrangement& a) { a.hidden.insert(row.lane); }));
    lane->addAction(tr("Hide the &others"), this, change([row, this](Arrangement& a) {
        for (LaneId id = 0; id < m_data.lanes().size(); ++id) {
            if (id != row.lane)
                a.hidden.insert(id);
        }
    }));
    const std::uint32_t group = groupOf(m_data.lanes()[row.lane], m_arrangement.groupBy);
    if (!row.pinned && std::any_of(m_frame.rows.begin(), m_frame.rows.end(), [&](const Row& r) {
            return r.kind == Row::Kind::Group && r.group == group;
        }))
        lane->addAction(
            tr("&Collapse its group"), this, change([group](Arrangement& a) { a.collapsed.insert(group); }));
}

/// Short enough to be read: what is done at this place first, then what is looked at, each kind in a menu of its own.
QMenu* TimelineWidget::createMenu(QPointF at)
{
    auto* menu = new QMenu(this);
    if (markMenu(*menu, at))
        return menu;
    const Layout& l = layoutNow();
    if (const Bookmark* bookmark = bookmarkAt(at)) {
        const view::Position marked = bookmark->position;
        menu->addAction(tr("Change the &note…"), this, [this, marked] { editBookmark(marked); });
        menu->addAction(tr("&Remove the bookmark"), this, [this, marked] { m_bookmarks.remove(marked); });
        menu->addSeparator();
    }
    if (at.x() >= l.lanes.left()) {
        const view::Position here = positionAt(at.x());
        menu->addAction(tr("&Go here"), this, [this, here] { m_context.playback.setPosition(here); });
    }
    if (const int row = l.rowAt(at.y()); row >= 0)
        addRowEntries(*menu, m_frame.rows[static_cast<std::size_t>(row)]);
    addAnnotate(*menu, at);
    if (at.x() >= l.lanes.left()) {
        QMenu* bookmarks = menu->addMenu(tr("&Bookmarks"));
        bookmarks->addAction(m_actions->addBookmark);
        if (!m_bookmarks.all().empty()) {
            bookmarks->addActions({m_actions->nextBookmark, m_actions->lastBookmark});
            bookmarks->addSeparator();
            fillBookmarks(*bookmarks);
        }
    }
    if (m_context.selection.range())
        menu->addAction(m_actions->clearRange);
    menu->addSeparator();
    menu->addAction(m_actions->focus);
    menu->addAction(m_actions->fit);
    m_actions->addViewTo(*menu);
    // Of whoever uses the widget; its own have their places above.
    QList<QAction*> others = QWidget::actions();
    others.removeIf([this](QAction* action) { return m_actions->all().contains(action); });
    if (!others.isEmpty()) {
        menu->addSeparator();
        menu->addActions(others);
    }
    return menu;
}

} // namespace connscope::timeline
