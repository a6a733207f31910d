// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/outsidescenario.h"

#include "client/settings.h"
#include "scenario/clientconfig.h"
#include "session/addressbook.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace connscope::real {

namespace {

using client::Step;

constexpr std::string_view kWhy
    = "this cluster is not ours and nothing is written there; if that is meant, say so (--allow-writes)";
/// What a consumer does to a cluster by itself.
constexpr std::array<std::string_view, 2> kWritingKeys {"enable.auto.commit", "allow.auto.create.topics"};

bool isWritingKey(std::string_view key)
{
    return std::find(kWritingKeys.begin(), kWritingKeys.end(), key) != kWritingKeys.end();
}

/// The addresses of \a servers that are nobody's in the scenario's world. What it names on purpose is not among them: network.dns,
/// unresolvable, and a loopback address of a machine on which no broker is. \a count: all of them.
std::vector<std::string> strangers(const scenario::Scenario& scenario, session::AddressBook& book,
    const std::string& from, std::string_view servers, std::size_t& count)
{
    const auto& unknown = scenario.network.unresolvable;
    std::vector<std::string> out;
    for (; !servers.empty(); ++count) {
        std::string_view one = servers.substr(0, servers.find(','));
        servers.remove_prefix(std::min(one.size() + 1, servers.size()));
        one.remove_prefix(std::min(one.find_first_not_of(' '), one.size()));
        one = one.substr(0, one.find_last_not_of(' ') + 1);
        const auto address = client::parseAddress(one);
        if (!address || scenario.network.dns.contains(address->host)
            || std::find(unknown.begin(), unknown.end(), address->host) != unknown.end())
            continue;
        const auto resolved = book.resolve(address->host);
        if (std::none_of(resolved.begin(), resolved.end(), [&](const std::string& at) {
                return (session::isLoopback(at) && !session::isLoopback(from))
                    || book.find(from, at, address->port).target == session::Target::Listener;
            }))
            out.emplace_back(one);
    }
    return out;
}

void refuseCommits(std::vector<Step>& steps)
{
    for (Step& step : steps) {
        if (step.kind != Step::Kind::CommitSync && step.kind != Step::Kind::CommitAsync)
            continue;
        const std::string call = step.kind == Step::Kind::CommitSync ? "commit-sync" : "commit-async";
        step = {};
        step.kind = Step::Kind::Mark;
        step.text = call + " was refused: " + std::string(kWhy);
    }
}

/// Switches off what \a config has on. \a keys: that were.
void switchOff(scenario::ClientEntry& entry, const protocol::ConfigSet& config, std::vector<std::string>& keys)
{
    const bool commits = !config.text("group.id").empty() && config.flag(kWritingKeys[0]);
    const bool creates = config.version() >= protocol::kV2_3 && config.flag(kWritingKeys[1]);
    for (const std::string_view key : kWritingKeys) {
        if (!(key == kWritingKeys[0] ? commits : creates))
            continue;
        for (auto* settings : {&entry.config, &entry.commandConfig})
            std::erase_if(*settings, [key](const auto& setting) { return setting.first == key; });
        entry.config.emplace_back(key, "false");
        keys.emplace_back(key);
    }
}

bool isAsWritten(std::string_view client, const std::string& group, const std::vector<NamedGroup>& asWritten)
{
    return group.empty() || group.starts_with(kGroupPrefix)
        || std::any_of(asWritten.begin(), asWritten.end(), [&](const NamedGroup& named) {
               return named.group == group && (named.client == "*" || named.client == client);
           });
}

/// The group that an entry joins under another name; "" if it joins none, or as it is.
std::string groupToRename(
    const scenario::ClientEntry& entry, const protocol::ConfigSet& config, const std::vector<NamedGroup>& asWritten)
{
    if (config.owner() != protocol::ConfigOwner::Consumer)
        return {};
    std::string group(config.text("group.id"));
    const bool isOfAFile = std::any_of(entry.commandConfig.begin(), entry.commandConfig.end(),
        [&](const auto& setting) { return setting.first == "group.id" && setting.second == group; });
    return isOfAFile || isAsWritten(entry.name, group, asWritten) ? std::string() : group;
}

} // namespace

