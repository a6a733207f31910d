// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/interrupt.h"
#include "app/options.h"
#include "app/output.h"
#include "app/runrequest.h"
#include "app/verbs.h"
#include "base/text.h"
#include "findings/words.h"
#include "sweep/searchwords.h"

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

namespace connscope::app {

namespace {

using Goal = sweep::Goal;

struct AvoidRequest {
    RunRequest run;
    sweep::SearchPlan plan;
    bool json = false;
    analysis::Language language = analysis::Language::English;
};

std::optional<std::string> readGoal(const Options& options, Goal& goal)
{
    constexpr std::pair<const char*, Goal::Kind> kConnections[]
        = {{"connection", Goal::Kind::Opening}, {"end", Goal::Kind::End}, {"close-wait", Goal::Kind::CloseWait}};
    int given = options.isSet("finding") ? 1 : 0;
    for (const auto& [name, kind] : kConnections) {
        if (!options.isSet(name))
            continue;
        ++given;
        goal.kind = kind;
        const std::string text = options.value(name);
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), goal.connection.value);
        if (error != std::errc {} || end != text.data() + text.size() || text.empty())
            return "--" + std::string(name) + ": '" + printable(text)
                + "': expected the number of a connection, as connscope run --format connections --json has it";
    }
    if (given != 1)
        return std::string(
            "what is to be avoided? One of --connection N, --end N, --close-wait N and --finding KIND");
    if (!options.isSet("finding"))
        return std::nullopt;
    goal.kind = Goal::Kind::Finding;
    const std::string name = options.value("finding");
    if (const auto kind = findings::kindFromName(name)) {
        goal.finding = *kind;
        return std::nullopt;
    }
    std::vector<std::string_view> names;
    for (int i = 0; i < findings::kKindCount; ++i)
        names.push_back(findings::kindName(static_cast<findings::Kind>(i)));
    return "--finding: there is no finding '" + printable(name) + "'" + didYouMeanOneOf(name, "findings", names);
}

std::optional<std::string> readAvoidRequest(const Options& options, AvoidRequest& request)
{
    const std::vector<std::string> positional = options.positional();
    if (positional.empty())
        return std::string("which scenario? Name a file, or one of those that come with the program");
    if (positional.size() > 1)
        return "one scenario at a time: '" + printable(positional[1]) + "' is one too many";
    request.run.scenario = positional.front();
    request.run.settings = options.values("set");
    if (auto mistake = readSeed(options, "seed", request.run.options.seed))
        return mistake;
    if (auto mistake = readUntil(options, "until", request.run.options.until))
        return mistake;
    if (auto mistake = readProfile(options, "profile", request.run.options.profile))
        return mistake;
    if (auto mistake = readGoal(options, request.plan.goal))
        return mistake;
    static constexpr std::array<std::string_view, 2> kLanguages {"en", "zh"};
    std::size_t language = 0;
    if (auto mistake = readWord(options, "lang", kLanguages, language))
        return mistake;
    request.language = static_cast<analysis::Language>(language);
    request.json = options.isSet("json");
    request.run.file = options.value("output");
    if (options.isSet("output") && request.run.file.empty())
        return std::string("-o: the file name is empty");
    return std::nullopt;
}

int avoid(AvoidRequest& request)
{
    std::optional<scenario::Scenario> scenario;
    if (const auto status = loadRun(request.run, scenario))
        return *status;
    request.plan.options = request.run.options;
    Output output(request.run.file);
    Interrupt interrupt("connscope: interrupted again: ended at once; nothing was written to " + output.name());
    if (const auto opened = output.open(); !opened) {
        say(opened.error());
        return kFailed;
    }
    sweep::Progress progress;
    if (isatty(STDERR_FILENO) != 0) {
        progress = [](std::size_t done, std::size_t all) {
            writeAll(2,
                "\r" + std::to_string(done) + " of " + std::to_string(all) + " changes tried"
                    + (done == all ? "\r\033[K" : ""));
        };
    }
    const auto found = sweep::search(*scenario, request.plan, &interrupt.flag(), progress);
    if (!found) {
        if (interrupt.isSet()) {
            say("interrupted: nothing was found until then, and nothing was written");
            return 128 + interrupt.signal();
        }
        say(found.error());
        return kFailed;
    }
    analysis::TextSink sink(output.writer());
    if (request.json)
        sweep::writeSearchJson(*found, sink, request.language);
    else
        sweep::writeSearch(*found, sink, request.language);
    interrupt.hold();
    const auto written = output.commit();
    if (!written) {
        say(written.error());
        return kFailed;
    }
    if (interrupt.isSet()) {
        say("interrupted: what was tried until then was written");
        return 128 + interrupt.signal();
    }
    return kDone;
}

} // namespace

int avoidIn(const QStringList& arguments)
{
    Options options(
        "Looks for the single setting that avoids something in a run: each of a declared list of settings is\n"
        "tried in a run of its own, and what avoids it is laid beside the first run to say what it costs.");
    options.addPositional("SCENARIO", "a scenario file, or the name of one that comes with the program");
    options.add(
        "connection", "N", "avoid that this connection is opened; its number as --format connections --json has it");
    options.add("end", "N", "avoid that this connection ends as it did: by that end and by that rule");
    options.add("close-wait", "N", "avoid that the client's end of this connection stands in CLOSE-WAIT");
    options.add(
        "finding", "KIND", "avoid that this is found, such as reconnect-storm; connscope findings has the kinds");
    options.add("set", "NAME.KEY=VALUE", "a setting of all runs, as in connscope run; repeatable");
    options.add("profile", "P", "how every client decides");
    options.add("seed", "N", "the seed of all runs; default: the scenario's");
    options.add("until", "T", "stop each run at this time; default: the scenario's");
    options.add("lang", "L", "the language of the answer: en (default) or zh");
    options.add("json", nullptr, "as JSON");
    options.add("output", "FILE", "write to FILE, which is whole or left alone; default: standard output", 'o');
    options.setEpilogue("Example: connscope avoid 24 --finding client-limit-above-middlebox\n"
                        "Exit status: 0 looked, whether or not something avoids it; 1 the run is wrong, 2 usage, 130 "
                        "interrupted.\n");
    if (const auto status = options.parse(arguments))
        return *status;
    AvoidRequest request;
    if (const auto mistake = readAvoidRequest(options, request))
        return usageError(*mistake);
    return avoid(request);
}

} // namespace connscope::app
