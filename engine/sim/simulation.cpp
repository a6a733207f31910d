// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simulation.h"

#include "sim/session.h"

namespace connscope::sim {

Result<std::unique_ptr<Simulation>> makeSimulation(const scenario::Scenario& scenario, const Options& options)
{
    return makeSession(scenario, options, {client::makeClient, broker::makeCluster});
}

Result<trace::Trace> run(const scenario::Scenario& scenario, const Options& options, Statistics* statistics)
{
    auto simulation = makeSimulation(scenario, options);
    if (!simulation)
        return fail(simulation.error());
    (*simulation)->runUntil(kNever);
    if (statistics != nullptr)
        *statistics = (*simulation)->statistics();
    return (*simulation)->takeTrace();
}

} // namespace connscope::sim
