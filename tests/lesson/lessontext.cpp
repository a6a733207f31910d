// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lessontext.h"

#include "scenario/reader.h"
#include "support/paths.h"
#include "trace/jsonl.h"

#include <stdexcept>

namespace connscope::test {

lesson::ScenarioLoader shippedScenarios()
{
    return [](const std::string& name, const std::string&) {
        return scenario::readScenarioFile(sourcePath("resources/scenarios/" + name + ".yaml"));
    };
}

std::string lessonAround(std::string_view step, std::string_view top)
{
    return std::string("connscope-lesson: 1\ntitle: {en: A lesson, zh: 一课}\nscenario: 13-three-kinds\n")
        + std::string(top) + "steps:\n  - " + std::string(step) + "\n";
}

std::string goodStep()
{
    return "text: {en: Count, zh: 数一数}\n"
           "    pause: start\n"
           "    let:\n"
           "      data: {count: connections, where: role = data}\n"
           "    question:\n"
           "      kind: count\n"
           "      text: {en: How many, zh: 几个}\n"
           "      answer: data\n"
           "      wrong:\n"
           "        - {is: data + 1, because: {en: One less, zh: 少一个}}\n"
           "        - {is: data + 2, because: {en: Two less, zh: 少两个}}\n"
           "      why: {opened: role = data}";
}

std::vector<std::string> errorsOf(const std::string& yaml)
{
    std::vector<std::string> out;
    const auto add = [&out](const std::vector<Error>& errors) {
        for (const Error& error : errors)
            out.push_back(std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.message);
    };
    const lesson::ReadResult read = lesson::tryLesson(yaml, "lesson.yaml");
    add(read.errors);
    if (read.lesson)
        add(lesson::prepare(*read.lesson, shippedScenarios()).errors);
    return out;
}

std::string mistakes(const std::string& yaml)
{
    std::string out;
    for (const std::string& error : errorsOf(yaml))
        out += error + "\n";
    return out;
}

Ready ready(const std::string& yaml, std::string fileName, std::uint64_t seed, std::string profile)
{
    auto read = lesson::tryLesson(yaml, std::move(fileName), seed);
    if (!read.lesson)
        throw std::runtime_error(read.errors.front().toString());
    lesson::PrepareOptions options;
    options.seed = seed;
    options.profile = std::move(profile);
    auto prepared = lesson::prepare(*read.lesson, shippedScenarios(), options);
    if (!prepared.lesson)
        throw std::runtime_error(prepared.errors.front().toString());
    return {std::move(*read.lesson), std::move(prepared.lesson)};
}

std::string jsonLines(const trace::Trace& trace)
{
    std::string out;
    const auto written = trace::writeJsonl(trace, [&out](std::string_view piece) {
        out.append(piece);
        return true;
    });
    if (!written)
        throw std::runtime_error("the trace cannot be written");
    return out;
}

} // namespace connscope::test
