// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/flatmap.h"
#include "base/rng.h"
#include "base/time.h"
#include "broker/sessionpartitions.h"
#include "protocol/errors.h"

#include <cstdint>
#include <memory>
#include <vector>

/// \file
/// The fetch sessions of one broker (KIP-227, FetchSessionCache). A full fetch (epoch 0) opens one, the following fetches
/// name it and count its epoch on, epoch -1 closes it. They belong to the broker, not to a connection. Where all
/// max.incremental.fetch.session.cache.slots are taken, the session used longest ago makes room if it has been unused
/// for two minutes; otherwise the fetch is answered without a session.

namespace connscope::broker {

class FetchSessions {
public:
    static constexpr std::int32_t kNoSession = 0;
    static constexpr std::int32_t kInitialEpoch = 0;
    static constexpr std::int32_t kFinalEpoch = -1;
    static constexpr Duration kEvictionTime = ms(120'000); ///< FetchSession.MIN_INCREMENTAL_FETCH_SESSION_EVICTION_MS

    /// A broker (re)starts with \a slots.
    void clear(std::uint32_t slots);

    struct Outcome {
        protocol::ErrorCode error = protocol::ErrorCode::None;
        std::int32_t sessionId = kNoSession; ///< for the answer
        bool incremental = false; ///< the answer may leave out what has not changed
    };
    /// What a fetch with this id and epoch is (FetchManager#newContext). \a empty: it asks for no partition.
    Outcome use(std::int32_t sessionId, std::int32_t epoch, bool empty, Instant now, Rng& rng);
    /// What a session of a client from outside holds; empty when it has just been opened. nullptr: no such session, or
    /// one of our own clients, which name every partition each time.
    SessionPartitions* contentsOf(std::int32_t sessionId);
    /// Gives a new session a place for its partitions.
    SessionPartitions& fill(std::int32_t sessionId, bool byTopicId);
    std::size_t size() const { return m_byId.size(); }

private:
    struct Session {
        std::int32_t id = kNoSession;
        std::int32_t epoch = 0; // expected next
        Instant lastUsed {};
        std::uint64_t use = 0; // counts all uses of all sessions
        std::unique_ptr<SessionPartitions> contents;
    };
    std::int32_t open(Instant now, Rng& rng);
    void close(std::int32_t sessionId);
    /// Makes room for another one where all slots are taken. False if none has been unused for long enough.
    bool evict(Instant now);

    std::uint32_t m_slots = 0;
    std::uint64_t m_uses = 0;
    Instant m_notBefore = Instant::min(); // no session may be evicted before
    std::vector<Session> m_sessions;
    std::vector<std::uint32_t> m_free;
    FlatMap m_byId; // index by id
};

} // namespace connscope::broker
