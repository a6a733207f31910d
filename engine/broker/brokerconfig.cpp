// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/brokerconfig.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>

namespace connscope::broker {

namespace {

template <typename T>
T clamped(std::int64_t value, T low)
{
    return static_cast<T>(std::clamp<std::int64_t>(value, low, std::numeric_limits<T>::max()));
}

/// "127.0.0.1:200": items that do not read like this were refused by the config key's own check, or limit nothing.
std::vector<std::pair<std::string, std::int64_t>> readOverrides(const std::vector<std::string>& items)
{
    std::vector<std::pair<std::string, std::int64_t>> overrides;
    for (const std::string& item : items) {
        const std::size_t colon = item.rfind(':');
        if (colon == std::string::npos)
            continue;
        std::int64_t count = 0;
        const char* end = item.data() + item.size();
        const auto read = std::from_chars(item.data() + colon + 1, end, count);
        if (read.ec == std::errc {} && read.ptr == end)
            overrides.emplace_back(item.substr(0, colon), count);
    }
    return overrides;
}

} // namespace

BrokerConfig readBrokerConfig(const protocol::ConfigSet& config)
{
    BrokerConfig c;
    c.idleMs = config.integer("connections.max.idle.ms");
    c.idleNs = protocol::idleLimitNs(c.idleMs);
    c.networkThreads = clamped<std::uint32_t>(config.integer("num.network.threads"), 1);
    applyDynamicKeys(config, c);
    c.autoCreateTopics = config.flag("auto.create.topics.enable");
    c.deleteTopics = config.flag("delete.topic.enable");
    c.maxTransactionTimeout = config.duration("transaction.max.timeout.ms");
    c.maxMessageBytes = config.integer("message.max.bytes");
    c.maxFetchBytes = config.integer("fetch.max.bytes");
    c.maxOffsetMetadata = clamped<std::uint32_t>(config.integer("offset.metadata.max.bytes"), 0);
    c.partitions = clamped<std::int32_t>(config.integer("num.partitions"), 1);
    c.replication = clamped<std::int32_t>(config.integer("default.replication.factor"), 1);
    c.minInSyncReplicas = config.integer("min.insync.replicas");
    c.initialRebalanceDelay = config.duration("group.initial.rebalance.delay.ms");
    c.minSessionTimeout = config.duration("group.min.session.timeout.ms");
    c.maxSessionTimeout = config.duration("group.max.session.timeout.ms");
    c.maxGroupSize = config.integer("group.max.size");
    c.offsetsPartitions = clamped<std::int32_t>(config.integer("offsets.topic.num.partitions"), 1);
    c.transactionPartitions = clamped<std::int32_t>(config.integer("transaction.state.log.num.partitions"), 1);
    c.rebalanceLeaders = config.flag("auto.leader.rebalance.enable");
    c.leaderCheckInterval = std::chrono::seconds(
        std::clamp<std::int64_t>(config.integer("leader.imbalance.check.interval.seconds"), 0, 1'000'000'000));
    c.rackAwareSelector = config.text("replica.selector.class").ends_with("RackAwareReplicaSelector");
    c.fetchSessionSlots = clamped<std::uint32_t>(config.integer("max.incremental.fetch.session.cache.slots"), 0);
    return c;
}

bool isDynamicBrokerKey(std::string_view key)
{
    return key == "max.connections" || key == "max.connections.per.ip" || key == "max.connections.per.ip.overrides";
}

void applyDynamicKeys(const protocol::ConfigSet& config, BrokerConfig& running)
{
    running.maxConnections = config.integer("max.connections");
    running.maxConnectionsPerIp = config.integer("max.connections.per.ip");
    running.maxConnectionsPerIpOverrides = readOverrides(config.list("max.connections.per.ip.overrides"));
}

} // namespace connscope::broker
