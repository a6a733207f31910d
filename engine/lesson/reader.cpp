// SPDX-License-Identifier: GPL-3.0-or-later
// The top of the file, its runs and its steps.
#include "lesson/reader.h"

#include "base/text.h"
#include "client/profile.h"
#include "lesson/parameters.h"
#include "lesson/readlesson.h"

#include <algorithm>
#include <array>

namespace connscope::lesson {

namespace {

constexpr std::array<std::string_view, 13> kTopKeys {"connscope-lesson", "title", "summary", "topic", "parameters",
    "scenario", "profile", "set", "seed", "until", "profiles", "runs", "steps"};
constexpr std::array<std::string_view, 5> kRunKeys {"scenario", "profile", "set", "seed", "until"};
constexpr std::array<std::string_view, 9> kStepKeys {
    "title", "text", "run", "pause", "highlight", "view", "controls", "let", "question"};
constexpr std::array<std::string_view, 5> kViews {"topology", "timeline", "events", "log", "inspector"};
constexpr std::array<std::string_view, 8> kControls {
    "play", "step", "seek", "filter", "world", "settings", "all", "none"};
constexpr std::size_t kMostSteps = 200;
constexpr std::size_t kMostRuns = 20;

// `let` may stand at the top as well.
constexpr auto kAllTopKeys = [] {
    std::array<std::string_view, kTopKeys.size() + 1> keys {};
    std::copy(kTopKeys.begin(), kTopKeys.end(), keys.begin());
    keys.back() = "let";
    return keys;
}();

std::string readProfileName(Reading& reading, const YamlNode& node)
{
    const auto name = reading.text(node, "profile");
    if (!name)
        return {};
    const auto profile = client::findProfile(*name);
    if (profile)
        return profile->name;
    reading.error(node, profile.error().message);
    return {};
}

/// The keys that the lesson's own run and each further one have in common. \a fallback: whose scenario it takes.
Run readRun(Reading& reading, MapReader& map, std::string name, const Run* fallback)
{
    Run run;
    run.name = std::move(name);
    run.place = placeOf(reading, map.node());
    if (const YamlNode* node = map.find("scenario")) {
        run.place = placeOf(reading, *node);
        auto text = reading.text(*node, "scenario");
        if (text && text->find('\n') != std::string::npos) {
            run.scenarioText = std::move(*text);
            run.textLine = run.place.line;
        } else if (text) {
            run.scenario = std::move(*text);
        }
    } else if (fallback) {
        run.scenario = fallback->scenario;
        run.scenarioText = fallback->scenarioText;
        run.place = fallback->place;
        run.textLine = fallback->textLine;
        run.settings = fallback->settings;
    } else if (map.isMap()) {
        reading.error(
            map.node(), "the lesson's scenario is missing: scenario: 13-three-kinds, a file, or the scenario itself");
    }
    if (const YamlNode* node = map.find("profile"))
        run.profile = readProfileName(reading, *node);
    if (const YamlNode* node = map.find("set")) {
        for (std::string& setting : reading.texts(*node, "set").value_or(std::vector<std::string> {}))
            run.settings.push_back(std::move(setting));
    }
    std::uint64_t seed = 0;
    if (map.seed("seed", seed))
        run.seed = seed;
    Duration until {};
    if (map.duration("until", until, Duration {1}))
        run.until = until;
    return run;
}

void readRuns(Reading& reading, MapReader& map, Lesson& lesson)
{
    lesson.runs.push_back(readRun(reading, map, {}, nullptr));
    const YamlNode* node = map.find("runs");
    if (!node)
        return;
    if (!node->isMap() || node->entries.size() > kMostRuns) {
        reading.error(*node,
            "runs: expected a map of at most " + std::to_string(kMostRuns)
                + " names to runs, such as {course: {profile: course}}, found " + scenario::describe(*node));
        return;
    }
    for (const scenario::YamlEntry& entry : node->entries) {
        const auto name = reading.text(entry.key, "runs");
        if (!name)
            continue;
        if (lesson.run(*name)) {
            reading.error(entry.key, "runs: '" + printable(*name) + "' is given twice");
            continue;
        }
        MapReader one(reading, entry.value, "a run", kRunKeys);
        lesson.runs.push_back(readRun(reading, one, *name, &lesson.runs.front()));
    }
}

void readProfiles(Reading& reading, MapReader& map, Lesson& lesson)
{
    const YamlNode* node = map.find("profiles");
    if (!node)
        return;
    if (!node->isList()) {
        reading.error(*node,
            "profiles: expected a list of profiles such as [java-2.3, java-3.9], found " + scenario::describe(*node));
        return;
    }
    for (const YamlNode& item : node->items) {
        std::string name = readProfileName(reading, item);
        if (!name.empty() && std::count(lesson.profiles.begin(), lesson.profiles.end(), name) > 0)
            reading.error(item, "profiles: '" + name + "' is given twice");
        else if (!name.empty())
            lesson.profiles.push_back(std::move(name));
    }
}

unsigned readControls(Reading& reading, const YamlNode& node)
{
    unsigned controls = ControlNone;
    const auto add = [&](const YamlNode& one) {
        const auto word = reading.word(one, "controls", kControls);
        if (!word || kControls[*word] == "none")
            return;
        controls |= kControls[*word] == "all" ? static_cast<unsigned>(ControlAll) : 1U << *word;
    };
    if (node.isList())
        std::for_each(node.items.begin(), node.items.end(), add);
    else
        add(node);
    return controls;
}

Step readStep(Reading& reading, const YamlNode& node, const Lesson& lesson, Scope scope)
{
    Step step;
    step.place = placeOf(reading, node);
    MapReader map(reading, node, "a step", kStepKeys);
    if (!map.isMap())
        return step;
    if (const YamlNode* run = map.find("run")) {
        const auto name = reading.text(*run, "run");
        if (name && lesson.run(*name))
            step.run = *name;
        else if (name)
            reading.error(*run, "the lesson has no run '" + printable(*name) + "'; runs: gives them their names");
    }
    if (const YamlNode* let = map.find("let"))
        step.measures = readMeasures(reading, *let, lesson, scope);
    step.title = readWords(reading, map, "title", scope, false);
    step.text = readWords(reading, map, "text", scope, true);
    if (const YamlNode* pause = map.find("pause"))
        step.pause = readMoment(reading, *pause, "pause");
    if (const YamlNode* highlight = map.find("highlight")) {
        if (highlight->isList()) {
            for (const YamlNode& item : highlight->items)
                step.highlights.push_back(readTarget(reading, item, "highlight", scope));
        } else {
            step.highlights.push_back(readTarget(reading, *highlight, "highlight", scope));
        }
    }
    if (const YamlNode* view = map.find("view")) {
        if (const auto word = reading.word(*view, "view", kViews))
            step.view = static_cast<View>(*word + 1);
    }
    if (const YamlNode* controls = map.find("controls"))
        step.controls = readControls(reading, *controls);
    if (const YamlNode* question = map.find("question"))
        step.question = readQuestion(reading, *question, scope);
    return step;
}

void readSteps(Reading& reading, MapReader& map, Lesson& lesson, const Scope& scope)
{
    const YamlNode* node = map.find("steps");
    if (!node || !node->isList() || node->items.empty() || node->items.size() > kMostSteps) {
        reading.error(node ? *node : map.node(),
            "steps: expected a list of 1 to " + std::to_string(kMostSteps) + " steps, found "
                + (node ? scenario::describe(*node) : std::string("nothing")));
        return;
    }
    for (const YamlNode& item : node->items) {
        lesson.steps.push_back(readStep(reading, item, lesson, scope));
        if (reading.isFull())
            return;
    }
}

bool readVersion(Reading& reading, const YamlNode& root)
{
    for (const scenario::YamlEntry& entry : root.entries) {
        if (!entry.key.isScalar() || entry.key.text != "connscope-lesson")
            continue;
        const auto version = reading.integer(entry.value, "connscope-lesson", 1, 1'000'000);
        if (version && *version > kFormatVersion)
            reading.error(entry.value,
                "this lesson is of format version " + std::to_string(*version) + "; this program reads version "
                    + std::to_string(kFormatVersion) + ". Use a newer Connscope");
        return version == kFormatVersion;
    }
    reading.error(root, "the first line of a lesson is its format's version: 'connscope-lesson: 1'");
    return false;
}

void readTop(Reading& reading, const YamlNode& root, Lesson& lesson)
{
    if (!root.isMap()) {
        reading.error(root,
            "expected a lesson: a map that begins with 'connscope-lesson: 1', found "
                + (root.isScalar() ? "a text" : scenario::describe(root)));
        return;
    }
    if (!readVersion(reading, root))
        return;
    MapReader map(reading, root, "a lesson", kAllTopKeys);
    readRuns(reading, map, lesson);
    readProfiles(reading, map, lesson);
    map.text("topic", lesson.topic);
    Scope scope;
    for (const Parameter& parameter : lesson.parameters)
        scope.add(parameter);
    lesson.title = readWords(reading, map, "title", scope, true);
    lesson.summary = readWords(reading, map, "summary", scope, false);
    if (const YamlNode* let = map.find("let"))
        lesson.measures = readMeasures(reading, *let, lesson, scope);
    readSteps(reading, map, lesson, scope);
}

} // namespace

bool isLesson(std::string_view yamlText)
{
    while (!yamlText.empty()) {
        const std::size_t end = std::min(yamlText.find('\n'), yamlText.size());
        std::string_view line = yamlText.substr(0, end);
        yamlText.remove_prefix(std::min(end + 1, yamlText.size()));
        if (line.starts_with("\xEF\xBB\xBF"))
            line.remove_prefix(3);
        if (line.starts_with("connscope-lesson:"))
            return true;
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first != std::string_view::npos && line[first] != '#' && line != "---" && line != "---\r")
            return false;
    }
    return false;
}

ReadResult tryLesson(std::string yamlText, std::string fileName, std::uint64_t seed)
{
    ReadResult result;
    Lesson lesson;
    lesson.file = fileName;
    auto drawn = drawParameters(yamlText, fileName, seed);
    result.errors = std::move(drawn.errors);
    if (!result.errors.empty())
        return result;
    lesson.parameters = std::move(drawn.parameters);
    auto document = scenario::YamlDocument::parse(std::move(drawn.text), std::move(fileName));
    if (!document) {
        result.errors.push_back(document.error());
        return result;
    }
    Reading reading(*document);
    readTop(reading, document->root(), lesson);
    result.errors = reading.takeErrors();
    result.warnings = reading.takeWarnings();
    if (result.errors.empty())
        result.lesson = std::move(lesson);
    return result;
}

Result<Lesson> readLesson(std::string yamlText, std::string fileName, std::uint64_t seed)
{
    ReadResult result = tryLesson(std::move(yamlText), std::move(fileName), seed);
    if (!result.lesson)
        return fail(result.errors.front());
    return std::move(*result.lesson);
}

} // namespace connscope::lesson
