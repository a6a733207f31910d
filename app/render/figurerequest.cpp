// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/figurerequest.h"

#include "app/options.h"
#include "app/render/idlesettings.h"
#include "app/render/textrequest.h"
#include "base/text.h"
#include "client/profile.h"
#include "trace/query.h"

#include <QFileInfo>

#include <array>
#include <charconv>
#include <cmath>

namespace connscope::app {

namespace {

constexpr int kLargest = 16'384; // px of a side, device pixels
constexpr double kLargestPrint = 5'000; // mm of a side

constexpr std::string_view kViews[] = {"topology", "timeline", "sequence"};

constexpr FigureSetting kSettings[] = {
    {"view", "V", "topology (default), timeline or sequence; several on one sheet: topology,timeline"},
    {"at", "T", "the playhead's instant, such as 2s or 9m; default: the end"},
    {"from", "T", "where timeline and sequence begin; default: the start"},
    {"to", "T", "where they end; default: the end"},
    {"size", "WxH",
        "of the sheet, in px (1280x800) or in mm (160x100mm); 1280xauto (the default), 160mmxauto: as high as it "
        "needs"},
    {"dpi", "N", "of a PNG: device pixels for each inch, 24 to 1200; default: 96"},
    {"scale", "S", "the same as a factor, 0.5 to 8: 2 is 192 dpi"},
    {"theme", "T", "light (default), dark, light-high-contrast or dark-high-contrast"},
    {"transparent", nullptr, "no ground: what lies behind the picture is seen"},
    {"lang", "L", "en (default) or zh"},
    {"title", "TEXT", "above the views"},
    {"caption", "TEXT", "below the views; auto = made from the trace"},
    {"alt", "TEXT", "for those who cannot see the picture: the file holds it; auto = made from the trace"},
    {"describe", "FILE.md", "a text beside the picture: alternative text and caption for a page in Markdown"},
    {"no-legend", nullptr, "without the legend below each view"},
    {"notes", nullptr, "a line at the foot: where the picture comes from and what it leaves out"},
    {"no-annotations", nullptr, "without what the scenario or the trace has written into the picture"},
    {"annotations", "FILE",
        "a YAML file with annotations, which are drawn instead of those of the scenario or the trace"},
    {"min-text", "PT",
        "no label smaller than this on the sheet, 3 to 24 pt; default: 6. What cannot be kept is said; letters "
        "within "
        "signs, which the legend spells out, are not meant"},
    {"axis", "A", "of the timeline: folded (default), linear or events"},
    {"page", "N", "of a sequence that needs several sheets; a PDF has all of them"},
    {"every-message", nullptr, "a sequence draws polls and heartbeats one by one instead of counting them"},
    {"animate", nullptr, "an SVG, PNG or WebP that moves; .gif, .apng and .mp4 always do. From --from to --to"},
    {"fps", "N", "of an animation: frames a second, 1 to 50; default: 25"},
    {"speed", "X",
        "of an animation: auto (default) = slowed for what is new, as the window plays, and a minute at most; or "
        "seconds of "
        "the trace for one of watching, the same everywhere, 0.0001 to 10000"},
    {"idle", "T",
        "of an animation: a stretch without an event takes no longer to watch; default: 1s, 0 = as long as it took"},
    {"once", nullptr, "of an animation: it stops at its end instead of beginning again"},
    {"filter", "QUERY", "what does not match is dimmed, and left out of a sequence: role = coordinator"},
    {"format", "F",
        "a text instead of a picture, as connscope run has it: mermaid, plantuml, markdown, timeline, connections, "
        "events, connections-csv, events-csv, caption, alt-text, summary, findings, why, log or jsonl; without -o to "
        "standard output"},
    {"json", nullptr, "of the texts summary, connections, events and findings: as JSON"},
    {"width", "N", "of the text timeline: characters in a line; default: the terminal's, else 100"},
    {"ascii", nullptr, "of the text timeline: without characters beyond ASCII"},
    {"seed", "N", "of a scenario: another of the possible orders"},
    {"profile", "P", "of a scenario: how every client decides"},
    {"set", "NAME.KEY=VALUE", "of a scenario: a Kafka setting, as in connscope run; repeatable"},
    {"second", "FILE",
        "a second run is laid over the first: another scenario or trace; without it the same one, run as follows"},
    {"first-set", "NAME.KEY=VALUE", "of two runs: --set of the first alone; repeatable"},
    {"second-set", "NAME.KEY=VALUE", "the same of the second; repeatable"},
    {"first-profile", "P", "of two runs: --profile of the first alone"},
    {"second-profile", "P", "the same of the second"},
    {"first-seed", "N", "of two runs: --seed of the first alone"},
    {"second-seed", "N", "the same of the second"},
    {"align", "A", "of two runs: what happens in both is one by its cause (cause, default) or by its instant (time)"},
};

/// What is of two runs, beside the switch between them.
bool isOfTwo(const std::string& name)
{
    return name == "second" || name == "align" || name.starts_with("first-") || name.starts_with("second-");
}

/// What is said of one of two runs alone.
struct OfRun {
    std::string file;
    std::optional<std::string> profile;
    std::optional<std::uint64_t> seed;
    std::vector<std::string> settings;
};

using Mistake = std::optional<std::string>;

std::optional<double> number(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

Mistake readViews(const std::string& text, std::vector<figures::FigureView>& views)
{
    views.clear();
    std::size_t from = 0;
    while (from <= text.size()) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        std::string word = text.substr(from, comma - from);
        from = comma + 1;
        while (!word.empty() && word.front() == ' ')
            word.erase(0, 1);
        const auto found = std::find(std::begin(kViews), std::end(kViews), word);
        if (found == std::end(kViews)) {
            return "there is no view '" + printable(word) + "'" + didYouMean(word, kViews)
                + "; views are topology, timeline and sequence, several on one sheet with commas between them";
        }
        const auto view = static_cast<figures::FigureView>(found - std::begin(kViews));
        if (std::find(views.begin(), views.end(), view) != views.end())
            return "'" + word + "' is there twice; each view is drawn once";
        views.push_back(view);
    }
    if (views.size() > figures::kMostViews)
        return std::string("at most four views fit on a sheet");
    return std::nullopt;
}

Mistake readSize(const std::string& text, FigureRequest& request)
{
    std::string_view rest = text;
    constexpr std::string_view kAuto = "xauto";
    const bool isAuto = rest.ends_with(kAuto);
    if (isAuto)
        rest.remove_suffix(kAuto.size());
    const bool isMm = rest.ends_with("mm");
    if (isMm || rest.ends_with("px"))
        rest.remove_suffix(2);
    const std::size_t x = isAuto ? rest.size() : rest.find('x');
    const auto width = x == std::string_view::npos ? std::nullopt : number(rest.substr(0, x));
    // Until it is known, one that is surely no mistake.
    const auto height = x == std::string_view::npos ? std::nullopt
        : isAuto                                    ? std::optional(480.0)
                                                    : number(rest.substr(x + 1));
    const auto isWhole = [](double v) { return v == std::floor(v); };
    if (!width || !height || *width <= 0 || *height <= 0 || (!isMm && (!isWhole(*width) || !isWhole(*height))))
        return "'" + printable(text)
            + "' is no size; expected pixels such as 1280x800 or millimetres such as 160x100mm, and 1280xauto or "
              "160mmxauto where the height may be what is needed";
    if (*width > (isMm ? kLargestPrint : kLargest) || *height > (isMm ? kLargestPrint : kLargest))
        return "'" + printable(text) + "' is too large; at most " + std::to_string(kLargest) + " px or 5000mm a side";
    request.isHeightFree = isAuto;
    request.printed = isMm ? QSizeF(*width, *height) : QSizeF();
    request.figure.size = isMm ? QSizeF(figures::pxOfMm(*width), figures::pxOfMm(*height)) : QSizeF(*width, *height);
    return std::nullopt;
}

Mistake readNumber(const std::string& text, const char* what, double low, double high, const char* range, double& out)
{
    const auto value = number(text);
    if (!value || *value < low || *value > high)
        return "'" + printable(text) + "' is no " + what + "; expected a number from " + range;
    out = *value;
    return std::nullopt;
}

Mistake choose(const std::string& value, std::span<const std::string_view> words, std::size_t& chosen)
{
    for (chosen = 0; chosen < words.size(); ++chosen) {
        if (value == words[chosen])
            return std::nullopt;
    }
    return "there is no '" + printable(value) + "'" + didYouMean(value, words) + "; expected " + joinOr(words);
}

bool hasPixels(FigureFormat format)
{
    return format != FigureFormat::Svg && format != FigureFormat::Pdf && format != FigureFormat::AnimatedSvg;
}

Mistake readInstant(const std::string& text, std::optional<Duration>& out)
{
    const auto value = parseDuration(text);
    if (!value)
        return value.error().message;
    out = *value;
    return std::nullopt;
}

Mistake readSwitch(const std::string& text, bool& out)
{
    if (text != "true" && text != "false")
        return "expected true or false, not '" + printable(text) + "'";
    out = text == "true";
    return std::nullopt;
}

Mistake readFilter(const std::string& text, FigureRequest& request)
{
    request.filter = text;
    if (const auto query = trace::Query::parse(text); !query && !text.empty())
        return query.error().toString();
    return std::nullopt;
}

/// Words of somebody's own, or those that the trace gives.
void readWords(const std::string& text, QString& own, bool& made)
{
    made = text == "auto";
    own = made ? QString() : QString::fromStdString(text);
}

Mistake readDescribe(const std::string& text, FigureRequest& request)
{
    if (!text.ends_with(".md"))
        return "'" + printable(text) + "' is no Markdown file; its name ends in .md";
    request.describe = QString::fromStdString(text);
    return std::nullopt;
}

Mistake readSeed(const std::string& text, std::optional<std::uint64_t>& out)
{
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (error != std::errc() || end != text.data() + text.size())
        return "'" + printable(text) + "' is no seed; expected a whole number from 0 to 18446744073709551615";
    out = seed;
    return std::nullopt;
}

Mistake readProfile(const std::string& text, std::string& out)
{
    const auto profile = client::findProfile(text);
    if (!profile)
        return profile.error().message;
    out = profile->name;
    return std::nullopt;
}

/// "second", "first-set" and the like; \a name without the run.
Mistake readOfRun(const std::string& name, const std::string& value, OfRun& run)
{
    if (name == "seed")
        return readSeed(value, run.seed);
    if (name == "profile")
        return readProfile(value, run.profile.emplace());
    run.settings.push_back(value);
    return std::nullopt;
}

/// What is said of both, and of one alone on top.
LoadRequest of(const LoadRequest& both, const OfRun& run)
{
    LoadRequest out = both;
    if (!run.file.empty())
        out.file = run.file;
    if (run.profile)
        out.profile = *run.profile;
    if (run.seed)
        out.seed = run.seed;
    out.settings.insert(out.settings.end(), run.settings.begin(), run.settings.end());
    return out;
}

/// The second run, where anything says that there is one.
std::optional<SettingMistake> readSecond(std::span<const GivenSetting> settings, FigureRequest& request)
{
    constexpr std::array<std::string_view, 2> kClocks {"cause", "time"};
    OfRun runs[2];
    std::string withoutSecond;
    bool isThere = false;
    for (const GivenSetting& given : settings) {
        if (!isOfTwo(given.name))
            continue;
        Mistake mistake;
        if (given.name == "second") {
            runs[1].file = given.value;
            if (given.value.empty())
                mistake = "which scenario or trace? The name is empty";
        } else if (given.name == "align") {
            std::size_t chosen = 0;
            mistake = choose(given.value, kClocks, chosen);
            request.clock = chosen == 1 ? compare::Clock::ByTime : compare::Clock::ByCause;
        } else {
            const bool isFirst = given.name.starts_with("first-");
            mistake = readOfRun(given.name.substr(given.name.find('-') + 1), given.value, runs[isFirst ? 0 : 1]);
        }
        if (mistake)
            return SettingMistake {given.name, *mistake};
        if (given.name.starts_with("second"))
            isThere = true;
        else
            withoutSecond = given.name;
    }
    if (!isThere && !withoutSecond.empty()) {
        return SettingMistake {withoutSecond,
            "is of two runs, and there is one; say what the second is: --second FILE, --second-set, "
            "--second-profile or --second-seed"};
    }
    if (!isThere)
        return std::nullopt;
    request.second = of(request.load, runs[1]);
    request.load = of(request.load, runs[0]);
    return std::nullopt;
}

/// One setting into the request.
Mistake readSetting(const GivenSetting& given, FigureRequest& request)
{
    constexpr std::array<std::string_view, 4> kThemes {"light", "dark", "light-high-contrast", "dark-high-contrast"};
    constexpr std::array<std::string_view, 2> kLanguages {"en", "zh"};
    constexpr std::array<std::string_view, 3> kAxes {"folded", "linear", "events"};
    figures::FigureOptions& figure = request.figure;
    const std::string& name = given.name;
    const std::string& value = given.value;
    std::size_t chosen = 0;
    bool on = false;
    if (name == "view")
        return readViews(value, figure.views);
    if (name == "at" || name == "from" || name == "to")
        return readInstant(value, name == "at" ? request.at : name == "from" ? request.from : request.to);
    if (name == "size")
        return readSize(value, request);
    if (name == "dpi") {
        double dpi = 96;
        Mistake mistake = readNumber(value, "resolution", 24, 1200, "24 to 1200", dpi);
        figure.scale = dpi / 96;
        return mistake;
    }
    if (name == "scale")
        return readNumber(value, "scale", 0.5, 8, "0.5 to 8", figure.scale);
    if (name == "min-text")
        return readNumber(value, "size of type", 3, 24, "3 to 24 (pt)", figure.smallestText);
    if (name == "theme") {
        Mistake mistake = choose(value, kThemes, chosen);
        request.dark = chosen % 2 == 1;
        request.highContrast = chosen >= 2;
        return mistake;
    }
    if (name == "lang") {
        Mistake mistake = choose(value, kLanguages, chosen);
        request.language = chosen == 1 ? theme::Language::Chinese : theme::Language::English;
        return mistake;
    }
    if (name == "axis") {
        Mistake mistake = choose(value, kAxes, chosen);
        figure.axis = chosen == 1 ? timeline::AxisKind::Linear
            : chosen == 2         ? timeline::AxisKind::ByEvent
                                  : timeline::AxisKind::Folded;
        return mistake;
    }
    if (name == "page") {
        double page = 0;
        Mistake mistake = readNumber(value, "number of a sheet", 1, 100'000, "1 on", page);
        figure.page = static_cast<std::size_t>(page);
        return mistake;
    }
    if (name == "animate") {
        Mistake mistake = readSwitch(value, on);
        if (on && request.format == FigureFormat::Svg)
            request.format = FigureFormat::AnimatedSvg;
        else if (on && request.format == FigureFormat::Png)
            request.format = FigureFormat::Apng;
        else if (on && request.format == FigureFormat::WebP)
            request.format = FigureFormat::AnimatedWebP;
        else if (on && request.format == FigureFormat::Pdf)
            return std::string("a PDF does not move; .svg, .png, .apng, .gif, .webp and .mp4 do");
        return mistake;
    }
    if (name == "fps")
        return readNumber(value, "frame rate", 1, 50, "1 to 50", request.animation.framesPerSecond);
    if (name == "speed") {
        request.isSlowed = value == "auto";
        if (request.isSlowed)
            return std::nullopt;
        return readNumber(value, "speed", 0.0001, 10'000, "0.0001 to 10000, or auto", request.animation.speed);
    }
    if (name == "idle") {
        std::optional<Duration> idle;
        Mistake mistake = readInstant(value, idle);
        request.animation.idle = idle && idle->count() > 0 ? idle : std::nullopt;
        return mistake;
    }
    if (name == "once") {
        Mistake mistake = readSwitch(value, on);
        request.animation.loops = !on;
        return mistake;
    }
    if (name == "transparent")
        return readSwitch(value, figure.transparent);
    if (name == "notes")
        return readSwitch(value, figure.notes);
    if (name == "no-legend") {
        Mistake mistake = readSwitch(value, on);
        figure.legend = !on;
        return mistake;
    }
    if (name == "no-annotations") {
        Mistake mistake = readSwitch(value, on);
        request.annotates = !on;
        return mistake;
    }
    if (name == "every-message") {
        Mistake mistake = readSwitch(value, on);
        figure.gather = on ? 0 : figure.gather;
        return mistake;
    }
    if (name == "seed")
        return readSeed(value, request.load.seed);
    if (name == "profile")
        return readProfile(value, request.load.profile);
    if (name == "set")
        request.load.settings.push_back(value);
    else if (name == "annotations")
        request.annotationFile = value;
    else if (name == "filter")
        return readFilter(value, request);
    else if (name == "title")
        figure.title = QString::fromStdString(value);
    else if (name == "caption")
        readWords(value, figure.caption, request.makesCaption);
    else if (name == "alt")
        readWords(value, request.alternative, request.makesAlternative);
    else if (name == "describe")
        return readDescribe(value, request);
    return std::nullopt;
}

std::optional<SettingMistake> readFormat(const std::string& file, FigureRequest& request)
{
    const QString suffix = QFileInfo(QString::fromStdString(file)).suffix().toLower();
    if (suffix == QLatin1String("png"))
        request.format = FigureFormat::Png;
    else if (suffix == QLatin1String("svg"))
        request.format = FigureFormat::Svg;
    else if (suffix == QLatin1String("pdf"))
        request.format = FigureFormat::Pdf;
    else if (suffix == QLatin1String("apng"))
        request.format = FigureFormat::Apng;
    else if (suffix == QLatin1String("gif"))
        request.format = FigureFormat::Gif;
    else if (suffix == QLatin1String("webp"))
        request.format = FigureFormat::WebP;
    else if (suffix == QLatin1String("mp4"))
        request.format = FigureFormat::Mp4;
    else
        return SettingMistake {"output",
            "a figure's name ends in .png, .svg, .pdf, .webp, .apng, .gif or .mp4; '" + printable(file)
                + "' does not"};
    return std::nullopt;
}

/// What the settings say together.
std::optional<SettingMistake> judge(const FigureRequest& request, std::span<const GivenSetting> settings)
{
    const figures::FigureOptions& figure = request.figure;
    const QSize least = figures::smallestSheet(figure.views.size());
    const QSizeF pixels = figure.size * (hasPixels(request.format) ? figure.scale : 1.0);
    // In print people hold it closer: half of what a screen needs.
    const QSizeF smallest = request.printed.isEmpty() ? QSizeF(least) : QSizeF(least) / 2;
    if (figure.size.width() < smallest.width() || (!request.isHeightFree && figure.size.height() < smallest.height())
        || pixels.width() > kLargest || pixels.height() > kLargest) {
        const QSizeF mm(figures::mmOfPx(smallest.width()), figures::mmOfPx(smallest.height()));
        const std::string expected = request.printed.isEmpty()
            ? std::to_string(least.width()) + "x" + std::to_string(least.height())
            : std::to_string(std::lround(std::ceil(mm.width()))) + "x"
                + std::to_string(std::lround(std::ceil(mm.height()))) + "mm";
        return SettingMistake {"size",
            "expected at least " + expected + " for these views, and with --scale or --dpi at most "
                + std::to_string(kLargest) + " pixels a side"};
    }
    bool scale = false;
    bool dpi = false;
    for (const GivenSetting& given : settings) {
        scale = scale || given.name == "scale";
        dpi = dpi || given.name == "dpi";
    }
    if (figure.transparent && request.format == FigureFormat::Mp4) {
        return SettingMistake {
            "transparent", "an MP4 has no transparency; .webp, .apng, .gif and an SVG with --animate have"};
    }
    if (scale && dpi)
        return SettingMistake {"dpi", "one of --scale and --dpi is enough: both say how many pixels there are"};
    if (request.from && request.to && !(*request.from < *request.to)) {
        return SettingMistake {"to",
            *request.from == *request.to
                ? "the range ends where it begins: there is nothing in it (--at shows one instant)"
                : "the range ends before it begins"};
    }
    return idleSetting(request, settings);
}

/// A PDF has pages where a sequence is longer than A4 would be; other files are as tall as can be read.
double mostHeight(const FigureRequest& request)
{
    constexpr double kPage = 1.4142;
    const figures::FigureOptions& figure = request.figure;
    const bool isSequence
        = std::find(figure.views.begin(), figure.views.end(), figures::FigureView::Sequence) != figure.views.end();
    if (isSequence && request.format == FigureFormat::Pdf)
        return std::floor(figure.size.width() * kPage * static_cast<double>(figure.views.size() > 1 ? 2 : 1));
    const double most = std::floor(kLargest / (hasPixels(request.format) ? std::max(figure.scale, 1.0) : 1.0));
    return isSequence ? most : std::min(most, 3 * figure.size.width());
}

/// Where the settings ask for a text.
tl::expected<FigureRequest, SettingMistake> readAsText(FigureRequest request, std::span<const GivenSetting> settings)
{
    for (const GivenSetting& given : settings) {
        Mistake mistake;
        if (isOfTwo(given.name) && !given.isDefault)
            mistake = "a text is of one run; connscope compare says how two differ";
        else if (given.name == "seed" || given.name == "profile" || given.name == "set")
            mistake = readSetting(given, request);
        if (mistake)
            return tl::unexpected(SettingMistake {given.name, *mistake});
    }
    const bool toFile = !request.file.isEmpty() && request.file != QLatin1String("-");
    auto text = readTextRequest(settings, toFile);
    if (!text)
        return tl::unexpected(text.error());
    request.text = std::move(*text);
    const auto told = std::find_if(settings.begin(), settings.end(), [](const GivenSetting& given) {
        return !given.isDefault && (given.name == "seed" || given.name == "profile" || given.name == "set");
    });
    if (std::string mistake = mistakeOfTrace(request.load); !mistake.empty() && told != settings.end())
        return tl::unexpected(SettingMistake {told->name, std::move(mistake)});
    return request;
}

} // namespace

std::span<const FigureSetting> figureSettings() { return kSettings; }

tl::expected<FigureRequest, SettingMistake> readFigureRequest(
    const std::string& source, const std::string& file, std::span<const GivenSetting> settings)
{
    FigureRequest request;
    request.load.file = source;
    request.file = QString::fromStdString(file);
    if (isText(settings))
        return readAsText(request, settings);
    if (const auto mistake = readFormat(file, request)) // first: what may be asked for depends on it
        return tl::unexpected(*mistake);
    for (const GivenSetting& given : settings) {
        if (const Mistake mistake = readSetting(given, request))
            return tl::unexpected(SettingMistake {given.name, *mistake});
    }
    if (const auto mistake = readSecond(settings, request))
        return tl::unexpected(*mistake);
    if (const auto mistake = judge(request, settings))
        return tl::unexpected(*mistake);
    if (request.isHeightFree)
        request.figure.mostHeight = mostHeight(request);
    return request;
}

} // namespace connscope::app
