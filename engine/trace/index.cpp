// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/index.h"

#include "trace/growth.h"

#include <algorithm>
#include <cassert>

namespace connscope::trace {

namespace {

constexpr std::size_t kUnnamedApi = Traffic::kApis - 1;

/// Position of a key in allApiKeys(), from a table: this is asked for every request.
std::size_t apiSlot(ApiKey api)
{
    static const std::vector<std::uint8_t> kSlots = [] {
        std::vector<std::uint8_t> slots;
        const std::span<const ApiKey> keys = allApiKeys();
        assert(keys.size() < kUnnamedApi);
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const auto key = static_cast<std::size_t>(keys[i]);
            if (key >= slots.size())
                slots.resize(key + 1, std::uint8_t {kUnnamedApi});
            slots[key] = static_cast<std::uint8_t>(i);
        }
        return slots;
    }();
    const auto key = static_cast<std::int16_t>(api);
    return key >= 0 && static_cast<std::size_t>(key) < kSlots.size() ? kSlots[static_cast<std::size_t>(key)]
                                                                     : kUnnamedApi;
}

} // namespace

void Traffic::count(const Event& e)
{
    if (e.kind == EventKind::RequestSent) {
        ++requests[apiSlot(e.api)];
        sentBytes += e.size;
    } else if (e.kind == EventKind::ResponseReceived) {
        receivedBytes += e.size;
    } else if (e.kind == EventKind::EarlierTraffic) { // of events that were dropped
        if (e.side == Side::Client)
            requests[apiSlot(e.api)] += e.size;
        (e.side == Side::Client ? sentBytes : receivedBytes) += static_cast<std::uint64_t>(e.value);
    }
}

std::uint32_t Traffic::of(ApiKey api) const { return requests[apiSlot(api)]; }

std::uint32_t Traffic::total() const
{
    std::uint32_t sum = 0;
    for (const std::uint32_t n : requests)
        sum += n;
    return sum;
}

Index::Index(const Trace& trace)
    : m_trace(&trace)
    , m_state(trace)
{
    extend();
}

void Index::extend()
{
    std::size_t last = m_checkpoints.empty() ? 0 : m_checkpoints.back().applied();
    for (std::size_t i = m_state.applied(); i < m_trace->size(); ++i) {
        const EventId id {static_cast<std::uint32_t>(i)};
        const ConnectionId connection = (*m_trace)[i].connection;
        const Change change = m_state.apply(id);
        if (connection.isValid()) {
            if (m_lists.count(connection.value) % kMarkEvery == 0 && m_lists.count(connection.value) > 0)
                addMark(connection);
            m_lists.append(connection.value, id);
            if (change != Change::None) {
                const ConnectionState& c = m_state.connection(connection);
                const Role role = m_state.role(c);
                if (change == Change::RoleChanged)
                    addStep({id, m_state.roleLeft(), -1});
                addStep({id, role, static_cast<std::int8_t>(change == Change::Closing ? -1 : 1)});
                if (change == Change::Opened
                    && !c.isOpen()) // opened and ended by the same event: evidence that starts late
                    addStep({id, role, -1});
            }
        }
        const std::size_t gap = i + 1 - last;
        if (gap % kMinGap == 0 && (gap >= kMaxGap || hasRoomForCheckpoint())) {
            m_copyBytes += m_state.copyBytes();
            m_allocatedAtCheckpoint = m_state.allocatedBytes();
            growGently(m_checkpoints);
            m_checkpoints.push_back(m_state);
            last = i + 1;
        }
    }
}

void Index::addStep(Step step)
{
    growGently(m_steps);
    m_steps.push_back(step);
}

bool Index::hasRoomForCheckpoint() const
{
    // After a checkpoint every page that is written to is copied first. The last stretch tells how many those are.
    const std::size_t expected = m_state.allocatedBytes() - m_allocatedAtCheckpoint + m_state.copyBytes();
    return static_cast<double>(heldBytes() + m_trace->texts().bytes() + expected)
        <= kBytesPerEvent * static_cast<double>(m_state.applied());
}

WorldState Index::nearest(std::size_t applied) const
{
    const auto it = std::upper_bound(m_checkpoints.begin(), m_checkpoints.end(), applied,
        [](std::size_t n, const WorldState& state) { return n < state.applied(); });
    return it == m_checkpoints.begin() ? WorldState(*m_trace) : *std::prev(it);
}

void Index::foldTo(WorldState& state, std::size_t applied)
{
    for (std::size_t i = state.applied(); i < applied; ++i)
        state.apply(EventId {static_cast<std::uint32_t>(i)});
}

WorldState Index::at(Instant t) const
{
    const std::size_t applied = std::min(m_trace->upperBound(t), size());
    WorldState state = nearest(applied);
    foldTo(state, applied);
    state.advanceTo(t);
    return state;
}

