// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/flatmap.h"
#include "client/backoff.h"
#include "client/context.h"
#include "client/idleexpiry.h"
#include "client/metadata.h"
#include "client/peerlist.h"

#include <array>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

/// \file
/// The order of a poll of org.apache.kafka.clients.NetworkClient, cut in two at the select: before it the metadata update
/// (may connect, may send), after it completed sends, receives, disconnections, connections, API versions requests, timed
/// out connections and requests. Who wins a race is decided by this order.
///
/// Theory of operation. The owner (producer, consumer, admin client) runs turns:
///
///     Duration wait = network.beforeSelect(now);          // metadata updater
///     if (network.select(now)) → completions, at once     // bytes were written: a real Selector would return at once
///     else the owner blocks: it returns min(wait, its own timeouts) to the driver
///     … reports arrive or the time comes …
///     network.deliver(reports, now) → completions         // the select returned
///
/// Requests without an owner (metadata, API versions) are handled inside.

namespace connscope::client {

/// A finished request of the owner.
struct Completion {
    NodeId node;
    ApiKey api = ApiKey::None;
    std::int32_t correlation = -1;
    std::uint64_t cookie = 0;
    bool disconnected = false;
    bool timedOut = false;
    bool unsupported
        = false; ///< never sent: no version in common; `disconnected` is set as well, although nothing was
    EventId cause; ///< ResponseReceived, RequestCancelled or (acks=0) RequestSent
    protocol::Response response; ///< valid unless disconnected

    /// Of a request that has no answer, because of \a cause.
    template <typename Request>
    static Completion withoutAnswer(NodeId node, const Request& request, EventId cause)
    {
        Completion c;
        c.node = node;
        c.api = request.api;
        c.correlation = request.correlation;
        c.cookie = request.cookie;
        c.disconnected = true;
        c.cause = cause;
        return c;
    }
};

class NetworkClient {
public:
    NetworkClient(Context& context, Metadata& metadata);

    // -- requests --

    /// Numbers a request (NetworkClient#newClientRequest): ids count from 0 in the order of creation, not of sending.
    template <typename Body>
    ClientRequest newRequest(ApiKey api, Body&& body, EventId cause, trace::RuleId rule, std::string_view text = {})
    {
        ClientRequest request;
        request.api = api;
        request.correlation = m_nextCorrelation++;
        request.timeout = m_context.settings.requestTimeout;
        request.created = m_context.now;
        request.cause = cause;
        request.rule = rule;
        if constexpr (std::is_same_v<std::decay_t<Body>, protocol::RequestBody>)
            request.body = std::forward<Body>(body);
        else
            request.body.template emplace<std::decay_t<Body>>(std::forward<Body>(body));
        if (!text.empty())
            request.text = m_context.trace.intern(text);
        return request;
    }
    /// Begins to connect if need be. True when a request can be sent now (NetworkClient#ready).
    bool ready(const Node& node, EventId cause, trace::RuleId rule);
    /// No metadata update due, and the connection can take a request (NetworkClient#isReady).
    bool isReady(NodeId node);
    /// The connection can take a request (NetworkClient#canSendRequest).
    bool canSend(NodeId node) const;
    /// Sends on a ready connection; the bytes go out with the next select.
    void send(ClientRequest&& request, NodeId node);
    /// The node was disconnected and has not been tried again (NetworkClient#connectionFailed).
    bool connectionFailed(NodeId node) const;
    /// Still within the reconnect backoff (NetworkClient#isUnavailable: disconnected and blacked out).
    bool isUnavailable(NodeId node) const;
    /// How long it makes no sense to ask for this node (NetworkClient#pollDelayMs): backoff, throttle, or "until an event".
    Duration pollDelay(NodeId node) const;
    bool isThrottled(NodeId node) const;
    std::int32_t inFlightCount(NodeId node) const;
    std::int32_t inFlightCount() const { return m_inFlightTotal; }
    /// Some connection is being set up.
    bool isConnecting() const { return !m_connecting.empty(); }

    struct Choice {
        const Node* node = nullptr;
        std::int32_t inFlight = 0;
        bool anyAvailable = false; ///< some node is usable or connected (KIP-899)
    };
    /// NetworkClient#leastLoadedNode in the profile's variant.
    /// leastLoadedNode() found none for \a rule: an event (NodeNotFound), once each reconnect.backoff.ms.
    void noNode(EventId cause, trace::RuleId rule);
    Choice leastLoadedNode();

    /// Closes the connection now; its requests complete as disconnected in the next turn (NetworkClient#disconnect).
    void disconnect(NodeId node, EventId cause, trace::RuleId rule);
    /// Closes every connection (Selector#close); nothing is completed.
    void closeAll(EventId cause, trace::RuleId rule);

    // -- the poll, cut at the select --

    /// Aborted sends or a metadata update. Returns how long the select may block because of metadata and request.timeout.ms.
    Duration beforeSelect();
    /// True when something is to be written or completed, so that a select would not block. Writes it.
    bool select(std::vector<Completion>& out);
    /// The same for a thread that was away from the network: \a reports is what its sockets hold by now, and that is read
    /// before anything is written (Selector#pollSelectionKeys reads a channel before it writes to it). So a request for a
    /// connection that ended meanwhile never gets on its way.
    bool select(std::vector<Report>& reports, std::vector<Completion>& out);
    /// The select returned with these reports (or its timeout).
    void deliver(std::vector<Report>& reports, std::vector<Completion>& out);

