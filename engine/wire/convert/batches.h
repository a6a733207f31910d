// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "protocol/recordbatch.h"
#include "wire/recordbytes.h"
#include "wire/types.h"

#include <optional>
#include <span>

/// \file
/// Record batches on top of wire/records.h: made for those who have none (our own producers, a broker whose log holds
/// records without bytes), and taken apart as far as a broker or a consumer's bookkeeping must know them.

namespace connscope::wire::convert {

// ---- making ----

/// A batch that somebody needs.
struct BatchSpec {
    enum class Kind : std::uint8_t {
        Records, ///< values of 'x', no keys
        Commit, ///< the marker that ends a transaction: one control record
        Abort,
    };
    Kind kind = Kind::Records;
    std::int64_t baseOffset = 0;
    std::int32_t records = 1; ///< of a marker always 1
    std::int64_t bytes = 0; ///< about what the whole batch should take; less than records need without values: that
    std::int64_t timestamp = -1; ///< of every record, ms since 1970; -1: none
    std::int64_t producerId = -1;
    std::int16_t producerEpoch = -1;
    std::int32_t baseSequence = -1;
    bool transactional = false; ///< of a marker always true
    std::int32_t coordinatorEpoch = 0; ///< of a marker
};

/// The bytes: the same for the same spec, not compressed, format version 2. The batch takes exactly `records` offsets.
/// Errors: fewer than one record, more than 2 GiB.
Result<Bytes> batchBytes(const BatchSpec& spec);
/// The same with the facts that a broker keeps: what broker::BatchMaker is to return.
Result<protocol::SharedBatch> makeBatch(const BatchSpec& spec);

// ---- reading ----

/// What lies in the `records` of a PRODUCE of that version, for a broker. It is never null: whatever is wrong stands in
/// RecordBatch::error, as a broker would answer it (ProduceRequest#validateRecords, LogValidator):
/// - INVALID_RECORD: no batch, more than one, an older format in PRODUCE v3+, a record count that is not that of the offsets;
/// - UNSUPPORTED_FOR_MESSAGE_FORMAT: an older format in PRODUCE before v3, which a broker would convert;
/// - UNSUPPORTED_COMPRESSION_TYPE: zstd before v7 (KIP-110), or no codec at all;
/// - CORRUPT_MESSAGE: a wrong CRC, a length that cannot be.
/// Bytes behind the last whole batch are cut off, as a broker does (UnifiedLog#trimInvalidBytes).
/// Its bytes are those of \a records, not a copy.
protocol::SharedBatch producedBatch(const std::optional<RecordBytes>& records, std::int16_t produceVersion);

/// What a consumer that asked for \a offset makes of the `records` of a FETCH answer.
struct CountedRecords {
    std::int64_t firstOffset = 0; ///< firstOffset + records is where it goes on; without batches \a offset
    std::int32_t records = 0; ///< from \a offset on, without those of control batches
    std::int32_t bytes = 0; ///< of the whole batches
};
/// \a offset -1: not known, every record counts. Errors: a batch that is no version 2, and those of checkBatch(): a wrong CRC,
/// records that cannot be read.
Result<CountedRecords> countRecords(std::span<const std::uint8_t> records, std::int64_t offset);

/// Appends a stored batch with base offset and leader epoch written into it.
void appendBatch(Bytes& records, const protocol::FetchedBatch& batch);
/// The same, one behind the other; large ones are shared but for the part of their header that is another in each log.
RecordBytes recordsOf(std::span<const protocol::FetchedBatch> batches);

} // namespace connscope::wire::convert
