// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/messages/produce.h"

namespace connscope::wire {

void ProduceRequest::TopicProduceData::PartitionProduceData::describe(Visitor& v)
{
    v.field("index", index);
    v.field("records", records, all().nullable().nullByDefault());
    v.end(unknownTaggedFields);
}

void ProduceRequest::TopicProduceData::describe(Visitor& v)
{
    v.field("name", name, all().until(12));
    v.field("topicId", topicId, since(13));
    v.field("partitionData", partitionData);
    v.end(unknownTaggedFields);
}

void ProduceRequest::describe(Visitor& v)
{
    v.field("transactionalId", transactionalId, since(3).nullable().nullByDefault());
    v.field("acks", acks);
    v.field("timeoutMs", timeoutMs);
    v.field("topicData", topicData);
    v.end(unknownTaggedFields);
}

void ProduceResponse::TopicProduceResponse::PartitionProduceResponse::BatchIndexAndErrorMessage::describe(Visitor& v)
{
    v.field("batchIndex", batchIndex);
    v.field("batchIndexErrorMessage", batchIndexErrorMessage, all().nullable().nullByDefault());
    v.end(unknownTaggedFields);
}

void ProduceResponse::TopicProduceResponse::PartitionProduceResponse::LeaderIdAndEpoch::describe(Visitor& v)
{
    v.field("leaderId", leaderId, all().byDefault(-1));
    v.field("leaderEpoch", leaderEpoch, all().byDefault(-1));
    v.end(unknownTaggedFields);
}

void ProduceResponse::TopicProduceResponse::PartitionProduceResponse::describe(Visitor& v)
{
    v.field("index", index);
    v.field("errorCode", errorCode);
    v.field("baseOffset", baseOffset);
    v.field("logAppendTimeMs", logAppendTimeMs, since(2).byDefault(-1));
    v.field("logStartOffset", logStartOffset, since(5).byDefault(-1));
    v.field("recordErrors", recordErrors, since(8));
    v.field("errorMessage", errorMessage, since(8).nullable().nullByDefault());
    v.field("currentLeader", currentLeader, since(10).tagged(0));
    v.end(unknownTaggedFields);
}

void ProduceResponse::TopicProduceResponse::describe(Visitor& v)
{
    v.field("name", name, all().until(12));
    v.field("topicId", topicId, since(13));
    v.field("partitionResponses", partitionResponses);
    v.end(unknownTaggedFields);
}

void ProduceResponse::NodeEndpoint::describe(Visitor& v)
{
    v.field("nodeId", nodeId);
    v.field("host", host);
    v.field("port", port);
    v.field("rack", rack, all().nullable().nullByDefault());
    v.end(unknownTaggedFields);
}

void ProduceResponse::describe(Visitor& v)
{
    v.field("responses", responses);
    v.field("throttleTimeMs", throttleTimeMs, since(1));
    v.field("nodeEndpoints", nodeEndpoints, since(10).tagged(0));
    v.end(unknownTaggedFields);
}

} // namespace connscope::wire