WorldState Index::after(EventId event) const
{
    const std::size_t applied = event.isValid() ? std::min(event.value + std::size_t {1}, size()) : 0;
    WorldState state = nearest(applied);
    foldTo(state, applied);
    return state;
}

WorldState Index::before(EventId event) const
{
    if (!event.isValid() || event.value == 0)
        return WorldState(*m_trace);
    WorldState state = after(EventId {event.value - 1});
    if (event.value < m_trace->size())
        state.advanceTo((*m_trace)[event].at);
    return state;
}

void Index::seek(WorldState& state, Instant t) const
{
    const std::size_t applied = std::min(m_trace->upperBound(t), size());
    const auto it = std::upper_bound(m_checkpoints.begin(), m_checkpoints.end(), applied,
        [](std::size_t n, const WorldState& s) { return n < s.applied(); });
    const std::size_t checkpoint = it == m_checkpoints.begin() ? 0 : std::prev(it)->applied();
    if (state.now() > t || state.applied() > applied || state.applied() < checkpoint)
        state = it == m_checkpoints.begin() ? WorldState(*m_trace) : *std::prev(it);
    foldTo(state, applied);
    state.advanceTo(t);
}

void Index::addMark(ConnectionId connection)
{
    std::vector<Mark>& marks = m_marks[connection.value];
    Mark mark;
    EventLists::Position position = m_lists.begin(connection.value);
    if (!marks.empty()) {
        position = marks.back().position;
        mark.traffic = marks.back().traffic;
    }
    EventId event;
    while (m_lists.next(connection.value, position, event))
        mark.traffic.count((*m_trace)[event]);
    mark.position = m_lists.end(connection.value);
    mark.last = event;
    marks.push_back(mark);
    ++m_markCount;
}

const Index::Mark* Index::markBefore(ConnectionId connection, Instant t) const
{
    const auto found = m_marks.find(connection.value);
    if (found == m_marks.end())
        return nullptr;
    const auto it = std::partition_point(
        found->second.begin(), found->second.end(), [&](const Mark& mark) { return (*m_trace)[mark.last].at < t; });
    return it == found->second.begin() ? nullptr : &*std::prev(it);
}

std::vector<EventId> Index::events(ConnectionId connection) const
{
    std::vector<EventId> out;
    out.reserve(m_lists.count(connection.value));
    EventLists::Position position = m_lists.begin(connection.value);
    for (EventId event; m_lists.next(connection.value, position, event);)
        out.push_back(event);
    return out;
}

std::vector<EventId> Index::events(ConnectionId connection, Instant from, Instant to) const
{
    std::vector<EventId> out;
    const Mark* mark = markBefore(connection, from);
    EventLists::Position position = mark ? mark->position : m_lists.begin(connection.value);
    const std::size_t first = m_trace->lowerBound(from);
    const std::size_t last = m_trace->upperBound(to);
    for (EventId event; m_lists.next(connection.value, position, event) && event.value < last;) {
        if (event.value >= first)
            out.push_back(event);
    }
    return out;
}

Traffic Index::traffic(ConnectionId connection, Instant t) const
{
    const Mark* mark = markBefore(connection, t);
    Traffic traffic = mark ? mark->traffic : Traffic {};
    EventLists::Position position = mark ? mark->position : m_lists.begin(connection.value);
    const std::size_t last = m_trace->upperBound(t);
    for (EventId event; m_lists.next(connection.value, position, event) && event.value < last;)
        traffic.count((*m_trace)[event]);
    return traffic;
}

std::vector<OpenStep> Index::openByRole(const OpenStep& last) const
{
    std::vector<OpenStep> out;
    OpenStep step = last;
    const auto from = std::partition_point(
        m_steps.begin(), m_steps.end(), [&](const Step& s) { return last.event.isValid() && s.event <= last.event; });
    for (auto i = static_cast<std::size_t>(from - m_steps.begin()); i < m_steps.size(); ++i) {
        const auto role = static_cast<std::size_t>(m_steps[i].role);
        step.open[role] += static_cast<std::uint32_t>(m_steps[i].change); // wraps for -1
        step.event = m_steps[i].event;
        step.at = (*m_trace)[step.event].at;
        if (i + 1 == m_steps.size() || m_steps[i + 1].event != step.event)
            out.push_back(step);
    }
    return out;
}

std::size_t Index::heldBytes() const
{
    return m_state.allocatedBytes() + m_copyBytes + m_checkpoints.capacity() * sizeof(WorldState) + m_lists.bytes()
        + m_markCount * sizeof(Mark) + m_steps.capacity() * sizeof(Step);
}

std::size_t Index::bytes() const { return heldBytes(); }

} // namespace connscope::trace
