// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/clientlog.h"

#include "analysis/logbuilder.h"
#include "analysis/logwriter.h"
#include "analysis/sampletrace.h"
#include "protocol/apiversions.h"

#include <QTest>

#include <string>
#include <vector>

using namespace connscope;
using namespace connscope::analysis;
using namespace connscope::test;
using protocol::KafkaVersion;
using trace::ClientKind;
using trace::Event;
using trace::EventKind;
using trace::RuleId;

class TestClientLog : public QObject {
    Q_OBJECT

private slots:
    /// The eight lines of the course's slides (2019-05-27, a client of the time of 2.3), timestamps included.
    void theCoursesLinesComeOutInItsOrder()
    {
        const LogBuilder b = consumerStart("course", "consumer-1");
        const std::vector<std::string> course {
            "[2019-05-27 10:00:54,142] DEBUG [Consumer clientId=consumer-1, groupId=test] Initiating connection to "
            "node localhost:9092 (id: -1 rack: null) "
            "using address localhost/127.0.0.1 (org.apache.kafka.clients.NetworkClient:944)",
            "[2019-05-27 10:00:54,188] DEBUG [Consumer clientId=consumer-1, groupId=test] Sending metadata request "
            "MetadataRequestData(topics=[MetadataRequestTopic(name='t4')], allowAutoTopicCreation=true, "
            "includeClusterAuthorizedOperations=false, "
            "includeTopicAuthorizedOperations=false) to node localhost:9092 (id: -1 rack: null) "
            "(org.apache.kafka.clients.NetworkClient:1097)",
            "[2019-05-27 10:00:54,188] TRACE [Consumer clientId=consumer-1, groupId=test] Sending FIND_COORDINATOR "
            "{key=test,key_type=0} with correlation id 0 "
            "to node -1 (org.apache.kafka.clients.NetworkClient:496)",
            "[2019-05-27 10:00:54,203] TRACE [Consumer clientId=consumer-1, groupId=test] Completed receive from "
            "node -1 for FIND_COORDINATOR with correlation "
            "id 0, received {throttle_time_ms=0,error_code=0,error_message=null,node_id=2,host=localhost,port=9094} "
            "(org.apache.kafka.clients.NetworkClient:837)",
            "[2019-05-27 10:00:54,204] DEBUG [Consumer clientId=consumer-1, groupId=test] Initiating connection to "
            "node localhost:9094 (id: 2147483645 rack: "
            "null) using address localhost/127.0.0.1 (org.apache.kafka.clients.NetworkClient:944)",
            "[2019-05-27 10:00:54,237] DEBUG [Consumer clientId=consumer-1, groupId=test] Initiating connection to "
            "node localhost:9094 (id: 2 rack: null) using "
            "address localhost/127.0.0.1 (org.apache.kafka.clients.NetworkClient:944)",
            "[2019-05-27 10:00:54,237] DEBUG [Consumer clientId=consumer-1, groupId=test] Initiating connection to "
            "node localhost:9092 (id: 0 rack: null) using "
            "address localhost/127.0.0.1 (org.apache.kafka.clients.NetworkClient:944)",
            "[2019-05-27 10:00:54,237] DEBUG [Consumer clientId=consumer-1, groupId=test] Initiating connection to "
            "node localhost:9093 (id: 1 rack: null) using "
            "address localhost/127.0.0.1 (org.apache.kafka.clients.NetworkClient:944)",
        };
        std::size_t next = 0;
        for (const std::string& l : lines(b.trace)) {
            if (next < course.size() && l == course[next])
                ++next;
        }
        QVERIFY2(next == course.size(), next < course.size() ? ("not found: " + course[next]).c_str() : "");
    }

