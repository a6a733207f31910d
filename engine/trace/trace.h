// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/event.h"

#include <cassert>
#include <cstddef>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// \file
/// The store: an append-only sequence of events in chunks (no reallocation, no copies, stable references), with the
/// interned text they refer to. Writers append in order of time; readers never see an event change.

namespace connscope::trace {

/// What a trace says of itself, before its first event.
struct Header {
    std::string title; ///< the scenario's title
    std::string scenario; ///< file name without directories; empty if there was none
    std::string profile; ///< profile the run was forced to, or "" where each client had its own
    std::uint64_t seed = 0;
    Vantage vantage = Vantage::Simulated;
    std::int64_t epochMs
        = 0; ///< wall clock of instant 0, ms since 1970-01-01 UTC; a scenario's own, so that runs are byte-equal
    bool operator==(const Header&) const = default;
};

/// Text by number: each text once. Id 0 is the empty text. The bytes live in an arena of blocks that never move, so
/// a view of a text stays good as long as the table lives; 16 bytes and two slots of four bytes a text beside them.
class StringTable {
public:
    StringTable();
    /// The number of \a text, a new one if it was not seen before. O(length).
    TextId intern(std::string_view text);
    /// The number of \a text if it is in the table.
    std::optional<TextId> find(std::string_view text) const;
    /// "" for an id that is not in the table.
    std::string_view at(TextId id) const
    {
        if (id.value >= m_texts.size())
            return {};
        const Entry& entry = m_texts[id.value];
        return {entry.data, entry.size};
    }
    /// Number of texts, the empty one included.
    std::size_t size() const { return m_texts.size(); }
    /// Bytes held, for the memory budget.
    std::size_t bytes() const;

private:
    struct Entry {
        const char* data = nullptr;
        std::uint32_t size = 0;
        std::uint32_t hash = 0;
    };
    /// Where \a text is, or the empty slot where it belongs.
    std::size_t slotOf(std::string_view text, std::uint32_t hash) const;
    const char* store(std::string_view text);
    void grow();

    std::vector<Entry> m_texts; // by id
    std::vector<std::uint32_t> m_slots; // open addressing, ids; at most half full
    std::vector<std::unique_ptr<char[]>> m_blocks;
    char* m_next = nullptr; // free bytes of the last shared block
    std::size_t m_free = 0;
    std::size_t m_arenaBytes = 0;
};

class Trace {
public:
    static constexpr std::size_t kChunkBits = 14;
    static constexpr std::size_t kChunkSize = std::size_t {1} << kChunkBits;

    Trace() = default;
    Trace(Trace&&) noexcept = default;
    Trace& operator=(Trace&&) noexcept = default;
    Trace(const Trace&) = delete;
    Trace& operator=(const Trace&) = delete;

    Header& header() { return m_header; }
    const Header& header() const { return m_header; }

    /// Appends; `event.at` must not be before the last event's. Returns its id (its position).
    EventId append(const Event& event)
    {
        assert(m_size == 0 || event.at >= (*this)[EventId {static_cast<std::uint32_t>(m_size - 1)}].at);
        if ((m_size & (kChunkSize - 1)) == 0) {
            m_chunks.push_back(newChunk());
            ++m_heldChunks;
        }
        Event& kept = m_chunks[m_size >> kChunkBits][m_size & (kChunkSize - 1)];
        kept = event;
        if (event.vantage == Vantage::Simulated)
            kept.vantage = m_vantage;
        return EventId {static_cast<std::uint32_t>(m_size++)};
    }
    /// Tells the size of a message that was written when its event was made already. Before any reader has seen the event.
    void setMessageSize(EventId id, std::uint32_t bytes)
    {
        if (id.value >= m_released)
            m_chunks[id.value >> kChunkBits][id.value & (kChunkSize - 1)].size = bytes;
    }
    /// How events are known that are appended as simulated from now on: the brains of a real session do not know better.
    void setVantage(Vantage vantage) { m_vantage = vantage; }
    TextId intern(std::string_view text) { return m_texts.intern(text); }
    std::string_view text(TextId id) const { return m_texts.at(id); }

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    const Event& operator[](EventId id) const { return (*this)[std::size_t {id.value}]; }
    const Event& operator[](std::size_t i) const
    {
        const Event* chunk = m_chunks[i >> kChunkBits].get();
        if (chunk == nullptr) [[unlikely]]
            return releasedEvent(i);
        return chunk[i & (kChunkSize - 1)];
    }

