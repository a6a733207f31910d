// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspector/sheetlayout.h"

class QPainter;

namespace connscope::inspector {

/// What the pointer and the keyboard are on; -1 = none.
struct SheetFocus {
    int hovered = -1;
    int focused = -1;
};

/// Replays a layout: blocks that touch \a clip, in the sheet's coordinates, over whatever is there.
void paintSheet(QPainter& painter, const Sheet& sheet, const SheetLayout& layout, const QRectF& clip,
    const theme::Look& look, const SheetFocus& focus = {});

} // namespace connscope::inspector
