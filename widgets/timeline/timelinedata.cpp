// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timelinedata.h"

#include <algorithm>

namespace connscope::timeline {

void EventClock::extend(const trace::Trace& trace, std::size_t size)
{
    for (std::size_t i = m_instants.size() * kEvery; i < size; i += kEvery)
        m_instants.push_back(toNs(trace[i].at));
    m_size = std::max(m_size, size);
}

std::size_t EventClock::before(const trace::Trace& trace, const view::Position& boundary) const
{
    const std::int64_t at = toNs(boundary.at);
    const auto block = std::lower_bound(m_instants.begin(), m_instants.end(), at);
    std::size_t low
        = block == m_instants.begin() ? 0 : static_cast<std::size_t>(block - m_instants.begin() - 1) * kEvery;
    std::size_t high = std::min(low + kEvery, m_size);
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        trace[middle].at < boundary.at ? low = middle + 1 : high = middle;
    }
    // Events of the very instant: those that had happened.
    if (boundary.applied > low && low < m_size && trace[low].at == boundary.at)
        low = std::max(low, std::min(boundary.applied - 1, m_size));
    return low;
}

void TimelineData::restart()
{
    m_lanes.clear();
    m_segments.clear();
    m_open = {};
    m_folding.clear();
    m_totals.clear();
    m_clock = {};
    m_openOf.clear();
    m_seenEvents = 0;
}

bool TimelineData::extend(std::size_t events)
{
    const trace::Trace& trace = m_document.trace();
    if (m_seenEvents != trace.size()) {
        m_seenEvents = trace.size();
        m_lanes.extend(m_document.lives());
        m_open = OpenSeries(m_document.index().openByRole());
        m_openOf.clear();
    }
    const std::size_t to = std::min(trace.size(), m_segments.size() + std::min(events, trace.size()));
    m_segments.extend(trace, m_lanes, m_document.lives(), to);
    m_folding.extend(trace, to);
    m_totals.extend(trace, to);
    m_clock.extend(trace, to);
    if (!isComplete())
        return false;
    m_segments.settle(trace, m_document.end());
    return true;
}

const OpenSeries& TimelineData::openOf(std::uint32_t group, GroupBy by) const
{
    const auto known = m_openOf.find({group, by});
    if (known != m_openOf.end())
        return known->second;
    std::vector<trace::ConnectionLife> lives;
    for (const trace::ConnectionLife& life : m_document.lives()) {
        const LaneId lane = m_lanes.of(life.id);
        if (lane != Lanes::kNoLane && groupOf(m_lanes[lane], by) == group)
            lives.push_back(life);
    }
    return m_openOf[{group, by}] = OpenSeries::of(lives);
}

TimeAxis TimelineData::axis(AxisKind kind, FoldRule rule) const
{
    const trace::Trace& trace = m_document.trace();
    switch (kind) {
    case AxisKind::ByEvent:
        return TimeAxis::byEvent(trace, m_document.end());
    case AxisKind::Folded:
        return TimeAxis::folded(trace, m_document.end(), m_folding.scale(trace, m_document.end(), rule));
    case AxisKind::Linear:
        break;
    }
    return TimeAxis::linear(trace, m_document.end());
}

trace::Side TimelineData::closerOf(ConnectionId connection) const
{
    const trace::ConnectionLife* life = m_document.life(connection);
    return life ? life->closer : trace::Side::None;
}

} // namespace connscope::timeline
