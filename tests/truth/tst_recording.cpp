// SPDX-License-Identifier: GPL-3.0-or-later
// The reader of recordings, held against what the recordings say when a person reads them.
#include "truth/logtext.h"
#include "truth/recording.h"

#include <QTest>

#include <algorithm>

using namespace connscope;
using namespace connscope::truth;

namespace {

/// "-1 2147483645 2 0 1"
std::string opens(const Story& story)
{
    std::string text;
    for (const Life& life : story.lives)
        text += (text.empty() ? "" : " ") + std::to_string(life.node.value);
    return text;
}

std::string requests(const Life& life, std::size_t limit = 100)
{
    std::string text;
    for (const Request& request : life.requests) {
        if (limit-- == 0)
            break;
        text += (text.empty() ? "" : " ") + std::string {apiName(request.api)} + '#'
            + std::to_string(request.correlation);
    }
    return text;
}

std::string endings(const Story& story)
{
    std::string text;
    for (const Life& life : story.lives)
        text += (text.empty() ? "" : ", ") + std::to_string(life.node.value) + ' '
            + std::string {endingName(life.ending)};
    return text;
}

Recording load(const QByteArray& name)
{
    auto recording = loadRecording(name.toStdString());
    if (!recording)
        qFatal("%s", recording.error().toString().c_str());
    return *std::move(recording);
}

} // namespace

class TestRecording : public QObject {
    Q_OBJECT

private slots:
    void theConnectionsComeInTheOrderOfTheLog_data()
    {
        QTest::addColumn<QByteArray>("expected");
        for (const char* version : {"2.1.0", "2.2.0", "2.3.0", "2.8.0", "3.9.0", "4.0.0-SNAPSHOT"}) {
            const QByteArray suffix = QByteArray(".java-") + version;
            QTest::newRow(("course-consumer" + suffix).constData()) << QByteArray("-1 2147483645 2 0 1");
            QTest::newRow(("five-partitions-four-brokers" + suffix).constData())
                << QByteArray("-1 2147483646 2 3 0 1");
        }
        QTest::newRow("producer-start.java-2.1.0") << QByteArray("-2 -1 2 1 3");
        QTest::newRow("producer-start.java-2.3.0") << QByteArray("-1 2 1 3");
        QTest::newRow("producer-two-bootstraps.java-3.9.0") << QByteArray("-2 -1 1 0 2");
        QTest::newRow("producer-idle.java-2.2.0") << QByteArray("-2 -1 1 3 2");
        QTest::newRow("broker-closes-first.java-2.1.0") << QByteArray("-1 0 1 2 0 2 0 2 1");
        QTest::newRow("consumer-idleoff.java-2.1.0") << QByteArray("-1 2147483645 1 2 3");
    }
    void theConnectionsComeInTheOrderOfTheLog()
    {
        QFETCH(QByteArray, expected);
        QCOMPARE(opens(load(QTest::currentDataTag()).story), expected.toStdString());
    }

    void theFirstConnectionOfAConsumerCarriesThreeRequests()
    {
        // The correlation id is taken when a request is made, so FIND_COORDINATOR is number 0 and goes out last.
        for (const QByteArray version : {"2.1.0", "2.2.0", "2.3.0", "2.8.0", "3.9.0", "4.0.0-SNAPSHOT"}) {
            const Recording recording = load("course-consumer.java-" + version);
            QCOMPARE(requests(recording.story.lives[0]), std::string("API_VERSIONS#1 METADATA#2 FIND_COORDINATOR#0"));
            QCOMPARE(recording.story.lives[0].host, std::string("localhost"));
            QCOMPARE(int(recording.story.lives[0].port), 9092);
            QCOMPARE(int(recording.story.lives[1].port), 9094);
        }
    }

