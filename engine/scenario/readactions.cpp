// SPDX-License-Identifier: GPL-3.0-or-later
// `actions:` — what happens to the world, at an instant or once a condition holds.
#include "broker/brokerconfig.h"
#include "scenario/actionwords.h"
#include "scenario/clientconfig.h"
#include "scenario/sections.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace connscope::scenario {

namespace {

constexpr Duration kRestart = std::chrono::seconds(1); // down, where the file does not say how long
constexpr std::array<std::string_view, 6> kWhenKeys {"do", "at", "when", "after", "every", "times"};

class ActionReader {
public:
    ActionReader(Reading& reading, const Scenario& scenario)
        : m_reading(reading)
        , m_scenario(scenario)
    {
    }

    std::optional<Action> read(const YamlNode& node)
    {
        const ActionWord* word = findWord(node);
        if (!word)
            return std::nullopt;
        std::vector<std::string_view> keys(kWhenKeys.begin(), kWhenKeys.end());
        for (const ActionFieldWord& field : kActionFieldWords) {
            if ((word->needs | word->may) & field.field)
                keys.push_back(field.key);
        }
        MapReader map(m_reading, node, word->word, keys);
        Action action;
        action.kind = word->kind;
        action.line = m_reading.lineOf(node);
        bool complete = true;
        for (const ActionFieldWord& field : kActionFieldWords) {
            const bool optional = field.field == CountsField; // create-topic may leave either out
            if ((word->needs & field.field) && !optional && !map.find(field.key)) {
                m_reading.error(node, std::string(word->word) + " needs " + std::string(field.key));
                complete = false;
            }
        }
        readWhen(map, node, action);
        readFields(map, action);
        return complete ? std::optional(std::move(action)) : std::nullopt;
    }

private:
    const ActionWord* findWord(const YamlNode& node)
    {
        std::vector<std::string_view> words;
        words.reserve(std::size(kActionWords));
        for (const ActionWord& word : kActionWords)
            words.push_back(word.word);
        const YamlNode* what = nullptr;
        for (const YamlEntry& entry : node.entries) {
            if (entry.key.isScalar() && entry.key.text == "do")
                what = &entry.value;
        }
        if (!what) {
            m_reading.error(
                node, "an action needs do, such as {at: 5s, do: kill-broker, broker: 1}; it may be " + joinOr(words));
            return nullptr;
        }
        const auto i = m_reading.word(*what, "do", words);
        return i ? &kActionWords[*i] : nullptr;
    }

    void readWhen(MapReader& map, const YamlNode& node, Action& action)
    {
        Duration at {};
        if (map.duration("at", at))
            action.at = kStart + at;
        if (const YamlNode* when = map.find("when")) {
            action.when = readQuery(m_reading, *when, "when");
            action.whenText = when->text;
            if (map.find("at"))
                m_reading.error(*when, "an action happens at a time or when a condition holds, not both");
            map.duration("after", action.after);
        } else if (const YamlNode* after = map.find("after")) {
            m_reading.error(
                *after, "after belongs to when: it is the time from the moment the condition first holds");
        }
        if (!map.find("at") && !map.find("when"))
            m_reading.error(node, "an action needs at (a time) or when (a query)");
        const YamlNode* times = map.find("times");
        if (map.duration("every", action.every, std::chrono::microseconds(1)))
            action.times = 0; // without end, unless times says so
        if (times && !map.find("every"))
            m_reading.error(*times, "times needs every, the time between two");
        else
            map.integer("times", action.times, 1, limits::kMaxEvents);
        if (const YamlNode* every = map.find("every"))
            warnRepetition(m_reading, *every, wordOf(action.kind).word, action.every,
                action.times == 0 ? limits::kMaxEvents : action.times,
                m_scenario.until - std::min(at, m_scenario.until), "times");
    }

