// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

/// \file
/// How colours are told apart, as numbers: contrast as WCAG 2.1 defines it, and what is left of a colour for people (and
/// printers) who see fewer of them.

namespace connscope::theme {

/// 0 (black) to 1 (white); WCAG 2.1 relative luminance. Alpha is not looked at.
double relativeLuminance(const QColor& colour);
/// 1 to 21; text wants 4.5, marks 3.
double contrastRatio(const QColor& a, const QColor& b);

/// Ways of seeing. The three dichromacies after Viénot, Brettel and Mollon 1999 and Brettel, Viénot and Mollon 1997.
enum class Vision : std::uint8_t { Full, Protan, Deutan, Tritan, Grey };
/// What \a colour looks like.
QColor seenBy(Vision vision, const QColor& colour);

/// Distance in OKLab times 100: about 2 is just noticeable, 10 is another colour.
double colourDistance(const QColor& a, const QColor& b);

/// \a share of \a top over \a bottom, opaque; 0 = bottom, 1 = top.
QColor mixed(const QColor& bottom, const QColor& top, double share);
/// \a share of a mark over a surface, or as much more as it takes to be seen there: a contrast of 3, if \a mark itself has it.
/// What rests is faded so and never lost. Cheap: what was asked once is known.
QColor faded(const QColor& surface, const QColor& mark, double share);
/// Whichever of \a a and \a b has the higher contrast to \a background.
QColor moreReadable(const QColor& background, const QColor& a, const QColor& b);

} // namespace connscope::theme
