// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/groupcoordinator.h"
#include "broker/records.h"
#include "broker/socketserver.h"
#include "broker/topics.h"

/// \file
/// Topics made and taken away by request (ReplicationControlManager#createTopics, #deleteTopic): each topic of a request
/// has an error of its own.

namespace connscope::broker {

/// A request must not take the memory of the machine: more than kMaxPartitions in one, or than the cluster may have, are refused
/// with INVALID_PARTITIONS (Kafka's controller has POLICY_VIOLATION for the former, and room for the latter).
class TopicAdmin {
public:
    struct Parts {
        SocketServer& sockets;
        Topics& topics;
        Records& records;
        GroupCoordinator& groups;
    };
    TopicAdmin(World& world, const Parts& parts)
        : m_world(world)
        , m_parts(parts)
    {
    }
    void createTopics(RequestRef ref, const protocol::CreateTopicsRequest& request);
    void deleteTopics(RequestRef ref, const protocol::DeleteTopicsRequest& request);

private:
    using Error = protocol::ErrorCode;
    /// Before 4.0 only the controller does this; from then on any broker passes it on (KIP-590).
    bool isAsked(BrokerIndex broker) const;
    /// Partitions that the topics of a request would have together.
    static std::int64_t partitionsOf(const protocol::CreateTopicsRequest& request, const BrokerConfig& config);
    void create(const protocol::NewTopic& topic, const BrokerConfig& config, bool validateOnly, EventId cause,
        protocol::CreatedTopic& created);
    /// What is wrong with replicas given by hand (#createTopic, INVALID_REPLICA_ASSIGNMENT); "" if nothing is.
    std::string wrongAssignment(const std::vector<std::vector<BrokerId>>& assignments) const;
    void remove(std::uint32_t topic, EventId cause, protocol::DeletedTopic& deleted);

    World& m_world;
    Parts m_parts;
};

} // namespace connscope::broker
