// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/interrupt.h"
#include "app/live/both.h"
#include "app/live/live.h"
#include "app/live/liverun.h"
#include "app/output.h"
#include "app/runrequest.h"

#include <optional>
#include <string>

namespace connscope::app {

namespace {

int run(RunRequest& request)
{
    std::optional<scenario::Scenario> scenario;
    if (const auto status = loadRun(request, scenario))
        return *status;
    Output output(request.file);
    Interrupt interrupt(
        "connscope: interrupted again: ended at once; the report was not written whole to " + output.name());
    if (const auto opened = output.open(); !opened) {
        say(opened.error());
        return kFailed;
    }
    real::RealOptions options;
    options.session = request.options;
    options.bootstrapServers = request.bootstrap;
    options.mayWrite = request.isWriting;
    options.keep = request.keep;
    session::Statistics statistics;
    const auto trace = runLive(*scenario, options, interrupt.flag(), &statistics);
    if (!trace) {
        say(trace.error());
        return kFailed;
    }
    if (request.both) {
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
    if (const auto wrote = write({*scenario, *trace, request.report}, output); !wrote) {
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
