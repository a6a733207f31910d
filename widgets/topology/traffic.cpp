// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/traffic.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace connscope::topology {

using trace::Event;
using trace::Trace;

namespace {

double share(Instant from, Duration length, Instant now)
{
    return length.count() <= 0
        ? 1
        : std::clamp(static_cast<double>((now - from).count()) / static_cast<double>(length.count()), 0.0, 1.0);
}

/// The picture of one exchange at an instant.
class Flight {
public:
    Flight(const trace::WorldState& world, const Exchange& x, Duration shortest)
        : m_trace(world.trace())
        , m_x(x)
        , m_now(world.now())
        , m_shortest(shortest)
    {
        if (m_x.sent.isValid() && m_trace[m_x.sent].connection.isValid())
            lookAtEnds(world);
    }

    /// False where nothing of it is seen.
    bool place(Dot& dot) const
    {
        if (!m_x.sent.isValid() || at(m_x.sent) > m_now) {
            dot.phase = Dot::Phase::Queued;
            dot.u = 0;
            return m_x.queued.isValid() && at(m_x.queued) <= m_now && !over(m_now);
        }
        const Instant sent = at(m_x.sent);
        if (!m_x.received.isValid()) {
            // Nobody reads it: the broker is paused, or it is lost half way.
            dot.phase = Dot::Phase::Request;
            dot.unread = m_brokerPaused;
            dot.u = (m_brokerPaused ? 1 : 0.5) * share(sent, std::max(m_shortest, ms(1)), m_now);
            return !over(m_now);
        }
        const Duration there = std::max(at(m_x.received) - sent, m_shortest);
        if (there > patience() && m_now < at(m_x.received)) {
            dot.phase = Dot::Phase::Request;
            dot.u = share(sent, patience(), m_now);
            dot.unread = dot.u >= 1;
            return true;
        }
        const Instant arrives = sent + there;
        if (m_now < arrives || (m_now == arrives && !answeredAt(arrives))) {
            dot.phase = Dot::Phase::Request;
            dot.u = share(sent, there, m_now);
            dot.echo = m_now > at(m_x.received);
            return !dot.echo || m_isOpen;
        }
        if (!m_x.answered.isValid() || m_now < std::max(at(m_x.answered), arrives)) {
            dot.phase = Dot::Phase::AtBroker;
            dot.u = 1;
            return !over(m_now);
        }
        const Instant leaves = std::max(at(m_x.answered), arrives);
        dot.phase = Dot::Phase::Response;
        if (!m_x.ended.isValid() || m_trace[m_x.ended].kind != trace::EventKind::ResponseReceived) {
            // Still to be read: the client does not poll, or it is lost half way.
            dot.unread = m_clientListens;
            dot.u = 1 - (m_clientListens ? 1 : 0.5) * share(leaves, std::max(m_shortest, ms(1)), m_now);
            return !over(m_now);
        }
        const Duration back = std::max(at(m_x.ended) - leaves, m_shortest);
        if (back > patience() && m_now < at(m_x.ended)) {
            dot.u = 1 - share(leaves, patience(), m_now);
            dot.unread = dot.u <= 0;
            return true;
        }
        dot.u = 1 - share(leaves, back, m_now);
        dot.echo = m_now > at(m_x.ended);
        return m_now <= leaves + back && (!dot.echo || m_isOpen);
    }

private:
    /// What is not read after a few times the handshake's round trip has arrived and lies there: nobody polls.
    Duration patience() const { return std::max({4 * m_roundTrip, ms(2), m_shortest}); }
    Instant at(EventId id) const { return m_trace[id].at; }
    bool over(Instant t) const { return m_x.ended.isValid() && at(m_x.ended) <= t; }
    bool answeredAt(Instant t) const { return m_x.answered.isValid() && at(m_x.answered) <= t; }

    void lookAtEnds(const trace::WorldState& world)
    {
        const trace::ConnectionState c = world.connection(m_trace[m_x.sent].connection);
        if (!c.exists())
            return;
        m_isOpen = c.isOpen();
        if (c.connected.isValid())
            m_roundTrip = at(c.connected) - at(c.dialled.isValid() ? c.dialled : c.opened);
        const trace::BrokerState* broker = world.broker(world.broker(c));
        m_brokerPaused = broker && broker->power == trace::BrokerState::Power::Paused;
        m_clientListens = c.client == trace::TcpState::Established || c.client == trace::TcpState::CloseWait;
    }

