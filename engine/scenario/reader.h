// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// Scenario files: YAML in, Scenario out. The format is described in docs/scenario-format.md and checked by
/// docs/scenario.schema.json. Anything the format does not know is an error with its place and the nearest right word.

namespace connscope::scenario {

struct ReadResult {
    std::optional<Scenario> scenario; ///< there only without errors
    std::vector<Error> errors; ///< in the order in which they were met, at most 50; a text that is no YAML gives one
    std::vector<Error> warnings; ///< what is allowed but looks like a slip
};

/// The version of the format that this program writes and reads: `connscope: 1`.
inline constexpr int kFormatVersion = 1;

/// Reads \a yamlText; \a fileName is for messages and for Scenario::file. Never throws, and gives up on hostile texts early.
ReadResult tryScenario(std::string yamlText, std::string fileName);

/// The same with the first error alone.
Result<Scenario> readScenario(std::string_view yamlText, std::string fileName);

/// Reads a file, or a pipe to its end; a directory or more than YamlLimits::bytes is an error as well.
ReadResult tryScenarioFile(const std::string& path);
Result<Scenario> readScenarioFile(const std::string& path);

} // namespace connscope::scenario
