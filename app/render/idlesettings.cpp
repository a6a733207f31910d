// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/idlesettings.h"

#include "app/tracesource.h"
#include "base/text.h"

#include <algorithm>
#include <array>

namespace connscope::app {

namespace {

using figures::FigureView;

bool hasView(const FigureRequest& request, FigureView view)
{
    const std::vector<FigureView>& views = request.figure.views;
    return std::find(views.begin(), views.end(), view) != views.end();
}

bool isPaths(FigureFormat format)
{
    return format == FigureFormat::Svg || format == FigureFormat::Pdf || format == FigureFormat::AnimatedSvg;
}

bool isGiven(std::span<const GivenSetting> settings, std::string_view name)
{
    return std::any_of(settings.begin(), settings.end(), [name](const GivenSetting& s) { return s.name == name; });
}

/// Of a range and the instant in it.
std::string ofTime(const std::string& name, const FigureRequest& request)
{
    const bool moves = app::moves(request.format);
    const bool isTopology = !hasView(request, FigureView::Timeline) && !hasView(request, FigureView::Sequence);
    if (!moves && isTopology && name == "from")
        return "a topology shows one instant; say which: --at";
    if (!moves && isTopology && name == "to" && request.at)
        return "a topology shows one instant, and --at says which";
    if (name == "at" && ((request.from && *request.at < *request.from) || (request.to && *request.at > *request.to)))
        return "this instant lies outside of what is shown: --from to --to";
    return {};
}

/// Why it says nothing; "" = it does.
std::string whyIdle(const GivenSetting& given, const FigureRequest& request, std::span<const GivenSetting> settings)
{
    const std::string& name = given.name;
    if (given.value == "false") // of a switch: it is not asked for
        return {};
    const bool moves = app::moves(request.format);
    if (!moves && (name == "fps" || name == "speed" || name == "idle" || name == "once"))
        return "is of an animation; add --animate, or name a .gif, .apng or .mp4";
    if (name == "once" && request.format == FigureFormat::Mp4)
        return "whether an MP4 begins again is up to its player";
    if (moves && name == "at")
        return "an animation has no instant of its own; say --from and --to";
    if (name == "at" || name == "from" || name == "to")
        return ofTime(name, request);
    if ((name == "dpi" || name == "scale") && isPaths(request.format))
        return "says how many pixels there are, and an SVG or PDF has none: --size is enough";
    if (name == "axis" && !hasView(request, FigureView::Timeline))
        return "is of a timeline, and there is none: --view timeline";
    if ((name == "page" || name == "every-message") && !hasView(request, FigureView::Sequence))
        return "is of a sequence, and there is none: --view sequence";
    if (name == "annotations" || name == "no-annotations") {
        if (!hasView(request, FigureView::Topology) && !hasView(request, FigureView::Timeline))
            return "annotations are drawn into topology and timeline; a sequence has none";
        if (name == "annotations" && !request.annotates)
            return "--no-annotations leaves them out";
    }
    for (const char* both : {"seed", "profile"}) {
        const std::string own = both;
        if (name == own && isGiven(settings, "first-" + own) && isGiven(settings, "second-" + own))
            return "each of the two runs has one of its own";
    }
    return {};
}

} // namespace

std::optional<SettingMistake> idleSetting(const FigureRequest& request, std::span<const GivenSetting> settings)
{
    for (const GivenSetting& given : settings) {
        if (given.isDefault)
            continue;
        if (std::string why = whyIdle(given, request, settings); !why.empty())
            return SettingMistake {given.name, std::move(why)};
    }
    std::vector<const LoadRequest*> runs {&request.load};
    if (request.second)
        runs.push_back(&*request.second);
    for (const LoadRequest* run : runs) {
        std::string mistake = mistakeOfTrace(*run);
        // It may be a default of the list that is for its scenarios.
        const auto told = std::find_if(settings.begin(), settings.end(), [](const GivenSetting& given) {
            return !given.isDefault
                && (given.name.ends_with("seed") || given.name.ends_with("profile") || given.name.ends_with("set"));
        });
        if (!mistake.empty() && told != settings.end())
            return SettingMistake {told->name, std::move(mistake)};
    }
    return std::nullopt;
}

std::string mistakeOfTrace(const LoadRequest& request)
{
    const bool isTold = request.seed || !request.profile.empty() || !request.settings.empty();
    if (!isTold || !isTraceFile(request.file))
        return {};
    return "'" + printable(request.file, 200)
        + "' is a trace: --seed, --profile and --set are for scenarios, which are run";
}

} // namespace connscope::app
