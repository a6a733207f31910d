// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "analysis/names.h"
#include "findings/finding.h"

#include <optional>
#include <string>
#include <string_view>

/// \file
/// Findings in words, both languages side by side.

namespace connscope::findings {

/// "zombie-connection": stable, for programs.
std::string_view kindName(Kind kind);
std::optional<Kind> kindFromName(std::string_view name);
/// "fault", "warning", "note": stable, for programs.
std::string_view weightName(Weight weight);
std::optional<Weight> weightFromName(std::string_view name);
/// "certain", "likely": stable, for programs.
std::string_view certaintyName(Certainty certainty);

/// "Zombie connection", "僵尸连接".
std::string_view title(Kind kind, analysis::Language language);
/// "Fault", "故障".
std::string_view weightWord(Weight weight, analysis::Language language);
/// What was found, in whole sentences.
std::string text(
    const analysis::Names& names, const Finding& finding, analysis::Language language = analysis::Language::English);
/// What to do about it, or why there is nothing to do: a whole sentence.
std::string remedy(const Finding& finding, analysis::Language language = analysis::Language::English);
/// Why it is not certain: a whole sentence; "" where it is.
std::string doubt(const Finding& finding, analysis::Language language = analysis::Language::English);

/// The words of a kind as the catalogue has them, for tests: patterns of text, remedy and doubt.
struct Patterns {
    Kind kind;
    std::string_view name;
    std::string_view title[2]; ///< by Language
    std::string_view text[2];
    std::string_view remedy[2];
    std::string_view doubt[2]; ///< "" where it is always certain
};
const Patterns& patterns(Kind kind);

} // namespace connscope::findings
