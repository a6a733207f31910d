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
        if (!waitsForTime())
            continue;
        const trace::Event& e = m_trace[event];
        if (e.connection.isValid())
            watch(e.connection);
        else if (e.client.isValid())
            watchClient(e.client);
    }
    return m_met;
}

void Conditions::watch(ConnectionId connection)
{
    Instant next = kNever;
    for (const Waiting& waiting : m_waiting) {
        if (waiting.byTime)
            next = std::min(next, waiting.query.nextChange(*m_world, connection));
    }
    if (connection.value >= m_entered.size())
        m_entered.resize(std::size_t {connection.value} + 1, kNever);
    if (next < m_entered[connection.value]) {
        m_entered[connection.value] = next;
        m_due.emplace(next, connection);
    }
}

// A client that is paused, or learns its cluster, changes what is true of all its connections at this very instant.
void Conditions::watchClient(ClientId client)
{
    if (std::none_of(m_waiting.begin(), m_waiting.end(),
            [](const Waiting& waiting) { return waiting.byTime && waiting.query.dependsOnClient(); }))
        return;
    m_world->forEachConnection([&](ConnectionId id, const trace::ConnectionState& c) {
        if (m_world->opening(c).client != client)
            return;
        if (id.value >= m_entered.size())
            m_entered.resize(std::size_t {id.value} + 1, kNever);
        if (m_world->now() < m_entered[id.value]) {
            m_entered[id.value] = m_world->now();
            m_due.emplace(m_world->now(), id);
        }
    });
}

const std::vector<Conditions::Met>& Conditions::lookAtTime(Instant now)
{
    m_met.clear();
    if (!m_world)
        return m_met;
    m_world->advanceTo(now);
    while (!m_due.empty() && m_due.top().first <= now) {
        const auto [at, connection] = m_due.top();
        m_due.pop();
        if (m_entered[connection.value] != at)
            continue; // an earlier entry has done it
        m_entered[connection.value] = kNever;
        // As in a list of the world's connections, one that is gone does not count.
        const trace::ConnectionState state = m_world->connection(connection);
        if (!state.exists() || m_world->isGone(state))
            continue;
        for (std::size_t i = 0; i < m_waiting.size();) {
            if (m_waiting[i].byTime && m_waiting[i].query.matches(*m_world, connection)) {
                m_met.push_back({m_waiting[i].number, {}});
                m_waiting.erase(m_waiting.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
                ++i;
            }
        }
        watch(connection);
    }
    return m_met;
}

} // namespace connscope::session
