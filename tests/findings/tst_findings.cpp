// SPDX-License-Identifier: GPL-3.0-or-later
// Each rule with what it finds and with a near miss.
#include "analysis/sampletrace.h"
#include "findings/findings.h"
#include "findings/words.h"

#include <QTest>

using namespace connscope;
using analysis::Language;
using findings::Certainty;
using findings::Finding;
using findings::Kind;
using findings::Weight;
using trace::EventKind;
using trace::RuleId;
using trace::Side;
using trace::TcpState;

namespace {

/// Traces with idle limits and broken connections.
class World : public connscope::test::TraceBuilder {
public:
    void seconds(double s) { at(static_cast<std::int64_t>(s * 1e6)); }
    void limit(ClientId client, BrokerId broker, std::int64_t ms)
    {
        trace::Event e;
        e.kind = EventKind::ConfigChanged;
        e.client = client;
        e.broker = broker;
        e.rule = RuleId::ConfigValue;
        e.text = trace.intern("connections.max.idle.ms = " + std::to_string(ms));
        add(e);
    }
    void broker(int id, EventKind kind = EventKind::BrokerUp)
    {
        trace::Event e;
        e.kind = kind;
        e.broker = BrokerId {id};
        e.rule = RuleId::StartOfWorld;
        add(e);
    }
    void observed() { trace.header().vantage = trace::Vantage::Observed; }
    /// Opened, connected, ready.
    ConnectionId open(ClientId client, NodeId node, std::string_view remote = "h:9092")
    {
        const ConnectionId c = connect(client, node, remote, RuleId::LeaderHasRecords, {});
        ready(c, connected(c, last()));
        return c;
    }
    ConnectionId fails(ClientId client, NodeId node, std::string_view remote, RuleId rule = RuleId::ConnectionRefused)
    {
        const ConnectionId c = connect(client, node, remote, RuleId::LeaderHasRecords, {});
        on(c, EventKind::ConnectFailed, rule, last());
        return c;
    }
    /// An event of a connection with an end and its state.
    EventId tcp(ConnectionId c, EventKind kind, Side side, TcpState state, RuleId rule)
    {
        trace::Event e = trace[opening(c)];
        e.kind = kind;
        e.text = TextId {0};
        e.side = side;
        e.state = state;
        e.rule = rule;
        return add(e);
    }
    EventId send(ConnectionId c, EventKind kind, ApiKey api, std::int32_t correlation)
    {
        trace::Event e = trace[opening(c)];
        e.kind = kind;
        e.text = TextId {0};
        e.api = api;
        e.correlation = correlation;
        e.rule = RuleId::BatchReady;
        return add(e);
    }
    void end(ClientId client)
    {
        trace::Event e;
        e.kind = EventKind::ClientClosed;
        e.client = client;
        e.rule = RuleId::ApplicationCall;
        add(e);
    }
    std::vector<Finding> find(Kind kind, double endSeconds)
    {
        std::vector<Finding> out = findings::findings(trace, fromNs(static_cast<std::int64_t>(endSeconds * 1e9)));
        std::erase_if(out, [&](const Finding& f) { return f.kind != kind; });
        for (const Finding& f : out) {
            for (const Language language : {Language::English, Language::Chinese}) {
                const std::string words = findings::text(analysis::Names(trace), f, language)
                    + findings::remedy(f, language) + findings::doubt(f, language);
                if (words.find('{') != std::string::npos)
                    qFatal("a slot is left: %s", words.c_str());
            }
            if (f.events.empty())
                qFatal("no evidence: %s", findings::kindName(kind).data());
            if (f.certainty == Certainty::Likely && findings::doubt(f).empty())
                qFatal("not sure, and no word why: %s", findings::kindName(kind).data());
        }
        return out;
    }
    QString text(const Finding& f) const { return QString::fromStdString(findings::text(analysis::Names(trace), f)); }
};

using trace::ClientKind;

} // namespace

