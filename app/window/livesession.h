// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/livefeed.h"
#include "real/outsidescenario.h"
#include "scenario/model.h"
#include "wire/framekeeper.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// \file
/// A real session of the window: it runs in a thread of its own, which has the sockets, the clock and the trace. What comes
/// from there is pieces of the trace, at most one a frame and the next only when the last was taken, so that a window that is
/// slow holds nobody up and is flooded by nobody. What goes there is what a person does.

class QThread;

namespace connscope::app {

/// What is to be run over real sockets.
struct LivePlan {
    scenario::Scenario scenario;
    std::string profile; ///< "" = as the scenario says
    std::optional<std::uint64_t> seed; ///< none = as the scenario says
    /// "HOST:PORT,…" of somebody else's cluster; "" = brokers of our own on this machine.
    std::string bootstrapServers;
    /// Our brokers listen on the very ports that the scenario names; port 0 is any that is free.
    bool exactPorts = false;
    bool mayWrite = false; ///< producers and admin clients, on a cluster that is not ours
    trace::Keep keep; ///< how much of its trace the window keeps; unlimited: it ends at the scenario's max-events
    std::vector<real::NamedGroup> groupsAsWritten; ///< a person gave their names; see real::RealOptions
};

/// Where a broker of our own listens.
struct LiveBroker {
    BrokerId id;
    QString address;
    bool operator==(const LiveBroker&) const = default;
};

class LiveWorker;

class LiveSession : public QObject {
    Q_OBJECT

public:
    explicit LiveSession(QObject* parent = nullptr);
    /// Ends what runs, and waits until its thread is gone: no socket, thread or port outlives this.
    ~LiveSession() override;

    /// Not while one runs. `started` or `failed` follows.
    void start(LivePlan plan);
    /// Asks it to end; `finished` follows. Nothing happens where none runs.
    void stop();
    /// Ends it here and now; nothing follows.
    void end();
    /// From start() until `finished` or `failed`.
    bool isRunning() const { return m_thread != nullptr; }
    /// Of the session that was last started.
    const std::vector<LiveBroker>& brokers() const { return m_brokers; }
    bool hasOwnBrokers() const { return !m_brokers.empty(); }
    /// The last frames of the session that was last started, also when it is over; nullptr before the first.
    const std::shared_ptr<wire::FrameKeeper>& frames() const { return m_frames; }
    /// What a person does, now. `refused` follows where it cannot be done.
    void act(const scenario::Action& action);

signals:
    /// The ports are open and it plays. \a chunk is the beginning of its trace.
    void started(const std::shared_ptr<const connscope::app::TraceChunk>& chunk);
    /// It could not start, and why.
    void failed(const QString& why);
    void grown(const std::shared_ptr<const connscope::app::TraceChunk>& chunk);
    void refused(const QString& why);
    /// It is over, by itself or because it was stopped; all of its trace has come.
    void finished();

private:
    void join();

    QThread* m_thread = nullptr;
    LiveWorker* m_worker = nullptr; // lives in m_thread
    std::vector<LiveBroker> m_brokers;
    std::shared_ptr<wire::FrameKeeper> m_frames; // its thread keeps, this one asks
    std::uint64_t m_number = 0; // of the session: what an older one still had to say is not heard

    friend class LiveWorker;
};

} // namespace connscope::app
