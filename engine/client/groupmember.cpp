// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/groupmember.h"

#include <algorithm>
#include <set>

namespace connscope::client {

using protocol::ErrorCode;
using trace::EventKind;
using trace::RuleId;

GroupMember::GroupMember(Context& context, Metadata& metadata, NetworkClient& network, ConsumerNetwork& client,
    Subscriptions& subscriptions, EventId constructed)
    : m_context(context)
    , m_metadata(metadata)
    , m_network(network)
    , m_client(client)
    , m_subscriptions(subscriptions)
    , m_nextAutoCommit(saturatingAdd(context.now, context.settings.autoCommitInterval))
    , m_lastPoll(context.now)
    , m_lastGroupEvent(constructed)
    , m_lookupBackoff(retryBackoff(context.profile, context.settings, context.rng, "coordinator lookup"))
    , m_joinCause(constructed)
{
}

GroupMember::Progress GroupMember::sleep(Duration duration)
{
    m_sleepUntil = std::min(saturatingAdd(m_context.now, duration), std::max(m_callEnd, m_context.now));
    return Progress::Sleeping;
}

void GroupMember::callEnds(Instant end)
{
    if (end == m_callEnd)
        return;
    m_callEnd = end;
    m_lookupFailures = 0;
    m_lookupNotBefore = Instant {};
}

// Timer#sleep between two rounds of ensureCoordinatorReady.
void GroupMember::backOffLookup()
{
    ++m_lookupFailures;
    m_lookupNotBefore = std::min(saturatingAdd(m_context.now, m_lookupBackoff.after(m_lookupFailures)), m_callEnd);
}

// ---- the coordinator ----

RuleId GroupMember::ruleOf(ErrorCode error)
{
    return error == ErrorCode::NotCoordinator ? RuleId::CoordinatorChanged : RuleId::CoordinatorLoading;
}

void GroupMember::markCoordinatorUnknown(EventId cause, RuleId rule, bool isDisconnected)
{
    if (!m_coordinator)
        return;
    trace::Event e = m_context.event(EventKind::CoordinatorLost, cause, rule);
    e.node = m_coordinator->id;
    e.broker = m_coordinator->id.brokerId();
    e.text = m_context.trace.intern("group " + m_context.settings.groupId);
    const EventId lost = m_context.append(e);
    if (!isDisconnected)
        m_client.disconnectLater(m_coordinator->id, lost, rule);
    m_coordinator.reset();
    m_coordinatorCause = lost;
}

bool GroupMember::coordinatorUnknown()
{
    // checkAndGetCoordinator: a coordinator that cannot be reached counts as lost.
    if (m_coordinator && m_network.isUnavailable(m_coordinator->id)) {
        const Peer* peer = m_network.peer(m_coordinator->id);
        const RuleId ended = m_context.trace[peer->lastEvent].rule;
        markCoordinatorUnknown(peer->lastEvent, ended == RuleId::None ? RuleId::PeerClosed : ended, true);
    }
    return !m_coordinator;
}

bool GroupMember::lookup(EventId cause)
{
    if (m_findInFlight)
        return true;
    const auto chosen = m_network.leastLoadedNode();
    if (!chosen.node) {
        m_network.noNode(cause, RuleId::FindCoordinatorNeedsNode);
        return false;
    }
    trace::Event e = m_context.event(EventKind::NodeChosen, cause, RuleId::LeastLoadedNode);
    e.node = chosen.node->id;
    e.broker = chosen.node->id.brokerId();
    e.value = chosen.inFlight;
    e.size = static_cast<std::uint32_t>(m_metadata.nodes().size());
    const EventId event = m_context.append(e);
    m_client.send(*chosen.node,
        request(ApiKey::FindCoordinator,
            protocol::FindCoordinatorRequest {m_context.settings.groupId, protocol::CoordinatorType::Group}, event,
            RuleId::LeastLoadedNode, "group:" + m_context.settings.groupId),
        RuleId::FindCoordinatorNeedsNode);
    m_findInFlight = true;
    return true;
}

void GroupMember::awaitMetadata(EventId cause)
{
    m_awaitMetadataVersion = m_metadata.version();
    m_awaitEnd = m_callEnd;
    m_metadata.requestUpdate(cause, RuleId::MetadataCoordinatorFailed);
}

GroupMember::Progress GroupMember::ensureCoordinator(EventId cause)
{
    if (!coordinatorUnknown()) {
        m_appLooksUp = false;
        return Progress::Done;
    }
    m_appLooksUp = true;
    if (m_context.now < m_lookupNotBefore)
        return sleep(m_lookupNotBefore - m_context.now);
    if (m_lookupFailures > 0 && m_context.now >= m_callEnd)
        return Progress::Network; // it slept to the end of the call, which returns
    if (awaitsMetadata())
        return Progress::Network;
    if (!m_findInFlight && !lookup(m_coordinatorCause.isValid() ? m_coordinatorCause : cause)) {
        awaitMetadata(cause);
    }
    return Progress::Network;
}

void GroupMember::onFindCoordinator(const Completion& completion)
{
    m_findInFlight = false;
    ErrorCode error = ErrorCode::NetworkException;
    if (!completion.disconnected) {
        const auto& body = std::get<protocol::FindCoordinatorResponse>(completion.response.body);
        error = body.error;
        if (error == ErrorCode::None) {
            Node node {NodeId::coordinator(body.coordinator.id), body.coordinator.host, body.coordinator.port, {}};
            trace::Event e = m_context.event(EventKind::CoordinatorFound, completion.cause, RuleId::ResponseArrived);
            e.node = node.id;
            e.broker = body.coordinator.id;
            e.text = m_context.trace.intern("group " + m_context.settings.groupId);
            m_coordinatorCause = m_context.append(e);
            m_coordinator = std::move(node);
            m_joinCause = m_coordinatorCause;
            m_lastHeartbeatAnswer = m_context.now; // heartbeat.resetSessionTimeout()
            m_network.ready(*m_coordinator, m_coordinatorCause, RuleId::CoordinatorDiscovered); // tryConnect
            if (m_appLooksUp && m_network.isUnavailable(m_coordinator->id)) {
                markCoordinatorUnknown(m_coordinatorCause, RuleId::ReconnectBackoff, true);
                backOffLookup();
            }
            return;
        }
    }
    if (!m_appLooksUp)
        return; // the heartbeat thread asks again
    if (m_context.profile.retryBackoffGrows)
        backOffLookup();
    // "Coordinator discovery failed, refreshing metadata"
    awaitMetadata(completion.cause);
}

// ---- joining ----

void GroupMember::resetGeneration()
{
    m_generation = -1;
    m_memberId.clear();
    m_state = State::Unjoined;
    m_rejoinNeeded = true;
}

// onJoinPrepare: commit, then give the partitions up.
GroupMember::Progress GroupMember::prepareJoin(EventId cause)
{
    if (m_context.settings.autoCommit && m_context.profile.consumerAsyncCommitBeforeJoin) {
        // 3.x: a commit whose answer is polled for; one that can be repeated is, after a pause. Without anything to commit
        // (the first join) it is one poll before the join goes on. By then the coordinator's connection is up, so that its
        // API_VERSIONS takes the next number.
        if (m_generation >= 0 && (hasCommittable() || isCommitting())) {
            const Progress progress = commitSync(cause, RuleId::CommitBeforeRebalance);
            if (progress != Progress::Done)
                return progress;
        } else if (!m_preparePolled) {
            m_preparePolled = true;
            return Progress::Network;
        }
    } else if (m_context.settings.autoCommit && (hasCommittable() || isCommitting()) && m_generation >= 0) {
        const Progress progress = commitSync(cause, RuleId::CommitBeforeRebalance);
        if (progress != Progress::Done)
            return progress;
    }
    if (!m_subscriptions.partitions.empty()) {
        std::string text;
        for (const PartitionPosition& p : m_subscriptions.partitions)
            text += (text.empty() ? "" : ", ") + protocol::toString(p.id);
        m_context.append(EventKind::PartitionsRevoked, cause, RuleId::RebalanceInProgress, text);
        m_subscriptions.clearPartitions();
    }
    m_isLeader = false;
    m_needsJoinPrepare = false;
    m_preparePolled = false;
    return Progress::Done;
}

GroupMember::Progress GroupMember::ensureActive(EventId cause)
{
    if (!rejoinNeeded())
        return Progress::Done;
    const Progress coordinator = ensureCoordinator(cause);
    if (coordinator != Progress::Done)
        return coordinator;
    if (m_joinInFlight)
        return Progress::Network;
    if (m_context.now < m_joinNotBefore)
        return sleep(m_joinNotBefore - m_context.now);
    if (m_needsJoinPrepare) {
        const Progress prepared = prepareJoin(m_lastGroupEvent);
        if (prepared != Progress::Done)
            return prepared;
    }
    m_heartbeatEnabled = false;
    m_state = State::Rebalancing;
    sendJoin(m_joinCause);
    return Progress::Network;
}

void GroupMember::sendJoin(EventId cause)
{
    protocol::JoinGroupRequest body;
    body.groupId = m_context.settings.groupId;
    body.memberId = m_memberId;
    body.groupInstanceId = m_context.settings.groupInstanceId;
    body.sessionTimeout = m_context.settings.sessionTimeout;
    body.rebalanceTimeout = m_context.settings.maxPollInterval;
    body.topics = m_subscriptions.topics;
    body.protocolName = m_context.settings.assignor;
    body.clientRack = m_context.settings.clientRack;
    ClientRequest r = request(ApiKey::JoinGroup, std::move(body), cause, m_joinRule, m_context.settings.groupId);
    // JoinGroup may wait for the slowest member: rebalance timeout plus 5 s (AbstractCoordinator.JOIN_GROUP_TIMEOUT_LAPSE).
    r.timeout = std::max(m_context.settings.maxPollInterval,
        saturatingAdd(kStart, m_context.settings.maxPollInterval + ms(5000)).time_since_epoch());
    m_joinInFlight = true;
    m_joinRule = RuleId::JoinGroup;
    m_client.send(*m_coordinator, std::move(r), RuleId::CoordinatorNeeded);
}

void GroupMember::joinFailed(Duration pause)
{
    m_joinInFlight = false;
    m_rejoinNeeded = true;
    if (m_state == State::Rebalancing)
        m_state = State::Unjoined;
    m_joinNotBefore = saturatingAdd(m_context.now, pause);
}

void GroupMember::onJoin(const Completion& completion)
{
    m_joinCause = completion.cause;
    m_lastGroupEvent = completion.cause;
    if (completion.disconnected) {
        markCoordinatorUnknown(completion.cause, m_context.trace[completion.cause].rule, true);
        joinFailed(m_context.settings.retryBackoff);
        return;
    }
    const auto& body = std::get<protocol::JoinGroupResponse>(completion.response.body);
    switch (body.error) {
    case ErrorCode::None:
        if (m_state != State::Rebalancing) { // UnjoinedGroupException: retriable, after a pause
            joinFailed(m_context.settings.retryBackoff);
            return;
        }
        m_generation = body.generation;
        m_memberId = body.memberId;
        sendSync(body, completion.cause);
        return;
    case ErrorCode::MemberIdRequired:
        m_memberId = body.memberId;
        m_joinRule = RuleId::MemberIdRequired;
        joinFailed(Duration::zero());
        return;
    case ErrorCode::UnknownMemberId:
    case ErrorCode::IllegalGeneration:
        resetGeneration();
        joinFailed(Duration::zero());
        return;
    case ErrorCode::NotCoordinator:
    case ErrorCode::CoordinatorNotAvailable:
        markCoordinatorUnknown(completion.cause, ruleOf(body.error), false);
        joinFailed(m_context.settings.retryBackoff);
        return;
    default:
        joinFailed(m_context.settings.retryBackoff);
        if (!protocol::isRetriable(body.error))
            m_thrown = {body.error, completion.cause};
        return;
    }
}

// The group's leader divides the partitions: RangeAssignor, or RoundRobinAssignor where it is configured.
std::vector<protocol::MemberAssignment> GroupMember::assign(const protocol::JoinGroupResponse& response)
{
    std::vector<protocol::MemberAssignment> result;
    std::map<std::string, std::size_t> slot;
    std::vector<const protocol::JoinedMember*> members;
    for (const protocol::JoinedMember& member : response.members)
        members.push_back(&member);
    std::sort(members.begin(), members.end(), [](const auto* a, const auto* b) {
        const std::string& x = a->groupInstanceId.empty() ? a->memberId : a->groupInstanceId;
        const std::string& y = b->groupInstanceId.empty() ? b->memberId : b->groupInstanceId;
        return x < y;
    });
    std::set<std::string> topics;
    for (const protocol::JoinedMember* member : members) {
        slot[member->memberId] = result.size();
        result.push_back({member->memberId, {}});
        topics.insert(member->topics.begin(), member->topics.end());
    }
    m_assignedCounts.clear();
    std::size_t next = 0;
    for (const std::string& topic : topics) {
        const protocol::TopicMetadata* data = m_metadata.topic(topic);
        const std::size_t count = data ? data->partitions.size() : 0;
        m_assignedCounts[topic] = count;
        std::vector<const protocol::JoinedMember*> interested;
        for (const protocol::JoinedMember* member : members) {
            if (std::find(member->topics.begin(), member->topics.end(), topic) != member->topics.end())
                interested.push_back(member);
        }
        if (interested.empty())
            continue;
        if (m_context.settings.assignor == "roundrobin") {
            for (std::size_t p = 0; p < count; ++p)
                result[slot[interested[next++ % interested.size()]->memberId]].partitions.push_back(
                    {topic, static_cast<std::int32_t>(p)});
            continue;
        }
        const std::size_t each = count / interested.size();
        const std::size_t extra = count % interested.size();
        std::size_t p = 0;
        for (std::size_t i = 0; i < interested.size(); ++i) {
            for (std::size_t n = each + (i < extra ? 1 : 0); n > 0; --n)
                result[slot[interested[i]->memberId]].partitions.push_back({topic, static_cast<std::int32_t>(p++)});
        }
    }
    return result;
}

void GroupMember::sendSync(const protocol::JoinGroupResponse& response, EventId cause)
{
    protocol::SyncGroupRequest body;
    body.groupId = m_context.settings.groupId;
    body.memberId = m_memberId;
    body.groupInstanceId = m_context.settings.groupInstanceId;
    body.generation = m_generation;
    // From version 5 on a broker answers INCONSISTENT_GROUP_PROTOCOL to who leaves them out (KIP-559).
    if (response.protocolType) {
        body.protocolType = *response.protocolType;
        body.protocolName = response.protocolName;
    }
    m_isLeader = response.leader == m_memberId;
    if (m_isLeader)
        body.assignments = assign(response);
    if (!m_coordinator) {
        joinFailed(m_context.settings.retryBackoff);
        return;
    }
    m_client.send(*m_coordinator,
        request(
            ApiKey::SyncGroup, std::move(body), cause, RuleId::AssignmentReady, m_isLeader ? "leader" : "follower"),
        RuleId::CoordinatorNeeded);
}

void GroupMember::onSync(const Completion& completion)
{
    m_joinCause = completion.cause;
    m_lastGroupEvent = completion.cause;
    if (completion.disconnected) {
        markCoordinatorUnknown(completion.cause, m_context.trace[completion.cause].rule, true);
        joinFailed(m_context.settings.retryBackoff);
        return;
    }
    const auto& body = std::get<protocol::SyncGroupResponse>(completion.response.body);
    switch (body.error) {
    case ErrorCode::None:
        break;
    case ErrorCode::RebalanceInProgress:
        joinFailed(Duration::zero());
        return;
    case ErrorCode::UnknownMemberId:
    case ErrorCode::IllegalGeneration:
        resetGeneration();
        joinFailed(Duration::zero());
        return;
    case ErrorCode::NotCoordinator:
    case ErrorCode::CoordinatorNotAvailable:
        markCoordinatorUnknown(completion.cause, ruleOf(body.error), false);
        joinFailed(m_context.settings.retryBackoff);
        return;
    default:
        joinFailed(m_context.settings.retryBackoff);
        if (!protocol::isRetriable(body.error))
            m_thrown = {body.error, completion.cause};
        return;
    }
    m_joinInFlight = false;
    m_rejoinNeeded = false;
    m_needsJoinPrepare = true;
    m_state = State::Stable;
    trace::Event joined = m_context.event(EventKind::GroupJoined, completion.cause, RuleId::ResponseArrived);
    joined.value = m_generation;
    joined.text = m_context.trace.intern(m_memberId);
    joined.node = completion.node;
    m_lastGroupEvent = m_context.append(joined);
    m_heartbeatEnabled = true;
    m_lastHeartbeat = m_lastHeartbeatAnswer = m_lastPoll = m_context.now; // heartbeat.resetTimeouts()

    m_subscriptions.assign(body.assignment, false, m_lastGroupEvent);
    std::string text;
    for (const PartitionPosition& p : m_subscriptions.partitions)
        text += (text.empty() ? "" : ", ") + protocol::toString(p.id);
    const EventId assigned
        = m_context.append(EventKind::PartitionsAssigned, m_lastGroupEvent, RuleId::ResponseArrived,
            text.empty() ? "none" : text, static_cast<std::int64_t>(m_subscriptions.partitions.size()));
    for (PartitionPosition& p : m_subscriptions.partitions)
        p.cause = assigned;
    m_nextAutoCommit = saturatingAdd(m_context.now, m_context.settings.autoCommitInterval);
}

void GroupMember::checkMetadata()
{
    if (!m_isLeader || m_state != State::Stable)
        return;
    for (const auto& [topic, count] : m_assignedCounts) {
        const protocol::TopicMetadata* data = m_metadata.topic(topic);
        if (data && data->partitions.size() != count) {
            m_rejoinNeeded = true;
            m_joinCause = m_metadata.lastUpdate();
            return;
        }
    }
}

// ---- leaving ----

// AbstractCoordinator#maybeLeaveGroup: who has a member id leaves, even while its JOIN_GROUP still waits for the others ("generation
// != NO_GENERATION" up to 2.1, hasMemberId() from 2.2 on, where MEMBER_ID_REQUIRED gives the id before any generation, KIP-394).
bool GroupMember::leave(EventId cause, RuleId rule)
{
    const bool member = !m_memberId.empty();
    const bool dynamic = m_context.settings.groupInstanceId.empty();
    const bool send = member && dynamic && !coordinatorUnknown() && m_state != State::Unjoined;
    if (send) {
        m_client.send(*m_coordinator,
            request(ApiKey::LeaveGroup, protocol::LeaveGroupRequest {m_context.settings.groupId, m_memberId}, cause,
                rule, m_context.settings.groupId),
            RuleId::CoordinatorNeeded);
        m_lastGroupEvent = m_context.append(EventKind::GroupLeft, cause, rule, m_memberId);
        m_joinCause = m_lastGroupEvent;
    }
    resetGeneration();
    m_heartbeatEnabled = false;
    return send;
}

// It was not sent, since this coordinator does not speak it: poll() throws, and the coordinator remains the coordinator.
bool GroupMember::onUnsupported(ApiKey api)
{
    switch (api) {
    case ApiKey::FindCoordinator:
        m_findInFlight = false;
        break;
    case ApiKey::JoinGroup:
    case ApiKey::SyncGroup:
        joinFailed(m_context.settings.retryBackoff);
        break;
    case ApiKey::OffsetFetch:
        m_offsetFetchInFlight = false;
        m_offsetFetchNotBefore = saturatingAdd(m_context.now, m_context.settings.retryBackoff);
        break;
    case ApiKey::OffsetCommit:
        if (m_syncCommit == SyncCommit::InFlight)
            m_syncCommit = SyncCommit::Finished;
        break;
    case ApiKey::Heartbeat:
    case ApiKey::LeaveGroup:
        break;
    default:
        return false;
    }
    return true;
}

bool GroupMember::complete(const Completion& completion)
{
    if (completion.unsupported)
        return onUnsupported(completion.api);
    switch (completion.api) {
    case ApiKey::FindCoordinator:
        onFindCoordinator(completion);
        return true;
    case ApiKey::JoinGroup:
        onJoin(completion);
        return true;
    case ApiKey::SyncGroup:
        onSync(completion);
        return true;
    case ApiKey::Heartbeat:
        onHeartbeat(completion);
        return true;
    case ApiKey::OffsetCommit:
        onCommit(completion);
        return true;
    case ApiKey::OffsetFetch:
        onOffsetFetch(completion);
        return true;
    case ApiKey::LeaveGroup:
        return true;
    default:
        return false;
    }
}

} // namespace connscope::client