std::vector<RenamedGroup> groupsToRename(
    const scenario::Scenario& scenario, std::string_view profileName, const std::vector<NamedGroup>& asWritten)
{
    std::vector<RenamedGroup> out;
    for (const scenario::ClientEntry& entry : scenario.clients) {
        const auto profile = scenario::profileOf(scenario, entry, profileName);
        const auto config = profile ? scenario::buildConfig(entry, *profile) : fail(profile.error());
        if (!config)
            continue; // the session says so
        if (std::string group = groupToRename(entry, *config, asWritten); !group.empty())
            out.push_back({entry.name, group, std::string(kGroupPrefix) + group});
    }
    return out;
}

void sendTo(scenario::Scenario& scenario, const std::string& servers)
{
    for (scenario::ClientEntry& entry : scenario.clients) {
        for (auto* settings : {&entry.config, &entry.commandConfig})
            std::erase_if(*settings, [](const auto& setting) { return setting.first == "bootstrap.servers"; });
        entry.config.emplace_back("bootstrap.servers", servers);
    }
}

Result<std::string> outsideClusterOf(const scenario::Scenario& scenario, std::string_view profileName)
{
    session::AddressBook book(scenario);
    std::string servers;
    std::string who;
    for (std::size_t i = 0; i < scenario.clients.size(); ++i) {
        const scenario::ClientEntry& entry = scenario.clients[i];
        const auto profile = scenario::profileOf(scenario, entry, profileName);
        const auto config = profile ? scenario::buildConfig(entry, *profile) : fail(profile.error());
        if (!config)
            return std::string(); // the session says what is wrong
        const std::string named(config->text("bootstrap.servers"));
        std::size_t count = 0;
        if (strangers(scenario, book, book.clientAddress(i), named, count).size() < std::max<std::size_t>(count, 1))
            return std::string();
        if (!servers.empty() && named != servers)
            return fail("clients '" + who + "' and '" + entry.name
                + "' name different clusters in bootstrap.servers, and none of them is the scenario's; give one of "
                  "them with "
                  "--bootstrap-server");
        servers = named;
        who = entry.name;
    }
    return servers;
}

std::vector<NamedNobody> addressesOfNobody(const scenario::Scenario& scenario, std::string_view profileName)
{
    session::AddressBook book(scenario);
    std::vector<NamedNobody> out;
    for (std::size_t i = 0; i < scenario.clients.size(); ++i) {
        const scenario::ClientEntry& entry = scenario.clients[i];
        const auto profile = scenario::profileOf(scenario, entry, profileName);
        const auto config = profile ? scenario::buildConfig(entry, *profile) : fail(profile.error());
        if (!config)
            continue;
        std::size_t count = 0;
        const std::string named(config->text("bootstrap.servers"));
        for (std::string& address : strangers(scenario, book, book.clientAddress(i), named, count))
            out.push_back({entry.name, std::move(address), entry.line});
    }
    return out;
}

