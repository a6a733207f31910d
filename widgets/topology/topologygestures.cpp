// SPDX-License-Identifier: GPL-3.0-or-later
// What hands do to the topology: pointer, wheel, fingers, keys, context menu.
#include "topology/topologywidget.h"

#include "topology/accessible.h"
#include "topology/mnemonics.h"
#include "topology/words.h"
#include "view/playback.h"
#include "view/selection.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QGestureEvent>
#include <QHelpEvent>
#include <QLineF>
#include <QMenu>
#include <QMouseEvent>
#include <QPinchGesture>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace connscope::topology {

Hit TopologyWidget::hitAt(QPointF widget) const
{
    return hitTest(stage(), scene(), m_viewport.toScene(widget), 6 / m_viewport.zoom());
}

/// What a click is meant for: a group that is shut as a whole, of one that is open what was clicked at.
view::Item TopologyWidget::clickedItem(const Hit& hit) const
{
    if (hit.node != Cast::kNone && m_placement.nodes[hit.node].isGroup()
        && (hit.item.isNone() || m_placement.nodes[hit.node].detail == Detail::Group))
        return targetItem({hit.node, Cast::kNone});
    if (hit.item.isNone() && hit.link != Cast::kNone && m_placement.links[hit.link].isBundle())
        return targetItem({Cast::kNone, hit.link});
    return hit.item;
}

bool TopologyWidget::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        m_tip = tipAt(help->pos());
        m_tipAt = help->globalPos();
        if (m_tip.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(m_tipAt, m_tip, this);
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride && m_focused) {
        // While the keyboard is on a card or a link, arrows walk; Escape gives them back to the window, where they step.
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool plain = (key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
        if (plain && (key->key() == Qt::Key_Left || key->key() == Qt::Key_Right)) {
            event->accept();
            return true;
        }
    }
    if (event->type() == QEvent::Gesture) {
        pinch(static_cast<QGestureEvent*>(event));
        return true;
    }
    if (event->type() == QEvent::NativeGesture) {
        auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            m_viewport.zoomAt(gesture->position(), 1 + gesture->value(), m_placement.bounds, size());
            update();
            emit viewportChanged();
            return true;
        }
    }
    return QWidget::event(event);
}

QString TopologyWidget::tipAt(QPoint at) const
{
    const auto marks = this->marks();
    const annotation::Mark* mark = markIn(marks, at);
    return mark && !mark->text.isEmpty() ? mark->text : hoverWords(stage(), scene(), hitAt(at));
}

/// Time went on under a pointer that rests: what is there, and what is said of it, may be something else.
void TopologyWidget::lookAgain()
{
    if (!m_pointer || !isVisible() || m_drag.what != Drag::What::Nothing)
        return;
    const view::Item item = hitAt(*m_pointer).item;
    // Where somebody else points by now, by the keyboard or in another view, that stays.
    if (m_context.selection.hovered() == std::exchange(m_under, item))
        m_context.selection.setHovered(item);
    if (m_tip.isEmpty() || !QToolTip::isVisible() || QToolTip::text() != m_tip)
        return;
    m_tip = tipAt(m_pointer->toPoint());
    if (m_tip.isEmpty())
        QToolTip::hideText();
    else if (m_tip != QToolTip::text())
        QToolTip::showText(m_tipAt, m_tip, this);
}

void TopologyWidget::pinch(QGestureEvent* event)
{
    if (auto* pinch = static_cast<QPinchGesture*>(event->gesture(Qt::PinchGesture))) {
        m_viewport.zoomAt(mapFromGlobal(pinch->centerPoint()), pinch->scaleFactor(), m_placement.bounds, size());
        update();
        emit viewportChanged();
    }
}

void TopologyWidget::wheelEvent(QWheelEvent* event)
{
    // Two fingers on a pad scroll; a wheel, or fingers with Ctrl, zoom.
    const bool fingers = event->phase() != Qt::NoScrollPhase && !event->pixelDelta().isNull();
    if (fingers && !(event->modifiers() & Qt::ControlModifier))
        m_viewport.pan(event->pixelDelta(), m_placement.bounds, size());
    else
        m_viewport.zoomAt(event->position(), std::pow(1.0015, event->angleDelta().y()), m_placement.bounds, size());
    update();
    emit viewportChanged();
    event->accept();
}

void TopologyWidget::mousePressEvent(QMouseEvent* event)
{
    m_drag = {};
    m_isSecondClick = false;
    m_drag.from = m_drag.last = event->position();
    if (event->button() == Qt::MiddleButton) {
        m_drag.what = Drag::What::Ground;
        return;
    }
    if (event->button() != Qt::LeftButton)
        return;
    if (showMinimap() && minimapRect().contains(event->position())) {
        m_drag.what = Drag::What::Minimap;
        moveMinimap(event->position());
        return;
    }
    if (m_hands) {
        if (m_hands->press(marks(), m_viewport.toScene(event->position()), 6 / m_viewport.zoom())) {
            m_drag.what = Drag::What::Mark;
            return;
        }
    }
    const Hit hit = hitAt(event->position());
    m_drag.what = Drag::What::Ground;
    if (hit.node != Cast::kNone) {
        m_drag.what = Drag::What::Node;
        m_drag.node = hit.node;
        m_drag.grip = m_viewport.toScene(event->position()) - m_placement.nodes[hit.node].rect.center();
    }
}

