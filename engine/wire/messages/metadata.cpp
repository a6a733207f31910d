// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/messages/metadata.h"

namespace connscope::wire {

void MetadataRequest::MetadataRequestTopic::describe(Visitor& v)
{
    v.field("topicId", topicId, since(10));
    v.field("name", name, all().nullableSince(10));
    v.end(unknownTaggedFields);
}

void MetadataRequest::describe(Visitor& v)
{
    v.field("topics", topics, all().nullableSince(1));
    v.field("allowAutoTopicCreation", allowAutoTopicCreation, since(4).byDefault(1));
    v.field("includeClusterAuthorizedOperations", includeClusterAuthorizedOperations, since(8).until(10));
    v.field("includeTopicAuthorizedOperations", includeTopicAuthorizedOperations, since(8));
    v.end(unknownTaggedFields);
}

void MetadataResponse::MetadataResponseBroker::describe(Visitor& v)
{
    v.field("nodeId", nodeId);
    v.field("host", host);
    v.field("port", port);
    v.field("rack", rack, since(1).nullable().nullByDefault());
    v.end(unknownTaggedFields);
}

void MetadataResponse::MetadataResponseTopic::MetadataResponsePartition::describe(Visitor& v)
{
    v.field("errorCode", errorCode);
    v.field("partitionIndex", partitionIndex);
    v.field("leaderId", leaderId);
    v.field("leaderEpoch", leaderEpoch, since(7).byDefault(-1));
    v.field("replicaNodes", replicaNodes);
    v.field("isrNodes", isrNodes);
    v.field("offlineReplicas", offlineReplicas, since(5));
    v.end(unknownTaggedFields);
}

void MetadataResponse::MetadataResponseTopic::describe(Visitor& v)
{
    v.field("errorCode", errorCode);
    v.field("name", name, all().nullableSince(12));
    v.field("topicId", topicId, since(10));
    v.field("isInternal", isInternal, since(1));
    v.field("partitions", partitions);
    v.field("topicAuthorizedOperations", topicAuthorizedOperations, since(8).byDefault(-2147483648));
    v.end(unknownTaggedFields);
}

void MetadataResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs, since(3));
    v.field("brokers", brokers);
    v.field("clusterId", clusterId, since(2).nullable().nullByDefault());
    v.field("controllerId", controllerId, since(1).byDefault(-1));
    v.field("topics", topics);
    v.field("clusterAuthorizedOperations", clusterAuthorizedOperations, since(8).until(10).byDefault(-2147483648));
    v.field("errorCode", errorCode, since(13));
    v.end(unknownTaggedFields);
}

void DescribeClusterRequest::describe(Visitor& v)
{
    v.field("includeClusterAuthorizedOperations", includeClusterAuthorizedOperations);
    v.field("endpointType", endpointType, since(1).byDefault(1));
    v.field("includeFencedBrokers", includeFencedBrokers, since(2));
    v.end(unknownTaggedFields);
}

void DescribeClusterResponse::DescribeClusterBroker::describe(Visitor& v)
{
    v.field("brokerId", brokerId);
    v.field("host", host);
    v.field("port", port);
    v.field("rack", rack, all().nullable().nullByDefault());
    v.field("isFenced", isFenced, since(2));
    v.end(unknownTaggedFields);
}

void DescribeClusterResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs);
    v.field("errorCode", errorCode);
    v.field("errorMessage", errorMessage, all().nullable().nullByDefault());
    v.field("endpointType", endpointType, since(1).byDefault(1));
    v.field("clusterId", clusterId);
    v.field("controllerId", controllerId, all().byDefault(-1));
    v.field("brokers", brokers);
    v.field("clusterAuthorizedOperations", clusterAuthorizedOperations, all().byDefault(-2147483648));
    v.end(unknownTaggedFields);
}

} // namespace connscope::wire
