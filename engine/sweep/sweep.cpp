// SPDX-License-Identifier: GPL-3.0-or-later
#include "sweep/sweep.h"

#include "sim/simulation.h"

#include <algorithm>

namespace connscope::sweep {

namespace {

std::vector<Row> emptyRows(const Plan& plan)
{
    std::vector<Row> rows(plan.runCount());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::size_t rest = i;
        rows[i].values.resize(plan.axes.size());
        for (std::size_t a = plan.axes.size(); a-- > 0;) {
            const Axis& axis = plan.axes[a];
            rows[i].values[a] = axis.values[rest % axis.values.size()];
            rest /= axis.values.size();
        }
    }
    return rows;
}

/// The scenario and options of a row. A profile first: which values a key takes depends on it.
Result<void> prepare(const Plan& plan, const Row& row, scenario::Scenario& scenario, session::Options& options)
{
    for (const bool profiles : {true, false}) {
        for (std::size_t a = 0; a < plan.axes.size(); ++a) {
            if (plan.axes[a].isProfile() != profiles)
                continue;
            if (auto applied = applyValue(plan.axes[a], row.values[a], scenario, options); !applied)
                return applied;
        }
    }
    return {};
}

void runOne(const scenario::Scenario& base, const Plan& plan, const std::atomic<bool>* cancel, Row& row)
{
    scenario::Scenario scenario = base;
    session::Options options = plan.options;
    options.cancel = cancel;
    options.maxEvents = std::min(plan.maxEvents, scenario.maxEvents);
    if (const auto prepared = prepare(plan, row, scenario, options); !prepared) {
        row.error = prepared.error().message;
        row.isDone = true;
        return;
    }
    sim::Statistics statistics;
    const auto trace = sim::run(scenario, options, &statistics);
    if (cancel && *cancel)
        return; // what there is is of a part of the run
    row.isDone = true;
    if (!trace) {
        row.error = trace.error().message;
        return;
    }
    if (statistics.stoppedEarly && !trace->empty())
        row.stopped = trace->text((*trace)[trace->size() - 1].text);
    row.measures = measure(*trace, statistics.end);
}

std::string withoutFolders(const std::string& file) { return file.substr(file.rfind('/') + 1); }

} // namespace

std::size_t Plan::runCount() const
{
    std::size_t count = 1;
    for (const Axis& axis : axes)
        count *= axis.values.size();
    return axes.empty() ? 0 : count;
}

std::size_t Table::doneCount() const
{
    return static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [](const Row& row) { return row.isDone; }));
}

Result<void> check(const scenario::Scenario& scenario, const Plan& plan)
{
    if (plan.axes.empty())
        return fail("nothing is varied; name a setting and its values, such as cluster.brokers=1..9");
    if (plan.axes.size() > 2)
        return fail("at most two settings are varied at once");
    if (plan.axes.size() == 2 && plan.axes[0].name == plan.axes[1].name)
        return fail(plan.axes[0].name + " is varied twice; give all its values at once");
    for (const Axis& axis : plan.axes) {
        if (axis.values.empty() || axis.values.size() > kMostValues)
            return fail(axis.name + ": expected 1 to " + std::to_string(kMostValues) + " values");
    }
    if (plan.runCount() > kMostRuns)
        return fail("these are " + std::to_string(plan.runCount()) + " runs; at most " + std::to_string(kMostRuns)
            + " are made; take fewer values, such as 1..1000/20");
    const auto tried = [&](const std::vector<Axis>& axes) {
        Plan part = plan;
        part.axes = axes;
        scenario::Scenario copy = scenario;
        session::Options options = plan.options;
        Row first;
        for (const Axis& each : axes)
            first.values.push_back(each.values.front());
        return prepare(part, first, copy, options);
    };
    if (const auto all = tried(plan.axes); !all) {
        // Whose fault it is: of the one that goes wrong alone. A key that only a profile of the other axis has is right alone, too.
        for (const Axis& axis : plan.axes) {
            if (const auto alone = tried({axis}); !alone)
                return fail(axis.name + ": " + alone.error().message);
        }
        return fail(plan.axes.back().name + ": " + all.error().message);
    }
    return {};
}

Result<Table> run(
    const scenario::Scenario& scenario, const Plan& plan, const std::atomic<bool>* cancel, const Progress& progress)
{
    if (auto good = check(scenario, plan); !good)
        return fail(good.error());
    Table table;
    table.scenario = withoutFolders(scenario.file);
    table.title = scenario.title.en;
    table.profile = plan.options.profile;
    table.seed = plan.options.seed.value_or(scenario.seed);
    table.axes = plan.axes;
    table.rows = emptyRows(plan);
    runJobs(
        table.rows.size(), plan.threads, cancel,
        [&](std::size_t i) { runOne(scenario, plan, cancel, table.rows[i]); }, progress);
    return table;
}

} // namespace connscope::sweep
