// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/report.h"
#include "analysis/sampletrace.h"

#include <QTest>

using namespace connscope;
using namespace connscope::analysis;

namespace {

QStringList events(const trace::Trace& trace)
{
    return QString::fromStdString(test::text([&](TextSink& sink) {
        writeEvents(trace, sink);
    })).split(QLatin1Char('\n'));
}

} // namespace

class TestReportEvents : public QObject {
    Q_OBJECT

private slots:
    void oneLineAnEvent()
    {
        const trace::Trace trace = test::sampleTrace();
        const QStringList lines = events(trace);
        QCOMPARE(lines.size(), static_cast<qsizetype>(trace.size()) + 2); // heading, and behind the last line end
        QCOMPARE(lines.first(),
            QStringLiteral(" #      time s  cause  client      conn        node  kind               rule             "
                           "                 details"));
        QCOMPARE(lines.at(4),
            QStringLiteral(" 3    1.500000      2  consumer-1     0          -1  connect started    find coordinator "
                           "needs a node     "
                           "localhost/127.0.0.1:9092"));
        QCOMPARE(lines.at(42),
            QStringLiteral("41  545.000000     11  consumer-1     0          -1  idle expired       client idle "
                           "expiry                "
                           "client, 0.000 s since last use"));
        QVERIFY(lines.last().isEmpty());
    }
    void whatRealSocketsToldSaysHowItIsKnown()
    {
        trace::Trace trace = test::sampleTrace();
        QVERIFY(!events(trace).first().contains(QLatin1String("known")));
        trace::Event e;
        e.at = trace.end();
        e.cause = EventId {11};
        e.connection = ConnectionId {0};
        e.client = ClientId {0};
        e.kind = trace::EventKind::TcpState;
        e.side = trace::Side::Client;
        e.state = trace::TcpState::TimeWait;
        e.rule = trace::RuleId::ActiveClose;
        e.vantage = trace::Vantage::Sampled;
        trace.append(e);
        const QStringList lines = events(trace);
        const qsizetype known = lines.first().indexOf(QLatin1String("known"));
        QVERIFY(known > 0);
        QCOMPARE(lines.first().indexOf(QLatin1String("details")), known + 11); // "simulated" and a gap
        QVERIFY(lines.at(1).mid(known).startsWith(QLatin1String("simulated")));
        QCOMPARE(lines.at(lines.size() - 2).mid(known), QStringLiteral("sampled    client TIME-WAIT"));
    }
    void theCauseIsTheNumberOfAnEarlierLine()
    {
        const trace::Trace trace = test::sampleTrace();
        const QStringList lines = events(trace);
        for (int i = 1; i <= static_cast<int>(trace.size()); ++i) {
            const QStringList words = lines.at(i).split(QLatin1Char(' '), Qt::SkipEmptyParts);
            QCOMPARE(words.at(0).toInt(), i - 1);
            QVERIFY2(
                words.at(2) == QLatin1String("-") ? i == 1 : words.at(2).toInt() < i - 1, qPrintable(lines.at(i)));
        }
    }
    void anEmptyTraceIsAHeading()
    {
        const trace::Trace trace;
        QCOMPARE(events(trace).size(), 2);
    }
    void aSinkThatRefusesEndsTheReport()
    {
        test::TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Consumer);
        for (int i = 0; i < 20'000; ++i)
            b.connect(c, NodeId {i}, "h:1", trace::RuleId::LeaderToFetch, {});
        int pieces = 0;
        TextSink sink([&](std::string_view) {
            ++pieces;
            return false;
        });
        QVERIFY(!writeEvents(b.trace, sink));
        QCOMPARE(pieces, 1);
    }
};

QTEST_GUILESS_MAIN(TestReportEvents)
#include "tst_report_events.moc"
