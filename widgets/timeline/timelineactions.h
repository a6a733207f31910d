// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/lanes.h"
#include "timeline/timeaxis.h"

#include <QList>
#include <QObject>

#include <functional>

class QAction;
class QActionGroup;
class QMenu;

namespace connscope::timeline {

class TimelineWidget;

/// What can be done with a timeline, each once: for menus, toolbars, the command palette and the list of shortcuts.
/// Shortcuts are those of the timeline alone, so that letters can be typed elsewhere.
class TimelineActions : public QObject {
    Q_OBJECT

public:
    explicit TimelineActions(TimelineWidget& timeline);

    QAction* linear;
    QAction* byEvent;
    QAction* folded;
    QAction* zoomIn; ///< W
    QAction* zoomOut; ///< S
    QAction* panLeft; ///< A
    QAction* panRight; ///< D
    QAction* focus; ///< F: the selection, then all
    QAction* fit;
    QAction* groupByClient;
    QAction* groupByBroker;
    QAction* groupByRole;
    QAction* sortByOpening;
    QAction* sortByNode;
    QAction* sortByConnections;
    QAction* collapseAll;
    QAction* expandAll;
    QAction* showHidden;
    QAction* brokers; ///< a strip for each
    QAction* hideFiltered;
    QAction* addBookmark;
    QAction* nextBookmark;
    QAction* lastBookmark;
    QAction* clearRange;

    /// Property of an action behind which a menu of all has a line.
    static constexpr const char* kEndsPart = "ends-part";

    /// All of the above, in their order.
    const QList<QAction*>& all() const { return m_all; }
    /// What is checked and enabled follows the timeline; the widget calls it when it changed.
    void update();
    /// Words in the language of the interface.
    void retranslate();
    /// The kinds of time, and how lanes are grouped, sorted and shown: two menus in a menu.
    void addViewTo(QMenu& menu) const;

private:
    QAction* add(const char* shortcut, std::function<void()> does, QActionGroup* group = nullptr);

    TimelineWidget& m_timeline;
    QList<QAction*> m_all;
};

} // namespace connscope::timeline
