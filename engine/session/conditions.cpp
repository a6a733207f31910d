// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/conditions.h"

#include <algorithm>

namespace connscope::session {

void Conditions::add(const trace::Query& query, std::uint32_t number)
{
    keepWorld();
    m_waiting.push_back({query, number, query.needsTime() && !query.needsEvent()});
}

void Conditions::keepWorld()
{
    if (!m_world)
        m_world.emplace(m_trace);
}

bool Conditions::waitsForTime() const
{
    return std::any_of(m_waiting.begin(), m_waiting.end(), [](const Waiting& waiting) { return waiting.byTime; });
}

const std::vector<Conditions::Met>& Conditions::look()
{
    m_met.clear();
    while (m_world && m_world->applied() < m_trace.size()) {
        const EventId event {static_cast<std::uint32_t>(m_world->applied())};
        m_world->apply(event);
        for (std::size_t i = 0; i < m_waiting.size();) {
            if (m_waiting[i].query.matches(*m_world, event)) {
                m_met.push_back({m_waiting[i].number, event});
                m_waiting.erase(m_waiting.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
                ++i;
            }
        }
    }
    return m_met;
}

const std::vector<Conditions::Met>& Conditions::lookAtTime(Instant now)
{
    m_met.clear();
    if (!m_world)
        return m_met;
    m_world->advanceTo(now);
    for (std::size_t i = 0; i < m_waiting.size();) {
        const Waiting& waiting = m_waiting[i];
        bool holds = false;
        if (waiting.byTime) {
            m_world->forEachConnection([&](ConnectionId id, const trace::ConnectionState&) {
                holds = holds || waiting.query.matches(*m_world, id);
            });
        }
        if (holds) {
            m_met.push_back({waiting.number, {}});
            m_waiting.erase(m_waiting.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
            ++i;
        }
    }
    return m_met;
}

} // namespace connscope::session
