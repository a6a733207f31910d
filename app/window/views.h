// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/context.h"

#include <QAction>
#include <QList>
#include <QString>
#include <QWidget>

#include <functional>

namespace connscope::editor {
class Draft;
}

namespace connscope::app {

/// Where a view has its place when the layout is reset.
enum class Home : std::uint8_t {
    Centre,
    Bottom,
    Left,
    Right,
    RightOrBeside, ///< beside what is at the bottom where everything is seen at once
};

/// A view of the window: the widget and how it is docked.
struct ViewSpec {
    QString id; ///< "timeline": the dock's object name, kept in settings
    const char* title; ///< to be translated in context "Views"
    QWidget* widget = nullptr; ///< or nullptr: made when somebody first wants to see it
    Home home = Home::Right;
    bool inTeach = true; ///< seen in the workspace Teach
    bool inPresent = false;
    bool onDemand = false; ///< seen only where it is asked for, whatever the workspace
    QList<QAction*> actions {}; ///< of its own, for a submenu of View and the palette
    std::function<QWidget*(QWidget* parent)> make {}; ///< where there is no widget yet
};

/// Of a widget that is there and listens, but takes its place, its style and its size only when somebody wants to see it.
std::function<QWidget*(QWidget*)> kept(QWidget* widget);

/// Every view, in the order in which docks of one side stand. The first of home Centre is the middle. Those that a start
/// does not show are not made yet: a start takes as long as what it makes. \a draft: what the editor edits.
QList<ViewSpec> makeViews(const view::Context& context, editor::Draft& draft, QWidget* parent);

} // namespace connscope::app
