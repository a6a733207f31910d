// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/cowpages.h"
#include "trace/trace.h"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

/// \file
/// Everything at one instant, as a pure fold over the events before it: `apply` looks at one event and at what is
/// already known, and at nothing else. Milestones are kept as ids of the events that set them, so a connection's record
/// is small and every answer can say which event it comes from. Copies share what is equal (cowpages.h).
///
/// A connection is *used* when bytes move on it: Connected, RequestSent and ResponseReceived at the client's end, the
/// accepted handshake, RequestReceived and ResponseSent at the broker's (Selector.IdleExpiryManager#update).
///
/// Idle limits come from the trace itself: ConfigChanged with text "connections.max.idle.ms = N" and a client or a
/// broker. Sessions write one for every client and broker at the start.

namespace connscope::trace {

/// What the client thinks of a connection (Kafka's ConnectionState, with authentication told apart).
enum class Channel : std::uint8_t {
    None, ///< not opened yet
    Connecting,
    Authenticating,
    CheckingApiVersions,
    Ready,
    Disconnected,
    BackingOff, ///< disconnected, and the node id may not be tried again yet
};
inline constexpr int kChannelCount = static_cast<int>(Channel::BackingOff) + 1;
/// "connecting", "checking api versions", … : "" for None.
std::string_view channelName(Channel channel);
std::optional<Channel> channelFromName(std::string_view name);

/// A request that was written and not yet answered.
struct InFlightRequest {
    EventId sent; ///< its RequestSent
    std::int32_t correlation = -1;
};

/// What changes a few times in the life of a connection. Ids of events that have not happened are invalid.
struct ConnectionMilestones {
    EventId
        opened; ///< ConnectStarted (in evidence: the first event that mentions it). Its fields hold client, node, remote, rule
    EventId
        dialled; ///< the client's SYN-SENT: its fields hold local port, local address and the broker really reached
    EventId connected;
    EventId ready;
    EventId closing; ///< where its end began: the first FIN or reset, a failed connect, an idle expiry
    EventId released; ///< the client's program let go of the socket, or its connect failed
    EventId backoff; ///< BackoffStarted
    EventId identified; ///< the last NodeInferred: evidence of somebody else's client
    RuleId closeRule = RuleId::None;
    Channel channel = Channel::None; ///< never BackingOff here: that depends on the instant, see WorldState::channel
    TcpState client = TcpState::None;
    TcpState broker = TcpState::None;
    Side closer = Side::None;
    bool transaction = false; ///< opened for its transaction coordinator, or carried requests for one
    bool forgotten = false; ///< a middlebox on its way has dropped its entry: what is sent now does not arrive

    bool exists() const { return opened.isValid(); }
    /// Opened, and neither end has sent a FIN or reset; a connect that is refused is open until its client hears of it.
    bool isOpen() const { return exists() && !closing.isValid(); }
    TcpState end(Side side) const { return side == Side::Broker ? broker : client; }
};

/// What every request changes. Kept apart, so that traffic makes only these small records differ between checkpoints.
struct ConnectionUse {
    EventId usedByClient; ///< bytes last moved at the client's end; the opening before that
    EventId usedByBroker; ///< the same at the broker's end; invalid until accepted
    std::uint32_t requests = 0; ///< requests sent
    std::uint16_t inFlight = 0;
};
static_assert(sizeof(ConnectionMilestones) <= 40 && sizeof(ConnectionUse) <= 16, "checkpoints hold many of these");

/// The record of a connection.
struct ConnectionState : ConnectionMilestones, ConnectionUse { };

struct ClientState {
    EventId created;
    EventId ended; ///< closed or killed
    TextId name; ///< client.id
    ClientKind kind = ClientKind::Other;
    bool paused = false;
    bool closing = false; ///< close() was called
    bool closed = false;
    bool killed = false;
    bool knowsCluster = false; ///< real brokers have replaced the bootstrap addresses
    std::int32_t generation = -1; ///< of its group membership; -1 = not a member
    TextId group; ///< "group test", as in CoordinatorFound; 0 = none known
    TextId transaction; ///< "transaction tx"
    BrokerId groupCoordinator;
    BrokerId transactionCoordinator;
    TextId member;
    TextId assignment; ///< "t4-0, t4-1"
    std::int64_t metadataVersion = -1;
    std::optional<std::int64_t> idleLimitMs; ///< connections.max.idle.ms; negative = never; none = not told

