// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "broker/fetchsessions.h"
#include "broker/recordlog.h"
#include "driver.h"

using namespace connscope;
using namespace connscope::broker;
using namespace connscope::broker::test;
using protocol::ErrorCode;
using trace::EventKind;
using trace::RuleId;

namespace {

struct FetchOptions {
    std::int64_t offset = 0;
    Duration wait = ms(500);
    std::int32_t minBytes = 1;
    std::int32_t maxBytes = 52428800;
    std::int32_t session = 0;
    std::int32_t epoch = 0;
    std::string rack = {};
    std::int16_t version = 12;
};

std::int32_t fetch(Driver& d, ConnectionId c, std::vector<std::int32_t> partitions, const FetchOptions& o = {})
{
    protocol::FetchRequest request;
    request.maxWait = o.wait;
    request.minBytes = o.minBytes;
    request.maxBytes = o.maxBytes;
    request.sessionId = o.session;
    request.sessionEpoch = o.epoch;
    request.rack = o.rack;
    for (const std::int32_t p : partitions)
        request.partitions.push_back({{"t4", p}, o.offset});
    return d.send(c, ApiKey::Fetch, o.version, std::move(request));
}

std::int32_t produce(Driver& d, ConnectionId c, std::int32_t partition, std::int32_t records = 1,
    std::int32_t bytes = 70, std::int16_t acks = 1, std::int16_t version = 9)
{
    protocol::ProduceRequest request;
    request.acks = acks;
    request.partitions.push_back({{"t4", partition}, records, bytes, -1});
    return d.send(c, ApiKey::Produce, version, std::move(request), acks != 0);
}

/// One partition on brokers 0 and 1 (racks a and b), consumers served by rack.
ClusterSpec rackedCluster()
{
    ClusterSpec spec
        = clusterOf(2, {{"replica.selector.class", "org.apache.kafka.common.replica.RackAwareReplicaSelector"}});
    spec.brokers[0].rack = "a";
    spec.brokers[1].rack = "b";
    spec.topics[0].partitions = {{BrokerId {0}, {BrokerId {0}, BrokerId {1}}, 10}};
    return spec;
}

} // namespace

/// PRODUCE, FETCH and what asks for offsets.
class TestRecords : public QObject {
    Q_OBJECT
private slots:
    void offsetsCountOn();
    void theWrongBrokerRefusesAndNamesTheLeader();
    void anUnknownPartitionIsAnError();
    void aFetchThatFindsDataIsAnsweredAtOnce();
    void aFetchWaitsForItsTimeOrForData();
    void minBytesAreWaitedFor();
    void maxBytesLimitTheAnswer();
    void anOffsetOutOfRangeIsAnErrorAtOnce();
    void consumersSeeRecordsOnceTheyAreReplicated();
    void acksAllWaitsForTheReplicas();
    void acksAllNeedsEnoughReplicas();
    void movingTheLeaderEndsALongPoll();
    void appendedRecordsWakeConsumers();
    void aFetchSessionLivesFromZeroToFinal();
    void aFullSessionCacheAnswersWithoutASession();
    void anIncrementalAnswerLeavesOutWhatIsNotNew();
    void theLeaderSendsAConsumerToItsOwnRack();
    void withoutTheSelectorNobodyIsSentAway();
    void offsetsAreListedByTheLeader();
    void anOldEpochIsFenced();
    void aLogOfManySizesIsReadExactly();
};

void TestRecords::offsetsCountOn()
{
    Driver d(clusterOf(1));
    const ConnectionId c = d.open(0);
    const std::int32_t first = produce(d, c, 0, 3);
    const std::int32_t second = produce(d, c, 0, 1);
    d.pass(ms(10));
    QCOMPARE(d.answer<protocol::ProduceResponse>(first)->partitions.at(0).baseOffset, std::int64_t {0});
    QCOMPARE(d.answer<protocol::ProduceResponse>(second)->partitions.at(0).baseOffset, std::int64_t {3});
    QCOMPARE(d.answer<protocol::ProduceResponse>(second)->partitions.at(0).partition.topic, std::string("t4"));
}

