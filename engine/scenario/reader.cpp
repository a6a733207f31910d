// SPDX-License-Identifier: GPL-3.0-or-later
// The top of the file: version, titles, how long, which profile; then the sections.
#include "scenario/reader.h"

#include "scenario/calendar.h"
#include "scenario/sections.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace connscope::scenario {

namespace {

constexpr std::array<std::string_view, 18> kTopKeys {"connscope", "title", "description", "theme", "seed", "until",
    "epoch", "profile", "profiles-excluded", "max-events", "cluster", "network", "clients", "actions", "expect",
    "layout", "bookmarks", "annotations"};

void readProfile(Reading& reading, MapReader& map, Scenario& scenario)
{
    const YamlNode* node = map.find("profile");
    if (!node)
        return;
    const auto name = reading.text(*node, "profile");
    if (!name)
        return;
    if (const auto profile = client::findProfile(*name))
        scenario.profileName = profile->name;
    else
        reading.error(*node, profile.error().message);
}

void readExcluded(Reading& reading, MapReader& map, Scenario& scenario)
{
    const YamlNode* node = map.find("profiles-excluded");
    if (!node)
        return;
    if (!node->isMap()) {
        reading.error(*node,
            "profiles-excluded: expected a map of profiles to reasons, such as {java-2.1: \"why not\"}, found "
                + describe(*node));
        return;
    }
    for (const YamlEntry& entry : node->entries) {
        const auto name = reading.text(entry.key, "profiles-excluded");
        if (!name)
            continue;
        const auto profile = client::findProfile(*name);
        const auto reason = reading.text(entry.value, "the reason");
        if (!profile)
            reading.error(entry.key, profile.error().message);
        else if (reason && !scenario.notForProfiles.emplace(profile->name, *reason).second)
            reading.error(entry.key, "profiles-excluded: '" + profile->name + "' is given twice");
        else if (profile->name == scenario.profileName)
            reading.error(entry.key, "profiles-excluded: " + profile->name + " is the scenario's own profile");
    }
}

void readEpoch(Reading& reading, MapReader& map, Scenario& scenario)
{
    const YamlNode* node = map.find("epoch");
    if (!node)
        return;
    const auto epoch = node->isScalar() ? parseUtc(node->text) : std::nullopt;
    if (epoch)
        scenario.epochMs = *epoch;
    else
        reading.error(*node,
            "epoch: expected a moment in UTC such as 2019-05-27T10:00:54.142Z, from 1970 to 9999, found "
                + describe(*node));
}

/// False when the file is of another version, whose errors would only confuse.
bool readVersion(Reading& reading, const YamlNode& root)
{
    for (const YamlEntry& entry : root.entries) {
        if (entry.key.isScalar() && entry.key.text == "connscope-lesson") {
            reading.error(entry.key,
                "this is a lesson, not a scenario: it is taken in the window, and connscope check says whether it "
                "can be taught");
            return false;
        }
        if (!entry.key.isScalar() || entry.key.text != "connscope")
            continue;
        const auto version = reading.integer(entry.value, "connscope", 1, 1'000'000);
        if (version && *version > kFormatVersion) {
            reading.error(entry.value,
                "this file is of format version " + std::to_string(*version) + "; this program reads version "
                    + std::to_string(kFormatVersion) + ". Use a newer Connscope");
        }
        return version == kFormatVersion;
    }
    reading.error(root, "the first line of a scenario is its format's version: 'connscope: 1'");
    return true;
}

void readTop(Reading& reading, const YamlNode& root, Scenario& scenario)
{
    if (!root.isMap()) {
        // A text is not repeated: it may be a client.properties file with its passwords.
        const bool isText = root.kind == YamlNode::Kind::Scalar;
        reading.error(root,
            "expected a scenario: a map that begins with 'connscope: 1', found "
                + (isText ? "a text" : describe(root))
                + (isText && root.text.find('=') != std::string::npos
                        ? "; a client.properties file goes with --command-config, or is dropped on the window"
                        : ""));
        return;
    }
    if (!readVersion(reading, root))
        return;
    MapReader map(reading, root, "a scenario", kTopKeys);
    map.text("title", scenario.title);
    map.text("description", scenario.description);
    map.text("theme", scenario.theme);
    map.seed("seed", scenario.seed);
    map.duration("until", scenario.until, Duration {1});
    readEpoch(reading, map, scenario);
    readProfile(reading, map, scenario);
    readExcluded(reading, map, scenario);
    map.integer("max-events", scenario.maxEvents, 1, limits::kMaxEvents);
    readCluster(reading, map.find("cluster"), scenario);
    readNetwork(reading, map.find("network"), scenario);
    readClients(reading, map.find("clients"), root, scenario);
    readLinks(reading, map.find("network"), scenario);
    readActions(reading, map.find("actions"), scenario);
    readExpectations(reading, map.find("expect"), scenario);
    readLayout(reading, map.find("layout"), scenario);
    readBookmarks(reading, map.find("bookmarks"), scenario);
    readAnnotations(reading, map.find("annotations"), scenario);
    reading.settleTopics(scenario);
}

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

Error fileError(const std::string& path, std::string message)
{
    Error error;
    error.file = path;
    error.message = std::move(message);
    return error;
}

Result<std::string> readWhole(const std::string& path, std::size_t limit)
{
    std::error_code failure;
    const auto status = std::filesystem::status(path, failure);
    if (!std::filesystem::exists(status))
        return fail(fileError(path, "there is no such file"));
    // From a pipe or a terminal too; what comes without end is cut off at the limit.
    const bool isStream = std::filesystem::is_fifo(status) || std::filesystem::is_character_file(status);
    if (!std::filesystem::is_regular_file(status) && !isStream)
        return fail(fileError(path, "this is not a file; a scenario is a YAML file"));
    const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
    if (!file)
        return fail(fileError(path, "the file cannot be opened; check its permissions"));
    // One byte more than allowed: the file may have grown since its size was asked, or have none that can be asked.
    // In blocks: a string of the limit's size would cost more than reading a small scenario does.
    std::string text;
    std::array<char, 16384> block;
    while (text.size() <= limit) {
        const std::size_t count
            = std::fread(block.data(), 1, std::min(block.size(), limit + 1 - text.size()), file.get());
        if (count == 0)
            break;
        text.append(block.data(), count);
    }
    if (std::ferror(file.get()))
        return fail(fileError(path, "the file cannot be read"));
    if (text.size() > limit) {
        const std::uintmax_t size = std::filesystem::file_size(path, failure);
        return fail(
            YamlDocument::tooLarge(path, failure ? text.size() : std::max<std::uintmax_t>(size, text.size())));
    }
    return text;
}

Result<Scenario> firstOf(ReadResult result)
{
    if (!result.scenario)
        return fail(result.errors.front());
    return std::move(*result.scenario);
}

} // namespace

