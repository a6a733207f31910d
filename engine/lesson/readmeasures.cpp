// SPDX-License-Identifier: GPL-3.0-or-later
// Words, expressions, moments, targets, and the numbers that are taken from a trace.
#include "lesson/readlesson.h"

#include "base/text.h"

#include <algorithm>
#include <array>

namespace connscope::lesson {

namespace {

constexpr std::array<std::string_view, 13> kMeasureKeys {
    "count", "value", "setup", "of", "where", "distinct", "nth", "unit", "at", "from", "run", "client", "topic"};
constexpr std::array<std::string_view, 14> kFields {"node", "broker", "connection", "client", "requests", "inflight",
    "opened", "closed", "age", "idle", "correlation", "size", "value", "time"};
constexpr std::array<std::string_view, 2> kOf {"connections", "events"};
constexpr std::array<std::string_view, 5> kSetups {"brokers", "partitions", "addresses", "clients", "idle-limit"};
constexpr std::array<std::string_view, 4> kMomentKeys {"at", "when", "nth", "after"};
constexpr std::array<std::string_view, 2> kEnds {"start", "end"};
constexpr std::array<std::string_view, 4> kTargets {"connection", "node", "broker", "client"};

bool isOfEventsOnly(Field field) { return field >= Field::Correlation; }
bool isOfConnectionsOnly(Field field) { return field >= Field::Requests && field <= Field::Idle; }
bool isTime(Field field) { return (field >= Field::Opened && field <= Field::Idle) || field == Field::Time; }

void checkNames(Reading& reading, const YamlNode& node, std::size_t base, const std::vector<Expression::Name>& names,
    const Scope& scope)
{
    for (const Expression::Name& name : names) {
        if (!scope.knows(name.name))
            reading.errorInside(
                node, base + name.offset, "'" + name.name + "' is not known here" + scope.hint(name.name));
    }
}

Pattern readPattern(Reading& reading, const YamlNode& node, std::string_view what, const Scope& scope)
{
    const auto text = reading.text(node, what);
    if (!text)
        return {};
    if (text->empty())
        reading.error(node, std::string(what) + ": the text is empty");
    auto pattern = Pattern::parse(*text);
    if (!pattern) {
        reading.errorInside(node, pattern.error().offset, std::string(what) + ": " + pattern.error().message);
        return {};
    }
    checkNames(reading, node, 0, pattern->names(), scope);
    return std::move(*pattern);
}

Field readField(Reading& reading, const YamlNode& node, std::string_view what)
{
    const auto word = reading.word(node, what, kFields);
    return word ? static_cast<Field>(*word + 1) : Field::None;
}

Measure readMeasure(Reading& reading, const YamlNode& node, std::string name, const Lesson& lesson)
{
    Measure measure;
    measure.name = std::move(name);
    measure.place = placeOf(reading, node);
    MapReader map(reading, node, "a measure", kMeasureKeys);
    if (!map.isMap())
        return measure;
    const YamlNode* count = map.find("count");
    const YamlNode* value = map.find("value");
    const YamlNode* setup = map.find("setup");
    if ((count != nullptr) + (value != nullptr) + (setup != nullptr) != 1) {
        reading.error(node, "a measure has one of count:, value: and setup:");
        return measure;
    }
    map.text("client", measure.client);
    map.text("topic", measure.topic);
    if (setup) {
        measure.take = Measure::Take::Setup;
        if (const auto word = reading.word(*setup, "setup", kSetups))
            measure.setup = static_cast<Measure::Setup>(*word);
    } else if (count) {
        if (const auto word = reading.word(*count, "count", kOf))
            measure.of = static_cast<Measure::Of>(*word);
        if (const YamlNode* distinct = map.find("distinct"))
            measure.field = readField(reading, *distinct, "distinct");
    } else {
        measure.take = Measure::Take::Value;
        measure.field = readField(reading, *value, "value");
        measure.of = isOfEventsOnly(measure.field) ? Measure::Of::Events : Measure::Of::Connections;
        if (const YamlNode* of = map.find("of")) {
            if (const auto word = reading.word(*of, "of", kOf))
                measure.of = static_cast<Measure::Of>(*word);
        }
        map.integer("nth", measure.nth, -1'000'000, 1'000'000);
    }
    if (measure.of == Measure::Of::Events ? isOfConnectionsOnly(measure.field) : isOfEventsOnly(measure.field))
        reading.error(node,
            "an entry of " + std::string(kOf[static_cast<std::size_t>(measure.of)]) + " has no '"
                + std::string(kFields[static_cast<std::size_t>(measure.field) - 1]) + "'");
    map.duration("unit", measure.unit, Duration {1});
    if (measure.take == Measure::Take::Value && isTime(measure.field) && !map.find("unit"))
        reading.error(node, "a time needs its unit: 1ms, 1s or 1m");
    if (const YamlNode* where = map.find("where"))
        measure.where = readQuery(reading, *where, "where");
    else if (!setup)
        reading.error(node, "a measure needs a query: where: role = data");
    if (measure.of == Measure::Of::Connections && measure.where.needsEvent() && !setup)
        reading.error(*map.find("where"),
            "this query is of events: it has kind, size, value, text, side or event; say count: events");
    if (const YamlNode* at = map.find("at"))
        measure.at = readMoment(reading, *at, "at");
    if (const YamlNode* from = map.find("from"))
        measure.from = readMoment(reading, *from, "from");
    if (const YamlNode* run = map.find("run")) {
        const auto word = reading.text(*run, "run");
        if (word && !lesson.run(*word))
            reading.error(*run, "the lesson has no run '" + printable(*word) + "'; runs: gives them their names");
        else if (word)
            measure.run = *word;
    }
    return measure;
}

} // namespace

std::string Scope::hint(const std::string& name) const
{
    std::vector<std::string_view> names;
    for (const auto& [known, measured] : m_names)
        names.push_back(known);
    if (names.empty())
        return "; let: gives names to numbers of the trace";
    const std::string near = didYouMean(name, names);
    return near.empty() ? "; names here are " + joinOr(names) : near;
}

Place placeOf(const Reading& reading, const YamlNode& node)
{
    const Error at = reading.document().errorAt(node.offset, {});
    return {at.line, at.column};
}

Words readWords(Reading& reading, const YamlNode& node, std::string_view what, const Scope& scope)
{
    Words words;
    words.place = placeOf(reading, node);
    words.placeZh = words.place;
    if (!node.isMap()) {
        reading.error(node,
            std::string(what)
                + ": expected {en: …, zh: …}, or {both: …} for what is the same in both languages, found "
                + scenario::describe(node));
        return words;
    }
    const YamlNode* en = nullptr;
    const YamlNode* zh = nullptr;
    const YamlNode* both = nullptr;
    for (const scenario::YamlEntry& entry : node.entries) {
        if (entry.value.isNull())
            continue;
        if (entry.key.text == "en")
            en = &entry.value;
        else if (entry.key.text == "zh")
            zh = &entry.value;
        else if (entry.key.text == "both")
            both = &entry.value;
    }
    if (both && (en || zh)) {
        reading.error(*both, std::string(what) + ": both: stands alone, without en: and zh:");
    } else if (both) {
        words.en = words.zh = readPattern(reading, *both, what, scope);
    } else {
        if (!en)
            reading.error(node, std::string(what) + ": the English text (en:) is missing");
        if (!zh)
            reading.error(node, std::string(what) + ": the Chinese text (zh:) is missing");
        if (en)
            words.en = readPattern(reading, *en, what, scope);
        if (zh) {
            words.zh = readPattern(reading, *zh, what, scope);
            words.placeZh = placeOf(reading, *zh);
        }
    }
    return words;
}

Words readWords(Reading& reading, MapReader& map, std::string_view key, const Scope& scope, bool isNeeded)
{
    if (const YamlNode* node = map.find(key)) {
        Words words = readWords(reading, *node, key, scope);
        if (!node->isMap())
            return words;
        constexpr std::array<std::string_view, 3> kKeys {"en", "zh", "both"};
        MapReader(reading, *node, key, kKeys);
        return words;
    }
    if (isNeeded && map.isMap())
        reading.error(map.node(), std::string(key) + " is missing: {en: …, zh: …}");
    return {};
}

Expression readExpression(Reading& reading, const YamlNode& node, std::string_view what, const Scope& scope)
{
    const auto text = reading.text(node, what);
    if (!text)
        return {};
    auto expression = Expression::parse(*text);
    if (!expression) {
        reading.errorInside(node, expression.error().offset, std::string(what) + ": " + expression.error().message);
        return {};
    }
    checkNames(reading, node, 0, expression->names(), scope);
    return std::move(*expression);
}

trace::Query readQuery(Reading& reading, const YamlNode& node, std::string_view what)
{
    const auto text = reading.text(node, what);
    if (!text)
        return {};
    auto query = trace::Query::parse(*text);
    if (query)
        return std::move(*query);
    reading.errorInside(node, query.error().offset, std::string(what) + ": " + query.error().message);
    return {};
}

MomentSpec readMoment(Reading& reading, const YamlNode& node, std::string_view what)
{
    MomentSpec moment;
    moment.place = placeOf(reading, node);
    if (node.isScalar()) {
        if (node.text == "start" || node.text == "end") {
            moment.kind = node.text == "end" ? MomentSpec::Kind::End : MomentSpec::Kind::Start;
            return moment;
        }
        moment.kind = MomentSpec::Kind::At;
        if (!node.text.empty() && (node.text[0] < '0' || node.text[0] > '9')) {
            reading.error(node,
                std::string(what) + ": expected an instant such as 3s, start, end or {when: QUERY}, found "
                    + scenario::describe(node) + didYouMean(node.text, kEnds));
            return moment;
        }
        if (const auto at = reading.duration(node, what, {}, scenario::limits::kUntil))
            moment.at = kStart + *at;
        return moment;
    }
    MapReader map(reading, node, what, kMomentKeys);
    if (!map.isMap())
        return moment;
    if ((map.find("at") != nullptr) == (map.find("when") != nullptr))
        reading.error(node, std::string(what) + ": expected one of at: and when:");
    Duration at {};
    if (map.duration("at", at)) {
        moment.kind = MomentSpec::Kind::At;
        moment.at = kStart + at;
    }
    if (const YamlNode* when = map.find("when")) {
        moment.kind = MomentSpec::Kind::When;
        moment.place = placeOf(reading, *when);
        moment.when = readQuery(reading, *when, "when");
    }
    map.integer("nth", moment.nth, 1, 1'000'000);
    map.duration("after", moment.after);
    return moment;
}

std::vector<Measure> readMeasures(Reading& reading, const YamlNode& node, const Lesson& lesson, Scope& scope)
{
    std::vector<Measure> measures;
    if (!node.isMap()) {
        reading.error(node,
            "let: expected a map of names to measures, such as {leaders: {count: connections, where: role = data}}, "
            "found "
                + scenario::describe(node));
        return measures;
    }
    for (const scenario::YamlEntry& entry : node.entries) {
        const auto name = reading.text(entry.key, "let");
        if (!name)
            continue;
        if (!isName(*name)) {
            reading.error(entry.key, "let: '" + printable(*name) + "' is no name; a name has letters, digits and _");
            continue;
        }
        if (scope.knows(*name)) {
            reading.error(entry.key, "let: '" + *name + "' is there already");
            continue;
        }
        measures.push_back(readMeasure(reading, entry.value, *name, lesson));
        scope.add(measures.back());
    }
    return measures;
}

Target readTarget(Reading& reading, const YamlNode& node, std::string_view what, const Scope& scope)
{
    Target target;
    target.place = placeOf(reading, node);
    MapReader map(reading, node, what, kTargets);
    if (!map.isMap())
        return target;
    int count = 0;
    for (std::size_t i = 0; i < kTargets.size(); ++i) {
        const YamlNode* value = map.find(kTargets[i]);
        if (!value)
            continue;
        ++count;
        target.kind = static_cast<Target::Kind>(i);
        if (target.kind == Target::Kind::Connection)
            target.where = readQuery(reading, *value, "connection");
        else if (target.kind == Target::Kind::Client)
            target.client = reading.text(*value, "client").value_or(std::string());
        else
            target.number = readExpression(reading, *value, kTargets[i], scope);
    }
    if (target.kind == Target::Kind::Connection && target.where.needsEvent())
        reading.error(node,
            std::string(what)
                + ": this query is of events; a connection has no kind, size, value, text, side or event");
    if (count != 1)
        reading.error(node, std::string(what) + ": expected one of " + joinOr(kTargets));
    return target;
}

} // namespace connscope::lesson
