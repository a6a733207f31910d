// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/prefetch.h"
#include "base/smallvector.h"
#include "broker/quotas.h"
#include "broker/reaper.h"
#include "broker/world.h"

#include <deque>
#include <memory>
#include <vector>

/// \file
/// The network side of all brokers (Kafka's SocketServer): who is connected, what waits to be read, what goes out.
///
/// A connection is assigned to one of its broker's network threads in turn. Its requests are read one at a time: while
/// one is being handled or held the channel is muted (RequestChannel, Selector#mute), so what follows waits in the
/// kernel, a FIN included. A throttled channel stays muted after its answer has gone (KIP-219).
///
/// Closing happens at the end of a step only (finishStep), as a Selector does at the end of a poll: no handler ever sees
/// a connection go away under it.

namespace connscope::broker {

/// An answer that is ready but may not go yet.
struct ReadyAnswer {
    protocol::ResponseBody body;
    protocol::ErrorCode error = protocol::ErrorCode::None;
    trace::RuleId rule = trace::RuleId::None;
    EventId cause;
};

/// A request on its way through a broker.
struct alignas(64) Work {
    EventId arrival;
    EventId received; ///< the RequestReceived event
    Instant receivedAt {};
    std::unique_ptr<ReadyAnswer> ready;
    std::int32_t fetchSession = 0; ///< FETCH: the session its answer names
    bool incrementalFetch = false;
    std::uint32_t next = kNone; // queue of its connection, or free list
    protocol::Request request; ///< last: what it is about lies at its beginning
};

/// Position of a partition in the topic table.
struct PartitionRef {
    std::uint32_t topic = kNone;
    std::uint32_t partition = 0;
    bool operator==(const PartitionRef&) const = default;
};
/// Those of a fetch, mostly one.
using PartitionRefs = SmallVector<PartitionRef, 1>;

struct alignas(64) Connection {
    enum class State : std::uint8_t {
        Free, ///< an unused slot
        Backlog, ///< established by the kernel, not accepted by the broker
        Open,
    };
    ConnectionId id;
    ClientId client;
    EventId accepted; ///< what led to it
    EventId finCause;
    BrokerIndex broker = kNoBroker;
    std::uint32_t processor = kNone;
    std::uint32_t address = 0;
    std::uint32_t serial = 0; ///< of the request being handled; counts on over the lives of the slot
    std::uint32_t current = kNone; ///< Work
    std::uint32_t queueHead = kNone;
    std::uint32_t queueTail = kNone;
    State state = State::Free;
    bool busy = false; ///< a request is being handled: the channel is muted
    bool throttled = false;
    bool fin = false; ///< the peer's FIN has arrived
    bool pausedInput = false; ///< listed among what came while its broker was paused
    bool fetching = false; ///< the request in hand is a fetch that waits for data
    Duration throttle {-1}; ///< of each answer; below zero: not looked up yet

    // Where the last request found what it named, so that the next one need not search.
    std::uint32_t topicHint = kNone;
    std::uint32_t groupHint = kNone;
    PartitionRefs watching; ///< partitions whose list of watchers has this connection
    std::optional<Duration> idleLimit;
};

/// Hears about the end of a connection.
class ConnectionListener {
public:
    virtual ~ConnectionListener() = default;
    virtual void connectionGone(std::uint32_t slot, Connection& connection) = 0;
};

class SocketServer {
public:
    SocketServer(World& world, Rng rng);
    void setListener(ConnectionListener* listener) { m_listener = listener; }

    // -- brokers --
    void startBroker(BrokerIndex broker);
    /// The process is gone: nothing more is heard of its connections.
    void forgetConnections(BrokerIndex broker);
    /// An orderly end: every connection is closed (SocketServer#shutdown).
    void closeConnections(BrokerIndex broker, trace::RuleId rule, EventId cause);
    /// What arrived while it was paused is taken up, in order of arrival.
    void resumeBroker(BrokerIndex broker);
    /// Limits have changed: at its next step the broker lets in whom it may, and closes what is too much.
    void limitsChanged(BrokerIndex broker, EventId cause);

    // -- the network --
    void accept(BrokerIndex broker, ConnectionId id, ClientId client, std::string_view peerAddress,
        std::optional<Duration> idleLimit, EventId cause);
    void used(ConnectionId id, Instant at);
    void identify(ConnectionId id, ClientId client, std::string_view clientId);
    void receive(ConnectionId id, protocol::Request&& request, EventId cause);
    void peerClosed(ConnectionId id, bool reset, EventId cause);

