// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"

#include <array>
#include <cstdint>
#include <vector>

/// \file
/// The virtual clock's queue: what happens next, in the order of (time, order of scheduling).
///
/// Theory of operation. Time is cut into slots of 1024 ns. What falls into the slot that is being played lies sorted in
/// a run that is read from front to back; what is scheduled into that slot (or before it) meanwhile goes to a small
/// heap beside it. Everything later lies unsorted in a wheel: 2048 slots of 1024 ns, then levels of 256 slots that each
/// span the whole level below, up to the end of time. An entry's level is that of the highest digit in which its time
/// differs from the slot being played, so minutes and hours cost nothing until their turn comes. When the run is
/// empty, the lowest slot of the lowest level that holds anything is taken; if it is not of the lowest level, its
/// entries are dealt out anew around its earliest one.
///
/// A binary heap pays an unpredictable branch a level for each entry; here an entry is linked, unlinked, and compared
/// with its neighbours in the same microsecond.

namespace connscope::session {

class Scheduler {
public:
    /// Something due. `a` and `b` mean what `kind` says; they are numbers of whoever scheduled it.
    struct Entry {
        Instant at {};
        std::uint64_t order = 0; ///< sequence << 8 | kind: compares by sequence
        std::uint32_t a = 0;
        std::uint32_t b = 0;

        std::uint8_t kind() const { return static_cast<std::uint8_t>(order); }
        bool before(const Entry& other) const { return at != other.at ? at < other.at : order < other.order; }
    };
    static_assert(sizeof(Entry) == 24);

    Scheduler();

    /// Enters something due at \a at (not negative; kNever is forgotten). It may be before entries already taken: it is
    /// then the next to come. O(1), or O(log n) in what was scheduled into the same microsecond.
    void schedule(Instant at, std::uint8_t kind, std::uint32_t a = 0, std::uint32_t b = 0)
    {
        if (at == kNever)
            return;
        ++m_size;
        const Entry entry {at, m_sequence++ << 8 | kind, a, b};
        if (at < m_horizon)
            pushLate(entry);
        else
            link(allocate(entry));
    }

    /// Takes the next entry that is due at or before \a until. False if there is none: \a out is untouched then.
    bool next(Instant until, Entry& out)
    {
        if (m_cursor == m_run.size() && m_late.empty() && !refill())
            return false;
        if (m_late.empty() || (m_cursor != m_run.size() && m_run[m_cursor].before(m_late.front()))) {
            if (m_run[m_cursor].at > until)
                return false;
            out = m_run[m_cursor++];
        } else {
            if (m_late.front().at > until)
                return false;
            out = popLate();
        }
        --m_size;
        return true;
    }

    /// What comes next as far as that is known at once; null where it is not. For hints only.
    const Entry* peek() const
    {
        if (m_cursor < m_run.size())
            return &m_run[m_cursor];
        return m_upcoming != kNil ? &m_nodes[m_upcoming].entry : nullptr;
    }

    /// When the next entry is due; kNever if there is none.
    Instant nextAt();

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    /// Bytes held.
    std::size_t bytes() const;

private:
    static constexpr unsigned kSlotBits = 10; // a slot of the lowest level: 1024 ns
    static constexpr unsigned kFirstBits = 11; // slots of the lowest level: 2048
    static constexpr unsigned kBits = 8; // slots of each other level: 256
    static constexpr unsigned kLevels = 7; // 10 + 11 + 6 * 8 = 69 bits: to the end of time
    static constexpr std::size_t kFirstSlots = std::size_t {1} << kFirstBits;
    static constexpr std::size_t kSlots = std::size_t {1} << kBits;
    static constexpr std::uint32_t kNil = 0xffffffff;

    struct Node {
        Entry entry;
        std::uint32_t next = kNil;
    };

    std::uint32_t allocate(const Entry& entry)
    {
        std::uint32_t node = m_free;
        if (node == kNil) {
            node = static_cast<std::uint32_t>(m_nodes.size());
            m_nodes.push_back({entry, kNil});
        } else {
            m_free = m_nodes[node].next;
            m_nodes[node].entry = entry;
        }
        return node;
    }
    /// Puts a node into the slot of its time; the time is at or after the horizon.
    void link(std::uint32_t node);
    /// Empties a slot and returns its list.
    std::uint32_t takeSlot(unsigned level, std::size_t slot);
    std::size_t lowestSlot(unsigned level) const;
    /// Moves the horizon to the next slot that holds something. False if the wheel is empty.
    bool refill();
    void sortRun();
    void pushLate(const Entry& entry);
    Entry popLate();

    std::uint64_t m_sequence = 0;
    std::size_t m_size = 0;
    std::uint64_t m_base = 0; // start of the slot that is being played
    Instant m_horizon {}; // its end

    std::vector<Entry> m_run; // the slot being played, sorted; read up to m_cursor
    std::size_t m_cursor = 0;
    std::vector<Entry> m_late; // a heap: what was scheduled before the horizon

    std::vector<Node> m_nodes;
    std::uint32_t m_free = kNil;
    std::uint32_t m_upcoming = kNil; // of the slot after the one being played, when that was begun
    std::uint32_t m_levels = 0; // which levels hold anything
    std::uint32_t m_firstSummary = 0; // which words of m_firstBitmap are not zero
    std::array<std::uint64_t, kFirstSlots / 64> m_firstBitmap {};
    std::array<std::array<std::uint64_t, kSlots / 64>, kLevels> m_bitmap {}; // row 0 is not used
    std::array<std::uint32_t, kFirstSlots> m_firstHeads;
    std::array<std::array<std::uint32_t, kSlots>, kLevels> m_heads; // row 0 is not used
};

} // namespace connscope::session
