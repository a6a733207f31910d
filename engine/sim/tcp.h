// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/prefetch.h"
#include "client/brain.h"
#include "protocol/messages.h"
#include "scenario/model.h"
#include "session/addressbook.h"
#include "session/transport.h"
#include "sim/network.h"
#include "sim/pool.h"
#include "sim/ports.h"
#include "sim/tcpmachine.h"
#include "trace/trace.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// \file
/// The kernels of all simulated hosts: every connection with both its ends, the segments between them, and the TCP
/// events of the trace.
///
/// Theory of operation. A program's wish or a timer feeds an input to one end; tcpmachine.h says what becomes of it; what
/// that end sends becomes a segment, which is an entry of the scheduler and feeds an input to the other end when it
/// arrives. A data segment carries a whole request or response. Segments of one direction of a connection never overtake
/// each other. Acknowledgements of data are not played: nobody's state depends on them.
///
/// Whether a segment gets through is decided where it would arrive. A segment that is lost (cut link, middlebox without an
/// entry) stalls its direction: it and everything behind it wait for the sender's retransmission timer, which doubles up
/// to two minutes; when the way is free again all of it arrives at once, and when the kernel's patience is over the
/// sender's end is closed without a word to the other. Loss by chance only delays (network.h).
///
/// A connection's record is given back when both ends are gone and nothing of it is in the air.

namespace connscope::sim {

using session::AddressBook;
using session::Programs;
using session::Scheduler;
using session::Target;

class Tcp {
public:
    /// Kinds of scheduler entries that are TCP's: below kKinds. Everything above is free for others.
    enum class Due : std::uint8_t { Segment, SynRetry, Unreachable, Retransmit, Timer, Middlebox, Keepalive };
    static constexpr std::uint8_t kKinds = 7;

    struct Environment {
        Scheduler& scheduler;
        Network& network;
        Ports& ports;
        trace::Trace& trace;
        Programs& programs;
        const scenario::KernelSpec& kernel;
        const scenario::MiddleboxSpec& middlebox;
        Instant until = kNever; ///< timers that could only fire later are not entered
    };
    explicit Tcp(const Environment& environment);

    /// Where a connection of a client program leads; found by whoever knows names and machines.
    struct Route {
        Target target = Target::Silent;
        BrokerId broker;
        LinkId link = 0;
        MachineId machine = 0;
        EndpointId remote = 0;
    };

    // -- wishes of programs; a connection or an end that is not there any more is ignored --

    void open(ClientId client, const client::OpenWish& wish, const Route& route, Instant now);
    void send(ConnectionId connection, protocol::Request&& request, Instant now, EventId cause);
    void respond(ConnectionId connection, protocol::Response&& response, Instant now, EventId cause);
    /// close(2): a FIN, or a reset if data lies unread; \a side is Client or Broker.
    void close(trace::Side side, ConnectionId connection, Instant now, EventId cause, trace::RuleId rule);
    /// A client's program has taken a response out of its socket.
    void read(ConnectionId connection);

    // -- what happens to programs and to the network --

    /// The process is gone: its kernel closes what it held. With data that it had not read that is a reset.
    void killClient(ClientId client, Instant now, EventId cause, trace::RuleId rule);
    /// \a pausedSince: requests that arrived from then on were not read either (kNever: it was not paused).
    void killBroker(BrokerId broker, Instant pausedSince, Instant now, EventId cause, trace::RuleId rule);
    /// The network resets a connection at both ends.
    void reset(ConnectionId connection, Instant now, EventId cause, trace::RuleId rule);

    /// Plays an entry whose kind is below kKinds.
    void dispatch(const Scheduler::Entry& entry);

    // -- questions --

    /// State of an end; None for a connection that is not known (any more).
    TcpState state(trace::Side side, ConnectionId connection) const;
    /// Whom a live connection reaches; none if it is not known.
    BrokerId brokerOf(ConnectionId connection) const;
    ClientId clientOf(ConnectionId connection) const;
    NodeId nodeOf(ConnectionId connection) const;
    /// Every connection that has a socket left, in the order of opening.
    std::vector<ConnectionId> live() const;
    std::size_t liveCount() const { return m_connections.used(); }
    std::size_t segmentsInAir() const { return m_segments.used(); }
    /// A hint: a segment of this connection is about to be sent or to arrive.
    void prefetch(ConnectionId id) const
    {
        constexpr std::size_t kHot = 128;
        if (id.value < m_slots.size() && m_slots[id.value] != kNoSlot)
            connscope::prefetch(&m_connections[m_slots[id.value]], kHot);
    }

private:
    using Side = trace::Side;
    using RuleId = trace::RuleId;

    /// What goes over the wire.
    enum class What : std::uint8_t { Syn, SynAck, AckOfSyn, Request, Response, Fin, AckOfFin, Reset };
    struct Segment {
        std::uint32_t slot = kNoSlot; // of its connection
        EventId cause;
        std::uint32_t message = kNoSlot; // in m_requests or m_responses
        std::uint32_t next = kNoSlot; // behind it in a stalled direction
        RuleId rule = RuleId::None;
        What what = What::Syn;
        std::uint8_t to = 0; // end: kClient or kBroker
        bool local = false; // the middlebox made it: it passes
    };
    /// One direction, named by its sender.
    struct Flow {
        Instant lastArrival {}; // nothing that is sent later arrives before
        std::uint32_t first = kNoSlot; // segments that wait for a retransmission
        std::uint32_t last = kNoSlot;
    };
    struct Stall { // of a direction, while it has such segments
        Instant since {};
        std::uint32_t attempts = 0;
        EventId dropped; // the last PacketDropped
    };
    /// What every segment touches comes first: two cache lines.
    struct alignas(64) Connection {
        ConnectionId id;
        ClientId client;
        std::uint32_t slot = kNoSlot; // its own number
        LinkId link = 0;
        std::uint32_t inAir = 0; // segments, stalled ones included
        std::uint16_t unread = 0; // responses in the client's socket
        std::uint16_t pending = 0; // requests at the broker without an answer yet
        TcpState state[2] = {TcpState::None, TcpState::Listen};
        bool forgotten = false; // by the middlebox
        bool live = false;
        std::uint8_t probes = 0; // keepalive probes without an answer
        Instant usedAt {}; // when a segment last got through; in SYN-SENT when the SYN was sent
        EventId lastPassed; // cause of that segment; in SYN-SENT the last SynDropped
        Flow flow[2];
        Instant lastRequestAt {};

