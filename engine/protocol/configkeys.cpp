// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/configkeys.h"

#include "protocol/configtable.h"

#include <algorithm>
#include <charconv>

namespace connscope::protocol {

namespace {

using KeyList = std::vector<ConfigKey>;

/// The rows of all tables, sorted into one list an owner. Made once, on first use.
const std::array<KeyList, kConfigOwnerCount>& keyLists()
{
    static const std::array<KeyList, kConfigOwnerCount> lists = [] {
        std::array<KeyList, kConfigOwnerCount> out;
        for (const auto rows :
            {clientConfigRows(), securityConfigRows(), brokerConfigRows(), brokerInnerConfigRows()}) {
            for (const ConfigRow& row : rows) {
                for (std::size_t owner = 0; owner < out.size(); ++owner) {
                    if ((row.owners >> owner & 1) == 0)
                        continue;
                    out[owner].push_back(row.key);
                    out[owner].back().owner = static_cast<ConfigOwner>(owner);
                }
            }
        }
        for (KeyList& list : out)
            std::sort(
                list.begin(), list.end(), [](const ConfigKey& a, const ConfigKey& b) { return a.name < b.name; });
        return out;
    }();
    return lists;
}

std::string rangeText(const ConfigKey& key)
{
    constexpr std::int64_t kIntMax = configtable::kIntMax;
    const bool below = key.min > configtable::kIntMin;
    const bool above = key.max < kIntMax;
    const std::string min = std::to_string(key.min);
    if (below && (above || key.max == kIntMax))
        return above ? " from " + min + " to " + std::to_string(key.max) : ", " + min + " to 2147483647";
    if (below)
        return ", " + min + " or more";
    return key.max <= kIntMax ? ", at most " + std::to_string(key.max) : std::string();
}

std::string realText(double value)
{
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return std::string(buffer, end);
}

} // namespace

std::string_view configOwnerName(ConfigOwner owner)
{
    switch (owner) {
    case ConfigOwner::Producer:
        return "producer";
    case ConfigOwner::Consumer:
        return "consumer";
    case ConfigOwner::Admin:
        return "admin client";
    case ConfigOwner::Broker:
        return "broker";
    }
    return {};
}

std::optional<std::string_view> ConfigKey::defaultIn(KafkaVersion version) const
{
    if (defaultCount == 0)
        return std::nullopt;
    std::size_t found = 0;
    for (std::size_t i = 1; i < defaultCount; ++i) {
        if (version >= defaults[i].since)
            found = i;
    }
    return defaults[found].text;
}

std::string ConfigKey::expected(KafkaVersion version) const
{
    switch (type) {
    case ConfigType::Boolean:
        return "true or false";
    case ConfigType::Integer:
        return "a whole number" + rangeText(*this);
    case ConfigType::Milliseconds:
        return "a whole number of milliseconds" + rangeText(*this);
    case ConfigType::Real:
        return realMax < 1e300 ? "a number from " + realText(realMin) + " to " + realText(realMax) : "a number";
    case ConfigType::Choice: {
        std::string out = "one of ";
        for (std::size_t i = 0, shown = 0; i < choiceCount; ++i) {
            if (version < choices[i].since
                || (choices[i].removedIn != KafkaVersion {} && version >= choices[i].removedIn))
                continue;
            out += shown++ == 0 ? "" : ", ";
            out += choices[i].text;
        }
        return out;
    }
    case ConfigType::List:
        return "a list, comma-separated";
    case ConfigType::Class:
        return "the name of a Java class";
    case ConfigType::Text:
    case ConfigType::Password:
        break;
    }
    return "a text";
}

std::span<const ConfigKey> configKeys(ConfigOwner owner) { return keyLists()[static_cast<std::size_t>(owner)]; }

const ConfigKey* findConfigKey(ConfigOwner owner, std::string_view name)
{
    constexpr std::string_view kListener = "listener.name.";
    if (owner == ConfigOwner::Broker && name.substr(0, kListener.size()) == kListener) {
        const std::size_t dot = name.find('.', kListener.size());
        if (dot == std::string_view::npos || dot == kListener.size())
            return nullptr;
        name.remove_prefix(dot + 1);
        // A SASL key may also name its mechanism: listener.name.x.plain.sasl.jaas.config.
        const std::size_t sasl = name.find(".sasl.");
        if (sasl != std::string_view::npos && name.find('.') == sasl)
            name.remove_prefix(sasl + 1);
    }
    const auto keys = configKeys(owner);
    const auto it = std::lower_bound(
        keys.begin(), keys.end(), name, [](const ConfigKey& key, std::string_view n) { return key.name < n; });
    return it != keys.end() && it->name == name ? &*it : nullptr;
}

std::string_view shownValue(std::string_view name, std::string_view value)
{
    for (int owner = 0; owner < kConfigOwnerCount; ++owner) {
        const ConfigKey* key = findConfigKey(static_cast<ConfigOwner>(owner), name);
        if (key != nullptr && key->secret)
            return "[hidden]";
    }
    return value;
}

std::optional<std::int64_t> idleLimitNs(std::int64_t connectionsMaxIdleMs)
{
    if (connectionsMaxIdleMs < 0)
        return std::nullopt;
    // As Java multiplies: modulo 2^64.
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(connectionsMaxIdleMs) * 1'000'000u);
}

} // namespace connscope::protocol
