// SPDX-License-Identifier: GPL-3.0-or-later
#include "placement.h"

#include "scenario/reader.h"
#include "support/paths.h"

#include <charconv>
#include <map>
#include <stdexcept>
#include <utility>

namespace connscope::test {

std::vector<Place> placesOf(const std::string& servers, std::int32_t firstId)
{
    std::vector<Place> places;
    for (std::size_t from = 0; from < servers.size();) {
        const std::size_t end = std::min(servers.find(',', from), servers.size());
        const std::size_t colon = servers.rfind(':', end);
        Place place;
        place.id = firstId + static_cast<std::int32_t>(places.size());
        place.host = servers.substr(from, colon - from);
        std::from_chars(servers.data() + colon + 1, servers.data() + end, place.port);
        places.push_back(std::move(place));
        from = end + 1;
    }
    return places;
}

scenario::Scenario placedScenario(const std::string& name, const std::vector<Place>& places, const Software& software)
{
    auto read = scenario::readScenarioFile(sourcePath("resources/scenarios/" + name + ".yaml"));
    if (!read)
        throw std::runtime_error(read.error().toString());
    scenario::Scenario scenario = std::move(*read);
    broker::ClusterSpec& cluster = scenario.cluster;
    if (cluster.brokers.size() > places.size())
        throw std::runtime_error(name + " has more brokers than there are");
    cluster.version = software.version;
    std::map<BrokerId, BrokerId> now;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (i == cluster.brokers.size())
            cluster.brokers.emplace_back();
        else
            now[cluster.brokers[i].id] = BrokerId {places[i].id};
        broker::BrokerSpec& broker = cluster.brokers[i];
        broker.id = BrokerId {places[i].id};
        broker.host = places[i].host;
        broker.port = places[i].port;
        broker.config = protocol::ConfigSet {protocol::ConfigOwner::Broker, software.version};
        for (const auto& [key, value] : software.config) {
            if (const auto set = broker.config.set(key, value); !set)
                throw std::runtime_error(set.error().message);
        }
    }
    for (broker::TopicSpec& topic : cluster.topics) {
        for (broker::PartitionSpec& partition : topic.partitions) {
            partition.leader = now.at(partition.leader);
            for (BrokerId& replica : partition.replicas)
                replica = now.at(replica);
        }
    }
    for (auto& [group, coordinator] : cluster.groupCoordinators)
        coordinator = now.at(coordinator);
    for (auto& [id, coordinator] : cluster.transactionCoordinators)
        coordinator = now.at(coordinator);
    const std::string first = places.front().host + ':' + std::to_string(places.front().port);
    for (scenario::ClientEntry& client : scenario.clients) {
        std::erase_if(client.config, [](const auto& entry) { return entry.first == "bootstrap.servers"; });
        client.config.emplace_back("bootstrap.servers", first);
    }
    scenario.expectations.clear(); // they name the scenario's own ids
    return scenario;
}

void renameGroup(scenario::Scenario& scenario, const std::string& group)
{
    for (scenario::ClientEntry& client : scenario.clients) {
        for (auto& [key, value] : client.config) {
            if (key != "group.id")
                continue;
            if (auto moved = scenario.cluster.groupCoordinators.extract(value)) {
                moved.key() = group;
                scenario.cluster.groupCoordinators.insert(std::move(moved));
            }
            value = group;
        }
    }
}

} // namespace connscope::test
