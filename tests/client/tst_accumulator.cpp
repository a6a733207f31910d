// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/accumulator.h"
#include "client/profile.h"

#include <QtTest>

#include <algorithm>
#include <memory>

using namespace connscope;
using namespace connscope::client;

namespace {

class NoDns : public Resolver {
public:
    std::vector<std::string> resolve(std::string_view host) override { return {std::string(host)}; }
};

// A producer's accumulator in a cluster where broker i leads partition i of topic t.
class World {
public:
    explicit World(int brokers, Settings settings = {})
        : context(spec(), std::move(settings), Environment {&trace, &dns, &commons})
    {
        root = trace.append(trace::Event {});
        context.now = Instant {} + ms(1000);
        metadata = std::make_unique<Metadata>(context, root);
        metadata->addTopic("t", root);
        std::vector<int> leaders;
        for (int i = 0; i < brokers; ++i)
            leaders.push_back(i);
        learn(brokers, leaders);
        accumulator = std::make_unique<Accumulator>(context, *metadata);
    }
    /// The metadata's next answer: who leads which partition; -1 = nobody.
    void learn(int brokers, const std::vector<int>& leaders)
    {
        auto cluster = std::make_shared<protocol::ClusterMetadata>();
        for (int i = 0; i < brokers; ++i)
            cluster->brokers.push_back({BrokerId {i}, "localhost", static_cast<std::uint16_t>(9092 + i), {}});
        protocol::TopicMetadata topic;
        topic.topic = "t";
        for (std::size_t p = 0; p < leaders.size(); ++p) {
            protocol::PartitionMetadata partition;
            partition.partition = static_cast<std::int32_t>(p);
            if (leaders[p] >= 0)
                partition.leader = BrokerId {leaders[p]};
            topic.partitions.push_back(partition);
        }
        cluster->topics.push_back(topic);
        protocol::MetadataResponse response;
        response.cluster = cluster;
        metadata->update(response, metadata->requestVersion(), false, root);
    }
    void append(int partition, std::int32_t size = 10)
    {
        accumulator->append(accumulator->indexOf("t", partition), size, sends++, root);
    }
    /// Ids of the leaders that are ready, sorted.
    std::vector<int> ready()
    {
        std::vector<int> ids;
        for (const Node* node : accumulator->ready().nodes)
            ids.push_back(node->id.value);
        std::sort(ids.begin(), ids.end());
        return ids;
    }
    std::vector<Batch> drain(int broker)
    {
        return accumulator->drain(*metadata->nodes().find(NodeId::broker(BrokerId {broker})), nullptr);
    }
    void wait(Duration d) { context.now += d; }

    trace::Trace trace;
    NoDns dns;
    Commons commons;
    Context context;
    EventId root;
    std::unique_ptr<Metadata> metadata;
    std::unique_ptr<Accumulator> accumulator;
    std::int64_t sends = 0;

private:
    static ClientSpec spec()
    {
        ClientSpec spec;
        spec.kind = trace::ClientKind::Producer;
        spec.profile = *findProfile("java-3.9");
        return spec;
    }
};

Settings with(void (*change)(Settings&))
{
    Settings settings;
    change(settings);
    return settings;
}
using Ids = std::vector<int>;

} // namespace

