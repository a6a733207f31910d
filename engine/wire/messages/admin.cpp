// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/messages/admin.h"

namespace connscope::wire {

void CreateTopicsRequest::CreatableTopic::CreatableReplicaAssignment::describe(Visitor& v)
{
    v.field("partitionIndex", partitionIndex);
    v.field("brokerIds", brokerIds);
    v.end(unknownTaggedFields);
}

void CreateTopicsRequest::CreatableTopic::CreatableTopicConfig::describe(Visitor& v)
{
    v.field("name", name);
    v.field("value", value, all().nullable());
    v.end(unknownTaggedFields);
}

void CreateTopicsRequest::CreatableTopic::describe(Visitor& v)
{
    v.field("name", name);
    v.field("numPartitions", numPartitions);
    v.field("replicationFactor", replicationFactor);
    v.field("assignments", assignments);
    v.field("configs", configs);
    v.end(unknownTaggedFields);
}

void CreateTopicsRequest::describe(Visitor& v)
{
    v.field("topics", topics);
    v.field("timeoutMs", timeoutMs, all().byDefault(60000));
    v.field("validateOnly", validateOnly, since(1));
    v.end(unknownTaggedFields);
}

void CreateTopicsResponse::CreatableTopicResult::CreatableTopicConfigs::describe(Visitor& v)
{
    v.field("name", name);
    v.field("value", value, all().nullable());
    v.field("readOnly", readOnly);
    v.field("configSource", configSource, all().byDefault(-1));
    v.field("isSensitive", isSensitive);
    v.end(unknownTaggedFields);
}

void CreateTopicsResponse::CreatableTopicResult::describe(Visitor& v)
{
    v.field("name", name);
    v.field("topicId", topicId, since(7));
    v.field("errorCode", errorCode);
    v.field("errorMessage", errorMessage, since(1).nullable());
    v.field("numPartitions", numPartitions, since(5).byDefault(-1));
    v.field("replicationFactor", replicationFactor, since(5).byDefault(-1));
    v.field("configs", configs, since(5).nullable());
    v.field("topicConfigErrorCode", topicConfigErrorCode, since(5).tagged(0));
    v.end(unknownTaggedFields);
}

void CreateTopicsResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs, since(2));
    v.field("topics", topics);
    v.end(unknownTaggedFields);
}

void DeleteTopicsRequest::DeleteTopicState::describe(Visitor& v)
{
    v.field("name", name, all().nullable().nullByDefault());
    v.field("topicId", topicId);
    v.end(unknownTaggedFields);
}

void DeleteTopicsRequest::describe(Visitor& v)
{
    v.field("topics", topics, since(6));
    v.field("topicNames", topicNames, all().until(5));
    v.field("timeoutMs", timeoutMs);
    v.end(unknownTaggedFields);
}

void DeleteTopicsResponse::DeletableTopicResult::describe(Visitor& v)
{
    v.field("name", name, all().nullableSince(6));
    v.field("topicId", topicId, since(6));
    v.field("errorCode", errorCode);
    v.field("errorMessage", errorMessage, since(5).nullable().nullByDefault());
    v.end(unknownTaggedFields);
}

void DeleteTopicsResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs, since(1));
    v.field("responses", responses);
    v.end(unknownTaggedFields);
}

void DescribeConfigsRequest::DescribeConfigsResource::describe(Visitor& v)
{
    v.field("resourceType", resourceType);
    v.field("resourceName", resourceName);
    v.field("configurationKeys", configurationKeys, all().nullable());
    v.end(unknownTaggedFields);
}

void DescribeConfigsRequest::describe(Visitor& v)
{
    v.field("resources", resources);
    v.field("includeSynonyms", includeSynonyms, since(1));
    v.field("includeDocumentation", includeDocumentation, since(3));
    v.end(unknownTaggedFields);
}

void DescribeConfigsResponse::DescribeConfigsResult::DescribeConfigsResourceResult::DescribeConfigsSynonym::describe(
    Visitor& v)
{
    v.field("name", name);
    v.field("value", value, all().nullable());
    v.field("source", source);
    v.end(unknownTaggedFields);
}

void DescribeConfigsResponse::DescribeConfigsResult::DescribeConfigsResourceResult::describe(Visitor& v)
{
    v.field("name", name);
    v.field("value", value, all().nullable());
    v.field("readOnly", readOnly);
    v.field("isDefault", isDefault, all().until(0));
    v.field("configSource", configSource, since(1).byDefault(-1));
    v.field("isSensitive", isSensitive);
    v.field("synonyms", synonyms, since(1));
    v.field("configType", configType, since(3));
    v.field("documentation", documentation, since(3).nullable());
    v.end(unknownTaggedFields);
}

void DescribeConfigsResponse::DescribeConfigsResult::describe(Visitor& v)
{
    v.field("errorCode", errorCode);
    v.field("errorMessage", errorMessage, all().nullable());
    v.field("resourceType", resourceType);
    v.field("resourceName", resourceName);
    v.field("configs", configs);
    v.end(unknownTaggedFields);
}

void DescribeConfigsResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs);
    v.field("results", results);
    v.end(unknownTaggedFields);
}

} // namespace connscope::wire
