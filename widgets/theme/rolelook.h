// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QChar>
#include <QString>
#include <QVector>

/// \file
/// How a role and a closer look. Neither is told by colour alone: a role has a dash pattern and a letter, a closer the
/// shape of its cap.

namespace connscope::theme {

struct RoleLook {
    Hue hue;
    QChar letter; ///< "B", "D", "C", "T", "?"
    QVector<qreal> dash; ///< for QPen::setDashPattern, in pen widths; empty = a solid line
};
RoleLook roleLook(Role role, const Theme& theme);
QChar roleLetter(Role role);
QVector<qreal> roleDash(Role role);
/// "bootstrap", "data", … in the language of the interface.
QString roleWord(Role role);

/// The shape at the end of a closed connection.
enum class Cap : std::uint8_t {
    Open, ///< no end: still open
    Bar, ///< closed by the client: a bar, as a door that was shut from this side
    Wedge, ///< closed by the broker: a triangle that points to the client
    Cross, ///< ended by the network or an operating system
};
struct CloserLook {
    Hue hue;
    Cap cap = Cap::Open;
};
CloserLook closerLook(trace::Side closer, const Theme& theme);
Cap closerCap(trace::Side closer);
/// "client", "broker", "network" in the language of the interface; "" for None.
QString closerWord(trace::Side closer);

/// How an event is known: "simulated", "observed", "sampled", "inferred" in the language of the interface.
QString vantageWord(trace::Vantage vantage);
/// What that means, as a sentence.
QString vantageTip(trace::Vantage vantage);

} // namespace connscope::theme
