// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/harness.h"

#include <QtTest>

#include <algorithm>
#include <set>

using namespace connscope;
using namespace connscope::client;
using trace::ClientKind;
using trace::EventKind;
using trace::RuleId;

namespace {
Instant at(std::int64_t milliseconds) { return kStart + ms(milliseconds); }
using Config = std::vector<std::pair<std::string, std::string>>;
const Config kTwo {{"bootstrap.servers", "localhost:9092,localhost:9093"}};
const Config kPlainTwo {{"bootstrap.servers", "localhost:9092,localhost:9093"}, {"enable.idempotence", "false"}};
} // namespace

class TestNetworkClient : public QObject {
    Q_OBJECT
private slots:
    void aProducersConnectionsBeforeTheFirstSend_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<int>("low");
        QTest::addColumn<int>("high");
        QTest::newRow("2.1 opens nothing") << "java-2.1" << 0 << 0;
        QTest::newRow("2.2 opens both") << "java-2.2" << 2 << 2;
        QTest::newRow("2.3 opens one") << "java-2.3" << 1 << 1;
        QTest::newRow("2.8 opens one") << "java-2.8" << 1 << 1;
        QTest::newRow("3.9 opens one or two") << "java-3.9" << 1 << 2;
        QTest::newRow("the course opens all") << "course" << 2 << 5;
    }
    void aProducersConnectionsBeforeTheFirstSend()
    {
        QFETCH(QString, profile);
        QFETCH(int, low);
        QFETCH(int, high);
        std::set<std::size_t> seen;
        for (std::uint64_t seed = 1; seed <= 40; ++seed) {
            Harness h(ClientKind::Producer, profile.toStdString(), kTwo, {waitStep(kNoLimit)}, seed);
            h.runUntil(at(5000));
            const std::size_t count = h.opened().size();
            QVERIFY2(count >= static_cast<std::size_t>(low) && count <= static_cast<std::size_t>(high),
                qPrintable(QString("seed %1: %2 connections").arg(seed).arg(count)));
            seen.insert(count);
        }
        if (profile == "java-3.9")
            QCOMPARE(seen.size(), std::size_t {2}); // both happen
    }
    // When the first update is due, 100 ms after construction, the connection that fetched the producer id is idle again: the
    // updater takes it or the other address. Java 2.2.0 against two brokers: two connections for the first producer of a
    // process in 5 of 5 runs, since its handshake takes more than these 100 ms while classes are loaded; for the following
    // three producers of each process in 9 of 15 cases, else one.
    void anIdempotent22ProducerOpensOneOrTwo()
    {
        Config config = kTwo;
        config.emplace_back("enable.idempotence", "true");
        int both = 0;
        for (std::uint64_t seed = 1; seed <= 60; ++seed) {
            Harness h(ClientKind::Producer, "java-2.2", config, {waitStep(kNoLimit)}, seed);
            h.runUntil(at(5000));
            QVERIFY(h.opened().size() == 1 || h.opened().size() == 2);
            both += h.opened().size() == 2 ? 1 : 0;
        }
        QVERIFY2(both >= 15 && both <= 45, std::to_string(both).c_str());
        // A handshake that lasts as long as in a process that starts has them both opened, as observed.
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            Harness h(ClientKind::Producer, "java-2.2", config, {waitStep(kNoLimit)}, seed);
            h.delay = ms(40);
            h.runUntil(at(5000));
            QCOMPARE(h.opened().size(), std::size_t {2});
        }
    }
    /// From a socket each answer is an object of its own; what it says decides whether it is equivalent (KIP-580).
    void equalAnswersAreEquivalentWhereverTheyCameFrom()
    {
        for (const bool own : {false, true}) {
            Harness h(ClientKind::Producer, "java-3.9", kPlainTwo, {sendStep("t4", {1}), waitStep(kNoLimit)});
            std::shared_ptr<const protocol::ClusterMetadata> shared;
            h.answer = [&](NodeId node, const protocol::Request& request) {
                auto body = h.standardAnswer(node, request);
                if (auto* metadata = body ? std::get_if<protocol::MetadataResponse>(&*body) : nullptr) {
                    auto cluster = std::make_shared<protocol::ClusterMetadata>(*metadata->cluster);
                    for (protocol::TopicMetadata& topic : cluster->topics) {
                        topic.partitions[1].leader = BrokerId {};
                        topic.partitions[1].error = protocol::ErrorCode::LeaderNotAvailable;
                    }
                    if (!shared || own)
                        shared = cluster;
                    metadata->cluster = shared;
                }
                return body;
            };
            h.runUntil(at(5000));
            const auto asked = std::count_if(
                h.sent.begin(), h.sent.end(), [](const auto& s) { return s.second == ApiKey::Metadata; });
            // 100, 200, 400, 800 ms, then a second, each with a fifth more or less.
            QVERIFY2(asked >= 6 && asked <= 11, std::to_string(asked).c_str());
        }
    }
    void whatTheBrokerDoesNotSpeakIsNotSent_data()
    {
        QTest::addColumn<int>("min");
        QTest::addColumn<int>("max");
        QTest::addColumn<QString>("says");
        QTest::newRow("only newer ones")
            << 50 << 60 << "METADATA: this client speaks versions 0 to 12, the broker 50 to 60";
        QTest::newRow("none at all") << -1 << -1
                                     << "METADATA: this client speaks versions 0 to 12, the broker does not know it";
        QTest::newRow("a range that is none")
            << 9 << -3 << "METADATA: this client speaks versions 0 to 12, the broker 9 to -3";
    }
    /// NodeApiVersions#latestUsableVersion throws UnsupportedVersionException: nothing is guessed.
    void whatTheBrokerDoesNotSpeakIsNotSent()
    {
        QFETCH(int, min);
        QFETCH(int, max);
        QFETCH(QString, says);
        Harness h(ClientKind::Consumer, "java-3.9", {{"group.id", "g"}}, subscribeAndPoll());
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api != ApiKey::ApiVersions)
                return h.standardAnswer(node, request);
            auto versions = std::make_shared<std::vector<protocol::ApiVersionRange>>();
            versions->push_back({ApiKey::ApiVersions, 0, 4});
            if (max != -1)
                versions->push_back(
                    {ApiKey::Metadata, static_cast<std::int16_t>(min), static_cast<std::int16_t>(max)});
            return protocol::ApiVersionsResponse {protocol::ErrorCode::None, versions};
        };
        h.runUntil(at(2000));
        const auto errors = h.events(EventKind::ProtocolError);
        QVERIFY(!errors.empty());
        QCOMPARE(h.trace.text(errors.front()->text), std::string_view(says.toStdString()));
        QCOMPARE(errors.front()->rule, RuleId::NoCommonVersion);
        for (const auto& [node, api] : h.sent)
            QCOMPARE(api, ApiKey::ApiVersions);
        // The connection stays; the exception comes out of poll().
        QVERIFY(h.closed.empty());
        QCOMPARE(h.opened().size(), std::size_t {1});
        const auto thrown = h.events(EventKind::AppReturn);
        QCOMPARE(thrown.size(), std::size_t {1});
        QCOMPARE(thrown.front()->value, static_cast<std::int64_t>(protocol::ErrorCode::UnsupportedVersion));
        QCOMPARE(thrown.front()->rule, RuleId::NoCommonVersion);
    }
    /// JoinGroupRequest.Builder#build throws: the old coordinator does not speak of static members (KIP-345), and stays the
    /// coordinator.
    void aStaticMemberDoesNotJoinWhereTheVersionHasNoWordForIt()
    {
        Harness h(
            ClientKind::Consumer, "java-3.9", {{"group.id", "g"}, {"group.instance.id", "i1"}}, subscribeAndPoll());
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            auto answer = h.standardAnswer(node, request);
            if (request.api != ApiKey::ApiVersions)
                return answer;
            auto response = std::get<protocol::ApiVersionsResponse>(*answer);
            auto versions = std::make_shared<std::vector<protocol::ApiVersionRange>>(*response.versions);
            for (protocol::ApiVersionRange& range : *versions) {
                if (range.api == ApiKey::JoinGroup)
                    range.max = 3;
            }
            response.versions = versions;
            return response;
        };
        h.runUntil(at(2000));
        const auto errors = h.events(EventKind::ProtocolError);
        QVERIFY(!errors.empty());
        QCOMPARE(h.trace.text(errors.front()->text),
            std::string_view("JOIN_GROUP: version 3, which the broker speaks, has no group.instance.id"));
        QVERIFY(std::none_of(
            h.sent.begin(), h.sent.end(), [](const auto& sent) { return sent.second == ApiKey::JoinGroup; }));
        QCOMPARE(h.events(EventKind::CoordinatorLost).size(), std::size_t {0});
        const auto thrown = h.events(EventKind::AppReturn);
        QCOMPARE(thrown.size(), std::size_t {1});
        QCOMPARE(thrown.front()->value, static_cast<std::int64_t>(protocol::ErrorCode::UnsupportedVersion));
    }
    void apiVersionsIsTheFirstRequestOnEveryConnection()
    {
        Harness h(ClientKind::Consumer, "java-3.9", {{"group.id", "g"}}, subscribeAndPoll());
        h.runUntil(at(2000));
        const std::vector<std::int32_t> opened = h.opened();
        QVERIFY(opened.size() >= 5);
        for (const std::int32_t node : opened)
            QVERIFY2(h.sentOn(node).rfind("API_VERSIONS", 0) == 0, h.sentOn(node).c_str());
    }
    void anUnknownApiVersionsIsAskedAgain_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<int>("second");
        QTest::newRow("2.3 falls back to 0") << "java-2.3" << 0;
        QTest::newRow("3.9 takes the version that the broker names") << "java-3.9" << 2;
    }
    void anUnknownApiVersionsIsAskedAgain()
    {
        QFETCH(QString, profile);
        QFETCH(int, second);
        Harness h(ClientKind::Producer, profile.toStdString(), kPlainTwo, {sendStep("t4", {0})});
        std::vector<int> versions;
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::ApiVersions) {
                versions.push_back(request.version);
                if (request.version > 2 || (profile == "java-2.3" && request.version > 0)) {
                    protocol::ApiVersionsResponse r;
                    r.error = protocol::ErrorCode::UnsupportedVersion;
                    r.versions = std::make_shared<const std::vector<protocol::ApiVersionRange>>(
                        std::vector<protocol::ApiVersionRange> {{ApiKey::ApiVersions, 0, 2}});
                    return r;
                }
            }
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(1000));
        QVERIFY(versions.size() >= 2);
        QVERIFY(versions[0] >= 2);
        QCOMPARE(versions[1], second);
        QVERIFY(!h.events(EventKind::Ready).empty());
        QVERIFY(h.closed.empty());
    }
    void aRequestWithoutAnswerClosesItsConnection()
    {
        Harness h(ClientKind::Producer, "java-2.3", {{"request.timeout.ms", "1000"}, {"retry.backoff.ms", "100"}},
            {sendStep("t4", {0})});
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::Produce)
                return std::nullopt;
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(900));
        QVERIFY(h.closed.empty());
        h.runUntil(at(2500));
        QVERIFY(!h.closed.empty());
        QCOMPARE(h.closed.front().second, RuleId::RequestTimeout);
        QCOMPARE(h.events(EventKind::RequestTimedOut).front()->api, ApiKey::Produce);
        QVERIFY(!h.events(EventKind::RequestCancelled).empty());
    }
    void theSetupTimeoutExistsFrom27On_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<bool>("givesUp");
        QTest::newRow("2.3 leaves it to the kernel") << "java-2.3" << false;
        QTest::newRow("2.8 gives up after 8 to 12 s") << "java-2.8" << true;
    }
    void theSetupTimeoutExistsFrom27On()
    {
        QFETCH(QString, profile);
        QFETCH(bool, givesUp);
        Harness h(ClientKind::Producer, profile.toStdString(), {}, {sendStep("t4", {0})});
        h.accepts = [](const OpenWish&) { return false; };
        h.runUntil(at(7900));
        QVERIFY(h.closed.empty());
        h.runUntil(at(13000));
        QCOMPARE(!h.closed.empty(), givesUp);
        if (givesUp)
            QCOMPARE(h.closed.front().second, RuleId::ConnectionSetupTimeout);
    }
    void theSetupTimeoutGrowsToItsMaximum_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<bool>("capped");
        QTest::newRow("2.8: the jitter may go above it") << "java-2.8" << false;
        QTest::newRow("3.9: never (KIP-580)") << "java-3.9" << true;
    }
    void theSetupTimeoutGrowsToItsMaximum()
    {
        QFETCH(QString, profile);
        QFETCH(bool, capped);
        Duration longest {};
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            Harness h(ClientKind::Producer, profile.toStdString(), {{"enable.idempotence", "false"}},
                {sendStep("t4", {0})}, seed);
            h.accepts = [](const OpenWish&) { return false; };
            h.runUntil(at(600'000));
            const auto started = h.events(EventKind::ConnectStarted);
            const auto failed = h.events(EventKind::ConnectFailed);
            QVERIFY(failed.size() > 10);
            for (std::size_t i = 0; i < failed.size(); ++i)
                longest = std::max(longest, failed[i]->at - started[i]->at);
        }
        QVERIFY2((longest <= ms(30'200)) == capped, formatDuration(longest).c_str());
        QVERIFY2(longest >= ms(29'000) && longest <= ms(36'200), formatDuration(longest).c_str());
    }
    void aRequestTimeoutIsNotLateOnAConnectionThatChecksApiVersions_data()
    {
        QTest::addColumn<QString>("profile");
        for (const char* profile : {"java-2.1", "java-2.8", "java-3.9", "java-4.0"})
            QTest::newRow(profile) << profile;
    }
    // ClusterConnectionStates#connectionDelay: the setup timeout counts in CONNECTING only; then the poll may last
    // request.timeout.ms, and that is when an API_VERSIONS without answer is given up.
    void aRequestTimeoutIsNotLateOnAConnectionThatChecksApiVersions()
    {
        QFETCH(QString, profile);
        Harness h(ClientKind::Producer, profile.toStdString(), {{"linger.ms", "0"}},
            {waitStep(ms(1000)), sendStep("t4", {1})});
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::ApiVersions && node.value == 1)
                return std::nullopt;
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(60'000));
        Instant asked = kNever;
        for (const auto* e : h.events(EventKind::RequestSent)) {
            if (e->api == ApiKey::ApiVersions && e->node.value == 1)
                asked = std::min(asked, e->at);
        }
        const auto timedOut = h.events(EventKind::RequestTimedOut);
        QVERIFY(!timedOut.empty());
        const Duration waited = timedOut.front()->at - asked;
        QVERIFY2(waited >= ms(30'000) && waited <= ms(30'010), formatDuration(waited).c_str());
    }
    void reconnectsWaitLongerAndLonger()
    {
        Harness h(ClientKind::Producer, "java-3.9", {{"enable.idempotence", "false"}}, {sendStep("t4", {0})});
        h.refuses = [](const OpenWish&) { return true; };
        h.runUntil(at(10'000));
        const auto backoffs = h.events(EventKind::BackoffStarted);
        QVERIFY(backoffs.size() >= 8);
        QVERIFY(backoffs[0]->value >= 40'000'000 && backoffs[0]->value <= 60'000'000);
        QVERIFY(backoffs[2]->value >= 160'000'000 && backoffs[2]->value <= 240'000'000);
        QVERIFY(backoffs[7]->value <= 1'000'000'000);
        const auto started = h.events(EventKind::ConnectStarted);
        for (std::size_t i = 1; i < started.size(); ++i)
            QVERIFY(started[i]->at - started[i - 1]->at >= Duration {backoffs[i - 1]->value});
    }
    void aRefusedAuthenticationIsThrownFromTheCallThatWaits_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("call");
        QTest::newRow("producer") << static_cast<int>(ClientKind::Producer) << QByteArray("send(t4)");
        QTest::newRow("consumer") << static_cast<int>(ClientKind::Consumer) << QByteArray("poll(200ms)");
        QTest::newRow("admin") << static_cast<int>(ClientKind::Admin) << QByteArray("describeCluster()");
    }
    void aRefusedAuthenticationIsThrownFromTheCallThatWaits()
    {
        QFETCH(int, kind);
        QFETCH(QByteArray, call);
        Step describe;
        describe.kind = Step::Kind::DescribeCluster;
        const auto client = static_cast<ClientKind>(kind);
        const bool consumer = client == ClientKind::Consumer;
        std::vector<Step> script = consumer ? subscribeAndPoll()
            : client == ClientKind::Admin   ? std::vector<Step> {describe}
                                            : std::vector<Step> {sendStep("t4", {0})};
        if (consumer)
            script.back().timeout = ms(200);
        Harness h(client, "java-3.9",
            consumer ? std::vector<std::pair<std::string, std::string>> {{"group.id", "g"}}
                     : std::vector<std::pair<std::string, std::string>> {},
            script);
        h.refuses = [](const OpenWish&) { return true; };
        h.refusal = RuleId::AuthenticationFailed;
        h.runUntil(at(2'000));
        const auto returned = h.events(EventKind::AppReturn);
        QVERIFY(!returned.empty());
        QCOMPARE(returned.front()->value, std::int64_t {58}); // SASL_AUTHENTICATION_FAILED
        QCOMPARE(QByteArray::fromStdString(std::string(h.trace.text(returned.front()->text))), call);
        QVERIFY(returned.front()->at < at(100)); // at once, not after max.block.ms
        QVERIFY(h.events(EventKind::ConnectFailed).empty()); // TCP was done
        // No storm: a refusal counts twice for the backoff (ClusterConnectionStates#authenticationFailed).
        const auto backoffs = h.events(EventKind::BackoffStarted);
        QVERIFY(backoffs.front()->value >= 80'000'000 && backoffs.front()->value <= 120'000'000);
        const auto started = h.events(EventKind::ConnectStarted);
        for (std::size_t i = 1; i < started.size(); ++i)
            QVERIFY(started[i]->at - started[i - 1]->at >= ms(80));
    }
    void theNextAddressOfANameIsTriedNext()
    {
        Harness h(ClientKind::Producer, "java-3.9",
            {{"bootstrap.servers", "kafka:9092"}, {"enable.idempotence", "false"}}, {sendStep("t4", {0})});
        h.dns["kafka"] = {"10.0.0.1", "10.0.0.2", "fe80::1"};
        std::vector<std::string> tried;
        h.refuses = [&](const OpenWish& wish) {
            tried.push_back(wish.address);
            return true;
        };
        h.runUntil(at(1000));
        QVERIFY(tried.size() >= 3);
        QCOMPARE(tried[0], std::string("10.0.0.1"));
        QCOMPARE(tried[1], std::string("10.0.0.2"));
        QVERIFY(std::find(tried.begin(), tried.end(), "fe80::1") == tried.end()); // another family than the first
    }
    void aNameWithoutAddressIsAFailureWithBackoffNotACrash()
    {
        Harness h(ClientKind::Producer, "java-2.3", {{"bootstrap.servers", "nowhere:9092"}}, {sendStep("t4", {0})});
        h.dns["nowhere"] = {};
        h.runUntil(at(2000));
        QVERIFY(h.opened().empty());
        const auto failed = h.events(EventKind::ConnectFailed);
        QVERIFY(failed.size() > 2 && failed.size() < 60);
        QCOMPARE(failed.front()->rule, RuleId::UnresolvedHost);
    }
    void anIdleConnectionIsClosedOnePerPollLeastRecentlyUsedFirst()
    {
        // The limit is 1 s, the sender sleeps at most request.timeout.ms = 3 s.
        Harness h(ClientKind::Producer, "java-2.3",
            {{"bootstrap.servers", "localhost:9092"}, {"connections.max.idle.ms", "1000"},
                {"request.timeout.ms", "3000"}, {"metadata.max.age.ms", "100000"}},
            {sendStep("t4", {0, 1, 2}), waitStep(kNoLimit)});
        h.runUntil(at(10'000));
        const auto expired = h.events(EventKind::IdleExpired);
        QVERIFY(expired.size() >= 3);
        for (std::size_t i = 0; i < expired.size(); ++i) {
            QVERIFY(expired[i]->value > 1'000'000'000);
            QVERIFY2(expired[i]->value <= 4'100'000'000, qPrintable(QString::number(expired[i]->value)));
        }
        QCOMPARE(h.closed.front().first, NodeId::bootstrap(0)); // it was used first
        for (const auto& [node, rule] : h.closed)
            QCOMPARE(rule, RuleId::ClientIdleExpiry);
    }
    void aFrozenProcessNoticesNothing()
    {
        Harness h(ClientKind::Producer, "java-2.3", {{"connections.max.idle.ms", "1000"}},
            {sendStep("t4", {0}), waitStep(kNoLimit)});
        h.runUntil(at(500));
        const std::size_t before = h.trace.size();
        h.polls = false;
        h.peerCloses(0);
        h.runUntil(at(60'000));
        QCOMPARE(h.trace.size(), before);
        h.polls = true;
        h.runFor(ms(1));
        QVERIFY(!h.events(EventKind::Disconnected).empty());
        QCOMPARE(h.events(EventKind::Disconnected).front()->rule, RuleId::PeerClosed);
    }
    void aConsumerOpensItsConnectionsInTheOrderOfTheCoursesLog()
    {
        Harness plain(ClientKind::Consumer, "java-2.3", {{"group.id", "g"}}, subscribeAndPoll());
        plain.runUntil(at(1000));
        QCOMPARE(plain.opened(), (std::vector<std::int32_t> {-1, 2147483645, 2, 0, 1}));
    }
};

QTEST_GUILESS_MAIN(TestNetworkClient)
#include "tst_networkclient.moc"
