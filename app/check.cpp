// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/interrupt.h"
#include "app/loading.h"
#include "app/options.h"
#include "app/output.h"
#include "app/verbs.h"
#include "base/text.h"
#include "client/profile.h"
#include "scenario/expectations.h"
#include "sim/simulation.h"

#include <algorithm>
#include <string>
#include <vector>

namespace connscope::app {

namespace {

/// Runs one scenario on the profiles that were asked for, or on every one that it allows, and writes a line for each.
class Runner {
public:
    Runner(std::string profile, Output& output)
        : m_profile(std::move(profile))
        , m_output(output)
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
    int signal() const { return m_interrupt.signal(); }

private:
    bool run(const scenario::Scenario& scenario, const std::string& profile, const std::string& label)
    {
        sim::Options options;
        options.profile = profile;
        options.cancel = &m_interrupt.flag();
        sim::Statistics statistics;
        const auto trace = sim::run(scenario, options, &statistics);
        if (m_interrupt.isSet())
            return true;
        if (!trace) {
            say(trace.error());
            return false;
        }
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
    Output& m_output;
    Interrupt m_interrupt {"connscope: interrupted again: ended at once"};
};

} // namespace

int checkScenarios(const QStringList& arguments)
{
    Options options("Validates scenario files; what is wrong is said with line and column on standard error.\n"
                    "With --run, runs them as well and holds what comes out to their expectations.");
    options.addPositional("FILE…", "scenario files, or names of scenarios that come with the program");
    options.add("run", nullptr, "run each on every profile that it allows and check its expectations");
    options.add("profile", "P", "with --run: only on this profile");
    if (const auto status = options.parse(arguments))
        return *status;
    const std::vector<std::string> files = options.positional();
    if (files.empty())
        return usageError("which files? Name one or more scenarios");
    std::string profile;
    if (options.isSet("profile") && !options.isSet("run"))
        return usageError("--profile goes with --run");
    if (const auto mistake = readProfile(options, "profile", profile))
        return usageError(*mistake);

    Output output({});
    if (const auto opened = output.open(); !opened) {
        say(opened.error());
        return kFailed;
    }
    int status = kDone;
    Runner runner(profile, output);
    for (const std::string& file : files) {
        if (runner.signal() != 0)
            break;
        const auto scenario = loadScenario(file);
        const std::string name = printable(file, 1000);
        if (!scenario)
            status = kFailed;
        else if (!options.isSet("run"))
            output.write(name + ": ok\n");
        else if (!runner.check(*scenario, name))
            status = kFailed;
    }
    if (const auto written = output.commit(); !written) {
        say(written.error());
        status = kFailed;
    }
    if (runner.signal() != 0) {
        say("interrupted");
        return 128 + runner.signal();
    }
    return status;
}

} // namespace connscope::app