void TopologyWidget::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    m_pointer = at;
    if (m_drag.what == Drag::What::Nothing) {
        const Hit hit = hitAt(at);
        m_under = hit.item;
        m_context.selection.setHovered(hit.item);
        const auto marks = this->marks();
        setCursor(markIn(marks, at) ? Qt::SizeAllCursor : hit.isNone() ? Qt::ArrowCursor : Qt::PointingHandCursor);
        return;
    }
    if (m_drag.what == Drag::What::Mark) {
        m_hands->move(m_viewport.toScene(at));
        return;
    }
    if (m_drag.what == Drag::What::Minimap) {
        moveMinimap(at);
        return;
    }
    m_drag.moved = m_drag.moved || QLineF(m_drag.from, at).length() >= QApplication::startDragDistance();
    if (!m_drag.moved)
        return;
    if (m_drag.what == Drag::What::Node) {
        moveNode(m_drag, at);
    } else {
        m_viewport.pan(at - m_drag.last, m_placement.bounds, size());
        setCursor(Qt::ClosedHandCursor);
        emit viewportChanged();
    }
    m_drag.last = at;
    update();
}

void TopologyWidget::moveNode(const Drag& drag, QPointF to)
{
    const QPointF centre = m_viewport.toScene(to) - drag.grip;
    const QSizeF size = m_placement.size;
    m_arrangement.moved[m_placement.nodes[drag.node].key]
        = {centre.x() / std::max(1.0, size.width()), centre.y() / std::max(1.0, size.height())};
    // Where it is dragged to must not change what the pointer is on, so the view stays.
    m_placement = place(m_cast, *m_metrics, size, m_arrangement);
    placementChanged();
}

void TopologyWidget::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, {});
    setCursor(Qt::ArrowCursor);
    if (drag.what == Drag::What::Mark) {
        m_hands->release();
        return;
    }
    if (drag.moved && drag.what == Drag::What::Node)
        emit arrangementChanged();
    if (drag.moved || drag.what == Drag::What::Minimap || event->button() != Qt::LeftButton)
        return;
    if (std::exchange(m_isSecondClick, false))
        return; // the second click's, which opened a group: what lies there now was not meant
    m_beforeClick = m_context.selection.current();
    m_context.selection.setCurrent(clickedItem(hitAt(event->position())));
}

void TopologyWidget::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const auto marks = this->marks();
    if (const annotation::Mark* mark = markIn(marks, event->position())) {
        m_hands->edit(mark->index);
        return;
    }
    const Hit hit = hitAt(event->position());
    if (hit.node != Cast::kNone && m_placement.nodes[hit.node].isGroup()) {
        // It was to be opened; its first click has selected what lay there.
        m_context.selection.setCurrent(m_beforeClick);
        m_isSecondClick = true;
        toggleGroup(hit.node);
    } else if (hit.isNone())
        fit();
}

void TopologyWidget::leaveEvent(QEvent* event)
{
    m_pointer.reset();
    m_under = {};
    m_context.selection.setHovered({});
    QWidget::leaveEvent(event);
}

void TopologyWidget::focusTarget(std::optional<Target> target)
{
    m_focused = target;
    if (target) {
        m_context.selection.setHovered(targetItem(*target));
        const auto& all = targets();
        const auto found = std::find(all.begin(), all.end(), *target);
        if (found != all.end())
            announceFocus(this, static_cast<int>(found - all.begin()));
    }
    update();
}

bool TopologyWidget::focusNextPrevChild(bool next)
{
    const auto& all = targets();
    if (all.empty())
        return QWidget::focusNextPrevChild(next);
    const auto found = m_focused ? std::find(all.begin(), all.end(), *m_focused) : all.end();
    if (found == all.end()) {
        focusTarget(next ? all.front() : all.back());
        return true;
    }
    // Beyond the ends the focus goes on to the next widget.
    if ((next && found + 1 == all.end()) || (!next && found == all.begin())) {
        focusTarget(std::nullopt);
        return QWidget::focusNextPrevChild(next);
    }
    focusTarget(next ? *(found + 1) : *(found - 1));
    return true;
}

