// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "scenario/model.h"
#include "trace/trace.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

/// \file
/// The simulated session: runs a scenario in virtual time and yields its trace. Same scenario, same options, same bytes.

namespace connscope::sim {

struct Options {
    std::optional<std::uint64_t> seed; ///< overrides the scenario's
    std::optional<Duration> until;
    std::string profile; ///< overrides every client's profile; "" = as the scenario says
    std::uint64_t maxEvents = 0; ///< 0 = the scenario's
    const std::atomic<bool>* cancel = nullptr; ///< set from outside: the run stops at the next event; may be null
};

struct Statistics {
    std::uint64_t schedulerEvents = 0; ///< entries taken from the queue: segments, timers, polls
    std::uint64_t polls = 0; ///< client polls
    Instant end {}; ///< virtual time reached
    bool stoppedEarly = false; ///< a limit or `cancel` ended it; the trace's last event says which
};

/// Runs it whole. Errors are the scenario's (an action that names what is not there, a profile that it excludes).
Result<trace::Trace> run(
    const scenario::Scenario& scenario, const Options& options = {}, Statistics* statistics = nullptr);

/// The same, step by step: for windows and conditions.
class Simulation {
public:
    virtual ~Simulation() = default;
    /// Runs everything up to and including \a t. False when nothing more can happen or a limit was reached.
    virtual bool runUntil(Instant t) = 0;
    virtual Instant now() const = 0;
    virtual const trace::Trace& trace() const = 0;
    virtual trace::Trace takeTrace() = 0;
    virtual const Statistics& statistics() const = 0;
};
Result<std::unique_ptr<Simulation>> makeSimulation(const scenario::Scenario& scenario, const Options& options = {});

} // namespace connscope::sim
