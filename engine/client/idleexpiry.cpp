// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/idleexpiry.h"

namespace connscope::client {

void IdleExpiry::unlink(std::uint32_t slot)
{
    Entry& entry = m_entries[slot];
    (entry.previous == kEnd ? m_oldest : m_entries[entry.previous].next) = entry.next;
    (entry.next == kEnd ? m_newest : m_entries[entry.next].previous) = entry.previous;
    entry.previous = entry.next = kEnd;
}

void IdleExpiry::linkLast(std::uint32_t slot)
{
    Entry& entry = m_entries[slot];
    entry.previous = m_newest;
    entry.next = kEnd;
    (m_newest == kEnd ? m_oldest : m_entries[m_newest].next) = slot;
    m_newest = slot;
}

std::uint32_t IdleExpiry::slotOf(ConnectionId connection) const
{
    if (m_entries.size() > kFew)
        return m_slots.find(connection.value);
    for (std::uint32_t slot = 0; slot < m_entries.size(); ++slot) {
        if (m_entries[slot].connection == connection)
            return slot;
    }
    return FlatMap::kNothing;
}

void IdleExpiry::touch(ConnectionId connection, Instant now)
{
    if (!isEnabled())
        return;
    std::uint32_t slot = slotOf(connection);
    if (slot != FlatMap::kNothing) {
        m_entries[slot].lastActive = now;
        if (slot == m_newest)
            return;
        unlink(slot);
    } else {
        if (m_free.empty()) {
            slot = static_cast<std::uint32_t>(m_entries.size());
            m_entries.emplace_back();
        } else {
            slot = m_free.back();
            m_free.pop_back();
        }
        m_entries[slot].connection = connection;
        m_entries[slot].lastActive = now;
        m_slots.set(connection.value, slot);
    }
    linkLast(slot);
}

void IdleExpiry::remove(ConnectionId connection)
{
    const std::uint32_t slot = slotOf(connection);
    if (slot == FlatMap::kNothing)
        return;
    unlink(slot);
    m_entries[slot].connection = ConnectionId {};
    m_free.push_back(slot);
    m_slots.erase(connection.value);
}

std::optional<IdleExpiry::Expired> IdleExpiry::poll(Instant now)
{
    if (!isEnabled() || now <= m_nextCheck)
        return std::nullopt;
    if (m_oldest == kEnd) {
        m_nextCheck = saturatingAdd(now, m_limit);
        return std::nullopt;
    }
    const Entry& oldest = m_entries[m_oldest];
    m_nextCheck = saturatingAdd(oldest.lastActive, m_limit);
    if (now <= m_nextCheck)
        return std::nullopt;
    return Expired {oldest.connection, now - oldest.lastActive};
}

Instant IdleExpiry::nextExpiry() const
{
    return isEnabled() && m_oldest != kEnd ? saturatingAdd(m_entries[m_oldest].lastActive, m_limit) : kNever;
}

} // namespace connscope::client