/// To the nearest thing in a direction; things aside of it count as farther.
void TopologyWidget::walk(Qt::Key key)
{
    const auto& all = targets();
    if (all.empty())
        return;
    if (!m_focused) {
        focusTarget(all.front());
        return;
    }
    const QRectF from = targetRect(*m_focused);
    const bool across = key == Qt::Key_Left || key == Qt::Key_Right;
    const qreal sign = key == Qt::Key_Left || key == Qt::Key_Up ? -1 : 1;
    const Target* best = nullptr;
    qreal least = 0;
    for (const Target& target : all) {
        const QRectF to = targetRect(target);
        const QPointF way = to.center() - from.center();
        const qreal along = sign * (across ? way.x() : way.y());
        // What overlaps is not aside, however wide it is.
        const qreal aside = across ? std::max({0.0, to.top() - from.bottom(), from.top() - to.bottom()})
                                   : std::max({0.0, to.left() - from.right(), from.left() - to.right()});
        if (along < 1 || aside > 2 * along) // not in that direction
            continue;
        const qreal cost = along + 2 * aside;
        if (!best || cost < least) {
            best = &target;
            least = cost;
        }
    }
    if (best)
        focusTarget(*best);
}

void TopologyWidget::keyPressEvent(QKeyEvent* event)
{
    if (m_hands && m_hands->key(*event))
        return;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        walk(static_cast<Qt::Key>(event->key()));
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_focused)
            activate(*m_focused);
        return;
    case Qt::Key_Escape:
        if (m_focused) {
            focusTarget(std::nullopt);
            return;
        }
        if (m_context.selection.current()) {
            m_context.selection.setCurrent({});
            return;
        }
        break;
    case Qt::Key_F:
        focusOrFit();
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomIn();
        return;
    case Qt::Key_Minus:
        zoomOut();
        return;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

namespace {

void addEntries(QMenu& menu, const std::vector<ActionEntry>& entries, TopologyWidget* widget)
{
    for (const ActionEntry& entry : entries) {
        const QString text = QString(entry.text).replace(u'&', QLatin1String("&&")); // a name may have one
        if (!entry.more.empty()) {
            addEntries(*menu.addMenu(text), entry.more, widget);
            continue;
        }
        const TopologyAction action = entry.action;
        QAction* verb = menu.addAction(text);
        verb->setEnabled(entry.unavailable.isEmpty());
        verb->setStatusTip(entry.unavailable);
        verb->setToolTip(entry.unavailable.isEmpty() ? entry.text : entry.unavailable);
        QObject::connect(
            verb, &QAction::triggered, widget, [widget, action] { emit widget->actionRequested(action); });
    }
}

} // namespace

void TopologyWidget::addVerbs(QMenu& menu, view::Item item)
{
    // Only a scenario can be changed; a recording is what it is.
    if (item && m_context.document.scenario())
        addEntries(
            menu, actionsFor(m_cast, m_context.playback.world(), item, m_context.document.source().world), this);
}

void TopologyWidget::showMenu(QPoint global, view::Item item, std::uint32_t node)
{
    QMenu menu(this);
    menu.setToolTipsVisible(true);
    if (item) {
        m_context.selection.setCurrent(item);
        addVerbs(menu, item);
        if (m_context.document.scenario()) {
            if (item.kind == view::Item::Kind::Broker || item.kind == view::Item::Kind::Client) {
                if (!menu.isEmpty())
                    menu.addSeparator();
                connect(menu.addAction(item.kind == view::Item::Kind::Broker ? Words::tr("Edit This Broker…")
                                                                             : Words::tr("Edit This Client…")),
                    &QAction::triggered, this, [this, item] { emit editRequested(item); });
            }
        }
    }
    if (node < m_placement.nodes.size() && m_placement.nodes[node].isGroup()) {
        const bool open = m_placement.nodes[node].detail == Detail::Tiles;
        connect(menu.addAction(open ? Words::tr("Show as a group") : Words::tr("Show each")), &QAction::triggered,
            this, [this, node] { toggleGroup(node); });
    }
    addAnnotationEntries(menu, item, node);
    if (!menu.isEmpty())
        menu.addSeparator();
    connect(menu.addAction(Words::tr("Fit")), &QAction::triggered, this, &TopologyWidget::fit);
    if (!m_arrangement.isEmpty()) {
        connect(menu.addAction(Words::tr("Everything to its own place")), &QAction::triggered, this,
            &TopologyWidget::resetArrangement);
    }
    if (!actions().isEmpty()) { // of whoever uses the widget
        menu.addSeparator();
        menu.addActions(actions());
    }
    addMnemonics(menu);
    menu.exec(global);
}

void TopologyWidget::contextMenuEvent(QContextMenuEvent* event)
{
    if (event->reason() == QContextMenuEvent::Keyboard) {
        if (m_focused) {
            showMenu(mapToGlobal(targetRect(*m_focused).center().toPoint()), targetItem(*m_focused), m_focused->node);
            return;
        }
        showMenu(mapToGlobal(rect().center()), m_context.selection.current(), Cast::kNone);
        return;
    }
    const auto marks = this->marks();
    if (const annotation::Mark* mark = markIn(marks, event->pos())) {
        QMenu menu(this);
        m_hands->annotations().pick(mark->index);
        m_hands->fillMenu(menu, mark->index, m_context.playback.instant());
        menu.exec(event->globalPos());
        return;
    }
    const Hit hit = hitAt(event->pos());
    showMenu(event->globalPos(), clickedItem(hit), hit.node);
}

} // namespace connscope::topology
