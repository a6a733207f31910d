// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/ids.h"

#include "support/rcqt.h"

#include <QTest>

#include <type_traits>

using namespace connscope;

// Ids of different kinds cannot be mixed up: this is checked by the compiler or not at all.
static_assert(!std::is_convertible_v<ConnectionId, ClientId>);
static_assert(!std::is_convertible_v<std::uint32_t, ConnectionId>);
static_assert(!std::is_convertible_v<std::int32_t, NodeId>);
static_assert(!std::is_convertible_v<BrokerId, NodeId>);

class TestIds : public QObject {
    Q_OBJECT

private slots:
    void theCoordinatorOfBroker2Is2147483645()
    {
        const NodeId node = NodeId::coordinator(BrokerId {2});
        QCOMPARE(node.value, 2147483645);
        QVERIFY(node.isCoordinator());
        QVERIFY(!node.isBroker());
        QVERIFY(!node.isBootstrap());
        QVERIFY(node.brokerId() == BrokerId {2});
        QVERIFY(node.role() == Role::Coordinator);
        QCOMPARE(NodeId::coordinator(BrokerId {0}).value, 2147483647);
    }

    void bootstrapAddressesCountDownFromMinusOne()
    {
        QCOMPARE(NodeId::bootstrap(0).value, -1);
        QCOMPARE(NodeId::bootstrap(999).value, -1000);
        QVERIFY(NodeId::bootstrap(0).isBootstrap());
        QVERIFY(NodeId::bootstrap(999).role() == Role::Bootstrap);
        QVERIFY(!NodeId::bootstrap(0).brokerId().isValid());
    }

    void noNodeIsNothing()
    {
        const NodeId none;
        QVERIFY(!none.isValid());
        QVERIFY(!none.isBootstrap());
        QVERIFY(!none.isBroker());
        QVERIFY(!none.isCoordinator());
        QVERIFY(none.role() == Role::Unknown);
        QVERIFY(!none.brokerId().isValid());
    }

    void aNodeIdIsOneThingAndNamesItsBroker()
    {
        RC_QVERIFY("bootstrap, broker or coordinator, never two", [](std::int32_t value) {
            const NodeId node {value};
            RC_PRE(node.isValid());
            RC_ASSERT(int(node.isBootstrap()) + int(node.isBroker()) + int(node.isCoordinator()) == 1);
            RC_ASSERT(node.brokerId().isValid() == !node.isBootstrap());
        });
        RC_QVERIFY("a broker's two node ids both lead back to it", [] {
            const BrokerId broker {*rc::gen::inRange<std::int32_t>(0, 1 << 20)};
            RC_ASSERT(NodeId::broker(broker).brokerId() == broker);
            RC_ASSERT(NodeId::coordinator(broker).brokerId() == broker);
            RC_ASSERT(NodeId::broker(broker).role() == Role::Data);
            RC_ASSERT(NodeId::coordinator(broker).role() == Role::Coordinator);
        });
    }

    void anIdThatWasNeverGivenIsInvalid()
    {
        QVERIFY(!ConnectionId {}.isValid());
        QVERIFY(!EventId {}.isValid());
        QVERIFY(!BrokerId {}.isValid());
        QVERIFY(ConnectionId {0}.isValid());
        QVERIFY(EventId {0}.isValid());
        QVERIFY(BrokerId {0}.isValid());
        QCOMPARE(BrokerId {}.value, -1); // Kafka's own "none"
        QVERIFY(EventId {1} < EventId {2});
    }
};

QTEST_GUILESS_MAIN(TestIds)
#include "tst_ids.moc"
