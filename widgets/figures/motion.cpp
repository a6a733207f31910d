// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/motion.h"

#include "figures/words.h"
#include "topology/exchanges.h"

#include <algorithm>
#include <cmath>

namespace connscope::figures {

namespace {

/// A message that is seen in fewer frames does not travel, it flashes.
constexpr double kFewFrames = 3;
/// How long one should be on its way, in seconds of watching.
constexpr double kSeen = 0.4;

/// One digit that counts, not more than \a speed.
double roundedDown(double speed)
{
    const double power = std::pow(10, std::floor(std::log10(speed) + 1e-9));
    return std::floor(speed / power + 1e-9) * power;
}

} // namespace

std::optional<Duration> usualWay(const trace::Trace& trace, Instant from, Instant to)
{
    topology::Exchanges exchanges;
    exchanges.extend(trace);
    std::vector<Duration> ways;
    const auto take = [&](EventId leaves, EventId arrives) {
        if (leaves.isValid() && arrives.isValid() && trace[leaves].at >= from && trace[leaves].at < to)
            ways.push_back(trace[arrives].at - trace[leaves].at);
    };
    for (std::size_t i = 0; i < exchanges.size(); ++i) {
        const topology::Exchange& x = exchanges[i];
        take(x.sent, x.received);
        if (x.ended.isValid() && trace[x.ended].kind == trace::EventKind::ResponseReceived)
            take(x.answered, x.ended);
    }
    if (ways.empty())
        return std::nullopt;
    const auto middle = ways.begin() + static_cast<std::ptrdiff_t>(ways.size() / 2);
    std::nth_element(ways.begin(), middle, ways.end());
    return *middle;
}

void setInMotion(FigureOptions& options, AnimationOptions& animation, const view::Document& document, bool slowed)
{
    animation.from = options.range ? options.range->from : kStart;
    animation.to = options.range ? options.range->to : document.end();
    animation.pace = nullptr;
    animation.longest.reset();
    if (slowed) {
        animation.pace = &document.pace();
        animation.speed = 1;
        animation.longest = kLongestPaced;
    }
    options.at = animation.from;
    options.clock = true;
    options.tempo = {animation.speed * fasterBy(document.trace(), animation), false, animation.pace};
}

QStringList motionWarnings(const FigureOptions& options, const AnimationOptions& animation,
    const view::Document& document, const theme::Format& format)
{
    QStringList out;
    if (const double faster = fasterBy(document.trace(), animation); faster > 1) {
        const auto seconds = Duration {std::llround(secondsOf(document.trace(), animation) * 1e9)};
        out << Words::tr(
            "slowed for what is new it would take %1 to watch; it goes %2 times as fast: choose a shorter "
            "range, or a speed")
                   .arg(format.shortDuration(seconds), QString::number(faster, 'f', faster < 10 ? 1 : 0));
    }
    const bool showsMessages
        = std::find(options.views.begin(), options.views.end(), FigureView::Topology) != options.views.end();
    if (animation.pace || !showsMessages)
        return out;
    const auto way = usualWay(document.trace(), animation.from, animation.to);
    if (!way || way->count() == 0)
        return out;
    const double seconds = static_cast<double>(way->count()) / 1e9;
    if (seconds / animation.speed * animation.framesPerSecond >= kFewFrames)
        return out;
    const double enough = std::max(roundedDown(seconds / kSeen), 0.0001);
    out << Words::tr(
        "messages are on their way for %1, too short to be seen at this speed: choose %2 or less, or let it be "
        "slowed for what is new (speed auto)")
               .arg(format.shortDuration(*way), QString::number(enough, 'g', 1));
    return out;
}

} // namespace connscope::figures
