// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/fetcher.h"

#include "base/recycle.h"
#include "client/javahash.h"

#include <algorithm>
#include <span>

namespace connscope::client {

using protocol::ErrorCode;
using trace::EventKind;
using trace::RuleId;
using State = PartitionPosition::State;

namespace {

template <typename List>
std::string join(const List& partitions)
{
    std::string text;
    for (std::size_t i = 0; i < partitions.size() && i < 8; ++i)
        text += (i == 0 ? "" : ",") + protocol::toString(partitions[i]);
    if (partitions.size() > 8)
        text += ",…";
    return text;
}

// Partitions by node; the nodes in the order of insertion.
struct ByNode {
    std::vector<const Node*> nodes;
    std::vector<std::vector<protocol::TopicPartition>> partitions;
    std::vector<EventId> causes; // of each node's partitions, the last

    void add(const Node& node, const protocol::TopicPartition& partition, EventId cause)
    {
        const auto it = std::find(nodes.begin(), nodes.end(), &node);
        const auto index = static_cast<std::size_t>(it - nodes.begin());
        if (it == nodes.end()) {
            nodes.push_back(&node);
            partitions.emplace_back();
            causes.emplace_back();
        }
        partitions[index].push_back(partition);
        causes[index] = laterOf(causes[index], cause);
    }
    std::vector<std::size_t> hashOrder() const
    {
        if (nodes.size() == 1)
            return {0};
        std::vector<std::int32_t> hashes;
        for (const Node* node : nodes)
            hashes.push_back(javaNodeHash(node->host, node->id.value, node->port, node->rack));
        return javaHashMapOrder(hashes, JavaInsert::ComputeIfAbsent);
    }
};

} // namespace

Fetcher::Fetcher(Context& context, Metadata& metadata, NetworkClient& network, ConsumerNetwork& client,
    Subscriptions& subscriptions)
    : m_context(context)
    , m_metadata(metadata)
    , m_network(network)
    , m_client(client)
    , m_subscriptions(subscriptions)
    , m_lastFetch(metadata.lastUpdate())
{
}

void Fetcher::resetPositions()
{
    ByNode byNode;
    EventId leaderless;
    for (PartitionPosition& p : m_subscriptions.partitions) {
        if (p.state != State::AwaitingReset || p.pending || m_context.now < p.notBefore)
            continue;
        const Node* leader = leaderOf(p);
        if (!leader) {
            leaderless = laterOf(leaderless, p.cause);
            continue;
        }
        if (m_network.isUnavailable(leader->id))
            continue;
        p.pending = true;
        byNode.add(*leader, p.id, p.cause);
    }
    if (leaderless.isValid())
        m_metadata.requestUpdate(leaderless, RuleId::MetadataNoLeader);
    const bool earliest = m_context.settings.autoOffsetReset == "earliest";
    for (const std::size_t i : byNode.hashOrder()) {
        ClientRequest r = m_network.newRequest(ApiKey::ListOffsets,
            protocol::ListOffsetsRequest {
                byNode.partitions[i], earliest ? protocol::kEarliestTimestamp : protocol::kLatestTimestamp},
            byNode.causes[i], RuleId::ResetPosition, join(byNode.partitions[i]));
        remember(r.correlation, byNode.nodes[i]->id, byNode.partitions[i]);
        m_client.send(*byNode.nodes[i], std::move(r), RuleId::OffsetsToList);
    }
}

void Fetcher::validatePositions()
{
    if (!m_context.profile.validatesEpochs)
        return;
    bool isAny = false;
    for (PartitionPosition& p : m_subscriptions.partitions) {
        leaderOf(p); // metadata may have named another one
        isAny = isAny || p.state == State::Validating;
    }
    if (!isAny)
        return;
    ByNode byNode;
    for (PartitionPosition& p : m_subscriptions.partitions) {
        if (p.state != State::Validating || p.pending || m_context.now < p.notBefore)
            continue;
        const Node* leader = leaderOf(p);
        if (!leader) {
            m_metadata.requestUpdate(p.cause, RuleId::MetadataNoLeader);
            continue;
        }
        const Peer* peer = m_network.peer(leader->id);
        // What the broker knows has to be known first (Fetcher#validateOffsetsAsync, ConsumerNetworkClient#tryConnect).
        if (!peer || !peer->apiVersions) {
            m_network.ready(*leader, p.cause, RuleId::EpochToValidate);
            continue;
        }
        // A broker that knows no OFFSET_FOR_LEADER_EPOCH v3 cannot validate: the position is taken as it is.
        const bool usable = std::any_of(peer->apiVersions->begin(), peer->apiVersions->end(),
            [](const protocol::ApiVersionRange& r) { return r.api == ApiKey::OffsetForLeaderEpoch && r.max >= 3; });
        if (!usable) {
            p.state = State::Fetching;
            continue;
        }
        p.pending = true;
        byNode.add(*leader, p.id, p.cause);
    }
    for (const std::size_t i : byNode.hashOrder()) {
        ClientRequest r = m_network.newRequest(ApiKey::OffsetForLeaderEpoch,
            protocol::OffsetForLeaderEpochRequest {byNode.partitions[i]}, byNode.causes[i], RuleId::EpochToValidate,
            join(byNode.partitions[i]));
        remember(r.correlation, byNode.nodes[i]->id, byNode.partitions[i]);
        m_client.send(*byNode.nodes[i], std::move(r), RuleId::EpochToValidate);
    }
}

const Node* Fetcher::leaderOf(PartitionPosition& p) const
{
    if (p.leadership != m_metadata.leadership()) {
        p.leadership = m_metadata.leadership();
        p.leader = m_metadata.leader(p.id.topic, p.id.partition);
        // What goes to another leader goes because of the metadata that named it, as what waited for one does.
        if (p.leader && p.knownLeader != p.leader->id.brokerId()) {
            p.cause = p.knownLeader.isValid() ? m_metadata.lastUpdate() : laterOf(p.cause, m_metadata.lastUpdate());
            p.moved = p.knownLeader.isValid();
            p.knownLeader = p.leader->id.brokerId();
            // SubscriptionState#maybeValidatePositionForCurrentLeader: the new leader is asked first whether it has the epoch.
            if (p.moved && m_context.profile.validatesEpochs && p.hasEpoch && p.state == State::Fetching) {
                p.state = State::Validating;
                p.pending = false;
                p.notBefore = Instant {};
            }
        }
    }
    return p.leader;
}

// The preferred replica while it holds, else the leader (selectReadReplica).
const Node* Fetcher::nodeFor(PartitionPosition& p)
{
    if (p.preferredReplica.isValid()) {
        const Node* replica = m_metadata.nodes().find(NodeId::broker(p.preferredReplica));
        const bool holds = m_context.now < p.preferredUntil;
        if (replica && holds)
            return replica;
        if (holds && m_context.profile.refreshesForMissingReplica)
            m_metadata.requestUpdate(p.cause, RuleId::MetadataNoLeader, false);
        p.preferredReplica = BrokerId {};
    }
    return leaderOf(p);
}

Fetcher::Session& Fetcher::sessionOf(NodeId node)
{
    auto it = m_sessions.begin();
    while (it != m_sessions.end() && it->node < node)
        ++it;
    if (it == m_sessions.end() || it->node != node) {
        const auto at = it - m_sessions.begin();
        m_sessions.emplace_back().node = node;
        it = m_sessions.begin() + at;
        std::rotate(it, m_sessions.end() - 1, m_sessions.end());
    }
    return *it;
}

template <typename List>
void Fetcher::remember(std::int32_t correlation, NodeId node, const List& partitions)
{
    auto& [number, asked] = m_asked.emplace_back();
    number = correlation;
    asked.node = node;
    asked.partitions.assign(partitions.begin(), partitions.end());
}

int Fetcher::sendFetches()
{
    if (std::all_of(m_subscriptions.partitions.begin(), m_subscriptions.partitions.end(),
            [](const PartitionPosition& p) { return p.fetching; }))
        return 0;
    ByNode byNode;
    for (PartitionPosition& p : m_subscriptions.partitions) {
        if (p.fetching || p.state != State::Fetching || p.offset < 0 || p.buffered)
            continue;
        const Node* node = nodeFor(p);
        if (!node) {
            m_metadata.requestUpdate(p.cause, RuleId::MetadataNoLeader);
            continue;
        }
        if (p.state != State::Fetching)
            continue; // of another leader now
        if (m_network.isUnavailable(node->id)
            || std::find(m_fetching.begin(), m_fetching.end(), node->id) != m_fetching.end()
            || (m_context.profile.fetchWaitsForAnyRequest && m_client.hasPending(node->id)))
            continue;
        if (m_subscriptions.partitions.size() == 1) {
            fetchFrom(*node, std::span(&p.id, 1), p.cause);
            return 1;
        }
        byNode.add(*node, p.id, p.cause);
    }
    std::vector<std::size_t> order = byNode.hashOrder();
    if (!m_context.profile.fetchesInNodeHashOrder)
        std::sort(order.begin(), order.end());
    for (const std::size_t i : order)
        fetchFrom(*byNode.nodes[i], byNode.partitions[i], byNode.causes[i]);
    return static_cast<int>(order.size());
}

template <typename List>
void Fetcher::fetchFrom(const Node& node, const List& partitions, EventId cause)
{
    const Session& session = sessionOf(node.id);
    protocol::FetchRequest body;
    body.maxWait = m_context.settings.fetchMaxWait;
    body.minBytes = m_context.settings.fetchMinBytes;
    body.sessionId = session.id;
    body.sessionEpoch = session.epoch;
    if (m_context.profile.fetchesFromFollowers)
        body.rack = m_context.settings.clientRack;
    bool follower = false;
    takeRoom(body.partitions);
    body.partitions.reserve(partitions.size());
    TextId text {0};
    for (const protocol::TopicPartition& partition : partitions) {
        PartitionPosition* p = m_subscriptions.find(partition);
        p->lastLeader = node.id.brokerId();
        p->fetching = true;
        p->moved = false;
        follower = follower || p->preferredReplica.isValid();
        protocol::FetchPartition& wanted = body.partitions.emplace_back();
        wanted.partition = partition;
        wanted.offset = p->offset;
        if (p->text.value == 0 && partitions.size() == 1)
            p->text = m_context.trace.intern(protocol::toString(partition));
        text = p->text;
    }
    ClientRequest r = m_network.newRequest(
        ApiKey::Fetch, std::move(body), cause, follower ? RuleId::FollowerToFetch : RuleId::FetchWhenIdle);
    // A lone partition has its words already.
    r.text = partitions.size() == 1 ? text : m_context.trace.intern(join(partitions));
    remember(r.correlation, node.id, partitions);
    m_fetching.push_back(node.id);
    m_client.sendSoon(node, std::move(r), follower ? RuleId::FollowerToFetch : RuleId::LeaderToFetch);
}

std::int64_t Fetcher::takeRecords()
{
    const std::int64_t records = m_records;
    m_records = 0;
    for (PartitionPosition& p : m_subscriptions.partitions)
        p.buffered = false;
    return records;
}

void Fetcher::fail(const Partitions& partitions, EventId cause)
{
    for (const protocol::TopicPartition& id : partitions) {
        if (PartitionPosition* p = m_subscriptions.find(id)) {
            p->pending = false;
            p->cause = cause;
            p->notBefore = m_context.now + m_context.settings.retryBackoff;
        }
    }
}

Fetcher::Asked Fetcher::takeAsked(const Completion& completion)
{
    const auto it = std::find_if(
        m_asked.begin(), m_asked.end(), [&](const auto& a) { return a.first == completion.correlation; });
    if (it == m_asked.end())
        return Asked {completion.node, {}};
    Asked asked = std::move(it->second);
    m_asked.erase(it);
    return asked;
}

void Fetcher::onListOffsets(const Completion& completion)
{
    const Asked asked = takeAsked(completion);
    if (completion.disconnected) {
        fail(asked.partitions, completion.cause);
        m_metadata.requestUpdate(completion.cause, RuleId::MetadataAfterDisconnect, false);
        return;
    }
    bool stale = false;
    for (const protocol::PartitionOffsetResult& result :
        std::get<protocol::ListOffsetsResponse>(completion.response.body).partitions) {
        PartitionPosition* p = m_subscriptions.find(result.partition);
        if (!p || p->state != State::AwaitingReset)
            continue;
        p->pending = false;
        p->cause = completion.cause;
        if (result.error != ErrorCode::None) {
            p->notBefore = m_context.now + m_context.settings.retryBackoff;
            stale = true;
            continue;
        }
        p->offset = std::max<std::int64_t>(result.offset, 0);
        p->hasEpoch = false; // "this will ensure we skip validation"
        p->state = State::Fetching;
        m_lastFetch = m_context.append(EventKind::FetchPositionReset, completion.cause, RuleId::ResetPosition,
            protocol::toString(p->id), p->offset);
        p->cause = m_lastFetch;
    }
    if (stale)
        m_metadata.requestUpdate(completion.cause, RuleId::MetadataStaleLeader);
}

void Fetcher::onEpochs(const Completion& completion)
{
    const Asked asked = takeAsked(completion);
    if (completion.disconnected) {
        fail(asked.partitions, completion.cause);
        m_metadata.requestUpdate(completion.cause, RuleId::MetadataAfterDisconnect, false);
        return;
    }
    for (const protocol::PartitionOffsetResult& result :
        std::get<protocol::OffsetForLeaderEpochResponse>(completion.response.body).partitions) {
        PartitionPosition* p = m_subscriptions.find(result.partition);
        if (!p || p->state != State::Validating)
            continue;
        p->pending = false;
        p->cause = completion.cause;
        if (result.error == ErrorCode::None) {
            p->state = State::Fetching;
            m_lastFetch = completion.cause;
        } else {
            p->notBefore = m_context.now + m_context.settings.retryBackoff;
            m_metadata.requestUpdate(completion.cause, RuleId::MetadataStaleLeader);
        }
    }
}

void Fetcher::onFetch(const Completion& completion)
{
    const Asked asked = takeAsked(completion);
    const NodeId node = asked.node;
    m_fetching.erase(std::remove(m_fetching.begin(), m_fetching.end(), node), m_fetching.end());
    for (const protocol::TopicPartition& partition : asked.partitions) {
        if (PartitionPosition* p = m_subscriptions.find(partition)) {
            p->fetching = false;
            if (!p->moved) // else that is why it goes on
                p->cause = completion.cause;
        }
    }
    Session& session = sessionOf(node);
    if (completion.disconnected) {
        session.epoch = 0; // FetchSessionHandler#handleError: the next one is full
        for (PartitionPosition& p : m_subscriptions.partitions) {
            if (p.preferredReplica.isValid() && NodeId::broker(p.preferredReplica) == node)
                p.preferredReplica = BrokerId {};
        }
        return;
    }
    m_lastFetch = completion.cause;
    const auto& body = std::get<protocol::FetchResponse>(completion.response.body);
    if (body.error != ErrorCode::None) {
        session = Session {node, 0, 0};
        return;
    }
    session.id = body.sessionId;
    session.epoch = body.sessionId == 0 ? 0 : session.epoch + 1;
    for (const protocol::FetchedPartition& data : body.partitions) {
        PartitionPosition* p = m_subscriptions.find(data.partition);
        if (!p || p->state != State::Fetching)
            continue;
        switch (data.error) {
        case ErrorCode::None:
            if (data.preferredReadReplica.isValid() && data.preferredReadReplica != p->preferredReplica) {
                p->preferredReplica = data.preferredReadReplica;
                p->preferredUntil = saturatingAdd(m_context.now, m_context.settings.metadataMaxAge);
            }
            // A batch that is a transaction's marker has no records for the application and takes an offset all the same.
            if (data.records > 0 || data.bytes > 0) {
                p->offset = data.firstOffset + data.records;
                p->hasEpoch = true;
                p->buffered = data.records > 0;
                m_records += data.records;
            }
            break;
        case ErrorCode::OffsetOutOfRange:
            if (p->preferredReplica.isValid()) {
                p->preferredReplica = BrokerId {};
            } else {
                p->state = State::AwaitingReset;
                p->offset = -1;
                p->pending = false;
                p->notBefore = Instant {};
            }
            break;
        default: {
            p->preferredReplica = BrokerId {};
            // Known at once, and asked for all the same (FetchCollector#handleInitializeErrors).
            if (data.currentLeader.isValid() && m_context.profile.leaderInErrors)
                m_metadata.updateLeader(p->id, data.currentLeader, completion.cause);
            m_metadata.requestUpdate(completion.cause, RuleId::MetadataStaleLeader);
            break;
        }
        }
    }
}

int Fetcher::closeSessions(EventId cause)
{
    if (!m_context.profile.closesFetchSessions)
        return 0;
    ByNode byNode;
    for (const Session& session : m_sessions) {
        const Node* known = m_metadata.nodes().find(session.node);
        const Peer* peer = m_network.peer(session.node);
        if (session.id != 0 && known && peer && peer->isConnected())
            byNode.add(*known, {}, cause);
    }
    int sent = 0;
    for (const std::size_t i : byNode.hashOrder()) {
        protocol::FetchRequest body;
        body.sessionId = sessionOf(byNode.nodes[i]->id).id;
        body.sessionEpoch = -1;
        m_client.send(*byNode.nodes[i],
            m_network.newRequest(ApiKey::Fetch, std::move(body), cause, RuleId::FetchSessionClose, "close session"),
            RuleId::FetchSessionClose);
        ++sent;
    }
    return sent;
}

bool Fetcher::complete(const Completion& completion)
{
    switch (completion.api) {
    case ApiKey::ListOffsets:
        onListOffsets(completion);
        return true;
    case ApiKey::OffsetForLeaderEpoch:
        onEpochs(completion);
        return true;
    case ApiKey::Fetch:
        onFetch(completion);
        return true;
    default:
        return false;
    }
}

} // namespace connscope::client
