// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/superpose.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace connscope::compare {

using trace::Event;
using trace::EventKind;
using trace::Origin;
using trace::Trace;
using trace::Twofold;

namespace {

constexpr std::string_view kIdleLimit = "connections.max.idle.ms = ";
constexpr int kFirst = 0;
constexpr int kSecond = 1;

/// Which connections and clients have halves.
class Halves {
public:
    Halves(const Comparison& comparison, Clock clock)
        : m_comparison(comparison)
        , m_alignment(comparison.alignment())
    {
        for (int run = 0; run < 2; ++run) {
            m_connections[run].assign(trace(run).connectionCount(), false);
            m_clients[run].assign(trace(run).clientCount(), false);
        }
        lookAtRows();
        lookAtEvents(clock);
        splitLanes();
    }

    bool isHalf(int run, ConnectionId id) const { return id.isValid() && m_connections[run][id.value]; }
    bool isHalf(int run, ClientId id) const { return id.isValid() && m_clients[run][id.value]; }

private:
    const Trace& trace(int run) const { return m_comparison.trace(static_cast<Run>(run)); }

    void split(int run, ConnectionId id)
    {
        if (!id.isValid() || isHalf(run, id))
            return;
        m_connections[run][id.value] = true;
        const ConnectionId other = m_alignment.counterpart(static_cast<Run>(run), id);
        if (other.isValid())
            m_connections[1 - run][other.value] = true;
    }
    void split(int run, ClientId id)
    {
        if (!id.isValid())
            return;
        m_clients[run][id.value] = true;
        const ClientId other = m_alignment.counterpart(static_cast<Run>(run), id);
        if (other.isValid())
            m_clients[1 - run][other.value] = true;
    }

    void lookAtRows()
    {
        for (std::size_t i = 0; i < m_comparison.connections().size(); ++i) {
            if (!m_comparison.connections()[i].differs())
                continue;
            split(kFirst, m_alignment.connections()[i].first);
            split(kSecond, m_alignment.connections()[i].second);
        }
    }

    /// What an event without counterpart speaks of differs, and so does what happened on another connection there.
    void lookAtEvents(Clock clock)
    {
        for (int run = 0; run < 2; ++run) {
            const Trace& own = trace(run);
            const Trace& others = trace(1 - run);
            for (std::uint32_t i = 0; i < own.size(); ++i) {
                const Event& e = own[std::size_t {i}];
                const EventId other = m_alignment.counterpart(static_cast<Run>(run), EventId {i});
                const bool same = other.isValid()
                    && others[other].connection == m_alignment.counterpart(static_cast<Run>(run), e.connection)
                    && (clock == Clock::ByCause || others[other].at == e.at);
                if (same)
                    continue;
                split(run, e.connection);
                split(run, e.client);
            }
        }
    }

    /// A lane is in halves as a whole.
    void splitLanes()
    {
        using Lane = std::tuple<std::uint32_t, NodeId, std::string_view>;
        std::map<Lane, std::vector<ConnectionId>> lanes[2];
        for (int run = 0; run < 2; ++run) {
            for (std::size_t i = 0; i < m_comparison.connections().size(); ++i) {
                const ConnectionRow& row = m_comparison.connections()[i];
                const auto& facts = run == kFirst ? row.first : row.second;
                if (facts)
                    lanes[run][{facts->life.client.value, facts->life.node, trace(run).text(facts->life.remote)}]
                        .push_back(facts->life.id);
            }
        }
        // A pair may lie in lanes that are no counterparts of each other, so halves may lead to more of them.
        for (bool more = true; more;) {
            more = false;
            for (int run = 0; run < 2; ++run) {
                for (const auto& [lane, members] : lanes[run]) {
                    const auto half = [&](ConnectionId id) { return isHalf(run, id); };
                    if (std::none_of(members.begin(), members.end(), half))
                        continue;
                    for (const ConnectionId id : members) {
                        more |= !isHalf(run, id);
                        split(run, id);
                    }
                    split(run, ClientId {std::get<0>(lane)});
                }
            }
        }
    }

    const Comparison& m_comparison;
    const Alignment& m_alignment;
    std::vector<bool> m_connections[2]; // by id
    std::vector<bool> m_clients[2];
};

class Superposer {
public:
    Superposer(const Comparison& comparison, const TimeMap& times, Clock clock)
        : m_alignment(comparison.alignment())
        , m_first(comparison.trace(Run::First))
        , m_second(comparison.trace(Run::Second))
        , m_times(times)
        , m_clock(clock)
        , m_halves(comparison, clock)
        , m_comparison(comparison)
    {
        if (clock == Clock::ByCause)
            m_out.twofold.clock = times.places();
        m_out.twofold.end = {comparison.end(Run::First), toFirst(comparison.end(Run::Second))};
    }

