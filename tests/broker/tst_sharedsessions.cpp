// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "outside.h"

#include <set>

using namespace connscope;
using namespace connscope::broker;
using namespace connscope::broker::test;
using protocol::ErrorCode;

namespace {

using Config = std::vector<std::pair<std::string, std::string>>; // key, value
using Names = std::vector<std::string>;

Names namesOf(const protocol::FetchResponse& response)
{
    Names names;
    for (const protocol::FetchedPartition& p : response.partitions)
        names.push_back(protocol::toString(p.partition));
    return names;
}

/// Topic t4 with three partitions on the one broker.
class Scene : public OutsideDriver {
public:
    explicit Scene(const Config& config = {})
        : OutsideDriver(specOf(config))
        , c(open(0))
    {
    }
    static ClusterSpec specOf(const Config& config)
    {
        ClusterSpec spec = clusterOf(1, config);
        spec.topics[0].partitions.resize(3, {BrokerId {0}, {BrokerId {0}}, 0});
        return spec;
    }
    std::int32_t begin() { return fetch(c, {.epoch = 0}, {{"t4", 0}, {"t4", 1}, {"t4", 2}}).sessionId; }

    ConnectionId c;
};

} // namespace

/// Fetch sessions as clients from outside use them: requests and answers name what has changed (KIP-227).
class TestSharedSessions : public QObject {
    Q_OBJECT
private slots:
    void aFullFetchNamesEveryPartition()
    {
        Scene s;
        const protocol::FetchResponse full = s.fetch(s.c, {.epoch = 0}, {{"t4", 0}, {"t4", 2}});
        QVERIFY(full.sessionId > 0);
        QCOMPARE(namesOf(full), (Names {"t4-0", "t4-2"}));
    }

    void anIncrementalFetchRemembersItsPartitions()
    {
        Scene s;
        const std::int32_t session = s.begin();
        QCOMPARE(namesOf(s.fetch(s.c, {.session = session, .epoch = 1}, {})), Names {});
        s.produce(s.c, factsOf(2), 1, {"t4", 1});
        const protocol::FetchResponse news = s.fetch(s.c, {.session = session, .epoch = 2}, {});
        QCOMPARE(namesOf(news), Names {"t4-1"});
        QCOMPARE(batchesOf(news), "0+2");
        // Not told to go on, the session reads the same again: it is the client that counts.
        QCOMPARE(batchesOf(s.fetch(s.c, {.session = session, .epoch = 3}, {})), "0+2");
        QCOMPARE(namesOf(s.fetch(s.c, {.offset = 2, .session = session, .epoch = 4}, {{"t4", 1}})), Names {});
    }

    void aHigherWatermarkIsNewsByItself()
    {
        Scene s;
        const std::int32_t session = s.begin();
        s.fetch(s.c, {.offset = 2, .session = session, .epoch = 1}, {{"t4", 1}}); // not there yet
        s.produce(s.c, factsOf(2), 1, {"t4", 1});
        const protocol::FetchResponse news = s.fetch(s.c, {.session = session, .epoch = 2}, {});
        QCOMPARE(namesOf(news), Names {"t4-1"});
        QCOMPARE(news.partitions.at(0).records, 0);
        QCOMPARE(news.partitions.at(0).highWatermark, 2);
    }

    void partitionsAreAddedAndForgotten()
    {
        Scene s;
        const std::int32_t session = s.fetch(s.c, {.epoch = 0}, {{"t4", 0}}).sessionId;
        s.produce(s.c, factsOf(1), 1, {"t4", 0});
        s.produce(s.c, factsOf(1), 1, {"t4", 1});
        QCOMPARE(namesOf(s.fetch(s.c, {.session = session, .epoch = 1}, {{"t4", 1}})), (Names {"t4-0", "t4-1"}));
        QCOMPARE(
            namesOf(s.fetch(s.c, {.session = session, .epoch = 2, .forgotten = {{"t4", 0}}}, {})), Names {"t4-1"});
    }

    void partitionsTakeTurnsWhereNotAllFit()
    {
        Scene s;
        const std::int32_t session = s.begin();
        for (std::int32_t p = 0; p < 3; ++p)
            s.produce(s.c, factsOf(1, 1000), 1, {"t4", p});
        std::set<std::string> read;
        for (std::int32_t i = 0; i < 3; ++i) {
            const protocol::FetchResponse one
                = s.fetch(s.c, {.session = session, .epoch = 1 + i, .totalBytes = 1000}, {});
            for (const protocol::FetchedPartition& p : one.partitions) {
                if (p.records > 0)
                    read.insert(protocol::toString(p.partition));
            }
        }
        QCOMPARE(read.size(), std::size_t {3});
    }

    void anUnknownSessionAndAWrongEpochAreErrors()
    {
        Scene s;
        const std::int32_t session = s.begin();
        QCOMPARE(s.fetch(s.c, {.session = session + 1, .epoch = 1}, {}).error, ErrorCode::FetchSessionIdNotFound);
        QCOMPARE(s.fetch(s.c, {.session = session, .epoch = 2}, {}).error, ErrorCode::InvalidFetchSessionEpoch);
        QCOMPARE(s.fetch(s.c, {.session = session, .epoch = 1}, {}).error, ErrorCode::None);
    }

    void anErrorIsSaidEachTime()
    {
        Scene s;
        const std::int32_t session = s.fetch(s.c, {.epoch = 0}, {{"t4", 7}}).sessionId;
        for (std::int32_t i = 1; i < 4; ++i) {
            const protocol::FetchResponse again = s.fetch(s.c, {.session = session, .epoch = i}, {});
            QCOMPARE(again.partitions.at(0).error, ErrorCode::UnknownTopicOrPartition);
        }
    }

    void withoutARoomASessionIsNotGiven()
    {
        Scene s(Config {{"max.incremental.fetch.session.cache.slots", "1"}});
        const std::int32_t first = s.begin();
        QCOMPARE(s.begin(), 0);
        s.pass(ms(120'000)); // the first one has been silent for two minutes
        QVERIFY(s.begin() > 0);
        QCOMPARE(s.fetch(s.c, {.session = first, .epoch = 1}, {}).error, ErrorCode::FetchSessionIdNotFound);
    }

    void aSessionKeepsToNamesOrToIds()
    {
        Scene s;
        const std::int32_t session = s.begin();
        protocol::FetchRequest request = OutsideDriver::fetchRequest({.session = session, .epoch = 1}, {});
        auto detail = std::make_shared<protocol::FetchDetail>();
        detail->byTopicId = true;
        request.detail = std::move(detail);
        QCOMPARE(s.ask<protocol::FetchResponse>(s.c, ApiKey::Fetch, 13, std::move(request)).error,
            ErrorCode::FetchSessionTopicIdError);
    }
};

QTEST_GUILESS_MAIN(TestSharedSessions)
#include "tst_sharedsessions.moc"
