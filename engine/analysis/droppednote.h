// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "trace/trace.h"

#include <string>

/// \file
/// What a report of a trace that kept its newest events only (`--keep`, trace/keeping.h) has to say about the others. A report
/// that is silent about them would be wrong wherever it counts.

namespace connscope::analysis {

/// "14,706 events, 0.000 s to 1.900 s, are older than what was kept; …", without a full stop; "" where nothing was dropped.
std::string droppedNote(const trace::Trace& trace, Language language);
/// \a text, sentences, with that as another sentence behind it.
std::string withDroppedNote(std::string text, const trace::Trace& trace, Language language);

} // namespace connscope::analysis
