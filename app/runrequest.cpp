// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runrequest.h"

#include "app/commandline.h"
#include "app/keepoption.h"
#include "app/loading.h"
#include "app/propertiesfile.h"
#include "app/reportoptions.h"
#include "app/scenariofiles.h"
#include "base/text.h"
#include "client/profile.h"
#include "client/settings.h"
#include "scenario/clientconfig.h"
#include "scenario/overrides.h"
#include "trace/construction.h"

#include <QString>

#include <algorithm>

namespace connscope::app {

namespace {

std::string profileNames()
{
    std::vector<std::string_view> names;
    for (const client::Profile& profile : client::profiles())
        names.emplace_back(profile.name);
    return joinOr(names);
}

void warnOfSetting(std::string_view setting)
{
    constexpr std::string_view kIdle = "connections.max.idle.ms";
    const std::size_t equals = setting.find('=');
    const std::size_t dot = setting.substr(0, equals).find('.');
    if (dot != std::string_view::npos) {
        const auto owner
            = setting.starts_with("cluster.") ? protocol::ConfigOwner::Broker : protocol::ConfigOwner::Producer;
        const std::string_view key = setting.substr(dot + 1, equals - dot - 1);
        if (const std::string warning = protocol::unheededWarning(owner, key); !warning.empty())
            say("warning: --set " + printable(setting, 200) + ": " + warning);
    }
    if (!setting.substr(0, equals).ends_with(kIdle))
        return;
    const std::string warning = scenario::idleLimitWarning(kIdle, setting.substr(equals + 1));
    if (!warning.empty())
        say("warning: --set " + printable(setting, 200) + ": " + warning);
}

/// Properties of one file, for every client. What the file says is never repeated: it may be a password.
std::optional<int> applyPropertiesFile(const std::string& name, RunRequest& request, scenario::Scenario& scenario)
{
    const auto properties = readPropertiesFile(name);
    if (!properties) {
        say(properties.error());
        return kFailed;
    }
    std::vector<Error> warnings;
    if (const auto applied
        = scenario::applyProperties(scenario, *properties, name, request.options.profile, warnings);
        !applied) {
        say(applied.error());
        return kFailed;
    }
    for (const Error& warning : warnings)
        say(warning, "warning: ");
    if (request.bootstrap.empty()) {
        for (const protocol::Property& property : *properties) {
            if (property.key == "bootstrap.servers")
                request.bootstrap = property.value;
        }
    }
    return std::nullopt;
}

/// Where the file has a key last, which is where Java reads it; 0: nowhere.
int lineOfKey(const std::string& name, std::string_view key)
{
    int line = 0;
    if (const auto properties = readPropertiesFile(name)) {
        for (const protocol::Property& property : *properties)
            line = property.key == key ? property.line : line;
    }
    return line;
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

std::optional<std::string> readBootstrap(const Options& options, std::string& servers)
{
    if (!options.isSet("bootstrap-server"))
        return std::nullopt;
    servers = options.value("bootstrap-server");
    std::string_view rest = servers;
    for (;;) {
        const std::size_t comma = rest.find(',');
        if (const auto address = client::parseAddress(rest.substr(0, comma)); !address)
            return "--bootstrap-server: expected HOST:PORT, or several with commas between; "
                + address.error().message;
        if (comma == std::string_view::npos)
            return std::nullopt;
        rest.remove_prefix(comma + 1);
    }
}

/// What says how a report looks says nothing to a comparison.
std::optional<std::string> readBoth(const Options& options)
{
    if (options.isSet("real"))
        return std::string("--both plays it for real and simulates it: leave --real out");
    for (const char* name : {"format", "json"}) {
        if (options.isSet(name))
            return "--" + std::string(name)
                + " does not go with --both, which prints where the two differ; run it with --real " + "--" + name
                + ", and once without --real";
    }
    for (const auto name : reportOptionNames()) {
        if (options.isSet(name))
            return "--" + std::string(name) + " goes with a report; --both prints where the two differ";
    }
    return std::nullopt;
}

std::optional<std::string> readRealRequest(const Options& options, RunRequest& request)
{
    request.both = options.isSet("both");
    request.real = request.both || options.isSet("real");
    if (request.both) {
        if (auto mistake = readBoth(options))
            return mistake;
    }
    if (request.real) {
        if (auto mistake = readBootstrap(options, request.bootstrap))
            return mistake;
    }
    request.properties = options.values("command-config");
    request.isWriting = options.isSet("allow-writes");
    if (auto mistake = readKeepOptions(options, request.keep))
        return mistake;
    if (request.both && request.keep.isLimited())
        return std::string("--keep goes with --real: --both compares all of what happened");
    if (request.real)
        return std::nullopt;
    for (const char* name : {"bootstrap-server", "command-config", "allow-writes"}) {
        if (options.isSet(name))
            return "--" + std::string(name) + " goes with --real or --both: a simulation has no cluster of others";
    }
    if (options.isSet("keep") || options.isSet("keep-events"))
        return std::string("--keep goes with --real: of a simulation everything is kept");
    return std::nullopt;
}

} // namespace

void addRunOptions(Options& options)
{
    options.addPositional(
        "SCENARIO", "a scenario file, or the name of one that comes with the program: 13-three-kinds, or 13");
    options.add("real", nullptr, "over real sockets, in real time, against brokers of our own on loopback");
    options.add("both", nullptr, "simulated and for real, and print where they differ");
    options.add("bootstrap-server", "HOST:PORT", "with --real: an existing cluster instead of brokers of our own");
    options.add("command-config", "FILE", "with --real: a client.properties file for every client; repeatable");
    options.add(
        "allow-writes", nullptr, "on an existing cluster: clients may write, commit offsets and create topics there");
    addKeepOptions(options, "the trace keeps the last N events; default: all, and the run ends at max-events");
    options.add("seed", "N", "another of the possible orders; default: the scenario's seed");
    options.add("until", "T", "stop at this time, such as 9m or 1h30m; default: the scenario's");
    options.add("profile", "P", "how every client decides, whatever the scenario says");
    options.add("set", "NAME.KEY=VALUE",
        "a Kafka setting; NAME is a client of the scenario, '*' (every client that knows the key), 'cluster' "
        "(every broker) or 'broker.N'; repeatable");
    options.add("format", "F",
        "summary (default), connections, events, findings, timeline, why, log or jsonl; connections-csv or "
        "events-csv; "
        "markdown, mermaid or plantuml; caption or alt-text");
    options.add("json", nullptr, "summary, connections, events and findings as JSON");
    addReportOptions(options);
    options.add("output", "FILE", "write to FILE, which is whole or left alone; default: standard output", 'o');
    options.setEpilogue("Profiles: " + profileNames()
        + ".\nExit status: 0 done, 1 the scenario or the run is wrong, 2 usage, 130 interrupted by Ctrl-C.\n");
}

std::optional<std::string> readRunRequest(const Options& options, RunRequest& request)
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
    if (auto mistake = readSeed(options, "seed", request.options.seed))
        return mistake;
    if (auto mistake = readUntil(options, "until", request.options.until))
        return mistake;
    if (auto mistake = readProfile(options, "profile", request.options.profile))
        return mistake;
    request.settings = options.values("set");

