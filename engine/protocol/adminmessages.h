// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "protocol/errors.h"
#include "protocol/uuid.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// \file
/// What administrators say to a cluster: topics made and taken away, configurations asked for. Part of messages.h, which
/// is what to include.

namespace connscope::protocol {

/// A config entry that somebody sets.
struct ConfigEntry {
    std::string name;
    std::string value;
};
struct NewTopic {
    std::string name;
    std::int32_t partitions = 1; ///< -1: num.partitions
    std::int16_t replication = 1; ///< -1: default.replication.factor
    std::vector<std::vector<BrokerId>> assignments {}; ///< replicas by partition, instead of both numbers; or empty
    std::vector<ConfigEntry> configs {};
};
struct CreateTopicsRequest {
    std::vector<NewTopic> topics;
    bool validateOnly = false; ///< v1+
};
struct CreatedTopic {
    std::string name;
    Uuid topicId;
    ErrorCode error = ErrorCode::None;
    std::string message; ///< why not
    std::int32_t partitions = -1;
    std::int16_t replication = -1;
};
struct CreateTopicsResponse {
    ErrorCode error = ErrorCode::None; ///< the first error among the topics
    std::vector<CreatedTopic> topics {}; ///< as they were asked
};
struct DeleteTopicsRequest {
    std::vector<std::string> topics;
    std::vector<Uuid> topicIds; ///< v6+, answered behind `topics`
};
struct DeletedTopic {
    std::string name; ///< "" where nobody knows its id
    Uuid topicId;
    ErrorCode error = ErrorCode::None;
};
struct DeleteTopicsResponse {
    std::vector<DeletedTopic> topics;
};
enum class ConfigResourceType : std::int8_t { Unknown = 0, Topic = 2, Broker = 4, BrokerLogger = 8 };
struct ConfigResource {
    ConfigResourceType type = ConfigResourceType::Unknown;
    std::string name; ///< "t4", "0"
    bool allKeys = true; ///< a null list of keys
    std::vector<std::string> keys;
};
struct DescribeConfigsRequest {
    std::string resource; ///< "broker 0", "topic t4"; our own clients
    std::vector<ConfigResource> resources {}; ///< instead of `resource`
};
/// DescribeConfigsResponse.ConfigSource
enum class ConfigSource : std::int8_t { Unknown = 0, Topic = 1, DynamicBroker = 2, StaticBroker = 4, Default = 5 };
/// ConfigDef.Type as DescribeConfigsResponse.ConfigType counts it
enum class ConfigValueType : std::int8_t {
    Unknown = 0,
    Boolean = 1,
    String = 2,
    Int = 3,
    Short = 4,
    Long = 5,
    Double = 6,
    List = 7,
    Class = 8,
    Password = 9,
};
struct DescribedConfig {
    std::string name;
    std::optional<std::string> value; ///< nothing: null, or a secret
    ConfigSource source = ConfigSource::Default;
    ConfigValueType type = ConfigValueType::String;
    bool readOnly = false;
    bool sensitive = false;
};
struct DescribedResource {
    ErrorCode error = ErrorCode::None;
    std::string message;
    ConfigResourceType type = ConfigResourceType::Unknown;
    std::string name;
    std::vector<DescribedConfig> configs; ///< by name
};
struct DescribeConfigsResponse {
    ErrorCode error = ErrorCode::None; ///< the first one among the resources
    std::vector<DescribedResource> resources {};
};

} // namespace connscope::protocol
