// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/harness.h"

#include <QtTest>

#include <algorithm>

using namespace connscope;
using namespace connscope::client;
using trace::ClientKind;
using trace::EventKind;
using trace::RuleId;

namespace {
Instant at(std::int64_t milliseconds) { return kStart + ms(milliseconds); }
Step create()
{
    Step step;
    step.kind = Step::Kind::CreateTopic;
    step.topic = "new";
    return step;
}
Step describe()
{
    Step step;
    step.kind = Step::Kind::DescribeCluster;
    return step;
}
} // namespace

class TestAdmin : public QObject {
    Q_OBJECT
private slots:
    void metadataFirstThenTheController()
    {
        Harness h(ClientKind::Admin, "java-3.9", {}, {create(), closeStep()});
        h.runUntil(at(2000));
        QVERIFY(h.brain->isClosed());
        QCOMPARE(h.opened(), (std::vector<std::int32_t> {-1, 1}));
        QCOMPARE(QString::fromStdString(h.sentOn(-1)), QString("API_VERSIONS METADATA"));
        QCOMPARE(QString::fromStdString(h.sentOn(1)), QString("API_VERSIONS CREATE_TOPICS"));
        QCOMPARE(h.events(EventKind::ConnectStarted).back()->rule, RuleId::ControllerNeeded);
    }
    void itsIdleLimitIsFiveMinutes()
    {
        Harness h(ClientKind::Admin, "java-3.9", {}, {create(), waitStep(kNoLimit)});
        h.runUntil(at(290'000));
        QVERIFY(h.events(EventKind::IdleExpired).empty());
        h.runUntil(at(700'000));
        const auto expired = h.events(EventKind::IdleExpired);
        QVERIFY(!expired.empty());
        QVERIFY(expired.front()->value > 300'000'000'000);
    }
    // KafkaAdminClient.LeastLoadedNodeProvider: any node means any broker, so the bootstrap connection serves the metadata alone.
    void aCallToAnyNodeWaitsForTheBrokers()
    {
        for (const char* profile : {"java-2.1", "java-2.8", "java-3.9"}) {
            Harness h(ClientKind::Admin, profile, {}, {describe(), closeStep()});
            h.runUntil(at(2000));
            QVERIFY(h.brain->isClosed());
            QCOMPARE(h.opened().size(), std::size_t {2});
            QCOMPARE(h.opened()[0], -1);
            QVERIFY(h.opened()[1] >= 0);
            QCOMPARE(QString::fromStdString(h.sentOn(-1)), QString("API_VERSIONS METADATA"));
            QCOMPARE(h.events(EventKind::AppReturn).size(), std::size_t {1});
            QCOMPARE(h.trace.text(h.events(EventKind::AppReturn)[0]->text), std::string_view("describeCluster()"));
            QCOMPARE(h.events(EventKind::AppReturn)[0]->value, std::int64_t {0});
        }
    }
    void theConfigOfABrokerIsAskedOfThatBroker()
    {
        Step step = describe();
        step.kind = Step::Kind::DescribeConfigs;
        step.text = "broker 2";
        Harness h(ClientKind::Admin, "java-3.9", {}, {step, closeStep()});
        h.runUntil(at(2000));
        QCOMPARE(h.opened(), (std::vector<std::int32_t> {-1, 2}));
        QCOMPARE(QString::fromStdString(h.sentOn(2)), QString("API_VERSIONS DESCRIBE_CONFIGS"));
        QCOMPARE(h.trace.text(h.events(EventKind::AppCall)[0]->text), std::string_view("describeConfigs(broker 2)"));
    }
    void aRefusedConnectIsTriedAgainAfterTheBackoff()
    {
        for (const char* profile : {"java-2.1", "java-3.9"}) {
            Harness h(ClientKind::Admin, profile, {}, {describe(), closeStep()});
            h.refuses = [](const OpenWish&) { return true; };
            h.runUntil(at(5000));
            const std::size_t attempts = h.events(EventKind::ConnectStarted).size();
            QVERIFY2(attempts >= 6 && attempts <= 12, qPrintable(QString::number(attempts)));
            h.refuses = [](const OpenWish&) { return false; };
            h.runUntil(at(10'000));
            QVERIFY(h.brain->isClosed());
        }
    }
    void aCallWithoutANodeTimesOut()
    {
        Harness h(ClientKind::Admin, "java-3.9", {{"default.api.timeout.ms", "5000"}, {"request.timeout.ms", "2000"}},
            {waitStep(ms(1000)), describe(), closeStep()});
        h.refuses = [](const OpenWish& wish) { return wish.node.isBootstrap() == false; };
        h.runUntil(at(20'000));
        const auto returned = h.events(EventKind::AppReturn);
        QCOMPARE(returned.size(), std::size_t {1});
        QCOMPARE(returned[0]->value, static_cast<std::int64_t>(protocol::ErrorCode::RequestTimedOut));
        QCOMPARE(returned[0]->at, at(6001)); // Java's clock: more than 5,000 ms
        QCOMPARE(h.events(EventKind::ClientClosed)[0]->at, at(6001));
    }
    // Before KIP-533 a call has request.timeout.ms, which closes the connection.
    void aCallWithoutAnAnswerTimesOut()
    {
        for (const char* profile : {"java-2.1", "java-3.9"}) {
            Harness h(ClientKind::Admin, profile, {{"request.timeout.ms", "3000"}},
                {waitStep(ms(1000)), create(), closeStep()});
            h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
                return request.api == ApiKey::CreateTopics ? std::nullopt : h.standardAnswer(node, request);
            };
            h.runUntil(at(70'000));
            const auto returned = h.events(EventKind::AppReturn);
            QCOMPARE(returned.size(), std::size_t {1});
            QCOMPARE(returned[0]->value, static_cast<std::int64_t>(protocol::ErrorCode::RequestTimedOut));
            const std::int64_t limit = std::string_view(profile) == "java-2.1" ? 4'000 : 61'000;
            QVERIFY(returned[0]->at >= at(limit) && returned[0]->at <= at(limit + 2));
            QVERIFY(h.brain->isClosed());
        }
    }
    void closeDoesNotWaitForMetadata()
    {
        Harness h(ClientKind::Admin, "java-3.9", {}, {waitStep(ms(2000)), closeStep()});
        h.refuses = [](const OpenWish&) { return true; };
        h.runUntil(at(10'000));
        QCOMPARE(h.events(EventKind::ClientClosed).size(), std::size_t {1});
        QCOMPARE(h.events(EventKind::ClientClosed)[0]->at, at(2000));
    }
    void aWrongControllerIsAskedForAgain()
    {
        Harness h(ClientKind::Admin, "java-3.9", {}, {create(), closeStep()});
        int asked = 0;
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::CreateTopics && ++asked == 1)
                return protocol::CreateTopicsResponse {protocol::ErrorCode::NotController};
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(5000));
        QVERIFY(h.brain->isClosed());
        QCOMPARE(asked, 2);
        QVERIFY(std::count_if(h.sent.begin(), h.sent.end(), [](const auto& s) {
            return s.second == ApiKey::Metadata;
        }) >= 2);
    }
};

QTEST_GUILESS_MAIN(TestAdmin)
#include "tst_admin.moc"
