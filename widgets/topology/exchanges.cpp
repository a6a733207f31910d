// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/exchanges.h"

#include <algorithm>
#include <memory>

namespace connscope::topology {

using trace::Event;
using trace::EventKind;

namespace {

std::uint64_t key(std::uint32_t who, std::int32_t correlation)
{
    return std::uint64_t {who} << 32U | static_cast<std::uint32_t>(correlation);
}

/// A reset, or both FINs: what is still to be read here will not be.
bool isOver(const Event& e)
{
    switch (e.kind) {
    case EventKind::ConnectFailed:
    case EventKind::Disconnected:
    case EventKind::ResetSent:
    case EventKind::ResetReceived:
    case EventKind::Closed:
        return true;
    default:
        return e.state == trace::TcpState::TimeWait || e.state == trace::TcpState::LastAck;
    }
}

} // namespace

Exchanges::Numbers::iterator Exchanges::find(const Event& e, Numbers*& in)
{
    if (e.connection.isValid()) {
        in = &m_sent;
        if (const auto sent = m_sent.find(key(e.connection.value, e.correlation)); sent != m_sent.end())
            return sent;
    }
    in = &m_queued;
    return e.client.isValid() ? m_queued.find(key(e.client.value, e.correlation)) : m_queued.end();
}

void Exchanges::end(std::size_t i, EventId id, const Event& e)
{
    const std::size_t block = i / kBlock;
    m_all[i].ended = id;
    m_latest[block] = std::max(m_latest[block], e.at);
    --m_pending[block];
}

void Exchanges::endAll(EventId id, const Event& e)
{
    const auto open = m_of.find(e.connection.value);
    if (open == m_of.end())
        return;
    for (const std::int32_t correlation : open->second) {
        if (const auto found = m_sent.find(key(e.connection.value, correlation)); found != m_sent.end()) {
            end(found->second, id, e);
            m_sent.erase(found);
        }
    }
    m_of.erase(open);
}

void Exchanges::takeRequest(EventId id, const Event& e)
{
    Numbers* in = nullptr;
    auto found = find(e, in);
    const bool begins = e.kind == EventKind::RequestQueued || e.kind == EventKind::RequestSent;
    if (begins && found != in->end() && in == &m_sent) { // the number was given again
        end(found->second, id, e);
        m_sent.erase(found);
        found = in->end();
    }
    if (found == in->end()) {
        // What is first seen half way (evidence) has no beginning that could be drawn.
        if (!begins)
            return;
        if (m_all.size() % kBlock == 0) {
            m_latest.push_back(kStart);
            m_pending.push_back(0);
        }
        ++m_pending.back();
        m_all.emplace_back();
    }
    const std::uint32_t number = found == in->end() ? static_cast<std::uint32_t>(m_all.size() - 1) : found->second;
    Exchange& x = m_all[number];
    switch (e.kind) {
    case EventKind::RequestQueued:
        x.queued = id;
        m_queued[key(e.client.value, e.correlation)] = number;
        break;
    case EventKind::RequestSent:
        x.sent = id;
        if (found != in->end())
            in->erase(found);
        m_sent[key(e.connection.value, e.correlation)] = number;
        m_of[e.connection.value].push_back(e.correlation);
        break;
    case EventKind::RequestReceived:
        x.received = id;
        break;
    case EventKind::ResponseSent:
        x.answered = id;
        break;
    default:
        end(number, id, e);
        in->erase(found);
        if (const auto open = m_of.find(e.connection.value); open != m_of.end())
            std::erase(open->second, e.correlation);
        break;
    }
}

/// Of what the broker has not read, the request; else its response.
void Exchanges::takeLoss(EventId id, const Event& e)
{
    const auto sent = m_sent.find(key(e.connection.value, e.correlation));
    if (sent == m_sent.end())
        return; // its client has given it up: what a kernel sends again means nothing any more
    Exchange& x = m_all[sent->second];
    EventId& lost = x.answered.isValid() ? x.answerLost : x.lost;
    if (!lost.isValid() && (x.answered.isValid() || !x.received.isValid()))
        lost = id;
}

void Exchanges::extend(const trace::Trace& trace)
{
    for (; m_read < trace.size(); ++m_read) {
        const Event& e = trace[m_read];
        const EventId id {static_cast<std::uint32_t>(m_read)};
        if (e.kind >= EventKind::RequestQueued && e.kind <= EventKind::RequestTimedOut) {
            if (e.correlation >= 0)
                takeRequest(id, e);
        } else if (e.kind == EventKind::PacketDropped) {
            if (e.correlation >= 0 && e.connection.isValid())
                takeLoss(id, e);
        } else if (e.connection.isValid() && e.kind >= EventKind::ConnectStarted && isOver(e)) {
            endAll(id, e);
        }
    }
}

void prepare(view::Content& content)
{
    const auto made = std::make_shared<Exchanges>();
    made->extend(content.trace);
    content.prepared.put(made);
}

std::vector<std::uint32_t> Exchanges::between(const trace::Trace& trace, Instant from, Instant to) const
{
    const auto after = std::upper_bound(m_all.begin(), m_all.end(), to,
        [&trace](Instant t, const Exchange& x) { return t < trace[x.queued.isValid() ? x.queued : x.sent].at; });
    const auto count = static_cast<std::size_t>(after - m_all.begin());
    std::vector<std::uint32_t> out;
    for (std::size_t block = 0; block * kBlock < count; ++block) {
        if (m_pending[block] == 0 && m_latest[block] < from)
            continue;
        const std::size_t last = std::min(count, (block + 1) * kBlock);
        for (std::size_t i = block * kBlock; i < last; ++i) {
            if (!m_all[i].ended.isValid() || trace[m_all[i].ended].at >= from)
                out.push_back(static_cast<std::uint32_t>(i));
        }
    }
    return out;
}

std::size_t Exchanges::find(const trace::Trace& trace, EventId event) const
{
    if (event.value >= trace.size())
        return size();
    const Event& e = trace[event];
    if (e.kind < EventKind::RequestQueued || e.kind > EventKind::RequestTimedOut)
        return size();
    // Back from the event's own instant: an exchange lies before its last event.
    for (std::uint32_t i : between(trace, e.at, e.at)) {
        const Exchange& x = m_all[i];
        if (x.queued == event || x.sent == event || x.received == event || x.answered == event || x.ended == event)
            return i;
    }
    return size();
}

} // namespace connscope::topology
