// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/untilsearch.h"

#include "view/document.h"

#include <utility>

namespace connscope::view {

namespace {

bool anyConnection(const trace::Query& query, const trace::WorldState& world)
{
    return !trace::findConnections(world, query).empty();
}

} // namespace

UntilSearch::UntilSearch(const Document& document, trace::Query query, const Position& from, const Position& to)
    : m_document(document)
    , m_query(std::move(query))
    , m_from(from)
    , m_to(to)
    , m_world(document.at(from))
    , m_next(from.applied)
    , m_byTime(m_query.needsTime() && !m_query.needsEvent())
    , m_held(m_byTime && anyConnection(m_query, m_world))
{
}

bool UntilSearch::becomesTrueBefore(Instant until)
{
    if (!m_byTime || until <= m_world.now())
        return false;
    trace::WorldState late = m_world;
    late.advanceTo(until);
    const bool holds = anyConnection(m_query, late);
    if (!holds || m_held) {
        m_held = holds;
        return false;
    }
    // Between two events a query of durations changes once at most.
    Instant low = m_world.now();
    Instant high = until;
    while (high - low > Duration {1}) {
        const Instant middle = low + (high - low) / 2;
        trace::WorldState probe = m_world;
        probe.advanceTo(middle);
        (anyConnection(m_query, probe) ? high : low) = middle;
    }
    m_event = {};
    m_place = {high, m_next};
    return true;
}

UntilSearch::State UntilSearch::step(std::size_t events)
{
    const trace::Trace& trace = m_document.trace();
    for (; events > 0; --events) {
        const bool last = m_next >= m_to.applied;
        if (becomesTrueBefore(last ? m_to.at : trace[EventId {static_cast<std::uint32_t>(m_next)}].at))
            return State::Found;
        if (last)
            return State::Nowhere;
        const EventId id {static_cast<std::uint32_t>(m_next++)};
        m_world.apply(id);
        if (m_query.matches(m_world, id) && !m_held) {
            m_event = id;
            m_place = m_document.after(id);
            return State::Found;
        }
    }
    return State::Searching;
}

double UntilSearch::share() const
{
    const auto all = static_cast<double>(m_to.applied - m_from.applied);
    return all > 0 ? static_cast<double>(m_next - m_from.applied) / all : 1;
}

} // namespace connscope::view