    bool exists() const { return created.isValid(); }
    bool isAlive() const { return exists() && !ended.isValid(); }
};

struct BrokerState {
    enum class Power : std::uint8_t { Up, Down, Paused };
    Power power = Power::Up;
    EventId since; ///< the last event that changed `power`
    std::int64_t slowNs = 0; ///< added to each answer
    std::optional<std::int64_t> idleLimitMs; ///< as ClientState::idleLimitMs, for the broker's end
};

/// What an event did to the set of connections; the index keeps the step series from it.
enum class Change : std::uint8_t { None, Opened, Closing, RoleChanged };

/// See the file's head. Holds a reference to its trace, which must outlive it.
class WorldState {
public:
    /// Requests in flight that are followed per connection; Kafka's own limits are 5 (producer) and 100 (consumer).
    static constexpr std::size_t kMaxInFlight = 1000;
    /// Brokers that are followed; a trace that names more is not of this world.
    static constexpr std::size_t kMaxBrokers = 65536;

    explicit WorldState(const Trace& trace);

    const Trace& trace() const { return *m_trace; }
    /// Applies the next event: \a id must be `applied()`.
    Change apply(EventId id);
    /// Number of events applied.
    std::size_t applied() const { return m_applied; }
    /// The instant that durations such as idle count to: that of the last event, or what advanceTo was told.
    Instant now() const { return m_now; }
    void advanceTo(Instant t) { m_now = std::max(m_now, t); }

    /// After Change::RoleChanged: the role that the connection had before.
    Role roleLeft() const { return m_roleLeft; }

    // -- connections --

    /// An empty record (exists() is false) for a connection that is not opened yet.
    ConnectionState connection(ConnectionId id) const;
    /// The opening event, for client, node, remote (text) and rule; the connection must exist.
    const Event& opening(const ConnectionMilestones& c) const { return (*m_trace)[c.opened]; }
    /// The broker at the other end: whom the socket reached, else whom the node id names; invalid where neither is known.
    BrokerId broker(const ConnectionState& c) const;
    /// Local port of the client's end; 0 = not known.
    std::uint16_t localPort(const ConnectionState& c) const;
    Role role(const ConnectionMilestones& c) const;
    /// The node id that the client has for it; inferred where the client is not ours; none if nothing told it yet.
    NodeId node(const ConnectionMilestones& c) const;
    /// As ConnectionState::channel, or BackingOff where the node id may not be tried again yet.
    Channel channel(const ConnectionState& c) const;
    /// A bootstrap connection that nothing will choose again, since real brokers have replaced the addresses.
    bool isOrphaned(const ConnectionState& c) const;
    /// Both sockets are gone, TIME-WAIT included (in evidence: as far as they were seen).
    bool isGone(const ConnectionState& c) const;
    /// Time since bytes moved at an end (Client or Broker); none when that end has no socket.
    std::optional<Duration> idle(const ConnectionState& c, Side side) const;
    /// When this end's idle check may close it if nothing moves until then; none when the limit is not known or switched
    /// off or the end has let go. The close itself comes with the poll after this instant.
    std::optional<Instant> idleExpiry(const ConnectionState& c, Side side) const;
    /// Oldest first.
    std::vector<InFlightRequest> inFlight(ConnectionId id) const;
    /// Calls \a visit for every connection that is not gone, by id.
    void forEachConnection(const std::function<void(ConnectionId, const ConnectionState&)>& visit) const;
    /// The nearest idle expiry of all connections at an end, and whose it is.
    std::optional<std::pair<Instant, ConnectionId>> nextIdleExpiry(Side side) const;
    /// Connections that are open (ConnectionState::isOpen), by role.
    const std::array<std::uint32_t, kRoleCount>& openByRole() const { return m_open; }

    // -- clients, brokers, cluster --

