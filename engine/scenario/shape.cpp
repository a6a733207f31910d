// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/shape.h"

#include "base/text.h"
#include "scenario/defaults.h"
#include "scenario/reading.h"

#include <algorithm>
#include <map>
#include <string>

namespace connscope::scenario {

namespace {

using broker::BrokerSpec;
using broker::ClusterSpec;
using broker::PartitionSpec;
using broker::TopicSpec;

Result<void> checkNumber(std::string_view what, std::int64_t count, std::int64_t most)
{
    if (count >= 1 && count <= most)
        return {};
    return fail(std::string(what) + ": expected a number from 1 to " + std::to_string(most) + ", not "
        + std::to_string(count));
}

/// \a host with the last occurrence of one id, as a whole number, replaced by another; the same where there is none.
std::string counted(const std::string& host, std::int32_t from, std::int32_t to)
{
    const std::string old = std::to_string(from);
    const auto isDigit = [&](std::size_t i) { return i < host.size() && host[i] >= '0' && host[i] <= '9'; };
    for (std::size_t at = host.rfind(old); at != std::string::npos;
         at = at == 0 ? std::string::npos : host.rfind(old, at - 1)) {
        if ((at > 0 && isDigit(at - 1)) || isDigit(at + old.size()))
            continue;
        return host.substr(0, at) + std::to_string(to) + host.substr(at + old.size());
    }
    return host;
}

/// The one after \a last; nothing where its host has no port left.
std::optional<BrokerSpec> next(const BrokerSpec& last, const std::string& rack)
{
    BrokerSpec spec = last;
    spec.id = BrokerId {last.id.value + 1};
    spec.host = counted(last.host, last.id.value, spec.id.value);
    if (spec.host == last.host) {
        if (last.port == 65535)
            return std::nullopt;
        spec.port = static_cast<std::uint16_t>(last.port + 1);
    }
    // What one broker says of itself wrongly is that broker's alone.
    spec.advertisedHost.clear();
    spec.advertisedPort = 0;
    spec.rack = rack;
    return spec;
}

class BrokerNumber {
public:
    BrokerNumber(Scenario& scenario, std::size_t count)
        : m_scenario(scenario)
        , m_cluster(scenario.cluster)
        , m_before(m_cluster.brokers)
        , m_count(count)
    {
        for (std::size_t i = 0; i < m_before.size(); ++i)
            m_places[m_before[i].id] = i;
    }

    Result<void> apply()
    {
        const ClusterSpec before = m_cluster;
        while (m_cluster.brokers.size() > m_count)
            m_cluster.brokers.pop_back();
        while (m_cluster.brokers.size() < m_count) {
            const std::string& rack = m_before[m_cluster.brokers.size() % m_before.size()].rack;
            auto spec = next(m_cluster.brokers.back(), rack);
            if (!spec) {
                m_cluster = before;
                return fail(std::to_string(m_count)
                    + " brokers do not fit on the ports of one host; write {id} in host, as in "
                      "'broker-{id}.example'");
            }
            m_cluster.brokers.push_back(std::move(*spec));
        }
        for (TopicSpec& topic : m_cluster.topics)
            moveTopic(topic, before);
        for (auto* coordinators : {&m_cluster.groupCoordinators, &m_cluster.transactionCoordinators}) {
            for (auto& [name, id] : *coordinators)
                id = moved(id);
        }
        if (m_cluster.controller.isValid())
            m_cluster.controller = moved(m_cluster.controller);
        for (ClientEntry& client : m_scenario.clients)
            moveBootstrap(client, before);
        return {};
    }

private:
    /// The broker at the same place, counted round where there are fewer.
    BrokerId moved(BrokerId id) const
    {
        const auto place = m_places.find(id);
        return place == m_places.end() ? id : m_cluster.brokers[place->second % m_cluster.brokers.size()].id;
    }

    /// Leaders and replicas went round the brokers, one partition after the other.
    bool wentRound(const TopicSpec& topic, const ClusterSpec& before) const
    {
        const int replication = static_cast<int>(topic.partitions.front().replicas.size());
        const TopicSpec plain
            = defaultTopic(before, topic.name, static_cast<int>(topic.partitions.size()), replication);
        for (std::size_t p = 0; p < topic.partitions.size(); ++p) {
            if (topic.partitions[p].leader != plain.partitions[p].leader
                || topic.partitions[p].replicas != plain.partitions[p].replicas)
                return false;
        }
        return topic.partitions.size() > before.brokers.size(); // else it is the same to keep their places
    }

