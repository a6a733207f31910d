// SPDX-License-Identifier: GPL-3.0-or-later
// Real bytes as the broker's brain has them made and looked into.
#include "real/batchmaker.h"
#include "wire/records.h"

#include <QTest>

#include <vector>

using namespace connscope;

namespace {

protocol::RecordBatch batchOf(const std::vector<std::int64_t>& timestamps, const wire::BatchOptions& options)
{
    std::vector<wire::Record> records(timestamps.size());
    for (std::size_t i = 0; i < records.size(); ++i)
        records[i].timestamp = timestamps[i];
    const auto bytes = wire::buildBatch(records, options);
    protocol::RecordBatch batch;
    batch.bytes = std::string(bytes->begin(), bytes->end());
    return batch;
}

} // namespace

class TestBatchMaker : public QObject {
    Q_OBJECT

private slots:
    void aRecordIsFoundByItsTime_data()
    {
        QTest::addColumn<int>("codec");
        for (int codec = 0; codec <= 4; ++codec)
            QTest::addRow("codec %d", codec) << codec;
    }
    void aRecordIsFoundByItsTime()
    {
        QFETCH(int, codec);
        wire::BatchOptions options;
        options.baseOffset = 70; // its place in a log, which a delta does not count
        options.compression = static_cast<wire::Compression>(codec);
        const protocol::RecordBatch batch = batchOf({1000, 1010, 1005, 1010}, options);
        const broker::RecordFinder find = real::recordFinder();
        QCOMPARE(find(batch, 0)->delta, 0);
        QCOMPARE(find(batch, 0)->timestamp, 1000);
        QCOMPARE(find(batch, 1001)->delta, 1);
        QCOMPARE(find(batch, 1005)->delta, 1); // the first that is as late, not the nearest
        QCOMPARE(find(batch, 1005)->timestamp, 1010);
        QCOMPARE(find(batch, protocol::kMaxTimestamp)->delta, 1);
        QVERIFY(!find(batch, 1011));
    }

    void whereTheBrokerGaveTheTimeAllRecordsHaveIt()
    {
        wire::BatchOptions options;
        options.logAppendTime = 5000;
        const protocol::RecordBatch batch = batchOf({1000, 1010}, options);
        QCOMPARE(real::recordFinder()(batch, 4000)->delta, 0);
        QCOMPARE(real::recordFinder()(batch, 4000)->timestamp, 5000);
    }

    void bytesThatAreNoBatchHaveNoRecords()
    {
        protocol::RecordBatch batch;
        batch.bytes = std::string(100, 'x');
        QVERIFY(!real::recordFinder()(batch, 0));
    }
};

QTEST_GUILESS_MAIN(TestBatchMaker)
#include "tst_batchmaker.moc"