void TestRecords::theWrongBrokerRefusesAndNamesTheLeader()
{
    Driver d(clusterOf(2));
    const ConnectionId c = d.open(0);
    const std::int32_t old = produce(d, c, 1, 1, 70, 1, 9);
    const std::int32_t young = produce(d, c, 1, 1, 70, 1, 10);
    const std::int32_t fetched = fetch(d, c, {1});
    d.pass(ms(10));
    const auto& refused = d.answer<protocol::ProduceResponse>(old)->partitions.at(0);
    QCOMPARE(refused.error, ErrorCode::NotLeaderOrFollower);
    QCOMPARE(refused.baseOffset, std::int64_t {-1});
    QCOMPARE(refused.currentLeader, BrokerId {});
    QCOMPARE(d.answer<protocol::ProduceResponse>(young)->partitions.at(0).currentLeader, BrokerId {1});
    QCOMPARE(d.answer<protocol::FetchResponse>(fetched)->partitions.at(0).error, ErrorCode::NotLeaderOrFollower);
    QCOMPARE(d.trace.text(d.trace[d.answers.at(old).cause].text), std::string_view("NOT_LEADER_OR_FOLLOWER"));
}

void TestRecords::anUnknownPartitionIsAnError()
{
    Driver d(clusterOf(1));
    const ConnectionId c = d.open(0);
    const std::int32_t a = produce(d, c, 7);
    const std::int32_t b = fetch(d, c, {-1});
    d.pass(ms(10));
    QCOMPARE(d.answer<protocol::ProduceResponse>(a)->partitions.at(0).error, ErrorCode::UnknownTopicOrPartition);
    QCOMPARE(d.answer<protocol::FetchResponse>(b)->partitions.at(0).error, ErrorCode::UnknownTopicOrPartition);
}

void TestRecords::aFetchThatFindsDataIsAnsweredAtOnce()
{
    ClusterSpec spec = clusterOf(1);
    spec.topics[0].partitions[0].records = 20;
    Driver d(std::move(spec));
    const std::int32_t asked = fetch(d, d.open(0), {0}, {.offset = 5});
    d.pass(ms(1));
    const auto& got = d.answer<protocol::FetchResponse>(asked)->partitions.at(0);
    QCOMPARE(got.records, 15);
    QCOMPARE(got.firstOffset, std::int64_t {5});
    QCOMPARE(got.bytes, 15 * RecordLog::kRecordBytes);
    QCOMPARE(got.highWatermark, std::int64_t {20});
    QCOMPARE(d.trace[d.answers.at(asked).cause].rule, RuleId::BrokerAnswers);
}

void TestRecords::aFetchWaitsForItsTimeOrForData()
{
    Driver d(clusterOf(1));
    const ConnectionId consumer = d.open(0);
    const ConnectionId producer = d.open(0);
    const std::int32_t inVain = fetch(d, consumer, {0});
    d.pass(ms(1000));
    QCOMPARE(toNs(d.answers.at(inVain).at), toNs(kStart + ms(501)));
    QCOMPARE(d.trace[d.answers.at(inVain).cause].rule, RuleId::LongPoll);
    QCOMPARE(d.trace[d.answers.at(inVain).cause].value, ms(501).count());

    const std::int32_t woken = fetch(d, consumer, {0});
    d.pass(ms(100));
    const std::int32_t sent = produce(d, producer, 0, 2);
    d.pass(ms(1));
    QVERIFY(d.answers.count(woken) == 1);
    QCOMPARE(toNs(d.answers.at(woken).at), toNs(d.answers.at(sent).at));
    QCOMPARE(d.answer<protocol::FetchResponse>(woken)->partitions.at(0).records, 2);
    // What woke it was the producer's request.
    const trace::Event& cause = d.trace[d.trace[d.answers.at(woken).cause].cause];
    QCOMPARE(cause.kind, EventKind::RequestReceived);
    QCOMPARE(cause.api, ApiKey::Produce);
    d.pass(ms(1000));
    QCOMPARE(d.answers.size(), std::size_t {3}); // the timer of the woken fetch did nothing more
}

