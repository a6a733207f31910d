// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/report.h"
#include "analysis/sampletrace.h"
#include "analysis/why.h"

#include <QTest>

using namespace connscope;
using namespace connscope::analysis;
using connscope::test::TraceBuilder;
using trace::EventKind;
using trace::RuleId;

class TestWhy : public QObject {
    Q_OBJECT

private slots:
    void aChainGoesFromTheEventToTheStartOfTheWorld()
    {
        const trace::Trace trace = test::sampleTrace();
        EventId opening; // of the coordinator's connection
        for (std::size_t i = 0; i < trace.size(); ++i) {
            if (trace[i].kind == EventKind::ConnectStarted && trace[i].node.isCoordinator())
                opening = EventId {static_cast<std::uint32_t>(i)};
        }
        const std::vector<WhyStep> steps = why(trace, opening);
        QVERIFY(steps.size() > 3);
        QCOMPARE(steps.front().event, opening);
        QCOMPARE(trace[steps[1].event].kind, EventKind::CoordinatorFound);
        QCOMPARE(trace[steps[2].event].kind, EventKind::ResponseReceived);
        QCOMPARE(trace[steps[2].event].api, ApiKey::FindCoordinator);
        QCOMPARE(trace[steps.back().event].rule, RuleId::StartOfWorld);
    }
    void turnsOfALoopAreLeftOutAndCounted()
    {
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Consumer);
        const ConnectionId connection = b.connect(c, NodeId {0}, "h:1", RuleId::LeaderToFetch, b.last());
        EventId cause = b.connected(connection, b.opening(connection));
        for (int i = 0; i < 1000; ++i)
            cause = b.exchange(connection, ApiKey::Fetch, i, "t4-0", RuleId::FetchWhenIdle, cause);
        const std::vector<WhyStep> steps = why(b.trace, cause);
        // Two turns of two events, then connected, opening, created.
        QCOMPARE(steps.size(), std::size_t {7});
        QCOMPARE(steps[4].leftOut, std::size_t {1996});
        QCOMPARE(b.trace[steps[4].event].kind, EventKind::Connected);
        const std::string text = test::text([&](TextSink& sink) { writeSteps(Names(b.trace), steps, 0, sink); });
        QVERIFY2(text.find("(1996 causes more of the same kind)") != std::string::npos, text.c_str());
    }
    void whatTheKernelAndTheBrokerDoOnTheWayIsNotASteps()
    {
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Consumer);
        const ConnectionId connection = b.connect(c, NodeId {0}, "h:1", RuleId::LeaderToFetch, b.last());
        const EventId tcp = b.on(connection, EventKind::TcpState, RuleId::ThreeWayHandshake, b.opening(connection));
        const EventId connected = b.connected(connection, tcp);
        const std::vector<WhyStep> steps = why(b.trace, connected);
        QCOMPARE(steps.size(), std::size_t {3});
        QCOMPARE(steps[1].event, b.opening(connection));
        QCOMPARE(steps[1].leftOut, std::size_t {0});
        QCOMPARE(why(b.trace, tcp).front().event, tcp); // unless it is what was asked about
    }
    void anEventThatIsNotThereHasNoChain()
    {
        const trace::Trace trace = test::sampleTrace();
        QVERIFY(why(trace, EventId {}).empty());
        QVERIFY(why(trace, EventId {1'000'000}).empty());
    }
    void theReportExplainsEachOpeningAndEachEnd()
    {
        const trace::Trace trace = test::sampleTrace();
        const std::string text = test::text([&](TextSink& sink) { writeWhy(trace, sink); });
        const QString report = QString::fromStdString(text);
        QCOMPARE(report.count(QLatin1String("Why it was opened:")), 3);
        QCOMPARE(report.count(QLatin1String("Why it ended:")), 1);
        QCOMPARE(report.count(QLatin1String("It is open at the end.")), 2);
        QVERIFY(report.contains(QString::fromUtf8("connection 1: consumer-1 to node 2147483645 (localhost:9094), "
                                                  "group coordinator on broker 2 = 2147483647 − 2\n")));
        QVERIFY(report.contains(
            QLatin1String("because consumer-1 learns that broker 2 is the coordinator of group test\n")));
        QVERIFY(report.contains(QLatin1String("because the scenario begins\n")));
        for (const QString& line : report.split(QLatin1Char('\n')))
            QVERIFY2(line.size() <= 120, qPrintable(line));
    }
};

QTEST_GUILESS_MAIN(TestWhy)
#include "tst_why.moc"
