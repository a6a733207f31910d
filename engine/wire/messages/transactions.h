// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/visitor.h"

/// \file
/// Idempotence and transactions (KIP-98, KIP-890).
/// Each field has its name from Kafka's message definitions; what a version does not have is neither written nor read and
/// keeps its default.

namespace connscope::wire {

/// Asks for a producer id and epoch; with a transactional id it also ends what its predecessor left open.
/// InitProducerIdRequest.json: versions 0 to 6, flexible from 2 on.
struct InitProducerIdRequest {
    static constexpr MessageInfo kInfo {ApiKey::InitProducerId, Direction::Request, "InitProducerIdRequest", 0, 6, 2};

    std::optional<std::string> transactionalId = std::string();
    std::int32_t transactionTimeoutMs = 0;
    std::int64_t producerId = -1; ///< v3+
    std::int16_t producerEpoch = -1; ///< v3+
    bool enable2Pc = false; ///< v6+
    bool keepPreparedTxn = false; ///< v6+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const InitProducerIdRequest&) const = default;
};

/// The producer id and epoch.
/// InitProducerIdResponse.json: versions 0 to 6, flexible from 2 on.
struct InitProducerIdResponse {
    static constexpr MessageInfo kInfo {
        ApiKey::InitProducerId, Direction::Response, "InitProducerIdResponse", 0, 6, 2};

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet
    std::int16_t errorCode = 0;
    std::int64_t producerId = -1;
    std::int16_t producerEpoch = 0;
    std::int64_t ongoingTxnProducerId = -1; ///< v6+
    std::int16_t ongoingTxnProducerEpoch = -1; ///< v6+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const InitProducerIdResponse&) const = default;
};

/// Partitions that a transaction will write to. From 4 on it is for brokers, with several transactions.
/// AddPartitionsToTxnRequest.json: versions 0 to 5, flexible from 3 on.
struct AddPartitionsToTxnRequest {
    static constexpr MessageInfo kInfo {
        ApiKey::AddPartitionsToTxn, Direction::Request, "AddPartitionsToTxnRequest", 0, 5, 3};

    struct AddPartitionsToTxnTransaction {
        struct AddPartitionsToTxnTopic {
            std::string name;
            std::vector<std::int32_t> partitions;
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const AddPartitionsToTxnTopic&) const = default;
        };

        std::string transactionalId;
        std::int64_t producerId = 0;
        std::int16_t producerEpoch = 0;
        bool verifyOnly = false;
        std::vector<AddPartitionsToTxnTopic> topics;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const AddPartitionsToTxnTransaction&) const = default;
    };

    struct AddPartitionsToTxnTopic {
        std::string name;
        std::vector<std::int32_t> partitions;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const AddPartitionsToTxnTopic&) const = default;
    };

    std::vector<AddPartitionsToTxnTransaction> transactions; ///< v4+
    std::string v3AndBelowTransactionalId; ///< up to v3
    std::int64_t v3AndBelowProducerId = 0; ///< up to v3
    std::int16_t v3AndBelowProducerEpoch = 0; ///< up to v3
    std::vector<AddPartitionsToTxnTopic> v3AndBelowTopics; ///< up to v3
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const AddPartitionsToTxnRequest&) const = default;
};

/// One error code for each partition.
/// AddPartitionsToTxnResponse.json: versions 0 to 5, flexible from 3 on.
struct AddPartitionsToTxnResponse {
    static constexpr MessageInfo kInfo {
        ApiKey::AddPartitionsToTxn, Direction::Response, "AddPartitionsToTxnResponse", 0, 5, 3};

    struct AddPartitionsToTxnResult {
        struct AddPartitionsToTxnTopicResult {
            struct AddPartitionsToTxnPartitionResult {
                std::int32_t partitionIndex = 0;
                std::int16_t partitionErrorCode = 0;
                TaggedFields unknownTaggedFields;

                void describe(Visitor& v);
                bool operator==(const AddPartitionsToTxnPartitionResult&) const = default;
            };

            std::string name;
            std::vector<AddPartitionsToTxnPartitionResult> resultsByPartition;
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const AddPartitionsToTxnTopicResult&) const = default;
        };

        std::string transactionalId;
        std::vector<AddPartitionsToTxnTopicResult> topicResults;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const AddPartitionsToTxnResult&) const = default;
    };

    struct AddPartitionsToTxnTopicResult {
        struct AddPartitionsToTxnPartitionResult {
            std::int32_t partitionIndex = 0;
            std::int16_t partitionErrorCode = 0;
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const AddPartitionsToTxnPartitionResult&) const = default;
        };

        std::string name;
        std::vector<AddPartitionsToTxnPartitionResult> resultsByPartition;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const AddPartitionsToTxnTopicResult&) const = default;
    };

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet
    std::int16_t errorCode = 0; ///< v4+
    std::vector<AddPartitionsToTxnResult> resultsByTransaction; ///< v4+
    std::vector<AddPartitionsToTxnTopicResult> resultsByTopicV3AndBelow; ///< up to v3
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const AddPartitionsToTxnResponse&) const = default;
};

