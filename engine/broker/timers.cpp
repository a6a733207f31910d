// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/timers.h"

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
}

void Timers::set(Instant at, TimerKind kind, std::uint32_t a, std::uint32_t b, std::int64_t value, EventId cause)
{
    if (at == kNever)
        return;
    const Timer timer {at, m_order++, value, a, b, cause, kind};
    ++m_size;
    const auto lane = static_cast<std::size_t>(kind);
    if (lane < kLanes && m_lanes[lane].offer(timer))
        return;
    m_heap.push_back(timer);
    std::push_heap(m_heap.begin(), m_heap.end(), later);
}

std::size_t Timers::first() const
{
    std::size_t best = kHeap;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        if (m_lanes[lane].empty())
            continue;
        const bool beaten = best == kHeap ? !m_heap.empty() && before(m_heap.front(), m_lanes[lane].front())
                                          : before(m_lanes[best].front(), m_lanes[lane].front());
        if (!beaten)
            best = lane;
    }
    return best;
}

const Timer& Timers::top() const
{
    assert(m_size != 0);
    const std::size_t queue = first();
    return queue == kHeap ? m_heap.front() : m_lanes[queue].front();
}

void Timers::pop()
{
    assert(m_size != 0);
    --m_size;
    const std::size_t queue = first();
    if (queue != kHeap) {
        m_lanes[queue].pop();
        return;
    }
    std::pop_heap(m_heap.begin(), m_heap.end(), later);
    m_heap.pop_back();
}

} // namespace connscope::broker
