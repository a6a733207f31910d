// SPDX-License-Identifier: GPL-3.0-or-later
#include "classroom/lessonpanel.h"

#include "classroom/results.h"
#include "classroom/steppage.h"
#include "classroom/words.h"
#include "theme/look.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace connscope::classroom {

using Phase = LessonSession::Phase;

LessonPanel::LessonPanel(
    const view::Context& context, LessonSession& session, const Results& results, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_session(session)
    , m_stack(new QStackedWidget(this))
    , m_list(new LessonList(context, results, m_stack))
{
    setObjectName(QStringLiteral("lesson-panel"));
    setFocusPolicy(Qt::StrongFocus);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(8, 4, 4, 8);
    outer->addWidget(m_stack);
    m_stack->addWidget(m_list);

    auto* taken = new QWidget(m_stack);
    auto* layout = new QVBoxLayout(taken);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    auto* top = new QHBoxLayout;
    m_leave = new QPushButton(taken);
    m_leave->setObjectName(QStringLiteral("chip"));
    m_heading = new QLabel(taken);
    m_heading->setObjectName(QStringLiteral("secondary"));
    m_heading->setWordWrap(true);
    m_heading->setContentsMargins(4, 0, 8, 0); // as the page below
    m_place = new QLabel(taken);
    m_place->setObjectName(QStringLiteral("secondary"));
    m_back = new QPushButton(taken);
    m_back->setObjectName(QStringLiteral("chip"));
    top->addWidget(m_leave);
    top->addStretch(1);
    top->addWidget(m_back);
    top->addWidget(m_place);
    layout->addLayout(top);
    layout->addWidget(m_heading);
    m_page = new StepPage(context, session, taken);
    layout->addWidget(m_page, 1);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(6);
    m_hint = new QPushButton(taken);
    m_reveal = new QPushButton(taken);
    m_primary = new QPushButton(taken);
    m_primary->setProperty("primary", true);
    bar->addWidget(m_hint);
    bar->addWidget(m_reveal);
    bar->addStretch(1);
    bar->addWidget(m_primary);
    layout->addLayout(bar);
    m_stack->addWidget(taken);

    connect(m_leave, &QPushButton::clicked, this, &LessonPanel::leaveWanted);
    connect(m_back, &QPushButton::clicked, &session, &LessonSession::back);
    connect(m_hint, &QPushButton::clicked, &session, &LessonSession::showHint);
    connect(m_reveal, &QPushButton::clicked, &session, &LessonSession::reveal);
    connect(m_primary, &QPushButton::clicked, this, &LessonPanel::primaryClicked);
    connect(m_page, &StepPage::eventWanted, this, &LessonPanel::eventWanted);
    connect(&session, &LessonSession::changed, this, &LessonPanel::refresh);
    connect(&session, &LessonSession::entered, this, [this] {
        if (m_session.question() && m_session.question()->kind == lesson::Question::Kind::Number)
            m_page->numberField()->setFocus();
        else
            setFocus();
    });
    connect(&context.look, &theme::Look::changed, this, &LessonPanel::refresh);
    refresh();
}

void LessonPanel::setPresenting(bool presenting)
{
    m_presenting = presenting;
    m_page->setPresenting(presenting);
    refresh();
}

void LessonPanel::refresh()
{
    m_stack->setCurrentIndex(m_session.isOn() ? 1 : 0);
    m_leave->setText(Words::tr("‹ Lessons"));
    m_back->setText(Words::tr("Back"));
    m_hint->setText(Words::tr("Hint"));
    m_reveal->setText(Words::tr("Answer"));
    m_leave->setToolTip(Words::tr("Leaves this lesson; what was answered is kept"));
    m_back->setToolTip(Words::tr("The step before (Page Up)"));
    m_reveal->setToolTip(Words::tr("Shows the answer without a prediction"));
    if (!m_session.isOn()) {
        m_list->refresh();
        return;
    }
    const auto language = languageOf(m_context.look.language());
    m_heading->setText(text(lesson::in(m_session.lesson()->title, language)));
    m_heading->setFont(m_context.look.text(theme::Type::Body));
    m_place->setText(Words::tr("%1 of %2").arg(m_session.step() + 1).arg(m_session.stepCount()));
    const Phase phase = m_session.phase();
    const bool isAsking = phase == Phase::Asking;
    const bool isLast = m_session.step() + 1 == m_session.stepCount();
    m_back->setVisible(m_session.canGoBack());
    m_hint->setVisible(isAsking && !m_session.question()->hint.en.empty());
    m_hint->setEnabled(!m_session.showsHint());
    m_reveal->setVisible(isAsking);
    const bool isPlaying = phase == Phase::Playing;
    m_primary->setText(isAsking ? Words::tr("Check")
            : isPlaying         ? Words::tr("To the Answer")
            : isLast            ? Words::tr("Finish")
                                : Words::tr("Next"));
    m_primary->setToolTip(isAsking ? Words::tr("Holds the prediction against the run (Enter)")
            : isPlaying            ? Words::tr("Shows the answer now, without playing up to it (Page Down)")
                                   : Words::tr("Goes on (Page Down)"));
    m_primary->setEnabled(!isAsking || m_session.canCheck());
}

void LessonPanel::primaryClicked()
{
    if (m_session.phase() == Phase::Asking)
        m_session.check();
    else if (m_session.phase() == Phase::Playing)
        m_session.hurry();
    else if (m_session.canGoNext())
        m_session.next();
    else
        emit finished();
}

void LessonPanel::goOn()
{
    if (m_session.phase() == Phase::Asking && !m_session.canCheck()) {
        // Whoever teaches with a clicker has heard the answers; whoever learns alone is to answer first.
        if (m_presenting)
            m_session.reveal();
        return;
    }
    primaryClicked();
}

bool LessonPanel::digit(int number)
{
    const lesson::PreparedQuestion* question = m_session.question();
    if (m_session.phase() != Phase::Asking || question->kind == lesson::Question::Kind::Number || number < 1
        || static_cast<std::size_t>(number) > question->choices.size())
        return false;
    m_session.choose(static_cast<std::size_t>(number - 1));
    return true;
}

void LessonPanel::keyPressEvent(QKeyEvent* event)
{
    if (m_session.isOn()) {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
            primaryClicked();
            return;
        }
        if (event->key() >= Qt::Key_1 && event->key() <= Qt::Key_9 && digit(event->key() - Qt::Key_0))
            return;
    }
    QWidget::keyPressEvent(event);
}

} // namespace connscope::classroom
