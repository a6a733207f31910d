// SPDX-License-Identifier: GPL-3.0-or-later
// Record batches: those that Kafka's own classes build are read as they read them; ours are the same bytes where no codec
// is between, and hold the same where one is; what is damaged or too large is refused.
#include "base/rng.h"
#include "support/rcqt.h"
#include "wire/crc32c.h"
#include "wire/primitives.h"
#include "wire/records.h"
#include "wire/vectors.h"

#include <QTest>

#include <map>
#include <sstream>

using namespace connscope;
using namespace connscope::test;
using namespace connscope::wire;

namespace {

std::string hexOf(const std::optional<Bytes>& bytes) { return bytes ? "x" + toHex(*bytes) : "null"; }

/// As Batches.java prints it.
std::string text(const BatchHeader& h)
{
    std::ostringstream out;
    out << h.baseOffset << ' ' << h.partitionLeaderEpoch << ' ' << static_cast<int>(h.compression()) << ' '
        << std::boolalpha << h.isLogAppendTime() << ' ' << h.isTransactional() << ' ' << h.isControl() << ' '
        << h.lastOffset() << ' ' << h.maxTimestamp << ' ' << h.producerId << ' ' << h.producerEpoch << ' '
        << h.baseSequence << ' ' << h.recordCount << ' ' << h.crc;
    return out.str();
}
std::string text(const Record& r)
{
    std::string out
        = std::to_string(r.offset) + " " + std::to_string(r.timestamp) + " " + hexOf(r.key) + " " + hexOf(r.value);
    for (const RecordHeader& h : r.headers)
        out += " " + h.key + "=" + hexOf(h.value);
    return out;
}

struct JavaBatch {
    Bytes bytes;
    std::string header;
    std::vector<std::string> records;
};
std::map<std::string, JavaBatch> javaBatches()
{
    std::map<std::string, JavaBatch> all;
    for (const auto& line : dataLines("batches-3.9.1.txt", 3)) {
        JavaBatch& batch = all[line[1]];
        if (line[0] == "batch")
            batch.bytes = fromHex(line[2]);
        else if (line[0] == "header")
            batch.header = line[2];
        else
            batch.records.push_back(line[2]);
    }
    return all;
}

BatchOptions optionsOf(const BatchHeader& h)
{
    BatchOptions options;
    options.baseOffset = h.baseOffset;
    options.partitionLeaderEpoch = h.partitionLeaderEpoch;
    options.compression = h.compression();
    if (h.isLogAppendTime())
        options.logAppendTime = h.maxTimestamp;
    options.producerId = h.producerId;
    options.producerEpoch = h.producerEpoch;
    options.baseSequence = h.baseSequence;
    options.transactional = h.isTransactional();
    options.control = h.isControl();
    return options;
}

std::optional<Bytes> chanceBlob(Rng& rng)
{
    if (rng.below(4) == 0)
        return std::nullopt;
    Bytes bytes(rng.below(rng.below(10) == 0 ? 3000 : 30));
    const std::uint64_t letters = 1 + rng.below(256); // few letters compress
    for (std::uint8_t& byte : bytes)
        byte = static_cast<std::uint8_t>(rng.below(letters));
    return bytes;
}

std::vector<Record> chanceRecords(Rng& rng)
{
    std::vector<Record> records(1 + rng.below(20));
    for (Record& record : records) {
        record.timestamp = rng.below(20) == 0 ? static_cast<std::int64_t>(rng.next())
                                              : static_cast<std::int64_t>(1'700'000'000'000 + rng.below(1000));
        record.key = chanceBlob(rng);
        record.value = chanceBlob(rng);
        for (std::uint64_t i = rng.below(3); i > 0; --i)
            record.headers.push_back({std::string(rng.below(10), 'h'), chanceBlob(rng)});
    }
    return records;
}

constexpr std::array kCodecs {
    Compression::None, Compression::Gzip, Compression::Snappy, Compression::Lz4, Compression::Zstd};

void codecRows()
{
    QTest::addColumn<int>("codec");
    for (const Compression codec : kCodecs)
        QTest::newRow(std::string(compressionName(codec)).c_str()) << static_cast<int>(codec);
}

/// Gives the batch the CRC that its bytes have, after a test has changed them.
void sign(Bytes& batch)
{
    store32(batch.data() + 17, static_cast<std::int32_t>(crc32c(std::span(batch).subspan(21))));
}

std::string errorOf(const Result<RecordBatch>& result) { return result ? "no error" : result.error().message; }

} // namespace

