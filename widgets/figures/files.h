// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figures/figure.h"

#include <QByteArray>

#include <cstdint>

/// \file
/// A figure as the bytes of a file. The same figure and options give the same bytes, whenever and wherever.

namespace connscope::figures {

struct FileOptions {
    QSizeF printed; ///< mm; empty = as many as its px are at 96 to the inch
    QString
        title; ///< what the file says of itself: a browser's tooltip, a reader's title bar, a screen reader; "" = none
    QString description; ///< the alternative text; "" = none. All kinds hold it: a PDF as its subject
    std::int64_t epoch = 0; ///< the date that a PDF says, seconds since 1970 UTC: SOURCE_DATE_EPOCH
};

/// \a page as Figure::paint takes it. Empty where there is not enough memory.
QByteArray pngFile(const Figure& figure, const FileOptions& options);
/// Lossless; "" and a problem where the program was built without libwebp.
QByteArray webpFile(const Figure& figure, const FileOptions& options, QString& problem);
/// Whether webpFile can write any.
bool hasWebp();
/// Real text and paths; nothing in it is an image.
QByteArray svgFile(const Figure& figure, const theme::Look& look, const FileOptions& options);
/// Fonts are embedded, text can be searched and copied. Every sheet of a long sequence is a page, unless the figure says which.
QByteArray pdfFile(const Figure& figure, const FileOptions& options);

} // namespace connscope::figures
