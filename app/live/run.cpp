// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/interrupt.h"
#include "app/keepoption.h"
#include "app/live/both.h"
#include "app/live/live.h"
#include "app/live/liverun.h"
#include "app/output.h"
#include "app/runrequest.h"
#include "base/text.h"
#include "real/outsidescenario.h"
#include "real/sasllogin.h"
#include "scenario/clientconfig.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace connscope::app {

namespace {

void warnOfUnusedJaas(const scenario::Scenario& scenario, const RunRequest& request)
{
    for (const scenario::ClientEntry& entry : scenario.clients) {
        const auto profile = scenario::profileOf(scenario, entry, request.options.profile);
        const auto config = profile ? scenario::buildConfig(entry, *profile) : fail(profile.error());
        if (!config)
            continue; // the session says so
        Error warning;
        warning.message = real::warningOfUnusedJaas(*config, "security.protocol", config->text("security.protocol"));
        if (warning.message.empty())
            continue;
        warning.message = "client " + entry.name + ": " + warning.message;
        warning.file = scenario.file;
        warning.line = entry.line;
        say(locatedAtOption(std::move(warning), request), "warning: ");
    }
}

/// Where the session goes: to the cluster that was named, on the command line or by the scenario itself; "" = to our own.
Result<std::string> clusterOf(const scenario::Scenario& scenario, const RunRequest& request)
{
    if (!request.bootstrap.empty())
        return request.bootstrap;
    auto named = real::outsideClusterOf(scenario, request.options.profile);
    if (named && !named->empty())
        say("bootstrap.servers is none of the scenario's brokers: this runs against the cluster at "
            + printable(*named, 200));
    return named;
}

/// Of brokers of our own a scenario may name one that is not there; then no machine is asked.
void warnOfNobody(const scenario::Scenario& scenario, const RunRequest& request)
{
    for (const real::NamedNobody& one : real::addressesOfNobody(scenario, request.options.profile)) {
        Error warning;
        warning.file = scenario.file;
        warning.line = one.line;
        warning.message = "client " + one.client + ": bootstrap.servers names " + printable(one.address, 200)
            + ", where the scenario has no broker: the scenario's own brokers are played, and nobody else is asked; "
              "--bootstrap-server HOST:PORT runs it against an existing cluster";
        say(warning, "warning: ");
    }
}

/// Those of --set: whoever names a group there means it.
std::vector<real::NamedGroup> groupsAsWritten(const RunRequest& request)
{
    constexpr std::string_view kKey = ".group.id=";
    std::vector<real::NamedGroup> out;
    for (const std::string& setting : request.settings) {
        if (const auto at = setting.find(kKey); at != std::string::npos)
            out.push_back({setting.substr(0, at), setting.substr(at + kKey.size())});
    }
    return out;
}

void tellOfGroups(const scenario::Scenario& scenario, const RunRequest& request)
{
    for (const real::RenamedGroup& one :
        real::groupsToRename(scenario, request.options.profile, groupsAsWritten(request)))
        say("client " + one.client + " is in the group '" + printable(one.used, 200) + "' of that cluster, not '"
            + printable(one.written, 200) + "', where others may be at work; --set " + one.client
            + ".group.id=" + printable(one.written, 200) + " takes that one");
}

int run(RunRequest& request)
{
    std::optional<scenario::Scenario> scenario;
    if (const auto status = loadRun(request, scenario))
        return *status;
    const auto cluster = clusterOf(*scenario, request);
    if (!cluster) {
        Error error = cluster.error();
        error.file = scenario->file;
        say(error);
        return kFailed;
    }
    if (cluster->empty() && request.isWriting)
        return usageError(
            "--allow-writes goes with --bootstrap-server, or a scenario that names an existing cluster: brokers of "
            "our own may be written to");
    if (cluster->empty())
        warnOfNobody(*scenario, request);
    else if (!request.isWriting)
        tellOfGroups(*scenario, request);
    Output output(request.file);
    Interrupt interrupt(
        "connscope: interrupted again: ended at once; the report was not written whole to " + output.name());
    if (const auto opened = output.open(); !opened) {
        say(opened.error());
        return kFailed;
    }
    warnOfUnusedJaas(*scenario, request);
    if (const auto leftOut = leftOutForReal(*scenario); !leftOut.empty() && !request.both) // which says so at its end
        say("warning: real sockets have none of " + scenario->file + "'s network: left out is "
            + leftOutText(leftOut));
    real::RealOptions options;
    options.session = request.options;
    options.bootstrapServers = *cluster;
    options.mayWrite = request.isWriting;
    options.groupsAsWritten = groupsAsWritten(request);
    options.keep = request.keep;
    session::Statistics statistics;
    const auto trace = runLive(*scenario, options, interrupt.flag(), &statistics);
    if (!trace) {
        say(locatedAtOption(trace.error(), request));
        return kFailed;
    }
    warnOfNotConstructed(*trace, scenario->file);
    warnOfDropped(*trace);
    if (request.both) {
        if (!cluster->empty())
            scenario = real::asPlayedThere(std::move(*scenario), *cluster, request.options.profile, request.isWriting,
                options.groupsAsWritten, *trace);
        auto both = compareWithSimulation(*trace, *scenario, request.options, kMostSeeds, &interrupt.flag());
        if (!both) {
            say(both.error());
            return kFailed;
        }
        output.write(bothWaysText(*both));
        interrupt.hold();
        if (const auto written = output.commit(); !written) {
            say(written.error());
            return kFailed;
        }
        return interrupt.isSet() ? 128 + interrupt.signal() : both->agree() ? kDone : kFailed;
    }
    const Writer write = request.json ? request.format->json : request.format->text;
    request.report.end = statistics.end;
    if (const auto wrote = write({&*scenario, *trace, request.report}, output.writer()); !wrote) {
        say(wrote.error());
        return kFailed;
    }
    interrupt.hold();
    if (const auto written = output.commit(); !written) {
        say(written.error());
        return kFailed;
    }
    if (interrupt.isSet()) {
        say("interrupted; what happened until then was written");
        return 128 + interrupt.signal();
    }
    if (statistics.stoppedEarly) { // a limit, as in a simulation
        say("the run stopped early: " + std::string(trace->text((*trace)[trace->size() - 1].text)));
        return kFailed;
    }
    return kDone;
}

} // namespace

int runForReal(const QStringList& arguments)
{
    Options options("Runs a scenario over real sockets, in real time.");
    addRunOptions(options);
    if (const auto status = options.parse(arguments))
        return *status;
    RunRequest request;
    if (const auto mistake = readRunRequest(options, request))
        return usageError(*mistake);
    return run(request);
}

} // namespace connscope::app
