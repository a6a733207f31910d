// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/loading.h"

#include "app/commandline.h"
#include "app/scenariofiles.h"
#include "scenario/reader.h"

namespace connscope::app {

std::optional<scenario::Scenario> loadScenario(const std::string& name)
{
    const auto path = findScenario(name);
    if (!path) {
        say(path.error());
        return std::nullopt;
    }
    scenario::ReadResult result = scenario::tryScenarioFile(*path);
    for (const Error& error : result.errors)
        say(error);
    for (const Error& warning : result.warnings)
        say(warning, "warning: ");
    return std::move(result.scenario);
}

} // namespace connscope::app
