// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/timers.h"

#include "base/prefetch.h"

#include <algorithm>
#include <cassert>

namespace connscope::broker {

namespace {

bool before(const Timer& a, const Timer& b) { return a.at != b.at ? a.at < b.at : a.order < b.order; }

bool later(const Timer& a, const Timer& b) { return before(b, a); }

} // namespace

bool Timers::Lane::offer(const Timer& timer)
{
    if (m_count != 0 && timer.at < m_ring[(m_head + m_count - 1) & (m_ring.size() - 1)].at)
        return false;
    if (m_count == m_ring.size()) {
        std::vector<Timer> bigger(std::max<std::size_t>(16, 2 * m_ring.size()));
        for (std::size_t i = 0; i < m_count; ++i)
            bigger[i] = m_ring[(m_head + i) & (m_ring.size() - 1)];
        m_ring.swap(bigger);
        m_head = 0;
    }
    m_ring[(m_head + m_count) & (m_ring.size() - 1)] = timer;
    ++m_count;
    return true;
}

void Timers::Lane::pop()
{
    m_head = (m_head + 1) & (m_ring.size() - 1);
    --m_count;
    prefetch(&m_ring[(m_head + 4) & (m_ring.size() - 1)], sizeof(Timer)); // a lane of long polls is long
}

void Timers::set(Instant at, TimerKind kind, std::uint32_t a, std::uint32_t b, std::int64_t value, EventId cause)
{
    if (at == kNever)
        return;
    const Timer timer {at, m_order++, value, a, b, cause, kind};
    if (m_size == 0 || (m_first != kUnknown && at < firstOf(m_first).at))
        m_first = kUnknown;
    ++m_size;
    const auto lane = static_cast<std::size_t>(kind);
    if (lane < kLanes && m_lanes[lane].offer(timer))
        return;
    m_heap.push_back(timer);
    std::push_heap(m_heap.begin(), m_heap.end(), later);
}

std::size_t Timers::first() const
{
    if (m_first != kUnknown)
        return m_first;
    std::size_t best = kHeap;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        if (m_lanes[lane].empty())
            continue;
        const bool beaten = best == kHeap ? !m_heap.empty() && before(m_heap.front(), m_lanes[lane].front())
                                          : before(m_lanes[best].front(), m_lanes[lane].front());
        if (!beaten)
            best = lane;
    }
    m_first = best;
    return best;
}

const Timer& Timers::top() const
{
    assert(m_size != 0);
    return firstOf(first());
}

void Timers::pop()
{
    assert(m_size != 0);
    --m_size;
    const std::size_t queue = first();
    m_first = kUnknown;
    if (queue != kHeap) {
        m_lanes[queue].pop();
        return;
    }
    std::pop_heap(m_heap.begin(), m_heap.end(), later);
    m_heap.pop_back();
}

} // namespace connscope::broker
