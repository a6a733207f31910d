// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/convert/parts.h"
#include "wire/convert/values.h"

#include <algorithm>
#include <utility>

// Topics and configs: CREATE_TOPICS, DELETE_TOPICS, DESCRIBE_CONFIGS.

namespace connscope::wire::convert {

namespace {

constexpr std::int32_t kRequestTimeoutMs = 30'000; // request.timeout.ms of an admin client

/// Replicas by partition. The partitions of an assignment have to be 0, 1, 2 …, each once; one that they are not (Kafka
/// refuses it with INVALID_REPLICA_ASSIGNMENT) becomes a partition without replicas, which is refused the same way.
std::vector<std::vector<BrokerId>> replicasOf(
    const std::vector<CreateTopicsRequest::CreatableTopic::CreatableReplicaAssignment>& assignments)
{
    std::vector<std::vector<BrokerId>> replicas(assignments.size());
    std::vector<bool> seen(assignments.size());
    for (const CreateTopicsRequest::CreatableTopic::CreatableReplicaAssignment& assignment : assignments) {
        const auto partition = static_cast<std::size_t>(assignment.partitionIndex);
        if (assignment.partitionIndex < 0 || partition >= replicas.size() || seen[partition])
            return {{}};
        seen[partition] = true;
        replicas[partition] = brokers(assignment.brokerIds);
    }
    return replicas;
}

/// "broker 0", "topic t4"
Result<DescribeConfigsRequest::DescribeConfigsResource> resourceOf(const std::string& resource)
{
    constexpr std::string_view kBroker = "broker ";
    constexpr std::string_view kTopic = "topic ";
    DescribeConfigsRequest::DescribeConfigsResource out;
    out.configurationKeys.reset();
    if (resource.starts_with(kBroker)) {
        out.resourceType = static_cast<std::int8_t>(protocol::ConfigResourceType::Broker);
        out.resourceName = resource.substr(kBroker.size());
    } else if (resource.starts_with(kTopic)) {
        out.resourceType = static_cast<std::int8_t>(protocol::ConfigResourceType::Topic);
        out.resourceName = resource.substr(kTopic.size());
    } else {
        return fail("DESCRIBE_CONFIGS of \"" + resource + "\"; \"broker 0\" or \"topic t4\" was expected");
    }
    return out;
}

} // namespace

// -- CREATE_TOPICS --

ToWire toWire(const protocol::CreateTopicsRequest& r, const Asked&)
{
    CreateTopicsRequest out;
    out.timeoutMs = kRequestTimeoutMs;
    out.validateOnly = r.validateOnly;
    for (const protocol::NewTopic& topic : r.topics) {
        CreateTopicsRequest::CreatableTopic& t = out.topics.emplace_back();
        t.name = topic.name;
        t.numPartitions = topic.assignments.empty() ? topic.partitions : -1; // NewTopic#convertToCreatableTopic
        t.replicationFactor = topic.assignments.empty() ? topic.replication : std::int16_t {-1};
        for (std::size_t i = 0; i < topic.assignments.size(); ++i)
            t.assignments.push_back({static_cast<std::int32_t>(i), numbers(topic.assignments[i]), {}});
        for (const protocol::ConfigEntry& config : topic.configs)
            t.configs.push_back({config.name, config.value, {}});
    }
    return out;
}

FromWire fromWire(const CreateTopicsRequest& r, std::int16_t)
{
    protocol::CreateTopicsRequest out;
    out.validateOnly = r.validateOnly;
    for (const CreateTopicsRequest::CreatableTopic& topic : r.topics) {
        protocol::NewTopic& t = out.topics.emplace_back();
        t.name = topic.name;
        t.partitions = topic.numPartitions;
        t.replication = topic.replicationFactor;
        t.assignments = replicasOf(topic.assignments);
        for (const CreateTopicsRequest::CreatableTopic::CreatableTopicConfig& config : topic.configs)
            t.configs.push_back({config.name, plain(config.value)});
    }
    return out;
}

AnswerToWire toWire(const protocol::CreateTopicsResponse& r, const Answer&)
{
    CreateTopicsResponse out;
    for (const protocol::CreatedTopic& topic : r.topics) {
        CreateTopicsResponse::CreatableTopicResult& t = out.topics.emplace_back();
        t.name = topic.name;
        t.topicId = uuid(topic.topicId);
        t.errorCode = code(topic.error);
        t.errorMessage = nullable(topic.message);
        t.numPartitions = topic.partitions;
        t.replicationFactor = topic.replication;
    }
    return out;
}

AnswerFromWire fromWire(const CreateTopicsResponse& r, const Context&)
{
    protocol::CreateTopicsResponse out;
    for (const CreateTopicsResponse::CreatableTopicResult& topic : r.topics) {
        out.topics.push_back({topic.name, uuid(topic.topicId), errorOf(topic.errorCode), plain(topic.errorMessage),
            topic.numPartitions, topic.replicationFactor});
        out.error = firstOf(out.error, errorOf(topic.errorCode));
    }
    return out;
}

// -- DELETE_TOPICS --

ToWire toWire(const protocol::DeleteTopicsRequest& r, const Asked& a)
{
    DeleteTopicsRequest out;
    out.timeoutMs = kRequestTimeoutMs;
    if (a.version < 6) {
        if (!r.topicIds.empty())
            return fail("DELETE_TOPICS before v6 cannot name topics by id (KIP-516)");
        out.topicNames = r.topics;
        return out;
    }
    for (const std::string& topic : r.topics)
        out.topics.push_back({topic, {}, {}});
    for (const protocol::Uuid& id : r.topicIds)
        out.topics.push_back({std::nullopt, uuid(id), {}});
    return out;
}

FromWire fromWire(const DeleteTopicsRequest& r, std::int16_t)
{
    protocol::DeleteTopicsRequest out;
    out.topics = r.topicNames;
    for (const DeleteTopicsRequest::DeleteTopicState& topic : r.topics) {
        // Both at once is a bad request of its own (ControllerApis#deleteTopics); neither is a topic that nobody knows.
        if (topic.name && topic.topicId != Uuid {})
            return fail("DELETE_TOPICS names the topic \"" + *topic.name
                + "\" and an id beside it; one of the two was expected");
        if (topic.name)
            out.topics.push_back(*topic.name);
        else
            out.topicIds.push_back(uuid(topic.topicId));
    }
    return out;
}

AnswerToWire toWire(const protocol::DeleteTopicsResponse& r, const Answer& a)
{
    DeleteTopicsResponse out;
    for (const protocol::DeletedTopic& topic : r.topics) {
        DeleteTopicsResponse::DeletableTopicResult& t = out.responses.emplace_back();
        t.name = topic.name.empty() && a.version >= 6 ? std::nullopt : std::optional(topic.name);
        t.topicId = uuid(topic.topicId);
        t.errorCode = code(topic.error);
    }
    return out;
}

AnswerFromWire fromWire(const DeleteTopicsResponse& r, const Context&)
{
    protocol::DeleteTopicsResponse out;
    for (const DeleteTopicsResponse::DeletableTopicResult& topic : r.responses)
        out.topics.push_back({plain(topic.name), uuid(topic.topicId), errorOf(topic.errorCode)});
    return out;
}

// -- DESCRIBE_CONFIGS --

ToWire toWire(const protocol::DescribeConfigsRequest& r, const Asked&)
{
    DescribeConfigsRequest out;
    for (const protocol::ConfigResource& resource : r.resources) {
        DescribeConfigsRequest::DescribeConfigsResource& o = out.resources.emplace_back();
        o.resourceType = static_cast<std::int8_t>(resource.type);
        o.resourceName = resource.name;
        if (resource.allKeys)
            o.configurationKeys.reset();
        else
            o.configurationKeys = resource.keys;
    }
    if (!r.resources.empty())
        return out;
    Result<DescribeConfigsRequest::DescribeConfigsResource> resource = resourceOf(r.resource);
    if (!resource)
        return fail(std::move(resource.error()));
    out.resources.push_back(std::move(*resource));
    return out;
}

FromWire fromWire(const DescribeConfigsRequest& r, std::int16_t)
{
    protocol::DescribeConfigsRequest out;
    for (const DescribeConfigsRequest::DescribeConfigsResource& resource : r.resources) {
        protocol::ConfigResource& o = out.resources.emplace_back();
        o.type = static_cast<protocol::ConfigResourceType>(resource.resourceType);
        o.name = resource.resourceName;
        o.allKeys = !resource.configurationKeys;
        if (resource.configurationKeys)
            o.keys = *resource.configurationKeys;
    }
    return out;
}

AnswerToWire toWire(const protocol::DescribeConfigsResponse& r, const Answer&)
{
    DescribeConfigsResponse out;
    for (const protocol::DescribedResource& resource : r.resources) {
        DescribeConfigsResponse::DescribeConfigsResult& o = out.results.emplace_back();
        o.errorCode = code(resource.error);
        o.errorMessage = nullable(resource.message);
        o.resourceType = static_cast<std::int8_t>(resource.type);
        o.resourceName = resource.name;
        for (const protocol::DescribedConfig& config : resource.configs) {
            DescribeConfigsResponse::DescribeConfigsResult::DescribeConfigsResourceResult& c
                = o.configs.emplace_back();
            c.name = config.name;
            c.value = config.value;
            c.readOnly = config.readOnly;
            c.isDefault = config.source == protocol::ConfigSource::Default;
            c.configSource = static_cast<std::int8_t>(config.source);
            c.isSensitive = config.sensitive;
            c.configType = static_cast<std::int8_t>(config.type);
            c.documentation = std::nullopt;
        }
    }
    return out;
}

AnswerFromWire fromWire(const DescribeConfigsResponse& r, const Context& context)
{
    protocol::DescribeConfigsResponse out;
    for (const DescribeConfigsResponse::DescribeConfigsResult& resource : r.results) {
        protocol::DescribedResource& o = out.resources.emplace_back();
        o.error = errorOf(resource.errorCode);
        out.error = firstOf(out.error, o.error);
        o.message = plain(resource.errorMessage);
        o.type = static_cast<protocol::ConfigResourceType>(resource.resourceType);
        o.name = resource.resourceName;
        for (const auto& config : resource.configs) {
            protocol::DescribedConfig& c = o.configs.emplace_back();
            c.name = config.name;
            c.value = config.value;
            c.readOnly = config.readOnly;
            c.sensitive = config.isSensitive;
            if (context.version == 0) // it says no more than that
                c.source = config.isDefault ? protocol::ConfigSource::Default : protocol::ConfigSource::Unknown;
            else
                c.source = static_cast<protocol::ConfigSource>(config.configSource);
            if (context.version >= 3)
                c.type = static_cast<protocol::ConfigValueType>(config.configType);
        }
    }
    return out;
}

} // namespace connscope::wire::convert
