// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/visitor.h"

/// \file
/// Where a partition begins, ends and branches off: LIST_OFFSETS and OFFSET_FOR_LEADER_EPOCH (KIP-320).
/// Each field has its name from Kafka's message definitions; what a version does not have is neither written nor read and
/// keeps its default.

namespace connscope::wire {

/// Asks for an offset by time: -1 is the end of the log, -2 its start, -3 the newest record, -4 and -5 local and tiered.
/// ListOffsetsRequest.json: versions 0 to 10, flexible from 6 on.
struct ListOffsetsRequest {
    static constexpr MessageInfo kInfo {ApiKey::ListOffsets, Direction::Request, "ListOffsetsRequest", 0, 10, 6};

    struct ListOffsetsTopic {
        struct ListOffsetsPartition {
            std::int32_t partitionIndex = 0;
            std::int32_t currentLeaderEpoch = -1; ///< v4+
            std::int64_t timestamp = 0;
            std::int32_t maxNumOffsets = 1; ///< v0
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const ListOffsetsPartition&) const = default;
        };

        std::string name;
        std::vector<ListOffsetsPartition> partitions;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const ListOffsetsTopic&) const = default;
    };

    std::int32_t replicaId = 0; ///< -1 for a consumer
    std::int8_t isolationLevel = 0; ///< 0 read uncommitted, 1 read committed; v2+
    std::vector<ListOffsetsTopic> topics;
    std::int32_t timeoutMs = 0; ///< v10+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const ListOffsetsRequest&) const = default;
};

/// The offset found; -1 for none.
/// ListOffsetsResponse.json: versions 0 to 10, flexible from 6 on.
struct ListOffsetsResponse {
    static constexpr MessageInfo kInfo {ApiKey::ListOffsets, Direction::Response, "ListOffsetsResponse", 0, 10, 6};

    struct ListOffsetsTopicResponse {
        struct ListOffsetsPartitionResponse {
            std::int32_t partitionIndex = 0;
            std::int16_t errorCode = 0;
            std::vector<std::int64_t> oldStyleOffsets; ///< v0
            std::int64_t timestamp = -1; ///< v1+
            std::int64_t offset = -1; ///< v1+
            std::int32_t leaderEpoch = -1; ///< v4+
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const ListOffsetsPartitionResponse&) const = default;
        };

        std::string name;
        std::vector<ListOffsetsPartitionResponse> partitions;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const ListOffsetsTopicResponse&) const = default;
    };

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet; v2+
    std::vector<ListOffsetsTopicResponse> topics;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const ListOffsetsResponse&) const = default;
};

/// Asks where a leader epoch ended.
/// OffsetForLeaderEpochRequest.json: versions 0 to 4, flexible from 4 on.
struct OffsetForLeaderEpochRequest {
    static constexpr MessageInfo kInfo {
        ApiKey::OffsetForLeaderEpoch, Direction::Request, "OffsetForLeaderEpochRequest", 0, 4, 4};

    struct OffsetForLeaderTopic {
        struct OffsetForLeaderPartition {
            std::int32_t partition = 0;
            std::int32_t currentLeaderEpoch = -1; ///< v2+
            std::int32_t leaderEpoch = 0;
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const OffsetForLeaderPartition&) const = default;
        };

        std::string topic;
        std::vector<OffsetForLeaderPartition> partitions;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const OffsetForLeaderTopic&) const = default;
    };

    std::int32_t replicaId = -2; ///< -1 for a consumer; v3+
    std::vector<OffsetForLeaderTopic> topics;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const OffsetForLeaderEpochRequest&) const = default;
};

/// The end of the largest epoch that is not above the one asked for.
/// OffsetForLeaderEpochResponse.json: versions 0 to 4, flexible from 4 on.
struct OffsetForLeaderEpochResponse {
    static constexpr MessageInfo kInfo {
        ApiKey::OffsetForLeaderEpoch, Direction::Response, "OffsetForLeaderEpochResponse", 0, 4, 4};

    struct OffsetForLeaderTopicResult {
        struct EpochEndOffset {
            std::int16_t errorCode = 0;
            std::int32_t partition = 0;
            std::int32_t leaderEpoch = -1; ///< v1+
            std::int64_t endOffset = -1;
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const EpochEndOffset&) const = default;
        };

        std::string topic;
        std::vector<EpochEndOffset> partitions;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const OffsetForLeaderTopicResult&) const = default;
    };

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet; v2+
    std::vector<OffsetForLeaderTopicResult> topics;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const OffsetForLeaderEpochResponse&) const = default;
};

} // namespace connscope::wire
