// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/alignment.h"

#include "trace/entryname.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

namespace connscope::compare {

using trace::Event;
using trace::EventKind;
using trace::RuleId;
using trace::Trace;

namespace {

constexpr std::size_t kFirst = 0;
constexpr std::size_t kSecond = 1;

/// Text that differs between runs without anything being different: addresses and ports of sockets, names that a broker made up.
bool isTextPartOf(EventKind kind)
{
    return kind != EventKind::TcpState && kind != EventKind::GroupJoined && kind != EventKind::MemberRemoved
        && kind != EventKind::ConnectStarted && kind != EventKind::PacketDropped
        && kind != EventKind::MetadataUpdated;
}

/// What makes two events alike, in the ids of the second run.
struct Likeness {
    EventId cause; // none where the cause does not matter
    ConnectionId connection; // none for the opening itself
    ClientId client;
    NodeId node;
    BrokerId broker;
    TextId text;
    ApiKey api = ApiKey::None;
    RuleId rule = RuleId::None;
    EventKind kind = EventKind::Mark;
    trace::Side side = trace::Side::None;
    trace::TcpState state = trace::TcpState::None;

    bool operator==(const Likeness&) const = default;

    std::uint64_t hash() const
    {
        std::uint64_t h = 0x9e3779b97f4a7c15u;
        const auto add = [&h](std::uint64_t value) {
            h ^= value;
            h *= 0xff51afd7ed558ccdu;
            h ^= h >> 32;
        };
        add(cause.value | (std::uint64_t {connection.value} << 32));
        add(client.value | (std::uint64_t {static_cast<std::uint32_t>(node.value)} << 32));
        add(static_cast<std::uint32_t>(broker.value) | (std::uint64_t {text.value} << 32));
        add((std::uint64_t {static_cast<std::uint16_t>(api)} << 48)
            | (std::uint64_t {static_cast<std::uint16_t>(rule)} << 32)
            | (std::uint64_t {static_cast<std::uint8_t>(kind)} << 16)
            | (std::uint64_t {static_cast<std::uint8_t>(side)} << 8) | static_cast<std::uint8_t>(state));
        return h;
    }
};

/// Whether events are counterparts only if their causes are.
enum class By : std::uint8_t { Cause, Place };

} // namespace

class Aligner {
public:
    explicit Aligner(Alignment& result)
        : m_result(result)
        , m_first(*result.m_first)
        , m_second(*result.m_second)
    {
    }

    void run()
    {
        for (const std::size_t run : {kFirst, kSecond}) {
            const Trace& trace = run == kFirst ? m_first : m_second;
            m_result.m_events[run].assign(trace.size(), EventId {});
            m_result.m_clientOf[run].assign(trace.clientCount(), ClientId {});
            m_result.m_connectionOf[run].assign(trace.connectionCount(), ConnectionId {});
        }
        mapTexts();
        pairClients();
        findOpenings();
        pairEvents(By::Cause);
        if (pairConnectionsInOrder())
            pairEvents(By::Cause);
        pairEvents(By::Place);
        count();
        listConnections();
    }

private:
    // -- texts and clients --

    void mapTexts()
    {
        m_texts.resize(m_first.texts().size());
        for (std::size_t i = 0; i < m_texts.size(); ++i) {
            const auto found = m_second.texts().find(m_first.text(TextId {static_cast<std::uint32_t>(i)}));
            m_texts[i] = found.value_or(kNoText);
        }
    }

    struct Client {
        ClientId id;
        std::string name; // the scenario's
        std::string_view clientId;
        std::int64_t kind = 0;
    };

    /// Evidence may begin after a client was made: such a one has no name.
    static std::vector<Client> clientsOf(const Trace& trace)
    {
        std::vector<Client> clients;
        std::vector<bool> seen(trace.clientCount());
        for (std::size_t i = 0; i < trace.size(); ++i) {
            const Event& e = trace[i];
            if (!e.client.isValid() || seen[e.client.value])
                continue;
            seen[e.client.value] = true;
            if (e.kind == EventKind::ClientCreated)
                clients.push_back({e.client, std::string(trace::entryName(trace, e)), trace.text(e.text), e.value});
            else
                clients.push_back({e.client, {}, {}, static_cast<std::int64_t>(trace::ClientKind::Other)});
        }
        return clients;
    }

