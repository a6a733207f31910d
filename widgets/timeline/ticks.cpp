// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace connscope::timeline {

namespace {

constexpr double kGap = 14; // pixels between labels
constexpr double kSecond = 1e9;

/// 1, 2, 5, 10 … up to a second; then what clocks have; then days.
double niceStep(double ns)
{
    if (ns <= kSecond) {
        const double power = std::pow(10, std::floor(std::log10(std::max(ns, 1.0))));
        for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
            if (factor * power >= ns)
                return factor * power;
        }
    }
    static constexpr std::array<double, 17> kSteps {
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10'800, 21'600, 43'200};
    for (const double step : kSteps) {
        if (step * kSecond >= ns)
            return step * kSecond;
    }
    const double day = 86'400 * kSecond;
    double step = day;
    while (step < ns)
        step *= 2;
    return step;
}

double niceCount(double n)
{
    if (n <= 1)
        return 1;
    const double power = std::pow(10, std::floor(std::log10(n)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= n)
            return factor * power;
    }
    return 10 * power;
}

/// Labels that were placed, as intervals of pixels.
class Placed {
public:
    Placed(double left, double right)
        : m_left(left)
        , m_right(right)
    {
    }
    /// False where a label around \a x has no room even if it is only \a width wide. Cheaper than making its text.
    bool mayHaveRoom(double x, double width) const
    {
        const auto after = std::lower_bound(m_taken.begin(), m_taken.end(), std::pair {x, 0.0});
        const double right = after == m_taken.end() ? m_right + 0.5 : after->first - kGap;
        const double left = after == m_taken.begin() ? m_left - 0.5 : (after - 1)->second + kGap;
        if (x < left || x > right)
            return false;
        // At the ends of the axis it may move in; elsewhere it lies around its place.
        const bool movesIn = after == m_taken.begin() || after == m_taken.end();
        return movesIn || (x - width / 2 >= left && x + width / 2 <= right);
    }
    /// Where a label of \a width around \a x goes; nothing where it has no room.
    bool place(double x, double width, double& labelLeft)
    {
        if (x < m_left - 0.5 || x > m_right + 0.5)
            return false;
        // At the ends of the axis a label moves in.
        const double from = std::clamp(x - width / 2, m_left, std::max(m_left, m_right - width));
        if (from + width > m_right + 0.5 || std::abs(from + width / 2 - x) > width / 2)
            return false;
        const auto after = std::lower_bound(m_taken.begin(), m_taken.end(), std::pair {from, 0.0});
        if (after != m_taken.end() && after->first < from + width + kGap)
            return false;
        if (after != m_taken.begin() && (after - 1)->second + kGap > from)
            return false;
        m_taken.insert(after, {from, from + width});
        labelLeft = from;
        return true;
    }

private:
    double m_left;
    double m_right;
    std::vector<std::pair<double, double>> m_taken; // ascending
};

using Width = std::function<double(const QString&)>;

/// Even ticks between two instants of a stretch that is linear in time.
void addEven(std::vector<Tick>& ticks, const TimeAxis& axis, const Scale& scale, const theme::Format& format,
    const Width& width, Placed& placed, double fromNs_, double toNs_, double nsPerPixel)
{
    const double sample
        = width(tickText(fromNs(static_cast<std::int64_t>(std::max(0.0, toNs_))), nsPerPixel * 20, format));
    const double step = niceStep(nsPerPixel * (sample + kGap));
    const double small = step / (std::fmod(step, 5) == 0 && step >= 10 ? 5 : 2);
    const double first = std::ceil(std::max(fromNs_, 0.0) / small - 1e-9);
    for (double k = first; k * small <= toNs_ + 0.5 && k - first < 4000; ++k) {
        const double at = k * small;
        const Instant t = fromNs(static_cast<std::int64_t>(std::llround(at)));
        const double place = axis.toAxis(t);
        Tick tick {place, scale.toPixel(place), 0, 0, {}, {}};
        if (tick.x < scale.left - 0.5 || tick.x > scale.right + 0.5)
            continue;
        const double labelled = at / step;
        if (std::abs(labelled - std::round(labelled)) < 1e-6) {
            const QString text = tickText(t, step, format, toNs_ >= kSecond && step >= 1e7);
            const double w = width(text);
            if (placed.place(tick.x, w, tick.labelLeft)) {
                tick.label = text;
                tick.labelWidth = w;
            }
        }
        ticks.push_back(tick);
    }
}

std::vector<Tick> eventTicks(
    const TimeAxis& axis, const Scale& scale, const theme::Format& format, const Width& width)
{
    std::vector<Tick> ticks;
    Placed placed(scale.left, scale.right);
    const double from = std::max(0.0, std::ceil(scale.range.from));
    const double to = std::min(axis.length(), scale.range.to);
    const double perPlace = scale.perPlace();
    const double wide = std::max(width(format.number(static_cast<std::int64_t>(to)) + QStringLiteral("##")),
        width(QStringLiteral("00:00.0000")));
    const double step = niceCount((wide + kGap) / perPlace);
    double small = step >= 10 ? step / 10 : 1;
    if (small * perPlace < 5)
        small = step / 2;
    small = std::max(small, 1.0);
    for (double k = std::ceil((from - 1) / small); k * small + 1 <= to && ticks.size() < 4000; ++k) {
        const double place = k * small + 1; // of the event with the number k * small; lists number from 0
        Tick tick {place, scale.toPixel(place), 0, 0, {}, {}};
        const double labelled = k * small / step;
        if (k >= 0 && std::abs(labelled - std::round(labelled)) < 1e-6) {
            const QString text = QChar(u'#') + format.number(std::llround(k * small));
            const Instant t = axis.toInstant(place);
            // As exact as the next label asks for, and never less than two digits.
            const auto ahead = static_cast<double>((axis.toInstant(place + step) - t).count());
            const auto behind = static_cast<double>((t - axis.toInstant(place - step)).count());
            const double resolution = std::min(
                {ahead > 0 ? ahead / 2 : 1e18, behind > 0 ? behind / 2 : 1e18, static_cast<double>(toNs(t)) / 20});
            const QString second = tickText(t, resolution, format);
            const double w = std::max(width(text), width(second));
            if (placed.place(tick.x, w, tick.labelLeft)) {
                tick.label = text;
                tick.second = second;
                tick.labelWidth = w;
            }
        }
        if (k >= 0)
            ticks.push_back(tick);
    }
    return ticks;
}

std::vector<Tick> foldedTicks(
    const TimeAxis& axis, const Scale& scale, const theme::Format& format, const Width& width)
{
    std::vector<Tick> ticks;
    Placed placed(scale.left, scale.right);
    const std::span<const Knot> knots = axis.knots();
    const auto below = [](const Knot& k, double place) { return k.u < place; };
    const auto first = std::lower_bound(knots.begin(), knots.end(), scale.range.from, below);
    const auto last = std::lower_bound(first, knots.end(), scale.range.to, below);

    // Instants after which something begins: those with the most time before them come first.
    struct Candidate {
        std::size_t knot;
        double rank;
    };
    std::vector<Candidate> candidates;
    const auto isFoldEdge = [&](Instant t) {
        const auto f = std::lower_bound(
            axis.folds().begin(), axis.folds().end(), t, [](const Fold& fold, Instant at) { return fold.to < at; });
        return f != axis.folds().end() && (f->from == t || f->to == t);
    };
    const auto n = static_cast<std::size_t>(last - first);
    const std::size_t stride = std::max<std::size_t>(1, n / 3000); // more than pixels: any choice is as good
    for (std::size_t i = 0; i < n; i += stride) {
        const auto knot = static_cast<std::size_t>(first - knots.begin()) + i;
        if (isFoldEdge(knots[knot].at))
            continue;
        const double before = knot == 0 || axis.isEndOfStretch(knots[knot].at)
            ? 1e18
            : static_cast<double>((knots[knot].at - knots[knot - 1].at).count());
        candidates.push_back({knot, before});
    }
    std::stable_sort(
        candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) { return a.rank > b.rank; });
    const double wide = width(QStringLiteral("0:00.000"));
    const double least = width(QStringLiteral("00")); // no label is narrower
    const double leastClock = width(QStringLiteral("0:00")); // nor one of a minute and more
    for (const Candidate& c : candidates) {
        const Knot& knot = knots[c.knot];
        Tick tick {knot.u, scale.toPixel(knot.u), 0, 0, {}, {}};
        // Of thousands of knots a few dozen get a label: most are refused before a text is made for them.
        if (!placed.mayHaveRoom(
                tick.x, toNs(knot.at) >= 61 * static_cast<std::int64_t>(kSecond) ? leastClock : least))
            continue;
        // As exact as telling it from what is a label's width away takes.
        const double near = std::max(knot.u - wide / scale.perPlace(), 0.0);
        const double far = std::min(knot.u + wide / scale.perPlace(), axis.length());
        const double back = static_cast<double>((knot.at - axis.toInstant(near)).count());
        const double on = static_cast<double>((axis.toInstant(far) - knot.at).count());
        double resolution = std::max(std::min(back > 0 ? back : on, on > 0 ? on : back), 1000.0);
        if (axis.isEndOfStretch(knot.at)) // somebody asked for this instant, and not for one beside it
            resolution = std::min(resolution, static_cast<double>(axis.stretch().count()) / 1000);
        const QString text = tickText(knot.at, resolution, format);
        const double w = width(text);
        if (placed.place(tick.x, w, tick.labelLeft)) {
            tick.label = text;
            tick.labelWidth = w;
            ticks.push_back(tick);
        }
    }
    // Long stretches that are linear get even ticks.
    const std::size_t from = first == knots.begin() ? 0 : static_cast<std::size_t>(first - knots.begin()) - 1;
    const std::size_t to = std::min(static_cast<std::size_t>(last - knots.begin()) + 1, knots.size());
    for (std::size_t i = from + 1; i < to; ++i) {
        const double pixels = (knots[i].u - knots[i - 1].u) * scale.perPlace();
        if (pixels < 1.5 * wide)
            continue;
        const bool fold = std::any_of(axis.folds().begin(), axis.folds().end(),
            [&](const Fold& f) { return f.from == knots[i - 1].at && f.to == knots[i].at; });
        if (fold)
            continue;
        const double nsPerPixel = static_cast<double>((knots[i].at - knots[i - 1].at).count()) / pixels;
        const double a = std::max(
            static_cast<double>(toNs(knots[i - 1].at)), static_cast<double>(toNs(axis.toInstant(scale.range.from))));
        const double b = std::min(
            static_cast<double>(toNs(knots[i].at)), static_cast<double>(toNs(axis.toInstant(scale.range.to))));
        if (a < b)
            addEven(ticks, axis, scale, format, width, placed, a, b, nsPerPixel);
    }
    std::stable_sort(ticks.begin(), ticks.end(), [](const Tick& a, const Tick& b) { return a.place < b.place; });
    return ticks;
}

} // namespace

