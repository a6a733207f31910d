// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace connscope::view {

/// Several things that a picture shows as one: brokers or clients on one card, connections on one line. What is in it is
/// said by ids, so that every view can tell what belongs to it. An item names it by its place in the Selection.
struct Group {
    enum class Kind : std::uint8_t { Clients, Brokers, Addresses, Connections };
    Kind kind = Kind::Connections;
    std::vector<ClientId> clients; ///< these three ascending
    std::vector<BrokerId> brokers;
    std::vector<ConnectionId> connections; ///< of all the trace

    bool contains(ClientId id) const { return std::binary_search(clients.begin(), clients.end(), id); }
    bool contains(BrokerId id) const { return std::binary_search(brokers.begin(), brokers.end(), id); }
    bool contains(ConnectionId id) const { return std::binary_search(connections.begin(), connections.end(), id); }

    bool operator==(const Group&) const = default;
};

} // namespace connscope::view
