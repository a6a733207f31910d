// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/livesession.h"

#include "real/realsession.h"

#include <QEventLoop>
#include <QMetaObject>
#include <QPointer>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <atomic>

namespace connscope::app {

namespace {

constexpr int kFrameMs = 16;
constexpr Duration kQuietFrame = std::chrono::milliseconds(50); // where nothing happens only time goes on

} // namespace

/// Lives in the session's thread and owns all that is there.
class LiveWorker : public QObject {
public:
    LiveWorker(LiveSession& owner, std::uint64_t number)
        : m_owner(owner)
        , m_number(number)
    {
    }

    void run(const LivePlan& plan, const std::shared_ptr<wire::FrameKeeper>& frames);
    void stop();
    void act(const scenario::Action& action);
    /// Lets go of the session, before its thread ends. Clients of somebody else's cluster close first, which takes
    /// RealSession::kFarewell at most.
    void drop();
    /// From the window's thread: the last piece was taken.
    void taken() { m_onTheWay.store(false, std::memory_order_release); }

private:
    template <typename Tell>
    void tell(Tell f)
    {
        QMetaObject::invokeMethod(
            &m_owner,
            [owner = &m_owner, number = m_number, f = std::move(f)] {
                if (owner->m_number == number)
                    f(*owner);
            },
            Qt::QueuedConnection);
    }
    std::shared_ptr<const TraceChunk> cut();
    void frame();
    void finish();

    LiveSession& m_owner; // waits for this thread before it goes
    const std::uint64_t m_number;
    std::unique_ptr<real::RealSession> m_session;
    std::unique_ptr<QTimer> m_timer;
    LiveFeed m_feed;
    Instant m_end = kNever;
    Instant m_told {};
    bool m_isTold = false; // that it has started
    std::atomic<bool> m_onTheWay {false};
};

void LiveWorker::run(const LivePlan& plan, const std::shared_ptr<wire::FrameKeeper>& frames)
{
    real::RealOptions options;
    options.session.profile = plan.profile;
    options.session.seed = plan.seed;
    options.bootstrapServers = plan.bootstrapServers;
    options.exactPorts = plan.exactPorts;
    options.mayWrite = plan.mayWrite;
    options.groupsAsWritten = plan.groupsAsWritten;
    options.frames = frames;
    options.keep = plan.keep;
    auto session = real::RealSession::make(plan.scenario, options);
    if (!session) {
        tell([why = QString::fromStdString(session.error().toString())](LiveSession& owner) {
            owner.join();
            emit owner.failed(why);
        });
        return;
    }
    m_session = std::move(*session);
    m_end = saturatingAdd(kStart, plan.scenario.until);
    std::vector<LiveBroker> brokers;
    for (const auto& [id, at] : m_session->listeners())
        brokers.push_back({id, QString::fromStdString(at.text())});
    m_session->setOnFinished([this] { finish(); });
    m_session->start();
    tell([brokers = std::move(brokers), chunk = cut()](LiveSession& owner) {
        owner.m_brokers = brokers;
        emit owner.started(chunk);
    });
    m_isTold = true;
    if (m_session->isOver()) {
        finish();
        return;
    }
    m_timer = std::make_unique<QTimer>();
    m_timer->setTimerType(Qt::PreciseTimer);
    QObject::connect(m_timer.get(), &QTimer::timeout, this, [this] { frame(); });
    m_timer->start(kFrameMs);
}

std::shared_ptr<const TraceChunk> LiveWorker::cut()
{
    // Clients of somebody else's cluster close after its end.
    m_told = std::max(std::min(m_session->now(), m_end), m_session->trace().end());
    auto chunk = std::make_shared<const TraceChunk>(m_feed.take(m_session->trace(), m_told));
    m_session->releaseOld();
    return chunk;
}

void LiveWorker::frame()
{
    if (!m_session || m_session->isOver() || m_onTheWay.load(std::memory_order_acquire))
        return;
    if (m_session->trace().size() == m_feed.taken() && m_session->now() < m_told + kQuietFrame)
        return;
    m_onTheWay.store(true, std::memory_order_release);
    tell([this, chunk = cut()](LiveSession& owner) {
        const QPointer<LiveSession> here(&owner);
        emit owner.grown(chunk);
        if (here && owner.m_worker == this) // whoever heard it may have ended the session
            taken();
    });
}

void LiveWorker::finish()
{
    if (!m_isTold)
        return; // within start(): said afterwards
    m_timer.reset();
    // All that was written, also at the very end of its time.
    m_told = std::max(m_told, m_session->trace().end());
    auto last = std::make_shared<const TraceChunk>(m_feed.take(m_session->trace(), m_told));
    tell([last](LiveSession& owner) {
        const QPointer<LiveSession> here(&owner);
        emit owner.grown(last);
        if (!here || !owner.m_thread)
            return;
        owner.join();
        emit owner.finished();
    });
}

void LiveWorker::drop()
{
    m_timer.reset();
    if (m_session && !m_session->isOver()) {
        QEventLoop loop;
        m_session->setOnGrown({});
        m_session->setOnFinished([&loop] { loop.quit(); });
        m_session->stop();
        if (!m_session->isOver())
            loop.exec();
    }
    m_session.reset();
}

void LiveWorker::stop()
{
    if (m_session && !m_session->isOver())
        m_session->stop();
}

void LiveWorker::act(const scenario::Action& action)
{
    if (!m_session || m_session->isOver())
        return;
    if (const auto done = m_session->act(action); !done) {
        tell([why = QString::fromStdString(done.error().message)](LiveSession& owner) { emit owner.refused(why); });
    }
}

LiveSession::LiveSession(QObject* parent)
    : QObject(parent)
{
}

LiveSession::~LiveSession() { end(); }

void LiveSession::start(LivePlan plan)
{
    end();
    ++m_number;
    m_brokers.clear();
    m_frames = std::make_shared<wire::FrameKeeper>();
    m_thread = new QThread(this);
    m_thread->setObjectName(QStringLiteral("live"));
    m_worker = new LiveWorker(*this, m_number);
    m_worker->moveToThread(m_thread);
    m_thread->start();
    QMetaObject::invokeMethod(
        m_worker, [worker = m_worker, plan = std::move(plan), frames = m_frames] { worker->run(plan, frames); },
        Qt::QueuedConnection);
}

void LiveSession::stop()
{
    if (m_worker)
        QMetaObject::invokeMethod(
            m_worker, [worker = m_worker] { worker->stop(); }, Qt::QueuedConnection);
}

void LiveSession::act(const scenario::Action& action)
{
    if (m_worker)
        QMetaObject::invokeMethod(
            m_worker, [worker = m_worker, action] { worker->act(action); }, Qt::QueuedConnection);
}

void LiveSession::end()
{
    ++m_number; // what is still on the way is of no interest
    join();
}

void LiveSession::join()
{
    if (!m_thread)
        return;
    // In its own thread, where its sockets and timers are.
    QMetaObject::invokeMethod(
        m_worker,
        [worker = m_worker, thread = m_thread] {
            worker->drop();
            thread->quit();
        },
        Qt::QueuedConnection);
    m_thread->wait();
    delete m_worker;
    delete m_thread;
    m_thread = nullptr;
    m_worker = nullptr;
}

} // namespace connscope::app
