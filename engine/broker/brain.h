// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "base/rng.h"
#include "base/time.h"
#include "broker/spec.h"
#include "protocol/messages.h"
#include "trace/trace.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// \file
/// The door of the broker brain: a whole cluster, whose brokers share their metadata as if by a perfect controller. Like
/// the client brain it performs no I/O and reads no clock: connections, requests and time come in; responses and closes
/// come out, now or later. A simulated network or real listening sockets carry them.
///
/// Clients from outside (any Kafka client on a real socket) are served by the same code. What they need beyond what our own
/// clients say is in protocol/messages.h; whoever carries their bytes gives the brain two Hooks and says who is at the
/// other end of a connection once its first request has told (identify).
///
/// Events written by it: RequestReceived, ResponseSent, IdleExpired (side broker), group, leader, coordinator, topic and
/// broker events. TCP events are the network's.

namespace connscope::broker {

/// Write a response (events RequestReceived and ResponseSent are in the trace). It may come after the client's FIN: a
/// broker does not read from a connection while it holds a request of it, so it answers first and sees the FIN then.
struct RespondAction {
    ConnectionId connection;
    BrokerId broker;
    EventId cause; ///< the ResponseSent event
    protocol::Response response;
};
/// Close a connection from the broker's end (FIN).
struct CloseAction {
    ConnectionId connection;
    BrokerId broker;
    EventId cause;
    trace::RuleId rule = trace::RuleId::None;
};
using Action = std::variant<RespondAction, CloseAction>;

/// A record batch that the brain needs and cannot write, since it knows no bytes.
struct BatchToMake {
    enum class Kind : std::uint8_t {
        Records, ///< records that a scenario put into the log without bytes, read by a client from outside
        Commit, ///< the marker that ends a transaction (EndTransactionMarker): one control record
        Abort,
    };
    Kind kind = Kind::Records;
    const protocol::TopicPartition& partition;
    std::int64_t baseOffset = 0;
    std::int32_t records = 1;
    std::int32_t bytesEach = 0; ///< about the size that each should take
    Instant at {}; ///< when they were written, or are read
    std::int64_t producerId = -1; ///< of the transaction
    std::int16_t producerEpoch = -1;
    std::int32_t coordinatorEpoch = 0;
};
/// The batch must take exactly as many offsets as asked for, and be the same each time it is asked for.
using BatchMaker = std::function<protocol::SharedBatch(const BatchToMake&)>;
/// The bytes on the wire of an answer, with length prefix; asked once, before its ResponseSent event is written.
using ResponseSizer = std::function<std::uint32_t(ConnectionId, const protocol::Response&)>;
/// A record within a batch.
struct RecordPlace {
    std::int32_t delta = 0; ///< its offset behind the batch's first one
    std::int64_t timestamp = -1; ///< ms since 1970
};
/// The first record of a batch that is as late as \a timestamp; for protocol::kMaxTimestamp the first of the latest ones.
/// Nothing where the bytes cannot be read or none is so late.
using RecordFinder = std::function<std::optional<RecordPlace>(const protocol::RecordBatch&, std::int64_t timestamp)>;
/// What a side with real bytes lends the brain. Without them it behaves as a simulation needs it: records without bytes
/// are not seen by clients from outside, transaction markers take no offsets, sizes are estimated (protocol::wireSize).
struct Hooks {
    BatchMaker makeBatch;
    ResponseSizer sizeOf;
    RecordFinder findRecord;
    /// A request that gets no answer was dealt with: whoever reads a connection's requests one at a time may go on.
    std::function<void(ConnectionId)> doneWithoutAnswer;
};

/// Whom the cluster will answer before long, if nothing comes in between.
struct Expected {
    ConnectionId connection;
    ClientId client;
};

class Cluster {
public:
    virtual ~Cluster() = default;

    /// To be called before the first connection.
    virtual void setHooks(Hooks hooks) = 0;

    // -- the network reports; each may append actions --

