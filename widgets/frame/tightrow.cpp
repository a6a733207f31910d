// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/tightrow.h"

#include <QWidget>

#include <algorithm>

namespace connscope::frame {

Part partOf(const QList<QWidget*>& widgets, int spacing)
{
    Part out {widgets, static_cast<int>(widgets.size() - 1) * spacing};
    for (const QWidget* widget : widgets)
        out.width += std::clamp(widget->sizeHint().width(), widget->minimumWidth(), widget->maximumWidth());
    return out;
}

int widthOf(const QList<Part>& parts, int spacing)
{
    int out = 0;
    for (const Part& part : parts)
        out += part.width + spacing;
    return std::max(0, out - spacing);
}

void fit(const QList<Part>& parts, int spacing, int width)
{
    int taken = 0;
    bool hasRoom = true;
    for (const Part& part : parts) {
        taken += part.width + (taken > 0 ? spacing : 0);
        hasRoom = taken <= width || &part == &parts.first();
        // What comes after it is less important, however narrow it is.
        if (!hasRoom)
            taken = width;
        for (QWidget* widget : part.widgets)
            widget->setVisible(hasRoom);
    }
}

} // namespace connscope::frame
