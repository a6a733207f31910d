// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/convert/batches.h"

#include "wire/primitives.h"
#include "wire/records.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace connscope::wire::convert {

using protocol::ErrorCode;

namespace {

constexpr std::size_t kMagicAt = 16; // in every format: offset 8, length 4, epoch or CRC 4
constexpr std::int8_t kMagic = 2;
constexpr std::int16_t kRecordBatchVersion = 3; // of PRODUCE: record batches and nothing else
constexpr std::int16_t kZstdVersion = 7; // of PRODUCE (KIP-110)
/// No log gets there; sums of it and 32 bits stay within 64.
constexpr std::int64_t kMaxOffset = std::numeric_limits<std::int64_t>::max() / 2;

std::int64_t varintSize(std::int64_t value)
{
    std::uint64_t bits = zigZag(value);
    std::int64_t size = 1;
    while ((bits >>= 7) != 0)
        ++size;
    return size;
}

/// A record without key and headers whose time is the batch's (DefaultRecord#sizeInBytes).
std::int64_t recordSize(std::int64_t offsetDelta, std::int64_t valueSize)
{
    const std::int64_t attributes = 1;
    const std::int64_t timestampDelta = 1;
    const std::int64_t nullKey = 1;
    const std::int64_t noHeaders = 1;
    const std::int64_t body = attributes + timestampDelta + varintSize(offsetDelta) + nullKey + varintSize(valueSize)
        + valueSize + noHeaders;
    return varintSize(body) + body;
}

/// The longest value with which a record takes no more than \a room.
std::int64_t valueSize(std::int64_t offsetDelta, std::int64_t room)
{
    std::int64_t size = std::max<std::int64_t>(0, room - recordSize(offsetDelta, 0));
    while (size > 0 && recordSize(offsetDelta, size) > room)
        --size;
    return size;
}

Result<Bytes> recordBytes(const BatchSpec& spec)
{
    if (spec.records < 1)
        return fail("a batch of " + std::to_string(spec.records) + " records; at least 1 was expected");
    std::vector<Record> records(static_cast<std::size_t>(spec.records));
    const std::int64_t room = std::max<std::int64_t>(0, spec.bytes - static_cast<std::int64_t>(kBatchHeaderBytes));
    std::int64_t used = 0;
    for (std::int32_t i = 0; i < spec.records; ++i) {
        // Each record gets its share of what is left, so that what one does not use is the next one's.
        const std::int64_t share = (room - used) / (spec.records - i);
        const std::int64_t size = valueSize(i, share);
        Record& record = records[static_cast<std::size_t>(i)];
        record.timestamp = spec.timestamp;
        record.value.emplace(static_cast<std::size_t>(size), std::uint8_t {'x'});
        used += recordSize(i, size);
    }
    BatchOptions options;
    options.baseOffset = spec.baseOffset;
    options.producerId = spec.producerId;
    options.producerEpoch = spec.producerEpoch;
    options.baseSequence = spec.baseSequence;
    options.transactional = spec.transactional;
    return buildBatch(records, options);
}

protocol::SharedBatch broken(ErrorCode error)
{
    protocol::RecordBatch batch;
    batch.error = error;
    return std::make_shared<const protocol::RecordBatch>(std::move(batch));
}

protocol::RecordBatch factsOf(const BatchHeader& header, protocol::SharedBytes bytes)
{
    protocol::RecordBatch batch;
    batch.bytes = std::move(bytes);
    batch.records
        = header.lastOffsetDelta < std::numeric_limits<std::int32_t>::max() ? header.lastOffsetDelta + 1 : 0;
    batch.maxTimestamp = header.maxTimestamp;
    batch.producerId = header.producerId;
    batch.producerEpoch = header.producerEpoch;
    batch.baseSequence = header.baseSequence;
    batch.transactional = header.isTransactional();
    batch.control = header.isControl();
    return batch;
}

std::int32_t clamped(std::int64_t value)
{
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, 0, std::numeric_limits<std::int32_t>::max()));
}

} // namespace

Result<Bytes> batchBytes(const BatchSpec& spec)
{
    if (spec.kind == BatchSpec::Kind::Records)
        return recordBytes(spec);
    const ControlType type = spec.kind == BatchSpec::Kind::Commit ? ControlType::Commit : ControlType::Abort;
    return buildMarker(
        {type, spec.coordinatorEpoch}, spec.producerId, spec.producerEpoch, spec.timestamp, spec.baseOffset);
}

Result<protocol::SharedBatch> makeBatch(const BatchSpec& spec)
{
    Result<Bytes> bytes = batchBytes(spec);
    if (!bytes)
        return fail(bytes.error());
    const Result<BatchHeader> header = readBatchHeader(*bytes);
    if (!header)
        return fail(header.error());
    return std::make_shared<const protocol::RecordBatch>(factsOf(*header, RecordBytes(std::move(*bytes)).whole()));
}

