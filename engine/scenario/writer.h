// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"

#include <string>

/// \file
/// Scenario to YAML. What is written reads back equal, and writing that gives the same bytes. Values that are the format's
/// defaults are left out where nothing else depends on them; comments of the file it came from are lost.

namespace connscope::scenario {

std::string writeScenario(const Scenario& scenario);

} // namespace connscope::scenario
