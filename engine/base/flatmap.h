// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

/// \file
/// A map from a 32-bit id to a small number. The first few entries lie side by side in the map itself, where a client that
/// has three connections finds one of them in a single cache line; std::unordered_map needs three more. Beyond that it is
/// one block of memory: open addressing with linear probing.

namespace connscope {

class FlatMap {
public:
    static constexpr std::uint32_t kNothing = 0xffffffff; ///< not found; not a value

    /// The value of \a key, or kNothing.
    std::uint32_t find(std::uint32_t key) const
    {
        if (m_mask == 0) {
            for (std::size_t i = 0; i < m_size; ++i) {
                if (m_keys[i] == key)
                    return m_values[i];
            }
            return kNothing;
        }
        for (std::size_t i = home(key);; i = (i + 1) & m_mask) {
            const Slot& slot = m_many[i];
            if (slot.value == kNothing || slot.key == key)
                return slot.value;
        }
    }
    /// Sets the value of \a key; \a value must not be kNothing.
    void set(std::uint32_t key, std::uint32_t value)
    {
        if (m_mask == 0) {
            for (std::size_t i = 0; i < m_size; ++i) {
                if (m_keys[i] == key) {
                    m_values[i] = value;
                    return;
                }
            }
            if (m_size < kFew) {
                m_keys[m_size] = key;
                m_values[m_size++] = value;
                return;
            }
        }
        if (m_mask == 0 || (m_size + 1) * 4 > (m_mask + 1) * 3)
            grow();
        insert(key, value);
    }
    void erase(std::uint32_t key)
    {
        if (m_mask == 0) {
            for (std::size_t i = 0; i < m_size; ++i) {
                if (m_keys[i] == key) {
                    --m_size;
                    m_keys[i] = m_keys[m_size];
                    m_values[i] = m_values[m_size];
                    return;
                }
            }
            return;
        }
        std::size_t i = home(key);
        while (m_many[i].value != kNothing && m_many[i].key != key)
            i = (i + 1) & m_mask;
        if (m_many[i].value == kNothing)
            return;
        --m_size;
        // Backward shift: what was displaced by this entry moves into its place.
        for (std::size_t next = (i + 1) & m_mask; m_many[next].value != kNothing; next = (next + 1) & m_mask) {
            const std::size_t wanted = home(m_many[next].key);
            if (((next - wanted) & m_mask) >= ((next - i) & m_mask)) {
                m_many[i] = m_many[next];
                i = next;
            }
        }
        m_many[i] = Slot {};
    }
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    void clear()
    {
        m_many.clear();
        m_size = 0;
        m_mask = 0;
    }

private:
    struct Slot {
        std::uint32_t key = 0;
        std::uint32_t value = kNothing;
    };
    std::size_t home(std::uint32_t key) const { return (key * 0x9e3779b1U >> 7) & m_mask; }
    void insert(std::uint32_t key, std::uint32_t value)
    {
        for (std::size_t i = home(key);; i = (i + 1) & m_mask) {
            Slot& slot = m_many[i];
            if (slot.value == kNothing)
                ++m_size;
            else if (slot.key != key)
                continue;
            slot = Slot {key, value};
            return;
        }
    }
    void grow()
    {
        const std::vector<Slot> old = std::move(m_many);
        m_many.assign(m_mask == 0 ? kFirstSlots : old.size() * 2, Slot {});
        const std::size_t few = m_mask == 0 ? m_size : 0;
        m_mask = static_cast<std::uint32_t>(m_many.size() - 1);
        m_size = 0;
        for (std::size_t i = 0; i < few; ++i)
            insert(m_keys[i], m_values[i]);
        for (const Slot& slot : old) {
            if (slot.value != kNothing)
                insert(slot.key, slot.value);
        }
    }

    static constexpr std::size_t kFew = 6; // with the two numbers before them in 56 bytes
    static constexpr std::size_t kFirstSlots = 16;
    std::uint32_t m_size = 0;
    std::uint32_t m_mask = 0; // 0: the few
    std::array<std::uint32_t, kFew> m_keys {};
    std::array<std::uint32_t, kFew> m_values {};
    std::vector<Slot> m_many;
};

} // namespace connscope
