// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/// \file
/// Growing lists of ascending event ids, one for each connection, in little memory: an id is stored as the distance to
/// the one before it, seven bits a byte, so it mostly takes one or two bytes. Lists grow in links from one arena.

namespace connscope::trace {

class EventLists {
public:
    /// A place in a list from which it can be read on. Default: the beginning.
    struct Position {
        std::uint32_t link = kNoLink;
        std::uint16_t offset = 0; ///< bytes into the link
        std::uint16_t depth = 0; ///< links before it, up to kMaxDepth; gives the capacity
        std::uint32_t before = 0; ///< the id before the next one, plus one
    };

    /// Appends \a event to \a list; it must be greater than the last one there.
    void append(std::uint32_t list, EventId event);
    /// Number of ids in a list; 0 for a list that does not exist.
    std::size_t count(std::uint32_t list) const { return list < m_lists.size() ? m_lists[list].count : 0; }
    /// Number of lists: one more than the highest that was appended to.
    std::size_t size() const { return m_lists.size(); }
    /// The last id of a list that is not empty.
    EventId last(std::uint32_t list) const { return EventId {m_lists[list].end.before - 1}; }

    Position begin(std::uint32_t list) const;
    Position end(std::uint32_t list) const { return list < m_lists.size() ? m_lists[list].end : Position {}; }
    /// Reads the id at \a position and moves on. False at the end of what \a list holds.
    bool next(std::uint32_t list, Position& position, EventId& event) const;

    std::size_t bytes() const;

private:
    static constexpr std::uint32_t kNoLink = 0xffffffff;
    static constexpr std::size_t kNextBytes = 4;

    struct List {
        std::uint32_t first = kNoLink;
        std::uint32_t count = 0;
        Position end;
    };
    /// Bytes of a link at this depth: small for the many short lists, larger for the few long ones. Twice each size, so
    /// that little of a list is empty: 16, 16, 32, 32, … 256.
    static constexpr std::uint16_t kMaxDepth = 8;
    static constexpr std::uint32_t capacity(std::uint16_t depth) { return std::uint32_t {16} << (depth / 2); }
    static constexpr std::uint32_t payload(std::uint16_t depth)
    {
        return capacity(depth) - std::uint32_t {kNextBytes};
    }
    std::uint8_t* at(std::uint32_t link)
    {
        return m_arena[link >> kBlockBits].data() + (link & (kBlock - 1)) * kUnit;
    }
    const std::uint8_t* at(std::uint32_t link) const
    {
        return m_arena[link >> kBlockBits].data() + (link & (kBlock - 1)) * kUnit;
    }
    static constexpr std::uint16_t deeper(std::uint16_t depth)
    {
        return static_cast<std::uint16_t>(depth < kMaxDepth ? depth + 1 : kMaxDepth);
    }
    std::uint32_t allocate(std::uint16_t depth);
    void put(List& list, std::uint8_t byte);
    void step(Position& position) const;

    // Links are numbered in units of 16 bytes; blocks never move and hold whole links.
    static constexpr std::size_t kUnit = 16;
    static constexpr std::size_t kBlockBits = 12;
    static constexpr std::uint32_t kBlock = std::uint32_t {1} << kBlockBits;
    std::vector<std::vector<std::uint8_t>> m_arena;
    std::uint32_t m_used = 0; // units
    std::vector<List> m_lists;
};

} // namespace connscope::trace
