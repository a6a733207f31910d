// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/feedback.h"
#include "lesson/prepare.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace connscope::classroom {

/// A lesson being taken: which step, what was answered, what may be touched. It knows no window and no playhead; whoever has
/// them listens: `entered` asks for the step's run and pause, `played` for playing up to the answer.
class LessonSession : public QObject {
    Q_OBJECT

public:
    enum class Phase : std::uint8_t {
        Away, ///< no lesson
        Reading, ///< a step that asks nothing
        Asking, ///< a prediction is to be made; nothing moves
        Playing, ///< the prediction is made; it plays up to the answer
        Revealed, ///< the answer is seen
    };

    explicit LessonSession(QObject* parent = nullptr);

    /// \a name: of its file, without folder and ending; results are kept under it. \a step: where to begin, from 0.
    void start(std::shared_ptr<const lesson::PreparedLesson> lesson, QString name, std::size_t step = 0);
    void leave();

    Phase phase() const { return m_phase; }
    bool isOn() const { return m_phase != Phase::Away; }
    const lesson::PreparedLesson* lesson() const { return m_lesson.get(); }
    const QString& name() const { return m_name; }
    std::size_t step() const { return m_step; }
    std::size_t stepCount() const { return m_lesson ? m_lesson->steps.size() : 0; }
    const lesson::PreparedStep& current() const { return m_lesson->steps[m_step]; }
    /// nullptr where the step asks nothing.
    const lesson::PreparedQuestion* question() const;

    bool canGoNext() const;
    bool canGoBack() const { return isOn() && m_step > 0; }
    void next();
    void back();

    // -- the prediction; ignored unless Asking --
    const lesson::Given& given() const { return m_given; }
    /// Of a few: takes it, or takes it back. Of an order: puts it behind those before, or takes it and those behind it back.
    void choose(std::size_t choice);
    void setNumber(std::optional<std::int64_t> number);
    void pick(std::optional<lesson::Thing> thing);
    /// Whether there is something to check: of an order, all of it.
    bool canCheck() const;
    /// The prediction stands: plays up to the answer.
    void check();
    /// Shows the answer without a prediction, for a class that answered aloud.
    void reveal();
    /// Enough was seen of the way to the answer.
    void hurry();
    /// The playhead has come to the answer.
    void arrive();
    void showHint();

    bool showsHint() const { return m_hint; }
    /// Of the answer that was checked; none where it was only revealed.
    std::optional<bool> wasRight() const { return m_right; }

    /// What may be used now, as lesson::Control bits. Until the answer is seen, time does not belong to the student.
    unsigned freeControls() const;
    /// Where the playhead is kept while it is not free: from the pause to the moment that may be seen.
    lesson::Moment reach() const;
    /// How much of the current step's run may be seen at all: up to the furthest answer, or pause, that was come to; the whole
    /// run once none of its questions is left.
    lesson::Moment horizon() const;

signals:
    /// Anything that is shown.
    void changed();
    /// Another step: its run, its pause, what it points at.
    void entered();
    /// From the pause to the answer.
    void played();
    /// The playhead is to be at the answer now.
    void hurried();
    /// A prediction was checked.
    void answered(std::size_t step, const connscope::lesson::Given& given, bool right, bool hinted);
    void left();

private:
    void enter(std::size_t step);
    void setPhase(Phase phase);

    struct Memory { // of a step that was answered
        bool isRevealed = false;
        lesson::Given given;
        std::optional<bool> right;
        bool hint = false;
    };
    std::shared_ptr<const lesson::PreparedLesson> m_lesson;
    QString m_name;
    std::size_t m_step = 0;
    Phase m_phase = Phase::Away;
    lesson::Given m_given;
    std::optional<bool> m_right;
    bool m_hint = false;
    std::vector<Memory> m_memory;
};

} // namespace connscope::classroom
