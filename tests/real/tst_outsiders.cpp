// SPDX-License-Identifier: GPL-3.0-or-later
// What a connection of somebody else's client is for, told by what travels on it.
#include "real/outsiders.h"

#include <QTest>

using namespace connscope;
using namespace connscope::real;

namespace {

/// The node id after these requests to broker 1.
NodeId after(std::initializer_list<ApiKey> apis, RoleHints hints = {})
{
    for (const ApiKey api : apis) {
        hints.administers |= isOfAdmin(api);
        if (const NodeId node = inferredNode(api, BrokerId {1}, hints); node.isValid())
            hints.before = node;
    }
    return hints.before;
}

} // namespace

class OutsidersTest : public QObject {
    Q_OBJECT

private slots:
    void nothingIsToldByVersions() { QVERIFY(!after({ApiKey::ApiVersions}).isValid()); }

    void metadataIsAskedOfABootstrapAddress()
    {
        QCOMPARE(after({ApiKey::ApiVersions, ApiKey::Metadata}), NodeId::bootstrap(0));
        QCOMPARE(after({ApiKey::Metadata, ApiKey::FindCoordinator, ApiKey::Metadata}), NodeId::bootstrap(0));
    }

    /// A Java consumer refreshes its metadata over whichever connection is least loaded.
    void metadataIsAskedOfABrokerByWhoKnowsTheCluster()
    {
        QCOMPARE(after({ApiKey::Metadata}, {{}, false, true}), NodeId::broker(BrokerId {1}));
        QCOMPARE(after({ApiKey::Metadata, ApiKey::Fetch}, {{}, false, true}), NodeId::broker(BrokerId {1}));
    }

    void aMemberTalksToItsCoordinator()
    {
        QCOMPARE(after({ApiKey::JoinGroup, ApiKey::SyncGroup, ApiKey::OffsetFetch, ApiKey::Heartbeat}),
            NodeId::coordinator(BrokerId {1}));
        // librdkafka asks for metadata over it first.
        QCOMPARE(after({ApiKey::Metadata, ApiKey::JoinGroup}), NodeId::coordinator(BrokerId {1}));
        // A consumer without a group's membership commits all the same.
        QCOMPARE(after({ApiKey::OffsetFetch}), NodeId::coordinator(BrokerId {1}));
    }

    void recordsTravelToAndFromTheBrokerItself()
    {
        for (const ApiKey api : {ApiKey::Produce, ApiKey::Fetch, ApiKey::ListOffsets, ApiKey::OffsetForLeaderEpoch}) {
            QCOMPARE(after({api}), NodeId::broker(BrokerId {1}));
            QCOMPARE(after({ApiKey::Metadata, api}), NodeId::broker(BrokerId {1}));
        }
    }

    void oneConnectionForEverythingIsTheBrokers()
    {
        QCOMPARE(after({ApiKey::JoinGroup, ApiKey::ListOffsets, ApiKey::Heartbeat}), NodeId::broker(BrokerId {1}));
        QCOMPARE(after({ApiKey::Fetch, ApiKey::JoinGroup, ApiKey::Heartbeat}), NodeId::broker(BrokerId {1}));
    }

    /// A transaction's coordinator is a node like others to a Java producer; it has no id of its own for it.
    void aProducersCoordinatorIsTheBroker()
    {
        QCOMPARE(after({ApiKey::InitProducerId, ApiKey::AddPartitionsToTxn, ApiKey::EndTxn}),
            NodeId::broker(BrokerId {1}));
        QCOMPARE(after({ApiKey::TxnOffsetCommit}), NodeId::broker(BrokerId {1}));
    }

    void anAdminClientKnowsBrokersOnly()
    {
        QCOMPARE(after({ApiKey::CreateTopics}), NodeId::broker(BrokerId {1}));
        QCOMPARE(after({ApiKey::DescribeGroups, ApiKey::OffsetFetch}), NodeId::broker(BrokerId {1}));
        QCOMPARE(after({ApiKey::Metadata, ApiKey::DescribeCluster}), NodeId::bootstrap(0));
        QCOMPARE(after({ApiKey::Metadata, ApiKey::OffsetFetch}, {{}, true, false}), NodeId::broker(BrokerId {1}));
    }
};

QTEST_APPLESS_MAIN(OutsidersTest)
#include "tst_outsiders.moc"