    /// An empty record for a client that is not created yet.
    const ClientState& client(ClientId id) const;
    std::uint32_t clientCount() const { return m_clientCount; }
    /// nullptr for a broker that no event has named.
    const BrokerState* broker(BrokerId id) const;
    const std::map<BrokerId, BrokerState>& brokers() const { return *m_brokers; }
    /// Leader of "t4-0" as the cluster has it (LeaderMoved); invalid where no event told.
    BrokerId leader(TextId partition) const { return lookUp(m_leaders, partition); }
    /// Coordinator of "group test" or "transaction tx" as the cluster has it (CoordinatorMoved, else what a client found).
    BrokerId coordinator(TextId what) const { return lookUp(m_coordinators, what); }
    /// Calls \a visit for each partition with a known leader, in the order in which the trace first spelt them.
    void forEachLeader(const std::function<void(TextId, BrokerId)>& visit) const { forEach(m_leaders, visit); }
    void forEachCoordinator(const std::function<void(TextId, BrokerId)>& visit) const
    {
        forEach(m_coordinators, visit);
    }

    // -- the memory budget --

    /// Bytes allocated by this lineage of copies.
    std::size_t allocatedBytes() const;
    /// Bytes that one more copy costs at once.
    std::size_t copyBytes() const;

private:
    struct Listed { // a request in flight of one connection of a page
        EventId sent;
        std::int32_t correlation;
        std::uint32_t slot;
    };
    template <typename Item, std::size_t Bits>
    struct Page {
        static constexpr std::size_t kBits = Bits;
        static constexpr std::size_t kMask = (std::size_t {1} << Bits) - 1;
        std::array<Item, kMask + 1> items {};
        static constexpr std::size_t extraBytes() { return 0; }
    };
    using MilestonePage = Page<ConnectionMilestones, 3>;
    struct UsePage : Page<ConnectionUse, 4> {
        std::vector<Listed> inFlight; // oldest first, of all connections of the page
        std::size_t extraBytes() const { return inFlight.size() * sizeof(Listed); }
    };
    using ClientPage = Page<ClientState, 3>;
    using IdPage = Page<BrokerId, 5>; // text id -> broker
    using IdMap = CowPages<IdPage>;
    using BrokerMap = std::map<BrokerId, BrokerState>;

    /// The record at \a index; nullptr where its page was never written.
    template <typename P>
    static auto find(const CowPages<P>& pages, std::uint32_t index) -> decltype(&pages.find(0)->items[0])
    {
        const P* page = pages.find(index >> P::kBits);
        return page ? &page->items[index & P::kMask] : nullptr;
    }
    ConnectionMilestones& editMilestones(ConnectionId id)
    {
        return m_milestones.edit(id.value >> MilestonePage::kBits).items[id.value & MilestonePage::kMask];
    }
    static std::uint32_t slotOf(ConnectionId id) { return id.value & UsePage::kMask; }
    UsePage& editUse(ConnectionId id) { return m_use.edit(id.value >> UsePage::kBits); }
    ClientState& editClient(ClientId id);
    BrokerState* editBroker(BrokerId id);
    static BrokerId lookUp(const IdMap& map, TextId key);
    static void set(IdMap& map, TextId key, BrokerId broker);
    static void forEach(const IdMap& map, const std::function<void(TextId, BrokerId)>& visit);

    // fold.cpp
    Change applyToConnection(EventId id, const Event& e);
    Change applyToMilestones(EventId id, const Event& e);
    Change applyRequest(EventId id, const Event& e);
    void applyToClient(EventId id, const Event& e);
    void applyToCluster(EventId id, const Event& e);
    void open(EventId id, const Event& e);
    Change beginClosing(ConnectionMilestones& c, EventId id, const Event& e, Side closer);
    void release(ConnectionMilestones& c, ConnectionId connection, EventId id);
    Change requestSent(EventId id, const Event& e);
    Change earlierTraffic(const Event& e);
    Change moveRole(Role from, Role to);
    bool isTransactionRequest(const ConnectionMilestones& c, const Event& e) const;
    bool isForTransactions(const Event& opening) const;
    bool isTransactionCoordinator(const Event& of, NodeId node) const;
    void requestDone(UsePage& page, const Event& e);
    void configChanged(const Event& e);

    const Trace* m_trace;
    std::size_t m_applied = 0;
    Instant m_now {};
    CowPages<MilestonePage> m_milestones;
    CowPages<UsePage> m_use;
    CowPages<ClientPage> m_clients;
    IdMap m_leaders;
    IdMap m_coordinators;
    std::shared_ptr<BrokerMap> m_brokers;
    std::size_t m_brokerBytes = 0;
    std::uint32_t m_clientCount = 0;
    std::array<std::uint32_t, kRoleCount> m_open {};
    Role m_roleLeft = Role::Unknown;
};

} // namespace connscope::trace
