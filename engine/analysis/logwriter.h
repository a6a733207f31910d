// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/clientlog.h"
#include "analysis/logbodies.h"
#include "analysis/logclients.h"
#include "protocol/logformat.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

/// \file
/// The writer behind writeClientLog. One event gives one to five lines, in the order in which the Java client's code prints
/// them. Where the client logs something for all connections of a poll before it goes on (sockets created, then connects
/// completed), lines wait until its next event of another kind.

namespace connscope::analysis {

/// What one client has going on, as far as the choice of its lines depends on it.
struct LogState {
    struct Node {
        bool connecting = false;
        bool ready = false;
        bool fetches = false; ///< has a fetch session
        std::int32_t inFlight = 0;
        Instant connectStarted {};
        std::string host; ///< that it was last connected to
    };
    struct Sent {
        LogRequest request;
        Instant created {};
        Instant sent {};
        NodeId node;
    };
    std::unordered_map<NodeId, Node> nodes;
    std::unordered_map<std::int32_t, Sent> sent; // by correlation id
    std::unordered_map<std::int32_t, Sent> queued; // the same, that wait for a connection
    std::unordered_set<std::int32_t> announced; // requests that the asking part has spoken of
    Duration findLatency {}; ///< of the last FIND_COORDINATOR, from its creation
    std::string memberId;
    std::string leavingMember; ///< that LEAVE_GROUP is about: the group is left before the request goes out
    std::int64_t generation = -1;
    std::string subscription;
    bool bootstrapping = true;
    bool joined = false; ///< JOIN_GROUP was sent before
    std::string assigned;
};

class LogWriter {
public:
    LogWriter(const trace::Trace& trace, ClientLogReader::Take take, const ClientLogOptions& options,
        const trace::Landmarks* landmarks = nullptr);
    bool grow() { return m_clients.extend(m_next); }
    /// Looks at the next \a events events. False once all have been looked at and nothing waits any more.
    bool advance(std::size_t events);
    std::size_t position() const { return m_next; }

private:
    /// Events of the client itself, not of its kernel or its peers.
    static bool isOwn(const trace::Event& e);
    std::string_view text() const;
    std::string full() const;
    std::string id() const;
    bool before(int major, int minor) const;
    LogState::Node& node();
    std::string format(protocol::LogTemplate which, std::initializer_list<std::string_view> arguments) const;
    std::string lineOf(const protocol::LogMessage& message, Instant at, const std::string& words) const;
    /// Prints a line; nothing where the release does not have it.
    void print(protocol::LogTemplate which, std::initializer_list<std::string_view> arguments = {});
    void write(std::string_view line) { m_take(line, EventId {static_cast<std::uint32_t>(m_index)}); }
    void look(std::size_t index);
    void wait(std::string line);
    void flushWaiting();
    void event();

    // -- life of the client --

    void created();
    /// A client logs these inside its constructor; the trace has them behind ClientCreated.
    void bootstrapWarnings();
    void bootstrapWarning();
    /// A constructor that threw: nobody logs it, the JVM prints the exception.
    void lookAtNobody(const trace::Event& e);
    void closeCalled();
    void closed();
    void called();

    // -- nodes and connections --

    void nodeChosen();
    void connectStarted();
    void connected();
    void ready();
    void disconnected();
    bool hasMetadataInFlight() const;
    protocol::KafkaVersion brokerVersion() const;

    // -- requests --

    LogRequest requestOf();
    std::int64_t nextGeneration() const;
    /// What the part that asks says before the network client connects or sends, once for each request. The fetcher speaks
    /// of the requests to all leaders before the first goes out.
    void announceOnce();
    void announce(const LogRequest& r);
    void announceJoin(const LogRequest& r);
    std::string generationText(std::int64_t generation, const std::string& member) const;
    void queued();
    void sent();
    /// JoinGroup may wait for the slowest member (AbstractCoordinator.JOIN_GROUP_TIMEOUT_LAPSE).
    std::int64_t timeoutOf(const LogRequest& r) const;
    void received();
    /// One line for each partition of an answer, before what follows from it.
    void listOffsetsAnswered();
    /// From 2.4 on the join counts as done before the assignment is there.
    void joinAnswered(const std::string& body);
    void heartbeatFailed();
    std::string clientResponse(const LogRequest& r, const std::string& body) const;
    void cancelled();

    // -- what the client knows --

    void metadataUpdated();
    /// The client warns of the errors in an answer before it takes the rest; the trace has them after the update.
    void metadataErrors();
    void coordinatorFound();
    /// The API version of the request that \a answer belongs to: a few causes back.
    std::int16_t sentVersion(const trace::Event& answer) const;
    void coordinatorLost();
    void groupJoined();

    const trace::Trace& m_trace;
    ClientLogReader::Take m_take;
    ClientLogOptions m_options;
    std::size_t m_next = 0;
    LogClients m_clients;
    std::unordered_map<ClientId, LogState> m_states;
    std::unordered_map<ClientId, std::int64_t> m_closeTimeout;
    std::vector<std::pair<std::string, EventId>> m_waiting;
    Instant m_waitingSince {};
    ClientId m_waitingOf;
    // the event at hand
    std::size_t m_index = 0;
    const trace::Event* m_event = nullptr;
    LogClient* m_client = nullptr;
    LogState* m_state = nullptr;
};

/// "[2019-05-27 10:00:54,142] ": milliseconds since 1970 in UTC.
std::string logTimestamp(std::int64_t epochMs);

} // namespace connscope::analysis
