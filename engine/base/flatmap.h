// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// \file
/// A map from a 32-bit id to a small number in one block of memory: open addressing with linear probing. A client that has
/// three connections finds one of them in a single cache line; std::unordered_map needs three.

namespace connscope {

class FlatMap {
public:
    static constexpr std::uint32_t kNothing = 0xffffffff; ///< not found; not a value

    /// The value of \a key, or kNothing.
    std::uint32_t find(std::uint32_t key) const
    {
        if (m_slots.empty())
            return kNothing;
        for (std::size_t i = home(key);; i = (i + 1) & m_mask) {
            const Slot& slot = m_slots[i];
            if (slot.value == kNothing || slot.key == key)
                return slot.value;
        }
    }
    /// Sets the value of \a key; \a value must not be kNothing.
    void set(std::uint32_t key, std::uint32_t value)
    {
        if ((m_size + 1) * 4 > m_slots.size() * 3)
            grow();
        for (std::size_t i = home(key);; i = (i + 1) & m_mask) {
            Slot& slot = m_slots[i];
            if (slot.value == kNothing)
                ++m_size;
            else if (slot.key != key)
                continue;
            slot = Slot {key, value};
            return;
        }
    }
    void erase(std::uint32_t key)
    {
        if (m_slots.empty())
            return;
        std::size_t i = home(key);
        while (m_slots[i].value != kNothing && m_slots[i].key != key)
            i = (i + 1) & m_mask;
        if (m_slots[i].value == kNothing)
            return;
        --m_size;
        // Backward shift: what was displaced by this entry moves into its place.
        for (std::size_t next = (i + 1) & m_mask; m_slots[next].value != kNothing; next = (next + 1) & m_mask) {
            const std::size_t wanted = home(m_slots[next].key);
            if (((next - wanted) & m_mask) >= ((next - i) & m_mask)) {
                m_slots[i] = m_slots[next];
                i = next;
            }
        }
        m_slots[i] = Slot {};
    }
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    void clear()
    {
        m_slots.clear();
        m_size = 0;
        m_mask = 0;
    }

private:
    struct Slot {
        std::uint32_t key = 0;
        std::uint32_t value = kNothing;
    };
    std::size_t home(std::uint32_t key) const { return (key * 0x9e3779b1U >> 7) & m_mask; }
    void grow()
    {
        std::vector<Slot> old(m_slots.empty() ? 8 : m_slots.size() * 2);
        old.swap(m_slots);
        m_mask = m_slots.size() - 1;
        m_size = 0;
        for (const Slot& slot : old) {
            if (slot.value != kNothing)
                set(slot.key, slot.value);
        }
    }

    std::vector<Slot> m_slots;
    std::size_t m_mask = 0;
    std::size_t m_size = 0;
};

} // namespace connscope
