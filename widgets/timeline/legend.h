// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/legend.h"
#include "timeline/layout.h"

namespace connscope::timeline {

/// What the strips of a frame's rows mean: what occurs in them between two instants. O(segments, requests of these rows).
/// The frame's look must outlive it.
theme::Legend legendOf(const Frame& frame, Instant from, Instant to);

} // namespace connscope::timeline
