// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "base/result.h"
#include "lesson/worksheet.h"

#include <string>
#include <vector>

/// \file
/// Worksheets from the question bank, or from lessons: for each copy other numbers, and the answers to it.

namespace connscope::app {

struct WorksheetRequest {
    std::vector<std::string> sources; ///< lessons, files, or topics of the bank ("consumer"); none = the whole bank
    std::size_t copies = 1; ///< 1 to 500
    std::size_t questions = 6; ///< 1 to 50, as many as there are
    std::uint64_t seed = 1;
    analysis::Language language = analysis::Language::English;
    std::string title; ///< "" = one of the language
};

struct Worksheets {
    std::string title;
    std::vector<std::vector<lesson::SheetBlock>> sheets; ///< one a copy
    std::vector<std::vector<lesson::SheetBlock>> answers; ///< likewise
    std::string csv; ///< the answers as a table
};

Result<Worksheets> makeWorksheets(const WorksheetRequest& request);

/// The topics of the shipped bank, sorted.
std::vector<std::string> bankTopics();

} // namespace connscope::app
