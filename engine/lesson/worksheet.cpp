// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/worksheet.h"

#include "base/rng.h"
#include "lesson/feedback.h"

#include <algorithm>

namespace connscope::lesson {

namespace {

using analysis::Language;
using Kind = SheetBlock::Kind;

std::string pick(Language language, const char* en, const char* zh)
{
    return language == Language::Chinese ? zh : en;
}

void addHead(std::vector<SheetBlock>& blocks, const SheetHead& head, Language language, bool isAnswers)
{
    blocks.push_back(
        {Kind::Title, {}, head.title + (isAnswers ? pick(language, " – answers", " – 答案") : std::string())});
    const std::string copy = std::to_string(head.copy);
    const std::string copies = std::to_string(head.copies);
    blocks.push_back({Kind::Copy, {},
        (language == Language::Chinese ? "第 " + copy + " 份，共 " + copies + " 份"
                                       : "Copy " + copy + " of " + copies)
            + " · " + pick(language, "seed ", "种子 ") + std::to_string(head.seed)});
    if (!isAnswers)
        blocks.push_back({Kind::Name, {}, pick(language, "Name", "姓名")});
}

std::string instruction(Question::Kind kind, Language language)
{
    switch (kind) {
    case Question::Kind::Number:
        return pick(language, "Write the number.", "请写出数字。");
    case Question::Kind::Order:
        return pick(language, "Write the letters in their order.", "请按顺序写出字母。");
    case Question::Kind::Pick:
        return pick(language, "Write its node id, or what it is.", "请写出它的节点编号，或说明它是什么。");
    default:
        return {};
    }
}

} // namespace

std::vector<SheetBlock> worksheet(
    const SheetHead& head, const std::vector<SheetQuestion>& questions, Language language)
{
    std::vector<SheetBlock> blocks;
    addHead(blocks, head, language, false);
    for (std::size_t i = 0; i < questions.size(); ++i) {
        const PreparedQuestion& question = questions[i].question();
        blocks.push_back({Kind::Number, std::to_string(i + 1) + ".", in(questions[i].preparedStep().text, language)});
        const std::string how = instruction(question.kind, language);
        blocks.push_back({Kind::Question, {}, in(question.text, language) + (how.empty() ? "" : " " + how)});
        // Whoever has to write a number would only have to choose, if the choices stood there.
        if (question.kind != Question::Kind::Number) {
            for (std::size_t c = 0; c < question.choices.size(); ++c)
                blocks.push_back({Kind::Choice, letter(c), in(question.choices[c].text, language)});
        }
        if (question.choices.empty() || question.kind == Question::Kind::Number
            || question.kind == Question::Kind::Order)
            blocks.push_back({Kind::Line, {}, {}});
    }
    return blocks;
}

std::vector<SheetBlock> answerSheet(
    const SheetHead& head, const std::vector<SheetQuestion>& questions, Language language, std::size_t causeCount)
{
    std::vector<SheetBlock> blocks;
    addHead(blocks, head, language, true);
    for (std::size_t i = 0; i < questions.size(); ++i) {
        const PreparedQuestion& question = questions[i].question();
        blocks.push_back({Kind::Question, std::to_string(i + 1) + ".", in(question.text, language)});
        const auto right = question.rightChoice();
        std::string answer = answerText(questions[i].played(), question, language);
        if (right && question.kind != Question::Kind::Number)
            answer.insert(0, letter(*right) + " · ");
        blocks.push_back({Kind::Answer, {}, std::move(answer)});
        if (const std::string& explain = in(question.explain, language); !explain.empty())
            blocks.push_back({Kind::Explain, {}, explain});
        const std::vector<CauseLine> lines = causes(questions[i].played(), question, language);
        for (std::size_t c = 0; c < std::min(lines.size(), causeCount); ++c)
            blocks.push_back(
                {Kind::Cause, {}, (c == 0 ? std::string() : pick(language, "because ", "因为：")) + lines[c].text});
    }
    return blocks;
}

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWord(char c) { return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & '\x80') != 0; }

