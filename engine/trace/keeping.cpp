// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/keeping.h"

#include "trace/worldstate.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace connscope::trace {

namespace {

/// Causes of what is kept that are kept as well, so many steps back.
constexpr int kCausesKept = 12;
/// Trace::append gives ids of 32 bits; sizes of events as well.
constexpr std::uint64_t kMost32 = std::numeric_limits<std::uint32_t>::max();

bool isRequest(EventKind kind) { return kind >= EventKind::RequestQueued && kind <= EventKind::RequestTimedOut; }
bool isLifecycle(EventKind kind) { return kind >= EventKind::ConnectStarted && kind <= EventKind::Closed; }
bool isOfKeeping(EventKind kind)
{
    return kind == EventKind::EventsDropped || kind == EventKind::WholeFromHere || kind == EventKind::EarlierTraffic;
}
bool endsRequest(EventKind kind)
{
    return kind == EventKind::ResponseReceived || kind == EventKind::RequestCancelled
        || kind == EventKind::RequestTimedOut;
}

/// What a connection carried in events that are dropped.
struct Carried {
    std::uint64_t requests = 0;
    std::uint64_t sentBytes = 0;
    std::uint64_t answers = 0;
    std::uint64_t readBytes = 0;
};

/// Finds out what was still true after the events before the cut.
class StillTrue {
public:
    StillTrue(const Trace& trace, std::size_t cut)
        : m_trace(trace)
        , m_cut(cut)
        , m_state(trace)
        , m_kept(cut, false)
    {
        while (m_state.applied() < cut)
            m_state.apply(id(m_state.applied()));
        keepConnections();
        keepRest();
        const std::vector<bool> own = m_kept;
        for (std::size_t i = 0; i < cut; ++i) {
            if (own[i] && !m_isUse[i])
                keepCauses(m_trace[i].cause);
        }
    }
    std::vector<Event> front(std::vector<std::pair<std::uint32_t, std::uint32_t>>& numbers) const;

private:
    static EventId id(std::size_t i) { return EventId {static_cast<std::uint32_t>(i)}; }
    void keep(EventId event)
    {
        if (event.isValid() && event.value < m_cut && !isOfKeeping(m_trace[event].kind))
            m_kept[event.value] = true;
    }
    void keepConnections();
    void keepRest();
    void keepCauses(EventId cause);
    bool hasSocket(ConnectionId connection) const { return m_alive.contains(connection.value); }
    void keepEndOf(EventId request);
    /// The last event that says something about one thing; what it says replaces what an earlier one said.
    using Saying = std::tuple<EventKind, ClientId, BrokerId, std::string_view>;
    std::optional<Saying> saying(const Event& e) const;
    void appendTraffic(std::vector<Event>& out, Instant at, EventId seam) const;

