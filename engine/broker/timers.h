// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "base/time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/// \file
/// What a cluster has to do later. Entries are small values, never callbacks: whoever set one knows what its numbers mean,
/// and forgets it by not recognising them any more (a serial number that has moved on), so nothing is ever cancelled.
/// Most entries of a busy cluster come in order of time (the end of a request's service, the end of a long poll): those
/// wait in queues of their own and never see the heap.

namespace connscope::broker {

enum class TimerKind : std::uint8_t {
    Serve, ///< a request has been handled: a = connection slot, b = serial
    LongPoll, ///< a fetch has waited long enough: as Serve
    Answer, ///< an answer that is ready goes out: as Serve
    Unthrottle, ///< a throttled connection is read again: as Serve
    Reap, ///< a processor looks for idle connections: a = processor, b = idle class, value = its token
    HighWatermark, ///< followers have caught up: a = topic, b = partition, value = offset
    JoinDelay, ///< a rebalance ends: a = group, b = token
    Session, ///< a member's session ends: a = group, b = member uid, value = token
    PendingMember, ///< a member id was given out and not used: a = group, b = member uid
    TransactionMarkers, ///< the markers of a transaction are written: a = transaction, b = token
    TransactionTimeout, ///< as TransactionMarkers
    PreferredLeaders, ///< the controller looks for preferred leaders: a = broker index
    FailureDetected, ///< a killed broker is found out: a = broker index, b = its incarnation
};

struct Timer {
    Instant at {};
    std::uint64_t order = 0; ///< of setting: what is due at the same instant runs in this order
    std::int64_t value = 0;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    EventId cause; ///< the event that led to it, where the part that set it does not keep that itself
    TimerKind kind = TimerKind::Serve;
};

class Timers {
public:
    void set(Instant at, TimerKind kind, std::uint32_t a, std::uint32_t b, std::int64_t value = 0,
        EventId cause = EventId {});
    /// Sets a timer that was taken off again, for another instant.
    void setAgain(const Timer& timer, Instant at) { set(at, timer.kind, timer.a, timer.b, timer.value, timer.cause); }
    bool empty() const { return m_size == 0; }
    std::size_t size() const { return m_size; }
    /// The one that is due first. There must be one.
    const Timer& top() const;
    void pop();
    /// The request whose \a kind (Serve, LongPoll) comes \a distance timers of that kind after the first; null if there are
    /// not so many in order. For hints only.
    const Timer* ahead(TimerKind kind, std::size_t distance) const
    {
        return m_lanes[static_cast<std::size_t>(kind)].ahead(distance);
    }

private:
    /// First in, first out; refuses what is due before its last entry.
    class Lane {
    public:
        bool offer(const Timer& timer);
        bool empty() const { return m_count == 0; }
        const Timer& front() const { return m_ring[m_head]; }
        const Timer* ahead(std::size_t distance) const
        {
            return distance < m_count ? &m_ring[(m_head + distance) & (m_ring.size() - 1)] : nullptr;
        }
        void pop();

    private:
        std::vector<Timer> m_ring; // a power of two
        std::size_t m_head = 0;
        std::size_t m_count = 0;
    };
    /// Which queue holds the first entry: a lane, or kHeap.
    std::size_t first() const;
    const Timer& firstOf(std::size_t queue) const { return queue == kHeap ? m_heap.front() : m_lanes[queue].front(); }

    static constexpr std::size_t kLanes = 2; // Serve and LongPoll, each with a delay that hardly ever changes
    static constexpr std::size_t kHeap = kLanes;
    std::array<Lane, kLanes> m_lanes;
    std::vector<Timer> m_heap;
    std::uint64_t m_order = 0;
    std::size_t m_size = 0;
    static constexpr std::size_t kUnknown = ~std::size_t {0};
    mutable std::size_t m_first = kUnknown; // what first() said, while it holds
};

} // namespace connscope::broker