void TestRecords::minBytesAreWaitedFor()
{
    Driver d(clusterOf(1));
    const ConnectionId consumer = d.open(0);
    const ConnectionId producer = d.open(0);
    const std::int32_t asked = fetch(d, consumer, {0}, {.minBytes = 150});
    d.pass(ms(10));
    produce(d, producer, 0, 1, 100);
    d.pass(ms(10));
    QVERIFY(d.answers.count(asked) == 0);
    produce(d, producer, 0, 1, 100);
    d.pass(ms(10));
    QCOMPARE(d.answer<protocol::FetchResponse>(asked)->partitions.at(0).bytes, 200);
}

void TestRecords::maxBytesLimitTheAnswer()
{
    ClusterSpec spec = clusterOf(1);
    spec.topics[0].partitions[0].records = 20;
    Driver d(std::move(spec));
    const ConnectionId c = d.open(0);
    const std::int32_t some = fetch(d, c, {0}, {.maxBytes = 450});
    const std::int32_t one = fetch(d, c, {0}, {.maxBytes = 1});
    d.pass(ms(5));
    QCOMPARE(d.answer<protocol::FetchResponse>(some)->partitions.at(0).records, 4);
    QCOMPARE(d.answer<protocol::FetchResponse>(one)->partitions.at(0).records, 1); // KIP-74: progress is always made
}

void TestRecords::anOffsetOutOfRangeIsAnErrorAtOnce()
{
    Driver d(clusterOf(1));
    const std::int32_t asked = fetch(d, d.open(0), {0}, {.offset = 1});
    d.pass(ms(1));
    QCOMPARE(d.answer<protocol::FetchResponse>(asked)->partitions.at(0).error, ErrorCode::OffsetOutOfRange);
}

void TestRecords::consumersSeeRecordsOnceTheyAreReplicated()
{
    ClusterSpec spec = clusterOf(2);
    spec.topics[0].partitions[0].replicas = {BrokerId {0}, BrokerId {1}};
    spec.replicationDelay = ms(20);
    Driver d(std::move(spec));
    const ConnectionId consumer = d.open(0);
    const ConnectionId producer = d.open(0);
    const std::int32_t asked = fetch(d, consumer, {0});
    const std::int32_t sent = produce(d, producer, 0);
    d.pass(ms(100));
    QCOMPARE(toNs(d.answers.at(sent).at), toNs(kStart + ms(1)));
    QCOMPARE(toNs(d.answers.at(asked).at), toNs(kStart + ms(21)));
}

void TestRecords::acksAllWaitsForTheReplicas()
{
    ClusterSpec spec = clusterOf(2);
    spec.topics[0].partitions[0].replicas = {BrokerId {0}, BrokerId {1}};
    spec.replicationDelay = ms(20);
    Driver d(std::move(spec));
    const ConnectionId c = d.open(0);
    const ConnectionId other = d.open(1);
    const std::int32_t replicated = produce(d, c, 0, 1, 70, -1);
    const std::int32_t alone = produce(d, other, 1, 1, 70, -1);
    d.pass(ms(100));
    QCOMPARE(toNs(d.answers.at(replicated).at), toNs(kStart + ms(21)));
    QCOMPARE(toNs(d.answers.at(alone).at), toNs(kStart + ms(1)));
}

