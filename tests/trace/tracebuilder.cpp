// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/tracebuilder.h"

#include "base/rng.h"

namespace connscope::test {

using namespace trace;

EventId TraceBuilder::add(Event event, std::string_view text)
{
    event.at = now;
    event.text = trace.intern(text);
    return trace.append(event);
}

EventId TraceBuilder::begin()
{
    Event e;
    e.kind = EventKind::Action;
    e.rule = RuleId::StartOfWorld;
    return add(e, "start");
}

ClientId TraceBuilder::client(std::string_view name, ClientKind kind, EventId cause)
{
    Event e;
    e.kind = EventKind::ClientCreated;
    e.rule = RuleId::ScenarioAction;
    e.cause = cause;
    e.client = trace.newClient();
    e.value = static_cast<std::int64_t>(kind);
    add(e, name);
    return e.client;
}

void TraceBuilder::idleLimit(ClientId client, std::int64_t ms, EventId cause)
{
    Event e;
    e.kind = EventKind::ConfigChanged;
    e.rule = RuleId::ConfigValue;
    e.cause = cause;
    e.client = client;
    add(e, "connections.max.idle.ms = " + std::to_string(ms));
}

void TraceBuilder::idleLimit(BrokerId broker, std::int64_t ms, EventId cause)
{
    Event e;
    e.kind = EventKind::ConfigChanged;
    e.rule = RuleId::ConfigValue;
    e.cause = cause;
    e.broker = broker;
    add(e, "connections.max.idle.ms = " + std::to_string(ms));
}

ConnectionId TraceBuilder::connect(
    ClientId client, NodeId node, BrokerId broker, EventId cause, RuleId rule, std::string_view remote)
{
    Event e;
    e.kind = EventKind::ConnectStarted;
    e.rule = rule;
    e.cause = cause;
    e.connection = trace.newConnection();
    e.client = client;
    e.node = node;
    e.broker = node.brokerId();
    const EventId opening = add(e, remote);
    e.broker = broker;
    m_openings.push_back(e);
    Event syn = of(e.connection, EventKind::TcpState, Side::Client, TcpState::SynSent);
    syn.cause = opening;
    syn.value = 40000 + e.connection.value;
    add(syn, "10.0.0.7");
    add(of(e.connection, EventKind::TcpState, Side::Broker, TcpState::SynReceived));
    return e.connection;
}

void TraceBuilder::establish(ConnectionId connection)
{
    add(of(connection, EventKind::TcpState, Side::Client, TcpState::Established));
    add(of(connection, EventKind::TcpState, Side::Broker, TcpState::Established));
    add(of(connection, EventKind::Connected));
}

void TraceBuilder::ready(ConnectionId connection) { add(of(connection, EventKind::Ready)); }

EventId TraceBuilder::send(ConnectionId connection, ApiKey api, std::int32_t correlation, std::uint32_t size)
{
    Event e = of(connection, EventKind::RequestSent);
    e.api = api;
    e.correlation = correlation;
    e.size = size;
    return add(e);
}

EventId TraceBuilder::answer(ConnectionId connection, ApiKey api, std::int32_t correlation, std::uint32_t size)
{
    Event e = of(connection, EventKind::RequestReceived, Side::Broker, TcpState::None);
    e.api = api;
    e.correlation = correlation;
    add(e);
    e.kind = EventKind::ResponseSent;
    e.size = size;
    add(e);
    e.kind = EventKind::ResponseReceived;
    e.side = Side::Client;
    return add(e);
}

void TraceBuilder::close(ConnectionId connection, Side side, RuleId rule, EventId cause)
{
    const Side other = side == Side::Client ? Side::Broker : Side::Client;
    const auto step = [&](EventKind kind, Side s, TcpState state, RuleId r) {
        Event e = of(connection, kind, s, state);
        e.rule = r;
        e.cause = cause;
        cause = add(e);
    };
    step(EventKind::FinSent, side, TcpState::FinWait1, rule);
    step(EventKind::FinReceived, other, TcpState::CloseWait, RuleId::PassiveClose);
    step(EventKind::TcpState, side, TcpState::FinWait2, RuleId::ActiveClose);
    step(EventKind::FinSent, other, TcpState::LastAck, RuleId::PeerClosed);
    step(EventKind::FinReceived, side, TcpState::TimeWait, RuleId::ActiveClose);
    step(EventKind::Closed, other, TcpState::Closed, RuleId::PassiveClose);
    if (side == Side::Broker)
        step(EventKind::Disconnected, Side::Client, TcpState::None, RuleId::PeerClosed);
    wait(60s);
    step(EventKind::Closed, side, TcpState::Closed, RuleId::TimeWaitOver);
}

Event TraceBuilder::of(ConnectionId connection, EventKind kind) const
{
    const Event& opening = m_openings[connection.value];
    Event e;
    e.kind = kind;
    e.connection = connection;
    e.client = opening.client;
    e.node = opening.node;
    e.broker = opening.broker;
    e.rule = RuleId::ResponseArrived;
    if (!trace.empty())
        e.cause = last();
    return e;
}

Event TraceBuilder::of(ConnectionId connection, EventKind kind, Side side, TcpState state) const
{
    Event e = of(connection, kind);
    e.side = side;
    e.state = state;
    return e;
}

Trace sampleTrace()
{
    TraceBuilder b;
    b.trace.header().title = "Three kinds of connection";
    b.trace.header().scenario = "sample.yaml";
    b.trace.header().seed = 42;
    const EventId start = b.begin();
    const ClientId consumer = b.client("consumer-1", ClientKind::Consumer, start);
    b.idleLimit(consumer, 540'000, start);
    for (int broker = 0; broker < 3; ++broker)
        b.idleLimit(BrokerId {broker}, 600'000, start);

    const ConnectionId bootstrap = b.connect(consumer, NodeId::bootstrap(0), BrokerId {0}, start);
    b.wait(1ms);
    b.establish(bootstrap);
    b.send(bootstrap, ApiKey::ApiVersions, 1);
    b.wait(2ms);
    b.answer(bootstrap, ApiKey::ApiVersions, 1);
    b.ready(bootstrap);
    b.send(bootstrap, ApiKey::Metadata, 2);
    b.send(bootstrap, ApiKey::FindCoordinator, 0);
    b.wait(2ms);
    const EventId metadata = b.answer(bootstrap, ApiKey::Metadata, 2);
    Event updated = b.of(bootstrap, EventKind::MetadataUpdated);
    updated.rule = RuleId::NodesReplaced;
    updated.value = 2;
    updated.size = 3;
    b.add(updated, "3 brokers");
    const EventId found = b.answer(bootstrap, ApiKey::FindCoordinator, 0);

    const ConnectionId coordinator
        = b.connect(consumer, NodeId::coordinator(BrokerId {2}), BrokerId {2}, found, RuleId::CoordinatorDiscovered);
    b.establish(coordinator);
    b.send(coordinator, ApiKey::ApiVersions, 4);
    b.answer(coordinator, ApiKey::ApiVersions, 4);
    b.ready(coordinator);
    const ConnectionId data
        = b.connect(consumer, NodeId::broker(BrokerId {0}), BrokerId {0}, metadata, RuleId::LeaderToFetch);
    b.establish(data);
    b.send(data, ApiKey::ApiVersions, 5);
    b.answer(data, ApiKey::ApiVersions, 5);
    b.ready(data);
    for (int i = 0; i < 180; ++i) {
        b.send(data, ApiKey::Fetch, 10 + 2 * i);
        b.send(coordinator, ApiKey::Heartbeat, 11 + 2 * i);
        b.wait(3s);
        b.answer(data, ApiKey::Fetch, 10 + 2 * i);
        b.answer(coordinator, ApiKey::Heartbeat, 11 + 2 * i);
    }
    Event expired = b.of(bootstrap, EventKind::IdleExpired, Side::Client, TcpState::None);
    expired.rule = RuleId::ClientIdleExpiry;
    expired.value = Duration(540s).count();
    const EventId why = b.add(expired);
    b.close(bootstrap, Side::Client, RuleId::ClientIdleExpiry, why);
    return std::move(b.trace);
}

Trace randomTrace(std::uint64_t seed, std::size_t events, std::uint32_t connections)
{
    constexpr std::string_view kTexts[]
        = {"", "", "t4-0", "consumer-1", "localhost/127.0.0.1:9092", "quote \" backslash \\ slash /",
            "tab\tnew line\n\r\x01 bell \x7f", "Verbindung für Grüße", "主题", "\xf0\x9f\x90\x8b",
            "broken \xff\xfe utf-8", "\xed\xa0\x80", "connections.max.idle.ms = 1000", "connections.max.idle.ms = -1",
            "connections.max.idle.ms = x", "group test", "transaction tx", std::string_view("nul \0 byte", 10)};
    Rng rng {seed};
    const auto any
        = [&](auto count) { return static_cast<std::size_t>(rng.below(static_cast<std::uint64_t>(count))); };
    Trace t;
    t.header().title = kTexts[any(std::size(kTexts))];
    t.header().scenario = kTexts[any(std::size(kTexts))];
    t.header().seed = rng.next();
    t.header().epochMs = static_cast<std::int64_t>(rng.next());
    t.header().vantage = static_cast<Vantage>(any(4));
    Instant now {};
    for (std::size_t i = 0; i < events; ++i) {
        Event e;
        now += rng.chance(0.3) ? Duration {static_cast<std::int64_t>(rng.below(2'000'000'000))} : Duration::zero();
        e.at = now;
        e.kind = static_cast<EventKind>(any(kEventKindCount));
        e.rule = static_cast<RuleId>(any(kRuleCount));
        if (i > 0 && rng.chance(0.8))
            e.cause = EventId {static_cast<std::uint32_t>(any(i))};
        if (connections > 0 && rng.chance(0.8))
            e.connection = ConnectionId {static_cast<std::uint32_t>(any(connections))};
        if (rng.chance(0.8))
            e.client = ClientId {static_cast<std::uint32_t>(any(20))};
        if (rng.chance(0.7)) {
            const BrokerId broker {static_cast<std::int32_t>(any(5))};
            const NodeId nodes[] = {NodeId::bootstrap(static_cast<int>(any(3))), NodeId::broker(broker),
                NodeId::coordinator(broker), NodeId {static_cast<std::int32_t>(rng.next())}};
            e.node = nodes[any(4)];
        }
        if (rng.chance(0.5))
            e.broker = BrokerId {static_cast<std::int32_t>(any(5))};
        if (rng.chance(0.7))
            e.api = allApiKeys()[any(allApiKeys().size())];
        else if (rng.chance(0.2))
            e.api = static_cast<ApiKey>(static_cast<std::int16_t>(rng.next()));
        if (rng.chance(0.6))
            e.correlation = static_cast<std::int32_t>(rng.chance(0.9) ? rng.below(4) : rng.next());
        if (rng.chance(0.5))
            e.size = static_cast<std::uint32_t>(rng.chance(0.9) ? rng.below(2000) : rng.next());
        if (rng.chance(0.5))
            e.value = static_cast<std::int64_t>(rng.chance(0.9) ? rng.below(2'000'000'000) : rng.next());
        e.text = t.intern(kTexts[any(std::size(kTexts))]);
        e.side = static_cast<Side>(any(4));
        if (rng.chance(0.3))
            e.state = static_cast<TcpState>(any(kTcpStateCount));
        e.vantage = static_cast<Vantage>(any(4));
        t.append(e);
        t.coverConnection(e.connection);
        t.coverClient(e.client);
    }
    return t;
}

} // namespace connscope::test
