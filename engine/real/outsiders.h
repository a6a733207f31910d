// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/apikey.h"
#include "base/ids.h"
#include "broker/brain.h"
#include "real/endpoint.h"
#include "trace/trace.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>

/// \file
/// Clients that are not ours, as the brokers see them. Which program is at the other end is told by the client.id of its
/// requests and the address that they come from; what a connection is for is told by what travels on it. Both are
/// inferences, and every event that rests on them says so.
///
/// The node id is the one that a Java client would have for such a connection: that of the broker where records travel,
/// 2147483647 minus it where the group's own requests do, -1 where nothing but metadata was ever asked for. It never
/// travels on the wire. A client that sends both over one connection (KafkaJS) has the broker's own id for it.

namespace connscope::real {

/// Somebody else's client.
struct Outsider {
    ClientId id;
    std::string clientId;
    std::string software; ///< "librdkafka 2.0.2" (KIP-511); "" = it did not say
    EventId created;
    std::uint32_t connections = 0; ///< so far
    std::uint32_t open = 0; ///< of these, not gone yet
    bool knowsCluster = false; ///< it was answered a METADATA
    bool administers = false; ///< it sent what an admin client does and no consumer or producer
};

class Outsiders {
public:
    explicit Outsiders(trace::Trace& trace)
        : m_trace(trace)
    {
    }
    void setCluster(broker::Cluster* cluster) { m_cluster = cluster; }
    broker::Cluster* cluster() const { return m_cluster; }

    /// Then those without a connection are forgotten: one that comes back is a new client.
    static constexpr std::size_t kMostKnown = 4096;

    /// The client with this client.id at this address; a new one writes its ClientCreated event (inferred).
    Outsider& find(std::string_view clientId, const Endpoint& from, Instant now);
    /// What API_VERSIONS said of its software: a ConfigChanged event, once.
    void tellSoftware(Outsider& client, std::string_view software, Instant now, EventId cause);

private:
    trace::Trace& m_trace;
    broker::Cluster* m_cluster = nullptr;
    std::map<std::pair<std::string, std::string>, std::unique_ptr<Outsider>> m_known; // by client.id and address
};

/// What is known beside the request of which a role is inferred.
struct RoleHints {
    NodeId before; ///< the connection's node id until now
    bool administers = false; ///< Outsider
    /// The client knows its cluster's brokers, and the connection's first correlation id goes on where those of its others
    /// are: a Java client has one row of numbers for all connections and starts again only when it starts again. Metadata
    /// asked for over such a connection is asked of a broker, not of a bootstrap address.
    bool isNoNewcomer = false;
};

/// Whether only an admin client sends it.
bool isOfAdmin(ApiKey api);

/// The node id that a connection to \a broker has when \a api travels on it; none if that tells nothing new.
NodeId inferredNode(ApiKey api, BrokerId broker, const RoleHints& hints);

} // namespace connscope::real
