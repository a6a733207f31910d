// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/reader.h"

#include <string>
#include <string_view>
#include <vector>

/// \file
/// Scenarios for tests: from text, from the shipped files, and as text that shows every field.

namespace connscope::test {

/// The scenario in \a yaml, or a failed test with its errors (std::runtime_error, which Qt Test reports).
scenario::Scenario readGood(const std::string& yaml);
/// "line:column: message" of each error.
std::vector<std::string> errorsOf(const std::string& yaml);
/// Paths of resources/scenarios/*.yaml in order.
std::vector<std::string> shippedScenarios();
/// "13-three-kinds".
std::string baseName(const std::string& path);
/// Everything that a scenario holds but for lines and the file's name, one field a line: two scenarios are equal if and only if
/// their texts are. It shares no code with the writer.
std::string dump(const scenario::Scenario& scenario);

} // namespace connscope::test
