// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

/// \file
/// The log of one partition: how many records and how large, not what they hold. Records of one size in a row are one
/// entry, so a million equal records cost nothing.

namespace connscope::broker {

class RecordLog {
public:
    /// Size of records that nobody gave a size to: those that are there from the start.
    static constexpr std::int32_t kRecordBytes = 100;

    /// Appends \a records that take \a bytes together (0 or less: of kRecordBytes each). Returns the first one's offset.
    std::int64_t append(std::int64_t records, std::int64_t bytes = 0);
    /// Log end offset: that of the next record.
    std::int64_t end() const { return m_end; }

    struct Read {
        std::int64_t records = 0;
        std::int64_t bytes = 0;
    };
    /// The records from \a offset up to \a limit (exclusive) that fit into \a maxBytes. With \a atLeastOne the first one is
    /// read even where it does not fit (KIP-74).
    Read read(std::int64_t offset, std::int64_t limit, std::int64_t maxBytes, bool atLeastOne) const;

private:
    struct Span {
        std::int64_t first = 0;
        std::int64_t bytesEach = kRecordBytes;
    };
    std::vector<Span> m_spans; // by offset
    std::int64_t m_end = 0;
};

} // namespace connscope::broker
