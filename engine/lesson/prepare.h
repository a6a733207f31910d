// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/model.h"
#include "lesson/moments.h"
#include "scenario/model.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// \file
/// From a lesson to what can be shown and asked: its scenarios are run, and everything that its file leaves to the trace
/// is computed: where it stops, what it points at, the numbers in its texts, the right answers and the wrong ones.
///
/// This is also how a lesson is checked: a pause that never comes, a highlight that is not there, a question with two equal
/// choices or without exactly one right answer is an error with its place in the file.

namespace connscope::lesson {

/// A thing of the picture.
struct Thing {
    enum class Kind : std::uint8_t { Connection, Broker, Client };
    Kind kind = Kind::Connection;
    std::int64_t id = 0; ///< ConnectionId, BrokerId or ClientId
    bool operator==(const Thing&) const = default;
};

/// One of the answers that are offered.
struct Choice {
    scenario::Text text;
    std::optional<std::int64_t> value; ///< Count, Number
    bool isRight = false;
    scenario::Text because; ///< what is said to whoever chose it; may be empty
};

struct PreparedQuestion {
    Question::Kind kind = Question::Kind::Count;
    scenario::Text text;
    scenario::Text hint;
    scenario::Text explain;
    /// In the order in which they are offered: numbers ascending, statements shuffled by the seed, happenings in an order
    /// that is not the right one. Empty for Pick. Between 2 and 9.
    std::vector<Choice> choices;
    std::int64_t answer = 0; ///< Count, Number
    std::vector<std::size_t> order; ///< Order: the places of `choices` in the right order
    std::vector<Thing> picks; ///< Pick: what is right
    EventId why; ///< where the chain of causes begins
    Moment reveal;

    /// The place of the right one in `choices`; none for Order and Pick.
    std::optional<std::size_t> rightChoice() const;
};

struct PreparedStep {
    scenario::Text title;
    scenario::Text text;
    std::string run;
    Moment pause;
    std::vector<Thing> highlights;
    View view = View::AsItIs;
    unsigned controls = ControlAll;
    std::optional<PreparedQuestion> question;
};

struct PreparedLesson {
    scenario::Text title;
    scenario::Text summary;
    std::string profile; ///< that the lesson's own run was forced to, as the options said; "" = as the lesson says
    std::vector<PreparedStep> steps;
    std::vector<std::pair<std::string, std::unique_ptr<const Played>>> runs; ///< by name, the lesson's own first

    const Played& run(std::string_view name) const;
    std::size_t questionCount() const;
};

/// Reads the scenario that a lesson names: a file beside the lesson's, or one that comes with the program.
using ScenarioLoader
    = std::function<Result<scenario::Scenario>(const std::string& name, const std::string& lessonFile)>;

struct PrepareOptions {
    std::string profile; ///< for the lesson's own run, instead of the one that it names
    std::uint64_t seed = 1; ///< of the order in which statements are offered
    const std::atomic<bool>* cancel = nullptr; ///< may be null
};

struct PrepareResult {
    std::unique_ptr<PreparedLesson> lesson; ///< there only without errors
    std::vector<Error> errors;
};

PrepareResult prepare(const Lesson& lesson, const ScenarioLoader& load, const PrepareOptions& options = {});

} // namespace connscope::lesson
