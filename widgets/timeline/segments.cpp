// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/segments.h"

#include <algorithm>

namespace connscope::timeline {

using theme::LinkState;
using trace::Channel;
using trace::EventKind;
using trace::Side;
using trace::TcpState;

namespace {

bool hasSocket(TcpState state)
{
    return state != TcpState::None && state != TcpState::Listen && state != TcpState::Closed;
}

Side closerOf(std::span<const trace::ConnectionLife> lives, ConnectionId connection)
{
    const auto found = std::lower_bound(lives.begin(), lives.end(), connection,
        [](const trace::ConnectionLife& life, ConnectionId id) { return life.id < id; });
    return found != lives.end() && found->id == connection ? found->closer : Side::None;
}

bool isTrouble(const trace::Event& e)
{
    switch (e.kind) {
    case EventKind::SynDropped:
    case EventKind::ResetSent:
    case EventKind::ResetReceived:
    case EventKind::ConnectFailed:
    case EventKind::RequestTimedOut:
        return true;
    case EventKind::ResponseReceived:
        return e.text.value != 0 && e.text.isValid();
    default:
        return false;
    }
}

constexpr std::size_t kMaxWaiting = trace::WorldState::kMaxInFlight;

} // namespace

std::optional<std::size_t> LaneTrack::segmentBefore(const view::Position& boundary) const
{
    const auto after = std::partition_point(
        segments.begin(), segments.end(), [&](const Segment& s) { return s.position() < boundary; });
    if (after == segments.begin())
        return std::nullopt;
    return static_cast<std::size_t>(after - segments.begin()) - 1;
}

const LaneTrack& Segments::track(LaneId lane) const
{
    static const LaneTrack kNone;
    return lane < m_tracks.size() ? m_tracks[lane] : kNone;
}

LinkState Segments::stateOf(const Fold& f, std::int64_t now)
{
    if (!f.closing) {
        switch (f.channel) {
        case Channel::None:
        case Channel::Connecting:
            return LinkState::Connecting;
        case Channel::Authenticating:
            return LinkState::Authenticating;
        case Channel::CheckingApiVersions:
            return LinkState::CheckingVersions;
        case Channel::Disconnected:
        case Channel::BackingOff:
            return LinkState::Ghost;
        case Channel::Ready:
            break;
        }
        return f.waiting.empty() && now - f.usedAt >= theme::kIdleAfter.count() ? LinkState::Idle : LinkState::Ready;
    }
    const bool gone = !hasSocket(f.client) && !hasSocket(f.broker) && f.channel == Channel::Disconnected;
    if (gone && now < f.backoffUntil)
        return LinkState::BackingOff;
    if (!f.connected) // as theme::linkState
        return (f.client == TcpState::SynSent || f.client == TcpState::Established) && !f.released
            ? LinkState::Connecting
            : LinkState::Refused;
    if (f.closingKind == EventKind::ResetSent || f.closingKind == EventKind::ResetReceived)
        return LinkState::Reset;
    if (gone)
        return LinkState::Ghost;
    if (f.client == TcpState::TimeWait || f.broker == TcpState::TimeWait)
        return LinkState::TimeWait;
    if (f.client == TcpState::CloseWait)
        return LinkState::ClosingByBroker;
    if (f.broker == TcpState::CloseWait)
        return f.client == TcpState::FinWait1 || f.client == TcpState::FinWait2 ? LinkState::ClosingByClient
                                                                                : LinkState::BrokerCloseWait;
    return f.closer == Side::Broker ? LinkState::ClosingByBroker : LinkState::ClosingByClient;
}

std::int64_t Segments::nextChange(const Fold& f, LinkState state)
{
    if (state == LinkState::Ready && f.waiting.empty())
        return f.usedAt + theme::kIdleAfter.count();
    return state == LinkState::BackingOff ? f.backoffUntil : 0;
}

void Segments::enter(
    LaneTrack& track, ConnectionId connection, LinkState state, std::int64_t at, std::uint32_t applied)
{
    if (!track.segments.empty()) {
        const Segment& last = track.segments.back();
        if (last.state == state && last.connection == connection.value)
            return;
        at = std::max(at, last.at); // a run that was said to be over went on
    }
    track.segments.push_back({at, applied, connection.value, state});
    track.states.append(KindMask {1} << static_cast<unsigned>(state));
}

void Segments::passTime(LaneId lane, std::int64_t now, const trace::Trace& trace)
{
    LaneFold& known = m_lanes[lane];
    if (known.nextAt == 0 || known.nextAt > now)
        return;
    const Fold& fold = m_folds[known.current.value];
    const std::int64_t at = known.nextAt;
    const LinkState state = stateOf(fold, at);
    enter(m_tracks[lane], known.current, state, at, static_cast<std::uint32_t>(trace.lowerBound(fromNs(at))));
    known.nextAt = 0;
}

void Segments::applyRequest(const trace::Event& e, std::uint32_t id, Fold& f, LaneTrack& track)
{
    if (e.kind == EventKind::RequestSent) {
        f.usedAt = toNs(e.at);
        const bool silent = e.rule == trace::RuleId::SilentRequest;
        if (!silent && f.waiting.size() < kMaxWaiting)
            f.waiting.push_back({e.correlation, static_cast<std::uint32_t>(track.requests.size())});
        track.requests.push_back({id, silent ? id : RequestSpan::kOpen});
        if ((e.api == ApiKey::SaslHandshake || e.api == ApiKey::SaslAuthenticate) && !f.ready && !f.released)
            f.channel = Channel::Authenticating;
        return;
    }
    if (e.kind == EventKind::RequestQueued || e.kind == EventKind::RequestReceived
        || e.kind == EventKind::ResponseSent)
        return;
    if (e.kind == EventKind::ResponseReceived && e.rule != trace::RuleId::SilentRequest)
        f.usedAt = toNs(e.at);
    const auto found = std::find_if(f.waiting.begin(), f.waiting.end(),
        [&](const Waiting& w) { return e.correlation < 0 || w.correlation == e.correlation; });
    if (found == f.waiting.end())
        return;
    track.requests[found->index].done = id;
    f.waiting.erase(found);
}

void Segments::apply(const trace::Event& e, std::uint32_t id, Fold& f, std::span<const trace::ConnectionLife> lives)
{
    if (e.state != TcpState::None) {
        if (e.side == Side::Client)
            f.client = e.state;
        else if (e.side == Side::Broker)
            f.broker = e.state;
    }
    LaneTrack& track = m_tracks[f.lane];
    if (e.kind >= EventKind::RequestQueued) {
        applyRequest(e, id, f, track);
        return;
    }
    bool ends = false;
    bool releases = false;
    switch (e.kind) {
    case EventKind::Connected:
        f.connected = true;
        f.channel = Channel::CheckingApiVersions;
        f.usedAt = toNs(e.at);
        break;
    case EventKind::Authenticated:
        f.channel = Channel::CheckingApiVersions;
        break;
    case EventKind::Ready:
        f.ready = true;
        f.channel = Channel::Ready;
        break;
    case EventKind::ConnectFailed:
    case EventKind::Disconnected:
        ends = releases = true;
        break;
    case EventKind::BackoffStarted:
        f.backoffUntil = toNs(saturatingAdd(e.at, Duration {std::max<std::int64_t>(e.value, 0)}));
        break;
    case EventKind::FinSent:
    case EventKind::ResetSent:
    case EventKind::Closed:
        // As WorldState: a refusal ends nothing before its client hears of it.
        ends = e.kind != EventKind::ResetSent || e.side == Side::Client || e.rule != trace::RuleId::ConnectionRefused
            || f.connected;
        releases = e.side == Side::Client;
        break;
    case EventKind::IdleExpired:
    case EventKind::FinReceived:
    case EventKind::ResetReceived:
        ends = true;
        break;
    default:
        break;
    }
    if (ends && !f.closing) {
        f.closing = true;
        f.closingKind = e.kind;
        f.closer = closerOf(lives, e.connection);
        track.ends.push_back({id, e.connection.value});
        track.closers.append(KindMask {1} << static_cast<unsigned>(f.closer));
    }
    if (releases) {
        f.released = true;
        f.channel = Channel::Disconnected;
        // Their cancellation follows as events of its own; what stays without one ends with its connection.
        for (const Waiting& w : f.waiting)
            track.requests[w.index].done = id;
        f.waiting.clear();
    }
}

void Segments::take(
    const trace::Trace& trace, const Lanes& lanes, std::span<const trace::ConnectionLife> lives, std::uint32_t id)
{
    const trace::Event& e = trace[id];
    if (!e.connection.isValid() || e.kind < EventKind::ConnectStarted || e.kind > EventKind::RequestTimedOut)
        return;
    if (e.connection.value >= m_folds.size())
        m_folds.resize(std::size_t {e.connection.value} + 1);
    Fold& f = m_folds[e.connection.value];
    if (f.lane == Lanes::kNoLane) {
        f.lane = lanes.of(e.connection);
        if (f.lane == Lanes::kNoLane)
            return;
    }
    LaneFold& lane = m_lanes[f.lane];
    const auto now = toNs(e.at);
    passTime(f.lane, now, trace);
    if (!f.exists) {
        f.exists = true;
        f.channel = Channel::Connecting;
        f.usedAt = now;
        lane.current = e.connection;
    }
    apply(e, id, f, lives);
    if (isTrouble(e))
        m_tracks[f.lane].troubles.push_back(id);
    if (lane.current != e.connection)
        return;
    const LinkState state = stateOf(f, now);
    enter(m_tracks[f.lane], e.connection, state, now, id + 1);
    lane.nextAt = nextChange(f, state);
}

void Segments::extend(
    const trace::Trace& trace, const Lanes& lanes, std::span<const trace::ConnectionLife> lives, std::size_t size)
{
    m_tracks.resize(lanes.size());
    m_lanes.resize(lanes.size());
    for (; m_size < size; ++m_size)
        take(trace, lanes, lives, static_cast<std::uint32_t>(m_size));
}

void Segments::refold(const trace::Trace& trace, const Lanes& lanes, std::span<const trace::ConnectionLife> lives,
    LaneId lane, std::span<const EventId> events)
{
    m_tracks.resize(lanes.size());
    m_lanes.resize(lanes.size());
    m_tracks[lane] = {};
    m_lanes[lane] = {};
    for (const ConnectionId connection : lanes[lane].connections) {
        if (connection.value < m_folds.size())
            m_folds[connection.value] = {};
    }
    for (const EventId id : events) {
        if (id.value < m_size)
            take(trace, lanes, lives, id.value);
    }
}

void Segments::settle(const trace::Trace& trace, Instant now)
{
    for (LaneId lane = 0; lane < m_lanes.size(); ++lane)
        passTime(lane, toNs(now), trace);
}

std::size_t Segments::bytes() const
{
    std::size_t bytes = m_folds.capacity() * sizeof(Fold) + m_lanes.capacity() * sizeof(LaneFold);
    for (const LaneTrack& track : m_tracks)
        bytes += sizeof(LaneTrack) + track.segments.capacity() * (sizeof(Segment) + sizeof(KindMask) * 17 / 16)
            + track.requests.capacity() * sizeof(RequestSpan) + track.ends.capacity() * sizeof(End);
    return bytes;
}

} // namespace connscope::timeline
