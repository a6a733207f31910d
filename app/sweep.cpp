// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/interrupt.h"
#include "app/options.h"
#include "app/output.h"
#include "app/runrequest.h"
#include "app/verbs.h"
#include "base/text.h"
#include "sweep/report.h"

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace connscope::app {

namespace {

constexpr std::array<std::string_view, 3> kFormats {"table", "csv", "json"};
using Writer = bool (*)(const sweep::Table&, analysis::TextSink&);
constexpr Writer kWriters[] = {sweep::writeTable, sweep::writeCsv, sweep::writeJson};

struct SweepRequest {
    RunRequest run; ///< its scenario, settings, options and file
    sweep::Plan plan;
    std::size_t format = 0;
};

std::optional<std::string> readCount(
    const Options& options, const char* name, std::uint64_t least, std::uint64_t most, std::uint64_t& count)
{
    if (!options.isSet(name))
        return std::nullopt;
    const std::string text = options.value(name);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error == std::errc {} && end == text.data() + text.size() && !text.empty() && count >= least && count <= most)
        return std::nullopt;
    return "--" + std::string(name) + ": '" + printable(text) + "': expected a whole number from "
        + std::to_string(least) + " to " + std::to_string(most);
}

std::optional<std::string> readSweepRequest(const Options& options, SweepRequest& request)
{
    const std::vector<std::string> positional = options.positional();
    if (positional.empty())
        return std::string("which scenario? Name a file, or one of those that come with the program");
    if (positional.size() > 1)
        return "one scenario at a time: '" + printable(positional[1]) + "' is one too many";
    request.run.scenario = positional.front();
    request.run.settings = options.values("set");
    session::Options& run = request.run.options;
    if (auto mistake = readSeed(options, "seed", run.seed))
        return mistake;
    if (auto mistake = readUntil(options, "until", run.until))
        return mistake;
    if (auto mistake = readProfile(options, "profile", run.profile))
        return mistake;
    if (!options.isSet("vary"))
        return std::string("what is varied? Such as --vary cluster.brokers=1..9");
    for (const std::string& text : options.values("vary")) {
        auto axis = sweep::parseAxis(text);
        if (!axis)
            return "--vary: " + axis.error().message;
        if ((axis->isProfile() && !run.profile.empty()) || (axis->isSeed() && run.seed))
            return "--vary: " + axis->name + " goes without --" + axis->name;
        for (const std::string& setting : request.run.settings) {
            if (setting.substr(0, setting.find('=')) == axis->name)
                return "--vary: " + axis->name + " goes without --set " + axis->name
                    + ", which each run would replace";
        }
        request.plan.axes.push_back(std::move(*axis));
    }
    std::uint64_t threads = 0;
    if (auto mistake = readCount(options, "jobs", 1, 1024, threads))
        return mistake;
    request.plan.threads = static_cast<unsigned>(threads);
    if (auto mistake = readCount(options, "max-events", 1000, 1'000'000'000, request.plan.maxEvents))
        return mistake;
    if (auto mistake = readWord(options, "format", kFormats, request.format))
        return mistake;
    request.run.file = options.value("output");
    if (options.isSet("output") && request.run.file.empty())
        return std::string("-o: the file name is empty");
    return std::nullopt;
}

/// A line of its own that is written over; only for a person.
sweep::Progress progressLine()
{
    if (isatty(STDERR_FILENO) == 0)
        return {};
    return [](std::size_t done, std::size_t all) {
        const bool isOver = done == all;
        writeAll(
            2, "\r" + std::to_string(done) + " of " + std::to_string(all) + " runs" + (isOver ? "\r\033[K" : ""));
    };
}

int sweepOver(SweepRequest& request)
{
    std::optional<scenario::Scenario> scenario;
    if (const auto status = loadRun(request.run, scenario))
        return *status;
    request.plan.options = request.run.options;
    if (const auto good = sweep::check(*scenario, request.plan); !good)
        return usageError("--vary: " + good.error().message);
    Output output(request.run.file);
    Interrupt interrupt("connscope: interrupted again: ended at once; nothing was written to " + output.name());
    if (const auto opened = output.open(); !opened) {
        say(opened.error());
        return kFailed;
    }
    const auto table = sweep::run(*scenario, request.plan, &interrupt.flag(), progressLine());
    if (!table) {
        say(table.error());
        return kFailed;
    }
    analysis::TextSink sink(output.writer());
    kWriters[request.format](*table, sink);
    interrupt.hold();
    const auto written = output.commit();
    if (!written)
        say(written.error());
    if (interrupt.isSet()) {
        say("interrupted: " + std::to_string(table->doneCount()) + " of " + std::to_string(table->rows.size())
            + " runs were done" + (written ? " and written" : "; nothing was written"));
        return 128 + interrupt.signal();
    }
    if (!written)
        return kFailed;
    std::size_t failed = 0;
    std::size_t stopped = 0;
    for (const sweep::Row& row : table->rows) {
        failed += row.error.empty() ? 0U : 1U;
        stopped += row.stopped.empty() ? 0U : 1U;
    }
    if (failed > 0)
        say(std::to_string(failed) + " of " + std::to_string(table->rows.size())
            + " runs could not be made; their rows say why");
    if (stopped > 0)
        say(std::to_string(stopped) + " of " + std::to_string(table->rows.size()) + " runs stopped early at "
            + std::to_string(request.plan.maxEvents)
            + " events or another limit; their numbers are of a part of them (--max-events, --until)");
    return failed + stopped > 0 ? kFailed : kDone;
}

} // namespace

int sweepScenario(const QStringList& arguments)
{
    Options options(
        "Runs a scenario once for each value of a setting, or for each pair of values of two, on all cores,\n"
        "and prints one row a run. The same table whatever the number of cores.");
    options.addPositional("SCENARIO", "a scenario file, or the name of one that comes with the program");
    options.add("vary", "NAME=VALUES",
        "what is varied: profile, seed, cluster.brokers, cluster.partitions, cluster.TOPIC.partitions, CLIENT.count, "
        "or "
        "a Kafka key as --set has it; values V1,V2,…, A..B, A..B/N (N of them, evenly) or A..B/Nlog; at most twice");
    options.add("set", "NAME.KEY=VALUE", "a setting of all runs, as in connscope run; repeatable");
    options.add("profile", "P", "how every client decides, in all runs");
    options.add("seed", "N", "the seed of all runs; default: the scenario's");
    options.add("until", "T", "stop each run at this time; default: the scenario's");
    options.add("max-events", "N", "stop each run after so many events; default: 3000000");
    options.add("jobs", "N", "runs at the same time; default: one for each core", 'j');
    options.add("format", "F", "table (default), csv or json");
    options.add("output", "FILE", "write to FILE, which is whole or left alone; default: standard output", 'o');
    options.setEpilogue(
        "Example: connscope sweep 07 --vary cluster.brokers=1..1000/10log --vary profile=course,java-3.9\n"
        "Exit status: 0 done, 1 a run could not be made or stopped early, 2 usage, 130 interrupted: what was done "
        "is\n"
        "written. At most 1000 values of one setting and 10000 runs.\n");
    if (const auto status = options.parse(arguments))
        return *status;
    SweepRequest request;
    if (const auto mistake = readSweepRequest(options, request))
        return usageError(*mistake);
    return sweepOver(request);
}

} // namespace connscope::app
