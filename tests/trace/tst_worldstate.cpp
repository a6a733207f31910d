// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/worldstate.h"

#include "support/rcqt.h"
#include "trace/statetext.h"
#include "trace/tracebuilder.h"

#include <QTest>

using namespace connscope;
using namespace connscope::trace;
using connscope::test::TraceBuilder;

namespace {

/// The world after everything that was built so far.
WorldState fold(const Trace& trace)
{
    WorldState state(trace);
    for (std::uint32_t i = 0; i < trace.size(); ++i)
        state.apply(EventId {i});
    return state;
}

/// A client with one connection that is ready, and the event that everything goes back to.
struct OneConnection : TraceBuilder {
    EventId start = begin();
    ClientId who = client("producer-1", ClientKind::Producer, start);
    ConnectionId c;

    explicit OneConnection(NodeId node = NodeId::broker(BrokerId {0}))
    {
        c = connect(who, node, BrokerId {0}, start);
        establish(c);
        ready(c);
    }
    void end(EventKind kind, RuleId rule, Side side = Side::None, TcpState state = TcpState::None)
    {
        Event e = of(c, kind, side, state);
        e.rule = rule;
        add(e);
    }
};

} // namespace

class TestWorldState : public QObject {
    Q_OBJECT

private slots:
    /// Its ends know nothing of it, so none of their states changes.
    void whatAMiddleboxForgetsIsForgottenFromThenOn()
    {
        OneConnection b;
        QVERIFY(!fold(b.trace).connection(b.c).forgotten);
        const ConnectionState before = fold(b.trace).connection(b.c);
        Event e;
        e.kind = EventKind::FlowForgotten;
        e.connection = b.c;
        e.side = Side::Network;
        e.rule = RuleId::MiddleboxForgot;
        b.trace.append(e);
        const ConnectionState after = fold(b.trace).connection(b.c);
        QVERIFY(after.forgotten && after.isOpen());
        QCOMPARE(after.client, before.client);
        QCOMPARE(after.broker, before.broker);
        e.connection = b.trace.newConnection(); // of which nothing is known
        b.trace.append(e);
        QVERIFY(!fold(b.trace).connection(e.connection).exists());
    }
    void aConnectionGoesThroughItsStates()
    {
        TraceBuilder b;
        const EventId start = b.begin();
        const ClientId client = b.client("consumer-1", ClientKind::Consumer, start);
        b.wait(1s);
        const ConnectionId c = b.connect(client, NodeId::bootstrap(0), BrokerId {3}, start);
        WorldState state = fold(b.trace);
        const auto step = [&] {
            while (state.applied() < b.trace.size())
                state.apply(EventId {static_cast<std::uint32_t>(state.applied())});
            return state.connection(c);
        };
        QVERIFY(step().channel == Channel::Connecting);
        QVERIFY(step().isOpen());
        QVERIFY(step().client == TcpState::SynSent && step().broker == TcpState::SynReceived);
        QVERIFY(!step().connected.isValid());
        QVERIFY(state.role(step()) == Role::Bootstrap);
        QCOMPARE(state.broker(step()).value, 3); // the node id does not name it, the socket does
        QCOMPARE(state.localPort(step()), std::uint16_t {40000});
        QCOMPARE(state.openByRole()[static_cast<std::size_t>(Role::Bootstrap)], 1u);

        b.wait(1ms);
        b.establish(c);
        QVERIFY(step().channel == Channel::CheckingApiVersions);
        QVERIFY(step().client == TcpState::Established && step().broker == TcpState::Established);
        QVERIFY(b.trace[step().connected].kind == EventKind::Connected);

        b.send(c, ApiKey::ApiVersions, 0);
        QCOMPARE(step().inFlight, std::uint16_t {1});
        b.answer(c, ApiKey::ApiVersions, 0);
        QCOMPARE(step().inFlight, std::uint16_t {0});
        b.ready(c);
        QVERIFY(step().channel == Channel::Ready);
        QCOMPARE(step().requests, 1u);
        QVERIFY(!step().closing.isValid());

        b.wait(540s);
        b.close(c, Side::Client, RuleId::ClientIdleExpiry, start);
        QVERIFY(step().channel == Channel::Disconnected);
        QVERIFY(step().closer == Side::Client);
        QVERIFY(step().closeRule == RuleId::ClientIdleExpiry);
        QCOMPARE(toNs(b.trace[step().closing].at), Duration(541s + 1ms).count());
        QVERIFY(state.isGone(step()));
        QCOMPARE(state.openByRole()[static_cast<std::size_t>(Role::Bootstrap)], 0u);
    }

