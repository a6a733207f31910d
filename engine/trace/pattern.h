// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// The patterns of the query language's ~. A small set of the usual regular expressions, matched by following all
/// alternatives at once (Thompson's construction), so the time is at most length of the text times size of the pattern:
/// no pattern makes it explode, which std::regex cannot promise.
///
/// Literals, `.`, `[a-z]`, `[^…]`, `\d \w \s \D \W \S`, `\` before a special character, groups `( )`, `|`, `* + ?`, `^ $`.
/// A match may be anywhere in the text unless the pattern says ^ or $. Case matters. Characters are Unicode code points;
/// bytes that are no UTF-8 count as one character each and are matched by `.` and by negated classes only.

namespace connscope::trace {

class Pattern {
public:
    static constexpr std::size_t kMaxLength = 1000; ///< bytes; a byte makes two states at most
    static constexpr int kMaxDepth = 50; ///< nested groups

    /// An error's column and offset count from the pattern's first character.
    static Result<Pattern> compile(std::string_view source);

    /// Whether \a text contains a match.
    bool matches(std::string_view text) const;
    const std::string& source() const { return m_source; }

    // -- the compiled form; for pattern.cpp --

    struct Range {
        char32_t low;
        char32_t high;
    };
    enum class Op : std::uint8_t { Char, Any, Class, NotClass, Split, Begin, End, Match };
    struct State {
        Op op = Op::Match;
        std::uint32_t next = 0;
        std::uint32_t other = 0; ///< Split: the other way; Class: its first range
        std::uint32_t count = 0; ///< Class: number of ranges
        char32_t character = 0;
    };

private:
    Pattern() = default;
    friend class PatternCompiler;

    bool accepts(const State& state, char32_t c) const;

    std::string m_source;
    std::vector<State> m_states;
    std::vector<Range> m_ranges;
    std::uint32_t m_start = 0;
    std::string m_literal; // the whole pattern where it has no special character
    bool m_isLiteral = false;
};

} // namespace connscope::trace
