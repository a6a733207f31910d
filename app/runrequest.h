// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/formats.h"
#include "app/options.h"
#include "scenario/model.h"
#include "session/options.h"
#include "trace/keeping.h"

#include <optional>
#include <string>
#include <vector>

/// \file
/// The command line of `run`, the same whether a scenario is simulated or played for real.

namespace connscope::app {

struct RunRequest {
    std::string scenario; ///< as written
    session::Options options;
    std::vector<std::string> settings; ///< of --set
    const Format* format = nullptr;
    bool json = false;
    analysis::ReportOptions report; ///< but for its end
    std::string file; ///< of -o; "" = standard output

    // Played for real.
    bool real = false; ///< --real or --both
    bool both = false;
    std::string bootstrap; ///< an existing cluster
    std::vector<std::string> properties; ///< client.properties files
    trace::Keep keep; ///< --keep, --keep-events
    bool isWriting = false; ///< --allow-writes: producing to a cluster that is not ours is meant
};

/// Declares the options of `run`.
void addRunOptions(Options& options);
/// The usage mistake, if there is one.
std::optional<std::string> readRunRequest(const Options& options, RunRequest& request);
/// Finds and reads the scenario and applies --command-config, then --set; says every error and warning. bootstrap.servers
/// of a file is taken for an existing cluster where --bootstrap-server names none. An exit status where it is wrong.
std::optional<int> loadRun(RunRequest& request, std::optional<scenario::Scenario>& scenario);

/// Says of each client whose constructor threw who and why, on standard error; of many alike the first few.
void warnOfNotConstructed(const trace::Trace& trace, const std::string& file);

/// What a session says of a client whose settings cannot be had, located where the setting was written if that is not the
/// scenario: at a line of a --command-config file, or at --set.
Error locatedAtOption(Error error, const RunRequest& request);

} // namespace connscope::app
