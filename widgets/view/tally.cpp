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

} // namespace

Tally::Tally(const trace::Trace& trace, const std::vector<trace::ConnectionLife>& lives)
{
    for (const trace::ConnectionLife& life : lives) {
        if (life.openEvent.isValid())
            m_opened.push_back(life.openEvent);
        if (life.closeEvent.isValid())
            m_closed[static_cast<std::size_t>(life.closer)].push_back(life.closeEvent);
    }
    std::sort(m_opened.begin(), m_opened.end());
    for (std::vector<EventId>& list : m_closed)
        std::sort(list.begin(), list.end());

    std::vector<bool> used(trace.connectionCount());
    m_reused.resize((trace.size() + 63) / 64);
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const trace::Event& e = trace[i];
        if (e.kind != trace::EventKind::RequestSent || e.api == ApiKey::ApiVersions
            || e.connection.value >= used.size())
            continue;
        if (used[e.connection.value])
            m_reused[i / 64] |= std::uint64_t {1} << (i % 64);
        used[e.connection.value] = true;
    }
    m_reusedBefore.resize(m_reused.size() + 1);
    for (std::size_t i = 0; i < m_reused.size(); ++i)
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
    c.openByRole = world.openByRole();
    for (const std::uint32_t n : c.openByRole)
        c.open += n;
    c.opened = opened(world.applied());
    c.reused = reused(world.applied());
    for (std::size_t side = 0; side < c.closedBy.size(); ++side)
        c.closedBy[side] = closedBy(static_cast<trace::Side>(side), world.applied());
    world.forEachConnection([&c](ConnectionId, const trace::ConnectionState& connection) {
        c.closeWait += connection.client == trace::TcpState::CloseWait ? 1 : 0;
        c.closeWait += connection.broker == trace::TcpState::CloseWait ? 1 : 0;
    });
    return c;
}

} // namespace connscope::view
