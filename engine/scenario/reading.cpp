// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/reading.h"

#include "base/overlong.h"
#include "protocol/partitiontext.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace connscope::scenario {

namespace {

constexpr std::int64_t kUnbounded = std::numeric_limits<std::int64_t>::max();

std::string quoted(std::string_view text) { return "'" + printable(text) + "'"; }

std::optional<std::int64_t> parseInteger(std::string_view text)
{
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [rest, failure] = std::from_chars(text.data(), end, value);
    if (text.empty() || failure != std::errc() || rest != end)
        return std::nullopt;
    return value;
}

/// A number too large for 64 bits is a number all the same: the message must speak of its range.
bool isInteger(std::string_view text)
{
    if (!text.empty() && text.front() == '-')
        text.remove_prefix(1);
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

std::string limitText(Duration limit)
{
    constexpr Duration day = std::chrono::hours(24);
    if (limit.count() != 0 && limit % day == Duration::zero())
        return std::to_string(limit / day) + "d";
    return formatDuration(limit);
}

std::string describe(const YamlNode& node)
{
    switch (node.kind) {
    case YamlNode::Kind::Null:
        return "nothing";
    case YamlNode::Kind::Scalar:
        return quoted(node.text);
    case YamlNode::Kind::List:
        return node.items.empty()       ? "an empty list"
            : node.items.size() < 1'000 ? "a list"
                                        : "a list of " + std::to_string(node.items.size());
    case YamlNode::Kind::Map:
        return node.entries.empty() ? "an empty map" : "a map";
    }
    return {};
}

void Reading::doubtTopic(const YamlNode& at, std::string topic, std::string message)
{
    if (m_doubts.size() < limits::kErrors)
        m_doubts.emplace_back(std::move(topic), m_document.errorAt(at.offset, std::move(message)));
}

void Reading::settleTopics(const Scenario& scenario)
{
    if (m_doubts.empty())
        return;
    std::set<std::string, std::less<>> meant;
    const auto addSteps = [&meant](const std::vector<client::Step>& steps) {
        for (const client::Step& step : steps) {
            if (step.kind == client::Step::Kind::CreateTopic)
                meant.insert(step.topic);
        }
    };
    for (const ClientEntry& client : scenario.clients)
        addSteps(client.script);
    for (const Action& action : scenario.actions) {
        if (action.kind == Action::Kind::CreateTopic)
            meant.insert(action.topic);
        addSteps(action.steps);
    }
    // Who counts events of the topic knows that it is not there: "kind = topic-created and text = fresh".
    for (const Expectation& expectation : scenario.expectations) {
        for (const auto& [query, range] : expectation.count) {
            for (std::size_t begin = 0; begin < query.size();) {
                const std::size_t end = std::min(query.find_first_of(" \t()\"'=,", begin), query.size());
                if (end > begin)
                    meant.insert(query.substr(begin, end - begin));
                begin = end + 1;
            }
        }
    }
    for (auto& [topic, warning] : m_doubts) {
        if (meant.count(topic) == 0)
            add(m_warnings, std::move(warning));
    }
    m_doubts.clear();
}

std::vector<Error> Reading::takeWarnings()
{
    std::stable_sort(
        m_warnings.begin(), m_warnings.end(), [](const Error& a, const Error& b) { return a.offset < b.offset; });
    return std::move(m_warnings);
}

bool Reading::expand(const YamlNode& at, std::size_t count)
{
    if (count <= limits::kExpanded - m_expanded) {
        m_expanded += count;
        return true;
    }
    error(at,
        "this stands for " + std::to_string(count) + " values; all such words together may stand for "
            + std::to_string(limits::kExpanded));
    return false;
}

void Reading::learnCluster(const broker::ClusterSpec& cluster)
{
    for (const broker::BrokerSpec& broker : cluster.brokers)
        m_brokers.insert(broker.id);
    for (const broker::TopicSpec& topic : cluster.topics)
        m_topics.emplace(topic.name, &topic);
}

void Reading::learnClients(const std::vector<ClientEntry>& clients)
{
    for (const ClientEntry& client : clients)
        m_clients.emplace(client.name, &client);
}

const broker::TopicSpec* Reading::topic(std::string_view name) const
{
    const auto it = m_topics.find(name);
    return it == m_topics.end() ? nullptr : it->second;
}

const ClientEntry* Reading::client(std::string_view name) const
{
    const auto it = m_clients.find(name);
    return it == m_clients.end() ? nullptr : it->second;
}

std::optional<std::string> Reading::text(const YamlNode& node, std::string_view what)
{
    if (!node.isScalar()) {
        error(node, std::string(what) + ": expected a text, found " + describe(node));
        return std::nullopt;
    }
    return node.text;
}

std::optional<std::int64_t> Reading::integer(
    const YamlNode& node, std::string_view what, std::int64_t low, std::int64_t high)
{
    const std::string allowed = high == kUnbounded ? " of at least " + std::to_string(low)
                                                   : " from " + std::to_string(low) + " to " + std::to_string(high);
    if (!node.isScalar() || !isInteger(node.text)) {
        error(node, std::string(what) + ": expected a whole number" + allowed + ", found " + describe(node));
        return std::nullopt;
    }
    const auto value = parseInteger(node.text);
    if (!value || *value < low || *value > high) {
        error(node,
            std::string(what) + ": " + printable(node.text) + " is out of range; expected a whole number" + allowed);
        return std::nullopt;
    }
    return value;
}

std::optional<Duration> Reading::duration(const YamlNode& node, std::string_view what, Duration low, Duration high)
{
    if (!node.isScalar()) {
        error(node,
            std::string(what) + ": expected a duration such as 250ms, 540s, 9m or 1h30m, found " + describe(node));
        return std::nullopt;
    }
    const auto value = parseDuration(node.text);
    const bool overlong = isOverlong(node.text);
    if (!value && !overlong) {
        const bool bare = isInteger(node.text);
        error(node,
            std::string(what) + ": "
                + (bare ? "the unit is missing: write " + printable(node.text) + "ms or " + printable(node.text) + "s"
                        : value.error().message));
        return std::nullopt;
    }
    if (overlong || *value < low || *value > high) {
        error(node,
            std::string(what) + ": " + printable(node.text) + " is out of range; expected " + limitText(low) + " to "
                + limitText(high));
        return std::nullopt;
    }
    return *value;
}

std::optional<bool> Reading::boolean(const YamlNode& node, std::string_view what)
{
    if (node.isScalar() && node.text == "true")
        return true;
    if (node.isScalar() && node.text == "false")
        return false;
    error(node, std::string(what) + ": expected true or false, found " + describe(node));
    return std::nullopt;
}

std::optional<double> Reading::share(const YamlNode& node, std::string_view what)
{
    // Written out by hand: no locale, and the same bits everywhere. Up to nine decimals are exact enough for a chance.
    const auto bad = [&]() -> std::optional<double> {
        error(
            node, std::string(what) + ": expected a share from 0 to 1 such as 0.01, or 1%, found " + describe(node));
        return std::nullopt;
    };
    if (!node.isScalar())
        return bad();
    std::string_view text = node.text;
    const bool percent = !text.empty() && text.back() == '%';
    if (percent)
        text.remove_suffix(1);
    const std::size_t dot = text.find('.');
    const std::string_view whole = text.substr(0, dot);
    std::string_view decimals = dot == std::string_view::npos ? std::string_view {} : text.substr(dot + 1);
    if (!isInteger(whole) || whole.front() == '-' || whole.size() > 3
        || (dot != std::string_view::npos && !isInteger(decimals)) || decimals.size() > 9
        || (!decimals.empty() && decimals.front() == '-'))
        return bad();
    std::int64_t scaled = *parseInteger(whole);
    std::int64_t scale = 1;
    for (const char c : decimals) {
        scaled = scaled * 10 + (c - '0');
        scale *= 10;
    }
    if (percent)
        scale *= 100;
    if (scaled > scale)
        return bad();
    return static_cast<double>(scaled) / static_cast<double>(scale);
}

std::optional<Range> Reading::range(const YamlNode& node, std::string_view what)
{
    const auto bad = [&]() -> std::optional<Range> {
        error(node,
            std::string(what) + ": expected a number, or a range such as 2..4 or 2.. (at least 2), found "
                + describe(node));
        return std::nullopt;
    };
    if (!node.isScalar())
        return bad();
    const std::string_view text = node.text;
    const std::size_t dots = text.find("..");
    const std::string_view first = text.substr(0, dots);
    const auto low = parseInteger(first);
    if (!low || *low < 0)
        return bad();
    if (dots == std::string_view::npos)
        return Range {*low, *low};
    const std::string_view second = text.substr(dots + 2);
    if (second.empty())
        return Range {*low, kUnbounded};
    const auto high = parseInteger(second);
    if (!high)
        return bad();
    if (*high < *low) {
        error(node, std::string(what) + ": the range " + quoted(text) + " is empty; write the smaller number first");
        return std::nullopt;
    }
    return Range {*low, *high};
}

std::optional<std::size_t> Reading::word(
    const YamlNode& node, std::string_view what, std::span<const std::string_view> words)
{
    if (node.isScalar()) {
        const auto it = std::find(words.begin(), words.end(), node.text);
        if (it != words.end())
            return static_cast<std::size_t>(it - words.begin());
    }
    error(node,
        std::string(what) + ": expected " + joinOr(words) + ", found " + describe(node)
            + (node.isScalar() ? didYouMean(node.text, words) : std::string()));
    return std::nullopt;
}

std::optional<protocol::TopicPartition> Reading::topicPartition(const YamlNode& node, std::string_view what)
{
    if (node.isScalar()) {
        auto partition = protocol::parseTopicPartition(node.text);
        if (partition && partition->partition < limits::kPartitions)
            return partition;
    }
    error(node, std::string(what) + ": expected topic and partition such as t4-0, found " + describe(node));
    return std::nullopt;
}

std::optional<std::vector<std::string>> Reading::texts(const YamlNode& node, std::string_view what)
{
    std::vector<std::string> out;
    if (node.isScalar()) {
        out.push_back(node.text);
        return out;
    }
    if (!node.isList()) {
        error(node, std::string(what) + ": expected a text or a list of texts, found " + describe(node));
        return std::nullopt;
    }
    for (const YamlNode& item : node.items) {
        if (auto one = text(item, what))
            out.push_back(std::move(*one));
    }
    return out;
}

std::vector<std::pair<std::string, std::string>> Reading::config(
    const YamlNode& node, std::vector<const YamlEntry*>* entries)
{
    std::vector<std::pair<std::string, std::string>> out;
    if (!node.isMap()) {
        error(node,
            "config: expected a map of Kafka's config keys, such as {connections.max.idle.ms: 540000}, found "
                + describe(node));
        return out;
    }
    std::set<std::string_view> seen;
    for (const YamlEntry& entry : node.entries) {
        if (!entry.key.isScalar()) {
            error(entry.key, "config: expected a config key, found " + describe(entry.key));
            continue;
        }
        if (!seen.insert(entry.key.text).second) {
            error(entry.key, "config: " + quoted(entry.key.text) + " is given twice");
            continue;
        }
        std::string value;
        if (entry.value.isList()) {
            for (const YamlNode& item : entry.value.items) {
                const auto one = text(item, entry.key.text);
                value += (value.empty() ? "" : ",") + one.value_or(std::string());
            }
        } else if (!entry.value.isNull()) {
            const auto one = text(entry.value, entry.key.text);
            if (!one)
                continue;
            value = *one;
        }
        out.emplace_back(entry.key.text, std::move(value));
        if (entries)
            entries->push_back(&entry);
    }
    return out;
}

MapReader::MapReader(
    Reading& reading, const YamlNode& node, std::string_view what, std::span<const std::string_view> keys)
    : m_reading(reading)
    , m_node(node)
{
    if (!node.isMap()) {
        reading.error(
            node, std::string(what) + ": expected a map with " + joinOr(keys) + ", found " + describe(node));
        return;
    }
    std::set<std::string_view> seen;
    for (const YamlEntry& entry : node.entries) {
        if (!entry.key.isScalar()) {
            reading.error(entry.key, std::string(what) + ": expected a key, found " + describe(entry.key));
        } else if (std::find(keys.begin(), keys.end(), entry.key.text) == keys.end()) {
            const std::string near = didYouMean(entry.key.text, keys);
            reading.error(entry.key,
                std::string(what) + " has no " + quoted(entry.key.text)
                    + (near.empty() ? "; it may have " + joinOr(keys) : near));
        } else if (!seen.insert(entry.key.text).second) {
            reading.error(entry.key, std::string(what) + ": " + quoted(entry.key.text) + " is given twice");
        }
    }
}

const YamlNode* MapReader::find(std::string_view key) const
{
    for (const YamlEntry& entry : m_node.entries) {
        if (entry.key.isScalar() && entry.key.text == key)
            return entry.value.isNull() ? nullptr : &entry.value;
    }
    return nullptr;
}

bool MapReader::text(std::string_view key, std::string& out)
{
    const YamlNode* node = find(key);
    auto value = node ? m_reading.text(*node, key) : std::nullopt;
    if (value)
        out = std::move(*value);
    return value.has_value();
}

bool MapReader::boolean(std::string_view key, bool& out)
{
    const YamlNode* node = find(key);
    const auto value = node ? m_reading.boolean(*node, key) : std::nullopt;
    if (value)
        out = *value;
    return value.has_value();
}

bool MapReader::duration(std::string_view key, Duration& out, Duration low, Duration high)
{
    const YamlNode* node = find(key);
    const auto value = node ? m_reading.duration(*node, key, low, high) : std::nullopt;
    if (value)
        out = *value;
    return value.has_value();
}

bool MapReader::seed(std::string_view key, std::uint64_t& out)
{
    const YamlNode* node = find(key);
    if (!node)
        return false;
    const char* end = node->text.data() + node->text.size();
    std::uint64_t value = 0;
    const auto [rest, failure] = std::from_chars(node->text.data(), end, value);
    if (!node->isScalar() || failure != std::errc() || rest != end) {
        m_reading.error(*node,
            std::string(key) + ": expected a whole number from 0 to 18446744073709551615, found " + describe(*node));
        return false;
    }
    out = value;
    return true;
}

bool MapReader::range(std::string_view key, std::optional<Range>& out)
{
    const YamlNode* node = find(key);
    const auto value = node ? m_reading.range(*node, key) : std::nullopt;
    if (value)
        out = *value;
    return value.has_value();
}

bool MapReader::text(std::string_view key, Text& out)
{
    const YamlNode* node = find(key);
    if (!node)
        return false;
    if (!node->isMap())
        return text(key, out.en);
    constexpr std::array<std::string_view, 2> kLanguages {"en", "zh"};
    MapReader map(m_reading, *node, key, kLanguages);
    map.text("zh", out.zh);
    return map.text("en", out.en);
}

} // namespace connscope::scenario
