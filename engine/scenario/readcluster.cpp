// SPDX-License-Identifier: GPL-3.0-or-later
// `cluster:` — brokers, topics, coordinators. Everything has a default: three brokers 0, 1, 2 on localhost:9092 to 9094 and
// a topic t4 with a partition on each.
#include "scenario/clientconfig.h"
#include "scenario/defaults.h"
#include "scenario/sections.h"

#include <algorithm>
#include <array>
#include <set>

namespace connscope::scenario {

namespace {

using Keys = std::span<const std::string_view>;

constexpr std::array<std::string_view, 12> kClusterKeys {"id", "version", "brokers", "config", "topics", "groups",
    "transactions", "controller", "api-versions", "throttle", "replication-delay", "failure-detection"};
constexpr std::array<std::string_view, 8> kBrokerKeys {
    "id", "host", "port", "advertised", "rack", "service-time", "slow-apis", "config"};
constexpr std::array<std::string_view, 7> kBrokersKeys {
    "count", "first-id", "host", "port", "racks", "service-time", "config"};
constexpr std::array<std::string_view, 5> kTopicKeys {"partitions", "replication", "leaders", "replicas", "records"};
constexpr std::array<std::string_view, 6> kVersions {"2.1", "2.2", "2.3", "2.8", "3.9", "4.0"};
constexpr std::array<protocol::KafkaVersion, 6> kVersionValues {
    protocol::kV2_1, protocol::kV2_2, protocol::kV2_3, protocol::kV2_8, protocol::kV3_9, protocol::kV4_0};

/// A name that becomes part of host names, topics and groups in messages and queries.
std::optional<std::string> name(Reading& reading, const YamlNode& node, std::string_view what)
{
    auto text = reading.text(node, what);
    if (!text)
        return std::nullopt;
    if (text->empty() || text->size() > 249) {
        reading.error(node, std::string(what) + ": expected a name of 1 to 249 characters");
        return std::nullopt;
    }
    return text;
}

/// Kafka's rule for topic names (Topic#validate).
bool isTopicName(std::string_view text)
{
    return !text.empty() && text.size() <= 249 && text != "." && text != ".."
        && std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.'
                   || c == '_' || c == '-';
           });
}

std::optional<ApiKey> readApi(Reading& reading, const YamlNode& node)
{
    if (node.isScalar()) {
        if (const auto api = apiFromName(node.text))
            return api;
    }
    std::vector<std::string_view> names;
    for (const ApiKey api : allApiKeys())
        names.push_back(apiName(api));
    reading.error(node,
        "expected the name of a request such as FETCH, found " + describe(node)
            + (node.isScalar() ? didYouMean(node.text, names) : ""));
    return std::nullopt;
}

class ClusterReader {
public:
    ClusterReader(Reading& reading, Scenario& scenario)
        : m_reading(reading)
        , m_cluster(scenario.cluster)
    {
    }

    void read(const YamlNode* node)
    {
        static const YamlNode kEmpty = [] {
            YamlNode empty;
            empty.kind = YamlNode::Kind::Map;
            return empty;
        }();
        MapReader map(m_reading, node ? *node : kEmpty, "cluster", kClusterKeys);
        map.text("id", m_cluster.clusterId);
        if (const YamlNode* version = map.find("version")) {
            if (const auto i = m_reading.word(*version, "version", kVersions))
                m_cluster.version = kVersionValues[*i];
        }
        readBrokers(map.find("brokers"));
        if (const YamlNode* config = map.find("config"))
            readClusterConfig(*config);
        if (const YamlNode* topics = map.find("topics"))
            readTopics(*topics);
        else
            m_cluster.topics = defaultTopics(m_cluster);
        readCoordinators(map.find("groups"), "groups", m_cluster.groupCoordinators);
        readCoordinators(map.find("transactions"), "transactions", m_cluster.transactionCoordinators);
        if (const YamlNode* controller = map.find("controller")) {
            if (const auto id = readBroker(m_reading, *controller, "controller", m_cluster))
                m_cluster.controller = *id;
        }
        if (const YamlNode* versions = map.find("api-versions"))
            readApiVersions(*versions);
        if (const YamlNode* throttle = map.find("throttle"))
            readThrottle(*throttle);
        map.duration("replication-delay", m_cluster.replicationDelay, {}, limits::kNetworkDelay);
        map.duration("failure-detection", m_cluster.failureDetection, {}, limits::kNetworkDelay);
    }

private:
    void readBrokers(const YamlNode* node)
    {
        if (!node || node->isScalar()) {
            const auto count
                = node ? m_reading.integer(*node, "brokers", 1, limits::kBrokers) : std::optional<std::int64_t>(3);
            m_cluster.brokers = defaultBrokers(static_cast<int>(count.value_or(1)), m_cluster.version);
        } else if (node->isMap()) {
            readBrokerPattern(*node);
        } else {
            readBrokerList(*node);
        }
        if (m_cluster.brokers.empty()) // an error is noted; what follows needs one
            m_cluster.brokers = defaultBrokers(1, m_cluster.version);
        m_reading.learnCluster(m_cluster);
    }

