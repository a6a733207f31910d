// SPDX-License-Identifier: GPL-3.0-or-later
// Answers that nobody reads: how much memory they may hold.
#include "real/sockettransport.h"

#include <algorithm>
#include <string>

namespace connscope::real {

void SocketTransport::leftUnread(Connection& c)
{
    c.unreadSince = m_now;
    m_unread.emplace_back(c.id, m_now);
    if (m_unread.size() == 1)
        m_scheduler.schedule(m_now + kUnreadPatience, static_cast<std::uint8_t>(Due::Unread));
}

bool SocketTransport::stillUnread(ConnectionId id, Instant since) const
{
    const Connection* c = find(id);
    return c != nullptr && c->unreadSince == since && c->far && c->far->unsent() > 0;
}

void SocketTransport::limitUnread(Instant now)
{
    // Few: nothing more is read from a connection whose answer waits, so each of them is here once.
    std::erase_if(m_unread, [this](const auto& one) { return !stillUnread(one.first, one.second); });
    std::size_t held = 0;
    for (const auto& [id, since] : m_unread)
        held += find(id)->far->held();
    while (held > kMostUnread && m_unread.front().second + kUnreadPatience <= now) {
        const auto [id, since] = m_unread.front();
        m_unread.pop_front();
        Connection& c = *find(id);
        held -= c.far->held();
        const EventId wrong = append(c, EventKind::ProtocolError, Side::Broker, TcpState::None, c.broker_.last,
            RuleId::ConnectionReset, trace::Vantage::Observed, 0,
            std::to_string(c.far->unsent()) + " bytes of an answer wait to be read for " + formatDuration(now - since)
                + "; answers that nobody reads may hold " + std::to_string(kMostUnread) + " bytes of memory");
        c.broker_.last = wrong;
        note(c, EventKind::ResetSent, Side::Broker, TcpState::Closed, wrong, RuleId::ConnectionReset);
        c.broker_.closed = c.broker_.gone = true;
        c.far->close(true);
        if (c.accepted)
            m_programs.disconnected(id, true, c.broker_.last);
        changing();
        forgetIfGone(c);
    }
    if (!m_unread.empty())
        m_scheduler.schedule(std::max(m_unread.front().second + kUnreadPatience, now + kUnreadPatience / 5),
            static_cast<std::uint8_t>(Due::Unread));
}

} // namespace connscope::real