    const Trace& m_trace;
    const std::size_t m_cut;
    WorldState m_state;
    std::vector<bool> m_kept;
    std::vector<bool> m_isUse
        = std::vector<bool>(m_cut, false); // kept as a connection's last use: its causes are turns of a loop
    std::unordered_map<std::uint32_t, ConnectionState> m_alive; // connections that have a socket
    std::vector<bool> m_isHere; // by client: alive, or one of its sockets is
};

void StillTrue::keepConnections()
{
    m_state.forEachConnection([this](ConnectionId connection, const ConnectionState& c) {
        if (m_state.isGone(c))
            return;
        m_alive.emplace(connection.value, c);
        for (const EventId event : {c.opened, c.dialled, c.connected, c.ready, c.closing, c.released, c.backoff})
            keep(event);
        keep(c.identified);
        for (const EventId event : {c.usedByClient, c.usedByBroker}) {
            if (!event.isValid() || event.value >= m_cut || m_kept[event.value])
                continue;
            keep(event);
            m_isUse[event.value] = true;
            if (m_trace[event].kind == EventKind::RequestSent)
                keepEndOf(event);
        }
        for (const InFlightRequest& request : m_state.inFlight(connection)) {
            keep(request.sent);
            m_isUse[request.sent.value] = false;
        }
    });
}

std::optional<StillTrue::Saying> StillTrue::saying(const Event& e) const
{
    const std::string_view text = m_trace.text(e.text);
    switch (e.kind) {
    case EventKind::ClientCreated:
    case EventKind::ClientCloseCalled:
    case EventKind::ClientClosed:
    case EventKind::ClientKilled:
    case EventKind::GroupJoined:
    case EventKind::GroupLeft:
    case EventKind::PartitionsAssigned:
    case EventKind::PartitionsRevoked:
    case EventKind::TransactionState:
        return Saying {e.kind, e.client, {}, {}};
    case EventKind::ClientPaused:
    case EventKind::ClientResumed:
        return Saying {EventKind::ClientPaused, e.client, {}, {}};
    case EventKind::MetadataUpdated: // an answer without brokers says less
        return Saying {e.kind, e.client, {}, e.size > 0 ? "brokers" : ""};
    case EventKind::CoordinatorFound:
    case EventKind::CoordinatorLost:
        return Saying {e.kind, e.client, {}, text.substr(0, 11) == "transaction" ? "transaction" : "group"};
    case EventKind::BrokerUp:
    case EventKind::BrokerSlow:
        return Saying {e.kind, {}, e.broker, {}};
    case EventKind::BrokerDown:
    case EventKind::BrokerPaused:
    case EventKind::BrokerResumed:
        return Saying {EventKind::BrokerDown, {}, e.broker, {}};
    case EventKind::LeaderMoved:
    case EventKind::CoordinatorMoved:
    case EventKind::TopicCreated:
        return Saying {e.kind, {}, {}, text};
    case EventKind::LinkCut:
    case EventKind::LinkHealed:
        return Saying {EventKind::LinkCut, {}, {}, text};
    case EventKind::ConfigChanged:
        return Saying {e.kind, e.client, e.broker, text.substr(0, text.find('='))};
    default:
        return std::nullopt;
    }
}

void StillTrue::keepRest()
{
    std::map<Saying, EventId> last;
    std::map<std::string_view, EventId> firstFound; // coordinators, as the world first heard of them
    std::map<ClientId, EventId> forgot; // its brokers: KIP-899
    for (std::size_t i = 0; i < m_cut; ++i) {
        const Event& e = m_trace[i];
        const bool tells
            = (isLifecycle(e.kind) && e.kind != EventKind::NodeInferred) || e.kind == EventKind::FlowForgotten;
        if (tells && e.connection.isValid() && hasSocket(e.connection))
            keep(id(i));
        if (const auto what = saying(e))
            last[*what] = id(i);
        if (e.kind == EventKind::CoordinatorFound)
            firstFound.emplace(m_trace.text(e.text), id(i));
        if (e.rule == RuleId::Rebootstrap && e.client.isValid() && !isRequest(e.kind))
            forgot[e.client] = id(i);
        if (e.rule == RuleId::StartOfWorld)
            keep(id(i));
    }
    std::vector<bool>& isHere = m_isHere;
    isHere.assign(m_trace.clientCount(), false);
    for (std::uint32_t i = 0; i < m_state.clientCount() && i < isHere.size(); ++i)
        isHere[i] = !m_state.client(ClientId {i}).ended.isValid();
    for (const auto& [connection, c] : m_alive) {
        const ClientId client = m_trace[c.opened].client;
        if (client.value < isHere.size())
            isHere[client.value] = true;
    }
    for (const auto& [what, event] : last) {
        const Event& e = m_trace[event];
        const bool ofClient = e.client.isValid() && e.client.value < isHere.size();
        if ((!ofClient || isHere[e.client.value]) && !(e.kind == EventKind::LinkHealed))
            keep(event);
    }
    for (const auto& [client, event] : forgot) {
        const Event& e = m_trace[event];
        if (client.value < isHere.size() && isHere[client.value] && !m_state.client(client).knowsCluster
            && (!e.connection.isValid() || hasSocket(e.connection)))
            keep(event);
    }
    m_state.forEachCoordinator([&](TextId what, BrokerId) {
        const auto found = firstFound.find(m_trace.text(what));
        if (found != firstFound.end() && !last.contains(Saying {EventKind::CoordinatorMoved, {}, {}, found->first}))
            keep(found->second);
    });
}

void StillTrue::keepCauses(EventId cause)
{
    for (int step = 0; step < kCausesKept && cause.isValid() && cause.value < m_cut; ++step) {
        const Event& e = m_trace[cause];
        if (m_kept[cause.value] || isOfKeeping(e.kind))
            return;
        // An event of a connection that is gone would bring it to life again.
        if (e.connection.isValid() && (isLifecycle(e.kind) || isRequest(e.kind)) && !hasSocket(e.connection))
            return;
        // What was said again later may be said: the last word is kept as well. Not so of these.
        if (e.rule == RuleId::Rebootstrap || e.kind == EventKind::LinkCut || e.kind == EventKind::LinkHealed
            || (e.client.value < m_isHere.size() && !m_isHere[e.client.value]))
            return;
        keep(cause);
        if (e.kind == EventKind::RequestSent)
            keepEndOf(cause);
        cause = e.cause;
    }
}

/// Without its end a request would be in flight for ever.
void StillTrue::keepEndOf(EventId request)
{
    const Event& sent = m_trace[request];
    for (std::size_t i = request.value + std::size_t {1}; i < m_cut; ++i) {
        const Event& e = m_trace[i];
        if (e.connection != sent.connection || !endsRequest(e.kind)
            || (e.correlation >= 0 && e.correlation != sent.correlation))
            continue;
        if (!m_kept[i]) {
            keep(id(i));
            m_isUse[i] = true;
        }
        return;
    }
}

void StillTrue::appendTraffic(std::vector<Event>& out, Instant at, EventId seam) const
{
    std::map<std::pair<std::uint32_t, ApiKey>, Carried> carried;
    for (std::size_t i = 0; i < m_cut; ++i) {
        const Event& e = m_trace[i];
        if (m_kept[i] || !hasSocket(e.connection))
            continue;
        if (e.kind == EventKind::RequestSent) {
            Carried& c = carried[{e.connection.value, e.api}];
            ++c.requests;
            c.sentBytes += e.size;
        } else if (e.kind == EventKind::ResponseReceived) {
            Carried& c = carried[{e.connection.value, e.api}];
            ++c.answers;
            c.readBytes += e.size;
        } else if (e.kind == EventKind::EarlierTraffic) {
            Carried& c = carried[{e.connection.value, e.api}];
            (e.side == Side::Client ? c.requests : c.answers) += e.size;
            (e.side == Side::Client ? c.sentBytes : c.readBytes) += static_cast<std::uint64_t>(e.value);
        }
    }
    for (const auto& [connection, c] : m_alive) {
        if (c.transaction) // what makes it so may be gone
            carried[{connection, ApiKey::EndTxn}];
    }
    for (const auto& [of, c] : carried) {
        const ConnectionState& state = m_alive.at(of.first);
        const Event& opening = m_trace[state.opened];
        Event e;
        e.at = at;
        e.cause = seam;
        e.kind = EventKind::EarlierTraffic;
        e.rule = RuleId::TraceLimit;
        e.vantage = opening.vantage;
        e.connection = ConnectionId {of.first};
        e.client = opening.client;
        e.node = opening.node;
        e.broker = m_state.broker(state);
        e.api = of.second;
        if (c.requests > 0 || (state.transaction && of.second == ApiKey::EndTxn)) {
            e.side = Side::Client;
            e.size = static_cast<std::uint32_t>(std::min(c.requests, kMost32));
            e.value = static_cast<std::int64_t>(c.sentBytes);
            out.push_back(e);
        }
        if (c.answers > 0) {
            e.side = Side::Broker;
            e.size = static_cast<std::uint32_t>(std::min(c.answers, kMost32));
            e.value = static_cast<std::int64_t>(c.readBytes);
            out.push_back(e);
        }
    }
}

std::vector<Event> StillTrue::front(std::vector<std::pair<std::uint32_t, std::uint32_t>>& numbers) const
{
    std::vector<Event> out(1);
    std::vector<std::uint32_t> now(m_cut, 0);
    std::uint64_t dropped = m_trace.dropped();
    std::optional<Instant> first;
    for (std::size_t i = 0; i < m_cut; ++i) {
        const Event& e = m_trace[i];
        if (e.kind == EventKind::WholeFromHere)
            first = first ? std::min(*first, kStart + Duration {e.value}) : kStart + Duration {e.value};
        if (isOfKeeping(e.kind))
            continue;
        if (!m_kept[i]) {
            ++dropped;
            first = first ? std::min(*first, e.at) : e.at;
            continue;
        }
        now[i] = static_cast<std::uint32_t>(out.size());
        numbers.emplace_back(static_cast<std::uint32_t>(i), now[i]);
        out.push_back(e);
        if (e.cause.isValid())
            out.back().cause = EventId {now[e.cause.value]};
    }
    Event& head = out.front();
    head.at = m_trace[0].at;
    head.kind = EventKind::EventsDropped;
    head.rule = RuleId::TraceLimit;
    head.vantage = m_trace.header().vantage;
    head.value = static_cast<std::int64_t>(dropped);
    head.size = static_cast<std::uint32_t>(out.size());
    Event seam = head;
    seam.at = m_trace[m_cut - 1].at;
    seam.kind = EventKind::WholeFromHere;
    seam.cause = EventId {0};
    seam.value = toNs(first.value_or(seam.at));
    seam.size = 0;
    const EventId number = id(out.size());
    out.push_back(seam);
    appendTraffic(out, seam.at, number);
    return out;
}

} // namespace

