// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "outside.h"

#include <initializer_list>
#include <limits>

using namespace connscope;
using namespace connscope::broker;
using namespace connscope::broker::test;
using protocol::ErrorCode;

namespace {

constexpr std::int64_t kRetention = 40'000;

/// Clients from outside that ask for anything, sensible or not, of brokers that come and go.
class Chaos {
public:
    explicit Chaos(std::uint64_t seed)
        : m_rng(seed)
        , m_driver(specOf())
    {
        for (int i = 0; i < 4; ++i)
            open();
    }
    void step()
    {
        const std::int64_t what = below(100);
        if (what < 15)
            m_driver.pass(Duration {below(300'000'000)});
        else if (what < 27)
            open();
        else if (what < 30)
            act();
        else if (what < 60)
            m_driver.send(connection(), ApiKey::Fetch, version({4, 7, 11, 13, 16}), fetch());
        else if (what < 80)
            m_driver.send(connection(), ApiKey::Produce, version({9, 12, 13}), produce());
        else
            other();
        check();
    }
    /// What is wrong with the answers so far; "" if nothing is.
    const std::string& wrong() const { return m_wrong; }
    std::size_t batchesRead() const { return m_batchesRead; }

private:
    static ClusterSpec specOf()
    {
        ClusterSpec spec = clusterOf(2, {{"max.incremental.fetch.session.cache.slots", "3"}});
        for (PartitionSpec& p : spec.topics[0].partitions) {
            p.replicas = {BrokerId {0}, BrokerId {1}};
            p.records = 3;
        }
        spec.retentionBytes = kRetention;
        return spec;
    }
    std::int64_t below(std::int64_t n)
    {
        return static_cast<std::int64_t>(m_rng.below(static_cast<std::uint64_t>(n)));
    }
    std::int32_t small(std::int64_t n) { return static_cast<std::int32_t>(below(n)); }
    std::int16_t version(std::initializer_list<int> some)
    {
        return static_cast<std::int16_t>(*(some.begin() + below(static_cast<std::int64_t>(some.size()))));
    }
    void open() { m_connections.push_back(m_driver.open(small(2), "127.0.0.1", {}, ClientId {})); }
    ConnectionId connection()
    {
        const std::size_t last = std::min<std::size_t>(m_connections.size(), 6);
        return m_connections[m_connections.size() - 1 - static_cast<std::size_t>(below(std::int64_t(last)))];
    }
    protocol::TopicPartition partition()
    {
        return {below(9) == 0 ? "no" : below(4) == 0 ? "made" : "t4", small(12) == 0 ? -1 : small(3)};
    }
    /// Mostly near the end of the log, which moves on and is cut off behind.
    std::int64_t offset(const protocol::TopicPartition& tp)
    {
        constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();
        return below(30) == 0 ? kFar : below(30) == 0 ? -1 : std::max<std::int64_t>(0, m_ends[tp] - below(60));
    }
    protocol::Uuid id() { return below(3) == 0 ? protocol::Uuid {{1}} : m_driver.cluster->topicId("t4"); }

