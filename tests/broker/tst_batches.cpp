// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "broker/batchlog.h"
#include "outside.h"

using namespace connscope;
using namespace connscope::broker;
using namespace connscope::broker::test;
using protocol::ErrorCode;

/// Real record batches, from PRODUCE to FETCH.
class TestBatches : public QObject {
    Q_OBJECT
private slots:
    void offsetsAreGivenByTheNumberOfRecords();
    void aReadBeginsWithTheBatchThatHoldsTheOffset();
    void maxBytesHoldBackBatchesButNeverTheFirst();
    void aBatchWithAnErrorIsRefusedWithIt();
    void aBatchAboveTheLimitIsTooLarge();
    void unknownAcksAreRefused();
    void aFetchThatWaitsIsWokenByABatch();
    void batchesAreReadOnceTheyAreReplicated();
    void recordsWithoutBytesAreMadeForWhoReadsThem();
    void withoutAMakerRecordsWithoutBytesAreSkipped();
    void aTimeFindsTheFirstBatchThatIsAsLate();
    void aTimeFindsTheRecordWithinItsBatch();
    void theLatestTimeIsFoundByItself();
    void oldBatchesGoWhenTheClusterIsFull();
    void anEpochEndsWhereTheNextBegins();
    void theLeaderEpochOfARequestIsChecked();
    void topicsAreFoundByTheirIds();
};

namespace {

protocol::PartitionOffsetResult offsetAt(OutsideDriver& d, ConnectionId c, std::int64_t timestamp)
{
    protocol::ListOffsetsRequest request;
    request.partitions = {{"t4", 0}};
    request.details = {{timestamp, -1}};
    return d.ask<protocol::ListOffsetsResponse>(c, ApiKey::ListOffsets, 7, std::move(request)).partitions.at(0);
}

} // namespace

void TestBatches::offsetsAreGivenByTheNumberOfRecords()
{
    OutsideDriver d;
    const ConnectionId c = d.open(0);
    QCOMPARE(d.produce(c, factsOf(5)).baseOffset, 0);
    const protocol::ProducedPartition second = d.produce(c, factsOf(2));
    QCOMPARE(second.baseOffset, 5);
    QCOMPARE(second.logStartOffset, 0);
    QCOMPARE(offsetAt(d, c, protocol::kLatestTimestamp).offset, 7);
}

void TestBatches::aReadBeginsWithTheBatchThatHoldsTheOffset()
{
    OutsideDriver d;
    const ConnectionId c = d.open(0);
    for (int i = 0; i < 3; ++i)
        d.produce(c, factsOf(5));
    QCOMPARE(batchesOf(d.fetch(c, {.offset = 0})), "0+5 5+5 10+5");
    QCOMPARE(batchesOf(d.fetch(c, {.offset = 7})), "5+5 10+5");
    QCOMPARE(batchesOf(d.fetch(c, {.offset = 10})), "10+5");
    const protocol::FetchResponse end = d.fetch(c, {.offset = 15});
    QCOMPARE(batchesOf(end), "");
    QCOMPARE(end.partitions.at(0).highWatermark, 15);
    QCOMPARE(end.partitions.at(0).error, ErrorCode::None);
    QCOMPARE(d.fetch(c, {.offset = 16}).partitions.at(0).error, ErrorCode::OffsetOutOfRange);
}

void TestBatches::maxBytesHoldBackBatchesButNeverTheFirst()
{
    OutsideDriver d;
    const ConnectionId c = d.open(0);
    for (int i = 0; i < 3; ++i)
        d.produce(c, factsOf(1, 100));
    QCOMPARE(batchesOf(d.fetch(c, {.maxBytes = 250})), "0+1 1+1");
    QCOMPARE(batchesOf(d.fetch(c, {.maxBytes = 10})), "0+1"); // KIP-74
    QCOMPARE(batchesOf(d.fetch(c, {.totalBytes = 200})), "0+1 1+1");
}

