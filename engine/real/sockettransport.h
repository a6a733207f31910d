// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "protocol/messages.h"
#include "real/brokersocket.h"
#include "real/clientsocket.h"
#include "real/leftends.h"
#include "real/listenersecurity.h"
#include "real/listeningsocket.h"
#include "real/outsiders.h"
#include "real/reactor.h"
#include "real/saslclient.h"
#include "real/saslserver.h"
#include "real/socketowners.h"
#include "real/sockettable.h"
#include "session/addressbook.h"
#include "session/transport.h"
#include "wire/convert/convert.h"
#include "wire/convert/fetchsession.h"
#include "wire/framekeeper.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

/// \file
/// Real sockets between the two brains.
///
/// Theory of operation. Sockets speak when they like; brains are told only while the session plays. So whatever a socket
/// reports is decoded at once and put into a queue, and the queue is played as one entry of the session's scheduler
/// (Due::Happenings), at one instant. Wishes that come out of it go to the sockets directly.
///
/// What a program knows of its socket is written as observed: a connect begun and done, a FIN read, a reset, its own close.
/// What only the kernel knows (FIN-WAIT-2, TIME-WAIT, the other program's end) is sampled from its table of sockets, often
/// while ends are changing and rarely otherwise, and says so.
///
/// The loopback cluster's brokers are reached where they really listen, whatever the scenario calls them: names and addresses
/// of the scenario lead to ports of 127.0.0.1 (session/addressbook.h), so that a scenario with hosts of its own runs as it
/// is. An address at which nobody answers is a port whose kernel filter lets no SYN through.
///
/// An answer that its reader does not take out of the kernel stays in memory, and with it the record batches in it, though the
/// log let go of them long ago: 55 MB for a FETCH. One that waits for seconds is looked at, and where all such answers take more
/// than kMostUnread, the connections of the oldest are reset (unread.cpp).

