// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/runcomparer.h"

#include "app/window/beside.h"
#include "app/window/comparison.h"
#include "view/selection.h"

#include <algorithm>
#include <utility>

namespace connscope::app {

using compare::Run;

RunComparer::RunComparer(const view::Context& context, Beside& beside, ComparisonPanel& panel, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_beside(beside)
    , m_panel(panel)
    , m_superposed(context)
{
    connect(&beside, &Beside::shown, this, &RunComparer::compare);
    connect(&beside, &Beside::failed, this, [this] {
        if (m_active && !m_beside.isShown())
            stop();
    });
    connect(&context.document, &view::Document::replaced, this, &RunComparer::compare);
    // A session is over: there is a whole run now.
    connect(&context.document, &view::Document::sourceChanged, this, [this] {
        if (!m_context.document.source().live)
            compare();
    });
    connect(&m_pairing, &Pairing::made, this, &RunComparer::take);
    connect(&panel, &ComparisonPanel::byCauseChanged, &beside, &Beside::setByCause);
    connect(&panel, &ComparisonPanel::byCauseChanged, this, &RunComparer::superpose);
    connect(&panel, &ComparisonPanel::sentenceChosen, this, [this](std::size_t number) {
        if (!m_pair)
            return;
        const auto& sentences = m_pair->sentences(analysis::Language::English);
        if (number < sentences.size())
            choose(sentences[number]);
    });
    connect(&m_superposing, &Superposing::made, this, [this] {
        m_file = m_context.document.source().fileName;
        m_superposed.show(m_superposing.take());
        emit changed();
    });
    connect(&m_superposed, &Superposed::lost, this, [this] {
        if (m_context.document.source().fileName == m_file)
            return; // run again: it is laid over that run as soon as both are compared
        m_wants = false;
        emit said(tr("Another run was opened: it is seen by itself again, and compared beside."));
        emit changed();
    });
}

void RunComparer::start(LoadRequest second)
{
    const bool wants = m_wants;
    release();
    m_wants = wants;
    m_active = true;
    m_panel.showBusy();
    m_beside.run(std::move(second));
    emit changed();
}

void RunComparer::stop()
{
    release();
    m_beside.clear();
    m_panel.showNothing();
}

void RunComparer::release()
{
    m_wants = false;
    const bool was = std::exchange(m_active, false); // so nobody brings the second run back when both are taken apart
    m_superposing.drop();
    m_superposed.leave();
    m_pairing.drop();
    m_pair.reset();
    if (m_context.marks)
        m_context.marks->clear();
    if (m_beside.isShown())
        m_beside.setPair(nullptr);
    if (was)
        emit changed();
}

void RunComparer::adopt()
{
    if (m_active || !m_beside.isShown())
        return;
    m_active = true;
    compare();
    emit changed();
}

void RunComparer::setSuperposed(bool on)
{
    m_wants = on;
    if (on) {
        superpose();
    } else {
        m_superposing.drop();
        m_superposed.leave();
    }
    emit changed();
}

/// As soon as both runs are there; a session that goes on is none yet.
void RunComparer::superpose()
{
    m_superposing.drop();
    if (!m_wants || !m_pair || m_context.document.source().live)
        return;
    SuperposeRequest request;
    request.first = RunFacts::of(m_context.document);
    if (const scenario::Scenario* scenario = m_context.document.scenario())
        request.scenario = *scenario;
    request.second = RunFacts::of(m_beside.context().document);
    request.clock = m_beside.isByCause() ? compare::Clock::ByCause : compare::Clock::ByTime;
    m_superposing.start(m_pair, std::move(request));
}

/// Selects what a sentence speaks of, in both pictures or in the one of both.
void RunComparer::choose(const compare::Sentence& sentence)
{
    ConnectionId first = m_pair->connectionOf(sentence, Run::First);
    const ConnectionId second = m_pair->connectionOf(sentence, Run::Second);
    if (const trace::Twofold* twofold = m_context.document.twofold(); twofold && !first.isValid()) {
        const std::vector<ConnectionId>& in = twofold->connectionIn[1];
        const auto found = std::find(in.begin(), in.end(), second);
        if (second.isValid() && found != in.end())
            first = ConnectionId {static_cast<std::uint32_t>(found - in.begin())};
    }
    if (first.isValid())
        m_context.selection.setCurrent(view::Item::of(first));
    if (second.isValid() && m_beside.isShown())
        m_beside.context().selection.setCurrent(view::Item::of(second));
}

/// From the beginning: what is known of another pair of runs is not true of this one.
void RunComparer::compare()
{
    if (m_superposed.isSwapping() || !m_active || !m_beside.isShown())
        return;
    m_superposing.drop();
    m_pair.reset();
    m_context.marks->clear();
    m_beside.setPair(nullptr);
    m_panel.showBusy();
    const view::Document& second = m_beside.context().document;
    m_pairing.start(m_superposed.ownTrace(), m_superposed.ownEnd(), second.trace(), second.end());
}

void RunComparer::take(const std::shared_ptr<const RunPair>& pair)
{
    if (!m_active || !m_beside.isShown())
        return;
    m_pair = pair;
    pair->mark(Run::First, *m_context.marks);
    m_beside.setPair(pair);
    const auto texts = [&pair](analysis::Language language) {
        QStringList out;
        for (const compare::Sentence& sentence : pair->sentences(language))
            out << QString::fromStdString(sentence.text);
        return out;
    };
    m_panel.showRuns(pair->comparison().isSame(), static_cast<int>(pair->comparison().differenceCount()),
        texts(analysis::Language::English), texts(analysis::Language::Chinese));
    emit changed();
    superpose();
}

} // namespace connscope::app
