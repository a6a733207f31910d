// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/apiversions.h"

#include <QTest>

#include <string>

using namespace connscope;
using namespace connscope::protocol;

namespace {

constexpr KafkaVersion kAll[] {kV2_1, kV2_2, kV2_3, kV2_8, kV3_9, kV4_0};

int used(ApiKey api, KafkaVersion client, KafkaVersion broker) { return negotiate(api, client, broker).value_or(-1); }

} // namespace

class TestApiVersions : public QObject {
    Q_OBJECT

private slots:
    void aClientOnItsOwnBrokersUses_data()
    {
        QTest::addColumn<int>("api");
        QTest::addColumn<QList<int>>("versions"); // 2.1, 2.2, 2.3, 2.8, 3.9, 4.0; -1 = none
        const auto row = [](ApiKey api, const QList<int>& versions) {
            QTest::newRow(std::string(apiName(api)).c_str()) << static_cast<int>(api) << versions;
        };
        row(ApiKey::ApiVersions, {2, 2, 2, 3, 4, 4});
        row(ApiKey::Metadata, {7, 7, 8, 11, 12, 12});
        row(ApiKey::Produce, {7, 7, 7, 9, 11, 11});
        row(ApiKey::Fetch, {10, 10, 11, 12, 17, 17});
        row(ApiKey::FindCoordinator, {2, 2, 2, 3, 6, 6});
        row(ApiKey::JoinGroup, {3, 4, 5, 7, 9, 9});
        row(ApiKey::SyncGroup, {2, 2, 3, 5, 5, 5});
        row(ApiKey::Heartbeat, {2, 2, 3, 4, 4, 4});
        row(ApiKey::LeaveGroup, {2, 2, 2, 4, 5, 5});
        row(ApiKey::OffsetFetch, {5, 5, 5, 7, 9, 9});
        row(ApiKey::OffsetCommit, {6, 6, 7, 8, 9, 9});
        row(ApiKey::ListOffsets, {4, 5, 5, 6, 9, 10});
        row(ApiKey::OffsetForLeaderEpoch, {-1, -1, 3, 4, 4, 4});
        row(ApiKey::InitProducerId, {1, 1, 1, 4, 5, 5});
        row(ApiKey::AddPartitionsToTxn, {1, 1, 1, 3, 3, 3});
        row(ApiKey::EndTxn, {1, 1, 1, 3, 4, 4});
        row(ApiKey::DescribeCluster, {-1, -1, -1, 0, 1, 1});
        row(ApiKey::ConsumerGroupHeartbeat, {-1, -1, -1, -1, 0, 0});
        row(ApiKey::PushTelemetry, {-1, -1, -1, -1, -1, -1});
    }
    void aClientOnItsOwnBrokersUses()
    {
        QFETCH(int, api);
        QFETCH(QList<int>, versions);
        for (qsizetype i = 0; i < versions.size(); ++i)
            QCOMPARE(used(static_cast<ApiKey>(api), kAll[i], kAll[i]), versions[i]);
    }

    void theOlderSideDecides()
    {
        QCOMPARE(used(ApiKey::JoinGroup, kV2_2, kV2_1), 3);
        QCOMPARE(used(ApiKey::JoinGroup, kV2_1, kV3_9), 3);
        QCOMPARE(used(ApiKey::Metadata, kV3_9, kV2_3), 8);
    }

    void everyClientFrom2_1OnWorksWithEveryBroker()
    {
        constexpr ApiKey kNeeded[] {ApiKey::Metadata, ApiKey::Produce, ApiKey::Fetch, ApiKey::FindCoordinator,
            ApiKey::JoinGroup, ApiKey::SyncGroup, ApiKey::Heartbeat, ApiKey::LeaveGroup, ApiKey::OffsetCommit,
            ApiKey::OffsetFetch, ApiKey::ListOffsets, ApiKey::InitProducerId, ApiKey::AddPartitionsToTxn,
            ApiKey::EndTxn};
        for (const KafkaVersion client : kAll) {
            for (const KafkaVersion broker : kAll) {
                for (const ApiKey api : kNeeded)
                    QVERIFY2(used(api, client, broker) >= 0, std::string(apiName(api)).c_str());
            }
        }
    }

    void brokersOf4_0DroppedWhatNoClientNeeds()
    {
        QCOMPARE(int(brokerApiVersions(kV4_0, ApiKey::Fetch)->min), 4);
        QCOMPARE(int(brokerApiVersions(kV4_0, ApiKey::JoinGroup)->min), 2);
        QCOMPARE(int(brokerApiVersions(kV3_9, ApiKey::Fetch)->min), 0);
        QVERIFY(!negotiate({ApiKey::Fetch, 0, 3}, *brokerApiVersions(kV4_0, ApiKey::Fetch)));
    }

    void rangesThatTouchMeetInOneVersion()
    {
        QCOMPARE(int(negotiate({ApiKey::Fetch, 0, 4}, {ApiKey::Fetch, 4, 17}).value_or(-1)), 4);
        QVERIFY(!negotiate({ApiKey::Fetch, 5, 9}, {ApiKey::Fetch, 0, 4}));
    }

    void aVersionInBetweenIsReadAsTheReleaseBefore()
    {
        QVERIFY(clientApiVersions({2, 5}, ApiKey::Fetch)->max == clientApiVersions(kV2_3, ApiKey::Fetch)->max);
        QVERIFY(brokerApiVersions({9, 0}, ApiKey::Fetch)->max == brokerApiVersions(kV4_0, ApiKey::Fetch)->max);
        QVERIFY(brokerApiVersions({1, 0}, ApiKey::Fetch)->max == brokerApiVersions(kV2_1, ApiKey::Fetch)->max);
    }

    void aBrokerListsItsKeysOnceAndAscending()
    {
        for (const KafkaVersion version : kAll) {
            const auto list = brokerApiVersions(version);
            QVERIFY(list.size() >= 25);
            for (std::size_t i = 1; i < list.size(); ++i)
                QVERIFY(list[i - 1].api < list[i].api);
            for (const ApiVersionRange& range : list)
                QVERIFY(range.min <= range.max && apiSchemaName(range.api) != "Unknown");
        }
    }

    void theFirstRequestUsesTheClientsHighest()
    {
        QCOMPARE(int(firstApiVersionsVersion(kV2_3)), 2);
        QCOMPARE(int(firstApiVersionsVersion(kV2_8)), 3);
        QCOMPARE(int(firstApiVersionsVersion(kV3_9)), 4);
    }
};

QTEST_GUILESS_MAIN(TestApiVersions)
#include "tst_apiversions.moc"
