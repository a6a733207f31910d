// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classroom/lessonlist.h"
#include "classroom/lessonsession.h"
#include "view/context.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace connscope::classroom {

class Results;
class StepPage;

/// The panel of lessons: their list, or the step of the one that is taken. What is answered by keys is answered here too:
/// 1 to 9 choose, Enter checks and goes on.
class LessonPanel : public QWidget {
    Q_OBJECT

public:
    LessonPanel(
        const view::Context& context, LessonSession& session, const Results& results, QWidget* parent = nullptr);

    LessonList& list() { return *m_list; }
    StepPage& page() { return *m_page; }
    QPushButton& primary() { return *m_primary; }
    QPushButton& hint() { return *m_hint; }
    QPushButton& revealButton() { return *m_reveal; }
    void setPresenting(bool presenting);
    bool isPresenting() const { return m_presenting; }
    /// A clicker's forward key: checks or reveals, and then goes on.
    void goOn();
    /// A digit: chooses. False where there is nothing to choose.
    bool digit(int number);

    QSize sizeHint() const override { return {360, 560}; }
    /// What its buttons need, and room for a sentence in a low window.
    QSize minimumSizeHint() const override { return QWidget::minimumSizeHint().expandedTo({230, 0}); }

signals:
    void eventWanted(connscope::EventId event);
    /// The list instead of the lesson.
    void leaveWanted();
    /// The last step is behind.
    void finished();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void refresh();
    void primaryClicked();

    view::Context m_context;
    LessonSession& m_session;
    bool m_presenting = false;
    QStackedWidget* m_stack;
    LessonList* m_list;
    QLabel* m_heading;
    StepPage* m_page;
    QLabel* m_place;
    QPushButton* m_leave;
    QPushButton* m_back;
    QPushButton* m_hint;
    QPushButton* m_reveal;
    QPushButton* m_primary;
};

} // namespace connscope::classroom
