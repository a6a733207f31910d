// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/index.h"

#include <optional>
#include <vector>

/// \file
/// The final record of each connection: what a report's row says. One linear pass over the trace, no index needed.

namespace connscope::trace {

struct ConnectionLife {
    ConnectionId id;
    ClientId client;
    TextId clientName; ///< client.id
    NodeId node;
    Role role = Role::Unknown; ///< Transaction if it ever carried transaction coordinator requests
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
};

/// Every connection of the trace that an event speaks of, by id.
std::vector<ConnectionLife> connectionLives(const Trace& trace);

} // namespace connscope::trace
