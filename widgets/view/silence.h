// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"
#include "view/position.h"

namespace connscope::view {

/// Time in which nothing happens: between two neighbouring events, or an event and the trace's start or end.
struct Silence {
    Instant from {};
    Instant to {};
    Duration length() const { return to - from; }
    bool operator==(const Silence&) const = default;
};

/// What playing on from \a position would cross before the next thing happens. \a end: how far time goes. The whole
/// silence, also where the position is in the middle of it.
Silence silenceAhead(const trace::Trace& trace, const Position& position, Instant end);
/// The same, playing backwards.
Silence silenceBehind(const trace::Trace& trace, const Position& position);

} // namespace connscope::view
