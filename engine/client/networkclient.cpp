// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/networkclient.h"

#include "client/javahash.h"
#include "protocol/apiversions.h"

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

NetworkClient::NetworkClient(Context& context, Metadata& metadata)
    : m_context(context)
    , m_metadata(metadata)
    , m_reconnectBackoff(context.profile.backoff, context.settings.reconnectBackoff, context.settings.reconnectBackoffMax)
    , m_setupBackoff(BackoffStyle::ExponentialJittered, context.settings.setupTimeout, context.settings.setupTimeoutMax)
    , m_idle(context.profile.brokerClosesIdle ? Duration {-1} : context.settings.connectionsMaxIdle, context.now)
{
}

// ---- ids and peers ----

NodeId NetworkClient::resolve(NodeId node) const
{
    if (m_context.profile.coordinatorOnData && node.isCoordinator())
        node = NodeId::broker(node.brokerId());
    if (m_aliases.empty())
        return node;
    const auto it = m_aliases.find(node);
    return it == m_aliases.end() ? node : it->second;
}

// The id whose connection serves `node`: its own, but for the what-ifs.
NodeId NetworkClient::alias(const Node& node)
{
    if (!m_context.profile.reuseByAddress)
        return resolve(node.id);
    const NodeId own = m_context.profile.coordinatorOnData && node.id.isCoordinator() ? NodeId::broker(node.id.brokerId()) : node.id;
    const auto it = m_byAddress.find(addressKey(node));
    if (it == m_byAddress.end() || it->second == own) {
        m_aliases.erase(own);
        return own;
    }
    m_aliases[own] = it->second;
    return it->second;
}

Peer* NetworkClient::find(NodeId node)
{
    const auto it = m_peers.find(resolve(node));
    return it == m_peers.end() ? nullptr : &it->second;
}

const Peer* NetworkClient::peer(NodeId node) const
{
    return find(node);
}

EventId NetworkClient::emitNode(EventKind kind, const Peer& peer, EventId cause, RuleId rule, std::int64_t value)
{
    trace::Event e = m_context.event(kind, cause, rule);
    e.node = peer.id;
    e.broker = peer.id.brokerId();
    e.connection = peer.connection;
    e.value = value;
    return m_context.emit(e);
}

// ---- connection states ----

bool NetworkClient::canConnect(const Peer& peer) const
{
    return peer.state == ChannelState::None || (peer.isDisconnected() && m_context.now - peer.lastAttempt >= peer.backoff);
}

bool NetworkClient::canSendMore(const Peer& peer) const
{
    return peer.inFlight.empty()
        || (!peer.writePending && static_cast<std::int32_t>(peer.inFlight.size()) < m_context.settings.maxInFlight);
}

bool NetworkClient::canSend(NodeId node) const
{
    const Peer* p = find(node);
    return p && p->state == ChannelState::Ready && p->throttledUntil <= m_context.now && canSendMore(*p);
}

bool NetworkClient::isReady(NodeId node)
{
    return !isUpdateDue() && canSend(node);
}

bool NetworkClient::ready(const Node& node, EventId cause, RuleId rule)
{
    const NodeId id = alias(node);
    if (isReady(id))
        return true;
    const auto it = m_peers.find(id);
    if (it == m_peers.end() || canConnect(it->second)) {
        Node target = node;
        target.id = id;
        initiateConnect(target, cause, rule);
    }
    return false;
}

bool NetworkClient::connectionFailed(NodeId node) const
{
    const Peer* p = find(node);
    return p && p->isDisconnected();
}

bool NetworkClient::isUnavailable(NodeId node) const
{
    const Peer* p = find(node);
    return p && p->isDisconnected() && m_context.now - p->lastAttempt < p->backoff;
}

bool NetworkClient::isThrottled(NodeId node) const
{
    const Peer* p = find(node);
    return p && p->throttledUntil > m_context.now;
}

