// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "outside.h"

using namespace connscope;
using namespace connscope::broker;
using namespace connscope::broker::test;
using protocol::ErrorCode;

namespace {

constexpr auto kCommitted = protocol::IsolationLevel::ReadCommitted;

/// A transactional producer, "tx", that writes real batches to t4-0; everything on broker 0.
class Scene : public OutsideDriver {
public:
    Scene()
        : OutsideDriver(specOf())
        , c(open(0))
    {
        producer = ask<protocol::InitProducerIdResponse>(
            c, ApiKey::InitProducerId, 1, protocol::InitProducerIdRequest {"tx", ms(60'000)});
    }
    static ClusterSpec specOf()
    {
        ClusterSpec spec = clusterOf(1);
        spec.replicationDelay = ms(5);
        return spec;
    }
    protocol::ErrorOnlyResponse add(std::vector<protocol::TopicPartition> partitions = {{"t4", 0}})
    {
        return ask<protocol::ErrorOnlyResponse>(c, ApiKey::AddPartitionsToTxn, 1,
            protocol::AddPartitionsToTxnRequest {
                "tx", producer.producerId, producer.producerEpoch, std::move(partitions)});
    }
    ErrorCode write(std::int32_t sequence)
    {
        return produce(c, sequenced(2, producer.producerId, producer.producerEpoch, sequence, true), -1).error;
    }
    void end(bool committed)
    {
        ask<protocol::ErrorOnlyResponse>(c, ApiKey::EndTxn, 1,
            protocol::EndTxnRequest {"tx", producer.producerId, producer.producerEpoch, committed});
        pass(ms(5));
    }

    ConnectionId c;
    protocol::InitProducerIdResponse producer;
};

} // namespace

/// Transactions with real records, and who may read them when.
class TestCommittedReads : public QObject {
    Q_OBJECT
private slots:
    void committedRecordsAreReadOnceTheirMarkerIsWritten()
    {
        Scene s;
        QCOMPARE(s.add().error, ErrorCode::None);
        QCOMPARE(s.write(0), ErrorCode::None);
        QCOMPARE(batchesOf(s.fetch(s.c, {})), "0+2");
        QCOMPARE(batchesOf(s.fetch(s.c, {.isolation = kCommitted})), "");
        s.end(true);
        const protocol::FetchResponse read = s.fetch(s.c, {.isolation = kCommitted});
        QCOMPARE(batchesOf(read), "0+2 2+1");
        QVERIFY(read.detail->partitions.at(0).batches.at(1).batch->control);
        QVERIFY(read.detail->partitions.at(0).aborted.empty());
        QCOMPARE(s.made.at(0).kind, BatchToMake::Kind::Commit);
        QCOMPARE(s.made.at(0).producerId, s.producer.producerId);
    }

    void abortedRecordsAreNamed()
    {
        Scene s;
        s.add();
        s.write(0);
        s.end(false);
        const protocol::FetchResponse read = s.fetch(s.c, {.isolation = kCommitted});
        QCOMPARE(batchesOf(read), "0+2 2+1");
        QCOMPARE(read.detail->partitions.at(0).aborted,
            (std::vector<protocol::AbortedTransaction> {{s.producer.producerId, 0}}));
        QVERIFY(read.detail->readCommitted);
        QVERIFY(s.fetch(s.c, {}).detail->partitions.at(0).aborted.empty());
    }

    void aReaderOfCommittedRecordsIsWokenByTheMarker()
    {
        Scene s;
        s.add();
        s.write(0);
        const ConnectionId reader = s.open(0);
        const std::int32_t asked = s.send(reader, ApiKey::Fetch, 11,
            OutsideDriver::fetchRequest({.isolation = kCommitted, .wait = ms(30'000)}, {{"t4", 0}}));
        s.pass(ms(100));
        QVERIFY(s.answer<protocol::FetchResponse>(asked) == nullptr);
        s.end(true);
        QVERIFY(s.answer<protocol::FetchResponse>(asked) != nullptr);
        QCOMPARE(batchesOf(*s.answer<protocol::FetchResponse>(asked)), "0+2 2+1");
    }

    void theEndForReadersOfCommittedRecordsIsTheLastStableOffset()
    {
        Scene s;
        s.add();
        s.write(0);
        protocol::ListOffsetsRequest request;
        request.partitions = {{"t4", 0}};
        QCOMPARE(
            s.ask<protocol::ListOffsetsResponse>(s.c, ApiKey::ListOffsets, 5, request).partitions.at(0).offset, 2);
        request.isolation = kCommitted;
        QCOMPARE(
            s.ask<protocol::ListOffsetsResponse>(s.c, ApiKey::ListOffsets, 5, request).partitions.at(0).offset, 0);
    }

    void aTransactionThatTakesTooLongIsAborted()
    {
        Scene s;
        s.add();
        s.write(0);
        s.pass(ms(61'000));
        QCOMPARE(s.made.at(0).kind, BatchToMake::Kind::Abort);
        QCOMPARE(s.write(2), ErrorCode::InvalidProducerEpoch); // and its producer is fenced
        const auto sent = s.events(trace::EventKind::ResponseSent);
        QVERIFY(sent.back().cause.isValid());
    }

    void aBatchOfAPartitionOutsideOfTheTransactionIsRefused()
    {
        Scene s;
        QCOMPARE(s.write(0), ErrorCode::InvalidTxnState);
        s.add();
        QCOMPARE(s.write(0), ErrorCode::None);
        s.end(true);
        QCOMPARE(s.write(2), ErrorCode::InvalidTxnState); // the next one has to begin first
        s.add();
        QCOMPARE(s.write(2), ErrorCode::None); // and its sequences go on
    }

    void apartFromAnUnknownPartitionTheOthersAreNotAttempted()
    {
        Scene s;
        const protocol::ErrorOnlyResponse response = s.add({{"t4", 0}, {"no", 0}});
        QCOMPARE(response.error, ErrorCode::UnknownTopicOrPartition);
        QCOMPARE(response.partitions.at(0).error, ErrorCode::OperationNotAttempted);
        QCOMPARE(response.partitions.at(1).error, ErrorCode::UnknownTopicOrPartition);
    }

    void whoAsksForANewEpochMustHaveTheNewest()
    {
        Scene s;
        const auto init = [&](std::int16_t epoch) {
            protocol::InitProducerIdRequest request {"tx", ms(60'000)};
            request.producerId = s.producer.producerId;
            request.producerEpoch = epoch;
            return s.ask<protocol::InitProducerIdResponse>(s.c, ApiKey::InitProducerId, 4, request);
        };
        QCOMPARE(init(0).producerEpoch, 1);
        QCOMPARE(init(0).error, ErrorCode::ProducerFenced);
    }
};

QTEST_GUILESS_MAIN(TestCommittedReads)
#include "tst_committedreads.moc"
