// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/runcomparer.h"

#include "app/window/beside.h"
#include "app/window/comparison.h"
#include "view/selection.h"

#include <utility>

namespace connscope::app {

using compare::Run;

RunComparer::RunComparer(const view::Context& context, Beside& beside, ComparisonPanel& panel, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_beside(beside)
    , m_panel(panel)
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
    connect(&panel, &ComparisonPanel::sentenceChosen, this, [this](std::size_t number) {
        if (!m_pair)
            return;
        const auto& sentences = m_pair->sentences(analysis::Language::English);
        if (number >= sentences.size())
            return;
        if (const ConnectionId c = m_pair->connectionOf(sentences[number], Run::First); c.isValid())
            m_context.selection.setCurrent(view::Item::of(c));
        if (const ConnectionId c = m_pair->connectionOf(sentences[number], Run::Second);
            c.isValid() && m_beside.isShown())
            m_beside.context().selection.setCurrent(view::Item::of(c));
    });
}

void RunComparer::start(LoadRequest second)
{
    release();
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
    m_pairing.drop();
    m_pair.reset();
    if (m_context.marks)
        m_context.marks->clear();
    if (m_beside.isShown())
        m_beside.setPair(nullptr);
    if (std::exchange(m_active, false))
        emit changed();
}

/// From the beginning: what is known of another pair of runs is not true of this one.
void RunComparer::compare()
{
    if (!m_active || !m_beside.isShown())
        return;
    m_pair.reset();
    m_context.marks->clear();
    m_beside.setPair(nullptr);
    m_panel.showBusy();
    m_pairing.start(m_context.document, m_beside.context().document);
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
}

} // namespace connscope::app
