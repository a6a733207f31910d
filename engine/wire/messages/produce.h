// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/visitor.h"

/// \file
/// PRODUCE. What lies in `records` is the business of wire/records.h.
/// Each field has its name from Kafka's message definitions; what a version does not have is neither written nor read and
/// keeps its default.

namespace connscope::wire {

/// Record batches for partitions. With acks = 0 no answer comes.
/// ProduceRequest.json: versions 0 to 13, flexible from 9 on.
struct ProduceRequest {
    static constexpr MessageInfo kInfo {ApiKey::Produce, Direction::Request, "ProduceRequest", 0, 13, 9};

    struct TopicProduceData {
        struct PartitionProduceData {
            std::int32_t index = 0;
            std::optional<RecordBytes> records; ///< record batches, see wire/records.h
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const PartitionProduceData&) const = default;
        };

        std::string name; ///< up to v12
        Uuid topicId; ///< v13+
        std::vector<PartitionProduceData> partitionData;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const TopicProduceData&) const = default;
    };

    std::optional<std::string> transactionalId; ///< v3+
    std::int16_t acks = 0; ///< 0, 1, or -1 for all in-sync replicas
    std::int32_t timeoutMs = 0;
    std::vector<TopicProduceData> topicData;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const ProduceRequest&) const = default;
};

/// Where the batches were put.
/// ProduceResponse.json: versions 0 to 13, flexible from 9 on.
struct ProduceResponse {
    static constexpr MessageInfo kInfo {ApiKey::Produce, Direction::Response, "ProduceResponse", 0, 13, 9};

    struct TopicProduceResponse {
        struct PartitionProduceResponse {
            struct BatchIndexAndErrorMessage {
                std::int32_t batchIndex = 0;
                std::optional<std::string> batchIndexErrorMessage;
                TaggedFields unknownTaggedFields;

                void describe(Visitor& v);
                bool operator==(const BatchIndexAndErrorMessage&) const = default;
            };

            struct LeaderIdAndEpoch {
                std::int32_t leaderId = -1;
                std::int32_t leaderEpoch = -1;
                TaggedFields unknownTaggedFields;

                void describe(Visitor& v);
                bool operator==(const LeaderIdAndEpoch&) const = default;
            };

            std::int32_t index = 0;
            std::int16_t errorCode = 0;
            std::int64_t baseOffset = 0;
            std::int64_t logAppendTimeMs = -1; ///< v2+
            std::int64_t logStartOffset = -1; ///< v5+
            std::vector<BatchIndexAndErrorMessage> recordErrors; ///< v8+
            std::optional<std::string> errorMessage; ///< v8+
            LeaderIdAndEpoch currentLeader; ///< v10+; tag 0
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const PartitionProduceResponse&) const = default;
        };

        std::string name; ///< up to v12
        Uuid topicId; ///< v13+
        std::vector<PartitionProduceResponse> partitionResponses;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const TopicProduceResponse&) const = default;
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

    std::vector<TopicProduceResponse> responses;
    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet; v1+
    std::vector<NodeEndpoint> nodeEndpoints; ///< v10+; tag 0
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const ProduceResponse&) const = default;
};

} // namespace connscope::wire
