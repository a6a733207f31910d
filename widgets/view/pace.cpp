// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/pace.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace connscope::view {

using trace::Event;
using trace::EventKind;

namespace {

// Kinds beside those of messages: an API with its direction.
constexpr std::uint32_t kHandshakes = 0x10000;
constexpr std::uint32_t kGoodbyes = 0x10001;

std::uint32_t kindOf(ApiKey api, int part)
{
    return static_cast<std::uint32_t>(static_cast<std::uint16_t>(api)) * 3 + static_cast<std::uint32_t>(part);
}

std::uint64_t keyOf(const Event& e)
{
    // Java counts correlation ids for each client, others for each connection.
    return std::uint64_t {e.connection.value} << 32U | static_cast<std::uint32_t>(e.correlation);
}

} // namespace

Pace::Pace()
    : m_knots {Knot {}}
{
}

void Pace::add(Instant from, Instant to, Duration least, std::uint32_t kind)
{
    if (to <= from || to - from > kLong)
        return;
    const int before = m_shown[kind]++;
    const Duration wanted = least * kSeenOften / (kSeenOften + before);
    if (wanted >= kLeast && to - from < wanted)
        m_acts.push_back({from, to, wanted});
}

void Pace::read(const Event& e)
{
    Opening* connection = nullptr;
    if (e.connection.isValid()) {
        if (e.connection.value >= m_openings.size())
            m_openings.resize(e.connection.value + std::size_t {1});
        connection = &m_openings[e.connection.value];
    }
    switch (e.kind) {
    case EventKind::ConnectStarted:
        if (connection)
            connection->started = e.at;
        return;
    case EventKind::Connected:
    case EventKind::ConnectFailed:
        if (connection && connection->started != kNever)
            add(std::exchange(connection->started, kNever), e.at, kHandshake, kHandshakes);
        return;
    case EventKind::FinSent:
        if (connection && connection->fin == kNever)
            connection->fin = e.at;
        return;
    case EventKind::FinReceived:
        if (connection && connection->fin != kNever && ++connection->fins == 2)
            add(connection->fin, e.at, kGoodbye, kGoodbyes);
        return;
    default:
        break;
    }
    if (!connection || e.correlation < 0)
        return;
    if (e.kind == EventKind::RequestSent) {
        const unsigned api = static_cast<unsigned>(static_cast<std::uint16_t>(e.api)) & 127U;
        std::uint64_t& word = connection->seen[api / 64];
        const std::uint64_t bit = std::uint64_t {1} << api % 64;
        if ((word & bit) == 0)
            m_exchanges[keyOf(e)] = {e.at, e.connection, e.api};
        word |= bit;
        return;
    }
    if (e.kind < EventKind::RequestReceived || e.kind > EventKind::RequestTimedOut)
        return;
    const auto found = m_exchanges.find(keyOf(e));
    if (found == m_exchanges.end())
        return;
    Exchange& x = found->second;
    switch (e.kind) {
    case EventKind::RequestReceived:
        add(x.since, e.at, kWay, kindOf(x.api, 0));
        break;
    case EventKind::ResponseSent:
        // A long poll is no work; its end is nothing to wait for slowly.
        if (e.at - x.since < kService)
            add(x.since, e.at, kService, kindOf(x.api, 1));
        break;
    case EventKind::ResponseReceived:
        add(x.since, e.at, kWay, kindOf(x.api, 2));
        // Refused: what is asked again is news.
        if (e.text.value != 0 && e.text.isValid()) {
            const unsigned api = static_cast<unsigned>(static_cast<std::uint16_t>(x.api)) & 127U;
            m_openings[x.connection.value].seen[api / 64] &= ~(std::uint64_t {1} << api % 64);
        }
        [[fallthrough]];
    default:
        m_exchanges.erase(found);
        return;
    }
    x.since = e.at;
}

void Pace::extend(const trace::Trace& trace)
{
    const std::size_t before = m_acts.size();
    for (; m_read < trace.size(); ++m_read)
        read(trace[m_read]);
    if (m_acts.size() != before)
        lay();
}

void Pace::lay()
{
    // Between two borders of acts the slowest of those that go on holds.
    struct Border {
        Instant at {};
        double rate = 1;
        bool begins = false;
    };
    std::vector<Border> borders;
    borders.reserve(2 * m_acts.size());
    for (const Act& act : m_acts) {
        const double rate = static_cast<double>((act.to - act.from).count()) / static_cast<double>(act.least.count());
        borders.push_back({act.from, rate, true});
        borders.push_back({act.to, rate, false});
    }
    std::sort(borders.begin(), borders.end(), [](const Border& a, const Border& b) { return a.at < b.at; });
    m_knots = {Knot {}};
    m_stretches.clear();
    std::map<double, int> going; // rate -> how many
    for (std::size_t i = 0; i < borders.size();) {
        const Instant at = borders[i].at;
        for (; i < borders.size() && borders[i].at == at; ++i) {
            const Border& b = borders[i];
            if (b.begins)
                ++going[b.rate];
            else if (const auto one = going.find(b.rate); --one->second == 0)
                going.erase(one);
        }
        const double rate = going.empty() ? 1 : going.begin()->first;
        if (rate == m_knots.back().rate)
            continue;
        const double shownAt = shown(at);
        if (m_knots.back().at == at)
            m_knots.back().rate = rate;
        else
            m_knots.push_back({at, shownAt, rate});
    }
    for (std::size_t i = 0; i + 1 < m_knots.size(); ++i) {
        const Knot& k = m_knots[i];
        if (k.rate == 1)
            continue;
        const Knot& next = m_knots[i + 1];
        if (m_stretches.empty() || k.at - m_stretches.back().to >= kApart)
            m_stretches.push_back({k.at, next.at, {}});
        m_stretches.back().to = next.at;
    }
    for (Slowed& s : m_stretches)
        s.shown = Duration {std::llround(shown(s.to) - shown(s.from))};
}

const Pace::Knot& Pace::knot(Instant t) const
{
    const auto after
        = std::upper_bound(m_knots.begin(), m_knots.end(), t, [](Instant a, const Knot& k) { return a < k.at; });
    return after == m_knots.begin() ? m_knots.front() : *std::prev(after);
}

double Pace::shown(Instant t) const
{
    const Knot& k = knot(t);
    return k.shown + static_cast<double>((t - k.at).count()) / k.rate;
}

Instant Pace::at(double shown) const
{
    auto after = std::upper_bound(
        m_knots.begin(), m_knots.end(), shown, [](double s, const Knot& k) { return s < k.shown; });
    const Knot& k = after == m_knots.begin() ? m_knots.front() : *std::prev(after);
    // A nanosecond is long where time is slow: what is a hair below a whole one is that one.
    const double ns = std::clamp((shown - k.shown) * k.rate, -9e17, 9e17);
    return k.at + Duration {static_cast<std::int64_t>(std::floor(ns + 1e-4))};
}

double Pace::rate(Instant t) const { return knot(t).rate; }

std::optional<Slowed> Pace::stretch(Instant t) const
{
    const auto after = std::upper_bound(
        m_stretches.begin(), m_stretches.end(), t, [](Instant a, const Slowed& s) { return a < s.from; });
    if (after == m_stretches.begin() || std::prev(after)->to <= t)
        return std::nullopt;
    return *std::prev(after);
}

} // namespace connscope::view
