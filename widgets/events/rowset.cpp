// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/rowset.h"

#include <algorithm>
#include <bit>

namespace connscope::events {

void RowSet::clear()
{
    m_words.clear();
    m_before.clear();
    m_size = 0;
    m_count = 0;
}

void RowSet::append(bool isIn)
{
    if (m_size % kBits == 0) {
        if (m_words.size() % kWords == 0)
            m_before.push_back(m_count);
        m_words.push_back(0);
    }
    if (isIn) {
        m_words.back() |= std::uint64_t {1} << (m_size % kBits);
        ++m_count;
    }
    ++m_size;
}

std::size_t RowSet::rank(std::size_t row) const
{
    if (row >= m_size)
        return m_count;
    const std::size_t word = row / kBits;
    std::size_t n = m_before[word / kWords];
    for (std::size_t w = word / kWords * kWords; w < word; ++w)
        n += static_cast<std::size_t>(std::popcount(m_words[w]));
    const std::uint64_t below = (std::uint64_t {1} << (row % kBits)) - 1;
    return n + static_cast<std::size_t>(std::popcount(m_words[word] & below));
}

std::size_t RowSet::select(std::size_t k) const
{
    const auto block = std::upper_bound(m_before.begin(), m_before.end(), k) - m_before.begin() - 1;
    std::size_t n = m_before[static_cast<std::size_t>(block)];
    std::size_t word = static_cast<std::size_t>(block) * kWords;
    for (;; ++word) {
        const auto here = static_cast<std::size_t>(std::popcount(m_words[word]));
        if (n + here > k)
            break;
        n += here;
    }
    std::uint64_t bits = m_words[word];
    for (; n < k; ++n)
        bits &= bits - 1; // drops the lowest
    return word * kBits + static_cast<std::size_t>(std::countr_zero(bits));
}

std::optional<std::size_t> RowSet::next(std::size_t row) const
{
    const std::size_t k = rank(row);
    return k < m_count ? std::optional(select(k)) : std::nullopt;
}

std::optional<std::size_t> RowSet::previous(std::size_t row) const
{
    const std::size_t k = rank(row);
    return k > 0 ? std::optional(select(k - 1)) : std::nullopt;
}

} // namespace connscope::events
