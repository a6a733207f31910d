// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/life.h"

#include "support/rcqt.h"
#include "trace/tracebuilder.h"

#include <QTest>

#include <algorithm>

using namespace connscope;
using namespace connscope::trace;

class TestLife : public QObject {
    Q_OBJECT

private slots:
    void aSampleIsSummedUp()
    {
        const Trace trace = test::sampleTrace();
        const std::vector<ConnectionLife> lives = connectionLives(trace);
        QCOMPARE(lives.size(), std::size_t {3});

        const ConnectionLife& bootstrap = lives[0];
        QCOMPARE(trace.text(bootstrap.clientName), "consumer-1");
        QCOMPARE(bootstrap.node.value, -1);
        QVERIFY(bootstrap.role == Role::Bootstrap);
        QCOMPARE(bootstrap.broker.value, 0);
        QCOMPARE(trace.text(bootstrap.remote), "localhost/127.0.0.1:9092");
        QCOMPARE(bootstrap.localPort, std::uint16_t {40000});
        QCOMPARE(trace.text(bootstrap.local), "10.0.0.7");
        QVERIFY(bootstrap.openRule == RuleId::MetadataNeedsNode);
        QCOMPARE(toNs(bootstrap.opened), std::int64_t {0});
        QCOMPARE(toNs(*bootstrap.connected), ms(1).count());
        QCOMPARE(toNs(*bootstrap.ready), ms(3).count());
        QCOMPARE(toNs(*bootstrap.lastUsed), ms(5).count());
        QCOMPARE(toNs(*bootstrap.closed), Duration(540s + 5ms).count());
        QCOMPARE(bootstrap.released, bootstrap.closed);
        QCOMPARE(toNs(*bootstrap.gone), Duration(600s + 5ms).count());
        QVERIFY(bootstrap.closer == Side::Client);
        QVERIFY(bootstrap.closeRule == RuleId::ClientIdleExpiry);
        QVERIFY(trace[bootstrap.closeEvent].kind == EventKind::IdleExpired);
        QCOMPARE(bootstrap.traffic.of(ApiKey::ApiVersions), 1u);
        QCOMPARE(bootstrap.traffic.of(ApiKey::Metadata), 1u);
        QCOMPARE(bootstrap.traffic.total(), 3u);
        QCOMPARE(bootstrap.traffic.sentBytes, std::uint64_t {300});
        QCOMPARE(bootstrap.traffic.receivedBytes, std::uint64_t {600});

        const ConnectionLife& coordinator = lives[1];
        QVERIFY(coordinator.role == Role::Coordinator);
        QCOMPARE(coordinator.broker.value, 2);
        QCOMPARE(coordinator.traffic.of(ApiKey::Heartbeat), 180u);
        QVERIFY(!coordinator.closed && !coordinator.released && !coordinator.gone);
        QVERIFY(coordinator.closer == Side::None);
        QVERIFY(!coordinator.closeEvent.isValid());

        QVERIFY(lives[2].role == Role::Data);
        QCOMPARE(lives[2].traffic.of(ApiKey::Fetch), 180u);
        QVERIFY(lives[2].openRule == RuleId::LeaderToFetch);
    }

    void aConnectionThatNeverCameAboutWasNeverUsed()
    {
        test::TraceBuilder b;
        const EventId start = b.begin();
        const ClientId client = b.client("producer-1", ClientKind::Producer, start);
        const ConnectionId c = b.connect(client, NodeId::bootstrap(1), BrokerId {}, start);
        b.wait(1ms);
        Event failed = b.of(c, EventKind::ConnectFailed, Side::Client, TcpState::Closed);
        failed.rule = RuleId::ConnectionRefused;
        b.add(failed);
        const std::vector<ConnectionLife> lives = connectionLives(b.trace);
        QCOMPARE(lives.size(), std::size_t {1});
        QVERIFY(!lives[0].connected && !lives[0].ready && !lives[0].lastUsed);
        QCOMPARE(toNs(*lives[0].closed), ms(1).count());
        QVERIFY(lives[0].closer == Side::Network);
        QVERIFY(lives[0].closeRule == RuleId::ConnectionRefused);
        QCOMPARE(lives[0].broker.value, -1);
    }