    void moveTopic(TopicSpec& topic, const ClusterSpec& before) const
    {
        if (topic.partitions.empty())
            return;
        if (wentRound(topic, before)) {
            const TopicSpec plain = defaultTopic(m_cluster, topic.name, static_cast<int>(topic.partitions.size()),
                static_cast<int>(topic.partitions.front().replicas.size()));
            for (std::size_t p = 0; p < topic.partitions.size(); ++p) {
                topic.partitions[p].leader = plain.partitions[p].leader;
                topic.partitions[p].replicas = plain.partitions[p].replicas;
            }
            return;
        }
        for (PartitionSpec& partition : topic.partitions) {
            if (partition.leader.isValid())
                partition.leader = moved(partition.leader);
            std::vector<BrokerId> replicas;
            for (const BrokerId id : partition.replicas) {
                const BrokerId to = moved(id);
                if (std::find(replicas.begin(), replicas.end(), to) == replicas.end())
                    replicas.push_back(to);
            }
            partition.replicas = std::move(replicas);
        }
    }

    void moveBootstrap(ClientEntry& client, const ClusterSpec& before) const
    {
        for (auto& [key, value] : client.config) {
            if (key != "bootstrap.servers")
                continue;
            if (before.brokers.size() > 1 && value == bootstrapServers(before, before.brokers.size())) {
                value = bootstrapServers(m_cluster, m_cluster.brokers.size());
                continue;
            }
            for (std::size_t count = 1; count < before.brokers.size(); ++count) {
                if (value == bootstrapServers(before, count)) {
                    value = bootstrapServers(m_cluster, count);
                    break;
                }
            }
        }
    }

    Scenario& m_scenario;
    ClusterSpec& m_cluster;
    std::vector<BrokerSpec> m_before;
    std::map<BrokerId, std::size_t> m_places;
    std::size_t m_count;
};

void assignAll(std::vector<client::Step>& script, const std::string& topic, std::size_t before, std::size_t after)
{
    for (client::Step& step : script) {
        const auto isOf = [&](const protocol::TopicPartition& tp) { return tp.topic == topic; };
        const auto first = std::find_if(step.assignment.begin(), step.assignment.end(), isOf);
        const auto count = std::count_if(step.assignment.begin(), step.assignment.end(), isOf);
        if (first == step.assignment.end() || static_cast<std::size_t>(count) != before)
            continue;
        const auto at = first - step.assignment.begin();
        std::erase_if(step.assignment, isOf);
        std::vector<protocol::TopicPartition> all;
        for (std::size_t p = 0; p < after; ++p)
            all.push_back({topic, static_cast<std::int32_t>(p)});
        step.assignment.insert(step.assignment.begin() + at, all.begin(), all.end());
    }
}

} // namespace

Result<void> setBrokers(Scenario& scenario, std::int64_t count)
{
    if (auto good = checkNumber("brokers", count, limits::kBrokers); !good)
        return good;
    return BrokerNumber(scenario, static_cast<std::size_t>(count)).apply();
}

Result<void> setPartitions(Scenario& scenario, std::string_view name, std::int64_t count)
{
    if (auto good = checkNumber("partitions", count, limits::kPartitions); !good)
        return good;
    ClusterSpec& cluster = scenario.cluster;
    std::vector<std::string_view> names;
    bool isFound = false;
    for (TopicSpec& topic : cluster.topics) {
        names.push_back(topic.name);
        if (!name.empty() && topic.name != name)
            continue;
        isFound = true;
        const std::size_t before = topic.partitions.size();
        const std::size_t after = static_cast<std::size_t>(count);
        const int replication = before > 0 ? static_cast<int>(topic.partitions.front().replicas.size()) : 1;
        const TopicSpec plain = defaultTopic(cluster, topic.name, static_cast<int>(count), std::max(replication, 1));
        topic.partitions.resize(after);
        for (std::size_t p = before; p < after; ++p) {
            topic.partitions[p] = plain.partitions[p];
            topic.partitions[p].records = before > 0 ? topic.partitions.front().records : 0;
        }
        for (ClientEntry& client : scenario.clients)
            assignAll(client.script, topic.name, before, after);
    }
    if (!isFound)
        return fail(name.empty() ? std::string("this scenario has no topic")
                                 : "there is no topic '" + printable(name) + "' in this scenario"
                    + didYouMeanOneOf(name, "topics", names));
    return {};
}

Result<void> setInstances(Scenario& scenario, std::string_view name, std::int64_t count)
{
    if (auto good = checkNumber("count", count, limits::kClients); !good)
        return good;
    bool isFound = false;
    for (ClientEntry& client : scenario.clients) {
        if (name != "*" && client.name != name)
            continue;
        client.count = static_cast<int>(count);
        isFound = true;
    }
    return isFound ? Result<void> {} : fail("there is no client '" + printable(name) + "' in this scenario");
}

} // namespace connscope::scenario
