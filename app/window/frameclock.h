// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace connscope::view {
class Playback;
}

namespace connscope::app {

/// The one timer of the window: while it plays and is seen, it tells the playback how much wall time went by, about sixty
/// times a second. Paused or hidden, nothing runs.
class FrameClock : public QObject {
    Q_OBJECT

public:
    explicit FrameClock(view::Playback& playback, QObject* parent = nullptr);

    /// Whether anybody sees the window.
    void setSeen(bool seen);
    bool isRunning() const { return m_timer.isActive(); }

private:
    void update();
    void tick();

    view::Playback& m_playback;
    QTimer m_timer;
    QElapsedTimer m_elapsed;
    bool m_seen = false;
};

} // namespace connscope::app