    /// The nodes whose connections were established, became ready or ended since the last call, once followChanges() was called. A sender
    /// with a thousand leaders so need not ask for each of them.
    std::vector<NodeId> takeChanged() { return std::exchange(m_changed, {}); }
    void followChanges() { m_followsChanges = true; }

    // -- questions for reports and tests --

    Instant nextIdleExpiry() const { return m_idle.nextExpiry(); }
    const Peer* peer(NodeId node) const;
    /// The first peers (Brain::hotBlock).
    Brain::HotBlock hotBlock() const { return m_peers.hotBlock(); }
    /// Where what each poll looks at ends (Brain::hotParts).
    const void* coldPart() const { return &m_connecting; }

private:
    struct Disconnection {
        NodeId node;
        ConnectionId connection;
        EventId cause;
        trace::RuleId rule;
        bool idle = false;
    };

    NodeId resolve(NodeId node) const;
    NodeId alias(const Node& node);
    Peer* find(NodeId node);
    Peer& at(NodeId node) { return m_peers[m_peerByNode.find(static_cast<std::uint32_t>(node.value))]; }
    Peer* own(NodeId node)
    {
        const std::uint32_t index = m_peerByNode.find(static_cast<std::uint32_t>(node.value));
        return index == FlatMap::kNothing ? nullptr : &m_peers[index];
    }
    const Peer* find(NodeId node) const { return const_cast<NetworkClient*>(this)->find(node); }
    void initiateConnect(const Node& node, EventId cause, trace::RuleId rule);
    bool nextAddress(Peer& peer, const Node& node);
    bool canConnect(const Peer& peer) const;
    bool canSendMore(const Peer& peer) const;
    void doSend(ClientRequest&& request, Peer& peer);
    /// The newest that both ends speak; nothing if there is none.
    std::optional<std::int16_t> versionFor(ApiKey api, const Peer& peer) const;
    std::string noVersion(ApiKey api, const Peer& peer) const;
    std::string notSayable(ApiKey api, std::int16_t version) const;
    void refuseVersion(const ClientRequest& request, const Peer& peer, const std::string& why);
    void setDisconnected(Peer& peer, EventId cause, bool refused = false);
    void cancelInFlight(Peer& peer, bool timedOut, EventId cause, std::vector<Completion>& out);
    void write();
    void checkIdle();
    void handleReceived(Report& report, Peer& peer, std::vector<Completion>& out);
    void processDisconnection(const Disconnection& d, bool timedOut, std::vector<Completion>& out);
    void closeChannel(Peer& peer, EventId cause, trace::RuleId rule);
    void afterSelect(std::vector<Completion>& out);
    void handleNews(std::vector<Completion>& out);
    void handleApiVersions(Peer& peer, const InFlight& request, const protocol::Response& response, EventId cause);
    void initiateApiVersions();
    void handleTimedOutConnections(std::vector<Completion>& out);
    void handleTimedOutRequests(std::vector<Completion>& out);
    bool isUpdateDue();
    Duration maybeUpdateMetadata();
    Duration maybeUpdateMetadata(const Choice& chosen, EventId cause);
    bool isAnyNodeConnecting() const;
    void courseConnects();
    std::array<Instant, 2> m_noNodeUntil {}; // metadata, and others: what noNode() told of lasts so long
    EventId emitNode(
        trace::EventKind kind, const Peer& peer, EventId cause, trace::RuleId rule, std::int64_t value = 0);

    struct PendingWrite {
        NodeId node;
        EventId cause;
        trace::RuleId rule = trace::RuleId::None;
        TextId text {0};
        protocol::Request request;
    };

    // What every poll looks at comes first and lies together; a thousand clients take turns in the cache.
    Context& m_context;
    Metadata& m_metadata;
    std::int32_t m_nextCorrelation = 0;
    std::int32_t m_inFlightTotal = 0;
    Instant m_nextRequestTimeout = kNever;
    Instant m_nextSetupTimeout = kNever; // no connection is set up for too long before this
    bool m_metadataInProgress = false;
    bool m_hasNews = false; // one of the lists of this turn below is not empty
    bool m_hasLost = false; // a connection has ended or failed: before that no node is disconnected
    bool m_followsChanges = false;
    bool m_metadataPartial = false;
    bool m_courseStarted = false;
    int m_metadataRequestVersion = 0;
    int m_courseVersion = 1;
    std::vector<PendingWrite> m_toWrite;
    std::vector<Completion> m_aborted;
    PeerList m_peers;
    FlatMap m_peerByNode; // node id -> index
    FlatMap m_peerByConnection; // open connections -> index
    IdleExpiry m_idle;

    std::vector<NodeId> m_connecting;
    std::vector<NodeId> m_written; // completed sends of this turn
    std::vector<std::pair<NodeId, std::int16_t>> m_needApiVersions; // with the version to use; -1 = newest
    std::vector<NodeId> m_connected; // of this turn
    std::vector<Disconnection> m_disconnected; // of this turn
    std::vector<NodeId> m_changed;
    Backoff m_reconnectBackoff;
    Backoff m_setupBackoff;
    // What-ifs map several ids to one connection: id -> id that owns it, "host:port" -> id that owns it.
    std::unordered_map<NodeId, NodeId> m_aliases;
    std::unordered_map<std::string, NodeId> m_byAddress;
};

} // namespace connscope::client
