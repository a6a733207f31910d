// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/comparison.h"

#include "app/live/both.h"
#include "app/window/livefeed.h"
#include "app/window/liveplans.h"
#include "theme/look.h"
#include "view/document.h"

#include <QCheckBox>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

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
    m_thread = std::thread([this, trace, options, scenario = playedScenario(document)] {
        auto both = compareWithSimulation(*trace, scenario, options, kMostSeeds, &m_cancel);
        QMetaObject::invokeMethod(
            this,
            [this, both = std::move(both)] {
                m_running = false;
                if (m_cancel)
                    emit cancelled();
                else if (both)
                    emit done(both->verdict(),
                        QString::fromStdString(bothWaysText(*both, analysis::Language::English)),
                        QString::fromStdString(bothWaysText(*both, analysis::Language::Chinese)), both->seed,
                        both->wakeLateness.count());
                else
                    emit failed(QString::fromStdString(both.error().message));
            },
            Qt::QueuedConnection);
    });
}

ComparisonPanel::ComparisonPanel(const view::Context& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
{
    setMinimumSize(1, 1); // Qt's layout of a panel without anything in it asks for a height below zero
    connect(&context.look, &theme::Look::changed, this, &ComparisonPanel::retranslate);
}

void ComparisonPanel::make()
{
    if (m_head)
        return;
    setMinimumSize(0, 0);
    m_head = new QLabel(this);
    m_text = new QPlainTextEdit(this);
    m_beside = new QPushButton(this);
    m_sentences = new QListWidget(this);
    m_byCause = new QCheckBox(this);
    m_sentences->setFrameShape(QFrame::NoFrame);
    m_sentences->setWordWrap(true);
    m_sentences->setResizeMode(QListView::Adjust);
    m_sentences->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_sentences->setSpacing(3);
    m_byCause->setChecked(true);
    m_head->setWordWrap(true);
    m_text->setReadOnly(true);
    m_text->setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 8);
    layout->addWidget(m_head);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_sentences, 1);
    layout->addWidget(m_byCause);
    layout->addWidget(m_beside, 0, Qt::AlignLeft);
    connect(m_beside, &QPushButton::clicked, this, [this] { emit besideWanted(m_seed, m_latenessNs); });
    connect(m_sentences, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0)
            emit sentenceChosen(static_cast<std::size_t>(row));
    });
    connect(m_byCause, &QCheckBox::toggled, this, &ComparisonPanel::byCauseChanged);
    retranslate();
}

void ComparisonPanel::showEvent(QShowEvent* event)
{
    make();
    QWidget::showEvent(event);
}

void ComparisonPanel::showNothing()
{
    m_state = State::Nothing;
    retranslate();
}

void ComparisonPanel::showBusy()
{
    make();
    m_state = State::Busy;
    m_text->clear();
    retranslate();
}

void ComparisonPanel::show(
    BothWays::Verdict verdict, const QString& text, const QString& chinese, quint64 seed, qint64 latenessNs)
{
    make();
    m_state = State::Both;
    m_verdict = verdict;
    m_seed = seed;
    m_latenessNs = latenessNs;
    m_english = text;
    m_chinese = chinese;
    retranslate();
}

void ComparisonPanel::showRuns(bool same, int count, const QStringList& english, const QStringList& chinese)
{
    make();
    m_state = State::Runs;
    m_same = same;
    m_count = count;
    m_englishLines = english;
    m_chineseLines = chinese;
    retranslate();
}

QString ComparisonPanel::text()
{
    make();
    if (m_state != State::Runs)
        return m_text->toPlainText();
    QStringList lines;
    for (int row = 0; row < m_sentences->count(); ++row)
        lines << m_sentences->item(row)->text();
    return lines.join(u'\n');
}

QString ComparisonPanel::head()
{
    make();
    return m_head->text();
}

void ComparisonPanel::retranslate()
{
    if (!m_head)
        return;
    const QString seed = QString::number(m_seed);
    switch (m_state) {
    case State::Nothing:
        m_head->setText(tr("Tools ▸ Compare With says here what differs between two runs, and Session ▸ Run Both and "
                           "Compare where the "
                           "simulation and what really happened differ."));
        break;
    case State::Busy:
        m_head->setText(tr("Comparing …"));
        break;
    case State::Both:
        switch (m_verdict) {
        case BothWays::Verdict::Agree:
            m_head->setText(tr("They agree: the simulation with seed %1 tells what really happened.").arg(seed));
            break;
        case BothWays::Verdict::AgreeEach:
            m_head->setText(
                tr("They agree, each client with a seed of its own. The simulation that comes nearest to all of "
                   "them has seed %1.")
                    .arg(seed));
            break;
        case BothWays::Verdict::Differ:
            m_head->setText(tr("They differ. The simulation that comes nearest has seed %1.").arg(seed));
            break;
        }
        break;
    case State::Runs:
        m_head->setText(m_same
                ? tr("Both runs are the same.")
                : tr("◆ only in one run   ◇ in both, but different   Connections that differ: %1").arg(m_count));
        break;
    }
    const bool known = m_state == State::Both;
    m_text->setVisible(known);
    const bool runs = m_state == State::Runs;
    m_sentences->setVisible(runs);
    m_byCause->setVisible(runs && !m_same);
    m_byCause->setText(tr("The playheads meet by &cause, not by time"));
    m_byCause->setToolTip(tr("Each event comes when its counterpart in the other run does"));
    m_sentences->setAccessibleName(tr("What differs"));
    if (runs) {
        const QSignalBlocker quiet(m_sentences);
        const int row = m_sentences->currentRow();
        m_sentences->clear();
        m_sentences->addItems(
            m_context.look.language() == theme::Language::Chinese ? m_chineseLines : m_englishLines);
        m_sentences->setCurrentRow(std::min(row, m_sentences->count() - 1));
    }
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
