// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/clockdigits.h"

#include "view/document.h"
#include "view/playback.h"

#include <algorithm>

namespace connscope::view {

namespace {

constexpr int kLeast = 3;
constexpr double kSlow = 0.05; // so slow that a frame moves less than a millisecond

/// Digits that do not cut anything away of an instant, as far as its neighbours make them worth reading.
int digitsFor(Instant at, Duration gap)
{
    int digits = kLeast;
    std::int64_t unit = 1'000'000;
    while (digits < 9 && gap.count() < unit && toNs(at) % unit != 0) {
        digits += 3;
        unit /= 1000;
    }
    return digits;
}

} // namespace

int clockDecimals(const Document& document, const Position& position) { return clockDecimals(document, position.at); }

int clockDecimals(const Document& document, Instant at)
{
    const trace::Trace& trace = document.trace();
    Duration gap = Duration::max();
    // The nearest other instants at which something happens; the start of the trace is one.
    const std::size_t first = trace.lowerBound(at);
    const std::size_t behind = trace.upperBound(at);
    if (at > kStart)
        gap = std::min(gap, at - (first > 0 ? trace[first - 1].at : kStart));
    if (behind < trace.size())
        gap = std::min(gap, trace[behind].at - at);
    return digitsFor(at, gap);
}

int clockDecimals(const Document& document, const Playback& playback)
{
    if (playback.isPlaying())
        return playback.ratio() <= kSlow ? 6 : kLeast; // what is slowed is slow at any speed
    return clockDecimals(document, playback.position());
}

} // namespace connscope::view