namespace connscope::real {

/// What a transport is made of, beside the session's environment.
struct SocketSetup {
    Reactor* reactor = nullptr;
    const Clock* clock = nullptr;
    std::function<void()> wake; ///< something waits to be played
    /// Brokers are ours and listen on loopback. False: they are somebody else's.
    bool ownBrokers = true;
    /// No METADATA of ours has a topic created, whatever the client would allow: before 2.3 it cannot say no. From v4 on the
    /// request says so; before that it asks for all topics, since who names one has it created.
    bool createsNoTopics = false;
    /// Where a broker of ours listens: its own host and port if both are possible, else any port of 127.0.0.1.
    bool exactPorts = false; ///< an occupied port is an error instead
    std::string listenAddress = "127.0.0.1"; ///< used for names that are not loopback addresses themselves
    client::Resolver* resolver = nullptr; ///< for somebody else's brokers; outlives the transport
    std::size_t maxResponseBytes = std::size_t {256} << 20;
    /// Ports of brokers that are taken already: bound, nobody listens yet.
    std::map<BrokerId, Fd> ports;
    std::shared_ptr<wire::FrameKeeper> frames; ///< keeps what passes; nullptr: nobody wants to look at bytes
};

class SocketTransport final : public session::Transport,
                              private BrokerSocketListener,
                              private AcceptListener,
                              private ClientSocketListener {
public:
    SocketTransport(const session::TransportEnvironment& environment, SocketSetup setup);
    ~SocketTransport() override;

    void dispatch(const session::Scheduler::Entry& entry, Instant now) override;

    std::string addProcess(std::size_t entry, const std::string& instance) override;
    void nameClient(ClientId client, std::string_view clientId) override;
    void configureClient(ClientId client, const protocol::ConfigSet& config) override;
    client::Resolver& resolver() override;
    void brokersChanged(Instant now) override;

    void open(std::uint32_t process, ClientId client, const client::OpenWish& wish, Instant now) override;
    void send(ConnectionId connection, protocol::Request&& request, Instant now, EventId cause) override;
    void respond(ConnectionId connection, protocol::Response&& response, Instant now, EventId cause) override;
    void close(Side side, ConnectionId connection, Instant now, EventId cause, trace::RuleId rule) override;
    void read(ConnectionId) override { }

    void killClient(ClientId client, Instant now, EventId cause, trace::RuleId rule) override;
    void pauseClient(ClientId client, bool paused) override;
    void killBroker(BrokerId broker, Instant pausedSince, Instant now, EventId cause, trace::RuleId rule) override;
    void reset(ConnectionId connection, Instant now, EventId cause, trace::RuleId rule) override;
    Result<void> addFault(const session::Fault& fault) override;
    Result<void> removeFault(const session::Fault& fault) override;

    BrokerId brokerOf(ConnectionId connection) const override;
    ClientId clientOf(ConnectionId connection) const override;
    NodeId nodeOf(ConnectionId connection) const override;
    std::vector<ConnectionId> live() const override;
    std::size_t liveCount() const override { return m_live; }
    std::size_t segmentsInAir() const override { return m_happenings.size(); }

    /// What sockets have reported since is played at \a now, as an entry of the scheduler.
    void enterHappenings(Instant now);
    /// Every socket and port is closed, without events.
    void closeAll();
    /// Opens every broker's port. The error names the one that is taken.
    Result<void> listen();
    const std::vector<session::Fault>& faults() const { return m_faults; }
    /// Where a broker listens; port 0 if it never did.
    Endpoint listeningAt(BrokerId broker) const;
    /// PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL.
    std::string securityProtocol(BrokerId broker) const;
    /// The certificate of brokers with TLS that were given none; null: there are none.
    const ThrowAwayCertificate* throwAwayCertificate() const { return m_throwAway.get(); }
    /// Whoever serves outside clients; they are told of by the cluster's brain.
    void setCluster(broker::Cluster* cluster);
    /// A request that gets no answer (acks=0) was dealt with: the next one of its connection may come.
    void doneWithoutAnswer(ConnectionId connection);
    /// Looks at the kernel's table now, whenever the next look was due.
    void sample(Instant now);

private:
    using EventKind = trace::EventKind;
    using RuleId = trace::RuleId;
    using TcpState = trace::TcpState;

    /// For how long a connection of somebody else's may be silent before it is written down without a client's name.
    /// A Java client on a busy machine connects and then loads classes for a second before it sends.
    static constexpr Duration kIntroduceAfter {ms(2500)};

    /// Answers that wait for their readers may take so many bytes, all together, ...
    static constexpr std::size_t kMostUnread = std::size_t {32} << 20;
    /// ... but for those that do not wait so long yet.
    static constexpr Duration kUnreadPatience {ms(5000)};

    /// Kinds of scheduler entries.
    enum class Due : std::uint8_t { Happenings, Sample, Newcomers, Unread };

    /// A request of ours that waits for its answer.
    struct Waiting {
        std::int32_t correlation = 0;
        ApiKey api = ApiKey::None;
        std::int16_t version = 0;
        EventId sent;
        std::vector<protocol::FetchPartition> fetched; ///< of a FETCH
    };
    /// One end of a connection as far as we know it.
    struct End {
        TcpState state = TcpState::None;
        TcpState was = TcpState::None; ///< before
        Instant since {}; ///< when that state was heard of
        EventId last; ///< the last event there
        bool ours = false; ///< the program that holds it is one of ours
        bool closed = false; ///< its program has let go of it
        bool gone = false; ///< the kernel has, too
    };
    struct Connection {
        ConnectionId id;
        ClientId client;
        NodeId node;
        BrokerId broker;
        Endpoint local; ///< the client's end
        Endpoint remote; ///< the broker's end
        std::unique_ptr<ClientSocket> near;
        std::unique_ptr<BrokerSocket> far;
        std::uint32_t process = 0; ///< of a client of ours
        std::optional<Duration> idleLimit; ///< for the broker (profile course)
        End client_;
        End broker_;
        bool isOutside() const { return !client_.ours; }
        std::deque<Waiting> waiting; ///< of a client of ours
        std::deque<EventId> onTheWay; ///< RequestSent events that the broker has not read yet
        std::deque<EventId> answers; ///< ResponseSent events that the client has not read yet
        EventId answeredLate; ///< the ResponseSent event behind the client's FIN, if there is one
        bool accepted = false; ///< the broker's program knows it
        bool deaf = false;
        bool over = false; ///< the client's brain was told that it is over
        std::unique_ptr<SaslClient> sasl; ///< while a client of ours authenticates
        EventId saslSent; ///< its last RequestSent event
        std::unique_ptr<SaslServer> saslServer; ///< while a broker of ours wants to know who it is
        std::string tlsSession; ///< of somebody else's client, until it is introduced
        std::uint64_t answeredIn = 0; ///< the turn in which its client was given an answer
        std::uint64_t heldIn = 0; ///< the turn in which more lay behind that answer
        bool spoke = false; ///< a request came from somebody else's client
        bool ready = false; ///< it was told that somebody else's client is
        bool isNoNewcomer = false; ///< RoleHints
        bool isGuess = false; ///< RoleHints
        Instant unreadSince = kNever; ///< when its last answer was written and did not go out whole
        Outsider* outsider = nullptr; ///< the program at the client's end, if it is not ours and has said who it is
    };
    /// What a socket reported.
    struct Happening {
        enum class Kind : std::uint8_t {
            Accepted,
            Connected,
            Secured,
            Request,
            Response,
            Token, ///< an answer to a request of SASL
            ClientEnd,
            BrokerEnd,
            ClientBroken,
            BrokerBroken,
            BrokerSecured, ///< words: how
            BrokerRefused ///< words: what TLS did not like
        };
        Kind kind = Kind::Accepted;
        ConnectionId connection;
        EventId cause; ///< Response: the RequestSent event
        protocol::Request request;
        protocol::Response response;
        int error = 0;
        Error wrong; ///< Broken
        std::string words; ///< client.id of a request, what TLS said
        wire::Bytes payload; ///< of a frame that SASL reads
        std::string software; ///< client software name and version, of API_VERSIONS
    };
    /// A client of ours, as a network knows it.
    struct Program {
        std::string clientId;
        protocol::KafkaVersion version = protocol::kV4_0;
        ClientSecurity security;
        std::string wrong; ///< why its security cannot be had; "" = it can
    };
    struct Process {
        std::string entry;
        std::string instance;
        std::string address;
    };
    struct Port {
        std::unique_ptr<ListeningSocket> listening;
        Fd reserved; ///< bound, not listening: whoever connects is refused
        Endpoint at;
        bool refuses = false; ///< a fault
    };

    // BrokerSocketListener, AcceptListener, ClientSocketListener
    void frameRead(
        BrokerSocket& socket, std::span<const std::uint8_t> payload, std::shared_ptr<const void> owner) override;
    void bytesMoved(BrokerSocket& socket) override;
    void streamBroken(BrokerSocket& socket, const Error& error) override;
    void streamEnded(BrokerSocket& socket, int error) override;
    void streamSecured(BrokerSocket& socket, const std::string& session) override;
    void streamRefused(BrokerSocket& socket, const std::string& words) override;
    void socketAccepted(BrokerId broker, Fd fd, const Endpoint& peer) override;
    void clientConnected(ClientSocket& socket) override;
    void clientSecured(ClientSocket& socket) override;
    void clientFrameRead(ClientSocket& socket, std::span<const std::uint8_t> payload) override;
    void clientEnded(ClientSocket& socket, int error, const std::string& words) override;
    void clientStreamBroken(ClientSocket& socket, const Error& error) override;
    void push(Happening&& happening);

    // socketevents.cpp: what happened becomes events and reports
    void playAll();
    bool isHeld(const Happening& happening);
    void play(Happening& happening);
    void accepted(Connection& c);
    void connected(Connection& c);
    void secured(Connection& c);
    void requestArrived(Connection& c, Happening& h);
    void responseArrived(Connection& c, Happening& h);
    void clientSideEnded(Connection& c, int error, const std::string& words);
    void brokerSideEnded(Connection& c, int error);
    void protocolError(Connection& c, Side side, const Error& error);
    EventId append(const Connection& c, EventKind kind, Side side, TcpState state, EventId cause, RuleId rule,
        trace::Vantage vantage = trace::Vantage::Observed, std::int64_t value = 0, std::string_view text = {});
    EventId note(Connection& c, EventKind kind, Side side, TcpState state, EventId cause, RuleId rule,
        trace::Vantage vantage = trace::Vantage::Observed);
    void report(Connection& c, client::Report::Kind kind, EventId cause, RuleId rule);
    /// close(2) of one end, with its event.
    void letGo(Connection& c, Side side, EventId cause, RuleId rule);
    /// The kernel says that one end was reset, before its program heard of it. Behind a FIN the
    /// reset answers what was written to a socket that nobody has any more (\a cause), and is inferred to have been sent.
    void foundReset(Connection& c, Side side, EventId cause, trace::Vantage vantage = trace::Vantage::Observed);

    // socketauthentication.cpp: what stands between a connection and its first request
    void authenticate(Connection& c);
    void sendSasl(Connection& c, SaslClient::Frame&& frame, EventId cause);
    void tokenArrived(Connection& c, Happening& h);
    void authenticated(Connection& c, EventId cause, std::string_view how, std::int64_t lifetimeMs);
    void authenticationFailed(Connection& c, EventId cause, std::string_view why);
    bool wantsSasl(const Connection& c, const protocol::Request& request) const;
    void saslRequest(Connection& c, Happening& h, EventId cause);
    Result<void> readListeners();
    Result<const ThrowAwayCertificate*> throwAway();
    void brokerSecured(Connection& c, const std::string& session);
    void brokerRefused(Connection& c, const std::string& words);
    std::int64_t epochSeconds() const { return (m_trace.header().epochMs + toMs(m_now.time_since_epoch())) / 1000; }
    const Program& program(ClientId client) const { return m_programsOf[client.value]; }

    // outsideclients.cpp: somebody else's clients
    /// Writes what is known of a connection once it is known whose it is. \a clientId: as its first request says.
    /// \a established: how it is known when the broker's end was; one that is told long after it is inferred.
    void introduce(Connection& c, std::string_view clientId, trace::Vantage established = trace::Vantage::Observed);
    void outsideRequest(Connection& c, Happening& h);
    void answeredOutsider(Connection& c, const protocol::Response& response, std::uint32_t size, EventId cause);
    /// Who has not said anything for a while is introduced without a name.
    void introduceSilent(Instant now);

    // unread.cpp
    /// What was written last is not whole in the kernel.
    void leftUnread(Connection& c);
    void limitUnread(Instant now);
    bool stillUnread(ConnectionId connection, Instant since) const;

    // socketfaults.cpp
    bool isFaulty(
        session::Fault::Kind kind, const std::string& entry, const std::string& instance, BrokerId broker) const;
    void applyFaults();
    Result<void> openPort(BrokerId broker);
    void reserve(Port& port);
    Result<Endpoint> blackHole();
    Endpoint closedPort();
    Result<Endpoint> destinationOf(std::uint32_t process, const client::OpenWish& wish, Connection& c);

    // sampling.cpp
    void look(Connection& c, const SocketTable& table);
    void sampleEnd(Connection& c, Side side, TcpState state);
    bool otherEndIsOver(const Connection& c, Side side) const;
    /// How long until the next look, given how long one takes.
    Duration pauseBetweenLooks(bool lively) const;
    void changing();
    void scheduleSample(Duration after);

    Connection* find(ConnectionId id)
    {
        const auto found = m_connections.find(id.value);
        return found != m_connections.end() ? found->second.get() : nullptr;
    }
    const Connection* find(ConnectionId id) const { return const_cast<SocketTransport*>(this)->find(id); }
    Connection& add(ConnectionId id);
    void forgetIfGone(Connection& c);
    /// An end that is somebody else's is followed by what finds it in the kernel's table alone.
    void leave(const Connection& c, Side side);
    End& end(Connection& c, Side side) { return side == Side::Broker ? c.broker_ : c.client_; }

    const scenario::Scenario& m_scenario;
    session::Scheduler& m_scheduler;
    trace::Trace& m_trace;
    session::Programs& m_programs;
    SocketSetup m_setup;
    session::AddressBook m_book;
    std::vector<Process> m_processes;
    std::map<BrokerId, Port> m_ports;
    Port m_blackHole; ///< where nobody answers; opened when somebody is sent there
    Port m_closedPort; ///< where nobody listens; the same
    std::unordered_map<std::uint32_t, std::unique_ptr<Connection>> m_connections; // by id; those that are not gone
    std::size_t m_live = 0;
    std::map<Endpoint, ConnectionId> m_byLocal; // connections that our clients have begun and no broker has accepted
    wire::convert::EndpointOf m_endpointOf; ///< asks the cluster's brain
    std::vector<Happening> m_happenings;
    std::vector<Happening> m_playing;
    std::vector<ConnectionId> m_moved; // bytes came or went at the broker's end, and nothing whole
    std::uint64_t m_turn = 0;
    std::map<std::pair<ClientId, NodeId>, wire::convert::FetchSession> m_fetchSessions; // of our clients
    Outsiders m_outsiders;
    LeftEnds m_left;
    SocketOwners m_owners; ///< of their ends
    std::deque<std::pair<ConnectionId, Instant>> m_silent; // accepted without a client of ours, with when they came
    std::deque<std::pair<ConnectionId, Instant>> m_unread; // the oldest first; their answers may be gone meanwhile
    std::vector<Program> m_programsOf; // our clients, by client
    std::map<BrokerId, ListenerSecurity> m_security; // of our brokers' listeners
    std::unique_ptr<ThrowAwayCertificate> m_throwAway;
    std::vector<session::Fault> m_faults;
    std::vector<std::uint8_t> m_scratch;
    Instant m_now {};
    Instant m_sampleAt = kNever;
    Instant m_changedAt {};
    Instant m_sampledAt {};
    Duration m_lookTook {}; ///< the last look at the table
    bool m_happeningsDue = false;
};

} // namespace connscope::real
