// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/report.h"
#include "analysis/sink.h"
#include "base/result.h"
#include "scenario/model.h"
#include "scenario/tracenotes.h"
#include "trace/trace.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// The formats of `--format`, one row each.

namespace connscope::app {

/// What there is to write about.
struct Outcome {
    const scenario::Scenario* scenario; ///< nullptr: the trace was read, and what was run is not known
    const trace::Trace& trace;
    analysis::ReportOptions options;
    scenario::TraceNotes
        notes {}; ///< of a trace that was read: what a person wrote into it; the trace itself has it, no report
};

/// Writes a format, piece by piece. That a piece was refused is for whoever takes them to tell; the error is anything else
/// that is wrong.
using Writer = Result<void> (*)(const Outcome&, const analysis::TextSink::Write&);

/// What a format can be told beside the trace, as bits of Format::takes.
enum Takes : unsigned {
    TakesNothing = 0,
    TakesRange = 1, ///< --from and --to
    TakesLanguage = 2, ///< --lang
    TakesFigure = 4, ///< --view and --at
    TakesTerminal = 8, ///< --width, --axis and --ascii
};

struct Format {
    const char* name;
    Writer text;
    Writer json; ///< nullptr: there is no --json of it
    unsigned takes;
};

std::span<const Format> formats();
std::vector<std::string_view> formatNames();
/// The row of that name, or what is wrong with it, as a message for usageError().
Result<const Format*> findFormat(const std::string& name, bool json);

} // namespace connscope::app
