// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/report.h"
#include "analysis/sampletrace.h"

#include <QTest>

using namespace connscope;
using namespace connscope::analysis;
using connscope::test::TraceBuilder;
using trace::EventKind;
using trace::RuleId;

namespace {

QString connections(const trace::Trace& trace)
{
    return QString::fromStdString(test::text([&](TextSink& sink) { writeConnections(trace, sink); }));
}

} // namespace

class TestReportConnections : public QObject {
    Q_OBJECT

private slots:
    void theSampleIsATable()
    {
        QCOMPARE(connections(test::sampleTrace()),
            QString::fromUtf8(
                "client            node  role         remote          opened s  ready s  last used s  closed s  "
                "closer  rule\n"
                "consumer-1          -1  bootstrap    localhost:9092     1.500    1.502        1.504   545.000  "
                "client  client idle expiry\n"
                "    first address of bootstrap.servers: METADATA 1, FIND_COORDINATOR 1, API_VERSIONS 1\n"
                "consumer-1  2147483645  coordinator  localhost:9094     1.504    1.511        1.511         -  -    "
                "   -\n"
                "    group coordinator on broker 2 = 2147483647 − 2: JOIN_GROUP 1\n"
                "consumer-1           2  data         localhost:9094     1.511    1.520        1.530         -  -    "
                "   -\n"
                "    broker 2: FETCH 10\n"));
    }
    void whatDidNotHappenIsADash()
    {
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Producer);
        const ConnectionId connection = b.connect(c, NodeId {-1}, "h:1", RuleId::MetadataNeedsNode, {});
        b.at(2000);
        b.on(connection, EventKind::ConnectFailed, RuleId::ConnectionRefused, {});
        const QString text = connections(b.trace);
        QVERIFY2(text.contains(QLatin1String("c         -1  bootstrap  h:1       0.0000        -            -    "
                                             "0.0020  network  connection refused\n")),
            qPrintable(text));
        QVERIFY2(
            text.contains(QLatin1String("    first address of bootstrap.servers: no requests\n")), qPrintable(text));
    }
    void wideNamesLineUp()
    {
        TraceBuilder b;
        const ClientId wide = b.client("订单服务", trace::ClientKind::Producer);
        const ClientId narrow = b.client("orders", trace::ClientKind::Producer);
        b.connect(wide, NodeId {-1}, "h:1", RuleId::MetadataNeedsNode, {});
        b.connect(narrow, NodeId {-1}, "h:1", RuleId::MetadataNeedsNode, {});
        const QStringList lines = connections(b.trace).split(QLatin1Char('\n'));
        QVERIFY2(lines[1].startsWith(QString::fromUtf8("订单服务    -1  bootstrap")), qPrintable(lines[1]));
        QVERIFY2(lines[3].startsWith(QLatin1String("orders      -1  bootstrap")), qPrintable(lines[3]));
    }
    void manyRequestsWrapWithin120Columns()
    {
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Consumer);
        const ConnectionId connection
            = b.connect(c, NodeId::coordinator(BrokerId {1}), "h:1", RuleId::CoordinatorDiscovered, {});
        for (const ApiKey api : allApiKeys())
            b.exchange(connection, api, 1, "", RuleId::JoinGroup, {});
        const QString text = connections(b.trace);
        for (const QString& line : text.split(QLatin1Char('\n')))
            QVERIFY2(line.size() <= 120, qPrintable(line));
        QVERIFY(text.contains(QLatin1String("PUSH_TELEMETRY 1\n")));
    }
    void aTraceWithoutConnectionsIsAHeading()
    {
        const trace::Trace trace;
        QCOMPARE(connections(trace),
            QStringLiteral("client  node  role  remote  opened s  ready s  last used s  closed s  closer  rule\n"));
    }
    void aSinkThatRefusesEndsTheReport()
    {
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Consumer);
        for (int i = 0; i < 20'000; ++i)
            b.connect(c, NodeId {i}, "h:1", RuleId::LeaderToFetch, {});
        int pieces = 0;
        TextSink sink([&](std::string_view) {
            ++pieces;
            return false;
        });
        QVERIFY(!writeConnections(b.trace, sink));
        QCOMPARE(pieces, 1);
    }
};

QTEST_GUILESS_MAIN(TestReportConnections)
#include "tst_report_connections.moc"
