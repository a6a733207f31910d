// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace connscope::theme {
struct Theme;
}

namespace connscope::frame {

/// One of the window's own drawings (resources/icons, ":/icons/NAME.svg") in the theme's ink. Drawn when it is first
/// needed in a size. Disabled: in the secondary colour.
QIcon icon(const QString& name, const theme::Theme& theme);

} // namespace connscope::frame
