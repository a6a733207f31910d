// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classroom/lessonsession.h"
#include "view/context.h"

#include <QScrollArea>

#include <vector>

class QFrame;
class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace connscope::classroom {

class ChoiceButton;

/// The step that is shown: its text, its question with what can be answered, and then the answer and its causes.
class StepPage : public QScrollArea {
    Q_OBJECT

public:
    StepPage(const view::Context& context, LessonSession& session, QWidget* parent = nullptr);

    /// The question as large as the last row of a lecture hall needs it.
    void setPresenting(bool presenting);
    /// The buttons of the answers, for tests.
    const std::vector<ChoiceButton*>& choices() const { return m_choices; }
    QLineEdit* numberField() const { return m_number; }
    /// What is read out, and what tests look for.
    QString feedbackText() const;

signals:
    void eventWanted(connscope::EventId event);

private:
    void refresh();
    void makeChoices();
    void showChoices();
    void showFeedback();
    void restyle();
    QString pickedText() const;

    view::Context m_context;
    LessonSession& m_session;
    bool m_presenting = false;
    bool m_wasRevealed = false;
    const lesson::PreparedStep* m_shown = nullptr; // whose choices there are
    QLabel* m_title;
    QLabel* m_text;
    QFrame* m_card;
    QLabel* m_question;
    QLabel* m_how;
    QVBoxLayout* m_choiceLayout;
    std::vector<ChoiceButton*> m_choices;
    QLineEdit* m_number;
    QLabel* m_hint;
    QFrame* m_feedback;
    QLabel* m_verdict;
    QLabel* m_remark;
    QLabel* m_explain;
    QLabel* m_causes;
};

} // namespace connscope::classroom
