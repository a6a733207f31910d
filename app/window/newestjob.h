// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>
#include <thread>

/// \file
/// Work whose result is wanted only until newer work is asked for: while a person drags a setting, ten comparisons may be
/// asked for and one is looked at.

namespace connscope::app {

/// Does work in a thread, one piece at a time; of what is asked for meanwhile only the newest is done. Used from the thread
/// of \c owner, whose member it is.
class NewestJob {
public:
    /// What is done with the result, in the owner's thread.
    using Finish = std::function<void()>;
    /// Runs in the thread; holds all that it reads.
    using Work = std::function<Finish()>;

    explicit NewestJob(QObject* owner);
    /// Waits for the work that runs; its result is dropped.
    ~NewestJob();
    Q_DISABLE_COPY_MOVE(NewestJob)

    /// \a work takes the place of what waits and of what runs: of that, the result is dropped.
    void start(Work work);
    /// Nothing is wanted any more.
    void drop();
    /// Whether a thread works, be it for a result that is dropped.
    bool isRunning() const { return m_running; }

private:
    void next();

    QObject* m_owner;
    Work m_waiting;
    std::thread m_thread;
    bool m_running = false;
    bool m_wanted = false; // what the thread makes is still wanted
};

} // namespace connscope::app
