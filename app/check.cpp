// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/interrupt.h"
#include "app/lessonfiles.h"
#include "app/loading.h"
#include "app/options.h"
#include "app/output.h"
#include "app/runrequest.h"
#include "app/verbs.h"
#include "base/text.h"
#include "client/bootstrap.h"
#include "client/profile.h"
#include "scenario/clientconfig.h"
#include "scenario/expectations.h"
#include "session/addressbook.h"
#include "sim/simulation.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace connscope::app {

namespace {

/// Runs one scenario on the profiles that were asked for, or on every one that it allows, and writes a line for each.
class Runner {
public:
    Runner(std::string profile, std::optional<std::uint64_t> seed, Output& output, const Interrupt& interrupt)
        : m_profile(std::move(profile))
        , m_seed(seed)
        , m_output(output)
        , m_interrupt(interrupt)
    {
    }

    /// False when an expectation failed or a run went wrong.
    bool check(const scenario::Scenario& scenario, const std::string& name)
    {
        bool good = true;
        // Where clients have profiles of their own, forcing one on all is another story than the one that is written.
        const bool mixed = std::any_of(scenario.clients.begin(), scenario.clients.end(),
            [](const scenario::ClientEntry& client) { return !client.profileName.empty(); });
        if (mixed && m_profile.empty())
            good = run(scenario, {}, name + ": as written");
        for (const client::Profile& profile : client::profiles()) {
            if ((!m_profile.empty() && m_profile != profile.name) || m_interrupt.isSet())
                continue;
            const std::string label = name + ": " + profile.name;
            const auto excluded = scenario.notForProfiles.find(profile.name);
            if (excluded != scenario.notForProfiles.end()) {
                m_output.write(label + ": not run: " + printable(excluded->second, 400) + '\n');
                continue;
            }
            good = run(scenario, profile.name, label) && good;
        }
        return good;
    }

private:
    bool run(const scenario::Scenario& scenario, const std::string& profile, const std::string& label)
    {
        sim::Options options;
        options.profile = profile;
        options.seed = m_seed;
        options.cancel = &m_interrupt.flag();
        sim::Statistics statistics;
        const auto trace = sim::run(scenario, options, &statistics);
        if (m_interrupt.isSet())
            return true;
        if (!trace) {
            say(trace.error());
            return false;
        }
        warnOfNotConstructed(*trace, scenario.file);
        if (statistics.stoppedEarly) {
            say(label + ": the run stopped early: " + std::string(trace->text((*trace)[trace->size() - 1].text)));
            return false;
        }
        const std::vector<scenario::Failure> failures = scenario::checkExpectations(scenario, profile, *trace);
        for (const scenario::Failure& failure : failures)
            writeAll(2, failure.toString(scenario) + " (" + (profile.empty() ? "as written" : profile) + ")\n");
        if (failures.empty())
            m_output.write(label + ": ok\n");
        return failures.empty();
    }

    std::string m_profile;
    std::optional<std::uint64_t> m_seed;
    Output& m_output;
    const Interrupt& m_interrupt;
};

/// What only the constructor of a client would notice: that no host of its bootstrap.servers has an address.
void warnOfBootstrap(const scenario::Scenario& scenario)
{
    session::AddressBook names(scenario);
    for (const scenario::ClientEntry& entry : scenario.clients) {
        const auto profile = scenario::profileOf(scenario, entry);
        const auto config = profile ? scenario::buildConfig(entry, *profile) : fail(profile.error());
        if (!config || !client::resolveBootstrap(client::makeSettings(*config, entry.kind), names).addresses.empty())
            continue;
        Error warning;
        warning.file = scenario.file;
        warning.line = entry.line;
        warning.message = "client " + entry.name
            + " cannot be constructed: no host of its bootstrap.servers has an address (\""
            + printable(config->text("bootstrap.servers"), 200) + "\")";
        say(warning, "warning: ");
    }
}

/// Reads a lesson, runs its scenarios on each profile that it names and computes its answers: whatever of it does not hold
/// is said with its place. One with parameters is drawn a few times.
class LessonChecker {
public:
    LessonChecker(std::string profile, Output& output, const Interrupt& interrupt)
        : m_profile(std::move(profile))
        , m_output(output)
        , m_interrupt(interrupt)
    {
    }

