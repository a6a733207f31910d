// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

/// \file
/// Many runs on all cores. A simulation is pure, so they do not know each other; what each gives is put in its place, so that
/// nothing depends on which ends first.

namespace connscope::sweep {

/// Called from one thread at a time, whichever that is: so many of all are done.
using Progress = std::function<void(std::size_t done, std::size_t all)>;

/// Calls \a job for 0 to count - 1, from \a threads threads (0 = one for each core), and returns when all have ended. Once
/// \a cancel is set (may be null) no more are begun. An exception that leaves a job ends the others and is thrown again here.
void runJobs(std::size_t count, unsigned threads, const std::atomic<bool>* cancel,
    const std::function<void(std::size_t)>& job, const Progress& progress = {});

} // namespace connscope::sweep
