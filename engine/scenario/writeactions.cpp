// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/actionwords.h"
#include "scenario/writesections.h"

#include <limits>

namespace connscope::scenario {

namespace {

std::string rangeText(const Range& range)
{
    if (range.low == range.high)
        return std::to_string(range.low);
    return std::to_string(range.low) + ".."
        + (range.high == std::numeric_limits<std::int64_t>::max() ? std::string() : std::to_string(range.high));
}

void addRanges(YamlValue& map, std::string_view key, const std::map<std::string, Range>& ranges)
{
    if (ranges.empty())
        return;
    YamlValue counts = YamlValue::map();
    for (const auto& [word, range] : ranges)
        counts.add(word, rangeText(range));
    map.add(key, std::move(counts));
}

void addNodes(YamlValue& map, std::string_view key, const std::optional<std::vector<std::int32_t>>& nodes)
{
    if (!nodes)
        return;
    YamlValue list = YamlValue::list();
    for (const std::int32_t id : *nodes)
        list.add(numberValue(id));
    map.add(key, std::move(list));
}

} // namespace

YamlValue actionValue(const Action& action)
{
    const Action defaults;
    const ActionWord& word = wordOf(action.kind);
    const unsigned fields = word.needs | word.may;
    YamlValue map = YamlValue::map();
    if (action.at)
        map.add("at", durationValue(action.at->time_since_epoch()));
    if (action.when)
        map.add("when", action.whenText);
    if (action.after != defaults.after)
        map.add("after", durationValue(action.after));
    if (action.every != defaults.every) {
        map.add("every", durationValue(action.every));
        if (action.times != 0)
            map.add("times", numberValue(action.times));
    }
    map.add("do", word.word);
    if ((fields & BrokerField) && action.broker.isValid())
        map.add("broker", numberValue(action.broker.value));
    if ((fields & ClientField) && !action.client.empty())
        map.add("client", action.client);
    if (fields & ConnectionField && !action.node.empty())
        map.add("connection", action.node);
    if (fields & PartitionField)
        map.add("partition", action.topic + '-' + std::to_string(action.partition));
    if (fields & TopicField)
        map.add("topic", action.topic);
    if (fields & CountsField) {
        map.add("partitions", numberValue(action.partitions));
        map.add("replication", numberValue(action.replication));
    }
    if (fields & RecordsField)
        map.add("records", numberValue(action.records));
    if (fields & GroupField)
        map.add("group", action.group);
    if (fields & TransactionField)
        map.add("transactional-id", action.group);
    if ((fields & ForField) && (action.duration != Duration::zero() || action.kind == Action::Kind::RestartBroker))
        map.add("for", durationValue(action.duration));
    if (fields & ByField)
        map.add("by", durationValue(action.duration));
    if ((fields & ConfigField) && !action.config.empty())
        map.add("config", configValue(action.config));
    if (fields & StepsField)
        map.add("steps", scriptValue(action.steps));
    if (fields & TextField)
        map.add("text", action.text);
    return map;
}

YamlValue expectationValue(const Expectation& e)
{
    YamlValue map = YamlValue::map();
    if (!e.profiles.empty()) {
        YamlValue profiles = YamlValue::list();
        for (const std::string& profile : e.profiles)
            profiles.add(YamlValue::scalar(profile));
        map.add("profiles", std::move(profiles));
    }
    if (!e.client.empty())
        map.add("client", e.client);
    if (e.at)
        map.add("at", durationValue(e.at->time_since_epoch()));
    if (e.opened)
        map.add("opened", rangeText(*e.opened));
    if (e.open)
        map.add("open", rangeText(*e.open));
    addRanges(map, "opened-by-role", e.openedByRole);
    addRanges(map, "open-by-role", e.openByRole);
    addRanges(map, "closed-by", e.closedBy);
    addRanges(map, "closed-by-rule", e.closedByRule);
    addRanges(map, "requests", e.requests);
    addNodes(map, "nodes", e.nodes);
    addNodes(map, "nodes-in-any-order", e.nodesSet);
    addRanges(map, "count", e.count);
    if (!e.note.empty())
        map.add("note", e.note);
    return map;
}

} // namespace connscope::scenario
