// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/figuregrip.h"

#include <QApplication>
#include <QDrag>
#include <QHelpEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QPixmap>
#include <QToolTip>

namespace connscope::figures {

FigureGrip::FigureGrip(QWidget* parent)
    : QToolButton(parent)
{
    setAutoRaise(true);
    setIconSize({14, 14});
    setFixedSize(18, 14); // a status bar is no higher for it
    setCursor(Qt::OpenHandCursor);
}

void FigureGrip::setHint(const QString& hint)
{
    m_hint = hint;
    setAccessibleDescription(hint);
}

bool FigureGrip::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QToolButton::event(event);
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), m_hint, this);
    return true;
}

void FigureGrip::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->pos();
    QToolButton::mousePressEvent(event);
}

void FigureGrip::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton) || !m_source
        || (event->pos() - m_pressed).manhattanLength() < QApplication::startDragDistance()) {
        QToolButton::mouseMoveEvent(event);
        return;
    }
    setDown(false); // letting go elsewhere is no click
    Load load = m_source();
    if (!load.data)
        return;
    auto* drag = new QDrag(this); // Qt deletes it
    drag->setMimeData(load.data.release());
    drag->setPixmap(QPixmap::fromImage(load.image.scaled(200, 150, Qt::KeepAspectRatio, Qt::SmoothTransformation)));
    drag->exec(Qt::CopyAction);
}

} // namespace connscope::figures