    void readBrokerPattern(const YamlNode& node)
    {
        MapReader map(m_reading, node, "brokers", kBrokersKeys);
        int count = 3;
        std::int32_t firstId = 0;
        std::string host = "localhost";
        int port = 9092;
        map.integer("count", count, 1, limits::kBrokers);
        map.integer("first-id", firstId, 0, limits::kBrokerId - count);
        readHost(m_reading, map, host);
        const std::size_t hole = host.find("{id}");
        // Brokers on one host need ports of their own.
        map.integer("port", port, 1, hole == std::string::npos ? 65536 - count : 65535);
        if (hole == std::string::npos && port + count > 65536) {
            m_reading.error(node,
                std::to_string(count)
                    + " brokers do not fit on the ports of one host; write {id} in host, as in "
                      "'broker-{id}.example'");
            return;
        }
        std::vector<std::string> racks;
        if (const YamlNode* list = map.find("racks")) {
            if (auto texts = m_reading.texts(*list, "racks"))
                racks = std::move(*texts);
        }
        broker::BrokerSpec pattern;
        pattern.config = protocol::ConfigSet(protocol::ConfigOwner::Broker, m_cluster.version);
        map.duration("service-time", pattern.serviceTime, {}, limits::kNetworkDelay);
        readConfig(map.find("config"), pattern.config);
        for (int i = 0; i < count; ++i) {
            broker::BrokerSpec spec = pattern;
            spec.id = BrokerId {firstId + i};
            spec.host = host;
            spec.port = static_cast<std::uint16_t>(port + (hole == std::string::npos ? i : 0));
            if (hole != std::string::npos)
                spec.host.replace(hole, 4, std::to_string(firstId + i));
            if (!racks.empty())
                spec.rack = racks[static_cast<std::size_t>(i) % racks.size()];
            m_cluster.brokers.push_back(std::move(spec));
        }
    }

    void readBrokerList(const YamlNode& node)
    {
        if (node.items.empty() || node.items.size() > static_cast<std::size_t>(limits::kBrokers)) {
            m_reading.error(node, "brokers: expected 1 to " + std::to_string(limits::kBrokers) + " brokers");
            return;
        }
        std::set<BrokerId> ids;
        std::set<std::pair<std::string, std::uint16_t>> addresses;
        for (std::size_t i = 0; i < node.items.size(); ++i) {
            const YamlNode& item = node.items[i];
            MapReader map(m_reading, item, "a broker", kBrokerKeys);
            if (!map.isMap())
                continue;
            broker::BrokerSpec spec;
            spec.config = protocol::ConfigSet(protocol::ConfigOwner::Broker, m_cluster.version);
            spec.id = BrokerId {static_cast<std::int32_t>(i)};
            map.integer("id", spec.id.value, 0, limits::kBrokerId);
            const bool ownHost = readHost(m_reading, map, spec.host);
            if (!map.integer("port", spec.port, 1, 65535))
                spec.port = static_cast<std::uint16_t>(ownHost ? 9092 : std::min<std::size_t>(9092 + i, 65535));
            if (const YamlNode* advertised = map.find("advertised")) {
                spec.advertisedPort = spec.port;
                readHostPort(m_reading, *advertised, "advertised", spec.advertisedHost, spec.advertisedPort);
            }
            map.text("rack", spec.rack);
            map.duration("service-time", spec.serviceTime, {}, limits::kNetworkDelay);
            if (const YamlNode* slow = map.find("slow-apis"))
                readSlowApis(*slow, spec);
            readConfig(map.find("config"), spec.config);
            if (!ids.insert(spec.id).second)
                m_reading.error(item,
                    "there is a broker " + std::to_string(spec.id.value) + " already; give each an id of its own");
            if (!addresses.insert({spec.host, spec.port}).second)
                m_reading.error(item,
                    "another broker listens on " + printable(spec.host) + ':' + std::to_string(spec.port)
                        + " already");
            m_cluster.brokers.push_back(std::move(spec));
        }
    }

