// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"

#include <string>
#include <vector>

/// \file
/// What a scenario has where its file is silent. The smallest useful file names one client and nothing else.

namespace connscope::scenario {

/// Brokers 0, 1, … on localhost:9092, 9093, … (all on their own hosts broker-<id>:9092 where the ports would run out).
std::vector<broker::BrokerSpec> defaultBrokers(int count, protocol::KafkaVersion version);
/// \a count replicas: \a leader first, then the brokers that follow it in the cluster's list.
std::vector<BrokerId> replicasFrom(const broker::ClusterSpec& cluster, BrokerId leader, int count);
/// Partition p is led by the broker at place p mod (number of brokers).
broker::TopicSpec defaultTopic(const broker::ClusterSpec& cluster, std::string name, int partitions, int replication);
/// t4, with one partition on each broker.
std::vector<broker::TopicSpec> defaultTopics(const broker::ClusterSpec& cluster);
/// host:port of the first \a count brokers, as they listen, joined by commas.
std::string bootstrapServers(const broker::ClusterSpec& cluster, std::size_t count);
/// Producer: a second of silence, then one record to each partition of the first topic. Consumer: subscribes to every topic
/// (without a group.id: assigns every partition) and polls for ever. Admin: describeCluster().
std::vector<client::Step> defaultScript(const Scenario& scenario, trace::ClientKind kind, bool hasGroup);

} // namespace connscope::scenario
