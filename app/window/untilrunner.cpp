// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/untilrunner.h"

#include "view/document.h"
#include "view/playback.h"

namespace connscope::app {

namespace {

constexpr std::size_t kPiece = 256; // events between two looks at the clock
constexpr int kSliceMs = 12; // less than a frame

} // namespace

UntilRunner::UntilRunner(const view::Context& context, QObject* parent)
    : QObject(parent)
    , m_context(context)
{
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &UntilRunner::go);
    connect(&context.document, &view::Document::replaced, this, &UntilRunner::cancel);
    connect(&context.document, &view::Document::grown, this, &UntilRunner::cancel);
    // Whoever goes elsewhere meanwhile wants to be there.
    connect(&context.playback, &view::Playback::positionChanged, this, &UntilRunner::cancel);
}

void UntilRunner::start(const trace::Query& query)
{
    cancel();
    m_context.playback.pause();
    m_search.emplace(m_context.document, query, m_context.playback.position(), m_context.document.endPosition());
    m_timer.start();
    go(); // what is near is there at once
}

void UntilRunner::cancel()
{
    if (!m_search)
        return;
    m_search.reset();
    m_timer.stop();
    emit ended();
}

void UntilRunner::go()
{
    using State = view::UntilSearch::State;
    QElapsedTimer time;
    time.start();
    State state = State::Searching;
    while (state == State::Searching && time.elapsed() < kSliceMs)
        state = m_search->step(kPiece);
    if (state == State::Searching) {
        emit progressed(m_search->share());
        return;
    }
    const view::UntilSearch search = *m_search;
    m_search.reset();
    m_timer.stop();
    emit ended();
    if (state == State::Found) {
        m_context.playback.setPosition(search.place());
        emit found(search.event());
    } else {
        emit foundNowhere();
    }
}

} // namespace connscope::app