    void readFields(MapReader& map, Action& action)
    {
        if (const YamlNode* broker = map.find("broker"))
            action.broker = readBroker(m_reading, *broker, "broker", m_scenario.cluster).value_or(BrokerId {});
        if (const YamlNode* client = map.find("client"))
            action.client = readClientName(m_reading, *client, "client", m_scenario).value_or("*");
        else if ((wordOf(action.kind).may & ClientField) != 0)
            action.client = "*";
        if (const YamlNode* node = map.find("partition"))
            readPartition(*node, action);
        map.text("topic", action.topic);
        map.integer("partitions", action.partitions, 1, limits::kPartitions);
        map.integer(
            "replication", action.replication, 1, static_cast<std::int64_t>(m_scenario.cluster.brokers.size()));
        map.integer("records", action.records, 1, limits::kRecords);
        map.text("group", action.group);
        map.text("transactional-id", action.group);
        if (action.kind == Action::Kind::RestartBroker)
            action.duration = kRestart;
        // A pause of no time is none; a broker may be back at once.
        map.duration("for", action.duration,
            action.kind == Action::Kind::RestartBroker ? Duration::zero() : Duration {1}, limits::kUntil);
        map.duration("by", action.duration, {}, limits::kNetworkDelay);
        map.text("text", action.text);
        if (const YamlNode* node = map.find("connection"))
            readConnection(*node, action);
        if (const YamlNode* node = map.find("config"))
            readConfig(*node, action);
        if (const YamlNode* node = map.find("steps")) {
            const ClientEntry* entry = entryOf(m_reading, action.client);
            action.steps = readScript(m_reading, *node, m_scenario, entry ? entry->kind : trace::ClientKind::Other);
        }
    }

    void readPartition(const YamlNode& node, Action& action)
    {
        const auto partition = m_reading.topicPartition(node, "partition");
        if (!partition)
            return;
        std::vector<std::string_view> topics;
        for (const broker::TopicSpec& topic : m_scenario.cluster.topics)
            topics.push_back(topic.name);
        if (!m_reading.topic(partition->topic) && !createsTopic(partition->topic)) {
            m_reading.error(node,
                "partition: the cluster has no topic '" + printable(partition->topic) + "'"
                    + didYouMean(partition->topic, topics));
            return;
        }
        if (checkPartition(m_reading, node, *partition)) {
            action.topic = partition->topic;
            action.partition = partition->partition;
        }
    }

    bool createsTopic(std::string_view topic) const
    {
        return std::any_of(m_scenario.actions.begin(), m_scenario.actions.end(),
            [&](const Action& a) { return a.kind == Action::Kind::CreateTopic && a.topic == topic; });
    }

    void readConnection(const YamlNode& node, Action& action)
    {
        if (!node.isScalar()) {
            m_reading.error(
                node, "connection: expected a node id such as 2147483645, or a query, found " + describe(node));
            return;
        }
        const bool isId = !node.text.empty() && node.text.find_first_not_of("-0123456789") == std::string::npos;
        if (isId)
            m_reading.integer(node, "connection", std::numeric_limits<std::int32_t>::min() + 1, NodeId::kMax);
        else
            readQuery(m_reading, node, "connection");
        action.node = node.text;
    }

