// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats.h"

#include "analysis/clientlog.h"
#include "base/text.h"
#include "trace/jsonl.h"

#include <type_traits>

namespace connscope::app {

using analysis::ReportOptions;
using analysis::TextSink;

namespace {

template <auto Report>
Result<void> writeReport(const Outcome& outcome, Output& output)
{
    TextSink sink(output.writer());
    if constexpr (std::is_invocable_v<decltype(Report), const trace::Trace&, TextSink&, const ReportOptions&>)
        Report(outcome.trace, sink, outcome.options);
    else
        Report(outcome.trace, sink);
    return {};
}

Result<void> writeTrace(const Outcome& outcome, Output& output)
{
    bool refused = false;
    const auto written = trace::writeJsonl(outcome.trace, [&](std::string_view block) {
        refused = !output.write(block);
        return !refused;
    });
    return refused ? Result<void> {} : written;
}

Result<void> writeLog(const Outcome& outcome, Output& output)
{
    TextSink sink(output.writer());
    analysis::ClientLogOptions options;
    options.brokerVersion = outcome.scenario.cluster.version;
    analysis::writeClientLog(outcome.trace, sink, options);
    return {};
}

constexpr Format kFormats[] = {
    {"summary", writeReport<analysis::writeSummary>, writeReport<analysis::writeSummaryJson>},
    {"connections", writeReport<analysis::writeConnections>, writeReport<analysis::writeConnectionsJson>},
    {"events", writeReport<analysis::writeEvents>, nullptr},
    {"why", writeReport<analysis::writeWhy>, nullptr},
    {"log", writeLog, nullptr},
    {"jsonl", writeTrace, nullptr},
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
            return fail("--json goes with --format summary or connections; " + name
                + (name == "jsonl" ? " is JSON Lines as it is" : " has no JSON form"));
        return &format;
    }
    return fail("--format: there is no format '" + printable(name) + "'" + didYouMeanOneOf(name, "formats", names));
}

} // namespace connscope::app