    /// Lines of the recordings course-consumer.java-*.log, without their times.
    void linesAreThoseOfTheRecordings_data()
    {
        QTest::addColumn<QByteArray>("profile");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const char* profile, const char* expected) {
            QTest::addRow("%s: %s", profile, name) << QByteArray(profile) << QByteArray(expected);
        };
        const char* const all[] {"java-2.1", "java-2.2", "java-2.3"};
        const int initiating[] {878, 919, 944}, socket[] {519, 524, 535}, completed[] {838, 879, 902},
            fetching[] {852, 893, 916}, none[] {453, 465, 466};
        const int least[] {634, 670, 692}, find[] {628, 649, 699}, found[] {654, 675, 728}, rejoin[] {486, 491, 505};
        for (int i = 0; i < 3; ++i) {
            const QByteArray prefix = "DEBUG [Consumer clientId=consumer-1, groupId=test] ";
            const auto numbered = [&](const char* name, const QByteArray& start, const char* logger, int number) {
                row(name, all[i],
                    (start + " (org.apache.kafka." + logger + ":" + QByteArray::number(number) + ")").constData());
            };
            numbered("connect",
                prefix
                    + "Initiating connection to node localhost:9092 (id: -1 rack: null) using address "
                      "localhost/127.0.0.1",
                "clients.NetworkClient", initiating[i]);
            numbered("socket",
                prefix + "Created socket with SO_RCVBUF = 65536, SO_SNDBUF = 131072, SO_TIMEOUT = 0 to node -1",
                "common.network.Selector", socket[i]);
            numbered("completed", prefix + "Completed connection to node -1. Fetching API versions.",
                "clients.NetworkClient", completed[i]);
            numbered("versions", prefix + "Initiating API versions fetch from node -1.", "clients.NetworkClient",
                fetching[i]);
            numbered("assumed",
                "TRACE" + prefix.mid(5)
                    + "No version information found when sending API_VERSIONS with correlation id 1 to node -1. "
                      "Assuming version 2.",
                "clients.NetworkClient", none[i]);
            numbered("chosen",
                "TRACE" + prefix.mid(5) + "Found least loaded node localhost:9092 (id: -1 rack: null)"
                    + (i < 2 ? "" : " with no active connection"),
                "clients.NetworkClient", least[i]);
            numbered("find", prefix + "Sending FindCoordinator request to broker localhost:9092 (id: -1 rack: null)",
                "clients.consumer.internals.AbstractCoordinator", find[i]);
            numbered("found",
                "INFO" + prefix.mid(5) + "Discovered group coordinator localhost:9094 (id: 2147483645 rack: null)",
                "clients.consumer.internals.AbstractCoordinator", found[i]);
            numbered("join", "INFO" + prefix.mid(5) + "(Re-)joining group",
                "clients.consumer.internals.AbstractCoordinator", rejoin[i]);
        }
        row("assigned", "java-2.1",
            "INFO [Consumer clientId=consumer-1, groupId=test] Setting newly assigned partitions [t4-1, t4-0, t4-2] "
            "(org.apache.kafka.clients.consumer.internals.ConsumerCoordinator:289)");
        row("assigned", "java-2.2",
            "INFO [Consumer clientId=consumer-1, groupId=test] Setting newly assigned partitions: t4-1, t4-0, t4-2 "
            "(org.apache.kafka.clients.consumer.internals.ConsumerCoordinator:290)");
        row("coordinator", "java-2.2",
            "TRACE [Consumer clientId=consumer-1, groupId=test] Completed receive from node -1 for FIND_COORDINATOR "
            "with correlation id 0, received "
            "{throttle_time_ms=0,error_code=0,error_message=null,coordinator={node_id=2,host=localhost,port=9094}} "
            "(org.apache.kafka.clients.NetworkClient:814)");
        row("offsets", "java-2.3",
            "TRACE [Consumer clientId=consumer-1, groupId=test] Sending OFFSET_FETCH "
            "{group_id=test,topics=[{topic=t4,partitions=[{partition=1},{partition=0},{partition=2}]}]} with "
            "correlation id 6 to node 2147483645 "
            "(org.apache.kafka.clients.NetworkClient:496)");
        row("synced", "java-2.3",
            "INFO [Consumer clientId=consumer-1, groupId=test] Successfully joined group with generation 1 "
            "(org.apache.kafka.clients.consumer.internals.AbstractCoordinator:469)");
        row("metadata", "java-2.2",
            "DEBUG [Consumer clientId=consumer-1, groupId=test] Sending metadata request (type=MetadataRequest, "
            "topics=t4) to node localhost:9092 (id: -1 rack: null) "
            "(org.apache.kafka.clients.NetworkClient:1073)");
        row("resolved", "java-3.9",
            "DEBUG Resolved host localhost as 127.0.0.1 (org.apache.kafka.clients.ClientUtils:128)");
        row("resolved to", "java-3.9",
            "DEBUG [Consumer clientId=consumer-1, groupId=test] Resolved host localhost to addresses "
            "[localhost/127.0.0.1] "
            "(org.apache.kafka.clients.ClusterConnectionStates:538)");
        row("sent", "java-3.9",
            "DEBUG [Consumer clientId=consumer-1, groupId=test] Sending METADATA request with header "
            "RequestHeader(apiKey=METADATA, apiVersion=12, "
            "clientId=consumer-1, correlationId=2, headerVersion=2) and timeout 30000 to node -1: "
            "MetadataRequestData(topics=[MetadataRequestTopic(topicId=AAAAAAAAAAAAAAAAAAAAAA, name='t4')], "
            "allowAutoTopicCreation=true, "
            "includeClusterAuthorizedOperations=false, includeTopicAuthorizedOperations=false) "
            "(org.apache.kafka.clients.NetworkClient:556)");
        row("sent", "java-2.8",
            "DEBUG [Consumer clientId=consumer-1, groupId=test] Sending FIND_COORDINATOR request with header "
            "RequestHeader(apiKey=FIND_COORDINATOR, "
            "apiVersion=3, clientId=consumer-1, correlationId=0) and timeout 30000 to node -1: "
            "FindCoordinatorRequestData(key='test', keyType=0) "
            "(org.apache.kafka.clients.NetworkClient:522)");
        row("joined", "java-3.9",
            "INFO [Consumer clientId=consumer-1, groupId=test] Successfully joined group with generation "
            "Generation{generationId=1, memberId='m-1', "
            "protocol='range'} (org.apache.kafka.clients.consumer.internals.ConsumerCoordinator:666)");
        row("synced", "java-3.9",
            "INFO [Consumer clientId=consumer-1, groupId=test] Successfully synced group in generation "
            "Generation{generationId=1, memberId='m-1', "
            "protocol='range'} (org.apache.kafka.clients.consumer.internals.ConsumerCoordinator:843)");
        row("assigned", "java-4.0",
            "INFO [Consumer clientId=consumer-1, groupId=test] Adding newly assigned partitions: t4-1, t4-0, t4-2 "
            "(org.apache.kafka.clients.consumer.internals.ConsumerRebalanceListenerInvoker:58)");
    }
    void linesAreThoseOfTheRecordings()
    {
        QFETCH(QByteArray, profile);
        QFETCH(QByteArray, expected);
        const LogBuilder b = consumerStart(profile.toStdString(), "consumer-1");
        std::string near;
        for (const std::string& l : lines(b.trace)) {
            if (l.size() > 26 && l.substr(26) == expected.toStdString())
                return;
            if (l.find(expected.mid(expected.lastIndexOf(':')).toStdString()) != std::string::npos)
                near = l;
        }
        QFAIL(("missing; nearest: " + near).c_str());
    }

    void allSocketsOfAPollAreCreatedBeforeConnectsComplete()
    {
        const LogBuilder b = consumerStart("java-2.3", "consumer-1");
        std::string order;
        for (const std::string& l : lines(b.trace, "54,239")) {
            order += l.find("Created socket") != std::string::npos    ? 'S'
                : l.find("Completed connection") != std::string::npos ? 'C'
                                                                      : '.';
        }
        QCOMPARE(order, std::string("SSSCCC..."));
    }

    void aProducerOfTheTimeOf2_2SaysItForEachAddress()
    {
        LogBuilder b;
        const ClientId c = b.start(
            "producer-1", ClientKind::Producer, "java-2.2", {"bootstrap.servers = localhost:9092,localhost:9093"});
        Event due = b.of(c, EventKind::MetadataRequested, RuleId::MetadataAtStart);
        const EventId wanted = b.add(due);
        b.at(100'000);
        b.chosen(c, NodeId::bootstrap(1), 0, wanted);
        const ConnectionId second
            = b.connect(c, NodeId::bootstrap(1), "localhost/127.0.0.1:9093", RuleId::MetadataNeedsNode, b.last());
        b.at(101'000);
        b.connected(second, {});
        b.send(second, ApiKey::ApiVersions, 0);
        b.chosen(c, NodeId::bootstrap(0), 0, wanted);
        const ConnectionId first
            = b.connect(c, NodeId::bootstrap(0), "localhost/127.0.0.1:9092", RuleId::MetadataNeedsNode, b.last());
        b.connected(first, {});
        b.send(first, ApiKey::ApiVersions, 1);
        b.at(103'000);
        b.receive(second, ApiKey::ApiVersions, 0);
        b.ready(second, {});
        b.chosen(c, NodeId::bootstrap(1), 0, wanted);
        b.send(second, ApiKey::Metadata, 2, "");

        const auto log = lines(b.trace, "clients.NetworkClient:");
        std::vector<std::string> connects;
        for (const std::string& l : log) {
            if (l.find("Initialize") != std::string::npos || l.find("Initiating connection") != std::string::npos)
                connects.push_back(l.substr(l.find("producer-1] ") + 12));
        }
        QCOMPARE(connects.size(), std::size_t {4});
        QCOMPARE(connects[0],
            std::string(
                "Initialize connection to node localhost:9093 (id: -2 rack: null) for sending metadata request "
                "(org.apache.kafka.clients.NetworkClient:1089)"));
        QCOMPARE(connects[1],
            std::string(
                "Initiating connection to node localhost:9093 (id: -2 rack: null) using address localhost/127.0.0.1 "
                "(org.apache.kafka.clients.NetworkClient:919)"));
        QVERIFY(connects[2].find("(id: -1") != std::string::npos && connects[3].find("(id: -1") != std::string::npos);
        QCOMPARE(line(b.trace, "Sending metadata request"),
            std::string("DEBUG [Producer clientId=producer-1] Sending metadata request (type=MetadataRequest, "
                        "topics=) to node localhost:9093 (id: -2 rack: null) "
                        "(org.apache.kafka.clients.NetworkClient:1073)"));
        QCOMPARE(line(b.trace, "Sending METADATA"),
            std::string("TRACE [Producer clientId=producer-1] Sending METADATA "
                        "{topics=[],allow_auto_topic_creation=true} with correlation id 2 to node -2 "
                        "(org.apache.kafka.clients.NetworkClient:492)"));
        // Ready and idle, but an update is due: 2.2 does not count it as ready.
        QCOMPARE(lines(b.trace, "connected with no in-flight").size(), std::size_t {0});
    }

    void anOlderVersionIsSpelledOut()
    {
        LogBuilder b;
        const ClientId c = b.start("producer-1", ClientKind::Producer, "java-2.1");
        const ConnectionId d
            = b.connect(c, NodeId::broker(BrokerId {0}), "localhost/127.0.0.1:9092", RuleId::LeaderHasRecords, {});
        b.send(d, ApiKey::Metadata, 6, "a,b", 5);
        b.send(d, ApiKey::Produce, 7, "t4-0", 3);
        QCOMPARE(line(b.trace, "to send METADATA"),
            std::string("DEBUG [Producer clientId=producer-1] Using older server API v5 to send METADATA "
                        "{topics=[a,b],allow_auto_topic_creation=true} with "
                        "correlation id 6 to node 0 (org.apache.kafka.clients.NetworkClient:483)"));
        // 200 bytes less 52 of everything but the records
        QVERIFY2(line(b.trace, "PRODUCE").find("PRODUCE {acks=1,timeout=30000,partitionSizes=[t4-0=148]} with")
                != std::string::npos,
            line(b.trace, "PRODUCE").c_str());
    }

    void anIdleCloseIsToldAsTheReleaseTellsIt_data()
    {
        QTest::addColumn<QByteArray>("profile");
        QTest::addColumn<QByteArray>("closing");
        QTest::addColumn<QByteArray>("gone");
        QTest::newRow("2.1")
            << QByteArray("java-2.1") << QByteArray("(org.apache.kafka.common.network.Selector:705)")
            << QByteArray(
                   "DEBUG [Producer clientId=p] Node -1 disconnected. (org.apache.kafka.clients.NetworkClient:818)");
        QTest::newRow("2.8")
            << QByteArray("java-2.8") << QByteArray("(org.apache.kafka.common.network.Selector:794)")
            << QByteArray(
                   "DEBUG [Producer clientId=p] Node -1 disconnected. (org.apache.kafka.clients.NetworkClient:936)");
        QTest::newRow("3.9") << QByteArray("java-3.9") << QByteArray("(org.apache.kafka.common.network.Selector:819)")
                             << QByteArray("DEBUG [Producer clientId=p] Idle connection to node -1 disconnected. "
                                           "(org.apache.kafka.clients.NetworkClient:1019)");
    }
    void anIdleCloseIsToldAsTheReleaseTellsIt()
    {
        QFETCH(QByteArray, profile);
        QFETCH(QByteArray, closing);
        QFETCH(QByteArray, gone);
        LogBuilder b;
        const ClientId c = b.start("p", ClientKind::Producer, profile.toStdString());
        const ConnectionId d
            = b.connect(c, NodeId::bootstrap(0), "localhost/127.0.0.1:9092", RuleId::MetadataNeedsNode, {});
        b.knows(c, EventKind::MetadataUpdated, {}, "brokers", 2, {}, RuleId::NodesReplaced);
        b.at(541'009'000);
        Event idle = b.onConnection(d, EventKind::IdleExpired, RuleId::ClientIdleExpiry);
        idle.value = ms(540'007).count();
        b.add(idle);
        b.on(d, EventKind::Disconnected, RuleId::ClientIdleExpiry, b.last());
        QCOMPARE(line(b.trace, "About to close"),
            "TRACE [Producer clientId=p] About to close the idle connection from -1 due to being idle for 540007 "
            "millis "
                + closing.toStdString());
        QCOMPARE(line(b.trace, "disconnected"), gone.toStdString());
    }

    void theBrokersIdleCheckIsNotInTheClientsLog()
    {
        LogBuilder b;
        const ClientId c = b.start("p", ClientKind::Producer, "java-2.3");
        const ConnectionId d
            = b.connect(c, NodeId::broker(BrokerId {0}), "localhost/127.0.0.1:9092", RuleId::LeaderHasRecords, {});
        b.on(d, EventKind::IdleExpired, RuleId::BrokerIdleExpiry, {}, trace::Side::Broker);
        QCOMPARE(lines(b.trace, "About to close").size(), std::size_t {0});
        b.on(d, EventKind::IdleExpired, RuleId::ClientIdleExpiry, {}, trace::Side::Client);
        QCOMPARE(lines(b.trace, "About to close").size(), std::size_t {1});
    }

    void aRefusedBrokerAndALostOne()
    {
        LogBuilder b;
        const ClientId c = b.start("p", ClientKind::Producer, "java-3.9", {"bootstrap.servers = 10.0.0.1:9092"});
        const ConnectionId refused
            = b.connect(c, NodeId::bootstrap(0), "10.0.0.1/10.0.0.1:9092", RuleId::MetadataNeedsNode, {});
        b.at(1'000);
        b.on(refused, EventKind::ConnectFailed, RuleId::ConnectionRefused, {});
        QCOMPARE(line(b.trace, "could not be established"),
            std::string("WARN [Producer clientId=p] Connection to node -1 (/10.0.0.1:9092) could not be established. "
                        "Node may not be available. "
                        "(org.apache.kafka.clients.NetworkClient:849)"));
        QCOMPARE(line(b.trace, "Bootstrap broker"),
            std::string("WARN [Producer clientId=p] Bootstrap broker 10.0.0.1:9092 (id: -1 rack: null) disconnected "
                        "(org.apache.kafka.clients.NetworkClient:1178)"));
        QCOMPARE(
            line(b.trace, "java.net.ConnectException"), std::string("java.net.ConnectException: Connection refused"));

        b.at(2'000);
        const ConnectionId lost
            = b.connect(c, NodeId::broker(BrokerId {3}), "b3/10.0.0.3:9092", RuleId::LeaderHasRecords, {});
        b.send(lost, ApiKey::Produce, 4, "t4-0");
        b.at(9'000);
        b.on(lost, EventKind::Disconnected, RuleId::PeerClosed, {});
        Event cancelled = b.onConnection(lost, EventKind::RequestCancelled, RuleId::PeerClosed);
        cancelled.api = ApiKey::Produce;
        cancelled.correlation = 4;
        b.add(cancelled);
        QCOMPARE(line(b.trace, "(channelId=3)"),
            std::string("DEBUG [Producer clientId=p] Connection with b3/10.0.0.3 (channelId=3) disconnected "
                        "(org.apache.kafka.common.network.Selector:626)"));
        QVERIFY(line(b.trace, "Node 3 disconnected").rfind("INFO", 0) == 0);
        QVERIFY2(line(b.trace,
                     "Cancelled in-flight PRODUCE request with correlation id 4 due to node 3 being disconnected "
                     "(elapsed time since creation: "
                     "7ms, elapsed time since send: 7ms, throttle time: 0ms, request timeout: 30000ms): {acks=-1,")
                     .rfind("DEBUG", 0)
                == 0,
            line(b.trace, "Cancelled").c_str());
    }

    void aHeartbeatThatIsRefusedIsToldAsTheReleaseTellsIt_data()
    {
        QTest::addColumn<QByteArray>("profile");
        QTest::addColumn<QByteArray>("error");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* profile, const char* error, const char* expected) {
            QTest::addRow("%s: %s", profile, error)
                << QByteArray(profile) << QByteArray(error) << QByteArray(expected);
        };
        row("java-2.2", "NOT_COORDINATOR",
            "since coordinator localhost:9094 (id: 2147483645 rack: null) is either not started or not valid. "
            "(org.apache.kafka.clients.consumer.internals.AbstractCoordinator:866)");
        row("java-3.9", "COORDINATOR_NOT_AVAILABLE",
            "since coordinator localhost:9094 (id: 2147483645 rack: null) is either not started or not valid "
            "(org.apache.kafka.clients.consumer.internals.ConsumerCoordinator:1247)");
        row("java-2.1", "ILLEGAL_GENERATION",
            "since generation 1 is not current "
            "(org.apache.kafka.clients.consumer.internals.AbstractCoordinator:835)");
        row("java-2.3", "UNKNOWN_MEMBER_ID",
            "for since member id m-1 is not valid. "
            "(org.apache.kafka.clients.consumer.internals.AbstractCoordinator:947)");
        row("java-2.8", "UNKNOWN_MEMBER_ID",
            "due to UNKNOWN_MEMBER_ID, resetting generation "
            "(org.apache.kafka.clients.consumer.internals.AbstractCoordinator:1134)");
    }
    void aHeartbeatThatIsRefusedIsToldAsTheReleaseTellsIt()
    {
        QFETCH(QByteArray, profile);
        QFETCH(QByteArray, error);
        QFETCH(QByteArray, expected);
        LogBuilder b;
        const ClientId c = b.start("c", ClientKind::Consumer, profile.toStdString(), {"group.id = test"});
        const ConnectionId k
            = b.connect(c, NodeId {2147483645}, "localhost/127.0.0.1:9094", RuleId::FindCoordinatorNeedsNode, {});
        b.knows(c, EventKind::GroupJoined, NodeId {}, "m-1", 1);
        b.send(k, ApiKey::Heartbeat, 7);
        b.receive(k, ApiKey::Heartbeat, 7, error.toStdString());
        const std::string found = line(b.trace, "Attempt to heartbeat ");
        QVERIFY2(
            found.starts_with("INFO [Consumer clientId=c, groupId=test] ") && found.ends_with(expected.toStdString()),
            found.c_str());
    }
    void aConsumersRequestIsCancelledTwice()
    {
        for (const auto& [profile, lineNumber] : {std::pair {"java-2.1", "569"}, std::pair {"java-3.9", "611"}}) {
            LogBuilder b;
            const ClientId c = b.start("c", ClientKind::Consumer, profile, {"group.id = test"});
            const ConnectionId k = b.connect(c, NodeId {0}, "localhost/127.0.0.1:9092", RuleId::LeaderHasRecords, {});
            b.send(k, ApiKey::Fetch, 7, "t4-0");
            b.send(k, ApiKey::Metadata, 8, "t4");
            for (const auto& [api, correlation] : {std::pair {ApiKey::Fetch, 7}, std::pair {ApiKey::Metadata, 8}}) {
                Event e = b.onConnection(k, EventKind::RequestCancelled, RuleId::PeerClosed);
                e.api = api;
                e.correlation = correlation;
                b.add(e);
            }
            // METADATA are the network client's own.
            const auto found = lines(b.trace, "Cancelled request with header");
            QCOMPARE(found.size(), std::size_t {1});
            QVERIFY2(found[0].find("due to node 0 being disconnected "
                                   "(org.apache.kafka.clients.consumer.internals.ConsumerNetworkClient:"
                         + std::string(lineNumber) + ")")
                    != std::string::npos,
                found[0].c_str());
        }
    }
    void aNodeThatMovesToAnotherHostIsTold()
    {
        for (const char* profile : {"java-2.1", "java-2.2"}) {
            LogBuilder b;
            const ClientId c = b.start("p", ClientKind::Producer, profile);
            const ConnectionId first = b.connect(c, NodeId {1}, "old/10.0.0.1:9092", RuleId::LeaderHasRecords, {});
            b.on(first, EventKind::Disconnected, RuleId::PeerClosed, {});
            b.connect(
                c, NodeId {1}, "old/10.0.0.2:9092", RuleId::LeaderHasRecords, {}); // another address of the same host
            const ConnectionId second = b.connect(c, NodeId {1}, "new/10.0.0.3:9092", RuleId::LeaderHasRecords, {});
            b.on(second, EventKind::Disconnected, RuleId::PeerClosed, {});
            const auto found = lines(b.trace, "Hostname");
            QCOMPARE(found.size(), std::string_view(profile) == "java-2.1" ? std::size_t {0} : std::size_t {1});
            if (!found.empty())
                QCOMPARE(found[0].substr(26),
                    std::string("INFO [Producer clientId=p] Hostname for node 1 changed from old to new. "
                                "(org.apache.kafka.clients.ClusterConnectionStates:124)"));
        }
    }
    void theIdOfTheClusterIsToldOnce()
    {
        LogBuilder b;
        const ClientId c = b.start("p", ClientKind::Producer, "java-2.2");
        b.knows(c, EventKind::MetadataUpdated, NodeId {}, "t4", 2, {}, RuleId::NodesReplaced);
        b.knows(c, EventKind::MetadataUpdated, NodeId {}, "t4", 3);
        const auto found = lines(b.trace, "Cluster ID");
        QCOMPARE(found.size(), std::size_t {1});
        QCOMPARE(found[0].substr(26), std::string("INFO Cluster ID: ... (org.apache.kafka.clients.Metadata:365)"));
    }
    void aCloseThatDoesNotWaitForTheCoordinatorSaysSo()
    {
        LogBuilder b;
        const ClientId c = b.start("c", ClientKind::Consumer, "java-3.9", {"group.id = test"});
        const ConnectionId k
            = b.connect(c, NodeId {2147483645}, "localhost/127.0.0.1:9094", RuleId::FindCoordinatorNeedsNode, {});
        b.send(k, ApiKey::OffsetCommit, 7);
        b.send(k, ApiKey::LeaveGroup, 8);
        b.receive(k, ApiKey::OffsetCommit, 7);
        b.add(b.of(c, EventKind::ClientClosed, RuleId::ClientClosed));
        QCOMPARE(line(b.trace, "Close timed out"),
            std::string(
                "WARN [Consumer clientId=c, groupId=test] Close timed out with 1 pending requests to coordinator, "
                "terminating client connections "
                "(org.apache.kafka.clients.consumer.internals.ConsumerCoordinator:1141)"));
    }
    void aBootstrapAddressThatIsDroppedIsWarnedOf()
    {
        LogBuilder b;
        const ClientId c = b.start("p", ClientKind::Producer, "java-2.8");
        Event e = b.of(c, EventKind::Mark, RuleId::UnresolvedHost);
        e.text
            = b.trace.intern("Couldn't resolve server a:9092 from bootstrap.servers as DNS resolution failed for a");
        b.add(e);
        QCOMPARE(line(b.trace, "resolve server"),
            std::string("WARN Couldn't resolve server a:9092 from bootstrap.servers as DNS resolution failed for a "
                        "(org.apache.kafka.clients.ClientUtils:75)"));
    }

    void metadataErrorsComeBeforeTheUpdate_data()
    {
        QTest::addColumn<QByteArray>("errors");
        QTest::newRow("colon") << QByteArray("fresh: LEADER_NOT_AVAILABLE");
        QTest::newRow("as the client prints it") << QByteArray("fresh=LEADER_NOT_AVAILABLE");
    }
    void metadataErrorsComeBeforeTheUpdate()
    {
        QFETCH(QByteArray, errors);
        LogBuilder b;
        const ClientId c = b.start("producer-1", ClientKind::Producer, "java-2.3");
        const ConnectionId d
            = b.connect(c, NodeId::bootstrap(0), "localhost/127.0.0.1:9092", RuleId::MetadataNeedsNode, {});
        b.send(d, ApiKey::Metadata, 1, "fresh");
        const EventId answer = b.receive(d, ApiKey::Metadata, 1, "LEADER_NOT_AVAILABLE");
        b.knows(c, EventKind::MetadataUpdated, {}, "fresh", 2, answer, RuleId::NodesReplaced);
        b.knows(c, EventKind::MetadataFailed, {}, errors.toStdString(), 0, b.last(), RuleId::MetadataUnknownTopic);
        QCOMPARE(line(b.trace, "Error while fetching"),
            std::string("WARN [Producer clientId=producer-1] Error while fetching metadata with correlation id 1 : "
                        "{fresh=LEADER_NOT_AVAILABLE} "
                        "(org.apache.kafka.clients.NetworkClient:1051)"));
        const auto log = lines(b.trace);
        const auto position = [&](std::string_view part) {
            for (std::size_t i = 0; i < log.size(); ++i) {
                if (log[i].find(part) != std::string::npos)
                    return i;
            }
            return log.size();
        };
        QVERIFY(position("Error while fetching")
            < position("Requesting metadata update for topic fresh due to error LEADER_NOT_AVAILABLE"));
        QVERIFY(position("Requesting metadata update") < position("Updated cluster metadata updateVersion 2"));
        QVERIFY(position("Updated cluster") < log.size());
    }

    void whoSpeaksIsInThePrefix()
    {
        LogBuilder b;
        b.start("tx", ClientKind::Producer, "java-2.8", {"transactional.id = pay"});
        b.start("c-7", ClientKind::Consumer, "java-2.3", {"group.id = g", "group.instance.id = seven"});
        b.start("alone", ClientKind::Consumer, "java-3.9");
        const ClientId admin
            = b.start("adminclient-1", ClientKind::Admin, "java-3.9", {"bootstrap.servers = localhost:9092"});
        b.connect(admin, NodeId::bootstrap(0), "localhost/127.0.0.1:9092", RuleId::AdminNeedsNode, {});
        QVERIFY(lines(b.trace, "[Producer clientId=tx, transactionalId=pay] Instantiated a transactional producer.")
                    .size()
            == 1);
        QVERIFY(
            lines(b.trace, "[Consumer instanceId=seven, clientId=c-7, groupId=g] Kafka consumer initialized").size()
            == 1);
        QVERIFY(lines(b.trace, "[Consumer clientId=alone, groupId=null] Kafka consumer initialized").size() == 1);
        QVERIFY(lines(b.trace, "[AdminClient clientId=adminclient-1] Initiating connection").size() == 1);
        ClientLogOptions only;
        only.client = admin;
        QCOMPARE(lines(b.trace, "Consumer", only).size(), std::size_t {0});
        QCOMPARE(lines(b.trace, "", only).size(), std::size_t {3});
    }

    void aMetadataAnswerListsTheBrokersThatAreUp()
    {
        LogBuilder b;
        const auto broker = [&](EventKind kind, int id, std::string_view address) {
            Event e;
            e.kind = kind;
            e.broker = BrokerId {id};
            e.text = b.trace.intern(address);
            b.add(e);
        };
        broker(EventKind::BrokerUp, 0, "a:9092");
        broker(EventKind::BrokerUp, 1, "b:9092 rack r1");
        const ClientId c = b.start("p", ClientKind::Producer, "java-2.3");
        const ConnectionId d = b.connect(c, NodeId::bootstrap(0), "a/10.0.0.1:9092", RuleId::MetadataNeedsNode, {});
        b.send(d, ApiKey::Metadata, 1, "");
        b.receive(d, ApiKey::Metadata, 1);
        QVERIFY(lines(b.trace,
                    "for METADATA with correlation id 1, received "
                    "{throttle_time_ms=0,brokers=[{node_id=0,host=a,port=9092,rack=null},{node_id=1,host=b,port=9092,"
                    "rack=r1}],...}")
                    .size()
            == 1);
        broker(EventKind::BrokerDown, 0, "killed");
        b.send(d, ApiKey::Metadata, 2, "");
        b.receive(d, ApiKey::Metadata, 2);
        QVERIFY(
            lines(b.trace, "id 2, received {throttle_time_ms=0,brokers=[{node_id=1,host=b,port=9092,rack=r1}],...}")
                .size()
            == 1);
        broker(EventKind::BrokerUp, 7, ""); // the trace does not tell where
        QVERIFY(lines(b.trace,
                    "id 2, received {throttle_time_ms=0,brokers=[{node_id=1,host=b,port=9092,rack=r1},...],...}")
                    .size()
            == 1);
    }

    void aRackShowsForBrokersButNotForTheirCoordinators()
    {
        LogBuilder b;
        Event up;
        up.kind = EventKind::BrokerUp;
        up.broker = BrokerId {2};
        up.text = b.trace.intern("b2:9092 rack east");
        b.add(up);
        const ClientId c = b.start("c", ClientKind::Consumer, "java-2.3", {"group.id = g"});
        b.connect(c, NodeId::broker(BrokerId {2}), "b2/10.0.0.2:9092", RuleId::LeaderToFetch, {});
        b.knows(c, EventKind::CoordinatorFound, NodeId::coordinator(BrokerId {2}), "group g");
        QVERIFY(lines(b.trace, "Initiating connection to node b2:9092 (id: 2 rack: east) using").size() == 1);
        QVERIFY(lines(b.trace, "Discovered group coordinator b2:9092 (id: 2147483645 rack: null)").size() == 1);
    }

    void settingsShowWhereTheClientPrintsThem()
    {
        LogBuilder b;
        const ClientId c = b.start("c", ClientKind::Consumer, "java-2.8",
            {"group.id = g", "receive.buffer.bytes = 1000", "session.timeout.ms = 7000",
                "max.poll.interval.ms = 60000"});
        const NodeId coordinator = NodeId::coordinator(BrokerId {1});
        const ConnectionId d = b.connect(c, coordinator, "h/1.2.3.4:1", RuleId::CoordinatorNeeded, {});
        b.connected(d, {});
        b.send(d, ApiKey::JoinGroup, 3, "g");
        QVERIFY(lines(b.trace, "SO_RCVBUF = 1000, SO_SNDBUF = 131072").size() == 1);
        QVERIFY(lines(b.trace,
                    "and timeout 65000 to node 2147483646: JoinGroupRequestData(groupId='g', sessionTimeoutMs=7000, "
                    "rebalanceTimeoutMs=60000")
                    .size()
            == 1);
    }

    void timesAreUtcAndExact()
    {
        QCOMPARE(logTimestamp(0), std::string("[1970-01-01 00:00:00,000] "));
        QCOMPARE(logTimestamp(kCourseMorning + 142), std::string("[2019-05-27 10:00:54,142] "));
        QCOMPARE(logTimestamp(951782399999), std::string("[2000-02-28 23:59:59,999] "));
        QCOMPARE(logTimestamp(951782400000), std::string("[2000-02-29 00:00:00,000] "));
        QCOMPARE(logTimestamp(1709251199005), std::string("[2024-02-29 23:59:59,005] "));
        QCOMPARE(logTimestamp(-1), std::string("[1969-12-31 23:59:59,999] "));
    }

    void aTraceWithoutClientsHasNoLog()
    {
        QCOMPARE(lines(trace::Trace {}).size(), std::size_t {0});
        QVERIFY(!lines(sampleTrace()).empty()); // made by hand without settings: the header's profile decides
        QVERIFY(lines(sampleTrace(), "org.apache.kafka.clients.NetworkClient:944").size() >= 3);
    }

    /// A trace may come from a file, and say anything.
    void whateverATraceSaysIsPrintedWithoutHarm()
    {
        constexpr const char* kTexts[] {
            "", "t4-0", "t4-0,t4-1,u-7", "-", "group:", "a:b:c", "\x01\xff", "follower", "*", ",,,"};
        for (const char* profile : {"java-2.1", "java-2.3", "java-2.8", "java-3.9"}) {
            for (const ClientKind kind :
                {ClientKind::Producer, ClientKind::Consumer, ClientKind::Admin, ClientKind::Other}) {
                LogBuilder b;
                const ClientId c = b.start("x", kind, profile,
                    {"partition.assignment.strategy = ", "bootstrap.servers = ", "acks = 7", " = "});
                const ConnectionId d = b.connect(c, NodeId::broker(BrokerId {0}), "no slash", RuleId::None, {});
                std::int32_t correlation = 0;
                for (const ApiKey api : allApiKeys()) {
                    for (const char* detail : kTexts) {
                        b.queue(c, NodeId::coordinator(BrokerId {1}), api, correlation, detail);
                        b.send(d, api, correlation, detail, 0);
                        b.receive(d, api, correlation++, detail);
                        b.send(d, api, correlation, detail, 99);
                        Event cancelled = b.onConnection(d, EventKind::RequestCancelled, RuleId::None);
                        cancelled.api = api;
                        cancelled.correlation = correlation++;
                        b.add(cancelled);
                    }
                }
                for (int k = 0; k < trace::kEventKindCount; ++k) {
                    for (const char* detail : kTexts) {
                        if (static_cast<EventKind>(k) == EventKind::ClientCreated)
                            continue;
                        b.knows(c, static_cast<EventKind>(k), NodeId {}, detail, -1, b.last(), RuleId::None);
                    }
                }
                const auto log = lines(b.trace);
                QVERIFY(log.size() > 2 * allApiKeys().size() * std::size(kTexts));
                for (const std::string& l : log) {
                    QVERIFY2(l[0] == '[' || l.rfind("java.", 0) == 0, l.c_str());
                    QVERIFY(l.find('\x01') == std::string::npos && l.find('\xff') == std::string::npos);
                }
            }
        }
    }

    void aSinkThatRefusesStopsTheWriter()
    {
        int pieces = 0;
        TextSink sink([&](std::string_view) {
            ++pieces;
            return false;
        });
        LogBuilder b = consumerStart("java-3.9", "consumer-1");
        for (int i = 0; i < 2000; ++i)
            b.chosen(ClientId {0}, NodeId::bootstrap(0), 0);
        QVERIFY(!writeClientLog(b.trace, sink));
        QCOMPARE(pieces, 1);
    }
};

QTEST_GUILESS_MAIN(TestClientLog)
#include "tst_clientlog.moc"
