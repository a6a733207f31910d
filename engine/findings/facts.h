// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings/finding.h"
#include "trace/life.h"
#include "trace/worldstate.h"

#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

/// \file
/// What the rules look at. Events are read once, in the order of time; a trace that grows costs its new events alone.

namespace connscope::findings {

/// A limit that is switched off (connections.max.idle.ms < 0).
inline constexpr Duration kOff {-1};

/// A request that was given up after a silence on its connection.
struct Unanswered {
    EventId sent; ///< the first of them
    EventId timedOut;
    Duration silence {}; ///< nothing had moved on the connection for so long when it was sent
};

class Facts {
public:
    /// \a trace must outlive it.
    explicit Facts(const trace::Trace& trace);
    /// Takes in at most \a most events of those before \a upTo; false while there are more. O(most).
    bool read(std::size_t upTo, std::size_t most);
    /// Takes in the events up to the last one of \a world, a state of the trace that is further on each time. \a lives are
    /// the trace's connections as of then, and \a end the instant that open ones are looked at; both states must outlive
    /// the rules that follow. O(new events + connections).
    void extend(const trace::WorldState& world, const std::vector<trace::ConnectionLife>& lives, Instant end);

    const trace::Trace& trace() const { return *m_trace; }
    const trace::WorldState& world() const { return *m_world; }
    const std::vector<trace::ConnectionLife>& lives() const { return *m_lives; }
    const trace::ConnectionLife& life(std::size_t place) const { return (*m_lives)[place]; }
    Instant end() const { return m_end; }

    /// Places in lives() of each client that has any, by client.
    const std::map<ClientId, std::vector<std::size_t>>& byClient() const { return m_byClient; }
    /// connections.max.idle.ms; kOff = switched off; none = not told.
    std::optional<Duration> clientLimit(ClientId client) const;
    std::optional<Duration> brokerLimit(BrokerId broker) const;
    /// How late this client may notice what is idle (findings/limit.h).
    Duration longestLook(ClientId client) const;
    /// Adds the events that told these limits.
    void addLimits(std::vector<EventId>& events, ClientId client, BrokerId broker) const;

    /// Marks that say of a client that its constructor threw (trace/construction.h).
    const std::vector<EventId>& notConstructed() const { return m_notConstructed; }
    const std::vector<EventId>& forgottenFlows() const { return m_forgotten; }
    const std::map<ConnectionId, Unanswered>& unanswered() const { return m_unanswered; }
    /// The first request of a connection that was given up; invalid if none was.
    EventId timedOut(ConnectionId connection) const;
    /// The last request of a client that carried records, or asked for them.
    EventId lastWork(ClientId client) const;
    /// The first event at which the client's end was in CLOSE-WAIT, and the one at which it no longer was.
    std::pair<EventId, EventId> closeWait(ConnectionId connection) const;
    /// Whether the broker had closed it and the client took longer to notice than any poll lets it: nobody polled. Then no limit of
    /// the client's own would have been looked at either.
    bool wasNotPolled(ConnectionId connection) const;
    /// Whether nothing at all was sent by the client during a silence of this connection that a middlebox or a request did not
    /// survive: a consumer that is polled asks for records all the time.
    bool wasClientSilent(ConnectionId connection) const;
    /// Whether the network of this world is known to have been broken on purpose: a cut link, a broker that is down.
    bool wasBroken(BrokerId broker, Instant before) const;
    /// The last BrokerDown of a broker in [from, to]; invalid if none.
    EventId brokerDown(BrokerId broker, Instant from, Instant to) const;
    /// Nobody simulated it: what the trace does not say may have happened all the same.
    bool isObserved() const { return m_trace->header().vantage != trace::Vantage::Simulated; }

    /// When bytes last moved at the client's end.
    static Instant usedUntil(const trace::ConnectionLife& life) { return life.lastUsed.value_or(life.opened); }
    /// Requests that belong to the handshake: API versions and SASL.
    static std::uint32_t handshakeRequests(const trace::ConnectionLife& life);

private:
    struct OfConnection {
        EventId lastUse;
        EventId sentAfterSilence; ///< the last request that was sent after kSuspiciousSilence, unless it was answered
        Duration silence {};
        bool isClientSilent = false;
        EventId timedOut;
        EventId closeWaitFrom;
        EventId closeWaitTo;
    };
    void take(EventId id, const trace::Event& e);
    void takeOfConnection(EventId id, const trace::Event& e);
    bool isSilent(ClientId client, Instant now) const;
    void takeRequestTimeout(ClientId client, std::string_view value);

    const trace::Trace* m_trace;
    const trace::WorldState* m_world = nullptr;
    const std::vector<trace::ConnectionLife>* m_lives = nullptr;
    Instant m_end {};
    std::size_t m_size = 0; // events taken in
    std::map<ClientId, std::vector<std::size_t>> m_byClient;
    std::vector<EventId> m_notConstructed;
    std::vector<EventId> m_forgotten;
    std::map<ConnectionId, Unanswered> m_unanswered;
    std::vector<EventId> m_lastWork; // by client
    std::map<ClientId, Instant> m_lastSent; // by client, a request on any connection
    std::vector<OfConnection> m_connections; // by connection
    std::map<std::pair<ClientId, BrokerId>, EventId> m_limits;
    std::map<ClientId, Duration> m_requestTimeouts; // those that were told
    std::vector<EventId> m_downs;
    EventId m_cut; // the first cut link
};

} // namespace connscope::findings
