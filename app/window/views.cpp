// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views.h"

#include "frame/outline.h"

#include <QCoreApplication>

namespace connscope::app {

QList<ViewSpec> makeViews(const view::Context& context, QWidget* parent)
{
    QList<ViewSpec> views;
    views << ViewSpec {QStringLiteral("outline"), QT_TRANSLATE_NOOP("Views", "Scenario"),
        new frame::Outline(context, parent), Home::Right, false, false};
    return views;
}

} // namespace connscope::app
