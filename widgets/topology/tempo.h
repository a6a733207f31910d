// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"
#include "view/pace.h"

#include <algorithm>

/// \file
/// How fast the trace goes by, for what would be too short to see.
///
/// A message on a local network is under way for a tenth of a millisecond: at any speed above 0.001× no eye sees it. Where
/// playing slows down for what is new (view::Pace) it is seen as it is. Anywhere else, while the playhead *plays*, a flight
/// that takes less than kShortest on the wall is shown for that long: it starts when it really started and is drawn on its
/// way after it has arrived, paler ("echo"). A response never starts before its request has been shown to arrive. Two
/// exchanges of one connection are only ever drawn at once if they were under way at once: an echo gives way to the next
/// exchange, which begins to be drawn when the echo is over; both have half of the room that there is. No flight is stretched
/// to more than kLongest of the trace, and none of a connection that is gone. Once the playhead *stands* (a pause, a step, a
/// click, a search) nothing is stretched and speed counts for nothing: what is drawn on its way is on its way at that very
/// instant, however one got there.

namespace connscope::topology {

struct Tempo {
    double speed = 1; ///< seconds of the trace for one second of wall time, where nothing is slowed
    bool playing = false;
    const view::Pace* pace = nullptr; ///< by which it is slowed; not owned
    bool onPaper = false; ///< a picture that never moves: what only points at a change that was just seen is left out

    /// Shortest time on the wall that one way of a message is seen.
    static constexpr Duration kShortest = ms(450);
    static constexpr Duration kLongest = ms(2000);
    /// How long what is gone leaves a ghost, on the wall.
    static constexpr Duration kGhost = ms(3000);
    /// How long a change of what is known is pointed out, on the wall.
    static constexpr Duration kReveal = ms(1500);

    /// Wall time from one instant to another, in nanoseconds.
    double wall(Instant from, Instant to) const
    {
        return (pace ? pace->shown(to) - pace->shown(from) : static_cast<double>((to - from).count())) / speed;
    }
    /// The instant that comes \a ns of wall time after \a t, or before it.
    Instant after(Instant t, double ns) const
    {
        const double way = std::clamp(ns * speed, -9e17, 9e17);
        if (pace)
            return std::max(pace->at(pace->shown(t) + way), kStart);
        const auto whole = Duration {static_cast<std::int64_t>(way)};
        return whole.count() < 0 ? std::max(t + whole, kStart) : saturatingAdd(t, whole);
    }
    /// How long one way that begins at \a t is seen at least, in nanoseconds of wall time.
    double shortest(Instant t) const
    {
        return playing ? std::min(static_cast<double>(kShortest.count()), wall(t, saturatingAdd(t, kLongest))) : 0;
    }
    bool operator==(const Tempo&) const = default;
};

} // namespace connscope::topology
