// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspector/sheet.h"

#include <QRectF>

#include <vector>

namespace connscope::theme {
class Look;
}

namespace connscope::inspector {

/// Where a block and its parts are, in pixels of the sheet.
struct PlacedBlock {
    QRectF rect; ///< all of it, as wide as the sheet
    QRectF label;
    QRectF text;
    QRectF note;
    QRectF more;
    QRectF mark; ///< chip, ring, badge, bar or dot
};

struct SheetLayout {
    std::vector<PlacedBlock> blocks; ///< as in the sheet
    qreal height = 0;
    qreal width = 0;
};

/// Places a sheet in a column of \a width. Text is wrapped at words, inside them where they are wider than the column;
/// nothing is cut.
SheetLayout layoutSheet(const Sheet& sheet, qreal width, const theme::Look& look);

/// The block at \a y; -1 = none.
int blockAt(const SheetLayout& layout, qreal y);

/// The font of a block's text.
QFont textFont(const Block& block, const theme::Look& look);
QFont smallFont(const theme::Look& look);
QFont smallMono(const theme::Look& look);

} // namespace connscope::inspector
