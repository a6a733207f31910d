// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/trace.h"

#include "trace/growth.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace connscope::trace {

namespace {

constexpr std::size_t kArenaBlock = std::size_t {1} << 16;
constexpr std::size_t kFirstSlots = 64;
constexpr std::uint32_t kEmptySlot = 0; // id 0 is the empty text, which is never looked up

std::uint32_t hashOf(std::string_view text)
{
    const std::size_t h = std::hash<std::string_view> {}(text);
    return static_cast<std::uint32_t>(h ^ (h >> 32));
}

/// First index in [0, n) for which \a isPast holds; n if none. isPast is false, then true.
template <typename Predicate>
std::size_t partitionPoint(std::size_t n, Predicate isPast)
{
    std::size_t low = 0;
    while (n > 0) {
        const std::size_t half = n / 2;
        if (isPast(low + half)) {
            n = half;
        } else {
            low += half + 1;
            n -= half + 1;
        }
    }
    return low;
}

} // namespace

StringTable::StringTable()
    : m_texts(1)
    , m_slots(kFirstSlots, kEmptySlot)
{
}

std::size_t StringTable::slotOf(std::string_view text, std::uint32_t hash) const
{
    std::size_t slot = hash & (m_slots.size() - 1);
    for (; m_slots[slot] != kEmptySlot; slot = (slot + 1) & (m_slots.size() - 1)) {
        const Entry& entry = m_texts[m_slots[slot]];
        if (entry.hash == hash && std::string_view(entry.data, entry.size) == text)
            break;
    }
    return slot;
}

TextId StringTable::intern(std::string_view text)
{
    if (text.empty())
        return TextId {0};
    const std::uint32_t hash = hashOf(text);
    const std::size_t slot = slotOf(text, hash);
    if (m_slots[slot] != kEmptySlot)
        return TextId {m_slots[slot]};
    const auto id = static_cast<std::uint32_t>(m_texts.size());
    growGently(m_texts);
    m_texts.push_back(Entry {store(text), static_cast<std::uint32_t>(text.size()), hash});
    m_slots[slot] = id;
    if (m_texts.size() * 2 > m_slots.size())
        grow();
    return TextId {id};
}

std::optional<TextId> StringTable::find(std::string_view text) const
{
    if (text.empty())
        return TextId {0};
    const std::uint32_t id = m_slots[slotOf(text, hashOf(text))];
    return id != kEmptySlot ? std::optional(TextId {id}) : std::nullopt;
}

const char* StringTable::store(std::string_view text)
{
    if (text.size() > m_free) {
        // Long texts get a block of their own, so that what is left of the current block is not lost.
        const bool own = text.size() > kArenaBlock / 4;
        const std::size_t size = own ? text.size() : kArenaBlock;
        m_blocks.push_back(std::unique_ptr<char[]>(new char[size]));
        m_arenaBytes += size;
        char* data = m_blocks.back().get();
        std::memcpy(data, text.data(), text.size());
        if (!own) {
            m_next = data + text.size();
            m_free = size - text.size();
        }
        return data;
    }
    char* data = m_next;
    std::memcpy(data, text.data(), text.size());
    m_next += text.size();
    m_free -= text.size();
    return data;
}

void StringTable::grow()
{
    std::vector<std::uint32_t> slots(m_slots.size() * 2, kEmptySlot);
    for (std::uint32_t id = 1; id < m_texts.size(); ++id) {
        std::size_t slot = m_texts[id].hash & (slots.size() - 1);
        while (slots[slot] != kEmptySlot)
            slot = (slot + 1) & (slots.size() - 1);
        slots[slot] = id;
    }
    m_slots.swap(slots);
}

std::size_t StringTable::bytes() const
{
    return m_arenaBytes + m_texts.capacity() * sizeof(Entry) + m_slots.capacity() * sizeof(std::uint32_t)
        + m_blocks.capacity() * sizeof(m_blocks[0]);
}

Trace::Chunk Trace::newChunk() const
{
    constexpr std::size_t kBytes = kChunkSize * sizeof(Event);
    Chunk chunk(static_cast<Event*>(::operator new(kBytes)));
#if defined(MADV_POPULATE_WRITE)
    // A long trace will fill it: all of its pages at once cost the system half of what it costs to fault them one by one.
    constexpr std::size_t kShort = 4;
    if (m_chunks.size() >= kShort) {
        constexpr std::uintptr_t kPage = 4096;
        const auto start = (reinterpret_cast<std::uintptr_t>(chunk.get()) + kPage - 1) & ~(kPage - 1);
        const auto end = (reinterpret_cast<std::uintptr_t>(chunk.get()) + kBytes) & ~(kPage - 1);
        madvise(reinterpret_cast<void*>(start), end - start, MADV_POPULATE_WRITE); // a wish: it may fail
    }
#endif
    return chunk;
}

std::size_t Trace::lowerBound(Instant t) const
{
    return partitionPoint(m_size, [&](std::size_t i) { return (*this)[i].at >= t; });
}

std::size_t Trace::upperBound(Instant t) const
{
    return partitionPoint(m_size, [&](std::size_t i) { return (*this)[i].at > t; });
}

std::size_t Trace::bytes() const
{
    return m_heldChunks * kChunkSize * sizeof(Event) + m_chunks.capacity() * sizeof(m_chunks[0])
        + m_wanted.capacity() * sizeof(m_wanted[0]) + m_texts.bytes();
}

void Trace::release(std::size_t upTo, std::span<const EventId> wanted)
{
    if (m_size == 0)
        return;
    const std::size_t chunks = std::min(upTo, m_size - 1) >> kChunkBits;
    std::vector<std::pair<std::uint32_t, Event>> still;
    for (const EventId id : wanted) {
        if (id.isValid() && id.value < chunks << kChunkBits)
            still.emplace_back(id.value, (*this)[id]);
    }
    m_wanted = std::move(still);
    for (std::size_t chunk = m_released >> kChunkBits; chunk < chunks; ++chunk) {
        m_chunks[chunk].reset();
        --m_heldChunks;
    }
    m_released = std::max(m_released, chunks << kChunkBits);
}

const Event& Trace::releasedEvent(std::size_t i) const
{
    static const Event kGone = [] {
        Event e;
        e.kind = EventKind::EventsDropped;
        return e;
    }();
    const auto it = std::lower_bound(
        m_wanted.begin(), m_wanted.end(), i, [](const auto& held, std::size_t n) { return held.first < n; });
    return it != m_wanted.end() && it->first == i ? it->second : kGone;
}

bool equal(const Trace& a, const Trace& b)
{
    if (a.header() != b.header() || a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        Event left = a[i];
        Event right = b[i];
        if (a.text(left.text) != b.text(right.text))
            return false;
        left.text = right.text = TextId {0};
        if (left != right)
            return false;
    }
    return true;
}

} // namespace connscope::trace
