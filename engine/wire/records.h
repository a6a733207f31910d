// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "wire/compression.h"
#include "wire/types.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// \file
/// Record batches, version 2 (KIP-98; DefaultRecordBatch.java, DefaultRecord.java): what lies in the `records` of PRODUCE
/// and FETCH. Older message sets (magic 0 and 1, before Kafka 0.11) are recognised and refused.
///
/// A batch is a header of 61 bytes and its records, which the codec of its attributes may have made smaller. Base offset
/// and leader epoch stand outside of what the CRC guards, so that a broker can assign them without touching the rest.

namespace connscope::wire {

inline constexpr std::size_t kBatchHeaderBytes = 61;

struct RecordHeader {
    std::string key;
    std::optional<Bytes> value;
    bool operator==(const RecordHeader&) const = default;
};
struct Record {
    std::int64_t offset = 0; ///< in the partition
    std::int64_t timestamp = 0; ///< ms since the epoch; when created, or when appended for all of a batch
    std::optional<Bytes> key;
    std::optional<Bytes> value; ///< null: a tombstone
    std::vector<RecordHeader> headers;
    bool operator==(const Record&) const = default;
};

/// The 61 bytes in front of the records.
struct BatchHeader {
    std::int64_t baseOffset = 0;
    std::int32_t batchLength = 0; ///< bytes behind this field
    std::int32_t partitionLeaderEpoch = -1;
    std::int8_t magic = 2;
    std::uint32_t crc = 0; ///< CRC-32C of everything from the attributes on
    std::int16_t attributes = 0;
    std::int32_t lastOffsetDelta = 0;
    std::int64_t baseTimestamp = -1;
    std::int64_t maxTimestamp = -1;
    std::int64_t producerId = -1; ///< -1: neither idempotent nor transactional
    std::int16_t producerEpoch = -1;
    std::int32_t baseSequence = -1;
    std::int32_t recordCount = 0;

    /// The value may be none of the five.
    Compression compression() const { return static_cast<Compression>(attributes & 7); }
    /// maxTimestamp is when the broker appended the batch, and counts for every record (message.timestamp.type).
    bool isLogAppendTime() const { return (attributes & 8) != 0; }
    bool isTransactional() const { return (attributes & 16) != 0; }
    /// The records are markers of transactions (or of the log), not an application's.
    bool isControl() const { return (attributes & 32) != 0; }
    /// baseTimestamp is when tombstones may go (KIP-534).
    bool hasDeleteHorizon() const { return (attributes & 64) != 0; }
    std::int64_t lastOffset() const { return baseOffset + lastOffsetDelta; }
    /// Bytes of the whole batch.
    std::size_t size() const { return 12 + static_cast<std::size_t>(batchLength); }
    bool operator==(const BatchHeader&) const = default;
};

struct RecordBatch {
    BatchHeader header;
    std::vector<Record> records;
};

/// What a batch of the network may cost before it is refused.
struct BatchLimits {
    std::size_t maxBytes = std::size_t {64} * 1024 * 1024; ///< of all records of a batch, decompressed
    std::size_t maxRecords = 1'000'000; ///< records and their headers together
};

// ---- reading ----

/// The header of the batch that \a bytes begin with. Looks at nothing behind it, neither CRC nor records. Errors: too few
/// bytes for a header, a length that is too small for one, an older or unknown magic.
Result<BatchHeader> readBatchHeader(std::span<const std::uint8_t> bytes);

/// Where a batch lies within `records`.
struct BatchPlace {
    std::size_t offset = 0;
    BatchHeader header;
};
struct BatchList {
    std::vector<BatchPlace> batches;
    /// Bytes of a last batch that is not whole: a FETCH answer ends where its size limit was reached. A PRODUCE request has
    /// to have none.
    std::size_t cutBytes = 0;
};
/// Finds the batches of a `records` field. Errors are those of readBatchHeader(), with the batch's offset.
Result<BatchList> findBatches(std::span<const std::uint8_t> records);

/// The whole batch that \a bytes begin with: CRC checked, records decompressed. Errors, with the byte: those of
/// readBatchHeader(), a batch that is not whole, a wrong CRC, a codec that is none, what decompress() says, records that do
/// not lie within the batch or are not as many as it says, and what is above the limits.
Result<RecordBatch> parseBatch(std::span<const std::uint8_t> bytes, const BatchLimits& limits = {});
/// Whether parseBatch() would succeed, without keeping the records: what LogValidator.java wants of a produced batch.
Result<void> checkBatch(std::span<const std::uint8_t> bytes, const BatchLimits& limits = {});
/// The CRC alone, without decompressing. \a bytes as above.
Result<void> checkBatchCrc(std::span<const std::uint8_t> bytes);

// ---- writing ----

struct BatchOptions {
    std::int64_t baseOffset = 0; ///< of the first record; a producer always says 0
    std::int32_t partitionLeaderEpoch = -1; ///< the broker's business
    Compression compression = Compression::None;
    std::optional<std::int64_t> logAppendTime; ///< ms; set: the batch says so and records have no time of their own
    std::int64_t producerId = -1;
    std::int16_t producerEpoch = -1;
    std::int32_t baseSequence = -1;
    bool transactional = false;
    bool control = false;
};

/// A batch of these records, in their order. Record::offset is not read: offsets follow each other from the base. Errors:
/// no records, a codec that is none, more than 2 GiB.
Result<Bytes> buildBatch(std::span<const Record> records, const BatchOptions& options = {});

/// Gives a batch its place in a log: writes base offset and leader epoch into it. The CRC stays right, nothing is
/// decompressed. \a batch has at least kBatchHeaderBytes.
void assignOffsets(std::span<std::uint8_t> batch, std::int64_t baseOffset, std::int32_t partitionLeaderEpoch);

// ---- markers of transactions ----

enum class ControlType : std::int16_t { Abort = 0, Commit = 1 };
struct Marker {
    ControlType type = ControlType::Abort;
    std::int32_t coordinatorEpoch = 0;
};
/// The batch with which a transaction ends in a partition (EndTransactionMarker.java): one control record, transactional,
/// without sequence. \a timestamp in ms.
Result<Bytes> buildMarker(const Marker& marker, std::int64_t producerId, std::int16_t producerEpoch,
    std::int64_t timestamp, std::int64_t baseOffset = 0);
/// What a record of a control batch says; nothing if it is no end of a transaction.
std::optional<Marker> markerOf(const Record& record);

} // namespace connscope::wire
