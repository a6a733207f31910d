// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/playback.h"

#include "view/untilsearch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace connscope::view {

namespace {

constexpr std::array<double, 25> kSpeeds {0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2,
    0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10'000};

} // namespace

Playback::Playback(const Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    // Its own place is of the new trace before any view asks for it; views hear of it when all of them have the trace.
    connect(&document, &Document::replaced, this, [this] {
        m_isTaking = true;
        if (m_document.isShortening()) { // goes on where it was, but not before what is whole
            const std::size_t whole = m_document.trace().wholeFrom();
            const Instant first = m_document.trace()[whole].at;
            m_fraction = 0;
            move(m_follows ? m_document.endPosition() : m_document.positionAt(std::max(m_position.at, first)));
            return;
        }
        setPlaying(false);
        setSkipped({});
        setFollows(false);
        m_bounds.reset();
        m_fraction = 0;
        // Kept where it was, as far as the new trace reaches; views are told even if it is the same place.
        move(m_document.positionAt(m_position.at));
    });
    connect(&document, &Document::taken, this, [this] {
        m_isTaking = false;
        say(std::exchange(m_untold, 0U));
    });
    connect(&document, &Document::grown, this, [this] {
        if (m_follows)
            move(m_document.endPosition());
    });
}

EventId Playback::event() const
{
    return m_position.applied == 0 ? EventId {} : EventId {static_cast<std::uint32_t>(m_position.applied - 1)};
}

void Playback::play()
{
    if (m_playing)
        return;
    if (!m_reversed && isAtEnd() && m_document.source().live)
        setFollows(true);
    else if (!m_reversed && isAtEnd() && !m_follows)
        move(m_document.positionAt(kStart));
    else if (m_reversed && isAtStart())
        move(m_document.endPosition());
    setPlaying(true);
}

void Playback::pause()
{
    setPlaying(false);
    setSkipped({});
    setFollows(false);
}

void Playback::setPlaying(bool playing)
{
    if (std::exchange(m_playing, playing) != playing)
        say(Playing);
}

void Playback::setSpeed(double speed)
{
    speed = std::clamp(speed, kSlowest, kFastest);
    if (qFuzzyCompare(speed, m_speed))
        return;
    m_speed = speed;
    emit speedChanged(speed);
}

std::span<const double> Playback::speeds() { return kSpeeds; }

void Playback::faster()
{
    const auto next = std::find_if(kSpeeds.begin(), kSpeeds.end(), [this](double s) { return s > m_speed * 1.0001; });
    if (next != kSpeeds.end())
        setSpeed(*next);
}

void Playback::slower()
{
    const auto next
        = std::find_if(kSpeeds.rbegin(), kSpeeds.rend(), [this](double s) { return s < m_speed * 0.9999; });
    if (next != kSpeeds.rend())
        setSpeed(*next);
}

void Playback::setReversed(bool on)
{
    if (std::exchange(m_reversed, on) == on)
        return;
    m_fraction = 0;
    setSkipped({});
    if (on)
        setFollows(false);
    emit reversedChanged(on);
    // What plays towards an end at which it is already stops here, not a frame later.
    if (m_playing && on && (isAtStart() || (m_bounds && m_position == m_bounds->first)))
        pause();
}

void Playback::setSkipsSilence(bool on)
{
    if (std::exchange(m_skipsSilence, on) == on)
        return;
    if (!on)
        setSkipped({});
    emit skipsSilenceChanged(on);
}

void Playback::setLingers(bool on)
{
    if (std::exchange(m_lingers, on) == on)
        return;
    m_fraction = 0;
    emit lingersChanged(on);
}

std::optional<Slowed> Playback::slowed() const
{
    if (!m_lingers)
        return std::nullopt;
    std::optional<Slowed> out = m_document.pace().stretch(m_position.at);
    if (out)
        out->shown = Duration {std::llround(static_cast<double>(out->shown.count()) / m_speed)};
    return out;
}

double Playback::ratio() const { return m_lingers ? m_speed * m_document.pace().rate(m_position.at) : m_speed; }

void Playback::setSkipped(std::optional<Silence> silence)
{
    if (m_skipped == silence)
        return;
    m_skipped = silence;
    say(Skipped);
}

void Playback::setFollows(bool on)
{
    if (std::exchange(m_follows, on) == on)
        return;
    if (on)
        move(m_document.endPosition());
    say(Follows);
}

void Playback::setPosition(Position position)
{
    position.at = std::clamp(position.at, kStart, m_document.end());
    position.applied = std::clamp(
        position.applied, m_document.trace().lowerBound(position.at), m_document.trace().upperBound(position.at));
    m_fraction = 0;
    setSkipped({});
    if (position == m_position)
        return;
    setFollows(false);
    move(position);
}

void Playback::setBounds(std::optional<std::pair<Position, Position>> bounds)
{
    m_bounds = std::move(bounds);
    if (m_bounds && m_position != std::clamp(m_position, m_bounds->first, m_bounds->second))
        move(m_position);
}

void Playback::move(Position position)
{
    if (m_bounds)
        position = std::clamp(position, m_bounds->first, m_bounds->second);
    m_position = position;
    say(Place);
}

void Playback::say(unsigned what)
{
    if (m_isTaking) {
        m_untold |= what;
        return;
    }
    if ((what & Playing) != 0)
        emit playingChanged(m_playing);
    if ((what & Skipped) != 0)
        emit skippedChanged();
    if ((what & Place) != 0) {
        const Position position = m_position;
        emit positionChanged(position);
        emit instantChanged(position.at);
    }
    if ((what & Follows) != 0)
        emit followsChanged(m_follows);
}

void Playback::goToEnd()
{
    setPosition(m_document.endPosition());
    if (m_document.source().live && !m_reversed) {
        setFollows(true);
        setPlaying(true);
    }
}

void Playback::goTo(EventId event)
{
    if (event.value < m_document.trace().size())
        setPosition(m_document.after(event));
}

bool Playback::stepEvent(int direction, const EventFilter& filter)
{
    pause();
    const std::size_t size = m_document.trace().size();
    const auto takes
        = [&filter](std::size_t i) { return !filter || filter(EventId {static_cast<std::uint32_t>(i)}); };
    if (direction > 0) {
        for (std::size_t i = m_position.applied; i < size; ++i) {
            if (takes(i)) {
                goTo(EventId {static_cast<std::uint32_t>(i)});
                return true;
            }
        }
        return false;
    }
    // Time may have passed since the last event; going back then goes to that event first.
    std::size_t i = m_position.applied;
    if (i > 0 && m_document.trace()[i - 1].at == m_position.at)
        --i;
    while (i-- > 0) {
        if (takes(i)) {
            goTo(EventId {static_cast<std::uint32_t>(i)});
            return true;
        }
    }
    if (filter || m_position == Position {})
        return false;
    setPosition({});
    return true;
}

void Playback::setBreakpoint(std::optional<trace::Query> query)
{
    m_breakpoint = std::move(query);
    emit breakpointChanged();
}

Instant Playback::walk(Instant from, double wall)
{
    // The fraction is of the trace and lies in the direction of play.
    const double ahead = wall < 0 ? -1 : 1;
    if (!m_lingers) {
        const double length = std::abs(wall) * m_speed + m_fraction;
        const double most = static_cast<double>(wall < 0 ? toNs(from) : (m_document.end() - from).count()) + 1;
        const auto whole = static_cast<std::int64_t>(std::min(length, most));
        m_fraction = length - static_cast<double>(whole);
        return std::clamp(
            wall < 0 ? from - Duration {whole} : saturatingAdd(from, Duration {whole}), kStart, m_document.end());
    }
    const Pace& pace = m_document.pace();
    const auto rateOn = [&](Instant t) { return pace.rate(wall < 0 && t > kStart ? t - Duration {1} : t); };
    const double goal = pace.shown(from) + ahead * m_fraction / rateOn(from) + wall * m_speed;
    Instant to = std::clamp(pace.at(goal), kStart, m_document.end());
    if (wall < 0 && pace.shown(to) < goal && to < from)
        to += Duration {1}; // cut towards where it comes from
    m_fraction = std::clamp(ahead * (goal - pace.shown(to)) * rateOn(to), 0.0, 1.0);
    return to;
}

Instant Playback::ahead(double wall)
{
    const trace::Trace& trace = m_document.trace();
    const Instant end = m_document.end();
    if (!m_skipsSilence)
        return walk(m_position.at, wall);
    Position at = m_position;
    std::optional<Silence> skipping;
    while (at.at < end) {
        const Silence silence = silenceAhead(trace, at, end);
        const auto length = static_cast<double>(silence.length().count());
        const bool skips = length / m_speed > static_cast<double>(kPatience.count());
        skipping = skips ? std::optional(silence) : std::nullopt;
        // What is skipped goes evenly, anything else at its pace.
        const double speed = skips ? std::max(m_speed, length / static_cast<double>(kMoment.count())) : m_speed;
        const double left = skips ? static_cast<double>((silence.to - at.at).count()) - m_fraction
                                  : shown(silence.to) - shown(at.at) - m_fraction / rate(at.at);
        if (wall * speed < left) {
            if (!skips) {
                at.at = walk(at.at, wall);
                break;
            }
            const double moved = wall * speed + m_fraction;
            const auto whole = static_cast<std::int64_t>(moved);
            m_fraction = moved - static_cast<double>(whole);
            at.at += Duration {whole};
            break;
        }
        wall -= left / speed;
        m_fraction = 0;
        at = m_document.positionAt(silence.to);
        if (silence.to == end)
            break;
        if (wall <= 0) {
            skipping.reset(); // just there: the next silence has not begun
            break;
        }
    }
    setSkipped(at.at < end ? skipping : std::nullopt);
    return at.at;
}

Instant Playback::behind(double wall)
{
    if (!m_skipsSilence)
        return walk(m_position.at, -wall);
    const trace::Trace& trace = m_document.trace();
    Position at = m_position;
    std::optional<Silence> skipping;
    while (at.at > kStart) {
        const Silence silence = silenceBehind(trace, at);
        const auto length = static_cast<double>(silence.length().count());
        const bool skips = length / m_speed > static_cast<double>(kPatience.count());
        skipping = skips ? std::optional(silence) : std::nullopt;
        const double speed = skips ? std::max(m_speed, length / static_cast<double>(kMoment.count())) : m_speed;
        const double left = skips ? static_cast<double>((at.at - silence.from).count()) - m_fraction
                                  : shown(at.at) - shown(silence.from) - m_fraction / rate(at.at - Duration {1});
        if (wall * speed < left) {
            if (!skips) {
                at.at = walk(at.at, -wall);
                break;
            }
            const double moved = wall * speed + m_fraction;
            const auto whole = static_cast<std::int64_t>(moved);
            m_fraction = moved - static_cast<double>(whole);
            at.at -= Duration {whole};
            break;
        }
        wall -= left / speed;
        m_fraction = 0;
        at = m_document.positionAt(silence.from);
    }
    setSkipped(at.at > kStart ? skipping : std::nullopt);
    return at.at;
}

std::optional<Position> Playback::firstHit(const Position& target, EventId& event) const
{
    UntilSearch search(m_document, *m_breakpoint, m_position, target);
    if (search.step(std::numeric_limits<std::size_t>::max()) != UntilSearch::State::Found)
        return std::nullopt;
    event = search.event();
    return search.place();
}

void Playback::advance(std::chrono::nanoseconds wall)
{
    if (!m_playing || wall.count() <= 0)
        return;
    if (m_follows)
        return;
    const auto length = static_cast<double>(wall.count());
    const Instant to = m_reversed ? behind(length) : ahead(length);
    if (to != m_position.at || (!m_reversed && m_position.applied < m_document.trace().upperBound(to))) {
        const Position target = m_document.positionAt(to);
        if (m_breakpoint && !m_reversed) {
            EventId event;
            if (const auto hit = firstHit(target, event)) {
                move(*hit);
                pause();
                emit breakpointHit(event);
                return;
            }
        }
        move(target);
    }
    const bool isStopped = m_bounds && m_position == (m_reversed ? m_bounds->first : m_bounds->second);
    if (isStopped) {
        pause();
    } else if (m_reversed && isAtStart()) {
        pause();
    } else if (!m_reversed && isAtEnd()) {
        m_document.source().live ? setFollows(true) : pause();
    }
}

} // namespace connscope::view
