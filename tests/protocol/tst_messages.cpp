// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/messages.h"
#include "protocol/partitiontext.h"

#include <QTest>

using namespace connscope;
using namespace connscope::protocol;

namespace {

std::shared_ptr<ClusterMetadata> cluster(ErrorCode topic, ErrorCode partition)
{
    auto c = std::make_shared<ClusterMetadata>();
    c->topics.push_back(
        {topic, "t4", {{ErrorCode::None, 0, BrokerId {0}, 0, {}}, {partition, 1, BrokerId {1}, 0, {}}}});
    return c;
}

} // namespace

class TestMessages : public QObject {
    Q_OBJECT

private slots:
    void aPartitionPrintsAsKafkaPrintsIt()
    {
        QCOMPARE(toString({"t4", 0}), std::string("t4-0"));
        QCOMPARE(toString({"a-b", 12}), std::string("a-b-12"));
    }
    void andIsTakenApart()
    {
        QVERIFY(parseTopicPartition("a-b-12") == (TopicPartition {"a-b", 12}));
        for (const char* none : {"", "t4", "-0", "t4-", "t4-x", "t4--1", "t4-1 ", "t4-99999999999"})
            QVERIFY2(!parseTopicPartition(none) || parseTopicPartition(none)->topic == "t4-", none);
        QVERIFY(parseTopicPartition("t4--1") == (TopicPartition {"t4-", 1})); // a topic's name may end so
    }

    void anEmptyRequestIsItsHeader()
    {
        // length 4, api key 2, version 2, correlation id 4, client id 2 + 10
        QCOMPARE(wireSize(RequestBody {ApiVersionsRequest {}}, 10), 24u);
    }

    void sizesFollowTheFieldsOfTheGuide()
    {
        // FIND_COORDINATOR v2: key 2 + 4, type 1
        QCOMPARE(wireSize(RequestBody {FindCoordinatorRequest {"test", CoordinatorType::Group}}, 0), 14u + 7u);
        // METADATA v7 of one topic: array 4, name 2 + 2, auto creation 1
        QCOMPARE(wireSize(RequestBody {MetadataRequest {false, {"t4"}, true}}, 0), 14u + 9u);
        // PRODUCE v7: transactional id 2, acks 2, timeout 4, array 4, topic 2 + 2, array 4, partition 4, records 4 + 100
        ProduceRequest produce;
        produce.partitions.push_back({{"t4", 0}, 1, 100, -1});
        QCOMPARE(wireSize(RequestBody {produce}, 0), 14u + 128u);
        // HEARTBEAT answer: throttle 4, error 2, behind length 4 and correlation id 4
        QCOMPARE(wireSize(ResponseBody {HeartbeatResponse {}}), 14u);
    }

    void neighboursOfOneTopicShareItsName()
    {
        FetchRequest one, two, apart;
        one.partitions = {{{"topic", 0}, 0}};
        two.partitions = {{{"topic", 0}, 0}, {{"topic", 1}, 0}};
        apart.partitions = {{{"topic", 0}, 0}, {{"other", 1}, 0}};
        const auto size = [](const FetchRequest& r) { return wireSize(RequestBody {r}, 0); };
        QCOMPARE(size(two) - size(one), 28u);
        QCOMPARE(size(apart) - size(one), 28u + 2u + 5u + 4u);
    }

    void allTopicsIsSmallerThanNamingThem()
    {
        const std::uint32_t all = wireSize(RequestBody {MetadataRequest {true, {"ignored"}, true}}, 0);
        QCOMPARE(all, wireSize(RequestBody {MetadataRequest {false, {}, true}}, 0));
    }

    void recordsWeighInTheAnswer()
    {
        FetchResponse empty, full;
        empty.partitions = {{}};
        full.partitions = {{}};
        full.partitions[0].bytes = 5000;
        QCOMPARE(wireSize(ResponseBody {full}) - wireSize(ResponseBody {empty}), 5000u);
    }

    void metadataGrowsByBrokersAndReplicas()
    {
        auto c = std::make_shared<ClusterMetadata>();
        const std::uint32_t none = wireSize(ResponseBody {MetadataResponse {c}});
        c->brokers.push_back({BrokerId {0}, "localhost", 9092, ""});
        QCOMPARE(wireSize(ResponseBody {MetadataResponse {c}}) - none, 4u + 11u + 4u + 2u);
        QCOMPARE(wireSize(ResponseBody {MetadataResponse {}}), none);
    }

    void aMissingClusterOrVersionListIsNoError()
    {
        QVERIFY(firstError(MetadataResponse {}) == ErrorCode::None);
        QVERIFY(wireSize(ResponseBody {ApiVersionsResponse {}}) > 8u);
    }

    void theFirstErrorIsFoundWhereverItIs()
    {
        QVERIFY(firstError(MetadataResponse {cluster(ErrorCode::None, ErrorCode::None)}) == ErrorCode::None);
        QVERIFY(firstError(MetadataResponse {cluster(ErrorCode::None, ErrorCode::LeaderNotAvailable)})
            == ErrorCode::LeaderNotAvailable);
        QVERIFY(
            firstError(MetadataResponse {cluster(ErrorCode::UnknownTopicOrPartition, ErrorCode::LeaderNotAvailable)})
            == ErrorCode::UnknownTopicOrPartition);
        FetchResponse fetch;
        fetch.partitions = {{}, {}};
        fetch.partitions[1].error = ErrorCode::NotLeaderOrFollower;
        QVERIFY(firstError(fetch) == ErrorCode::NotLeaderOrFollower);
        fetch.error = ErrorCode::FetchSessionIdNotFound;
        QVERIFY(firstError(fetch) == ErrorCode::FetchSessionIdNotFound);
        JoinGroupResponse join;
        join.error = ErrorCode::MemberIdRequired;
        QVERIFY(firstError(join) == ErrorCode::MemberIdRequired);
        QVERIFY(
            firstError(ErrorOnlyResponse {ErrorCode::ConcurrentTransactions}) == ErrorCode::ConcurrentTransactions);
    }
};

QTEST_GUILESS_MAIN(TestMessages)
#include "tst_messages.moc"