ReadResult tryScenario(std::string yamlText, std::string fileName)
{
    ReadResult result;
    if (yamlText.starts_with("{\"connscope-trace\"")) {
        result.errors.push_back(fileError(fileName,
            "this is a trace, not a scenario: it is read and not run. connscope render draws it, or writes a text of "
            "it "
            "(--format markdown, mermaid, timeline and others), and the window opens it"));
        return result;
    }
    auto document = YamlDocument::parse(std::move(yamlText), fileName);
    if (!document) {
        result.errors.push_back(document.error());
        return result;
    }
    Reading reading(*document);
    Scenario scenario;
    scenario.file = std::move(fileName);
    readTop(reading, document->root(), scenario);
    result.errors = reading.takeErrors();
    result.warnings = reading.takeWarnings();
    if (result.errors.empty())
        result.scenario = std::move(scenario);
    return result;
}

Result<Scenario> readScenario(std::string_view yamlText, std::string fileName)
{
    return firstOf(tryScenario(std::string(yamlText), std::move(fileName)));
}

ReadResult tryScenarioFile(const std::string& path)
{
    auto text = readWhole(path, YamlLimits {}.bytes);
    if (text)
        return tryScenario(std::move(*text), path);
    ReadResult result;
    result.errors.push_back(text.error());
    return result;
}

Result<Scenario> readScenarioFile(const std::string& path) { return firstOf(tryScenarioFile(path)); }

} // namespace connscope::scenario
