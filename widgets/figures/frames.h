// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"
#include "view/pace.h"

#include <functional>
#include <optional>
#include <vector>

/// \file
/// Which instants of a trace an animation shows, and for how long. Pure.

namespace connscope::figures {

struct AnimationOptions {
    Instant from {};
    Instant to {}; ///< after `from`
    double framesPerSecond = 25; ///< 1 to 50
    double speed = 1; ///< seconds of the trace for one second of watching, where nothing is slowed
    /// By which time is slowed for what is new, as in the window; not owned. Null: it goes evenly.
    const view::Pace* pace = nullptr;
    /// It takes no longer than this to watch: where it would, all of it goes faster. None = it takes what it takes.
    std::optional<Duration> longest;
    /// A stretch without any event that would take longer than this to watch takes no longer; none = time is told as it is.
    std::optional<Duration> idle = std::chrono::seconds(1);
    bool loops = true; ///< begins again at its end
    /// Hears which share of the frames is painted, 0 to 1; where it says false nothing comes of it.
    std::function<bool(double)> progress {};
};

struct FrameTime {
    Instant at {};
    /// How long the stretch without an event is, of which this frame shows a part faster than the rest; zero = it does not.
    Duration folded {};
    double rate = 1; ///< seconds of the trace for one second of watching, here; of no meaning where it is folded
};

/// How long a figure that is slowed for what is new may take to watch.
inline constexpr Duration kLongestPaced = std::chrono::seconds(60);

/// Frames of equal length, 1 / framesPerSecond each; the last one shows `to`. At most kMostFrames.
std::vector<FrameTime> framesOf(const trace::Trace& trace, const AnimationOptions& options);
inline constexpr std::size_t kMostFrames = 20'000;
/// How long it takes to watch, before it is made to go faster.
double secondsOf(const trace::Trace& trace, const AnimationOptions& options);
/// How many times as fast it goes so that it takes no longer than it may; 1 = it need not.
double fasterBy(const trace::Trace& trace, const AnimationOptions& options);
/// How many there would be.
std::size_t countFrames(const trace::Trace& trace, const AnimationOptions& options);

} // namespace connscope::figures
