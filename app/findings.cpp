// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/interrupt.h"
#include "app/options.h"
#include "app/output.h"
#include "app/tracesource.h"
#include "app/verbs.h"
#include "base/text.h"
#include "findings/report.h"
#include "findings/words.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace connscope::app {

namespace {

struct FindingsRequest {
    TraceSource source;
    findings::ReportOptions report;
    bool json = false;
    std::string file;
};

std::optional<std::string> readFindingsRequest(const Options& options, FindingsRequest& request)
{
    const std::vector<std::string> positional = options.positional();
    if (positional.empty())
        return std::string("what is to be looked at? Name a scenario or a trace");
    if (positional.size() > 1)
        return "one at a time: '" + printable(positional[1]) + "' is one too many";
    TraceSource& source = request.source;
    source.name = positional.front();
    if (auto mistake = readSeed(options, "seed", source.options.seed))
        return mistake;
    if (auto mistake = readUntil(options, "until", source.options.until))
        return mistake;
    if (auto mistake = readProfile(options, "profile", source.options.profile))
        return mistake;
    source.settings = options.values("set");
    const bool isTold
        = source.options.seed || source.options.until || !source.options.profile.empty() || !source.settings.empty();
    if (isTold && isTraceFile(source.name))
        return "'" + printable(source.name, 200)
            + "' is a trace: --seed, --until, --profile and --set are for scenarios, which are run";
    static constexpr std::array<std::string_view, findings::kWeightCount> kLeast {"fault", "warning", "note"};
    static constexpr std::array<std::string_view, 2> kLanguages {"en", "zh"};
    std::size_t least = static_cast<std::size_t>(findings::Weight::Note);
    if (auto mistake = readWord(options, "least", kLeast, least))
        return mistake;
    request.report.least = static_cast<findings::Weight>(least);
    std::size_t language = 0;
    if (auto mistake = readWord(options, "lang", kLanguages, language))
        return mistake;
    request.report.language = static_cast<analysis::Language>(language);
    request.json = options.isSet("json");
    request.file = options.value("output");
    if (options.isSet("output") && request.file.empty())
        return std::string("-o: the file name is empty");
    return std::nullopt;
}

int find(FindingsRequest& request)
{
    Output output(request.file);
    Interrupt interrupt("connscope: interrupted again: ended at once; nothing was written to " + output.name());
    if (const auto opened = output.open(); !opened) {
        say(opened.error());
        return kFailed;
    }
    request.source.options.cancel = &interrupt.flag();
    std::optional<SourcedTrace> sourced;
    if (const auto status = obtainTrace(request.source, sourced))
        return *status;
    if (interrupt.isSet()) {
        say("interrupted: nothing was looked at");
        return 128 + interrupt.signal();
    }
    request.report.end = sourced->end;
    analysis::TextSink sink(output.writer());
    if (request.json)
        findings::writeFindingsJson(sourced->trace, sink, request.report);
    else
        findings::writeFindings(sourced->trace, sink, request.report);
    interrupt.hold();
    if (const auto written = output.commit(); !written) {
        say(written.error());
        return kFailed;
    }
    if (sourced->stoppedEarly) {
        const trace::Trace& trace = sourced->trace;
        say("the run stopped early: "
            + (trace.empty() ? std::string("no event") : std::string(trace.text(trace[trace.size() - 1].text))));
        return kFailed;
    }
    return kDone;
}

} // namespace

int findIn(const QStringList& arguments)
{
    Options options(
        "Looks a run or a trace over as an engineer would who has seen many: what is wrong, what may be, and\n"
        "what is as designed and worth knowing; each with the events that show it and what to do.");
    options.addPositional("FILE", "a scenario, the name of one that comes with the program, or a trace");
    options.add("least", "W", "leave out what matters less than this: fault, warning or note (default: all)");
    options.add("lang", "L", "the language of the findings: en (default) or zh");
    options.add("set", "NAME.KEY=VALUE", "a Kafka setting of a scenario, as in connscope run; repeatable");
    options.add("profile", "P", "how every client decides");
    options.add("seed", "N", "another of the possible orders");
    options.add("until", "T", "stop at this time, such as 9m or 1h30m; default: the scenario's");
    options.add("json", nullptr, "as JSON");
    options.add("output", "FILE", "write to FILE, which is whole or left alone; default: standard output", 'o');
    options.setEpilogue(
        "Example: connscope findings 24-nat-forgets --least warning\n"
        "Exit status: 0 looked over, whatever was found; 1 the run is wrong, 2 usage, 130 interrupted.\n");
    if (const auto status = options.parse(arguments))
        return *status;
    FindingsRequest request;
    if (const auto mistake = readFindingsRequest(options, request))
        return usageError(*mistake);
    return find(request);
}

} // namespace connscope::app
