// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/worldstate.h"

#include <string>

namespace connscope::test {

/// Everything that a WorldState says, as text: two states are equal if their texts are.
std::string stateText(const trace::WorldState& state);

} // namespace connscope::test
