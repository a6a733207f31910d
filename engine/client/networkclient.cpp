// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/networkclient.h"

#include "base/recycle.h"
#include "protocol/apiversions.h"

#include <algorithm>

namespace connscope::client {

using trace::EventKind;
using trace::RuleId;

namespace {
std::string addressKey(const Node& node) { return node.host + ':' + std::to_string(node.port); }
} // namespace

NetworkClient::NetworkClient(Context& context, Metadata& metadata)
    : m_context(context)
    , m_metadata(metadata)
    , m_idle(context.profile.brokerClosesIdle ? Duration {-1} : context.settings.connectionsMaxIdle, context.now)
    , m_reconnectBackoff(context.profile.backoff, context.settings.reconnectBackoff,
          context.settings.reconnectBackoffMax, context.rng, "reconnect")
    , m_setupBackoff(context.profile.backoff, context.settings.setupTimeout, context.settings.setupTimeoutMax,
          context.rng, "connection setup")
{
}

NodeId NetworkClient::resolve(NodeId node) const
{
    if (m_context.profile.coordinatorOnData && node.isCoordinator())
        node = NodeId::broker(node.brokerId());
    if (!m_context.profile.reuseByAddress)
        return node;
    const auto it = m_aliases.find(node);
    return it == m_aliases.end() ? node : it->second;
}

// The id whose connection serves `node`: its own, but for the what-ifs.
NodeId NetworkClient::alias(const Node& node)
{
    if (!m_context.profile.reuseByAddress)
        return resolve(node.id);
    const NodeId own = m_context.profile.coordinatorOnData && node.id.isCoordinator()
        ? NodeId::broker(node.id.brokerId())
        : node.id;
    const auto it = m_byAddress.find(addressKey(node));
    if (it == m_byAddress.end() || it->second == own) {
        m_aliases.erase(own);
        return own;
    }
    m_aliases[own] = it->second;
    return it->second;
}

Peer* NetworkClient::find(NodeId node) { return own(resolve(node)); }

const Peer* NetworkClient::peer(NodeId node) const { return find(node); }

EventId NetworkClient::emitNode(EventKind kind, const Peer& peer, EventId cause, RuleId rule, std::int64_t value)
{
    trace::Event e = m_context.event(kind, cause, rule);
    e.node = peer.id;
    e.broker = peer.id.brokerId();
    e.connection = peer.connection;
    e.value = value;
    return m_context.append(e);
}

bool NetworkClient::canConnect(const Peer& peer) const
{
    return peer.state == ChannelState::None
        || (peer.isDisconnected() && m_context.now - peer.lastAttempt >= peer.backoff);
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

bool NetworkClient::isReady(NodeId node) { return !isUpdateDue() && canSend(node); }

bool NetworkClient::ready(const Node& node, EventId cause, RuleId rule)
{
    const NodeId id = alias(node);
    if (isReady(id))
        return true;
    const Peer* p = own(id);
    if (!p || canConnect(*p)) {
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
    if (!m_hasLost)
        return false;
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
    return std::any_of(m_connecting.begin(), m_connecting.end(),
        [this](NodeId id) { return m_metadata.nodes().find(id) != nullptr; });
}

std::optional<std::int16_t> NetworkClient::versionFor(ApiKey api, const Peer& p) const
{
    const auto own = protocol::clientApiVersions(m_context.profile.version, api);
    if (!own)
        return 0;
    if (!p.apiVersions)
        return own->max;
    const auto theirs = std::find_if(p.apiVersions->begin(), p.apiVersions->end(),
        [api](const protocol::ApiVersionRange& range) { return range.api == api; });
    return theirs == p.apiVersions->end() ? std::nullopt : protocol::negotiate(*own, *theirs);
}

// Why both speak no version of it; "" if they do.
std::string NetworkClient::noVersion(ApiKey api, const Peer& p) const
{
    const auto own = protocol::clientApiVersions(m_context.profile.version, api);
    const auto theirs = std::find_if(p.apiVersions->begin(), p.apiVersions->end(),
        [api](const protocol::ApiVersionRange& range) { return range.api == api; });
    const auto versions = [](const protocol::ApiVersionRange& range) {
        return std::to_string(range.min) + " to " + std::to_string(range.max);
    };
    return std::string(apiName(api)) + ": this client speaks versions "
        + versions(own.value_or(protocol::ApiVersionRange {api, 0, 0}))
        + (theirs == p.apiVersions->end() ? ", the broker does not know it" : ", the broker " + versions(*theirs));
}

// Why it cannot be said in this version; "" if it can (Builder#build of JoinGroupRequest and OffsetCommitRequest: KIP-345).
std::string NetworkClient::notSayable(ApiKey api, std::int16_t version) const
{
    const int least = api == ApiKey::JoinGroup ? 5 : api == ApiKey::OffsetCommit ? 7 : 0;
    if (version >= least || m_context.settings.groupInstanceId.empty())
        return {};
    return std::string(apiName(api)) + ": version " + std::to_string(version)
        + ", which the broker speaks, has no group.instance.id";
}

// NodeApiVersions#latestUsableVersion or the request's builder throws: it is not sent. The connection stays as it is; the
// request comes back with the next poll, and whoever polls gets the exception (NetworkClient#doSend).
void NetworkClient::refuseVersion(const ClientRequest& request, const Peer& p, const std::string& why)
{
    trace::Event e = m_context.event(EventKind::ProtocolError, request.cause, RuleId::NoCommonVersion);
    e.node = p.id;
    e.broker = p.id.brokerId();
    e.connection = p.connection;
    e.side = trace::Side::Client;
    e.api = request.api;
    e.text = m_context.trace.intern(why);
    e.correlation = request.correlation;
    const EventId refused = m_context.append(e);
    if (request.handler == Handler::Metadata) {
        m_metadataInProgress = false;
        m_metadata.failedUpdate(m_context.now);
        m_metadata.fatalError(refused);
    } else if (request.handler == Handler::User) {
        if (m_context.kind == trace::ClientKind::Consumer)
            m_metadata.fatalError(refused); // it comes out of poll()
        Completion c = Completion::withoutAnswer(p.id, request, refused);
        c.unsupported = true;
        m_aborted.push_back(std::move(c));
    }
}

void NetworkClient::send(ClientRequest&& request, NodeId node)
{
    Peer* p = find(node);
    if (!p)
        return;
    doSend(std::move(request), *p);
}

void NetworkClient::doSend(ClientRequest&& request, Peer& p)
{
    InFlight inFlight;
    inFlight.api = request.api;
    const auto version = versionFor(request.api, p);
    inFlight.version = version.value_or(0);
    inFlight.correlation = request.correlation;
    inFlight.expectResponse = request.expectResponse;
    inFlight.handler = request.handler;
    inFlight.timeout = request.timeout;
    inFlight.cookie = request.cookie;
    inFlight.sent = m_context.now;

    if (const std::string why = version ? notSayable(request.api, *version) : noVersion(request.api, p); !why.empty())
        return refuseVersion(request, p, why);

    takeRoom(m_toWrite);
    PendingWrite& write = m_toWrite.emplace_back();
    write.node = p.id;
    write.cause = request.cause;
    write.rule = request.rule;
    write.text = request.text;
    protocol::Request& wire = write.request;
    wire.api = request.api;
    wire.version = inFlight.version;
    wire.correlationId = request.correlation;
    wire.expectResponse = request.expectResponse;
    wire.size = protocol::wireSize(request.body, m_context.clientIdLength);
    wire.body = std::move(request.body);

    m_nextRequestTimeout = std::min(m_nextRequestTimeout, saturatingAdd(m_context.now, request.timeout));
    p.inFlight.push_back(inFlight);
    ++m_inFlightTotal;
    p.writePending = true;
}

} // namespace connscope::client
