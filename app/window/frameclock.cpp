// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/frameclock.h"

#include "view/playback.h"

#include <algorithm>
#include <chrono>

namespace connscope::app {

namespace {

// After a long stall (a debugger, a suspended machine) the picture goes on from where it was.
constexpr std::int64_t kLongestFrameNs = 250'000'000;

} // namespace

FrameClock::FrameClock(view::Playback& playback, QObject* parent)
    : QObject(parent)
    , m_playback(playback)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(16);
    connect(&m_timer, &QTimer::timeout, this, &FrameClock::tick);
    connect(&playback, &view::Playback::playingChanged, this, &FrameClock::update);
    update();
}

void FrameClock::setSeen(bool seen)
{
    m_seen = seen;
    update();
}

void FrameClock::update()
{
    const bool runs = m_seen && m_playback.isPlaying();
    if (runs == m_timer.isActive())
        return;
    if (runs) {
        m_elapsed.start();
        m_timer.start();
    } else {
        m_timer.stop();
    }
}

void FrameClock::tick()
{
    const std::int64_t ns = m_elapsed.nsecsElapsed();
    m_elapsed.start();
    m_playback.advance(std::chrono::nanoseconds(std::min(ns, kLongestFrameNs)));
}

} // namespace connscope::app
