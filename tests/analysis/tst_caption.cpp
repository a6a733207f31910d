// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/caption.h"
#include "analysis/sampletrace.h"
#include "support/playing.h"

#include <QTest>

using namespace connscope;
using namespace connscope::analysis;
using connscope::test::TraceBuilder;
using trace::EventKind;
using trace::RuleId;
using trace::Side;

namespace {

Instant seconds(double s) { return fromNs(static_cast<std::int64_t>(s * 1e9)); }

QString captionOf(const trace::Trace& trace, const FigureSubject& subject, Language language = Language::English)
{
    const trace::Index index(trace);
    return QString::fromStdString(caption(index, Names(trace), subject, language));
}

QString alternativeOf(const trace::Trace& trace, const FigureSubject& subject, Language language = Language::English)
{
    const trace::Index index(trace);
    return QString::fromStdString(alternativeText(index, Names(trace), subject, language));
}

/// \a clients clients with three connections each.
trace::Trace crowd(int clients)
{
    TraceBuilder b;
    for (int i = 0; i < clients; ++i) {
        const ClientId c = b.client("worker-" + std::to_string(i), trace::ClientKind::Consumer);
        b.connect(c, NodeId {-1}, "h:1", RuleId::MetadataNeedsNode, {});
        b.connect(c, NodeId {i}, "h:2", RuleId::LeaderToFetch, {});
        b.connect(c, NodeId::coordinator(BrokerId {1}), "h:3", RuleId::CoordinatorDiscovered, {});
    }
    return std::move(b.trace);
}

} // namespace

