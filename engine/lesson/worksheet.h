// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "lesson/bank.h"

#include <string>
#include <vector>

/// \file
/// Questions on paper: a worksheet for each copy and, on another sheet, its answers with their causes. What stands there is
/// computed here, as blocks; a writer of PDF or of text only sets them.

namespace connscope::lesson {

struct SheetBlock {
    enum class Kind : std::uint8_t {
        Title, ///< of the sheet
        Copy, ///< "Copy 3 of 30 · seed 17"
        Name, ///< the line for name and date
        Number, ///< "1" and the question's set-up
        Question, ///< what is asked
        Choice, ///< "A" and its text
        Line, ///< where an answer is written
        Answer, ///< the right answer
        Explain,
        Cause, ///< one of the chain
    };
    Kind kind = Kind::Title;
    std::string label; ///< "1.", "A"
    std::string text;
};

struct SheetHead {
    std::string title;
    std::size_t copy = 1;
    std::size_t copies = 1;
    std::uint64_t seed = 1; ///< of this copy
};

std::vector<SheetBlock> worksheet(
    const SheetHead& head, const std::vector<SheetQuestion>& questions, analysis::Language language);
/// The answers of the same sheet. \a causes: how many causes of each are shown, 0 = none.
std::vector<SheetBlock> answerSheet(const SheetHead& head, const std::vector<SheetQuestion>& questions,
    analysis::Language language, std::size_t causes = 4);

/// As plain text in Markdown.
std::string markdown(const std::vector<SheetBlock>& blocks);
/// One row for each question: copy, seed, number, kind, answer, in the form of RFC 4180; for whoever marks by machine.
std::string answersCsvHeading();
std::string answersCsv(
    const SheetHead& head, const std::vector<SheetQuestion>& questions, analysis::Language language);

/// A field as RFC 4180 has it.
std::string csvField(std::string_view text);

/// The seed of a copy: another one for each, the same on every machine.
std::uint64_t copySeed(std::uint64_t seed, std::size_t copy);

} // namespace connscope::lesson
