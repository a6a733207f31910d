// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/index.h"

#include <optional>
#include <vector>

/// \file
/// The final record of each connection: what a report's row says.

namespace connscope::trace {

struct ConnectionLife {
    ConnectionId id;
    ClientId client;
    TextId clientName; ///< client.id
    NodeId node;
    Role role = Role::Unknown; ///< Transaction if opened for a transaction coordinator, or it carried its requests
    BrokerId broker; ///< where the socket really went, else the broker that the node id names
    TextId remote; ///< "host/address:port"
    TextId local; ///< local address; 0 = not known
    std::uint16_t localPort = 0; ///< 0 = not known

    EventId openEvent;
    RuleId openRule = RuleId::None; ///< why it was opened
    Instant opened {};
    std::optional<Instant> connected; ///< the client's Selector finished the connect
    std::optional<Instant> ready;
    std::optional<Instant> lastUsed; ///< bytes last moved at the client's end
    std::optional<Instant> closed; ///< the first FIN or reset, failed connect or idle expiry: where its end began
    std::optional<Instant>
        released; ///< the client's program let go of it (later than `closed` when the broker closed first)
    std::optional<Instant> gone; ///< the last socket disappeared, TIME-WAIT included

    /// Whose end sent the first FIN or reset; Network for refused, unreachable and unanswered connects and for kernels
    /// that gave up; Client for a connection setup timeout; of a killed process, the side it was on.
    Side closer = Side::None;
    RuleId closeRule = RuleId::None;
    EventId closeEvent; ///< the event at `closed`

    Traffic traffic;
    bool operator==(const ConnectionLife&) const = default;
};

/// The records of a trace that grows: what is appended changes only the connections that it speaks of.
class Lives {
public:
    /// Takes in the events up to the last one of \a end, a state of the same trace that is further on each time.
    /// O(events that are new), as long as connections appear in the order of their ids.
    void extend(const WorldState& end);
    /// Every connection that an event speaks of, by id.
    const std::vector<ConnectionLife>& all() const { return m_lives; }
    /// Connections whose record the last extend() made or changed, each once.
    const std::vector<ConnectionId>& changed() const { return m_changed; }
    /// nullptr for a connection that no event speaks of. O(1).
    const ConnectionLife* find(ConnectionId id) const
    {
        return id.value < m_places.size() && m_places[id.value] > 0 ? &m_lives[m_places[id.value] - 1] : nullptr;
    }
    /// Number of events taken in.
    std::size_t size() const { return m_size; }

private:
    ConnectionLife& lifeOf(ConnectionId id);
    void fill(ConnectionLife& life, const WorldState& end);
    void touch(ConnectionId id);
    void rename(ClientId client, TextId name);

    std::vector<ConnectionLife> m_lives;
    std::vector<std::uint32_t> m_places; // by connection: 1 + its place in m_lives; 0 = none
    std::vector<EventId> m_socketGone; // by connection: the last end that was closed
    std::vector<bool> m_isChanged; // by connection
    std::vector<ConnectionId> m_changed;
    std::vector<bool> m_hasLives; // by client
    std::size_t m_size = 0;
};

/// Every connection of the trace that an event speaks of, by id. One linear pass over the trace, no index needed.
std::vector<ConnectionLife> connectionLives(const Trace& trace);

} // namespace connscope::trace
