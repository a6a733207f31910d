// SPDX-License-Identifier: GPL-3.0-or-later
// Who gets a key: the control that has the keyboard, an open menu, or the window's actions.
#include "app/window/frameclock.h"
#include "app/window/mainwindow.h"

#include <QAbstractButton>
#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QWindow>

namespace connscope::app {

bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    // On another desktop, or taken off the screen in whatever way: nobody sees it, though it was not hidden.
    if (event->type() == QEvent::Expose && watched == windowHandle())
        m_clock->setSeen(isVisible() && !isMinimized() && windowHandle()->isExposed());
    // While a menu is open its letters are those of its entries, whatever they do in the view behind it.
    if (event->type() == QEvent::ShortcutOverride && qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if ((key->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier)) == Qt::NoModifier) {
            event->accept();
            return true;
        }
    }
    // Keys that a focused control needs for itself go to it and not to an action: Space presses a button, arrows move in lists.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool plain = (key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
        const bool presses = key->key() == Qt::Key_Space && qobject_cast<QAbstractButton*>(watched);
        const bool moves = (key->key() == Qt::Key_Left || key->key() == Qt::Key_Right || key->key() == Qt::Key_Home
                               || key->key() == Qt::Key_End)
            && (watched->inherits("QTreeView") || watched->inherits("QListView") || watched->inherits("QTabBar")
                || watched->inherits("QComboBox"));
        if (plain && (presses || moves)) {
            event->accept();
            return true;
        }
    }
    if (event->type() == QEvent::KeyPress && m_lessons && watched == QApplication::focusWidget()) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)
            && (key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier
            && enterInLesson(static_cast<QWidget*>(watched)))
            return true;
    }
    // Not every platform makes a context menu's event of it.
    if (event->type() == QEvent::KeyPress && watched == QApplication::focusWidget()) {
        const auto* key = static_cast<QKeyEvent*>(event);
        auto* widget = static_cast<QWidget*>(watched);
        if (key->key() == Qt::Key_F10 && key->modifiers() == Qt::ShiftModifier && widget->window() == this) {
            const QPoint middle = widget->rect().center();
            QContextMenuEvent menu(QContextMenuEvent::Keyboard, middle, widget->mapToGlobal(middle));
            QApplication::sendEvent(widget, &menu);
            return true;
        }
    }
    return QMainWindow::eventFilter(watched, event);
}

} // namespace connscope::app
