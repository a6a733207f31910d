// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/traffic.h"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <tuple>
#include <utility>

namespace connscope::topology {

using trace::Event;
using trace::Trace;

namespace {

/// When one exchange is drawn; see tempo.h. At a standstill as it was.
struct Window {
    Instant begins {};
    Instant limit = kNever; ///< what is an echo is over by then
};

/// The picture of one exchange at an instant.
class Flight {
public:
    Flight(const trace::WorldState& world, const Exchange& x, const Tempo& tempo, const Window& window)
        : m_trace(world.trace())
        , m_x(x)
        , m_now(world.now())
        , m_tempo(tempo)
        , m_window(window)
    {
        if (m_x.sent.isValid() && m_trace[m_x.sent].connection.isValid())
            lookAtEnds(world);
    }

    /// False where nothing of it is seen.
    bool place(Dot& dot) const
    {
        const bool isSent = m_x.sent.isValid() && at(m_x.sent) <= m_now;
        if (!isSent || m_now < m_window.begins) {
            dot.phase = Dot::Phase::Queued;
            dot.u = 0;
            return m_x.queued.isValid() && at(m_x.queued) <= m_now && (isSent || !over(m_now));
        }
        const Instant begins = m_window.begins;
        if (isLost(m_x.lost, m_x.received)) {
            dot.phase = Dot::Phase::Request;
            const double gone = halfWay(begins);
            dot.u = 0.5 * gone;
            dot.lost = gone >= 1;
            return !over(m_now);
        }
        if (!m_x.received.isValid()) {
            // Nobody reads it: the broker is paused, or it is lost half way.
            dot.phase = Dot::Phase::Request;
            dot.unread = m_brokerPaused;
            dot.u = (m_brokerPaused ? 1 : 0.5) * share(begins, std::max(stretched(begins), begins + ms(1)));
            return !over(m_now);
        }
        const Instant received = at(m_x.received);
        if (const Instant lies = begins + patience(begins); received > lies && m_now < received) {
            dot.phase = Dot::Phase::Request;
            dot.u = share(begins, lies);
            dot.unread = dot.u >= 1;
            return true;
        }
        const Instant arrives = this->arrives();
        if (m_now < arrives || (m_now == arrives && !answeredAt(arrives))) {
            dot.phase = Dot::Phase::Request;
            dot.u = share(begins, arrives);
            dot.echo = m_now > received;
            return !dot.echo || m_isOpen;
        }
        if (!m_x.answered.isValid() || m_now < std::max(at(m_x.answered), arrives)) {
            dot.phase = Dot::Phase::AtBroker;
            dot.u = 1;
            return !over(m_now);
        }
        const Instant leaves = std::max(at(m_x.answered), arrives);
        dot.phase = Dot::Phase::Response;
        if (isLost(m_x.answerLost, isRead() ? m_x.ended : EventId {})) {
            const double gone = halfWay(leaves);
            dot.u = 1 - 0.5 * gone;
            dot.lost = gone >= 1;
            return !over(m_now);
        }
        if (!isRead()) {
            // Still to be read: the client does not poll, or it is lost half way.
            dot.unread = m_clientListens;
            dot.u = 1 - (m_clientListens ? 1 : 0.5) * share(leaves, std::max(stretched(leaves), leaves + ms(1)));
            return !over(m_now);
        }
        const Instant ended = at(m_x.ended);
        if (const Instant lies = leaves + patience(leaves); ended > lies && m_now < ended) {
            dot.u = 1 - share(leaves, lies);
            dot.unread = dot.u <= 0;
            return true;
        }
        const Instant lands = this->lands();
        dot.u = 1 - share(leaves, lands);
        dot.echo = m_now > ended;
        return m_now <= lands && (!dot.echo || m_isOpen);
    }

private:
    friend Instant drawnUntil(const Trace& trace, const Exchange& x, const Tempo& tempo, const Window& window);

    // Without a look at the world: only for when it is drawn.
    Flight(const Trace& trace, const Exchange& x, const Tempo& tempo, const Window& window)
        : m_trace(trace)
        , m_x(x)
        , m_tempo(tempo)
        , m_window(window)
    {
    }