    void readSlowApis(const YamlNode& node, broker::BrokerSpec& spec)
    {
        if (!node.isMap()) {
            m_reading.error(node,
                "slow-apis: expected a map of request names to durations, such as {API_VERSIONS: 2s}, found "
                    + describe(node));
            return;
        }
        for (const YamlEntry& entry : node.entries) {
            const auto api = readApi(m_reading, entry.key);
            const auto time = m_reading.duration(entry.value, "slow-apis", {}, limits::kNetworkDelay);
            if (api && time && !spec.extraServiceTime.emplace(*api, *time).second)
                m_reading.error(entry.key, "slow-apis: " + entry.key.text + " is given twice");
        }
    }

    void readConfig(const YamlNode* node, protocol::ConfigSet& config)
    {
        if (!node)
            return;
        std::vector<const YamlEntry*> entries;
        const auto values = m_reading.config(*node, &entries);
        applyConfig(m_reading, entries, values, config);
    }

    /// For every broker; what a broker says itself stands.
    void readClusterConfig(const YamlNode& node)
    {
        protocol::ConfigSet common(protocol::ConfigOwner::Broker, m_cluster.version);
        readConfig(&node, common);
        for (broker::BrokerSpec& spec : m_cluster.brokers) {
            if (spec.config.entries().empty()) {
                spec.config = common;
                continue;
            }
            for (const protocol::ConfigSet::Entry& entry : common.entries()) {
                if (!spec.config.isSet(entry.name))
                    static_cast<void>(
                        spec.config.set(entry.name, entry.text)); // the same call just went well on `common`
            }
        }
    }

    void readTopics(const YamlNode& node)
    {
        if (!node.isMap()) {
            m_reading.error(node,
                "topics: expected a map of topic names, such as {t4: {partitions: 3}}, found " + describe(node));
            return;
        }
        if (node.entries.size() > static_cast<std::size_t>(limits::kTopics)) {
            m_reading.error(node, "topics: at most " + std::to_string(limits::kTopics) + " topics");
            return;
        }
        std::set<std::string_view> names;
        std::int64_t partitions = 0;
        for (const YamlEntry& entry : node.entries) {
            if (!entry.key.isScalar() || !isTopicName(entry.key.text)) {
                m_reading.error(entry.key,
                    "expected a topic name of letters, digits, '.', '_' and '-', found " + describe(entry.key));
                continue;
            }
            if (!names.insert(entry.key.text).second) {
                m_reading.error(entry.key, "topics: '" + entry.key.text + "' is given twice");
                continue;
            }
            broker::TopicSpec topic = readTopic(entry);
            partitions += static_cast<std::int64_t>(topic.partitions.size());
            if (partitions > limits::kPartitions) {
                m_reading.error(
                    entry.key, "topics: more than " + std::to_string(limits::kPartitions) + " partitions in all");
                return;
            }
            for (const broker::PartitionSpec& partition : topic.partitions)
                m_replicas += static_cast<std::int64_t>(partition.replicas.size());
            if (m_replicas > limits::kReplicas) {
                m_reading.error(
                    entry.key, "topics: more than " + std::to_string(limits::kReplicas) + " replicas in all");
                return;
            }
            m_cluster.topics.push_back(std::move(topic));
        }
    }

    broker::TopicSpec readTopic(const YamlEntry& entry)
    {
        const std::string& topic = entry.key.text;
        const auto brokers = static_cast<std::int64_t>(m_cluster.brokers.size());
        if (entry.value.isNull())
            return defaultTopic(m_cluster, topic, static_cast<int>(brokers), 1);
        if (entry.value.isScalar()) {
            const auto count = m_reading.integer(entry.value, "partitions of " + topic, 1, limits::kPartitions);
            return defaultTopic(m_cluster, topic, static_cast<int>(count.value_or(1)), 1);
        }
        MapReader map(m_reading, entry.value, "a topic", kTopicKeys);
        const YamlNode* leaders = map.find("leaders");
        const YamlNode* replicas = map.find("replicas");
        std::int64_t count = brokers;
        for (const YamlNode* list : {replicas, leaders}) {
            if (list && list->isList() && !list->items.empty())
                count = static_cast<std::int64_t>(list->items.size());
        }
        std::int64_t partitions = count;
        map.integer("partitions", partitions, 1, limits::kPartitions);
        int replication = 1;
        map.integer("replication", replication, 1, brokers);
        if (partitions * replication > limits::kReplicas) {
            m_reading.error(entry.value, "more than " + std::to_string(limits::kReplicas) + " replicas");
            return defaultTopic(m_cluster, topic, 1, 1);
        }
        broker::TopicSpec spec = defaultTopic(m_cluster, topic, static_cast<int>(partitions), replication);
        if (leaders)
            readLeaders(*leaders, spec);
        if (replicas)
            readReplicas(*replicas, spec, leaders != nullptr);
        if (const YamlNode* records = map.find("records"))
            readRecords(*records, spec);
        return spec;
    }

