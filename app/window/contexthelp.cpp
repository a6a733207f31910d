// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/contexthelp.h"

#include "app/window/manualpages.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QWidget>

namespace connscope::app {

ContextHelp::ContextHelp(QAction& help, QWidget& window)
    : QObject(&window)
    , m_window(window)
    , m_help(help)
{
    help.installEventFilter(this);
    qApp->installEventFilter(this);
    connect(&help, &QAction::triggered, this, [this] {
        const bool byKey = std::exchange(m_byKey, false);
        emit wanted(byKey ? manualPageOf(QApplication::focusWidget()) : QString());
    });
}

bool ContextHelp::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_help && event->type() == QEvent::Shortcut)
        m_byKey = true;
    // A key of the main window does not work in its dialogs.
    if (event->type() != QEvent::KeyPress || !watched->isWidgetType())
        return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() != Qt::Key_F1 || key->modifiers() != Qt::NoModifier)
        return false;
    const auto* widget = static_cast<const QWidget*>(watched);
    const QWidget* own = widget->window();
    if (own == &m_window)
        return false;
    for (const QWidget* above = own->parentWidget(); above; above = above->parentWidget()) {
        if (above != &m_window)
            continue;
        const QString page = manualPageOf(widget);
        if (page.isEmpty())
            return false;
        emit wanted(page);
        return true;
    }
    return false;
}

} // namespace connscope::app
