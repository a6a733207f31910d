// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/render.h"

#include "app/commandline.h"
#include "app/options.h"
#include "app/scenariofiles.h"
#include "app/window/filelayout.h"
#include "app/window/language.h"
#include "app/window/loader.h"
#include "base/text.h"
#include "figures/figure.h"

#include <QFileInfo>
#include <QSaveFile>

#include <atomic>
#include <charconv>
#include <utility>

namespace connscope::app {

namespace {

constexpr std::string_view kViews[] = {"topology", "timeline"};
constexpr std::string_view kThemes[] = {"light", "dark", "light-high-contrast", "dark-high-contrast"};
constexpr std::string_view kLanguages[] = {"en", "zh"};
constexpr int kLargest = 16'384; // px of a side, device pixels

/// The command line, checked.
struct Request {
    LoadRequest load;
    figures::FigureOptions figure;
    std::optional<Duration> at;
    std::string filter;
    bool dark = false;
    bool highContrast = false;
    theme::Language language = theme::Language::English;
    QString file;
};

std::optional<std::string> readViews(const std::string& text, std::vector<figures::FigureView>& views)
{
    views.clear();
    std::size_t from = 0;
    while (from <= text.size()) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        const std::string word = text.substr(from, comma - from);
        from = comma + 1;
        if (word == "topology")
            views.push_back(figures::FigureView::Topology);
        else if (word == "timeline")
            views.push_back(figures::FigureView::Timeline);
        else
            return "--view: there is no view '" + printable(word) + "'" + didYouMean(word, kViews)
                + "; views are topology and timeline, with a comma between them both on one sheet";
    }
    if (views.size() > 4)
        return std::string("--view: at most four views fit on a sheet");
    return std::nullopt;
}

std::optional<QSize> parseSize(const std::string& text)
{
    const std::size_t x = text.find('x');
    if (x == std::string::npos)
        return std::nullopt;
    int width = 0;
    int height = 0;
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), text.data() + x, width);
    const auto second = std::from_chars(text.data() + x + 1, end, height);
    if (first.ec != std::errc() || first.ptr != text.data() + x || second.ec != std::errc() || second.ptr != end)
        return std::nullopt;
    return QSize(width, height);
}

std::optional<std::string> readSheet(const Options& options, figures::FigureOptions& figure)
{
    if (options.isSet("view")) {
        if (auto mistake = readViews(options.value("view"), figure.views))
            return mistake;
    }
    if (options.isSet("size")) {
        const auto size = parseSize(options.value("size"));
        if (!size)
            return "--size: '" + printable(options.value("size")) + "' is no size; expected pixels such as 1280x800";
        figure.size = *size;
    }
    if (options.isSet("scale")) {
        const QString text = QString::fromStdString(options.value("scale"));
        bool isNumber = false;
        figure.scale = text.toDouble(&isNumber);
        if (!isNumber || !(figure.scale >= 0.5 && figure.scale <= 8))
            return "--scale: '" + printable(options.value("scale"))
                + "' is no scale; expected a number from 0.5 to 8";
    }
    const QSize least = figures::smallestSheet(figure.views.size());
    const QSizeF pixels = QSizeF(figure.size) * figure.scale;
    if (figure.size.width() < least.width() || figure.size.height() < least.height() || pixels.width() > kLargest
        || pixels.height() > kLargest)
        return "--size: expected at least " + std::to_string(least.width()) + "x" + std::to_string(least.height())
            + " for these views, and with --scale at most " + std::to_string(kLargest) + " pixels a side";
    return std::nullopt;
}

std::optional<std::string> readRequest(const Options& options, Request& request)
{
    const std::vector<std::string> positional = options.positional();
    if (positional.size() != 1)
        return positional.empty()
            ? std::string("which scenario or trace? Name a file, or a scenario that comes with the program")
            : "one file at a time: '" + printable(positional[1]) + "' is one too many";
    request.load.file = positional.front();
    if (auto mistake = readSeed(options, "seed", request.load.seed))
        return mistake;
    if (auto mistake = readProfile(options, "profile", request.load.profile))
        return mistake;
    request.load.settings = options.values("set");
    if (options.isSet("at")) {
        const auto at = parseDuration(options.value("at"));
        if (!at)
            return "--at: " + at.error().message;
        request.at = *at;
    }
    request.filter = options.value("filter");
    std::size_t theme = 0;
    std::size_t language = 0;
    if (auto mistake = readWord(options, "theme", kThemes, theme))
        return mistake;
    if (auto mistake = readWord(options, "lang", kLanguages, language))
        return mistake;
    request.dark = theme % 2 == 1;
    request.highContrast = theme >= 2;
    request.language = language == 1 ? theme::Language::Chinese : theme::Language::English;
    request.figure.legend = !options.isSet("no-legend");
    if (auto mistake = readSheet(options, request.figure))
        return mistake;
    request.file = QString::fromStdString(options.value("output"));
    if (request.file.isEmpty())
        return std::string("where to? Name the picture: -o FILE.png");
    if (const QString suffix = QFileInfo(request.file).suffix().toLower(); suffix != QLatin1String("png"))
        return "-o: a picture's name ends in .png; '" + printable(options.value("output")) + "' does not";
    return std::nullopt;
}

