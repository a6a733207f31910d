// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "outside.h"

#include <algorithm>

using namespace connscope;
using namespace connscope::broker;
using namespace connscope::broker::test;
using protocol::ErrorCode;

namespace {

protocol::NewTopic topic(const std::string& name, std::int32_t partitions = 1, std::int16_t replication = 1)
{
    protocol::NewTopic t;
    t.name = name;
    t.partitions = partitions;
    t.replication = replication;
    return t;
}

class Scene : public OutsideDriver {
public:
    explicit Scene(ClusterSpec spec = clusterOf(2))
        : OutsideDriver(std::move(spec))
        , c(open(0))
    {
    }
    protocol::CreatedTopic create(protocol::NewTopic t, bool validateOnly = false)
    {
        return ask<protocol::CreateTopicsResponse>(
            c, ApiKey::CreateTopics, 7, protocol::CreateTopicsRequest {{std::move(t)}, validateOnly})
            .topics.at(0);
    }
    protocol::TopicMetadata metadata(const std::string& name)
    {
        const auto response = ask<protocol::MetadataResponse>(
            c, ApiKey::Metadata, 12, protocol::MetadataRequest {false, {name}, false});
        return response.cluster->topics.at(0);
    }
    protocol::DescribedResource describe(protocol::ConfigResource resource)
    {
        return ask<protocol::DescribeConfigsResponse>(
            c, ApiKey::DescribeConfigs, 4, protocol::DescribeConfigsRequest {"", {std::move(resource)}})
            .resources.at(0);
    }

    ConnectionId c;
};

const protocol::DescribedConfig* entry(const protocol::DescribedResource& resource, std::string_view name)
{
    const auto it = std::find_if(resource.configs.begin(), resource.configs.end(),
        [name](const protocol::DescribedConfig& c) { return c.name == name; });
    return it == resource.configs.end() ? nullptr : &*it;
}

} // namespace

/// Topics and configurations as administrators see them.
class TestTopicAdmin : public QObject {
    Q_OBJECT
private slots:
    void eachTopicHasAnErrorOfItsOwn()
    {
        Scene s;
        QCOMPARE(s.create(topic("new", 3, 2)).error, ErrorCode::None);
        QCOMPARE(s.create(topic("new")).error, ErrorCode::TopicAlreadyExists);
        QCOMPARE(s.create(topic("a/b")).error, ErrorCode::InvalidTopic);
        QCOMPARE(s.create(topic("p", 0)).error, ErrorCode::InvalidPartitions);
        QCOMPARE(s.create(topic("p", 1'000'000)).error, ErrorCode::InvalidPartitions);
        QCOMPARE(s.create(topic("r", 1, 3)).error, ErrorCode::InvalidReplicationFactor);
        QCOMPARE(s.create(topic("r", 1, 0)).error, ErrorCode::InvalidReplicationFactor);
        const auto twice = s.ask<protocol::CreateTopicsResponse>(
            s.c, ApiKey::CreateTopics, 7, protocol::CreateTopicsRequest {{topic("x"), topic("x"), topic("y")}});
        QCOMPARE(twice.topics.at(0).error, ErrorCode::InvalidRequest);
        QCOMPARE(twice.topics.at(2).error, ErrorCode::None);
    }

