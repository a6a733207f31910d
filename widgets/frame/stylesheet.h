// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace connscope::theme {
class Look;
}

namespace connscope::frame {

/// The window's own manners on top of Fusion and the theme's palette: cards on paper, hairlines, quiet buttons. Objects
/// are told by name: #card, #bar, #chip, #primary.
QString styleSheet(const theme::Look& look);
/// An icon's side of so many px, as large beside larger type as it is beside the usual one.
int sideOf(double side, const theme::Look& look);
/// Of the icon in the disc that plays; the disc is of the style sheet.
int playSide(const theme::Look& look);

} // namespace connscope::frame