std::vector<double> scaleChanges(const TimeAxis& axis, const Scale& scale)
{
    constexpr double kNarrow = 8; // a piece that is narrower is no place where one reads a scale
    constexpr double kApart = 16; // of two marks
    constexpr double kTimes = 10;
    std::vector<double> out;
    const std::span<const Knot> knots = axis.knots();
    const std::span<const Fold> folds = axis.folds();
    auto knot
        = std::partition_point(knots.begin(), knots.end(), [&](const Knot& one) { return one.u < scale.range.from; });
    if (knot != knots.begin())
        --knot;
    auto fold = folds.begin();
    double before = 0; // nanoseconds for a pixel
    for (; knot != knots.end() && knot + 1 != knots.end() && knot->u <= scale.range.to; ++knot) {
        const auto next = knot + 1;
        while (fold != folds.end() && fold->to <= knot->at)
            ++fold;
        if (fold != folds.end() && fold->from <= knot->at) {
            before = 0; // a break says for itself that something is left out
            continue;
        }
        const double width = (next->u - knot->u) * scale.perPlace();
        if (width < kNarrow)
            continue;
        const double here = static_cast<double>((next->at - knot->at).count()) / width;
        const double x = scale.toPixel(knot->u);
        if (before > 0 && std::max(here / before, before / here) >= kTimes && x >= scale.left + kNarrow
            && x <= scale.right - kNarrow && (out.empty() || x - out.back() >= kApart))
            out.push_back(x);
        before = here;
    }
    return out;
}