    bool check(const std::string& name)
    {
        const auto path = findLesson(name);
        if (!path) {
            say(path.error());
            return false;
        }
        constexpr std::uint64_t kDraws = 10;
        bool good = true;
        for (std::uint64_t seed = 1; seed <= kDraws && good; ++seed) {
            const lesson::ReadResult read = readLessonFile(*path, seed);
            for (const Error& error : read.errors)
                say(error);
            for (const Error& warning : read.warnings)
                say(warning, "warning: ");
            if (!read.lesson)
                return false;
            good = check(*read.lesson, seed);
            if (!read.lesson->hasParameters())
                break;
        }
        if (good && m_interrupt.signal() == 0)
            m_output.write(printable(name, 1000) + ": ok\n");
        return good;
    }

private:
    bool check(const lesson::Lesson& lesson, std::uint64_t seed)
    {
        std::vector<std::string> profiles {m_profile};
        if (m_profile.empty())
            profiles.insert(profiles.end(), lesson.profiles.begin(), lesson.profiles.end());
        bool good = true;
        for (const std::string& profile : profiles) {
            lesson::PrepareOptions options;
            options.profile = profile;
            options.seed = seed;
            options.cancel = &m_interrupt.flag();
            const lesson::PrepareResult result = lesson::prepare(lesson, scenarioLoader(), options);
            if (m_interrupt.isSet())
                return true;
            for (Error error : result.errors) {
                if (!profile.empty())
                    error.message += " (" + profile + ')';
                if (lesson.hasParameters())
                    error.message += " (with the parameters of seed " + std::to_string(seed) + ')';
                say(error);
            }
            good = good && result.errors.empty();
        }
        return good;
    }

    std::string m_profile;
    Output& m_output;
    const Interrupt& m_interrupt;
};

} // namespace

int checkScenarios(const QStringList& arguments)
{
    Options options(
        "Validates scenarios and lessons; what is wrong is said with line and column on standard error.\n"
        "With --run, scenarios are run as well and held to their expectations. A lesson is always run: that each\n"
        "pause comes, each highlight is there and each question has one right answer, only its runs can tell.");
    options.addPositional("FILE…", "scenarios and lessons: files, or names of those that come with the program");
    options.add("run", nullptr, "run each on every profile that it allows and check its expectations");
    options.add("profile", "P", "with --run: only on this profile; of a lesson, its own run");
    options.add("seed", "N", "with --run: another of the possible orders of each scenario; default: its own seed");
    if (const auto status = options.parse(arguments))
        return *status;
    const std::vector<std::string> files = options.positional();
    if (files.empty())
        return usageError("which files? Name one or more scenarios");
    std::string profile;
    const bool hasLesson = std::any_of(files.begin(), files.end(), isLessonFile);
    if (options.isSet("profile") && !options.isSet("run") && !hasLesson)
        return usageError("--profile goes with --run");
    if (const auto mistake = readProfile(options, "profile", profile))
        return usageError(*mistake);
    std::optional<std::uint64_t> seed;
    if (options.isSet("seed") && !options.isSet("run"))
        return usageError("--seed goes with --run");
    if (const auto mistake = readSeed(options, "seed", seed))
        return usageError(*mistake);

    Output output({});
    if (const auto opened = output.open(); !opened) {
        say(opened.error());
        return kFailed;
    }
    int status = kDone;
    const Interrupt interrupt("connscope: interrupted again: ended at once");
    Runner runner(profile, seed, output, interrupt);
    LessonChecker lessons(profile, output, interrupt);
    for (const std::string& file : files) {
        if (interrupt.signal() != 0)
            break;
        if (isLessonFile(file)) {
            if (!lessons.check(file))
                status = kFailed;
            continue;
        }
        const auto scenario = loadScenario(file);
        const std::string name = printable(file, 1000);
        if (!scenario)
            status = kFailed;
        else if (!options.isSet("run")) {
            warnOfBootstrap(*scenario);
            output.write(name + ": ok\n");
        } else if (!runner.check(*scenario, name))
            status = kFailed;
    }
    if (const auto written = output.commit(); !written) {
        say(written.error());
        status = kFailed;
    }
    if (interrupt.signal() != 0) {
        say("interrupted");
        return 128 + interrupt.signal();
    }
    return status;
}

} // namespace connscope::app
