// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/expectations.h"

#include "scenario/scenariotext.h"

#include <QTest>

using namespace connscope;
using namespace connscope::scenario;
using trace::EventKind;
using trace::RuleId;
using trace::Side;

namespace {

/// A small world by hand: clients, connections that open, become ready and end.
class World {
public:
    ClientId client(Instant at, std::string_view clientId, EventId cause = {})
    {
        const ClientId id = m_trace.newClient();
        trace::Event e;
        e.at = at;
        e.kind = EventKind::ClientCreated;
        e.client = id;
        e.cause = cause;
        e.text = m_trace.intern(clientId);
        m_trace.append(e);
        return id;
    }
    ConnectionId open(Instant at, ClientId client, int node, RuleId rule)
    {
        const ConnectionId id = m_trace.newConnection();
        trace::Event e = event(at, EventKind::ConnectStarted, client, id, node);
        e.rule = rule;
        e.text = m_trace.intern("localhost/127.0.0.1:9092");
        m_trace.append(e);
        return id;
    }
    void request(Instant at, ClientId client, ConnectionId connection, int node, ApiKey api)
    {
        trace::Event e = event(at, EventKind::RequestSent, client, connection, node);
        e.api = api;
        m_trace.append(e);
    }
    void close(Instant at, ClientId client, ConnectionId connection, int node, Side side, RuleId rule)
    {
        trace::Event e = event(at, EventKind::FinSent, client, connection, node);
        e.side = side;
        e.rule = rule;
        e.state = trace::TcpState::FinWait1;
        m_trace.append(e);
    }
    EventId action(Instant at, std::string_view text)
    {
        trace::Event e;
        e.at = at;
        e.kind = EventKind::Action;
        e.text = m_trace.intern(text);
        return m_trace.append(e);
    }
    const trace::Trace& trace() const { return m_trace; }

private:
    static trace::Event event(Instant at, EventKind kind, ClientId client, ConnectionId connection, int node)
    {
        trace::Event e;
        e.at = at;
        e.kind = kind;
        e.client = client;
        e.connection = connection;
        e.node = NodeId {node};
        e.side = Side::Client;
        return e;
    }
    trace::Trace m_trace;
};

Instant at(int seconds) { return kStart + std::chrono::seconds(seconds); }

/// Two clients, "a" at 0 s and "b" at 1 s. a: -1 (closed by the client at 5 s), 0; b: -1, closed by the broker at 8 s.
World example()
{
    World w;
    const ClientId a = w.client(at(0), "producer-1");
    const ConnectionId first = w.open(at(0), a, -1, RuleId::MetadataNeedsNode);
    w.request(at(0), a, first, -1, ApiKey::Metadata);
    const ClientId b = w.client(at(1), "producer-2");
    const ConnectionId other = w.open(at(1), b, -1, RuleId::MetadataNeedsNode);
    w.request(at(1), b, other, -1, ApiKey::Metadata);
    const ConnectionId second = w.open(at(2), a, 0, RuleId::LeaderHasRecords);
    w.request(at(2), a, second, 0, ApiKey::Produce);
    w.close(at(5), a, first, -1, Side::Client, RuleId::ClientIdleExpiry);
    w.close(at(8), b, other, -1, Side::Broker, RuleId::BrokerIdleExpiry);
    return w;
}

QStringList failures(const std::string& expect, std::string_view profile = {}, const World& world = example())
{
    const Scenario s = test::readGood(
        "connscope: 1\nclients: [{kind: producer, name: b, start: 1s}, {kind: producer, name: a}]\nexpect:\n  - {"
        + expect + "}\n");
    QStringList out;
    for (const Failure& failure : checkExpectations(s, profile, world.trace()))
        out << QString::fromStdString(failure.message);
    return out;
}

} // namespace

class tst_Expectations : public QObject {
    Q_OBJECT
private slots:
    void whatIsTrue_data()
    {
        QTest::addColumn<QString>("expect");
        for (const char* expect : {"opened: 3", "opened: 1..3", "opened: 3..", "open: 1", "at: 5s, open: 2",
                 "at: 0s, opened: 1", "client: a, opened: 2", "client: b, opened: 1, open: 0",
                 "opened-by-role: {bootstrap: 2, data: 1, coordinator: 0}", "open-by-role: {bootstrap: 0, data: 1}",
                 "closed-by: {client: 1, broker: 1, network: 0}", "at: 7s, closed-by: {broker: 0}",
                 "closed-by-rule: {client idle expiry: 1, broker idle expiry: 1, request timeout: 0}",
                 "requests: {METADATA: 2, PRODUCE: 1, FETCH: 0}", "client: b, requests: {METADATA: 1}",
                 "nodes: [-1, -1, 0]", "client: a, nodes: [-1, 0]", "nodes-in-any-order: [0, -1, -1]",
                 "count: {kind = request-sent and api = METADATA: 2}", "client: b, count: {kind = request-sent: 1}",
                 "at: 1s, count: {kind = request-sent: 2}"})
            QTest::newRow(expect) << QString::fromUtf8(expect);
    }
    void whatIsTrue()
    {
        QFETCH(QString, expect);
        QCOMPARE(failures(expect.toStdString()), QStringList());
    }