    protocol::RequestBody fetch()
    {
        std::vector<protocol::TopicPartition> partitions;
        for (std::int64_t i = below(4); i > 0; --i)
            partitions.push_back(partition());
        protocol::FetchRequest request = OutsideDriver::fetchRequest({}, partitions);
        request.maxWait = ms(below(100) - 10);
        request.minBytes = small(3000) - 10;
        request.maxBytes = small(20) == 0 ? -1 : small(4000);
        auto detail = std::make_shared<protocol::FetchDetail>(*request.detail);
        detail->byTopicId = below(5) == 0;
        detail->isolation = static_cast<protocol::IsolationLevel>(below(2));
        for (std::size_t i = 0; i < partitions.size(); ++i) {
            request.partitions[i].offset = offset(partitions[i]);
            detail->partitions[i]
                = {detail->byTopicId ? id() : protocol::Uuid {}, small(3000) - 5, small(8) == 0 ? small(4) : -1};
        }
        if (below(4) == 0)
            detail->forgotten = {partition()};
        if (below(50) == 0)
            detail->partitions.clear(); // a converter's mistake must not hurt
        request.detail = std::move(detail);
        if (below(3) > 0 && !m_sessions.empty()) {
            const auto& [session, epoch]
                = m_sessions[static_cast<std::size_t>(below(std::int64_t(m_sessions.size())))];
            request.sessionId = session;
            request.sessionEpoch = epoch + small(3) - 1;
        } else {
            request.sessionEpoch = -small(2);
        }
        return request;
    }
    protocol::RequestBody produce()
    {
        protocol::ProduceRequest request;
        request.acks = static_cast<std::int16_t>(below(9) == 0 ? 5 : below(2) == 0 ? 1 : -1);
        for (std::int64_t i = 1 + below(2); i > 0; --i) {
            protocol::RecordBatch batch = factsOf(1 + small(5), static_cast<std::size_t>(below(2000)), below(5000));
            if (below(2) == 0) {
                batch.producerId = below(3);
                batch.producerEpoch = static_cast<std::int16_t>(below(3));
                batch.baseSequence = below(9) == 0 ? std::numeric_limits<std::int32_t>::max() - small(3) : small(20);
                batch.transactional = below(2) == 0;
            }
            if (below(20) == 0)
                batch.records = small(3) - 1;
            request.partitions.push_back(
                {partition(), 1, 0, -1, std::make_shared<const protocol::RecordBatch>(std::move(batch))});
        }
        if (below(10) == 0)
            request.topicIds.assign(static_cast<std::size_t>(below(3)), id());
        return request;
    }
    void other()
    {
        const ConnectionId c = connection();
        const std::int64_t producer = below(3);
        const auto epoch = static_cast<std::int16_t>(below(3));
        switch (below(9)) {
        case 0:
            m_driver.send(c, ApiKey::InitProducerId, 4,
                protocol::InitProducerIdRequest {below(2) == 0 ? "tx" : "", ms(below(3000)), below(4) - 1, epoch});
            return;
        case 1:
            m_driver.send(c, ApiKey::AddPartitionsToTxn, 1,
                protocol::AddPartitionsToTxnRequest {"tx", producer, epoch, {partition(), partition()}});
            return;
        case 2:
            m_driver.send(c, ApiKey::EndTxn, 1, protocol::EndTxnRequest {"tx", producer, epoch, below(2) == 0});
            return;
        case 3: {
            protocol::ListOffsetsRequest request;
            request.partitions = {partition(), partition()};
            if (below(2) == 0)
                request.details = {{below(6000) - 6, small(3) - 1}};
            m_driver.send(c, ApiKey::ListOffsets, 7, std::move(request));
            return;
        }
        case 4: {
            protocol::OffsetForLeaderEpochRequest request;
            request.partitions = {partition(), partition()};
            request.details = {{small(5) - 1, small(4) - 1}};
            m_driver.send(c, ApiKey::OffsetForLeaderEpoch, 3, std::move(request));
            return;
        }
        case 5:
            m_driver.send(c, ApiKey::CreateTopics, 7,
                protocol::CreateTopicsRequest {{{"made", small(5) - 2, static_cast<std::int16_t>(below(4) - 1)}}});
            return;
        case 6:
            m_driver.send(
                c, ApiKey::DeleteTopics, 6, protocol::DeleteTopicsRequest {{"made"}, {protocol::Uuid {{1}}}});
            return;
        case 7: {
            protocol::MetadataRequest request {below(2) == 0, {"t4", "made"}, below(2) == 0};
            request.topicIds = {id()};
            m_driver.send(c, ApiKey::Metadata, 12, std::move(request));
            return;
        }
        default:
            m_driver.send(c, ApiKey::None, 0, protocol::UnreadableRequest {"noise"});
            return;
        }
    }
    void act()
    {
        const BrokerId b {small(2)};
        m_driver.call([&](Cluster& c, std::vector<Action>& out) {
            switch (below(9)) {
            case 0:
                c.killBroker(b, m_driver.now, m_driver.root, out);
                return;
            case 1:
                (void)c.moveLeader({"t4", small(2)}, b, m_driver.now, m_driver.root, out);
                return;
            case 2:
                (void)c.appendRecords({"t4", small(2)}, below(4), m_driver.now, m_driver.root, out);
                return;
            default:
                c.startBroker(b, m_driver.now, m_driver.root, out);
                return;
            }
        });
    }
    void check()
    {
        for (const auto& [correlation, answered] : m_driver.answers)
            look(answered.response.body);
        m_driver.answers.clear();
    }
    void look(const protocol::ResponseBody& body)
    {
        if (const auto* produced = std::get_if<protocol::ProduceResponse>(&body)) {
            for (const protocol::ProducedPartition& p : produced->partitions)
                m_ends[p.partition] = std::max(m_ends[p.partition], p.baseOffset);
        }
        const auto* fetched = std::get_if<protocol::FetchResponse>(&body);
        if (fetched == nullptr)
            return;
        if (fetched->sessionId != 0 && fetched->error == ErrorCode::None)
            m_sessions[static_cast<std::size_t>(fetched->sessionId % 4)] = {fetched->sessionId, 1};
        if (!fetched->detail)
            return complain(fetched->error == ErrorCode::None, "an answer without detail");
        complain(fetched->detail->partitions.size() != fetched->partitions.size(), "details of other partitions");
        for (std::size_t i = 0; i < fetched->partitions.size(); ++i) {
            const protocol::FetchedPartition& p = fetched->partitions[i];
            const protocol::FetchedPartitionDetail& d = fetched->detail->partitions[i];
            m_ends[p.partition] = std::max(m_ends[p.partition], p.highWatermark);
            std::int64_t at = -1;
            for (const protocol::FetchedBatch& batch : d.batches) {
                ++m_batchesRead;
                complain(at >= 0 && batch.baseOffset < at, "batches that overlap");
                at = batch.baseOffset + batch.batch->records;
            }
            complain(at > p.highWatermark, "records beyond the high watermark");
            complain(!d.batches.empty() && at <= p.firstOffset, "records before what was asked for");
            complain(d.lastStableOffset > p.highWatermark, "a last stable offset beyond the high watermark");
            complain(p.error != ErrorCode::None && !d.batches.empty(), "an error with records");
        }
    }
    void complain(bool bad, const char* what)
    {
        if (bad && m_wrong.empty())
            m_wrong = what;
    }

