// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "broker/producerstates.h"
#include "outside.h"

#include <limits>

using namespace connscope;
using namespace connscope::broker;
using namespace connscope::broker::test;
using protocol::ErrorCode;

namespace {

constexpr auto kNew = protocol::kV3_9;

/// Appends what is accepted, as a log does.
struct Log {
    ProducerStates states;
    std::int64_t end = 0;

    ProducerStates::Verdict offer(const protocol::RecordBatch& batch, protocol::KafkaVersion release = kNew)
    {
        const ProducerStates::Verdict verdict = states.check(batch, release);
        if (verdict.error == ErrorCode::None && !verdict.duplicate) {
            states.appended(batch, end);
            end += batch.records;
        }
        return verdict;
    }
    ErrorCode error(const protocol::RecordBatch& batch) { return offer(batch).error; }
    void mark(std::int64_t producer, std::int16_t epoch, bool committed)
    {
        states.ended(producer, epoch, committed, end++);
    }
};

} // namespace

/// Sequence numbers and transactions of one partition.
class TestProducerStates : public QObject {
    Q_OBJECT
private slots:
    void sequencesFollowOneAnother()
    {
        Log log;
        QCOMPARE(log.error(sequenced(3, 7, 0, 0)), ErrorCode::None);
        QCOMPARE(log.error(sequenced(2, 7, 0, 3)), ErrorCode::None);
        QCOMPARE(log.error(sequenced(1, 7, 0, 6)), ErrorCode::OutOfOrderSequenceNumber);
        QCOMPARE(log.error(sequenced(1, 8, 0, 0)), ErrorCode::None); // each producer counts for itself
        QCOMPARE(log.error(sequenced(1, 7, 0, 5)), ErrorCode::None);
    }

    void oneOfTheLastFiveBatchesIsADuplicate()
    {
        Log log;
        for (std::int32_t i = 0; i < 6; ++i)
            log.offer(sequenced(2, 7, 0, 2 * i));
        const ProducerStates::Verdict again = log.offer(sequenced(2, 7, 0, 2));
        QVERIFY(again.duplicate);
        QCOMPARE(again.offset, 2);
        QCOMPARE(log.end, 12); // stored once
        QCOMPARE(log.error(sequenced(2, 7, 0, 0)), ErrorCode::OutOfOrderSequenceNumber); // too long ago
        QCOMPARE(log.error(sequenced(3, 7, 0, 2)), ErrorCode::OutOfOrderSequenceNumber); // another batch
    }

    void sequencesBeginAnewBehindTheLargest()
    {
        constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();
        Log log;
        log.offer(sequenced(2, 7, 0, kMax - 2)); // nobody knows it: taken on as it is
        QCOMPARE(log.error(sequenced(3, 7, 0, kMax)), ErrorCode::None);
        QCOMPARE(log.error(sequenced(1, 7, 0, 2)), ErrorCode::None);
    }

    void aNewEpochBeginsAtZeroAndFencesTheOld()
    {
        Log log;
        log.offer(sequenced(3, 7, 0, 0));
        QCOMPARE(log.error(sequenced(1, 7, 1, 3)), ErrorCode::OutOfOrderSequenceNumber);
        QCOMPARE(log.error(sequenced(1, 7, 1, 0)), ErrorCode::None);
        QCOMPARE(log.error(sequenced(1, 7, 0, 3)), ErrorCode::InvalidProducerEpoch);
    }

    void onlyOldBrokersRefuseAnUnknownProducer()
    {
        Log log;
        QCOMPARE(log.offer(sequenced(1, 7, 0, 5), protocol::kV2_3).error, ErrorCode::UnknownProducerId);
        QCOMPARE(log.offer(sequenced(1, 7, 0, 5), protocol::kV2_8).error, ErrorCode::None); // KIP-360
    }

    void theLastStableOffsetStopsBeforeTheFirstOpenTransaction()
    {
        Log log;
        log.offer(sequenced(2, 1, 0, 0));
        log.offer(sequenced(2, 7, 0, 0, true));
        log.offer(sequenced(2, 8, 0, 0, true));
        QCOMPARE(log.states.lastStableOffset(log.end), 2);
        QCOMPARE(log.states.lastStableOffset(1), 1); // never beyond the high watermark
        log.mark(7, 0, true);
        QCOMPARE(log.states.lastStableOffset(log.end), 4);
        log.mark(8, 0, false);
        QCOMPARE(log.states.lastStableOffset(log.end), log.end);
    }

    void abortedTransactionsAreToldToWhoReadsTheirRecords()
    {
        Log log;
        log.offer(sequenced(2, 7, 0, 0, true));
        log.mark(7, 0, false); // records 0 and 1, marker at 2
        log.offer(sequenced(2, 8, 0, 0, true));
        log.mark(8, 0, true);
        using List = std::vector<protocol::AbortedTransaction>;
        QCOMPARE(log.states.aborted(0, 6), (List {{7, 0}}));
        QCOMPARE(log.states.aborted(2, 6), (List {{7, 0}}));
        QCOMPARE(log.states.aborted(3, 6), List {});
        log.states.trim(3);
        QCOMPARE(log.states.aborted(0, 6), List {});
    }

    void aBatchOutsideOfTheOpenTransactionIsRefused()
    {
        Log log;
        log.offer(sequenced(1, 7, 0, 0, true));
        QCOMPARE(log.error(sequenced(1, 7, 0, 1, false)), ErrorCode::InvalidTxnState);
    }

    void aMarkerFencesOlderEpochs()
    {
        Log log;
        log.offer(sequenced(1, 7, 0, 0, true));
        log.mark(7, 1, false); // aborted by the coordinator, which raised the epoch
        QCOMPARE(log.error(sequenced(1, 7, 0, 1, true)), ErrorCode::InvalidProducerEpoch);
        QCOMPARE(log.error(sequenced(1, 7, 1, 0, true)), ErrorCode::None);
    }

    void manyProducersDoNotStayForEver()
    {
        Log log;
        for (std::int64_t id = 0; id < 3 * static_cast<std::int64_t>(ProducerStates::kMaxProducers); ++id) {
            log.offer(sequenced(1, id, 0, 0, id == 5)); // one of them never ends its transaction
            QVERIFY(log.states.size() <= ProducerStates::kMaxProducers);
        }
        QCOMPARE(log.states.lastStableOffset(log.end), 5);
    }
};

QTEST_GUILESS_MAIN(TestProducerStates)
#include "tst_producerstates.moc"
