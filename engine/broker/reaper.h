// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/prefetch.h"
#include "base/rng.h"
#include "base/smallvector.h"
#include "broker/world.h"

#include <optional>
#include <vector>

/// \file
/// The connection reaper: Kafka's Selector.IdleExpiryManager, one per Processor (network thread). A processor looks at the
/// end of each of its polls, and closes at most one connection: the one used longest ago, if that was longer ago than the
/// limit. It polls when there is traffic, and otherwise 300 ms after its last poll (SocketServer.Processor#poll), so an
/// idle connection outlives its limit by up to 300 ms, and several that expire together go one every 300 ms.
///
/// Polls without traffic need no events here: they lie on a grid of 300 ms that starts at the last poll with traffic, so
/// the first one after an expiry is computed. The timer that waits for it is set for the expiry of the oldest connection
/// and looks again when that has been used meanwhile; expiries only ever move later.
///
/// Kafka moves a connection to the end of a list whenever it is used. Here its use is only noted, by instant and number, and
/// the order is put right when the connection used longest ago is asked for, once in a limit or so: a request touches
/// the record of its own connection, not those of two neighbours.
///
/// IdleExpiryManager's nextIdleCloseCheckTime never lies behind the oldest connection's expiry, so it decides nothing
/// and is not kept.

namespace connscope::broker {

class Reaper {
public:
    static constexpr Duration kPollTimeout = ms(300);

    explicit Reaper(World& world, Rng rng)
        : m_world(world)
        , m_rng(rng)
    {
    }

    /// A broker starts with \a count network threads, each at its own phase. Returns the number of the first one; those of
    /// an earlier start are forgotten.
    std::uint32_t startProcessors(BrokerIndex broker, std::uint32_t count);
    BrokerIndex brokerOf(std::uint32_t processor) const { return m_processors[processor].broker; }

    /// A connection is registered with a processor (Selector#register). \a limit overrides the broker's own.
    void add(std::uint32_t slot, std::uint32_t processor, std::optional<Duration> limit);
    /// Bytes were read or written on it (IdleExpiryManager#update), in a poll of its processor.
    void touch(std::uint32_t slot) { touch(slot, m_world.now); }
    /// The same, told now of an instant before: its place among the others is that of now.
    void touch(std::uint32_t slot, Instant at);
    void remove(std::uint32_t slot);
    /// The processor polls now, for a reason other than a registered connection's traffic.
    void poll(std::uint32_t processor);
    /// The connection of the processor that was used longest ago; kNone if it has none (Selector#lowestPriorityChannel).
    std::uint32_t leastRecentlyUsed(std::uint32_t processor);

    struct Expired {
        std::uint32_t slot = kNone;
        Duration idle {};
        trace::RuleId rule = trace::RuleId::None;
    };
    /// What the polls of this instant expire, once all their traffic is dealt with: at most one connection a processor and
    /// limit. The caller closes them.
    void takeExpired(std::vector<Expired>& expired);
    void prefetchLink(std::uint32_t slot) const { prefetch(&m_links[slot]); }
    /// TimerKind::Reap came due.
    void onTimer(const Timer& timer);

    /// The first poll without traffic after \a t.
    Instant nextPoll(std::uint32_t processor, Instant t) const;

private:
    /// The connections of a processor that share a limit, by last use. Class 0 has the broker's own limit; the others
    /// exist only for profile course, whose brokers close after the client's limit.
    struct Place {
        std::uint64_t use = 0; // number of the connection's use when it got this place
        std::uint32_t slot = kNone;
    };
    struct IdleClass {
        std::optional<std::int64_t> limitNs;
        /// No connection expires before: the oldest one's expiry when it was last looked at.
        Instant notBefore = Instant::min();
        trace::RuleId rule = trace::RuleId::BrokerIdleExpiry;
        Instant armedFor = kNever; // when its timer is due
        std::int64_t token = 0; // of that timer; others are forgotten
        std::uint32_t size = 0; // connections
        std::vector<Place> places; // a heap; places of connections that were used since, or are gone, among them
    };
    struct Processor {
        BrokerIndex broker = kNoBroker;
        bool due = false; // listed in m_due
        Instant lastPoll {};
        SmallVector<IdleClass, 1> classes;
    };
    struct Link {
        Instant lastActive {};
        std::uint64_t use = 0; // counts all uses of all connections
        std::uint64_t placed = 0; // use of its one valid place; 0 = none
        std::uint32_t processor = kNone;
        std::uint32_t idleClass = 0;
    };
    void note(Link& link);
    void place(IdleClass& c, std::uint32_t slot);
    /// The connection of the class that was used longest ago; there must be one.
    std::uint32_t oldestOf(IdleClass& c);
    void arm(std::uint32_t processor, std::uint32_t idleClass);
    void setTimer(std::uint32_t processor, std::uint32_t idleClass, Instant at);
    Instant expiryOf(IdleClass& c);
    void setDue(std::uint32_t processor);

    World& m_world;
    Rng m_rng;
    std::vector<Processor> m_processors;
    std::vector<Link> m_links; // by connection slot
    std::uint64_t m_uses = 0;
    std::vector<std::uint32_t> m_due; // processors whose poll of this instant may close something
};

} // namespace connscope::broker