    void tooManyPartitionsInOneRequestMakeNone()
    {
        Scene s;
        const auto answer = s.ask<protocol::CreateTopicsResponse>(s.c, ApiKey::CreateTopics, 7,
            protocol::CreateTopicsRequest {{topic("a", 5'000), topic("b", 5'000), topic("c", 1)}});
        for (const protocol::CreatedTopic& created : answer.topics) {
            QCOMPARE(created.error, ErrorCode::InvalidPartitions);
            QCOMPARE(created.message, std::string("Excessively large number of partitions per request."));
        }
        QCOMPARE(s.create(topic("a", 10'000)).error, ErrorCode::None);
    }

    void withoutNumbersTheBrokersOwnAreTaken()
    {
        Scene s(clusterOf(2, {{"num.partitions", "4"}, {"default.replication.factor", "2"}}));
        const protocol::CreatedTopic created = s.create(topic("new", -1, -1));
        QCOMPARE(created.partitions, 4);
        QCOMPARE(created.replication, std::int16_t {2});
        QCOMPARE(s.metadata("new").partitions.size(), std::size_t {4});
        QCOMPARE(s.metadata("new").topicId, created.topicId);
    }

    void validatingMakesNothing()
    {
        Scene s;
        QCOMPARE(s.create(topic("new", 3), true).partitions, 3);
        QCOMPARE(s.metadata("new").error, ErrorCode::UnknownTopicOrPartition);
    }

    void replicasMayBeGivenByHand()
    {
        Scene s;
        protocol::NewTopic t = topic("new", -1, -1);
        t.assignments = {{BrokerId {1}, BrokerId {0}}, {BrokerId {0}, BrokerId {1}}};
        QCOMPARE(s.create(t).error, ErrorCode::None);
        QCOMPARE(s.metadata("new").partitions.at(0).leader, BrokerId {1});
        t.name = "other";
        t.assignments = {{BrokerId {7}}};
        QCOMPARE(s.create(t).error, ErrorCode::InvalidReplicaAssignment);
        t.assignments = {{BrokerId {1}, BrokerId {1}}};
        QCOMPARE(s.create(t).error, ErrorCode::InvalidReplicaAssignment);
    }

    void aDeletedTopicIsGoneAndItsNameIsFree()
    {
        Scene s;
        s.produce(s.c, factsOf(2));
        const protocol::Uuid before = s.cluster->topicId("t4");
        const ConnectionId reader = s.open(0);
        const std::int32_t waiting = s.send(
            reader, ApiKey::Fetch, 11, OutsideDriver::fetchRequest({.offset = 2, .wait = ms(30'000)}, {{"t4", 0}}));
        s.pass(ms(1));
        const auto erase = [&] {
            return s
                .ask<protocol::DeleteTopicsResponse>(
                    s.c, ApiKey::DeleteTopics, 6, protocol::DeleteTopicsRequest {{"t4"}, {}})
                .topics.at(0);
        };
        QCOMPARE(erase().error, ErrorCode::None);
        QCOMPARE(erase().error, ErrorCode::UnknownTopicOrPartition);
        QVERIFY(s.answer<protocol::FetchResponse>(waiting) != nullptr);
        QCOMPARE(
            s.answer<protocol::FetchResponse>(waiting)->partitions.at(0).error, ErrorCode::UnknownTopicOrPartition);
        QCOMPARE(s.metadata("t4").error, ErrorCode::UnknownTopicOrPartition);
        QCOMPARE(s.produce(s.c, factsOf(2)).error, ErrorCode::UnknownTopicOrPartition);
        QCOMPARE(s.create(topic("t4")).error, ErrorCode::None);
        QVERIFY(s.cluster->topicId("t4") != before);
        const BrokerId leader = s.cluster->leaderOf({"t4", 0});
        QCOMPARE(batchesOf(s.fetch(s.open(leader.value), {})), ""); // what the old one held is gone
        // Brokers that go and come do not bring it back.
        s.call([&](Cluster& cluster, std::vector<Action>& out) {
            cluster.killBroker(BrokerId {1}, s.now, s.root, out);
        });
        s.call([&](Cluster& cluster, std::vector<Action>& out) {
            cluster.startBroker(BrokerId {1}, s.now, s.root, out);
        });
        s.pass(ms(400'000));
        QCOMPARE(
            s.ask<protocol::MetadataResponse>(s.open(0), ApiKey::Metadata, 12, protocol::MetadataRequest {true, {}})
                .cluster->topics.size(),
            std::size_t {1});
    }

    void topicsAreDeletedByIdToo()
    {
        Scene s;
        const auto response = s.ask<protocol::DeleteTopicsResponse>(s.c, ApiKey::DeleteTopics, 6,
            protocol::DeleteTopicsRequest {{}, {s.cluster->topicId("t4"), protocol::Uuid {{9}}}});
        QCOMPARE(response.topics.at(0).name, std::string("t4"));
        QCOMPARE(response.topics.at(0).error, ErrorCode::None);
        QCOMPARE(response.topics.at(1).error, ErrorCode::UnknownTopicId);
    }

    void committedOffsetsGoWithTheirTopic()
    {
        Scene s(clusterOf(1));
        s.ask<protocol::OffsetCommitResponse>(
            s.c, ApiKey::OffsetCommit, 8, protocol::OffsetCommitRequest {"g", "", -1, {{{"t4", 0}, 7}}});
        s.ask<protocol::DeleteTopicsResponse>(
            s.c, ApiKey::DeleteTopics, 6, protocol::DeleteTopicsRequest {{"t4"}, {}});
        s.create(topic("t4"));
        protocol::OffsetFetchRequest all {"g", {}, true};
        QVERIFY(s.ask<protocol::OffsetFetchResponse>(s.c, ApiKey::OffsetFetch, 7, all).offsets.empty());
    }

    void aClusterMayForbidDeletion()
    {
        Scene s(clusterOf(1, {{"delete.topic.enable", "false"}}));
        QCOMPARE(s.ask<protocol::DeleteTopicsResponse>(
                      s.c, ApiKey::DeleteTopics, 6, protocol::DeleteTopicsRequest {{"t4"}, {}})
                     .topics.at(0)
                     .error,
            ErrorCode::TopicDeletionDisabled);
    }

    void metadataIsAskedForById()
    {
        Scene s;
        protocol::MetadataRequest request;
        request.topicIds = {s.cluster->topicId("t4"), protocol::Uuid {{9}}};
        const auto response = s.ask<protocol::MetadataResponse>(s.c, ApiKey::Metadata, 12, request);
        QCOMPARE(response.cluster->topics.at(0).topic, std::string("t4"));
        QCOMPARE(response.cluster->topics.at(1).error, ErrorCode::UnknownTopicId);
        QCOMPARE(response.cluster->topics.at(1).topicId, (protocol::Uuid {{9}}));
    }

    void replicasOfABrokerThatIsDownAreOffline()
    {
        Scene s;
        s.create(topic("new", 1, 2));
        s.call([&](Cluster& cluster, std::vector<Action>& out) {
            cluster.killBroker(BrokerId {1}, s.now, s.root, out);
        });
        const auto response = s.ask<protocol::MetadataResponse>(
            s.c, ApiKey::Metadata, 12, protocol::MetadataRequest {false, {"new"}});
        const protocol::PartitionMetadata& p = response.cluster->topics.at(0).partitions.at(0);
        QCOMPARE(protocol::inSyncReplicas(*response.cluster, p), std::vector<BrokerId> {BrokerId {0}});
        QCOMPARE(protocol::offlineReplicas(*response.cluster, p), std::vector<BrokerId> {BrokerId {1}});
    }

    void internalTopicsAreMarked()
    {
        Scene s;
        s.create(topic("__consumer_offsets"));
        QVERIFY(s.metadata("__consumer_offsets").internal);
        QVERIFY(!s.metadata("t4").internal);
    }

    void theClusterIsDescribedWithItsBrokers()
    {
        Scene s;
        const auto response = s.ask<protocol::DescribeClusterResponse>(
            s.c, ApiKey::DescribeCluster, 0, protocol::DescribeClusterRequest {});
        QCOMPARE(response.cluster->brokers.size(), std::size_t {2});
        QCOMPARE(response.cluster->clusterId, std::string("connscope"));
        QCOMPARE(response.controller, BrokerId {0});
    }

    void aTopicsOwnLimitsCountForMoreThanTheBrokers()
    {
        Scene s(clusterOf(2, {{"message.max.bytes", "1000"}}));
        protocol::NewTopic wide = topic("wide", 1, 1);
        wide.assignments = {{BrokerId {0}}};
        wide.configs = {{"max.message.bytes", "2000"}};
        QCOMPARE(s.create(wide).error, ErrorCode::None);
        QCOMPARE(s.produce(s.c, factsOf(1, 2000), -1, {"wide", 0}).error, ErrorCode::None);
        QCOMPARE(s.produce(s.c, factsOf(1, 2001), -1, {"wide", 0}).error, ErrorCode::MessageTooLarge);
        protocol::NewTopic careful = topic("careful", 1, 1);
        careful.assignments = {{BrokerId {0}}};
        careful.configs = {{"min.insync.replicas", "2"}};
        QCOMPARE(s.create(careful).error, ErrorCode::None);
        QCOMPARE(s.produce(s.c, factsOf(1), -1, {"careful", 0}).error, ErrorCode::NotEnoughReplicas);
        for (const auto& [value, words] : std::vector<std::pair<std::string, std::string>> {
                 {"many", "Not a number of type INT"}, {"99999999999", "Not a number of type INT"},
                 {"1k", "Not a number of type INT"}, {"-1", "Value must be at least 0"}}) {
            protocol::NewTopic wrong = topic("wrong");
            wrong.configs = {{"max.message.bytes", value}};
            const protocol::CreatedTopic refused = s.create(wrong);
            QCOMPARE(refused.error, ErrorCode::InvalidConfig);
            QCOMPARE(refused.message, "Invalid value " + value + " for configuration max.message.bytes: " + words);
        }
    }

    void configurationsSayWhereTheyComeFrom()
    {
        Scene s(clusterOf(1, {{"num.partitions", "4"}, {"message.max.bytes", "5000"}}));
        using Type = protocol::ConfigResourceType;
        const protocol::DescribedResource broker = s.describe({Type::Broker, "0", true, {}});
        QCOMPARE(entry(broker, "num.partitions")->value, std::optional<std::string>("4"));
        QCOMPARE(entry(broker, "num.partitions")->source, protocol::ConfigSource::StaticBroker);
        QCOMPARE(entry(broker, "num.network.threads")->source, protocol::ConfigSource::Default);
        protocol::NewTopic t = topic("compacted");
        t.configs = {{"cleanup.policy", "compact"}};
        s.create(t);
        const protocol::DescribedResource own = s.describe({Type::Topic, "compacted", true, {}});
        QCOMPARE(entry(own, "cleanup.policy")->value, std::optional<std::string>("compact"));
        QCOMPARE(entry(own, "cleanup.policy")->source, protocol::ConfigSource::Topic);
        QCOMPARE(entry(own, "max.message.bytes")->value, std::optional<std::string>("5000"));
        QCOMPARE(entry(own, "max.message.bytes")->source, protocol::ConfigSource::StaticBroker);
        QCOMPARE(entry(own, "retention.ms")->source, protocol::ConfigSource::Default);
        QCOMPARE(s.describe({Type::Topic, "t4", false, {"retention.ms"}}).configs.size(), std::size_t {1});
        QCOMPARE(s.describe({Type::Topic, "no", true, {}}).error, ErrorCode::UnknownTopicOrPartition);
        QCOMPARE(s.describe({Type::Broker, "7", true, {}}).error, ErrorCode::InvalidRequest);
        QCOMPARE(s.describe({Type::Unknown, "x", true, {}}).error, ErrorCode::InvalidRequest);
    }
};

QTEST_GUILESS_MAIN(TestTopicAdmin)
#include "tst_topicadmin.moc"