/// A group whose offsets a transaction will commit.
/// AddOffsetsToTxnRequest.json: versions 0 to 4, flexible from 3 on.
struct AddOffsetsToTxnRequest {
    static constexpr MessageInfo kInfo {
        ApiKey::AddOffsetsToTxn, Direction::Request, "AddOffsetsToTxnRequest", 0, 4, 3};

    std::string transactionalId;
    std::int64_t producerId = 0;
    std::int16_t producerEpoch = 0;
    std::string groupId;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const AddOffsetsToTxnRequest&) const = default;
};

/// Whether it may.
/// AddOffsetsToTxnResponse.json: versions 0 to 4, flexible from 3 on.
struct AddOffsetsToTxnResponse {
    static constexpr MessageInfo kInfo {
        ApiKey::AddOffsetsToTxn, Direction::Response, "AddOffsetsToTxnResponse", 0, 4, 3};

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet
    std::int16_t errorCode = 0;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const AddOffsetsToTxnResponse&) const = default;
};

/// Commit or abort.
/// EndTxnRequest.json: versions 0 to 5, flexible from 3 on.
struct EndTxnRequest {
    static constexpr MessageInfo kInfo {ApiKey::EndTxn, Direction::Request, "EndTxnRequest", 0, 5, 3};

    std::string transactionalId;
    std::int64_t producerId = 0;
    std::int16_t producerEpoch = 0;
    bool committed = false; ///< false: abort
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const EndTxnRequest&) const = default;
};

/// Whether it ended; from 5 on with the epoch for the next transaction (KIP-890).
/// EndTxnResponse.json: versions 0 to 5, flexible from 3 on.
struct EndTxnResponse {
    static constexpr MessageInfo kInfo {ApiKey::EndTxn, Direction::Response, "EndTxnResponse", 0, 5, 3};

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet
    std::int16_t errorCode = 0;
    std::int64_t producerId = -1; ///< v5+
    std::int16_t producerEpoch = -1; ///< v5+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const EndTxnResponse&) const = default;
};

/// Offsets that count once the transaction is committed.
/// TxnOffsetCommitRequest.json: versions 0 to 5, flexible from 3 on.
struct TxnOffsetCommitRequest {
    static constexpr MessageInfo kInfo {
        ApiKey::TxnOffsetCommit, Direction::Request, "TxnOffsetCommitRequest", 0, 5, 3};

    struct TxnOffsetCommitRequestTopic {
        struct TxnOffsetCommitRequestPartition {
            std::int32_t partitionIndex = 0;
            std::int64_t committedOffset = 0;
            std::int32_t committedLeaderEpoch = -1; ///< v2+
            std::optional<std::string> committedMetadata = std::string();
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const TxnOffsetCommitRequestPartition&) const = default;
        };

        std::string name;
        std::vector<TxnOffsetCommitRequestPartition> partitions;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const TxnOffsetCommitRequestTopic&) const = default;
    };

    std::string transactionalId;
    std::string groupId;
    std::int64_t producerId = 0;
    std::int16_t producerEpoch = 0;
    std::int32_t generationId = -1; ///< v3+
    std::string memberId; ///< v3+
    std::optional<std::string> groupInstanceId; ///< v3+
    std::vector<TxnOffsetCommitRequestTopic> topics;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const TxnOffsetCommitRequest&) const = default;
};

/// One error code for each partition.
/// TxnOffsetCommitResponse.json: versions 0 to 5, flexible from 3 on.
struct TxnOffsetCommitResponse {
    static constexpr MessageInfo kInfo {
        ApiKey::TxnOffsetCommit, Direction::Response, "TxnOffsetCommitResponse", 0, 5, 3};

    struct TxnOffsetCommitResponseTopic {
        struct TxnOffsetCommitResponsePartition {
            std::int32_t partitionIndex = 0;
            std::int16_t errorCode = 0;
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const TxnOffsetCommitResponsePartition&) const = default;
        };

        std::string name;
        std::vector<TxnOffsetCommitResponsePartition> partitions;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const TxnOffsetCommitResponseTopic&) const = default;
    };

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet
    std::vector<TxnOffsetCommitResponseTopic> topics;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const TxnOffsetCommitResponse&) const = default;
};

} // namespace connscope::wire
