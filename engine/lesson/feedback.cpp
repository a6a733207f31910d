// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/feedback.h"

#include "analysis/phrases.h"
#include "analysis/sentences.h"
#include "analysis/why.h"

#include <algorithm>

namespace connscope::lesson {

using analysis::Language;

bool isRight(const PreparedQuestion& question, const Given& given)
{
    switch (question.kind) {
    case Question::Kind::Pick:
        return given.picked
            && std::find(question.picks.begin(), question.picks.end(), *given.picked) != question.picks.end();
    case Question::Kind::Order:
        return given.choices == question.order && !question.order.empty();
    default:
        break;
    }
    if (given.number)
        return *given.number == question.answer
            && (question.kind == Question::Kind::Count || question.kind == Question::Kind::Number);
    return given.choices.size() == 1 && given.choices.front() < question.choices.size()
        && question.choices[given.choices.front()].isRight;
}

std::vector<CauseLine> causes(const Played& played, const PreparedQuestion& question, Language language)
{
    std::vector<CauseLine> lines;
    trace::RuleId shown = trace::RuleId::None;
    for (const analysis::WhyStep& step : analysis::why(played.trace, question.why)) {
        const trace::Event& event = played.trace[step.event];
        CauseLine line {step.event, analysis::sentence(played.names, event, language), {}, step.leftOut};
        if (event.rule != trace::RuleId::None && event.rule != shown) {
            line.rule = std::string(analysis::ruleName(event.rule, language))
                + (language == Language::Chinese ? "：" : ": ")
                + std::string(analysis::ruleSentence(event.rule, language));
        }
        shown = event.rule;
        lines.push_back(std::move(line));
    }
    return lines;
}

std::string remark(const PreparedQuestion& question, const Given& given, Language language)
{
    if (isRight(question, given))
        return {};
    if (given.number) {
        for (const Choice& choice : question.choices) {
            if (choice.value == given.number)
                return in(choice.because, language);
        }
        return {};
    }
    if (question.kind == Question::Kind::Order || given.choices.size() != 1
        || given.choices.front() >= question.choices.size())
        return {};
    return in(question.choices[given.choices.front()].because, language);
}

std::string answerText(const Played& played, const PreparedQuestion& question, Language language)
{
    switch (question.kind) {
    case Question::Kind::Count:
    case Question::Kind::Number:
        return std::to_string(question.answer);
    case Question::Kind::Order: {
        std::string out;
        for (const std::size_t place : question.order)
            out += (out.empty() ? "" : ", ") + letter(place);
        return out;
    }
    case Question::Kind::Pick: {
        std::vector<std::string> names;
        for (const Thing& thing : question.picks) {
            if (thing.kind == Thing::Kind::Broker)
                names.push_back(analysis::say(language, analysis::Phrase::BrokerNumber, std::to_string(thing.id)));
            else if (thing.kind == Thing::Kind::Client)
                names.push_back(played.names.client(ClientId {static_cast<std::uint32_t>(thing.id)}, language));
            else
                names.push_back(played.names.place(
                    played.trace[played.names.opened(ConnectionId {static_cast<std::uint32_t>(thing.id)})],
                    language));
        }
        return analysis::joinAnd(names, language);
    }
    default:
        break;
    }
    const auto right = question.rightChoice();
    return right ? in(question.choices[*right].text, language) : std::string();
}

std::string letter(std::size_t choice)
{
    return std::string(1, static_cast<char>('A' + static_cast<char>(choice % 26)));
}

const std::string& in(const scenario::Text& text, Language language)
{
    return language == Language::Chinese ? text.zh : text.en;
}

} // namespace connscope::lesson
