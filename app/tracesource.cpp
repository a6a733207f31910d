// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tracesource.h"

#include "app/commandline.h"
#include "app/runrequest.h"
#include "sim/simulation.h"
#include "trace/jsonl.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace connscope::app {

namespace {

constexpr std::string_view kMark = "\xef\xbb\xbf"; // some editors put a byte order mark there
constexpr std::string_view kFirstBytes = "{\"connscope-trace\"";

std::optional<int> readTrace(const std::string& name, std::optional<SourcedTrace>& result)
{
    auto read = trace::readJsonlFile(name);
    if (!read) {
        say(read.error());
        return kFailed;
    }
    if (!read->report.message.empty()) {
        Error warning;
        warning.file = name;
        warning.line = read->report.lostLine;
        warning.message = read->report.message;
        say(warning, "warning: ");
    }
    const Instant end = read->report.end;
    result.emplace(SourcedTrace {std::move(read->trace), end, false});
    return std::nullopt;
}

} // namespace

bool isTraceFile(const std::string& name)
{
    // A pipe can be read once only, and not here.
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(name, ignored))
        return false;
    std::ifstream in(name, std::ios::binary);
    std::string begin(kMark.size() + kFirstBytes.size(), '\0');
    in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    begin.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    if (begin.empty())
        return name.ends_with(".jsonl"); // so that the message speaks of traces
    const std::string_view text = begin;
    return text.substr(text.starts_with(kMark) ? kMark.size() : 0).starts_with(kFirstBytes);
}

std::optional<int> obtainTrace(const TraceSource& source, std::optional<SourcedTrace>& result)
{
    if (isTraceFile(source.name))
        return readTrace(source.name, result);
    RunRequest request;
    request.scenario = source.name;
    request.options = source.options;
    request.settings = source.settings;
    std::optional<scenario::Scenario> scenario;
    if (const auto status = loadRun(request, scenario))
        return status;
    sim::Statistics statistics;
    auto trace = sim::run(*scenario, request.options, &statistics);
    if (!trace) {
        say(trace.error());
        return kFailed;
    }
    warnOfNotConstructed(*trace, scenario->file);
    result.emplace(SourcedTrace {std::move(*trace), statistics.end, statistics.stoppedEarly});
    return std::nullopt;
}

} // namespace connscope::app
