// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/reportoptions.h"

#include "base/overlong.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <span>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace connscope::app {

using analysis::ReportOptions;

namespace {

constexpr std::pair<const char*, Takes> kOptions[] = {
    {"from", TakesRange},
    {"to", TakesRange},
    {"lang", TakesLanguage},
    {"view", TakesFigure},
    {"at", TakesFigure},
    {"width", TakesTerminal},
    {"axis", TakesTerminal},
    {"ascii", TakesTerminal},
};
constexpr std::array<std::string_view, 3> kViews {"topology", "timeline", "sequence"};
constexpr std::array<std::string_view, 2> kLanguages {"en", "zh"};
constexpr std::array<std::string_view, 2> kAxes {"folded", "linear"};

std::optional<std::string> optionOfAnotherFormat(const Options& options, const Format& format)
{
    for (const auto& [name, takes] : kOptions) {
        if (!options.isSet(name) || (format.takes & takes) != 0)
            continue;
        std::vector<std::string_view> names;
        for (const Format& other : formats()) {
            if ((other.takes & takes) != 0)
                names.emplace_back(other.name);
        }
        return "--" + std::string(name) + " goes with --format " + joinOr(names) + "; " + format.name
            + " does not take it";
    }
    return std::nullopt;
}

std::optional<std::string> readInstant(const Options& options, const char* name, std::optional<Instant>& instant)
{
    if (!options.isSet(name))
        return std::nullopt;
    const std::string text = options.value(name);
    const auto time = parseDuration(text);
    if (isOverlong(text))
        return "--" + std::string(name) + ": '" + printable(text) + "' is out of range";
    if (!time)
        return "--" + std::string(name) + ": " + time.error().message;
    instant = kStart + *time;
    return std::nullopt;
}

std::optional<std::size_t> wholeNumber(std::string_view text)
{
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc {} || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

/// COLUMNS, as other programs take it, else the terminal's.
std::optional<std::size_t> terminalWidth()
{
    if (const char* columns = std::getenv("COLUMNS")) {
        if (const auto number = wholeNumber(columns); number && *number > 0)
            return number;
    }
    winsize size {};
    if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return std::nullopt;
}

std::optional<std::string> readTerminal(const Options& options, bool toFile, ReportOptions& report)
{
    std::size_t axis = 0;
    if (auto mistake = readWord(options, "axis", kAxes, axis))
        return mistake;
    report.isFolded = axis == 0;
    report.isAscii = options.isSet("ascii");
    if (report.isAscii && report.language == analysis::Language::Chinese)
        return std::string("--ascii goes with --lang en: Chinese has no characters in ASCII");
    if (options.isSet("width")) {
        const auto width = wholeNumber(options.value("width"));
        if (!width || *width < ReportOptions::kLeastWidth || *width > ReportOptions::kMostWidth)
            return "--width: '" + printable(options.value("width")) + "' is no width; expected "
                + std::to_string(ReportOptions::kLeastWidth) + " to " + std::to_string(ReportOptions::kMostWidth)
                + " characters";
        report.width = *width;
    } else if (const auto width = toFile ? std::nullopt : terminalWidth()) {
        report.width = std::clamp(*width, ReportOptions::kLeastWidth, ReportOptions::kMostWidth);
    }
    return std::nullopt;
}

} // namespace

std::vector<const char*> reportOptionNames()
{
    std::vector<const char*> names;
    for (const auto& option : kOptions)
        names.push_back(option.first);
    return names;
}

bool takes(const Format& format, std::string_view name)
{
    return std::any_of(std::begin(kOptions), std::end(kOptions),
        [&](const auto& option) { return option.first == name && (format.takes & option.second) != 0; });
}

void addReportOptions(Options& options)
{
    options.add("from", "T", "of the run, what happened from this time on; default: the start");
    options.add("to", "T", "of the run, what happened until this time; default: the end");
    options.add("at", "T", "the instant of a topology's caption or alt-text; default: the end");
    options.add("view", "V", "whose caption or alt-text: topology (default), timeline or sequence");
    options.add("lang", "L", "the language of findings, diagrams, captions and alt-texts: en (default) or zh");
    options.add("width", "N", "characters in a line of the timeline; default: the terminal's, else 100");
    options.add("axis", "A", "of the timeline: folded (default; long silences are cut short) or linear");
    options.add("ascii", nullptr, "the timeline without characters beyond ASCII");
}

std::optional<std::string> readReportOptions(
    const Options& options, const Format& format, bool toFile, ReportOptions& report)
{
    if (auto mistake = optionOfAnotherFormat(options, format))
        return mistake;
    for (const auto& [name, instant] : {std::pair {"from", &report.from}, std::pair {"to", &report.to}}) {
        if (auto mistake = readInstant(options, name, *instant))
            return mistake;
    }
    if (report.from && report.to && *report.to < *report.from)
        return "--to: '" + printable(options.value("to")) + "' is before --from";
    std::size_t view = 0;
    if (auto mistake = readWord(options, "view", kViews, view))
        return mistake;
    report.figure = static_cast<analysis::FigureKind>(view);
    std::optional<Instant> at;
    if (auto mistake = readInstant(options, "at", at))
        return mistake;
    const bool isTopology = report.figure == analysis::FigureKind::Topology;
    if (at && !isTopology)
        return "--at goes with --view topology; a " + std::string(kViews[view]) + " has --from and --to";
    if ((format.takes & TakesFigure) != 0 && isTopology && (report.from || report.to))
        return std::string("--from and --to go with --view timeline or sequence; a topology has --at");
    if (at)
        report.to = at;
    std::size_t language = 0;
    if (auto mistake = readWord(options, "lang", kLanguages, language))
        return mistake;
    report.language = static_cast<analysis::Language>(language);
    if ((format.takes & TakesTerminal) != 0)
        return readTerminal(options, toFile, report);
    return std::nullopt;
}

} // namespace connscope::app
