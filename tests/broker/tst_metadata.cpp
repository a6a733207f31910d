// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "broker/coordinators.h"
#include "driver.h"

#include <set>

using namespace connscope;
using namespace connscope::broker;
using namespace connscope::broker::test;
using protocol::ErrorCode;
using trace::EventKind;

namespace {

protocol::MetadataResponse ask(
    Driver& d, ConnectionId c, std::vector<std::string> topics, bool create = true, bool all = false)
{
    const std::int32_t asked
        = d.send(c, ApiKey::Metadata, 7, protocol::MetadataRequest {all, std::move(topics), create});
    d.pass(ms(1));
    const auto* answer = d.answer<protocol::MetadataResponse>(asked);
    return answer == nullptr ? protocol::MetadataResponse {} : *answer;
}

} // namespace

/// METADATA and who is whose leader, coordinator and controller.
class TestMetadata : public QObject {
    Q_OBJECT
private slots:
    void brokersAreDescribedAsTheyAdvertise();
    void topicsComeInTheOrderAskedFor();
    void equalQuestionsShareOneAnswer();
    void moreUnknownTopicsThanARequestMayMakeAreNotCreated();
    void anUnknownTopicIsCreatedAndHasNoLeaderYet();
    void creationCanBeTurnedOff();
    void whatNoTopicMayBeCalledIsRefused();
    void aLostLeaderIsReplacedByALivingReplica();
    void withoutAReplicaThereIsNoLeader();
    void aRestartedBrokerLeadsAgainAfterTheCheck();
    void aDeathMayBeNoticedLate();
    void theControllerIsReplaced();
    void coordinatorsFollowKafkasHash();
    void javasHashIsReproduced();
    void aCoordinatorByHandWins();
    void topicsAreCreatedByTheController();
    void theStartIsInTheTrace();
    void wrongActionsSayWhatIsWrong();
    void listenersAreFoundByAddress();
};

void TestMetadata::brokersAreDescribedAsTheyAdvertise()
{
    ClusterSpec spec = clusterOf(2);
    spec.brokers[1].advertisedHost = "broker.example";
    spec.brokers[1].advertisedPort = 1234;
    spec.brokers[1].rack = "r1";
    spec.clusterId = "c";
    spec.controller = BrokerId {1};
    Driver d(std::move(spec));
    const auto cluster = ask(d, d.open(0), {}).cluster;
    QCOMPARE(cluster->clusterId, std::string("c"));
    QCOMPARE(cluster->controller, BrokerId {1});
    QVERIFY(cluster->topics.empty());
    QCOMPARE(cluster->brokers.size(), std::size_t {2});
    QCOMPARE(cluster->brokers[0], (protocol::BrokerEndpoint {BrokerId {0}, "localhost", 9092, ""}));
    QCOMPARE(cluster->brokers[1], (protocol::BrokerEndpoint {BrokerId {1}, "broker.example", 1234, "r1"}));
}

void TestMetadata::topicsComeInTheOrderAskedFor()
{
    ClusterSpec spec = clusterOf(1);
    spec.topics.push_back({"a", {{BrokerId {0}, {}, 0}}});
    Driver d(std::move(spec));
    const ConnectionId c = d.open(0);
    const auto two = ask(d, c, {"t4", "a"}).cluster;
    QCOMPARE(two->topics.at(0).topic, std::string("t4"));
    QCOMPARE(two->topics.at(1).topic, std::string("a"));
    const auto all = ask(d, c, {}, true, true).cluster;
    QCOMPARE(all->topics.size(), std::size_t {2});
    QCOMPARE(all->topics.at(0).topic, std::string("a"));
}

void TestMetadata::equalQuestionsShareOneAnswer()
{
    Driver d(clusterOf(3));
    const ConnectionId a = d.open(0);
    const ConnectionId b = d.open(2);
    const auto first = ask(d, a, {"t4"}).cluster;
    QCOMPARE(ask(d, b, {"t4"}).cluster.get(), first.get());
    QVERIFY(ask(d, b, {}).cluster.get() != first.get());
    const auto moved = d.act([&](Cluster& c, std::vector<Action>& out) {
        return c.moveLeader({"t4", 0}, BrokerId {2}, d.now, d.root, out);
    });
    QVERIFY(moved.has_value());
    const auto second = ask(d, a, {"t4"}).cluster;
    QVERIFY(second.get() != first.get());
    QCOMPARE(second->topics.at(0).partitions.at(0).leader, BrokerId {2});
    QCOMPARE(second->topics.at(0).partitions.at(0).leaderEpoch, 1);
    QCOMPARE(first->topics.at(0).partitions.at(0).leader, BrokerId {0}); // what was said stays said
}

