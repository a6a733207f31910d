// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "real/realsession.h"
#include "scenario/model.h"

#include <atomic>

namespace connscope::app {

/// Plays a scenario for real until its time is up or \a cancel is set, in this thread's event loop; what it wrote is the trace.
Result<trace::Trace> runLive(const scenario::Scenario& scenario, const real::RealOptions& options,
    const std::atomic<bool>& cancel, session::Statistics* statistics);

} // namespace connscope::app
