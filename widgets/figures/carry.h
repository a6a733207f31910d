// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figures/files.h"

#include <QTemporaryDir>

#include <memory>

class QMimeData;

namespace connscope::figures {

/// A figure for another program, as whatever it takes: pixels, SVG, the SVG's text, a file.
class Carrier {
public:
    /// \a name: of the file, without its end. Its folder goes with the carrier, so that must live as long as what it gave
    /// away may be read.
    std::unique_ptr<QMimeData> pack(
        const Figure& figure, const theme::Look& look, const FileOptions& options, const QString& name);

private:
    QTemporaryDir m_folder;
};

/// For the clipboard: pixels, or SVG with its text for an editor.
std::unique_ptr<QMimeData> pictureOf(const Figure& figure);
std::unique_ptr<QMimeData> svgOf(const Figure& figure, const theme::Look& look, const FileOptions& options);

} // namespace connscope::figures
