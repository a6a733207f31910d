// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/rng.h"
#include "lesson/measuring.h"
#include "lesson/prepare.h"

#include <string>
#include <vector>

/// \file
/// One step of a lesson being prepared. Not a door of the room.

namespace connscope::lesson {

class Preparing {
public:
    Preparing(const Lesson& lesson, const Step& step, const Played& played, RunByName runs, const Moment& pause,
        const Moment& reveal, std::uint64_t seed, std::vector<Error>& errors);

    scenario::Text words(const Words& words);
    std::vector<Thing> highlights();
    PreparedQuestion question(const Question& question);

private:
    void error(const Place& place, std::string message);
    void error(const Place& place, const Error& error);
    /// 0, and an error, where it has no value.
    std::int64_t value(const Expression& expression, const Place& place);
    /// What is there at the pause; \a world decides which of it matches.
    std::vector<Thing> things(const Target& target, const trace::WorldState& world);

    // preparequestion.cpp
    void numbers(const Question& question, PreparedQuestion& out);
    void fillUp(PreparedQuestion& out);
    void options(const Question& question, PreparedQuestion& out);
    void happenings(const Question& question, PreparedQuestion& out);
    void closers(const Question& question, PreparedQuestion& out);
    void picks(const Question& question, PreparedQuestion& out);
    EventId why(const Question::Why& why);
    void refuseEqualChoices(const Question& question, const PreparedQuestion& out);

    const Lesson& m_lesson;
    const Step& m_step;
    const Played& m_played;
    Moment m_pause;
    Moment m_reveal;
    Measuring m_measuring;
    Rng m_rng;
    std::vector<Error>& m_errors;
};

} // namespace connscope::lesson
