// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// Small text helpers that every reader of people's input needs.

namespace connscope {

/// The candidate that a person most likely meant by \a word (Damerau-Levenshtein distance, at most a third of the
/// longer word's length), or nothing when none is near. Ties go to the earlier candidate.
std::optional<std::string> nearestWord(std::string_view word, std::span<const std::string_view> candidates);

/// "; did you mean 'x'?" or "" when nothing is near.
std::string didYouMean(std::string_view word, std::span<const std::string_view> candidates);
/// The same and then all of them: "; did you mean 'b'? Letters are a, b or c.", or "; letters are a, b or c."; \a what is the
/// plural with which they are called.
std::string didYouMeanOneOf(
    std::string_view word, std::string_view what, std::span<const std::string_view> candidates);

/// The words joined: "a, b or c".
std::string joinOr(std::span<const std::string_view> words);

/// Text for a message: control bytes and broken UTF-8 shown as \xNN, cut after \a limit bytes with "…".
std::string printable(std::string_view text, std::size_t limit = 60);

} // namespace connscope
