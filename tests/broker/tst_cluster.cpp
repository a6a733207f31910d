// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "driver.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace connscope;
using namespace connscope::broker;
using namespace connscope::broker::test;
using trace::EventKind;

namespace {

/// Clients, people and accidents by chance: what comes must hold together whatever happens.
class Storm {
public:
    explicit Storm(std::uint64_t seed)
        : m_driver(specOf(), seed)
        , m_rng(seed ^ 0x5eedULL)
    {
        for (int i = 0; i < 6; ++i)
            m_clients.push_back(m_driver.client("client-" + std::to_string(i % 4)));
    }
    void run(int steps)
    {
        for (int i = 0; i < steps; ++i)
            step();
        m_driver.pass(ms(1'000'000));
    }
    const Driver& driver() const { return m_driver; }

private:
    static ClusterSpec specOf()
    {
        ClusterSpec spec = clusterOf(4,
            {{"connections.max.idle.ms", "3000"}, {"max.connections.per.ip", "6"}, {"max.connections", "9"},
                {"num.partitions", "3"}, {"default.replication.factor", "2"},
                {"group.initial.rebalance.delay.ms", "500"}});
        for (int p = 0; p < 4; ++p)
            spec.topics[0].partitions[std::size_t(p)].replicas = {BrokerId {p}, BrokerId {(p + 1) % 4}};
        spec.throttle["client-3"] = ms(40);
        spec.failureDetection = ms(700);
        return spec;
    }
    std::int64_t below(std::int64_t n)
    {
        return static_cast<std::int64_t>(m_rng.below(static_cast<std::uint64_t>(n)));
    }
    BrokerId broker() { return BrokerId {static_cast<std::int32_t>(below(5))}; } // 4 does not exist
    protocol::TopicPartition partition()
    {
        static const std::vector<std::string> kTopics {"t4", "fresh", "none", "a b"};
        return {kTopics[std::size_t(below(4))], static_cast<std::int32_t>(below(5)) - 1};
    }
    std::string group() { return below(2) == 0 ? "g" : "h"; }
    /// Mostly one of the latest, sometimes one that is long gone or was never there.
    ConnectionId connection()
    {
        const auto count = static_cast<std::int64_t>(m_driver.trace.connectionCount());
        const std::int64_t back = below(10) == 0 ? below(count + 1) : below(std::min<std::int64_t>(count, 12) + 1);
        return ConnectionId {static_cast<std::uint32_t>(count - back)};
    }

