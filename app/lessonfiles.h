// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "lesson/prepare.h"
#include "lesson/reader.h"

#include <cstdint>
#include <string>
#include <vector>

/// \file
/// Lessons and questions by name: a file, or one of those that come with the program ("06-idle-and-nine-minutes", or "06").

namespace connscope::app {

/// The folders of the shipped lessons and of the question bank; "" if they are not there. Need a QCoreApplication.
std::string shippedLessonFolder();
std::string shippedQuestionFolder();

/// Whether the file of that name begins as a lesson does. False for everything else, what cannot be read included.
bool isLessonFile(const std::string& name);

/// The path that \a name means: the file of that name, else the shipped lesson whose name it is or begins with. An error
/// names the nearest.
Result<std::string> findLesson(const std::string& name);

/// Reads a lesson's file; its parameters, if it has some, are drawn by \a seed.
lesson::ReadResult readLessonFile(const std::string& path, std::uint64_t seed = 1);

/// For lesson::prepare: a file beside the lesson's, else a scenario that comes with the program.
lesson::ScenarioLoader scenarioLoader();

/// Every lesson of a folder that can be read, sorted by file name.
std::vector<std::string> lessonFiles(const std::string& folder);

} // namespace connscope::app