    Superposed run()
    {
        makeIds();
        place();
        write();
        for (const Item& item : m_items)
            m_out.twofold.end[item.run] = std::max(m_out.twofold.end[item.run], item.at);
        m_out.until = *std::max_element(m_out.twofold.end.begin(), m_out.twofold.end.end());
        if (endTogether(m_comparison.end(Run::First), m_comparison.end(Run::Second)))
            m_out.twofold.end.fill(m_out.until); // a little longer is not more
        return std::move(m_out);
    }

private:
    struct Item {
        Instant at;
        std::uint32_t event;
        std::uint8_t run;
    };

    Instant toFirst(Instant t) const { return m_clock == Clock::ByTime ? t : m_times.toOther(Run::Second, t); }

    /// Connections and clients of the first run keep their ids; those of the second that are not the same get new ones.
    void makeIds()
    {
        trace::Header& header = m_out.trace.header();
        header = m_first.header();
        Twofold& t = m_out.twofold;
        for (std::uint32_t i = 0; i < m_first.connectionCount(); ++i) {
            m_out.trace.newConnection();
            t.connections.push_back(m_halves.isHalf(kFirst, ConnectionId {i}) ? Origin::First : Origin::Both);
        }
        for (std::uint32_t i = 0; i < m_first.clientCount(); ++i) {
            m_out.trace.newClient();
            const bool alone = !m_alignment.counterpart(Run::First, ClientId {i}).isValid();
            t.clients.push_back(alone || m_halves.isHalf(kFirst, ClientId {i}) ? Origin::First : Origin::Both);
        }
        t.connectionHalf.resize(t.connections.size());
        t.clientHalf.resize(t.clients.size());
        m_connection.resize(m_second.connectionCount());
        m_client.resize(m_second.clientCount());
        for (std::uint32_t i = 0; i < m_second.connectionCount(); ++i)
            m_connection[i] = idOf(ConnectionId {i}, t.connections, t.connectionHalf, &Trace::newConnection);
        for (std::uint32_t i = 0; i < m_second.clientCount(); ++i)
            m_client[i] = idOf(ClientId {i}, t.clients, t.clientHalf, &Trace::newClient);
        place(t.connectionIn, m_first.connectionCount(), m_connection, t.connections.size());
        place(t.clientIn, m_first.clientCount(), m_client, t.clients.size());
        sayWhatDiffers();
    }

    /// A connection may have halves because its lane has: it need not differ itself.
    void sayWhatDiffers()
    {
        Twofold& t = m_out.twofold;
        t.differs.resize(t.connections.size());
        for (std::size_t i = 0; i < m_comparison.connections().size(); ++i) {
            const ConnectionRow& row = m_comparison.connections()[i];
            const ConnectionId first = m_alignment.connections()[i].first;
            if (!row.isBoth() || !row.differs() || !first.isValid())
                continue;
            t.differs[first.value] = true;
            if (const ConnectionId second = t.half(first); second.isValid())
                t.differs[second.value] = true;
        }
    }

    /// Which id each run has for what is in the trace. Halves are found from either.
    template <typename Id>
    void place(
        std::array<std::vector<Id>, 2>& in, std::uint32_t first, const std::vector<Id>& second, std::size_t all)
    {
        for (std::vector<Id>& ids : in)
            ids.resize(all);
        for (std::uint32_t i = 0; i < first; ++i) {
            in[kFirst][i] = Id {i};
            in[kSecond][i] = m_alignment.counterpart(Run::First, Id {i});
        }
        for (std::uint32_t i = 0; i < second.size(); ++i) {
            in[kSecond][second[i].value] = Id {i};
            in[kFirst][second[i].value] = m_alignment.counterpart(Run::Second, Id {i});
        }
    }

    template <typename Id>
    Id idOf(Id second, std::vector<Origin>& origins, std::vector<Id>& halves, Id (Trace::*make)())
    {
        const Id first = m_alignment.counterpart(Run::Second, second);
        if (first.isValid() && !m_halves.isHalf(kSecond, second))
            return first;
        const Id id = (m_out.trace.*make)();
        origins.push_back(Origin::Second);
        halves.push_back(first);
        if (first.isValid())
            halves[first.value] = id;
        return id;
    }

    /// Whether an event of the second run is in the trace besides its counterpart.
    bool isWritten(EventId id) const
    {
        const Event& e = m_second[id];
        if (e.kind == EventKind::EventsDropped || e.kind == EventKind::WholeFromHere)
            return false; // since when a trace is whole is said of the first
        return !m_alignment.counterpart(Run::Second, id).isValid()
            || (e.connection.isValid() ? m_halves.isHalf(kSecond, e.connection) : m_halves.isHalf(kSecond, e.client));
    }