    void bothEndsWalkTheirOwnStates()
    {
        OneConnection b;
        const std::size_t before = b.trace.size();
        b.close(b.c, Side::Broker, RuleId::BrokerIdleExpiry, b.start);
        WorldState state(b.trace);
        QStringList seen;
        for (std::uint32_t i = 0; i < b.trace.size(); ++i) {
            state.apply(EventId {i});
            const ConnectionState& c = state.connection(b.c);
            if (i >= before) {
                const QString pair
                    = QString::fromUtf8(tcpStateName(c.client).data()) + '/' + tcpStateName(c.broker).data();
                if (seen.isEmpty() || seen.last() != pair)
                    seen << pair;
            }
        }
        QCOMPARE(seen.join(' '),
            "ESTABLISHED/FIN-WAIT-1 CLOSE-WAIT/FIN-WAIT-1 CLOSE-WAIT/FIN-WAIT-2 LAST-ACK/FIN-WAIT-2 "
            "LAST-ACK/TIME-WAIT "
            "CLOSED/TIME-WAIT CLOSED/CLOSED");
        QVERIFY(state.connection(b.c).closer == Side::Broker);
    }

    void authenticationComesBeforeApiVersionsOrAfter()
    {
        OneConnection ready;
        TraceBuilder& b = ready;
        const ConnectionId c = b.connect(ready.who, NodeId::broker(BrokerId {1}), BrokerId {1}, ready.start);
        b.establish(c);
        b.send(c, ApiKey::SaslHandshake, 0);
        QVERIFY(fold(b.trace).connection(c).channel == Channel::Authenticating);
        b.add(b.of(c, EventKind::Authenticated));
        QVERIFY(fold(b.trace).connection(c).channel == Channel::CheckingApiVersions);
    }

    void requestsInFlightKeepTheirOrder()
    {
        OneConnection b;
        const ConnectionId other = b.connect(b.who, NodeId::broker(BrokerId {1}), BrokerId {1}, b.start);
        for (int i = 0; i < 5; ++i) {
            b.send(b.c, ApiKey::Produce, i);
            b.send(other, ApiKey::Produce, 100 + i);
        }
        b.answer(b.c, ApiKey::Produce, 0);
        b.answer(b.c, ApiKey::Produce, 2); // out of order, as a completed acks=0 request may be
        const WorldState state = fold(b.trace);
        std::vector<std::int32_t> correlations;
        for (const InFlightRequest& request : state.inFlight(b.c)) {
            correlations.push_back(request.correlation);
            QCOMPARE(b.trace[request.sent].correlation, request.correlation);
        }
        QCOMPARE(correlations, (std::vector<std::int32_t> {1, 3, 4}));
        QCOMPARE(state.connection(b.c).inFlight, std::uint16_t {3});
        QCOMPARE(state.inFlight(other).size(), std::size_t {5});
        QCOMPARE(state.inFlight(ConnectionId {77}).size(), std::size_t {0});
    }

    void aSilentRequestIsNeverInFlight()
    {
        OneConnection b;
        Event e = b.of(b.c, EventKind::RequestSent);
        e.rule = RuleId::SilentRequest;
        e.api = ApiKey::Produce;
        e.correlation = 7;
        b.add(e);
        const WorldState state = fold(b.trace);
        QCOMPARE(state.connection(b.c).inFlight, std::uint16_t {0});
        QCOMPARE(state.connection(b.c).requests, 1u);
    }