/// A text that Markdown leaves as it is: no emphasis, link, code or tag in it, and no heading, quotation or item of a list where a
/// line begins. "1." stands in the sheet as its author wrote it, and a list would be numbered anew.
std::string escaped(std::string_view text)
{
    std::string out;
    bool atStart = true; // of a line, but for blanks
    bool afterDigits = false; // that began it
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool isInside = i > 0 && isWord(text[i - 1]) && i + 1 < text.size() && isWord(text[i + 1]);
        const bool isMark = std::string_view("\\*`<[]~").find(c) != std::string_view::npos || (c == '_' && !isInside);
        const bool isOfLine = (atStart && std::string_view("#>+-=").find(c) != std::string_view::npos)
            || (afterDigits && (c == '.' || c == ')'));
        if (isMark || isOfLine)
            out += '\\';
        out += c;
        afterDigits = isDigit(c) && (atStart || afterDigits);
        atStart = c == '\n' || (atStart && c == ' ');
    }
    return out;
}

} // namespace

std::string markdown(const std::vector<SheetBlock>& blocks)
{
    std::string out;
    Kind last = Kind::Title;
    for (const SheetBlock& block : blocks) {
        switch (block.kind) {
        case Kind::Title:
            out += "# " + escaped(block.text) + "\n\n";
            break;
        case Kind::Copy:
            out += "*" + escaped(block.text) + "*\n\n";
            break;
        case Kind::Name:
            out += escaped(block.text) + ": ______________________________\n\n";
            break;
        case Kind::Number:
            out += "\n" + escaped(block.label + " " + block.text) + "\n\n";
            break;
        case Kind::Question:
            out += (block.label.empty() ? "" : "\n" + escaped(block.label) + " ") + "**" + escaped(block.text)
                + "**\n\n";
            break;
        case Kind::Choice:
            out += "- " + block.label + ") " + escaped(block.text) + "\n";
            break;
        case Kind::Line:
            out += std::string(last == Kind::Choice ? "\n" : "") + "______________________________\n\n";
            break;
        case Kind::Answer:
            out += "→ " + escaped(block.text) + "\n\n";
            break;
        case Kind::Explain:
            out += escaped(block.text) + "\n\n";
            break;
        case Kind::Cause:
            out += "- " + escaped(block.text) + "\n";
            break;
        }
        last = block.kind;
    }
    return out;
}

std::string csvField(std::string_view text)
{
    // A text that a spreadsheet would take for a formula is a text all the same.
    if (text.find_first_of(",\"\r\n") == std::string_view::npos)
        return std::string(text);
    std::string out = "\"";
    for (const char c : text) {
        out += c;
        if (c == '"')
            out += c;
    }
    return out + '"';
}

std::string answersCsvHeading() { return "copy,seed,number,kind,question,choice,answer\r\n"; }

std::string answersCsv(const SheetHead& head, const std::vector<SheetQuestion>& questions, Language language)
{
    std::string out;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        const PreparedQuestion& question = questions[i].question();
        const auto right = question.kind == Question::Kind::Number ? std::nullopt : question.rightChoice();
        out += std::to_string(head.copy) + ',' + std::to_string(head.seed) + ',' + std::to_string(i + 1) + ','
            + std::string(kindName(question.kind)) + ',' + csvField(in(question.text, language)) + ','
            + (right ? letter(*right) : std::string()) + ','
            + csvField(answerText(questions[i].played(), question, language)) + "\r\n";
    }
    return out;
}

std::uint64_t copySeed(std::uint64_t seed, std::size_t copy)
{
    // Short enough to be written down and typed again.
    return copy == 1 ? seed : Rng(seed).fork("copy " + std::to_string(copy)).below(1'000'000'000);
}

} // namespace connscope::lesson
