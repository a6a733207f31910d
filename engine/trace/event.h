// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/apikey.h"
#include "base/ids.h"
#include "base/time.h"
#include "trace/rules.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

/// \file
/// The one contract of the house. A session writes events; everything a view, a report, a lesson or a finding says
/// is computed from them. An event is a fixed-size record of small values and ids; text is interned in the Trace.
///
/// The life of a connection in events (client closes; the other side's events in brackets):
///
///   ConnectStarted  TcpState c:SYN-SENT [b:SYN-RECEIVED] c:ESTABLISHED [b:ESTABLISHED]  Connected  RequestSent
///   (API_VERSIONS) … ResponseReceived  Ready  … IdleExpired  FinSent c:FIN-WAIT-1 [FinReceived b:CLOSE-WAIT]
///   TcpState c:FIN-WAIT-2 [FinSent b:LAST-ACK] FinReceived c:TIME-WAIT [Closed b:CLOSED] … Closed c:CLOSED
///
/// `Disconnected` is the client's NetworkClient noticing the end; a broker that closes first shows FinSent b before it.

namespace connscope::trace {

/// What happened. The comment names the fields that mean something beyond at, cause, rule, client and connection.
enum class EventKind : std::uint8_t {
    // -- clients and applications --
    ClientCreated, ///< constructor returned; text = client.id, value = ClientKind
    ClientCloseCalled, ///< close(); value = timeout in ms (-1 = no limit)
    ClientClosed, ///< close() finished: every socket is closed by the client
    ClientKilled, ///< kill -9: the operating system closes the sockets
    ClientPaused, ///< the process stops polling (a GC pause, a debugger); its kernel goes on
    ClientResumed,
    AppCall, ///< the application called the client; text = "send(t4-0)", "poll(200ms)", …
    AppReturn, ///< a blocking call came back; text as AppCall, value = 0 or a Kafka error code

    // -- connections, seen by the client's NetworkClient and Selector --
    ConnectStarted, ///< node, text = remote "host/address:port"; broker only where the node id names one
    Connected, ///< the Selector finished the connect; the API versions request comes next
    Authenticated, ///< TLS or SASL done
    Ready, ///< API versions known: requests may be sent
    ConnectFailed, ///< refused, unreachable, reset or timed out; rule says which
    Disconnected, ///< the client noticed the end of an open connection
    BackoffStarted, ///< value = ns until the next attempt to this node id is allowed
    IdleExpired, ///< an idle check closed it; side = who; value = ns since last use
    NodeInferred, ///< somebody else's client: which node id this connection has there, told from what travels on it; node, broker, api = the request that told
    ProtocolError, ///< bytes that do not follow the protocol; side = who read them, value = byte offset in the frame, text = what was expected

    // -- TCP, at either end (side), with the state that the end is in afterwards --
    TcpState, ///< a change of state; with c:SYN-SENT value = local port, text = local address, broker = whom the socket really reaches
    SynDropped, ///< a SYN went unanswered; value = number of this attempt, from 1
    FinSent, ///< side closes its direction; rule = why
    FinReceived, ///< side sees the other's FIN
    ResetSent, ///< side (or the network) aborts
    ResetReceived,
    Closed, ///< side's socket is gone: CLOSED

    // -- requests; node, api, correlation, size (bytes on the wire) --
    RequestQueued, ///< created and numbered, but it has to wait for its connection; text as RequestSent
    RequestSent, ///< written to the socket by the client; value = API version; text = what it asks for ("t4" for METADATA, "group:test", …)
    RequestReceived, ///< read by the broker; text = why it cannot be understood, where it cannot
    ResponseSent, ///< written by the broker; value = ns the broker took, text = error name where not NONE
    ResponseReceived, ///< read by the client; value = ns since RequestSent, text = error name where not NONE
    RequestCancelled, ///< dropped because its connection ended
    RequestTimedOut, ///< request.timeout.ms passed; the client closes the connection

    // -- what the client knows --
    NodeChosen, ///< least loaded node; node, value = requests in flight there, size = nodes it chose from
    NodeNotFound, ///< no node is usable; value = ns until it tries again
    MetadataRequested, ///< an update became due; rule = why
    MetadataUpdated, ///< value = metadata version, size = number of brokers, text = what changed
    MetadataFailed, ///< text = error name or "topic: ERROR"; it will be asked again
    CoordinatorFound, ///< node = coordinator's node id, broker, text = "group test" or "transaction tx"
    CoordinatorLost, ///< rule, text as above
    GroupJoined, ///< value = generation, text = member id
    PartitionsAssigned, ///< text = "t4-0, t4-1"
    PartitionsRevoked,
    GroupLeft,
    FetchPositionReset, ///< text = "t4-0", value = offset
    RecordsDelivered, ///< value = number of records handed to the application or acknowledged
    RecordsFailed, ///< a send() failed for good; value = records that were given up, text = error name, rule = why
    BatchReady, ///< broker = leader, value = records, text = "t4-0"
    TransactionState, ///< text = "begin", "commit", "abort", "complete"; "abortable error" and "fatal error": value = error code

