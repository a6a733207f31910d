// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/names.h"
#include "analysis/sink.h"
#include "trace/trace.h"

#include <cstddef>
#include <string>
#include <vector>

/// \file
/// Why something happened, in words. The chain of causes (trace/causes.h) can be as long as the trace: a fetch loop
/// causes its next turn a thousand times. Here it is as long as a person reads: what TCP and the broker do on the way
/// is left out, and so are the turns of a loop after the second.

namespace connscope::analysis {

struct WhyStep {
    EventId event;
    std::size_t leftOut = 0; ///< events of the chain between the step before and this one that are not shown
    bool operator==(const WhyStep&) const = default;
};

/// The event first, its causes behind it, the last one with no cause. Empty for an event that is not in the trace.
std::vector<WhyStep> why(const trace::Trace& trace, EventId event);

/// One line a step, with its rule under it where that changes; every line begins with \a indent spaces.
void writeSteps(const Names& names, const std::vector<WhyStep>& steps, std::size_t indent, TextSink& sink);

/// "(1996 causes more of the same kind)".
std::string leftOutText(std::size_t count, Language language);

} // namespace connscope::analysis
