// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/document.h"

#include <chrono>

namespace connscope::view {

/// Wall time in which the playhead comes from \a from to \a to at \a speed (seconds of the trace for one of the wall), with
/// silences skipped as Playback skips them and nothing lingered on. Zero where \a to is not later.
std::chrono::nanoseconds journeyTime(
    const Document& document, const Position& from, const Position& to, double speed);

/// The lowest speed, at least \a speed, at which that takes at most about \a longest. Skipping silences alone bounds nothing:
/// where something happens twice a second there is none, and where there are a thousand each takes its moment.
double journeySpeed(const Document& document, const Position& from, const Position& to, double speed,
    std::chrono::nanoseconds longest);

} // namespace connscope::view
