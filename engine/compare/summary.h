// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "compare/comparison.h"
#include "compare/summarywords.h"

#include <cstddef>
#include <string>
#include <vector>

/// \file
/// What differs, in sentences that a person can read out: first what was set otherwise, then where the runs part, then what
/// became of it. Every number and name is computed from the two traces.

namespace connscope::compare {

struct Sentence {
    Words kind = Words::Same;
    std::string text; ///< with its full stop
    std::vector<std::size_t> rows; ///< of Comparison::connections() that it speaks of
};

/// At most kMostOfAKind sentences of a kind; the last says how many are left out. At least one sentence in all.
inline constexpr std::size_t kMostOfAKind = 8;
std::vector<Sentence> summarize(
    const Comparison& comparison, analysis::Language language = analysis::Language::English);

} // namespace connscope::compare
