// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/worksheet.h"
#include "theme/look.h"

#include <QByteArray>

#include <cstdint>
#include <vector>

class QPagedPaintDevice;

namespace connscope::classroom {

/// Worksheets or answer sheets on A4, each beginning on a page of its own, as a PDF with embedded fonts. The same sheets
/// give the same bytes, whenever and wherever. \a epoch: the date that the file says, seconds since 1970 UTC.
QByteArray sheetsPdf(const std::vector<std::vector<lesson::SheetBlock>>& sheets, const theme::Look& look,
    const QString& title, std::int64_t epoch);

/// The number of pages that a sheet takes.
int pageCount(const std::vector<lesson::SheetBlock>& sheet, const theme::Look& look);

} // namespace connscope::classroom
