// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/visitor.h"

/// \file
/// METADATA and DESCRIBE_CLUSTER: who the brokers are and which of them leads what.
/// Each field has its name from Kafka's message definitions; what a version does not have is neither written nor read and
/// keeps its default.

namespace connscope::wire {

/// Asks for brokers and for topics: null topics (in version 0: no topics) are all topics, none are none.
/// MetadataRequest.json: versions 0 to 13, flexible from 9 on.
struct MetadataRequest {
    static constexpr MessageInfo kInfo {ApiKey::Metadata, Direction::Request, "MetadataRequest", 0, 13, 9};

    struct MetadataRequestTopic {
        Uuid topicId; ///< v10+
        std::optional<std::string> name = std::string(); ///< null from v10 on only
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const MetadataRequestTopic&) const = default;
    };

    std::optional<std::vector<MetadataRequestTopic>> topics
        = std::vector<MetadataRequestTopic>(); ///< null from v1 on only
    bool allowAutoTopicCreation = true; ///< v4+
    bool includeClusterAuthorizedOperations = false; ///< v8 to v10
    bool includeTopicAuthorizedOperations = false; ///< v8+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const MetadataRequest&) const = default;
};

/// Brokers, and the leader and replicas of each partition.
/// MetadataResponse.json: versions 0 to 13, flexible from 9 on.
struct MetadataResponse {
    static constexpr MessageInfo kInfo {ApiKey::Metadata, Direction::Response, "MetadataResponse", 0, 13, 9};

    struct MetadataResponseBroker {
        std::int32_t nodeId = 0;
        std::string host;
        std::int32_t port = 0;
        std::optional<std::string> rack; ///< v1+
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const MetadataResponseBroker&) const = default;
    };

    struct MetadataResponseTopic {
        struct MetadataResponsePartition {
            std::int16_t errorCode = 0;
            std::int32_t partitionIndex = 0;
            std::int32_t leaderId = 0;
            std::int32_t leaderEpoch = -1; ///< v7+
            std::vector<std::int32_t> replicaNodes;
            std::vector<std::int32_t> isrNodes;
            std::vector<std::int32_t> offlineReplicas; ///< v5+
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const MetadataResponsePartition&) const = default;
        };

        std::int16_t errorCode = 0;
        std::optional<std::string> name = std::string(); ///< null from v12 on only
        Uuid topicId; ///< v10+
        bool isInternal = false; ///< v1+
        std::vector<MetadataResponsePartition> partitions;
        std::int32_t topicAuthorizedOperations = -2147483648; ///< bits by AclOperation; v8+
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const MetadataResponseTopic&) const = default;
    };

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet; v3+
    std::vector<MetadataResponseBroker> brokers;
    std::optional<std::string> clusterId; ///< v2+
    std::int32_t controllerId = -1; ///< v1+
    std::vector<MetadataResponseTopic> topics;
    std::int32_t clusterAuthorizedOperations = -2147483648; ///< bits by AclOperation; v8 to v10
    std::int16_t errorCode = 0; ///< v13+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const MetadataResponse&) const = default;
};

/// Asks who is in the cluster (KIP-700).
/// DescribeClusterRequest.json: versions 0 to 2, flexible from 0 on.
struct DescribeClusterRequest {
    static constexpr MessageInfo kInfo {
        ApiKey::DescribeCluster, Direction::Request, "DescribeClusterRequest", 0, 2, 0};

    bool includeClusterAuthorizedOperations = false;
    std::int8_t endpointType = 1; ///< v1+
    bool includeFencedBrokers = false; ///< v2+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const DescribeClusterRequest&) const = default;
};

/// Brokers (or controllers, from 1 on) and the active controller.
/// DescribeClusterResponse.json: versions 0 to 2, flexible from 0 on.
struct DescribeClusterResponse {
    static constexpr MessageInfo kInfo {
        ApiKey::DescribeCluster, Direction::Response, "DescribeClusterResponse", 0, 2, 0};

    struct DescribeClusterBroker {
        std::int32_t brokerId = 0;
        std::string host;
        std::int32_t port = 0;
        std::optional<std::string> rack;
        bool isFenced = false; ///< v2+
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const DescribeClusterBroker&) const = default;
    };

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet
    std::int16_t errorCode = 0;
    std::optional<std::string> errorMessage;
    std::int8_t endpointType = 1; ///< v1+
    std::string clusterId;
    std::int32_t controllerId = -1;
    std::vector<DescribeClusterBroker> brokers;
    std::int32_t clusterAuthorizedOperations = -2147483648; ///< bits by AclOperation
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const DescribeClusterResponse&) const = default;
};

} // namespace connscope::wire
