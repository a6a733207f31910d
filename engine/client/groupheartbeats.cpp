// SPDX-License-Identifier: GPL-3.0-or-later
// What a member's heartbeat thread decides at each of its turns (AbstractCoordinator.HeartbeatThread#run).
#include "client/groupmember.h"

#include <algorithm>

namespace connscope::client {

using protocol::ErrorCode;
using trace::RuleId;

Duration GroupMember::timeToNextHeartbeat() const
{
    if (m_state == State::Unjoined)
        return Duration::max();
    return std::max(m_lastHeartbeat + m_context.settings.heartbeatInterval - m_context.now, Duration::zero());
}

Instant GroupMember::nextHeartbeat() const
{
    if (!m_heartbeatEnabled)
        return kNever;
    // Without a coordinator the thread looks for one and does nothing else, every retry.backoff.ms
    // (AbstractCoordinator.HeartbeatThread#run); neither limit is looked at meanwhile.
    if (!m_coordinator) {
        return m_findInFlight || awaitsMetadata()
            ? kNever
            : std::max({m_heartbeatLookupNotBefore, m_lookupNotBefore, saturatingAdd(m_context.now, ms(1))});
    }
    Instant next = saturatingAdd(m_lastPoll, m_context.settings.maxPollInterval + Duration {1});
    next = std::min(next, saturatingAdd(m_lastHeartbeatAnswer, m_context.settings.sessionTimeout + Duration {1}));
    return std::min(next, saturatingAdd(m_lastHeartbeat, m_context.settings.heartbeatInterval));
}

bool GroupMember::heartbeatTurn()
{
    if (!m_heartbeatEnabled)
        return false;
    if (m_state != State::Stable) {
        m_heartbeatEnabled = false;
        return false;
    }
    if (coordinatorUnknown()) {
        // While the application sleeps between two lookups it holds the lock (ensureCoordinatorReady is synchronized).
        if (m_findInFlight || awaitsMetadata() || m_context.now < m_heartbeatLookupNotBefore
            || m_context.now < m_lookupNotBefore)
            return false;
        m_heartbeatLookupNotBefore = saturatingAdd(m_context.now, m_context.settings.retryBackoff);
        return lookup(m_coordinatorCause);
    }
    if (m_context.now - m_lastHeartbeatAnswer > m_context.settings.sessionTimeout) {
        markCoordinatorUnknown(laterOf(m_lastGroupEvent, m_lastBeat), RuleId::SessionTimeout, false);
        return true;
    }
    if (m_context.now - m_lastPoll > m_context.settings.maxPollInterval)
        return leave(m_lastGroupEvent, RuleId::MaxPollInterval);
    if (m_context.now - m_lastHeartbeat < m_context.settings.heartbeatInterval)
        return false;
    m_lastHeartbeat = m_context.now;
    m_client.send(*m_coordinator,
        request(ApiKey::Heartbeat, protocol::HeartbeatRequest {m_context.settings.groupId, m_memberId, m_generation},
            m_lastGroupEvent, RuleId::HeartbeatInterval, m_context.settings.groupId),
        RuleId::CoordinatorNeeded);
    return true;
}

void GroupMember::onHeartbeat(const Completion& completion)
{
    if (completion.disconnected) {
        markCoordinatorUnknown(completion.cause, m_context.trace[completion.cause].rule, true);
        return;
    }
    const ErrorCode error = protocol::firstError(completion.response.body);
    switch (error) {
    case ErrorCode::None:
        m_lastHeartbeatAnswer = m_context.now;
        m_lastBeat = completion.cause;
        return;
    case ErrorCode::NotCoordinator:
    case ErrorCode::CoordinatorNotAvailable:
        markCoordinatorUnknown(completion.cause, ruleOf(error), false);
        return;
    case ErrorCode::RebalanceInProgress:
        // The member is still alive while it rejoins.
        m_lastHeartbeatAnswer = m_context.now;
        m_rejoinNeeded = true;
        m_joinRule = RuleId::RebalanceInProgress;
        break;
    case ErrorCode::IllegalGeneration:
    case ErrorCode::UnknownMemberId:
    case ErrorCode::FencedInstanceId:
        resetGeneration();
        break;
    default:
        break;
    }
    m_joinCause = completion.cause;
    m_lastGroupEvent = completion.cause;
}

} // namespace connscope::client
