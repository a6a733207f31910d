// SPDX-License-Identifier: GPL-3.0-or-later
// `script:` — what the application does. A step is a word ("- flush"), or a word with what belongs to it ("- wait: 1s",
// "- send: {topic: t4, every: 1s}").
#include "scenario/sections.h"
#include "scenario/steps.h"

#include <algorithm>
#include <limits>

namespace connscope::scenario {

namespace {

using Step = client::Step;

constexpr std::array<std::string_view, 10> kSendKeys {
    "topic", "partition", "partitions", "every", "rounds", "records", "size", "sync", "round-robin", "for"};
constexpr std::array<std::string_view, 3> kPollKeys {"for", "timeout", "processing"};
constexpr std::array<std::string_view, 1> kCloseKeys {"timeout"};
constexpr std::array<std::string_view, 2> kOffsetsKeys {"group", "topic"};
constexpr std::array<std::string_view, 2> kConfigsKeys {"topic", "broker"};
constexpr std::array<std::string_view, 2> kTopicKeys {"topic", "partitions"};

class ScriptReader {
public:
    ScriptReader(Reading& reading, const Scenario& scenario, trace::ClientKind kind)
        : m_reading(reading)
        , m_scenario(scenario)
        , m_kind(kind)
    {
    }

    std::vector<Step> read(const YamlNode& node)
    {
        std::vector<Step> steps;
        if (!node.isList()) {
            m_reading.error(node, "script: expected a list of steps such as '- wait: 1s', found " + describe(node));
            return steps;
        }
        for (const YamlNode& item : node.items) {
            if (m_reading.isFull())
                break;
            if (static_cast<std::int64_t>(steps.size()) >= limits::kSteps) {
                m_reading.error(item, "script: more than " + std::to_string(limits::kSteps) + " steps");
                break;
            }
            if (auto step = readStep(item))
                steps.push_back(std::move(*step));
        }
        return steps;
    }

private:
    const StepWord* findWord(const YamlNode& word)
    {
        std::vector<std::string_view> words;
        for (const StepWord& candidate : kStepWords) {
            if (candidate.who & whoIs(m_kind))
                words.push_back(candidate.word);
            if (word.isScalar() && candidate.word == word.text) {
                if (candidate.who & whoIs(m_kind))
                    return &candidate;
                m_reading.error(word,
                    std::string(clientKindName(m_kind)) + " has no step '" + word.text + "'; its steps are "
                        + allowed());
                return nullptr;
            }
        }
        if (word.isScalar() && (word.text == "kill" || word.text == "pause")) {
            m_reading.error(word,
                "a program does not " + word.text + " itself: write it under actions, as {at: 5s, do: " + word.text
                    + "-client, client: …}");
            return nullptr;
        }
        const std::string near = word.isScalar() ? didYouMean(word.text, words) : std::string();
        m_reading.error(word,
            "script: expected a step, found " + describe(word)
                + (near.empty() ? "; steps are " + joinOr(words) : near));
        return nullptr;
    }

    std::string allowed() const
    {
        std::vector<std::string_view> words;
        for (const StepWord& candidate : kStepWords) {
            if (candidate.who & whoIs(m_kind))
                words.push_back(candidate.word);
        }
        return joinOr(words);
    }

    std::optional<Step> readStep(const YamlNode& item)
    {
        const YamlNode* word = &item;
        const YamlNode* value = nullptr;
        if (item.isMap()) {
            if (item.entries.size() != 1) {
                m_reading.error(
                    item.entries.size() > 1 ? item.entries[1].key : item, "script: expected one step for each '-'");
                return std::nullopt;
            }
            word = &item.entries[0].key;
            value = item.entries[0].value.isNull() ? nullptr : &item.entries[0].value;
        }
        const StepWord* found = findWord(*word);
        if (!found)
            return std::nullopt;
        if (!value && !found->bare) {
            m_reading.error(
                *word, std::string(found->word) + ": something is missing behind it" + example(found->kind));
            return std::nullopt;
        }
        Step step;
        step.kind = found->kind;
        if (!(value ? readValue(step, *value, *found) : fillBare(step, *word)))
            return std::nullopt;
        return step;
    }

    static std::string example(Step::Kind kind)
    {
        switch (kind) {
        case Step::Kind::Wait:
            return ", such as 'wait: 1s'";
        case Step::Kind::Subscribe:
            return ", such as 'subscribe: t4'";
        case Step::Kind::Assign:
            return ", such as 'assign: [t4-0]'";
        case Step::Kind::SendOffsetsToTransaction:
            return ", such as 'send-offsets: {group: test, topic: t4}'";
        case Step::Kind::DescribeConfigs:
            return ", such as 'describe-configs: {broker: 0}'";
        case Step::Kind::CreateTopic:
            return ", such as 'create-topic: {topic: new, partitions: 3}'";
        default:
            return ", such as 'mark: what one sees now'";
        }
    }

