// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figures/figure.h"
#include "figures/frames.h"
#include "theme/format.h"

/// \file
/// How a figure moves. What is on its way is drawn where it is at that very instant, whatever the speed: nothing is stretched
/// as it is while the window plays, so that no picture shows a request on its way whose answer is there. At the pace of the
/// window (view::Pace) a message takes long enough to be seen; where the speed is one that shows none, that is said.

namespace connscope::figures {

/// \a options: of the figure that \a animation moves over its range, or over the whole of \a document. \a slowed: for what
/// is new, as in the window, at 1x and for at most kLongestPaced; otherwise as evenly as animation.speed says. The document
/// must outlive both.
void setInMotion(FigureOptions& options, AnimationOptions& animation, const view::Document& document, bool slowed);

/// What whoever asked for it should know: messages too short to be seen, a film that is made to go faster. In the language
/// of the moment, numbers as \a format has them. \a options and \a animation as setInMotion leaves them.
QStringList motionWarnings(const FigureOptions& options, const AnimationOptions& animation,
    const view::Document& document, const theme::Format& format);

/// How long messages of a range are on their way, as the median of those that leave in it; none = none does. O(events).
std::optional<Duration> usualWay(const trace::Trace& trace, Instant from, Instant to);

} // namespace connscope::figures
