// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"
#include "trace/trace.h"

#include <string>
#include <string_view>
#include <vector>

/// \file
/// What a scenario expects against what a run brought.

namespace connscope::scenario {

/// One expectation that was not met.
struct Failure {
    int line = 0; ///< of the expectation in its file
    std::string
        message; ///< what was expected and what was found: "opened: expected 2, found 3 (-1, -2, 0)"; with its note
    std::string toString(const Scenario& scenario) const; ///< with the file's name and line
};

/// Checks every expectation that is for \a profileName, the profile the run was forced to ("" = the scenario's own).
/// Expectations at an instant look at what had happened up to and including it. A connection counts as open from its first
/// SYN until either end begins to close it.
std::vector<Failure> checkExpectations(
    const Scenario& scenario, std::string_view profileName, const trace::Trace& trace);

/// Which instance each client of a trace is: index into Scenario::clients and number of the instance from 0; by ClientId.
/// Instances start in the order of their instants, then of the file. A client that an action created anew is of the entry
/// that the action names, where it names one; instance -1 where that entry has several. Entry -1: not known.
struct ClientOrigin {
    int entry = -1;
    int instance = -1;
};
std::vector<ClientOrigin> clientOrigins(const Scenario& scenario, const trace::Trace& trace);

} // namespace connscope::scenario
