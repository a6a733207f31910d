// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/rng.h"
#include "broker/brain.h"
#include "client/brain.h"
#include "protocol/messages.h"
#include "scenario/model.h"
#include "session/scheduler.h"
#include "trace/trace.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// \file
/// What lies between the two brains: a network. The session hands over what brains wish and what people do to the world;
/// the network tells back what it saw. There are two of them, a simulated one (sim/simulatedtransport.h) and real sockets
/// (real/sockettransport.h), and neither the session nor a brain can tell which.

namespace connscope::session {

/// What can be wrong with a way between clients and brokers.
struct Fault {
    enum class Kind : std::uint8_t {
        Cut, ///< nothing passes
        DropSyn, ///< what is established goes on, no SYN gets an answer
        Refuse, ///< the broker's host answers SYNs with a reset
    };
    Kind kind = Kind::Cut;
    std::string client; ///< the scenario's name of a client, of an instance, or "*"
    BrokerId broker; ///< none = every broker
    bool operator==(const Fault&) const = default;
};

/// What the network tells the programs. Called while an entry is dispatched: implementations must not call back into the
/// transport before that returns.
class Programs {
public:
    virtual ~Programs() = default;
    /// Something for a client's selector.
    virtual void report(ClientId client, client::Report&& report) = 0;
    /// The same for a whole response, which is taken from where it lies.
    virtual void responded(ClientId client, ConnectionId connection, protocol::Response&& response, EventId cause)
    {
        client::Report received;
        received.kind = client::Report::Kind::Received;
        received.connection = connection;
        received.cause = cause;
        received.response = std::move(response);
        report(client, std::move(received));
    }
    /// The handshake is complete at the broker's end.
    virtual void accepted(BrokerId broker, ConnectionId connection, ClientId client, std::string_view peerAddress,
        std::optional<Duration> idleLimit, EventId cause)
        = 0;
    virtual void received(ConnectionId connection, protocol::Request&& request, EventId cause) = 0;
    /// Bytes without a whole request or answer, see broker::Cluster::used(). A network that carries only whole ones has none.
    virtual void used(ConnectionId, Instant /*at*/) { }
    /// The broker's end saw a FIN, or is gone (\a reset). Once for each connection that was accepted.
    virtual void disconnected(ConnectionId connection, bool reset, EventId cause) = 0;
    /// Whether the broker's process has its listening socket open.
    virtual bool listens(BrokerId broker) const = 0;
    /// Whether the broker's process stands still: its kernel goes on, nobody reads.
    virtual bool isPaused(BrokerId broker) const = 0;
};

class Transport {
public:
    using Side = trace::Side;
    virtual ~Transport() = default;

    /// Scheduler entries of a kind below this are the transport's.
    static constexpr std::uint8_t kKinds = 8;
    /// Plays an entry whose kind is below kKinds. \a now is its time, or later where time is real.
    virtual void dispatch(const Scheduler::Entry& entry, Instant now) = 0;

    // -- who is there --

    /// A client process, before it runs: the next number from 0. \a entry is its place in the scenario, \a instance its name
    /// there. Returns the address of its machine.
    virtual std::string addProcess(std::size_t entry, const std::string& instance) = 0;
    /// A client program begins: the client.id that its request headers carry.
    virtual void nameClient(ClientId client, std::string_view clientId) = 0;
    /// Its settings, before it runs: what a network must know of them to carry its wishes (security.protocol and what hangs
    /// on it). One that carries no bytes needs none.
    virtual void configureClient(ClientId, const protocol::ConfigSet&) { }
    /// Answers the names that clients ask for. Lives as long as the transport.
    virtual client::Resolver& resolver() = 0;
    /// A broker was started, stopped, paused or resumed: Programs says how each of them is now.
    virtual void brokersChanged(Instant now) = 0;

    // -- wishes of programs; a connection or an end that is not there any more is ignored --

    virtual void open(std::uint32_t process, ClientId client, const client::OpenWish& wish, Instant now) = 0;
    virtual void send(ConnectionId connection, protocol::Request&& request, Instant now, EventId cause) = 0;
    virtual void respond(ConnectionId connection, protocol::Response&& response, Instant now, EventId cause) = 0;
    /// close(2): a FIN, or a reset if data lies unread; \a side is Client or Broker.
    virtual void close(Side side, ConnectionId connection, Instant now, EventId cause, trace::RuleId rule) = 0;
    /// A client's program has taken a response out of its socket.
    virtual void read(ConnectionId connection) = 0;

    // -- what happens to programs and to the network --

    /// The process is gone: its kernel closes what it held. With data that it had not read that is a reset.
    virtual void killClient(ClientId client, Instant now, EventId cause, trace::RuleId rule) = 0;
    /// The process stands still, or goes on: nothing is taken out of its sockets meanwhile.
    virtual void pauseClient(ClientId client, bool paused) = 0;
    /// \a pausedSince: requests that arrived from then on were not read either (kNever: it was not paused).
    virtual void killBroker(BrokerId broker, Instant pausedSince, Instant now, EventId cause, trace::RuleId rule) = 0;
    /// The network resets a connection at both ends.
    virtual void reset(ConnectionId connection, Instant now, EventId cause, trace::RuleId rule) = 0;
    /// Breaks ways, or mends those that \a fault covers. The error says that this network cannot do it.
    virtual Result<void> addFault(const Fault& fault) = 0;
    virtual Result<void> removeFault(const Fault& fault) = 0;

    // -- questions --

    /// Whom a live connection reaches; none if it is not known.
    virtual BrokerId brokerOf(ConnectionId connection) const = 0;
    virtual ClientId clientOf(ConnectionId connection) const = 0;
    virtual NodeId nodeOf(ConnectionId connection) const = 0;
    /// Every connection that has a socket left, in the order of opening.
    virtual std::vector<ConnectionId> live() const = 0;
    virtual std::size_t liveCount() const = 0;
    /// Messages on their way.
    virtual std::size_t segmentsInAir() const = 0;
    /// A hint for the cache (base/prefetch.h): something is about to happen on this connection.
    virtual void prefetch(ConnectionId) const { }
};

/// What a transport is built on. Outlives it.
struct TransportEnvironment {
    const scenario::Scenario& scenario;
    Scheduler& scheduler;
    trace::Trace& trace;
    Programs& programs;
    const Rng& rng; ///< to fork from
    Instant until = kNever; ///< timers that could only fire later need not be entered
};

} // namespace connscope::session
