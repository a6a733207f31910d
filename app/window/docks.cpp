// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/docks.h"

#include <QAction>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QSettings>

namespace connscope::app {

namespace {

// Raised when the set of panels changes, so that an older layout is not forced on it.
constexpr int kLayoutVersion = 1;

} // namespace

Docks::Docks(QMainWindow& window, const QList<ViewSpec>& views)
    : QObject(&window)
    , m_window(window)
{
    window.setDockNestingEnabled(true);
    window.setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);
    window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    for (const ViewSpec& spec : views) {
        if (spec.home == Home::Centre)
            continue;
        auto* dock = new QDockWidget(&window);
        dock->setObjectName(spec.id);
        dock->setWidget(spec.widget);
        m_panels << Panel {spec, dock};
    }
    retranslate();
}

void Docks::retranslate()
{
    for (const Panel& panel : m_panels) {
        const QString title = QCoreApplication::translate("Views", panel.spec.title);
        panel.dock->setWindowTitle(title);
        panel.dock->toggleViewAction()->setText(title);
        panel.dock->toggleViewAction()->setStatusTip(
            QCoreApplication::translate("Views", "Shows or hides this panel"));
    }
}

void Docks::arrange(Workspace workspace)
{
    QDockWidget* bottom = nullptr;
    QDockWidget* right = nullptr;
    QDockWidget* front = nullptr;
    for (const Panel& panel : m_panels) {
        const bool isBottom = panel.spec.home == Home::Bottom;
        QDockWidget*& first = isBottom ? bottom : right;
        // Only what is elsewhere is moved: a panel that is put where it was may leave the tab bar of before behind.
        const Qt::DockWidgetArea area = isBottom ? Qt::BottomDockWidgetArea : Qt::RightDockWidgetArea;
        const bool isHome = !panel.dock->isFloating() && m_window.dockWidgetArea(panel.dock) == area
            && (!first || m_window.tabifiedDockWidgets(first).contains(panel.dock));
        if (!isHome) {
            panel.dock->setFloating(false);
            m_window.addDockWidget(area, panel.dock);
            if (first)
                m_window.tabifyDockWidget(first, panel.dock);
        }
        const bool seen = workspace == Workspace::Explore
            || (workspace == Workspace::Teach ? panel.spec.inTeach : panel.spec.inPresent);
        panel.dock->setVisible(seen);
        if (!first)
            first = panel.dock;
        if (seen && !isBottom && !front)
            front = panel.dock;
    }
    if (front)
        front->raise();
    if (bottom) {
        bottom->raise();
        m_window.resizeDocks(
            {bottom}, {m_window.height() * (workspace == Workspace::Present ? 32 : 36) / 100}, Qt::Vertical);
    }
    if (right)
        m_window.resizeDocks({right}, {m_window.width() * 27 / 100}, Qt::Horizontal);
}

QList<QAction*> Docks::toggles() const
{
    QList<QAction*> out;
    for (const Panel& panel : m_panels)
        out << panel.dock->toggleViewAction();
    return out;
}

QDockWidget* Docks::dock(const QString& id) const
{
    for (const Panel& panel : m_panels) {
        if (panel.spec.id == id)
            return panel.dock;
    }
    return nullptr;
}

void Docks::raise(const QString& id)
{
    if (QDockWidget* found = dock(id)) {
        found->show();
        found->raise();
        found->widget()->setFocus();
    }
}

void Docks::save(QSettings& settings) const
{
    settings.setValue(QStringLiteral("window/geometry"), m_window.saveGeometry());
    settings.setValue(QStringLiteral("window/state"), m_window.saveState(kLayoutVersion));
}

bool Docks::restore(const QSettings& settings)
{
    m_window.restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    return m_window.restoreState(settings.value(QStringLiteral("window/state")).toByteArray(), kLayoutVersion);
}

} // namespace connscope::app