class TestFindings : public QObject {
    Q_OBJECT

private slots:
    void zombie_data()
    {
        QTest::addColumn<int>("clientMs");
        QTest::addColumn<int>("brokerMs"); // 0 = not told
        QTest::addColumn<double>("end");
        QTest::addColumn<bool>("isFound");
        QTest::addColumn<bool>("isCertain");
        QTest::newRow("both have no limit") << -1 << -1 << 1200.0 << true << true;
        QTest::newRow("the broker will close it") << -1 << 600'000 << 1200.0 << false << false;
        QTest::newRow("the client will close it") << 540'000 << -1 << 1200.0 << false << false;
        QTest::newRow("it was used just now") << -1 << -1 << 30.0 << false << false;
        QTest::newRow("nothing is known, and it is too old for any default") << 0 << 0 << 1800.0 << true << false;
        QTest::newRow("nothing is known, and a limit may yet close it") << 0 << 0 << 1200.0 << false << false;
    }
    void zombie()
    {
        QFETCH(int, clientMs);
        QFETCH(int, brokerMs);
        QFETCH(double, end);
        QFETCH(bool, isFound);
        QFETCH(bool, isCertain);
        World w;
        w.broker(1);
        const ClientId c = w.client("p", ClientKind::Producer);
        if (brokerMs != 0)
            w.limit({}, BrokerId {1}, brokerMs);
        if (clientMs != 0)
            w.limit(c, {}, clientMs);
        w.exchange(w.open(c, NodeId {1}), ApiKey::Produce, 1, "", RuleId::BatchReady, {});
        const auto found = w.find(Kind::ZombieConnection, end);
        QCOMPARE(found.size(), std::size_t {isFound});
        if (!isFound)
            return;
        QCOMPARE(found[0].certainty == Certainty::Certain, isCertain);
        QCOMPARE(found[0].remedy->value, std::string("540000"));
        if (isCertain)
            QVERIFY2(
                w.text(found[0]).startsWith(QLatin1String("1 connection of p has no use any more and was silent")),
                qPrintable(w.text(found[0])));
    }
    void aClosedClientHasNoZombie()
    {
        World w;
        w.broker(1);
        const ClientId c = w.client("p", ClientKind::Producer);
        w.limit({}, BrokerId {1}, -1);
        w.limit(c, {}, -1);
        w.open(c, NodeId {1});
        w.end(c);
        QVERIFY(w.find(Kind::ZombieConnection, 3600).empty());
    }
    void clientLimitAboveBroker_data()
    {
        QTest::addColumn<int>("clientMs");
        QTest::addColumn<bool>("isFound");
        QTest::newRow("above") << 540'000 << true;
        QTest::newRow("equal") << 300'000 << true;
        QTest::newRow("none") << -1 << true;
        QTest::newRow("too little below") << 299'999 << false;
        QTest::newRow("so far below that nobody polled when the broker was first") << 240'000 << false;
        QTest::newRow("not known, and nothing happened") << 0 << false;
    }
    void clientLimitAboveBroker()
    {
        QFETCH(int, clientMs);
        QFETCH(bool, isFound);
        World w;
        w.broker(1);
        const ClientId c = w.client("p", ClientKind::Producer);
        w.limit({}, BrokerId {1}, 300'000);
        if (clientMs != 0)
            w.limit(c, {}, clientMs);
        const ConnectionId connection = w.open(c, NodeId {1});
        const auto found = w.find(Kind::ClientLimitAboveBroker, 10);
        QCOMPARE(found.size(), std::size_t {isFound});
        if (isFound) {
            QCOMPARE(found[0].weight, Weight::Note); // nothing has happened yet
            QCOMPARE(
                found[0].remedy->value, std::string("240000")); // an idle producer sleeps half a minute in a poll
        }
        w.seconds(300);
        w.tcp(connection, EventKind::FinSent, Side::Broker, TcpState::FinWait1, RuleId::BrokerIdleExpiry);
        const auto then = w.find(Kind::ClientLimitAboveBroker, 310);
        QCOMPARE(then.size(), std::size_t {clientMs != 240'000});
        if (!then.empty()) {
            QCOMPARE(then[0].weight, Weight::Warning);
            QCOMPARE(then[0].certainty == Certainty::Likely, clientMs == 0);
        }
    }
    void clientLimitAboveMiddlebox_data()
    {
        QTest::addColumn<int>("clientMs");
        QTest::addColumn<bool>("isFound");
        QTest::newRow("above") << 540'000 << true;
        QTest::newRow("below") << 300'000 << false;
    }
    void clientLimitAboveMiddlebox()
    {
        QFETCH(int, clientMs);
        QFETCH(bool, isFound);
        World w;
        const ClientId c = w.client("p", ClientKind::Producer);
        w.limit(c, {}, clientMs);
        const ConnectionId connection = w.open(c, NodeId {1});
        w.seconds(350);
        trace::Event e = w.trace[w.opening(connection)];
        e.kind = EventKind::FlowForgotten;
        e.rule = RuleId::MiddleboxForgot;
        e.value = std::int64_t {350} * 1'000'000'000;
        w.add(e);
        const auto found = w.find(Kind::ClientLimitAboveMiddlebox, 400);
        QCOMPARE(found.size(), std::size_t {isFound});
        if (isFound) {
            QCOMPARE(found[0].certainty, Certainty::Certain);
            QCOMPARE(found[0].remedy->value, std::string("300000"));
        }
    }
    void aMiddleboxIsToldFromWhatFollows_data()
    {
        QTest::addColumn<bool>("isObserved");
        QTest::addColumn<double>("silence");
        QTest::addColumn<bool>("worksAgain");
        QTest::addColumn<bool>("brokerWasDown");
        QTest::addColumn<bool>("isFound");
        QTest::newRow("silence, no answer, then it works at once") << true << 400.0 << true << false << true;
        QTest::newRow("a simulation would have said so") << false << 400.0 << true << false << false;
        QTest::newRow("a busy connection is not forgotten") << true << 20.0 << true << false << false;
        QTest::newRow("the next one does not work either") << true << 400.0 << false << false << false;
        QTest::newRow("the broker was down") << true << 400.0 << true << true << false;
    }
    void aMiddleboxIsToldFromWhatFollows()
    {
        QFETCH(bool, isObserved);
        QFETCH(double, silence);
        QFETCH(bool, worksAgain);
        QFETCH(bool, brokerWasDown);
        QFETCH(bool, isFound);
        World w;
        if (isObserved)
            w.observed();
        w.broker(1);
        const ClientId c = w.client("p", ClientKind::Producer);
        const ConnectionId connection = w.open(c, NodeId {1});
        w.exchange(connection, ApiKey::Produce, 1, "", RuleId::BatchReady, {});
        if (brokerWasDown)
            w.broker(1, EventKind::BrokerPaused);
        w.seconds(silence);
        w.send(connection, EventKind::RequestSent, ApiKey::Produce, 2);
        w.seconds(silence + 30);
        w.send(connection, EventKind::RequestTimedOut, ApiKey::Produce, 2);
        w.tcp(connection, EventKind::FinSent, Side::Client, TcpState::FinWait1, RuleId::RequestTimeout);
        if (worksAgain)
            w.open(c, NodeId {1});
        else
            w.fails(c, NodeId {1}, "h:9092");
        const auto found = w.find(Kind::ClientLimitAboveMiddlebox, silence + 60);
        QCOMPARE(found.size(), std::size_t {isFound});
        if (isFound)
            QCOMPARE(found[0].certainty, Certainty::Likely);
    }
    void reconnectStorm_data()
    {
        QTest::addColumn<int>("openings");
        QTest::addColumn<double>("apart");
        QTest::addColumn<bool>("isFound");
        QTest::newRow("five in 40 s") << 5 << 10.0 << true;
        QTest::newRow("four in 30 s") << 4 << 10.0 << false;
        QTest::newRow("five in 80 s") << 5 << 20.0 << false;
    }
    void reconnectStorm()
    {
        QFETCH(int, openings);
        QFETCH(double, apart);
        QFETCH(bool, isFound);
        World w;
        const ClientId c = w.client("p", ClientKind::Producer);
        for (int i = 0; i < openings; ++i) {
            w.seconds(apart * i);
            w.fails(c, NodeId {1}, "h:1");
            w.connect(c, NodeId {10 + i}, "h:2", RuleId::LeaderHasRecords, {}); // to many nodes is no storm
        }
        const auto found = w.find(Kind::ReconnectStorm, 100);
        QCOMPARE(found.size(), std::size_t {isFound});
        if (isFound) {
            QCOMPARE(found[0].connections.size(), std::size_t {5});
            QCOMPARE(w.text(found[0]), QStringLiteral("p opened 5 connections to node 1 (h:1) within 40 s."));
        }
    }
    void neverUsed_data()
    {
        QTest::addColumn<bool>("isUsed");
        QTest::addColumn<double>("end");
        QTest::addColumn<bool>("isFound");
        QTest::newRow("only the handshake") << false << 120.0 << true;
        QTest::newRow("used") << true << 120.0 << false;
        QTest::newRow("just opened") << false << 20.0 << false;
    }
    void neverUsed()
    {
        QFETCH(bool, isUsed);
        QFETCH(double, end);
        QFETCH(bool, isFound);
        World w;
        const ClientId c = w.client("p", ClientKind::Producer);
        const ConnectionId connection = w.open(c, NodeId {1});
        w.exchange(connection, ApiKey::ApiVersions, 1, "", RuleId::FirstRequestOnConnection, {});
        if (isUsed)
            w.exchange(connection, ApiKey::Metadata, 2, "", RuleId::MetadataMaxAge, {});
        QCOMPARE(w.find(Kind::NeverUsed, end).size(), std::size_t {isFound});
    }
    void leak_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<bool>("areClosed");
        QTest::addColumn<bool>("goOn");
        QTest::addColumn<bool>("isFound");
        QTest::newRow("one for each message") << 20 << false << false << true;
        QTest::newRow("closed after each message") << 20 << true << false << false;
        QTest::newRow("all go on working") << 20 << false << true << false;
        QTest::newRow("only a few") << 9 << false << false << false;
    }
    void leak()
    {
        QFETCH(int, count);
        QFETCH(bool, areClosed);
        QFETCH(bool, goOn);
        QFETCH(bool, isFound);
        World w;
        std::vector<ConnectionId> connections;
        for (int i = 1; i <= count; ++i) {
            w.seconds(i);
            const ClientId c = w.client("producer-" + std::to_string(i), ClientKind::Producer);
            connections.push_back(w.open(c, NodeId {1}));
            w.exchange(connections.back(), ApiKey::Produce, 1, "", RuleId::BatchReady, {});
            if (areClosed)
                w.end(c);
        }
        w.seconds(100);
        if (goOn) {
            for (const ConnectionId connection : connections)
                w.exchange(connection, ApiKey::Produce, 2, "", RuleId::BatchReady, {});
        }
        const auto found = w.find(Kind::Leak, 200);
        QCOMPARE(found.size(), std::size_t {isFound});
        if (isFound)
            QCOMPARE(found[0].connections.size(), std::size_t {19}); // the last one may yet be closed
    }
    void closeWaitStanding_data()
    {
        QTest::addColumn<double>("looksAfter");
        QTest::addColumn<bool>("isFound");
        QTest::newRow("looks after a minute") << 60.0 << true;
        QTest::newRow("looks at once") << 0.2 << false;
        QTest::newRow("never looks") << -1.0 << true;
    }
    void closeWaitStanding()
    {
        QFETCH(double, looksAfter);
        QFETCH(bool, isFound);
        World w;
        w.broker(1);
        const ClientId c = w.client("p", ClientKind::Consumer);
        w.limit({}, BrokerId {1}, 60'000);
        const ConnectionId connection = w.open(c, NodeId {1});
        w.seconds(60);
        w.tcp(connection, EventKind::FinSent, Side::Broker, TcpState::FinWait1, RuleId::BrokerIdleExpiry);
        w.tcp(connection, EventKind::FinReceived, Side::Client, TcpState::CloseWait, RuleId::PassiveClose);
        if (looksAfter > 0) {
            w.seconds(60 + looksAfter);
            w.on(connection, EventKind::Disconnected, RuleId::PeerClosed, w.last());
            w.tcp(connection, EventKind::FinSent, Side::Client, TcpState::LastAck, RuleId::PassiveClose);
        }
        const auto found = w.find(Kind::CloseWaitStanding, 200);
        QCOMPARE(found.size(), std::size_t {isFound});
        if (isFound) {
            const Duration expected = looksAfter > 0 ? std::chrono::seconds(60) : std::chrono::seconds(140);
            QCOMPARE(found[0].length, expected);
            QCOMPARE(found[0].remedy.has_value(), looksAfter > 0); // no limit outlasts a silence that nobody saw end
            if (looksAfter > 0) {
                QCOMPARE(found[0].remedy->side, Side::Broker);
                QCOMPARE(found[0].remedy->value, std::string("180000"));
            }
        }
    }
    void twoSocketsToOneHost()
    {
        World w;
        const ClientId c = w.client("g", ClientKind::Consumer);
        const ConnectionId first = w.open(c, NodeId {2});
        w.open(c, NodeId::coordinator(BrokerId {1}));
        QVERIFY(w.find(Kind::TwoSocketsToOneHost, 10).empty()); // two brokers
        const ConnectionId second = w.open(c, NodeId::coordinator(BrokerId {2}));
        const auto found = w.find(Kind::TwoSocketsToOneHost, 10);
        QCOMPARE(found.size(), std::size_t {1});
        QCOMPARE(found[0].connections, (std::vector<ConnectionId> {first, second}));
        QCOMPARE(found[0].most, std::uint32_t {2});
        QCOMPARE(found[0].weight, Weight::Note);
    }
    void aReconnectIsNoSecondSocket()
    {
        World w;
        const ClientId c = w.client("g", ClientKind::Consumer);
        const ConnectionId first = w.open(c, NodeId {2});
        w.seconds(5);
        w.tcp(first, EventKind::FinSent, Side::Client, TcpState::FinWait1, RuleId::ClientIdleExpiry);
        w.open(c, NodeId {2});
        QVERIFY(w.find(Kind::TwoSocketsToOneHost, 10).empty());
    }
    void advertisedUnreachable_data()
    {
        QTest::addColumn<QByteArray>("remote");
        QTest::addColumn<bool>("worked");
        QTest::addColumn<bool>("isDown");
        QTest::addColumn<bool>("isFound");
        QTest::newRow("another address") << QByteArray("inside:9092") << false << false << true;
        QTest::newRow("it worked before") << QByteArray("inside:9092") << true << false << false;
        QTest::newRow("the bootstrap address") << QByteArray("boot:9092") << false << false << false;
        QTest::newRow("another bootstrap address, which does not answer")
            << QByteArray("dead:9092") << false << false << false;
        QTest::newRow("the broker is down") << QByteArray("inside:9092") << false << true << false;
    }
    void advertisedUnreachable()
    {
        QFETCH(QByteArray, remote);
        QFETCH(bool, worked);
        QFETCH(bool, isDown);
        QFETCH(bool, isFound);
        World w;
        const ClientId c = w.client("p", ClientKind::Producer);
        w.fails(c, NodeId {-2}, "dead:9092");
        w.open(c, NodeId {-1}, "boot:9092");
        if (worked)
            w.open(c, NodeId {1}, "inside:9092");
        if (isDown)
            w.broker(1, EventKind::BrokerDown);
        w.fails(c, NodeId {1}, remote.toStdString());
        const auto found = w.find(Kind::AdvertisedUnreachable, 10);
        QCOMPARE(found.size(), std::size_t {isFound});
        if (isFound) {
            QCOMPARE(found[0].remedy->key, std::string_view("advertised.listeners"));
            QVERIFY2(w.text(found[0]).contains(QLatin1String("inside:9092")), qPrintable(w.text(found[0])));
        }
    }
    void bootstrapUnreachable()
    {
        World w;
        const ClientId c = w.client("p", ClientKind::Producer);
        w.fails(c, NodeId {-1}, "boot:9092");
        QCOMPARE(w.find(Kind::BootstrapUnreachable, 10).size(), std::size_t {1});
        const ConnectionId next = w.connect(c, NodeId {-2}, "boot:9093", RuleId::LeastLoadedNode, {});
        QVERIFY(w.find(Kind::BootstrapUnreachable, 10).empty()); // it may yet arrive
        w.connected(next, {});
        QVERIFY(w.find(Kind::BootstrapUnreachable, 10).empty());
    }
    void setupTimeout()
    {
        World w;
        const ClientId c = w.client("p", ClientKind::Producer);
        const ConnectionId silent = w.connect(c, NodeId {1}, "h:1", RuleId::LeaderHasRecords, {});
        w.seconds(9.5);
        w.on(silent, EventKind::ConnectFailed, RuleId::ConnectionSetupTimeout, w.last());
        w.fails(c, NodeId {2}, "h:2"); // refused: somebody answered
        const auto found = w.find(Kind::SetupTimeout, 10);
        QCOMPARE(found.size(), std::size_t {1});
        QCOMPARE(found[0].connections, std::vector {silent});
        QCOMPARE(found[0].length, Duration {ms(9500)});
    }
    void closedTogether_data()
    {
        QTest::addColumn<int>("clients");
        QTest::addColumn<double>("apart");
        QTest::addColumn<int>("rule");
        QTest::addColumn<bool>("isFound");
        const int stopped = static_cast<int>(RuleId::BrokerStopped);
        QTest::newRow("three at once") << 3 << 0.01 << stopped << true;
        QTest::newRow("two at once") << 2 << 0.01 << stopped << false;
        QTest::newRow("three, one after the other") << 3 << 5.0 << stopped << false;
        QTest::newRow("idle at the same time") << 3 << 0.01 << static_cast<int>(RuleId::BrokerIdleExpiry) << false;
    }
    void closedTogether()
    {
        QFETCH(int, clients);
        QFETCH(double, apart);
        QFETCH(int, rule);
        QFETCH(bool, isFound);
        World w;
        std::vector<ConnectionId> connections;
        for (int i = 0; i < clients; ++i)
            connections.push_back(w.open(w.client("c" + std::to_string(i), ClientKind::Consumer), NodeId {2}));
        for (int i = 0; i < clients; ++i) {
            w.seconds(100 + apart * i);
            w.tcp(connections[static_cast<std::size_t>(i)], EventKind::FinSent, Side::Broker, TcpState::FinWait1,
                static_cast<RuleId>(rule));
        }
        const auto found = w.find(Kind::ClosedTogether, 200);
        QCOMPARE(found.size(), std::size_t {isFound});
        if (isFound)
            QCOMPARE(found[0].certainty, Certainty::Likely); // nobody said why
    }
    void sharedClientId()
    {
        World w;
        const ClientId first = w.client("orders", ClientKind::Producer);
        w.end(first);
        w.client("orders", ClientKind::Producer);
        w.client("others", ClientKind::Producer);
        QVERIFY(w.find(Kind::SharedClientId, 10).empty()); // one after the other
        w.client("orders", ClientKind::Consumer);
        const auto found = w.find(Kind::SharedClientId, 10);
        QCOMPARE(found.size(), std::size_t {1});
        QCOMPARE(found[0].clients, (std::vector<ClientId> {ClientId {1}, ClientId {3}}));
    }
    void idleClose()
    {
        World w;
        const ClientId c = w.client("p", ClientKind::Producer);
        w.limit(c, {}, 540'000);
        const ConnectionId idle = w.open(c, NodeId {-1});
        const ConnectionId other = w.open(c, NodeId {1});
        w.seconds(540);
        w.tcp(idle, EventKind::FinSent, Side::Client, TcpState::FinWait1, RuleId::ClientIdleExpiry);
        w.tcp(other, EventKind::FinSent, Side::Client, TcpState::FinWait1, RuleId::RequestTimeout);
        const auto found = w.find(Kind::IdleClose, 600);
        QCOMPARE(found.size(), std::size_t {1});
        QCOMPARE(found[0].connections, std::vector {idle});
        QVERIFY2(w.text(found[0]).startsWith(QLatin1String("The client closed 1 connection of 1 client after 9 min")),
            qPrintable(w.text(found[0])));
    }
    void whatIsClosedForGoodIsNotOpenedAgain_data()
    {
        QTest::addColumn<bool>("bootstrap");
        QTest::addColumn<bool>("data");
        QTest::addColumn<QString>("says");
        QTest::newRow("addresses")
            << true << false
            << QStringLiteral("no fault: an address of bootstrap.servers is of no use once the brokers are known.");
        QTest::newRow("brokers") << false << true
                                 << QStringLiteral("no fault: it is opened again when there is something to send.");
        QTest::newRow("both") << true << true
                              << QStringLiteral("no fault: those to brokers are opened again when there is something "
                                                "to send, and addresses of bootstrap.servers are of no use");
    }
    void whatIsClosedForGoodIsNotOpenedAgain()
    {
        QFETCH(bool, bootstrap);
        QFETCH(bool, data);
        QFETCH(QString, says);
        World w;
        const ClientId c = w.client("p", ClientKind::Producer);
        w.limit(c, {}, 540'000);
        std::vector<ConnectionId> idle;
        if (bootstrap)
            idle.push_back(w.open(c, NodeId {-1}));
        if (data)
            idle.push_back(w.open(c, NodeId {1}));
        w.seconds(540);
        for (const ConnectionId id : idle)
            w.tcp(id, EventKind::FinSent, Side::Client, TcpState::FinWait1, RuleId::ClientIdleExpiry);
        const auto found = w.find(Kind::IdleClose, 600);
        QCOMPARE(found.size(), std::size_t {1});
        QVERIFY2(w.text(found[0]).contains(says), qPrintable(w.text(found[0])));
    }
    void onlyWhatTheBrokerClosedFirstIsCounted()
    {
        World w;
        w.broker(1);
        const ClientId c = w.client("p", ClientKind::Producer);
        w.limit({}, BrokerId {1}, 300'000);
        w.limit(c, {}, 540'000);
        const ConnectionId ended = w.open(c, NodeId {1});
        w.open(c, NodeId {1}); // stays
        const auto before = w.find(Kind::ClientLimitAboveBroker, 10);
        QCOMPARE(before.front().connections.size(), std::size_t {2});
        QVERIFY2(w.text(before[0]).contains(QLatin1String("the broker will close first on 2 connections")),
            qPrintable(w.text(before[0])));
        w.seconds(300);
        w.tcp(ended, EventKind::FinSent, Side::Broker, TcpState::FinWait1, RuleId::BrokerIdleExpiry);
        const auto then = w.find(Kind::ClientLimitAboveBroker, 310);
        QCOMPARE(then.front().connections, std::vector {ended});
        QVERIFY2(w.text(then[0]).contains(QLatin1String("the broker closed first on 1 connection")),
            qPrintable(w.text(then[0])));
    }
    void connectionsOfAClient()
    {
        World w;
        const ClientId one = w.client("a", ClientKind::Consumer);
        w.open(one, NodeId {-1});
        w.open(one, NodeId {1});
        const ClientId two = w.client("b", ClientKind::Consumer);
        const ConnectionId gone = w.open(two, NodeId {-1});
        w.seconds(1);
        w.tcp(gone, EventKind::FinSent, Side::Client, TcpState::FinWait1, RuleId::ClientIdleExpiry);
        w.open(two, NodeId {1});
        w.fails(two, NodeId {2}, "h:2");
        const auto found = w.find(Kind::ConnectionsOfAClient, 10);
        QCOMPARE(found.size(), std::size_t {1});
        QCOMPARE(found[0].least, std::uint32_t {1}); // one after the other, and the one that failed was none
        QCOMPARE(found[0].most, std::uint32_t {2});
    }
    void whatClientsHaveAlikeIsOneFinding()
    {
        World w;
        w.broker(1);
        w.limit({}, BrokerId {1}, -1);
        for (const char* name : {"a", "b", "c"}) {
            const ClientId c = w.client(name, ClientKind::Producer);
            w.limit(c, {}, -1);
            w.open(c, NodeId {1});
        }
        const auto found = w.find(Kind::ZombieConnection, 1201);
        QCOMPARE(found.size(), std::size_t {1});
        QCOMPARE(found[0].clients.size(), std::size_t {3});
        QCOMPARE(found[0].connections.size(), std::size_t {3});
        QVERIFY2(w.text(found[0]).startsWith(QLatin1String("3 connections of 3 clients (a, b and c) have no use")),
            qPrintable(w.text(found[0])));
    }
    void aGeneratedClientIdIsOnlyANote()
    {
        World w;
        w.client("producer-1", ClientKind::Producer);
        w.client("producer-1", ClientKind::Producer);
        QCOMPARE(w.find(Kind::SharedClientId, 10).at(0).weight, Weight::Note);
        w.client("orders", ClientKind::Producer);
        w.client("orders", ClientKind::Producer);
        QCOMPARE(w.find(Kind::SharedClientId, 10).at(0).weight, Weight::Warning);
    }
    void aTraceOfNothingHasNoFindings()
    {
        const trace::Trace trace;
        QVERIFY(findings::findings(trace).empty());
    }
    void aTraceThatGrowsHasTheSameFindingsAsAWholeOne()
    {
        World w;
        w.broker(1);
        trace::WorldState world(w.trace);
        trace::Lives lives;
        findings::Observer observer(w.trace);
        std::vector<Finding> found;
        const auto look = [&] {
            while (world.applied() < w.trace.size())
                world.apply(EventId {static_cast<std::uint32_t>(world.applied())});
            lives.extend(world);
            found = observer.observe(world, lives.all(), w.trace.end());
        };
        const ClientId c = w.client("p", ClientKind::Consumer);
        look();
        w.limit({}, BrokerId {1}, 60'000);
        const ConnectionId connection = w.open(c, NodeId {1});
        look();
        w.seconds(60);
        w.tcp(connection, EventKind::FinSent, Side::Broker, TcpState::FinWait1, RuleId::BrokerIdleExpiry);
        w.tcp(connection, EventKind::FinReceived, Side::Client, TcpState::CloseWait, RuleId::PassiveClose);
        look();
        w.seconds(120);
        w.on(connection, EventKind::Disconnected, RuleId::PeerClosed, w.last());
        w.open(c, NodeId {1});
        look();
        QVERIFY(found.size() > 2);
        QVERIFY(found == findings::findings(w.trace));
    }
};

QTEST_GUILESS_MAIN(TestFindings)
#include "tst_findings.moc"
