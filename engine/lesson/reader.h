// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/model.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// Lesson files: YAML in, Lesson out. The format is described in docs/lesson-format.md and checked by
/// docs/lesson.schema.json. What only the runs can tell (does the pause happen, is there one right answer) is for
/// prepare.h; everything else is said here, with its place and the nearest right word.

namespace connscope::lesson {

struct ReadResult {
    std::optional<Lesson> lesson; ///< there only without errors
    std::vector<Error> errors; ///< in the order in which they were met, at most 50
    std::vector<Error> warnings;
};

/// The version of the format that this program reads: `connscope-lesson: 1`.
inline constexpr int kFormatVersion = 1;

/// Whether the text says of itself that it is a lesson: `connscope-lesson:` at the beginning of a line before any other key.
bool isLesson(std::string_view yamlText);

/// Reads \a yamlText; \a fileName is for messages. \a seed draws the parameters of a lesson that has some. Never throws.
ReadResult tryLesson(std::string yamlText, std::string fileName, std::uint64_t seed = 1);

/// The same with the first error alone.
Result<Lesson> readLesson(std::string yamlText, std::string fileName, std::uint64_t seed = 1);

} // namespace connscope::lesson
