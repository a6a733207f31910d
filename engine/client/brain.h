// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "base/rng.h"
#include "base/time.h"
#include "client/profile.h"
#include "client/script.h"
#include "protocol/configkeys.h"
#include "protocol/messages.h"
#include "trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// \file
/// The door of the client brain. A brain performs no I/O and reads no clock: it is polled with the time and with what
/// the network reported since the last poll; it answers with wishes and with the instant at which it wants to be polled
/// again. The simulated network and real sockets carry the wishes in the same way.
///
/// A poll runs the client until its threads would all be blocked in a select or a sleep: one or several turns of the
/// Java client's loop at the same instant. Bytes of a Send wish count as written when the wish is made (a socket's buffer
/// always has room here), which is why a turn that sends is followed at once by another turn, as with a real Selector.

namespace connscope::client {

/// What the network saw. Reports of one connection come in order; at most one of Failed and Closed ends them.
struct Report {
    enum class Kind : std::uint8_t {
        Connected, ///< the connect finished
        Failed, ///< the connect failed; rule: ConnectionRefused, HostUnreachable, SynRetriesExhausted, ConnectionReset, …
        Received, ///< a whole response
        Closed, ///< end of stream (rule PeerClosed) or an error (rule ConnectionReset, RetransmissionTimeout, …)
    };
    Kind kind = Kind::Connected;
    ConnectionId connection;
    EventId cause; ///< the event of the network or broker that led to it
    trace::RuleId rule = trace::RuleId::None;
    protocol::Response response; ///< Received
};

/// Open a TCP connection. The network writes the TCP events, the client has written ConnectStarted.
struct OpenWish {
    ConnectionId connection;
    NodeId node;
    std::string host; ///< as the client knows it
    std::string address; ///< what the name resolved to
    std::uint16_t port = 0;
    EventId cause; ///< the ConnectStarted event
    std::optional<Duration> idleLimitAtBroker; ///< profile course only: the broker closes after the client's limit
};
/// Write a request. The client has written RequestSent.
struct SendWish {
    ConnectionId connection;
    EventId cause; ///< the RequestSent event
    protocol::Request request;
};
/// Close the socket (FIN), or give up a connect that is under way.
struct CloseWish {
    ConnectionId connection;
    EventId cause; ///< the event that says why (IdleExpired, RequestTimedOut, ClientCloseCalled, Disconnected, …)
    trace::RuleId rule = trace::RuleId::None;
};
using Wish = std::variant<OpenWish, SendWish, CloseWish>;

/// Names to addresses; what a scenario's dns table, or the system's resolver, says.
class Resolver {
public:
    virtual ~Resolver() = default;
    /// All addresses of \a host in the order of the answer; empty when it cannot be resolved.
    virtual std::vector<std::string> resolve(std::string_view host) = 0;
    /// The name that belongs to \a address (InetAddress#getCanonicalHostName); the address itself where there is none.
    virtual std::string canonicalName(std::string_view address) { return std::string(address); }
};

class Commons;

/// What a brain may use of the world. Outlives the brain.
struct Environment {
    trace::Trace* trace = nullptr;
    Resolver* resolver = nullptr;
    Commons* commons = nullptr; ///< what equal clients share; null: each has its own
};

/// One client instance.
struct ClientSpec {
    ClientId id; ///< from Trace::newClient()
    trace::ClientKind kind = trace::ClientKind::Producer;
    std::string clientId; ///< client.id, already filled in by Kafka's rule (facts 2.6) where the config has none
    Profile profile;
    protocol::ConfigSet config;
    std::vector<Step> script; ///< runs after the constructor returned
    std::uint64_t seed = 0; ///< of this client's own generator
};

class Brain {
public:
    virtual ~Brain() = default;
    /// Runs the client at \a now; \a reports are consumed in order, wishes are appended to \a wishes.
    /// Returns the instant of the next poll if nothing is reported before (kNever: only a report wakes it).
    virtual Instant poll(Instant now, std::vector<Report>& reports, std::vector<Wish>& wishes) = 0;
    /// Adds steps behind those still to run: what a person does to a running client.
    virtual void append(std::vector<Step> steps) = 0;
    /// Replaces the steps still to run and ends a loop that is under way at its next turn (Close always gets through).
    virtual void replaceScript(std::vector<Step> steps, EventId cause) = 0;
    /// True once close() has finished: it needs no more polls.
    virtual bool isClosed() const = 0;

    // -- hints for the cache, for whoever knows that a poll is near (base/prefetch.h) --

    /// Bytes of the object itself, from \a offset on, that a poll touches.
    struct HotPart {
        std::uint32_t offset = 0;
        std::uint32_t bytes = 0;
    };
    /// The same for every object of the class; none = a hint is not worth while.
    virtual std::span<const HotPart> hotParts() const { return {}; }
    /// What the object refers to and a poll will touch beside it, asked after a poll and good until the next one: \a count
    /// things, \a stride bytes apart, of each the first \a bytes.
    struct HotBlock {
        const void* address = nullptr;
        std::uint32_t count = 0;
        std::uint16_t stride = 0;
        std::uint16_t bytes = 0;
    };
    virtual HotBlock hotBlock() const { return {}; }
};

/// Constructs the client as the Java constructor would: writes ClientCreated (cause \a cause) and its ConfigChanged
/// events; opens nothing before its first poll. Null where the constructor throws: no address of bootstrap.servers can be
/// resolved (bootstrap.h); a Mark event says so.
std::unique_ptr<Brain> makeClient(ClientSpec spec, const Environment& environment, Instant now, EventId cause);

} // namespace connscope::client
