// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "scenario/model.h"
#include "session/options.h"
#include "sweep/axis.h"
#include "sweep/jobs.h"
#include "sweep/measures.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// \file
/// One scenario, run once for each value of one setting or for each pair of values of two.

namespace connscope::sweep {

/// Events of one run at most, unless told otherwise: as many traces as there are cores are in memory at once, 64 bytes an event.
inline constexpr std::uint64_t kMostEvents = 3'000'000;

struct Plan {
    std::vector<Axis> axes; ///< one or two
    session::Options options; ///< of every run; its cancel is not looked at
    std::uint64_t maxEvents = kMostEvents; ///< of each run; the scenario's own limit where that is lower
    unsigned threads = 0; ///< 0 = one for each core

    std::size_t runCount() const;
};

/// One run.
struct Row {
    std::vector<std::string> values; ///< one for each axis
    bool isDone = false; ///< false: it was cancelled before, or while, it ran
    std::string error; ///< why there are no numbers
    std::string stopped; ///< which limit ended the run early, so that the numbers are of a part of it
    Measures measures;
    bool operator==(const Row&) const = default;
};

struct Table {
    std::string scenario; ///< file name without directories
    std::string title;
    std::string profile; ///< that every client was forced to; "" = as the scenario says
    std::uint64_t seed = 0;
    std::vector<Axis> axes;
    std::vector<Row> rows; ///< the last axis goes fastest

    std::size_t doneCount() const;
    bool isWhole() const { return doneCount() == rows.size(); }
};

/// Whether the plan can be carried out at all: one or two axes, not the same, not too many runs, and a first value of each
/// that the scenario takes. The error says what to do.
Result<void> check(const scenario::Scenario& scenario, const Plan& plan);

/// Runs it; the same table whatever the threads do. When \a cancel is set what is done stays. Errors: those of check().
Result<Table> run(const scenario::Scenario& scenario, const Plan& plan, const std::atomic<bool>* cancel = nullptr,
    const Progress& progress = {});

} // namespace connscope::sweep
