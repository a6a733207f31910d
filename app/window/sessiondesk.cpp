// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/sessiondesk.h"

#include "app/window/branch.h"
#include "frame/actionwords.h"
#include "theme/look.h"
#include "view/document.h"
#include "view/playback.h"
#include "view/selection.h"

#include <utility>

namespace connscope::app {

SessionDesk::SessionDesk(const view::Context& context, QObject* parent)
    : QObject(parent)
    , m_context(context)
{
    connect(&m_session, &LiveSession::started, this,
        [this](const std::shared_ptr<const TraceChunk>& chunk) { open(*chunk); });
    connect(&m_session, &LiveSession::grown, this,
        [this](const std::shared_ptr<const TraceChunk>& chunk) { take(*chunk); });
    connect(&m_session, &LiveSession::refused, this, &SessionDesk::refused);
    connect(&m_session, &LiveSession::failed, this, [this](const QString& why) {
        const bool taken = why.contains(QLatin1String("EADDRINUSE"));
        emit refused(taken
                ? tr("The session could not start: %1. Choose another first port, or 0 for any that are free.")
                      .arg(why)
                : tr("The session could not start: %1").arg(why));
        emit changed();
        if (const auto next = std::exchange(m_next, nullptr))
            next();
    });
    connect(&m_session, &LiveSession::finished, this, &SessionDesk::finish);
}

void SessionDesk::runScenario()
{
    if (!m_context.document.scenario())
        return;
    view::Source source = m_context.document.source();
    LivePlan plan = scenarioPlan(m_context.document);
    source.world = plan.bootstrapServers.empty() ? view::World::Loopback : view::World::Outside;
    start(std::move(plan), std::move(source), true);
}

void SessionDesk::startCluster(int brokers, int port)
{
    auto plan = clusterPlan(brokers, static_cast<std::uint16_t>(port));
    if (!plan) {
        emit refused(QString::fromStdString(plan.error().message));
        return;
    }
    view::Source source;
    source.title = tr("Loopback cluster").toStdString();
    source.world = view::World::Loopback;
    start(std::move(*plan), std::move(source), false);
}

void SessionDesk::connectTo(const LivePlan& plan)
{
    view::Source source;
    source.title = plan.bootstrapServers; // and nothing of the properties
    source.world = view::World::Outside;
    start(plan, std::move(source), false);
}

void SessionDesk::start(LivePlan plan, view::Source source, bool withScenario)
{
    source.simulated = false;
    source.live = true;
    m_source = std::move(source);
    m_scenario = withScenario ? std::optional(plan.scenario) : std::nullopt;
    plan.keep = m_kept = m_keep;
    m_following = {};
    m_session.start(std::move(plan));
    emit changed();
}

void SessionDesk::take(const TraceChunk& chunk)
{
    m_context.document.grow([&](trace::Trace& trace) { append(trace, chunk, m_following); }, chunk.until);
    shorten();
}

/// The oldest go, if it is time. What a person looks at stays selected as long as it is there.
void SessionDesk::shorten()
{
    const view::Item before = m_context.selection.current();
    const auto renumber = connect(
        &m_context.document, &view::Document::renumbered, this, [this](const trace::Renumbering& renumbering) {
            m_following.dropped(renumbering);
            m_context.selection.renumber([&](view::Item item) {
                if (item.event().isValid())
                    return renumbering.isKept(item.event()) ? view::Item {item.kind, renumbering(item.event()).value}
                                                            : view::Item {};
                if (item.connection().isValid() && m_context.document.life(item.connection()) == nullptr)
                    return view::Item {};
                return item;
            });
        });
    const bool shortened = m_context.document.dropOldest(m_kept);
    disconnect(renumber);
    if (shortened && before && m_context.selection.current().isNone())
        m_context.selection.tellAgain();
}

void SessionDesk::open(const TraceChunk& chunk)
{
    trace::Trace trace;
    append(trace, chunk);
    const auto result = std::make_shared<LoadResult>();
    result->content = std::make_unique<view::Content>(
        std::exchange(m_source, {}), std::move(trace), std::exchange(m_scenario, std::nullopt), chunk.until);
    emit opened(result);
    m_context.playback.setReversed(false);
    m_context.playback.goToEnd(); // and follows
    emit changed();
}

void SessionDesk::finish()
{
    m_context.document.setLive(false);
    m_context.playback.pause();
    emit changed();
    if (const auto next = std::exchange(m_next, nullptr))
        next();
    else
        emit over();
}

void SessionDesk::whenOver(std::function<void()> next)
{
    if (!m_session.isRunning()) {
        next();
        return;
    }
    m_next = std::move(next);
    m_session.stop();
}

void SessionDesk::act(const topology::TopologyAction& wanted)
{
    auto action = scriptedAction(wanted, m_context.document, m_context.document.end());
    if (!action) {
        emit refused(QString::fromStdString(action.error().message));
        return;
    }
    action->at.reset(); // now, in the session's own time
    m_session.act(*action);
    emit said(tr("Done to the running session: %1.").arg(frame::actionWords(*action, m_context.look.format())));
}

} // namespace connscope::app
