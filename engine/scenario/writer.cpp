// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/writer.h"

#include "scenario/calendar.h"
#include "scenario/writesections.h"

namespace connscope::scenario {

YamlValue textValue(const Text& text)
{
    if (text.zh.empty())
        return YamlValue::scalar(text.en);
    YamlValue value = YamlValue::map();
    value.add("en", text.en);
    value.add("zh", text.zh);
    return value;
}

YamlValue durationValue(Duration d) { return YamlValue::scalar(formatDuration(d)); }

YamlValue numberValue(std::int64_t n) { return YamlValue::scalar(std::to_string(n)); }

YamlValue configValue(const std::vector<std::pair<std::string, std::string>>& config)
{
    YamlValue map = YamlValue::map();
    for (const auto& [key, value] : config)
        map.add(key, value);
    return map;
}

std::string writeScenario(const Scenario& scenario)
{
    const Scenario defaults;
    YamlValue top = YamlValue::map();
    top.add("connscope", numberValue(scenario.formatVersion));
    if (!scenario.title.en.empty() || !scenario.title.zh.empty())
        top.add("title", textValue(scenario.title));
    if (!scenario.description.en.empty() || !scenario.description.zh.empty())
        top.add("description", textValue(scenario.description));
    if (!scenario.theme.empty())
        top.add("theme", scenario.theme);
    if (scenario.seed != defaults.seed)
        top.add("seed", YamlValue::scalar(std::to_string(scenario.seed)));
    top.add("until", durationValue(scenario.until));
    if (scenario.epochMs != defaults.epochMs)
        top.add("epoch", formatUtc(scenario.epochMs));
    top.add("profile", scenario.profileName);
    if (!scenario.notForProfiles.empty()) {
        YamlValue excluded = YamlValue::map();
        for (const auto& [profile, reason] : scenario.notForProfiles)
            excluded.add(profile, reason);
        top.add("profiles-excluded", std::move(excluded));
    }
    if (scenario.maxEvents != defaults.maxEvents)
        top.add("max-events", YamlValue::scalar(std::to_string(scenario.maxEvents)));
    top.add("cluster", clusterValue(scenario.cluster));
    YamlValue network = networkValue(scenario.network);
    if (!network.isEmpty())
        top.add("network", std::move(network));
    YamlValue clients = YamlValue::list();
    for (const ClientEntry& client : scenario.clients)
        clients.add(clientValue(client));
    top.add("clients", std::move(clients));
    if (!scenario.actions.empty()) {
        YamlValue actions = YamlValue::list();
        for (const Action& action : scenario.actions)
            actions.add(actionValue(action));
        top.add("actions", std::move(actions));
    }
    if (!scenario.expectations.empty()) {
        YamlValue expectations = YamlValue::list();
        for (const Expectation& expectation : scenario.expectations)
            expectations.add(expectationValue(expectation));
        top.add("expect", std::move(expectations));
    }
    if (!scenario.layout.isEmpty())
        top.add("layout", layoutValue(scenario.layout));
    if (!scenario.bookmarks.empty())
        top.add("bookmarks", bookmarksValue(scenario.bookmarks));
    if (!scenario.annotations.empty())
        top.add("annotations", annotationsValue(scenario.annotations));
    std::string out;
    top.write(out, 0);
    return out;
}

} // namespace connscope::scenario