    bool hasOnePerPartition(const YamlNode& node, std::string_view what, const broker::TopicSpec& topic)
    {
        if (node.isList() && node.items.size() == topic.partitions.size())
            return true;
        m_reading.error(node,
            std::string(what) + ": expected a list with one entry for each of the "
                + std::to_string(topic.partitions.size()) + " partitions, found "
                + (node.isList() ? std::to_string(node.items.size()) + " entries" : describe(node)));
        return false;
    }

    void readLeaders(const YamlNode& node, broker::TopicSpec& topic)
    {
        if (!hasOnePerPartition(node, "leaders", topic))
            return;
        for (std::size_t p = 0; p < topic.partitions.size(); ++p) {
            broker::PartitionSpec& partition = topic.partitions[p];
            if (node.items[p].isScalar() && node.items[p].text == "none") {
                partition.leader = BrokerId {};
                continue;
            }
            const auto leader = readBroker(m_reading, node.items[p], "leaders", m_cluster);
            if (!leader)
                continue;
            partition.replicas = replicasFrom(m_cluster, *leader, static_cast<int>(partition.replicas.size()));
            partition.leader = *leader;
        }
    }

    void readReplicas(const YamlNode& node, broker::TopicSpec& topic, bool leadersGiven)
    {
        if (!hasOnePerPartition(node, "replicas", topic))
            return;
        for (std::size_t p = 0; p < topic.partitions.size(); ++p) {
            const YamlNode& item = node.items[p];
            broker::PartitionSpec& partition = topic.partitions[p];
            if (!item.isList() || item.items.empty()) {
                m_reading.error(
                    item, "replicas: expected a list of broker ids, such as [0, 1], found " + describe(item));
                continue;
            }
            partition.replicas.clear();
            for (const YamlNode& id : item.items) {
                const auto replica = readBroker(m_reading, id, "replicas", m_cluster);
                if (!replica)
                    continue;
                if (std::find(partition.replicas.begin(), partition.replicas.end(), *replica)
                    != partition.replicas.end())
                    m_reading.error(id, "replicas: broker " + std::to_string(replica->value) + " is given twice");
                else
                    partition.replicas.push_back(*replica);
            }
            if (partition.replicas.empty())
                continue; // each of its ids was an error
            if (!leadersGiven)
                partition.leader = partition.replicas.front();
            else if (partition.leader.isValid()
                && std::find(partition.replicas.begin(), partition.replicas.end(), partition.leader)
                    == partition.replicas.end())
                m_reading.error(item,
                    "replicas: the leader of partition " + std::to_string(p) + ", broker "
                        + std::to_string(partition.leader.value) + ", is not among them");
        }
    }

    void readRecords(const YamlNode& node, broker::TopicSpec& topic)
    {
        if (node.isScalar()) {
            const auto records = m_reading.integer(node, "records", 0, limits::kRecords);
            for (broker::PartitionSpec& partition : topic.partitions)
                partition.records = records.value_or(0);
        } else if (hasOnePerPartition(node, "records", topic)) {
            for (std::size_t p = 0; p < topic.partitions.size(); ++p)
                topic.partitions[p].records
                    = m_reading.integer(node.items[p], "records", 0, limits::kRecords).value_or(0);
        }
    }

    void readCoordinators(const YamlNode* node, std::string_view what, std::map<std::string, BrokerId>& out)
    {
        if (!node)
            return;
        if (!node->isMap()) {
            m_reading.error(*node,
                std::string(what) + ": expected a map of names to broker ids, such as {test: 2}, found "
                    + describe(*node));
            return;
        }
        for (const YamlEntry& entry : node->entries) {
            const auto key = name(m_reading, entry.key, what);
            const auto id = readBroker(m_reading, entry.value, what, m_cluster);
            if (key && id && !out.emplace(*key, *id).second)
                m_reading.error(entry.key, std::string(what) + ": '" + printable(*key) + "' is given twice");
        }
    }