    const Trace& m_trace;
    const Exchange& m_x;
    Instant m_now;
    Duration m_shortest;
    Duration m_roundTrip {};
    bool m_isOpen = false;
    bool m_brokerPaused = false;
    bool m_clientListens = false;
};

std::uint32_t linkOf(const Cast& cast, const Placement& placement, const Event& e)
{
    const std::uint32_t slot = e.connection.isValid() ? cast.slotOf(e.connection) : cast.slotOf(e.client, e.node);
    return slot == Cast::kNone ? Cast::kNone : placement.linkOfSlot[slot];
}

Stream streamOf(const std::vector<Dot>& dots, std::size_t first, std::size_t last)
{
    Stream s;
    s.link = dots[first].link;
    s.role = dots[first].role;
    std::map<ApiKey, int> apis;
    for (std::size_t i = first; i < last; ++i) {
        const Dot& dot = dots[i];
        ++apis[dot.api];
        const auto bin = std::min(Stream::kBins - 1, static_cast<std::size_t>(dot.u * Stream::kBins));
        if (dot.phase == Dot::Phase::Request)
            ++s.requests[bin];
        else if (dot.phase == Dot::Phase::Response)
            ++s.responses[bin];
        else
            ++s.waiting;
    }
    s.api = std::max_element(apis.begin(), apis.end(), [](const auto& a, const auto& b) {
        return a.second < b.second;
    })->first;
    return s;
}

/// Counted over a second of wall time, so the figure is calm while single requests are not.
void countRates(std::vector<Stream>& streams, const Cast& cast, const Exchanges& exchanges,
    const Placement& placement, const trace::WorldState& world, const Tempo& tempo)
{
    if (streams.empty())
        return;
    const Instant now = world.now();
    const Duration window = std::min(std::max(tempo.ofWall(ms(1000)), 2 * tempo.shortest()), now - kStart);
    std::vector<std::uint32_t> sent(placement.links.size());
    for (std::uint32_t i : exchanges.between(world.trace(), now - window, now)) {
        const Exchange& x = exchanges[i];
        if (!x.sent.isValid() || x.sent.value >= world.applied() || world.trace()[x.sent].at < now - window)
            continue;
        if (const std::uint32_t link = linkOf(cast, placement, world.trace()[x.sent]); link != Cast::kNone)
            ++sent[link];
    }
    for (Stream& stream : streams) {
        stream.window = window;
        const double seconds = std::max(1e-9, static_cast<double>(window.count()) * 1e-9);
        stream.perSecond = sent[stream.link] / seconds;
    }
}

} // namespace

Traffic trafficAt(const Cast& cast, const Exchanges& exchanges, const Placement& placement,
    const trace::WorldState& world, const Tempo& tempo)
{
    const Trace& trace = world.trace();
    const Instant now = world.now();
    const Duration shortest = tempo.shortest();
    Traffic out;
    // A way there and a way back can each be stretched.
    const Instant from = now - kStart > 2 * shortest ? now - 2 * shortest : kStart;
    for (std::uint32_t i : exchanges.between(trace, from, now)) {
        const Exchange& x = exchanges[i];
        const EventId id = x.sent.isValid() && x.sent.value < world.applied() ? x.sent : x.queued;
        // Events of this very instant may not have happened yet, if the playhead stands between them.
        if (!id.isValid() || id.value >= world.applied())
            continue;
        Exchange known = x;
        for (EventId* part : {&known.sent, &known.answered}) {
            if (part->isValid() && part->value >= world.applied() && trace[*part].at <= now)
                *part = {};
        }
        Dot dot;
        if (!Flight(world, known, shortest).place(dot))
            continue;
        const Event& e = trace[id];
        dot.link = linkOf(cast, placement, e);
        if (dot.link == Cast::kNone)
            continue;
        dot.exchange = i;
        dot.request = x.id();
        dot.api = e.api;
        dot.correlation = e.correlation;
        dot.role = e.connection.isValid() ? world.role(world.connection(e.connection)) : e.node.role();
        out.dots.push_back(dot);
    }
    // In the order in which they were sent: what was queued first may have been sent last.
    std::sort(out.dots.begin(), out.dots.end(), [](const Dot& a, const Dot& b) {
        return std::tie(a.link, a.request, a.exchange) < std::tie(b.link, b.request, b.exchange);
    });

    std::vector<Dot> dots;
    dots.reserve(out.dots.size());
    for (std::size_t first = 0; first < out.dots.size();) {
        std::size_t last = first;
        while (last < out.dots.size() && out.dots[last].link == out.dots[first].link)
            ++last;
        if (last - first > kMostDots) {
            Stream stream = streamOf(out.dots, first, last);
            out.streams.push_back(stream);
        } else {
            std::uint32_t queued = 0;
            std::uint32_t atBroker = 0;
            for (std::size_t i = first; i < last; ++i) {
                Dot dot = out.dots[i];
                if (dot.phase == Dot::Phase::Queued)
                    dot.row = queued++;
                else if (dot.phase == Dot::Phase::AtBroker)
                    dot.row = atBroker++;
                dots.push_back(dot);
            }
        }
        first = last;
    }
    out.dots = std::move(dots);
    countRates(out.streams, cast, exchanges, placement, world, tempo);
    return out;
}

} // namespace connscope::topology