class TestCaption : public QObject {
    Q_OBJECT

private slots:
    /// An attempt that came to nothing is no connection: in words as in numbers.
    void attemptsThatFailAreNoConnections()
    {
        TraceBuilder b;
        const ClientId c = b.client("p", trace::ClientKind::Producer);
        b.connect(c, NodeId {-1}, "h:1", RuleId::MetadataNeedsNode, {});
        const trace::Trace one = std::move(b.trace);
        QVERIFY(!alternativeOf(one, FigureSubject::timeline(kStart, seconds(10))).contains(QLatin1String("attempt")));

        const trace::Trace refused = test::play(
            test::scenarioOf("connscope: 1\nuntil: 3s\ncluster: {brokers: 1}\nclients: [{name: p, kind: "
                             "producer, config: {bootstrap.servers: \"localhost:1,localhost:9092\"}}]\n"));
        for (const FigureSubject& subject :
            {FigureSubject::timeline(kStart, seconds(3)), FigureSubject::sequence(kStart, seconds(3))}) {
            const QString text = alternativeOf(refused, subject);
            const QString chinese = alternativeOf(refused, subject, Language::Chinese);
            const bool hasFailed = text.contains(QLatin1String("attempt"));
            QVERIFY2(hasFailed, qPrintable(text));
            QVERIFY2(!text.contains(QLatin1String("closed at")) && text.contains(QLatin1String("connection refused")),
                qPrintable(text));
            QVERIFY2(chinese.contains(QStringLiteral("次连接尝试失败")), qPrintable(chinese));
        }
    }
    void aMovingTopologyIsNoTimeline()
    {
        const trace::Trace trace = test::sampleTrace();
        const QString alone = alternativeOf(trace, FigureSubject::movingTopology(kStart, seconds(10), false));
        QVERIFY2(alone.startsWith(QLatin1String("Moving diagram of one client and ")), qPrintable(alone));
        QVERIFY(!alone.contains(QLatin1String("imeline")));
        const QString both = alternativeOf(trace, FigureSubject::movingTopology(kStart, seconds(10), true));
        QVERIFY2(both.startsWith(QLatin1String("Moving diagram of "))
                && both.contains(QLatin1String(" Timeline from 0 s to 10 s")),
            qPrintable(both));
        QVERIFY(alternativeOf(trace, FigureSubject::movingTopology(kStart, seconds(10), false), Language::Chinese)
                    .startsWith(QStringLiteral("动态示意图")));
    }
    void aTopologyIsToldAtItsInstant()
    {
        const trace::Trace trace = test::sampleTrace();
        QCOMPARE(captionOf(trace, FigureSubject::topology(seconds(1))),
            QStringLiteral("Consumer consumer-1 holds no connection 1 s after the start."));
        QCOMPARE(captionOf(trace, FigureSubject::topology(seconds(1.55))),
            QStringLiteral("Consumer consumer-1 holds three connections 1.55 s after the start: one to a bootstrap "
                           "address (node -1), one to the group coordinator (node 2147483645) and one to broker 2."));
        QCOMPARE(captionOf(trace, FigureSubject::topology(seconds(545))),
            QStringLiteral("Consumer consumer-1 holds two connections 9 min 5 s after the start: one to the group "
                           "coordinator (node 2147483645) and one to broker 2. The connection to node 2147483645 has "
                           "not been used for 9 min 3 s."));
    }
    void aTopologyIsToldInChinese()
    {
        QCOMPARE(captionOf(test::sampleTrace(), FigureSubject::topology(seconds(1.55)), Language::Chinese),
            QStringLiteral("开始 1.55 秒后，消费者 consumer-1 有 3 个连接：1 个到引导地址（节点 -1），"
                           "1 个到组协调者（节点 2147483645），1 个到 Broker 2。"));
    }
    void aTimelineSaysWhatWasOpenedAndWhoClosed()
    {
        const trace::Trace trace = test::sampleTrace();
        QCOMPARE(captionOf(trace, FigureSubject::timeline(kStart, seconds(545))),
            QStringLiteral(
                "Consumer consumer-1 opens three connections between 0 s and 9 min 5 s: one to a bootstrap "
                "address (node -1), one to the group coordinator (node 2147483645) and one to broker 2. "
                "One is closed by the client (client idle expiry): node -1. Two are open at the end."));
        QCOMPARE(captionOf(trace, FigureSubject::timeline(seconds(2), seconds(10))),
            QStringLiteral("Consumer consumer-1 opens no connection between 2 s and 10 s. Three were open before. "
                           "Three are open at the end."));
        QCOMPARE(captionOf(trace, FigureSubject::timeline(kStart, seconds(545)), Language::Chinese),
            QStringLiteral("从 0 秒到 9 分钟 5 秒，消费者 consumer-1 打开 3 个连接：1 个到引导地址（节点 -1），"
                           "1 个到组协调者（节点 2147483645），1 个到 Broker 2。1 个被客户端关闭（客户端空闲到期）："
                           "节点 -1。结束时有 2 个打开。"));
    }
    void aSequenceCountsTheRequestsOfItsRange()
    {
        const trace::Trace trace = test::sampleTrace();
        QCOMPARE(captionOf(trace, FigureSubject::sequence(kStart, seconds(10))),
            QStringLiteral(
                "Consumer consumer-1 sends 14 requests on three connections between 0 s and 10 s: ten "
                "FETCH, one METADATA, one FIND_COORDINATOR, one JOIN_GROUP and one API_VERSIONS. Three "
                "connections are opened: one to a bootstrap address (node -1), one to the group coordinator "
                "(node 2147483645) and one to broker 2."));
        QCOMPARE(captionOf(trace, FigureSubject::sequence(seconds(3), seconds(4))),
            QStringLiteral("Consumer consumer-1 sends no request between 3 s and 4 s."));
    }
    void aSequenceTellsWhatOpensAndCloses()
    {
        const trace::Trace trace = test::sampleTrace();
        const QString closing = captionOf(trace, FigureSubject::sequence(seconds(500), seconds(545)));
        QVERIFY2(
            closing.endsWith(QLatin1String("One connection is closed by the client (client idle expiry): node -1.")),
            qPrintable(closing));
        const QString text = alternativeOf(trace, FigureSubject::sequence(seconds(500), seconds(545)));
        QVERIFY2(text.contains(QLatin1String("of one client and ")), qPrintable(text)); // though nothing was asked
        QVERIFY2(text.contains(QLatin1String("no requests, closed at 9 min 5 s by the client (client idle expiry).")),
            qPrintable(text));
    }
    void severalClientsAreNamedAndManyAreCounted()
    {
        QCOMPARE(captionOf(crowd(3), FigureSubject::topology(kStart)),
            QStringLiteral("Three clients hold nine connections at the start: worker-0 three, worker-1 three "
                           "and worker-2 three."));
        QCOMPARE(captionOf(crowd(20), FigureSubject::topology(kStart)),
            QStringLiteral("20 clients hold 60 connections at the start: 20 to a bootstrap address (node -1), "
                           "20 to the group coordinator (node 2147483646) and 20 to brokers 0 to 19."));
    }
    void whoHoldsNothingIsNotSaidToHoldWhatOthersHold()
    {
        TraceBuilder b;
        const ClientId busy = b.client("busy", trace::ClientKind::Producer);
        b.client("quiet", trace::ClientKind::Consumer);
        b.connect(busy, NodeId {0}, "h:1", RuleId::LeaderHasRecords, {});
        QCOMPARE(captionOf(b.trace, FigureSubject::topology(kStart)),
            QStringLiteral("Two clients hold one connection at the start: busy one and quiet none."));
        QCOMPARE(captionOf(b.trace, FigureSubject::topology(kStart), Language::Chinese),
            QStringLiteral("开始时，2 个客户端有 1 个连接：busy 有 1 个，quiet 没有。"));
    }
    void aRangeOfNodesIsWholeOrSaysThatItIsNot()
    {
        const auto told = [](const std::vector<int>& nodes) {
            TraceBuilder b;
            const ClientId c = b.client("p", trace::ClientKind::Producer);
            for (const int node : nodes)
                b.connect(c, NodeId {node}, "h:1", RuleId::LeaderHasRecords, {});
            const QString text = captionOf(b.trace, FigureSubject::topology(kStart));
            return text.mid(text.indexOf(QLatin1String("to brokers ")));
        };
        QCOMPARE(told({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 21, 22}), QStringLiteral("to brokers 0 to 9 and 20 to 22."));
        QCOMPARE(told({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12}), QStringLiteral("to brokers 0 to 9 and 12."));
        QCOMPARE(told({0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22}), QStringLiteral("to brokers between 0 and 22."));
    }
    void aConnectionClosedAtOneEndIsNotHeldButSaid()
    {
        TraceBuilder b;
        const ClientId c = b.client("p", trace::ClientKind::Producer);
        const ConnectionId connection = b.connect(c, NodeId {1}, "h:1", RuleId::LeaderHasRecords, {});
        b.connected(connection, b.last());
        trace::Event fin;
        fin.kind = EventKind::FinSent;
        fin.connection = connection;
        fin.client = c;
        fin.node = NodeId {1};
        fin.side = Side::Broker;
        fin.state = trace::TcpState::FinWait1;
        fin.rule = RuleId::BrokerIdleExpiry;
        b.at(60'000'000);
        b.add(fin);
        fin.kind = EventKind::FinReceived;
        fin.side = Side::Client;
        fin.state = trace::TcpState::CloseWait;
        fin.rule = RuleId::PeerClosed;
        b.add(fin);
        QCOMPARE(captionOf(b.trace, FigureSubject::topology(seconds(61))),
            QStringLiteral("Producer p holds no connection 61 s after the start. One connection is closed at one end "
                           "only (node 1)."));
        b.client("q", trace::ClientKind::Producer); // of several clients it is said whose
        QVERIFY2(captionOf(b.trace, FigureSubject::topology(seconds(61)))
                     .endsWith(QLatin1String("One connection of p is closed at one end only (node 1).")),
            qPrintable(captionOf(b.trace, FigureSubject::topology(seconds(61)))));
        QVERIFY2(
            alternativeOf(b.trace, FigureSubject::topology(seconds(61))).contains(QLatin1String("client CLOSE-WAIT")),
            qPrintable(alternativeOf(b.trace, FigureSubject::topology(seconds(61)))));
    }
    /// Whatever their number, connections to one node are to "node 2"; and what was refused was never open.
    void attemptsThatFailAreNotOpenedAndOneNodeIsOne()
    {
        TraceBuilder b;
        const ClientId c = b.client("p", trace::ClientKind::Producer);
        for (int i = 0; i < 2; ++i) {
            const ConnectionId refused = b.connect(c, NodeId {2}, "h:1", RuleId::LeaderHasRecords, {});
            b.on(refused, EventKind::ConnectFailed, RuleId::ConnectionRefused, b.last());
        }
        b.connect(c, NodeId {1}, "h:1", RuleId::LeaderHasRecords, {});
        const QString failed = QStringLiteral("Two attempts to connect fail (connection refused): node 2.");
        QCOMPARE(captionOf(b.trace, FigureSubject::sequence(kStart, seconds(1))),
            QStringLiteral(
                "Producer p sends no request between 0 s and 1 s. One connection is opened: one to broker 1. ")
                + failed);
        QCOMPARE(captionOf(b.trace, FigureSubject::timeline(kStart, seconds(1))),
            QStringLiteral("Producer p opens one connection between 0 s and 1 s: one to broker 1. ") + failed
                + QStringLiteral(" One is open at the end."));
        QCOMPARE(captionOf(b.trace, FigureSubject::timeline(kStart, seconds(1)), Language::Chinese),
            QStringLiteral("从 0 秒到 1 秒，生产者 p 打开 1 个连接：1 个到 Broker 1。"
                           "2 次连接尝试失败（连接被拒绝）：节点 2。结束时有 1 个打开。"));
    }
    void anAlternativeTextGoesThroughThePicture()
    {
        const trace::Trace trace = test::sampleTrace();
        QCOMPARE(alternativeOf(trace, FigureSubject::topology(seconds(1.55))),
            QStringLiteral(
                "Diagram of one client and no brokers 1.55 s after the start, with three connections. "
                "consumer-1 to node -1 (localhost:9092), bootstrap: ready. consumer-1 to node 2147483645 "
                "(localhost:9094), coordinator: ready. consumer-1 to node 2 (localhost:9094), data: ready."));
        const QString timeline = alternativeOf(trace, FigureSubject::timeline(kStart, seconds(545)));
        QVERIFY2(
            timeline.startsWith(QLatin1String("Timeline from 0 s to 9 min 5 s with three lanes. consumer-1, node "
                                              "-1 (localhost:9092), bootstrap: opened at 1.5 s, ready at ")),
            qPrintable(timeline));
        QVERIFY2(timeline.contains(QLatin1String("closed at 9 min 5 s by the client (client idle expiry). ")),
            qPrintable(timeline));
        const QString sequence
            = alternativeOf(trace, FigureSubject::sequence(kStart, seconds(10)), Language::Chinese);
        QVERIFY2(sequence.contains(
                     QStringLiteral("consumer-1 到节点 2（localhost:9094），数据：1.511 秒时打开，10 个 FETCH。")),
            qPrintable(sequence));
    }
    void anAlternativeTextIsNotEndless()
    {
        const QString text = alternativeOf(crowd(20), FigureSubject::topology(kStart));
        QCOMPARE(text.count(QLatin1String("connecting.")), static_cast<qsizetype>(kMostDescribed));
        QVERIFY2(text.endsWith(QLatin1String("And 48 connections more.")), qPrintable(text));
    }
    void aTraceOfNothingHasCaptionsToo()
    {
        const trace::Trace trace;
        for (const Language language : {Language::English, Language::Chinese}) {
            for (const FigureSubject& subject : {FigureSubject::topology(kStart),
                     FigureSubject::timeline(kStart, kStart), FigureSubject::sequence(kStart, kStart)}) {
                const QString stop = language == Language::English ? QStringLiteral(".") : QStringLiteral("。");
                QVERIFY(captionOf(trace, subject, language).endsWith(stop));
                QVERIFY(alternativeOf(trace, subject, language).endsWith(stop));
            }
        }
        QCOMPARE(
            captionOf(trace, FigureSubject::topology(kStart)), QStringLiteral("There is no client at the start."));
    }
    void timesAreSpokenShortly()
    {
        const auto spoken = [](std::int64_t ns) { return QString::fromStdString(spokenTime(Duration {ns})); };
        QCOMPARE(spoken(0), QStringLiteral("0 s"));
        QCOMPARE(spoken(27'000), QStringLiteral("27 µs"));
        QCOMPARE(spoken(1'500'000), QStringLiteral("1.5 ms"));
        QCOMPARE(spoken(3'000'000'000), QStringLiteral("3 s"));
        QCOMPARE(spoken(119'999'000'000), QStringLiteral("119.999 s"));
        QCOMPARE(spoken(540'012'000'000), QStringLiteral("9 min"));
        QCOMPARE(spoken(5'445'000'000'000), QStringLiteral("1 h 30 min 45 s"));
        QCOMPARE(QString::fromStdString(spokenTime(Duration {5'400'000'000'000}, Language::Chinese)),
            QStringLiteral("1 小时 30 分钟"));
    }
};

QTEST_GUILESS_MAIN(TestCaption)
#include "tst_caption.moc"
