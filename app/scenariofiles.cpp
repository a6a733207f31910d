// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scenariofiles.h"

#include "base/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace connscope::app {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kSuffix = ".yaml";

bool exists(const fs::path& path)
{
    std::error_code ignored;
    return fs::exists(path, ignored);
}

Error notFound(const std::string& name, const std::string& what)
{
    Error error;
    error.message = "there is no file '" + printable(name, 200) + "'" + what;
    return error;
}

} // namespace

std::string shippedScenarioFolder()
{
    const fs::path program = QCoreApplication::applicationDirPath().toStdString();
    for (const fs::path& folder :
        {program / CONNSCOPE_SHARE_FROM_BIN / "scenarios", fs::path(CONNSCOPE_SOURCE_SCENARIOS)}) {
        if (fs::exists(folder))
            return folder.lexically_normal().string();
    }
    return {};
}

std::vector<std::string> shippedScenarios(const std::string& folder)
{
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (it->path().extension() == kSuffix)
            names.push_back(it->path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

Result<std::string> findScenario(const std::string& name)
{
    if (exists(name) || name.find('/') != std::string::npos)
        return name; // the reader says what is wrong with it
    const std::string folder = shippedScenarioFolder();
    const std::vector<std::string> names = shippedScenarios(folder);
    const std::string stem = name.ends_with(kSuffix) ? name.substr(0, name.size() - kSuffix.size()) : name;
    std::vector<std::string_view> matches;
    for (const std::string& candidate : names) {
        if (candidate == stem) {
            matches = {candidate};
            break;
        }
        // "13" or "13-three": whole words of the name.
        if (candidate.size() > stem.size() && candidate.starts_with(stem) && candidate[stem.size()] == '-')
            matches.push_back(candidate);
    }
    if (matches.size() == 1)
        return (fs::path(folder) / std::string(matches.front()).append(kSuffix)).string();
    if (matches.size() > 1)
        return fail(notFound(name, ", and several shipped scenarios begin so: " + joinOr(matches)));
    const std::vector<std::string_view> views(names.begin(), names.end());
    return fail(notFound(name, " and no shipped scenario of that name" + didYouMean(stem, views)));
}

} // namespace connscope::app
