// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/journey.h"

#include "view/playback.h"
#include "view/silence.h"

#include <algorithm>

namespace connscope::view {

std::chrono::nanoseconds journeyTime(const Document& document, const Position& from, const Position& to, double speed)
{
    double wall = 0;
    Position at = from;
    while (at.at < to.at) {
        const Silence silence = silenceAhead(document.trace(), at, document.end());
        const auto length = static_cast<double>(silence.length().count());
        const auto part = static_cast<double>((std::min(silence.to, to.at) - at.at).count());
        const bool skips = length / speed > static_cast<double>(Playback::kPatience.count());
        wall += part / (skips ? std::max(speed, length / static_cast<double>(Playback::kMoment.count())) : speed);
        if (silence.to >= to.at)
            break;
        at = document.positionAt(silence.to);
    }
    return std::chrono::nanoseconds {static_cast<std::int64_t>(wall)};
}

double journeySpeed(const Document& document, const Position& from, const Position& to, double speed,
    std::chrono::nanoseconds longest)
{
    constexpr double kStep = 1.25;
    while (speed < Playback::kFastest && journeyTime(document, from, to, speed) > longest)
        speed = std::min(speed * kStep, Playback::kFastest);
    return speed;
}

} // namespace connscope::view