    void readApiVersions(const YamlNode& node)
    {
        if (!node.isMap()) {
            m_reading.error(node, "api-versions: expected a map such as {FETCH: [4, 11]}, found " + describe(node));
            return;
        }
        for (const YamlEntry& entry : node.entries) {
            const auto api = readApi(m_reading, entry.key);
            if (!entry.value.isList() || entry.value.items.size() != 2) {
                m_reading.error(entry.value,
                    "api-versions: expected the least and the greatest version, such as [4, 11], found "
                        + describe(entry.value));
                continue;
            }
            const auto low = m_reading.integer(entry.value.items[0], "api-versions", 0, 99);
            const auto high = m_reading.integer(entry.value.items[1], "api-versions", low.value_or(0), 99);
            if (api && low && high
                && !m_cluster.apiVersions
                        .emplace(*api, std::pair(static_cast<std::int16_t>(*low), static_cast<std::int16_t>(*high)))
                        .second)
                m_reading.error(entry.key, "api-versions: " + entry.key.text + " is given twice");
        }
    }

    void readThrottle(const YamlNode& node)
    {
        if (!node.isMap()) {
            m_reading.error(node,
                "throttle: expected a map of client ids to durations, such as {producer-1: 500ms}, found "
                    + describe(node));
            return;
        }
        for (const YamlEntry& entry : node.entries) {
            const auto clientId = m_reading.text(entry.key, "throttle");
            const auto time = m_reading.duration(entry.value, "throttle", {}, limits::kNetworkDelay);
            if (clientId && time && !m_cluster.throttle.emplace(*clientId, *time).second)
                m_reading.error(entry.key, "throttle: '" + printable(*clientId) + "' is given twice");
        }
    }

    Reading& m_reading;
    broker::ClusterSpec& m_cluster;
    std::int64_t m_replicas = 0;
};

} // namespace

void readCluster(Reading& reading, const YamlNode* node, Scenario& scenario)
{
    ClusterReader(reading, scenario).read(node);
    reading.learnCluster(scenario.cluster);
}

std::optional<BrokerId> readBroker(
    Reading& reading, const YamlNode& node, std::string_view what, const broker::ClusterSpec& cluster)
{
    const auto id = reading.integer(node, what, 0, limits::kBrokerId);
    if (!id)
        return std::nullopt;
    const BrokerId broker {static_cast<std::int32_t>(*id)};
    if (reading.hasBroker(broker))
        return broker;
    std::string known;
    for (std::size_t i = 0; i < cluster.brokers.size() && i < 8; ++i)
        known += (i ? ", " : "") + std::to_string(cluster.brokers[i].id.value);
    if (cluster.brokers.size() > 8)
        known += ", … " + std::to_string(cluster.brokers.back().id.value);
    reading.error(
        node, std::string(what) + ": there is no broker " + std::to_string(*id) + "; the cluster has " + known);
    return std::nullopt;
}

bool checkPartition(Reading& reading, const YamlNode& node, const protocol::TopicPartition& partition)
{
    const broker::TopicSpec* topic = reading.topic(partition.topic);
    if (!topic || static_cast<std::size_t>(partition.partition) < topic->partitions.size())
        return true;
    reading.error(node,
        "topic " + partition.topic + " has partitions 0 to " + std::to_string(topic->partitions.size() - 1) + ", not "
            + std::to_string(partition.partition));
    return false;
}

void applyConfig(Reading& reading, const std::vector<const YamlEntry*>& entries,
    const std::vector<std::pair<std::string, std::string>>& values, protocol::ConfigSet& config)
{
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto set = config.set(values[i].first, values[i].second);
        if (set) {
            if (std::string warning = idleLimitWarning(values[i].first, values[i].second); !warning.empty())
                reading.warning(entries[i]->value, std::move(warning));
            if (std::string warning = protocol::unheededWarning(config.owner(), values[i].first); !warning.empty())
                reading.warning(entries[i]->key, std::move(warning));
            continue;
        }
        // An unknown key is wrong at the key, a bad value at the value.
        const bool known = protocol::findConfigKey(config.owner(), values[i].first) != nullptr;
        reading.error(known ? entries[i]->value : entries[i]->key, set.error().message);
    }
}

} // namespace connscope::scenario
