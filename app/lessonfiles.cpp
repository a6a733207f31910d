// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lessonfiles.h"

#include "app/scenariofiles.h"
#include "base/text.h"
#include "scenario/reader.h"
#include "scenario/yamldocument.h"

#include <QCoreApplication>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

namespace connscope::app {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kSuffix = ".yaml";

bool isThere(const fs::path& path)
{
    std::error_code ignored;
    return fs::exists(path, ignored);
}

std::string folderOf(const char* shared, const char* inSource)
{
    const fs::path program = QCoreApplication::applicationDirPath().toStdString();
    for (const fs::path& folder :
        {program / CONNSCOPE_SHARE_FROM_BIN / shared, fs::path(CONNSCOPE_SOURCE_RESOURCES) / inSource}) {
        if (isThere(folder))
            return folder.lexically_normal().string();
    }
    return {};
}

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

/// At most \a limit bytes of a regular file; nothing where it cannot be read.
std::optional<std::string> readUpTo(const std::string& path, std::size_t limit)
{
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored))
        return std::nullopt;
    const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
    if (!file)
        return std::nullopt;
    std::string text;
    std::array<char, 16384> block;
    while (text.size() < limit) {
        const std::size_t count
            = std::fread(block.data(), 1, std::min(block.size(), limit - text.size()), file.get());
        if (count == 0)
            break;
        text.append(block.data(), count);
    }
    return std::ferror(file.get()) ? std::nullopt : std::optional(std::move(text));
}

bool beginsAsLesson(const std::string& path)
{
    const auto text = readUpTo(path, 8192);
    return text && lesson::isLesson(*text);
}

Error fileError(const std::string& path, std::string message)
{
    Error error;
    error.file = path;
    error.message = std::move(message);
    return error;
}

} // namespace

std::string shippedLessonFolder() { return folderOf("lessons", "lessons"); }
std::string shippedQuestionFolder() { return folderOf("questions", "questions"); }

bool isLessonFile(const std::string& name)
{
    if (isThere(name))
        return beginsAsLesson(name);
    // Where a scenario and a lesson share a number, it has always been the scenario's.
    return name.find('/') == std::string::npos && !findScenario(name) && findLesson(name);
}

Result<std::string> findLesson(const std::string& name)
{
    if (isThere(name) || name.find('/') != std::string::npos)
        return name;
    std::vector<std::string> names;
    for (const std::string& folder : {shippedLessonFolder(), shippedQuestionFolder()}) {
        const std::vector<std::string> found = shippedScenarios(folder);
        const std::string stem = name.ends_with(kSuffix) ? name.substr(0, name.size() - kSuffix.size()) : name;
        std::vector<std::string> matches;
        for (const std::string& candidate : found) {
            names.push_back(candidate);
            if (candidate == stem)
                return (fs::path(folder) / (candidate + std::string(kSuffix))).string();
            if (candidate.size() > stem.size() && candidate.starts_with(stem) && candidate[stem.size()] == '-')
                matches.push_back(candidate);
        }
        if (matches.size() == 1)
            return (fs::path(folder) / (matches.front() + std::string(kSuffix))).string();
    }
    const auto similar = similarScenarios(name, names);
    return fail(fileError({},
        "there is no file '" + printable(name, 200) + "' and no shipped lesson of that name"
            + (similar.empty() ? std::string("; 'connscope worksheet' alone lists them")
                               : "; did you mean " + joinOr(similar) + '?')));
}

lesson::ReadResult readLessonFile(const std::string& path, std::uint64_t seed)
{
    const std::size_t limit = scenario::YamlLimits {}.bytes;
    lesson::ReadResult result;
    auto text = readUpTo(path, limit + 1);
    if (!text)
        result.errors.push_back(
            fileError(path, isThere(path) ? "this file cannot be read" : "there is no such file"));
    else if (text->size() > limit)
        result.errors.push_back(scenario::YamlDocument::tooLarge(path, text->size()));
    else
        return lesson::tryLesson(std::move(*text), path, seed);
    return result;
}

lesson::ScenarioLoader scenarioLoader()
{
    return [](const std::string& name, const std::string& lessonFile) -> Result<scenario::Scenario> {
        const fs::path beside = fs::path(lessonFile).parent_path() / name;
        for (const fs::path& path : {beside, fs::path(beside.string() + std::string(kSuffix))}) {
            std::error_code ignored;
            if (fs::is_regular_file(path, ignored) && !beginsAsLesson(path.string()))
                return scenario::readScenarioFile(path.string());
        }
        const auto path = findScenario(name);
        if (!path)
            return fail(path.error());
        return scenario::readScenarioFile(*path);
    };
}

std::vector<std::string> lessonFiles(const std::string& folder)
{
    std::vector<std::string> paths;
    for (const std::string& name : shippedScenarios(folder))
        paths.push_back((fs::path(folder) / (name + std::string(kSuffix))).string());
    return paths;
}

} // namespace connscope::app
