// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/overrides.h"

#include "base/text.h"
#include "scenario/clientconfig.h"
#include "scenario/shape.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

namespace connscope::scenario {

namespace {

struct Setting {
    std::string_view name;
    std::string_view key;
    std::string_view value;
    std::size_t keyOffset = 0;
};

tl::unexpected<Error> failAt(std::size_t offset, std::string message)
{
    Error error;
    error.message = std::move(message);
    error.line = 1;
    error.column = static_cast<int>(offset) + 1;
    error.offset = offset;
    return fail(std::move(error));
}

Result<Setting> split(std::string_view text, const Scenario& scenario)
{
    Setting setting;
    const std::size_t equals = text.find('=');
    const std::size_t dot = text.substr(0, equals).find('.');
    if (equals == std::string_view::npos || dot == std::string_view::npos || dot == 0 || dot + 1 == equals)
        return failAt(0,
            (equals == 0 ? std::string() : "'" + printable(text.substr(0, equals)) + "': ")
                + "expected NAME.KEY=VALUE, such as "
                + (scenario.clients.empty() ? std::string("*") : scenario.clients.front().name)
                + ".connections.max.idle.ms=60000");
    setting.name = text.substr(0, dot);
    setting.key = text.substr(dot + 1, equals - dot - 1);
    setting.value = text.substr(equals + 1);
    setting.keyOffset = dot + 1;
    return setting;
}

Result<void> setBrokerConfig(broker::ClusterSpec& cluster, const Setting& setting)
{
    std::string_view key = setting.key;
    std::size_t keyOffset = setting.keyOffset;
    std::optional<std::int32_t> id;
    if (setting.name == "broker" && key.front() >= '0' && key.front() <= '9') {
        std::int32_t number = 0;
        const auto [rest, failure] = std::from_chars(key.data(), key.data() + key.size(), number);
        if (failure != std::errc() || rest == key.data() + key.size() || *rest != '.')
            return failAt(keyOffset, "expected broker.N.KEY=VALUE with the id of a broker");
        id = number;
        keyOffset += static_cast<std::size_t>(rest - key.data()) + 1;
        key.remove_prefix(static_cast<std::size_t>(rest - key.data()) + 1);
    }
    bool found = false;
    for (broker::BrokerSpec& spec : cluster.brokers) {
        if (id && spec.id.value != *id)
            continue;
        found = true;
        if (const auto set = spec.config.set(key, setting.value); !set)
            return failAt(keyOffset, set.error().message);
    }
    if (!found)
        return failAt(setting.keyOffset, "there is no broker " + std::to_string(*id) + " in this scenario");
    return {};
}

/// How large the world is: "cluster.brokers", "cluster.partitions", "cluster.TOPIC.partitions", "CLIENT.count". Kafka has no
/// such keys. Nothing for any other setting.
std::optional<Result<void>> setShape(Scenario& scenario, const Setting& setting)
{
    constexpr std::string_view kPartitions = ".partitions";
    const bool isCluster = setting.name == "cluster";
    const bool isBrokers = isCluster && setting.key == "brokers";
    const bool isPartitions = isCluster
        && (setting.key == kPartitions.substr(1)
            || (setting.key.ends_with(kPartitions)
                && protocol::findConfigKey(protocol::ConfigOwner::Broker, setting.key) == nullptr));
    const bool isCount = setting.key == "count"
        && (setting.name == "*"
            || std::any_of(scenario.clients.begin(), scenario.clients.end(),
                [&](const ClientEntry& entry) { return entry.name == setting.name; }));
    if (!isBrokers && !isPartitions && !isCount)
        return std::nullopt;
    std::int64_t number = 0;
    const char* const end = setting.value.data() + setting.value.size();
    const auto [rest, failure] = std::from_chars(setting.value.data(), end, number);
    if (failure != std::errc() || rest != end)
        return failAt(setting.keyOffset + setting.key.size() + 1,
            std::string(setting.key) + ": expected a whole number, found '" + printable(setting.value) + "'");
    Result<void> set;
    if (isBrokers)
        set = setBrokers(scenario, number);
    else if (isCount)
        set = setInstances(scenario, setting.name, number);
    else
        set = setPartitions(scenario,
            setting.key == kPartitions.substr(1) ? std::string_view {}
                                                 : setting.key.substr(0, setting.key.size() - kPartitions.size()),
            number);
    if (!set)
        return failAt(setting.keyOffset, set.error().message);
    return set;
}

void put(std::vector<std::pair<std::string, std::string>>& config, std::string_view key, std::string_view value)
{
    for (auto& [name, old] : config) {
        if (name == key) {
            old = value;
            return;
        }
    }
    config.emplace_back(key, value);
}

} // namespace

Result<void> applyProperties(Scenario& scenario, std::span<const protocol::Property> properties,
    std::string_view file, std::string_view profile, std::vector<Error>& warnings)
{
    for (const protocol::Property& property : properties) {
        const auto located = [&](std::string message) {
            Error error;
            error.message = std::move(message);
            error.file = file;
            error.line = property.line;
            return error;
        };
        const std::size_t provider = property.value.find("${");
        if (provider != std::string::npos && property.value.find(':', provider) != std::string::npos)
            return fail(located(property.key
                + ": config providers (${provider:path:key}) are not asked here; write the value itself"));
        bool taken = false;
        std::optional<Error> refused;
        for (ClientEntry& entry : scenario.clients) {
            if (protocol::findConfigKey(configOwner(entry.kind), property.key) == nullptr) {
                refused = protocol::ConfigSet(configOwner(entry.kind)).set(property.key, property.value).error();
                continue;
            }
            const auto found = profileOf(scenario, entry, profile);
            if (!found)
                return fail(found.error());
            // A key that this client's version lacks is left out with a warning later; a value that no version takes is wrong.
            protocol::ConfigSet config(configOwner(entry.kind), found->version);
            const auto set = config.set(property.key, property.value);
            if (!set && !someVersionTakes(config.owner(), property.key, property.value))
                return fail(located(set.error().message));
            put(entry.commandConfig, property.key, property.value);
            taken = true;
        }
        if (!taken && refused)
            warnings.push_back(located(refused->message + "; it is left out"));
    }
    return {};
}

Result<void> applySetting(Scenario& scenario, std::string_view text, std::string_view profile)
{
    const auto setting = split(text, scenario);
    if (!setting)
        return fail(setting.error());
    if (auto shaped = setShape(scenario, *setting); shaped)
        return *shaped;
    if (setting->name == "broker" || setting->name == "cluster")
        return setBrokerConfig(scenario.cluster, *setting);

    const bool all = setting->name == "*";
    std::vector<std::string_view> names {"*", "broker", "cluster"};
    std::vector<ClientEntry*> meant;
    for (ClientEntry& entry : scenario.clients) {
        names.push_back(entry.name);
        if (all || entry.name == setting->name)
            meant.push_back(&entry);
    }
    if (meant.empty()) {
        const std::string near = didYouMean(setting->name, names); // "broker" is what a slip was meant to be …
        names[1] = "broker.N"; // … and this is how it is written
        return failAt(0,
            "there is no client '" + printable(setting->name) + "' in this scenario"
                + (near.empty() ? "; names are " : near + " Names are ") + joinOr(names) + '.');
    }

    // Nothing is changed unless every value is good. "*" passes over clients of kinds that do not have the key.
    std::vector<ClientEntry*> takers;
    std::optional<Error> refused;
    for (ClientEntry* entry : meant) {
        const auto found = profileOf(scenario, *entry, profile);
        if (!found)
            return fail(found.error());
        protocol::ConfigSet config(configOwner(entry->kind), found->version);
        const auto set = config.set(setting->key, setting->value);
        if (set)
            takers.push_back(entry);
        else if (!all || protocol::findConfigKey(config.owner(), setting->key))
            return failAt(setting->keyOffset, set.error().message);
        else
            refused = set.error();
    }
    if (takers.empty())
        return failAt(setting->keyOffset, refused->message);
    for (ClientEntry* entry : takers) {
        put(entry->config, setting->key, setting->value);
        std::erase_if(entry->commandConfig, [&](const auto& known) { return known.first == setting->key; });
    }
    return {};
}

} // namespace connscope::scenario
