// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/records.h"

#include "wire/crc32c.h"
#include "wire/primitives.h"
#include "wire/recordcursor.h"

#include <algorithm>

namespace connscope::wire {

namespace {

// Where the fields of the header lie.
constexpr std::size_t kLengthAt = 8;
constexpr std::size_t kLeaderEpochAt = 12;
constexpr std::size_t kMagicAt = 16;
constexpr std::size_t kCrcAt = 17;
constexpr std::size_t kAttributesAt = 21; ///< the CRC guards from here on
constexpr std::size_t kLastOffsetDeltaAt = 23;
constexpr std::size_t kBaseTimestampAt = 27;
constexpr std::size_t kMaxTimestampAt = 35;
constexpr std::size_t kProducerIdAt = 43;
constexpr std::size_t kProducerEpochAt = 51;
constexpr std::size_t kBaseSequenceAt = 53;
constexpr std::size_t kCountAt = 57;

constexpr std::size_t kLogOverhead = 12; ///< base offset and length
constexpr std::int16_t kLogAppendTimeBit = 8;
constexpr std::int16_t kTransactionalBit = 16;
constexpr std::int16_t kControlBit = 32;

tl::unexpected<Error> wrong(std::size_t offset, const std::string& what)
{
    Error error;
    error.offset = offset;
    error.message = "at byte " + std::to_string(offset) + " of the batch: " + what;
    return fail(std::move(error));
}

/// The header of a batch that lies whole in the bytes.
Result<BatchHeader> wholeHeader(std::span<const std::uint8_t> bytes)
{
    Result<BatchHeader> header = readBatchHeader(bytes);
    if (header && header->size() > bytes.size())
        return wrong(bytes.size(),
            "the batch takes " + std::to_string(header->size()) + " bytes, but there are "
                + std::to_string(bytes.size()));
    return header;
}

Result<void> compareCrc(const BatchHeader& header, std::span<const std::uint8_t> bytes)
{
    const std::uint32_t found = crc32c(bytes.subspan(kAttributesAt, header.size() - kAttributesAt));
    if (found != header.crc)
        return wrong(kCrcAt,
            "the CRC says " + std::to_string(header.crc) + ", but the bytes have " + std::to_string(found)
                + ": the batch is damaged");
    return {};
}

std::uint32_t crcOf(std::span<const std::uint8_t> batch) { return crc32c(batch.subspan(kAttributesAt)); }

} // namespace

Result<BatchHeader> readBatchHeader(std::span<const std::uint8_t> bytes)
{
    if (bytes.size() > kMagicAt) {
        const auto magic = static_cast<std::int8_t>(bytes[kMagicAt]);
        if (magic == 0 || magic == 1)
            return wrong(kMagicAt,
                "an old message set (magic " + std::to_string(magic)
                    + "), as written before Kafka 0.11; only record batches (magic 2) are read");
        if (magic != 2)
            return wrong(kMagicAt, "magic " + std::to_string(magic) + "; 2 was expected");
    }
    if (bytes.size() < kBatchHeaderBytes)
        return wrong(bytes.size(), "a header takes 61 bytes, but there are " + std::to_string(bytes.size()));
    const std::uint8_t* const at = bytes.data();
    BatchHeader header;
    header.baseOffset = load64(at);
    header.batchLength = load32(at + kLengthAt);
    header.partitionLeaderEpoch = load32(at + kLeaderEpochAt);
    header.crc = static_cast<std::uint32_t>(load32(at + kCrcAt));
    header.attributes = load16(at + kAttributesAt);
    header.lastOffsetDelta = load32(at + kLastOffsetDeltaAt);
    header.baseTimestamp = load64(at + kBaseTimestampAt);
    header.maxTimestamp = load64(at + kMaxTimestampAt);
    header.producerId = load64(at + kProducerIdAt);
    header.producerEpoch = load16(at + kProducerEpochAt);
    header.baseSequence = load32(at + kBaseSequenceAt);
    header.recordCount = load32(at + kCountAt);
    if (header.batchLength < static_cast<std::int32_t>(kBatchHeaderBytes - kLogOverhead))
        return wrong(kLengthAt, "a length of " + std::to_string(header.batchLength) + "; a header alone takes 49");
    return header;
}

Result<BatchList> findBatches(std::span<const std::uint8_t> records)
{
    BatchList list;
    std::size_t at = 0;
    while (at < records.size()) {
        const std::span<const std::uint8_t> rest = records.subspan(at);
        // A batch that was cut off may end within its header.
        if (rest.size() <= kMagicAt || (rest.size() < kBatchHeaderBytes && rest[kMagicAt] == 2))
            break;
        Result<BatchHeader> header = readBatchHeader(rest);
        if (!header) {
            Error error = std::move(header.error());
            error.offset += at;
            error.message = "batch " + std::to_string(list.batches.size()) + ", which begins at byte "
                + std::to_string(at) + ", " + error.message;
            return fail(std::move(error));
        }
        if (header->size() > rest.size())
            break;
        list.batches.push_back({at, *header});
        at += header->size();
    }
    list.cutBytes = records.size() - at;
    return list;
}

Result<void> checkBatchCrc(std::span<const std::uint8_t> bytes)
{
    const Result<BatchHeader> header = wholeHeader(bytes);
    if (!header)
        return fail(header.error());
    return compareCrc(*header, bytes);
}

namespace {

// Header and CRC, then \a read(header, cursor) over the records, decompressed.
template <typename Read>
Result<void> readWhole(std::span<const std::uint8_t> bytes, const BatchLimits& limits, Read&& read)
{
    const Result<BatchHeader> header = wholeHeader(bytes);
    if (!header)
        return fail(header.error());
    if (Result<void> intact = compareCrc(*header, bytes); !intact)
        return fail(std::move(intact.error()));
    if (header->recordCount < 0)
        return wrong(kCountAt, std::to_string(header->recordCount) + " records");

    std::span<const std::uint8_t> data = bytes.subspan(kBatchHeaderBytes, header->size() - kBatchHeaderBytes);
    Bytes plain;
    const bool compressed = header->compression() != Compression::None;
    // After compaction a batch may stand for its offsets alone; then there is nothing to decompress.
    if (compressed && !(header->recordCount == 0 && data.empty())) {
        Result<Bytes> out = decompress(header->compression(), data, limits.maxBytes);
        if (!out)
            return wrong(kBatchHeaderBytes, out.error().message);
        plain = std::move(*out);
        data = plain;
    } else if (data.size() > limits.maxBytes) {
        return wrong(kBatchHeaderBytes,
            std::to_string(data.size()) + " bytes of records; the limit is " + std::to_string(limits.maxBytes));
    }
    RecordCursor cursor(data, compressed ? 0 : kBatchHeaderBytes, compressed ? "decompressed byte " : "byte ");
    return read(*header, cursor);
}

} // namespace

Result<RecordBatch> parseBatch(std::span<const std::uint8_t> bytes, const BatchLimits& limits)
{
    RecordBatch batch;
    auto read = readWhole(bytes, limits, [&](const BatchHeader& header, RecordCursor& cursor) {
        batch.header = header;
        return cursor.readAll(header, limits.maxRecords, batch.records);
    });
    if (!read)
        return fail(std::move(read.error()));
    return batch;
}

Result<void> checkBatch(std::span<const std::uint8_t> bytes, const BatchLimits& limits)
{
    return readWhole(bytes, limits,
        [&](const BatchHeader& header, RecordCursor& cursor) { return cursor.checkAll(header, limits.maxRecords); });
}

Result<Bytes> buildBatch(std::span<const Record> records, const BatchOptions& options)
{
    if (records.empty())
        return fail("a batch needs at least one record");
    const std::int64_t baseTimestamp = records.front().timestamp;
    std::int64_t maxTimestamp = baseTimestamp;
    Bytes plain;
    for (std::size_t i = 0; i < records.size(); ++i) {
        maxTimestamp = std::max(maxTimestamp, records[i].timestamp);
        appendRecord(plain, records[i], baseTimestamp, static_cast<std::int32_t>(i));
    }
    const bool compressed = options.compression != Compression::None;
    Result<Bytes> data = compressed ? compress(options.compression, plain) : Result<Bytes>(std::move(plain));
    if (!data)
        return data;
    const std::size_t size = kBatchHeaderBytes + data->size();
    if (size - kLogOverhead > 0x7fffffff)
        return fail("the batch would take " + std::to_string(size) + " bytes; 2 GiB is the limit");

    Bytes batch(size);
    std::uint8_t* const at = batch.data();
    store64(at, options.baseOffset);
    store32(at + kLengthAt, static_cast<std::int32_t>(size - kLogOverhead));
    store32(at + kLeaderEpochAt, options.partitionLeaderEpoch);
    at[kMagicAt] = 2;
    int attributes = static_cast<int>(options.compression);
    attributes |= options.logAppendTime ? kLogAppendTimeBit : 0;
    attributes |= options.transactional ? kTransactionalBit : 0;
    attributes |= options.control ? kControlBit : 0;
    store16(at + kAttributesAt, static_cast<std::int16_t>(attributes));
    store32(at + kLastOffsetDeltaAt, static_cast<std::int32_t>(records.size() - 1));
    store64(at + kBaseTimestampAt, baseTimestamp);
    store64(at + kMaxTimestampAt, options.logAppendTime.value_or(maxTimestamp));
    store64(at + kProducerIdAt, options.producerId);
    store16(at + kProducerEpochAt, options.producerEpoch);
    store32(at + kBaseSequenceAt, options.baseSequence);
    store32(at + kCountAt, static_cast<std::int32_t>(records.size()));
    std::copy(data->begin(), data->end(), batch.begin() + static_cast<std::ptrdiff_t>(kBatchHeaderBytes));
    store32(at + kCrcAt, static_cast<std::int32_t>(crcOf(batch)));
    return batch;
}

void assignOffsets(std::span<std::uint8_t> batch, std::int64_t baseOffset, std::int32_t partitionLeaderEpoch)
{
    store64(batch.data(), baseOffset);
    store32(batch.data() + kLeaderEpochAt, partitionLeaderEpoch);
}

Result<Bytes> buildMarker(const Marker& marker, std::int64_t producerId, std::int16_t producerEpoch,
    std::int64_t timestamp, std::int64_t baseOffset)
{
    Record record;
    record.timestamp = timestamp;
    record.key = Bytes(4); // version 0, type
    store16(record.key->data() + 2, static_cast<std::int16_t>(marker.type));
    record.value = Bytes(6); // version 0, coordinator epoch
    store32(record.value->data() + 2, marker.coordinatorEpoch);
    BatchOptions options;
    options.baseOffset = baseOffset;
    options.producerId = producerId;
    options.producerEpoch = producerEpoch;
    options.transactional = true;
    options.control = true;
    return buildBatch({&record, 1}, options);
}

std::optional<Marker> markerOf(const Record& record)
{
    if (!record.key || record.key->size() < 4 || !record.value || record.value->size() < 6)
        return std::nullopt;
    // Versions above 0 only add behind what is known; below 0 there are none.
    const std::int16_t type = load16(record.key->data() + 2);
    if (load16(record.key->data()) < 0 || load16(record.value->data()) < 0 || type < 0 || type > 1)
        return std::nullopt;
    return Marker {static_cast<ControlType>(type), load32(record.value->data() + 2)};
}

} // namespace connscope::wire
