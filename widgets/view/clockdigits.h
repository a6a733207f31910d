// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"
#include "view/position.h"

namespace connscope::view {

class Document;
class Playback;

/// How many digits of a second a clock needs to tell a place from its neighbours: 3 where milliseconds do, 6 where the
/// events around it lie closer, 9 where even these would look the same.
int clockDecimals(const Document& document, const Position& position);
int clockDecimals(const Document& document, Instant at);
/// Of the playhead: while it moves so fast that microseconds would only flicker, 3. What counts is how fast it really moves,
/// slowed for what is new or not.
int clockDecimals(const Document& document, const Playback& playback);

} // namespace connscope::view