    /// A connection reached ESTABLISHED at \a broker from \a peerAddress ("10.0.0.7"). \a idleLimit overrides the broker's
    /// connections.max.idle.ms (profile course). Over max.connections.per.ip it is closed at once.
    virtual void accept(BrokerId broker, ConnectionId connection, ClientId client, std::string_view peerAddress,
        std::optional<Duration> idleLimit, Instant now, EventId cause, std::vector<Action>& out)
        = 0;
    /// Tells the client.id that a client puts into its request headers: member ids begin with it and spec().throttle is
    /// looked up by it. Not needed where the trace has the client's ClientCreated event.
    virtual void nameClient(ClientId client, std::string_view clientId) = 0;
    /// Says who is at the other end of a connection that was accepted without a client: events, member ids and quotas are
    /// those of \a client from here on, whose client.id is \a clientId. To be called before receive() of the first request,
    /// and again where a later one has another client.id. Several connections may be of one client, several clients may
    /// share a client.id.
    virtual void identify(ConnectionId connection, ClientId client, std::string_view clientId) = 0;
    /// A whole request arrived. Requests of a connection are handled one at a time, in order.
    virtual void receive(
        ConnectionId connection, protocol::Request&& request, Instant now, EventId cause, std::vector<Action>& out)
        = 0;
    /// Bytes were last moved on a connection at \a at, not later than \a now, without a whole request or answer: half a
    /// frame came, or the kernel took a part of an answer (Selector#pollSelectionKeys: IdleExpiryManager#update for every
    /// key that was readable or writable). Also for a connection that was accepted a while before the brain is told.
    virtual void used(ConnectionId /*connection*/, Instant /*at*/, Instant /*now*/, std::vector<Action>& /*out*/) { }
    /// The connection ended at the broker's end (FIN read, or reset): the broker forgets it. After a FIN it wants to close
    /// its own end too, when its network thread next looks: that comes as a CloseAction with rule PeerClosed. While a request
    /// of the connection is being held (a long poll, a rebalance) the thread does not look (Selector#mute).
    virtual void disconnected(
        ConnectionId connection, bool reset, Instant now, EventId cause, std::vector<Action>& out)
        = 0;
    /// Runs what is due: delayed responses, the connection reaper, session timeouts. Returns the next instant it wants.
    virtual Instant advance(Instant now, std::vector<Action>& out) = 0;
    /// A hint for the cache (base/prefetch.h); none where nothing of the kind is known.
    virtual Expected expected() const { return {}; }

    // -- what scenarios and people do to a cluster --

    /// Killed: no more answers, its connections are the network's to reset or FIN (the process is gone). Stopped: the broker
    /// moves its leaders and coordinators first, then closes its connections (CloseAction, rule BrokerStopped).
    virtual void killBroker(BrokerId broker, Instant now, EventId cause, std::vector<Action>& out) = 0;
    virtual void stopBroker(BrokerId broker, Instant now, EventId cause, std::vector<Action>& out) = 0;
    virtual void startBroker(BrokerId broker, Instant now, EventId cause, std::vector<Action>& out) = 0;
    /// Paused: the process does not run (its kernel still accepts and acknowledges); nothing is read or answered.
    virtual void pauseBroker(BrokerId broker, Instant now, EventId cause) = 0;
    virtual void resumeBroker(BrokerId broker, Instant now, EventId cause, std::vector<Action>& out) = 0;
    /// \a extra is added to every answer from now on; zero ends it.
    virtual void slowBroker(BrokerId broker, Duration extra, Instant now, EventId cause) = 0;
    virtual Result<void> moveLeader(
        const protocol::TopicPartition& partition, BrokerId to, Instant now, EventId cause, std::vector<Action>& out)
        = 0;
    virtual Result<void> moveGroupCoordinator(
        std::string_view group, BrokerId to, Instant now, EventId cause, std::vector<Action>& out)
        = 0;
    virtual Result<void> moveTransactionCoordinator(
        std::string_view transactionalId, BrokerId to, Instant now, EventId cause, std::vector<Action>& out)
        = 0;
    virtual Result<void> createTopic(
        std::string_view topic, std::int32_t partitions, std::int32_t replication, Instant now, EventId cause)
        = 0;
    /// Adds \a records to a partition's log as if another producer had (wakes long polls).
    virtual Result<void> appendRecords(const protocol::TopicPartition& partition, std::int64_t records, Instant now,
        EventId cause, std::vector<Action>& out)
        = 0;
    /// Kafka's dynamic keys (max.connections, max.connections.per.ip and its overrides) act at once, the others when the
    /// broker starts the next time. Errors are those of protocol::ConfigSet::set.
    virtual Result<void> setConfig(
        BrokerId broker, std::string_view key, std::string_view value, Instant now, EventId cause)
        = 0;

    // -- questions --

    virtual bool isUp(BrokerId broker) const = 0;
    virtual bool isPaused(BrokerId broker) const = 0;
    /// What slowBroker() adds to its answers.
    virtual Duration slowedBy(BrokerId) const { return {}; }
    /// Whether a coordinator has heard of it.
    virtual bool hasGroup(std::string_view) const { return false; }
    /// The broker that listens on this address, up or down; none if nothing ever listens there.
    virtual BrokerId listenerAt(std::string_view host, std::uint16_t port) const = 0;
    virtual BrokerId leaderOf(const protocol::TopicPartition& partition) const = 0;
    virtual BrokerId groupCoordinator(std::string_view group) const = 0;
    virtual BrokerId transactionCoordinator(std::string_view transactionalId) const = 0;
    /// The broker as clients are told of it (advertised.listeners); its id is none if there is no such broker.
    virtual protocol::BrokerEndpoint endpointOf(BrokerId broker) const = 0;
    /// Zero if there is no such topic.
    virtual protocol::Uuid topicId(std::string_view topic) const = 0;
    /// What API_VERSIONS answers list, ascending by key.
    virtual const std::vector<protocol::ApiVersionRange>& offeredVersions() const = 0;
    virtual const ClusterSpec& spec() const = 0;
};

/// Starts every broker: writes BrokerUp, TopicCreated, LeaderMoved and ConfigChanged events (cause \a cause).
std::unique_ptr<Cluster> makeCluster(ClusterSpec spec, trace::Trace& trace, Rng rng, Instant now, EventId cause);

} // namespace connscope::broker
