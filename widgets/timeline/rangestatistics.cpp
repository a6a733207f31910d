// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/rangestatistics.h"

#include <algorithm>

namespace connscope::timeline {

using trace::EventKind;

namespace {

bool beginsEnd(EventKind kind)
{
    switch (kind) {
    case EventKind::ConnectFailed:
    case EventKind::Disconnected:
    case EventKind::IdleExpired:
    case EventKind::FinSent:
    case EventKind::FinReceived:
    case EventKind::ResetSent:
    case EventKind::ResetReceived:
    case EventKind::Closed:
        return true;
    default:
        return false;
    }
}

} // namespace

void RunningTotals::count(RangeStatistics& total, const trace::Event& e)
{
    ++total.events;
    switch (e.kind) {
    case EventKind::ConnectStarted:
        ++total.opened;
        break;
    case EventKind::RequestSent:
        ++total.requests;
        total.sentBytes += e.size;
        break;
    case EventKind::ResponseReceived:
        total.receivedBytes += e.size;
        break;
    default:
        break;
    }
}

void RunningTotals::extend(const trace::Trace& trace, std::size_t size)
{
    for (; m_size < size; ++m_size) {
        if (m_size % kEvery == 0)
            m_totals.push_back(m_total);
        const trace::Event& e = trace[m_size];
        count(m_total, e);
        if (!e.connection.isValid() || !beginsEnd(e.kind))
            continue;
        if (e.connection.value >= m_ending.size())
            m_ending.resize(std::size_t {e.connection.value} + 1);
        if (!m_ending[e.connection.value]) {
            m_ending[e.connection.value] = true;
            m_endings.push_back(static_cast<std::uint32_t>(m_size));
        }
    }
}

RangeStatistics RunningTotals::before(const trace::Trace& trace, std::size_t event) const
{
    event = std::min(event, m_size);
    RangeStatistics total;
    const std::size_t block = event / kEvery;
    std::size_t i = 0;
    if (block < m_totals.size()) {
        total = m_totals[block];
        i = block * kEvery;
    } else if (!m_totals.empty()) {
        total = m_totals.back();
        i = (m_totals.size() - 1) * kEvery;
    }
    for (; i < event; ++i)
        count(total, trace[i]);
    total.closed
        = static_cast<std::uint64_t>(std::lower_bound(m_endings.begin(), m_endings.end(), event) - m_endings.begin());
    return total;
}

RangeStatistics RunningTotals::between(const trace::Trace& trace, std::size_t from, std::size_t to) const
{
    const RangeStatistics a = before(trace, std::min(from, to));
    const RangeStatistics b = before(trace, std::max(from, to));
    return {b.events - a.events, b.requests - a.requests, b.sentBytes - a.sentBytes,
        b.receivedBytes - a.receivedBytes, b.opened - a.opened, b.closed - a.closed};
}

} // namespace connscope::timeline
