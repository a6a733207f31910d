// SPDX-License-Identifier: GPL-3.0-or-later
// What a connection of somebody else's client is for, told by what travels on it.
#include "real/outsiders.h"
#include "real/socketowners.h"

#include <QTest>

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

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
    void oneClientIdInTwoProcessesIsTwoClients()
    {
        trace::Trace trace;
        Outsiders outsiders(trace);
        const Endpoint here = *Endpoint::parse("127.0.0.1", 1);
        Outsider& first = outsiders.find("rdkafka", here, kStart, 100);
        QCOMPARE(&outsiders.find("rdkafka", here, kStart, 100), &first);
        Outsider& second = outsiders.find("rdkafka", here, kStart, 200);
        QVERIFY(&second != &first);
        QVERIFY(&outsiders.find("other", here, kStart, 100) != &first);
        QCOMPARE(&outsiders.find("rdkafka", here, kStart, 100), &first);
        QCOMPARE(&outsiders.find("rdkafka", here, kStart), &second); // not known: who came last
        QVERIFY(&outsiders.find("rdkafka", *Endpoint::parse("10.0.0.1", 1), kStart) != &second);
        // Who was not known at first is whoever is known next.
        Outsider& late = outsiders.find("late", here, kStart);
        QCOMPARE(&outsiders.find("late", here, kStart, 300), &late);
        QVERIFY(&outsiders.find("late", here, kStart, 400) != &late);
    }

    /// librdkafka, kafka-python and KafkaJS count correlation ids for each connection.
    void whoKnowsTheClusterIsToldByItsProcessToo()
    {
        Outsider client;
        client.process = 100;
        client.startedAt = {BrokerId {0}};
        client.open = 1;
        QVERIFY(!client.isNoNewcomer(BrokerId {1}, 1)); // a second bootstrap address
        client.knowsCluster = true;
        QVERIFY(client.isNoNewcomer(BrokerId {1}, 1)); // which it has learnt
        QVERIFY(!client.isNoNewcomer(BrokerId {0}, 1)); // began again, perhaps
        QVERIFY(client.isNoNewcomer(BrokerId {0}, 7)); // a Java client counts on
        client.open = 2;
        QVERIFY(client.isNoNewcomer(BrokerId {0}, 1));
        client.process = 0; // may be another program with the same client.id
        QVERIFY(!client.isNoNewcomer(BrokerId {1}, 1));
    }

    void aClientWhoseProcessHasEndedIsClosed()
    {
        const pid_t child = ::fork();
        if (child == 0)
            ::_exit(0);
        siginfo_t info {};
        QCOMPARE(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), 0);
        QVERIFY(!isRunning(child)); // it waits for its parent
        QCOMPARE(::waitpid(child, nullptr, 0), child);
        QVERIFY(!isRunning(child));
        QVERIFY(isRunning(::getpid()));

        trace::Trace trace;
        Outsiders outsiders(trace);
        const Endpoint here = *Endpoint::parse("127.0.0.1", 1);
        Outsider& gone = outsiders.find("gone", here, kStart, child);
        Outsider& alive = outsiders.find("alive", here, kStart, ::getpid());
        Outsider& unknown = outsiders.find("unknown", here, kStart);
        const ClientId first = gone.id;
        for (Outsider* client : {&gone, &alive, &unknown})
            outsiders.got(*client);
        QVERIFY(!outsiders.findEnded(kStart)); // all have a connection
        QCOMPARE(trace.size(), std::size_t {3});
        for (Outsider* client : {&gone, &alive, &unknown})
            outsiders.lost(*client, kStart);
        QVERIFY(outsiders.findEnded(kStart + std::chrono::seconds(1)));
        QCOMPARE(trace.size(), std::size_t {4});
        QCOMPARE(trace[3].kind, trace::EventKind::ClientClosed);
        QCOMPARE(trace[3].client, first);
        QCOMPARE(trace[3].vantage, trace::Vantage::Inferred);
        QVERIFY(outsiders.findEnded(kStart + Outsiders::kGoneAfter)); // whose process is not known
        QCOMPARE(trace.size(), std::size_t {5});
        QVERIFY(trace[4].client != first);
        // Whoever comes back is a new client.
        const Instant later = kStart + Outsiders::kGoneAfter;
        QVERIFY(outsiders.find("gone", here, later, child).id != first);
        outsiders.got(outsiders.find("alive", here, later, ::getpid()));
        QVERIFY(!outsiders.findEnded(later));
    }

    void aSocketOfThisMachineHasAnOwner()
    {
        const Fd listening(::socket(AF_INET, SOCK_STREAM, 0));
        sockaddr_storage address {};
        const socklen_t length = Endpoint::parse("127.0.0.1", 0)->toSockaddr(address);
        QCOMPARE(::bind(listening.get(), reinterpret_cast<sockaddr*>(&address), length), 0);
        QCOMPARE(::listen(listening.get(), 5), 0);
        const Endpoint at = Endpoint::localOf(listening.get());
        const socklen_t size = at.toSockaddr(address);
        const Fd client(::socket(AF_INET, SOCK_STREAM, 0));
        QCOMPARE(::connect(client.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
        SocketOwners owners;
        const pid_t owner = owners.ownerOf(Endpoint::localOf(client.get()), at);
        if (owner == 0)
            QSKIP("this kernel does not tell whose a socket is");
        QCOMPARE(owner, ::getpid());
        QCOMPARE(owners.ownerOf(*Endpoint::parse("127.0.0.1", 1), at), 0);
    }

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

    /// librdkafka asks for metadata over the connection to its coordinator first.
    void metadataAloneIsAGuess()
    {
        const NodeId guess = after({ApiKey::Metadata}, {{}, false, true});
        QCOMPARE(guess, NodeId::broker(BrokerId {1}));
        QCOMPARE(after({ApiKey::JoinGroup}, {guess, false, true, true}), NodeId::coordinator(BrokerId {1}));
        QCOMPARE(after({ApiKey::Fetch}, {guess, false, true, true}), guess);
        QCOMPARE(after({ApiKey::JoinGroup}, {guess, false, true, false}), guess); // records travelled there
        QVERIFY(asksAnyNode(ApiKey::FindCoordinator) && !asksAnyNode(ApiKey::Fetch));
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
