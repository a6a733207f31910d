// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/readlesson.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

namespace connscope::lesson {

namespace {

constexpr std::array<std::string_view, 6> kKinds {"count", "number", "choice", "pick", "order", "closer"};
constexpr std::array<std::string_view, 13> kKeys {"kind", "text", "hint", "explain", "reveal", "why", "answer",
    "wrong", "options", "pick", "any", "items", "connection"};
constexpr std::array<std::string_view, 3> kWhys {"event", "opened", "closed"};
constexpr std::array<std::string_view, 2> kWrongKeys {"is", "because"};
constexpr std::array<std::string_view, 5> kOptionKeys {"en", "zh", "both", "when", "because"};
constexpr std::array<std::string_view, 4> kItemKeys {"en", "zh", "both", "when"};
constexpr std::size_t kMostChoices = 9; // the keys 1 to 9

/// The keys of one kind, which the others do not have.
std::span<const std::string_view> ownKeys(Question::Kind kind)
{
    static constexpr std::array<std::string_view, 2> kNumber {"answer", "wrong"};
    static constexpr std::array<std::string_view, 1> kChoice {"options"};
    static constexpr std::array<std::string_view, 2> kPick {"pick", "any"};
    static constexpr std::array<std::string_view, 1> kOrder {"items"};
    static constexpr std::array<std::string_view, 1> kCloser {"connection"};
    switch (kind) {
    case Question::Kind::Count:
    case Question::Kind::Number:
        return kNumber;
    case Question::Kind::Choice:
        return kChoice;
    case Question::Kind::Pick:
        return kPick;
    case Question::Kind::Order:
        return kOrder;
    case Question::Kind::Closer:
        return kCloser;
    }
    return {};
}

const YamlNode* needed(Reading& reading, MapReader& map, std::string_view key, std::string_view what)
{
    const YamlNode* node = map.find(key);
    if (!node)
        reading.error(map.node(), "a question of this kind needs " + std::string(key) + ": " + std::string(what));
    return node;
}

/// A list of \a least to nine; nothing, and an error, for anything else.
const YamlNode* neededList(
    Reading& reading, MapReader& map, std::string_view key, std::size_t least, std::string_view what)
{
    const YamlNode* node = needed(reading, map, key, what);
    const std::size_t most = key == "wrong" ? kMostChoices - 1 : kMostChoices; // the right one is a choice, too
    if (node && (!node->isList() || node->items.size() < least || node->items.size() > most)) {
        reading.error(*node,
            std::string(key) + ": expected a list of " + std::to_string(least) + " to " + std::to_string(most)
                + ", found "
                + (node->isList() ? "a list of " + std::to_string(node->items.size()) : scenario::describe(*node)));
        return nullptr;
    }
    return node;
}

bool isMeasured(const Expression& expression, const Scope& scope)
{
    return std::any_of(expression.names().begin(), expression.names().end(),
        [&scope](const Expression::Name& name) { return scope.isMeasured(name.name); });
}

void readAnswer(Reading& reading, MapReader& map, Question& question, const Scope& scope)
{
    if (const YamlNode* answer = needed(reading, map, "answer", "an expression over numbers of the trace")) {
        question.answer = readExpression(reading, *answer, "answer", scope);
        if (!question.answer.isEmpty() && !isMeasured(question.answer, scope))
            reading.error(*answer,
                "answer: it has to come from the trace: use a name that let: measures with count: or value:, not "
                "what is set up or written here");
    }
    const YamlNode* wrong
        = neededList(reading, map, "wrong", 2, "answers that somebody may well give, each with is: and because:");
    if (!wrong)
        return;
    for (const YamlNode& item : wrong->items) {
        MapReader one(reading, item, "a wrong answer", kWrongKeys);
        if (!one.isMap())
            continue;
        Misconception misconception;
        misconception.place = placeOf(reading, item);
        if (const YamlNode* is = one.find("is"))
            misconception.value = readExpression(reading, *is, "is", scope);
        else
            reading.error(item, "a wrong answer needs is: an expression");
        misconception.because = readWords(reading, one, "because", scope, true);
        question.wrong.push_back(std::move(misconception));
    }
}

void readOptions(Reading& reading, MapReader& map, Question& question, const Scope& scope)
{
    const YamlNode* options = neededList(reading, map, "options", 2, "statements, each with en:, zh: and when:");
    if (!options)
        return;
    for (const YamlNode& item : options->items) {
        MapReader one(reading, item, "an option", kOptionKeys);
        if (!one.isMap())
            continue;
        Option option;
        option.place = placeOf(reading, item);
        option.words = readWords(reading, item, "an option", scope);
        if (const YamlNode* when = one.find("when")) {
            option.when = readExpression(reading, *when, "when", scope);
            if (!option.when.isEmpty() && !isMeasured(option.when, scope))
                reading.error(*when,
                    "when: it has to come from the trace: use a name that let: measures with count: or value:");
        } else {
            reading.error(item, "an option needs when: an expression that says whether it is true");
        }
        option.because = readWords(reading, one, "because", scope, false);
        question.options.push_back(std::move(option));
    }
}

void readItems(Reading& reading, MapReader& map, Question& question, const Scope& scope)
{
    const YamlNode* items = neededList(reading, map, "items", 3, "what happens, each with en:, zh: and when:");
    if (!items)
        return;
    for (const YamlNode& item : items->items) {
        MapReader one(reading, item, "an item", kItemKeys);
        if (!one.isMap())
            continue;
        Happening happening;
        happening.place = placeOf(reading, item);
        happening.words = readWords(reading, item, "an item", scope);
        if (const YamlNode* when = one.find("when"))
            happening.when = readQuery(reading, *when, "when");
        else
            reading.error(item, "an item needs when: a query that finds its event");
        question.happenings.push_back(std::move(happening));
    }
}

Question::Why readWhy(Reading& reading, MapReader& map)
{
    Question::Why why;
    const YamlNode* node = map.find("why");
    if (!node) {
        reading.error(map.node(),
            "a question needs why: where the chain of causes begins, {event: QUERY}, {opened: QUERY} or {closed: "
            "QUERY}");
        return why;
    }
    why.place = placeOf(reading, *node);
    MapReader one(reading, *node, "why", kWhys);
    if (!one.isMap())
        return why;
    int count = 0;
    for (std::size_t i = 0; i < kWhys.size(); ++i) {
        if (const YamlNode* query = one.find(kWhys[i])) {
            ++count;
            why.kind = static_cast<Question::Why::Kind>(i);
            why.query = readQuery(reading, *query, kWhys[i]);
        }
    }
    if (count != 1)
        reading.error(*node, "why: expected one of " + joinOr(kWhys));
    return why;
}

/// A query that finds the connection by its end has the answer in it.
void refuseGivenCloser(Reading& reading, const YamlNode& node, const trace::Query& query)
{
    for (const std::string_view field : {"closer", "closed.rule"}) {
        const std::string& text = query.text();
        for (std::size_t at = text.find(field); at != std::string::npos; at = text.find(field, at + 1)) {
            const std::size_t end = at + field.size();
            const auto isOfAWord
                = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-'; };
            if ((at > 0 && isOfAWord(text[at - 1])) || (end < text.size() && isOfAWord(text[end])))
                continue;
            reading.error(node,
                "connection: '" + std::string(field)
                    + "' has the answer in the question; find the connection by something else, such as its node");
            return;
        }
    }
}

} // namespace

std::string_view kindName(Question::Kind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::optional<Question> readQuestion(Reading& reading, const YamlNode& node, const Scope& scope)
{
    Question question;
    question.place = placeOf(reading, node);
    MapReader map(reading, node, "a question", kKeys);
    if (!map.isMap())
        return std::nullopt;
    const YamlNode* kind = map.find("kind");
    if (!kind) {
        reading.error(node, "a question needs its kind: " + joinOr(kKinds));
        return std::nullopt;
    }
    const auto word = reading.word(*kind, "kind", kKinds);
    if (!word)
        return std::nullopt;
    question.kind = static_cast<Question::Kind>(*word);
    const auto own = ownKeys(question.kind);
    for (std::size_t i = 6; i < kKeys.size(); ++i) {
        const YamlNode* value = map.find(kKeys[i]);
        if (value && std::find(own.begin(), own.end(), kKeys[i]) == own.end())
            reading.error(*value,
                "a question of kind " + std::string(kKinds[*word]) + " has no " + std::string(kKeys[i]) + ":; it has "
                    + joinOr(own));
    }
    question.text = readWords(reading, map, "text", scope, true);
    question.hint = readWords(reading, map, "hint", scope, false);
    question.explain = readWords(reading, map, "explain", scope, false);
    if (const YamlNode* reveal = map.find("reveal"))
        question.reveal = readMoment(reading, *reveal, "reveal");
    question.why = readWhy(reading, map);
    switch (question.kind) {
    case Question::Kind::Count:
    case Question::Kind::Number:
        readAnswer(reading, map, question, scope);
        break;
    case Question::Kind::Choice:
        readOptions(reading, map, question, scope);
        break;
    case Question::Kind::Pick:
        if (const YamlNode* pick
            = needed(reading, map, "pick", "{connection: QUERY}, {node: …}, {broker: …} or {client: …}"))
            question.pick = readTarget(reading, *pick, "pick", scope);
        map.boolean("any", question.anyOf);
        break;
    case Question::Kind::Order:
        readItems(reading, map, question, scope);
        break;
    case Question::Kind::Closer:
        if (const YamlNode* connection = needed(reading, map, "connection", "a query that finds it")) {
            question.connection = readQuery(reading, *connection, "connection");
            refuseGivenCloser(reading, *connection, question.connection);
        }
        break;
    }
    return question;
}

} // namespace connscope::lesson
