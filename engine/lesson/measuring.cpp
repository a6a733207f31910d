// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/measuring.h"

#include "base/text.h"
#include "scenario/clientconfig.h"

#include <algorithm>
#include <set>

namespace connscope::lesson {

namespace {

Error at(const Lesson& lesson, const Place& place, std::string message)
{
    Error error;
    error.file = lesson.file;
    error.line = place.line;
    error.column = place.column;
    error.message = std::move(message);
    return error;
}

std::optional<std::int64_t> fieldOf(const trace::WorldState& world, ConnectionId id, Field field)
{
    const trace::ConnectionState c = world.connection(id);
    switch (field) {
    case Field::Node:
        return world.node(c).isValid() ? std::optional<std::int64_t>(world.node(c).value) : std::nullopt;
    case Field::Broker:
        return world.broker(c).isValid() ? std::optional<std::int64_t>(world.broker(c).value) : std::nullopt;
    case Field::Client:
        return world.opening(c).client.value;
    case Field::Requests:
        return c.requests;
    case Field::InFlight:
        return c.inFlight;
    case Field::Opened:
        return toNs(world.opening(c).at);
    case Field::Closed:
        return c.closing.isValid() ? std::optional<std::int64_t>(toNs(world.trace()[c.closing].at)) : std::nullopt;
    case Field::Age: {
        const Instant end = c.closing.isValid() ? world.trace()[c.closing].at : world.now();
        return (end - world.opening(c).at).count();
    }
    case Field::Idle: {
        const auto idle = world.idle(c, trace::Side::Client);
        return idle ? std::optional<std::int64_t>(idle->count()) : std::nullopt;
    }
    default:
        return id.value;
    }
}

std::optional<std::int64_t> fieldOf(const trace::Trace& trace, EventId id, Field field)
{
    const trace::Event& e = trace[id];
    switch (field) {
    case Field::Node:
        return e.node.isValid() ? std::optional<std::int64_t>(e.node.value) : std::nullopt;
    case Field::Broker:
        return e.broker.isValid() ? std::optional<std::int64_t>(e.broker.value) : std::nullopt;
    case Field::Connection:
        return e.connection.isValid() ? std::optional<std::int64_t>(e.connection.value) : std::nullopt;
    case Field::Client:
        return e.client.isValid() ? std::optional<std::int64_t>(e.client.value) : std::nullopt;
    case Field::Correlation:
        return e.correlation >= 0 ? std::optional<std::int64_t>(e.correlation) : std::nullopt;
    case Field::Size:
        return e.size;
    case Field::Value:
        return e.value;
    case Field::Time:
        return toNs(e.at);
    default:
        return id.value;
    }
}

bool isTime(Field field) { return (field >= Field::Opened && field <= Field::Idle) || field == Field::Time; }

std::int64_t inUnits(std::int64_t ns, Duration unit)
{
    const std::int64_t half = ns < 0 ? -unit.count() / 2 : unit.count() / 2;
    return (ns + half) / unit.count();
}

} // namespace

Measuring::Measuring(const Lesson& lesson, const Step& step, RunByName runs, const Moment& usual)
    : m_lesson(lesson)
    , m_step(step)
    , m_runs(std::move(runs))
    , m_usual(usual)
{
}

const Measure* Measuring::find(const std::string& name) const
{
    for (const std::vector<Measure>* list : {&m_step.measures, &m_lesson.measures}) {
        for (const Measure& measure : *list) {
            if (measure.name == name)
                return &measure;
        }
    }
    return nullptr;
}

Result<std::int64_t> Measuring::value(const std::string& name)
{
    for (const Parameter& parameter : m_lesson.parameters) {
        if (parameter.name == name && parameter.number)
            return *parameter.number;
        if (parameter.name == name)
            return fail("'" + name + "' is no number: " + printable(parameter.text));
    }
    const auto known = m_taken.find(name);
    if (known != m_taken.end())
        return known->second;
    const Measure* measure = find(name);
    if (!measure)
        return fail("'" + name + "' is not known");
    auto result = take(*measure);
    m_taken.emplace(name, result);
    return result;
}

Result<std::string> Measuring::fill(const Pattern& pattern)
{
    return pattern.fill(valueOf(), [this](const std::string& name) {
        for (const Parameter& parameter : m_lesson.parameters) {
            if (parameter.name == name && !parameter.number) {
                // A list as one says it: "3, 2, 4"; the brackets are the file's.
                const std::string& text = parameter.text;
                const bool isList = text.size() > 2 && text.front() == '[' && text.back() == ']';
                return isList ? text.substr(1, text.size() - 2) : text;
            }
        }
        return std::string();
    });
}

Result<std::int64_t> Measuring::take(const Measure& measure)
{
    const Played& played = m_runs(measure.run.value_or(m_step.run));
    if (measure.take == Measure::Take::Setup)
        return setup(measure, played);
    // In another run the step's own moment means nothing: there, a measure that does not say when is taken at the end.
    const bool isElsewhere = measure.run && *measure.run != m_step.run;
    Moment until = isElsewhere ? Moment {played.end, played.trace.size()} : m_usual;
    Moment from;
    if (measure.at) {
        const auto moment = findMoment(played, *measure.at);
        if (!moment)
            return fail(at(m_lesson, measure.at->place, measure.name + ": " + moment.error().message));
        until = *moment;
    }
    if (measure.from) {
        const auto moment = findMoment(played, *measure.from);
        if (!moment)
            return fail(at(m_lesson, measure.from->place, measure.name + ": " + moment.error().message));
        from = *moment;
    }
    std::size_t found = 0;
    auto list = values(measure, played, until, from, found);
    if (!list)
        return fail(list.error());
    if (measure.take == Measure::Take::Count) {
        if (measure.field == Field::None)
            return static_cast<std::int64_t>(found);
        return static_cast<std::int64_t>(std::set<std::int64_t>(list->begin(), list->end()).size());
    }
    const std::string when = " at " + formatDuration(until.at.time_since_epoch());
    if (list->empty())
        return fail(at(m_lesson, measure.place,
            measure.name + ": nothing with that value matches '" + printable(measure.where.text()) + "'" + when));
    std::int64_t result = list->front();
    if (measure.nth == 0) {
        const auto other = std::find_if(list->begin(), list->end(), [result](std::int64_t v) { return v != result; });
        if (other != list->end())
            return fail(at(m_lesson, measure.place,
                measure.name + ": " + std::to_string(list->size()) + " match" + when + " and do not agree ("
                    + std::to_string(result) + ", " + std::to_string(*other)
                    + "); say which by nth: or by a narrower query"));
    } else {
        const auto size = static_cast<std::int64_t>(list->size());
        const std::int64_t place = measure.nth > 0 ? measure.nth - 1 : size + measure.nth;
        if (place < 0 || place >= size)
            return fail(
                at(m_lesson, measure.place, measure.name + ": only " + std::to_string(size) + " match" + when));
        result = (*list)[static_cast<std::size_t>(place)];
    }
    return isTime(measure.field) ? inUnits(result, measure.unit) : result;
}

Result<std::vector<std::int64_t>> Measuring::values(
    const Measure& measure, const Played& played, const Moment& until, const Moment& from, std::size_t& found) const
{
    std::vector<std::int64_t> list;
    if (measure.of == Measure::Of::Events) {
        for (const EventId id : trace::findEvents(played.index, measure.where, from.at, until.at)) {
            if (id.value < from.applied || id.value >= until.applied)
                continue;
            ++found;
            if (const auto value = fieldOf(played.trace, id, measure.field))
                list.push_back(*value);
        }
        return list;
    }
    const trace::WorldState world = played.world(until);
    for (const ConnectionId id : trace::findConnections(world, measure.where)) {
        if (world.connection(id).opened.value < from.applied)
            continue;
        ++found;
        if (const auto value = fieldOf(world, id, measure.field))
            list.push_back(*value);
    }
    return list;
}

Result<std::int64_t> Measuring::setup(const Measure& measure, const Played& played) const
{
    const scenario::Scenario& s = played.scenario;
    std::int64_t sum = 0;
    switch (measure.setup) {
    case Measure::Setup::Brokers:
        return static_cast<std::int64_t>(s.cluster.brokers.size());
    case Measure::Setup::Partitions:
        for (const broker::TopicSpec& topic : s.cluster.topics) {
            if (measure.topic.empty() || topic.name == measure.topic)
                sum += static_cast<std::int64_t>(topic.partitions.size());
        }
        return sum;
    case Measure::Setup::Clients:
        for (const scenario::ClientEntry& entry : s.clients)
            sum += measure.client.empty() || entry.name == measure.client ? entry.count : 0;
        return sum;
    case Measure::Setup::Addresses:
    case Measure::Setup::IdleLimit:
        break;
    }
    const auto entry = std::find_if(s.clients.begin(), s.clients.end(), [&measure](const scenario::ClientEntry& one) {
        return measure.client.empty() || one.name == measure.client;
    });
    if (entry == s.clients.end())
        return fail(at(m_lesson, measure.place, "the scenario has no client '" + printable(measure.client) + "'"));
    const auto profile = scenario::profileOf(s, *entry, played.profile);
    if (!profile)
        return fail(at(m_lesson, measure.place, profile.error().message));
    const auto config = scenario::buildConfig(*entry, *profile);
    if (!config)
        return fail(at(m_lesson, measure.place, config.error().message));
    if (measure.setup == Measure::Setup::IdleLimit)
        return inUnits(ms(config->integer("connections.max.idle.ms")).count(), std::max(measure.unit, ms(1)));
    return static_cast<std::int64_t>(config->list("bootstrap.servers").size());
}

} // namespace connscope::lesson
