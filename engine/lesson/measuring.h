// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/moments.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

/// \file
/// The numbers that a lesson takes from its runs.

namespace connscope::lesson {

/// The run of a name; never nullptr for a name that the lesson has.
using RunByName = std::function<const Played&(const std::string& name)>;

/// Looks up names for one step: its measures, the lesson's, the parameters. Each measure is taken once.
class Measuring {
public:
    /// \a run: the step's; \a usual: where measures are taken that do not say so. What is handed in outlives the object.
    Measuring(const Lesson& lesson, const Step& step, RunByName runs, const Moment& usual);

    /// Errors have the place of the measure in the file.
    Result<std::int64_t> value(const std::string& name);
    Expression::ValueOf valueOf()
    {
        return [this](const std::string& name) { return value(name); };
    }
    Result<std::string> fill(const Pattern& pattern);

private:
    const Measure* find(const std::string& name) const;
    Result<std::int64_t> take(const Measure& measure);
    Result<std::int64_t> setup(const Measure& measure, const Played& played) const;
    Result<std::vector<std::int64_t>> values(
        const Measure& measure, const Played& played, const Moment& at, const Moment& from, std::size_t& found) const;

    const Lesson& m_lesson;
    const Step& m_step;
    RunByName m_runs;
    Moment m_usual;
    std::map<std::string, Result<std::int64_t>> m_taken;
};

} // namespace connscope::lesson