    void theCoordinatorsConnectionCarriesTheGroup()
    {
        QCOMPARE(requests(load("course-consumer.java-2.1.0").story.lives[1]),
            std::string("API_VERSIONS#4 JOIN_GROUP#3 SYNC_GROUP#5 OFFSET_FETCH#6 HEARTBEAT#34 OFFSET_COMMIT#47 "
                        "OFFSET_COMMIT#51 LEAVE_GROUP#52"));
        QCOMPARE(requests(load("course-consumer.java-3.9.0").story.lives[1], 4),
            std::string("API_VERSIONS#3 JOIN_GROUP#4 SYNC_GROUP#5 OFFSET_FETCH#6"));
    }

    void whoAskedForAConnectionIsTold()
    {
        const Story two = load("producer-two-bootstraps.java-3.9.0").story;
        QVERIFY(two.lives[0].byMetadata); // Initialize connection to node localhost:9093 (id: -2 …
        QVERIFY(!two.lives[1].byMetadata); // InitProducerId
        const Story off = load("consumer-idleoff.java-2.3.0").story;
        QCOMPARE(opens(off), std::string("-1 2147483645 1 3 2"));
        QVERIFY(off.lives[2].byMetadata);
        QVERIFY(!off.lives[3].byMetadata);
        QCOMPARE(off.lives[3].turn, off.lives[4].turn); // both leaders in one turn
        QVERIFY(off.lives[2].turn != off.lives[3].turn);
    }

    void theHeaderOfTheMockClusterIsRead()
    {
        const Recording recording = load("consumer-idle.java-2.1.0");
        const RecordingHeader& header = recording.header;
        QCOMPARE(header.profile, std::string("java-2.1"));
        QVERIFY(header.consumer);
        QVERIFY(!header.scripted);
        QCOMPARE(header.brokers.size(), std::size_t {3});
        QCOMPARE(header.brokers[2].id, 3);
        QCOMPARE(header.brokers[2].host, std::string("127.0.0.1"));
        QCOMPARE(int(header.brokers[2].port), 44553);
        QCOMPARE(header.coordinator, 2);
        QCOMPARE(header.partitions, 3);
        QCOMPARE(header.wait, Duration(24s));
        QCOMPARE(header.bootstrap, std::vector<std::string> {"127.0.0.1:34301"});
        const std::vector<std::pair<std::string, std::string>> config {
            {"connections.max.idle.ms", "6000"}, {"metadata.max.age.ms", "4000"}};
        QCOMPARE(header.config, config);
        QCOMPARE(header.offered.at(ApiKey::JoinGroup), (std::pair {0, 5}));
        QCOMPARE(header.offered.at(ApiKey::Metadata), (std::pair {0, 2}));
        QVERIFY(!header.offered.contains(ApiKey::ConsumerGroupHeartbeat));
    }

    void theHeaderOfTheScriptedBrokerIsRead()
    {
        const Recording recording = load("broker-closes-first.java-4.0.0-SNAPSHOT");
        const RecordingHeader& header = recording.header;
        QCOMPARE(header.profile, std::string("java-4.0"));
        QVERIFY(!header.consumer);
        QVERIFY(header.scripted);
        QCOMPARE(header.brokers.size(), std::size_t {3});
        QCOMPARE(header.brokers[2].id, 2);
        QCOMPARE(int(header.brokers[2].port), 9094);
        QCOMPARE(header.brokerIdle, Duration(4s));
        QCOMPARE(header.sends, 3);
        QCOMPARE(header.wait, Duration(9s));
        QCOMPARE(header.topic, std::string("t4"));
        QCOMPARE(header.offered.at(ApiKey::JoinGroup), (std::pair {0, 1}));
        QCOMPARE(header.offered.at(ApiKey::Produce), (std::pair {3, 3}));
        QCOMPARE(load("unknown-topic.java-2.8.0").header.topic, std::string("fresh"));
        const RecordingHeader five = load("five-partitions-four-brokers.java-2.8.0").header;
        QCOMPARE(five.partitions, 5);
        QCOMPARE(five.coordinator, 1);
        QCOMPARE(five.brokers.size(), std::size_t {4});
    }

