// SPDX-License-Identifier: GPL-3.0-or-later
// What sockets reported, played: events of the trace, and word to the brains.
#include "real/sockettransport.h"

#include "real/systemerror.h"

#include <cerrno>
#include <utility>

namespace connscope::real {

using trace::Vantage;

void SocketTransport::dispatch(const session::Scheduler::Entry& entry, Instant now)
{
    m_now = now;
    switch (static_cast<Due>(entry.kind())) {
    case Due::Happenings:
        playAll();
        break;
    case Due::Sample:
        if (m_sampleAt <= now) {
            m_sampleAt = kNever;
            sample(now);
        }
        break;
    case Due::Newcomers:
        introduceSilent(now);
        break;
    case Due::Unread:
        limitUnread(now);
        break;
    }
}

void SocketTransport::playAll()
{
    m_happeningsDue = false;
    ++m_turn;
    m_playing.swap(m_happenings);
    for (Happening& happening : m_playing) {
        if (isHeld(happening))
            m_happenings.push_back(std::move(happening));
        else
            play(happening);
    }
    m_playing.clear();
    for (const ConnectionId id : m_moved) {
        if (const Connection* c = find(id); c != nullptr && c->accepted && !c->broker_.closed)
            m_programs.used(id, m_now);
    }
    m_moved.clear();
    if (!m_happenings.empty() && !std::exchange(m_happeningsDue, true) && m_setup.wake)
        m_setup.wake();
}

/// A poll of a Java client takes one answer from a connection (Selector#attemptRead: one receive for each channel), although
/// its kernel may hold several. What lies behind it waits for the next poll, and what the client does in between is seen.
bool SocketTransport::isHeld(const Happening& h)
{
    using Kind = Happening::Kind;
    if (h.kind != Kind::Response && h.kind != Kind::Token && h.kind != Kind::ClientEnd
        && h.kind != Kind::ClientBroken)
        return false;
    Connection* c = find(h.connection);
    if (c == nullptr || !c->client_.ours)
        return false;
    if (c->answeredIn == m_turn)
        c->heldIn = m_turn;
    if (c->heldIn == m_turn)
        return true;
    if (h.kind == Kind::Response)
        c->answeredIn = m_turn;
    return false;
}

void SocketTransport::play(Happening& h)
{
    Connection* c = find(h.connection);
    if (c == nullptr)
        return; // closed by its brain meanwhile
    switch (h.kind) {
    case Happening::Kind::Accepted:
        accepted(*c);
        break;
    case Happening::Kind::Connected:
        connected(*c);
        break;
    case Happening::Kind::Secured:
        secured(*c);
        break;
    case Happening::Kind::Request:
        requestArrived(*c, h);
        break;
    case Happening::Kind::Response:
        responseArrived(*c, h);
        break;
    case Happening::Kind::Token:
        tokenArrived(*c, h);
        break;
    case Happening::Kind::ClientEnd:
        clientSideEnded(*c, h.error, h.words);
        break;
    case Happening::Kind::BrokerEnd:
        brokerSideEnded(*c, h.error);
        break;
    case Happening::Kind::ClientBroken:
        if (!c->client_.closed && !c->over) {
            protocolError(*c, Side::Client, h.wrong);
            report(*c, client::Report::Kind::Closed, c->client_.last, RuleId::ProtocolViolation);
        }
        break;
    case Happening::Kind::BrokerBroken:
        if (!c->broker_.closed) {
            if (c->isOutside())
                introduce(*c, {});
            protocolError(*c, Side::Broker, h.wrong);
            const EventId wrong = c->broker_.last;
            letGo(*c, Side::Broker, wrong, RuleId::ProtocolViolation);
            if (c->accepted)
                m_programs.disconnected(c->id, true, wrong);
            forgetIfGone(*c);
        }
        break;
    case Happening::Kind::BrokerSecured:
        brokerSecured(*c, h.words);
        break;
    case Happening::Kind::BrokerRefused:
        brokerRefused(*c, h.words);
        break;
    }
}

EventId SocketTransport::append(const Connection& c, EventKind kind, Side side, TcpState state, EventId cause,
    RuleId rule, Vantage vantage, std::int64_t value, std::string_view text)
{
    trace::Event e;
    e.at = m_now;
    e.value = value;
    e.cause = cause;
    e.connection = c.id;
    e.client = c.client;
    e.node = c.node;
    e.broker = c.broker;
    e.text = m_trace.intern(text);
    e.rule = rule;
    e.kind = kind;
    e.side = side;
    e.state = state;
    e.vantage = vantage;
    return m_trace.append(e);
}

EventId SocketTransport::note(
    Connection& c, EventKind kind, Side side, TcpState state, EventId cause, RuleId rule, Vantage vantage)
{
    End& e = end(c, side);
    e.last = append(c, kind, side, state, cause, rule, vantage);
    if (state != TcpState::None) {
        if (state != e.state)
            e.was = e.state;
        e.state = state;
        e.since = m_now;
    }
    return e.last;
}

void SocketTransport::report(Connection& c, client::Report::Kind kind, EventId cause, RuleId rule)
{
    if (kind == client::Report::Kind::Failed || kind == client::Report::Kind::Closed) {
        if (std::exchange(c.over, true))
            return;
    }
    client::Report report;
    report.kind = kind;
    report.connection = c.id;
    report.cause = cause;
    report.rule = rule;
    m_programs.report(c.client, std::move(report));
}

void SocketTransport::accepted(Connection& c)
{
    if (c.isOutside()) { // its first request says whose it is
        m_silent.emplace_back(c.id, m_now);
        if (m_silent.size() == 1)
            m_scheduler.schedule(m_now + kIntroduceAfter, static_cast<std::uint8_t>(Due::Newcomers));
        return;
    }
    const EventId event = note(
        c, EventKind::TcpState, Side::Broker, TcpState::Established, c.client_.last, RuleId::ThreeWayHandshake);
    c.accepted = true;
    m_programs.accepted(c.broker, c.id, c.client, m_processes[c.process].address, c.idleLimit, event);
}

void SocketTransport::connected(Connection& c)
{
    if (c.client_.closed)
        return;
    c.local = c.near->local();
    note(c, EventKind::TcpState, Side::Client, TcpState::Established, c.client_.last, RuleId::ThreeWayHandshake);
}

void SocketTransport::secured(Connection& c)
{
    if (c.client_.closed)
        return;
    authenticate(c);
}

void SocketTransport::requestArrived(Connection& c, Happening& h)
{
    if (c.broker_.closed)
        return;
    if (c.isOutside()) {
        outsideRequest(c, h);
        return;
    }
    EventId cause = c.broker_.last;
    if (!c.onTheWay.empty()) {
        cause = c.onTheWay.front();
        c.onTheWay.pop_front();
    }
    if (wantsSasl(c, h.request))
        saslRequest(c, h, cause);
    else
        m_programs.received(c.id, std::move(h.request), cause);
}

void SocketTransport::responseArrived(Connection& c, Happening& h)
{
    if (c.client_.closed || c.over)
        return;
    client::Report report;
    report.kind = client::Report::Kind::Received;
    report.connection = c.id;
    report.cause = h.cause;
    if (!c.answers.empty()) {
        report.cause = c.answers.front();
        c.answers.pop_front();
    }
    report.response = std::move(h.response);
    m_programs.report(c.client, std::move(report));
}

void SocketTransport::clientSideEnded(Connection& c, int error, const std::string& words)
{
    if (c.client_.closed || c.over)
        return;
    const bool connecting = c.client_.state == TcpState::SynSent;
    const RuleId rule = error == 0 ? RuleId::PeerClosed
        : error == EPROTO          ? RuleId::AuthenticationFailed
                                   : ruleOfErrno(error, connecting);
    const EventId cause = c.broker_.last.isValid() && !connecting ? c.broker_.last : c.client_.last;
    if (connecting) {
        note(c, error == ECONNREFUSED ? EventKind::ResetReceived : EventKind::Closed, Side::Client, TcpState::Closed,
            cause, rule);
        c.client_.closed = c.client_.gone = true;
        c.near->close(false);
        const EventId event = c.client_.last;
        report(c, client::Report::Kind::Failed, event, rule);
        forgetIfGone(c);
        return;
    }
    if (error == 0) {
        note(c, EventKind::FinReceived, Side::Client,
            c.client_.state == TcpState::Established ? TcpState::CloseWait : c.client_.state, cause, rule);
    } else if (error == EPROTO) {
        authenticationFailed(c, cause, words);
        changing();
        return;
    } else {
        note(c, EventKind::ResetReceived, Side::Client, TcpState::Closed, cause, rule);
        c.client_.gone = true;
    }
    report(c, client::Report::Kind::Closed, c.client_.last, rule);
    changing();
}

void SocketTransport::brokerSideEnded(Connection& c, int error)
{
    if (c.broker_.closed)
        return;
    if (c.isOutside())
        introduce(c, {});
    const EventId cause = c.client_.last.isValid() ? c.client_.last : c.broker_.last;
    if (error == 0) {
        note(c, EventKind::FinReceived, Side::Broker,
            c.broker_.state == TcpState::Established ? TcpState::CloseWait : c.broker_.state, cause,
            RuleId::PeerClosed);
    } else {
        note(c, EventKind::ResetReceived, Side::Broker, TcpState::Closed, cause, ruleOfErrno(error, false));
        c.broker_.closed = c.broker_.gone = true;
        c.far->close(false);
    }
    const EventId event = c.broker_.last;
    // Whatever it waited for, it does not any more.
    if (c.isOutside())
        append(c, EventKind::Disconnected, Side::Client, TcpState::None, event,
            error == 0 ? RuleId::ObservedPeer : ruleOfErrno(error, false), Vantage::Inferred);
    if (c.accepted)
        m_programs.disconnected(c.id, error != 0, event);
    changing();
    forgetIfGone(c);
}

void SocketTransport::foundReset(Connection& c, Side side, EventId cause, Vantage vantage)
{
    End& e = end(c, side);
    const Side otherSide = side == Side::Client ? Side::Broker : Side::Client;
    End& other = end(c, otherSide);
    const bool behindFin = e.state != TcpState::Established;
    const RuleId rule = behindFin ? RuleId::SocketGone : RuleId::ConnectionReset;
    // An abort of the other end, or what it did last, is what led to it; not what this end was about to do.
    EventId sent = behindFin || !other.last.isValid() ? cause : other.last;
    if (behindFin) {
        const bool was = other.gone;
        sent = append(c, EventKind::ResetSent, otherSide, was ? TcpState::None : TcpState::Closed, cause, rule,
            Vantage::Inferred);
        if (!was) {
            other.last = append(c, EventKind::Closed, otherSide, TcpState::Closed, sent, rule, Vantage::Inferred);
            other.state = TcpState::Closed;
            other.gone = true;
        }
    }
    note(c, EventKind::ResetReceived, side, TcpState::Closed, sent, rule, vantage);
    note(c, EventKind::Closed, side, TcpState::Closed, e.last, rule, vantage);
    e.closed = e.gone = true;
}

void SocketTransport::protocolError(Connection& c, Side side, const Error& error)
{
    end(c, side).last = append(c, EventKind::ProtocolError, side, TcpState::None, end(c, side).last,
        RuleId::ProtocolViolation, Vantage::Observed, static_cast<std::int64_t>(error.offset), error.message);
}

} // namespace connscope::real
