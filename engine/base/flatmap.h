// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/// \file
/// A map from a 32-bit id to a small number in one block of memory: open addressing with linear probing. A client that has
/// three connections finds one of them in a single cache line, that of the map itself; std::unordered_map needs three more.

namespace connscope {

class FlatMap {
public:
    static constexpr std::uint32_t kNothing = 0xffffffff; ///< not found; not a value

    /// The value of \a key, or kNothing.
    std::uint32_t find(std::uint32_t key) const
    {
        const Slot* const table = data();
        for (std::size_t i = home(key);; i = (i + 1) & m_mask) {
            const Slot& slot = table[i];
            if (slot.value == kNothing || slot.key == key)
                return slot.value;
        }
    }
    /// Sets the value of \a key; \a value must not be kNothing.
    void set(std::uint32_t key, std::uint32_t value)
    {
        if ((m_size + 1) * 4 > (m_mask + 1) * 3)
            grow();
        Slot* const table = data();
        for (std::size_t i = home(key);; i = (i + 1) & m_mask) {
            Slot& slot = table[i];
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
        Slot* const table = data();
        std::size_t i = home(key);
        while (table[i].value != kNothing && table[i].key != key)
            i = (i + 1) & m_mask;
        if (table[i].value == kNothing)
            return;
        --m_size;
        // Backward shift: what was displaced by this entry moves into its place.
        for (std::size_t next = (i + 1) & m_mask; table[next].value != kNothing; next = (next + 1) & m_mask) {
            const std::size_t wanted = home(table[next].key);
            if (((next - wanted) & m_mask) >= ((next - i) & m_mask)) {
                table[i] = table[next];
                i = next;
            }
        }
        table[i] = Slot {};
    }
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    void clear()
    {
        m_few.fill(Slot {});
        m_many.clear();
        m_size = 0;
        m_mask = kFew - 1;
    }

private:
    struct Slot {
        std::uint32_t key = 0;
        std::uint32_t value = kNothing;
    };
    std::size_t home(std::uint32_t key) const { return (key * 0x9e3779b1U >> 7) & m_mask; }
    Slot* data() { return m_mask < kFew ? m_few.data() : m_many.data(); }
    const Slot* data() const { return m_mask < kFew ? m_few.data() : m_many.data(); }
    void grow()
    {
        const std::vector<Slot> old(data(), data() + m_mask + 1);
        m_many.assign(old.size() * 2, Slot {});
        m_mask = m_many.size() - 1;
        m_size = 0;
        for (const Slot& slot : old) {
            if (slot.value != kNothing)
                set(slot.key, slot.value);
        }
    }

    static constexpr std::size_t kFew = 8; // slots without memory of their own
    std::array<Slot, kFew> m_few {};
    std::vector<Slot> m_many;
    std::size_t m_mask = kFew - 1;
    std::size_t m_size = 0;
};

} // namespace connscope
