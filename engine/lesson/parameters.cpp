// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/parameters.h"

#include "base/rng.h"
#include "base/text.h"
#include "lesson/readlesson.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace connscope::lesson {

namespace {

constexpr std::array<std::string_view, 5> kKeys {"from", "to", "not", "list", "is"};
constexpr std::int64_t kMostValues = 1'000'000;
constexpr std::int64_t kLongestList = 1'000;
constexpr std::size_t kMostParameters = 100;

std::optional<std::int64_t> numberOf(const std::string& text)
{
    std::int64_t number = 0;
    const auto [rest, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc() || rest != text.data() + text.size())
        return std::nullopt;
    return number;
}

class Drawing {
public:
    Drawing(Reading& reading, std::uint64_t seed)
        : m_reading(reading)
        , m_seed(seed)
    {
    }

    std::vector<Parameter> draw(const YamlNode& node)
    {
        if (!node.isMap() || node.entries.size() > kMostParameters) {
            m_reading.error(node,
                "parameters: expected a map of names to what is drawn, such as {brokers: 3..6}, found "
                    + scenario::describe(node));
            return {};
        }
        for (const scenario::YamlEntry& entry : node.entries) {
            const auto name = m_reading.text(entry.key, "parameters");
            if (!name)
                continue;
            if (!isName(*name) || find(*name)) {
                m_reading.error(entry.key,
                    "parameters: '" + printable(*name)
                        + (find(*name) ? "' is given twice" : "' is no name; a name has letters, digits and _"));
                continue;
            }
            // A stream for each name: a parameter more does not disturb the others.
            m_rng = Rng(m_seed).fork(*name);
            Parameter parameter;
            parameter.name = *name;
            parameter.place = placeOf(m_reading, entry.key);
            parameter.text = value(entry.value);
            parameter.number = numberOf(parameter.text);
            m_parameters.push_back(std::move(parameter));
        }
        return std::move(m_parameters);
    }

private:
    const Parameter* find(const std::string& name) const
    {
        const auto it = std::find_if(
            m_parameters.begin(), m_parameters.end(), [&name](const Parameter& p) { return p.name == name; });
        return it == m_parameters.end() ? nullptr : &*it;
    }

    std::string value(const YamlNode& node)
    {
        if (node.isList() && !node.items.empty()) {
            const YamlNode& item = node.items[m_rng.below(node.items.size())];
            return m_reading.text(item, "a parameter").value_or(std::string());
        }
        if (node.isMap())
            return fromMap(node);
        const auto range = m_reading.range(node, "a parameter");
        if (!range)
            return {};
        return between(node, range->low, range->high, std::nullopt);
    }

    std::string between(
        const YamlNode& node, std::int64_t low, std::int64_t high, std::optional<std::int64_t> without)
    {
        const bool isLeftOut = without && *without >= low && *without <= high;
        if (high < low || high - low >= kMostValues || (isLeftOut && high == low)) {
            m_reading.error(node,
                "nothing can be drawn from " + std::to_string(low) + " to " + std::to_string(high)
                    + (isLeftOut ? " without " + std::to_string(*without) : std::string()));
            return {};
        }
        const auto count = static_cast<std::uint64_t>(high - low + (isLeftOut ? 0 : 1));
        std::int64_t drawn = low + static_cast<std::int64_t>(m_rng.below(count));
        if (isLeftOut && drawn >= *without)
            ++drawn;
        return std::to_string(drawn);
    }

    std::optional<std::int64_t> number(MapReader& map, std::string_view key)
    {
        const YamlNode* node = map.find(key);
        if (!node)
            return std::nullopt;
        Scope scope;
        for (const Parameter& parameter : m_parameters)
            scope.add(parameter);
        const Expression expression = readExpression(m_reading, *node, key, scope);
        const auto value = expression.evaluate([this](const std::string& name) -> Result<std::int64_t> {
            const Parameter* parameter = find(name);
            if (!parameter || !parameter->number)
                return fail("'" + name + "' is no number");
            return *parameter->number;
        });
        if (value)
            return *value;
        m_reading.error(*node, std::string(key) + ": " + value.error().message);
        return std::nullopt;
    }

    std::string fromMap(const YamlNode& node)
    {
        MapReader map(m_reading, node, "a parameter", kKeys);
        if (map.find("is")) {
            const auto is = number(map, "is");
            return is ? std::to_string(*is) : std::string();
        }
        const auto from = number(map, "from");
        const auto to = number(map, "to");
        if (!from || !to) {
            if (!m_reading.hasErrors())
                m_reading.error(node, "a parameter: expected from: and to:, or is:");
            return {};
        }
        const auto without = number(map, "not");
        if (!map.find("list"))
            return between(node, *from, *to, without);
        const auto length = number(map, "list");
        if (!length || *length < 1 || *length > kLongestList) {
            m_reading.error(node, "list: expected a length from 1 to " + std::to_string(kLongestList));
            return {};
        }
        std::string out = "[";
        for (std::int64_t i = 0; i < *length; ++i)
            out += (i ? ", " : "") + between(node, *from, *to, without);
        return out + "]";
    }

    Reading& m_reading;
    std::uint64_t m_seed;
    Rng m_rng {0};
    std::vector<Parameter> m_parameters;
};

} // namespace

Drawn drawParameters(const std::string& yamlText, const std::string& fileName, std::uint64_t seed)
{
    Drawn drawn;
    auto document = scenario::YamlDocument::parse(yamlText, fileName);
    if (!document) {
        drawn.errors.push_back(document.error());
        return drawn;
    }
    const YamlNode* parameters = nullptr;
    for (const scenario::YamlEntry& entry : document->root().entries) {
        if (entry.key.isScalar() && entry.key.text == "parameters" && !entry.value.isNull())
            parameters = &entry.value;
    }
    Reading reading(*document);
    if (parameters)
        drawn.parameters = Drawing(reading, seed).draw(*parameters);
    drawn.errors = reading.takeErrors();
    if (!drawn.errors.empty())
        return drawn;
    for (std::size_t at = 0; at < yamlText.size();) {
        const std::size_t begin = yamlText.find("$(", at);
        const std::size_t end = begin == std::string::npos ? begin : yamlText.find(')', begin);
        if (end == std::string::npos) {
            drawn.text.append(yamlText, at);
            break;
        }
        const std::string name = yamlText.substr(begin + 2, end - begin - 2);
        const auto it = std::find_if(drawn.parameters.begin(), drawn.parameters.end(),
            [&name](const Parameter& parameter) { return parameter.name == name; });
        if (it == drawn.parameters.end()) {
            drawn.errors.push_back(document->errorAt(begin, "the lesson has no parameter '" + printable(name) + "'"));
            return drawn;
        }
        drawn.text.append(yamlText, at, begin - at).append(it->text);
        at = end + 1;
    }
    return drawn;
}

} // namespace connscope::lesson