    request.json = options.isSet("json");
    const auto format = findFormat(options.isSet("format") ? options.value("format") : "summary", request.json);
    if (!format)
        return format.error().message;
    request.format = *format;
    request.file = options.value("output");
    if (options.isSet("output") && request.file.empty())
        return std::string("-o: the file name is empty");
    const bool toFile = !request.file.empty() && request.file != "-";
    if (auto mistake = readReportOptions(options, *request.format, toFile, request.report))
        return mistake;
    return readRealRequest(options, request);
}

std::optional<int> loadRun(RunRequest& request, std::optional<scenario::Scenario>& scenario)
{
    scenario = loadScenario(request.scenario);
    if (!scenario)
        return kFailed;
    for (const std::string& file : request.properties) {
        if (const auto status = applyPropertiesFile(file, request, *scenario))
            return status;
    }
    for (const std::string& setting : request.settings) {
        // Without its value, which may be a password; what is wrong with one that is none stands in the message.
        if (const auto applied = scenario::applySetting(*scenario, setting, request.options.profile); !applied)
            return usageError("--set" + std::string(setting.find('=') == 0 ? "" : " ")
                + printable(std::string_view(setting).substr(0, setting.find('=')), 200) + ": "
                + applied.error().message);
        warnOfSetting(setting);
    }
    warnOfSettingsLeftOut(*scenario, request.options.profile);
    return std::nullopt;
}

void warnOfNotConstructed(const trace::Trace& trace, const std::string& file)
{
    constexpr std::size_t kMost = 5;
    const std::vector<trace::NotConstructed> all = trace::allNotConstructed(trace);
    for (std::size_t i = 0; i < std::min(all.size(), kMost); ++i) {
        Error warning;
        warning.file = file;
        warning.message = printable(all[i].name, 200) + " was not constructed: " + printable(all[i].reason, 400);
        say(warning, "warning: ");
    }
    if (all.size() > kMost)
        say("warning: " + std::to_string(all.size() - kMost) + " more clients were not constructed");
}

Error locatedAtOption(Error error, const RunRequest& request)
{
    constexpr std::string_view kClient = "client ";
    std::string_view rest = error.message;
    if (!rest.starts_with(kClient))
        return error;
    rest.remove_prefix(kClient.size());
    const std::string client(rest.substr(0, rest.find(':')));
    rest.remove_prefix(std::min(client.size() + 2, rest.size()));
    // The message begins with the key that is wrong. One that is missing is wanted by those that say how to authenticate.
    const std::string key(rest.substr(0, rest.find_first_of(":, =")));
    for (const std::string_view name :
        {std::string_view(key), std::string_view("sasl.mechanism"), std::string_view("security.protocol")}) {
        for (auto setting = request.settings.rbegin(); setting != request.settings.rend(); ++setting) {
            for (const std::string& who : {client, std::string("*")}) {
                const std::string option = who + '.' + std::string(name);
                if (!setting->starts_with(option + '='))
                    continue;
                error.file.clear();
                error.line = 0;
                error.message = "--set " + option + ": " + error.message;
                return error;
            }
        }
        for (auto file = request.properties.rbegin(); file != request.properties.rend(); ++file) {
            if (const int line = lineOfKey(*file, name); line > 0) {
                error.file = *file;
                error.line = line;
                return error;
            }
        }
    }
    return error;
}

} // namespace connscope::app
