// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/tracebook.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

/// \file
/// Answers worked out a second time, with loops over the exported trace: nothing here knows of queries, measures or the
/// engine's fold.

namespace connscope::test {

/// What a question's answer is, in a form that every kind can be compared with: a number; the English text of the
/// right statement; for an order the English texts, joined by " < "; for a pick the numbers of connections.
struct Solution {
    std::string text;
    static Solution of(std::int64_t number) { return {std::to_string(number)}; }
};

/// The values of a copy's parameters, by name.
using Drawn = std::map<std::string, std::string>;
std::int64_t numberOf(const Drawn& drawn, const std::string& name);
/// "[0, 2, 1]".
std::vector<std::int64_t> listOf(const Drawn& drawn, const std::string& name);

using Solver = std::function<Solution(const TraceBook& book, const Drawn& drawn)>;

/// Of the questions of a file of resources/questions, in its order. Empty for a file that is not known.
std::vector<Solver> bankSolvers(const std::string& file);

// -- pieces --

std::function<bool(const Row&)> sent(std::string api);
std::function<bool(const Row&)> kind(std::string kind);
/// "The client", "The broker", …: who ended the first socket that \a is takes, at \a until.
Solution closerOf(
    const TraceBook& book, const std::function<bool(const Socket&)>& is, std::int64_t until = INT64_MAX);
/// The rows that \a items find first, in the order of the trace: "A < B".
Solution orderOf(
    const TraceBook& book, const std::vector<std::pair<std::string, std::function<bool(const Row&)>>>& items);

} // namespace connscope::test
