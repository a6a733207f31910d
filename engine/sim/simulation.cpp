// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simulation.h"

#include "sim/simulatedtransport.h"

namespace connscope::sim {

session::Factories factories()
{
    return {client::makeClient, broker::makeCluster,
        [](const session::TransportEnvironment& environment) -> std::unique_ptr<session::Transport> {
            return std::make_unique<SimulatedTransport>(environment);
        }};
}

Result<std::unique_ptr<session::Session>> makeSimulation(const scenario::Scenario& scenario, const Options& options)
{
    return session::makeSession(scenario, options, factories());
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
