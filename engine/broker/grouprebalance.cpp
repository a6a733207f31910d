// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/groupcoordinator.h"

#include <algorithm>

// The rebalance of a group, from the first reason for it to the answers; and what of a group survives its coordinator.

namespace connscope::broker {

using trace::EventKind;
using trace::RuleId;

void GroupCoordinator::maybePrepareRebalance(Group& group, EventId cause)
{
    if (group.state != GroupState::PreparingRebalance)
        prepareRebalance(group, cause);
}

void GroupCoordinator::prepareRebalance(Group& group, EventId cause)
{
    const bool wasEmpty = group.state == GroupState::Empty;
    trace::Event e = m_world.event(EventKind::GroupRebalancing, cause, RuleId::RebalanceInProgress);
    e.broker = m_world.idOf(group.coordinator);
    e.value = static_cast<std::int64_t>(group.members.size());
    group.rebalance = m_world.append(e, group.id);
    if (group.state == GroupState::CompletingRebalance) {
        for (auto& [uid, member] : group.members) {
            member.assignment.clear();
            member.assignmentBytes.reset();
        }
        propagateAssignment(group, Error::RebalanceInProgress, RuleId::RebalanceInProgress, group.rebalance);
    }
    group.state = GroupState::PreparingRebalance;
    group.initialDelay = wasEmpty;
    ++group.joinToken;
    if (!wasEmpty) {
        m_world.timers.set(saturatingAdd(m_world.now, group.rebalanceTimeout()), TimerKind::JoinDelay,
            numberOf(group), group.joinToken);
        return;
    }
    group.delay = m_world.brokers[group.coordinator].config.initialRebalanceDelay;
    group.remaining = std::max(Duration {}, group.rebalanceTimeout() - group.delay);
    if (group.delay.count() > 0) {
        m_world.timers.set(
            saturatingAdd(m_world.now, group.delay), TimerKind::JoinDelay, numberOf(group), group.joinToken);
    }
}

void GroupCoordinator::joinDelayOver(Group& group)
{
    if (group.initialDelay && group.newMemberAdded && group.remaining.count() > 0) {
        group.newMemberAdded = false;
        const Duration last = group.delay;
        group.delay = std::min(m_world.brokers[group.coordinator].config.initialRebalanceDelay, group.remaining);
        group.remaining = std::max(Duration {}, group.remaining - last);
        if (group.delay.count() > 0) {
            m_world.timers.set(
                saturatingAdd(m_world.now, group.delay), TimerKind::JoinDelay, numberOf(group), ++group.joinToken);
            return;
        }
    }
    completeJoin(group, group.rebalance);
}

void GroupCoordinator::tryCompleteJoin(Group& group, EventId cause)
{
    if (group.state != GroupState::PreparingRebalance)
        return;
    if (group.initialDelay ? group.delay.count() <= 0 : group.allJoined())
        completeJoin(group, cause);
}

void GroupCoordinator::completeJoin(Group& group, EventId cause)
{
    // Dynamic members that have not joined again are out; static ones keep their place until their session ends.
    for (auto it = group.members.begin(); it != group.members.end();) {
        const Member& member = it->second;
        if (member.awaitingJoin || !member.instanceId.empty()) {
            ++it;
            continue;
        }
        trace::Event e = m_world.event(EventKind::MemberRemoved, group.rebalance, RuleId::RebalanceInProgress);
        e.broker = m_world.idOf(group.coordinator);
        m_world.append(e, member.id);
        it = eraseMember(group, member.uid);
    }
    const Member* leader = group.members.findUid(group.leader);
    if (leader != nullptr && !leader->awaitingJoin) {
        const auto joined = std::find_if(
            group.members.begin(), group.members.end(), [](const auto& entry) { return entry.second.awaitingJoin; });
        if (joined == group.members.end()) {
            // Only silent static members are left: wait on, until their sessions end.
            m_world.timers.set(saturatingAdd(m_world.now, group.rebalanceTimeout()), TimerKind::JoinDelay,
                numberOf(group), ++group.joinToken);
            group.initialDelay = false;
            return;
        }
        group.leader = joined->first;
    }
    ++group.generation;
    ++group.joinToken;
    const bool initial = group.initialDelay;
    group.initialDelay = false;
    group.newMemberAdded = false;
    if (group.members.empty()) {
        group.state = GroupState::Empty;
        group.protocol.clear();
        store(group);
        return;
    }
    group.state = GroupState::CompletingRebalance;
    group.protocol = group.members.selectProtocol();
    for (auto& [uid, member] : group.members) {
        if (member.awaitingJoin) {
            const bool waited = member.joinedAt != m_world.now;
            answerJoin(group, member, Error::None,
                !waited       ? RuleId::BrokerAnswers
                    : initial ? RuleId::RebalanceDelay
                              : RuleId::RebalanceInProgress,
                cause);
        }
        schedule(group, member, member.sessionTimeout);
        member.isNew = false;
    }
}

void GroupCoordinator::answerJoin(Group& group, Member& member, Error error, RuleId rule, EventId cause)
{
    protocol::JoinGroupResponse response;
    response.error = error;
    response.memberId = member.id;
    if (error == Error::None) {
        response.generation = group.generation;
        response.protocolName = group.protocol;
        response.protocolType = member.protocolType();
        response.leader = group.members.findUid(group.leader)->id;
        if (member.uid == group.leader)
            listMembers(group, response);
    }
    group.members.setAwaitingJoin(member, false);
    m_sockets.answer(member.join, std::move(response), error, rule, cause);
}

void GroupCoordinator::propagateAssignment(Group& group, Error error, RuleId rule, EventId cause)
{
    for (auto& [uid, member] : group.members) {
        if (!member.awaitingSync)
            continue;
        member.awaitingSync = false;
        protocol::SyncGroupResponse response;
        if (error == Error::None)
            response = syncAnswer(group, member);
        response.error = error;
        m_sockets.answer(member.sync, std::move(response), error, rule, cause);
        schedule(group, member, member.sessionTimeout);
    }
}

// -- what survives --

void GroupCoordinator::store(Group& group)
{
    group.stored = {group.generation, group.protocol, group.leader, group.members};
    for (auto& [uid, member] : group.stored.members) {
        group.stored.members.setAwaitingJoin(member, false);
        member.awaitingSync = false;
    }
}

void GroupCoordinator::store(Group& group, const Member& member)
{
    if (group.stored.members.findUid(member.uid) != nullptr)
        group.stored.members.erase(member.uid);
    Member& stored = group.stored.members.add(member);
    group.stored.members.setAwaitingJoin(stored, false);
    stored.awaitingSync = false;
}

void GroupCoordinator::unload(Group& group, EventId cause)
{
    for (auto& [uid, member] : group.members) {
        if (member.awaitingJoin)
            answerJoin(group, member, Error::NotCoordinator, RuleId::CoordinatorLoading, cause);
    }
    propagateAssignment(group, Error::NotCoordinator, RuleId::CoordinatorLoading, cause);
    ++group.joinToken;
    group.initialDelay = false;
    group.newMemberAdded = false;
    group.pending.clear();
    group.generation = group.stored.generation;
    group.protocol = group.stored.protocol;
    group.leader = group.stored.leader;
    group.members = group.stored.members;
    group.state = group.members.empty() ? GroupState::Empty : GroupState::Stable;
}

void GroupCoordinator::load(Group& group)
{
    for (auto& [uid, member] : group.members) {
        member.isNew = false;
        member.armedAt = kNever;
        member.timerToken = static_cast<std::int64_t>(m_nextUid++) << 20; // no timer of the old coordinator counts
        schedule(group, member, member.sessionTimeout);
    }
}

void GroupCoordinator::reassign(EventId cause)
{
    for (Group& group : m_groups) {
        const BrokerIndex coordinator = m_seats.of(group.id);
        if (coordinator == group.coordinator)
            continue;
        trace::Event e = m_world.event(EventKind::CoordinatorMoved, cause, RuleId::LeadershipChanged);
        e.broker = m_world.idOf(coordinator);
        const EventId moved = m_world.append(e, "group " + group.id);
        unload(group, moved);
        group.coordinator = coordinator;
        if (isRunning(group))
            load(group);
    }
}

} // namespace connscope::broker