class TestAccumulator : public QObject {
    Q_OBJECT
private slots:
    void aLeaderIsReadyAsSoonAsThereIsABatchAndNoMoreOnceItIsDrained()
    {
        World w(3);
        QVERIFY(w.ready().empty());
        w.append(1);
        w.append(2);
        QCOMPARE(w.ready(), (Ids {1, 2}));
        QCOMPARE(w.drain(1).size(), std::size_t {1});
        QCOMPARE(w.ready(), (Ids {2}));
        QCOMPARE(w.drain(1).size(), std::size_t {0});
        QCOMPARE(w.drain(2).size(), std::size_t {1});
        QVERIFY(!w.accumulator->hasUndrained());
    }
    void whoWaitsIsCountedUntilItIsGone()
    {
        World w(3);
        w.append(0);
        w.append(1);
        w.append(2);
        QCOMPARE(w.commons.waitingBatches(), std::int64_t {3});
        const std::vector<Batch> sent = w.drain(1);
        QCOMPARE(w.commons.waitingBatches(), std::int64_t {2});
        w.accumulator->reenqueue(sent.front());
        QCOMPARE(w.commons.waitingBatches(), std::int64_t {3});
        w.accumulator.reset(); // the client is killed
        QCOMPARE(w.commons.waitingBatches(), std::int64_t {0});
    }
    void aBatchOfTheLargestSizeTakesNoMoreThanItHolds()
    {
        World w(1, with([](Settings& s) { s.batchSize = 2'147'483'647; }));
        for (int i = 0; i < 22; ++i)
            w.append(0, 100'000'000); // 2.2 GB: more than a batch may have
        QCOMPARE(w.commons.waitingBatches(), std::int64_t {2});
    }
    void lingerHoldsABatchBackUntilItsInstantAndNoLonger()
    {
        World w(2, with([](Settings& s) { s.linger = ms(20); }));
        w.append(0);
        w.wait(ms(5));
        w.append(1);
        QCOMPARE(w.accumulator->ready().nextCheck, ms(15));
        w.wait(ms(15) - Duration {1});
        QVERIFY(w.ready().empty());
        w.wait(Duration {1});
        QCOMPARE(w.ready(), (Ids {0}));
        QCOMPARE(w.accumulator->ready().nextCheck, ms(5));
    }
    void aFullBatchDoesNotLinger()
    {
        World w(2, with([](Settings& s) {
            s.linger = ms(20);
            s.batchSize = 200;
        }));
        w.append(0, 100);
        QVERIFY(w.ready().empty());
        w.append(0, 100); // does not fit: the first batch is full
        QCOMPARE(w.ready(), (Ids {0}));
    }
    void flushAndCloseEndAllLingering()
    {
        World w(2, with([](Settings& s) { s.linger = ms(20); }));
        w.append(0);
        QVERIFY(w.ready().empty());
        w.accumulator->setFlushing(true);
        QCOMPARE(w.ready(), (Ids {0}));
        w.accumulator->setFlushing(false);
        QVERIFY(w.ready().empty());
        w.accumulator->close();
        QCOMPARE(w.ready(), (Ids {0}));
    }
    void aFailedBatchWaitsForTheRetryBackoffAndGoesFirst()
    {
        World w(2, with([](Settings& s) { s.retryBackoff = ms(100); }));
        w.append(0);
        Batch failed = w.drain(0).front();
        w.append(0);
        w.accumulator->reenqueue(failed);
        QVERIFY(w.ready().empty()); // though a second batch waits behind it
        const Duration pause = w.accumulator->ready().nextCheck; // ± 20 % (KIP-580)
        QVERIFY(pause >= ms(80) && pause <= ms(120));
        w.wait(pause);
        QCOMPARE(w.ready(), (Ids {0}));
        const std::vector<Batch> sent = w.drain(0);
        QCOMPARE(sent.size(), std::size_t {1});
        QCOMPARE(sent.front().attempts, 1);
        QCOMPARE(sent.front().firstSend, failed.firstSend);
    }
    void aMutedPartitionIsNotReady()
    {
        World w(2);
        w.append(0);
        w.accumulator->setMuted(0, true);
        QVERIFY(w.ready().empty());
        w.accumulator->setMuted(0, false);
        QCOMPARE(w.ready(), (Ids {0}));
    }
    void aDeferredLeaderIsLeftOutUntilItsInstantOrUntilItIsWoken()
    {
        World w(3);
        for (int p = 0; p < 3; ++p)
            w.append(p);
        QCOMPARE(w.ready(), (Ids {0, 1, 2}));
        w.accumulator->defer(NodeId {0}, w.context.now + ms(50));
        w.accumulator->defer(NodeId {1}, kNever);
        QCOMPARE(w.ready(), (Ids {2}));
        QCOMPARE(w.accumulator->ready().nextCheck, ms(50));
        w.append(1);
        QCOMPARE(w.ready(), (Ids {2})); // another record does not connect it
        w.wait(ms(50));
        QCOMPARE(w.ready(), (Ids {0, 2}));
        w.accumulator->wake(NodeId {1});
        QCOMPARE(w.ready(), (Ids {0, 1, 2}));
    }
    void newMetadataMovesWaitingBatchesToTheirNewLeaders()
    {
        World w(3);
        w.append(0);
        w.append(1);
        QCOMPARE(w.ready(), (Ids {0, 1}));
        w.accumulator->defer(NodeId {1}, kNever);
        w.learn(3, {2, 1, 2});
        QCOMPARE(w.ready(), (Ids {1, 2})); // and what was deferred is looked at again
        QVERIFY(w.drain(0).empty());
        QCOMPARE(w.drain(2).size(), std::size_t {1});
        w.append(2);
        QVERIFY(w.metadata->updateLeader({"t", 2}, BrokerId {0}, w.root));
        QCOMPARE(w.ready(), (Ids {0, 1}));
    }
    void aPartitionWithoutALeaderNamesItsTopic()
    {
        World w(2);
        w.append(0);
        w.append(1);
        w.learn(2, {-1, 1});
        const Accumulator::Ready ready = w.accumulator->ready();
        QCOMPARE(ready.unknownLeaderTopics, (std::vector<std::string> {"t"}));
        QCOMPARE(w.ready(), (Ids {1}));
        w.learn(2, {0, 1});
        QCOMPARE(w.ready(), (Ids {0, 1}));
    }
    void batchesLeaveWhenTheyAreTooOldAndNotBefore()
    {
        World w(2, with([](Settings& s) {
            s.linger = ms(1000);
            s.deliveryTimeout = ms(500);
        }));
        w.append(0);
        w.wait(ms(200));
        w.append(1);
        w.wait(ms(300) - Duration {1});
        QVERIFY(w.accumulator->takeExpired().empty());
        w.wait(Duration {1});
        const std::vector<Batch> expired = w.accumulator->takeExpired();
        QCOMPARE(expired.size(), std::size_t {1});
        QCOMPARE(w.accumulator->partition(expired.front().partition).partition, 0);
        w.wait(ms(200));
        QCOMPARE(w.accumulator->takeExpired().size(), std::size_t {1});
        QVERIFY(!w.accumulator->hasUndrained());
        QVERIFY(w.accumulator->takeExpired().empty());
    }
    void everythingCanBeTakenOutInTheOrderOfComing()
    {
        World w(3);
        for (const int p : {2, 0, 1})
            w.append(p);
        std::vector<int> partitions;
        for (const Batch& batch : w.accumulator->takeAll())
            partitions.push_back(w.accumulator->partition(batch.partition).partition);
        QCOMPARE(partitions, (Ids {2, 0, 1}));
        QVERIFY(w.ready().empty());
        w.append(0);
        QCOMPARE(w.ready(), (Ids {0}));
    }
    void leadersComeInTheOrderOfJavasSetOfAllThatAreReady()
    {
        World w(20);
        for (int p = 0; p < 20; ++p)
            w.append(p);
        std::vector<const Node*> all = w.accumulator->ready().nodes;
        w.accumulator->sortAsJava(all);
        for (int p = 0; p < 20; p += 2)
            w.accumulator->defer(NodeId {p}, kNever);
        std::vector<const Node*> some = w.accumulator->ready().nodes;
        w.accumulator->sortAsJava(some);
        QCOMPARE(some.size(), std::size_t {10});
        std::vector<const Node*> expected; // the deferred ones still count
        std::copy_if(all.begin(), all.end(), std::back_inserter(expected),
            [](const Node* node) { return node->id.value % 2 == 1; });
        QVERIFY(some == expected);
    }
};

QTEST_GUILESS_MAIN(TestAccumulator)
#include "tst_accumulator.moc"