    // -- requests --
    /// The request in hand, or null if it was answered or its connection is gone.
    Work* work(RequestRef ref);
    Connection& connection(std::uint32_t slot) { return m_connections[slot]; }
    const Connection& connection(std::uint32_t slot) const { return m_connections[slot]; }
    /// "10.0.0.7": where the connection comes from.
    std::string_view addressOf(std::uint32_t slot) const { return m_addresses.text(m_connections[slot].address); }
    RequestRef current(std::uint32_t slot) const { return {slot, m_connections[slot].serial}; }
    /// Writes the answer and goes on with the connection's next request. Nothing happens if the connection is gone.
    /// \a size: its bytes on the wire where they are known; 0 = to be computed.
    void answer(RequestRef ref, protocol::ResponseBody&& body, protocol::ErrorCode error, trace::RuleId rule,
        EventId cause, std::uint32_t size = 0);
    void answerAt(Instant at, RequestRef ref, protocol::ResponseBody&& body, protocol::ErrorCode error,
        trace::RuleId rule, EventId cause);
    /// The request is done and gets no answer (acks=0).
    void completeSilently(RequestRef ref);
    /// The broker closes the connection instead of answering.
    void closeInstead(RequestRef ref, trace::RuleId rule, EventId cause);
    /// Answer, Unthrottle and Reap.
    void onTimer(const Timer& timer);
    /// The broker that a timer of a connection or a processor belongs to; none if the connection has moved on.
    BrokerIndex brokerOf(const Timer& timer) const;
    /// A timer of a request that is not in hand any more.
    bool isStale(const Timer& timer) const;

    // -- hints for the cache (base/prefetch.h) --
    void prefetchConnection(std::uint32_t slot) const
    {
        prefetch(&m_connections[slot], sizeof(Connection));
        m_reaper.prefetchLink(slot);
    }
    /// The connection should be in the cache by then.
    void prefetchRequest(std::uint32_t slot) const
    {
        const Connection& c = m_connections[slot];
        if (c.current != kNone)
            prefetch(&workAt(c.current), sizeof(Work));
    }

    /// To be called when everything of an instant's step is dealt with: closes what has to be closed.
    void finishStep();
    /// Calls \a f(slot, connection) for every open connection of a broker, by slot.
    template <typename F>
    void forEachOpen(BrokerIndex broker, F&& f)
    {
        for (std::uint32_t slot = 0; slot < m_connections.size(); ++slot) {
            if (m_connections[slot].broker == broker && m_connections[slot].state == Connection::State::Open)
                f(slot, m_connections[slot]);
        }
    }
    /// The client's client.id; "client" and its number where nobody said.
    std::string_view clientIdOf(ClientId client);
    void nameClient(ClientId client, std::string_view clientId);

private:
    /// In place of an idle class: a Reap timer that looks for more connections than max.connections.
    static constexpr std::uint32_t kExcess = kNone;

    struct PerBroker {
        std::uint32_t firstProcessor = 0;
        std::uint32_t nextProcessor = 0;
        ConnectionQuotas quotas;
        std::deque<std::uint32_t> backlog; // slots that wait for the acceptor
        std::vector<std::uint32_t> pausedInput; // slots with something to do when it is resumed
        EventId limitCause; // the ConfigChanged event of max.connections
        bool evicting = false; // a poll that closes what is too much is on its way
    };

    Work& workAt(std::uint32_t work) { return m_works[work / kWorkBlock][work % kWorkBlock]; }
    const Work& workAt(std::uint32_t work) const { return m_works[work / kWorkBlock][work % kWorkBlock]; }
    std::uint32_t slotOf(ConnectionId id) const;
    std::uint32_t takeSlot();
    std::uint32_t takeWork();
    void freeWork(std::uint32_t work);
    void admitBacklog(BrokerIndex broker);
    void admit(std::uint32_t slot);
    /// Reads the next request, or the FIN, if the channel is free for it.
    void pump(std::uint32_t slot);
    void read(std::uint32_t slot);
    void finishRequest(std::uint32_t slot);
    void close(std::uint32_t slot, trace::RuleId rule, EventId cause);
    void release(std::uint32_t slot);
    void evictExcess(BrokerIndex broker);
    void closeListed();
    std::vector<std::uint32_t> slotsOf(BrokerIndex broker) const;
    Duration serviceTime(const Broker& broker, ApiKey api) const;
    Duration throttleOf(Connection& connection);
    TextId errorText(protocol::ErrorCode error);

    World& m_world;
    Reaper m_reaper;
    ConnectionListener* m_listener = nullptr;
    Addresses m_addresses;
    std::vector<PerBroker> m_brokers;
    std::vector<Connection> m_connections;
    std::vector<std::uint32_t> m_freeSlots;
    std::vector<std::uint32_t> m_slotOf; // by connection id
    static constexpr std::uint32_t kWorkBlock = 32;
    std::vector<std::unique_ptr<Work[]>> m_works; // in blocks, which never move
    std::uint32_t m_workCount = 0;
    std::uint32_t m_freeWorks = kNone;
    std::vector<Reaper::Expired> m_expired;
    struct Closing {
        std::uint32_t slot = kNone;
        ConnectionId id;
        trace::RuleId rule = trace::RuleId::None;
        EventId cause;
    };
    std::vector<Closing> m_closing; // to be closed when the step is finished
    std::vector<BrokerIndex> m_evicting;
    std::vector<TextId> m_errorTexts; // by code + 1
    std::vector<std::string> m_clientIds; // by client; "" = not known
    std::size_t m_readTrace = 0; // the trace's ClientCreated events before this are in m_clientIds
};

} // namespace connscope::broker