int write(Request& request)
{
    if (!QFileInfo(QString::fromStdString(request.load.file)).isFile()) {
        const auto path = findScenario(request.load.file);
        if (!path) {
            say(path.error());
            return kFailed;
        }
        request.load.file = *path;
    }
    const std::atomic<bool> never {false};
    LoadResult loaded = load(request.load, never, [](LoadPhase, double) {});
    for (const Error& warning : loaded.warnings)
        say(warning, "warning: ");
    for (const Error& error : loaded.errors)
        say(error);
    if (!loaded.content)
        return kFailed;

    view::Document document;
    document.replace(std::move(loaded.content));
    view::Filter filter(document);
    filter.setText(QString::fromStdString(request.filter));
    if (filter.error())
        return usageError("--filter: " + filter.error()->toString());
    request.figure.at = request.at ? kStart + *request.at : document.end();
    if (request.figure.at > document.end()) {
        say("--at: the trace ends at " + formatDuration(document.end() - kStart));
        return kFailed;
    }
    if (const scenario::Scenario* scenario = document.scenario()) { // as it was saved from the window
        request.figure.arrangement = toArrangement(scenario->layout, document);
        request.figure.bookmarks = toPositions(scenario->bookmarks, document);
    }
    Languages languages;
    languages.set(request.language);
    theme::Look look;
    look.setMode(request.dark ? theme::Look::Mode::Dark : theme::Look::Mode::Light);
    look.setHighContrast(request.highContrast);
    look.setLanguage(request.language);

    const QImage image = figures::figureImage(document, filter, look, request.figure);
    QSaveFile file(request.file);
    if (image.isNull() || !file.open(QIODevice::WriteOnly) || !image.save(&file, "PNG") || !file.commit()) {
        say("'" + printable(request.file.toStdString()) + "' cannot be written: "
            + (image.isNull() ? std::string("there is not enough memory for it") : file.errorString().toStdString()));
        return kFailed;
    }
    return kDone;
}

} // namespace

int render(const QStringList& arguments)
{
    Options options("Draws a scenario or a trace as the window does, into a picture.\n"
                    "Equal input gives the same picture, in every locale and without a display.");
    options.addPositional(
        "FILE", "a scenario, the name of one that comes with the program (13-three-kinds, or 13), or a trace");
    options.add("view", "V", "topology (default), timeline, or both on one sheet: topology,timeline");
    options.add("at", "T", "the playhead's instant, such as 2s or 9m; default: the end");
    options.add("size", "WxH", "of the picture in px; default: 1280x800");
    options.add("scale", "S", "device pixels for each px, 0.5 to 8; default: 1");
    options.add("theme", "T", "light (default), dark, light-high-contrast or dark-high-contrast");
    options.add("lang", "L", "en (default) or zh");
    options.add("filter", "QUERY", "what does not match is dimmed: role = coordinator");
    options.add("no-legend", nullptr, "without the legend below the topology");
    options.add("seed", "N", "of a scenario: another of the possible orders");
    options.add("profile", "P", "of a scenario: how every client decides");
    options.add("set", "NAME.KEY=VALUE", "of a scenario: a Kafka setting, as in connscope run; repeatable");
    options.add("output", "FILE", "the picture, FILE.png: whole or left alone", 'o');
    options.setEpilogue("Exit status: 0 done, 1 the input is wrong, 2 usage.\n");
    if (const auto status = options.parse(arguments))
        return *status;
    Request request;
    if (const auto mistake = readRequest(options, request))
        return usageError(*mistake);
    return write(request);
}

} // namespace connscope::app
