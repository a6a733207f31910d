// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/groupcoordinator.h"

#include <algorithm>
#include <cassert>

// The members of a group: who gets in, with which id, and how long it may be silent.

namespace connscope::broker {

using trace::EventKind;
using trace::RuleId;

namespace {

/// GroupCoordinator.NewMemberJoinTimeoutMs: a new member cannot send heartbeats while its first JOIN_GROUP is held.
constexpr Duration kNewMemberJoinTimeout = ms(300'000);
/// Version of JOIN_GROUP whose senders understand MEMBER_ID_REQUIRED (KIP-394).
constexpr std::int16_t kMemberIdRequiredVersion = 4;
/// Version of JOIN_GROUP whose senders understand skip_assignment (KIP-814).
constexpr std::int16_t kSkipAssignmentVersion = 9;
/// ConsumerProtocol.PROTOCOL_TYPE: that of our own clients.
constexpr const char* kConsumerType = "consumer";
/// Ids that had their place taken are remembered for their next request only; more would be a leak.
constexpr std::size_t kMaxFenced = 64;

/// MemberMetadata#matches
bool sameProtocols(const Member& member, const protocol::JoinGroupRequest& request)
{
    if (!member.detail || !request.detail)
        return !member.detail && !request.detail && member.protocol == request.protocolName;
    const auto& own = member.detail->protocols;
    const auto& asked = request.detail->protocols;
    const auto text
        = [](const protocol::Bytes& bytes) { return bytes ? std::string_view(*bytes) : std::string_view {}; };
    return std::equal(own.begin(), own.end(), asked.begin(), asked.end(),
        [&](const protocol::GroupProtocol& a, const protocol::GroupProtocol& b) {
            return a.name == b.name && text(a.metadata) == text(b.metadata);
        });
}

} // namespace

std::shared_ptr<const MemberOrigin> GroupCoordinator::originOf(
    RequestRef ref, const protocol::JoinGroupRequest& request)
{
    if (!request.detail)
        return nullptr;
    return std::make_shared<const MemberOrigin>(
        MemberOrigin {std::string(m_sockets.clientIdOf(m_sockets.connection(ref.slot).client)),
            '/' + std::string(m_sockets.addressOf(ref.slot))});
}

bool GroupCoordinator::speaksWithAll(const Group& group, const protocol::JoinGroupRequest& request) const
{
    if (!request.detail)
        return !group.members.hasOtherProtocol(request.protocolName, request.memberId);
    const auto& protocols = request.detail->protocols;
    if (protocols.empty() || request.detail->protocolType.empty())
        return false;
    if (!group.members.empty() && request.detail->protocolType != group.protocolType)
        return false;
    return std::any_of(protocols.begin(), protocols.end(),
        [&](const protocol::GroupProtocol& p) { return !group.members.hasOtherProtocol(p.name, request.memberId); });
}

GroupCoordinator::Error GroupCoordinator::checkInstance(
    Group& group, std::string_view memberId, std::string_view instanceId)
{
    if (instanceId.empty())
        return Error::None;
    const Member* member = group.members.findInstance(instanceId);
    if (member == nullptr)
        return Error::UnknownMemberId;
    return member->id == memberId ? Error::None : Error::FencedInstanceId;
}

void GroupCoordinator::listMembers(const Group& group, protocol::JoinGroupResponse& response) const
{
    response.members.reserve(group.members.size());
    for (const auto& [uid, m] : group.members)
        response.members.push_back({m.id, m.instanceId, m.topics, m.metadataFor(group.protocol)});
}

std::string GroupCoordinator::newMemberId(std::string_view prefix)
{
    // A random UUID of version 4 behind the client.id or group.instance.id (GroupMetadata#generateMemberId).
    static constexpr char kHex[] = "0123456789abcdef";
    std::uint64_t bits[2] = {m_rng.next(), m_rng.next()};
    bits[0] = (bits[0] & ~std::uint64_t {0xf000}) | 0x4000;
    bits[1] = (bits[1] & ~(std::uint64_t {3} << 62)) | (std::uint64_t {2} << 62);
    std::string id(prefix);
    id += '-';
    for (int i = 0; i < 32; ++i) {
        if (i == 8 || i == 12 || i == 16 || i == 20)
            id += '-';
        id += kHex[bits[i / 16] >> (60 - 4 * (i % 16)) & 0xf];
    }
    return id;
}

void GroupCoordinator::joinUnknown(
    Group& group, const protocol::JoinGroupRequest& request, RequestRef ref, const Work& work)
{
    if (Member* sameInstance = group.members.findInstance(request.groupInstanceId)) {
        replaceStatic(group, *sameInstance, request, ref, work);
        return;
    }
    std::string id
        = newMemberId(request.groupInstanceId.empty() ? m_sockets.clientIdOf(m_sockets.connection(ref.slot).client)
                                                      : std::string_view(request.groupInstanceId));
    const bool needsId = request.groupInstanceId.empty() && work.request.version >= kMemberIdRequiredVersion
        && m_world.spec.version >= protocol::kV2_2;
    if (!needsId) {
        addMember(group, std::move(id), request, ref, work.received);
        return;
    }
    const std::uint32_t uid = m_nextUid++;
    group.pending.add(uid, id);
    m_world.timers.set(
        saturatingAdd(m_world.now, request.sessionTimeout), TimerKind::PendingMember, numberOf(group), uid);
    refuseJoin(ref, id, Error::MemberIdRequired, work.received);
}

void GroupCoordinator::joinKnown(
    Group& group, const protocol::JoinGroupRequest& request, RequestRef ref, const Work& work)
{
    if (group.pending.erase(request.memberId)) {
        addMember(group, request.memberId, request, ref, work.received);
        return;
    }
    Member* known = group.members.find(request.memberId);
    const Member* sameInstance = group.members.findInstance(request.groupInstanceId);
    if ((sameInstance != nullptr && sameInstance != known) || group.isFenced(request.memberId)) {
        refuseJoin(ref, request.memberId, Error::FencedInstanceId, work.received);
        return;
    }
    const bool unknownInstance = !request.groupInstanceId.empty() && sameInstance == nullptr;
    if (known == nullptr || unknownInstance || group.state == GroupState::Empty) {
        refuseJoin(ref, request.memberId, Error::UnknownMemberId, work.received);
        return;
    }
    Member& member = *known;
    member.lastHeard = work.received;
    const bool same = sameProtocols(member, request) && member.topics == request.topics;
    // A member that asks again for the same in the same generation is only told what it missed; a leader that joins
    // again in a stable group wants a new assignment.
    if ((group.state == GroupState::CompletingRebalance && same)
        || (group.state == GroupState::Stable && same && group.leader != member.uid)) {
        answerCurrent(group, member, ref, work.received);
        return;
    }
    updateMember(group, member, request, ref);
    maybePrepareRebalance(group, work.received);
}

void GroupCoordinator::addMember(
    Group& group, std::string id, const protocol::JoinGroupRequest& request, RequestRef ref, EventId cause)
{
    if (group.state == GroupState::PreparingRebalance && group.generation == 0)
        group.newMemberAdded = true;
    Member member;
    member.uid = m_nextUid++;
    member.id = std::move(id);
    member.instanceId = request.groupInstanceId;
    member.lastHeard = cause;
    member.origin = originOf(ref, request);
    if (group.members.empty())
        group.protocolType = request.detail ? request.detail->protocolType : kConsumerType;
    if (group.leader == kNone)
        group.leader = member.uid;
    Member& added = group.members.add(std::move(member));
    updateMember(group, added, request, ref);
    schedule(group, added, kNewMemberJoinTimeout);
    maybePrepareRebalance(group, cause);
}

void GroupCoordinator::updateMember(
    Group& group, Member& member, const protocol::JoinGroupRequest& request, RequestRef ref)
{
    group.members.setProtocols(member, request.protocolName, request.detail);
    member.topics = request.topics;
    member.sessionTimeout = request.sessionTimeout;
    member.rebalanceTimeout = request.rebalanceTimeout;
    member.join = ref;
    group.members.setAwaitingJoin(member, true);
    member.joinedAt = m_world.now;
}

void GroupCoordinator::replaceStatic(
    Group& group, Member& member, const protocol::JoinGroupRequest& request, RequestRef ref, const Work& work)
{
    // A static member came back without its id: it takes the old one's place (KIP-345).
    if (member.awaitingJoin)
        refuseJoin(member.join, member.id, Error::FencedInstanceId, work.received);
    if (member.awaitingSync) {
        protocol::SyncGroupResponse fenced;
        fenced.error = Error::FencedInstanceId;
        m_sockets.answer(
            member.sync, std::move(fenced), Error::FencedInstanceId, RuleId::BrokerAnswers, work.received);
        member.awaitingSync = false;
    }
    const std::string oldId = member.id;
    if (group.fenced.size() == kMaxFenced)
        group.fenced.erase(group.fenced.begin());
    group.fenced.push_back(oldId);
    group.members.setId(member, newMemberId(request.groupInstanceId));
    member.lastHeard = work.received;
    member.origin = originOf(ref, request);
    const bool kept = member.protocol == request.protocolName;
    updateMember(group, member, request, ref);
    const bool same = request.detail ? group.members.selectProtocol() == group.protocol : kept;
    schedule(group, member, member.sessionTimeout);
    switch (group.state) {
    case GroupState::Stable: {
        if (!same) {
            maybePrepareRebalance(group, work.received);
            return;
        }
        // No rebalance. The answer names the leader's old id, so that a returning leader does not assign anew; from v9 on
        // it says so in words (KIP-814).
        protocol::JoinGroupResponse response;
        response.generation = group.generation;
        response.protocolName = group.protocol;
        response.protocolType = member.protocolType();
        if (const Member* leader = group.members.findUid(group.leader)) {
            const bool returns = leader == &member;
            response.skipAssignment
                = returns && member.detail != nullptr && work.request.version >= kSkipAssignmentVersion;
            response.leader = returns && !response.skipAssignment ? oldId : leader->id;
            if (response.skipAssignment)
                listMembers(group, response);
        }
        response.memberId = member.id;
        group.members.setAwaitingJoin(member, false);
        store(group, member);
        m_sockets.answer(ref, std::move(response), Error::None, RuleId::BrokerAnswers, work.received);
        return;
    }
    case GroupState::CompletingRebalance:
        prepareRebalance(group, work.received); // the assignment on its way names the old id
        return;
    case GroupState::Empty:
    case GroupState::PreparingRebalance:
        return;
    }
}

void GroupCoordinator::answerCurrent(const Group& group, const Member& member, RequestRef ref, EventId cause)
{
    protocol::JoinGroupResponse response;
    response.generation = group.generation;
    response.protocolName = group.protocol;
    response.protocolType = member.protocolType();
    response.memberId = member.id;
    if (const Member* leader = group.members.findUid(group.leader))
        response.leader = leader->id;
    if (group.leader == member.uid)
        listMembers(group, response);
    m_sockets.answer(ref, std::move(response), Error::None, RuleId::BrokerAnswers, cause);
}

// -- leaving --

MemberList::Map::iterator GroupCoordinator::eraseMember(Group& group, std::uint32_t uid)
{
    const auto next = group.members.erase(uid);
    if (group.leader == uid)
        group.leader = group.members.empty() ? kNone : group.members.front().uid;
    return next;
}

void GroupCoordinator::removeMember(Group& group, Member& member, RuleId rule, EventId cause)
{
    trace::Event e = m_world.event(EventKind::MemberRemoved, cause, rule);
    e.broker = m_world.idOf(group.coordinator);
    const EventId removed = m_world.append(e, member.id);
    if (member.awaitingJoin)
        refuseJoin(member.join, "", Error::UnknownMemberId, removed);
    eraseMember(group, member.uid);
    switch (group.state) {
    case GroupState::Empty:
        return;
    case GroupState::Stable:
    case GroupState::CompletingRebalance:
        maybePrepareRebalance(group, removed);
        break;
    case GroupState::PreparingRebalance:
        break;
    }
    tryCompleteJoin(group, removed);
}

// -- sessions --

void GroupCoordinator::schedule(Group& group, Member& member, Duration timeout)
{
    member.deadline = saturatingAdd(m_world.now, timeout);
    if (member.deadline >= member.armedAt)
        return; // the timer on its way will look again
    member.armedAt = member.deadline;
    m_world.timers.set(member.deadline, TimerKind::Session, numberOf(group), member.uid, ++member.timerToken);
}

void GroupCoordinator::sessionOver(Group& group, std::uint32_t uid, std::int64_t token)
{
    Member* found = group.members.findUid(uid);
    if (found == nullptr || found->timerToken != token)
        return;
    Member& member = *found;
    member.armedAt = kNever;
    if (member.deadline > m_world.now) {
        schedule(group, member, member.deadline - m_world.now);
        return;
    }
    // Who waits for an answer of the coordinator need not send heartbeats (MemberMetadata#hasSatisfiedHeartbeat).
    if (!member.isNew && (member.awaitingJoin || member.awaitingSync))
        return;
    removeMember(group, member, RuleId::SessionTimeout, member.lastHeard);
}

} // namespace connscope::broker
