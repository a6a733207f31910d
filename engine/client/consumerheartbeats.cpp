// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/consumer.h"

#include <algorithm>

/// \file
/// The heartbeat thread of a member whose application is busy: it alone polls then.

namespace connscope::client {

// ConsumerNetworkClient#pollNoWakeup: one poll that does not wait.
void Consumer::pollNoWakeup()
{
    const std::size_t before = m_context.trace.size();
    const Duration sends = m_client.beforePoll(m_completions);
    const Duration metadata = m_network.beforeSelect();
    if (!m_network.select(m_reports, m_completions))
        m_network.deliver(m_reports, m_completions);
    finishPass();
    m_quiet = m_context.trace.size() == before;
    m_quietUntil = saturatingAdd(m_context.now, std::min(sends, metadata));
}

// When the heartbeat thread's next poll can find something to do: it polls every retry.backoff.ms, and rounds that cannot
// are left out. Whatever waits for the next round in the network client keeps the thread awake: an unsent request, a
// connection that is being made, an answer that may not come in time.
Instant Consumer::heartbeatThreadDue() const
{
    if (!m_quiet || !m_reports.empty() || m_client.hasPending() || m_network.isConnecting())
        return m_context.now;
    return std::min({m_network.nextIdleExpiry(), m_quietUntil,
        saturatingAdd(m_context.now, m_context.settings.heartbeatInterval)});
}

// The heartbeat thread looks around every retry.backoff.ms from its last heartbeat on (AbstractCoordinator.HeartbeatThread#run:
// wait(retryBackoffMs)); a poll() of the application wakes it for what is due (#pollHeartbeat), work elsewhere does not. The
// first of these rounds at \a t or after.
Instant Consumer::heartbeatRound(Instant t) const
{
    if (m_context.settings.retryBackoff == Duration::zero())
        return kNever; // Object#wait(0) is for ever: nothing but a poll() wakes it
    const Instant from = m_group.lastHeartbeat();
    if (t == kNever || t <= from || !m_group.coordinatorNode())
        return t;
    const Duration step = m_context.settings.retryBackoff;
    return saturatingAdd(from, step * ((t - from + step - Duration {1}) / step));
}

// The first behind now.
Instant Consumer::nextHeartbeatRound() const
{
    const Duration step = m_group.coordinatorNode() ? Duration {1} : m_context.settings.retryBackoff;
    return heartbeatRound(m_context.now + step);
}

// Whether it has its turn now.
bool Consumer::heartbeatThreadWakes() const
{
    return m_thread != Thread::Polling && m_group.heartbeatEnabled()
        && (m_context.now >= m_heartbeatPoll || m_context.now >= heartbeatRound(m_group.nextHeartbeat()));
}

} // namespace connscope::client
