// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

/// \file
/// Engine time: integer nanoseconds since the start of the trace. There is deliberately no now() here: engine code is
/// told the time, so that virtual and real sessions run the same code. Doubles exist only where pixels do.

namespace connscope {

using Duration = std::chrono::nanoseconds;

/// The clock of a trace. It has no now(): nothing below engine/real may read a clock.
struct TraceClock {
    using rep = std::int64_t;
    using period = std::nano;
    using duration = Duration;
    using time_point = std::chrono::time_point<TraceClock, Duration>;
    static constexpr bool is_steady = true;
};

/// Nanoseconds since the trace's start.
using Instant = TraceClock::time_point;

using namespace std::chrono_literals;

inline constexpr Instant kStart {};
/// "Never": later than every instant that a trace can hold.
inline constexpr Instant kNever {Duration {std::numeric_limits<std::int64_t>::max()}};

constexpr std::int64_t toNs(Instant t) { return t.time_since_epoch().count(); }
constexpr Instant fromNs(std::int64_t ns) { return Instant {Duration {ns}}; }
constexpr std::int64_t toMs(Duration d) { return d.count() / 1'000'000; }
constexpr Duration ms(std::int64_t n) { return Duration {n * 1'000'000}; }

/// t + d without overflow: saturates at kNever.
constexpr Instant saturatingAdd(Instant t, Duration d)
{
    if (t == kNever || d.count() > kNever.time_since_epoch().count() - t.time_since_epoch().count())
        return kNever;
    return t + d;
}

/// "9m", "540s", "1h30m", "250ms", "20us", "5ns", "1.5s"; a bare number is refused except "0".
/// Fractions are exact to the nanosecond. Range: 0 to about 292 years; an error says what was expected.
Result<Duration> parseDuration(std::string_view text);

/// The shortest exact form that parseDuration reads back: "9m", "1h30m", "250ms", "1.5s", "0s".
std::string formatDuration(Duration d);

/// Fixed form for columns: seconds with `decimals` digits (0 to 9), truncated, always with '.', whatever the locale: "540.012".
std::string formatSeconds(Duration d, int decimals = 3);

} // namespace connscope
