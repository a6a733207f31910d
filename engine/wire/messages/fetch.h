// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/visitor.h"

/// \file
/// FETCH, with sessions (KIP-227), the closest replica (KIP-392) and new leaders (KIP-951).
/// Each field has its name from Kafka's message definitions; what a version does not have is neither written nor read and
/// keeps its default.

namespace connscope::wire {

/// Asks for records. In an incremental request of a session, `topics` are the changes.
/// FetchRequest.json: versions 0 to 18, flexible from 12 on.
struct FetchRequest {
    static constexpr MessageInfo kInfo {ApiKey::Fetch, Direction::Request, "FetchRequest", 0, 18, 12};

    struct ReplicaState {
        std::int32_t replicaId = -1; ///< -1 for a consumer
        std::int64_t replicaEpoch = -1;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const ReplicaState&) const = default;
    };

    struct FetchTopic {
        struct FetchPartition {
            std::int32_t partition = 0;
            std::int32_t currentLeaderEpoch = -1; ///< v9+
            std::int64_t fetchOffset = 0;
            std::int32_t lastFetchedEpoch = -1; ///< v12+
            std::int64_t logStartOffset = -1; ///< v5+
            std::int32_t partitionMaxBytes = 0;
            Uuid replicaDirectoryId; ///< v17+; tag 0
            std::int64_t highWatermark = std::numeric_limits<std::int64_t>::max(); ///< v18+; tag 1
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const FetchPartition&) const = default;
        };

        std::string topic; ///< up to v12
        Uuid topicId; ///< v13+
        std::vector<FetchPartition> partitions;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const FetchTopic&) const = default;
    };

    struct ForgottenTopic {
        std::string topic; ///< up to v12
        Uuid topicId; ///< v13+
        std::vector<std::int32_t> partitions;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const ForgottenTopic&) const = default;
    };

    std::optional<std::string> clusterId; ///< v12+; tag 0
    std::int32_t replicaId = -1; ///< -1 for a consumer; up to v14
    ReplicaState replicaState; ///< v15+; tag 1
    std::int32_t maxWaitMs = 0;
    std::int32_t minBytes = 0;
    std::int32_t maxBytes = std::numeric_limits<std::int32_t>::max(); ///< v3+
    std::int8_t isolationLevel = 0; ///< 0 read uncommitted, 1 read committed; v4+
    std::int32_t sessionId = 0; ///< 0: none; v7+
    std::int32_t sessionEpoch = -1; ///< 0: a new session; -1: none, or its end; v7+
    std::vector<FetchTopic> topics;
    std::vector<ForgottenTopic> forgottenTopicsData; ///< v7+
    std::string rackId; ///< v11+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const FetchRequest&) const = default;
};

/// Records by partition; in a session, only partitions that have something to say.
/// FetchResponse.json: versions 0 to 18, flexible from 12 on.
struct FetchResponse {
    static constexpr MessageInfo kInfo {ApiKey::Fetch, Direction::Response, "FetchResponse", 0, 18, 12};

    struct FetchableTopicResponse {
        struct PartitionData {
            struct EpochEndOffset {
                std::int32_t epoch = -1;
                std::int64_t endOffset = -1;
                TaggedFields unknownTaggedFields;

                void describe(Visitor& v);
                bool operator==(const EpochEndOffset&) const = default;
            };

            struct LeaderIdAndEpoch {
                std::int32_t leaderId = -1;
                std::int32_t leaderEpoch = -1;
                TaggedFields unknownTaggedFields;

                void describe(Visitor& v);
                bool operator==(const LeaderIdAndEpoch&) const = default;
            };

            struct SnapshotId {
                std::int64_t endOffset = -1;
                std::int32_t epoch = -1;
                TaggedFields unknownTaggedFields;

                void describe(Visitor& v);
                bool operator==(const SnapshotId&) const = default;
            };

            struct AbortedTransaction {
                std::int64_t producerId = 0;
                std::int64_t firstOffset = 0;
                TaggedFields unknownTaggedFields;

                void describe(Visitor& v);
                bool operator==(const AbortedTransaction&) const = default;
            };

            std::int32_t partitionIndex = 0;
            std::int16_t errorCode = 0;
            std::int64_t highWatermark = 0;
            std::int64_t lastStableOffset = -1; ///< v4+
            std::int64_t logStartOffset = -1; ///< v5+
            EpochEndOffset divergingEpoch; ///< v12+; tag 0
            LeaderIdAndEpoch currentLeader; ///< v12+; tag 1
            SnapshotId snapshotId; ///< v12+; tag 2
            std::optional<std::vector<AbortedTransaction>> abortedTransactions
                = std::vector<AbortedTransaction>(); ///< by first offset; v4+
            std::int32_t preferredReadReplica = -1; ///< -1: this one; v11+
            std::optional<RecordBytes> records; ///< record batches, see wire/records.h
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const PartitionData&) const = default;
        };

        std::string topic; ///< up to v12
        Uuid topicId; ///< v13+
        std::vector<PartitionData> partitions;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const FetchableTopicResponse&) const = default;
    };

    struct NodeEndpoint {
        std::int32_t nodeId = 0;
        std::string host;
        std::int32_t port = 0;
        std::optional<std::string> rack;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const NodeEndpoint&) const = default;
    };

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet; v1+
    std::int16_t errorCode = 0; ///< v7+
    std::int32_t sessionId = 0; ///< 0: none; v7+
    std::vector<FetchableTopicResponse> responses;
    std::vector<NodeEndpoint> nodeEndpoints; ///< v16+; tag 0
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const FetchResponse&) const = default;
};

} // namespace connscope::wire