    void pairClients()
    {
        const std::vector<Client> first = clientsOf(m_first);
        const std::vector<Client> second = clientsOf(m_second);
        pairClientsBy(first, second,
            [](const Client& c) { return c.name.empty() ? std::string() : c.name + '\n' + std::to_string(c.kind); });
        pairClientsBy(
            first, second, [](const Client& c) { return std::string(c.clientId) + '\n' + std::to_string(c.kind); });
        pairClientsBy(first, second, [](const Client& c) { return std::to_string(c.kind); });
        for (const Client& c : first)
            m_result.m_clients.push_back({c.id, m_result.counterpart(Run::First, c.id)});
        for (const Client& c : second) {
            if (!m_result.counterpart(Run::Second, c.id).isValid())
                m_result.m_clients.push_back({ClientId {}, c.id});
        }
    }

    template <typename Key>
    void pairClientsBy(const std::vector<Client>& first, const std::vector<Client>& second, const Key& key)
    {
        std::map<std::string, std::vector<ClientId>> waiting;
        for (auto c = second.rbegin(); c != second.rend(); ++c) {
            if (!m_result.counterpart(Run::Second, c->id).isValid())
                waiting[key(*c)].push_back(c->id);
        }
        for (const Client& c : first) {
            const std::string name = key(c);
            const auto found = waiting.find(name);
            if (name.empty() || m_result.counterpart(Run::First, c.id).isValid() || found == waiting.end()
                || found->second.empty())
                continue;
            m_result.m_clientOf[kFirst][c.id.value] = found->second.back();
            m_result.m_clientOf[kSecond][found->second.back().value] = c.id;
            found->second.pop_back();
        }
    }

    // -- events --

    /// The likeness of an event of the first run in the ids of the second; false where something that it speaks of has no
    /// counterpart, so that it cannot have one either.
    bool likenessOfFirst(const Event& e, By by, Likeness& like) const
    {
        if (by == By::Cause && e.cause.isValid()) {
            like.cause = m_result.m_events[kFirst][e.cause.value];
            if (!like.cause.isValid())
                return false;
        } else {
            like.cause = EventId {};
        }
        like.client = e.client;
        if (e.client.isValid()) {
            like.client = m_result.counterpart(Run::First, e.client);
            if (!like.client.isValid())
                return false;
        }
        like.connection = ConnectionId {};
        if (e.connection.isValid() && e.kind != EventKind::ConnectStarted) {
            like.connection = m_result.counterpart(Run::First, e.connection);
            if (!like.connection.isValid())
                return false;
        }
        like.text = TextId {0};
        if (isTextPartOf(e.kind)) {
            like.text = m_texts[e.text.value];
            if (like.text == kNoText)
                return false;
        }
        fillCommon(e, like);
        return true;
    }

    static Likeness likenessOfSecond(const Event& e, By by)
    {
        Likeness like;
        like.cause = by == By::Cause ? e.cause : EventId {};
        like.client = e.client;
        like.connection = e.kind == EventKind::ConnectStarted ? ConnectionId {} : e.connection;
        like.text = isTextPartOf(e.kind) ? e.text : TextId {0};
        fillCommon(e, like);
        return like;
    }

    static void fillCommon(const Event& e, Likeness& like)
    {
        like.node = e.node;
        like.broker = e.broker;
        like.api = e.api;
        like.rule = e.rule;
        like.kind = e.kind;
        like.side = e.side;
        like.state = e.state;
    }

    struct Entry {
        std::uint64_t hash = 0;
        std::uint32_t event = 0;
        std::uint32_t next = 0; // of a group's first entry: how many of the group were taken or passed over
        bool operator<(const Entry& o) const { return std::tie(hash, event) < std::tie(o.hash, o.event); }
    };

