// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/document.h"

#include <cstddef>
#include <unordered_map>
#include <vector>

/// \file
/// Every request of a trace with the instants of its way there and back, gathered in one pass. A picture asks "what is
/// under way around this instant" sixty times a second; this table answers without folding anything.

namespace connscope::topology {

/// A request and its response as ids of events; invalid where it did not happen (yet, or ever).
struct Exchange {
    EventId queued; ///< RequestQueued: it waits at the client for its connection
    EventId sent;
    EventId received; ///< read by the broker
    EventId answered; ///< written by the broker
    EventId lost; ///< the first time that its request vanished on the way; TCP may bring it there later
    EventId answerLost; ///< the same of its response
    EventId ended; ///< ResponseReceived, RequestCancelled or RequestTimedOut; or its connection's end took it along

    /// The event that stands for it: `sent`, else `queued`.
    EventId id() const { return sent.isValid() ? sent : queued; }
};

class Exchanges {
public:
    Exchanges() = default;
    /// Takes what was appended since the last call. O(new events).
    void extend(const trace::Trace& trace);
    void clear() { *this = {}; }

    std::size_t size() const { return m_all.size(); }
    /// In the order in which they were first heard of.
    const Exchange& operator[](std::size_t i) const { return m_all[i]; }
    /// Numbers of those that began at or before \a to and had not ended before \a from, ascending. O(blocks + found).
    std::vector<std::uint32_t> between(const trace::Trace& trace, Instant from, Instant to) const;
    /// The exchange that \a event is a part of; size() where there is none. O(log n).
    std::size_t find(const trace::Trace& trace, EventId event) const;

private:
    static constexpr std::size_t kBlock = 128;

    /// Open requests by correlation id. Java counts for each client, others for each connection; so of what was sent it is
    /// the connection's, and of what waits for a connection the client's.
    using Numbers = std::unordered_map<std::uint64_t, std::uint32_t>;
    Numbers::iterator find(const trace::Event& e, Numbers*& in);
    void takeRequest(EventId id, const trace::Event& e);
    void takeLoss(EventId id, const trace::Event& e);
    /// Nothing of this connection waits or travels any more.
    void endAll(EventId id, const trace::Event& e);
    void end(std::size_t i, EventId at, const trace::Event& e);

    std::vector<Exchange> m_all;
    std::vector<Instant> m_latest; // by block: when its last exchange ended; kNever while one is open
    std::vector<std::uint32_t> m_pending; // by block: exchanges that are open
    Numbers m_sent; // (connection, correlation) -> number
    Numbers m_queued; // (client, correlation) -> number
    std::unordered_map<std::uint32_t, std::vector<std::int32_t>>
        m_of; // connection -> correlation ids of what is open
    std::size_t m_read = 0;
};

/// All of them, left with \a content for the topology that will show it.
void prepare(view::Content& content);

} // namespace connscope::topology
