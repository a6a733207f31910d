// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

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
    double speed = 1; ///< seconds of the trace for one second of watching
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
};

/// Frames of equal length, 1 / framesPerSecond each; the last one shows `to`. At most kMostFrames.
std::vector<FrameTime> framesOf(const trace::Trace& trace, const AnimationOptions& options);
inline constexpr std::size_t kMostFrames = 20'000;
/// How many there would be.
std::size_t countFrames(const trace::Trace& trace, const AnimationOptions& options);

} // namespace connscope::figures
