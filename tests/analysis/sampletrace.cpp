// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/sampletrace.h"

#include <string>
#include <utility>

namespace connscope::test {

using namespace trace;

EventId TraceBuilder::add(Event event)
{
    event.at = m_now;
    return trace.append(event);
}

ClientId TraceBuilder::client(std::string_view clientId, ClientKind kind, EventId cause)
{
    Event e;
    e.kind = EventKind::ClientCreated;
    e.client = trace.newClient();
    e.text = trace.intern(clientId);
    e.value = static_cast<std::int64_t>(kind);
    e.cause = cause;
    e.rule = RuleId::ApplicationCall;
    add(e);
    return e.client;
}

ConnectionId TraceBuilder::connect(ClientId client, NodeId node, std::string_view remote, RuleId rule, EventId cause)
{
    Event e;
    e.kind = EventKind::ConnectStarted;
    e.connection = trace.newConnection();
    e.client = client;
    e.node = node;
    e.broker = node.brokerId();
    e.text = trace.intern(remote);
    e.rule = rule;
    e.cause = cause;
    add(e);
    return e.connection;
}

EventId TraceBuilder::opening(ConnectionId c) const
{
    for (std::size_t i = 0; i < trace.size(); ++i) {
        if (trace[i].kind == EventKind::ConnectStarted && trace[i].connection == c)
            return EventId {static_cast<std::uint32_t>(i)};
    }
    return {};
}

EventId TraceBuilder::on(ConnectionId c, EventKind kind, RuleId rule, EventId cause, Side side)
{
    const Event& open = trace[opening(c)];
    Event e;
    e.kind = kind;
    e.connection = c;
    e.client = open.client;
    e.node = open.node;
    e.rule = rule;
    e.cause = cause;
    e.side = side;
    return add(e);
}

EventId TraceBuilder::exchange(
    ConnectionId c, ApiKey api, std::int32_t correlation, std::string_view text, RuleId rule, EventId cause)
{
    const Event& open = trace[opening(c)];
    Event e;
    e.kind = EventKind::RequestSent;
    e.connection = c;
    e.client = open.client;
    e.node = open.node;
    e.api = api;
    e.correlation = correlation;
    e.text = trace.intern(text);
    e.size = 40;
    e.rule = rule;
    e.cause = cause;
    const EventId sent = add(e);
    m_now += ms(1);
    e.kind = EventKind::ResponseReceived;
    e.cause = sent;
    e.rule = RuleId::ResponseArrived;
    e.text = TextId {0};
    e.size = 100;
    e.value = ms(1).count();
    return add(e);
}

trace::Trace sampleTrace()
{
    TraceBuilder b;
    b.trace.header().title = "Three kinds";
    b.trace.header().scenario = "three.yaml";
    b.trace.header().profile = "java-2.3";
    b.trace.header().seed = 7;
    Event start;
    start.kind = EventKind::Mark;
    start.rule = RuleId::StartOfWorld;
    const EventId world = b.add(start);
    const ClientId consumer = b.client("consumer-1", ClientKind::Consumer, world);
    const EventId created = b.last();

    b.at(1'500'000);
    Event call;
    call.kind = EventKind::AppCall;
    call.client = consumer;
    call.text = b.trace.intern("poll(200ms)");
    call.rule = RuleId::ApplicationCall;
    call.cause = created;
    const EventId poll = b.add(call);
    const ConnectionId bootstrap = b.connect(
        consumer, NodeId::bootstrap(0), "localhost/127.0.0.1:9092", RuleId::FindCoordinatorNeedsNode, poll);
    b.at(1'501'000);
    const EventId up = b.connected(bootstrap, b.opening(bootstrap));
    const EventId versions = b.exchange(bootstrap, ApiKey::ApiVersions, 1, "", RuleId::FirstRequestOnConnection, up);
    const EventId ready = b.ready(bootstrap, versions);
    b.exchange(bootstrap, ApiKey::Metadata, 2, "t4", RuleId::MetadataAtStart, ready);
    const EventId answer
        = b.exchange(bootstrap, ApiKey::FindCoordinator, 0, "group:test", RuleId::LeastLoadedNode, ready);
    Event found;
    found.kind = EventKind::CoordinatorFound;
    found.client = consumer;
    found.node = NodeId::coordinator(BrokerId {2});
    found.broker = BrokerId {2};
    found.text = b.trace.intern("group test");
    found.rule = RuleId::ResponseArrived;
    found.cause = answer;
    const EventId coordinatorFound = b.add(found);
    const ConnectionId coordinator = b.connect(
        consumer, found.node, "localhost/127.0.0.1:9094", RuleId::CoordinatorDiscovered, coordinatorFound);
    b.at(1'510'000);
    const EventId coordinatorUp = b.connected(coordinator, b.opening(coordinator));
    const EventId joined
        = b.exchange(coordinator, ApiKey::JoinGroup, 4, "group:test", RuleId::JoinGroup, coordinatorUp);
    b.ready(coordinator, joined);
    const ConnectionId data = b.connect(
        consumer, NodeId::broker(BrokerId {2}), "localhost/127.0.0.1:9094", RuleId::LeaderToFetch, joined);
    b.at(1'520'000);
    EventId cause = b.connected(data, b.opening(data));
    b.ready(data, cause);
    for (int i = 0; i < 10; ++i)
        cause = b.exchange(data, ApiKey::Fetch, 10 + i, "t4-0", RuleId::FetchWhenIdle, cause);

    b.at(545'000'000);
    const EventId expired = b.on(bootstrap, EventKind::IdleExpired, RuleId::ClientIdleExpiry, answer, Side::Client);
    Event fin;
    fin.kind = EventKind::FinSent;
    fin.connection = bootstrap;
    fin.client = consumer;
    fin.node = NodeId::bootstrap(0);
    fin.side = Side::Client;
    fin.state = TcpState::FinWait1;
    fin.rule = RuleId::ClientIdleExpiry;
    fin.cause = expired;
    b.add(fin);
    return std::move(b.trace);
}

std::string text(const std::function<void(analysis::TextSink&)>& report)
{
    std::string out;
    analysis::TextSink sink([&out](std::string_view piece) {
        out += piece;
        return true;
    });
    report(sink);
    sink.flush();
    return out;
}

} // namespace connscope::test
