// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"
#include "trace/event.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

/// \file
/// What a run can be told beside its scenario, and what it says of itself afterwards.

namespace connscope::session {

struct Options {
    std::optional<std::uint64_t> seed; ///< overrides the scenario's
    std::optional<Duration> until;
    std::string profile; ///< overrides every client's profile; "" = as the scenario says
    std::uint64_t maxEvents = 0; ///< 0 = the scenario's
    trace::Vantage vantage = trace::Vantage::Simulated; ///< how what the brains write is known
    /// A client's process that asked to be woken is woken up to so much later, by chance. Virtual time is otherwise punctual, and no
    /// real machine is: where two limits fall together (a wait of four seconds, an idle limit of four seconds), that decides.
    Duration wakeLateness {};
    const std::atomic<bool>* cancel = nullptr; ///< set from outside: the run stops at the next event; may be null
};

struct Statistics {
    std::uint64_t schedulerEvents = 0; ///< entries taken from the queue: segments, timers, polls
    std::uint64_t polls = 0; ///< client polls
    std::uint64_t pendingSum = 0; ///< how many entries the queue still held, added up over those taken
    Instant end {}; ///< time reached
    bool stoppedEarly = false; ///< a limit or `cancel` ended it; the trace's last event says which

    /// How many entries were waiting in the queue, over all that were taken: the heap's size in a loop that does the same.
    double meanPending() const
    {
        return schedulerEvents == 0 ? 0 : static_cast<double>(pendingSum) / static_cast<double>(schedulerEvents);
    }
};

} // namespace connscope::session
