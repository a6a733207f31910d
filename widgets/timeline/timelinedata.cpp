// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timelinedata.h"

#include <algorithm>
#include <array>

namespace connscope::timeline {

void EventClock::extend(const trace::Trace& trace, std::size_t size)
{
    for (std::size_t i = m_instants.size() * kEvery; i < size; i += kEvery)
        m_instants.push_back(toNs(trace[i].at));
    m_size = std::max(m_size, size);
}

std::size_t EventClock::stretchOf(std::int64_t at, std::size_t& hint) const
{
    // In leaps from the hint on, each twice as long, then between the last two.
    std::size_t from = hint < m_instants.size() && m_instants[hint] < at ? hint : 0;
    std::size_t leap = 1;
    while (from + leap < m_instants.size() && m_instants[from + leap] < at) {
        from += leap;
        leap *= 2;
    }
    const auto until = m_instants.begin() + static_cast<std::ptrdiff_t>(std::min(from + leap + 1, m_instants.size()));
    const auto block = std::lower_bound(m_instants.begin() + static_cast<std::ptrdiff_t>(from), until, at);
    hint = block == m_instants.begin() ? 0 : static_cast<std::size_t>(block - m_instants.begin()) - 1;
    return hint * kEvery;
}

/// Events of the very instant: those that had happened.
std::size_t EventClock::amongEqual(const trace::Trace& trace, const view::Position& boundary, std::size_t low) const
{
    if (boundary.applied > low && low < m_size && trace[low].at == boundary.at)
        return std::max(low, std::min(boundary.applied - 1, m_size));
    return low;
}

std::size_t EventClock::before(const trace::Trace& trace, const view::Position& boundary, std::size_t& hint) const
{
    std::size_t low = stretchOf(toNs(boundary.at), hint);
    std::size_t high = std::min(low + kEvery, m_size);
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        trace[middle].at < boundary.at ? low = middle + 1 : high = middle;
    }
    return amongEqual(trace, boundary, low);
}

void EventClock::before(
    const trace::Trace& trace, std::span<const view::Position> boundaries, std::vector<std::uint32_t>& counts) const
{
    constexpr std::size_t kAbreast = 32;
    struct Search {
        std::size_t low;
        std::size_t high;
    };
    std::array<Search, kAbreast> searches {};
    std::size_t hint = 0;
    const auto fetch = [&](const Search& s) {
        if (s.low < s.high)
            __builtin_prefetch(&trace[(s.low + s.high) / 2]);
        else if (s.low < m_size)
            __builtin_prefetch(&trace[s.low]);
    };
    for (std::size_t first = 0; first < boundaries.size(); first += kAbreast) {
        const auto some = boundaries.subspan(first, std::min(kAbreast, boundaries.size() - first));
        for (std::size_t i = 0; i < some.size(); ++i) {
            const std::size_t low = stretchOf(toNs(some[i].at), hint);
            searches[i] = {low, std::min(low + kEvery, m_size)};
            fetch(searches[i]);
        }
        for (bool again = true; again;) {
            again = false;
            for (std::size_t i = 0; i < some.size(); ++i) {
                Search& s = searches[i];
                if (s.low >= s.high)
                    continue;
                const std::size_t middle = (s.low + s.high) / 2;
                trace[middle].at < some[i].at ? s.low = middle + 1 : s.high = middle;
                fetch(s);
                again = true;
            }
        }
        for (std::size_t i = 0; i < some.size(); ++i)
            counts.push_back(static_cast<std::uint32_t>(amongEqual(trace, some[i], searches[i].low)));
    }
}

namespace {

/// One after the other over a stretch that the processor's cache holds, so that the trace is read from memory once.
void extend(
    TimelineParts& parts, const trace::Trace& trace, std::span<const trace::ConnectionLife> lives, std::size_t to)
{
    constexpr std::size_t kStretch = 4096;
    std::size_t at = parts.segments.size();
    while (at < to) {
        at = std::min(at + kStretch, to);
        parts.segments.extend(trace, parts.lanes, lives, at);
        parts.folding.extend(trace, at);
        parts.totals.extend(trace, at);
        parts.clock.extend(trace, at);
    }
}

} // namespace

void prepare(view::Content& content)
{
    const auto parts = std::make_shared<TimelineParts>();
    parts->lanes.setTwofold(content.twofold.get());
    parts->lanes.extend(content.lives.all());
    parts->open.extend(content.index);
    extend(*parts, content.trace, content.lives.all(), content.trace.size());
    parts->segments.settle(content.trace, std::max(content.until, content.trace.end()));
    content.prepared.put(parts);
}

