// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/exchanges.h"

#include <algorithm>
#include <memory>

namespace connscope::topology {

using trace::Event;
using trace::EventKind;

std::uint64_t Exchanges::key(const Event& e)
{
    // Correlation ids count per client; evidence that knows no client has the connection's.
    const std::uint64_t who = e.client.isValid() ? e.client.value : 0x8000'0000U | e.connection.value;
    return who << 32U | static_cast<std::uint32_t>(e.correlation);
}

Exchange* Exchanges::open(const Event& e)
{
    const auto found = m_open.find(key(e));
    return found == m_open.end() ? nullptr : &m_all[found->second];
}

void Exchanges::end(std::size_t i, Instant at)
{
    const std::size_t block = i / kBlock;
    m_latest[block] = std::max(m_latest[block], at);
    --m_pending[block];
}

void Exchanges::extend(const trace::Trace& trace)
{
    for (; m_read < trace.size(); ++m_read) {
        const Event& e = trace[m_read];
        if (e.kind < EventKind::RequestQueued || e.kind > EventKind::RequestTimedOut || e.correlation < 0)
            continue;
        const EventId id {static_cast<std::uint32_t>(m_read)};
        Exchange* x = open(e);
        if (!x || (e.kind == EventKind::RequestSent && x->sent.isValid())) {
            // What is first seen half way (evidence) has no beginning that could be drawn.
            if (e.kind != EventKind::RequestQueued && e.kind != EventKind::RequestSent)
                continue;
            if (x)
                end(static_cast<std::size_t>(x - m_all.data()), e.at);
            m_open[key(e)] = static_cast<std::uint32_t>(m_all.size());
            if (m_all.size() % kBlock == 0) {
                m_latest.push_back(kStart);
                m_pending.push_back(0);
            }
            ++m_pending.back();
            x = &m_all.emplace_back();
        }
        switch (e.kind) {
        case EventKind::RequestQueued:
            x->queued = id;
            break;
        case EventKind::RequestSent:
            x->sent = id;
            break;
        case EventKind::RequestReceived:
            x->received = id;
            break;
        case EventKind::ResponseSent:
            x->answered = id;
            break;
        default:
            x->ended = id;
            end(static_cast<std::size_t>(x - m_all.data()), e.at);
            m_open.erase(key(e));
            break;
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