    void step()
    {
        const std::int64_t what = below(100);
        if (what < 20)
            m_driver.pass(Duration {below(400'000'000)});
        else if (what < 35)
            m_driver.open(static_cast<int>(below(4)), below(2) == 0 ? "10.0.0.1" : "10.0.0.2",
                below(8) == 0 ? std::optional(ms(below(2000) - 100)) : std::nullopt,
                m_clients[std::size_t(below(6))]);
        else if (what < 40)
            m_driver.fin(connection(), below(3) == 0);
        else if (what < 50)
            act();
        else
            ask();
    }
    void ask()
    {
        const ConnectionId c = connection();
        switch (below(14)) {
        case 0:
            m_driver.send(
                c, ApiKey::ApiVersions, static_cast<std::int16_t>(below(9)), protocol::ApiVersionsRequest {});
            return;
        case 1:
            m_driver.send(c, ApiKey::Metadata, 7,
                protocol::MetadataRequest {below(4) == 0, {partition().topic}, below(2) == 0});
            return;
        case 2:
            m_driver.send(c, ApiKey::FindCoordinator, 2,
                protocol::FindCoordinatorRequest {group(), static_cast<protocol::CoordinatorType>(below(2))});
            return;
        case 3:
        case 4: {
            protocol::JoinGroupRequest r;
            r.groupId = group();
            r.memberId = member();
            r.groupInstanceId = below(5) == 0 ? "static" : "";
            r.sessionTimeout = ms(6000 + below(2) * 1000);
            r.rebalanceTimeout = ms(below(10'000));
            r.topics = {"t4"};
            m_driver.send(c, ApiKey::JoinGroup, static_cast<std::int16_t>(3 + below(3)), std::move(r));
            return;
        }
        case 5: {
            protocol::SyncGroupRequest r {group(), member(), "", static_cast<std::int32_t>(below(6)), {}};
            r.assignments.push_back({r.memberId, {{"t4", 0}}});
            m_driver.send(c, ApiKey::SyncGroup, 3, std::move(r));
            return;
        }
        case 6:
            m_driver.send(c, ApiKey::Heartbeat, 3,
                protocol::HeartbeatRequest {group(), member(), static_cast<std::int32_t>(below(6))});
            return;
        case 7:
            m_driver.send(c, ApiKey::LeaveGroup, 1, protocol::LeaveGroupRequest {group(), member()});
            return;
        case 8:
            m_driver.send(c, ApiKey::OffsetCommit, 6,
                protocol::OffsetCommitRequest {group(), "", -1, {{partition(), below(100)}}});
            return;
        case 9:
        case 10: {
            protocol::FetchRequest r;
            r.maxWait = ms(below(600));
            r.minBytes = static_cast<std::int32_t>(below(300));
            r.sessionId = static_cast<std::int32_t>(below(2));
            r.sessionEpoch = static_cast<std::int32_t>(below(3)) - 1;
            r.partitions = {{partition(), below(20)}, {partition(), below(20)}};
            m_driver.send(c, ApiKey::Fetch, static_cast<std::int16_t>(4 + below(13)), std::move(r));
            return;
        }
        case 11:
        case 12: {
            protocol::ProduceRequest r;
            r.acks = static_cast<std::int16_t>(below(3) - 1);
            r.partitions.push_back(
                {partition(), static_cast<std::int32_t>(below(4)), static_cast<std::int32_t>(below(400)), -1});
            const bool answered = r.acks != 0;
            m_driver.send(c, ApiKey::Produce, 9, std::move(r), answered);
            return;
        }
        default:
            if (below(2) == 0)
                m_driver.send(c, ApiKey::InitProducerId, 1, protocol::InitProducerIdRequest {"tx", ms(below(3000))});
            else
                m_driver.send(c, ApiKey::AddPartitionsToTxn, 1,
                    protocol::AddPartitionsToTxnRequest {"tx", 0, static_cast<std::int16_t>(below(3)), {}});
        }
    }
    std::string member()
    {
        // Ids that the cluster gave out, as far as its answers say.
        for (const auto& [correlation, answered] : m_driver.answers) {
            if (const auto* joined = std::get_if<protocol::JoinGroupResponse>(&answered.response.body)) {
                if (!joined->memberId.empty() && below(3) == 0)
                    return joined->memberId;
            }
        }
        return "";
    }
    void act()
    {
        const BrokerId b = broker();
        m_driver.call([&](Cluster& c, std::vector<Action>& out) {
            const Instant now = m_driver.now;
            const EventId root = m_driver.root;
            switch (below(12)) {
            case 0:
                c.killBroker(b, now, root, out);
                return;
            case 1:
                c.stopBroker(b, now, root, out);
                return;
            case 2:
            case 3:
            case 4:
                c.startBroker(b, now, root, out);
                return;
            case 5:
                c.pauseBroker(b, now, root);
                return;
            case 6:
            case 7:
                c.resumeBroker(b, now, root, out);
                return;
            case 8:
                c.slowBroker(b, ms(below(50)), now, root);
                return;
            case 9:
                (void)c.moveLeader(partition(), b, now, root, out);
                return;
            case 10:
                (void)c.moveGroupCoordinator(group(), b, now, root, out);
                (void)c.moveTransactionCoordinator("tx", b, now, root, out);
                return;
            default:
                (void)c.setConfig(b, "max.connections", std::to_string(below(12)), now, root);
                (void)c.appendRecords(partition(), below(5), now, root, out);
                return;
            }
        });
    }

    Driver m_driver;
    Rng m_rng;
    std::vector<ClientId> m_clients;
};

QString textOf(const trace::Trace& t, std::size_t i)
{
    return QString("event %1 %2 at %3")
        .arg(i)
        .arg(QString::fromStdString(std::string(trace::kindName(t[i].kind))))
        .arg(toNs(t[i].at));
}

} // namespace

/// Whatever happens to a cluster, its trace holds together; and the same happens again with the same seed.
class TestCluster : public QObject {
    Q_OBJECT
private slots:
    void aStormLeavesATraceThatHoldsTogether();
    void theSameSeedGivesTheSameTrace();
    void anotherSeedGivesAnother();
    void anEmptyClusterAnswersNobody();
};

void TestCluster::aStormLeavesATraceThatHoldsTogether()
{
    std::size_t answers = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Storm storm(seed);
        storm.run(1500);
        const trace::Trace& t = storm.driver().trace;
        std::map<std::pair<std::uint32_t, std::int32_t>, std::size_t> received;
        std::map<std::uint32_t, std::int32_t> lastAnswered;
        std::size_t answered = 0;
        for (std::size_t i = 0; i < t.size(); ++i) {
            const trace::Event& e = t[i];
            const QString where = QString("seed %1: ").arg(seed) + textOf(t, i);
            if (i > 0) {
                QVERIFY2(e.at >= t[i - 1].at, qPrintable(where));
                QVERIFY2(e.kind == EventKind::ClientCreated || (e.cause.isValid() && e.cause.value < i),
                    qPrintable(where));
                QVERIFY2(e.kind == EventKind::ClientCreated || e.rule != trace::RuleId::None, qPrintable(where));
            }
            if (e.kind == EventKind::RequestReceived) {
                QVERIFY2(received.emplace(std::pair(e.connection.value, e.correlation), i).second, qPrintable(where));
            } else if (e.kind == EventKind::ResponseSent) {
                ++answered;
                const auto it = received.find({e.connection.value, e.correlation});
                QVERIFY2(it != received.end(), qPrintable(where));
                QVERIFY2(e.value == (e.at - t[it->second].at).count(), qPrintable(where));
                // In the order of the requests, which the driver numbers as it sends them.
                const auto last = lastAnswered.find(e.connection.value);
                QVERIFY2(last == lastAnswered.end() || last->second < e.correlation, qPrintable(where));
                lastAnswered[e.connection.value] = e.correlation;
            }
        }
        QCOMPARE(storm.driver().answers.size(), answered);
        answers += answered;
        // Nothing was closed twice, and each close has a rule and a cause.
        const std::set<ConnectionId> unique(storm.driver().closeOrder.begin(), storm.driver().closeOrder.end());
        QCOMPARE(unique.size(), storm.driver().closeOrder.size());
        for (const auto& [connection, closed] : storm.driver().closes)
            QVERIFY(closed.rule != trace::RuleId::None && closed.cause.isValid());
    }
    QVERIFY2(answers > 4000, qPrintable(QString::number(answers))); // the storm is one
}

void TestCluster::theSameSeedGivesTheSameTrace()
{
    for (std::uint64_t seed = 100; seed < 110; ++seed) {
        Storm a(seed);
        Storm b(seed);
        a.run(1000);
        b.run(1000);
        QVERIFY2(trace::equal(a.driver().trace, b.driver().trace), qPrintable(QString::number(seed)));
    }
}

void TestCluster::anotherSeedGivesAnother()
{
    Storm a(1);
    Storm b(2);
    a.run(200);
    b.run(200);
    QVERIFY(!trace::equal(a.driver().trace, b.driver().trace));
}

void TestCluster::anEmptyClusterAnswersNobody()
{
    Driver d {ClusterSpec {}};
    QCOMPARE(d.next, kNever);
    QCOMPARE(d.cluster->groupCoordinator("g"), BrokerId {});
    QCOMPARE(d.cluster->listenerAt("localhost", 9092), BrokerId {});
    d.open(0);
    d.send(ConnectionId {0}, ApiKey::ApiVersions, 3, protocol::ApiVersionsRequest {});
    d.pass(ms(1000));
    QVERIFY(d.answers.empty());
}

QTEST_GUILESS_MAIN(TestCluster)
#include "tst_cluster.moc"