void TestBatches::aBatchWithAnErrorIsRefusedWithIt()
{
    OutsideDriver d;
    const ConnectionId c = d.open(0);
    protocol::RecordBatch broken = factsOf(1);
    broken.error = ErrorCode::CorruptMessage;
    QCOMPARE(d.produce(c, broken).error, ErrorCode::CorruptMessage);
    QCOMPARE(d.produce(c, factsOf(0)).error, ErrorCode::InvalidRecord);
    protocol::RecordBatch marker = factsOf(1);
    marker.control = true; // only coordinators write those
    QCOMPARE(d.produce(c, marker).error, ErrorCode::InvalidRecord);
    QCOMPARE(offsetAt(d, c, protocol::kLatestTimestamp).offset, 0);
}

void TestBatches::aBatchAboveTheLimitIsTooLarge()
{
    OutsideDriver d(clusterOf(1, {{"message.max.bytes", "1000"}}));
    const ConnectionId c = d.open(0);
    QCOMPARE(d.produce(c, factsOf(1, 1000)).error, ErrorCode::None);
    QCOMPARE(d.produce(c, factsOf(1, 1001)).error, ErrorCode::MessageTooLarge);
}

void TestBatches::unknownAcksAreRefused()
{
    OutsideDriver d;
    QCOMPARE(d.produce(d.open(0), factsOf(1), 2).error, ErrorCode::InvalidRequiredAcks);
}

void TestBatches::aFetchThatWaitsIsWokenByABatch()
{
    OutsideDriver d;
    const ConnectionId reader = d.open(0);
    const ConnectionId writer = d.open(0);
    // Epoch -1 without a session is how librdkafka fetches; that must not end the wait.
    const std::int32_t asked
        = d.send(reader, ApiKey::Fetch, 11, OutsideDriver::fetchRequest({.epoch = -1, .wait = ms(500)}, {{"t4", 0}}));
    d.pass(ms(100));
    QVERIFY(d.answer<protocol::FetchResponse>(asked) == nullptr);
    d.produce(writer, factsOf(3));
    QVERIFY(d.answer<protocol::FetchResponse>(asked) != nullptr);
    QCOMPARE(batchesOf(*d.answer<protocol::FetchResponse>(asked)), "0+3");
}

void TestBatches::batchesAreReadOnceTheyAreReplicated()
{
    ClusterSpec spec = clusterOf(2);
    spec.replicationDelay = ms(20);
    spec.topics[0].partitions = {{BrokerId {0}, {BrokerId {0}, BrokerId {1}}, 0}};
    OutsideDriver d(std::move(spec));
    const ConnectionId c = d.open(0);
    d.produce(c, factsOf(3));
    QCOMPARE(batchesOf(d.fetch(c, {})), "");
    d.pass(ms(20));
    QCOMPARE(batchesOf(d.fetch(c, {})), "0+3");
}

void TestBatches::recordsWithoutBytesAreMadeForWhoReadsThem()
{
    ClusterSpec spec = clusterOf(1);
    spec.topics[0].partitions[0].records = 10;
    OutsideDriver d(std::move(spec));
    const ConnectionId c = d.open(0);
    d.produce(c, factsOf(2));
    d.act([&](Cluster& cluster, std::vector<Action>& out) {
        return cluster.appendRecords({"t4", 0}, 4, d.now, d.root, out);
    });
    QCOMPARE(batchesOf(d.fetch(c, {.offset = 0})), "0+10 10+2 12+4");
    QCOMPARE(batchesOf(d.fetch(c, {.offset = 6})), "6+4 10+2 12+4"); // made ones begin where they are asked for
    QCOMPARE(batchesOf(d.fetch(c, {.offset = 0, .maxBytes = 350})), "0+3"); // of 100 bytes each
    QCOMPARE(d.made.front().kind, BatchToMake::Kind::Records);
}

void TestBatches::withoutAMakerRecordsWithoutBytesAreSkipped()
{
    ClusterSpec spec = clusterOf(1);
    spec.topics[0].partitions[0].records = 10;
    OutsideDriver d(std::move(spec), false);
    const ConnectionId c = d.open(0);
    d.produce(c, factsOf(2));
    QCOMPARE(batchesOf(d.fetch(c, {.offset = 0})), "10+2");
}

