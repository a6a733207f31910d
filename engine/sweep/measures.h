// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"
#include "trace/life.h"

#include <cstdint>
#include <span>
#include <string_view>

/// \file
/// The numbers of one run.

namespace connscope::sweep {

struct Measures {
    std::uint64_t open = 0; ///< connections open at the end
    std::uint64_t peak = 0; ///< open at the same time at most, of those that got through
    std::uint64_t opened = 0; ///< those that failed included
    std::uint64_t failed = 0; ///< that never got through
    std::uint64_t closedByClient = 0; ///< of those that got through; likewise the next two
    std::uint64_t closedByBroker = 0;
    std::uint64_t closedByNetwork = 0; ///< or by an operating system
    std::uint64_t reconnects = 0; ///< to a node id that the client had had a connection to before
    std::uint64_t requests = 0;
    std::uint64_t events = 0;
    Duration closeWait {}; ///< time in CLOSE-WAIT at the clients' ends, of all connections together

    bool operator==(const Measures&) const = default;
};

/// \a end: of the run, if later than the last event.
Measures measure(const trace::Trace& trace, Instant end);

/// A column: its name for programs, its title, and its number of a run. Times are in milliseconds.
struct Column {
    std::string_view name; ///< "closed_by_client"
    std::string_view title; ///< "closed by client"
    std::string_view chinese;
    double (*number)(const Measures&);
    bool isTime = false; ///< title and name tell the unit; in a sentence it is told as a time
    std::string_view phrase {}; ///< what it is called there, in every language
};
std::span<const Column> columns();

} // namespace connscope::sweep