    void readConfig(const YamlNode& node, Action& action)
    {
        std::vector<const YamlEntry*> entries;
        action.config = m_reading.config(node, &entries);
        if (action.kind == Action::Kind::SetBrokerConfig) {
            protocol::ConfigSet config(protocol::ConfigOwner::Broker, m_scenario.cluster.version);
            applyConfig(m_reading, entries, action.config, config);
            return;
        }
        if (const ClientEntry* meant = entryOf(m_reading, action.client)) {
            // The new settings join the old ones.
            const auto profile = profileOf(m_scenario, *meant);
            protocol::ConfigSet config(configOwner(meant->kind), profile ? profile->version : protocol::kV3_9);
            for (const auto& [key, value] : meant->config)
                static_cast<void>(config.set(key, value)); // checked where it stands
            applyConfig(m_reading, entries, action.config, config);
            if (const auto valid = config.validate(); !valid)
                m_reading.error(node, valid.error().message);
            return;
        }
        // For everyone: once for each kind and version there is; which settings go together is seen when they are used.
        std::set<std::pair<trace::ClientKind, std::string>> checked;
        for (const ClientEntry& client : m_scenario.clients) {
            const std::string& profileName = client.profileName.empty() ? m_scenario.profileName : client.profileName;
            if (m_reading.isFull() || !checked.emplace(client.kind, profileName).second)
                continue;
            const auto profile = client::findProfile(profileName);
            protocol::ConfigSet config(configOwner(client.kind), profile ? profile->version : protocol::kV3_9);
            applyConfig(m_reading, entries, action.config, config);
        }
    }

    Reading& m_reading;
    const Scenario& m_scenario;
};

} // namespace

void warnRepetition(Reading& reading, const YamlNode& at, std::string_view what, Duration every, std::int64_t times,
    Duration time, std::string_view remedy)
{
    const std::int64_t fits = every > Duration::zero() ? time / every + 1 : times;
    const std::int64_t count = std::min(fits, times);
    if (count <= limits::kRepetitions || reading.isFullOfWarnings())
        return;
    reading.warning(at,
        std::string(what)
            + (every > Duration::zero() ? " every " + formatDuration(every) : std::string(" without a pause"))
            + " happens " + std::to_string(count) + " times in " + formatDuration(time)
            + ", with an event or more each time; a run stops at max-events. Use a "
              "longer every, or fewer "
            + std::string(remedy));
}

/// A broker reads some of its keys only when it starts.
void warnOfStaticKeys(Reading& reading, const YamlNode& list, const Scenario& scenario)
{
    const auto startsLater = [&](const Action& setting) {
        return std::any_of(scenario.actions.begin(), scenario.actions.end(), [&](const Action& a) {
            const bool isStart = a.kind == Action::Kind::StartBroker || a.kind == Action::Kind::RestartBroker;
            const bool isLater = !a.at || !setting.at || *a.at >= *setting.at || a.times != 1;
            return isStart && isLater && (a.broker == setting.broker || !setting.broker.isValid());
        });
    };
    for (const Action& action : scenario.actions) {
        if (action.kind != Action::Kind::SetBrokerConfig || startsLater(action) || reading.isFullOfWarnings())
            continue;
        for (const auto& [key, value] : action.config) {
            if (broker::isDynamicBrokerKey(key))
                continue;
            const auto at = std::find_if(list.items.begin(), list.items.end(),
                [&](const YamlNode& item) { return reading.lineOf(item) == action.line; });
            reading.warning(at == list.items.end() ? list : *at,
                "a broker reads " + key
                    + " only when it starts, and none starts after this: nothing changes. Set it under config of the "
                      "cluster, or restart the broker (restart-broker)");
        }
    }
}

void readActions(Reading& reading, const YamlNode* node, Scenario& scenario)
{
    if (!node)
        return;
    if (!node->isList() || static_cast<std::int64_t>(node->items.size()) > limits::kActions) {
        reading.error(*node,
            "actions: expected a list of at most " + std::to_string(limits::kActions) + " actions, found "
                + describe(*node));
        return;
    }
    for (const YamlNode& item : node->items) {
        if (reading.isFull())
            break;
        if (auto action = ActionReader(reading, scenario).read(item)) {
            if (action->at && *action->at > kStart + scenario.until && !reading.isFullOfWarnings())
                reading.warning(item,
                    "this comes at " + formatDuration(action->at->time_since_epoch())
                        + ", after the end of the scenario (until: " + formatDuration(scenario.until)
                        + "), so it does not happen");
            scenario.actions.push_back(std::move(*action));
        }
    }
    warnOfStaticKeys(reading, *node, scenario);
}

} // namespace connscope::scenario
