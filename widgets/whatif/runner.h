// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sweep/jobs.h"

#include <QObject>

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

/// \file
/// Work that takes long, beside the window: it is told to stop by a flag and says how far it is.

namespace connscope::whatif {

class Runner : public QObject {
    Q_OBJECT

public:
    /// What is to be done in the window's thread with the result; made in the other one.
    using Finish = std::function<void()>;
    using Work = std::function<Finish(const std::atomic<bool>& cancel, const sweep::Progress& progress)>;

    explicit Runner(QObject* parent = nullptr);
    /// Waits for its end.
    ~Runner() override;

    /// One at a time: while one runs nothing happens. \a work must not touch what the window owns.
    void start(Work work);
    void cancel();
    bool isRunning() const { return m_running; }

signals:
    void progressed(int done, int all);
    /// After what was to be done with the result.
    void ended();

private:
    std::atomic<bool> m_cancel {false};
    std::atomic<int> m_told {0}; // permille: progress is told when it changes
    std::thread m_thread;
    bool m_running = false;
};

} // namespace connscope::whatif
