// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/columns.h"

#include <algorithm>
#include <array>
#include <bit>

namespace connscope::timeline {

using theme::LinkState;

namespace {

/// The first index from \a from on for which \a past holds, looked for nearby first. O(log of the distance).
template <typename Past>
std::size_t gallop(std::size_t from, std::size_t size, Past past)
{
    if (from >= size || past(from))
        return from;
    std::size_t step = 1;
    std::size_t low = from; // does not hold
    while (low + step < size && !past(low + step)) {
        low += step;
        step *= 2;
    }
    std::size_t high = std::min(low + step, size);
    while (low + 1 < high) {
        const std::size_t middle = (low + high) / 2;
        past(middle) ? high = middle : low = middle;
    }
    return high;
}

/// The column of the cuts \a edges (ascending) that holds \a value, at or after \a from.
template <typename Edge>
std::size_t columnOf(const std::vector<Edge>& edges, std::size_t from, const Edge& value)
{
    return gallop(from + 1, edges.size(), [&](std::size_t i) { return edges[i] > value; }) - 1;
}

template <typename EventAt>
void countEvents(std::size_t size, EventAt eventAt, const Cuts& cuts, std::vector<Count>& counts)
{
    counts.clear();
    const std::size_t columns = cuts.columns();
    if (columns == 0)
        return;
    std::size_t low = 0;
    std::size_t high = size;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        eventAt(middle) < cuts.event.front() ? low = middle + 1 : high = middle;
    }
    std::size_t column = 0;
    while (low < size && eventAt(low) < cuts.event.back()) {
        column = columnOf(cuts.event, column, eventAt(low));
        const std::uint32_t end = cuts.event[column + 1];
        const std::size_t next = gallop(low, size, [&](std::size_t i) { return eventAt(i) >= end; });
        counts.push_back({static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(next - low),
            static_cast<std::uint32_t>(low)});
        low = next;
        if (++column >= columns)
            break;
    }
}

} // namespace

Cuts makeCuts(const TimelineData& data, const TimeAxis& axis, const AxisRange& range, std::size_t columns)
{
    Cuts cuts;
    cuts.at.reserve(columns + 1);
    cuts.event.reserve(columns + 1);
    const trace::Trace& trace = data.document().trace();
    const auto place = [&](std::size_t i) {
        return range.from + range.length() * static_cast<double>(i) / static_cast<double>(columns);
    };
    const bool byEvent = axis.kind() == AxisKind::ByEvent;
    for (std::size_t i = 0; i <= columns; ++i) {
        constexpr std::size_t kAhead = 24; // columns whose events are on their way from memory
        const double ahead = place(i + kAhead);
        if (byEvent && ahead >= 1 && ahead < static_cast<double>(trace.size()))
            __builtin_prefetch(&trace[static_cast<std::size_t>(ahead)]);
        cuts.at.push_back(axis.boundary(place(i)));
        if (byEvent) // its places are numbers of events: nothing is to be searched for
            cuts.event.push_back(static_cast<std::uint32_t>(std::max<std::size_t>(cuts.at.back().applied, 1) - 1));
    }
    if (!byEvent)
        data.clock().before(trace, cuts.at, cuts.event);
    return cuts;
}

LinkState dominant(KindMask states)
{
    static constexpr std::array kRank {LinkState::Reset, LinkState::Refused, LinkState::ClosingByBroker,
        LinkState::BrokerCloseWait, LinkState::ClosingByClient, LinkState::Connecting, LinkState::Authenticating,
        LinkState::CheckingVersions, LinkState::Ready, LinkState::Idle, LinkState::BackingOff, LinkState::TimeWait};
    for (const LinkState state : kRank) {
        if ((states >> static_cast<unsigned>(state) & 1U) != 0)
            return state;
    }
    return LinkState::Ghost;
}

trace::Side dominantCloser(KindMask closers)
{
    for (const trace::Side side : {trace::Side::Network, trace::Side::Broker, trace::Side::Client}) {
        if ((closers >> static_cast<unsigned>(side) & 1U) != 0)
            return side;
    }
    return trace::Side::None;
}

void makeRuns(const LaneTrack& track, const Cuts& cuts, std::vector<Run>& runs)
{
    runs.clear();
    const std::size_t columns = cuts.columns();
    const std::vector<Segment>& segments = track.segments;
    if (columns == 0 || segments.empty())
        return;
    const auto add = [&](std::size_t from, std::size_t to, LinkState state, std::uint32_t connection) {
        if (from >= to)
            return;
        if (!runs.empty() && runs.back().to == from && runs.back().state == state
            && runs.back().connection == connection) {
            runs.back().to = static_cast<std::uint32_t>(to);
            return;
        }
        runs.push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), state, connection});
    };
    const std::optional<std::size_t> before = track.segmentBefore(cuts.at.front());
    std::size_t next = before ? *before + 1 : 0; // the first segment that is not yet drawn
    std::size_t column = 0;
    while (column < columns) {
        const bool last = next == segments.size() || !(segments[next].position() < cuts.at.back());
        const std::size_t to = last ? columns : columnOf(cuts.at, column, segments[next].position());
        if (next > 0)
            add(column, to, segments[next - 1].state, segments[next - 1].connection);
        if (last)
            return;
        const std::size_t end = gallop(
            next, segments.size(), [&](std::size_t i) { return !(segments[i].position() < cuts.at[to + 1]); });
        KindMask mask = track.states.over(next, end);
        if (next > 0 && cuts.at[to] < segments[next].position())
            mask |= track.states.at(next - 1);
        add(to, to + 1, dominant(mask), segments[end - 1].connection);
        next = end;
        column = to + 1;
    }
}

void countRequests(const LaneTrack& track, const Cuts& cuts, std::vector<Count>& counts)
{
    countEvents(
        track.requests.size(), [&](std::size_t i) { return track.requests[i].sent; }, cuts, counts);
}

void countEnds(const LaneTrack& track, const Cuts& cuts, std::vector<Count>& counts)
{
    countEvents(
        track.ends.size(), [&](std::size_t i) { return track.ends[i].event; }, cuts, counts);
}

void countTroubles(const LaneTrack& track, const Cuts& cuts, std::vector<Count>& counts)
{
    countEvents(
        track.troubles.size(), [&](std::size_t i) { return track.troubles[i]; }, cuts, counts);
}

} // namespace connscope::timeline
