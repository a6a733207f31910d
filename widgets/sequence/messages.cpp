// SPDX-License-Identifier: GPL-3.0-or-later
#include "sequence/messages.h"

#include <algorithm>
#include <unordered_map>

namespace connscope::sequence {

using trace::Event;
using trace::EventKind;
using trace::Side;
using trace::TcpState;

namespace {

Side other(Side side) { return side == Side::Client ? Side::Broker : Side::Client; }

class Gatherer {
public:
    explicit Gatherer(const trace::Trace& trace)
        : m_trace(trace)
    {
    }

    void take(EventId id)
    {
        const Event& e = m_trace[id];
        switch (e.kind) {
        case EventKind::TcpState:
            takeState(id, e);
            break;
        case EventKind::FinSent:
            depart(id, Message::Kind::Fin, e.side);
            all.back().answers = e.state == TcpState::LastAck;
            break;
        case EventKind::FinReceived:
            arrive(id, Message::Kind::Fin, e.side);
            break;
        case EventKind::ResetSent:
            depart(id, Message::Kind::Reset, e.side);
            break;
        case EventKind::ResetReceived:
            arrive(id, Message::Kind::Reset, e.side);
            break;
        case EventKind::RequestSent:
            depart(id, Message::Kind::Request, Side::Client);
            break;
        case EventKind::RequestReceived:
            arrive(id, Message::Kind::Request, Side::Broker);
            break;
        case EventKind::ResponseSent:
            depart(id, Message::Kind::Response, Side::Broker);
            break;
        case EventKind::ResponseReceived:
            arrive(id, Message::Kind::Response, Side::Client);
            break;
        case EventKind::SynDropped:
            dropSyn(id, e);
            break;
        case EventKind::PacketDropped:
            if (Message* message = departedAt(e.cause); message && !message->arrived.isValid())
                message->lost = true;
            break;
        default:
            break;
        }
    }

    std::vector<Message> all;

private:
    void takeState(EventId id, const Event& e)
    {
        const bool atClient = e.side == Side::Client;
        if (atClient && e.state == TcpState::SynSent) {
            depart(id, Message::Kind::Syn, Side::Client);
        } else if (!atClient && e.state == TcpState::SynReceived) {
            arrive(id, Message::Kind::Syn, Side::Broker);
            depart(id, Message::Kind::SynAck, Side::Broker);
        } else if (atClient && e.state == TcpState::Established) {
            arrive(id, Message::Kind::SynAck, Side::Client);
            depart(id, Message::Kind::Ack, Side::Client);
        } else if (!atClient && e.state == TcpState::Established) {
            arrive(id, Message::Kind::Ack, Side::Broker);
        }
    }
    /// Each attempt is a SYN of its own; only the first has an event of its departure.
    void dropSyn(EventId id, const Event& e)
    {
        Message* first = departedAt(e.cause);
        if (first && first->kind == Message::Kind::Syn && !first->lost && !first->arrived.isValid()) {
            first->lost = true;
            return;
        }
        add(id, Message::Kind::Syn, Side::Client).lost = true;
        all.back().sent = id;
    }

    Message* departedAt(EventId id)
    {
        const auto found = m_departed.find(id);
        return found == m_departed.end() ? nullptr : &all[found->second];
    }
    Message& add(EventId id, Message::Kind kind, Side from)
    {
        const Event& e = m_trace[id];
        Message message;
        message.kind = kind;
        message.from = from;
        message.to = other(from);
        message.connection = e.connection;
        message.api = e.api;
        message.correlation = e.correlation;
        all.push_back(message);
        return all.back();
    }
    void depart(EventId id, Message::Kind kind, Side from)
    {
        Message& message = add(id, kind, from);
        message.sent = id;
        if (from == Side::Network)
            message.to = Side::Client; // the other half is added when it arrives there
        m_departed.emplace(id, all.size() - 1);
    }
    void arrive(EventId id, Message::Kind kind, Side at)
    {
        const Event& e = m_trace[id];
        Message* message = departedAt(e.cause);
        if (message && message->kind == kind && message->connection == e.connection) {
            const bool isMine = message->from == Side::Network ? !message->arrived.isValid() : message->to == at;
            if (isMine && !message->arrived.isValid() && !message->lost) {
                message->to = at;
                message->arrived = id;
                return;
            }
            if (message->from == Side::Network) {
                Message half = *message;
                half.to = at;
                half.arrived = id;
                all.push_back(half);
                return;
            }
        }
        Message& alone = add(id, kind, other(at));
        alone.arrived = id;
    }

    const trace::Trace& m_trace;
    std::unordered_map<EventId, std::size_t> m_departed;
};

} // namespace

std::vector<Message> messagesOf(const trace::Trace& trace, const MessageRange& range)
{
    Gatherer gatherer(trace);
    const std::size_t end = range.to == kNever ? trace.size() : trace.upperBound(range.to);
    for (std::size_t i = 0; i < end; ++i) {
        const EventId id {static_cast<std::uint32_t>(i)};
        const ConnectionId connection = trace[id].connection;
        if (connection.isValid() && (!range.takes || range.takes(connection)))
            gatherer.take(id);
    }
    std::vector<Message>& all = gatherer.all;
    std::erase_if(all, [&](const Message& message) { return trace[message.last()].at < range.from; });
    std::stable_sort(
        all.begin(), all.end(), [](const Message& a, const Message& b) { return a.first() < b.first(); });
    return std::move(all);
}

} // namespace connscope::sequence