void TimelineData::restart()
{
    m_openOf.clear();
    m_openOfRun.clear();
    m_parts = m_document.takePrepared<TimelineParts>();
    m_seenEvents = m_parts ? m_document.trace().size() : 0;
    if (!m_parts) {
        m_parts = std::make_shared<TimelineParts>();
        m_parts->lanes.setTwofold(m_document.twofold());
    }
}

bool TimelineData::refoldMoved()
{
    const std::vector<LaneId> moved = m_parts->lanes.takeMoved();
    for (const LaneId lane : moved) {
        std::vector<EventId> events;
        for (const ConnectionId id : m_parts->lanes[lane].connections) {
            const std::vector<EventId> own = m_document.index().events(id);
            events.insert(events.end(), own.begin(), own.end());
        }
        std::sort(events.begin(), events.end());
        m_parts->segments.refold(m_document.trace(), m_parts->lanes, m_document.lives(), lane, events);
    }
    if (!moved.empty())
        m_openOf.clear();
    return !moved.empty();
}

bool TimelineData::grow(std::size_t firstNew)
{
    if (m_seenEvents != firstNew)
        return false; // what is missing will be taken in whole
    std::vector<ConnectionId> changed = m_document.changedLives();
    std::sort(changed.begin(), changed.end());
    for (const ConnectionId id : changed)
        m_parts->lanes.extend({m_document.life(id), 1});
    if (m_parts->open.extend(m_document.index()))
        m_openOf.clear();
    m_seenEvents = m_document.trace().size();
    return refoldMoved();
}

bool TimelineData::extend(std::size_t events)
{
    const trace::Trace& trace = m_document.trace();
    if (m_seenEvents != trace.size()) {
        m_seenEvents = trace.size();
        m_parts->lanes.extend(m_document.lives());
        m_parts->open.extend(m_document.index());
        m_openOf.clear();
        refoldMoved();
    }
    if (isComplete()) {
        m_parts->segments.settle(trace, m_document.end()); // time may have gone on
        return true;
    }
    const std::size_t to = std::min(trace.size(), segments().size() + std::min(events, trace.size()));
    timeline::extend(*m_parts, trace, m_document.lives(), to);
    if (!isComplete())
        return false;
    m_parts->segments.settle(trace, m_document.end());
    return true;
}

const OpenSeries& TimelineData::openOf(std::uint32_t group, GroupBy by) const
{
    const auto known = m_openOf.find({group, by});
    if (known != m_openOf.end())
        return known->second;
    std::vector<trace::ConnectionLife> lives;
    for (const Lane& lane : lanes().all()) {
        if (groupOf(lane, by) != group || lane.half != Lanes::kNoLane) // of two runs' lanes for the same one counts
            continue;
        for (const ConnectionId id : lane.connections)
            lives.push_back(*m_document.life(id));
    }
    return m_openOf[{group, by}] = OpenSeries::of(lives);
}

const OpenSeries& TimelineData::openOf(trace::Origin run) const
{
    const trace::Twofold* twofold = m_document.twofold();
    if (run == trace::Origin::Both || !twofold)
        return open();
    const auto known = m_openOfRun.find(run);
    if (known != m_openOfRun.end())
        return known->second;
    std::vector<trace::ConnectionLife> lives;
    for (const trace::ConnectionLife& life : m_document.lives()) {
        const trace::Origin origin = twofold->origin(life.id);
        if (life.openEvent.isValid() && (origin == run || origin == trace::Origin::Both))
            lives.push_back(life);
    }
    return m_openOfRun[run] = OpenSeries::of(lives);
}

TimeAxis TimelineData::axis(AxisKind kind, FoldRule rule) const
{
    const trace::Trace& trace = m_document.trace();
    switch (kind) {
    case AxisKind::ByEvent:
        return TimeAxis::byEvent(trace, m_document.end());
    case AxisKind::Folded:
        return TimeAxis::folded(trace, m_document.end(), m_parts->folding.scale(trace, m_document.end(), rule));
    case AxisKind::Linear:
        break;
    }
    return TimeAxis::linear(trace, m_document.end());
}

TimeAxis TimelineData::axis(AxisKind kind, FoldRule rule, Instant from, Instant to) const
{
    if (kind != AxisKind::Folded || !(from < to))
        return axis(kind, rule);
    const trace::Trace& trace = m_document.trace();
    return TimeAxis::folded(trace, m_document.end(), m_parts->folding.scale(trace, from, to, rule));
}

trace::Side TimelineData::closerOf(ConnectionId connection) const
{
    const trace::ConnectionLife* life = m_document.life(connection);
    return life ? life->closer : trace::Side::None;
}

} // namespace connscope::timeline
