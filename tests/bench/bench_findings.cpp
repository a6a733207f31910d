// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of a long trace beside the index that every view needs anyway.
#include "findings/findings.h"
#include "scenario/reader.h"
#include "sim/simulation.h"
#include "trace/index.h"

#include <chrono>
#include <cstdio>

using namespace connscope;

namespace {

template <typename Work>
double seconds(const Work& work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

int main()
{
    auto scenario = scenario::readScenarioFile(CONNSCOPE_SCENARIO_29);
    if (!scenario)
        return 1;
    session::Options options;
    options.maxEvents = 1'000'000;
    const auto trace = sim::run(*scenario, options);
    if (!trace)
        return 1;
    std::optional<trace::Index> index;
    const double indexed = seconds([&] { index.emplace(*trace); });
    trace::Lives lives;
    lives.extend(index->end());
    findings::Observer observer(*trace);
    std::size_t count = 0;
    const double looked = seconds([&] { count = observer.observe(index->end(), lives.all(), trace->end()).size(); });
    const double again = seconds([&] { count = observer.observe(index->end(), lives.all(), trace->end()).size(); });
    std::printf("%zu events, %zu connections: %zu findings\n", trace->size(), lives.all().size(), count);
    std::printf("index %.1f ms, findings %.1f ms (%.2f of the index), again without new events %.2f ms\n",
        indexed * 1e3, looked * 1e3, looked / indexed, again * 1e3);
    return 0;
}
