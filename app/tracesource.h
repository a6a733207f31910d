// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"
#include "session/options.h"
#include "trace/trace.h"

#include <optional>
#include <string>
#include <vector>

/// \file
/// A trace by name: a file that holds one, or a scenario, which is run for it. Told by content.

namespace connscope::app {

struct TraceSource {
    std::string name; ///< a file, or a scenario that comes with the program
    session::Options options; ///< of a scenario
    std::vector<std::string> settings; ///< of --set, for a scenario
};

struct SourcedTrace {
    trace::Trace trace;
    Instant end {}; ///< of the run; of a file that does not tell, its last event
    bool stoppedEarly = false; ///< a limit ended the run; its last event says which
};

/// Whether the file of that name begins as a trace does. False for everything else, what cannot be read included.
bool isTraceFile(const std::string& name);

/// Reads or runs it; says every error and warning on standard error, and gives the exit status where it is wrong.
/// A trace that was read takes no settings: that they are none is for the caller to see to.
std::optional<int> obtainTrace(const TraceSource& source, std::optional<SourcedTrace>& result);

} // namespace connscope::app
