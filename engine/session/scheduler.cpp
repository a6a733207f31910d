// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/scheduler.h"

#include "base/prefetch.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace connscope::session {

namespace {

std::uint64_t ticks(Instant t) { return static_cast<std::uint64_t>(toNs(t)); }
bool later(const Scheduler::Entry& a, const Scheduler::Entry& b) { return b.before(a); }

} // namespace

Scheduler::Scheduler()
{
    m_firstHeads.fill(kNil);
    for (auto& row : m_heads)
        row.fill(kNil);
    m_horizon = kStart;
}

Instant Scheduler::nextAt()
{
    if (m_cursor == m_run.size() && m_late.empty() && !refill())
        return kNever;
    if (m_late.empty())
        return m_run[m_cursor].at;
    if (m_cursor == m_run.size())
        return m_late.front().at;
    return std::min(m_run[m_cursor].at, m_late.front().at);
}

std::size_t Scheduler::bytes() const
{
    return sizeof(*this) + m_nodes.capacity() * sizeof(Node) + (m_run.capacity() + m_late.capacity()) * sizeof(Entry);
}

void Scheduler::link(std::uint32_t node)
{
    Node& n = m_nodes[node];
    const std::uint64_t at = ticks(n.entry.at);
    const std::uint64_t differs = (at ^ m_base) >> (kSlotBits + kFirstBits);
    if (differs == 0) {
        const std::size_t slot = (at >> kSlotBits) & (kFirstSlots - 1);
        n.next = m_firstHeads[slot];
        m_firstHeads[slot] = node;
        m_firstBitmap[slot / 64] |= std::uint64_t {1} << (slot % 64);
        m_firstSummary |= std::uint32_t {1} << (slot / 64);
        m_levels |= 1;
        return;
    }
    const unsigned level = 1 + (static_cast<unsigned>(std::bit_width(differs)) - 1) / kBits;
    const unsigned shift = kSlotBits + kFirstBits + (level - 1) * kBits;
    const std::size_t slot = (at >> shift) & (kSlots - 1);
    n.next = m_heads[level][slot];
    m_heads[level][slot] = node;
    m_bitmap[level][slot / 64] |= std::uint64_t {1} << (slot % 64);
    m_levels |= std::uint32_t {1} << level;
}

std::size_t Scheduler::lowestSlot(unsigned level) const
{
    if (level == 0) {
        const auto word = static_cast<std::size_t>(std::countr_zero(m_firstSummary));
        return word * 64 + static_cast<std::size_t>(std::countr_zero(m_firstBitmap[word]));
    }
    std::size_t word = 0;
    while (m_bitmap[level][word] == 0)
        ++word;
    return word * 64 + static_cast<std::size_t>(std::countr_zero(m_bitmap[level][word]));
}

std::uint32_t Scheduler::takeSlot(unsigned level, std::size_t slot)
{
    const std::uint64_t bit = std::uint64_t {1} << (slot % 64);
    if (level == 0) {
        assert(slot / 64 < 32); // a word of the first level's
        m_firstBitmap[slot / 64] &= ~bit;
        if (m_firstBitmap[slot / 64] == 0)
            m_firstSummary &= ~(std::uint32_t {1} << (slot / 64));
        if (m_firstSummary == 0)
            m_levels &= ~std::uint32_t {1};
        return std::exchange(m_firstHeads[slot], kNil);
    }
    auto& words = m_bitmap[level];
    words[slot / 64] &= ~bit;
    if (std::all_of(words.begin(), words.end(), [](std::uint64_t word) { return word == 0; }))
        m_levels &= ~(std::uint32_t {1} << level);
    return std::exchange(m_heads[level][slot], kNil);
}

bool Scheduler::refill()
{
    m_run.clear();
    m_cursor = 0;
    m_upcoming = kNil;
    if (m_levels == 0)
        return false;
    const auto level = static_cast<unsigned>(std::countr_zero(m_levels));
    const std::uint32_t first = takeSlot(level, lowestSlot(level));

    Instant least = m_nodes[first].entry.at;
    if (level > 0) {
        for (std::uint32_t node = m_nodes[first].next; node != kNil; node = m_nodes[node].next)
            least = std::min(least, m_nodes[node].entry.at);
    }
    constexpr std::uint64_t kSlotSpan = std::uint64_t {1} << kSlotBits;
    m_base = ticks(least) & ~(kSlotSpan - 1);
    m_horizon = saturatingAdd(fromNs(static_cast<std::int64_t>(m_base)), Duration {kSlotSpan});

    for (std::uint32_t node = first; node != kNil;) {
        const std::uint32_t following = m_nodes[node].next;
        if (level == 0 || m_nodes[node].entry.at < m_horizon) {
            m_run.push_back(m_nodes[node].entry);
            m_nodes[node].next = m_free;
            m_free = node;
        } else {
            link(node);
        }
        node = following;
    }
    sortRun();
    m_upcoming = m_firstSummary != 0 ? m_firstHeads[lowestSlot(0)] : kNil;
    if (m_upcoming != kNil)
        prefetch(&m_nodes[m_upcoming]); // it is read within a microsecond of real time
    return true;
}

void Scheduler::sortRun()
{
    const std::size_t n = m_run.size();
    if (n < 2)
        return;
    if (n > 24) {
        std::sort(m_run.begin(), m_run.end(), [](const Entry& a, const Entry& b) { return a.before(b); });
        return;
    }
    // Lists are last in, first out, so that turning one around often leaves nothing to sort.
    std::reverse(m_run.begin(), m_run.end());
    for (std::size_t i = 1; i < n; ++i) {
        const Entry entry = m_run[i];
        std::size_t hole = i;
        for (; hole > 0 && entry.before(m_run[hole - 1]); --hole)
            m_run[hole] = m_run[hole - 1];
        m_run[hole] = entry;
    }
}

void Scheduler::pushLate(const Entry& entry)
{
    m_late.push_back(entry);
    std::push_heap(m_late.begin(), m_late.end(), later);
}

Scheduler::Entry Scheduler::popLate()
{
    std::pop_heap(m_late.begin(), m_late.end(), later);
    const Entry entry = m_late.back();
    m_late.pop_back();
    return entry;
}

} // namespace connscope::session
