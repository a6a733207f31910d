// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/interrupt.h"
#include "app/options.h"
#include "app/output.h"
#include "app/tracesource.h"
#include "app/verbs.h"
#include "base/text.h"
#include "compare/report.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace connscope::app {

namespace {

struct Form {
    const char* name;
    bool (*write)(const compare::Comparison&, analysis::TextSink&);
    bool hasJson; ///< all of it is one JSON form, which holds both
};

constexpr Form kForms[] = {
    {"summary", compare::writeSummary, true},
    {"connections", compare::writeConnections, true},
    {"events", compare::writeEvents, false},
};

struct CompareRequest {
    TraceSource sources[2];
    const Form* form = &kForms[0];
    bool json = false;
    std::string file;
};

/// "--first-seed" and the like beside "--seed", which means both.
struct SideOptions {
    const char* seed;
    const char* profile;
    const char* set;
};
constexpr SideOptions kSides[] = {
    {"first-seed", "first-profile", "first-set"},
    {"second-seed", "second-profile", "second-set"},
};

std::optional<std::string> readSide(
    const Options& options, const char* seedName, const char* profileName, const char* setName, TraceSource& source)
{
    if (auto mistake = readSeed(options, seedName, source.options.seed))
        return mistake;
    if (auto mistake = readProfile(options, profileName, source.options.profile))
        return mistake;
    for (std::string& setting : options.values(setName))
        source.settings.push_back(std::move(setting));
    return std::nullopt;
}

/// A trace is what it is: no option changes it.
std::optional<std::string> mistakeOfTrace(const TraceSource& source)
{
    const bool isTold
        = source.options.seed || source.options.until || !source.options.profile.empty() || !source.settings.empty();
    if (!isTold || !isTraceFile(source.name))
        return std::nullopt;
    return "'" + printable(source.name, 200)
        + "' is a trace: --seed, --until, --profile and --set are for scenarios, which are run";
}

std::optional<std::string> readForm(const Options& options, CompareRequest& request)
{
    request.json = options.isSet("json");
    request.file = options.value("output");
    if (options.isSet("output") && request.file.empty())
        return std::string("-o: the file name is empty");
    if (!options.isSet("format"))
        return std::nullopt;
    const std::string name = options.value("format");
    std::vector<std::string_view> names;
    for (const Form& form : kForms) {
        names.emplace_back(form.name);
        if (name != form.name)
            continue;
        request.form = &form;
        if (request.json && !form.hasJson)
            return "--json goes with --format summary or connections; " + name + " has no JSON form";
        return std::nullopt;
    }
    return "--format: there is no format '" + printable(name) + "'" + didYouMean(name, names) + "; formats are "
        + joinOr(names) + '.';
}

std::optional<std::string> readCompareRequest(const Options& options, CompareRequest& request)
{
    const std::vector<std::string> positional = options.positional();
    if (positional.empty())
        return std::string(
            "which two runs? Name two scenarios or traces, or one and what the second run sets otherwise");
    if (positional.size() > 2)
        return "two runs at a time: '" + printable(positional[2]) + "' is one too many";
    for (const std::size_t side : {0U, 1U}) {
        TraceSource& source = request.sources[side];
        source.name = positional.size() > side ? positional[side] : positional.front();
        if (auto mistake = readUntil(options, "until", source.options.until))
            return mistake;
        if (auto mistake = readSide(options, "seed", "profile", "set", source))
            return mistake;
        const SideOptions& own = kSides[side];
        if (auto mistake = readSide(options, own.seed, own.profile, own.set, source))
            return mistake;
        if (auto mistake = mistakeOfTrace(source))
            return mistake;
    }
    for (const char* name : {"seed", "profile"}) {
        const std::string own = name;
        if (options.isSet(name) && options.isSet(("first-" + own).c_str())
            && options.isSet(("second-" + own).c_str()))
            return "--" + own + ": each of the two runs has one of its own (--first-" + own + ", --second-" + own
                + ')';
    }
    return readForm(options, request);
}

int compareRuns(CompareRequest& request)
{
    Output output(request.file);
    Interrupt interrupt("connscope: interrupted again: ended at once; nothing was written to " + output.name());
    if (const auto opened = output.open(); !opened) {
        say(opened.error());
        return kFailed;
    }
    std::optional<SourcedTrace> runs[2];
    bool stopped = false;
    for (const std::size_t side : {0U, 1U}) {
        request.sources[side].options.cancel = &interrupt.flag();
        if (const auto status = obtainTrace(request.sources[side], runs[side]))
            return *status;
        if (interrupt.isSet()) {
            say("interrupted: nothing was compared");
            return 128 + interrupt.signal();
        }
        if (runs[side]->stoppedEarly) {
            stopped = true;
            const trace::Trace& trace = runs[side]->trace;
            say(std::string(side == 0 ? "the first" : "the second") + " run stopped early: "
                + (trace.empty() ? std::string("no event") : std::string(trace.text(trace[trace.size() - 1].text))));
        }
    }
    compare::Options options;
    options.end[0] = runs[0]->end;
    options.end[1] = runs[1]->end;
    const compare::Comparison comparison(runs[0]->trace, runs[1]->trace, options);
    analysis::TextSink sink(output.writer());
    if (request.json)
        compare::writeJson(comparison, sink);
    else
        request.form->write(comparison, sink);
    interrupt.hold();
    if (const auto written = output.commit(); !written) {
        say(written.error());
        return kFailed;
    }
    return stopped ? kFailed : kDone;
}

} // namespace

int compareTwo(const QStringList& arguments)
{
    Options options(
        "Runs two scenarios, or one scenario twice, and says what differs: aligned by cause, not by time.\n"
        "A file that holds a trace is taken as it is.");
    options.addPositional("A", "a scenario, the name of one that comes with the program, or a trace");
    options.addPositional("[B]", "the other one; default: A again, with what the options say of the second run");
    options.add("first-set", "NAME.KEY=VALUE", "a Kafka setting of the first run, as in connscope run; repeatable");
    options.add("second-set", "NAME.KEY=VALUE", "the same of the second run; repeatable");
    options.add("set", "NAME.KEY=VALUE", "the same of both; repeatable");
    options.add("first-profile", "P", "how every client of the first run decides");
    options.add("second-profile", "P", "the same of the second run");
    options.add("profile", "P", "the same of both");
    options.add("first-seed", "N", "another of the possible orders of the first run");
    options.add("second-seed", "N", "the same of the second run");
    options.add("seed", "N", "the same of both");
    options.add("until", "T", "stop both at this time, such as 9m or 1h30m; default: the scenario's");
    options.add("format", "F", "summary (default), connections, or events: those that only one run has");
    options.add("json", nullptr, "summary and connections as JSON");
    options.add("output", "FILE", "write to FILE, which is whole or left alone; default: standard output", 'o');
    options.setEpilogue("Example: connscope compare 09 --second-set cluster.connections.max.idle.ms=300000\n"
                        "Exit status: 0 compared, whatever was found; 1 a run is wrong, 2 usage, 130 interrupted.\n");
    if (const auto status = options.parse(arguments))
        return *status;
    CompareRequest request;
    if (const auto mistake = readCompareRequest(options, request))
        return usageError(*mistake);
    return compareRuns(request);
}

} // namespace connscope::app
