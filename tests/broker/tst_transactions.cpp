// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "driver.h"

using namespace connscope;
using namespace connscope::broker;
using namespace connscope::broker::test;
using protocol::ErrorCode;
using trace::EventKind;

namespace {

/// One transactional producer, "tx", whose coordinator is broker 0.
class Scene : public Driver {
public:
    explicit Scene(int brokers = 2)
        : Driver(specOf(brokers))
        , coordinator(open(0))
    {
    }
    static ClusterSpec specOf(int brokers)
    {
        ClusterSpec spec = clusterOf(brokers);
        spec.transactionCoordinators["tx"] = BrokerId {0};
        spec.groupCoordinators["g"] = BrokerId {1 % brokers};
        spec.replicationDelay = ms(5);
        return spec;
    }
    protocol::InitProducerIdResponse init(
        ConnectionId at, const std::string& id = "tx", Duration timeout = ms(60'000))
    {
        const std::int32_t asked = send(at, ApiKey::InitProducerId, 1, protocol::InitProducerIdRequest {id, timeout});
        pass(ms(1));
        return *answer<protocol::InitProducerIdResponse>(asked);
    }
    void begin() { producer = init(coordinator); }
    ErrorCode error(std::int32_t asked)
    {
        pass(ms(1));
        return answer<protocol::ErrorOnlyResponse>(asked)->error;
    }
    ErrorCode addPartitions()
    {
        protocol::AddPartitionsToTxnRequest request {"tx", producer.producerId, producer.producerEpoch, {{"t4", 0}}};
        return error(send(coordinator, ApiKey::AddPartitionsToTxn, 1, std::move(request)));
    }
    ErrorCode addOffsets()
    {
        protocol::AddOffsetsToTxnRequest request {"tx", producer.producerId, producer.producerEpoch, "g"};
        return error(send(coordinator, ApiKey::AddOffsetsToTxn, 1, std::move(request)));
    }
    ErrorCode commitOffsets(ConnectionId at, std::int64_t offset)
    {
        protocol::TxnOffsetCommitRequest request {
            "tx", "g", producer.producerId, producer.producerEpoch, {{{"t4", 0}, offset}}};
        return error(send(at, ApiKey::TxnOffsetCommit, 2, std::move(request)));
    }
    ErrorCode end(bool commit)
    {
        protocol::EndTxnRequest request {"tx", producer.producerId, producer.producerEpoch, commit};
        return error(send(coordinator, ApiKey::EndTxn, 1, std::move(request)));
    }
    std::int64_t committed(ConnectionId at)
    {
        const std::int32_t asked = send(at, ApiKey::OffsetFetch, 5, protocol::OffsetFetchRequest {"g", {{"t4", 0}}});
        pass(ms(1));
        return answer<protocol::OffsetFetchResponse>(asked)->offsets.at(0).offset;
    }

    ConnectionId coordinator;
    protocol::InitProducerIdResponse producer;
};

} // namespace

/// Producer ids and the transaction coordinator.
class TestTransactions : public QObject {
    Q_OBJECT
private slots:
    void everyBrokerGivesIdsFromItsOwnBlock();
    void aTransactionalIdKeepsItsProducerId();
    void onlyTheCoordinatorKnowsTheTransaction();
    void aTransactionRunsThroughItsStates();
    void theNextTransactionWaitsForTheMarkers();
    void offsetsCountWhenTheTransactionIsCommitted();
    void offsetsOfAnAbortedTransactionAreForgotten();
    void aNewProducerEndsTheOldOnesTransaction();
    void aTransactionTimesOut();
    void aTimeoutBeyondTheBrokersIsRefused();
    void aTransactionMovesWithItsCoordinator();
};

void TestTransactions::everyBrokerGivesIdsFromItsOwnBlock()
{
    Scene s;
    const ConnectionId a = s.open(0);
    const ConnectionId b = s.open(1);
    QCOMPARE(s.init(b, "").producerId, std::int64_t {0});
    QCOMPARE(s.init(a, "").producerId, std::int64_t {1000});
    QCOMPARE(s.init(b, "").producerId, std::int64_t {1});
    QCOMPARE(int(s.init(a, "").producerEpoch), 0);
}

void TestTransactions::aTransactionalIdKeepsItsProducerId()
{
    Scene s;
    s.begin();
    QCOMPARE(int(s.producer.producerEpoch), 0);
    const std::int64_t id = s.producer.producerId;
    s.begin();
    QCOMPARE(s.producer.producerId, id);
    QCOMPARE(int(s.producer.producerEpoch), 1);
}

void TestTransactions::onlyTheCoordinatorKnowsTheTransaction()
{
    Scene s;
    const ConnectionId wrong = s.open(1);
    QCOMPARE(s.init(wrong).error, ErrorCode::NotCoordinator);
    s.begin();
    s.coordinator = wrong;
    QCOMPARE(s.addPartitions(), ErrorCode::NotCoordinator);
    QCOMPARE(s.end(true), ErrorCode::NotCoordinator);
}

void TestTransactions::aTransactionRunsThroughItsStates()
{
    Scene s;
    s.begin();
    QCOMPARE(s.end(true), ErrorCode::InvalidTxnState); // nothing was begun
    QCOMPARE(s.addPartitions(), ErrorCode::None);
    QCOMPARE(s.end(true), ErrorCode::None);
    s.pass(ms(10));
    QCOMPARE(s.end(true), ErrorCode::None); // a repeated request
    QCOMPARE(s.end(false), ErrorCode::InvalidTxnState);
    s.producer.producerEpoch = 7;
    QCOMPARE(s.addPartitions(), ErrorCode::InvalidProducerEpoch);
}

void TestTransactions::theNextTransactionWaitsForTheMarkers()
{
    Scene s;
    s.begin();
    QCOMPARE(s.addPartitions(), ErrorCode::None);
    QCOMPARE(s.end(true), ErrorCode::None);
    QCOMPARE(s.addPartitions(), ErrorCode::ConcurrentTransactions);
    s.pass(ms(5));
    QCOMPARE(s.addPartitions(), ErrorCode::None);
}

void TestTransactions::offsetsCountWhenTheTransactionIsCommitted()
{
    Scene s;
    const ConnectionId group = s.open(1);
    s.begin();
    QCOMPARE(s.addOffsets(), ErrorCode::None);
    QCOMPARE(s.commitOffsets(s.coordinator, 5), ErrorCode::NotCoordinator); // it is the group's coordinator that must
    QCOMPARE(s.commitOffsets(group, 5), ErrorCode::None);
    QCOMPARE(s.committed(group), std::int64_t {-1});
    QCOMPARE(s.end(true), ErrorCode::None);
    s.pass(ms(10));
    QCOMPARE(s.committed(group), std::int64_t {5});
}

void TestTransactions::offsetsOfAnAbortedTransactionAreForgotten()
{
    Scene s;
    const ConnectionId group = s.open(1);
    s.begin();
    QCOMPARE(s.addOffsets(), ErrorCode::None);
    QCOMPARE(s.commitOffsets(group, 5), ErrorCode::None);
    QCOMPARE(s.end(false), ErrorCode::None);
    s.pass(ms(10));
    QCOMPARE(s.committed(group), std::int64_t {-1});
    QCOMPARE(s.addPartitions(), ErrorCode::None);
    QCOMPARE(s.end(true), ErrorCode::None);
    s.pass(ms(10));
    QCOMPARE(s.committed(group), std::int64_t {-1});
}

void TestTransactions::aNewProducerEndsTheOldOnesTransaction()
{
    Scene s;
    s.begin();
    QCOMPARE(s.addPartitions(), ErrorCode::None);
    const protocol::InitProducerIdResponse old = s.producer;
    QCOMPARE(s.init(s.coordinator).error, ErrorCode::ConcurrentTransactions); // aborted first
    s.pass(ms(10));
    const protocol::InitProducerIdResponse young = s.init(s.coordinator);
    QCOMPARE(young.error, ErrorCode::None);
    QVERIFY(young.producerEpoch > old.producerEpoch);
    QCOMPARE(s.addPartitions(), ErrorCode::InvalidProducerEpoch);
}

// TransactionStateManager#validateTransactionTimeoutMs: transaction.max.timeout.ms is 15 minutes.
void TestTransactions::aTimeoutBeyondTheBrokersIsRefused()
{
    Scene d;
    QCOMPARE(d.init(d.coordinator, "tx", ms(900'001)).error, ErrorCode::InvalidTransactionTimeout);
    QCOMPARE(d.init(d.coordinator, "tx", ms(900'000)).error, ErrorCode::None);
}

void TestTransactions::aTransactionTimesOut()
{
    Scene s;
    s.producer = s.init(s.coordinator, "tx", ms(1000));
    QCOMPARE(s.addPartitions(), ErrorCode::None);
    s.pass(ms(1100));
    QCOMPARE(s.end(true), ErrorCode::InvalidProducerEpoch);
    // One that ends in time does not.
    s.producer = s.init(s.coordinator, "tx", ms(1000));
    QCOMPARE(s.addPartitions(), ErrorCode::None);
    QCOMPARE(s.end(true), ErrorCode::None);
    s.pass(ms(2000));
    QCOMPARE(s.addPartitions(), ErrorCode::None);
}

void TestTransactions::aTransactionMovesWithItsCoordinator()
{
    Scene s;
    s.begin();
    QCOMPARE(s.addPartitions(), ErrorCode::None);
    const auto moved = s.act([&](Cluster& c, std::vector<Action>& out) {
        return c.moveTransactionCoordinator("tx", BrokerId {1}, s.now, s.root, out);
    });
    QVERIFY(moved.has_value());
    QCOMPARE(s.trace.text(s.events(EventKind::CoordinatorMoved).at(0).text), std::string_view("transaction tx"));
    QCOMPARE(s.end(true), ErrorCode::NotCoordinator);
    s.coordinator = s.open(1);
    QCOMPARE(s.end(true), ErrorCode::None);
}

QTEST_GUILESS_MAIN(TestTransactions)
#include "tst_transactions.moc"
