// SPDX-License-Identifier: GPL-3.0-or-later
// What only the kernel knows, asked for while something changes.
#include "real/leftends.h"
#include "real/sockettransport.h"

#include <algorithm>

namespace connscope::real {

using trace::Vantage;

namespace {

/// How often the table is looked at: right after a change, a while after it, and while nothing changes.
constexpr Duration kSoon {ms(2)};
constexpr Duration kOften {ms(20)};
constexpr Duration kSeldom {ms(250)};
/// A look may take this share of the time: one in so many.
constexpr int kLookShare = 25;
/// For how long after a change a look is due often.
constexpr Duration kLively {ms(500)};

} // namespace

// With ten thousand sockets the kernel's table takes a while to read: then it is read less often.
Duration SocketTransport::pauseBetweenLooks(bool lively) const
{
    return std::max(lively ? kOften : kSeldom, m_lookTook * kLookShare);
}

void SocketTransport::changing()
{
    m_changedAt = m_now;
    scheduleSample(std::max(kSoon, m_sampledAt + m_lookTook * kLookShare - m_now));
}

void SocketTransport::scheduleSample(Duration after)
{
    const Instant at = m_now + after;
    if (at >= m_sampleAt)
        return;
    m_sampleAt = at;
    m_scheduler.schedule(at, static_cast<std::uint8_t>(Due::Sample));
}

void SocketTransport::sample(Instant now)
{
    m_now = now;
    m_sampledAt = now;
    const Instant began = m_setup.clock->now();
    for (auto& [id, port] : m_ports) {
        if (port.listening)
            port.listening->retry();
    }
    auto rows = readSocketTable();
    if (!rows)
        return; // no kernel tells: what programs see is all there is
    const SocketTable table(std::move(*rows));
    bool moving = false;
    for (const ConnectionId id : live()) {
        if (Connection* c = find(id))
            look(*c, table);
        const Connection* c = find(id); // it may be gone by now
        if (c == nullptr)
            continue;
        moving |= c->client_.state != TcpState::Established && c->client_.state != TcpState::TimeWait;
        moving |= c->broker_.ours && c->broker_.state != TcpState::Established;
    }
    m_left.look(table, now);
    const bool anyAwait = m_outsiders.findEnded(now);
    m_lookTook = m_setup.clock->now() - began;
    if (m_live > 0 || !m_left.isEmpty() || anyAwait)
        scheduleSample(pauseBetweenLooks(moving && now - m_changedAt < kLively));
}

void SocketTransport::look(Connection& c, const SocketTable& table)
{
    if (c.local.port == 0 || (c.isOutside() && c.outsider == nullptr))
        return;
    sampleEnd(c, Side::Client, table.stateOf(c.local, c.remote));
    // The broker's end is seen if it is on this machine.
    if (c.broker_.ours || c.remote.isLoopback())
        sampleEnd(c, Side::Broker, table.stateOf(c.remote, c.local));
    forgetIfGone(c);
}

void SocketTransport::sampleEnd(Connection& c, Side side, TcpState state)
{
    End& e = end(c, side);
    if (e.gone)
        return;
    if (state == TcpState::None || state == TcpState::Closed) {
        // Not in the table: gone, once its program has let go of it. Before that the look and the handshake crossed.
        const bool letGo = e.ours ? e.closed
                                  : e.state == TcpState::LastAck || e.state == TcpState::TimeWait
                || e.state == TcpState::FinWait1 || e.state == TcpState::FinWait2 || e.state == TcpState::CloseWait
                || e.state == TcpState::Closing || (e.state == TcpState::Established && otherEndIsOver(c, side));
        if (!letGo)
            return;
        // Our own client had let go of it before the answer came: its kernel said so, only later than usual.
        if (side == Side::Broker && c.answeredLate.isValid() && e.state == TcpState::LastAck && c.client_.ours
            && c.client_.closed) {
            foundReset(c, side, c.answeredLate, Vantage::Sampled);
            return;
        }
        e.gone = true;
        if (e.state != TcpState::Closed)
            note(c, EventKind::Closed, side, TcpState::Closed, e.last,
                ruleOfVanishing(
                    e.state, m_now - e.since, end(c, side == Side::Client ? Side::Broker : Side::Client).state),
                Vantage::Sampled);
        return;
    }
    if (!mayFollow(e.state, state))
        return;
    // Of an end that is somebody else's the first that is known is what it answered.
    const EventId cause = e.last.isValid() ? e.last : end(c, side == Side::Client ? Side::Broker : Side::Client).last;
    note(c, EventKind::TcpState, side, state, cause, ruleOfState(state), Vantage::Sampled);
}

bool SocketTransport::otherEndIsOver(const Connection& c, Side side) const
{
    const End& other = side == Side::Broker ? c.client_ : c.broker_;
    return other.closed || other.gone;
}

} // namespace connscope::real