void TestRecords::acksAllNeedsEnoughReplicas()
{
    ClusterSpec spec = clusterOf(2, {{"min.insync.replicas", "2"}});
    spec.topics[0].partitions[0].replicas = {BrokerId {0}, BrokerId {1}};
    Driver d(std::move(spec));
    const ConnectionId c = d.open(0);
    const std::int32_t both = produce(d, c, 0, 1, 70, -1);
    d.pass(ms(10));
    d.call([&](Cluster& cluster, std::vector<Action>& out) { cluster.killBroker(BrokerId {1}, d.now, d.root, out); });
    const std::int32_t all = produce(d, c, 0, 1, 70, -1);
    const std::int32_t leaderOnly = produce(d, c, 0, 1, 70, 1);
    d.pass(ms(10));
    QCOMPARE(d.answer<protocol::ProduceResponse>(both)->partitions.at(0).error, ErrorCode::None);
    QCOMPARE(d.answer<protocol::ProduceResponse>(all)->partitions.at(0).error, ErrorCode::NotEnoughReplicas);
    QCOMPARE(d.answer<protocol::ProduceResponse>(leaderOnly)->partitions.at(0).error, ErrorCode::None);
}

void TestRecords::movingTheLeaderEndsALongPoll()
{
    Driver d(clusterOf(2));
    const ConnectionId c = d.open(0);
    const std::int32_t asked = fetch(d, c, {0}, {.version = 16});
    d.pass(ms(10));
    const auto moved = d.act([&](Cluster& cluster, std::vector<Action>& out) {
        return cluster.moveLeader({"t4", 0}, BrokerId {1}, d.now, d.root, out);
    });
    QVERIFY(moved.has_value());
    const auto& got = d.answer<protocol::FetchResponse>(asked)->partitions.at(0);
    QCOMPARE(got.error, ErrorCode::NotLeaderOrFollower);
    QCOMPARE(got.currentLeader, BrokerId {1});
}

void TestRecords::appendedRecordsWakeConsumers()
{
    Driver d(clusterOf(1));
    const std::int32_t asked = fetch(d, d.open(0), {0});
    d.pass(ms(10));
    const auto appended = d.act([&](Cluster& cluster, std::vector<Action>& out) {
        return cluster.appendRecords({"t4", 0}, 7, d.now, d.root, out);
    });
    QVERIFY(appended.has_value());
    QCOMPARE(d.answer<protocol::FetchResponse>(asked)->partitions.at(0).records, 7);
    QCOMPARE(d.trace[d.answers.at(asked).cause].cause, d.root);
}

void TestRecords::aFetchSessionLivesFromZeroToFinal()
{
    Driver d(clusterOf(1));
    const ConnectionId c = d.open(0);
    const auto ask = [&](std::int32_t session, std::int32_t epoch) {
        const std::int32_t asked = fetch(d, c, {0}, {.wait = {}, .session = session, .epoch = epoch});
        d.pass(ms(1));
        return *d.answer<protocol::FetchResponse>(asked);
    };
    const std::int32_t session = ask(0, 0).sessionId;
    QVERIFY(session > 0);
    QCOMPARE(ask(session, 1).sessionId, session);
    QCOMPARE(ask(session, 1).error, ErrorCode::InvalidFetchSessionEpoch);
    QCOMPARE(ask(session, 2).error, ErrorCode::None);
    const protocol::FetchResponse last = ask(session, -1);
    QCOMPARE(last.error, ErrorCode::None);
    QCOMPARE(last.sessionId, 0);
    QCOMPARE(ask(session, 3).error, ErrorCode::FetchSessionIdNotFound);
}