    Rng m_rng;
    OutsideDriver m_driver;
    std::vector<ConnectionId> m_connections;
    std::vector<std::pair<std::int32_t, std::int32_t>> m_sessions
        = std::vector<std::pair<std::int32_t, std::int32_t>>(4); // id, next epoch
    std::map<protocol::TopicPartition, std::int64_t> m_ends;
    std::size_t m_batchesRead = 0;
    std::string m_wrong;
};

} // namespace

/// Whatever clients from outside ask for, brokers answer with what is there.
class TestOutsideChaos : public QObject {
    Q_OBJECT
private slots:
    void answersHold()
    {
        std::size_t batches = 0;
        for (std::uint64_t seed = 1; seed <= 40; ++seed) {
            Chaos chaos(seed);
            for (int i = 0; i < 800; ++i) {
                chaos.step();
                QVERIFY2(chaos.wrong().empty(),
                    qPrintable(QStringLiteral("seed %1, step %2: %3")
                                   .arg(seed)
                                   .arg(i)
                                   .arg(QString::fromStdString(chaos.wrong()))));
            }
            batches += chaos.batchesRead();
        }
        QVERIFY2(batches > 1'000,
            qPrintable(QStringLiteral("only %1 batches were read: the test has lost its point").arg(batches)));
    }
};

QTEST_GUILESS_MAIN(TestOutsideChaos)
#include "tst_outsidechaos.moc"
