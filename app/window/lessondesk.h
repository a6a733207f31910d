// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/loader.h"
#include "classroom/lessonsession.h"
#include "classroom/results.h"
#include "lesson/reader.h"
#include "view/context.h"

#include <QObject>
#include <QString>

#include <atomic>
#include <memory>
#include <thread>

class QSettings;
class QWidget;

namespace connscope::classroom {
class LessonPanel;
}

namespace connscope::app {

/// Lessons in the window: prepares one in a thread of its own, asks for its runs, puts the playhead where a step wants it and
/// keeps it there while a prediction is due, takes what is clicked as an answer, and keeps the results.
class LessonDesk : public QObject {
    Q_OBJECT

public:
    /// \a settings outlives it.
    LessonDesk(const view::Context& context, QSettings& settings, QObject* parent = nullptr);
    ~LessonDesk() override;

    /// Once, for the window's dock, when somebody first wants to see it.
    QWidget* makePanel(QWidget* parent);
    bool hasPanel() const { return m_panel; }
    /// Only where it was made.
    classroom::LessonPanel& panel() { return *m_panel; }
    classroom::LessonSession& session() { return m_session; }
    classroom::Results& results() { return m_results; }
    /// The shipped lessons into the panel's list; read when they are first wanted.
    void fillList();

    /// Prepares the lesson of a file and begins it where it was left. `failed` says what is wrong with it.
    void start(const QString& file);
    bool isPreparing() const { return m_preparing; }
    /// Of the lesson that is on; "" = none.
    QString file() const { return m_session.isOn() ? m_file : QString(); }
    void cancel();
    void leave();

    /// lesson::Control bits that are free now.
    unsigned freeControls() const { return m_session.freeControls(); }

signals:
    /// A run of the lesson will be asked for: what lies over the present one is to be taken away before that.
    void runLeft();
    /// A run of the lesson is to be shown.
    void runWanted(const connscope::app::LoadRequest& request);
    /// A step wants this view: "timeline".
    void viewWanted(const QString& id);
    /// What may be used, or whether a lesson is on, has changed.
    void changed();
    void failed(const QString& message);
    void eventWanted(connscope::EventId event);

private:
    struct Prepared {
        std::shared_ptr<const lesson::PreparedLesson> lesson;
        std::vector<Error> errors;
    };
    void settle(const QString& file, const std::shared_ptr<Prepared>& prepared);
    void enter();
    void place();
    void highlight();
    void play();
    void hurry();
    void unveil(const lesson::Moment& upTo);
    void playAsBefore();
    void watch();
    void bound();
    void taken(std::size_t step, const lesson::Given& given, bool right, bool hinted);
    void finish();
    view::Position positionOf(const lesson::Moment& moment) const;

    view::Context m_context;
    classroom::LessonSession m_session;
    classroom::Results m_results;
    classroom::LessonPanel* m_panel = nullptr;
    bool m_isListed = false;
    bool m_preparing = false;
    std::uint64_t m_number = 0; // of the newest preparation
    QString m_file;
    std::shared_ptr<std::atomic<bool>> m_cancel;
    std::thread m_thread;
    const lesson::Played* m_shown = nullptr; // the run that the document shows
    const lesson::Played* m_asked = nullptr; // the one that is on its way
    bool m_placing = false;
    double m_speed = 1; // before playing to an answer
    bool m_skipped = false;
    bool m_lingered = false;
    bool m_plays = false;
};

} // namespace connscope::app