void TestRecords::aFullSessionCacheAnswersWithoutASession()
{
    FetchSessions sessions;
    sessions.clear(2);
    Rng rng(1);
    const std::int32_t first = sessions.use(0, 0, false, kStart, rng).sessionId;
    const std::int32_t second = sessions.use(0, 0, false, kStart + ms(1), rng).sessionId;
    QVERIFY(first != 0 && second != 0 && first != second);
    QCOMPARE(sessions.use(0, 0, false, kStart + ms(2), rng).sessionId, 0);
    // The one used longest ago makes room after two minutes of silence; the first one has been used since.
    QCOMPARE(sessions.use(first, 1, false, kStart + ms(60'000), rng).error, ErrorCode::None);
    QVERIFY(sessions.use(0, 0, false, kStart + ms(1) + FetchSessions::kEvictionTime, rng).sessionId != 0);
    QCOMPARE(sessions.use(second, 1, false, kStart + ms(130'000), rng).error, ErrorCode::FetchSessionIdNotFound);
    QCOMPARE(sessions.use(first, 2, false, kStart + ms(130'000), rng).error, ErrorCode::None);
    QCOMPARE(sessions.size(), std::size_t {2});
}

void TestRecords::anIncrementalAnswerLeavesOutWhatIsNotNew()
{
    ClusterSpec spec = clusterOf(1);
    spec.topics[0].partitions = {{BrokerId {0}, {}, 0}, {BrokerId {0}, {}, 0}};
    Driver d(std::move(spec));
    const ConnectionId c = d.open(0);
    const std::int32_t full = fetch(d, c, {0, 1}, {.wait = {}});
    d.pass(ms(1));
    QCOMPARE(d.answer<protocol::FetchResponse>(full)->partitions.size(), std::size_t {2});
    const std::int32_t session = d.answer<protocol::FetchResponse>(full)->sessionId;
    const std::int32_t next = fetch(d, c, {0, 1}, {.session = session, .epoch = 1});
    d.pass(ms(10));
    produce(d, d.open(0), 1);
    d.pass(ms(10));
    const auto* got = d.answer<protocol::FetchResponse>(next);
    QVERIFY(got != nullptr);
    QCOMPARE(got->partitions.size(), std::size_t {1});
    QCOMPARE(got->partitions.at(0).partition.partition, 1);
}

void TestRecords::theLeaderSendsAConsumerToItsOwnRack()
{
    Driver d(rackedCluster());
    const ConnectionId leader = d.open(0);
    const ConnectionId follower = d.open(1);
    const std::int32_t fromB = fetch(d, leader, {0}, {.rack = "b"});
    const std::int32_t fromA = fetch(d, leader, {0}, {.rack = "a"});
    const std::int32_t fromNowhere = fetch(d, leader, {0}, {.rack = "c"});
    const std::int32_t oldVersion = fetch(d, leader, {0}, {.rack = "b", .version = 10});
    const std::int32_t served = fetch(d, follower, {0}, {.rack = "b"});
    const std::int32_t stranger = fetch(d, follower, {0});
    d.pass(ms(10));
    const auto partition
        = [&](std::int32_t asked) { return d.answer<protocol::FetchResponse>(asked)->partitions.at(0); };
    QCOMPARE(partition(fromB).preferredReadReplica, BrokerId {1});
    QCOMPARE(partition(fromB).records, 0);
    QCOMPARE(partition(fromA).preferredReadReplica, BrokerId {});
    QCOMPARE(partition(fromA).records, 10);
    QCOMPARE(partition(fromNowhere).records, 10);
    QCOMPARE(partition(oldVersion).records, 10);
    QCOMPARE(partition(served).records, 10);
    QCOMPARE(partition(stranger).error, ErrorCode::NotLeaderOrFollower);
}

void TestRecords::withoutTheSelectorNobodyIsSentAway()
{
    ClusterSpec spec = rackedCluster();
    for (BrokerSpec& broker : spec.brokers)
        broker.config = protocol::ConfigSet {protocol::ConfigOwner::Broker, protocol::kV3_9};
    Driver d(std::move(spec));
    const std::int32_t asked = fetch(d, d.open(0), {0}, {.rack = "b"});
    d.pass(ms(1));
    QCOMPARE(d.answer<protocol::FetchResponse>(asked)->partitions.at(0).records, 10);
}

void TestRecords::offsetsAreListedByTheLeader()
{
    ClusterSpec spec = clusterOf(2);
    spec.topics[0].partitions[0].records = 42;
    Driver d(std::move(spec));
    const ConnectionId c = d.open(0);
    const auto list = [&](std::int64_t timestamp) {
        protocol::ListOffsetsRequest request;
        request.timestamp = timestamp;
        request.partitions = {{"t4", 0}, {"t4", 1}};
        const std::int32_t asked = d.send(c, ApiKey::ListOffsets, 5, std::move(request));
        d.pass(ms(1));
        return d.answer<protocol::ListOffsetsResponse>(asked)->partitions;
    };
    QCOMPARE(list(protocol::kLatestTimestamp).at(0).offset, std::int64_t {42});
    QCOMPARE(list(protocol::kEarliestTimestamp).at(0).offset, std::int64_t {0});
    QCOMPARE(list(protocol::kEarliestTimestamp).at(1).error, ErrorCode::NotLeaderOrFollower);

    protocol::OffsetForLeaderEpochRequest epochs;
    epochs.partitions = {{"t4", 0}, {"nowhere", 0}};
    const std::int32_t asked = d.send(c, ApiKey::OffsetForLeaderEpoch, 3, std::move(epochs));
    d.pass(ms(1));
    const auto& results = d.answer<protocol::OffsetForLeaderEpochResponse>(asked)->partitions;
    QCOMPARE(results.at(0).offset, std::int64_t {42});
    QCOMPARE(results.at(1).error, ErrorCode::UnknownTopicOrPartition);
}

void TestRecords::anOldEpochIsFenced()
{
    Driver d(clusterOf(1));
    const ConnectionId c = d.open(0);
    const auto init = [&] {
        const std::int32_t asked
            = d.send(c, ApiKey::InitProducerId, 1, protocol::InitProducerIdRequest {"tx", ms(60'000)});
        d.pass(ms(1));
        return *d.answer<protocol::InitProducerIdResponse>(asked);
    };
    const protocol::InitProducerIdResponse old = init();
    const protocol::InitProducerIdResponse young = init();
    QCOMPARE(young.producerId, old.producerId);
    QCOMPARE(int(young.producerEpoch), old.producerEpoch + 1);
    const auto send = [&](std::int16_t epoch) {
        protocol::ProduceRequest request;
        request.acks = -1;
        request.producerId = old.producerId;
        request.producerEpoch = epoch;
        request.partitions.push_back({{"t4", 0}, 1, 70, 0});
        const std::int32_t asked = d.send(c, ApiKey::Produce, 9, std::move(request));
        d.pass(ms(1));
        return d.answer<protocol::ProduceResponse>(asked)->partitions.at(0).error;
    };
    QCOMPARE(send(old.producerEpoch), ErrorCode::InvalidProducerEpoch);
    QCOMPARE(send(young.producerEpoch), ErrorCode::None);
}

void TestRecords::aLogOfManySizesIsReadExactly()
{
    RecordLog log;
    QCOMPARE(log.append(2, 20), std::int64_t {0}); // 10 each
    QCOMPARE(log.append(3, 90), std::int64_t {2}); // 30 each
    QCOMPARE(log.append(1, 30), std::int64_t {5});
    QCOMPARE(log.append(0, 30), std::int64_t {6});
    QCOMPARE(log.end(), std::int64_t {6});
    const auto check = [&](std::int64_t offset, std::int64_t limit, std::int64_t bytes, bool one,
                           std::int64_t records, std::int64_t size) {
        const RecordLog::Read read = log.read(offset, limit, bytes, one);
        return read.records == records && read.bytes == size;
    };
    QVERIFY(check(0, 6, 1000, false, 6, 140));
    QVERIFY(check(1, 4, 1000, false, 3, 70));
    QVERIFY(check(0, 6, 55, false, 3, 50));
    QVERIFY(check(3, 6, 5, false, 0, 0));
    QVERIFY(check(3, 6, 5, true, 1, 30));
    QVERIFY(check(6, 6, 1000, true, 0, 0));
    QVERIFY(check(-1, 6, 1000, true, 0, 0));
    QVERIFY(check(5, 100, 1000, false, 1, 30));
}

QTEST_GUILESS_MAIN(TestRecords)
#include "tst_records.moc"