    void lettingGoCutsTheRequestsInFlight_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("side");
        QTest::newRow("the client closes") << static_cast<int>(EventKind::FinSent) << static_cast<int>(Side::Client);
        QTest::newRow("the client notices the end")
            << static_cast<int>(EventKind::Disconnected) << static_cast<int>(Side::Client);
        QTest::newRow("a reset") << static_cast<int>(EventKind::ResetSent) << static_cast<int>(Side::Client);
    }
    void lettingGoCutsTheRequestsInFlight()
    {
        QFETCH(int, kind);
        QFETCH(int, side);
        OneConnection b;
        b.send(b.c, ApiKey::Fetch, 1);
        b.end(static_cast<EventKind>(kind), RuleId::PeerClosed, static_cast<Side>(side));
        const WorldState state = fold(b.trace);
        QCOMPARE(state.connection(b.c).inFlight, std::uint16_t {0});
        QVERIFY(state.inFlight(b.c).empty());
        QVERIFY(state.connection(b.c).channel == Channel::Disconnected);
    }

    void theBrokersFinLeavesTheRequestInFlight()
    {
        OneConnection b;
        b.send(b.c, ApiKey::Fetch, 1);
        b.end(EventKind::FinSent, RuleId::BrokerIdleExpiry, Side::Broker, TcpState::FinWait1);
        b.end(EventKind::FinReceived, RuleId::PassiveClose, Side::Client, TcpState::CloseWait);
        const WorldState state = fold(b.trace);
        QCOMPARE(state.connection(b.c).inFlight, std::uint16_t {1}); // the client has not noticed
        QVERIFY(state.connection(b.c).channel == Channel::Ready);
        QVERIFY(!state.connection(b.c).isOpen());
        QVERIFY(!state.isGone(state.connection(b.c)));
        QVERIFY(state.idle(state.connection(b.c), Side::Client).has_value());
    }

    void theCloserIsWhoeverActedFirst_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("side");
        QTest::addColumn<int>("rule");
        QTest::addColumn<QByteArray>("closer");
        const auto row = [](const char* name, EventKind kind, Side side, RuleId rule, const char* closer) {
            QTest::newRow(name) << static_cast<int>(kind) << static_cast<int>(side) << static_cast<int>(rule)
                                << QByteArray(closer);
        };
        row("the client's FIN", EventKind::FinSent, Side::Client, RuleId::ClientClosed, "client");
        row("the broker's FIN", EventKind::FinSent, Side::Broker, RuleId::BrokerIdleExpiry, "broker");
        row("a killed client's kernel", EventKind::FinSent, Side::Client, RuleId::ProcessKilled, "client");
        row("a killed broker's kernel", EventKind::ResetSent, Side::Broker, RuleId::BrokerKilled, "broker");
        row("a reset from between", EventKind::ResetSent, Side::Network, RuleId::ConnectionReset, "network");
        row("refused", EventKind::ConnectFailed, Side::Client, RuleId::ConnectionRefused, "network");
        row("the reset that says refused", EventKind::ResetSent, Side::Broker, RuleId::ConnectionRefused, "network");
        row("no way there", EventKind::ConnectFailed, Side::None, RuleId::HostUnreachable, "network");
        row("no answer to any SYN", EventKind::ConnectFailed, Side::Client, RuleId::SynRetriesExhausted, "network");
        row("setup timeout", EventKind::ConnectFailed, Side::Client, RuleId::ConnectionSetupTimeout, "client");
        row("the client's idle check", EventKind::IdleExpired, Side::Client, RuleId::ClientIdleExpiry, "client");
        row("only the log of the client: it closed", EventKind::Disconnected, Side::Client, RuleId::RequestTimeout,
            "client");
        row("only the log of the client: its coordinator was silent", EventKind::Disconnected, Side::Client,
            RuleId::SessionTimeout, "client");
        row("only the log of the client: the peer closed", EventKind::Disconnected, Side::Client, RuleId::PeerClosed,
            "broker");
        row("only the log of the client: a reset", EventKind::Disconnected, Side::Client, RuleId::ConnectionReset,
            "network");
        row("only the log of the client: unknown", EventKind::Disconnected, Side::Client, RuleId::None, "");
        row("only the client's end captured: it saw a FIN", EventKind::FinReceived, Side::Client, RuleId::PeerClosed,
            "broker");
        row("only the broker's end captured: it saw a FIN", EventKind::FinReceived, Side::Broker, RuleId::None,
            "client");
        row("the kernel gave up", EventKind::Closed, Side::Client, RuleId::RetransmissionTimeout, "network");
    }
    void theCloserIsWhoeverActedFirst()
    {
        QFETCH(int, kind);
        QFETCH(int, side);
        QFETCH(int, rule);
        QFETCH(QByteArray, closer);
        OneConnection b;
        b.end(static_cast<EventKind>(kind), static_cast<RuleId>(rule), static_cast<Side>(side));
        const EventId first = b.last();
        b.end(EventKind::FinSent, RuleId::PeerClosed,
            closer == "client" ? Side::Broker : Side::Client); // the answer changes nothing
        const ConnectionState c = fold(b.trace).connection(b.c);
        QCOMPARE(c.closing, first);
        if (closer.isEmpty())
            return; // until somebody says more: see below
        QCOMPARE(QByteArray(sideName(c.closer).data()), closer);
        QVERIFY(c.closeRule == static_cast<RuleId>(rule) || rule == 0);
    }

    /// Nobody listens there: no end has been, and none closes. What the client cannot know is no end of its attempt.
    void aRefusedConnectIsOpenUntilItsClientHearsOfIt()
    {
        TraceBuilder b;
        const EventId start = b.begin();
        const ClientId client = b.client("producer-1", ClientKind::Producer, start);
        const ConnectionId c = b.connect(client, NodeId::broker(BrokerId {1}), BrokerId {1}, start);
        b.wait(1ms);
        Event reset = b.of(c, EventKind::ResetSent, Side::Broker, TcpState::None);
        reset.rule = RuleId::ConnectionRefused;
        b.add(reset);
        const WorldState sent = fold(b.trace);
        QVERIFY(sent.connection(c).isOpen());
        QCOMPARE(sent.openByRole()[static_cast<std::size_t>(Role::Data)], 1u);
        b.wait(1ms);
        Event received = b.of(c, EventKind::ResetReceived, Side::Client, TcpState::Closed);
        received.rule = RuleId::ConnectionRefused;
        const EventId end = b.add(received);
        const WorldState known = fold(b.trace);
        QCOMPARE(known.connection(c).closing, end);
        QVERIFY(known.connection(c).closer == Side::Network);
        QVERIFY(known.connection(c).closeRule == RuleId::ConnectionRefused);
        QCOMPARE(known.openByRole()[static_cast<std::size_t>(Role::Data)], 0u);
    }

    void whatTheFirstEventDidNotSayALaterOneMay()
    {
        OneConnection b;
        b.end(EventKind::Disconnected, RuleId::None, Side::Client);
        QVERIFY(fold(b.trace).connection(b.c).closer == Side::None);
        b.end(EventKind::FinSent, RuleId::ClientIdleExpiry, Side::Client);
        const ConnectionState c = fold(b.trace).connection(b.c);
        QVERIFY(c.closer == Side::Client);
        QVERIFY(c.closeRule == RuleId::ClientIdleExpiry);
    }

    void idleCountsFromTheLastBytes()
    {
        OneConnection b;
        b.idleLimit(b.who, 540'000, b.start);
        b.idleLimit(BrokerId {0}, 600'000, b.start);
        b.wait(10s);
        b.send(b.c, ApiKey::Produce, 1);
        b.wait(5s);
        Event received = b.of(b.c, EventKind::RequestReceived, Side::Broker, TcpState::None);
        b.add(received);
        WorldState state = fold(b.trace);
        state.advanceTo(fromNs(Duration(20s).count()));
        const ConnectionState& c = state.connection(b.c);
        QCOMPARE(state.idle(c, Side::Client)->count(), Duration(10s).count());
        QCOMPARE(state.idle(c, Side::Broker)->count(), Duration(5s).count());
        QCOMPARE(toNs(*state.idleExpiry(c, Side::Client)), Duration(550s).count());
        QCOMPARE(toNs(*state.idleExpiry(c, Side::Broker)), Duration(615s).count());
        QCOMPARE(toNs(state.nextIdleExpiry(Side::Client)->first), Duration(550s).count());
        QCOMPARE(state.nextIdleExpiry(Side::Client)->second, b.c);
        QCOMPARE(toNs(state.nextIdleExpiry(Side::Broker)->first), Duration(615s).count());
    }

    void anIdleLimitMayBeUnknownOffOrTooLarge()
    {
        OneConnection b;
        QVERIFY(!fold(b.trace).idleExpiry(fold(b.trace).connection(b.c), Side::Client));
        const auto expiry = [&](std::int64_t ms) {
            b.idleLimit(b.who, ms, b.start);
            const WorldState state = fold(b.trace);
            return state.idleExpiry(state.connection(b.c), Side::Client);
        };
        QVERIFY(!expiry(-1));
        QCOMPARE(toNs(*expiry(0)), std::int64_t {0});
        QCOMPARE(toNs(*expiry(std::numeric_limits<std::int64_t>::max())),
            std::int64_t {0}); // Kafka's own overflow: at once
        QCOMPARE(toNs(*expiry(9'000'000'000'000)), std::int64_t {9'000'000'000'000'000'000});
        QVERIFY(!fold(b.trace).nextIdleExpiry(Side::Broker));
        b.close(b.c, Side::Client, RuleId::ClientClosed, b.start);
        QVERIFY(!fold(b.trace).nextIdleExpiry(Side::Client));
    }

    void bootstrapConnectionsAreOrphanedByTheFirstMetadata()
    {
        OneConnection b(NodeId::bootstrap(0));
        const ConnectionId data = b.connect(b.who, NodeId::broker(BrokerId {0}), BrokerId {0}, b.start);
        const auto orphaned = [&](ConnectionId c) {
            const WorldState state = fold(b.trace);
            return state.isOrphaned(state.connection(c));
        };
        QVERIFY(!orphaned(b.c));
        Event updated = b.of(b.c, EventKind::MetadataUpdated);
        updated.size = 0; // no broker in it: the addresses stay
        b.add(updated);
        QVERIFY(!orphaned(b.c));
        updated.size = 3;
        b.add(updated);
        QVERIFY(orphaned(b.c));
        QVERIFY(!orphaned(data));
        Event again = b.of(b.c, EventKind::MetadataRequested);
        again.connection = ConnectionId {};
        again.rule = RuleId::Rebootstrap;
        b.add(again);
        QVERIFY(!orphaned(b.c));
    }

    void aDataConnectionBecomesATransactionConnection_data()
    {
        QTest::addColumn<int>("api");
        QTest::addColumn<bool>("coordinatorKnown");
        QTest::addColumn<QByteArray>("role");
        QTest::newRow("by adding partitions")
            << static_cast<int>(ApiKey::AddPartitionsToTxn) << false << QByteArray("transaction");
        QTest::newRow("by adding offsets")
            << static_cast<int>(ApiKey::AddOffsetsToTxn) << false << QByteArray("transaction");
        QTest::newRow("by ending one") << static_cast<int>(ApiKey::EndTxn) << false << QByteArray("transaction");
        QTest::newRow("by asking the coordinator for an id")
            << static_cast<int>(ApiKey::InitProducerId) << true << QByteArray("transaction");
        QTest::newRow("not by an idempotent producer's id")
            << static_cast<int>(ApiKey::InitProducerId) << false << QByteArray("data");
        QTest::newRow("not by offsets, which go to the group's coordinator")
            << static_cast<int>(ApiKey::TxnOffsetCommit) << true << QByteArray("data");
    }
    void aDataConnectionBecomesATransactionConnection()
    {
        QFETCH(int, api);
        QFETCH(bool, coordinatorKnown);
        QFETCH(QByteArray, role);
        OneConnection b;
        if (coordinatorKnown) {
            Event found = b.of(b.c, EventKind::CoordinatorFound);
            found.broker = BrokerId {0};
            b.add(found, "transaction tx");
        }
        b.send(b.c, static_cast<ApiKey>(api), 1);
        const WorldState state = fold(b.trace);
        QCOMPARE(QByteArray(roleName(state.role(state.connection(b.c))).data()), role);
        QCOMPARE(state.openByRole()[static_cast<std::size_t>(Role::Transaction)], role == "transaction" ? 1u : 0u);
        QCOMPARE(state.openByRole()[static_cast<std::size_t>(Role::Data)], role == "transaction" ? 0u : 1u);
    }

    /// What a connection is opened for is its role, before any request travels on it.
    void aConnectionOpenedForATransactionCoordinatorIsOneFromItsStart_data()
    {
        QTest::addColumn<bool>("group");
        QTest::addColumn<bool>("transaction");
        QTest::addColumn<int>("rule");
        QTest::addColumn<QByteArray>("role");
        const int needed = static_cast<int>(RuleId::TransactionCoordinatorNeeded);
        QTest::newRow("its own") << false << true << needed << QByteArray("transaction");
        QTest::newRow("a group's, by the same rule") << true << false << needed << QByteArray("data");
        QTest::newRow("that broker's as a leader")
            << false << true << static_cast<int>(RuleId::LeaderHasRecords) << QByteArray("data");
    }
    void aConnectionOpenedForATransactionCoordinatorIsOneFromItsStart()
    {
        QFETCH(bool, group);
        QFETCH(bool, transaction);
        QFETCH(int, rule);
        QFETCH(QByteArray, role);
        TraceBuilder b;
        const EventId start = b.begin();
        const ClientId client = b.client("producer-1", ClientKind::Producer, start);
        Event found;
        found.kind = EventKind::CoordinatorFound;
        found.client = client;
        found.broker = BrokerId {2};
        if (group)
            b.add(found, "group test");
        if (transaction)
            b.add(found, "transaction tx");
        const ConnectionId c
            = b.connect(client, NodeId::broker(BrokerId {2}), BrokerId {2}, start, static_cast<RuleId>(rule));
        const WorldState state = fold(b.trace);
        QCOMPARE(QByteArray(roleName(state.role(state.connection(c))).data()), role);
        QCOMPARE(state.openByRole()[static_cast<std::size_t>(Role::Transaction)], role == "transaction" ? 1u : 0u);
        QCOMPARE(state.openByRole()[static_cast<std::size_t>(Role::Data)], role == "transaction" ? 0u : 1u);
        b.close(c, Side::Client, RuleId::ClientClosed, start);
        QCOMPARE(fold(b.trace).openByRole(), (std::array<std::uint32_t, kRoleCount> {}));
    }

    void backingOffEnds()
    {
        OneConnection b;
        b.end(EventKind::Disconnected, RuleId::PeerClosed, Side::Client);
        Event backoff = b.of(b.c, EventKind::BackoffStarted);
        backoff.value = Duration(50ms).count();
        b.add(backoff);
        WorldState state = fold(b.trace);
        QVERIFY(state.channel(state.connection(b.c)) == Channel::BackingOff);
        state.advanceTo(fromNs(Duration(50ms).count() - 1));
        QVERIFY(state.channel(state.connection(b.c)) == Channel::BackingOff);
        state.advanceTo(fromNs(Duration(50ms).count()));
        QVERIFY(state.channel(state.connection(b.c)) == Channel::Disconnected);
    }

    void clientsLiveAndDie()
    {
        TraceBuilder b;
        const EventId start = b.begin();
        const ClientId client = b.client("consumer-1", ClientKind::Consumer, start);
        const auto event = [&](EventKind kind, std::string_view text = {}) {
            Event e;
            e.kind = kind;
            e.client = client;
            e.value = 3;
            e.broker = BrokerId {2};
            b.add(e, text);
            return fold(b.trace).client(client);
        };
        QCOMPARE(b.trace.text(fold(b.trace).client(client).name), "consumer-1");
        QVERIFY(fold(b.trace).client(client).kind == ClientKind::Consumer);
        QVERIFY(!fold(b.trace).client(ClientId {1}).exists());
        QVERIFY(event(EventKind::ClientPaused).paused);
        QVERIFY(!event(EventKind::ClientResumed).paused);
        QCOMPARE(event(EventKind::CoordinatorFound, "group test").groupCoordinator.value, 2);
        QCOMPARE(fold(b.trace).coordinator(*b.trace.texts().find("group test")).value, 2);
        QCOMPARE(event(EventKind::GroupJoined, "member-1").generation, 3);
        QCOMPARE(b.trace.text(event(EventKind::PartitionsAssigned, "t4-0, t4-1").assignment), "t4-0, t4-1");
        QCOMPARE(event(EventKind::CoordinatorLost, "group test").groupCoordinator.value, -1);
        QVERIFY(event(EventKind::ClientCloseCalled).closing);
        QVERIFY(fold(b.trace).client(client).isAlive());
        QCOMPARE(event(EventKind::GroupLeft).generation, -1);
        QVERIFY(event(EventKind::ClientClosed).closed);
        QVERIFY(!fold(b.trace).client(client).isAlive());
    }

    void theClusterIsFollowed()
    {
        TraceBuilder b;
        const auto event = [&](EventKind kind, int broker, std::string_view text = {}, std::int64_t value = 0) {
            Event e;
            e.kind = kind;
            e.broker = BrokerId {broker};
            e.value = value;
            return b.add(e, text);
        };
        event(EventKind::BrokerUp, 1);
        event(EventKind::BrokerUp, 168'430'081); // some make ids of addresses
        const EventId down = event(EventKind::BrokerDown, 1, "killed");
        event(EventKind::BrokerSlow, 168'430'081, {}, 5'000'000);
        event(EventKind::LeaderMoved, 1, "t4-0");
        event(EventKind::LeaderMoved, 168'430'081, "t4-0");
        event(EventKind::CoordinatorMoved, 1, "group test");
        const WorldState state = fold(b.trace);
        QVERIFY(state.broker(BrokerId {1})->power == BrokerState::Power::Down);
        QCOMPARE(state.broker(BrokerId {1})->since, down);
        QCOMPARE(state.broker(BrokerId {168'430'081})->slowNs, std::int64_t {5'000'000});
        QVERIFY(!state.broker(BrokerId {2}));
        QCOMPARE(state.leader(*b.trace.texts().find("t4-0")).value, 168'430'081);
        QCOMPARE(state.coordinator(*b.trace.texts().find("group test")).value, 1);
        QVERIFY(!state.leader(TextId {999}).isValid());
        int leaders = 0;
        state.forEachLeader([&](TextId, BrokerId) { ++leaders; });
        QCOMPARE(leaders, 1);
    }

    void aCopyIsAWorldOfItsOwn()
    {
        RC_QVERIFY("a copy keeps its instant while the original goes on", [](std::uint64_t seed) {
            const Trace trace = test::randomTrace(seed, 600, 40);
            WorldState state(trace);
            std::vector<WorldState> copies;
            std::vector<std::string> texts;
            for (std::uint32_t i = 0; i < trace.size(); ++i) {
                if (i % 37 == 0) {
                    copies.push_back(state);
                    texts.push_back(test::stateText(state));
                }
                state.apply(EventId {i});
            }
            for (std::size_t i = 0; i < copies.size(); ++i) {
                RC_ASSERT(test::stateText(copies[i]) == texts[i]);
                while (copies[i].applied() < trace.size())
                    copies[i].apply(EventId {static_cast<std::uint32_t>(copies[i].applied())});
                RC_ASSERT(test::stateText(copies[i]) == test::stateText(state));
            }
        });
    }

    void countsOfOpenConnectionsAddUp()
    {
        RC_QVERIFY("open by role is the number of records that are open", [](std::uint64_t seed) {
            const Trace trace = test::randomTrace(seed, 300, 12);
            WorldState state(trace);
            for (std::uint32_t i = 0; i < trace.size(); ++i) {
                state.apply(EventId {i});
                std::array<std::uint32_t, kRoleCount> counted {};
                for (std::uint32_t c = 0; c < trace.connectionCount(); ++c) {
                    const ConnectionState& record = state.connection(ConnectionId {c});
                    if (record.isOpen())
                        ++counted[static_cast<std::size_t>(state.role(record))];
                    RC_ASSERT(record.inFlight == state.inFlight(ConnectionId {c}).size());
                }
                RC_ASSERT(counted == state.openByRole());
            }
        });
    }

    void requestsThatNobodyAnswersAreBounded()
    {
        OneConnection b;
        for (int i = 0; i < 5000; ++i)
            b.send(b.c, ApiKey::Fetch, i);
        const WorldState state = fold(b.trace);
        QCOMPARE(state.inFlight(b.c).size(), WorldState::kMaxInFlight);
        QCOMPARE(state.connection(b.c).requests, 5000u);
    }
};

QTEST_GUILESS_MAIN(TestWorldState)
#include "tst_worldstate.moc"