    /// All events in their order. Those of the second run never come before their causes, nor before what happened to the
    /// same connection or client, wherever the map of the clocks would have them.
    void place()
    {
        for (std::uint32_t i = 0; i < m_first.size(); ++i)
            m_items.push_back({m_first[std::size_t {i}].at, i, kFirst});
        std::vector<Instant> connections(m_second.connectionCount(), kStart);
        std::vector<Instant> clients(m_second.clientCount(), kStart);
        std::vector<Instant> placed(m_second.size(), kStart);
        for (std::uint32_t i = 0; i < m_second.size(); ++i) {
            const EventId id {i};
            const Event& e = m_second[id];
            if (!isWritten(id)) {
                const EventId first = m_alignment.counterpart(Run::Second, id);
                placed[i] = first.isValid() ? m_first[first].at : toFirst(e.at);
                continue;
            }
            Instant at = toFirst(e.at);
            if (e.cause.isValid() && e.cause.value < i)
                at = std::max(at, placed[e.cause.value]);
            if (e.connection.isValid())
                at = connections[e.connection.value] = std::max(at, connections[e.connection.value]);
            if (e.client.isValid())
                at = clients[e.client.value] = std::max(at, clients[e.client.value]);
            placed[i] = at;
            m_items.push_back({at, i, kSecond});
        }
        // At one instant the first run's come first: causes of the second's may be among them.
        std::stable_sort(m_items.begin(), m_items.end(),
            [](const Item& a, const Item& b) { return std::tie(a.at, a.run) < std::tie(b.at, b.run); });
    }

    void write()
    {
        std::vector<EventId> placeOf[2] {std::vector<EventId>(m_first.size()), std::vector<EventId>(m_second.size())};
        Twofold& t = m_out.twofold;
        for (const Item& item : m_items) {
            const Trace& own = item.run == kFirst ? m_first : m_second;
            const EventId id {item.event};
            Event e = own[id];
            e.at = item.at;
            const EventId cause = e.cause;
            e.cause = {};
            if (cause.isValid() && cause.value < own.size()) {
                e.cause = placeOf[item.run][cause.value];
                if (!e.cause.isValid() && item.run == kSecond) {
                    const EventId first = m_alignment.counterpart(Run::Second, cause);
                    e.cause = first.isValid() ? placeOf[kFirst][first.value] : EventId {};
                }
            }
            e.text = m_out.trace.intern(textOf(e, own, item.run));
            const EventId other = m_alignment.counterpart(static_cast<Run>(item.run), id);
            if (item.run == kSecond) {
                if (e.connection.isValid())
                    e.connection = m_connection[e.connection.value];
                if (e.client.isValid())
                    e.client = m_client[e.client.value];
            }
            placeOf[item.run][item.event] = m_out.trace.append(e);
            const bool twice = item.run == kSecond || (other.isValid() && isWritten(other));
            const bool first = item.run == kFirst;
            t.events.push_back(other.isValid() && !twice ? Origin::Both : first ? Origin::First : Origin::Second);
            t.at[item.run].push_back(own[id].at);
            t.eventIn[item.run].push_back(id);
            t.eventIn[1 - item.run].push_back(other);
            t.at[1 - item.run].push_back(other.isValid() ? (first ? m_second : m_first)[other].at : kNever);
        }
        t.eventHalf.resize(t.events.size());
        for (std::uint32_t i = 0; i < m_second.size(); ++i) {
            const EventId first = m_alignment.counterpart(Run::Second, EventId {i});
            if (!first.isValid() || !placeOf[kSecond][i].isValid())
                continue;
            t.eventHalf[placeOf[kSecond][i].value] = placeOf[kFirst][first.value];
            t.eventHalf[placeOf[kFirst][first.value].value] = placeOf[kSecond][i];
        }
        correctDropped(placeOf[kFirst]);
    }

    /// What is set otherwise for a broker in the second run must not become the state of the one broker that there is.
    std::string textOf(const Event& e, const Trace& own, int run)
    {
        const std::string_view text = own.text(e.text);
        if (run == kFirst || e.kind != EventKind::ConfigChanged || e.client.isValid())
            return std::string(text);
        if (text.starts_with(kIdleLimit) && e.broker.isValid())
            m_out.twofold.secondIdleMs[e.broker]
                = std::strtoll(std::string(text.substr(kIdleLimit.size())).c_str(), nullptr, 10);
        return "B: " + std::string(text);
    }

    /// EventsDropped names another event by its number.
    void correctDropped(const std::vector<EventId>& places)
    {
        if (m_first.dropped() == 0 || m_first.wholeFrom() >= places.size())
            return;
        Event dropped = m_out.trace[EventId {0}];
        dropped.size = places[m_first.wholeFrom()].value;
        m_out.trace.replaceFront(1, {&dropped, 1}, [](Event&) {});
    }

    const Alignment& m_alignment;
    const Trace& m_first;
    const Trace& m_second;
    const TimeMap& m_times;
    Clock m_clock;
    Halves m_halves;
    const Comparison& m_comparison;
    Superposed m_out;
    std::vector<ConnectionId> m_connection; // by the second run's: its id in the trace
    std::vector<ClientId> m_client;
    std::vector<Item> m_items;
};

} // namespace

Superposed superpose(const Comparison& comparison, const TimeMap& times, Clock clock)
{
    return Superposer(comparison, times, clock).run();
}

} // namespace connscope::compare