    /// For a writer whose events were handed on and who goes on for hours: gives the memory of events before \a upTo back,
    /// by whole chunks and never the last one. Numbers stay as they are. Of released events those of \a wanted (ascending)
    /// can still be read as before, at 60 bytes each; any other one reads as an EventsDropped at instant 0 with no rule of
    /// its own. lowerBound() and upperBound() then count for what was not released only.
    void release(std::size_t upTo, std::span<const EventId> wanted);
    /// Events before this one were released.
    std::size_t released() const { return m_released; }

    /// Events that are not in this trace any more, because it is kept short (keeping.h).
    std::uint64_t dropped() const
    {
        return m_size > 0 && (*this)[0].kind == EventKind::EventsDropped
            ? static_cast<std::uint64_t>((*this)[0].value)
            : 0;
    }
    /// The number of the event from which on nothing is missing: 0, or that of the WholeFromHere.
    std::size_t wholeFrom() const
    {
        return m_size > 0 && (*this)[0].kind == EventKind::EventsDropped && (*this)[0].size < m_size ? (*this)[0].size
                                                                                                     : 0;
    }
    /// The events before \a cut become \a front, which is not longer; what follows moves up, after \a edit has seen each
    /// of it. Numbers change. Not for a trace of which something was released.
    template <typename Edit>
    void replaceFront(std::size_t cut, std::span<const Event> front, Edit edit)
    {
        assert(m_released == 0 && cut <= m_size && front.size() <= cut);
        const auto place
            = [this](std::size_t i) -> Event& { return m_chunks[i >> kChunkBits][i & (kChunkSize - 1)]; };
        for (std::size_t i = 0; i < front.size(); ++i)
            place(i) = front[i];
        std::size_t to = front.size();
        for (std::size_t from = cut; from < m_size; ++from, ++to) {
            Event moved = place(from);
            edit(moved);
            place(to) = moved;
        }
        m_size = to;
        m_chunks.resize((m_size + kChunkSize - 1) >> kChunkBits);
        m_heldChunks = m_chunks.size();
    }

    /// The first event at or after \a t (its index; size() if none). O(log n).
    std::size_t lowerBound(Instant t) const;
    /// The first event after \a t.
    std::size_t upperBound(Instant t) const;
    Instant end() const { return m_size == 0 ? kStart : (*this)[m_size - 1].at; }

    const StringTable& texts() const { return m_texts; }
    /// Bytes held by events and text together.
    std::size_t bytes() const;

    /// The next unused id; ids of connections and clients are given by whoever writes the trace, here.
    ConnectionId newConnection() { return ConnectionId {m_connections++}; }
    ClientId newClient() { return ClientId {m_clients++}; }
    std::uint32_t connectionCount() const { return m_connections; }
    std::uint32_t clientCount() const { return m_clients; }
    /// For readers of files: makes the counters cover \a c.
    void coverConnection(ConnectionId c)
    {
        if (c.isValid() && c.value >= m_connections)
            m_connections = c.value + 1;
    }
    void coverClient(ClientId c)
    {
        if (c.isValid() && c.value >= m_clients)
            m_clients = c.value + 1;
    }

private:
    // Raw memory: events are copied into it one by one, so that a short trace touches only what it fills.
    struct FreeChunk {
        void operator()(Event* chunk) const { ::operator delete(chunk); }
    };
    using Chunk = std::unique_ptr<Event[], FreeChunk>;
    static_assert(std::is_trivially_copyable_v<Event> && std::is_trivially_destructible_v<Event>);
    Chunk newChunk() const;

    const Event& releasedEvent(std::size_t i) const;

    Header m_header;
    StringTable m_texts;
    std::vector<Chunk> m_chunks; // nullptr: released
    std::vector<std::pair<std::uint32_t, Event>> m_wanted; // released, by number
    std::size_t m_size = 0;
    std::size_t m_released = 0; // events, a whole number of chunks
    std::size_t m_heldChunks = 0;
    std::uint32_t m_connections = 0;
    std::uint32_t m_clients = 0;
    Vantage m_vantage = Vantage::Simulated;
};

/// Same header, same events, same words (text ids may differ).
bool equal(const Trace& a, const Trace& b);

} // namespace connscope::trace
