// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QWidget;

namespace connscope::frame {

/// What stays or gives way together in a row, and how wide it is at least, with the spaces inside, in px.
struct Part {
    QList<QWidget*> widgets;
    int width = 0;
};

/// \a widgets beside each other, each as wide as its size hint and its minimum ask for.
Part partOf(const QList<QWidget*>& widgets, int spacing);
/// How wide all of \a parts are beside each other, in px.
int widthOf(const QList<Part>& parts, int spacing);
/// Shows as many of \a parts, the most important of which come first, as have room in \a width px; hides the others.
/// The first is always shown.
void fit(const QList<Part>& parts, int spacing, int width);

} // namespace connscope::frame
