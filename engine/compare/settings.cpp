// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/settings.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

namespace connscope::compare {

namespace {

/// A client, in the ids of the first run, or a broker.
struct Owner {
    ClientId client;
    BrokerId broker;
    auto operator<=>(const Owner&) const = default;
};

/// Values in the order in which the keys were first told.
struct Settings {
    std::vector<std::pair<Owner, std::string>> order;
    std::map<std::pair<Owner, std::string>, std::string> values;
};

Settings settingsOf(const Alignment& alignment, Run run)
{
    const trace::Trace& trace = alignment.trace(run);
    Settings settings;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const trace::Event& e = trace[i];
        if (e.kind != trace::EventKind::ConfigChanged)
            continue;
        Owner owner {e.client, e.broker};
        if (e.client.isValid()) {
            if (!alignment.counterpart(run, e.client).isValid())
                continue;
            if (run == Run::Second)
                owner.client = alignment.counterpart(run, e.client);
        }
        const std::string_view text = trace.text(e.text);
        const std::size_t equals = text.find(" = ");
        if (equals == std::string_view::npos)
            continue;
        const std::pair key {owner, std::string(text.substr(0, equals))};
        const auto [place, isNew] = settings.values.insert_or_assign(key, std::string(text.substr(equals + 3)));
        if (isNew)
            settings.order.push_back(key);
    }
    return settings;
}

/// That a run says to have.
std::set<BrokerId> brokersOf(const trace::Trace& trace)
{
    std::set<BrokerId> out;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        if (trace[i].kind == trace::EventKind::BrokerUp && trace[i].broker.isValid())
            out.insert(trace[i].broker);
    }
    return out;
}

std::optional<std::string> valueOf(const Settings& settings, const std::pair<Owner, std::string>& key)
{
    const auto found = settings.values.find(key);
    return found == settings.values.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

std::vector<SettingDifference> settingDifferences(const Alignment& alignment)
{
    const Settings first = settingsOf(alignment, Run::First);
    const Settings second = settingsOf(alignment, Run::Second);
    const std::vector<BrokerId> only[2]
        = {brokersOnlyIn(alignment, Run::First), brokersOnlyIn(alignment, Run::Second)};
    const auto isOfOneRun = [&only](BrokerId broker) {
        return std::any_of(std::begin(only), std::end(only), [broker](const std::vector<BrokerId>& list) {
            return std::find(list.begin(), list.end(), broker) != list.end();
        });
    };
    std::vector<SettingDifference> result;
    const auto look = [&](const std::pair<Owner, std::string>& key) {
        SettingDifference difference;
        difference.key = key.second;
        difference.first = valueOf(first, key);
        difference.second = valueOf(second, key);
        if (difference.first == difference.second || isOfOneRun(key.first.broker))
            return;
        const Owner& owner = key.first;
        const auto same = std::find_if(result.begin(), result.end(), [&](const SettingDifference& d) {
            return d.clients.empty() != owner.client.isValid() && d.key == difference.key
                && d.first == difference.first && d.second == difference.second;
        });
        SettingDifference& kept = same == result.end() ? result.emplace_back(std::move(difference)) : *same;
        if (owner.client.isValid())
            kept.clients.push_back({owner.client, alignment.counterpart(Run::First, owner.client)});
        else
            kept.brokers.push_back(owner.broker);
    };
    for (const auto& key : first.order)
        look(key);
    for (const auto& key : second.order) {
        if (!first.values.contains(key))
            look(key);
    }
    return result;
}

std::vector<BrokerId> brokersOnlyIn(const Alignment& alignment, Run run)
{
    const std::set<BrokerId> here = brokersOf(alignment.trace(run));
    const std::set<BrokerId> there = brokersOf(alignment.trace(run == Run::First ? Run::Second : Run::First));
    std::vector<BrokerId> out;
    if (!here.empty() && !there.empty())
        std::set_difference(here.begin(), here.end(), there.begin(), there.end(), std::back_inserter(out));
    return out;
}

} // namespace connscope::compare
