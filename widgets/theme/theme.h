// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "trace/event.h"

#include <QColor>

#include <array>
#include <span>

/// \file
/// The colours of the window, as one table with a row for each scheme. Colour belongs to roles and closers; all else is
/// paper, ink and one grey. Roles are Okabe-Ito's colours, moved until a mark has a contrast of 3 and a text of 4.5 on
/// every surface they may lie on; tests/theme holds the table to that.

namespace connscope::theme {

enum class Scheme : std::uint8_t { Light, Dark, HighContrastLight, HighContrastDark };
inline constexpr int kSchemeCount = 4;

/// A colour that means something.
struct Hue {
    QColor mark; ///< lines, dots, fills: at least 3:1 on every surface
    QColor text; ///< words and digits: at least 4.5:1 on every surface; also the disc behind a letter in `card`
    QColor tint; ///< a surface of its own (chips, tracks): ink on it is readable
};

/// One scheme. Surfaces are paper, card, raised, selection and hover; nothing is written on a hairline.
struct Theme {
    Scheme scheme = Scheme::Light;
    bool isDark = false;

    QColor paper; ///< behind everything
    QColor card; ///< views lie on it
    QColor raised; ///< nodes, chips and buttons on a card
    QColor selection; ///< behind what is selected
    QColor hover; ///< behind what the pointer is on

    QColor ink; ///< text
    QColor secondary; ///< text that can wait
    QColor hairline; ///< separates; carries no meaning
    QColor outline; ///< edges that must be seen, 3:1
    QColor accent; ///< focus, playhead, checked buttons
    QColor onAccent; ///< text on accent

    QColor handshake; ///< TCP's part of a connection's life: a mark
    QColor positive; ///< alive, fulfilled: text
    QColor error; ///< what went wrong: text

    std::array<Hue, kRoleCount> roles; ///< by Role
    std::array<Hue, 4> closers; ///< by trace::Side; None = still open or not known

    /// What text and marks may lie on.
    std::array<QColor, 5> surfaces() const { return {paper, card, raised, selection, hover}; }
    const Hue& role(Role r) const { return roles[static_cast<std::size_t>(r)]; }
    const Hue& closer(trace::Side s) const { return closers[static_cast<std::size_t>(s)]; }
};

/// The row of a scheme.
const Theme& themeOf(Scheme scheme);
/// All of them.
std::span<const Theme> themes();

} // namespace connscope::theme
