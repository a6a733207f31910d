// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/tally.h"

#include <algorithm>
#include <bit>

namespace connscope::view {

namespace {

std::uint32_t countBelow(const std::vector<EventId>& sorted, std::size_t applied)
{
    const auto end
        = std::partition_point(sorted.begin(), sorted.end(), [applied](EventId id) { return id.value < applied; });
    return static_cast<std::uint32_t>(end - sorted.begin());
}

/// Sorts a list of which all from \a fresh on is new and hardly ever before what was there.
void sortTail(std::vector<EventId>& list, std::size_t fresh)
{
    const auto tail = list.begin() + static_cast<std::ptrdiff_t>(fresh);
    std::sort(tail, list.end());
    if (tail != list.begin() && tail != list.end() && *tail < *(tail - 1))
        std::inplace_merge(std::lower_bound(list.begin(), tail, *tail), tail, list.end());
}

void remove(std::vector<EventId>& sorted, EventId id)
{
    const auto at = std::lower_bound(sorted.begin(), sorted.end(), id);
    if (at != sorted.end() && *at == id)
        sorted.erase(at);
}

} // namespace

void Tally::extend(const trace::Trace& trace, const trace::Lives& lives)
{
    m_counted.resize(trace.connectionCount());
    m_used.resize(trace.connectionCount());
    const std::size_t openedBefore = m_opened.size();
    for (const ConnectionId id : lives.changed()) {
        if (!isTaken(id))
            continue;
        // A later event may say who it was that closed.
        const trace::Side closer = lives.find(id)->closer;
        if (const Counted& known = m_counted[id.value]; known.closed.isValid() && known.closer != closer)
            remove(m_closed[static_cast<std::size_t>(known.closer)], known.closed);
    }
    std::array<std::size_t, 4> closedBefore {};
    for (std::size_t side = 0; side < m_closed.size(); ++side)
        closedBefore[side] = m_closed[side].size();
    for (const ConnectionId id : lives.changed()) {
        if (!isTaken(id))
            continue;
        const trace::ConnectionLife& life = *lives.find(id);
        Counted& known = m_counted[id.value];
        if (life.openEvent.isValid() && !known.opened.isValid())
            m_opened.push_back(life.openEvent);
        if (life.closeEvent.isValid() && (!known.closed.isValid() || known.closer != life.closer))
            m_closed[static_cast<std::size_t>(life.closer)].push_back(life.closeEvent);
        known = {life.openEvent, life.closeEvent, life.closer};
    }
    sortTail(m_opened, openedBefore);
    for (std::size_t side = 0; side < m_closed.size(); ++side)
        sortTail(m_closed[side], closedBefore[side]);

    m_reused.resize((trace.size() + 63) / 64);
    const std::size_t firstWord = m_size / 64;
    for (; m_size < trace.size(); ++m_size) {
        const trace::Event& e = trace[m_size];
        if (e.kind != trace::EventKind::RequestSent || e.api == ApiKey::ApiVersions
            || e.connection.value >= m_used.size() || !isTaken(e.connection))
            continue;
        if (m_used[e.connection.value])
            m_reused[m_size / 64] |= std::uint64_t {1} << (m_size % 64);
        m_used[e.connection.value] = true;
    }
    m_reusedBefore.resize(m_reused.size() + 1);
    for (std::size_t i = firstWord; i < m_reused.size(); ++i)
        m_reusedBefore[i + 1] = m_reusedBefore[i] + static_cast<std::uint64_t>(std::popcount(m_reused[i]));
}

std::uint64_t Tally::reused(std::size_t applied) const
{
    const std::size_t word = applied / 64;
    if (word >= m_reused.size())
        return m_reusedBefore.back();
    const std::uint64_t mask = (std::uint64_t {1} << (applied % 64)) - 1;
    return m_reusedBefore[word] + static_cast<std::uint64_t>(std::popcount(m_reused[word] & mask));
}

std::uint32_t Tally::opened(std::size_t applied) const { return countBelow(m_opened, applied); }

std::uint32_t Tally::closedBy(trace::Side side, std::size_t applied) const
{
    return countBelow(m_closed[static_cast<std::size_t>(side)], applied);
}

Counters Tally::at(const trace::WorldState& world) const
{
    Counters c;
    if (m_takes) {
        world.forEachConnection([&](ConnectionId id, const trace::ConnectionState& connection) {
            if (connection.isOpen() && m_takes(id))
                ++c.openByRole[static_cast<std::size_t>(world.role(connection))];
        });
    } else {
        c.openByRole = world.openByRole();
    }
    for (const std::uint32_t n : c.openByRole)
        c.open += n;
    c.opened = opened(world.applied());
    c.reused = reused(world.applied());
    for (std::size_t side = 0; side < c.closedBy.size(); ++side)
        c.closedBy[side] = closedBy(static_cast<trace::Side>(side), world.applied());
    world.forEachConnection([&](ConnectionId id, const trace::ConnectionState& connection) {
        if (!isTaken(id))
            return;
        c.closeWait += connection.client == trace::TcpState::CloseWait ? 1 : 0;
        c.closeWait += connection.broker == trace::TcpState::CloseWait ? 1 : 0;
    });
    return c;
}

} // namespace connscope::view