void takeNames(scenario::Scenario& scenario, const trace::Trace& real)
{
    for (std::size_t i = 0; i < real.size(); ++i) {
        const trace::Event& e = real[i];
        if (e.kind != trace::EventKind::ConnectStarted || e.vantage == trace::Vantage::Inferred)
            continue;
        // "kafka.example/10.0.0.1:9092"
        const std::string_view remote = real.text(e.text);
        const std::string_view host = remote.substr(0, remote.find('/'));
        const auto address = client::parseAddress(remote.substr(host.size() == remote.size() ? 0 : host.size() + 1));
        if (!address)
            continue;
        const std::string name(host.size() == remote.size() ? std::string_view(address->host) : host);
        if (!session::isAddress(name))
            scenario.network.dns[name] = {address->host};
        for (broker::BrokerSpec& broker : scenario.cluster.brokers) {
            if (broker.id != e.node.brokerId())
                continue;
            broker.host = name;
            broker.port = address->port;
            broker.advertisedHost.clear();
            broker.advertisedPort = 0;
        }
    }
    // Where a group's coordinator is, the cluster decides, unless the scenario claims to know.
    for (std::size_t i = 0; i < real.size(); ++i) {
        constexpr std::string_view kGroup = "group ";
        const trace::Event& e = real[i];
        const std::string_view text = real.text(e.text);
        if (e.kind == trace::EventKind::CoordinatorFound && text.starts_with(kGroup))
            scenario.cluster.groupCoordinators.try_emplace(std::string(text.substr(kGroup.size())), e.broker);
    }
    for (scenario::ClientEntry& entry : scenario.clients)
        entry.host.clear();
}

Result<void> keepFromWriting(
    scenario::Scenario& scenario, std::string_view profileName, const std::vector<NamedGroup>& groupsAsWritten)
{
    std::vector<std::string> told;
    for (scenario::ClientEntry& entry : scenario.clients) {
        if (entry.kind == trace::ClientKind::Producer || entry.kind == trace::ClientKind::Admin)
            return fail("client '" + entry.name
                + "' would write to a cluster that is not ours; if that is meant, say so (--allow-writes)");
        refuseCommits(entry.script);
        const auto profile = scenario::profileOf(scenario, entry, profileName);
        if (!profile)
            continue; // the session says so
        const auto config = scenario::buildConfig(entry, *profile);
        if (!config)
            continue; // this, too
        std::vector<std::string> keys;
        switchOff(entry, *config, keys);
        if (profile->version < protocol::kV2_3)
            keys.emplace_back("the creation of topics that METADATA of a client before 2.3 allows");
        std::string text;
        for (const std::string& key : keys)
            text += (text.empty() ? "" : ", ") + key;
        if (const std::string group = groupToRename(entry, *config, groupsAsWritten); !group.empty()) {
            const std::string own = std::string(kGroupPrefix) + group;
            std::erase_if(entry.config, [](const auto& setting) { return setting.first == "group.id"; });
            entry.config.emplace_back("group.id", own);
            told.push_back("client " + entry.name + ": group " + group + " is " + own + " there: group " + group
                + " of that cluster may be at work, and a member more rebalances it");
        }
        if (!text.empty())
            told.push_back("client " + entry.name + ": switched off: " + text + ": " + std::string(kWhy));
    }
    for (scenario::Action& action : scenario.actions)
        keepFromWriting(action, groupsAsWritten);
    for (std::string& text : told) {
        scenario::Action mark;
        mark.kind = scenario::Action::Kind::Mark;
        mark.at = kStart;
        mark.text = std::move(text);
        scenario.actions.push_back(std::move(mark));
    }
    return {};
}

void keepFromWriting(scenario::Action& action, const std::vector<NamedGroup>& groupsAsWritten)
{
    refuseCommits(action.steps);
    if (action.kind != scenario::Action::Kind::RecreateClient)
        return;
    for (auto& [key, value] : action.config) {
        if (isWritingKey(key))
            value = "false";
        if (key == "group.id" && !isAsWritten(action.client, value, groupsAsWritten))
            value.insert(0, kGroupPrefix);
    }
}

scenario::Scenario asPlayedThere(scenario::Scenario scenario, const std::string& servers, std::string_view profile,
    bool isWriting, const std::vector<NamedGroup>& groupsAsWritten, const trace::Trace& real)
{
    sendTo(scenario, servers);
    if (!isWriting) // it was played, so it is not refused
        static_cast<void>(keepFromWriting(scenario, profile, groupsAsWritten));
    takeNames(scenario, real);
    return scenario;
}

} // namespace connscope::real
