// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "analysis/sink.h"
#include "sweep/search.h"

#include <string>
#include <vector>

/// \file
/// The result of a search in sentences, both languages; for a terminal, a window and programs.

namespace connscope::sweep {

/// What avoids it: the setting, why it is plausible, and what it costs.
struct Answer {
    std::size_t trial = 0; ///< place in Search::trials
    std::string setting;
    std::string why; ///< why it may help: the candidate's own sentence
    std::string others; ///< other values of it that avoid it, too: a sentence, or ""
    std::string
        numbers; ///< what else the numbers say: "opened 12 instead of 10, requests 80 instead of 60."; "" where all are equal
    std::vector<std::string> costs; ///< what else differs
};
std::vector<Answer> answers(const Search& search, analysis::Language language = analysis::Language::English);
/// How many settings were tried and what became of them: a sentence or two.
std::string tally(const Search& search, analysis::Language language = analysis::Language::English);
/// The keys that were tried and do not avoid it, with their values: "metadata.max.age.ms (10000, 60000)"; one a key.
std::vector<std::string> withoutSuccess(const Search& search);

bool writeSearch(const Search& search, analysis::TextSink& sink, analysis::Language language);
/// {"connscope-avoid": 1, …} (docs/command-line.md).
bool writeSearchJson(const Search& search, analysis::TextSink& sink, analysis::Language language);

} // namespace connscope::sweep
