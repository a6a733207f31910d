// SPDX-License-Identifier: GPL-3.0-or-later
#include "classroom/lessonsession.h"

#include <algorithm>

namespace connscope::classroom {

using lesson::Question;

LessonSession::LessonSession(QObject* parent)
    : QObject(parent)
{
}

void LessonSession::start(std::shared_ptr<const lesson::PreparedLesson> lesson, QString name, std::size_t step)
{
    m_lesson = std::move(lesson);
    m_name = std::move(name);
    m_memory.assign(m_lesson->steps.size(), {});
    enter(std::min(step, m_lesson->steps.size() - 1));
}

void LessonSession::leave()
{
    if (!isOn())
        return;
    m_phase = Phase::Away;
    m_given = {};
    emit changed();
    emit left();
    m_lesson.reset();
}

const lesson::PreparedQuestion* LessonSession::question() const
{
    return m_lesson && current().question ? &*current().question : nullptr;
}

void LessonSession::enter(std::size_t step)
{
    m_step = step;
    const Memory& memory = m_memory[step];
    m_given = memory.given;
    m_right = memory.right;
    m_hint = memory.hint;
    m_phase = !question() ? Phase::Reading : memory.isRevealed ? Phase::Revealed : Phase::Asking;
    emit entered();
    emit changed();
}

void LessonSession::setPhase(Phase phase)
{
    m_phase = phase;
    emit changed();
}

bool LessonSession::canGoNext() const
{
    return (m_phase == Phase::Reading || m_phase == Phase::Revealed) && m_step + 1 < stepCount();
}

void LessonSession::next()
{
    if (canGoNext())
        enter(m_step + 1);
}

void LessonSession::back()
{
    if (canGoBack())
        enter(m_step - 1);
}

void LessonSession::choose(std::size_t choice)
{
    if (m_phase != Phase::Asking || choice >= question()->choices.size()
        || question()->kind == Question::Kind::Number)
        return;
    auto& chosen = m_given.choices;
    const auto at = std::find(chosen.begin(), chosen.end(), choice);
    if (question()->kind == Question::Kind::Order) {
        if (at == chosen.end())
            chosen.push_back(choice);
        else
            chosen.erase(at, chosen.end());
    } else if (at == chosen.end()) {
        chosen = {choice};
    } else {
        chosen.clear();
    }
    emit changed();
}

void LessonSession::setNumber(std::optional<std::int64_t> number)
{
    if (m_phase != Phase::Asking || question()->kind != Question::Kind::Number || m_given.number == number)
        return;
    m_given.number = number;
    emit changed();
}

void LessonSession::pick(std::optional<lesson::Thing> thing)
{
    if (m_phase != Phase::Asking || question()->kind != Question::Kind::Pick || m_given.picked == thing)
        return;
    m_given.picked = thing;
    emit changed();
}

bool LessonSession::canCheck() const
{
    if (m_phase != Phase::Asking)
        return false;
    if (question()->kind == Question::Kind::Order)
        return m_given.choices.size() == question()->choices.size();
    return !m_given.isEmpty();
}

void LessonSession::check()
{
    if (!canCheck())
        return;
    m_right = lesson::isRight(*question(), m_given);
    setPhase(Phase::Playing);
    emit answered(m_step, m_given, *m_right, m_hint);
    emit played();
}

void LessonSession::reveal()
{
    if (m_phase != Phase::Asking)
        return;
    m_given = {};
    m_right.reset();
    setPhase(Phase::Playing);
    emit played();
}

void LessonSession::hurry()
{
    if (m_phase == Phase::Playing)
        emit hurried();
}

void LessonSession::arrive()
{
    if (m_phase != Phase::Playing)
        return;
    m_memory[m_step] = {true, m_given, m_right, m_hint};
    setPhase(Phase::Revealed);
}

void LessonSession::showHint()
{
    if (m_phase != Phase::Asking || question()->hint.en.empty() || m_hint)
        return;
    m_hint = true;
    m_memory[m_step].hint = true;
    emit changed();
}

unsigned LessonSession::freeControls() const
{
    constexpr unsigned kOfTime = lesson::ControlPlay | lesson::ControlStep | lesson::ControlSeek;
    switch (m_phase) {
    case Phase::Away:
        return lesson::ControlAll;
    case Phase::Asking:
    case Phase::Playing:
        // The log, or another profile, would give the answer away as well.
        return current().controls & lesson::ControlFilter & ~kOfTime;
    default:
        return current().controls;
    }
}

lesson::Moment LessonSession::reach() const
{
    const bool sees = m_phase == Phase::Playing || m_phase == Phase::Revealed;
    return sees && question() ? question()->reveal : current().pause;
}

lesson::Moment LessonSession::horizon() const
{
    const auto isEarlier = [](const lesson::Moment& a, const lesson::Moment& b) {
        return a.applied != b.applied ? a.applied < b.applied : a.at < b.at;
    };
    lesson::Moment furthest = reach();
    bool isAnyLeft = false;
    for (std::size_t i = 0; i < m_lesson->steps.size(); ++i) {
        const lesson::PreparedStep& step = m_lesson->steps[i];
        if (step.run != current().run)
            continue;
        const bool isSeen = i < m_step || m_memory[i].isRevealed || (i == m_step && reach() != step.pause);
        if (isSeen || (i == m_step && !step.question))
            furthest = std::max(furthest, step.question ? step.question->reveal : step.pause, isEarlier);
        else if (step.question && (i != m_step || m_phase == Phase::Asking))
            isAnyLeft = true;
    }
    const lesson::Played& played = m_lesson->run(current().run);
    // Who takes part is no secret: a picture of nobody would say less than the step's text.
    const auto isSetUp = [&played](std::size_t i) {
        return i < played.trace.size() && played.trace[i].at == kStart && !played.trace[i].connection.isValid();
    };
    if (furthest.applied == 0) {
        while (isSetUp(furthest.applied))
            ++furthest.applied;
    }
    if (isAnyLeft)
        return furthest;
    return {std::max(played.end, played.trace.end()), played.trace.size()};
}

} // namespace connscope::classroom