    /// Pairs what is not paired yet. Events are visited in the order of the first run: a cause, a client and a connection
    /// come before what speaks of them, so each has its counterpart by then if it ever gets one.
    void pairEvents(By by)
    {
        std::vector<Entry> entries;
        for (std::size_t i = 0; i < m_second.size(); ++i) {
            if (m_result.m_events[kSecond][i].isValid())
                continue;
            const Event& e = m_second[i];
            if (by == By::Place && e.kind == EventKind::ConnectStarted)
                continue;
            entries.push_back({likenessOfSecond(e, by).hash(), static_cast<std::uint32_t>(i), 0});
        }
        std::sort(entries.begin(), entries.end());

        for (std::size_t i = 0; i < m_first.size(); ++i) {
            const Event& e = m_first[i];
            if (m_result.m_events[kFirst][i].isValid() || (by == By::Place && e.kind == EventKind::ConnectStarted))
                continue;
            Likeness like;
            if (!likenessOfFirst(e, by, like))
                continue;
            const EventId found = take(entries, like, by);
            if (found.isValid())
                pair(EventId {static_cast<std::uint32_t>(i)}, found);
        }
    }

    EventId take(std::vector<Entry>& entries, const Likeness& like, By by)
    {
        const std::uint64_t hash = like.hash();
        const auto group = std::lower_bound(
            entries.begin(), entries.end(), hash, [](const Entry& entry, std::uint64_t h) { return entry.hash < h; });
        if (group == entries.end() || group->hash != hash)
            return {};
        for (auto it = group + group->next; it != entries.end() && it->hash == hash; ++it) {
            ++group->next;
            // Another one with the same hash is passed over: one in 2^64.
            if (likenessOfSecond(m_second[it->event], by) == like)
                return EventId {it->event};
        }
        return {};
    }

    void pair(EventId first, EventId second)
    {
        m_result.m_events[kFirst][first.value] = second;
        m_result.m_events[kSecond][second.value] = first;
        const Event& e = m_first[first];
        if (e.kind == EventKind::ConnectStarted && e.connection.isValid()) {
            const ConnectionId partner = m_second[second].connection;
            m_result.m_connectionOf[kFirst][e.connection.value] = partner;
            if (partner.isValid())
                m_result.m_connectionOf[kSecond][partner.value] = e.connection;
        }
    }

    // -- connections --

    void findOpenings()
    {
        for (const std::size_t run : {kFirst, kSecond}) {
            const Trace& trace = run == kFirst ? m_first : m_second;
            std::vector<bool> seen(trace.connectionCount());
            for (std::size_t i = 0; i < trace.size(); ++i) {
                const ConnectionId id = trace[i].connection;
                if (!id.isValid() || seen[id.value])
                    continue;
                seen[id.value] = true;
                m_openings[run].emplace_back(static_cast<std::uint32_t>(i));
            }
        }
    }

    /// By client (in the ids of the second run) and node id, the openings of a run in their order.
    using Places = std::map<std::pair<ClientId, NodeId>, std::vector<EventId>>;

    Places places(std::size_t run) const
    {
        const Trace& trace = run == kFirst ? m_first : m_second;
        Places result;
        for (const EventId opening : m_openings[run]) {
            const Event& e = trace[opening];
            const ClientId client = run == kFirst ? m_result.counterpart(Run::First, e.client) : e.client;
            if (e.kind == EventKind::ConnectStarted && client.isValid())
                result[{client, e.node}].push_back(opening);
        }
        return result;
    }

    /// Between two openings that are counterparts, and before the first and behind the last, those that have none go
    /// together in their order. True if there were any.
    bool pairConnectionsInOrder()
    {
        bool any = false;
        const Places second = places(kSecond);
        for (const auto& [place, mine] : places(kFirst)) {
            const auto found = second.find(place);
            if (found == second.end())
                continue;
            const std::vector<EventId>& theirs = found->second;
            std::size_t i = 0;
            std::size_t j = 0;
            while (i < mine.size() && j < theirs.size()) {
                const bool iTaken = m_result.m_events[kFirst][mine[i].value].isValid();
                const bool jTaken = m_result.m_events[kSecond][theirs[j].value].isValid();
                if (iTaken && jTaken) {
                    ++i;
                    ++j;
                } else if (iTaken) {
                    ++j; // one that only the second run has, in this gap
                } else if (jTaken) {
                    ++i;
                } else {
                    pair(mine[i++], theirs[j++]);
                    any = true;
                }
            }
        }
        return any;
    }