QString tickText(Instant t, double resolution, const theme::Format& format, bool inSeconds)
{
    const std::int64_t ns = std::max<std::int64_t>(toNs(t), 0);
    resolution = std::max(resolution, 1.0);
    if (ns < 1'000'000'000 && !inSeconds) {
        // Cut to the resolution, then in the unit that fits.
        const double digit = std::pow(10, std::floor(std::log10(resolution)));
        const double rounded = std::round(static_cast<double>(ns) / digit) * digit;
        return format.duration(Duration {static_cast<std::int64_t>(rounded)});
    }
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(resolution / kSecond) - 1e-9)), 0, 9);
    const auto trimmed = [&](QString text, const QString& point) {
        if (!text.contains(point))
            return text;
        while (text.endsWith(u'0'))
            text.chop(1);
        if (text.endsWith(point))
            text.chop(point.size());
        return text;
    };
    const double digit = std::pow(10, 9 - decimals);
    const double rounded = std::round(static_cast<double>(ns) / digit) * digit;
    if (rounded < 60e9)
        return trimmed(format.locale().toString(rounded / kSecond, 'f', decimals), format.locale().decimalPoint())
            + QChar(0x00A0) + format.duration(std::chrono::seconds(1)).section(QChar(0x00A0), 1);
    return trimmed(format.tick(fromNs(static_cast<std::int64_t>(rounded)), decimals), QStringLiteral("."));
}

std::vector<Tick> makeTicks(const TimeAxis& axis, const Scale& scale, const theme::Format& format, const Width& width)
{
    switch (axis.kind()) {
    case AxisKind::ByEvent:
        return eventTicks(axis, scale, format, width);
    case AxisKind::Folded:
        return foldedTicks(axis, scale, format, width);
    case AxisKind::Linear:
        break;
    }
    std::vector<Tick> ticks;
    Placed placed(scale.left, scale.right);
    addEven(ticks, axis, scale, format, width, placed, scale.range.from * kSecond,
        std::min(scale.range.to, axis.length()) * kSecond, kSecond / scale.perPlace());
    return ticks;
}

} // namespace connscope::timeline