void TestBatches::aTimeFindsTheFirstBatchThatIsAsLate()
{
    OutsideDriver d;
    const ConnectionId c = d.open(0);
    d.produce(c, factsOf(5, 100, 1000));
    d.produce(c, factsOf(5, 100, 3000));
    d.produce(c, factsOf(5, 100, 2000));
    QCOMPARE(offsetAt(d, c, 0).offset, 0);
    QCOMPARE(offsetAt(d, c, 1001).offset, 5);
    QCOMPARE(offsetAt(d, c, 3000).offset, 5);
    QCOMPARE(offsetAt(d, c, 3000).timestamp, 3000);
    QCOMPARE(offsetAt(d, c, 3001).offset, -1);
    QCOMPARE(offsetAt(d, c, protocol::kEarliestTimestamp).offset, 0);
}

void TestBatches::aTimeFindsTheRecordWithinItsBatch()
{
    OutsideDriver d;
    Hooks hooks;
    hooks.findRecord = [](const protocol::RecordBatch& batch, std::int64_t timestamp) -> std::optional<RecordPlace> {
        if (batch.maxTimestamp == 4000)
            return std::nullopt; // cannot be read
        return timestamp == protocol::kMaxTimestamp ? RecordPlace {2, 3000} : RecordPlace {1, 2500};
    };
    d.cluster->setHooks(std::move(hooks));
    const ConnectionId c = d.open(0);
    d.produce(c, factsOf(5, 100, 1000));
    d.produce(c, factsOf(5, 100, 3000));
    QCOMPARE(offsetAt(d, c, 2001).offset, 6);
    QCOMPARE(offsetAt(d, c, 2001).timestamp, 2500);
    QCOMPARE(offsetAt(d, c, protocol::kMaxTimestamp).offset, 7);
    QCOMPARE(offsetAt(d, c, 3001).offset, -1);
    d.produce(c, factsOf(5, 100, 4000));
    QCOMPARE(offsetAt(d, c, 3001).offset, 10); // what is known without it
    QCOMPARE(offsetAt(d, c, 3001).timestamp, 4000);
}

void TestBatches::theLatestTimeIsFoundByItself()
{
    OutsideDriver d;
    const ConnectionId c = d.open(0);
    QCOMPARE(offsetAt(d, c, protocol::kMaxTimestamp).offset, -1);
    d.produce(c, factsOf(5, 100, 3000));
    d.produce(c, factsOf(5, 100, 2000));
    QCOMPARE(offsetAt(d, c, protocol::kMaxTimestamp).offset, 4);
    QCOMPARE(offsetAt(d, c, protocol::kMaxTimestamp).timestamp, 3000);
}

void TestBatches::oldBatchesGoWhenTheClusterIsFull()
{
    ClusterSpec spec = clusterOf(1);
    spec.topics[0].partitions.push_back({BrokerId {0}, {BrokerId {0}}, 0});
    spec.retentionBytes = 3 * (1000 + BatchLog::kOverhead);
    OutsideDriver d(std::move(spec));
    const ConnectionId c = d.open(0);
    d.produce(c, factsOf(2, 1000), 1, {"t4", 1}); // the oldest of the cluster goes first, whose ever it is
    for (int i = 0; i < 3; ++i)
        d.produce(c, factsOf(2, 1000, 1000 + i));
    QCOMPARE(d.fetch(c, {.offset = 0}, {{"t4", 1}}).partitions.at(0).error, ErrorCode::OffsetOutOfRange);
    QCOMPARE(batchesOf(d.fetch(c, {.offset = 0})), "0+2 2+2 4+2");
    d.produce(c, factsOf(2, 1000, 1003));
    QCOMPARE(d.fetch(c, {.offset = 1}).partitions.at(0).error, ErrorCode::OffsetOutOfRange);
    const protocol::FetchResponse rest = d.fetch(c, {.offset = 2});
    QCOMPARE(batchesOf(rest), "2+2 4+2 6+2");
    QCOMPARE(rest.detail->partitions.at(0).logStartOffset, 2);
    QCOMPARE(offsetAt(d, c, protocol::kEarliestTimestamp).offset, 2);
    QCOMPARE(offsetAt(d, c, 1000).offset, 2);
}

