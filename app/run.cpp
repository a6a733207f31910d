// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/interrupt.h"
#include "app/otherprograms.h"
#include "app/output.h"
#include "app/runrequest.h"
#include "app/verbs.h"
#include "scenario/clientconfig.h"
#include "sim/simulation.h"

#include <optional>
#include <string>

namespace connscope::app {

namespace {

/// TLS and SASL belong to real sockets; without a word their settings would look as if they had been tried.
void warnOfSecurity(const scenario::Scenario& scenario, const std::string& profileName)
{
    for (const scenario::ClientEntry& entry : scenario.clients) {
        const auto profile = scenario::profileOf(scenario, entry, profileName);
        const auto config = profile ? scenario::buildConfig(entry, *profile) : fail(profile.error());
        if (!config || config->text("security.protocol") == "PLAINTEXT")
            continue;
        Error warning;
        warning.file = scenario.file;
        warning.line = entry.line;
        warning.message = "client " + entry.name + ": security.protocol=" + config->text("security.protocol")
            + " changes nothing in a simulation: no TLS handshake, no SASL exchange; with --real there are";
        say(warning, "warning: ");
        return;
    }
}

int run(RunRequest& request)
{
    std::optional<scenario::Scenario> scenario;
    if (const auto status = loadRun(request, scenario))
        return *status;
    warnOfSecurity(*scenario, request.options.profile);

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
    warnOfNotConstructed(*trace, scenario->file);
    // What happened up to here is written whole, whether or not somebody is in a hurry.
    const bool cutShort = interrupt.isSet();

    const Writer write = request.json ? request.format->json : request.format->text;
    request.report.end = statistics.end;
    if (const auto wrote = write({&*scenario, *trace, request.report}, output.writer()); !wrote) {
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
    Options options(
        "Runs a scenario and prints what became of its connections: in virtual time, or with --real over\n"
        "real sockets. Equal scenario, options and seed give equal output of a simulation, byte for byte.");
    addRunOptions(options);
    if (const auto status = options.parse(arguments))
        return *status;
    RunRequest request;
    if (const auto mistake = readRunRequest(options, request))
        return usageError(*mistake);
    if (request.real)
        return becomeLive("run", arguments);
    return run(request);
}

} // namespace connscope::app
