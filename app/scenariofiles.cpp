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
constexpr std::size_t kMostSimilar = 4;

bool isThere(const fs::path& path)
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

/// The number at the front of a name, and what stands behind it: "13-three-kinds" is 13 and "three-kinds".
std::pair<std::string_view, std::string_view> parts(std::string_view name)
{
    const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    std::string_view number = name.substr(0, digits);
    number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
    std::string_view rest = name.substr(digits);
    if (!rest.empty() && rest.front() == '-')
        rest.remove_prefix(1);
    return {number, rest};
}

} // namespace

std::vector<std::string_view> similarScenarios(std::string_view word, std::span<const std::string> names)
{
    const auto [number, rest] = parts(word);
    std::vector<std::string_view> all;
    std::vector<std::string_view> titles; // without their numbers
    std::vector<std::string_view> sameNumber;
    std::vector<std::string_view> containing;
    for (const std::string& name : names) {
        all.emplace_back(name);
        titles.push_back(parts(name).second);
        if (!number.empty() && parts(name).first == number)
            sameNumber.emplace_back(name);
        if (rest.size() >= 3 && titles.back().find(rest) != std::string_view::npos)
            containing.emplace_back(name);
    }
    if (!containing.empty() && containing.size() <= kMostSimilar)
        return containing;
    if (rest.empty())
        return sameNumber;
    if (const auto near = nearestWord(rest, titles))
        return {all[static_cast<std::size_t>(std::find(titles.begin(), titles.end(), *near) - titles.begin())]};
    if (const auto near = nearestWord(word, all))
        return {*std::find(all.begin(), all.end(), *near)};
    return sameNumber;
}

std::string shippedScenarioFolder()
{
    const fs::path program = QCoreApplication::applicationDirPath().toStdString();
    for (const fs::path& folder :
        {program / CONNSCOPE_SHARE_FROM_BIN / "scenarios", fs::path(CONNSCOPE_SOURCE_SCENARIOS)}) {
        if (isThere(folder))
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
    if (name == "-")
        return std::string("/dev/stdin");
    if (isThere(name) || name.find('/') != std::string::npos)
        return name; // the reader says what is wrong with it
    return findShippedScenario(name);
}

Result<std::string> findShippedScenario(const std::string& name)
{
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
    std::vector<std::string> quoted;
    for (const std::string_view similar : similarScenarios(stem, names))
        quoted.push_back('\'' + std::string(similar) + '\'');
    const std::vector<std::string_view> similar(quoted.begin(), quoted.end());
    return fail(notFound(name,
        " and no shipped scenario of that name"
            + (similar.empty() ? std::string("; 'connscope run' alone lists them")
                               : "; did you mean " + joinOr(similar) + '?')));
}

} // namespace connscope::app