void TestBatches::anEpochEndsWhereTheNextBegins()
{
    ClusterSpec spec = clusterOf(2);
    spec.topics[0].partitions = {{BrokerId {0}, {BrokerId {0}, BrokerId {1}}, 0}};
    spec.replicationDelay = Duration {};
    OutsideDriver d(std::move(spec));
    d.produce(d.open(0), factsOf(4));
    QVERIFY(d.act([&](Cluster& cluster, std::vector<Action>& out) {
        return cluster.moveLeader({"t4", 0}, BrokerId {1}, d.now, d.root, out);
    }));
    const ConnectionId c = d.open(1);
    d.produce(c, factsOf(2));
    const auto end = [&](std::int32_t epoch) {
        protocol::OffsetForLeaderEpochRequest request;
        request.partitions = {{"t4", 0}};
        request.details = {{epoch, -1}};
        return d.ask<protocol::OffsetForLeaderEpochResponse>(c, ApiKey::OffsetForLeaderEpoch, 3, std::move(request))
            .partitions.at(0);
    };
    QCOMPARE(end(0).offset, 4);
    QCOMPARE(end(0).leaderEpoch, 0);
    QCOMPARE(end(1).offset, 6);
    QCOMPARE(end(2).offset, -1);
    const protocol::FetchResponse all = d.fetch(c, {});
    QCOMPARE(all.detail->partitions.at(0).batches.at(0).leaderEpoch, 0);
    QCOMPARE(all.detail->partitions.at(0).batches.at(1).leaderEpoch, 1);
}

void TestBatches::theLeaderEpochOfARequestIsChecked()
{
    ClusterSpec spec = clusterOf(2);
    OutsideDriver d(std::move(spec));
    QVERIFY(d.act([&](Cluster& cluster, std::vector<Action>& out) {
        return cluster.moveLeader({"t4", 0}, BrokerId {1}, d.now, d.root, out);
    }));
    const ConnectionId c = d.open(1);
    const auto error = [&](std::int32_t epoch) {
        return d.fetch(c, {.leaderEpoch = epoch, .wait = ms(500)}).partitions.at(0).error;
    };
    QCOMPARE(error(0), ErrorCode::FencedLeaderEpoch);
    QCOMPARE(error(2), ErrorCode::UnknownLeaderEpoch);
    QCOMPARE(d.fetch(c, {.leaderEpoch = 1}).partitions.at(0).error, ErrorCode::None);
    QCOMPARE(d.fetch(d.open(0), {}).partitions.at(0).error, ErrorCode::NotLeaderOrFollower);
}

void TestBatches::topicsAreFoundByTheirIds()
{
    OutsideDriver d;
    const ConnectionId c = d.open(0);
    const protocol::Uuid id = d.cluster->topicId("t4");
    QVERIFY(!id.isZero());
    QCOMPARE(id, OutsideDriver().cluster->topicId("t4")); // the same in every run
    const auto write = [&](const protocol::Uuid& to) {
        protocol::ProduceRequest request;
        request.partitions.push_back({{"", 0}, 1, 0, -1, std::make_shared<const protocol::RecordBatch>(factsOf(1))});
        request.topicIds = {to};
        return d.ask<protocol::ProduceResponse>(c, ApiKey::Produce, 13, std::move(request));
    };
    QCOMPARE(write(id).partitions.at(0).error, ErrorCode::None);
    QCOMPARE(write(id).topicIds.at(0), id);
    QCOMPARE(write(protocol::Uuid {{1}}).partitions.at(0).error, ErrorCode::UnknownTopicId);
    const auto read = [&](const protocol::Uuid& from) {
        protocol::FetchRequest request = OutsideDriver::fetchRequest({}, {{"", 0}});
        auto detail = std::make_shared<protocol::FetchDetail>(*request.detail);
        detail->byTopicId = true;
        detail->partitions[0].topicId = from;
        request.detail = std::move(detail);
        return d.ask<protocol::FetchResponse>(c, ApiKey::Fetch, 13, std::move(request));
    };
    QCOMPARE(batchesOf(read(id)), "0+1 1+1");
    QCOMPARE(read(id).detail->partitions.at(0).topicId, id);
    QCOMPARE(read(protocol::Uuid {{1}}).partitions.at(0).error, ErrorCode::UnknownTopicId);
}

QTEST_GUILESS_MAIN(TestBatches)
#include "tst_batches.moc"