EventId Renumbering::operator()(EventId before) const
{
    if (!before.isValid())
        return before;
    if (before.value >= m_cut)
        return EventId {static_cast<std::uint32_t>(before.value - m_cut + m_front)};
    const auto it = std::lower_bound(m_kept.begin(), m_kept.end(), before.value,
        [](const auto& entry, std::uint32_t number) { return entry.first < number; });
    return EventId {it != m_kept.end() && it->first == before.value ? it->second : 0};
}

std::size_t dueCut(const Trace& trace, const Keep& keep, Instant now)
{
    // What is said of older events counts for nothing: neither how much it is, nor when.
    std::size_t whole = trace.wholeFrom();
    while (whole < trace.size() && isOfKeeping(trace[whole].kind))
        ++whole;
    if (whole == trace.size())
        return 0;
    std::size_t cut = 0;
    if (keep.events > 0 && trace.size() - whole > keep.events + std::max<std::uint64_t>(keep.events / 4, 1))
        cut = trace.size() - static_cast<std::size_t>(keep.events);
    if (keep.time > Duration::zero() && now - trace[whole].at > keep.time + keep.time / 4)
        cut = std::max(cut, trace.lowerBound(now - keep.time));
    return cut > whole ? cut : 0;
}

std::optional<Renumbering> dropBefore(Trace& trace, std::size_t cut)
{
    cut = std::min(cut, trace.size());
    if (cut == 0)
        return std::nullopt;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> numbers;
    const std::vector<Event> front = StillTrue(trace, cut).front(numbers);
    if (front.size() >= cut)
        return std::nullopt;
    Renumbering renumbering(cut, front.size(), std::move(numbers));
    trace.replaceFront(cut, front, [&](Event& e) { e.cause = renumbering(e.cause); });
    return renumbering;
}