protocol::SharedBatch producedBatch(const std::optional<RecordBytes>& records, std::int16_t produceVersion)
{
    if (!records || records->empty())
        return broken(ErrorCode::InvalidRecord);
    const protocol::SharedBytes shared = records->whole();
    const std::span<const std::uint8_t> bytes = spanOf(shared);
    if (bytes.size() > kMagicAt && static_cast<std::int8_t>(bytes[kMagicAt]) != kMagic) {
        const bool older = bytes[kMagicAt] < kMagic;
        return broken(older && produceVersion < kRecordBatchVersion ? ErrorCode::UnsupportedForMessageFormat
                                                                    : ErrorCode::InvalidRecord);
    }
    const Result<BatchList> found = findBatches(bytes);
    if (!found)
        return broken(ErrorCode::CorruptMessage);
    if (found->batches.size() != 1)
        return broken(ErrorCode::InvalidRecord);
    const BatchHeader& header = found->batches.front().header;
    const std::span<const std::uint8_t> whole = bytes.first(header.size());
    protocol::RecordBatch batch = factsOf(header, shared.piece(0, header.size()));
    const auto codec = static_cast<int>(header.compression());
    if (codec > static_cast<int>(Compression::Zstd)
        || (codec == static_cast<int>(Compression::Zstd) && produceVersion < kZstdVersion))
        batch.error = ErrorCode::UnsupportedCompressionType;
    else if (!checkBatchCrc(whole))
        batch.error = ErrorCode::CorruptMessage;
    else if (header.recordCount <= 0 || header.recordCount != batch.records || !checkBatch(whole))
        batch.error = ErrorCode::InvalidRecord; // LogValidator#validateMessagesAndAssignOffsets looks at every record
    return std::make_shared<const protocol::RecordBatch>(std::move(batch));
}

Result<CountedRecords> countRecords(std::span<const std::uint8_t> records, std::int64_t offset)
{
    CountedRecords counted;
    counted.firstOffset = std::max<std::int64_t>(0, offset);
    const Result<BatchList> found = findBatches(records);
    if (!found)
        return fail(found.error());
    std::int64_t count = 0;
    std::int64_t bytes = 0;
    std::int64_t next = counted.firstOffset;
    for (const BatchPlace& place : found->batches) {
        if (place.header.baseOffset < 0 || place.header.baseOffset > kMaxOffset || place.header.lastOffsetDelta < 0) {
            Error error;
            error.message = "a batch of the offsets from " + std::to_string(place.header.baseOffset) + " to "
                + std::to_string(place.header.lastOffsetDelta) + " behind it";
            error.offset = place.offset;
            return fail(std::move(error));
        }
        if (Result<void> right = checkBatch(records.subspan(place.offset, place.header.size())); !right) {
            right.error().offset += place.offset;
            return fail(std::move(right.error()));
        }
        bytes += static_cast<std::int64_t>(place.header.size());
        next = std::max(next, place.header.lastOffset() + 1);
        const std::int64_t first = std::max(place.header.baseOffset, offset);
        if (!place.header.isControl() && place.header.lastOffset() >= first)
            count += place.header.lastOffset() - first + 1;
    }
    counted.records = clamped(count);
    counted.bytes = clamped(bytes);
    counted.firstOffset = next - counted.records;
    return counted;
}

void appendBatch(Bytes& records, const protocol::FetchedBatch& batch)
{
    if (!batch.batch)
        return;
    const std::size_t at = records.size();
    records.insert(records.end(), batch.batch->bytes.begin(), batch.batch->bytes.end());
    if (records.size() - at >= kBatchHeaderBytes)
        assignOffsets(std::span(records).subspan(at), batch.baseOffset, batch.leaderEpoch);
}

RecordBytes recordsOf(std::span<const protocol::FetchedBatch> batches)
{
    RecordBytes out;
    Bytes run; // what is not shared
    const auto endRun = [&] {
        if (!run.empty())
            out.append(RecordBytes(std::exchange(run, {})).whole());
    };
    for (const protocol::FetchedBatch& batch : batches) {
        if (!batch.batch)
            continue;
        const protocol::SharedBytes& bytes = batch.batch->bytes;
        if (bytes.size() < RecordBytes::kShareFrom + kBatchHeaderBytes) {
            appendBatch(run, batch);
            continue;
        }
        const std::size_t at = run.size();
        run.insert(run.end(), bytes.begin(), bytes.begin() + kBatchHeaderBytes);
        assignOffsets(std::span(run).subspan(at), batch.baseOffset, batch.leaderEpoch);
        endRun();
        out.append(bytes.piece(kBatchHeaderBytes));
    }
    endRun();
    return out;
}

} // namespace connscope::wire::convert
