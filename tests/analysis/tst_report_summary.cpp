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

QString summary(const trace::Trace& trace, const ReportOptions& options = {})
{
    return QString::fromStdString(test::text([&](TextSink& sink) { writeSummary(trace, sink, options); }));
}

} // namespace

class TestReportSummary : public QObject {
    Q_OBJECT

private slots:
    void theSampleReadsOutInClass()
    {
        QCOMPARE(summary(test::sampleTrace()),
            QStringLiteral(
                "Three kinds\n"
                "Simulated from three.yaml, profile java-2.3, seed 7, 545.000 s of virtual time\n"
                "\n"
                "3 connections opened:  1 bootstrap (-1), 1 coordinator (2147483645), 1 data (2)\n"
                "2 open at the end:     1 coordinator (2147483645), 1 data (2)\n"
                "1 closed:              1 by the client (-1): client idle expiry. At the end of a poll the client "
                "closes the\n"
                "                       connection that was used longest ago, if that is longer ago than its limit; "
                "one in a\n"
                "                       poll.\n"
                "Longest idle:          543.496 s, consumer-1 and node -1 (localhost:9092), from 1.504 s on; then "
                "closed by the\n"
                "                       client (client idle expiry)\n"
                "14 requests sent:      10 FETCH, 1 METADATA, 1 FIND_COORDINATOR, 1 JOIN_GROUP, 1 API_VERSIONS\n"));
    }
    void aClientThatOpensNothingIsOneSentence()
    {
        TraceBuilder b;
        b.trace.header().profile = "java-2.1";
        b.client("producer-1", trace::ClientKind::Producer);
        QCOMPARE(summary(b.trace),
            QStringLiteral(
                "Simulated, profile java-2.1, seed 0, 0.000 s of virtual time\n\nNo connection was opened.\n"));
    }
    void profilesOfTheClientsAreNamedWhereNoneWasForced()
    {
        TraceBuilder b;
        const auto set = [&](ClientId client, const char* text) {
            trace::Event e;
            e.kind = EventKind::ConfigChanged;
            e.client = client;
            e.rule = RuleId::ConfigValue;
            e.text = b.trace.intern(text);
            b.add(e);
        };
        set(b.client("a", trace::ClientKind::Producer), "profile = java-2.1");
        set(b.client("b", trace::ClientKind::Producer), "profile = course");
        const ClientId third = b.client("c", trace::ClientKind::Producer);
        set(third, "profile = java-2.1");
        set(third, "what-if = reuse-by-address");
        QVERIFY(summary(b.trace).startsWith(
            QLatin1String("Simulated, profiles java-2.1 and course, what if reuse-by-address, seed 0,")));
    }
    void aRunMayEndLaterThanItsLastEvent()
    {
        ReportOptions options;
        options.end = fromNs(3'600'000'000'000);
        const QString text = summary(test::sampleTrace(), options);
        QVERIFY2(text.contains(QLatin1String("3600.000 s of virtual time")), qPrintable(text));
        QVERIFY2(text.contains(QLatin1String("3598.489 s, consumer-1 and node 2147483645")), qPrintable(text));
        QVERIFY2(text.simplified().contains(QLatin1String("on; still open")), qPrintable(text));
    }
    void reconnectsOfOneClientAreCounted()
    {
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Producer);
        for (int i = 0; i < 3; ++i) {
            const ConnectionId connection = b.connect(c, NodeId {0}, "h:1", RuleId::LeaderHasRecords, {});
            b.on(connection, EventKind::ConnectFailed, RuleId::ConnectionRefused, {});
        }
        const QString text = summary(b.trace);
        QVERIFY2(
            text.contains(QString::fromUtf8("3 connections opened:  3 data (0 ×3); 3 of them never got through\n")),
            qPrintable(text));
        QVERIFY2(text.contains(QLatin1String("0 open at the end\n")), qPrintable(text));
        QVERIFY2(text.contains(QString::fromUtf8("3 by the network (0 ×3): connection refused.")), qPrintable(text));
    }
    void twoHundredClientsAndAThousandBrokersAreAFewLines()
    {
        TraceBuilder b;
        for (int i = 0; i < 200; ++i) {
            const ClientId c = b.client("consumer-" + std::to_string(i), trace::ClientKind::Consumer);
            b.connect(c, NodeId {-1}, "h:1", RuleId::MetadataNeedsNode, {});
            for (int n = 0; n < (i == 0 ? 1000 : 5); ++n)
                b.connect(c, NodeId {n}, "h:1", RuleId::LeaderToFetch, {});
        }
        const QString text = summary(b.trace);
        QVERIFY2(text.contains(QLatin1String("200 clients:")), qPrintable(text));
        QVERIFY2(text.contains(QLatin1String("200 consumers; each opened 6 to 1001, has 6 to 1001 at the end")),
            qPrintable(text));
        QVERIFY2(text.contains(QLatin1String("200 bootstrap (-1), 1995 data (1000 node ids from 0 to 999)")),
            qPrintable(text));
        QVERIFY2(text.count(QLatin1Char('\n')) < 15, qPrintable(text));
    }
    void bootstrapAddressesAreCountedAwayFromZero()
    {
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Producer);
        for (int i = 0; i < 1000; ++i)
            b.connect(c, NodeId::bootstrap(i), "h:1", RuleId::CourseConnectsAllBootstrap, {});
        const QString text = summary(b.trace);
        QVERIFY2(text.contains(QLatin1String("1000 bootstrap (1000 node ids from -1 to -1000)")), qPrintable(text));
    }
    void aFewClientsAreNamed()
    {
        TraceBuilder b;
        const ClientId p = b.client("p", trace::ClientKind::Producer);
        b.client("q", trace::ClientKind::Producer);
        b.connect(p, NodeId {-1}, "h:1", RuleId::MetadataNeedsNode, {});
        const QString text = summary(b.trace);
        QVERIFY2(text.contains(QLatin1String("p opened 1, has 1 at the end; q opened 0, has 0 at the end")),
            qPrintable(text));
    }
    void aRunThatALimitStoppedSaysSo()
    {
        TraceBuilder b;
        b.client("p", trace::ClientKind::Producer);
        trace::Event e;
        e.kind = EventKind::Stopped;
        e.rule = RuleId::RunLimit;
        e.text = b.trace.intern("more than 100 events");
        b.add(e);
        QVERIFY(summary(b.trace).contains(QLatin1String("Stopped early:  more than 100 events\n")));
    }
};

QTEST_GUILESS_MAIN(TestReportSummary)
#include "tst_report_summary.moc"