class TestRecords : public QObject {
    Q_OBJECT

private slots:
    void theCrcHasItsKnownValues()
    {
        const std::string digits = "123456789";
        const Bytes bytes(digits.begin(), digits.end());
        QCOMPARE(crc32c(bytes), 0xe3069283U);
        QCOMPARE(crc32c({}), 0U);
        QCOMPARE(crc32c(Bytes(32, 0)), 0x8a9136aaU); // RFC 3720 B.4
        QCOMPARE(crc32c(Bytes(32, 0xff)), 0x62a8ab43U);
        QCOMPARE(crc32c(std::span(bytes).subspan(4), crc32c(std::span(bytes).first(4))), 0xe3069283U);
    }

    void instructionAndTableAgree()
    {
        RC_QVERIFY("two ways to one CRC", [](std::uint64_t seed) {
            Rng rng(seed);
            Bytes bytes(rng.below(rng.below(2) == 0 ? 200 : 20'000));
            for (std::uint8_t& byte : bytes)
                byte = static_cast<std::uint8_t>(rng.below(256));
            const std::span<const std::uint8_t> part = std::span(bytes).subspan(rng.below(bytes.size() + 1));
            RC_ASSERT(crc32c(part, 5) == crc32cByTable(part, 5));
        });
    }

    void kafkasBatchesAreReadAsKafkaReadsThem()
    {
        const auto batches = javaBatches();
        QCOMPARE(batches.size(), std::size_t {14});
        for (const auto& [name, java] : batches) {
            const Result<RecordBatch> batch = parseBatch(java.bytes);
            QVERIFY2(batch, (name + ": " + errorOf(batch)).c_str());
            QCOMPARE(QString::fromStdString(text(batch->header)), QString::fromStdString(java.header));
            std::vector<std::string> records;
            for (const Record& record : batch->records) {
                if (record.offset % 250 <= 10)
                    records.push_back(text(record));
            }
            QVERIFY2(records == java.records, name.c_str());
            QCOMPARE(batch->records.size(), std::size_t(batch->header.recordCount));
            QCOMPARE(batch->header.size(), java.bytes.size());
        }
    }

    void oursAreKafkasBytesOrHoldTheSame()
    {
        for (const auto& [name, java] : javaBatches()) {
            const RecordBatch batch = *parseBatch(java.bytes);
            const Result<Bytes> ours = buildBatch(batch.records, optionsOf(batch.header));
            QVERIFY2(ours, name.c_str());
            if (name == "append-time") { // record times are gone from it
                QCOMPARE(parseBatch(*ours)->records == batch.records, true);
            } else if (batch.header.compression() == Compression::None) {
                QVERIFY2(*ours == java.bytes, (name + "\n" + toHex(*ours) + "\n" + toHex(java.bytes)).c_str());
            } else {
                const Result<RecordBatch> again = parseBatch(*ours);
                QVERIFY2(again, (name + ": " + errorOf(again)).c_str());
                QVERIFY2(again->records == batch.records, name.c_str());
            }
        }
    }

    void whatIsBuiltIsReadBackEqual_data() { codecRows(); }
    void whatIsBuiltIsReadBackEqual()
    {
        QFETCH(int, codec);
        RC_QVERIFY("parseBatch(buildBatch(r)) == r", [codec](std::uint64_t seed) {
            Rng rng(seed);
            std::vector<Record> records = chanceRecords(rng);
            BatchOptions options;
            options.compression = static_cast<Compression>(codec);
            options.baseOffset = static_cast<std::int64_t>(rng.below(1'000'000'000'000));
            options.producerId = 17;
            options.baseSequence = 3;
            options.transactional = rng.below(2) == 0;
            const Result<Bytes> bytes = buildBatch(records, options);
            RC_ASSERT(bytes.has_value());
            const Result<RecordBatch> back = parseBatch(*bytes);
            if (!back)
                RC_FAIL(back.error().message);
            for (std::size_t i = 0; i < records.size(); ++i)
                records[i].offset = options.baseOffset + static_cast<std::int64_t>(i);
            RC_ASSERT(back->records == records);
            RC_ASSERT(back->header.isTransactional() == options.transactional);
            RC_ASSERT(back->header.producerId == 17);
        });
    }

    void anyFlippedBitBehindTheCrcIsNoticed()
    {
        for (const auto& [name, java] : javaBatches()) {
            for (std::size_t at = 17; at<java.bytes.size(); at += java.bytes.size()> 2000 ? 97U : 1U) {
                Bytes bytes = java.bytes;
                bytes[at] ^= static_cast<std::uint8_t>(1 << (at % 8));
                const Result<RecordBatch> batch = parseBatch(bytes);
                QVERIFY2(!batch, (name + " with byte " + std::to_string(at) + " changed").c_str());
                QVERIFY2(batch.error().message.find("CRC") != std::string::npos, batch.error().message.c_str());
                QVERIFY(!checkBatchCrc(bytes));
            }
            QVERIFY(checkBatchCrc(java.bytes));
        }
    }

    void aBatchCutAnywhereIsAnError()
    {
        for (const auto& [name, java] : javaBatches()) {
            for (std::size_t size = 0; size<java.bytes.size(); size += java.bytes.size()> 2000 ? 89U : 1U)
                QVERIFY2(!parseBatch(std::span(java.bytes).first(size)), (name + " " + std::to_string(size)).c_str());
        }
    }

    void assigningOffsetsLeavesTheCrcRight()
    {
        for (const auto& [name, java] : javaBatches()) {
            Bytes bytes = java.bytes;
            assignOffsets(bytes, 123456789012, 21);
            const Result<RecordBatch> batch = parseBatch(bytes);
            QVERIFY2(batch, (name + ": " + errorOf(batch)).c_str());
            QCOMPARE(batch->header.baseOffset, std::int64_t {123456789012});
            QCOMPARE(batch->header.partitionLeaderEpoch, 21);
            const std::int64_t last = 123456789012 + batch->header.recordCount - 1;
            QCOMPARE(batch->records.back().offset, last);
            QCOMPARE(readBatchHeader(bytes)->lastOffset(), last);
        }
    }

    void batchesAreFoundOneBehindTheOther()
    {
        const auto all = javaBatches();
        Bytes records;
        std::vector<std::size_t> offsets;
        for (const auto& [name, java] : all) {
            offsets.push_back(records.size());
            records.insert(records.end(), java.bytes.begin(), java.bytes.end());
        }
        for (std::size_t cut = 0; cut < all.at("commit").bytes.size(); ++cut) {
            const Result<BatchList> list = findBatches(std::span(records).first(offsets[2] + cut));
            QVERIFY2(list, list ? "" : list.error().message.c_str());
            QCOMPARE(list->batches.size(), std::size_t {2});
            QCOMPARE(list->batches[1].offset, offsets[1]);
            QCOMPARE(list->cutBytes, cut);
        }
        const Result<BatchList> list = findBatches(records);
        QVERIFY(list);
        QCOMPARE(list->batches.size(), all.size());
        QCOMPARE(list->cutBytes, std::size_t {0});
        QVERIFY(findBatches({})->batches.empty());
    }

    void anOldMessageSetIsRecognisedAndRefused()
    {
        // Offset, size, CRC, magic, attributes, (time,) key, value.
        for (const int magic : {0, 1}) {
            Bytes old(40, 0);
            old[16] = static_cast<std::uint8_t>(magic);
            const Result<RecordBatch> batch = parseBatch(old);
            QVERIFY(!batch);
            QVERIFY2(
                batch.error().message.find("old message set (magic " + std::to_string(magic)) != std::string::npos,
                batch.error().message.c_str());
            QVERIFY(!findBatches(old));
        }
        Bytes later = javaBatches().at("none").bytes;
        later[16] = 3;
        QCOMPARE(QString::fromStdString(errorOf(parseBatch(later))),
            QStringLiteral("at byte 16 of the batch: magic 3; 2 was expected"));
    }

    void markersOfTransactionsAreKafkas()
    {
        const auto all = javaBatches();
        Bytes commit = *buildMarker({ControlType::Commit, 7}, 4001, 3, 1700000000000, 10);
        assignOffsets(commit, 10, 2);
        QCOMPARE(toHex(commit), toHex(all.at("commit").bytes));
        Bytes abort = *buildMarker({ControlType::Abort, 8}, 4001, 3, 1700000000000, 11);
        assignOffsets(abort, 11, 2);
        QCOMPARE(toHex(abort), toHex(all.at("abort").bytes));
        const RecordBatch batch = *parseBatch(commit);
        QVERIFY(batch.header.isControl());
        QVERIFY(markerOf(batch.records[0])->type == ControlType::Commit);
        QCOMPARE(markerOf(batch.records[0])->coordinatorEpoch, 7);
        QVERIFY(!markerOf(parseBatch(all.at("none").bytes)->records[0]));
    }

    void aBombIsRefusedAtItsLimit_data() { codecRows(); }
    void aBombIsRefusedAtItsLimit()
    {
        QFETCH(int, codec);
        Record record;
        record.value = Bytes(3'000'000, 0);
        BatchOptions options;
        options.compression = static_cast<Compression>(codec);
        const Bytes bytes = *buildBatch({&record, 1}, options);
        BatchLimits limits;
        limits.maxBytes = 1'000'000;
        const Result<RecordBatch> batch = parseBatch(bytes, limits);
        QVERIFY(!batch);
        QVERIFY2(batch.error().message.find("limit") != std::string::npos, batch.error().message.c_str());
        limits.maxBytes = 3'000'020;
        QVERIFY2(parseBatch(bytes, limits), errorOf(parseBatch(bytes, limits)).c_str());
        // To the byte: what comes out is the limit, or one more.
        const Bytes plain(70'000, 1);
        const Bytes small = *compress(options.compression, plain);
        QVERIFY(*decompress(options.compression, small, 70'000) == plain);
        QVERIFY(!decompress(options.compression, small, 69'999));
    }

    void moreRecordsThanTheLimitAreRefused()
    {
        std::vector<Record> records(100);
        BatchLimits limits;
        limits.maxRecords = 100;
        QVERIFY(parseBatch(*buildBatch(records), limits));
        records[50].headers.emplace_back();
        QVERIFY(!parseBatch(*buildBatch(records), limits));
        limits.maxRecords = 99;
        QVERIFY(!parseBatch(*buildBatch(records), limits));
    }

    void aHeaderThatLiesIsNotBelieved_data()
    {
        QTest::addColumn<int>("at");
        QTest::addColumn<int>("value");
        QTest::addColumn<QString>("says");
        QTest::newRow("billions of records") << 57 << 2000000000 << "the batch tells of 2000000000 records";
        QTest::newRow("a record too many") << 57 << 6 << "record 5: a record is no varint";
        QTest::newRow("a record too few") << 57 << 4 << "bytes are left over behind the last record";
        QTest::newRow("a negative count") << 57 << -1 << "at byte 57 of the batch: -1 records";
        QTest::newRow("a short length") << 8 << 48 << "a length of 48; a header alone takes 49";
        QTest::newRow("a negative length") << 8 << -1 << "a length of -1";
        QTest::newRow("a long length") << 8 << 2000000000 << "the batch takes 2000000012 bytes";
    }
    void aHeaderThatLiesIsNotBelieved()
    {
        QFETCH(int, at);
        QFETCH(int, value);
        QFETCH(QString, says);
        Bytes bytes = javaBatches().at("none").bytes;
        store32(bytes.data() + at, value);
        sign(bytes);
        const QString error = QString::fromStdString(errorOf(parseBatch(bytes)));
        QVERIFY2(error.contains(says), qPrintable(error));
    }

    void chanceBytesWithARightCrcAreAnErrorOrABatch()
    {
        const auto all = javaBatches();
        RC_QVERIFY("damage behind a right CRC does no harm", [&](std::uint64_t seed) {
            Rng rng(seed);
            for (const auto& [name, java] : all) {
                if (java.bytes.size() > 2000)
                    continue;
                Bytes bytes = java.bytes;
                for (std::uint64_t i = 1 + rng.below(3); i > 0; --i)
                    bytes[21 + rng.below(bytes.size() - 21)] = static_cast<std::uint8_t>(rng.below(256));
                sign(bytes);
                BatchLimits limits;
                limits.maxBytes = 100'000;
                if (const Result<RecordBatch> batch = parseBatch(bytes, limits); !batch)
                    RC_ASSERT(!batch.error().message.empty());
            }
        });
    }

    void snappyWithoutFramingIsReadToo()
    {
        // Length 5, a literal of 5.
        QCOMPARE(toHex(*decompress(Compression::Snappy, fromHex("051068656c6c6f"), 100)), std::string("68656c6c6f"));
        QVERIFY(!decompress(Compression::Snappy, fromHex("0510686560"), 100));
        QVERIFY(
            !decompress(Compression::Snappy, fromHex("ffffffff0f00"), std::size_t {1} << 40)); // 4 GiB from a byte
    }

    void brokenCompressionIsAnError_data() { codecRows(); }
    void brokenCompressionIsAnError()
    {
        QFETCH(int, codec);
        const auto type = static_cast<Compression>(codec);
        if (type == Compression::None)
            return;
        const Bytes whole = *compress(type, Bytes(1000, 7));
        QVERIFY(*decompress(type, whole, 1000) == Bytes(1000, 7));
        for (std::size_t size = 0; size < whole.size(); ++size) {
            if (type == Compression::Snappy && size == 16)
                continue; // the framing has no end: no blocks are nothing
            QVERIFY2(!decompress(type, std::span(whole).first(size), 1000), std::to_string(size).c_str());
        }
        const std::string noise = "these bytes are not compressed at all";
        QVERIFY(!decompress(type, Bytes(noise.begin(), noise.end()), 1000));
        QVERIFY(*decompress(type, *compress(type, {}), 0) == Bytes());
    }

    void aCodecThatIsNoneIsAnError()
    {
        Bytes bytes = javaBatches().at("none").bytes;
        bytes[22] = 5;
        sign(bytes);
        QVERIFY2(errorOf(parseBatch(bytes)).find("there is no codec 5") != std::string::npos,
            errorOf(parseBatch(bytes)).c_str());
        QVERIFY(!buildBatch({}, {}));
    }
};

QTEST_GUILESS_MAIN(TestRecords)
#include "tst_recordbatch.moc"
