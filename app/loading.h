// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"

#include <optional>
#include <string>

namespace connscope::app {

/// Finds (scenariofiles.h) and reads a scenario; says every error and warning on standard error. Nothing when it is wrong.
std::optional<scenario::Scenario> loadScenario(const std::string& name);

} // namespace connscope::app
