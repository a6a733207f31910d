// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/apikey.h"
#include "base/ids.h"
#include "base/time.h"
#include "broker/brain.h"
#include "real/endpoint.h"
#include "trace/trace.h"

#include <sys/types.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// Clients that are not ours, as the brokers see them. Which program is at the other end is told by the client.id of its
/// requests, the address that they come from and, on this machine, the process there; what a connection is for is told by what travels on it. Both are
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
    pid_t process = 0; ///< on this machine; 0 = not known
    std::uint32_t connections = 0; ///< so far
    std::uint32_t open = 0; ///< of these, not gone yet
    Instant alone = kNever; ///< since when it has none
    bool knowsCluster = false; ///< it was answered a METADATA
    bool administers = false; ///< it sent what an admin client does and no consumer or producer
    std::vector<BrokerId> startedAt; ///< brokers that it reached before it knew the cluster

    /// RoleHints::isNoNewcomer of one more connection, to \a broker, whose first request has this correlation id.
    bool isNoNewcomer(BrokerId broker, std::int32_t correlation) const;
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

    /// The client with this client.id at this address, and in this process where that is known (real/socketowners.h); a new one
    /// writes its ClientCreated event (inferred). Of a process that is not known it is whoever came last.
    Outsider& find(std::string_view clientId, const Endpoint& from, Instant now, pid_t process = 0);
    /// One more of its connections, and one that is gone.
    void got(Outsider& client);
    void lost(Outsider& client, Instant now);
    /// Clients without a connection whose process has ended are closed, by an event that is inferred; where the process is not known
    /// (it is on another machine), those that have had none for kGoneAfter. Whoever comes back after that is a new client. True while
    /// some are left to ask about.
    bool findEnded(Instant now);
    static constexpr Duration kGoneAfter {ms(60'000)};
    /// What API_VERSIONS said of its software: a ConfigChanged event, once.
    void tellSoftware(Outsider& client, std::string_view software, Instant now, EventId cause);

private:
    trace::Trace& m_trace;
    broker::Cluster* m_cluster = nullptr;
    using Key = std::pair<std::string, std::string>; // client.id and address
    /// Those without a connection of which it is true.
    void forget(Instant now, const std::function<bool(const Outsider&)>& isOver);

    std::multimap<Key, std::unique_ptr<Outsider>> m_known; // those of one key in the order in which they came
    std::size_t m_alone = 0; // of them, without a connection
};

/// What is known beside the request of which a role is inferred.
struct RoleHints {
    NodeId before; ///< the connection's node id until now
    bool administers = false; ///< Outsider
    /// The client knows its cluster's brokers and did not begin anew: metadata asked for over such a connection is asked of a
    /// broker, not of a bootstrap address. A Java client has one row of correlation ids for all connections and starts again only
    /// when it starts again; others count for each connection (librdkafka, kafka-python, KafkaJS), and then it is told by
    /// the process, where it is known: it has other connections, or reaches a broker at which it did not begin.
    bool isNoNewcomer = false;
    /// `before` is a broker's id because metadata was asked for, and nothing else was: it may be the coordinator's connection, on
    /// which librdkafka asks for metadata first.
    bool isGuess = false;
};

/// What any node may be asked: it does not tell which one it is.
bool asksAnyNode(ApiKey api);

/// Whether only an admin client sends it.
bool isOfAdmin(ApiKey api);

/// The node id that a connection to \a broker has when \a api travels on it; none if that tells nothing new.
NodeId inferredNode(ApiKey api, BrokerId broker, const RoleHints& hints);

} // namespace connscope::real
