// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/visitor.h"

/// \file
/// What an admin client asks: topics and configs.
/// Each field has its name from Kafka's message definitions; what a version does not have is neither written nor read and
/// keeps its default.

namespace connscope::wire {

/// Topics to be created, by count or with an assignment.
/// CreateTopicsRequest.json: versions 0 to 7, flexible from 5 on.
struct CreateTopicsRequest {
    static constexpr MessageInfo kInfo {ApiKey::CreateTopics, Direction::Request, "CreateTopicsRequest", 0, 7, 5};

    struct CreatableTopic {
        struct CreatableReplicaAssignment {
            std::int32_t partitionIndex = 0;
            std::vector<std::int32_t> brokerIds;
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const CreatableReplicaAssignment&) const = default;
        };

        struct CreatableTopicConfig {
            std::string name;
            std::optional<std::string> value = std::string();
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const CreatableTopicConfig&) const = default;
        };

        std::string name;
        std::int32_t numPartitions = 0;
        std::int16_t replicationFactor = 0;
        std::vector<CreatableReplicaAssignment> assignments;
        std::vector<CreatableTopicConfig> configs;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const CreatableTopic&) const = default;
    };

    std::vector<CreatableTopic> topics;
    std::int32_t timeoutMs = 60000;
    bool validateOnly = false; ///< v1+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const CreateTopicsRequest&) const = default;
};

/// One result for each topic.
/// CreateTopicsResponse.json: versions 0 to 7, flexible from 5 on.
struct CreateTopicsResponse {
    static constexpr MessageInfo kInfo {ApiKey::CreateTopics, Direction::Response, "CreateTopicsResponse", 0, 7, 5};

    struct CreatableTopicResult {
        struct CreatableTopicConfigs {
            std::string name;
            std::optional<std::string> value = std::string();
            bool readOnly = false;
            std::int8_t configSource = -1;
            bool isSensitive = false;
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const CreatableTopicConfigs&) const = default;
        };

        std::string name;
        Uuid topicId; ///< v7+
        std::int16_t errorCode = 0;
        std::optional<std::string> errorMessage = std::string(); ///< v1+
        std::int16_t topicConfigErrorCode = 0; ///< v5+; tag 0
        std::int32_t numPartitions = -1; ///< v5+
        std::int16_t replicationFactor = -1; ///< v5+
        std::optional<std::vector<CreatableTopicConfigs>> configs = std::vector<CreatableTopicConfigs>(); ///< v5+
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const CreatableTopicResult&) const = default;
    };

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet; v2+
    std::vector<CreatableTopicResult> topics;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const CreateTopicsResponse&) const = default;
};

/// Topics to be deleted: names up to 5, names or ids from 6 on.
/// DeleteTopicsRequest.json: versions 0 to 6, flexible from 4 on.
struct DeleteTopicsRequest {
    static constexpr MessageInfo kInfo {ApiKey::DeleteTopics, Direction::Request, "DeleteTopicsRequest", 0, 6, 4};

    struct DeleteTopicState {
        std::optional<std::string> name;
        Uuid topicId;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const DeleteTopicState&) const = default;
    };

    std::vector<DeleteTopicState> topics; ///< v6+
    std::vector<std::string> topicNames; ///< up to v5
    std::int32_t timeoutMs = 0;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const DeleteTopicsRequest&) const = default;
};

/// One result for each topic.
/// DeleteTopicsResponse.json: versions 0 to 6, flexible from 4 on.
struct DeleteTopicsResponse {
    static constexpr MessageInfo kInfo {ApiKey::DeleteTopics, Direction::Response, "DeleteTopicsResponse", 0, 6, 4};

    struct DeletableTopicResult {
        std::optional<std::string> name = std::string(); ///< null from v6 on only
        Uuid topicId; ///< v6+
        std::int16_t errorCode = 0;
        std::optional<std::string> errorMessage; ///< v5+
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const DeletableTopicResult&) const = default;
    };

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet; v1+
    std::vector<DeletableTopicResult> responses;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const DeleteTopicsResponse&) const = default;
};

/// Asks for configs of topics (2), brokers (4), broker loggers (8), clients (16), groups (32).
/// DescribeConfigsRequest.json: versions 0 to 4, flexible from 4 on.
struct DescribeConfigsRequest {
    static constexpr MessageInfo kInfo {
        ApiKey::DescribeConfigs, Direction::Request, "DescribeConfigsRequest", 0, 4, 4};

    struct DescribeConfigsResource {
        std::int8_t resourceType = 0; ///< 2 topic, 4 broker, 8 broker logger, 16 client, 32 group
        std::string resourceName;
        std::optional<std::vector<std::string>> configurationKeys = std::vector<std::string>();
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const DescribeConfigsResource&) const = default;
    };

    std::vector<DescribeConfigsResource> resources;
    bool includeSynonyms = false; ///< v1+
    bool includeDocumentation = false; ///< v3+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const DescribeConfigsRequest&) const = default;
};

/// Configs with where each value comes from.
/// DescribeConfigsResponse.json: versions 0 to 4, flexible from 4 on.
struct DescribeConfigsResponse {
    static constexpr MessageInfo kInfo {
        ApiKey::DescribeConfigs, Direction::Response, "DescribeConfigsResponse", 0, 4, 4};

    struct DescribeConfigsResult {
        struct DescribeConfigsResourceResult {
            struct DescribeConfigsSynonym {
                std::string name;
                std::optional<std::string> value = std::string();
                std::int8_t source = 0;
                TaggedFields unknownTaggedFields;

                void describe(Visitor& v);
                bool operator==(const DescribeConfigsSynonym&) const = default;
            };

            std::string name;
            std::optional<std::string> value = std::string();
            bool readOnly = false;
            bool isDefault = false; ///< v0
            std::int8_t configSource = -1; ///< v1+
            bool isSensitive = false;
            std::vector<DescribeConfigsSynonym> synonyms; ///< v1+
            std::int8_t configType = 0; ///< v3+
            std::optional<std::string> documentation = std::string(); ///< v3+
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const DescribeConfigsResourceResult&) const = default;
        };

        std::int16_t errorCode = 0;
        std::optional<std::string> errorMessage = std::string();
        std::int8_t resourceType = 0; ///< 2 topic, 4 broker, 8 broker logger, 16 client, 32 group
        std::string resourceName;
        std::vector<DescribeConfigsResourceResult> configs;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const DescribeConfigsResult&) const = default;
    };

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet
    std::vector<DescribeConfigsResult> results;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const DescribeConfigsResponse&) const = default;
};

} // namespace connscope::wire
