// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace connscope::events {

/// Which of many rows are in: one bit a row and a running count every 4,096, so that "the k-th" and "how many before"
/// take no longer for ten million rows than for a thousand. It grows at its end.
class RowSet {
public:
    void clear();
    void append(bool isIn);

    /// Rows told about, in or out.
    std::size_t size() const { return m_size; }
    /// Rows that are in.
    std::size_t count() const { return m_count; }
    bool contains(std::size_t row) const
    {
        return row < m_size && ((m_words[row / kBits] >> (row % kBits)) & 1U) != 0;
    }
    /// How many are in before \a row.
    std::size_t rank(std::size_t row) const;
    /// The row with so many before it; \a k < count().
    std::size_t select(std::size_t k) const;
    /// The first that is in at or after \a row.
    std::optional<std::size_t> next(std::size_t row) const;
    /// The last that is in before \a row.
    std::optional<std::size_t> previous(std::size_t row) const;

    std::size_t bytes() const { return m_words.capacity() * 8 + m_before.capacity() * sizeof(std::size_t); }

private:
    static constexpr std::size_t kBits = 64;
    static constexpr std::size_t kWords = 64; // of a block

    std::vector<std::uint64_t> m_words;
    std::vector<std::size_t> m_before; // by block: how many are in before it
    std::size_t m_size = 0;
    std::size_t m_count = 0;
};

} // namespace connscope::events
