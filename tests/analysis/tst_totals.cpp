// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/sampletrace.h"
#include "analysis/totals.h"

#include <QTest>

using namespace connscope;
using namespace connscope::analysis;
using connscope::test::TraceBuilder;
using trace::EventKind;
using trace::RuleId;
using trace::Side;

namespace {

Totals totalsOf(const trace::Trace& trace, Instant end = {})
{
    return totals(trace, trace::connectionLives(trace), end);
}

} // namespace

class TestTotals : public QObject {
    Q_OBJECT

private slots:
    void countsOfTheSample()
    {
        const trace::Trace trace = test::sampleTrace();
        const Totals t = totalsOf(trace);
        QCOMPARE(t.opened, 3U);
        QCOMPARE(t.open, 2U);
        QCOMPARE(t.closed(), 1U);
        QCOMPARE(t.failed, 0U);
        QCOMPARE(t.openedByRole[static_cast<std::size_t>(Role::Coordinator)], 1U);
        QCOMPARE(t.openByRole[static_cast<std::size_t>(Role::Bootstrap)], 0U);
        QCOMPARE(t.closedBy.at(Side::Client), 1U);
        QCOMPARE((t.endings.at({Side::Client, RuleId::ClientIdleExpiry})), 1U);
        QCOMPARE(t.requests, 14U);
        QVERIFY(t.requestsByApi.front() == std::pair(ApiKey::Fetch, std::uint64_t {10}));
        QCOMPARE(t.clients.size(), std::size_t {1});
        QCOMPARE(t.clients[0].opened, 3U);
        QCOMPARE(t.clients[0].open, 2U);
    }
    void theLongestSilenceIsThatOfTheAbandonedConnection()
    {
        const Totals t = totalsOf(test::sampleTrace());
        QVERIFY(t.longestIdle);
        QCOMPARE(t.longestIdle->connection.value, 0U);
        QCOMPARE(toNs(t.longestIdle->from), 1'504'000'000);
        QCOMPARE(t.longestIdle->length.count(), 543'496'000'000);
        QVERIFY(!t.longestIdle->usedAgain);
    }
    void silenceOfOpenConnectionsLastsToTheEndOfTheRun()
    {
        // The data connection was used last at 1.530 s and stays open; the run goes on for an hour.
        const Totals t = totalsOf(test::sampleTrace(), fromNs(3'600'000'000'000));
        QCOMPARE(t.longestIdle->connection.value, 1U);
        QCOMPARE(t.longestIdle->length.count(), 3'600'000'000'000 - 1'511'000'000);
    }
    void aSilenceThatEndedIsSeenToo()
    {
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Producer);
        const ConnectionId connection = b.connect(c, NodeId {0}, "h:1", RuleId::LeaderHasRecords, {});
        b.connected(connection, {});
        b.at(60'000'000);
        b.exchange(connection, ApiKey::Produce, 1, "", RuleId::BatchReady, {});
        b.at(61'000'000);
        const EventId fin = b.on(connection, EventKind::FinSent, RuleId::ClientClosed, {}, Side::Client);
        b.at(200'000'000);
        b.on(connection, EventKind::Closed, RuleId::TimeWaitOver, fin, Side::Client);
        const Totals t = totalsOf(b.trace);
        QCOMPARE(t.longestIdle->length.count(), 60'000'000'000);
        QVERIFY(t.longestIdle->usedAgain);
    }
    void aRefusedConnectIsOpenedClosedAndFailed()
    {
        TraceBuilder b;
        const ClientId c = b.client("c", trace::ClientKind::Producer);
        const ConnectionId connection = b.connect(c, NodeId {-1}, "h:1", RuleId::MetadataNeedsNode, {});
        b.at(5);
        b.on(connection, EventKind::ConnectFailed, RuleId::ConnectionRefused, b.opening(connection));
        b.on(connection, EventKind::RequestCancelled, RuleId::None, {});
        const Totals t = totalsOf(b.trace);
        QCOMPARE(t.opened, 1U);
        QCOMPARE(t.failed, 1U);
        QCOMPARE(t.open, 0U);
        QCOMPARE(t.closedBy.at(Side::Network), 1U);
        QCOMPARE(t.cancelled, 1U);
        QCOMPARE(t.timedOut, 0U);
    }
    void anEmptyTraceHasNoTotals()
    {
        const trace::Trace trace;
        const Totals t = totalsOf(trace);
        QCOMPARE(t.opened, 0U);
        QVERIFY(!t.longestIdle);
        QVERIFY(t.requestsByApi.empty());
    }
};

QTEST_GUILESS_MAIN(TestTotals)
#include "tst_totals.moc"
