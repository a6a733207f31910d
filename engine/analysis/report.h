// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/sink.h"
#include "trace/trace.h"

#include <optional>

/// \file
/// The reports of a trace: what `connscope run` prints. Each writes UTF-8 with '\n' line ends into a sink, the same
/// bytes for the same trace in every locale and time zone, and returns false once the sink refused a piece.

namespace connscope::analysis {

struct ReportOptions {
    /// When the run ended, if that is later than the trace's last event; open connections are looked at then.
    std::optional<Instant> end;
};

/// A few lines to read out in class: what was opened, what is open at the end, who closed what and why.
bool writeSummary(const trace::Trace& trace, TextSink& sink, const ReportOptions& options = {});

/// One row a connection, and under it what its node id means and the requests it carried. Times in seconds, "-" where
/// something did not happen.
bool writeConnections(const trace::Trace& trace, TextSink& sink);

/// One line an event: number, time in seconds, cause, client, connection, node, kind, details, rule.
bool writeEvents(const trace::Trace& trace, TextSink& sink);

/// For each connection, why it was opened and why it ended: the chains of causes in words.
bool writeWhy(const trace::Trace& trace, TextSink& sink);

/// {"connscope-report": 1, …, "connections": […]}: the connections table for programs (docs/command-line.md).
bool writeConnectionsJson(const trace::Trace& trace, TextSink& sink, const ReportOptions& options = {});

/// The same with "totals".
bool writeSummaryJson(const trace::Trace& trace, TextSink& sink, const ReportOptions& options = {});

} // namespace connscope::analysis
