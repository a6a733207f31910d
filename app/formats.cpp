// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats.h"

#include "analysis/clientlog.h"
#include "base/text.h"
#include "findings/report.h"
#include "trace/jsonl.h"

#include <type_traits>

namespace connscope::app {

using analysis::ReportOptions;
using analysis::TextSink;

namespace {

template <auto Report>
Result<void> writeReport(const Outcome& outcome, const TextSink::Write& write)
{
    TextSink sink(write);
    const auto report = [&] {
        if constexpr (std::is_invocable_v<decltype(Report), const trace::Trace&, TextSink&, const ReportOptions&>)
            return Report(outcome.trace, sink, outcome.options);
        else
            return Report(outcome.trace, sink);
    };
    if constexpr (std::is_same_v<decltype(report()), bool>) {
        static_cast<void>(report()); // that a piece was refused is known to whoever refused it
        return {};
    } else {
        return report();
    }
}

Result<void> writeTrace(const Outcome& outcome, const TextSink::Write& write)
{
    const scenario::TraceNotes notes = outcome.scenario
        ? scenario::TraceNotes {outcome.scenario->annotations, outcome.scenario->bookmarks}
        : outcome.notes;
    bool refused = false;
    const auto written = trace::writeJsonl(
        outcome.trace,
        [&](std::string_view block) {
            refused = !write(block);
            return !refused;
        },
        outcome.options.end.value_or(kStart), scenario::toJsonl(notes));
    return refused ? Result<void> {} : written;
}

Result<void> writeLog(const Outcome& outcome, const TextSink::Write& write)
{
    TextSink sink(write);
    analysis::ClientLogOptions options;
    if (outcome.scenario)
        options.brokerVersion = outcome.scenario->cluster.version;
    analysis::writeClientLog(outcome.trace, sink, options);
    return {};
}

constexpr unsigned kDiagram = TakesRange | TakesLanguage;
constexpr unsigned kFigureText = TakesRange | TakesLanguage | TakesFigure;
constexpr Format kFormats[] = {
    {"summary", writeReport<analysis::writeSummary>, writeReport<analysis::writeSummaryJson>, TakesNothing},
    {"connections", writeReport<analysis::writeConnections>, writeReport<analysis::writeConnectionsJson>,
        TakesNothing},
    {"events", writeReport<analysis::writeEvents>, writeReport<analysis::writeEventsJson>, TakesRange},
    {"findings", writeReport<findings::writeAllFindings>, writeReport<findings::writeAllFindingsJson>, TakesLanguage},
    {"timeline", writeReport<analysis::writeTimeline>, nullptr, kDiagram | TakesTerminal},
    {"why", writeReport<analysis::writeWhy>, nullptr, TakesNothing},
    {"log", writeLog, nullptr, TakesNothing},
    {"jsonl", writeTrace, nullptr, TakesNothing},
    {"connections-csv", writeReport<analysis::writeConnectionsCsv>, nullptr, TakesNothing},
    {"events-csv", writeReport<analysis::writeEventsCsv>, nullptr, TakesRange},
    {"markdown", writeReport<analysis::writeConnectionsMarkdown>, nullptr, TakesLanguage},
    {"mermaid", writeReport<analysis::writeMermaid>, nullptr, kDiagram},
    {"plantuml", writeReport<analysis::writePlantUml>, nullptr, kDiagram},
    {"caption", writeReport<analysis::writeCaption>, nullptr, kFigureText},
    {"alt-text", writeReport<analysis::writeAlternativeText>, nullptr, kFigureText},
};

} // namespace

std::span<const Format> formats() { return kFormats; }

std::vector<std::string_view> formatNames()
{
    std::vector<std::string_view> names;
    for (const Format& format : kFormats)
        names.emplace_back(format.name);
    return names;
}

Result<const Format*> findFormat(const std::string& name, bool json)
{
    const std::vector<std::string_view> names = formatNames();
    for (const Format& format : kFormats) {
        if (name != format.name)
            continue;
        if (json && !format.json)
            return fail("--json goes with --format summary, connections, events or findings; " + name
                + (name == "jsonl" ? " is JSON Lines as it is" : " has no JSON form"));
        return &format;
    }
    return fail("--format: there is no format '" + printable(name) + "'" + didYouMeanOneOf(name, "formats", names));
}

} // namespace connscope::app