    void whatIsNot_data()
    {
        QTest::addColumn<QString>("expect");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* expect, const char* message) {
            QTest::newRow(expect) << QString::fromUtf8(expect) << QString::fromUtf8(message);
        };
        row("opened: 2", "opened: expected 2, found 3 [-1, -1, 0]");
        row("opened: 4..", "opened: expected at least 4, found 3 [-1, -1, 0]");
        row("open: 2..9", "open: expected 2 to 9, found 1 [0]");
        row("client: a, at: 1s, opened: 0", "at 1s: a: opened: expected 0, found 1 [-1]");
        row("opened-by-role: {data: 0}", "opened by role, data: expected 0, found 1 [0]");
        row("open-by-role: {bootstrap: 1}", "open by role, bootstrap: expected 1, found 0 [0]");
        row("closed-by: {client: 2}",
            "closed by client: expected 2, found 1 [1 broker, broker idle expiry; 1 client, client idle expiry]");
        row("client: a, closed-by-rule: {request timeout: 1}",
            "a: closed by rule 'request timeout': expected 1, found 0 [1 client, client idle expiry]");
        row("requests: {FETCH: 1}", "FETCH requests: expected 1, found 0");
        row("nodes: [0, -1, -1]", "nodes: expected 0, -1, -1 in this order, found -1, -1, 0");
        row("nodes-in-any-order: [0]", "nodes: expected 0 in any order, found -1, -1, 0");
        row("count: {kind = ready: 1}", "count of kind = ready: expected 1, found 0");
        row("opened: 9, note: because", "opened: expected 9, found 3 [-1, -1, 0] (because)");
    }
    void whatIsNot()
    {
        QFETCH(QString, expect);
        QFETCH(QString, message);
        QCOMPARE(failures(expect.toStdString()), QStringList {message});
    }

    void onlyTheProfileThatIsMeant()
    {
        QCOMPARE(failures("profiles: [java-2.1], opened: 9", "java-2.2"), QStringList());
        QCOMPARE(failures("profiles: [java-2.1, course], opened: 9", "course").size(), 1);
        QCOMPARE(failures("profiles: [java-3.9], opened: 9").size(), 1); // no profile: the scenario's own
    }

    void failuresKnowTheirLine()
    {
        const Scenario s = test::readGood(
            "connscope: 1\nclients: [{kind: producer}]\nexpect:\n  - {opened: 3}\n  - {opened: 4}\n");
        const auto found = checkExpectations(s, {}, example().trace());
        QCOMPARE(found.size(), std::size_t {1});
        QCOMPARE(found[0].line, 5);
        QVERIFY(found[0].toString(s).find("test.yaml:5: opened: expected 4") == 0);
    }

    void instancesAreToldApartByTheirStart()
    {
        const Scenario s = test::readGood("connscope: 1\nclients: [{kind: producer, name: n, count: 2, start: 1s, "
                                          "stagger: 2s}, {kind: producer, name: m, start: 2s}]\n");
        World w;
        w.client(at(1), "producer-1");
        w.client(at(2), "producer-2");
        w.client(at(3), "producer-3");
        const auto origins = clientOrigins(s, w.trace());
        QCOMPARE(origins[0].entry, 0);
        QCOMPARE(origins[0].instance, 0);
        QCOMPARE(origins[1].entry, 1);
        QCOMPARE(origins[2].entry, 0);
        QCOMPARE(origins[2].instance, 1);
    }

    void aClientThatIsMadeAnewIsStillTheSame()
    {
        const Scenario s = test::readGood(
            "connscope: 1\nclients: [{kind: producer, name: n}, {kind: producer, name: m, start: 9s}]\n");
        World w;
        w.client(at(0), "producer-1");
        w.client(at(5), "producer-2", w.action(at(5), "recreate-client n linger.ms=5"));
        w.client(at(9), "producer-3");
        const auto origins = clientOrigins(s, w.trace());
        QCOMPARE(origins[1].entry, 0);
        QCOMPARE(origins[2].entry, 1);
    }
};

QTEST_GUILESS_MAIN(tst_Expectations)
#include "tst_expectations.moc"
