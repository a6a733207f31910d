// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// Scenarios by name: a file, or one of those that come with the program ("13-three-kinds", or "13").

namespace connscope::app {

/// The folder of the shipped scenarios: share/connscope/scenarios beside the program, else the source tree's; "" if
/// neither is there. Needs a QCoreApplication.
std::string shippedScenarioFolder();

/// Names without ".yaml", sorted.
std::vector<std::string> shippedScenarios(const std::string& folder);

/// Those of \a names that somebody who wrote \a word may have meant: the number without its zero, a part of the name, the name
/// without its number, a slip of the keyboard. Best first; often none.
std::vector<std::string_view> similarScenarios(std::string_view word, std::span<const std::string> names);

/// The path that \a name means: the file of that name, else the shipped scenario whose name it is or begins with. An
/// error names the nearest. Whether the file is any good is for its reader to say.
Result<std::string> findScenario(const std::string& name);
/// The same of the shipped ones alone, whatever lies in the working directory.
Result<std::string> findShippedScenario(const std::string& name);

} // namespace connscope::app
