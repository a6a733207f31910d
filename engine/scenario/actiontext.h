// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"

#include <string>

namespace connscope::scenario {

/// An action in the words of the scenario file, in one line: "kill-broker 1", "cut-link consumer - broker 2 for 10s".
std::string actionText(const scenario::Action& action);

/// Both ends of the links that an action means: "consumer - broker 2", "every client - every broker".
std::string linkText(const scenario::Action& action);

} // namespace connscope::scenario