Duration NetworkClient::pollDelay(NodeId node) const
{
    const Peer* p = find(node);
    if (!p || p->state == ChannelState::None)
        return Duration::zero();
    if (p->isDisconnected())
        return std::max(p->lastAttempt + p->backoff - m_context.now, Duration::zero());
    if (p->state == ChannelState::Connecting && m_context.profile.delayWhileConnecting)
        return std::max(p->lastAttempt + p->setupTimeout - m_context.now, Duration::zero());
    if (p->throttledUntil > m_context.now)
        return p->throttledUntil - m_context.now;
    return Duration::max();
}

std::int32_t NetworkClient::inFlightCount(NodeId node) const
{
    const Peer* p = find(node);
    return p ? static_cast<std::int32_t>(p->inFlight.size()) : 0;
}

bool NetworkClient::isAnyNodeConnecting() const
{
    return std::any_of(m_connecting.begin(), m_connecting.end(), [this](NodeId id) { return m_metadata.nodes().find(id) != nullptr; });
}

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
        if (m_context.profile.backoff == BackoffStyle::ExponentialCapped && p.addresses.size() > 1 && p.addresses.front() == lastUsed)
            p.addressIndex = 1;
    }
    return true;
}

void NetworkClient::initiateConnect(const Node& node, EventId cause, RuleId rule)
{
    Peer& p = m_peers[node.id];
    if (p.state == ChannelState::None) {
        p.id = node.id;
        p.backoff = m_reconnectBackoff.after(0, m_context.rng);
        if (m_context.profile.setupTimeout)
            p.setupTimeout = m_setupBackoff.after(0, m_context.rng);
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
    p.lastEvent = m_context.emit(e);
    m_connecting.push_back(p.id);
    if (!resolved) {
        // The connect throws at once: no socket, a disconnect with backoff, and metadata wanted.
        const EventId failed = emitNode(EventKind::ConnectFailed, p, p.lastEvent, RuleId::UnresolvedHost);
        setDisconnected(p, failed);
        m_metadata.requestUpdate(failed, RuleId::MetadataAfterDisconnect, false);
        return;
    }
    if (m_context.profile.reuseByAddress)
        m_byAddress[addressKey(node)] = p.id;
    m_channels.emplace(p.connection, p.id);
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
    m_context.wishes->push_back(std::move(wish));
}

// ClusterConnectionStates#disconnected.
void NetworkClient::setDisconnected(Peer& p, EventId cause)
{
    p.lastAttempt = m_context.now;
    ++p.failures;
    p.backoff = m_reconnectBackoff.after(p.failures, m_context.rng);
    if (p.state == ChannelState::Connecting) {
        ++p.setupFailures;
        if (m_context.profile.setupTimeout)
            p.setupTimeout = m_setupBackoff.after(p.setupFailures + 1, m_context.rng);
        eraseValue(m_connecting, p.id);
    } else {
        p.setupFailures = 0;
        if (m_context.profile.setupTimeout)
            p.setupTimeout = m_setupBackoff.after(0, m_context.rng);
        if (m_context.profile.resolveAgainAfterDisconnect)
            p.addresses.clear();
    }
    p.state = ChannelState::Disconnected;
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
    m_channels.erase(p.connection);
    eraseValue(m_toWrite, p.id);
    p.writePending = false;
    m_context.wishes->push_back(CloseWish {p.connection, cause, rule});
}

// ---- least loaded node ----

NetworkClient::Choice NetworkClient::leastLoadedNode()
{
    Choice result;
    NodeList& nodes = m_metadata.nodes();
    const std::size_t count = nodes.size();
    if (count == 0)
        return result;
    const auto start = static_cast<std::size_t>(m_context.rng.below(count));
    const auto stateOf = [this](const Node& node) -> const Peer* {
        const auto it = m_peers.find(m_context.profile.reuseByAddress ? alias(node) : node.id);
        return it == m_peers.end() ? nullptr : &it->second;
    };

    if (m_context.profile.leastLoaded == LeastLoaded::FewestInFlight) {
        // An update that is due makes every node "not ready": then the first one without requests wins, connected or not.
        const bool updateDue = isUpdateDue();
        std::int32_t fewest = std::numeric_limits<std::int32_t>::max();
        for (std::size_t i = 0; i < count; ++i) {
            const Node& node = nodes.shuffled((start + i) % count, m_context.rng);
            const Peer* p = stateOf(node);
            const auto inFlight = p ? static_cast<std::int32_t>(p->inFlight.size()) : 0;
            if (inFlight == 0 && !updateDue && canSend(node.id)) {
                result.node = &node;
                result.inFlight = 0;
                break;
            }
            const bool blackedOut = p && p->isDisconnected() && !canConnect(*p);
            if (!blackedOut && inFlight < fewest) {
                fewest = inFlight;
                result.node = &node;
                result.inFlight = inFlight;
                if (updateDue && fewest == 0)
                    break;
            }
        }
        result.anyAvailable = result.node != nullptr;
        return result;
    }

    const Node* ready = nullptr;
    const Node* connecting = nullptr;
    const Node* connectable = nullptr;
    Instant oldestAttempt = kNever;
    std::int32_t fewest = std::numeric_limits<std::int32_t>::max();
    for (std::size_t i = 0; i < count; ++i) {
        const Node& node = nodes.shuffled((start + i) % count, m_context.rng);
        const Peer* p = stateOf(node);
        if (p && p->isConnected())
            result.anyAvailable = true;
        if (p && p->state == ChannelState::Ready && p->throttledUntil <= m_context.now && canSendMore(*p)) {
            const auto inFlight = static_cast<std::int32_t>(p->inFlight.size());
            if (inFlight == 0) {
                result.node = &node;
                result.anyAvailable = true;
                return result;
            }
            if (inFlight < fewest) {
                fewest = inFlight;
                ready = &node;
            }
        } else if (p && (p->state == ChannelState::Connecting || p->state == ChannelState::CheckingApiVersions)) {
            connecting = &node;
        } else if (!p || canConnect(*p)) {
            if (m_context.profile.leastLoaded == LeastLoaded::PreferReady) {
                connectable = &node; // last seen wins
            } else {
                const Instant attempt = p ? p->lastAttempt : Instant::min();
                if (!connectable || attempt < oldestAttempt) {
                    connectable = &node;
                    oldestAttempt = attempt;
                }
            }
        }
    }
    if (ready) {
        result.node = ready;
        result.inFlight = fewest;
    } else {
        result.node = connecting ? connecting : connectable;
    }
    result.anyAvailable = result.anyAvailable || result.node;
    return result;
}

// ---- requests ----

ClientRequest NetworkClient::newRequest(ApiKey api, protocol::RequestBody body, EventId cause, RuleId rule, std::string_view text)
{
    ClientRequest request;
    request.api = api;
    request.correlation = m_nextCorrelation++;
    request.timeout = m_context.settings.requestTimeout;
    request.created = m_context.now;
    request.cause = cause;
    request.rule = rule;
    request.body = std::move(body);
    if (!text.empty())
        request.text = m_context.trace.intern(text);
    return request;
}

std::int16_t NetworkClient::versionFor(ApiKey api, const Peer& p) const
{
    const auto own = protocol::clientApiVersions(m_context.profile.version, api);
    if (!own)
        return 0;
    if (p.apiVersions) {
        for (const protocol::ApiVersionRange& range : *p.apiVersions) {
            if (range.api == api) {
                const auto common = protocol::negotiate(*own, range);
                return common ? *common : own->max;
            }
        }
    }
    return own->max;
}

void NetworkClient::send(ClientRequest request, NodeId node)
{
    Peer* p = find(node);
    if (!p)
        return;
    doSend(std::move(request), *p);
}

void NetworkClient::doSend(ClientRequest request, Peer& p)
{
    InFlight inFlight;
    inFlight.api = request.api;
    inFlight.version = versionFor(request.api, p);
    inFlight.correlation = request.correlation;
    inFlight.expectResponse = request.expectResponse;
    inFlight.handler = request.handler;
    inFlight.timeout = request.timeout;
    inFlight.cookie = request.cookie;
    inFlight.sent = m_context.now;

    protocol::Request wire;
    wire.api = request.api;
    wire.version = inFlight.version;
    wire.correlationId = request.correlation;
    wire.expectResponse = request.expectResponse;
    wire.size = protocol::wireSize(request.body, m_context.settings.clientId.size());
    wire.body = std::move(request.body);

    m_nextRequestTimeout = std::min(m_nextRequestTimeout, saturatingAdd(m_context.now, request.timeout));
    p.inFlight.push_back(inFlight);
    ++m_inFlightTotal;
    p.toWrite = std::move(wire);
    p.writing = std::move(request);
    p.writePending = true;
    m_toWrite.push_back(p.id);
}

// ---- disconnects ----

void NetworkClient::cancelInFlight(Peer& p, bool timedOut, EventId cause, std::vector<Completion>& out)
{
    std::vector<InFlight> requests;
    requests.swap(p.inFlight);
    m_inFlightTotal -= static_cast<std::int32_t>(requests.size());
    for (const InFlight& request : requests) {
        trace::Event e = m_context.event(EventKind::RequestCancelled, cause, trace::RuleId::PeerClosed);
        e.rule = m_context.trace[cause].rule;
        e.node = p.id;
        e.connection = p.connection;
        e.api = request.api;
        e.correlation = request.correlation;
        const EventId cancelled = m_context.emit(e);
        if (request.handler == Handler::Metadata) {
            m_metadataInProgress = false;
            if (m_context.profile.disconnectCountsAsFailedUpdate)
                m_metadata.failedUpdate(m_context.now);
        } else if (request.handler == Handler::User) {
            Completion c;
            c.node = p.id;
            c.api = request.api;
            c.correlation = request.correlation;
            c.cookie = request.cookie;
            c.disconnected = true;
            c.timedOut = timedOut;
            c.cause = cancelled;
            out.push_back(std::move(c));
        }
    }
}

void NetworkClient::processDisconnection(const Disconnection& d, bool timedOut, std::vector<Completion>& out)
{
    Peer* p = find(d.node);
    if (!p || p->connection != d.connection)
        return;
    const bool connecting = p->state == ChannelState::Connecting;
    const EventId event = emitNode(connecting ? EventKind::ConnectFailed : EventKind::Disconnected, *p, d.cause, d.rule);
    setDisconnected(*p, event);
    p->apiVersions.reset();
    m_needApiVersions.erase(std::remove_if(m_needApiVersions.begin(), m_needApiVersions.end(),
                                [&](const auto& entry) { return entry.first == p->id; }),
        m_needApiVersions.end());
    cancelInFlight(*p, timedOut, event, out);
    // NetworkClient.DefaultMetadataUpdater#handleServerDisconnect.
    if (m_context.profile.disconnectCountsAsFailedUpdate && isUpdateDue())
        m_metadata.failedUpdate(m_context.now);
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
    std::vector<std::pair<ConnectionId, NodeId>> open(m_channels.begin(), m_channels.end());
    std::sort(open.begin(), open.end());
    for (const auto& [connection, node] : open) {
        Peer& p = m_peers.at(node);
        closeChannel(p, cause, rule);
        p.state = ChannelState::Disconnected;
        m_inFlightTotal -= static_cast<std::int32_t>(p.inFlight.size());
        p.inFlight.clear();
    }
    m_connecting.clear();
}

// ---- before the select ----

Duration NetworkClient::beforeSelect()
{
    if (!m_aborted.empty())
        return Duration::zero();
    courseConnects();
    return std::min(maybeUpdateMetadata(), m_context.settings.requestTimeout);
}

// An admin client asks for metadata by calls of its own (AdminMetadataManager.AdminMetadataUpdater#maybeUpdate).
bool NetworkClient::isUpdateDue()
{
    return m_context.kind != trace::ClientKind::Admin && !m_metadataInProgress
        && m_metadata.timeToNextUpdate(m_context.now) == Duration::zero();
}

Duration NetworkClient::maybeUpdateMetadata()
{
    if (m_context.kind == trace::ClientKind::Admin)
        return Duration::max();
    const Duration toNext = m_metadata.timeToNextUpdate(m_context.now);
    const Duration wait = std::max(toNext, m_metadataInProgress ? m_context.settings.requestTimeout : Duration::zero());
    if (wait > Duration::zero())
        return wait;
    const EventId cause = m_metadata.dueCause();
    Choice chosen = leastLoadedNode();
    if (m_context.settings.rebootstrap && m_context.profile.rebootstrap && !chosen.anyAvailable) {
        m_metadata.rebootstrap(cause);
        chosen = leastLoadedNode();
    }
    if (!chosen.node)
        return m_context.settings.reconnectBackoff;
    return maybeUpdateMetadata(chosen, cause);
}

Duration NetworkClient::maybeUpdateMetadata(const Choice& chosen, EventId cause)
{
    const Node node = *chosen.node;
    const NodeId id = m_context.profile.reuseByAddress ? alias(node) : node.id;
    const auto choose = [&] {
        trace::Event e = m_context.event(EventKind::NodeChosen, cause, RuleId::LeastLoadedNode);
        e.node = node.id;
        e.broker = node.id.brokerId();
        e.value = chosen.inFlight;
        e.size = static_cast<std::uint32_t>(m_metadata.nodes().size());
        return m_context.emit(e);
    };
    if (canSend(id)) {
        const EventId chosenEvent = choose();
        protocol::MetadataRequest body;
        body.topics = m_metadata.topicsToRequest();
        body.allowAutoTopicCreation = m_context.kind == trace::ClientKind::Producer || m_context.settings.allowAutoCreateTopics;
        std::string text;
        for (const std::string& topic : body.topics)
            text += (text.empty() ? "" : ",") + topic;
        m_metadataRequestVersion = m_metadata.requestVersion();
        m_metadataPartial = m_metadata.isPartial();
        ClientRequest request = newRequest(ApiKey::Metadata, std::move(body), chosenEvent, m_context.trace[cause].rule, text);
        request.handler = Handler::Metadata;
        m_metadataInProgress = true;
        doSend(std::move(request), m_peers.at(id));
        return m_context.settings.requestTimeout;
    }
    if (isAnyNodeConnecting())
        return m_context.settings.reconnectBackoff;
    const auto it = m_peers.find(id);
    if (it == m_peers.end() || canConnect(it->second)) {
        const EventId chosenEvent = choose();
        Node target = node;
        target.id = id;
        initiateConnect(target, chosenEvent, RuleId::MetadataNeedsNode);
        return m_context.settings.reconnectBackoff;
    }
    return Duration::max();
}

// The course: a producer connects to everything it hears of, whether it has something to send or not.
void NetworkClient::courseConnects()
{
    if (m_context.kind != trace::ClientKind::Producer)
        return;
    if (m_context.profile.connectsAllBootstrap && !m_courseStarted) {
        m_courseStarted = true;
        for (const Node& node : m_metadata.nodes().nodes())
            initiateConnect(node, m_metadata.lastUpdate(), RuleId::CourseConnectsAllBootstrap);
    }
    if (m_context.profile.connectsAllBrokers && !m_metadata.isBootstrap() && m_courseVersion != m_metadata.version()) {
        m_courseVersion = m_metadata.version();
        for (const Node& node : m_metadata.nodes().nodes()) {
            const auto it = m_peers.find(node.id);
            if (it == m_peers.end() || canConnect(it->second))
                initiateConnect(node, m_metadata.lastUpdate(), RuleId::CourseConnectsAllBrokers);
        }
    }
}

// ---- the select ----

bool NetworkClient::select(std::vector<Completion>& out)
{
    if (!m_aborted.empty()) {
        std::move(m_aborted.begin(), m_aborted.end(), std::back_inserter(out));
        m_aborted.clear();
        return true;
    }
    if (m_toWrite.empty())
        return false;
    std::vector<NodeId> toWrite;
    toWrite.swap(m_toWrite);
    for (const NodeId id : toWrite) {
        Peer& p = m_peers.at(id);
        p.writePending = false;
        InFlight& request = p.inFlight.back();
        request.written = true;
        trace::Event e = m_context.event(EventKind::RequestSent, p.writing.cause, p.writing.rule);
        e.node = p.id;
        e.broker = p.id.brokerId();
        e.connection = p.connection;
        e.api = request.api;
        e.correlation = request.correlation;
        e.size = p.toWrite.size;
        e.text = p.writing.text;
        e.value = request.version;
        request.sentEvent = m_context.emit(e);
        p.lastEvent = request.sentEvent;
        m_idle.touch(p.connection, m_context.now);
        SendWish wish;
        wish.connection = p.connection;
        wish.cause = request.sentEvent;
        wish.request = std::move(p.toWrite);
        m_context.wishes->push_back(std::move(wish));
        m_written.push_back(id);
    }
    checkIdle();
    afterSelect(out);
    return true;
}

void NetworkClient::deliver(std::vector<Report>& reports, std::vector<Completion>& out)
{
    for (Report& report : reports) {
        const auto it = m_channels.find(report.connection);
        if (it == m_channels.end())
            continue; // closed by us meanwhile
        Peer& p = m_peers.at(it->second);
        switch (report.kind) {
        case Report::Kind::Connected:
            m_idle.touch(p.connection, m_context.now);
            p.lastEvent = emitNode(EventKind::Connected, p, report.cause, RuleId::ThreeWayHandshake);
            m_connected.push_back(p.id);
            break;
        case Report::Kind::Received:
            m_idle.touch(p.connection, m_context.now);
            handleReceived(report);
            break;
        case Report::Kind::Failed:
        case Report::Kind::Closed: {
            const Disconnection d {p.id, p.connection, report.cause, report.rule};
            closeChannel(p, report.cause, report.rule);
            m_disconnected.push_back(d);
            break;
        }
        }
    }
    reports.clear();
    checkIdle();
    afterSelect(out);
}

void NetworkClient::checkIdle()
{
    const auto expired = m_idle.poll(m_context.now);
    if (!expired)
        return;
    Peer& p = m_peers.at(m_channels.at(expired->connection));
    const EventId event = emitNode(EventKind::IdleExpired, p, p.lastEvent, RuleId::ClientIdleExpiry, expired->idle.count());
    const Disconnection d {p.id, p.connection, event, RuleId::ClientIdleExpiry, true};
    closeChannel(p, event, RuleId::ClientIdleExpiry);
    m_disconnected.push_back(d);
}

void NetworkClient::handleReceived(Report& report)
{
    const NodeId id = m_channels.at(report.connection);
    Peer& p = m_peers.at(id);
    if (p.inFlight.empty() || p.inFlight.front().correlation != report.response.correlationId)
        return; // a protocol error of the peer: the real transport reports it as such
    const InFlight request = p.inFlight.front();
    p.inFlight.erase(p.inFlight.begin());
    --m_inFlightTotal;
    const auto* metadata = std::get_if<protocol::MetadataResponse>(&report.response.body);
    const bool known = metadata && m_metadata.isSameAnswer(*metadata); // a thousand partitions need no second look
    const protocol::ErrorCode error = known ? protocol::ErrorCode::None : protocol::firstError(report.response.body);
    trace::Event e = m_context.event(EventKind::ResponseReceived, report.cause, RuleId::ResponseArrived);
    e.node = id;
    e.broker = id.brokerId();
    e.connection = p.connection;
    e.api = request.api;
    e.correlation = request.correlation;
    e.size = report.response.size;
    e.value = (m_context.now - request.sent).count();
    if (error != protocol::ErrorCode::None)
        e.text = m_context.trace.intern(protocol::errorName(error));
    const EventId event = m_context.emit(e);
    p.lastEvent = event;
    if (report.response.throttle > Duration::zero())
        p.throttledUntil = m_context.now + report.response.throttle;

    switch (request.handler) {
    case Handler::Metadata: {
        m_metadataInProgress = false;
        const auto& body = std::get<protocol::MetadataResponse>(report.response.body);
        if (!body.cluster || body.cluster->brokers.empty())
            m_metadata.failedUpdate(m_context.now);
        else
            m_metadata.update(body, m_metadataRequestVersion, m_metadataPartial, event);
        break;
    }
    case Handler::ApiVersions:
        handleApiVersions(p, request, report.response, event);
        break;
    case Handler::User: {
        Completion c;
        c.node = id;
        c.api = request.api;
        c.correlation = request.correlation;
        c.cookie = request.cookie;
        c.cause = event;
        c.response = std::move(report.response);
        m_received.push_back(std::move(c));
        break;
    }
    }
}

void NetworkClient::handleApiVersions(Peer& p, const InFlight& request, const protocol::Response& response, EventId cause)
{
    const auto& body = std::get<protocol::ApiVersionsResponse>(response.body);
    if (body.error != protocol::ErrorCode::None) {
        if (request.version > 0 && body.error == protocol::ErrorCode::UnsupportedVersion) {
            std::int16_t version = 0;
            if (!m_context.profile.apiVersionsFallbackToZero && body.versions) {
                for (const protocol::ApiVersionRange& range : *body.versions) {
                    if (range.api == ApiKey::ApiVersions)
                        version = range.max;
                }
            }
            m_needApiVersions.emplace_back(p.id, version);
            return;
        }
        const Disconnection d {p.id, p.connection, cause, RuleId::ApiVersionsFailed};
        closeChannel(p, cause, RuleId::ApiVersionsFailed);
        m_disconnected.push_back(d);
        return;
    }
    p.apiVersions = body.versions;
    p.state = ChannelState::Ready;
    p.failures = 0;
    p.backoff = m_reconnectBackoff.after(0, m_context.rng);
    p.lastEvent = emitNode(EventKind::Ready, p, cause, RuleId::ResponseArrived);
}

// ---- after the select ----

void NetworkClient::afterSelect(std::vector<Completion>& out)
{
    // Completed sends: a request without answer is done when it is written.
    for (const NodeId id : m_written) {
        Peer* p = find(id);
        if (!p || p->inFlight.empty() || p->inFlight.back().expectResponse)
            continue;
        const InFlight request = p->inFlight.back();
        p->inFlight.pop_back();
        --m_inFlightTotal;
        Completion c;
        c.node = id;
        c.api = request.api;
        c.correlation = request.correlation;
        c.cookie = request.cookie;
        c.cause = request.sentEvent;
        protocol::ProduceResponse silent;
        c.response.api = request.api;
        c.response.correlationId = request.correlation;
        c.response.body = std::move(silent);
        out.push_back(std::move(c));
    }
    m_written.clear();

    std::move(m_received.begin(), m_received.end(), std::back_inserter(out));
    m_received.clear();

    if (!m_disconnected.empty()) {
        std::vector<Disconnection> disconnected;
        disconnected.swap(m_disconnected);
        for (const Disconnection& d : disconnected)
            processDisconnection(d, false, out);
    }

    for (const NodeId id : m_connected) {
        Peer* p = find(id);
        if (!p || p->state != ChannelState::Connecting)
            continue;
        p->state = ChannelState::CheckingApiVersions;
        p->setupFailures = 0;
        eraseValue(m_connecting, p->id);
        if (m_context.profile.resetBackoffWhenConnected) {
            p->failures = 0;
            p->backoff = m_reconnectBackoff.after(0, m_context.rng);
        }
        m_needApiVersions.emplace_back(id, std::int16_t {-1});
    }
    m_connected.clear();

    initiateApiVersions();
    handleTimedOutConnections(out);
    handleTimedOutRequests(out);
}

void NetworkClient::initiateApiVersions()
{
    if (m_needApiVersions.empty())
        return;
    // NetworkClient#handleInitiateApiVersionRequests walks a HashMap keyed by the id's text.
    std::vector<std::int32_t> hashes;
    hashes.reserve(m_needApiVersions.size());
    for (const auto& [id, version] : m_needApiVersions)
        hashes.push_back(javaHash(std::to_string(id.value)));
    std::vector<std::pair<NodeId, std::int16_t>> later;
    for (const std::size_t i : javaHashMapOrder(hashes)) {
        const auto [id, version] = m_needApiVersions[i];
        Peer* p = find(id);
        if (!p || p->state != ChannelState::CheckingApiVersions)
            continue;
        if (!canSendMore(*p)) {
            later.emplace_back(id, version);
            continue;
        }
        protocol::ApiVersionsRequest body;
        if (m_context.profile.version >= protocol::KafkaVersion {2, 4}) {
            body.clientSoftwareName = "apache-kafka-java";
            body.clientSoftwareVersion = m_context.profile.version.toString();
        }
        ClientRequest request = newRequest(ApiKey::ApiVersions, std::move(body), p->lastEvent, RuleId::FirstRequestOnConnection);
        request.handler = Handler::ApiVersions;
        doSend(std::move(request), *p);
        if (version >= 0) {
            p->inFlight.back().version = version;
            p->toWrite.version = version;
        }
    }
    m_needApiVersions.swap(later);
}

void NetworkClient::handleTimedOutConnections(std::vector<Completion>& out)
{
    if (!m_context.profile.setupTimeout || m_connecting.empty())
        return;
    const std::vector<NodeId> connecting = m_connecting;
    for (const NodeId id : connecting) {
        Peer& p = m_peers.at(id);
        if (m_context.now - p.lastAttempt < p.setupTimeout)
            continue;
        const Disconnection d {p.id, p.connection, p.lastEvent, RuleId::ConnectionSetupTimeout};
        closeChannel(p, p.lastEvent, RuleId::ConnectionSetupTimeout);
        processDisconnection(d, true, out);
    }
}

void NetworkClient::handleTimedOutRequests(std::vector<Completion>& out)
{
    if (m_context.now < m_nextRequestTimeout)
        return;
    std::vector<NodeId> timedOut;
    m_nextRequestTimeout = kNever;
    for (const auto& [id, p] : m_peers) {
        for (const InFlight& request : p.inFlight) {
            const Instant deadline = saturatingAdd(request.sent, request.timeout);
            if (m_context.now > deadline) {
                timedOut.push_back(id);
                break;
            }
            m_nextRequestTimeout = std::min(m_nextRequestTimeout, deadline + Duration {1});
        }
    }
    std::sort(timedOut.begin(), timedOut.end());
    for (const NodeId id : timedOut) {
        Peer& p = m_peers.at(id);
        const auto late = std::find_if(p.inFlight.begin(), p.inFlight.end(),
            [&](const InFlight& r) { return m_context.now > saturatingAdd(r.sent, r.timeout); });
        trace::Event e = m_context.event(EventKind::RequestTimedOut, late->sentEvent, RuleId::RequestTimeout);
        e.node = p.id;
        e.connection = p.connection;
        e.api = late->api;
        e.correlation = late->correlation;
        e.value = (m_context.now - late->sent).count();
        const EventId event = m_context.emit(e);
        const Disconnection d {p.id, p.connection, event, RuleId::RequestTimeout};
        closeChannel(p, event, RuleId::RequestTimeout);
        processDisconnection(d, true, out);
    }
}

} // namespace connscope::client