    /// A step that is only a word.
    bool fillBare(Step& step, const YamlNode& word)
    {
        if (step.kind == Step::Kind::Poll)
            step.duration = client::kNoLimit;
        else if (step.kind == Step::Kind::Close)
            step.timeout = client::kNoLimit;
        else if (step.kind == Step::Kind::Send)
            return fillTopic(step, word);
        return true;
    }

    /// send without a topic means the only one there is.
    bool fillTopic(Step& step, const YamlNode& at)
    {
        if (!step.topic.empty())
            return true;
        if (m_scenario.cluster.topics.size() == 1) {
            step.topic = m_scenario.cluster.topics.front().name;
            return true;
        }
        m_reading.error(at,
            "send: the topic is missing; the cluster has " + std::to_string(m_scenario.cluster.topics.size())
                + " topics");
        return false;
    }

    bool readValue(Step& step, const YamlNode& value, const StepWord& word)
    {
        switch (step.kind) {
        case Step::Kind::Wait: {
            const auto time = m_reading.duration(value, "wait", {}, limits::kUntil);
            step.duration = time.value_or(Duration {});
            return time.has_value();
        }
        case Step::Kind::Send:
            return readSend(step, value);
        case Step::Kind::Subscribe:
            return readSubscribe(step, value);
        case Step::Kind::Assign:
            return readAssign(step, value);
        case Step::Kind::Poll:
            return readPoll(step, value);
        case Step::Kind::Close: {
            step.timeout = client::kNoLimit;
            MapReader map(m_reading, value, "close", kCloseKeys);
            map.duration("timeout", step.timeout);
            return map.isMap();
        }
        case Step::Kind::Mark: {
            const auto text = m_reading.text(value, "mark");
            step.text = text.value_or(std::string());
            return text.has_value();
        }
        case Step::Kind::SendOffsetsToTransaction:
            return readOffsets(step, value);
        case Step::Kind::DescribeConfigs:
            return readConfigs(step, value);
        case Step::Kind::CreateTopic:
            return readCreateTopic(step, value);
        default:
            m_reading.error(value, std::string(word.word) + " stands alone, without ':'; found " + describe(value));
            return false;
        }
    }

    void warnUnknownTopic(const YamlNode& node, const std::string& topic)
    {
        if (m_reading.topic(topic))
            return;
        std::vector<std::string_view> names;
        for (const broker::TopicSpec& t : m_scenario.cluster.topics)
            names.push_back(t.name);
        m_reading.doubtTopic(node, topic,
            "the cluster has no topic '" + printable(topic) + "' at the start" + didYouMean(topic, names));
    }

    bool readSend(Step& step, const YamlNode& value)
    {
        if (value.isScalar()) {
            step.topic = value.text;
            warnUnknownTopic(value, step.topic);
            return true;
        }
        MapReader map(m_reading, value, "send", kSendKeys);
        if (!map.isMap())
            return false;
        map.text("topic", step.topic);
        if (!fillTopic(step, value))
            return false;
        if (const YamlNode* topic = map.find("topic"))
            warnUnknownTopic(*topic, step.topic);
        if (map.find("partition") && map.find("partitions"))
            m_reading.error(*map.find("partitions"), "send: give partition or partitions, not both");
        for (const std::string_view key : {"partition", "partitions"}) {
            if (const YamlNode* node = map.find(key))
                readToPartitions(step, *node, key);
        }
        map.boolean("round-robin", step.roundRobin);
        map.boolean("sync", step.sync);
        map.duration("every", step.every);
        if (const YamlNode* rounds = map.find("rounds"))
            step.rounds = rounds->isScalar() && rounds->text == "forever"
                ? client::kForever
                : m_reading.integer(*rounds, "rounds", 1, limits::kRecords).value_or(1);
        if (const YamlNode* time = map.find("for"))
            readSendFor(step, map, *time);
        if (step.rounds == client::kForever && step.every <= Duration::zero() && !step.sync)
            m_reading.error(value, "send: for ever and without a pause it would never end; add every");
        if (step.every > Duration::zero() || step.rounds != client::kForever) {
            warnRepetition(m_reading, value, "send", step.every,
                step.rounds == client::kForever ? std::numeric_limits<std::int64_t>::max() : step.rounds,
                m_scenario.until, "rounds");
        }
        map.integer("records", step.records, 1, limits::kRecordsPerRound);
        map.integer("size", step.size, 0, limits::kRecordSize);
        return true;
    }

    /// `for: 1h` says the rounds by their end.
    void readSendFor(Step& step, MapReader& map, const YamlNode& node)
    {
        const auto time = m_reading.duration(node, "for", {}, limits::kUntil);
        if (map.find("rounds")) {
            m_reading.error(node, "send: give rounds or for, not both");
        } else if (step.every <= Duration::zero()) {
            m_reading.error(node, "send: for needs every, the time between two rounds");
        } else if (time) {
            step.rounds = std::max<std::int64_t>(1, (*time + step.every - Duration {1}) / step.every);
        }
    }

