// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison must be able to fail: a recorded story agrees with itself, and with nothing that was tampered with.
#include "analysis/storycompare.h"
#include "truth/recording.h"

#include <QTest>

#include <functional>

using namespace connscope;
using namespace connscope::truth;

namespace {

Story load(const char* name)
{
    auto recording = loadRecording(name);
    if (!recording)
        qFatal("%s", recording.error().toString().c_str());
    return std::move(recording->story);
}

std::string first(const Story& recorded, const Story& simulated)
{
    const auto all = differences(recorded, simulated);
    return all.empty() ? "none" : all.front().text;
}

void shift(Life& life, Duration by)
{
    life.ended->at += by;
    if (life.brokerClosed)
        *life.brokerClosed += by;
}

} // namespace

class TestCompare : public QObject {
    Q_OBJECT

private slots:
    void everyStoryAgreesWithItself()
    {
        for (const std::string& name : recordingNames())
            QCOMPARE(first(load(name.c_str()), load(name.c_str())), std::string("none"));
    }

    void noRecordingAgreesWithAnotherVersionThatActsDifferently()
    {
        QVERIFY(first(load("producer-start.java-2.1.0"), load("producer-start.java-2.2.0")) != "none");
        QVERIFY(
            first(load("producer-two-bootstraps.java-2.3.0"), load("producer-two-bootstraps.java-3.9.0")) != "none");
        QVERIFY(first(load("course-consumer.java-2.8.0"), load("course-consumer.java-3.9.0")) != "none");
    }

