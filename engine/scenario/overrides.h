// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"

#include <string_view>

/// \file
/// Settings from a command line: what `--set` changes in a scenario that has been read.

namespace connscope::scenario {

/// Applies "NAME.KEY=VALUE". NAME is a client, "*" (every client that knows the key), "broker" or "cluster" (every broker), or
/// "broker.N" (the broker with that id); it ends at the first dot, since Kafka's keys have dots of their own. A key that is
/// there already takes the new value in its place.
/// Clients' values are checked for \a profile where that is not empty, otherwise for each client's own.
/// Errors name what is wrong in \a setting (offset and column count from its start) and the nearest right word.
Result<void> applySetting(Scenario& scenario, std::string_view setting, std::string_view profile = {});

} // namespace connscope::scenario
