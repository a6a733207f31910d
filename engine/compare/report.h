// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/sink.h"
#include "compare/comparison.h"

/// \file
/// A comparison as text, for a terminal and for programs. English. Each returns false when the sink refused a piece.

namespace connscope::compare {

/// What the two runs are, then the sentences of summary.h.
bool writeSummary(const Comparison& comparison, analysis::TextSink& sink);

/// One row a connection: '<' only the first run has it, '>' only the second, '*' both have it and something differs. Under
/// a row that differs, what does.
bool writeConnections(const Comparison& comparison, analysis::TextSink& sink);

/// The events that have no counterpart, by time, '<' or '>' in front.
bool writeEvents(const Comparison& comparison, analysis::TextSink& sink);

/// {"connscope-comparison": 1, …}: everything of the summary and of the connections (docs/command-line.md).
bool writeJson(const Comparison& comparison, analysis::TextSink& sink);

} // namespace connscope::compare