    // -- the cluster and the network --
    BrokerUp, ///< broker; text = what it advertises, "localhost:9092" or "localhost:9092 rack r1"
    BrokerDown, ///< broker; text = "killed" or "stopped"
    BrokerPaused,
    BrokerResumed,
    BrokerSlow, ///< broker; value = ns added to each answer (0 = over)
    LeaderMoved, ///< broker = new leader, text = "t4-0"
    CoordinatorMoved, ///< broker = new coordinator, text = "group test"
    TopicCreated, ///< text = topic, value = partitions
    LinkCut, ///< text = "client-1 - broker 2"
    LinkHealed,
    FlowForgotten, ///< a middlebox dropped its entry for an idle connection; value = ns idle
    PacketDropped, ///< a segment vanished in a cut link or a middlebox without entry; text = what it was
    GroupRebalancing, ///< text = group, value = members, broker = coordinator
    MemberRemoved, ///< text = member id; rule = why

    // -- the session --
    Action, ///< a scripted or clicked action; text = what, as the scenario spells it
    ConfigChanged, ///< text = "key = value"
    Mark, ///< a lesson's or a person's bookmark; text
    Stopped, ///< the run stopped before `until`; text = which limit and what to do

    // -- a trace that is kept short (keeping.h) --
    EventsDropped, ///< the trace's event 0: value = events that were dropped, size = number of the WholeFromHere
    WholeFromHere, ///< the last dropped event was now; value = ns of the first one. What follows is whole, what comes before is what was still true
    EarlierTraffic, ///< of a connection that is older: api, side = Client: size = requests sent, value = their bytes; side = Broker: size = answers read, value = their bytes; that of EndTxn is there, if only with 0, where it is a transaction coordinator's
};
inline constexpr int kEventKindCount = static_cast<int>(EventKind::EarlierTraffic) + 1;

/// Which end an event happened at.
enum class Side : std::uint8_t { None, Client, Broker, Network };

/// RFC 9293 section 3.3.2. None = this event changes no TCP state.
enum class TcpState : std::uint8_t {
    None,
    Listen,
    SynSent,
    SynReceived,
    Established,
    FinWait1,
    FinWait2,
    CloseWait,
    Closing,
    LastAck,
    TimeWait,
    Closed,
};
inline constexpr int kTcpStateCount = static_cast<int>(TcpState::Closed) + 1;

/// How an event is known. Simulated: the engine made it. Others come with real sessions and evidence.
enum class Vantage : std::uint8_t { Simulated, Observed, Sampled, Inferred };

enum class ClientKind : std::uint8_t { Producer, Consumer, Admin, Other };

/// One event. 56 bytes; fields that a kind does not use keep their defaults.
struct Event {
    Instant at {};
    std::int64_t value = 0; ///< meaning by kind
    EventId cause; ///< the event that led to it; none only for actions of a person and the start of the world
    ConnectionId connection;
    ClientId client;
    NodeId node;
    BrokerId broker;
    std::int32_t correlation = -1; ///< correlation id; -1 = none
    std::uint32_t size = 0; ///< bytes on the wire, or as the kind says
    TextId text {0};
    ApiKey api = ApiKey::None;
    RuleId rule = RuleId::None;
    EventKind kind = EventKind::Mark;
    Side side = Side::None;
    TcpState state = TcpState::None; ///< state of `side`'s end from now on
    Vantage vantage = Vantage::Simulated;

    bool operator==(const Event&) const = default;
};
static_assert(sizeof(Event) == 56, "the memory budget of a trace counts on this");

/// "connect started", "request sent", … : the words of the event list and of JSON Lines ("kind").
std::string_view kindName(EventKind kind);
std::optional<EventKind> kindFromName(std::string_view name);
/// "client", "broker", "network"; "" for None.
std::string_view sideName(Side side);
std::optional<Side> sideFromName(std::string_view name);
/// RFC 9293 spelling: "SYN-SENT", "FIN-WAIT-1", …; "" for None.
std::string_view tcpStateName(TcpState state);
std::optional<TcpState> tcpStateFromName(std::string_view name);
/// "simulated", "observed", "sampled", "inferred".
std::string_view vantageName(Vantage vantage);
std::optional<Vantage> vantageFromName(std::string_view name);
/// "bootstrap", "data", "coordinator", "transaction", "unknown".
std::string_view roleName(Role role);
std::optional<Role> roleFromName(std::string_view name);
/// "producer", "consumer", "admin", "other".
std::string_view clientKindName(ClientKind kind);
std::optional<ClientKind> clientKindFromName(std::string_view name);

} // namespace connscope::trace
