// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/clientconfig.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace connscope::scenario {

namespace {

/// Kafka reads this value in any case.
bool isNewConsumer(std::string_view protocol)
{
    constexpr std::string_view kName = "consumer";
    return std::equal(protocol.begin(), protocol.end(), kName.begin(), kName.end(),
        [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

Error located(const ClientEntry& entry, std::string message)
{
    Error error;
    error.message = "client " + entry.name + ": " + std::move(message);
    error.line = entry.line;
    return error;
}

} // namespace

bool someVersionTakes(protocol::ConfigOwner owner, std::string_view key, std::string_view value)
{
    return std::any_of(client::profiles().begin(), client::profiles().end(), [&](const client::Profile& profile) {
        return protocol::ConfigSet(owner, profile.version).set(key, value).has_value();
    });
}

protocol::ConfigOwner configOwner(trace::ClientKind kind)
{
    switch (kind) {
    case trace::ClientKind::Consumer:
        return protocol::ConfigOwner::Consumer;
    case trace::ClientKind::Admin:
        return protocol::ConfigOwner::Admin;
    default:
        return protocol::ConfigOwner::Producer;
    }
}

Result<client::Profile> profileOf(const Scenario& scenario, const ClientEntry& entry, std::string_view overriding)
{
    auto profile = client::findProfile(!overriding.empty() ? overriding
            : !entry.profileName.empty()                   ? std::string_view(entry.profileName)
                                                           : std::string_view(scenario.profileName));
    if (!profile)
        return profile;
    for (const std::string& whatIf : entry.whatIf) {
        if (const auto applied = client::applyWhatIf(*profile, whatIf); !applied)
            return fail(applied.error());
    }
    return profile;
}

Result<protocol::ConfigSet> buildConfig(
    const ClientEntry& entry, const client::Profile& profile, std::vector<Error>* warnings)
{
    protocol::ConfigSet config(configOwner(entry.kind), profile.version);
    for (const auto* settings : {&entry.config, &entry.commandConfig}) {
        for (const auto& [key, value] : *settings) {
            const auto set = config.set(key, value);
            if (set)
                continue;
            if (!someVersionTakes(config.owner(), key, value))
                return fail(located(entry, set.error().message));
            if (warnings)
                warnings->push_back(located(entry,
                    key + " = " + std::string(protocol::shownValue(key, value)) + " is left out: a client "
                        + profile.version.toString() + " does not have it"));
        }
    }
    if (const auto valid = config.validate(); !valid)
        return fail(located(entry, valid.error().message));
    if (config.owner() == protocol::ConfigOwner::Consumer && isNewConsumer(config.text("group.protocol")))
        return fail(located(entry,
            "group.protocol=consumer: the consumer of KIP-848 is not simulated, and the classic one opens other "
            "connections; "
            "leave group.protocol out or set it to classic"));
    return config;
}

std::string idleLimitWarning(std::string_view key, std::string_view value)
{
    std::int64_t milliseconds = 0;
    const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), milliseconds);
    if (key != "connections.max.idle.ms" || failure != std::errc() || end != value.data() + value.size()
        || milliseconds <= std::numeric_limits<std::int64_t>::max() / 1'000'000)
        return {};
    const std::int64_t limit = protocol::idleLimitNs(milliseconds).value_or(0);
    return "connections.max.idle.ms: Kafka multiplies " + std::to_string(milliseconds)
        + " by 1000000 in 64 bits, which wraps (Selector.IdleExpiryManager): "
        + (limit <= 0 ? "every connection counts as idle at the next poll and is closed"
                      : "the limit becomes " + formatDuration(Duration {limit}))
        + "; for no limit write -1";
}

std::string instanceName(const ClientEntry& entry, int index)
{
    return entry.count == 1 ? entry.name : entry.name + '[' + std::to_string(index + 1) + ']';
}

bool matchesClient(std::string_view pattern, const ClientEntry& entry, int index)
{
    return pattern == "*" || pattern == entry.name || pattern == instanceName(entry, index);
}

} // namespace connscope::scenario
