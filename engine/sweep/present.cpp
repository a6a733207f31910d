// SPDX-License-Identifier: GPL-3.0-or-later
#include "sweep/present.h"

#include "scenario/clientconfig.h"

#include <algorithm>

namespace connscope::sweep {

namespace {

bool areEqual(const protocol::ConfigSet& a, const protocol::ConfigSet& b)
{
    const auto keys = protocol::configKeys(a.owner());
    return a.owner() == b.owner() && std::all_of(keys.begin(), keys.end(), [&](const protocol::ConfigKey& key) {
        return a.hasValue(key.name) == b.hasValue(key.name) && a.text(key.name) == b.text(key.name);
    });
}

} // namespace

bool meansTheSame(const scenario::Scenario& a, const scenario::Scenario& b, std::string_view profile)
{
    if (a.clients.size() != b.clients.size() || a.cluster.brokers.size() != b.cluster.brokers.size())
        return false;
    const auto isSameClient = [&](const scenario::ClientEntry& x, const scenario::ClientEntry& y) {
        if (x.config == y.config && x.commandConfig == y.commandConfig)
            return true;
        const auto first = scenario::profileOf(a, x, profile);
        const auto second = scenario::profileOf(b, y, profile);
        if (!first || !second)
            return false;
        const auto before = scenario::buildConfig(x, *first);
        const auto after = scenario::buildConfig(y, *second);
        return before && after && areEqual(*before, *after);
    };
    return std::equal(a.clients.begin(), a.clients.end(), b.clients.begin(), isSameClient)
        && std::equal(a.cluster.brokers.begin(), a.cluster.brokers.end(), b.cluster.brokers.begin(),
            [](const auto& x, const auto& y) { return areEqual(x.config, y.config); });
}

} // namespace connscope::sweep
