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
using Config = std::vector<std::pair<std::string, std::string>>;

Step step(Step::Kind kind)
{
    Step s;
    s.kind = kind;
    s.timeout = kNoLimit;
    return s;
}
} // namespace

class TestProducer : public QObject {
    Q_OBJECT
private slots:
    void deliveryTimesOutOnTime_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<bool>("waits");
        for (const char* profile : {"java-2.1", "java-2.3", "java-3.9"}) {
            QTest::addRow("%s, in flight", profile) << QString::fromLatin1(profile) << false;
            QTest::addRow("%s, in the queue", profile) << QString::fromLatin1(profile) << true;
        }
    }
    /// KIP-91: eight seconds after the batch was made, and not when the next request happens to time out.
    void deliveryTimesOutOnTime()
    {
        QFETCH(QString, profile);
        QFETCH(bool, waits);
        Harness h(ClientKind::Producer, profile.toStdString(),
            {{"delivery.timeout.ms", "8000"}, {"request.timeout.ms", "5000"}, {"linger.ms", "0"}, {"acks", "1"},
                {"enable.idempotence", "false"}},
            {waitStep(ms(500)), sendStep("t4", {0}), waitStep(ms(500)), sendStep("t4", {1}), waitStep(kNoLimit)});
        h.answer = [&](NodeId node, const protocol::Request& request) {
            return request.api == ApiKey::Produce && node.value == 1 ? std::nullopt : h.standardAnswer(node, request);
        };
        if (waits)
            h.accepts = [&h](const OpenWish& wish) { return h.now < at(900) || wish.node.value != 1; };
        h.runUntil(at(20'000));
        QCOMPARE(h.events(EventKind::RecordsDelivered).size(), std::size_t {1});
        const auto done = h.events(EventKind::RecordsFailed);
        QCOMPARE(done.size(), std::size_t {1});
        QCOMPARE(done.back()->rule, RuleId::DeliveryTimeout);
        QCOMPARE(done.back()->value, std::int64_t {1});
        const std::int64_t after = toMs(done.back()->at - kStart);
        QVERIFY2(after >= 9000 && after <= 9010, std::to_string(after).c_str());
    }
    void sendOpensOnlyTheLeadersConnection()
    {
        Harness h(ClientKind::Producer, "java-2.1", {}, {sendStep("t4", {1})});
        h.runUntil(at(1000));
        QCOMPARE(h.opened(), (std::vector<std::int32_t> {-1, 1}));
        QCOMPARE(QString::fromStdString(h.sentOn(1)), QString("API_VERSIONS PRODUCE"));
        const auto started = h.events(EventKind::ConnectStarted);
        QCOMPARE(started[0]->rule, RuleId::MetadataNeedsNode);
        QCOMPARE(started[1]->rule, RuleId::LeaderHasRecords);
    }
    void lingerHoldsTheBatchBackToTheMillisecond()
    {
        Harness h(ClientKind::Producer, "java-2.3", {{"linger.ms", "50"}},
            {sendStep("t4", {0}), waitStep(ms(1000)), sendStep("t4", {0})});
        h.runUntil(at(900));
        h.sent.clear();
        std::vector<const trace::Event*> calls = h.events(EventKind::AppCall);
        h.runUntil(at(3000));
        calls = h.events(EventKind::AppCall);
        const Instant called = calls.back()->at;
        const auto sent = h.events(EventKind::RequestSent);
        QCOMPARE(sent.back()->api, ApiKey::Produce);
        QCOMPARE(sent.back()->at - called, ms(50));
    }
    void aFullBatchDoesNotWaitForLinger()
    {
        Step many = sendStep("t4", {0});
        many.records = 200;
        many.size = 100;
        Harness h(ClientKind::Producer, "java-2.3",
            {{"linger.ms", "100000"}, {"batch.size", "16384"}, {"delivery.timeout.ms", "200000"}}, {many});
        h.runUntil(at(2000));
        QVERIFY(h.sentOn(0).find("PRODUCE") != std::string::npos);
    }
    void acksZeroIsDoneWhenWritten()
    {
        Harness h(ClientKind::Producer, "java-2.3", {{"acks", "0"}},
            {sendStep("t4", {0}, 3, ms(10)), step(Step::Kind::Flush), closeStep()});
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::Produce)
                return std::nullopt; // a client that waited for an answer would never finish its flush()
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(2000));
        QVERIFY(h.brain->isClosed());
        QCOMPARE(h.events(EventKind::RecordsDelivered).size(), std::size_t {3});
    }
    void aWrongLeaderIsFollowedByMetadataAndARetry_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<bool>("learns");
        QTest::newRow("2.3 asks for metadata") << "java-2.3" << false;
        QTest::newRow("3.9 learns the leader from the answer as well (KIP-951)") << "java-3.9" << true;
    }
    void aWrongLeaderIsFollowedByMetadataAndARetry()
    {
        QFETCH(QString, profile);
        QFETCH(bool, learns);
        Harness h(ClientKind::Producer, profile.toStdString(), {{"enable.idempotence", "false"}},
            {sendStep("t4", {0}), waitStep(kNoLimit)});
        int produced = 0;
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::Produce && ++produced == 1) {
                protocol::ProduceResponse r;
                r.partitions.push_back({{"t4", 0}, protocol::ErrorCode::NotLeaderOrFollower, -1, BrokerId {2}});
                return r;
            }
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(3000));
        QVERIFY(produced >= 2);
        const auto requests = h.events(EventKind::MetadataRequested);
        const bool asked = std::any_of(
            requests.begin(), requests.end(), [](const auto* e) { return e->rule == RuleId::MetadataStaleLeader; });
        QVERIFY(asked);
        if (learns)
            QVERIFY(h.sentOn(2).find("PRODUCE") != std::string::npos);
    }
    /// Answers that say the same count as equivalent, whether they are one object (a simulation) or one each (a socket): the
    /// pause grows (KIP-580).
    void equivalentAnswersMakeThePauseGrow_data()
    {
        QTest::addColumn<bool>("isCopied");
        QTest::addColumn<bool>("isNews");
        QTest::newRow("one answer") << false << false;
        QTest::newRow("an answer each") << true << false;
        QTest::newRow("another leader epoch each time") << true << true;
    }
    void equivalentAnswersMakeThePauseGrow()
    {
        QFETCH(bool, isCopied);
        QFETCH(bool, isNews);
        Harness h(ClientKind::Producer, "java-3.9", {{"linger.ms", "0"}}, {sendStep("t4", {0})});
        std::shared_ptr<const protocol::ClusterMetadata> shared;
        int epoch = 0;
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            auto standard = h.standardAnswer(node, request);
            if (request.api != ApiKey::Metadata)
                return standard;
            auto body = std::get<protocol::MetadataResponse>(*standard);
            if (!shared || isCopied) {
                protocol::ClusterMetadata cluster = *body.cluster;
                for (protocol::TopicMetadata& topic : cluster.topics) {
                    topic.partitions[0].leader = BrokerId {};
                    topic.partitions[0].error = protocol::ErrorCode::LeaderNotAvailable;
                    topic.partitions[0].leaderEpoch = isNews ? ++epoch : 0;
                }
                shared = std::make_shared<const protocol::ClusterMetadata>(std::move(cluster));
            }
            body.cluster = shared;
            return body;
        };
        h.runUntil(at(5000));
        const auto asked
            = std::count(h.sent.begin(), h.sent.end(), std::pair<NodeId, ApiKey> {NodeId {-1}, ApiKey::Metadata});
        const auto answers = h.events(EventKind::MetadataUpdated);
        QVERIFY(asked >= 1);
        // 100 ms, 200, 400, 800, 1000, 1000, … against every 100 ms.
        if (isNews)
            QVERIFY2(answers.size() > 30, qPrintable(QString::number(answers.size())));
        else
            QVERIFY2(answers.size() >= 6 && answers.size() <= 12, qPrintable(QString::number(answers.size())));
    }
    void anUnknownTopicIsAskedForAgainAndAgain()
    {
        Harness h(ClientKind::Producer, "java-2.3", {{"max.block.ms", "1000"}}, {sendStep("nope", {0})});
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::Metadata) {
                auto body = std::get<protocol::MetadataResponse>(*h.standardAnswer(node, request));
                protocol::ClusterMetadata cluster = *body.cluster;
                cluster.topics.clear();
                for (const std::string& topic : std::get<protocol::MetadataRequest>(request.body).topics)
                    cluster.topics.push_back({protocol::ErrorCode::UnknownTopicOrPartition, topic, {}});
                body.cluster = std::make_shared<const protocol::ClusterMetadata>(cluster);
                return body;
            }
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(5000));
        const auto failed = h.events(EventKind::MetadataFailed);
        const auto inTime
            = std::count_if(failed.begin(), failed.end(), [](const auto* e) { return e->at <= at(1000); });
        QVERIFY2(
            inTime >= 6 && inTime <= 10, qPrintable(QString::number(inTime))); // every retry.backoff.ms for a second
        // send() has given up, but the topic stays wanted for metadata.max.idle.ms: the client goes on asking.
        QVERIFY(static_cast<long>(failed.size()) > inTime + 20);
        const auto returns = h.events(EventKind::AppReturn);
        QCOMPARE(returns.size(), std::size_t {1});
        QVERIFY(returns.front()->value != 0);
        QVERIFY(returns.front()->at >= at(1000) && returns.front()->at <= at(1001));
    }
    // KafkaProducer#waitOnMetadata, in every version: "Partition 5 of topic t4 with partition count 3 is not present in metadata
    // after 1000 ms." The round's other partition, and the next round, have their turn.
    void aPartitionThatThereIsNotIsAskedForAgainAndAgain()
    {
        for (const char* profile : {"java-2.1", "java-2.3", "java-3.9"}) {
            Harness h(ClientKind::Producer, profile, {{"max.block.ms", "1000"}},
                {sendStep("t4", {5, 1}, 2, ms(0)), closeStep()});
            h.runUntil(at(20'000));
            const auto returns = h.events(EventKind::AppReturn);
            std::vector<std::string> failed;
            for (const auto* e : returns) {
                if (e->value != 0)
                    failed.push_back(std::string(h.trace.text(e->text)));
            }
            QCOMPARE(failed, (std::vector<std::string> {"send(t4-5)", "send(t4-5)"}));
            QCOMPARE(toMs(returns[1]->at - returns[0]->at), std::int64_t {1000});
            QVERIFY(h.events(EventKind::MetadataUpdated).size() > 3);
            QCOMPARE(h.events(EventKind::RecordsDelivered).size(), std::size_t {2});
            QVERIFY(h.brain->isClosed());
        }
    }
    // KafkaProducer#ensureValidRecordSize
    void aRecordAboveMaxRequestSizeIsNotSent()
    {
        Step large = sendStep("t4", {0});
        large.size = 2'000'000;
        Step fits = sendStep("t4", {1});
        fits.size = 1'000'000;
        Harness h(ClientKind::Producer, "java-3.9", {}, {large, fits, closeStep()});
        h.runUntil(at(5000));
        QVERIFY(h.brain->isClosed());
        const std::vector<std::int32_t> opened = h.opened();
        QVERIFY(std::find(opened.begin(), opened.end(), 0) == opened.end());
        const auto returns = h.events(EventKind::AppReturn);
        QCOMPARE(std::count_if(returns.begin(), returns.end(),
                     [](const auto* e) {
                         return e->value == static_cast<std::int64_t>(protocol::ErrorCode::MessageTooLarge);
                     }),
            1);
        QCOMPARE(h.events(EventKind::RecordsDelivered).size(), std::size_t {1});
    }
    void aNewTopicIsAskedForAloneFrom2_6On_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<bool>("alone");
        QTest::newRow("2.3") << "java-2.3" << false;
        QTest::newRow("2.8") << "java-2.8" << true;
        QTest::newRow("3.9") << "java-3.9" << true;
        QTest::newRow("4.0") << "java-4.0" << true;
    }
    // ProducerMetadata#newMetadataRequestBuilderForNewTopics (KIP-526): such an answer does not move the refresh clock.
    void aNewTopicIsAskedForAloneFrom2_6On()
    {
        QFETCH(QString, profile);
        QFETCH(bool, alone);
        Harness h(ClientKind::Producer, profile.toStdString(), {{"connections.max.idle.ms", "-1"}},
            {waitStep(ms(1000)), sendStep("t4", {0}), waitStep(ms(99'000)), sendStep("other", {0}),
                waitStep(ms(900'000))});
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            auto body = h.standardAnswer(node, request);
            if (auto* metadata = body ? std::get_if<protocol::MetadataResponse>(&*body) : nullptr) {
                auto cluster = std::make_shared<protocol::ClusterMetadata>(*metadata->cluster);
                const protocol::TopicMetadata any
                    = cluster->topics.empty() ? protocol::TopicMetadata {} : cluster->topics.front();
                cluster->topics.clear();
                for (const std::string& topic : std::get<protocol::MetadataRequest>(request.body).topics) {
                    cluster->topics.push_back(any);
                    cluster->topics.back().topic = topic;
                }
                metadata->cluster = std::move(cluster);
            }
            return body;
        };
        h.runUntil(at(420'000));
        std::vector<std::string> asked;
        std::vector<std::int64_t> seconds;
        for (const trace::Event* e : h.events(EventKind::RequestSent)) {
            if (e->api != ApiKey::Metadata)
                continue;
            asked.emplace_back(h.trace.text(e->text));
            seconds.push_back(toMs(e->at - kStart) / 1000);
        }
        QVERIFY(asked.size() >= 4);
        QCOMPARE(asked[0], std::string());
        QCOMPARE(asked[1], std::string("t4"));
        QCOMPARE(asked[2], alone ? std::string("other") : std::string("other,t4"));
        QCOMPARE(asked[3], std::string("other,t4"));
        QCOMPARE(seconds[2], std::int64_t {100});
        QCOMPARE(seconds[3], std::int64_t {alone ? 300 : 400});
    }
    void aTransactionSharesTheBrokersConnection()
    {
        // Transaction coordinator 2 also leads t4-2: one connection "2", no 2147483645.
        Harness h(ClientKind::Producer, "java-3.9", {{"transactional.id", "tx"}},
            {step(Step::Kind::BeginTransaction), sendStep("t4", {2}), step(Step::Kind::CommitTransaction),
                closeStep()});
        h.runUntil(at(5000));
        QVERIFY(h.brain->isClosed());
        const std::vector<std::int32_t> opened = h.opened();
        QVERIFY(std::find(opened.begin(), opened.end(), 2147483645) == opened.end());
        QCOMPARE(std::count(opened.begin(), opened.end(), 2), 1);
        const std::string on2 = h.sentOn(2);
        const auto position = [&](const char* api) { return on2.find(std::string(" ") + api); };
        QVERIFY2(position("INIT_PRODUCER_ID") < position("ADD_PARTITIONS_TO_TXN"), on2.c_str());
        QVERIFY2(position("ADD_PARTITIONS_TO_TXN") < position("PRODUCE"), on2.c_str());
        QVERIFY2(position("PRODUCE") < position("END_TXN") && position("END_TXN") != std::string::npos, on2.c_str());
    }
    void anEmptyTransactionAsksNobody()
    {
        Harness h(ClientKind::Producer, "java-3.9", {{"transactional.id", "tx"}},
            {step(Step::Kind::BeginTransaction), step(Step::Kind::CommitTransaction), closeStep()});
        h.runUntil(at(5000));
        QVERIFY(h.brain->isClosed());
        for (const auto& [node, api] : h.sent)
            QVERIFY(api != ApiKey::EndTxn);
    }
    void closeAbortsATransactionThatNobodyEnded_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<bool>("aborts");
        QTest::newRow("2.1 leaves it to transaction.timeout.ms") << "java-2.1" << false;
        QTest::newRow("2.2 too") << "java-2.2" << false;
        QTest::newRow("2.3 (KAFKA-6635)") << "java-2.3" << true;
        QTest::newRow("3.9") << "java-3.9" << true;
    }
    void closeAbortsATransactionThatNobodyEnded()
    {
        QFETCH(QString, profile);
        QFETCH(bool, aborts);
        Harness h(ClientKind::Producer, profile.toStdString(), {{"transactional.id", "tx"}},
            {step(Step::Kind::BeginTransaction), sendStep("t4", {2}), waitStep(ms(2000)), closeStep()});
        std::vector<bool> ends;
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::EndTxn)
                ends.push_back(std::get<protocol::EndTxnRequest>(request.body).committed);
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(10'000));
        QVERIFY(h.brain->isClosed());
        QCOMPARE(ends, aborts ? std::vector<bool> {false} : std::vector<bool> {});
        QCOMPARE(h.closed.back().second, RuleId::ClientClosed);
        // The coordinator was asked before the sockets closed.
        QVERIFY(!aborts
            || h.events(EventKind::ClientClosed).front()->at > h.events(EventKind::ClientCloseCalled).front()->at);
    }
    void whatATransactionRepeatsWaitsForRetryBackoff_data()
    {
        QTest::addColumn<QString>("profile");
        for (const char* profile : {"java-2.1", "java-2.8", "java-3.9"})
            QTest::newRow(profile) << profile;
    }
    // Sender#maybeSendAndPollTransactionalRequest: "if (nextRequestHandler.isRetry()) time.sleep(...)"; also where the first
    // try never went out because the coordinator was not known yet. A Java client in a warm process needs 113 to 135 ms for
    // initTransactions() in 2.8.0 and 3.9.0 and 210 to 216 ms in 2.2.0; with retry.backoff.ms=400 420 to 428 and 821 to 836.
    void whatATransactionRepeatsWaitsForRetryBackoff()
    {
        QFETCH(QString, profile);
        Harness h(ClientKind::Producer, profile.toStdString(), {{"transactional.id", "tx"}},
            {step(Step::Kind::BeginTransaction), sendStep("t4", {2}), step(Step::Kind::CommitTransaction)});
        int refusals = 3;
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::EndTxn && refusals-- > 0)
                return protocol::ErrorOnlyResponse {protocol::ErrorCode::CoordinatorLoadInProgress};
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(5000));
        std::vector<Instant> ends;
        Instant found = kNever;
        Instant initialized = kNever;
        for (const auto* e : h.events(EventKind::RequestSent)) {
            if (e->api == ApiKey::EndTxn)
                ends.push_back(e->at);
            if (e->api == ApiKey::InitProducerId)
                initialized = std::min(initialized, e->at);
        }
        // Up to 2.3 the lookup itself waits for the end of a poll of retry.backoff.ms.
        const auto sent = h.events(EventKind::RequestSent);
        const auto lookup
            = std::find_if(sent.begin(), sent.end(), [](const auto* e) { return e->api == ApiKey::FindCoordinator; });
        QVERIFY(lookup != sent.end());
        QCOMPARE((*lookup)->at >= at(100), profile == "java-2.1");
        for (const auto* e : h.events(EventKind::CoordinatorFound))
            found = std::min(found, e->at);
        QVERIFY2(initialized - found >= ms(100) && initialized - found < ms(120),
            formatDuration(initialized - found).c_str());
        QCOMPARE(ends.size(), std::size_t {4});
        for (std::size_t i = 1; i < ends.size(); ++i)
            QVERIFY2(ends[i] - ends[i - 1] >= ms(100) && ends[i] - ends[i - 1] < ms(120),
                formatDuration(ends[i] - ends[i - 1]).c_str());
    }
    void aTransactionalCallEndsWithMaxBlock_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<int>("silent");
        QTest::addColumn<QString>("call");
        QTest::addColumn<bool>("isLimited");
        struct Call {
            ApiKey silent;
            const char* name;
            const char* since;
        };
        for (const Call& call : {Call {ApiKey::InitProducerId, "initTransactions()", "java-2.1"},
                 Call {ApiKey::EndTxn, "commitTransaction()", "java-2.3"},
                 Call {ApiKey::AddOffsetsToTxn, "sendOffsetsToTransaction(g)", "java-2.8"}}) {
            bool isLimited = false;
            for (const char* profile : {"java-2.1", "java-2.2", "java-2.3", "java-2.8", "java-3.9", "java-4.0"}) {
                isLimited = isLimited || std::string_view(profile) == call.since;
                QTest::addRow("%s, %s", profile, call.name)
                    << profile << static_cast<int>(call.silent) << call.name << isLimited;
            }
        }
    }
    // KafkaProducer's bytecode: initTransactions() awaits with a limit in each version, commitTransaction() and
    // abortTransaction() from 2.3.0 on (KAFKA-7763), sendOffsetsToTransaction() in 2.7.0, not yet in 2.6.0 (KAFKA-10309).
    void aTransactionalCallEndsWithMaxBlock()
    {
        QFETCH(QString, profile);
        QFETCH(int, silent);
        QFETCH(QString, call);
        QFETCH(bool, isLimited);
        Step offsets = step(Step::Kind::SendOffsetsToTransaction);
        offsets.group = "g";
        Harness h(ClientKind::Producer, profile.toStdString(), {{"transactional.id", "tx"}, {"max.block.ms", "4000"}},
            {step(Step::Kind::BeginTransaction), sendStep("t4", {2}), offsets, step(Step::Kind::CommitTransaction)});
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == static_cast<ApiKey>(silent) && h.now < at(10'000))
                return std::nullopt;
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(60'000));
        std::vector<const trace::Event*> thrown;
        bool isOver = false;
        for (const trace::Event* e : h.events(EventKind::AppReturn)) {
            if (h.trace.text(e->text) != call.toStdString())
                continue;
            if (e->value == 0)
                isOver = true;
            else
                thrown.push_back(e);
        }
        QVERIFY(isOver); // the call is made again and gets what the first one asked for
        QCOMPARE(!thrown.empty(), isLimited);
        for (const trace::Event* e : thrown)
            QCOMPARE(e->value, static_cast<std::int64_t>(protocol::ErrorCode::RequestTimedOut));
        if (isLimited) {
            const auto called = h.events(EventKind::AppCall);
            const auto first = std::find_if(called.begin(), called.end(),
                [&](const auto* e) { return h.trace.text(e->text) == call.toStdString(); });
            QVERIFY(first != called.end());
            QCOMPARE(thrown.front()->at - (*first)->at, ms(4000));
        }
    }
    // TransactionManager#transitionToFatalError: every later call throws, nothing more is sent, close() still closes.
    void aFatalErrorEndsATransactionalProducer()
    {
        Harness h(ClientKind::Producer, "java-3.9", {{"transactional.id", "tx"}},
            {step(Step::Kind::BeginTransaction), sendStep("t4", {2}), step(Step::Kind::CommitTransaction),
                closeStep()});
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::AddPartitionsToTxn)
                return protocol::ErrorOnlyResponse {protocol::ErrorCode::InvalidProducerEpoch};
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(5000));
        QVERIFY(h.brain->isClosed());
        for (const auto& [node, api] : h.sent)
            QVERIFY(api != ApiKey::Produce && api != ApiKey::EndTxn);
        const auto failed = h.events(EventKind::RecordsFailed);
        QCOMPARE(failed.size(), std::size_t {1});
        QCOMPARE(h.trace.text(failed.front()->text), protocol::errorName(protocol::ErrorCode::InvalidProducerEpoch));
        QVERIFY(h.events(EventKind::RecordsDelivered).empty());
        bool threw = false;
        for (const trace::Event* e : h.events(EventKind::AppReturn))
            threw = threw
                || (h.trace.text(e->text) == "commitTransaction()"
                    && e->value == static_cast<std::int64_t>(protocol::ErrorCode::InvalidProducerEpoch));
        QVERIFY(threw);
    }
    // TransactionManager#beginAbort drops partitions that were not added yet; without any there is nothing to end.
    void anAbortThatComesBeforeThePartitionWasAddedAsksNobody()
    {
        Harness h(ClientKind::Producer, "java-3.9", {{"transactional.id", "tx"}},
            {step(Step::Kind::BeginTransaction), sendStep("t4", {2}), step(Step::Kind::CommitTransaction),
                waitStep(ms(1000)), step(Step::Kind::BeginTransaction), sendStep("t4", {2}),
                step(Step::Kind::AbortTransaction), closeStep()});
        h.runUntil(at(5000));
        QVERIFY(h.brain->isClosed());
        const auto times = [&h](ApiKey api) {
            return std::count_if(h.sent.begin(), h.sent.end(), [api](const auto& s) { return s.second == api; });
        };
        QCOMPARE(times(ApiKey::AddPartitionsToTxn), 1);
        QCOMPARE(times(ApiKey::EndTxn), 1);
    }
    void closeSendsWhatWaitsAndThenClosesEverything()
    {
        Harness h(ClientKind::Producer, "java-2.3", {{"linger.ms", "60000"}, {"delivery.timeout.ms", "200000"}},
            {sendStep("t4", {0}), closeStep()});
        h.runUntil(at(2000));
        QVERIFY(h.brain->isClosed());
        QVERIFY(h.sentOn(0).find("PRODUCE") != std::string::npos);
        QCOMPARE(h.closed.size(), h.opened().size());
        for (const auto& [node, rule] : h.closed)
            QCOMPARE(rule, RuleId::ClientClosed);
    }
    void closeWithATimeoutDoesNotWaitForTheAnswer()
    {
        Step close = closeStep();
        close.timeout = ms(500);
        Harness h(ClientKind::Producer, "java-2.3", {}, {sendStep("t4", {0}), waitStep(ms(300)), close});
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::Produce)
                return std::nullopt;
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(10'000));
        QVERIFY(h.brain->isClosed());
        QCOMPARE(h.closed.back().second, RuleId::ClientCloseForced);
        const auto called = h.events(EventKind::ClientCloseCalled).front()->at;
        QCOMPARE(h.events(EventKind::ClientClosed).front()->at, called + ms(500));
    }
    void atMostFiveRequestsAreInFlightOnAConnection()
    {
        Harness h(ClientKind::Producer, "java-2.3",
            {{"max.in.flight.requests.per.connection", "5"}, {"request.timeout.ms", "100000"},
                {"delivery.timeout.ms", "200000"}},
            {sendStep("t4", {0}, 20, ms(20))});
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::Produce)
                return std::nullopt;
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(3000));
        QCOMPARE(
            std::count_if(h.sent.begin(), h.sent.end(), [](const auto& s) { return s.second == ApiKey::Produce; }),
            5);
    }
    void metadataIsRefreshedAfterMaxAge_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<bool>("mayOpen");
        QTest::newRow("2.2 may connect to brokers that lead nothing") << "java-2.2" << true;
        QTest::newRow("2.3 uses what it has") << "java-2.3" << false;
    }
    void metadataIsRefreshedAfterMaxAge()
    {
        QFETCH(QString, profile);
        QFETCH(bool, mayOpen);
        std::size_t most = 0;
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            Harness h(ClientKind::Producer, profile.toStdString(), {{"metadata.max.age.ms", "1000"}},
                {sendStep("t4", {0}), waitStep(kNoLimit)}, seed);
            h.runUntil(at(10'500));
            const auto metadata = std::count_if(
                h.sent.begin(), h.sent.end(), [](const auto& s) { return s.second == ApiKey::Metadata; });
            QVERIFY2(metadata >= 10 && metadata <= 13, qPrintable(QString::number(metadata)));
            const std::vector<std::int32_t> opened = h.opened();
            most = std::max(most, static_cast<std::size_t>(std::count_if(opened.begin(), opened.end(), [](int id) {
                return id >= 0;
            })));
        }
        if (mayOpen)
            QCOMPARE(most, std::size_t {3});
        else
            QVERIFY(most <= 2);
    }
    void rebootstrapStartsAgainFromTheFirstAddresses()
    {
        Harness h(ClientKind::Producer, "java-3.9",
            {{"metadata.recovery.strategy", "rebootstrap"}, {"enable.idempotence", "false"},
                {"metadata.max.age.ms", "2000"}, {"reconnect.backoff.ms", "5000"}},
            {sendStep("t4", {0}), waitStep(kNoLimit)});
        h.runUntil(at(1000));
        h.refuses = [](const OpenWish& wish) { return wish.node.value >= 0; };
        const std::vector<std::int32_t> opened = h.opened();
        for (const std::int32_t node : opened)
            h.peerCloses(node);
        h.runUntil(at(8000));
        const auto updates = h.events(EventKind::MetadataUpdated);
        QVERIFY(std::any_of(
            updates.begin(), updates.end(), [](const auto* e) { return e->rule == RuleId::Rebootstrap; }));
        const std::vector<std::int32_t> now = h.opened();
        QVERIFY(std::count(now.begin(), now.end(), -1) > std::count(opened.begin(), opened.end(), -1));
    }
    void theSameSeedGivesTheSameTrace()
    {
        const auto run = [](std::uint64_t seed) {
            Harness h(ClientKind::Producer, "java-2.2",
                {{"bootstrap.servers", "localhost:9092,localhost:9093,localhost:9094"}}, {sendStep("t4", {0, 1, 2})},
                seed);
            h.runUntil(at(1000));
            return h.opened();
        };
        QCOMPARE(run(5), run(5));
        bool differs = false;
        for (std::uint64_t seed = 1; seed < 20; ++seed)
            differs = differs || run(seed) != run(5);
        QVERIFY(differs);
    }
};

QTEST_GUILESS_MAIN(TestProducer)
#include "tst_producer.moc"
