// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/overrides.h"
#include "scenario/reader.h"
#include "sim/simulation.h"
#include "support/paths.h"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// \file
/// Scenarios and their traces, for tests that are about something else: what cannot be read or run ends the test with the
/// message that a user would get.

namespace connscope::test {

/// What \a result holds. Throws std::runtime_error with its message where it holds an error.
template <typename T>
T valueOf(Result<T>&& result)
{
    if (!result)
        throw std::runtime_error(result.error().toString());
    return std::move(*result);
}

/// The scenario that \a yaml writes; its first line, `connscope: 1`, may be left out.
inline scenario::Scenario scenarioOf(const std::string& yaml)
{
    const bool whole = yaml.starts_with("connscope:");
    return valueOf(scenario::readScenario(whole ? yaml : "connscope: 1\n" + yaml, "test.yaml"));
}

/// \a scenario as `--set` with each of \a settings makes it.
inline scenario::Scenario withSettings(scenario::Scenario scenario, const std::vector<std::string>& settings)
{
    for (const std::string& setting : settings) {
        if (const auto applied = scenario::applySetting(scenario, setting); !applied)
            throw std::runtime_error(applied.error().toString());
    }
    return scenario;
}

/// The shipped scenario \a name, with or without `.yaml`; see withSettings().
inline scenario::Scenario shippedScenario(std::string name, const std::vector<std::string>& settings = {})
{
    if (!name.ends_with(".yaml"))
        name += ".yaml";
    return withSettings(valueOf(scenario::readScenarioFile(sourcePath("resources/scenarios/" + name))), settings);
}

/// The trace of \a scenario, simulated.
inline trace::Trace play(
    const scenario::Scenario& scenario, const sim::Options& options = {}, sim::Statistics* statistics = nullptr)
{
    return valueOf(sim::run(scenario, options, statistics));
}

/// The trace of what \a yaml writes (see scenarioOf()), with the clients of \a profile.
inline trace::Trace play(const std::string& yaml, const std::string& profile)
{
    sim::Options options;
    options.profile = profile;
    return play(scenarioOf(yaml), options);
}

} // namespace connscope::test
