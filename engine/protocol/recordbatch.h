// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "protocol/errors.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

/// \file
/// Real records, as far as a broker must know them. A broker never looks into a batch: whoever decodes the wire takes
/// the facts out of its header and keeps the bytes. Simulations carry none of this.

namespace connscope::protocol {

/// Opaque bytes that travel and are stored without a copy; null = none.
using Bytes = std::shared_ptr<const std::string>;

/// Bytes that several hold and nobody changes: a text of their own, or a piece of a buffer that something else was read
/// into. Copies share; the buffer lives as long as one of its pieces.
class SharedBytes {
public:
    SharedBytes() = default;
    SharedBytes(std::string text) // NOLINT(google-explicit-constructor): a text is bytes
        : SharedBytes(std::make_shared<const std::string>(std::move(text)))
    {
    }
    /// \a size bytes at \a data, which live as long as \a holds does.
    SharedBytes(std::shared_ptr<const void> holds, const void* data, std::size_t size)
        : m_data(static_cast<const char*>(data))
        , m_size(size)
        , m_holds(std::move(holds))
    {
    }
    const char* data() const { return m_data; }
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    const char* begin() const { return m_data; }
    const char* end() const { return m_data + m_size; }
    std::string_view view() const { return {m_data, m_size}; }
    /// The part from \a from on, \a size bytes of it or all.
    SharedBytes piece(std::size_t from, std::size_t size = std::string_view::npos) const
    {
        const std::string_view part = view().substr(from, size);
        return {m_holds, part.data(), part.size()};
    }
    bool operator==(const SharedBytes& other) const { return view() == other.view(); }

private:
    explicit SharedBytes(std::shared_ptr<const std::string> text)
        : m_data(text->data())
        , m_size(text->size())
        , m_holds(std::move(text))
    {
    }
    const char* m_data = nullptr;
    std::size_t m_size = 0;
    std::shared_ptr<const void> m_holds; ///< last: a constructor reads the text before it moves it here
};

/// One record batch of format v2 (DefaultRecordBatch), immutable.
struct RecordBatch {
    /// The whole batch as it came. Its base offset and partition leader epoch mean nothing: they lie outside the CRC and are
    /// written by whoever encodes an answer (FetchedBatch says what).
    SharedBytes bytes;
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
