// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/query.h"
#include "view/document.h"
#include "view/silence.h"

#include <QObject>

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <utility>

namespace connscope::view {

/// Which events a step stops at.
using EventFilter = std::function<bool(EventId)>;

/// The playhead and how it moves. It has no timer and reads no clock: whoever has one says how much wall time went by
/// (advance), so that a lecture, a test and an export of frames play alike.
class Playback : public QObject {
    Q_OBJECT

public:
    static constexpr double kSlowest = 0.0001;
    static constexpr double kFastest = 10'000;
    /// Silences that would take longer than this to sit through are skipped …
    static constexpr std::chrono::nanoseconds kPatience = std::chrono::seconds(1);
    /// … in this time.
    static constexpr std::chrono::nanoseconds kMoment = std::chrono::milliseconds(400);

    explicit Playback(const Document& document, QObject* parent = nullptr);

    const Position& position() const { return m_position; }
    Instant instant() const { return m_position.at; }
    /// The last event that has happened; invalid at the very start.
    EventId event() const;
    /// The world at the playhead.
    trace::WorldState world() const { return m_document.at(m_position); }
    /// At the first instant, whatever of it has happened.
    bool isAtStart() const { return m_position.at == kStart; }
    bool isAtEnd() const { return m_position == m_document.endPosition(); }

    bool isPlaying() const { return m_playing; }
    /// At the end (playing backwards: at the start) it begins anew.
    void play();
    void pause();
    void toggle() { m_playing ? pause() : play(); }

    /// Seconds of the trace for one second of wall time, kSlowest to kFastest.
    double speed() const { return m_speed; }
    void setSpeed(double speed);
    /// 0.0001, 0.0002, 0.0005, 0.001 … 10 000.
    static std::span<const double> speeds();
    void faster();
    void slower();

    bool isReversed() const { return m_reversed; }
    /// Where nothing lies behind the playhead, playing stops at once.
    void setReversed(bool on);
    bool skipsSilence() const { return m_skipsSilence; }
    void setSkipsSilence(bool on);
    /// Slows down for what is new, as Document::pace has it; the speed then counts from there.
    bool lingers() const { return m_lingers; }
    void setLingers(bool on);
    /// By which playing is slowed; nullptr where it is not.
    const Pace* pace() const { return m_lingers ? &m_document.pace() : nullptr; }
    /// The slowed stretch that the playhead is in; `shown` is what it takes at this speed.
    std::optional<Slowed> slowed() const;
    /// Seconds of the trace for one second of wall time where the playhead is, slowed or not.
    double ratio() const;

    /// The silence that is being skipped now; views mark it.
    std::optional<Silence> skipped() const { return m_skipped; }

    /// The playhead stays at the end while the trace grows. Moving it ends that; a session that runs is followed again where
    /// playing on, or going to the end, comes to its end.
    bool follows() const { return m_follows; }
    void setFollows(bool on);

    /// Wall time went by. Does nothing while paused.
    void advance(std::chrono::nanoseconds wall);

    void setInstant(Instant t) { setPosition(m_document.positionAt(t)); }
    void setPosition(Position position);
    /// Right after an event.
    void goTo(EventId event);
    /// As for every instant: what happens at the start has happened there, so the world is there to be looked at. Before the
    /// first event is Position {}.
    void goToStart() { setInstant(kStart); }
    void goToEnd();
    /// To the next (direction > 0) or last (< 0) event that \a filter takes; every event where it is empty. Pauses. False and
    /// no move where there is none (backwards it then goes before the first event if \a filter is empty).
    bool stepEvent(int direction, const EventFilter& filter = {});

    /// Keeps the playhead between two positions, whatever asks it to move; playing pauses there. None = the whole trace. They
    /// are of the present trace: another one drops them.
    void setBounds(std::optional<std::pair<Position, Position>> bounds);
    const std::optional<std::pair<Position, Position>>& bounds() const { return m_bounds; }

    /// Plays until the query holds: right after an event for which it does, or at the instant at which it becomes true
    /// of a connection because time passed. Then it pauses and says so. None = without end.
    const std::optional<trace::Query>& breakpoint() const { return m_breakpoint; }
    void setBreakpoint(std::optional<trace::Query> query);

signals:
    void positionChanged(connscope::view::Position position);
    /// Beside each positionChanged, for those to whom the instant is enough.
    void instantChanged(connscope::Instant instant);
    void playingChanged(bool playing);
    void speedChanged(double speed);
    void reversedChanged(bool reversed);
    void skipsSilenceChanged(bool on);
    void lingersChanged(bool on);
    void skippedChanged();
    void followsChanged(bool follows);
    void breakpointChanged();
    /// \a event is invalid where time alone made the query true.
    void breakpointHit(connscope::EventId event);

private:
    /// What can have changed, as bits.
    enum Change : unsigned { Playing = 1, Skipped = 2, Place = 4, Follows = 8 };
    /// Tells it; while views take another trace, as soon as they have it.
    void say(unsigned what);
    void move(Position position);
    void setPlaying(bool playing);
    void setSkipped(std::optional<Silence> silence);
    /// Where \a wall of wall time leads.
    Instant ahead(double wall);
    Instant behind(double wall);
    /// The place \a t has on the screen's clock at 1×, in nanoseconds.
    double shown(Instant t) const { return m_lingers ? m_document.pace().shown(t) : static_cast<double>(toNs(t)); }
    double rate(Instant t) const { return m_lingers ? m_document.pace().rate(t) : 1; }
    /// Plays from \a from for \a wall, forward or (negative) back, without a look at silences.
    Instant walk(Instant from, double wall);
    /// The first position in (m_position, target] at which the breakpoint holds.
    std::optional<Position> firstHit(const Position& target, EventId& event) const;

    const Document& m_document;
    Position m_position;
    double m_fraction = 0; // of a nanosecond, that advance has not yet moved
    bool m_playing = false;
    double m_speed = 1;
    bool m_reversed = false;
    bool m_skipsSilence = false;
    bool m_lingers = false;
    bool m_follows = false;
    std::optional<Silence> m_skipped;
    std::optional<trace::Query> m_breakpoint;
    std::optional<std::pair<Position, Position>> m_bounds;
    bool m_isTaking = false; // from Document::replaced to Document::taken
    unsigned m_untold = 0; // Change: meanwhile
};

} // namespace connscope::view
