// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/commons.h"

#include <QtTest>

using namespace connscope;
using namespace connscope::client;

class TestCommons : public QObject {
    Q_OBJECT
private slots:
    void equalOnesAreOneAndOthersAreNot()
    {
        Commons commons;
        Config other;
        other.settings.groupId = "g";
        const auto first = commons.share(Config {});
        const auto second = commons.share(other);
        QVERIFY(first != second);
        QCOMPARE(second->settings.groupId, std::string("g"));
        QVERIFY(commons.share(Config {}) == first);
        QVERIFY(commons.share(other) == second);
        other.profile.reuseByAddress = !other.profile.reuseByAddress;
        QVERIFY(commons.share(other) != second);
    }
    void clientsThatAreAllDifferentAreNotKept()
    {
        Commons commons;
        std::weak_ptr<const Config> first = commons.share(Config {});
        for (int i = 0; i < 100; ++i) {
            Config config;
            config.settings.transactionalId = std::to_string(i);
            commons.share(config);
        }
        QVERIFY(first.expired());
    }
    void theBrokersOfAnAnswerAreSharedUntilAnotherComes()
    {
        Commons commons;
        protocol::ClusterMetadata answer;
        answer.brokers.push_back({BrokerId {4}, "kafka-4", 9092, "r"});
        const auto one = std::make_shared<const protocol::ClusterMetadata>(answer);
        answer.brokers.push_back({BrokerId {5}, "kafka-5", 9093, ""});
        const auto two = std::make_shared<const protocol::ClusterMetadata>(answer);

        const auto nodes = commons.nodesOf(one);
        QVERIFY(commons.nodesOf(one) == nodes);
        QCOMPARE(nodes->nodes().size(), std::size_t {1});
        QCOMPARE(nodes->find(NodeId {4})->host, std::string("kafka-4"));
        QCOMPARE(nodes->find(NodeId {4})->rack, std::string("r"));
        QVERIFY(nodes->find(NodeId {5}) == nullptr);
        QCOMPARE(commons.nodesOf(two)->find(NodeId {5})->port, std::uint16_t {9093});
    }
};

QTEST_GUILESS_MAIN(TestCommons)
#include "tst_commons.moc"
