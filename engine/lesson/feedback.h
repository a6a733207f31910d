// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "lesson/prepare.h"

#include <optional>
#include <string>
#include <vector>

/// \file
/// Answers, whether they are right, and what is said then: the words of the lesson and the chain of causes from the trace.

namespace connscope::lesson {

/// What somebody answered.
struct Given {
    std::vector<std::size_t> choices; ///< one place of PreparedQuestion::choices; for Order all of them in some order
    std::optional<std::int64_t> number; ///< Number, Count
    std::optional<Thing> picked; ///< Pick

    bool isEmpty() const { return choices.empty() && !number && !picked; }
};

bool isRight(const PreparedQuestion& question, const Given& given);

/// One cause, in words.
struct CauseLine {
    EventId event;
    std::string text; ///< "consumer-1 starts to connect to node -1 (localhost:9092)"
    std::string rule; ///< its name and sentence; "" where the one before has the same, or there is none
    std::size_t leftOut = 0; ///< causes between the line before and this one that are of the same kind
};
/// Why, from the question's event to the end of the chain (analysis/why.h).
std::vector<CauseLine> causes(const Played& played, const PreparedQuestion& question, analysis::Language language);

/// What the lesson says to that answer: why it is wrong, where the file says so. "" for a right one.
std::string remark(const PreparedQuestion& question, const Given& given, analysis::Language language);

/// The right answer in words: "5", "The client", "B, A, C" (letters of the choices), "node 2 (localhost:9094)".
std::string answerText(const Played& played, const PreparedQuestion& question, analysis::Language language);

/// "A", "B", … for the first choice and so on.
std::string letter(std::size_t choice);

const std::string& in(const scenario::Text& text, analysis::Language language);

} // namespace connscope::lesson
