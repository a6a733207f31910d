// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/prepare.h"
#include "lesson/reader.h"

#include <QTest>

#include <string>
#include <string_view>
#include <vector>

/// \file
/// Lessons for tests.

namespace QTest {
template <>
inline char* toString(const std::string& text)
{
    return qstrdup(text.c_str());
}
} // namespace QTest

namespace connscope::test {

/// For lesson::prepare: the shipped scenarios.
lesson::ScenarioLoader shippedScenarios();

/// A whole lesson around one step: three brokers, a consumer of the 2.3 line that reads t4 in the group test, coordinated by
/// broker 2, for ten seconds. \a step is indented by four blanks, as below `steps:\n  - `; \a top goes before `steps:`.
std::string lessonAround(std::string_view step, std::string_view top = {});

/// A step of that lesson with a question that is right as it stands: "4:" is its first line.
std::string goodStep();

/// "4:7: message", one for each error of reading and, where there is none, of preparing.
std::vector<std::string> errorsOf(const std::string& yaml);
/// All of them, a line each.
std::string mistakes(const std::string& yaml);

/// Reads and prepares what has no mistake; throws otherwise.
struct Ready {
    lesson::Lesson lesson;
    std::unique_ptr<lesson::PreparedLesson> prepared;
};
Ready ready(
    const std::string& yaml, std::string fileName = "lesson.yaml", std::uint64_t seed = 1, std::string profile = {});

/// The trace as the program exports it.
std::string jsonLines(const trace::Trace& trace);

} // namespace connscope::test
