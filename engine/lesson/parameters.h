// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/model.h"

#include <cstdint>
#include <string>
#include <vector>

/// \file
/// Parameters make a lesson, or a question of the bank, another one for each seed: they are drawn before the file is read, and
/// `$(name)` stands for what was drawn, wherever it is in the file.
///
///     parameters:
///       brokers: 3..6                                        # a number of a range
///       profile: [java-2.3, java-3.9]                        # one of a few
///       coordinator: {from: 0, to: brokers - 1}              # a range that was drawn before
///       other: {from: 0, to: brokers - 1, not: coordinator}  # another one
///       leaders: {list: partitions, from: 0, to: brokers - 1} # several: [0, 2, 1]
///       total: {is: brokers * 2}                             # computed

namespace connscope::lesson {

struct Drawn {
    std::string text; ///< of the file, with every $(name) replaced; its lines are where they were
    std::vector<Parameter> parameters; ///< in the order of the file
    std::vector<Error> errors;
};

/// The same seed draws the same on every machine. A text without `parameters:` comes back as it is.
Drawn drawParameters(const std::string& yamlText, const std::string& fileName, std::uint64_t seed);

} // namespace connscope::lesson