        NodeId node;
        BrokerId broker;
        EventId entered[2]; // the event that put the end into its state
        MachineId machine = 0;
        EndpointId remote = 0;
        Stall stall[2];
        std::int64_t idleLimitNs = -1; // for the broker (profile course); -1 = none
        std::uint16_t port = 0;
        std::uint16_t synAttempts = 0;
        Target target = Target::Silent;
        bool held = false; // the local port is taken
        bool accepted = false; // the broker's program knows it
        bool told[2] = {false, false}; // the program knows of the end
    };
    static constexpr std::uint8_t kClient = 0;
    static constexpr std::uint8_t kBroker = 1;
    static constexpr Side sideOf(std::uint8_t end) { return end == kClient ? Side::Client : Side::Broker; }
    static constexpr std::uint8_t endOf(Side side) { return side == Side::Client ? kClient : kBroker; }
    static constexpr std::uint8_t other(std::uint8_t end) { return static_cast<std::uint8_t>(1 - end); }

    Connection* find(ConnectionId id)
    {
        if (id.value >= m_slots.size() || m_slots[id.value] == kNoSlot)
            return nullptr;
        return &m_connections[m_slots[id.value]];
    }
    const Connection* find(ConnectionId id) const { return const_cast<Tcp*>(this)->find(id); }
    std::vector<ConnectionId> liveOf(ClientId client, BrokerId broker) const;

    EventId append(const Connection& c, trace::EventKind kind, Side side, TcpState state, EventId cause, RuleId rule,
        std::int64_t value = 0);
    /// Feeds an input to an end: state, events, timers, and what it sends. Returns the event, or \a cause if there is none.
    EventId step(Connection& c, std::uint8_t end, TcpInput input, EventId cause, RuleId rule);
    EventId emitStep(
        Connection& c, std::uint8_t end, TcpInput input, const Transition& t, EventId cause, RuleId rule);
    void enter(Connection& c, std::uint8_t end, TcpState state, EventId event);
    /// The program at this end hears that the connection is over: once.
    void tell(Connection& c, std::uint8_t end, bool failed, bool reset, EventId cause, RuleId rule);
    /// A timer ends this end; its program hears of it if it still held the socket.
    void timeOut(Connection& c, std::uint8_t end, EventId cause, RuleId rule);
    void answer(Connection& c, std::uint8_t end, Emit what, EventId cause, RuleId rule);

    // tcpsegments.cpp
    void transmit(Connection& c, std::uint8_t to, What what, EventId cause, RuleId rule, std::uint32_t bytes = 0,
        std::uint32_t message = kNoSlot, bool local = false);
    void arrive(std::uint32_t segment);
    void deliver(Connection& c, std::uint32_t segment);
    void deliverSyn(Connection& c, const Segment& s);
    void deliverData(Connection& c, Segment& s);
    void deliverReset(Connection& c, const Segment& s);
    bool isBlocked(const Connection& c) const { return c.forgotten || m_network.isCut(c.link); }
    void lose(Connection& c, std::uint32_t segment);
    EventId emitDropped(const Connection& c, const Segment& s, std::int64_t attempt);
    void beginStall(Connection& c, std::uint8_t from, std::uint32_t segment, EventId dropped);
    void append(Connection& c, std::uint8_t from, std::uint32_t segment);
    void repeatFin(Connection& c, std::uint8_t from, EventId dropped);
    void retransmit(Connection& c, std::uint8_t from);
    void middleboxResets(Connection& c, std::uint8_t sender, EventId cause);
    /// Gives a segment and its message back.
    void discard(Connection& c, std::uint32_t segment);
    void discardStalled(Connection& c, std::uint8_t from);
    Duration patience(const Connection& c, std::uint8_t end) const;

    // tcptimers.cpp
    void sendSyn(Connection& c, EventId cause);
    void awaitSynRetry(Connection& c);
    void awaitHandshake(Connection& c);
    void synRetry(Connection& c, std::uint32_t attempt);
    void unreachable(Connection& c);
    void stateTimeout(Connection& c, std::uint8_t end, TcpState state);
    void beginWatches(Connection& c);
    void watchMiddlebox(Connection& c);
    void keepalive(Connection& c);
    void probe(Connection& c);
    void schedule(Instant at, Due due, ConnectionId id, std::uint32_t b = 0);

    void giveBack(Connection& c);

    Scheduler& m_scheduler;
    Network& m_network;
    Ports& m_ports;
    trace::Trace& m_trace;
    Programs& m_programs;
    const scenario::KernelSpec& m_kernel;
    const scenario::MiddleboxSpec& m_middlebox;
    const Instant m_until;
    Instant m_now {};

    std::vector<std::uint32_t> m_slots; // by connection id
    Pool<Connection> m_connections;
    Pool<Segment> m_segments;
    Pool<protocol::Request> m_requests;
    Pool<protocol::Response> m_responses;
};

} // namespace connscope::sim
