// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/report.h"
#include "analysis/sink.h"
#include "findings/finding.h"
#include "trace/trace.h"

/// \file
/// The findings of a trace as text, for a terminal and for programs. Of the options they take the end and the language, of a
/// range nothing: what was not looked at cannot be found. Each returns false when the sink refused a piece.

namespace connscope::findings {

struct ReportOptions : analysis::ReportOptions {
    Weight least = Weight::Note; ///< what matters less is left out
};

/// One paragraph a finding: what it is, what to do, and the first events that show it.
bool writeFindings(const trace::Trace& trace, analysis::TextSink& sink, const ReportOptions& options);
/// {"connscope-findings": 1, …, "findings": […]} (docs/command-line.md).
bool writeFindingsJson(const trace::Trace& trace, analysis::TextSink& sink, const ReportOptions& options);

// The same of all weights, as a row of the formats has it.
bool writeAllFindings(
    const trace::Trace& trace, analysis::TextSink& sink, const analysis::ReportOptions& options = {});
bool writeAllFindingsJson(
    const trace::Trace& trace, analysis::TextSink& sink, const analysis::ReportOptions& options = {});

} // namespace connscope::findings
