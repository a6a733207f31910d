// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/clientlog.h"
#include "analysis/report.h"
#include "app/commandline.h"
#include "app/interrupt.h"
#include "app/loading.h"
#include "app/options.h"
#include "app/output.h"
#include "app/scenariofiles.h"
#include "app/verbs.h"
#include "base/text.h"
#include "client/profile.h"
#include "scenario/clientconfig.h"
#include "scenario/overrides.h"
#include "sim/simulation.h"
#include "trace/jsonl.h"

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace connscope::app {

using analysis::ReportOptions;
using analysis::TextSink;

namespace {

/// What there is to write about.
struct Outcome {
    const scenario::Scenario& scenario;
    const trace::Trace& trace;
    ReportOptions options;
};

/// Writes a format. That a piece was refused is for the Output to tell; the error is anything else that is wrong.
using Writer = Result<void> (*)(const Outcome&, Output&);

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

struct Format {
    const char* name;
    Writer text;
    Writer json; ///< nullptr: there is no --json of it
};
constexpr Format kFormats[] = {
    {"summary", writeReport<analysis::writeSummary>, writeReport<analysis::writeSummaryJson>},
    {"connections", writeReport<analysis::writeConnections>, writeReport<analysis::writeConnectionsJson>},
    {"events", writeReport<analysis::writeEvents>, nullptr},
    {"why", writeReport<analysis::writeWhy>, nullptr},
    {"log", writeLog, nullptr},
    {"jsonl", writeTrace, nullptr},
};

std::vector<std::string_view> formatNames()
{
    std::vector<std::string_view> names;
    for (const Format& format : kFormats)
        names.emplace_back(format.name);
    return names;
}

/// The command line of `run`, checked.
struct Request {
    std::string scenario;
    sim::Options options;
    std::vector<std::string> settings;
    const Format* format = nullptr;
    bool json = false;
    std::string file;
};

std::string profileNames()
{
    std::vector<std::string_view> names;
    for (const client::Profile& profile : client::profiles())
        names.emplace_back(profile.name);
    return joinOr(names);
}

/// The usage mistake, if there is one.
std::optional<std::string> readRequest(const Options& options, Request& request)
{
    const std::vector<std::string> positional = options.positional();
    if (positional.size() > 1)
        return "one scenario at a time: '" + printable(positional[1]) + "' is one too many";
    if (positional.empty()) {
        const std::vector<std::string> shipped = shippedScenarios(shippedScenarioFolder());
        const std::vector<std::string_view> names(shipped.begin(), shipped.end());
        return names.empty()
            ? std::string("which scenario? Name a file")
            : "which scenario? Name a file, or one of those that come with the program: " + joinOr(names);
    }
    request.scenario = positional.front();
    if (options.isSet("seed")) {
        const auto seed = parseSeed(options.value("seed"));
        if (!seed)
            return seed.error().message;
        request.options.seed = *seed;
    }
    if (options.isSet("until")) {
        const auto until = parseUntil(options.value("until"));
        if (!until)
            return until.error().message;
        request.options.until = *until;
    }
    if (options.isSet("profile")) {
        const auto profile = client::findProfile(options.value("profile"));
        if (!profile)
            return "--profile: " + profile.error().message;
        request.options.profile = profile->name;
    }
    request.settings = options.values("set");

    const std::string name = options.isSet("format") ? options.value("format") : "summary";
    for (const Format& format : kFormats) {
        if (name == format.name)
            request.format = &format;
    }
    const std::vector<std::string_view> names = formatNames();
    if (!request.format)
        return "--format: there is no format '" + printable(name) + "'" + didYouMean(name, names) + "; formats are "
            + joinOr(names) + '.';
    request.json = options.isSet("json");
    if (request.json && !request.format->json)
        return "--json goes with --format summary or connections; " + name
            + (name == "jsonl" ? " is JSON Lines as it is" : " has no JSON form");
    request.file = options.value("output");
    if (options.isSet("output") && request.file.empty())
        return std::string("-o: the file name is empty");
    return std::nullopt;
}

void warnOfSetting(std::string_view setting)
{
    constexpr std::string_view kIdle = "connections.max.idle.ms";
    const std::size_t equals = setting.find('=');
    if (!setting.substr(0, equals).ends_with(kIdle))
        return;
    const std::string warning = scenario::idleLimitWarning(kIdle, setting.substr(equals + 1));
    if (!warning.empty())
        say("warning: --set " + printable(setting, 200) + ": " + warning);
}

/// A client of an old version ignores newer settings; without a word its behaviour would be a riddle.
void warnOfSettingsLeftOut(const scenario::Scenario& scenario, const std::string& profileName)
{
    for (const scenario::ClientEntry& entry : scenario.clients) {
        const auto profile = scenario::profileOf(scenario, entry, profileName);
        std::vector<Error> warnings;
        if (!profile || !scenario::buildConfig(entry, *profile, &warnings))
            continue; // the run says what is wrong
        for (Error& warning : warnings) {
            warning.file = scenario.file;
            say(warning, "warning: ");
        }
    }
}

int run(Request& request)
{
    auto scenario = loadScenario(request.scenario);
    if (!scenario)
        return kFailed;
    for (const std::string& setting : request.settings) {
        if (const auto applied = scenario::applySetting(*scenario, setting, request.options.profile); !applied)
            return usageError("--set " + printable(setting, 200) + ": " + applied.error().message);
        warnOfSetting(setting);
    }
    warnOfSettingsLeftOut(*scenario, request.options.profile);

    Output output(request.file);
    Interrupt interrupt(
        "connscope: interrupted again: ended at once; the report was not written whole to " + output.name());
    if (const auto opened = output.open(); !opened) {
        say(opened.error());
        return kFailed;
    }

    request.options.cancel = &interrupt.flag();
    sim::Statistics statistics;
    const auto trace = sim::run(*scenario, request.options, &statistics);
    if (!trace) {
        say(trace.error());
        return kFailed;
    }
    // What happened up to here is written whole, whether or not somebody is in a hurry.
    const bool cutShort = interrupt.isSet();

    const Writer write = request.json ? request.format->json : request.format->text;
    if (const auto wrote = write({*scenario, *trace, {statistics.end}}, output); !wrote) {
        say(wrote.error());
        return kFailed;
    }
    interrupt.hold();
    const auto written = output.commit();
    if (!written)
        say(written.error());
    if (interrupt.isSet()) {
        const std::string when = cutShort
            ? "interrupted at " + formatSeconds(statistics.end.time_since_epoch()) + " s of virtual time"
            : std::string("interrupted while the report was being written");
        const std::string what = !written ? "the report was not written"
            : cutShort                    ? "what happened until then was written"
                                          : "the report is whole";
        say(when + "; " + what);
        return 128 + interrupt.signal();
    }
    if (!written)
        return kFailed;
    if (statistics.stoppedEarly) {
        const trace::Event* last = trace->empty() ? nullptr : &(*trace)[trace->size() - 1];
        say("the run stopped early: " + (last ? std::string(trace->text(last->text)) : std::string("no event")));
        return kFailed;
    }
    return kDone;
}

} // namespace

int runScenario(const QStringList& arguments)
{
    Options options("Runs a scenario in virtual time and prints what became of its connections.\n"
                    "Equal scenario, options and seed give equal output, byte for byte.");
    options.addPositional(
        "SCENARIO", "a scenario file, or the name of one that comes with the program: 13-three-kinds, or 13");
    options.add("seed", "N", "another of the possible orders; default: the scenario's seed");
    options.add("until", "T", "stop at this virtual time, such as 9m or 1h30m; default: the scenario's");
    options.add("profile", "P", "how every client decides, whatever the scenario says");
    options.add("set", "NAME.KEY=VALUE",
        "a Kafka setting; NAME is a client of the scenario, '*' (every client that knows the key), 'cluster' "
        "(every broker) or 'broker.N'; repeatable");
    options.add("format", "F", "summary (default), connections, events, why, log or jsonl");
    options.add("json", nullptr, "summary and connections as JSON");
    options.add("output", "FILE", "write to FILE, which is whole or left alone; default: standard output", 'o');
    options.setEpilogue("Profiles: " + profileNames()
        + ".\nExit status: 0 done, 1 the scenario or the run is wrong, 2 usage, 130 interrupted by Ctrl-C.\n");
    if (const auto status = options.parse(arguments))
        return *status;
    Request request;
    if (const auto mistake = readRequest(options, request))
        return usageError(*mistake);
    return run(request);
}

} // namespace connscope::app
