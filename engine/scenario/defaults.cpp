// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/defaults.h"

#include <algorithm>

namespace connscope::scenario {

std::vector<broker::BrokerSpec> defaultBrokers(int count, protocol::KafkaVersion version)
{
    constexpr int kFirstPort = 9092;
    const bool fits = kFirstPort + count <= 65536;
    std::vector<broker::BrokerSpec> brokers(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        broker::BrokerSpec& spec = brokers[static_cast<std::size_t>(i)];
        spec.id = BrokerId {i};
        spec.host = fits ? "localhost" : "broker-" + std::to_string(i);
        spec.port = static_cast<std::uint16_t>(kFirstPort + (fits ? i : 0));
        spec.config = protocol::ConfigSet(protocol::ConfigOwner::Broker, version);
    }
    return brokers;
}

std::vector<BrokerId> replicasFrom(const broker::ClusterSpec& cluster, BrokerId leader, int count)
{
    const std::size_t brokers = cluster.brokers.size();
    std::size_t first = 0;
    while (first < brokers && cluster.brokers[first].id != leader)
        ++first;
    std::vector<BrokerId> replicas;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count) && i < brokers; ++i)
        replicas.push_back(cluster.brokers[(first + i) % brokers].id);
    return replicas;
}

broker::TopicSpec defaultTopic(const broker::ClusterSpec& cluster, std::string name, int partitions, int replication)
{
    const std::size_t brokers = cluster.brokers.size();
    broker::TopicSpec topic;
    topic.name = std::move(name);
    topic.partitions.resize(static_cast<std::size_t>(partitions));
    for (std::size_t p = 0; p < topic.partitions.size(); ++p) {
        broker::PartitionSpec& partition = topic.partitions[p];
        for (std::size_t i = 0; i < static_cast<std::size_t>(replication) && i < brokers; ++i)
            partition.replicas.push_back(cluster.brokers[(p + i) % brokers].id);
        partition.leader = partition.replicas.front();
    }
    return topic;
}

std::vector<broker::TopicSpec> defaultTopics(const broker::ClusterSpec& cluster)
{
    return {defaultTopic(cluster, "t4", static_cast<int>(cluster.brokers.size()), 1)};
}

std::string bootstrapServers(const broker::ClusterSpec& cluster, std::size_t count)
{
    std::string servers;
    for (std::size_t i = 0; i < count && i < cluster.brokers.size(); ++i) {
        const broker::BrokerSpec& spec = cluster.brokers[i];
        const bool ipv6 = spec.host.find(':') != std::string::npos;
        servers += (i ? "," : "") + (ipv6 ? '[' + spec.host + ']' : spec.host) + ':' + std::to_string(spec.port);
    }
    return servers;
}

std::vector<client::Step> defaultScript(const Scenario& scenario, trace::ClientKind kind, bool hasGroup)
{
    using Step = client::Step;
    std::vector<Step> script;
    const auto step = [&](Step::Kind k) -> Step& {
        script.emplace_back();
        script.back().kind = k;
        return script.back();
    };
    const std::vector<broker::TopicSpec>& topics = scenario.cluster.topics;
    if (kind == trace::ClientKind::Producer) {
        step(Step::Kind::Wait).duration = std::chrono::seconds(1);
        step(Step::Kind::Send).topic = topics.empty() ? "t4" : topics.front().name;
    } else if (kind == trace::ClientKind::Consumer) {
        if (hasGroup) {
            Step& subscribe = step(Step::Kind::Subscribe);
            for (const broker::TopicSpec& topic : topics)
                subscribe.topics.push_back(topic.name);
        } else {
            Step& assign = step(Step::Kind::Assign);
            for (const broker::TopicSpec& topic : topics) {
                for (std::size_t p = 0; p < topic.partitions.size(); ++p)
                    assign.assignment.push_back({topic.name, static_cast<std::int32_t>(p)});
            }
        }
        step(Step::Kind::Poll).duration = client::kNoLimit;
    } else {
        step(Step::Kind::DescribeCluster);
    }
    return script;
}

} // namespace connscope::scenario