    void whoClosedAConnectionIsTold()
    {
        QCOMPARE(endings(load("broker-closes-first.java-2.2.0").story),
            std::string("-1 broker idle expiry, 0 broker idle expiry, 2 broker idle expiry, 1 broker idle expiry, 0 "
                        "broker idle expiry, "
                        "1 broker idle expiry, 2 broker idle expiry, 0 client closed, 1 client closed"));
        QCOMPARE(endings(load("consumer-idle.java-2.3.0").story),
            std::string("-1 client idle expiry, 2147483645 client closed, 2 client closed, 1 client closed, 3 client "
                        "closed"));
        QCOMPARE(endings(load("producer-idle.java-2.1.0").story),
            std::string(
                "-2 client closed, -1 client idle expiry, 1 client closed, 2 client closed, 3 client closed"));
    }

    void anIdleCloseIsMeasuredFromTheLastUse()
    {
        // FIND_COORDINATOR was answered at 13:12:42,775; the limit is 6000 ms; disconnected at 13:12:48,798.
        const Life life = load("consumer-idle.java-2.2.0").story.lives[0];
        QCOMPARE(life.ended->at - life.lastUseBefore(*life.ended), Duration(ms(6023)));
    }

    void theBrokersClockIsLaidOverTheClients()
    {
        for (const std::string& name : recordingNames()) {
            for (const Life& life : load(QByteArray::fromStdString(name)).story.lives) {
                if (!life.brokerClosed)
                    continue;
                const Duration idle = *life.brokerClosed - life.lastUseBefore(*life.ended);
                QVERIFY2(
                    idle > ms(3950) && idle < ms(4150), (name + ": node " + std::to_string(life.node.value)).c_str());
                QVERIFY2(life.ended->at >= *life.brokerClosed - ms(2), name.c_str()); // the client notices after it
            }
        }
    }

