// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

/// \file
/// Things by number, with numbers used again: what the scheduler's entries refer to. References stay good while other
/// things come and go, since the things live in blocks that never move.

namespace connscope::sim {

inline constexpr std::uint32_t kNoSlot = 0xffffffff;

template <typename T>
class Pool {
public:
    /// A free number; its thing is as it was left by whoever gave it back, so assign all of it.
    std::uint32_t take()
    {
        ++m_used;
        if (!m_free.empty()) {
            const std::uint32_t slot = m_free.back();
            m_free.pop_back();
            return slot;
        }
        if ((m_count & (kBlock - 1)) == 0)
            m_blocks.push_back(std::make_unique<T[]>(kBlock));
        return m_count++;
    }
    std::uint32_t put(T&& thing)
    {
        const std::uint32_t slot = take();
        (*this)[slot] = std::move(thing);
        return slot;
    }
    void give(std::uint32_t slot)
    {
        --m_used;
        m_free.push_back(slot);
    }
    T& operator[](std::uint32_t slot) { return m_blocks[slot / kBlock][slot & (kBlock - 1)]; }
    const T& operator[](std::uint32_t slot) const { return m_blocks[slot / kBlock][slot & (kBlock - 1)]; }

    std::size_t used() const { return m_used; }
    /// Numbers ever given: every used one is below.
    std::uint32_t end() const { return m_count; }

private:
    static constexpr std::uint32_t kBlock = 256;
    std::vector<std::unique_ptr<T[]>> m_blocks;
    std::vector<std::uint32_t> m_free;
    std::uint32_t m_count = 0;
    std::size_t m_used = 0;
};

} // namespace connscope::sim