    double share(Instant from, Instant to) const
    {
        return to <= from ? 1 : std::clamp(m_tempo.wall(from, m_now) / m_tempo.wall(from, to), 0.0, 1.0);
    }
    /// The end of a flight that begins at \a t and is as short as one may be.
    Instant stretched(Instant t) const { return m_tempo.playing ? m_tempo.after(t, m_tempo.shortest(t)) : t; }
    Instant arrives() const
    {
        Instant shown = stretched(m_window.begins);
        if (isRead() && m_window.limit != kNever) // half of what there is for both ways
            shown
                = std::min(shown, m_tempo.after(m_window.begins, m_tempo.wall(m_window.begins, m_window.limit) / 2));
        return std::max(at(m_x.received), shown);
    }
    Instant lands() const
    {
        const Instant leaves = std::max(at(m_x.answered), arrives());
        return std::max(at(m_x.ended), std::min(stretched(leaves), m_window.limit));
    }
    bool isRead() const
    {
        return m_x.received.isValid() && m_x.answered.isValid() && m_x.ended.isValid()
            && m_trace[m_x.ended].kind == trace::EventKind::ResponseReceived;
    }
    /// Vanished, and not got through since.
    bool isLost(EventId lost, EventId arrived) const
    {
        return lost.isValid() && at(lost) <= m_now && (!arrived.isValid() || m_now < at(arrived));
    }
    /// Share of the way to where it vanishes: at a standstill it is there at once.
    double halfWay(Instant from) const { return m_tempo.playing ? share(from, stretched(from)) : 1; }
    /// What is not read after a few times the handshake's round trip has arrived and lies there: nobody polls.
    Duration patience(Instant from) const { return std::max({4 * m_roundTrip, ms(2), stretched(from) - from}); }
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
    Instant m_now {};
    const Tempo& m_tempo;
    Window m_window;
    Duration m_roundTrip {};
    bool m_isOpen = false;
    bool m_brokerPaused = false;
    bool m_clientListens = false;
};

/// How far the drawing of an exchange that is over reaches.
Instant drawnUntil(const Trace& trace, const Exchange& x, const Tempo& tempo, const Window& window)
{
    const Flight flight(trace, x, tempo, window);
    return flight.isRead() ? flight.lands() : trace[x.ended].at;
}

/// The windows of some exchanges while it plays, as tempo.h has it. \a numbers are all that matter to those drawn now: also
/// what was there a little before, and what follows.
std::vector<Window> windowsOf(
    const std::vector<std::uint32_t>& numbers, const Exchanges& exchanges, const Trace& trace, const Tempo& tempo)
{
    std::vector<Window> out(numbers.size());
    std::map<ConnectionId, std::vector<std::uint32_t>> lanes; // places in `numbers`
    for (std::uint32_t i = 0; i < numbers.size(); ++i) {
        const EventId sent = exchanges[numbers[i]].sent;
        if (!sent.isValid())
            continue;
        out[i].begins = trace[sent].at;
        if (tempo.playing && trace[sent].connection.isValid())
            lanes[trace[sent].connection].push_back(i);
    }
    for (auto& [connection, lane] : lanes) {
        const auto sentOf = [&](std::uint32_t i) { return exchanges[numbers[i]].sent; };
        std::sort(lane.begin(), lane.end(), [&](std::uint32_t a, std::uint32_t b) { return sentOf(a) < sentOf(b); });
        // What was over before an exchange was sent may be drawn until this one begins.
        using Over = std::pair<EventId, Instant>; // when it ended, until when it is drawn
        std::priority_queue<Over, std::vector<Over>, std::greater<>> over;
        Instant drawn = kStart;
        for (std::size_t n = 0; n < lane.size(); ++n) {
            const Exchange& x = exchanges[numbers[lane[n]]];
            Window& window = out[lane[n]];
            for (; !over.empty() && over.top().first < x.sent; over.pop())
                drawn = std::max(drawn, over.top().second);
            window.begins = std::max(window.begins, drawn);
            if (!x.ended.isValid())
                continue;
            const Instant ended = trace[x.ended].at;
            double room = 2 * tempo.shortest(ended);
            const auto next = std::partition_point(lane.begin() + static_cast<std::ptrdiff_t>(n) + 1, lane.end(),
                [&](std::uint32_t i) { return sentOf(i) < x.ended; });
            if (next != lane.end()) {
                const Exchange& y = exchanges[numbers[*next]];
                if (y.ended.isValid())
                    room = std::min(room, tempo.wall(ended, trace[y.ended].at) / 2);
            }
            window.limit = std::max(ended, tempo.after(ended, room));
            over.emplace(x.ended, drawnUntil(trace, x, tempo, window));
        }
    }
    return out;
}

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
    const Duration window = now - tempo.after(now, -1e9);
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
    Traffic out;
    // A way there and a way back can each be stretched, and those of what came before push it on.
    const double shortest = tempo.shortest(now);
    const std::vector<std::uint32_t> numbers
        = exchanges.between(trace, tempo.after(now, -4 * shortest), tempo.after(now, 2 * shortest));
    const std::vector<Window> windows = windowsOf(numbers, exchanges, trace, tempo);
    for (std::size_t n = 0; n < numbers.size(); ++n) {
        const std::uint32_t i = numbers[n];
        const Exchange& x = exchanges[i];
        const EventId id = x.sent.isValid() && x.sent.value < world.applied() ? x.sent : x.queued;
        // Events of this very instant may not have happened yet, if the playhead stands between them.
        if (!id.isValid() || id.value >= world.applied())
            continue;
        Exchange known = x;
        for (EventId* part : {&known.sent, &known.answered, &known.lost, &known.answerLost}) {
            if (part->isValid() && part->value >= world.applied() && trace[*part].at <= now)
                *part = {};
        }
        Dot dot;
        if (!Flight(world, known, tempo, windows[n]).place(dot))
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
            dots.insert(dots.end(), out.dots.begin() + static_cast<std::ptrdiff_t>(first),
                out.dots.begin() + static_cast<std::ptrdiff_t>(last));
        }
        first = last;
    }
    out.dots = std::move(dots);
    numberWaiting(out.dots);
    countRates(out.streams, cast, exchanges, placement, world, tempo);
    return out;
}

void numberWaiting(std::vector<Dot>& dots)
{
    std::uint32_t queued = 0;
    std::uint32_t atBroker = 0;
    std::uint32_t lost = 0;
    std::uint32_t answersLost = 0;
    for (std::size_t i = 0; i < dots.size(); ++i) {
        if (i == 0 || dots[i].link != dots[i - 1].link)
            queued = atBroker = lost = answersLost = 0;
        if (dots[i].lost)
            dots[i].row = dots[i].phase == Dot::Phase::Request ? lost++ : answersLost++;
        else if (dots[i].phase == Dot::Phase::Queued)
            dots[i].row = queued++;
        else if (dots[i].phase == Dot::Phase::AtBroker)
            dots[i].row = atBroker++;
    }
}

} // namespace connscope::topology