    void everyRecordingIsWhole_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const std::string& name : recordingNames())
            QTest::newRow(name.c_str()) << QByteArray::fromStdString(name);
    }
    void everyRecordingIsWhole()
    {
        QFETCH(QByteArray, name);
        const Recording recording = load(name);
        const Story& story = recording.story;
        QVERIFY(!recording.header.offered.empty());
        QVERIFY(story.mark(MarkKind::Constructed).has_value());
        QVERIFY(story.mark(MarkKind::Close).has_value());
        QVERIFY(story.mark(MarkKind::Closed).has_value());
        QVERIFY(story.mark(recording.header.consumer ? MarkKind::FirstPoll : MarkKind::Send).has_value());
        std::size_t metadata = 0;
        for (const Life& life : story.lives) {
            QVERIFY(life.connected && life.ready);
            QVERIFY(life.ending != Ending::None && life.ending != Ending::Lost);
            QVERIFY(!life.requests.empty());
            QVERIFY(life.requests.front().api == ApiKey::ApiVersions);
            for (std::size_t i = 1; i < life.requests.size(); ++i)
                QVERIFY(life.requests[i].api != ApiKey::ApiVersions && *life.ready < life.requests[i].sent);
            metadata += std::size_t(std::count_if(life.requests.begin(), life.requests.end(),
                [](const Request& request) { return request.api == ApiKey::Metadata; }));
        }
        QCOMPARE(story.refreshes.size(), metadata);
    }

    void everyRecordedTargetIsOneThatTheRuleAllows_data() { everyRecordingIsWhole_data(); }
    void everyRecordedTargetIsOneThatTheRuleAllows()
    {
        QFETCH(QByteArray, name);
        const Recording recording = load(name);
        for (const Refresh& refresh : recording.story.refreshes) {
            QVERIFY2(recording.story.couldChoose(refresh.target, refresh.sent),
                recording.lines[refresh.sent.order - 1].substr(0, 200).c_str());
        }
    }

    void theRuleDoesNotAllowEverything()
    {
        const Story story = load("consumer-idle.java-2.3.0").story;
        const Moment first = story.refreshes[1].sent; // three leaders, one FETCH in flight on each
        QVERIFY(story.couldChoose(NodeId {2}, first));
        QVERIFY(!story.couldChoose(NodeId {2147483645}, first));
        QVERIFY(!story.couldChoose(NodeId {4}, first));
        Story busier = story;
        Request extra;
        extra.sent = {first.at, first.order - 1};
        for (Life& life : busier.lives) {
            if (life.node == NodeId {2})
                life.requests.push_back(extra);
        }
        QVERIFY(!busier.couldChoose(NodeId {2}, first));
        QVERIFY(busier.couldChoose(NodeId {3}, first));
    }

    void requestLinesOfEveryVersionAreRead_data()
    {
        QTest::addColumn<QByteArray>("message");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("latest version, up to 2.5") << QByteArray(
            "Sending API_VERSIONS {} with correlation id 1 to node -1 (org.apache.kafka.clients.NetworkClient:480)")
                                                   << QByteArray("API_VERSIONS 1 -1");
        QTest::newRow("older version, up to 2.5") << QByteArray(
            "Using older server API v1 to send FIND_COORDINATOR {coordinator_key=test,coordinator_type=0} with "
            "correlation id 0 to node -1 (x:1)") << QByteArray("FIND_COORDINATOR 0 -1");
        QTest::newRow("a body that tries to mislead") << QByteArray(
            "Sending METADATA {topics=[ with correlation id 9 to node 7]} with correlation id 2 to node -1 (x:1)")
                                                      << QByteArray("METADATA 2 -1");
        QTest::newRow("2.8") << QByteArray(
            "Sending METADATA request with header RequestHeader(apiKey=METADATA, apiVersion=5, "
            "clientId=consumer-test-1, "
            "correlationId=2) and timeout 30000 to node 2147483645: MetadataRequestData(topics=[])")
                             << QByteArray("METADATA 2 2147483645");
        QTest::newRow("3.9") << QByteArray(
            "Sending FETCH request with header RequestHeader(apiKey=FETCH, apiVersion=7, clientId=c, "
            "correlationId=13, "
            "headerVersion=1) and timeout 30000 to node 2: FetchRequestData(clusterId=null)")
                             << QByteArray("FETCH 13 2");
        QTest::newRow("not a request") << QByteArray(
            "Sending metadata request (type=MetadataRequest, topics=t4) to node localhost:9092 (id: -1 rack: null)")
                                       << QByteArray("none");
        QTest::newRow("another class's line")
            << QByteArray("Sending FindCoordinator request to broker localhost:9092 (id: -1 rack: null)")
            << QByteArray("none");
        QTest::newRow("nothing") << QByteArray("") << QByteArray("none");
    }
    void requestLinesOfEveryVersionAreRead()
    {
        QFETCH(QByteArray, message);
        QFETCH(QByteArray, expected);
        const auto line = requestLine(message.toStdString());
        QCOMPARE(line ? std::string {apiName(line->api)} + ' ' + std::to_string(line->correlation) + ' '
                    + std::to_string(line->node.value)
                      : "none",
            expected.toStdString());
    }

    void whatIsNoRecordingIsRefused()
    {
        QVERIFY(!readRecording("", "empty"));
        const auto headerless = readRecording("[2026-11-29 13:55:16,300] INFO hello\n", "x");
        QVERIFY(!headerless);
        QCOMPARE(headerless.error().toString(), std::string("x.log:1: expected '# java-client VERSION mode=…'"));
        const auto silent = readRecording("# java-client 2.1.0 mode=producer brokers=127.0.0.1:1 coordinator=1 "
                                          "rtt_ms=0 bootstrap=127.0.0.1:1 run_ms=1 conf=\n",
            "y");
        QVERIFY(!silent);
        QVERIFY(silent.error().message.find("Initiating connection") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestRecording)
#include "tst_recording.moc"