    void theClientMayLetGoLongAfterTheBrokerClosed()
    {
        test::TraceBuilder b;
        const EventId start = b.begin();
        const ClientId client = b.client("consumer-1", ClientKind::Consumer, start);
        const ConnectionId c = b.connect(client, NodeId::broker(BrokerId {1}), BrokerId {1}, start);
        b.establish(c);
        b.wait(10s);
        Event fin = b.of(c, EventKind::FinSent, Side::Broker, TcpState::FinWait1);
        fin.rule = RuleId::BrokerIdleExpiry;
        b.add(fin);
        b.wait(5min);
        Event noticed = b.of(c, EventKind::Disconnected, Side::Client, TcpState::None);
        noticed.rule = RuleId::PeerClosed;
        b.add(noticed);
        const ConnectionLife life = connectionLives(b.trace).front();
        QCOMPARE(toNs(*life.closed), Duration(10s).count());
        QCOMPARE(toNs(*life.released), Duration(310s).count());
        QVERIFY(life.closer == Side::Broker);
        QVERIFY(!life.gone);
    }

    void livesAgreeWithTheIndex()
    {
        RC_QVERIFY("milestones and traffic are those of the world at the end", [](std::uint64_t seed) {
            const Trace trace = test::randomTrace(seed, 400, 20);
            const Index index(trace);
            std::size_t existing = 0;
            for (std::uint32_t i = 0; i < trace.connectionCount(); ++i)
                existing += index.end().connection(ConnectionId {i}).exists() ? 1U : 0U;
            const std::vector<ConnectionLife> lives = connectionLives(trace);
            RC_ASSERT(lives.size() == existing);
            for (const ConnectionLife& life : lives) {
                const ConnectionState& c = index.end().connection(life.id);
                RC_ASSERT(life.openEvent == c.opened);
                RC_ASSERT(life.closed.has_value() == c.closing.isValid());
                RC_ASSERT(life.closer == c.closer);
                RC_ASSERT(life.traffic == index.traffic(life.id, kNever));
                RC_ASSERT(life.gone.has_value() == index.end().isGone(c));
                if (life.gone && life.released)
                    RC_ASSERT(*life.gone >= life.opened);
            }
        });
    }

    /// Piece by piece or at once: the same records, and what changed is said.
    void theyGrowWithTheirTrace()
    {
        RC_QVERIFY("lives that grew are those of the whole trace", [](std::uint64_t seed) {
            const Trace whole = test::randomTrace(seed, 400, 20);
            Trace trace;
            Index index(trace);
            Lives lives;
            std::vector<ConnectionLife> before;
            std::size_t step = seed % 7;
            for (std::size_t to = 0; to < whole.size();) {
                step = step * 5 % 37 + 1;
                for (const std::size_t end = std::min(to + step, whole.size()); to < end; ++to) {
                    Event e = whole[to];
                    e.text = trace.intern(whole.text(e.text));
                    trace.append(e);
                }
                index.extend();
                lives.extend(index.end());
                RC_ASSERT(lives.all() == connectionLives(trace));
                for (const ConnectionLife& life : lives.all()) {
                    RC_ASSERT(lives.find(life.id) == &life);
                    const auto& changed = lives.changed();
                    const bool isNew = std::find(before.begin(), before.end(), life) == before.end();
                    RC_ASSERT((std::find(changed.begin(), changed.end(), life.id) != changed.end()) || !isNew);
                }
                before = lives.all();
            }
        });
    }
};

QTEST_GUILESS_MAIN(TestLife)
#include "tst_life.moc"
