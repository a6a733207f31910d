// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/names.h"
#include "analysis/sampletrace.h"

#include <QTest>

using namespace connscope;
using namespace connscope::analysis;
using connscope::test::TraceBuilder;
using trace::RuleId;

class TestNames : public QObject {
    Q_OBJECT

private slots:
    void aNodeIdSaysWhatItMeans_data()
    {
        QTest::addColumn<int>("node");
        QTest::addColumn<int>("role");
        QTest::addColumn<QString>("meaning");
        const auto row = [](const char* name, int node, Role role, const char* meaning) {
            QTest::newRow(name) << node << static_cast<int>(role) << QString::fromUtf8(meaning);
        };
        row("-1", -1, Role::Bootstrap, "first address of bootstrap.servers");
        row("-10", -10, Role::Bootstrap, "tenth address of bootstrap.servers");
        row("-11", -11, Role::Bootstrap, "11th address of bootstrap.servers");
        row("-22", -22, Role::Bootstrap, "22nd address of bootstrap.servers");
        row("-113", -113, Role::Bootstrap, "113th address of bootstrap.servers");
        row("-1001", -1001, Role::Bootstrap, "1001st address of bootstrap.servers");
        row("broker 0", 0, Role::Data, "broker 0");
        row("transaction coordinator", 7, Role::Transaction, "broker 7, also transaction coordinator");
        row("coordinator on 2", 2147483645, Role::Coordinator, "group coordinator on broker 2 = 2147483647 − 2");
        row("coordinator on 0", 2147483647, Role::Coordinator, "group coordinator on broker 0 = 2147483647 − 0");
        row("none", NodeId::kNoneValue, Role::Unknown, "");
    }
    void aNodeIdSaysWhatItMeans()
    {
        QFETCH(int, node);
        QFETCH(int, role);
        QFETCH(QString, meaning);
        QCOMPARE(QString::fromStdString(nodeMeaning(NodeId {node}, static_cast<Role>(role))), meaning);
    }

    void instancesThatShareAClientIdAreTold()
    {
        TraceBuilder b;
        const ClientId first = b.client("worker", trace::ClientKind::Producer);
        const ClientId other = b.client("other", trace::ClientKind::Producer);
        const ClientId second = b.client("worker", trace::ClientKind::Producer);
        const ClientId nameless = b.client("", trace::ClientKind::Producer);
        const Names names(b.trace);
        QCOMPARE(names.client(first), std::string("worker #1"));
        QCOMPARE(names.client(second), std::string("worker #2"));
        QCOMPARE(names.client(other), std::string("other"));
        QCOMPARE(names.client(nameless), std::string("client 4"));
        QCOMPARE(names.client(ClientId {}), std::string());
        QCOMPARE(names.clientWidth(), std::size_t {9});
    }

    void theScenariosNamesTellThemApartWhereTheyCan()
    {
        TraceBuilder b;
        const auto start = [&](const char* what) {
            trace::Event e;
            e.kind = trace::EventKind::Action;
            e.rule = RuleId::ScenarioAction;
            e.text = b.trace.intern(what);
            return b.client("producer-1", trace::ClientKind::Producer, b.add(e));
        };
        const ClientId polite = start("start client polite");
        const ClientId abrupt = start("start client abrupt");
        QCOMPARE(Names(b.trace).client(polite), std::string("producer-1 (polite)"));
        QCOMPARE(Names(b.trace).client(abrupt), std::string("producer-1 (abrupt)"));
        start("create client polite anew");
        QCOMPARE(Names(b.trace).client(polite), std::string("producer-1 #1"));
    }

    void aRemoteEndHasItsAddressOnlyWhereTheNameHasSeveral()
    {
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Producer);
        const auto connect
            = [&](const char* remote) { return b.connect(c, NodeId {-1}, remote, RuleId::MetadataNeedsNode, {}); };
        const ConnectionId single = connect("localhost/127.0.0.1:9092");
        const ConnectionId kafka = connect("kafka/10.0.0.1:9092");
        const ConnectionId again = connect("kafka/10.0.0.2:9092");
        const ConnectionId plain = connect("broker-1:9092");
        const ConnectionId address = connect("/10.0.0.9:9092");
        const ConnectionId v6 = connect("host/::1:9092");
        const Names names(b.trace);
        QCOMPARE(names.remote(single), std::string("localhost:9092"));
        QCOMPARE(names.remote(kafka), std::string("kafka/10.0.0.1:9092"));
        QCOMPARE(names.remote(again), std::string("kafka/10.0.0.2:9092"));
        QCOMPARE(names.remote(plain), std::string("broker-1:9092"));
        QCOMPARE(names.remote(address), std::string("10.0.0.9:9092"));
        QCOMPARE(names.remote(v6), std::string("host:9092"));
        QCOMPARE(names.remote(ConnectionId {}), std::string());
    }

    void namesCannotDisturbATerminal()
    {
        TraceBuilder b;
        const ClientId c = b.client("evil\x1b[2J\n\xff", trace::ClientKind::Producer);
        const Names names(b.trace);
        QCOMPARE(names.client(c), std::string("evil\\x1b[2J\\x0a\\xff"));
    }

    void countsAndListsReadAsEnglish()
    {
        QCOMPARE(counted(1, "connection"), std::string("1 connection"));
        QCOMPARE(counted(0, "connection"), std::string("0 connections"));
        QCOMPARE(counted(2, "address", "addresses"), std::string("2 addresses"));
        QCOMPARE(joinAnd({"a", "b", "c"}), std::string("a, b and c"));
        QCOMPARE(joinAnd({}), std::string());
    }
};

QTEST_GUILESS_MAIN(TestNames)
#include "tst_names.moc"