    void listConnections()
    {
        // Where the second run's own connections stand: behind the last counterpart before them.
        std::map<ConnectionId, std::vector<ConnectionId>> behind;
        ConnectionId last;
        for (const EventId opening : m_openings[kSecond]) {
            const ConnectionId id = m_second[opening].connection;
            const ConnectionId partner = m_result.counterpart(Run::Second, id);
            if (partner.isValid())
                last = partner;
            else
                behind[last].push_back(id);
        }
        const auto addBehind = [&](ConnectionId first) {
            const auto found = behind.find(first);
            if (found == behind.end())
                return;
            for (const ConnectionId id : found->second)
                m_result.m_connections.push_back({ConnectionId {}, id});
        };
        addBehind(ConnectionId {});
        for (const EventId opening : m_openings[kFirst]) {
            const ConnectionId id = m_first[opening].connection;
            m_result.m_connections.push_back({id, m_result.counterpart(Run::First, id)});
            addBehind(id);
        }
    }

    void count()
    {
        for (const std::size_t run : {kFirst, kSecond}) {
            m_result.m_alone[run] = static_cast<std::size_t>(std::count_if(m_result.m_events[run].begin(),
                m_result.m_events[run].end(), [](EventId partner) { return !partner.isValid(); }));
        }
    }

    static constexpr TextId kNoText {TextId::kNone};

    Alignment& m_result;
    const Trace& m_first;
    const Trace& m_second;
    std::vector<TextId> m_texts; // by text of the first run: the same text in the second, or kNoText
    std::vector<EventId> m_openings[2]; // the first event of each connection
};

Alignment::Alignment(const Trace& first, const Trace& second)
    : m_first(&first)
    , m_second(&second)
{
    Aligner(*this).run();
}

EventId Alignment::counterpart(Run run, EventId event) const
{
    const auto& events = m_events[static_cast<std::size_t>(run)];
    return event.value < events.size() ? events[event.value] : EventId {};
}

ClientId Alignment::counterpart(Run run, ClientId client) const
{
    const auto& clients = m_clientOf[static_cast<std::size_t>(run)];
    return client.value < clients.size() ? clients[client.value] : ClientId {};
}

ConnectionId Alignment::counterpart(Run run, ConnectionId connection) const
{
    const auto& connections = m_connectionOf[static_cast<std::size_t>(run)];
    return connection.value < connections.size() ? connections[connection.value] : ConnectionId {};
}

std::optional<Alignment::Parting> Alignment::parting() const
{
    // Of TCP's states a simulation knows each, and sockets only tell what is sampled of them: that is no difference in what
    // happened.
    const bool isHalfSeen = (m_first->header().vantage == trace::Vantage::Simulated)
        != (m_second->header().vantage == trace::Vantage::Simulated);
    const auto countsFor = [isHalfSeen](const trace::Event& e) {
        return e.kind != EventKind::ConfigChanged && !(isHalfSeen && e.kind == EventKind::TcpState);
    };
    std::optional<Parting> result;
    for (const Run run : {Run::First, Run::Second}) {
        const auto& events = m_events[static_cast<std::size_t>(run)];
        std::size_t alone = 0;
        while (alone < events.size() && (events[alone].isValid() || !countsFor(trace(run)[alone])))
            ++alone;
        if (alone == events.size())
            continue;
        const EventId event {static_cast<std::uint32_t>(alone)};
        if (!result || trace(run)[event].at < trace(result->run)[result->event].at)
            result = Parting {run, event};
    }
    return result;
}

} // namespace connscope::compare
