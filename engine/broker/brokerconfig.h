// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"
#include "protocol/configkeys.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// \file
/// The broker's configuration as the brain uses it: looked up once, when a broker starts, since a request must not
/// search for keys by name.

namespace connscope::broker {

/// Values of the Kafka keys named behind them.
struct BrokerConfig {
    std::optional<std::int64_t> idleNs; ///< connections.max.idle.ms as the Selector computes it; none = no expiry
    std::int64_t idleMs = 0; ///< the same, as written
    std::uint32_t networkThreads = 3; ///< num.network.threads
    std::int64_t maxConnections = 0; ///< max.connections
    std::int64_t maxConnectionsPerIp = 0; ///< max.connections.per.ip
    std::vector<std::pair<std::string, std::int64_t>>
        maxConnectionsPerIpOverrides; ///< max.connections.per.ip.overrides
    bool autoCreateTopics = true; ///< auto.create.topics.enable
    bool deleteTopics = true; ///< delete.topic.enable
    Duration maxTransactionTimeout {ms(900'000)}; ///< transaction.max.timeout.ms
    std::int64_t maxMessageBytes = 1'048'588; ///< message.max.bytes
    std::int64_t maxFetchBytes = 57'671'680; ///< fetch.max.bytes
    std::uint32_t maxOffsetMetadata = 4096; ///< offset.metadata.max.bytes
    std::int32_t partitions = 1; ///< num.partitions
    std::int32_t replication = 1; ///< default.replication.factor
    std::int64_t minInSyncReplicas = 1; ///< min.insync.replicas
    Duration initialRebalanceDelay {}; ///< group.initial.rebalance.delay.ms
    Duration minSessionTimeout {}; ///< group.min.session.timeout.ms
    Duration maxSessionTimeout {}; ///< group.max.session.timeout.ms
    std::int64_t maxGroupSize = 0; ///< group.max.size
    std::int32_t offsetsPartitions = 50; ///< offsets.topic.num.partitions
    std::int32_t transactionPartitions = 50; ///< transaction.state.log.num.partitions
    bool rebalanceLeaders = true; ///< auto.leader.rebalance.enable
    Duration leaderCheckInterval {}; ///< leader.imbalance.check.interval.seconds
    bool rackAwareSelector = false; ///< replica.selector.class is RackAwareReplicaSelector
    std::uint32_t fetchSessionSlots = 1000; ///< max.incremental.fetch.session.cache.slots
};

BrokerConfig readBrokerConfig(const protocol::ConfigSet& config);

/// True for the keys that a running broker takes on at once (KIP-226, KIP-402: SocketServer's reconfigurable ones).
bool isDynamicBrokerKey(std::string_view key);
/// Copies what such keys say into \a running.
void applyDynamicKeys(const protocol::ConfigSet& config, BrokerConfig& running);

} // namespace connscope::broker
