// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/writesections.h"

#include <algorithm>

namespace connscope::scenario {

namespace {

YamlValue brokerIds(const std::vector<BrokerId>& ids)
{
    YamlValue list = YamlValue::list();
    for (const BrokerId id : ids)
        list.add(numberValue(id.value));
    return list;
}

YamlValue configOf(const protocol::ConfigSet& config)
{
    YamlValue map = YamlValue::map();
    for (const protocol::ConfigSet::Entry& entry : config.entries())
        map.add(entry.name, entry.text);
    return map;
}

bool sameConfig(const protocol::ConfigSet& a, const protocol::ConfigSet& b)
{
    return std::equal(a.entries().begin(), a.entries().end(), b.entries().begin(), b.entries().end(),
        [](const protocol::ConfigSet::Entry& x, const protocol::ConfigSet::Entry& y) {
            return x.name == y.name && x.text == y.text;
        });
}

YamlValue brokerValue(const broker::BrokerSpec& spec, bool withConfig)
{
    const broker::BrokerSpec defaults;
    YamlValue map = YamlValue::map();
    map.add("id", numberValue(spec.id.value));
    map.add("host", spec.host);
    map.add("port", numberValue(spec.port));
    if (!spec.advertisedHost.empty()) {
        const bool ipv6 = spec.advertisedHost.find(':') != std::string::npos;
        map.add("advertised",
            (ipv6 ? '[' + spec.advertisedHost + ']' : spec.advertisedHost) + ':'
                + std::to_string(spec.advertisedPort != 0 ? spec.advertisedPort : spec.port));
    }
    if (!spec.rack.empty())
        map.add("rack", spec.rack);
    if (spec.serviceTime != defaults.serviceTime)
        map.add("service-time", durationValue(spec.serviceTime));
    if (!spec.extraServiceTime.empty()) {
        YamlValue slow = YamlValue::map();
        for (const auto& [api, time] : spec.extraServiceTime)
            slow.add(apiName(api), durationValue(time));
        map.add("slow-apis", std::move(slow));
    }
    if (withConfig && !spec.config.entries().empty())
        map.add("config", configOf(spec.config));
    return map;
}

YamlValue topicValue(const broker::TopicSpec& topic)
{
    YamlValue leaders = YamlValue::list();
    YamlValue replicas = YamlValue::list();
    YamlValue records = YamlValue::list();
    bool single = true;
    bool sameRecords = true;
    for (const broker::PartitionSpec& partition : topic.partitions) {
        leaders.add(partition.leader.isValid() ? numberValue(partition.leader.value) : YamlValue::scalar("none"));
        replicas.add(brokerIds(partition.replicas));
        records.add(numberValue(partition.records));
        single = single && partition.replicas.size() == 1 && partition.replicas.front() == partition.leader;
        sameRecords = sameRecords && partition.records == topic.partitions.front().records;
    }
    YamlValue map = YamlValue::map();
    map.add("leaders", std::move(leaders));
    if (!single)
        map.add("replicas", std::move(replicas));
    if (!sameRecords)
        map.add("records", std::move(records));
    else if (!topic.partitions.empty() && topic.partitions.front().records != 0)
        map.add("records", numberValue(topic.partitions.front().records));
    return map;
}

YamlValue coordinatorsValue(const std::map<std::string, BrokerId>& coordinators)
{
    YamlValue map = YamlValue::map();
    for (const auto& [name, broker] : coordinators)
        map.add(name, numberValue(broker.value));
    return map;
}

} // namespace

YamlValue clusterValue(const broker::ClusterSpec& cluster)
{
    const broker::ClusterSpec defaults;
    YamlValue map = YamlValue::map();
    if (cluster.clusterId != defaults.clusterId)
        map.add("id", cluster.clusterId);
    map.add("version", cluster.version.toString());
    // Settings that all brokers share are written once.
    const bool shared = cluster.brokers.size() > 1
        && std::all_of(cluster.brokers.begin(), cluster.brokers.end(),
            [&](const broker::BrokerSpec& b) { return sameConfig(b.config, cluster.brokers.front().config); });
    YamlValue brokers = YamlValue::list();
    for (const broker::BrokerSpec& spec : cluster.brokers)
        brokers.add(brokerValue(spec, !shared));
    map.add("brokers", std::move(brokers));
    if (shared && !cluster.brokers.front().config.entries().empty())
        map.add("config", configOf(cluster.brokers.front().config));
    YamlValue topics = YamlValue::map();
    for (const broker::TopicSpec& topic : cluster.topics)
        topics.add(topic.name, topicValue(topic));
    map.add("topics", std::move(topics)); // even an empty one: it means "none", not the default
    if (!cluster.groupCoordinators.empty())
        map.add("groups", coordinatorsValue(cluster.groupCoordinators));
    if (!cluster.transactionCoordinators.empty())
        map.add("transactions", coordinatorsValue(cluster.transactionCoordinators));
    if (cluster.controller.isValid())
        map.add("controller", numberValue(cluster.controller.value));
    if (!cluster.apiVersions.empty()) {
        YamlValue versions = YamlValue::map();
        for (const auto& [api, range] : cluster.apiVersions)
            versions.add(
                apiName(api), YamlValue::list().add(numberValue(range.first)).add(numberValue(range.second)));
        map.add("api-versions", std::move(versions));
    }
    if (!cluster.throttle.empty()) {
        YamlValue throttle = YamlValue::map();
        for (const auto& [clientId, time] : cluster.throttle)
            throttle.add(clientId, durationValue(time));
        map.add("throttle", std::move(throttle));
    }
    if (cluster.replicationDelay != defaults.replicationDelay)
        map.add("replication-delay", durationValue(cluster.replicationDelay));
    if (cluster.failureDetection != defaults.failureDetection)
        map.add("failure-detection", durationValue(cluster.failureDetection));
    return map;
}

} // namespace connscope::scenario
