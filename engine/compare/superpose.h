// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/comparison.h"
#include "compare/timemap.h"
#include "trace/twofold.h"

/// \file
/// Two runs as one trace: superposed. The clock is the first run's; what the second run alone has stands where its
/// neighbours by cause stand (timemap.h), or, by time, at its own instant.
///
/// Connections that one client opened to one node id at one address share a lane. Where all of a lane is the same in both
/// runs it is in the trace once. Where anything of it differs, all of it is there twice, as halves, so that a picture can
/// show one run's lane over the other's. A client with a lane in halves, or with an event of its own that one run alone has,
/// has halves as well: what it knows and how it is set differs.

namespace connscope::compare {

enum class Clock : std::uint8_t { ByCause, ByTime };

struct Superposed {
    trace::Trace trace;
    trace::Twofold twofold;
    Instant until {}; ///< the later of both ends, on the trace's clock
};

/// O(n log n) in the number of events. By time, what happened at another instant differs.
/// Of two traces that are equal it is the first, with nothing in halves.
Superposed superpose(const Comparison& comparison, const TimeMap& times, Clock clock = Clock::ByCause);

} // namespace connscope::compare
