// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/comparison.h"

#include "app/live/both.h"
#include "app/window/livefeed.h"
#include "theme/look.h"
#include "view/document.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace connscope::app {

Comparison::Comparison(QObject* parent)
    : QObject(parent)
{
}

Comparison::~Comparison()
{
    m_cancel = true;
    if (m_thread.joinable())
        m_thread.join();
}

void Comparison::cancel() { m_cancel = true; }

void Comparison::start(const view::Document& document)
{
    if (m_running || !document.scenario())
        return;
    if (m_thread.joinable())
        m_thread.join();
    m_cancel = false;
    m_running = true;
    // A copy of its own: the document may be replaced meanwhile.
    const auto trace = std::make_shared<trace::Trace>();
    append(*trace, LiveFeed().take(document.trace(), document.end()));
    session::Options options;
    options.profile = document.source().profile;
    options.seed = document.source().seed;
    options.until = document.end() - kStart;
    m_thread = std::thread([this, trace, options, scenario = *document.scenario()] {
        auto both = compareWithSimulation(*trace, scenario, options, kMostSeeds, &m_cancel);
        QMetaObject::invokeMethod(
            this,
            [this, both = std::move(both)] {
                m_running = false;
                if (m_cancel)
                    emit cancelled();
                else if (both)
                    emit done(both->agree(), QString::fromStdString(bothWaysText(*both, analysis::Language::English)),
                        QString::fromStdString(bothWaysText(*both, analysis::Language::Chinese)), both->seed);
                else
                    emit failed(QString::fromStdString(both.error().message));
            },
            Qt::QueuedConnection);
    });
}

ComparisonPanel::ComparisonPanel(const view::Context& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_head(new QLabel(this))
    , m_text(new QPlainTextEdit(this))
    , m_beside(new QPushButton(this))
{
    m_head->setWordWrap(true);
    m_text->setReadOnly(true);
    m_text->setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 8);
    layout->addWidget(m_head);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_beside, 0, Qt::AlignLeft);
    connect(m_beside, &QPushButton::clicked, this, [this] { emit besideWanted(m_seed); });
    connect(&context.look, &theme::Look::changed, this, &ComparisonPanel::retranslate);
    retranslate();
}

void ComparisonPanel::showNothing()
{
    m_state = State::Nothing;
    retranslate();
}

void ComparisonPanel::showBusy()
{
    m_state = State::Busy;
    m_text->clear();
    retranslate();
}

void ComparisonPanel::show(bool agree, const QString& text, const QString& chinese, quint64 seed)
{
    m_state = agree ? State::Agree : State::Differ;
    m_seed = seed;
    m_english = text;
    m_chinese = chinese;
    retranslate();
}

QString ComparisonPanel::text() const { return m_text->toPlainText(); }
QString ComparisonPanel::head() const { return m_head->text(); }

void ComparisonPanel::retranslate()
{
    const QString seed = QString::number(m_seed);
    switch (m_state) {
    case State::Nothing:
        m_head->setText(
            tr("Session ▸ Run Both and Compare says here where the simulation and what really happened differ."));
        break;
    case State::Busy:
        m_head->setText(tr("Looking for the simulation that tells what happened …"));
        break;
    case State::Agree:
        m_head->setText(tr("They agree: the simulation with seed %1 tells what really happened.").arg(seed));
        break;
    case State::Differ:
        m_head->setText(tr("They differ. The simulation that comes nearest has seed %1.").arg(seed));
        break;
    }
    const bool known = m_state == State::Agree || m_state == State::Differ;
    m_text->setVisible(known);
    if (known)
        m_text->setPlainText(m_context.look.language() == theme::Language::Chinese ? m_chinese : m_english);
    m_text->setAccessibleName(tr("Simulated beside real"));
    m_beside->setText(tr("Show the Simulation &Beside It"));
    m_beside->setToolTip(
        tr("Shows the simulation with that seed beside the window's own picture, with one playhead"));
    m_beside->setVisible(known);
    m_head->setForegroundRole(QPalette::WindowText);
}

} // namespace connscope::app
