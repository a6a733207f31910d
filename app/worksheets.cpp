// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worksheets.h"

#include "app/lessonfiles.h"
#include "base/text.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

namespace connscope::app {

namespace {

lesson::Bank::Source sourceOf(const std::string& file)
{
    std::ifstream in(file, std::ios::binary);
    return {file, std::string(std::istreambuf_iterator<char>(in), {})};
}

std::vector<std::pair<std::string, std::string>> bankFiles() // file and topic
{
    std::vector<std::pair<std::string, std::string>> out;
    for (const std::string& file : lessonFiles(shippedQuestionFolder())) {
        if (const auto read = readLessonFile(file); read.lesson)
            out.emplace_back(file, read.lesson->topic);
    }
    return out;
}

} // namespace

std::vector<std::string> bankTopics()
{
    std::set<std::string> topics;
    for (const auto& [file, topic] : bankFiles())
        topics.insert(topic);
    return {topics.begin(), topics.end()};
}

Result<Worksheets> makeWorksheets(const WorksheetRequest& request)
{
    std::vector<std::string> files;
    const auto bank = bankFiles();
    for (const auto& [file, topic] : bank) {
        if (request.sources.empty() || std::count(request.sources.begin(), request.sources.end(), topic) > 0)
            files.push_back(file);
    }
    for (const std::string& source : request.sources) {
        if (std::any_of(bank.begin(), bank.end(), [&source](const auto& known) { return known.second == source; }))
            continue;
        const auto file = findLesson(source);
        if (!file)
            return fail(file.error());
        files.push_back(*file);
    }
    lesson::Bank questions(scenarioLoader());
    for (const std::string& file : files) {
        // What cannot be read is said by the reader, with its place.
        if (const auto read = readLessonFile(file); !read.lesson)
            return fail(read.errors.front());
        if (const auto added = questions.add(sourceOf(file)); !added)
            return fail(added.error());
    }
    if (questions.questionCount() == 0)
        return fail("there are no questions: the question bank of this installation is empty");
    Worksheets out;
    out.title = !request.title.empty()                    ? request.title
        : request.language == analysis::Language::Chinese ? "Kafka 客户端的 TCP 连接：练习"
                                                          : "TCP connections of Kafka clients: worksheet";
    out.csv = lesson::answersCsvHeading();
    for (std::size_t copy = 1; copy <= request.copies; ++copy) {
        const lesson::SheetHead head {out.title, copy, request.copies, lesson::copySeed(request.seed, copy)};
        const auto sheet = questions.sheet(head.seed, request.questions);
        if (!sheet)
            return fail(sheet.error());
        out.sheets.push_back(lesson::worksheet(head, *sheet, request.language));
        out.answers.push_back(lesson::answerSheet(head, *sheet, request.language));
        out.csv += lesson::answersCsv(head, *sheet, request.language);
    }
    return out;
}

} // namespace connscope::app