    void aChangedStoryIsDifferent_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<std::function<void(Story&)>>("change");
        QTest::addColumn<QByteArray>("words"); // that the first difference contains
        const auto row
            = [](const char* what, const char* name, std::function<void(Story&)> change, const char* words) {
                  QTest::newRow(what) << QByteArray(name) << std::move(change) << QByteArray(words);
              };
        row(
            "a connection is missing", "course-consumer.java-2.3.0",
            [](Story& s) { s.lives.erase(s.lives.begin() + 3); },
            "recorded connection 1 to node 0 (localhost:9092); simulated none");
        row(
            "a connection too many", "course-consumer.java-2.3.0",
            [](Story& s) {
                s.lives.push_back(s.lives[4]);
                s.lives.back().opened.at += 1s;
            },
            "simulated connection 2 to node 1 (localhost:9093)");
        row(
            "another node id", "course-consumer.java-2.3.0", [](Story& s) { s.lives[1].node = NodeId {2147483646}; },
            "recorded connection 1 to node 2147483645");
        row(
            "another broker", "course-consumer.java-2.3.0", [](Story& s) { s.lives[1].port = 9093; },
            "simulated to node 2147483645 (localhost:9093)");
        row(
            "opened in another order", "producer-start.java-2.2.0",
            [](Story& s) { std::swap(s.lives[0].turn, s.lives[1].turn); },
            "recorded node -1 (127.0.0.1:36637) opened before node -2");
        row(
            "opened for another reason", "course-consumer.java-2.3.0", [](Story& s) { s.lives[0].byMetadata = true; },
            "opened for a request; simulated for metadata");
        row(
            "two requests swapped", "course-consumer.java-2.3.0",
            [](Story& s) { std::swap(s.lives[0].requests[1].api, s.lives[0].requests[2].api); },
            "recorded on node -1 (localhost:9092) after the start: API_VERSIONS METADATA FIND_COORDINATOR; "
            "simulated API_VERSIONS FIND_COORDINATOR METADATA");
        row(
            "a request is missing", "course-consumer.java-2.3.0",
            [](Story& s) { s.lives[1].requests.erase(s.lives[1].requests.begin() + 3); }, "OFFSET_FETCH");
        row(
            "a FETCH is missing", "course-consumer.java-3.9.0", // the one that closes the session
            [](Story& s) { s.lives[2].requests.pop_back(); }, "after close()");
        row(
            "a PRODUCE goes elsewhere", "producer-two-bootstraps.java-2.2.0",
            [](Story& s) {
                s.lives[3].requests.push_back(s.lives[2].requests.back());
                s.lives[2].requests.pop_back();
            },
            "PRODUCE");
        row(
            "no LEAVE_GROUP", "course-consumer.java-2.1.0", [](Story& s) { s.lives[1].requests.pop_back(); },
            "LEAVE_GROUP");
        row(
            "heartbeats twice as often", "consumer-idle.java-2.1.0",
            [](Story& s) {
                const auto requests = s.lives[1].requests;
                for (const Request& request : requests) {
                    if (request.api == ApiKey::Heartbeat)
                        s.lives[1].requests.push_back(request);
                }
            },
            "HEARTBEAT");
        row(
            "a metadata request to a node that is not connected", "producer-refresh.java-2.3.0",
            [](Story& s) { s.refreshes[2].target = NodeId {2}; },
            "metadata request 3 to node 4; simulated to node 2, which the rule could not choose");
        row(
            "a metadata request is missing", "producer-refresh.java-2.3.0",
            [](Story& s) { s.refreshes.erase(s.refreshes.begin() + 2); }, "metadata request");
        row(
            "another closer", "broker-closes-first.java-2.8.0",
            [](Story& s) { s.lives[0].ending = Ending::ClientIdle; },
            "broker idle expiry; simulated client idle expiry");
        row(
            "never closed", "consumer-idle.java-2.1.0", [](Story& s) { s.lives[0].ending = Ending::ClientClose; },
            "client idle expiry; simulated client closed");
        row(
            "closed by the broker half a second later", "broker-closes-first.java-2.8.0",
            [](Story& s) { shift(s.lives[0], ms(500)); }, "without use");
        row(
            "closed by the client half a second later", "consumer-idle.java-2.2.0",
            [](Story& s) { shift(s.lives[0], ms(500)); },
            "closed after 6.023 s without use; simulated after 6.523 s");
        row(
            "closed by the client half a second earlier", "consumer-idle.java-2.2.0",
            [](Story& s) { shift(s.lives[0], -ms(500)); }, "without use");
        row(
            "closed half a second after the call that woke the client", "producer-idle.java-2.2.0",
            [](Story& s) { shift(s.lives[1], ms(500)); }, "without use");
    }
    /// What a log does not tell is not compared; where both stories know it, they have to agree.
    void whoClosedAndWhatALateAnswerMet()
    {
        Story recorded = load("consumer-idle.java-2.2.0");
        Story simulated = recorded;
        recorded.lives[0].closer = trace::Side::Client;
        QCOMPARE(first(recorded, simulated), std::string("none"));
        simulated.lives[0].closer = trace::Side::Broker;
        QVERIFY(
            first(recorded, simulated).find("closed by the client; simulated by the broker") != std::string::npos);
        QVERIFY(differences(recorded, simulated).front().chinese.find("由客户端关闭；模拟的是：由Broker关闭")
            != std::string::npos);
        simulated.lives[0].closer = trace::Side::Client;
        recorded.lives[0].answerMetReset = false;
        QCOMPARE(first(recorded, simulated), std::string("none"));
        simulated.lives[0].answerMetReset = true;
        QVERIFY(first(recorded, simulated)
                    .find("an answer behind the client's FIN, not met with a reset; simulated met with a reset")
            != std::string::npos);
    }
    void aChangedStoryIsDifferent()
    {
        QFETCH(QByteArray, name);
        QFETCH(std::function<void(Story&)>, change);
        QFETCH(QByteArray, words);
        const Story recorded = load(name.constData());
        Story changed = recorded;
        change(changed);
        const std::string difference = first(recorded, changed);
        QVERIFY2(difference.find(words.toStdString()) != std::string::npos, difference.c_str());
    }

    void smallShiftsInTimeAreNoDifference()
    {
        const Story recorded = load("consumer-idle.java-2.2.0");
        Story later = recorded;
        shift(later.lives[0], ms(90));
        QCOMPARE(first(recorded, later), std::string("none"));
        Story slow = recorded; // everything after the start 300 ms late, as after loading classes
        for (Life& life : slow.lives) {
            life.opened.at += ms(300);
            life.connected->at += ms(300);
            for (Request& request : life.requests) {
                request.sent.at += ms(300);
                if (request.done)
                    request.done->at += ms(300);
            }
            life.ended->at += ms(300);
        }
        for (Refresh& refresh : slow.refreshes)
            refresh.sent.at += ms(300);
        for (Mark& mark : slow.marks) {
            if (mark.kind == MarkKind::Close || mark.kind == MarkKind::Closed)
                mark.at += ms(300);
        }
        QCOMPARE(first(recorded, slow), std::string("none"));
    }

    void ordersWithinATurnAreNoDifference()
    {
        const Story recorded = load("course-consumer.java-2.3.0");
        Story other = recorded;
        std::swap(other.lives[2], other.lives[4]);
        QCOMPARE(first(recorded, other), std::string("none"));
    }

    void aMetadataRequestIntoAConnectionThatWasEndingDoesNotCount()
    {
        // METADATA with correlation id 6 went to node 2 in the millisecond in which node 2's end was noticed.
        const Story recorded = load("broker-closes-first.java-2.2.0");
        Story other = recorded;
        QCOMPARE(other.refreshes[2].target.value, 2);
        other.refreshes.erase(other.refreshes.begin() + 2);
        for (Life& life : other.lives)
            std::erase_if(life.requests, [](const Request& request) { return request.cancelled; });
        QCOMPARE(first(recorded, other), std::string("none"));
        other.refreshes.erase(other.refreshes.begin() + 2); // the next one was answered
        QVERIFY(first(recorded, other).find("metadata request") != std::string::npos);
    }

    void anotherTargetThatTheRuleAllowsIsNoDifference()
    {
        const Story recorded = load("consumer-idle.java-2.3.0"); // three leaders, one FETCH in flight on each
        Story other = recorded;
        QCOMPARE(other.refreshes[3].target.value, 3);
        other.refreshes[3].target = NodeId {1};
        QCOMPARE(first(recorded, other), std::string("none"));
    }
};

QTEST_GUILESS_MAIN(TestCompare)
#include "tst_compare.moc"