    void readToPartitions(Step& step, const YamlNode& node, std::string_view key)
    {
        const auto one = [&](const YamlNode& item) {
            const auto partition = m_reading.integer(item, key, 0, limits::kPartitions - 1);
            if (!partition || !checkPartition(m_reading, item, {step.topic, static_cast<std::int32_t>(*partition)}))
                return;
            step.toPartitions.push_back(static_cast<std::int32_t>(*partition));
        };
        if (node.isList())
            std::for_each(node.items.begin(), node.items.end(), one);
        else
            one(node);
    }

    bool readSubscribe(Step& step, const YamlNode& value)
    {
        auto topics = m_reading.texts(value, "subscribe");
        if (!topics || topics->empty())
            return false;
        for (const std::string& topic : *topics)
            warnUnknownTopic(value, topic);
        step.topics = std::move(*topics);
        return true;
    }

    bool readAssign(Step& step, const YamlNode& value)
    {
        const auto one = [&](const YamlNode& item) {
            // A topic's name stands for all its partitions.
            if (const broker::TopicSpec* topic = item.isScalar() ? m_reading.topic(item.text) : nullptr) {
                for (std::size_t p = 0;
                     p < topic->partitions.size() && (p > 0 || m_reading.expand(item, topic->partitions.size())); ++p)
                    step.assignment.push_back({topic->name, static_cast<std::int32_t>(p)});
                return;
            }
            if (auto partition = m_reading.topicPartition(item, "assign")) {
                warnUnknownTopic(item, partition->topic);
                if (checkPartition(m_reading, item, *partition))
                    step.assignment.push_back(std::move(*partition));
            }
        };
        if (value.isList())
            std::for_each(value.items.begin(), value.items.end(), one);
        else
            one(value);
        if (static_cast<std::int64_t>(step.assignment.size()) > limits::kPartitions) {
            m_reading.error(value, "assign: more than " + std::to_string(limits::kPartitions) + " partitions");
            step.assignment.clear();
        }
        return !step.assignment.empty();
    }

    bool readPollFor(Step& step, const YamlNode& node)
    {
        if (node.isScalar() && node.text == "forever") {
            step.duration = client::kNoLimit;
            return true;
        }
        const auto time = m_reading.duration(node, "poll", {}, limits::kUntil);
        step.duration = time.value_or(Duration {});
        return time.has_value();
    }

    bool readPoll(Step& step, const YamlNode& value)
    {
        if (value.isScalar())
            return readPollFor(step, value);
        MapReader map(m_reading, value, "poll", kPollKeys);
        step.duration = client::kNoLimit;
        if (const YamlNode* time = map.find("for"))
            readPollFor(step, *time);
        // A loop of polls that return at once, without any pause, would stand still in virtual time.
        map.duration("timeout", step.timeout, {}, limits::kUntil);
        map.duration("processing", step.processing, {}, limits::kUntil);
        if (step.timeout == Duration::zero() && step.processing == Duration::zero()
            && step.duration != Duration::zero()) {
            m_reading.error(value,
                "poll: with timeout 0 and no processing the loop takes no time and never ends; give one of them");
            return false;
        }
        return map.isMap();
    }

    bool readOffsets(Step& step, const YamlNode& value)
    {
        MapReader map(m_reading, value, "send-offsets", kOffsetsKeys);
        const bool group = map.text("group", step.group);
        const bool topic = map.text("topic", step.topic);
        if (map.isMap() && !(group && topic))
            m_reading.error(value, "send-offsets needs group and topic");
        return group && topic;
    }

    bool readConfigs(Step& step, const YamlNode& value)
    {
        MapReader map(m_reading, value, "describe-configs", kConfigsKeys);
        if (!map.isMap())
            return false;
        if (const YamlNode* node = map.find("broker")) {
            const auto id = readBroker(m_reading, *node, "broker", m_scenario.cluster);
            if (!id)
                return false;
            step.text = "broker " + std::to_string(id->value);
            return true;
        }
        if (map.text("topic", step.topic)) {
            step.text = "topic " + step.topic;
            return true;
        }
        m_reading.error(value, "describe-configs needs a topic or a broker");
        return false;
    }

    bool readCreateTopic(Step& step, const YamlNode& value)
    {
        MapReader map(m_reading, value, "create-topic", kTopicKeys);
        if (!map.isMap())
            return false;
        map.integer("partitions", step.partitions, 1, limits::kPartitions);
        if (map.text("topic", step.topic))
            return true;
        m_reading.error(value, "create-topic needs a topic");
        return false;
    }

    Reading& m_reading;
    const Scenario& m_scenario;
    trace::ClientKind m_kind;
};

} // namespace

std::vector<client::Step> readScript(
    Reading& reading, const YamlNode& node, const Scenario& scenario, trace::ClientKind kind)
{
    return ScriptReader(reading, scenario, kind).read(node);
}

} // namespace connscope::scenario
