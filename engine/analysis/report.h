// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/caption.h"
#include "analysis/sink.h"
#include "base/result.h"
#include "trace/trace.h"

#include <cstddef>
#include <optional>

/// \file
/// The reports of a trace: what `connscope run` prints. Each writes UTF-8 with '\n' line ends into a sink, the same
/// bytes for the same trace in every locale and time zone, and returns false once the sink refused a piece.

namespace connscope::analysis {

struct ReportOptions {
    /// When the run ended, if that is later than the trace's last event; open connections are looked at then.
    std::optional<Instant> end = {};
    /// What happened before or after is left out, by the reports that say so; default: all of the trace, to `end`.
    std::optional<Instant> from = {};
    std::optional<Instant> to = {};
    /// Of captions, alternative texts and what stands in diagrams. Tables are English.
    Language language = Language::English;
    /// What a caption or an alternative text is about.
    FigureKind figure = FigureKind::Topology;
    /// Of the timeline: cells of a terminal's line, kLeastWidth to kMostWidth.
    std::size_t width = 100;
    bool isFolded = true; ///< the timeline cuts long silences short
    bool isAscii = false; ///< the timeline does without characters beyond ASCII, in names too

    static constexpr std::size_t kLeastWidth = 60;
    static constexpr std::size_t kMostWidth = 1000;

    Instant first() const { return from.value_or(kStart); }
    /// The last instant that a report of a range looks at.
    Instant last(const trace::Trace& trace) const
    {
        return to.value_or(end && *end > trace.end() ? *end : trace.end());
    }
};

/// A few lines to read out in class: what was opened, what is open at the end, who closed what and why.
bool writeSummary(const trace::Trace& trace, TextSink& sink, const ReportOptions& options = {});

/// One row a connection, and under it what its node id means and the requests it carried. Times in seconds, "-" where
/// something did not happen.
bool writeConnections(const trace::Trace& trace, TextSink& sink);

/// One line an event of a range: number, time in seconds, cause, client, connection, node, kind, rule, how it is known
/// (of real sockets), details.
bool writeEvents(const trace::Trace& trace, TextSink& sink, const ReportOptions& options = {});

/// For each connection, why it was opened and why it ended: the chains of causes in words.
bool writeWhy(const trace::Trace& trace, TextSink& sink);

/// {"connscope-report": 1, …, "connections": […]}: the connections table for programs (docs/command-line.md).
bool writeConnectionsJson(const trace::Trace& trace, TextSink& sink, const ReportOptions& options = {});

/// The same with "totals".
bool writeSummaryJson(const trace::Trace& trace, TextSink& sink, const ReportOptions& options = {});

/// {"connscope-report": 1, …, "events": […]}: the events of a range, with the keys of JSON Lines (docs/trace-format.md).
/// Error: a text of an event is longer than a trace file may hold.
Result<void> writeEventsJson(const trace::Trace& trace, TextSink& sink, const ReportOptions& options = {});

// -- for documents and spreadsheets --

/// The connections as a table of GitHub's Markdown, lined up so that its source can be read too.
bool writeConnectionsMarkdown(const trace::Trace& trace, TextSink& sink, const ReportOptions& options = {});

/// Comma-separated values as RFC 4180 has them: a heading, lines that end in CR LF, empty where something did not
/// happen. Columns have the names of the JSON form's keys; instants are nanoseconds.
bool writeConnectionsCsv(const trace::Trace& trace, TextSink& sink);
/// The same of the events of a range; columns have the names of the trace format's keys.
bool writeEventsCsv(const trace::Trace& trace, TextSink& sink, const ReportOptions& options = {});

/// The range as a sequence diagram (sequence.h) in Mermaid's or PlantUML's language. Errors: those of makeSequence().
Result<void> writeMermaid(const trace::Trace& trace, TextSink& sink, const ReportOptions& options = {});
Result<void> writePlantUml(const trace::Trace& trace, TextSink& sink, const ReportOptions& options = {});

/// The range as lanes of characters, one for each node id of a client; where there are too many, one for each role.
bool writeTimeline(const trace::Trace& trace, TextSink& sink, const ReportOptions& options = {});

/// What stands under a figure of `options.figure` at `to`, or from `from` to `to`, and what is read out instead of it
/// (caption.h): one line.
bool writeCaption(const trace::Trace& trace, TextSink& sink, const ReportOptions& options = {});
bool writeAlternativeText(const trace::Trace& trace, TextSink& sink, const ReportOptions& options = {});

} // namespace connscope::analysis
