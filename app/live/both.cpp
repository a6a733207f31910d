// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/live/both.h"

#include "analysis/names.h"
#include "sim/simulation.h"

#include <algorithm>

namespace connscope::app {

namespace {

/// More than that of one client is not read by anybody.
constexpr std::size_t kMostShown = 20;

} // namespace

analysis::Tolerance toleranceFor(const scenario::Scenario& scenario)
{
    analysis::Tolerance tolerance;
    tolerance.first = "for real";
    tolerance.countsBatches = false;
    for (const scenario::ClientEntry& client : scenario.clients) {
        for (const client::Step& step : client.script) {
            if (step.kind == client::Step::Kind::Poll && step.timeout < std::chrono::seconds(5))
                tolerance.clientPoll = std::max(tolerance.clientPoll, step.timeout);
        }
    }
    return tolerance;
}

Result<BothWays> compareWithSimulation(const trace::Trace& real, const scenario::Scenario& scenario,
    const session::Options& options, int mostSeeds, const std::atomic<bool>* cancel)
{
    const analysis::Tolerance tolerance = toleranceFor(scenario);
    BothWays best;
    std::size_t fewest = 0;
    for (int i = 0; i < mostSeeds; ++i) {
        if (cancel != nullptr && cancel->load(std::memory_order_relaxed))
            break;
        session::Options simulated = options;
        simulated.vantage = trace::Vantage::Simulated;
        simulated.cancel = cancel;
        // The scenario's own first.
        simulated.seed = i == 0 ? options.seed.value_or(scenario.seed) : static_cast<std::uint64_t>(i);
        auto trace = sim::run(scenario, simulated);
        if (!trace)
            return fail(trace.error());
        auto rows = analysis::compareTraces(real, *trace, tolerance);
        const std::size_t count = analysis::countDifferences(rows);
        ++best.seedsTried;
        if (i == 0 || count < fewest) {
            fewest = count;
            best.rows = std::move(rows);
            best.seed = *simulated.seed;
        }
        if (count == 0)
            break;
    }
    return best;
}

std::string bothWaysText(const BothWays& result)
{
    std::string text;
    for (const analysis::ClientComparison& row : result.rows) {
        text += row.name + ": " + analysis::counted(row.connections, "connection") + ", "
            + analysis::counted(row.requests, "request") + " for real; "
            + (row.differences.empty() ? std::string("the simulation tells the same")
                                       : analysis::counted(row.differences.size(), "difference"))
            + '\n';
        for (std::size_t i = 0; i < std::min(row.differences.size(), kMostShown); ++i)
            text += "  " + row.differences[i].text + '\n';
        if (row.differences.size() > kMostShown)
            text += "  and " + std::to_string(row.differences.size() - kMostShown) + " more\n";
    }
    text += result.agree()
        ? "They agree (seed " + std::to_string(result.seed) + ")\n"
        : "They differ: none of " + analysis::counted(static_cast<std::uint64_t>(result.seedsTried), "seed")
            + " tells what happened; shown is seed " + std::to_string(result.seed) + "\n";
    return text;
}

} // namespace connscope::app
