// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/groupcoordinator.h"

#include <algorithm>
#include <utility>

namespace connscope::broker {

using trace::RuleId;

GroupCoordinator::GroupCoordinator(World& world, SocketServer& sockets, Topics& topics, Coordinators& seats, Rng rng)
    : m_world(world)
    , m_sockets(sockets)
    , m_topics(topics)
    , m_seats(seats)
    , m_rng(rng)
{
}

// -- looking up --

Group* GroupCoordinator::find(std::string_view id, RequestRef ref)
{
    std::uint32_t& hint = m_sockets.connection(ref.slot).groupHint;
    if (hint < m_groups.size() && m_groups[hint].id == id)
        return &m_groups[hint];
    const auto it = m_byId.find(id);
    if (it == m_byId.end())
        return nullptr;
    hint = it->second;
    return &m_groups[hint];
}

Group& GroupCoordinator::findOrAdd(std::string_view id, RequestRef ref)
{
    if (Group* group = find(id, ref))
        return *group;
    m_byId.emplace(id, static_cast<std::uint32_t>(m_groups.size()));
    Group& group = m_groups.emplace_back();
    group.id = id;
    group.coordinator = m_seats.of(id);
    return group;
}

GroupCoordinator::Error GroupCoordinator::check(std::string_view groupId, RequestRef ref)
{
    const BrokerIndex broker = m_sockets.connection(ref.slot).broker;
    const Group* group = find(groupId, ref);
    return (group != nullptr ? group->coordinator : m_seats.of(groupId)) == broker ? Error::None
                                                                                   : Error::NotCoordinator;
}

bool GroupCoordinator::isRunning(const Group& group) const
{
    return group.coordinator != kNoBroker && m_world.brokers[group.coordinator].up;
}

// -- JOIN_GROUP --

void GroupCoordinator::refuseJoin(RequestRef ref, std::string_view memberId, Error error, EventId cause)
{
    protocol::JoinGroupResponse response;
    response.error = error;
    response.memberId = memberId;
    m_sockets.answer(ref, std::move(response), error, RuleId::BrokerAnswers, cause);
}

bool GroupCoordinator::acceptsMember(const Group& group, const protocol::JoinGroupRequest& request) const
{
    const std::int64_t limit
        = group.coordinator == kNoBroker ? 0 : m_world.brokers[group.coordinator].config.maxGroupSize;
    const Member* member = group.members.find(request.memberId);
    switch (group.state) {
    case GroupState::Empty:
        return true;
    case GroupState::PreparingRebalance:
        return (member != nullptr && member->awaitingJoin)
            || static_cast<std::int64_t>(group.members.awaitingJoins()) < limit;
    case GroupState::CompletingRebalance:
    case GroupState::Stable:
        break;
    }
    return member != nullptr || static_cast<std::int64_t>(group.members.size()) < limit;
}

void GroupCoordinator::joinGroup(RequestRef ref, const protocol::JoinGroupRequest& request)
{
    const Work& work = *m_sockets.work(ref);
    const EventId cause = work.received;
    if (const Error error = check(request.groupId, ref); error != Error::None) {
        refuseJoin(ref, request.memberId, error, work.received);
        return;
    }
    if (request.groupId.empty()) {
        refuseJoin(ref, request.memberId, Error::InvalidGroupId, work.received);
        return;
    }
    const BrokerConfig& config = configOf(ref);
    if (request.sessionTimeout < config.minSessionTimeout || request.sessionTimeout > config.maxSessionTimeout) {
        refuseJoin(ref, request.memberId, Error::InvalidSessionTimeout, work.received);
        return;
    }
    if (!request.memberId.empty() && find(request.groupId, ref) == nullptr) {
        refuseJoin(ref, request.memberId, Error::UnknownMemberId, work.received);
        return;
    }
    Group& group = findOrAdd(request.groupId, ref);
    const bool otherProtocol = !speaksWithAll(group, request);
    if (!acceptsMember(group, request)) {
        if (const Member* member = group.members.find(request.memberId))
            eraseMember(group, member->uid);
        refuseJoin(ref, "", Error::GroupMaxSizeReached, work.received);
    } else if (otherProtocol) {
        refuseJoin(ref, request.memberId, Error::InconsistentGroupProtocol, work.received);
    } else if (request.memberId.empty()) {
        joinUnknown(group, request, ref, work);
    } else {
        joinKnown(group, request, ref, work);
    }
    tryCompleteJoin(group, cause);
}

// -- SYNC_GROUP --

void GroupCoordinator::syncGroup(RequestRef ref, protocol::SyncGroupRequest& request)
{
    const Work& work = *m_sockets.work(ref);
    const EventId cause = work.received;
    const auto refuse = [&](Error error) {
        protocol::SyncGroupResponse response;
        response.error = error;
        m_sockets.answer(ref, std::move(response), error, RuleId::BrokerAnswers, cause);
    };
    if (const Error error = check(request.groupId, ref); error != Error::None)
        return refuse(error);
    Group* group = find(request.groupId, ref);
    if (group == nullptr)
        return refuse(Error::UnknownMemberId);
    if (group->isFenced(request.memberId))
        return refuse(Error::FencedInstanceId);
    Member* found = group->members.find(request.memberId);
    if (found == nullptr)
        return refuse(Error::UnknownMemberId);
    if (const Error error = checkInstance(*group, request.memberId, request.groupInstanceId); error != Error::None)
        return refuse(error);
    if (request.generation != group->generation)
        return refuse(Error::IllegalGeneration);
    if ((!request.protocolType.empty() && request.protocolType != group->protocolType)
        || (!request.protocolName.empty() && request.protocolName != group->protocol))
        return refuse(Error::InconsistentGroupProtocol); // KIP-559
    Member& member = *found;
    member.lastHeard = cause;
    switch (group->state) {
    case GroupState::Empty:
        return refuse(Error::UnknownMemberId);
    case GroupState::PreparingRebalance:
        return refuse(Error::RebalanceInProgress);
    case GroupState::CompletingRebalance:
        member.sync = ref;
        member.awaitingSync = true;
        if (group->leader != member.uid)
            return;
        for (auto& [uid, m] : group->members) {
            m.assignment.clear(); // who is left out has nothing
            m.assignmentBytes.reset();
        }
        for (protocol::MemberAssignment& share : request.assignments) {
            if (Member* to = group->members.find(share.memberId)) {
                to->assignment = std::move(share.partitions);
                to->assignmentBytes = std::move(share.bytes);
            }
        }
        group->state = GroupState::Stable;
        propagateAssignment(*group, Error::None, RuleId::AssignmentReady, cause);
        store(*group);
        return;
    case GroupState::Stable:
        break;
    }
    m_sockets.answer(ref, syncAnswer(*group, member), Error::None, RuleId::BrokerAnswers, cause);
    schedule(*group, member, member.sessionTimeout);
}

protocol::SyncGroupResponse GroupCoordinator::syncAnswer(const Group& group, const Member& member)
{
    protocol::SyncGroupResponse response;
    response.assignment = member.assignment;
    response.bytes = member.assignmentBytes;
    if (member.detail) {
        response.protocolType = member.protocolType();
        response.protocolName = group.protocol;
    }
    return response;
}

// -- HEARTBEAT, LEAVE_GROUP --

void GroupCoordinator::heartbeat(RequestRef ref, const protocol::HeartbeatRequest& request)
{
    const Work& work = *m_sockets.work(ref);
    const EventId cause = work.received;
    const auto answer = [&](Error error) {
        m_sockets.answer(ref, protocol::HeartbeatResponse {error}, error, RuleId::BrokerAnswers, cause);
    };
    if (const Error error = check(request.groupId, ref); error != Error::None)
        return answer(error);
    Group* group = find(request.groupId, ref);
    if (group == nullptr)
        return answer(Error::UnknownMemberId);
    Member* member = group->members.find(request.memberId);
    if (member == nullptr)
        return answer(group->isFenced(request.memberId) ? Error::FencedInstanceId : Error::UnknownMemberId);
    if (const Error error = checkInstance(*group, request.memberId, request.groupInstanceId); error != Error::None)
        return answer(error);
    if (request.generation != group->generation)
        return answer(Error::IllegalGeneration);
    if (group->state == GroupState::Empty)
        return answer(Error::UnknownMemberId);
    member->lastHeard = cause;
    schedule(*group, *member, member->sessionTimeout);
    if (group->state == GroupState::PreparingRebalance) // the answer is about whoever joined or left
        m_sockets.answer(ref, protocol::HeartbeatResponse {Error::RebalanceInProgress}, Error::RebalanceInProgress,
            RuleId::RebalanceInProgress, group->rebalance);
    else
        answer(Error::None);
}

namespace {

/// Why a member leaves, as the client's own event of the request says.
RuleId leaveRule(const World& world, const Work& work)
{
    if (work.arrival.isValid() && work.arrival.value < world.trace.size()) {
        const RuleId rule = world.trace[work.arrival].rule;
        if (rule == RuleId::MaxPollInterval)
            return rule;
    }
    return RuleId::LeaveOnClose;
}

} // namespace

GroupCoordinator::Error GroupCoordinator::leave(
    Group& group, const protocol::LeavingMember& leaving, RuleId rule, EventId cause)
{
    Member* member = group.members.find(leaving.memberId);
    if (!leaving.groupInstanceId.empty()) {
        // An administrator names a static member without knowing its id (KIP-345).
        member = group.members.findInstance(leaving.groupInstanceId);
        if (member != nullptr && !leaving.memberId.empty() && member->id != leaving.memberId)
            return Error::FencedInstanceId;
    } else if (group.pending.erase(leaving.memberId)) {
        tryCompleteJoin(group, cause);
        return Error::None;
    }
    if (member == nullptr)
        return group.isFenced(leaving.memberId) ? Error::FencedInstanceId : Error::UnknownMemberId;
    removeMember(group, *member, rule, cause);
    return Error::None;
}

void GroupCoordinator::leaveGroup(RequestRef ref, const protocol::LeaveGroupRequest& request)
{
    const Work& work = *m_sockets.work(ref);
    const EventId cause = work.received;
    const RuleId rule = leaveRule(m_world, work);
    protocol::LeaveGroupResponse response;
    response.error = check(request.groupId, ref);
    if (response.error == Error::None) {
        Group* group = find(request.groupId, ref);
        const auto part = [&](const protocol::LeavingMember& leaving) {
            return group == nullptr ? Error::UnknownMemberId : leave(*group, leaving, rule, cause);
        };
        for (const protocol::LeavingMember& leaving : request.members)
            response.members.push_back({leaving.memberId, leaving.groupInstanceId, part(leaving)});
        if (request.members.empty())
            response.error = part({request.memberId, {}});
    }
    const Error error = response.error;
    m_sockets.answer(ref, std::move(response), error, RuleId::BrokerAnswers, cause);
}

// -- time --

void GroupCoordinator::onTimer(const Timer& timer)
{
    Group& group = m_groups[timer.a];
    if (!isRunning(group))
        return; // whoever loads the group starts its clocks anew
    switch (timer.kind) {
    case TimerKind::JoinDelay:
        if (timer.b == group.joinToken && group.state == GroupState::PreparingRebalance)
            joinDelayOver(group);
        return;
    case TimerKind::Session:
        sessionOver(group, timer.b, timer.value);
        return;
    default:
        break;
    }
    if (group.pending.erase(timer.b))
        tryCompleteJoin(group, group.rebalance);
}

} // namespace connscope::broker