EventId Following::operator()(EventId source) const
{
    if (!source.isValid())
        return source;
    if (source.value >= m_from)
        return EventId {source.value - m_from + m_base};
    const auto it = std::lower_bound(m_older.begin(), m_older.end(), source.value,
        [](const auto& entry, std::uint32_t number) { return entry.first < number; });
    return EventId {it != m_older.end() && it->first == source.value ? it->second : 0};
}

void Following::dropped(const Renumbering& renumbering)
{
    std::vector<std::pair<std::uint32_t, std::uint32_t>> older;
    for (const auto& [source, here] : m_older) {
        if (const EventId now = renumbering(EventId {here}); now.value != 0)
            older.emplace_back(source, now.value);
    }
    for (const auto& [before, now] : renumbering.kept()) {
        if (before >= m_base)
            older.emplace_back(before - m_base + m_from, now);
    }
    m_older = std::move(older);
    const auto cut = static_cast<std::uint32_t>(renumbering.cut());
    const auto front = static_cast<std::uint32_t>(renumbering.front());
    if (cut >= m_base) {
        m_from += cut - m_base;
        m_base = front;
    } else {
        m_base = m_base - cut + front;
    }
}

void KeptTrace::take(const Trace& source)
{
    if (m_taken == 0)
        m_trace.header() = source.header();
    // Each text is in the source's table once, so the same order gives the same numbers.
    for (std::size_t i = m_trace.texts().size(); i < source.texts().size(); ++i)
        m_trace.intern(source.text(TextId {static_cast<std::uint32_t>(i)}));
    for (; m_taken < source.size(); ++m_taken) {
        Event e = source[m_taken];
        e.cause = m_following(e.cause);
        m_trace.append(e);
    }
    if (source.connectionCount() > 0)
        m_trace.coverConnection(ConnectionId {source.connectionCount() - 1});
    if (source.clientCount() > 0)
        m_trace.coverClient(ClientId {source.clientCount() - 1});
}

std::optional<Renumbering> KeptTrace::shorten(Instant now)
{
    const std::size_t cut = m_trace.size() >= m_notBelow ? dueCut(m_trace, m_keep, now) : 0;
    if (cut == 0)
        return std::nullopt;
    auto renumbering = dropBefore(m_trace, cut);
    if (renumbering)
        m_following.dropped(*renumbering);
    m_notBelow = renumbering ? 0 : m_trace.size() + m_trace.size() / 4;
    return renumbering;
}

} // namespace connscope::trace
