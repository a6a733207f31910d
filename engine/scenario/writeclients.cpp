// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/steps.h"
#include "scenario/writesections.h"

namespace connscope::scenario {

namespace {

using Step = client::Step;

std::string_view wordOf(Step::Kind kind)
{
    for (const StepWord& word : kStepWords) {
        if (word.kind == kind)
            return word.word;
    }
    return {};
}

YamlValue forValue(Duration d) { return d == client::kNoLimit ? YamlValue::scalar("forever") : durationValue(d); }

YamlValue sendValue(const Step& step)
{
    const Step defaults;
    YamlValue map = YamlValue::map();
    map.add("topic", step.topic);
    if (!step.toPartitions.empty()) {
        YamlValue list = YamlValue::list();
        for (const std::int32_t partition : step.toPartitions)
            list.add(numberValue(partition));
        map.add("partitions", std::move(list));
    }
    if (step.every != defaults.every)
        map.add("every", durationValue(step.every));
    if (step.rounds == client::kForever)
        map.add("rounds", "forever");
    else if (step.rounds != defaults.rounds)
        map.add("rounds", numberValue(step.rounds));
    if (step.records != defaults.records)
        map.add("records", numberValue(step.records));
    if (step.size != defaults.size)
        map.add("size", numberValue(step.size));
    if (step.sync)
        map.add("sync", "true");
    if (step.roundRobin)
        map.add("round-robin", "true");
    return map;
}

YamlValue pollValue(const Step& step)
{
    const Step defaults;
    if (step.timeout == defaults.timeout && step.processing == defaults.processing)
        return forValue(step.duration);
    YamlValue map = YamlValue::map();
    map.add("for", forValue(step.duration));
    if (step.timeout != defaults.timeout)
        map.add("timeout", durationValue(step.timeout));
    if (step.processing != defaults.processing)
        map.add("processing", durationValue(step.processing));
    return map;
}

YamlValue stepValue(const Step& step)
{
    const std::string_view word = wordOf(step.kind);
    const auto with = [&](YamlValue value) { return std::move(YamlValue::map().add(word, std::move(value))); };
    switch (step.kind) {
    case Step::Kind::Wait:
        return with(durationValue(step.duration));
    case Step::Kind::Send:
        return with(sendValue(step));
    case Step::Kind::Subscribe: {
        YamlValue list = YamlValue::list();
        for (const std::string& topic : step.topics)
            list.add(YamlValue::scalar(topic));
        return with(std::move(list));
    }
    case Step::Kind::Assign: {
        YamlValue list = YamlValue::list();
        for (const protocol::TopicPartition& partition : step.assignment)
            list.add(YamlValue::scalar(protocol::toString(partition)));
        return with(std::move(list));
    }
    case Step::Kind::Poll:
        return with(pollValue(step));
    case Step::Kind::Close:
        if (step.timeout == client::kNoLimit)
            break;
        return with(YamlValue::map().add("timeout", durationValue(step.timeout)));
    case Step::Kind::Mark:
        return with(YamlValue::scalar(step.text));
    case Step::Kind::SendOffsetsToTransaction:
        return with(YamlValue::map().add("group", step.group).add("topic", step.topic));
    case Step::Kind::DescribeConfigs:
        return with(step.topic.empty() ? YamlValue::map().add("broker", step.text.substr(step.text.rfind(' ') + 1))
                                       : YamlValue::map().add("topic", step.topic));
    case Step::Kind::CreateTopic:
        return with(YamlValue::map().add("topic", step.topic).add("partitions", numberValue(step.partitions)));
    default:
        break;
    }
    return YamlValue::scalar(word);
}

} // namespace

YamlValue scriptValue(const std::vector<client::Step>& steps)
{
    YamlValue list = YamlValue::list();
    for (const Step& step : steps)
        list.add(stepValue(step));
    return list;
}

YamlValue clientValue(const ClientEntry& client)
{
    YamlValue map = YamlValue::map();
    map.add("name", client.name);
    map.add("kind", clientKindName(client.kind));
    if (!client.profileName.empty())
        map.add("profile", client.profileName);
    if (!client.whatIf.empty()) {
        YamlValue list = YamlValue::list();
        for (const std::string& whatIf : client.whatIf)
            list.add(YamlValue::scalar(whatIf));
        map.add("what-if", std::move(list));
    }
    map.add("config", configValue(client.config));
    if (!client.host.empty())
        map.add("host", client.host);
    if (client.start != Duration::zero())
        map.add("start", durationValue(client.start));
    if (client.count != 1)
        map.add("count", numberValue(client.count));
    if (client.stagger != Duration::zero())
        map.add("stagger", durationValue(client.stagger));
    map.add("script", scriptValue(client.script));
    return map;
}

} // namespace connscope::scenario
