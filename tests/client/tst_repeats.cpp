// SPDX-License-Identifier: GPL-3.0-or-later
// What a producer sends again: in which order, after which pause, to whom; and what becomes of a transaction whose batch
// was given up (RecordAccumulator, Sender, TransactionManager).
#include "client/harness.h"

#include <QtTest>

#include <algorithm>

using namespace connscope;
using namespace connscope::client;
using protocol::ErrorCode;
using trace::ClientKind;
using trace::EventKind;

namespace {

Instant at(std::int64_t milliseconds) { return kStart + ms(milliseconds); }

Step step(Step::Kind kind)
{
    Step s;
    s.kind = kind;
    s.timeout = kNoLimit;
    return s;
}

protocol::ProduceResponse refusal(ErrorCode error, BrokerId leader = {})
{
    protocol::ProduceResponse response;
    response.partitions.push_back({{"t4", 0}, error, -1, leader});
    return response;
}

std::int32_t sequenceOf(const protocol::Request& request)
{
    return std::get<protocol::ProduceRequest>(request.body).partitions.front().baseSequence;
}

} // namespace

class TestRepeats : public QObject {
    Q_OBJECT

private slots:
    void idempotentBatchesComeBackInTheirOrderAndOneAtATime_data()
    {
        QTest::addColumn<QString>("profile");
        for (const char* profile : {"java-2.3", "java-2.8", "java-3.9", "java-4.0"})
            QTest::newRow(profile) << profile;
    }
    // RecordAccumulator#insertInSequenceOrder, #shouldStopDrainBatchesForPartition: "effectively reduces our in flight
    // request count to 1". A broker would refuse the second before the first.
    void idempotentBatchesComeBackInTheirOrderAndOneAtATime()
    {
        QFETCH(QString, profile);
        Harness h(ClientKind::Producer, profile.toStdString(), {{"enable.idempotence", "true"}, {"acks", "all"}},
            {sendStep("t4", {0}), waitStep(ms(1000)), sendStep("t4", {0}, 3, ms(10)), waitStep(kNoLimit)});
        std::vector<std::int32_t> sequences;
        bool isLost = false;
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api != ApiKey::Produce)
                return h.standardAnswer(node, request);
            sequences.push_back(sequenceOf(request));
            if (h.now > at(1000) && !isLost)
                return std::nullopt;
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(1500));
        QCOMPARE(sequences, (std::vector<std::int32_t> {0, 1, 2, 3}));
        isLost = true;
        h.peerCloses(0);
        h.runUntil(at(5000));
        QCOMPARE(sequences, (std::vector<std::int32_t> {0, 1, 2, 3, 1, 2, 3}));
        // Each goes when the answer to the one before it is there: a round trip lies between.
        std::vector<Instant> sent;
        for (const trace::Event* e : h.events(EventKind::RequestSent)) {
            if (e->api == ApiKey::Produce && e->at > at(1500))
                sent.push_back(e->at);
        }
        QCOMPARE(sent.size(), std::size_t {3});
        QVERIFY(sent[1] - sent[0] >= 2 * h.delay);
        QVERIFY(sent[2] - sent[1] >= 2 * h.delay);
        QCOMPARE(h.events(EventKind::RecordsDelivered).size(), std::size_t {4});
    }
    // Without sequence numbers each goes to the front of the queue (#reenqueue): the newest comes first.
    void batchesWithoutSequencesComeBackInReverse()
    {
        Harness h(ClientKind::Producer, "java-3.9", {{"enable.idempotence", "false"}},
            {sendStep("t4", {0}), waitStep(ms(1000)), sendStep("t4", {0}, 2, ms(10)), waitStep(kNoLimit)});
        bool isLost = false;
        std::vector<EventId> first;
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::Produce && h.now > at(1000) && !isLost)
                return std::nullopt;
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(1500));
        isLost = true;
        h.peerCloses(0);
        h.runUntil(at(5000));
        std::vector<std::int32_t> again; // correlation ids of what was cancelled, in the order in which it comes back
        for (const trace::Event* e : h.events(EventKind::RequestSent)) {
            if (e->api == ApiKey::Produce && e->at > at(1500))
                again.push_back(h.trace[e->cause].correlation);
        }
        QCOMPARE(again.size(), std::size_t {2});
        QVERIFY(again[0] > again[1]);
    }

    void thePauseBetweenRetriesGrowsFrom3_7On_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<bool>("grows");
        QTest::newRow("2.8") << "java-2.8" << false;
        QTest::newRow("3.9") << "java-3.9" << true;
        QTest::newRow("4.0") << "java-4.0" << true;
    }
    // RecordAccumulator#shouldBackoff: retry.backoff.ms, from 3.7 on doubled up to retry.backoff.max.ms, ± 20 % (KIP-580).
    void thePauseBetweenRetriesGrowsFrom3_7On()
    {
        QFETCH(QString, profile);
        QFETCH(bool, grows);
        Harness h(ClientKind::Producer, profile.toStdString(), {{"enable.idempotence", "false"}},
            {sendStep("t4", {0}), waitStep(kNoLimit)});
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::Produce)
                return refusal(ErrorCode::NotEnoughReplicas);
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(20'000));
        std::vector<Instant> sent;
        for (const trace::Event* e : h.events(EventKind::RequestSent)) {
            if (e->api == ApiKey::Produce)
                sent.push_back(e->at);
        }
        QVERIFY(sent.size() > 10);
        Duration expected = ms(100);
        for (std::size_t i = 1; i < sent.size(); ++i) {
            const Duration pause = sent[i] - sent[i - 1] - 2 * h.delay;
            const QString told = QStringLiteral("%1: %2").arg(i).arg(toMs(pause));
            QVERIFY2(pause >= expected * 8 / 10 - ms(1) && pause <= expected * 12 / 10 + ms(3), qPrintable(told));
            if (!grows)
                QVERIFY2(pause < ms(103), qPrintable(told));
            else
                expected = std::min<Duration>(2 * expected, ms(1000));
        }
    }

    void aNewLeaderIsNotWaitedForFrom3_7On_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<bool>("atOnce");
        QTest::newRow("2.8") << "java-2.8" << false;
        QTest::newRow("3.9") << "java-3.9" << true;
    }
    // ProducerBatch#hasLeaderChangedForTheOngoingRetry (KIP-951). Metadata are asked for all the same (Sender#completeBatch).
    void aNewLeaderIsNotWaitedForFrom3_7On()
    {
        QFETCH(QString, profile);
        QFETCH(bool, atOnce);
        Harness h(ClientKind::Producer, profile.toStdString(), {{"enable.idempotence", "false"}},
            {sendStep("t4", {0}), waitStep(kNoLimit)});
        int produced = 0;
        Instant refused {};
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::Produce && ++produced == 1) {
                refused = h.now;
                return refusal(ErrorCode::NotLeaderOrFollower, BrokerId {2});
            }
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(3000));
        const auto started = h.events(EventKind::ConnectStarted);
        const auto to2
            = std::find_if(started.begin(), started.end(), [](const auto* e) { return e->node.value == 2; });
        QCOMPARE(to2 != started.end(), atOnce);
        if (atOnce)
            QVERIFY((*to2)->at - refused <= 2 * h.delay);
        const auto requested = h.events(EventKind::MetadataRequested);
        QVERIFY(std::any_of(requested.begin(), requested.end(),
            [](const auto* e) { return e->rule == trace::RuleId::MetadataStaleLeader; }));
    }

    void aTransactionWhoseBatchWasGivenUpIsAborted_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<bool>("isEnding");
        QTest::addColumn<bool>("isRepeated");
        QTest::addColumn<bool>("bumps");
        for (const char* profile : {"java-2.1", "java-2.3", "java-2.8", "java-3.9"}) {
            const bool bumps = std::string_view(profile) >= "java-2.8";
            QTest::addRow("%s, the commit waits for it", profile) << profile << true << false << false;
            QTest::addRow("%s, before the commit", profile) << profile << false << false << bumps;
            if (bumps)
                QTest::addRow("%s, the commit waits for its repetition", profile) << profile << true << true << true;
        }
    }
    // Sender#failBatch -> ABORTABLE_ERROR: commitTransaction() throws, END_TXN says abort. From 2.5 on (KIP-360) a new epoch is
    // asked for behind it, but where the transaction was being ended already (#maybeTransitionToErrorState), and there too
    // when the batch had been repeated: the broker may have it (#maybeResolveSequences).
    void aTransactionWhoseBatchWasGivenUpIsAborted()
    {
        QFETCH(QString, profile);
        QFETCH(bool, isEnding);
        QFETCH(bool, isRepeated);
        QFETCH(bool, bumps);
        std::vector<Step> script {step(Step::Kind::BeginTransaction), sendStep("t4", {0})};
        if (!isEnding)
            script.push_back(waitStep(ms(10'000)));
        script.insert(script.end(),
            {step(Step::Kind::CommitTransaction), step(Step::Kind::BeginTransaction), sendStep("t4", {0}),
                step(Step::Kind::CommitTransaction), closeStep()});
        Harness h(ClientKind::Producer, profile.toStdString(),
            {{"transactional.id", "tx"}, {"delivery.timeout.ms", "5000"},
                {"request.timeout.ms", isRepeated ? "4000" : "5000"}, {"linger.ms", "0"}},
            std::move(script));
        std::vector<bool> ends; // true = commit
        int producerIds = 0;
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::EndTxn)
                ends.push_back(std::get<protocol::EndTxnRequest>(request.body).committed);
            producerIds += request.api == ApiKey::InitProducerId;
            if (request.api == ApiKey::Produce && h.now < at(isRepeated ? 9000 : 5000))
                return std::nullopt;
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(60'000));
        QCOMPARE(ends, (std::vector<bool> {false, true}));
        QCOMPARE(producerIds, bumps ? 2 : 1);
        std::vector<std::string> calls;
        for (const trace::Event* e : h.events(EventKind::AppReturn)) {
            const std::string name(h.trace.text(e->text));
            if (name == "commitTransaction()" || name == "abortTransaction()")
                calls.push_back(name + (e->value == 0 ? "" : " throws"));
        }
        QCOMPARE(calls,
            (std::vector<std::string> {"commitTransaction() throws", "abortTransaction()", "commitTransaction()"}));
        QVERIFY(h.brain->isClosed());
        QCOMPARE(h.events(EventKind::RecordsFailed).size(), std::size_t {1});
        QCOMPARE(h.events(EventKind::RecordsDelivered).size(), std::size_t {1});
    }

    void aTransactionWithALostRepetitionIsOverForGoodUpTo2_4_data()
    {
        QTest::addColumn<QString>("profile");
        for (const char* profile : {"java-2.1", "java-2.2", "java-2.3"})
            QTest::newRow(profile) << profile;
    }
    // Sender#run: "It isn't safe to continue". There is no END_TXN any more, and abortTransaction() throws as well.
    void aTransactionWithALostRepetitionIsOverForGoodUpTo2_4()
    {
        QFETCH(QString, profile);
        Harness h(ClientKind::Producer, profile.toStdString(),
            {{"transactional.id", "tx"}, {"delivery.timeout.ms", "5000"}, {"request.timeout.ms", "4000"}},
            {step(Step::Kind::BeginTransaction), sendStep("t4", {0}), waitStep(ms(10'000)),
                step(Step::Kind::CommitTransaction), closeStep()});
        int ends = 0;
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            ends += request.api == ApiKey::EndTxn;
            if (request.api == ApiKey::Produce)
                return std::nullopt;
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(60'000));
        QCOMPARE(ends, 0);
        std::vector<std::string> states;
        for (const trace::Event* e : h.events(EventKind::TransactionState))
            states.emplace_back(h.trace.text(e->text));
        QCOMPARE(states, (std::vector<std::string> {"begin", "abortable error", "fatal error"}));
        for (const trace::Event* e : h.events(EventKind::AppReturn)) {
            if (h.trace.text(e->text) == "commitTransaction()")
                QVERIFY(e->value != 0);
        }
        QVERIFY(h.brain->isClosed());
    }

    void aLostRepetitionLeavesAGapInTheSequenceNumbers_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<bool>("asks");
        for (const char* profile : {"java-2.1", "java-2.2", "java-2.3"})
            QTest::newRow(profile) << profile << true;
        for (const char* profile : {"java-2.8", "java-3.9", "java-4.0"})
            QTest::newRow(profile) << profile << false;
    }
    // TransactionManager#shouldResetProducerStateAfterResolvingSequences: INIT_PRODUCER_ID again; from 2.5 on (KIP-360)
    // #bumpIdempotentProducerEpoch without a request. Either way the partition begins at 0, and what another partition has under way keeps
    // its number and its owner until it is answered.
    void aLostRepetitionLeavesAGapInTheSequenceNumbers()
    {
        QFETCH(QString, profile);
        QFETCH(bool, asks);
        Harness h(ClientKind::Producer, profile.toStdString(),
            {{"enable.idempotence", "true"}, {"acks", "all"}, {"delivery.timeout.ms", "5000"},
                {"request.timeout.ms", "4000"}, {"linger.ms", "0"}},
            {waitStep(ms(500)), sendStep("t4", {0}), waitStep(ms(500)), sendStep("t4", {0}), waitStep(ms(9000)),
                sendStep("t4", {0}), waitStep(ms(1000)), sendStep("t4", {0}), waitStep(kNoLimit)});
        struct Sent {
            std::int64_t id;
            std::int16_t epoch;
            std::int32_t sequence;
            bool operator==(const Sent&) const = default;
        };
        std::vector<Sent> sent;
        std::int64_t ids = 0;
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::InitProducerId)
                return protocol::InitProducerIdResponse {ErrorCode::None, ++ids, 0};
            if (request.api == ApiKey::Produce) {
                const auto& body = std::get<protocol::ProduceRequest>(request.body);
                const Sent now {body.producerId, body.producerEpoch, body.partitions.front().baseSequence};
                QTest::qVerify(body.partitions.front().producerId == -1, "", "", __FILE__, __LINE__);
                if (sent.empty() || sent.back() != now)
                    sent.push_back(now);
                if (h.now > at(800) && h.now < at(9000))
                    return std::nullopt;
            }
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(30'000));
        QCOMPARE(h.events(EventKind::RecordsFailed).size(), std::size_t {1});
        QCOMPARE(ids, asks ? 2 : 1);
        const std::vector<Sent> expected = asks ? std::vector<Sent> {{1, 0, 0}, {1, 0, 1}, {2, 0, 0}, {2, 0, 1}}
                                                : std::vector<Sent> {{1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1}};
        QCOMPARE(sent.size(), expected.size());
        QVERIFY(sent == expected);
        QCOMPARE(h.events(EventKind::RecordsDelivered).size(), std::size_t {3});
    }

    void aRefusedBatchLeavesNoGap_data() { aLostRepetitionLeavesAGapInTheSequenceNumbers_data(); }
    // #adjustSequencesDueToFailedBatch: those behind it move up; from 2.5 on the partition begins anew in the next epoch.
    void aRefusedBatchLeavesNoGap()
    {
        QFETCH(QString, profile);
        QFETCH(bool, asks);
        Harness h(ClientKind::Producer, profile.toStdString(),
            {{"enable.idempotence", "true"}, {"acks", "all"}, {"linger.ms", "0"}},
            {waitStep(ms(500)), sendStep("t4", {0}, 4, ms(500)), waitStep(kNoLimit)});
        std::vector<std::pair<std::int16_t, std::int32_t>> sent;
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::Produce) {
                const auto& body = std::get<protocol::ProduceRequest>(request.body);
                sent.emplace_back(body.producerEpoch, body.partitions.front().baseSequence);
                if (sent.size() == 2)
                    return refusal(ErrorCode::MessageTooLarge);
            }
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(10'000));
        const std::vector<std::pair<std::int16_t, std::int32_t>> moved {{0, 0}, {0, 1}, {0, 1}, {0, 2}};
        const std::vector<std::pair<std::int16_t, std::int32_t>> anew {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
        QVERIFY(sent == (asks ? moved : anew));
    }

    void aBatchThatTheBrokerShouldTakeAndDoesNotShowsAGap_data()
    {
        aLostRepetitionLeavesAGapInTheSequenceNumbers_data();
    }
    // OUT_OF_ORDER_SEQUENCE_NUMBER for the next in turn. Up to 2.4 the record fails (Sender#failBatch: #resetProducerId); from
    // 2.5 on (TransactionManager#canRetry) the batch goes again as the first of the next epoch.
    void aBatchThatTheBrokerShouldTakeAndDoesNotShowsAGap()
    {
        QFETCH(QString, profile);
        QFETCH(bool, asks);
        Harness h(ClientKind::Producer, profile.toStdString(),
            {{"enable.idempotence", "true"}, {"acks", "all"}, {"linger.ms", "0"}},
            {waitStep(ms(500)), sendStep("t4", {0}, 3, ms(500)), waitStep(kNoLimit)});
        std::vector<std::pair<std::int16_t, std::int32_t>> sent;
        std::int64_t ids = 0;
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::InitProducerId)
                return protocol::InitProducerIdResponse {ErrorCode::None, ++ids, 0};
            if (request.api == ApiKey::Produce) {
                const auto& body = std::get<protocol::ProduceRequest>(request.body);
                sent.emplace_back(body.producerEpoch, body.partitions.front().baseSequence);
                if (sent.size() == 2)
                    return refusal(ErrorCode::OutOfOrderSequenceNumber);
            }
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(10'000));
        QCOMPARE(ids, asks ? 2 : 1);
        const std::vector<std::pair<std::int16_t, std::int32_t>> anotherId {{0, 0}, {0, 1}, {0, 0}};
        const std::vector<std::pair<std::int16_t, std::int32_t>> nextEpoch {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
        QVERIFY(sent == (asks ? anotherId : nextEpoch));
        QCOMPARE(h.events(EventKind::RecordsFailed).size(), std::size_t {asks ? 1U : 0U});
        QCOMPARE(h.events(EventKind::RecordsDelivered).size(), std::size_t {asks ? 2U : 3U});
    }
};

QTEST_APPLESS_MAIN(TestRepeats)
#include "tst_repeats.moc"
