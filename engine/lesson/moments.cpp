// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/moments.h"

#include "scenario/clientconfig.h"
#include "scenario/expectations.h"
#include "trace/query.h"

#include <functional>
#include <queue>
#include <utility>

namespace connscope::lesson {

namespace {

using Due = std::pair<Instant, ConnectionId>;

/// The connections for which time alone may make a query true, by the instant at which it may.
class Alarms {
public:
    Alarms(const trace::Query& query, trace::WorldState& world)
        : m_query(query)
        , m_world(world)
    {
    }

    /// After an event: whatever may change because of it.
    void watch(const trace::Event& event)
    {
        if (event.connection.isValid()) {
            enter(m_query.nextChange(m_world, event.connection), event.connection);
        } else if (event.client.isValid() && m_query.dependsOnClient()) {
            m_world.forEachConnection([&](ConnectionId id, const trace::ConnectionState& c) {
                if (m_world.opening(c).client == event.client)
                    enter(m_world.now(), id);
            });
        }
    }
    /// The first alarm before \a until at which the query holds.
    std::optional<Instant> ring(Instant until)
    {
        while (!m_due.empty() && m_due.top().first < until) {
            const auto [at, connection] = m_due.top();
            m_due.pop();
            m_world.advanceTo(at);
            if (m_query.matches(m_world, connection))
                return at;
            const Instant next = m_query.nextChange(m_world, connection);
            if (next > at)
                enter(next, connection);
        }
        return std::nullopt;
    }

private:
    void enter(Instant at, ConnectionId connection)
    {
        if (at < kNever)
            m_due.emplace(at, connection);
    }

    const trace::Query& m_query;
    trace::WorldState& m_world;
    std::priority_queue<Due, std::vector<Due>, std::greater<>> m_due;
};

} // namespace

Played::Played(scenario::Scenario s, std::string p, std::uint64_t number, trace::Trace t, Instant e)
    : scenario(std::move(s))
    , profile(std::move(p))
    , seed(number)
    , trace(std::move(t))
    , end(e)
    , index(trace)
    , names(trace)
{
}

trace::WorldState Played::world(const Moment& moment) const
{
    trace::WorldState state = moment.applied == 0
        ? trace::WorldState(trace)
        : index.after(EventId {static_cast<std::uint32_t>(moment.applied - 1)});
    state.advanceTo(moment.at);
    return state;
}

Moment Played::atInstant(Instant t) const { return {t, trace.upperBound(t)}; }

std::vector<ClientId> Played::clients(std::string_view name) const
{
    std::vector<ClientId> found;
    const auto origins = scenario::clientOrigins(scenario, trace);
    for (std::uint32_t i = 0; i < trace.clientCount(); ++i) {
        const scenario::ClientOrigin origin = i < origins.size() ? origins[i] : scenario::ClientOrigin {};
        const bool isCalledSo = origin.entry >= 0
            && scenario::matchesClient(
                name, scenario.clients[static_cast<std::size_t>(origin.entry)], std::max(origin.instance, 0));
        if (isCalledSo || names.client(ClientId {i}) == name)
            found.emplace_back(i);
    }
    return found;
}

std::optional<Moment> firstTime(const Played& played, const trace::Query& query, int nth)
{
    const bool byTime = query.needsTime() && !query.needsEvent();
    trace::WorldState world(played.trace);
    Alarms alarms(query, world);
    for (std::size_t i = 0; i < played.trace.size(); ++i) {
        const trace::Event& event = played.trace[i];
        if (byTime) {
            if (const auto at = alarms.ring(event.at); at && --nth == 0)
                return Moment {*at, i};
        }
        const EventId id {static_cast<std::uint32_t>(i)};
        world.apply(id);
        if (query.matches(world, id) && --nth == 0)
            return Moment {event.at, i + 1};
        if (byTime)
            alarms.watch(event);
    }
    if (byTime) {
        if (const auto at = alarms.ring(played.end + Duration {1}); at && --nth == 0)
            return Moment {*at, played.trace.size()};
    }
    return std::nullopt;
}

Result<Moment> findMoment(const Played& played, const MomentSpec& spec)
{
    Moment moment;
    switch (spec.kind) {
    case MomentSpec::Kind::Start:
        return moment;
    case MomentSpec::Kind::End:
        moment = {played.end, played.trace.size()};
        break;
    case MomentSpec::Kind::At:
        moment = played.atInstant(spec.at);
        break;
    case MomentSpec::Kind::When: {
        const auto found = firstTime(played, spec.when, spec.nth);
        if (!found)
            return fail(spec.nth == 1 ? "this never happens in the run"
                                      : "this does not happen " + std::to_string(spec.nth) + " times in the run");
        moment = *found;
        break;
    }
    }
    if (spec.after > Duration::zero())
        moment = played.atInstant(saturatingAdd(moment.at, spec.after));
    if (moment.at > played.end)
        return fail("the run is over before " + formatDuration(moment.at.time_since_epoch()) + ": it ends at "
            + formatDuration(played.end.time_since_epoch()) + "; until: makes it longer");
    return moment;
}

} // namespace connscope::lesson
