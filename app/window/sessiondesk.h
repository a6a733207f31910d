// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/liveplans.h"
#include "app/window/livesession.h"
#include "app/window/loader.h"
#include "topology/actions.h"
#include "view/context.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>

namespace connscope::app {

/// Between the window and a real session: makes a document of what the session writes, lets the playhead follow it, and hands
/// over what a person does to the world. The session's thread is LiveSession's affair.
class SessionDesk : public QObject {
    Q_OBJECT

public:
    /// What is kept unless told otherwise: 28 MB of events, as much again for what is computed from them.
    static constexpr std::uint64_t kKeptEvents = 500'000;

    explicit SessionDesk(const view::Context& context, QObject* parent = nullptr);

    /// The scenario of the document, over real sockets.
    void runScenario();
    void startCluster(int brokers, int port);
    void connectTo(const LivePlan& plan);
    /// How much of the trace of a session is kept, from the next start on.
    void setKeep(const trace::Keep& keep) { m_keep = keep; }
    const trace::Keep& keep() const { return m_keep; }
    /// Asks the session to end; the document stays.
    void stop() { m_session.stop(); }
    /// Ends it at once, with its thread and ports: the window closes.
    void end() { m_session.end(); }
    /// Stops what runs and does \a next once it is over; at once where nothing runs.
    void whenOver(std::function<void()> next);
    bool isRunning() const { return m_session.isRunning(); }
    const LiveSession& session() const { return m_session; }
    /// What a person asked for in the picture or the panel, done now to the world that runs. Errors are said.
    void act(const topology::TopologyAction& action);

signals:
    /// A document to look at, as the loader hands one over; afterwards it grows.
    void opened(const std::shared_ptr<connscope::app::LoadResult>& result);
    /// A session started or ended.
    void changed();
    /// It ended, and its whole trace is in the document.
    void over();
    void said(const QString& text);
    void refused(const QString& text);

private:
    void start(LivePlan plan, view::Source source, bool withScenario);
    void open(const TraceChunk& chunk);
    void take(const TraceChunk& chunk);
    void shorten();
    void finish();

    view::Context m_context;
    LiveSession m_session;
    view::Source m_source; // of what is being started
    std::optional<scenario::Scenario> m_scenario;
    std::function<void()> m_next;
    trace::Keep m_keep {kKeptEvents, {}};
    trace::Keep m_kept; // of the session that runs
    trace::Following m_following;
};

} // namespace connscope::app
