// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeaxis.h"

#include <algorithm>
#include <cmath>

namespace connscope::timeline {

using view::Position;

namespace {

constexpr double kSecond = 1e9;

double ns(Instant t) { return static_cast<double>(toNs(t)); }

} // namespace

TimeAxis TimeAxis::linear(const trace::Trace& trace, Instant end)
{
    TimeAxis axis;
    axis.m_trace = &trace;
    axis.m_end = std::max(end, trace.end());
    return axis;
}

TimeAxis TimeAxis::byEvent(const trace::Trace& trace, Instant end)
{
    TimeAxis axis = linear(trace, end);
    axis.m_kind = AxisKind::ByEvent;
    return axis;
}

TimeAxis TimeAxis::folded(const trace::Trace& trace, Instant end, FoldedScale scale)
{
    TimeAxis axis = linear(trace, end);
    axis.m_kind = AxisKind::Folded;
    axis.m_scale = std::move(scale);
    if (axis.m_scale.knots.empty())
        axis.m_scale.knots.push_back({kStart, 0});
    return axis;
}

double TimeAxis::length() const
{
    switch (m_kind) {
    case AxisKind::Linear:
        break;
    case AxisKind::ByEvent:
        return m_trace ? static_cast<double>(m_trace->size()) + (m_end > m_trace->end() ? 1 : 0) : 0;
    case AxisKind::Folded:
        return timeToPlace(m_end);
    }
    return ns(m_end) / kSecond;
}

double TimeAxis::timeToPlace(Instant t) const
{
    if (m_kind != AxisKind::Folded)
        return ns(t) / kSecond;
    const std::vector<Knot>& knots = m_scale.knots;
    auto after = std::upper_bound(
        knots.begin(), knots.end(), t, [](Instant wanted, const Knot& knot) { return wanted < knot.at; });
    if (after == knots.begin())
        return 0;
    const Knot& before = *(after - 1);
    if (after == knots.end()) // what came after the scale was made: as seconds
        return before.u + ns(t) / kSecond - ns(before.at) / kSecond;
    return before.u
        + (after->u - before.u) * static_cast<double>((t - before.at).count())
        / static_cast<double>((after->at - before.at).count());
}

double TimeAxis::placeToNs(double place) const
{
    if (m_kind != AxisKind::Folded)
        return place * kSecond;
    const std::vector<Knot>& knots = m_scale.knots;
    auto after = std::upper_bound(
        knots.begin(), knots.end(), place, [](double wanted, const Knot& knot) { return wanted < knot.u; });
    if (after == knots.begin())
        return 0;
    const Knot& before = *(after - 1);
    if (after == knots.end())
        return ns(before.at) + (place - before.u) * kSecond;
    return ns(before.at)
        + (place - before.u) / (after->u - before.u) * static_cast<double>((after->at - before.at).count());
}

double TimeAxis::toAxis(const Position& position) const
{
    if (m_kind != AxisKind::ByEvent)
        return timeToPlace(position.at);
    const std::size_t size = m_trace->size();
    const std::size_t applied = std::min(position.applied, size);
    const Instant from = applied == 0 ? kStart : (*m_trace)[applied - 1].at;
    const Instant to = applied == size ? std::max(m_end, from) : (*m_trace)[applied].at;
    const double share = to > from
        ? std::clamp(
            static_cast<double>((position.at - from).count()) / static_cast<double>((to - from).count()), 0.0, 1.0)
        : 0.0;
    // The next event has not happened, so its own place is not reached.
    const double place = static_cast<double>(applied) + share;
    return applied < size ? std::min(place, std::nextafter(static_cast<double>(applied + 1), 0.0)) : place;
}

double TimeAxis::toAxis(Instant t) const
{
    return m_kind == AxisKind::ByEvent ? toAxis(Position {t, m_trace->upperBound(t)}) : timeToPlace(t);
}

double TimeAxis::ofEvent(EventId event) const
{
    return m_kind == AxisKind::ByEvent ? static_cast<double>(event.value) + 1 : timeToPlace((*m_trace)[event].at);
}

Position TimeAxis::boundary(double place) const
{
    if (!m_trace)
        return {};
    if (m_kind != AxisKind::ByEvent) {
        const double at = placeToNs(place);
        // Whatever the end of a trace may be, places far outside stay apart from it.
        constexpr double kMost = 9.2e18;
        return {fromNs(static_cast<std::int64_t>(std::ceil(std::clamp(at, -kMost, kMost)))), 0};
    }
    const std::size_t size = m_trace->size();
    if (place <= 0)
        return {fromNs(-1), 0};
    const double whole = std::floor(place);
    if (whole > static_cast<double>(size) + 1)
        return {saturatingAdd(m_end, Duration {1}), size + 1};
    const std::size_t applied = std::min(static_cast<std::size_t>(whole), size);
    const Instant from = applied == 0 ? kStart : (*m_trace)[applied - 1].at;
    const Instant to = applied == size ? std::max(m_end, from) : (*m_trace)[applied].at;
    const double share = place - static_cast<double>(applied);
    // Right of an event's place the event has happened, even where the next one shares its instant.
    return {from + Duration {std::llround(share * static_cast<double>((to - from).count()))},
        applied + (share > 0 ? 1 : 0)};
}

Position TimeAxis::toPosition(double place) const
{
    if (!m_trace)
        return {};
    place = std::clamp(place, 0.0, length());
    if (m_kind == AxisKind::ByEvent) {
        Position p = boundary(place);
        p.applied = std::min(static_cast<std::size_t>(std::floor(place)), m_trace->size());
        return p.at < kStart ? Position {} : p;
    }
    const Instant t = toInstant(place);
    return {t, m_trace->upperBound(t)};
}

Instant TimeAxis::toInstant(double place) const
{
    if (!m_trace || m_kind == AxisKind::ByEvent)
        return toPosition(place).at;
    const double ns = placeToNs(std::clamp(place, 0.0, length()));
    return std::clamp(fromNs(static_cast<std::int64_t>(std::llround(std::clamp(ns, 0.0, 9.2e18)))), kStart, m_end);
}

std::pair<double, double> TimeAxis::placesOf(const Fold& fold) const
{
    return {timeToPlace(fold.from), timeToPlace(fold.to)};
}

AxisRange TimeAxis::ofStretch(Instant from, Instant to) const
{
    if (m_kind == AxisKind::ByEvent) {
        // The place of an event is where it has happened: the last one lies before the end, the next one behind it.
        const double last = toAxis(to);
        return {toAxis(Position {from, m_trace->lowerBound(from)}),
            (last + static_cast<double>(m_trace->upperBound(to)) + 1) / 2};
    }
    // Half a nanosecond more at both ends: what happens at them lies within, however places are rounded.
    const auto between = [this](Instant before, Instant after) {
        return timeToPlace(before) + (timeToPlace(after) - timeToPlace(before)) / 2;
    };
    return {between(std::max(from - Duration {1}, kStart), from), between(to, saturatingAdd(to, Duration {1}))};
}

double TimeAxis::nsPerPlace(double place) const
{
    switch (m_kind) {
    case AxisKind::Linear:
        return kSecond;
    case AxisKind::ByEvent: {
        const Position p = toPosition(std::floor(place));
        const Position q = toPosition(std::floor(place) + 1);
        return static_cast<double>((q.at - p.at).count());
    }
    case AxisKind::Folded:
        break;
    }
    const std::vector<Knot>& knots = m_scale.knots;
    auto after = std::upper_bound(
        knots.begin(), knots.end(), place, [](double wanted, const Knot& knot) { return wanted < knot.u; });
    if (after == knots.end())
        return kSecond;
    if (after == knots.begin())
        ++after;
    if (after == knots.end())
        return kSecond;
    const Knot& before = *(after - 1);
    return static_cast<double>((after->at - before.at).count()) / (after->u - before.u);
}

AxisRange carriedOver(const AxisRange& range, const TimeAxis& from, const TimeAxis& to)
{
    // Beyond the ends an axis has no time to carry over: the share of empty room stays instead.
    const double length = std::max(from.length(), 1e-9);
    const double inFrom = std::clamp(range.from, 0.0, length);
    const double inTo = std::clamp(range.to, inFrom, length);
    AxisRange result {to.toAxis(from.toPosition(inFrom)), to.toAxis(from.toPosition(inTo))};
    if (result.length() <= 0)
        result.to = result.from + std::max(to.length(), 1e-6) * 1e-6;
    const double seen = std::max(inTo - inFrom, 1e-12);
    const double scale = result.length() / seen;
    if (range.from < inFrom)
        result.from -= (inFrom - range.from) * scale;
    if (range.to > inTo)
        result.to += (range.to - inTo) * scale;
    return result;
}

} // namespace connscope::timeline
