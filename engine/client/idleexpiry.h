// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/flatmap.h"
#include "base/ids.h"
#include "base/smallvector.h"
#include "base/time.h"

#include <cstdint>
#include <optional>
#include <vector>

/// \file
/// Which connection was used longest ago, and whether that is too long ago. The rules of Selector.IdleExpiryManager:
/// the check runs at the end of a poll and closes at most one connection; between two checks it does not look; polling by
/// itself refreshes nothing. A connection can therefore outlive its limit for as long as nobody polls.

namespace connscope::client {

class IdleExpiry {
public:
    /// \a limit: connections.max.idle.ms; negative = never. \a start: construction of the Selector.
    IdleExpiry(Duration limit, Instant start)
        : m_limit(limit)
        , m_nextCheck(limit < Duration::zero() ? kNever : saturatingAdd(start, limit))
    {
    }

    bool isEnabled() const { return m_limit >= Duration::zero(); }

    /// The connection was registered, connected, read from or written to at \a now.
    void touch(ConnectionId connection, Instant now);
    void remove(ConnectionId connection);

    struct Expired {
        ConnectionId connection;
        Duration idle {};
    };
    /// The check at the end of a poll. The caller closes the connection and calls remove().
    std::optional<Expired> poll(Instant now);

    /// When the connection used longest ago becomes too old; kNever if there is none. No timer of the client waits for it.
    Instant nextExpiry() const;

private:
    static constexpr std::uint32_t kEnd = 0xffffffff;
    struct Entry {
        ConnectionId connection;
        Instant lastActive {};
        std::uint32_t previous = kEnd;
        std::uint32_t next = kEnd;
    };
    void unlink(std::uint32_t slot);
    void linkLast(std::uint32_t slot);

    std::uint32_t slotOf(ConnectionId connection) const;

    Duration m_limit;
    Instant m_nextCheck;
    std::uint32_t m_oldest = kEnd;
    std::uint32_t m_newest = kEnd;
    // A doubly linked list in a vector, oldest first: access order without allocation.
    static constexpr std::size_t kFew = 3; // a consumer's connections: looked through, beyond that looked up
    SmallVector<Entry, kFew> m_entries;
    std::vector<std::uint32_t> m_free;
    FlatMap m_slots;
};

} // namespace connscope::client
