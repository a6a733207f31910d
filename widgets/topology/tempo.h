// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"

#include <algorithm>

/// \file
/// How fast the trace goes by, for what would be too short to see.
///
/// A message on a local network is under way for a tenth of a millisecond: at any speed above 0.001× no eye sees it. So
/// while the playhead *plays*, a flight that takes less than kShortest of wall time is shown for that long: it starts when
/// it really started and is drawn on its way after it has arrived, paler ("echo"). A response never starts before its
/// request has been shown to arrive, and messages of one connection keep their order. No flight is stretched to more than
/// kLongest of the trace, and none of a connection that is gone. Once the playhead *stands* (a pause, a step, a click, a
/// search) nothing is stretched and speed counts for nothing: what is drawn on its way is on its way at that very
/// instant, however one got there.

namespace connscope::topology {

struct Tempo {
    double speed = 1; ///< seconds of the trace for one second of wall time
    bool playing = false;

    /// Shortest time that one way of a message is seen.
    static constexpr Duration kShortest = ms(450);
    static constexpr Duration kLongest = ms(2000);
    /// How long what is gone leaves a ghost.
    static constexpr Duration kGhost = ms(3000);
    /// How long a change of what is known is pointed out.
    static constexpr Duration kReveal = ms(1500);

    Duration ofWall(Duration wall) const
    {
        const double ns = static_cast<double>(wall.count()) * speed;
        return Duration {static_cast<std::int64_t>(std::min(ns, 9e17))};
    }
    Duration shortest() const { return playing ? std::min(ofWall(kShortest), kLongest) : Duration {}; }
    Duration ghost() const { return ofWall(kGhost); }
    Duration reveal() const { return ofWall(kReveal); }
    bool operator==(const Tempo&) const = default;
};

} // namespace connscope::topology
