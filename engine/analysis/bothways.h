// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/storycompare.h"
#include "trace/trace.h"

#include <string>
#include <vector>

/// \file
/// Two traces of the same scenario, client by client: the same connections, in the same order, for the same reasons,
/// with the same requests, closed by the same end? Clients are paired in the order in which they were constructed.

namespace connscope::analysis {

struct ClientComparison {
    ClientId client; ///< in the first trace
    std::string name; ///< client.id
    std::size_t connections = 0; ///< in the first trace
    std::size_t requests = 0;
    std::vector<Difference> differences; ///< the earliest first
};

/// One row for each client that either trace has. A client that only one of them has differs in that.
std::vector<ClientComparison> compareTraces(
    const trace::Trace& first, const trace::Trace& second, const Tolerance& tolerance);

/// All differences together.
std::size_t countDifferences(const std::vector<ClientComparison>& rows);

} // namespace connscope::analysis
