// SPDX-License-Identifier: GPL-3.0-or-later
// Connections of the network client: where to connect, how a connection ends, and how long to leave a node alone.
#include "client/networkclient.h"

#include <algorithm>

namespace connscope::client {

using trace::EventKind;
using trace::RuleId;

namespace {
std::string addressKey(const Node& node) { return node.host + ':' + std::to_string(node.port); }

template <typename T>
void eraseValue(std::vector<T>& items, const T& value)
{
    items.erase(std::remove(items.begin(), items.end(), value), items.end());
}
} // namespace

// ClusterConnectionStates#connecting and #currentAddress: which address comes next. False if the name has none.
bool NetworkClient::nextAddress(Peer& p, const Node& node)
{
    const bool changed = p.host != node.host;
    p.host = node.host;
    p.port = node.port;
    const std::string lastUsed = p.addresses.empty() ? std::string() : p.addresses[p.addressIndex];
    bool resolveNow = changed || p.addresses.empty();
    if (!resolveNow) {
        p.addressIndex = (p.addressIndex + 1) % p.addresses.size();
        resolveNow = p.addressIndex == 0 && m_context.profile.resolveWhenExhausted;
    }
    if (resolveNow) {
        p.addresses = m_context.resolver.resolve(node.host);
        p.addressIndex = 0;
        if (p.addresses.empty())
            return false;
        // Only addresses of the family of the first (ClientUtils#filterPreferredAddresses).
        const bool v6 = p.addresses.front().find(':') != std::string::npos;
        p.addresses.erase(std::remove_if(p.addresses.begin(), p.addresses.end(),
                              [v6](const std::string& a) { return (a.find(':') != std::string::npos) != v6; }),
            p.addresses.end());
        if (!m_context.settings.useAllDnsIps)
            p.addresses.resize(1);
        // KAFKA-15817 (3.6.2, 3.7+): not the address that was just used, if there is another.
        if (m_context.profile.backoff == BackoffStyle::ExponentialCapped && p.addresses.size() > 1
            && p.addresses.front() == lastUsed)
            p.addressIndex = 1;
    }
    return true;
}

void NetworkClient::initiateConnect(const Node& node, EventId cause, RuleId rule)
{
    if (!own(node.id)) {
        m_peerByNode.set(static_cast<std::uint32_t>(node.id.value), static_cast<std::uint32_t>(m_peers.size()));
        m_peers.add();
    }
    Peer& p = at(node.id);
    if (p.state == ChannelState::None) {
        p.id = node.id;
        p.backoff = m_reconnectBackoff.after(0);
        if (m_context.profile.setupTimeout)
            p.setupTimeout = m_setupBackoff.after(0);
    }
    p.node = node;
    p.lastAttempt = m_context.now;
    p.state = ChannelState::Connecting;
    p.apiVersions.reset();
    p.connection = m_context.trace.newConnection();
    const bool resolved = nextAddress(p, node);

    trace::Event e = m_context.event(EventKind::ConnectStarted, cause, rule);
    e.node = node.id;
    e.broker = node.id.brokerId();
    e.connection = p.connection;
    const std::string address = resolved ? p.addresses[p.addressIndex] : std::string("unresolved");
    e.text = m_context.trace.intern(node.host + '/' + address + ':' + std::to_string(node.port));
    p.lastEvent = m_context.append(e);
    m_connecting.push_back(p.id);
    m_nextSetupTimeout = std::min(m_nextSetupTimeout, saturatingAdd(p.lastAttempt, p.setupTimeout));
    if (!resolved) {
        // The connect throws at once: no socket, a disconnect with backoff, and metadata wanted.
        const EventId failed = emitNode(EventKind::ConnectFailed, p, p.lastEvent, RuleId::UnresolvedHost);
        setDisconnected(p, failed);
        m_metadata.requestUpdate(failed, RuleId::MetadataAfterDisconnect, false);
        return;
    }
    if (m_context.profile.reuseByAddress)
        m_byAddress[addressKey(node)] = p.id;
    m_peerByConnection.set(p.connection.value, m_peerByNode.find(static_cast<std::uint32_t>(p.id.value)));
    m_idle.touch(p.connection, m_context.now);
    OpenWish wish;
    wish.connection = p.connection;
    wish.node = p.id;
    wish.host = node.host;
    wish.address = address;
    wish.port = node.port;
    wish.cause = p.lastEvent;
    if (m_context.profile.brokerClosesIdle && m_context.settings.connectionsMaxIdle >= Duration::zero())
        wish.idleLimitAtBroker = m_context.settings.connectionsMaxIdle;
    m_context.wishes->emplace_back(std::move(wish));
}

// ClusterConnectionStates#disconnected; with \a refused then #authenticationFailed, which counts the failure once more.
void NetworkClient::setDisconnected(Peer& p, EventId cause, bool refused)
{
    m_hasLost = true;
    p.lastEvent = cause; // why what still waits for it is cancelled
    p.lastAttempt = m_context.now;
    p.failures += refused ? 2 : 1;
    p.backoff = m_reconnectBackoff.after(p.failures);
    const bool connecting = p.state == ChannelState::Connecting;
    if (connecting)
        eraseValue(m_connecting, p.id);
    if (connecting && !refused) {
        ++p.setupFailures;
        if (m_context.profile.setupTimeout)
            p.setupTimeout = m_setupBackoff.after(p.setupFailures + 1);
    } else {
        p.setupFailures = 0;
        if (m_context.profile.setupTimeout)
            p.setupTimeout = m_setupBackoff.after(0);
        if (m_context.profile.resolveAgainAfterDisconnect)
            p.addresses.clear();
    }
    p.state = refused ? ChannelState::AuthenticationFailed : ChannelState::Disconnected;
    if (m_followsChanges)
        m_changed.push_back(p.id);
    p.throttledUntil = Instant {};
    if (m_context.profile.reuseByAddress) {
        const auto it = m_byAddress.find(addressKey(p.node));
        if (it != m_byAddress.end() && it->second == p.id)
            m_byAddress.erase(it);
    }
    emitNode(EventKind::BackoffStarted, p, cause, RuleId::ReconnectBackoff, p.backoff.count());
}

void NetworkClient::closeChannel(Peer& p, EventId cause, RuleId rule)
{
    m_idle.remove(p.connection);
    m_peerByConnection.erase(p.connection.value);
    if (p.writePending) {
        m_toWrite.erase(
            std::remove_if(m_toWrite.begin(), m_toWrite.end(), [&](const PendingWrite& w) { return w.node == p.id; }),
            m_toWrite.end());
    }
    p.writePending = false;
    m_context.wishes->emplace_back(CloseWish {p.connection, cause, rule});
}

void NetworkClient::cancelInFlight(Peer& p, bool timedOut, EventId cause, std::vector<Completion>& out)
{
    const auto requests = std::move(p.inFlight);
    m_inFlightTotal -= static_cast<std::int32_t>(requests.size());
    for (const InFlight& request : requests) {
        trace::Event e = m_context.event(EventKind::RequestCancelled, cause, trace::RuleId::PeerClosed);
        e.rule = m_context.trace[cause].rule;
        e.node = p.id;
        e.connection = p.connection;
        e.api = request.api;
        e.correlation = request.correlation;
        const EventId cancelled = m_context.append(e);
        if (request.handler == Handler::Metadata) {
            m_metadataInProgress = false;
            if (m_context.profile.disconnectCountsAsFailedUpdate)
                m_metadata.failedUpdate(m_context.now);
        } else if (request.handler == Handler::User) {
            Completion c = Completion::withoutAnswer(p.id, request, cancelled);
            c.timedOut = timedOut;
            out.push_back(std::move(c));
        }
    }
}

void NetworkClient::processDisconnection(const Disconnection& d, bool timedOut, std::vector<Completion>& out)
{
    Peer* p = find(d.node);
    if (!p || p->connection != d.connection)
        return;
    const bool refused = d.rule == RuleId::AuthenticationFailed;
    const bool connecting = p->state == ChannelState::Connecting && !refused; // TCP was done
    const EventId event
        = emitNode(connecting ? EventKind::ConnectFailed : EventKind::Disconnected, *p, d.cause, d.rule);
    setDisconnected(*p, event, refused);
    // Whoever waits for metadata is thrown the exception (DefaultMetadataUpdater#handleServerDisconnect).
    if (refused)
        m_metadata.fatalError(event);
    p->apiVersions.reset();
    m_needApiVersions.erase(std::remove_if(m_needApiVersions.begin(), m_needApiVersions.end(),
                                [&](const auto& entry) { return entry.first == p->id; }),
        m_needApiVersions.end());
    cancelInFlight(*p, timedOut, event, out);
    // NetworkClient.DefaultMetadataUpdater#handleServerDisconnect.
    if (m_context.profile.disconnectCountsAsFailedUpdate && isUpdateDue())
        m_metadata.failedUpdate(m_context.now);
    // The course's world asks only when it has no cluster yet.
    if (m_context.profile.metadataAfterDisconnect || m_metadata.isBootstrap())
        m_metadata.requestUpdate(event, RuleId::MetadataAfterDisconnect, false);
}

void NetworkClient::disconnect(NodeId node, EventId cause, RuleId rule)
{
    Peer* p = find(node);
    if (!p || p->state == ChannelState::None || p->isDisconnected())
        return;
    closeChannel(*p, cause, rule);
    const EventId event = emitNode(EventKind::Disconnected, *p, cause, rule);
    cancelInFlight(*p, false, event, m_aborted);
    m_needApiVersions.erase(std::remove_if(m_needApiVersions.begin(), m_needApiVersions.end(),
                                [&](const auto& entry) { return entry.first == p->id; }),
        m_needApiVersions.end());
    setDisconnected(*p, event);
}

void NetworkClient::closeAll(EventId cause, RuleId rule)
{
    // Map order decides in Java; the order of opening is as good and the same everywhere.
    std::vector<std::pair<ConnectionId, NodeId>> open;
    m_peers.forEach([&](const Peer& p) {
        if (m_peerByConnection.find(p.connection.value) != FlatMap::kNothing)
            open.emplace_back(p.connection, p.id);
    });
    std::sort(open.begin(), open.end());
    for (const auto& [connection, node] : open) {
        Peer& p = at(node);
        closeChannel(p, cause, rule);
        p.state = ChannelState::Disconnected;
        m_hasLost = true;
        m_inFlightTotal -= static_cast<std::int32_t>(p.inFlight.size());
        p.inFlight.clear();
    }
    m_connecting.clear();
}

} // namespace connscope::client
