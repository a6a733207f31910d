// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "protocol/errors.h"

#include <cstdint>
#include <memory>
#include <string>

/// \file
/// Real records, as far as a broker must know them. A broker never looks into a batch: whoever decodes the wire takes
/// the facts out of its header and keeps the bytes. Simulations carry none of this.

namespace connscope::protocol {

/// Opaque bytes that travel and are stored without a copy; null = none.
using Bytes = std::shared_ptr<const std::string>;

/// One record batch of format v2 (DefaultRecordBatch), immutable.
struct RecordBatch {
    /// The whole batch as it came. Its base offset and partition leader epoch mean nothing: they lie outside the CRC and are
    /// written by whoever encodes an answer (FetchedBatch says what).
    std::string bytes;
    std::int32_t records = 1; ///< offsets that it takes: lastOffsetDelta + 1
    std::int64_t maxTimestamp = -1; ///< ms since 1970
    std::int64_t producerId = -1;
    std::int16_t producerEpoch = -1;
    std::int32_t baseSequence = -1;
    bool transactional = false;
    bool control = false; ///< a transaction marker
    /// What the decoder found wrong with it (CORRUPT_MESSAGE, INVALID_RECORD, UNSUPPORTED_COMPRESSION_TYPE …): the broker
    /// refuses the partition with it and stores nothing.
    ErrorCode error = ErrorCode::None;
};
using SharedBatch = std::shared_ptr<const RecordBatch>;

/// A batch in an answer, with what has to be written into its header.
struct FetchedBatch {
    SharedBatch batch;
    std::int64_t baseOffset = 0;
    std::int32_t leaderEpoch = 0;
};

/// For consumers that read committed records only: what this producer wrote from \a firstOffset on was aborted.
struct AbortedTransaction {
    std::int64_t producerId = -1;
    std::int64_t firstOffset = 0;
    bool operator==(const AbortedTransaction&) const = default;
};

} // namespace connscope::protocol