void TestMetadata::moreUnknownTopicsThanARequestMayMakeAreNotCreated()
{
    Driver d(clusterOf(3, {{"num.partitions", "10"}}));
    const ConnectionId c = d.open(0);
    const auto names = [](int count) {
        std::vector<std::string> out;
        for (int i = 0; i < count; ++i)
            out.push_back("fresh-" + std::to_string(i));
        return out;
    };
    const std::size_t before = d.events(EventKind::TopicCreated).size();
    auto tooMany = ask(d, c, names(1'001)).cluster;
    QCOMPARE(tooMany->topics.size(), std::size_t {1'001});
    for (const auto& topic : tooMany->topics)
        QCOMPARE(topic.error, ErrorCode::UnknownTopicOrPartition);
    QCOMPARE(d.events(EventKind::TopicCreated).size(), before);
    auto some = names(1'000);
    some.push_back("t4"); // is there
    some.push_back("fresh-7"); // asked for twice: once is enough
    const auto made = ask(d, c, some).cluster;
    QCOMPARE(made->topics.size(), std::size_t {1'002});
    for (const auto& topic : made->topics)
        QCOMPARE(topic.error, topic.topic == "t4" ? ErrorCode::None : ErrorCode::LeaderNotAvailable);
    QCOMPARE(d.events(EventKind::TopicCreated).size(), before + 1'000);
    // and the cluster has an end
    for (int i = 0; i < 8; ++i)
        QVERIFY(d.cluster->createTopic("wide-" + std::to_string(i), 10'000, 1, d.now, d.root));
    const auto full = d.cluster->createTopic("wide", 10'000, 1, d.now, d.root);
    QVERIFY(!full);
    QVERIFY2(full.error().message.find("and 100000 at most") != std::string::npos, full.error().message.c_str());
}

void TestMetadata::anUnknownTopicIsCreatedAndHasNoLeaderYet()
{
    std::set<std::int32_t> firstLeaders;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        Driver d(clusterOf(3, {{"num.partitions", "6"}, {"default.replication.factor", "2"}}), seed);
        const ConnectionId c = d.open(0);
        const auto first = ask(d, c, {"fresh"}).cluster->topics.at(0);
        QCOMPARE(first.error, ErrorCode::LeaderNotAvailable);
        QVERIFY(first.partitions.empty());
        const auto second = ask(d, c, {"fresh"}).cluster->topics.at(0);
        QCOMPARE(second.error, ErrorCode::None);
        QCOMPARE(second.partitions.size(), std::size_t {6});
        for (std::size_t p = 0; p < 6; ++p) {
            const protocol::PartitionMetadata& partition = second.partitions[p];
            QCOMPARE(partition.replicas.size(), std::size_t {2});
            QCOMPARE(partition.replicas[0], partition.leader);
            QVERIFY(partition.replicas[0] != partition.replicas[1]);
            QCOMPARE(partition.leader.value, std::int32_t((std::size_t(second.partitions[0].leader.value) + p) % 3));
        }
        firstLeaders.insert(second.partitions[0].leader.value);
        const auto created = d.events(EventKind::TopicCreated);
        QCOMPARE(d.trace.text(created.back().text), std::string_view("fresh"));
        QCOMPARE(d.trace[created.back().cause].kind, EventKind::RequestReceived);
    }
    QCOMPARE(firstLeaders.size(), std::size_t {3}); // where it begins is drawn
}

void TestMetadata::creationCanBeTurnedOff()
{
    Driver off(clusterOf(1, {{"auto.create.topics.enable", "false"}}));
    QCOMPARE(ask(off, off.open(0), {"fresh"}).cluster->topics.at(0).error, ErrorCode::UnknownTopicOrPartition);
    Driver on(clusterOf(1));
    QCOMPARE(ask(on, on.open(0), {"fresh"}, false).cluster->topics.at(0).error, ErrorCode::UnknownTopicOrPartition);
    QCOMPARE(on.events(EventKind::TopicCreated).size(), std::size_t {1});
}

void TestMetadata::whatNoTopicMayBeCalledIsRefused()
{
    Driver d(clusterOf(1));
    const ConnectionId c = d.open(0);
    for (const std::string& name : {std::string(), std::string("."), std::string("a b"), std::string(250, 'x')})
        QCOMPARE(ask(d, c, {name}).cluster->topics.at(0).error, ErrorCode::InvalidTopic);
    QCOMPARE(d.events(EventKind::TopicCreated).size(), std::size_t {1});
}

void TestMetadata::aLostLeaderIsReplacedByALivingReplica()
{
    ClusterSpec spec = clusterOf(3);
    spec.topics[0].partitions = {{BrokerId {0}, {BrokerId {0}, BrokerId {2}, BrokerId {1}}, 5}};
    Driver d(std::move(spec));
    d.call([&](Cluster& c, std::vector<Action>& out) { c.killBroker(BrokerId {0}, d.now, d.root, out); });
    const auto cluster = ask(d, d.open(1), {"t4"}).cluster;
    QCOMPARE(cluster->brokers.size(), std::size_t {2});
    const auto& partition = cluster->topics.at(0).partitions.at(0);
    QCOMPARE(partition.leader, BrokerId {2});
    QCOMPARE(partition.leaderEpoch, 1);
    QCOMPARE(partition.error, ErrorCode::None);
    const trace::Event moved = d.events(EventKind::LeaderMoved).back();
    QCOMPARE(d.trace.text(moved.text), std::string_view("t4-0"));
    QCOMPARE(d.trace[moved.cause].kind, EventKind::BrokerDown);
}

void TestMetadata::withoutAReplicaThereIsNoLeader()
{
    Driver d(clusterOf(2));
    d.call([&](Cluster& c, std::vector<Action>& out) { c.killBroker(BrokerId {1}, d.now, d.root, out); });
    const ConnectionId c = d.open(0);
    const auto partition = ask(d, c, {"t4"}).cluster->topics.at(0).partitions.at(1);
    QCOMPARE(partition.error, ErrorCode::LeaderNotAvailable);
    QCOMPARE(partition.leader, BrokerId {});
    d.call([&](Cluster& cl, std::vector<Action>& out) { cl.startBroker(BrokerId {1}, d.now, d.root, out); });
    QCOMPARE(ask(d, c, {"t4"}).cluster->topics.at(0).partitions.at(1).leader, BrokerId {1});
}

void TestMetadata::aRestartedBrokerLeadsAgainAfterTheCheck()
{
    const auto leaderAfter = [](const std::vector<std::pair<std::string, std::string>>& config, Duration wait) {
        ClusterSpec spec = clusterOf(2, config);
        spec.topics[0].partitions = {{BrokerId {0}, {BrokerId {0}, BrokerId {1}}, 0}};
        Driver d(std::move(spec));
        d.call([&](Cluster& c, std::vector<Action>& out) { c.stopBroker(BrokerId {0}, d.now, d.root, out); });
        d.pass(ms(1000));
        d.call([&](Cluster& c, std::vector<Action>& out) { c.startBroker(BrokerId {0}, d.now, d.root, out); });
        d.pass(wait);
        return d.cluster->leaderOf({"t4", 0});
    };
    QCOMPARE(leaderAfter({}, ms(299'999)), BrokerId {1});
    QCOMPARE(leaderAfter({}, ms(300'000)), BrokerId {0});
    QCOMPARE(leaderAfter({{"auto.leader.rebalance.enable", "false"}}, ms(3'000'000)), BrokerId {1});
}

void TestMetadata::aDeathMayBeNoticedLate()
{
    ClusterSpec spec = clusterOf(2);
    spec.topics[0].partitions = {{BrokerId {0}, {BrokerId {0}, BrokerId {1}}, 0}};
    spec.failureDetection = ms(9000);
    Driver d(std::move(spec));
    d.call([&](Cluster& c, std::vector<Action>& out) { c.killBroker(BrokerId {0}, d.now, d.root, out); });
    const ConnectionId c = d.open(1);
    QVERIFY(!d.cluster->isUp(BrokerId {0}));
    QCOMPARE(ask(d, c, {"t4"}).cluster->topics.at(0).partitions.at(0).leader, BrokerId {0});
    d.pass(ms(9000));
    QCOMPARE(ask(d, c, {"t4"}).cluster->topics.at(0).partitions.at(0).leader, BrokerId {1});
    QCOMPARE(ask(d, c, {"t4"}).cluster->brokers.size(), std::size_t {1});
}

void TestMetadata::theControllerIsReplaced()
{
    Driver d(clusterOf(3));
    const ConnectionId c = d.open(2);
    QCOMPARE(ask(d, c, {}).cluster->controller, BrokerId {0});
    d.call([&](Cluster& cl, std::vector<Action>& out) { cl.killBroker(BrokerId {0}, d.now, d.root, out); });
    QCOMPARE(ask(d, c, {}).cluster->controller, BrokerId {1});
    const std::int32_t asked = d.send(c, ApiKey::DescribeCluster, 0, protocol::DescribeClusterRequest {});
    d.pass(ms(1));
    QCOMPARE(d.answer<protocol::DescribeClusterResponse>(asked)->controller, BrokerId {1});
}

void TestMetadata::coordinatorsFollowKafkasHash()
{
    Driver d(clusterOf(3));
    // "test".hashCode() = 3556498, % 50 = 48: partition 48 lies on broker 48 % 3.
    QCOMPARE(coordinatorPartition("test", 50), 48U);
    QCOMPARE(d.cluster->groupCoordinator("test"), BrokerId {0});
    const std::int32_t asked
        = d.send(d.open(1), ApiKey::FindCoordinator, 2, protocol::FindCoordinatorRequest {"test", {}});
    d.pass(ms(1));
    QCOMPARE(d.answer<protocol::FindCoordinatorResponse>(asked)->coordinator.id, BrokerId {0});
    for (const int broker : {0, 1}) {
        d.call([&](Cluster& c, std::vector<Action>& out) { c.killBroker(BrokerId {broker}, d.now, d.root, out); });
        QCOMPARE(d.cluster->groupCoordinator("test"), BrokerId {broker + 1});
    }
    d.call([&](Cluster& c, std::vector<Action>& out) { c.killBroker(BrokerId {2}, d.now, d.root, out); });
    QCOMPARE(d.cluster->groupCoordinator("test"), BrokerId {});
}

void TestMetadata::javasHashIsReproduced()
{
    QCOMPARE(javaHash(""), 0);
    QCOMPARE(javaHash("test"), 3556498);
    QCOMPARE(javaHash("polygenelubricants"), std::numeric_limits<std::int32_t>::min());
    QCOMPARE(coordinatorPartition("polygenelubricants", 50), 0U); // Utils.abs(Integer.MIN_VALUE) = 0
    QCOMPARE(javaHash("\xe4\xb8\xad"), 0x4e2d); // U+4E2D
    QCOMPARE(javaHash("\xf0\x9f\x98\x80"), 31 * 0xd83d + 0xde00); // U+1F600, a surrogate pair
    (void)javaHash("\xff\xc3"); // broken UTF-8 gives some number
}

void TestMetadata::aCoordinatorByHandWins()
{
    ClusterSpec spec = clusterOf(3);
    spec.groupCoordinators["test"] = BrokerId {2};
    spec.transactionCoordinators["tx"] = BrokerId {1};
    Driver d(std::move(spec));
    QCOMPARE(d.cluster->groupCoordinator("test"), BrokerId {2});
    QCOMPARE(d.cluster->transactionCoordinator("tx"), BrokerId {1});
    const std::int32_t asked = d.send(d.open(0), ApiKey::FindCoordinator, 2,
        protocol::FindCoordinatorRequest {"tx", protocol::CoordinatorType::Transaction});
    d.pass(ms(1));
    QCOMPARE(d.answer<protocol::FindCoordinatorResponse>(asked)->coordinator.id, BrokerId {1});
    d.call([&](Cluster& c, std::vector<Action>& out) { c.killBroker(BrokerId {2}, d.now, d.root, out); });
    QCOMPARE(d.cluster->groupCoordinator("test"), BrokerId {0}); // the next one in the circle
}

void TestMetadata::topicsAreCreatedByTheController()
{
    Driver d(clusterOf(2));
    const auto create = [&](int broker, const std::string& name) {
        protocol::CreateTopicsRequest request;
        request.topics.push_back({name, 4, 2});
        const std::int32_t asked = d.send(d.open(broker), ApiKey::CreateTopics, 4, std::move(request));
        d.pass(ms(1));
        return d.answer<protocol::CreateTopicsResponse>(asked)->error;
    };
    QCOMPARE(create(1, "new"), ErrorCode::NotController);
    QCOMPARE(create(0, "new"), ErrorCode::None);
    QCOMPARE(create(0, "new"), ErrorCode::TopicAlreadyExists);
    QCOMPARE(create(0, "a/b"), ErrorCode::InvalidTopic);
    QCOMPARE(ask(d, d.open(1), {"new"}).cluster->topics.at(0).partitions.size(), std::size_t {4});
}

void TestMetadata::theStartIsInTheTrace()
{
    ClusterSpec spec = clusterOf(2, {{"num.partitions", "3"}});
    spec.brokers[1].advertisedHost = "b1.example";
    spec.brokers[1].rack = "r1";
    Driver d(std::move(spec));
    const auto up = d.events(EventKind::BrokerUp);
    QCOMPARE(up.size(), std::size_t {2});
    QCOMPARE(up[1].broker, BrokerId {1});
    QCOMPARE(up[1].cause, d.root);
    QCOMPARE(d.trace.text(up[0].text), std::string_view("localhost:9092"));
    QCOMPARE(d.trace.text(up[1].text), std::string_view("b1.example:9093 rack r1"));
    const auto config = d.events(EventKind::ConfigChanged);
    QCOMPARE(config.size(), std::size_t {4});
    QCOMPARE(d.trace.text(config[0].text), std::string_view("num.partitions = 3"));
    QCOMPARE(d.trace.text(config[1].text), std::string_view("connections.max.idle.ms = 600000"));
    QCOMPARE(d.trace.text(d.events(EventKind::TopicCreated).at(0).text), std::string_view("t4"));
    const auto leaders = d.events(EventKind::LeaderMoved);
    QCOMPARE(leaders.size(), std::size_t {2});
    QCOMPARE(d.trace.text(leaders[1].text), std::string_view("t4-1"));
    QCOMPARE(leaders[1].broker, BrokerId {1});
}

void TestMetadata::wrongActionsSayWhatIsWrong()
{
    Driver d(clusterOf(2));
    std::vector<Action> out;
    const auto message = [](const Result<void>& result) { return result ? std::string() : result.error().message; };
    const auto holds = [&](const Result<void>& result, const char* part) {
        return message(result).find(part) != std::string::npos;
    };
    QVERIFY(holds(d.cluster->moveLeader({"t5", 0}, BrokerId {1}, d.now, d.root, out), "did you mean 't4'?"));
    QVERIFY(holds(d.cluster->moveLeader({"t4", 2}, BrokerId {1}, d.now, d.root, out), "has 2, counted from 0"));
    QVERIFY(holds(d.cluster->moveLeader({"t4", 0}, BrokerId {7}, d.now, d.root, out), "no broker 7"));
    QVERIFY(holds(d.cluster->moveGroupCoordinator("g", BrokerId {7}, d.now, d.root, out), "no broker 7"));
    QVERIFY(holds(d.cluster->createTopic("t4", 1, 1, d.now, d.root), "exists already"));
    QVERIFY(holds(d.cluster->createTopic("a b", 1, 1, d.now, d.root), "no topic name"));
    QVERIFY(holds(d.cluster->createTopic("c", 0, 1, d.now, d.root), "1 partition or more"));
    QVERIFY(holds(d.cluster->createTopic("c", 100'000'000, 1, d.now, d.root),
        "Excessively large number of partitions per request. A topic gets 10000 at once at most, not 100000000"));
    QVERIFY(holds(d.cluster->createTopic("c", 1, 9, d.now, d.root),
        "Unable to replicate the partition 9 time(s): The target replication factor of 9 cannot be reached because "
        "only 2 "
        "broker(s) are registered."));
    QVERIFY(holds(d.cluster->setConfig(BrokerId {0}, "max.conections", "1", d.now, d.root), "max.connections"));
    d.cluster->killBroker(BrokerId {1}, d.now, d.root, out);
    QVERIFY(holds(d.cluster->moveLeader({"t4", 0}, BrokerId {1}, d.now, d.root, out), "is down"));
    QVERIFY(message(d.cluster->createTopic("fine", 1, 1, d.now, d.root)).empty());
}

void TestMetadata::listenersAreFoundByAddress()
{
    Driver d(clusterOf(2));
    QCOMPARE(d.cluster->listenerAt("localhost", 9093), BrokerId {1});
    QCOMPARE(d.cluster->listenerAt("localhost", 9094), BrokerId {});
    QCOMPARE(d.cluster->listenerAt("elsewhere", 9092), BrokerId {});
}

QTEST_GUILESS_MAIN(TestMetadata)
#include "tst_metadata.moc"
