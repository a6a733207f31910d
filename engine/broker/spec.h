// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/apikey.h"
#include "base/ids.h"
#include "base/time.h"
#include "protocol/configkeys.h"
#include "protocol/messages.h"
#include "protocol/version.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// \file
/// What a cluster is made of: plain data that a scenario fills in and the broker brain starts from.

namespace connscope::broker {

struct BrokerSpec {
    BrokerId id;
    std::string host = "localhost"; ///< where it listens
    std::uint16_t port = 9092;
    std::string advertisedHost; ///< what metadata says (advertised.listeners); "" = host. May be wrong.
    std::uint16_t advertisedPort = 0; ///< 0 = port
    std::string rack; ///< broker.rack
    Duration serviceTime {std::chrono::microseconds(100)}; ///< time to handle one request
    std::map<ApiKey, Duration> extraServiceTime; ///< additional time for answers of one API
    protocol::ConfigSet config {protocol::ConfigOwner::Broker, protocol::kV3_9};
};

struct PartitionSpec {
    BrokerId leader; ///< none: no leader
    std::vector<BrokerId> replicas; ///< leader among them
    std::int64_t records = 0; ///< already in the log
};

struct TopicSpec {
    std::string name;
    std::vector<PartitionSpec> partitions;
};

struct ClusterSpec {
    std::string clusterId = "connscope";
    protocol::KafkaVersion version = protocol::kV3_9; ///< API versions that the brokers offer
    std::map<ApiKey, std::pair<std::int16_t, std::int16_t>> apiVersions; ///< overrides per API: min, max
    /// What the wire can carry. API_VERSIONS then lists what the release has, the wire can carry and the brain serves, and a
    /// request outside of that ends its connection. Nothing: a simulation, which lists what the release has.
    std::optional<std::vector<protocol::ApiVersionRange>> carried;
    std::vector<BrokerSpec> brokers;
    std::vector<TopicSpec> topics;
    std::map<std::string, BrokerId>
        groupCoordinators; ///< by hand; others by Kafka's hash over offsets.topic.num.partitions
    std::map<std::string, BrokerId> transactionCoordinators;
    BrokerId controller; ///< none: the lowest id
    std::map<std::string, Duration>
        throttle; ///< client.id to throttle_time_ms of each of its answers, as a quota would (KIP-219)
    Duration replicationDelay {std::chrono::microseconds(
        500)}; ///< until the followers of a partition have a record (acks=all, high watermark)
    /// Bytes of real record batches that the whole cluster keeps, bookkeeping included. Beyond that the batch that has been
    /// there longest goes, whatever partition it is of, and that partition's log starts behind it.
    std::int64_t retentionBytes = std::int64_t {256} << 20;
    Duration failureDetection {}; ///< until the cluster notices that a broker was killed; zero = at once
};

} // namespace connscope::broker
