// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace connscope::frame {

/// Fusion, without what the window never shows of it and a start would wait for.
class Style : public QProxyStyle {
    Q_OBJECT

public:
    Style();

    /// None for the arrow at the end of a tool bar that is too short: Fusion has it as PNG files, and the first of those
    /// loads every plugin for images that there is. The window's tool bar holds one widget, which shortens itself.
    QIcon standardIcon(
        StandardPixmap icon, const QStyleOption* option = nullptr, const QWidget* widget = nullptr) const override;
};

} // namespace connscope::frame
