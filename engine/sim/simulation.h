// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "scenario/model.h"
#include "session/options.h"
#include "session/session.h"
#include "trace/trace.h"

#include <memory>

/// \file
/// The simulated session: runs a scenario in virtual time and yields its trace. Same scenario, same options, same bytes.

namespace connscope::sim {

using Options = session::Options;
using Statistics = session::Statistics;

/// Runs it whole. Errors are the scenario's (an action that names what is not there, a profile that it excludes).
Result<trace::Trace> run(
    const scenario::Scenario& scenario, const Options& options = {}, Statistics* statistics = nullptr);

/// The same, step by step: for windows and conditions.
Result<std::unique_ptr<session::Session>> makeSimulation(
    const scenario::Scenario& scenario, const Options& options = {});

/// The makers of brains, and of a simulated network between them; tests put other brains in place of these.
session::Factories factories();

} // namespace connscope::sim
