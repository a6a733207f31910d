// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/dockshares.h"

#include <QDockWidget>
#include <QMainWindow>

#include <cstdlib>

namespace connscope::app {

namespace {

bool isHorizontal(Qt::DockWidgetArea area)
{
    return area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea;
}

} // namespace

void DockShares::give(QDockWidget* dock, double share)
{
    const Qt::DockWidgetArea area = m_window.dockWidgetArea(dock);
    const bool across = isHorizontal(area);
    const int given = qRound(share * (across ? m_window.width() : m_window.height()));
    m_shares[area] = {share, given, dock};
    m_window.resizeDocks({dock}, {given}, across ? Qt::Horizontal : Qt::Vertical);
}

void DockShares::follow(QSize before, QSize now)
{
    if (now.isEmpty())
        return;
    if (before.isEmpty()) {
        const QHash<int, Share> given = m_shares;
        for (const Share& share : given) {
            if (share.dock && !share.dock->isHidden() && !share.dock->isFloating())
                give(share.dock, share.of);
        }
        return;
    }
    follow(Qt::BottomDockWidgetArea, before.height(), now.height());
    follow(Qt::LeftDockWidgetArea, before.width(), now.width());
    follow(Qt::RightDockWidgetArea, before.width(), now.width());
}

void DockShares::follow(Qt::DockWidgetArea area, int before, int now)
{
    if (before == now)
        return;
    const bool isBottom = !isHorizontal(area);
    for (QDockWidget* dock : m_window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (!dock->isVisible() || dock->isFloating() || m_window.dockWidgetArea(dock) != area
            || dock->visibleRegion().isEmpty())
            continue;
        const int has = isBottom ? dock->height() : dock->width();
        Share& share = m_shares[area];
        // In small steps nothing is lost by rounding: the share is what it was as long as the panel has what it was given, or
        // Qt had to make it smaller, or larger, for want of room.
        const auto extent = [isBottom](QSize size) { return isBottom ? size.height() : size.width(); };
        const QWidget* centre = m_window.centralWidget();
        const bool isSqueezed
            = share.given > has && centre && extent(centre->size()) <= extent(centre->minimumSizeHint());
        const bool isLeast = share.given < has && has <= extent(dock->minimumSizeHint());
        if (std::abs(share.given - has) > 1 && !isSqueezed && !isLeast)
            share.of = static_cast<double>(has) / before;
        share.given = qRound(share.of * now);
        m_window.resizeDocks({dock}, {share.given}, isBottom ? Qt::Vertical : Qt::Horizontal);
        return; // what is beside it in the area goes with it
    }
}

} // namespace connscope::app
