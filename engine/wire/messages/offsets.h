// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/visitor.h"

/// \file
/// The offsets that a group has committed: OFFSET_COMMIT and OFFSET_FETCH.
/// Each field has its name from Kafka's message definitions; what a version does not have is neither written nor read and
/// keeps its default.

namespace connscope::wire {

/// The offsets of a group to be kept.
/// OffsetCommitRequest.json: versions 0 to 10, flexible from 8 on.
struct OffsetCommitRequest {
    static constexpr MessageInfo kInfo {ApiKey::OffsetCommit, Direction::Request, "OffsetCommitRequest", 0, 10, 8};

    struct OffsetCommitRequestTopic {
        struct OffsetCommitRequestPartition {
            std::int32_t partitionIndex = 0;
            std::int64_t committedOffset = 0;
            std::int32_t committedLeaderEpoch = -1; ///< v6+
            std::int64_t commitTimestamp = -1; ///< v1
            std::optional<std::string> committedMetadata = std::string();
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const OffsetCommitRequestPartition&) const = default;
        };

        std::string name; ///< up to v9
        Uuid topicId; ///< v10+
        std::vector<OffsetCommitRequestPartition> partitions;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const OffsetCommitRequestTopic&) const = default;
    };

    std::string groupId;
    std::int32_t generationIdOrMemberEpoch = -1; ///< v1+
    std::string memberId; ///< v1+
    std::optional<std::string> groupInstanceId; ///< v7+
    std::int64_t retentionTimeMs = -1; ///< v2 to v4
    std::vector<OffsetCommitRequestTopic> topics;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const OffsetCommitRequest&) const = default;
};

/// One error code for each partition.
/// OffsetCommitResponse.json: versions 0 to 10, flexible from 8 on.
struct OffsetCommitResponse {
    static constexpr MessageInfo kInfo {ApiKey::OffsetCommit, Direction::Response, "OffsetCommitResponse", 0, 10, 8};

    struct OffsetCommitResponseTopic {
        struct OffsetCommitResponsePartition {
            std::int32_t partitionIndex = 0;
            std::int16_t errorCode = 0;
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const OffsetCommitResponsePartition&) const = default;
        };

        std::string name; ///< up to v9
        Uuid topicId; ///< v10+
        std::vector<OffsetCommitResponsePartition> partitions;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const OffsetCommitResponseTopic&) const = default;
    };

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet; v3+
    std::vector<OffsetCommitResponseTopic> topics;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const OffsetCommitResponse&) const = default;
};

/// Asks for committed offsets: of one group up to 7, of several from 8 on (KIP-709).
/// OffsetFetchRequest.json: versions 0 to 10, flexible from 6 on.
struct OffsetFetchRequest {
    static constexpr MessageInfo kInfo {ApiKey::OffsetFetch, Direction::Request, "OffsetFetchRequest", 0, 10, 6};

    struct OffsetFetchRequestTopic {
        std::string name;
        std::vector<std::int32_t> partitionIndexes;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const OffsetFetchRequestTopic&) const = default;
    };

    struct OffsetFetchRequestGroup {
        struct OffsetFetchRequestTopics {
            std::string name; ///< up to v9
            Uuid topicId; ///< v10+
            std::vector<std::int32_t> partitionIndexes;
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const OffsetFetchRequestTopics&) const = default;
        };

        std::string groupId;
        std::optional<std::string> memberId; ///< v9+
        std::int32_t memberEpoch = -1; ///< v9+
        std::optional<std::vector<OffsetFetchRequestTopics>> topics = std::vector<OffsetFetchRequestTopics>();
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const OffsetFetchRequestGroup&) const = default;
    };

    std::string groupId; ///< up to v7
    std::optional<std::vector<OffsetFetchRequestTopic>> topics
        = std::vector<OffsetFetchRequestTopic>(); ///< up to v7; null from v2 on only
    std::vector<OffsetFetchRequestGroup> groups; ///< v8+
    bool requireStable = false; ///< v7+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const OffsetFetchRequest&) const = default;
};

/// Committed offsets; -1 where there is none.
/// OffsetFetchResponse.json: versions 0 to 10, flexible from 6 on.
struct OffsetFetchResponse {
    static constexpr MessageInfo kInfo {ApiKey::OffsetFetch, Direction::Response, "OffsetFetchResponse", 0, 10, 6};

    struct OffsetFetchResponseTopic {
        struct OffsetFetchResponsePartition {
            std::int32_t partitionIndex = 0;
            std::int64_t committedOffset = 0;
            std::int32_t committedLeaderEpoch = -1; ///< v5+
            std::optional<std::string> metadata = std::string();
            std::int16_t errorCode = 0;
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const OffsetFetchResponsePartition&) const = default;
        };

        std::string name;
        std::vector<OffsetFetchResponsePartition> partitions;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const OffsetFetchResponseTopic&) const = default;
    };

    struct OffsetFetchResponseGroup {
        struct OffsetFetchResponseTopics {
            struct OffsetFetchResponsePartitions {
                std::int32_t partitionIndex = 0;
                std::int64_t committedOffset = 0;
                std::int32_t committedLeaderEpoch = -1;
                std::optional<std::string> metadata = std::string();
                std::int16_t errorCode = 0;
                TaggedFields unknownTaggedFields;

                void describe(Visitor& v);
                bool operator==(const OffsetFetchResponsePartitions&) const = default;
            };

            std::string name; ///< up to v9
            Uuid topicId; ///< v10+
            std::vector<OffsetFetchResponsePartitions> partitions;
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const OffsetFetchResponseTopics&) const = default;
        };

        std::string groupId;
        std::vector<OffsetFetchResponseTopics> topics;
        std::int16_t errorCode = 0;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const OffsetFetchResponseGroup&) const = default;
    };

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet; v3+
    std::vector<OffsetFetchResponseTopic> topics; ///< up to v7
    std::int16_t errorCode = 0; ///< v2 to v7
    std::vector<OffsetFetchResponseGroup> groups; ///< v8+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const OffsetFetchResponse&) const = default;
};

} // namespace connscope::wire
