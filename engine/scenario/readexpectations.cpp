// SPDX-License-Identifier: GPL-3.0-or-later
// `expect:` — what should come out, per profile where they differ.
#include "scenario/sections.h"

#include <algorithm>
#include <array>

namespace connscope::scenario {

namespace {

constexpr std::array<std::string_view, 14> kExpectKeys {"profiles", "client", "at", "opened", "open",
    "opened-by-role", "open-by-role", "closed-by", "closed-by-rule", "requests", "nodes", "nodes-in-any-order",
    "count", "note"};
constexpr std::array<std::string_view, 4> kRoles {"bootstrap", "data", "coordinator", "transaction"};
constexpr std::array<std::string_view, 3> kSides {"client", "broker", "network"};

class ExpectationReader {
public:
    ExpectationReader(Reading& reading, const Scenario& scenario)
        : m_reading(reading)
        , m_scenario(scenario)
    {
        for (int i = 1; i < trace::kRuleCount; ++i)
            m_rules.push_back(trace::ruleName(static_cast<trace::RuleId>(i)));
        for (const ApiKey api : allApiKeys())
            m_apis.push_back(apiName(api));
    }

    Expectation read(const YamlNode& node)
    {
        MapReader map(m_reading, node, "an expectation", kExpectKeys);
        Expectation e;
        e.line = m_reading.lineOf(node);
        if (const YamlNode* profiles = map.find("profiles"))
            readProfiles(*profiles, e);
        if (const YamlNode* client = map.find("client"))
            readClient(*client, e);
        Duration at {};
        if (map.duration("at", at)) {
            e.at = kStart + at;
            if (at > m_scenario.until)
                m_reading.warning(*map.find("at"),
                    "this looks at " + formatDuration(at) + ", after the end of the scenario (until: "
                        + formatDuration(m_scenario.until) + "), so it is held against the end");
        }
        map.range("opened", e.opened);
        map.range("open", e.open);
        readCounts(map, "opened-by-role", kRoles, e.openedByRole);
        readCounts(map, "open-by-role", kRoles, e.openByRole);
        readCounts(map, "closed-by", kSides, e.closedBy);
        readCounts(map, "closed-by-rule", m_rules, e.closedByRule);
        readCounts(map, "requests", m_apis, e.requests);
        readNodes(map, "nodes", e.nodes);
        readNodes(map, "nodes-in-any-order", e.nodesSet);
        readQueries(map, e);
        map.text("note", e.note);
        const bool empty = !e.opened && !e.open && e.openedByRole.empty() && e.openByRole.empty()
            && e.closedBy.empty() && e.closedByRule.empty() && e.requests.empty() && !e.nodes && !e.nodesSet
            && e.count.empty();
        if (map.isMap() && empty && !m_reading.hasErrors())
            m_reading.error(node, "this expects nothing; give opened, open, closed-by, requests, nodes or count");
        return e;
    }

private:
    void readProfiles(const YamlNode& node, Expectation& e)
    {
        const auto names = m_reading.texts(node, "profiles");
        if (!names)
            return;
        for (std::size_t i = 0; i < names->size(); ++i) {
            const YamlNode& at = node.isList() && i < node.items.size() ? node.items[i] : node;
            if (const auto profile = client::findProfile((*names)[i]))
                e.profiles.push_back(profile->name);
            else
                m_reading.error(at, profile.error().message);
        }
    }

    void readClient(const YamlNode& node, Expectation& e)
    {
        const auto name = readClientName(m_reading, node, "client", m_scenario);
        if (name && *name != "*")
            e.client = *name;
    }

    void readCounts(MapReader& map, std::string_view key, std::span<const std::string_view> words,
        std::map<std::string, Range>& out)
    {
        const YamlNode* node = map.find(key);
        if (!node)
            return;
        MapReader counts(m_reading, *node, key, words);
        for (const YamlEntry& entry : node->entries) {
            const auto range = m_reading.range(entry.value, entry.key.isScalar() ? entry.key.text : std::string(key));
            if (range && entry.key.isScalar())
                out.emplace(entry.key.text, *range);
        }
    }

    void readNodes(MapReader& map, std::string_view key, std::optional<std::vector<std::int32_t>>& out)
    {
        const YamlNode* node = map.find(key);
        if (!node)
            return;
        if (!node->isList()) {
            m_reading.error(*node,
                std::string(key) + ": expected a list of node ids such as [-1, 2147483645, 2], found "
                    + describe(*node));
            return;
        }
        out.emplace();
        for (const YamlNode& item : node->items) {
            if (const auto id = m_reading.integer(item, key, -limits::kMaxEvents, NodeId::kMax))
                out->push_back(static_cast<std::int32_t>(*id));
        }
    }

    void readQueries(MapReader& map, Expectation& e)
    {
        const YamlNode* node = map.find("count");
        if (!node)
            return;
        if (!node->isMap()) {
            m_reading.error(*node,
                "count: expected a map of queries to numbers, such as {kind = \"ready\": 5}, found "
                    + describe(*node));
            return;
        }
        for (const YamlEntry& entry : node->entries) {
            const auto query = readQuery(m_reading, entry.key, "count");
            const auto range = m_reading.range(entry.value, "count");
            if (query && range && !e.count.emplace(entry.key.text, *range).second)
                m_reading.error(entry.key, "count: this query is given twice");
        }
    }

    Reading& m_reading;
    const Scenario& m_scenario;
    std::vector<std::string_view> m_rules;
    std::vector<std::string_view> m_apis;
};

} // namespace

void readExpectations(Reading& reading, const YamlNode* node, Scenario& scenario)
{
    if (!node)
        return;
    if (!node->isList()) {
        reading.error(*node, "expect: expected a list such as '- {opened: 5}', found " + describe(*node));
        return;
    }
    ExpectationReader reader(reading, scenario);
    for (const YamlNode& item : node->items) {
        if (reading.isFull())
            break;
        scenario.expectations.push_back(reader.read(item));
    }
}

} // namespace connscope::scenario
