// SPDX-License-Identifier: GPL-3.0-or-later
// A timeline by the keyboard: where it is, its keys, its menu.
#include "timeline/plot.h"
#include "timeline/timelinewidget.h"

#include <QContextMenuEvent>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>

#include <algorithm>

namespace connscope::timeline {

void TimelineWidget::keyPressEvent(QKeyEvent* event)
{
    if (m_hands && m_hands->key(*event))
        return;
    switch (event->key()) {
    case Qt::Key_Up:
        walkLanes(-1);
        break;
    case Qt::Key_Down:
        walkLanes(1);
        break;
    case Qt::Key_PageUp:
        m_scroll->triggerAction(QAbstractSlider::SliderPageStepSub);
        break;
    case Qt::Key_PageDown:
        m_scroll->triggerAction(QAbstractSlider::SliderPageStepAdd);
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom(1.5);
        break;
    case Qt::Key_Minus:
        zoom(1 / 1.5);
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

/// Of the row that is selected, at the playhead: what a pointer that lies there would get.
QPointF TimelineWidget::menuPlace()
{
    const Layout& l = layoutNow();
    const double playhead = l.scale.toPixel(m_axis.toAxis(m_context.playback.position()));
    QPointF place(
        std::clamp(playhead, l.lanes.left(), std::max(l.lanes.left(), l.lanes.right())), l.lanes.center().y());
    const auto& rows = m_frame.rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].kind != Row::Kind::Lane || !concerns(m_frame, m_context.selection.current(), rows[i].lane))
            continue;
        const double middle = l.rows[i].top + l.rows[i].height / 2;
        place.setY(std::clamp(middle, l.lanes.top(), std::max(l.lanes.top(), l.lanes.bottom() - 1)));
        break;
    }
    return place;
}

/// By the pointer the plot gets it; this is what the keyboard asks for.
void TimelineWidget::contextMenuEvent(QContextMenuEvent* event)
{
    frame(); // of what is selected by now
    const QPointF place = event->reason() == QContextMenuEvent::Keyboard ? menuPlace() : QPointF(event->pos());
    auto* menu = createMenu(place);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(mapToGlobal(place.toPoint()));
}

void TimelineWidget::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    m_frame.focused = true;
    due(Overlay);
}

void TimelineWidget::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    // Behind a menu of its own it still is where the keyboard was.
    m_frame.focused = event->reason() == Qt::PopupFocusReason;
    due(Overlay);
}

} // namespace connscope::timeline
