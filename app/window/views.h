// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/context.h"

#include <QAction>
#include <QList>
#include <QString>
#include <QWidget>

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
    QWidget* widget = nullptr;
    Home home = Home::Right;
    bool inTeach = true; ///< seen in the workspace Teach
    bool inPresent = false;
    bool onDemand = false; ///< seen only where it is asked for, whatever the workspace
    QList<QAction*> actions; ///< of its own, for a submenu of View and the palette
};

/// Makes every view, in the order in which docks of one side stand. The first of home Centre is the middle.
QList<ViewSpec> makeViews(const view::Context& context, QWidget* parent);

} // namespace connscope::app
