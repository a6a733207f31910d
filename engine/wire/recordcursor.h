// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/primitives.h"
#include "wire/records.h"

/// \file
/// The records within a batch, decompressed: varints, keys, values, headers (DefaultRecord.java). Callers use records.h.

namespace connscope::wire {

class RecordCursor {
public:
    /// Places in errors count from \a base and are called \a unit.
    RecordCursor(std::span<const std::uint8_t> bytes, std::size_t base, std::string_view unit)
        : m_begin(bytes.data())
        , m_at(bytes.data())
        , m_end(bytes.data() + bytes.size())
        , m_base(base)
        , m_unit(unit)
    {
    }
    /// All records that the header tells of, which must fill the bytes.
    Result<void> readAll(const BatchHeader& header, std::size_t maxRecords, std::vector<Record>& records);
    /// The same, keeping none of them.
    Result<void> checkAll(const BatchHeader& header, std::size_t maxRecords);

private:
    std::size_t left() const { return static_cast<std::size_t>(m_end - m_at); }
    void fail(const std::uint8_t* at, std::string what);
    std::int64_t varint(std::size_t maxBytes, const char* what)
    {
        // Nearly all of them take one byte.
        if (!m_error && m_at < m_end && *m_at < 0x80)
            return unZigZag(*m_at++);
        return longVarint(maxBytes, what);
    }
    std::int64_t longVarint(std::size_t maxBytes, const char* what);
    /// A length that -1 makes null, where \a mayBeNull, and that fits into the bytes left.
    std::int64_t length(bool mayBeNull, const char* what);
    std::span<const std::uint8_t> blob(const char* what, bool& isNull);
    std::optional<Bytes> keptBlob(const char* what);
    void record(const BatchHeader& header, Record* record);
    Result<void> walk(const BatchHeader& header, std::size_t maxRecords, std::vector<Record>* records);

    const std::uint8_t* m_begin;
    const std::uint8_t* m_at;
    const std::uint8_t* m_end;
    std::size_t m_base;
    std::string_view m_unit;
    std::size_t m_index = 0;
    std::size_t m_budget = 0; ///< records and headers that may still come
    std::size_t m_maxRecords = 0;
    std::optional<Error> m_error;
};

/// One record at the end of \a out.
void appendRecord(Bytes& out, const Record& record, std::int64_t baseTimestamp, std::int32_t offsetDelta);

} // namespace connscope::wire
