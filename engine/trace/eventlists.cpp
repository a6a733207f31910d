// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/eventlists.h"

#include "trace/growth.h"

#include <cassert>
#include <cstring>

namespace connscope::trace {

std::uint32_t EventLists::allocate(std::uint16_t depth)
{
    const auto units = static_cast<std::uint32_t>(capacity(depth) / kUnit);
    if ((m_used & (kBlock - 1)) + units > kBlock)
        m_used = (m_used | (kBlock - 1)) + 1; // it would straddle two blocks
    if ((m_used >> kBlockBits) >= m_arena.size())
        m_arena.emplace_back(kBlock * kUnit);
    const std::uint32_t link = m_used;
    m_used += units;
    return link;
}

void EventLists::put(List& list, std::uint8_t byte)
{
    if (list.end.link == kNoLink) {
        list.first = list.end.link = allocate(0);
    } else if (list.end.offset == payload(list.end.depth)) {
        const std::uint16_t depth = deeper(list.end.depth);
        const std::uint32_t link = allocate(depth);
        std::memcpy(at(list.end.link) + payload(list.end.depth), &link, kNextBytes);
        list.end.link = link;
        list.end.depth = depth;
        list.end.offset = 0;
    }
    at(list.end.link)[list.end.offset++] = byte;
}

void EventLists::append(std::uint32_t list, EventId event)
{
    while (list >= m_lists.size()) {
        growGently(m_lists);
        m_lists.emplace_back();
    }
    List& l = m_lists[list];
    assert(event.isValid() && event.value + 1 > l.end.before);
    std::uint32_t distance = event.value + 1 - l.end.before;
    while (distance >= 0x80) {
        put(l, static_cast<std::uint8_t>(distance | 0x80));
        distance >>= 7;
    }
    put(l, static_cast<std::uint8_t>(distance));
    l.end.before = event.value + 1;
    ++l.count;
}

EventLists::Position EventLists::begin(std::uint32_t list) const
{
    Position position;
    if (list < m_lists.size())
        position.link = m_lists[list].first;
    return position;
}

void EventLists::step(Position& position) const
{
    std::memcpy(&position.link, at(position.link) + payload(position.depth), kNextBytes);
    position.depth = deeper(position.depth);
    position.offset = 0;
}

bool EventLists::next(std::uint32_t list, Position& position, EventId& event) const
{
    if (list >= m_lists.size() || position.before == m_lists[list].end.before)
        return false;
    std::uint32_t distance = 0;
    for (unsigned shift = 0;; shift += 7) {
        if (position.offset == payload(position.depth))
            step(position);
        const std::uint8_t byte = at(position.link)[position.offset++];
        distance |= static_cast<std::uint32_t>(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0)
            break;
    }
    position.before += distance;
    event = EventId {position.before - 1};
    return true;
}

std::size_t EventLists::bytes() const
{
    return m_arena.size() * (kBlock * kUnit + sizeof(m_arena.front())) + m_lists.capacity() * sizeof(List);
}

} // namespace connscope::trace
