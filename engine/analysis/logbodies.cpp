// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/logbodies.h"

#include "protocol/apiversions.h"

#include <algorithm>

namespace connscope::analysis {

using protocol::KafkaVersion;

namespace {

constexpr KafkaVersion kGenerated {2, 4}; // message classes print themselves from here on

bool isOld(const LogRequest& r) { return r.client->version < protocol::kV2_3; }
bool isData(const LogRequest& r) { return r.client->version >= kGenerated; }
std::string isolation(const LogRequest& r) { return r.client->isolation() == "READ_COMMITTED" ? "1" : "0"; }
bool is39(const LogRequest& r) { return r.client->version >= protocol::kV3_9; }

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

struct TopicPartitions {
    std::string topic;
    std::vector<std::string> partitions;
};

/// "t4-0,t4-2,u-1" by topic; nothing if it is not a list of partitions, or not a whole one.
std::vector<TopicPartitions> byTopic(std::string_view text)
{
    std::vector<TopicPartitions> topics;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        std::string_view item = text.substr(0, comma);
        while (!item.empty() && item.front() == ' ')
            item.remove_prefix(1);
        const std::size_t dash = item.rfind('-');
        if (dash == std::string_view::npos || dash + 1 == item.size()
            || item.find_first_not_of("0123456789", dash + 1) != std::string_view::npos)
            return {};
        const std::string_view topic = item.substr(0, dash);
        auto it = std::find_if(
            topics.begin(), topics.end(), [topic](const TopicPartitions& t) { return t.topic == topic; });
        if (it == topics.end())
            it = topics.insert(topics.end(), {std::string(topic), {}});
        it->partitions.emplace_back(item.substr(dash + 1));
        text = comma == std::string_view::npos ? std::string_view {} : text.substr(comma + 1);
    }
    return topics;
}

/// The partitions of \a detail in nested brackets: \a topicOpen + topic + \a partitionsOpen + … ; "..." if they are not known.
std::string nested(std::string_view detail, std::string_view topicOpen, std::string_view partitionsOpen,
    std::string_view before, std::string_view after, std::string_view topicClose, std::string_view comma)
{
    const auto topics = byTopic(detail);
    if (topics.empty())
        return "...";
    std::string out;
    for (const TopicPartitions& t : topics) {
        out += out.empty() ? "" : comma;
        ((out += topicOpen) += t.topic) += partitionsOpen;
        for (std::size_t i = 0; i < t.partitions.size(); ++i)
            (((out += i == 0 ? std::string_view {} : comma) += before) += t.partitions[i]) += after;
        out += topicClose;
    }
    return out;
}

std::vector<std::string_view> topicsOf(std::string_view detail)
{
    std::vector<std::string_view> topics;
    while (!detail.empty()) {
        const std::size_t comma = detail.find(',');
        topics.push_back(detail.substr(0, comma));
        detail = comma == std::string_view::npos ? std::string_view {} : detail.substr(comma + 1);
    }
    return topics;
}

template <typename Items, typename Print>
std::string joined(const Items& items, std::string_view comma, Print print)
{
    std::string out;
    for (const auto& item : items)
        (out += out.empty() ? std::string_view {} : comma) += print(item);
    return out;
}

std::string metadata(const LogRequest& r)
{
    const bool all = r.detail == "*";
    const auto topics = topicsOf(all ? std::string_view {} : r.detail);
    const bool creates = !r.client->isConsumer() || r.client->version < protocol::kV2_3
        || r.client->flag("allow.auto.create.topics");
    const std::string create = creates ? "true" : "false";
    if (!isData(r)) {
        const auto name
            = [&](std::string_view t) { return isOld(r) ? std::string(t) : "{name=" + std::string(t) + "}"; };
        return "{topics=" + (all ? std::string("null") : "[" + joined(topics, ",", name) + "]")
            + ",allow_auto_topic_creation=" + create
            + (r.version >= 8
                    ? ",include_cluster_authorized_operations=false,include_topic_authorized_operations=false}"
                    : "}");
    }
    return requestArgument(r);
}

std::string metadataData(const LogRequest& r)
{
    const bool all = r.detail == "*";
    const bool creates = !r.client->isConsumer() || r.client->flag("allow.auto.create.topics");
    const std::string id = r.client->version >= protocol::kV2_8 ? "topicId=AAAAAAAAAAAAAAAAAAAAAA, " : "";
    const auto name = [&](std::string_view t) { return "MetadataRequestTopic(" + id + "name=" + quoted(t) + ")"; };
    return "MetadataRequestData(topics="
        + (all ? std::string("null") : "[" + joined(topicsOf(r.detail), ", ", name) + "]")
        + ", allowAutoTopicCreation=" + (creates ? "true" : "false")
        + ", includeClusterAuthorizedOperations=false, includeTopicAuthorizedOperations=false)";
}

std::string findCoordinator(const LogRequest& r)
{
    const std::size_t colon = r.detail.find(':');
    const std::string type = r.detail.substr(0, colon) == "transaction" ? "1" : "0";
    const std::string key
        = colon == std::string_view::npos ? r.client->groupId() : std::string(r.detail.substr(colon + 1));
    if (isOld(r))
        return "{coordinator_key=" + key + ",coordinator_type=" + type + "}";
    if (!isData(r))
        return "{key=" + key + ",key_type=" + type + "}";
    if (!is39(r))
        return "FindCoordinatorRequestData(key=" + quoted(key) + ", keyType=" + type + ")";
    const bool batched = r.version >= 4; // KIP-699
    return "FindCoordinatorRequestData(key=" + quoted(batched ? std::string() : key) + ", keyType=" + type
        + ", coordinatorKeys=[" + (batched ? key : std::string()) + "])";
}

/// "range" for org.apache.kafka.clients.consumer.RangeAssignor.
std::string assignorName(std::string_view className)
{
    const std::size_t dot = className.rfind('.');
    const std::string_view name = dot == std::string_view::npos ? className : className.substr(dot + 1);
    return name == "RangeAssignor"            ? "range"
        : name == "RoundRobinAssignor"        ? "roundrobin"
        : name == "StickyAssignor"            ? "sticky"
        : name == "CooperativeStickyAssignor" ? "cooperative-sticky"
                                              : std::string(name);
}

std::string firstAssignor(const LogRequest& r)
{
    const auto assignors = r.client->list("partition.assignment.strategy");
    return assignors.empty() ? std::string() : assignorName(assignors.front());
}

std::string instanceText(const LogRequest& r, std::string_view null)
{
    const std::string id
        = r.client->version >= protocol::kV2_3 ? r.client->setting("group.instance.id") : std::string();
    return id.empty() ? std::string(null) : isData(r) ? quoted(id) : id;
}

std::string joinGroup(const LogRequest& r, bool asData)
{
    const LogClient& client = *r.client;
    const std::string session = client.setting("session.timeout.ms"),
                      rebalance = client.setting("max.poll.interval.ms");
    const auto assignors = client.list("partition.assignment.strategy");
    if (!asData) {
        const auto protocol = [&](const std::string& a) {
            return (isOld(r) ? "{protocol_name=" : "{name=") + assignorName(a)
                + (isOld(r) ? ",protocol_metadata=...}" : ",metadata=...}");
        };
        const std::string protocols = "[" + joined(assignors, ",", protocol) + "]";
        if (isOld(r))
            return "{group_id=" + r.client->groupId() + ",session_timeout=" + session
                + ",rebalance_timeout=" + rebalance + ",member_id=" + r.memberId
                + ",protocol_type=consumer,group_protocols=" + protocols + "}";
        return "{group_id=" + r.client->groupId() + ",session_timeout_ms=" + session
            + ",rebalance_timeout_ms=" + rebalance + ",member_id=" + r.memberId
            + (r.version >= 5 ? ",group_instance_id=" + instanceText(r, "null") : "")
            + ",protocol_type=consumer,protocols=" + protocols + "}";
    }
    const auto protocol = [](const std::string& a) {
        return "JoinGroupRequestProtocol(name=" + quoted(assignorName(a)) + ", metadata=...)";
    };
    return "JoinGroupRequestData(groupId=" + quoted(r.client->groupId()) + ", sessionTimeoutMs=" + session
        + ", rebalanceTimeoutMs=" + rebalance + ", memberId=" + quoted(r.memberId) + ", groupInstanceId="
        + instanceText(r, isData(r) ? "null" : "'null'") + ", protocolType='consumer', protocols=["
        + joined(assignors, ", ", protocol) + "]" + (is39(r) ? ", reason=''" : "") + ")";
}

std::string syncGroup(const LogRequest& r, bool asData)
{
    const bool leader = r.detail != "follower";
    const std::string generation = std::to_string(r.generation);
    if (!asData)
        return "{group_id=" + r.client->groupId() + ",generation_id=" + generation + ",member_id=" + r.memberId
            + (!isOld(r) && r.version >= 3 ? ",group_instance_id=" + instanceText(r, "null") : "")
            + (isOld(r) ? ",group_assignment=[" : ",assignments=[") + (leader ? "..." : "") + "]}";
    return "SyncGroupRequestData(groupId=" + quoted(r.client->groupId()) + ", generationId=" + generation
        + ", memberId=" + quoted(r.memberId) + ", groupInstanceId=" + instanceText(r, isData(r) ? "null" : "'null'")
        + (isData(r) ? ", protocolType='consumer', protocolName=" + quoted(firstAssignor(r)) : "") + ", assignments=["
        + (leader ? "..." : "") + "])";
}

std::string heartbeat(const LogRequest& r)
{
    const std::string generation = std::to_string(r.generation);
    if (isData(r))
        return "HeartbeatRequestData(groupId=" + quoted(r.client->groupId()) + ", generationId=" + generation
            + ", memberId=" + quoted(r.memberId) + ", groupInstanceId=" + instanceText(r, "null") + ")";
    return "{group_id=" + r.client->groupId() + ",generation_id=" + generation + ",member_id=" + r.memberId
        + (r.version >= 3 ? ",group_instance_id=" + instanceText(r, "null") : "") + "}";
}

std::string leaveGroup(const LogRequest& r)
{
    if (!isData(r))
        return "{group_id=" + r.client->groupId() + ",member_id=" + r.memberId + "}";
    const std::string group = quoted(r.client->groupId());
    if (r.version < 3)
        return "LeaveGroupRequestData(groupId=" + group + ", memberId=" + quoted(r.memberId) + ", members=[])";
    return "LeaveGroupRequestData(groupId=" + group
        + ", memberId='', members=[MemberIdentity(memberId=" + quoted(r.memberId)
        + ", groupInstanceId=" + instanceText(r, "null") + (is39(r) ? ", reason='...'" : "") + ")])";
}

std::string offsetFetch(const LogRequest& r)
{
    if (!isData(r))
        return "{group_id=" + r.client->groupId() + ",topics=["
            + nested(r.partitions, "{topic=", ",partitions=[", "{partition=", "}", "]}", ",") + "]}";
    return "OffsetFetchRequestData(groupId=" + quoted(r.client->groupId()) + ", topics=["
        + nested(r.partitions, "OffsetFetchRequestTopic(name='", "', partitionIndexes=[", "", "", "])", ", ") + "]"
        + (is39(r) ? ", groups=[]" : "") + ", requireStable=" + (r.version >= 7 ? "true" : "false") + ")";
}

std::string offsetCommit(const LogRequest& r)
{
    const std::string generation = std::to_string(r.generation);
    if (!isData(r))
        return "{group_id=" + r.client->groupId() + ",generation_id=" + generation + ",member_id=" + r.memberId
            + (!isOld(r) && r.version >= 7 ? ",group_instance_id=" + instanceText(r, "null") : "") + ",topics=[...]}";
    return "OffsetCommitRequestData(groupId=" + quoted(r.client->groupId())
        + (is39(r) ? ", generationIdOrMemberEpoch=" : ", generationId=") + generation + ", memberId="
        + quoted(r.memberId) + ", groupInstanceId=" + instanceText(r, "null") + ", retentionTimeMs=-1, topics=[...])";
}

std::string listOffsets(const LogRequest& r)
{
    const std::string reset = r.client->setting("auto.offset.reset") == "earliest" ? "-2" : "-1";
    if (!isData(r)) {
        const std::string epoch = r.version >= 4 ? ",current_leader_epoch=..." : "";
        return "{replica_id=-1" + std::string(r.version >= 2 ? ",isolation_level=" + isolation(r) : "") + ",topics=["
            + nested(
                r.detail, "{topic=", ",partitions=[", "{partition=", epoch + ",timestamp=" + reset + "}", "]}", ",")
            + "]}";
    }
    return "ListOffsetsRequestData(replicaId=-1, isolationLevel=" + isolation(r) + ", topics=["
        + nested(r.detail, "ListOffsetsTopic(name='", "', partitions=[", "ListOffsetsPartition(partitionIndex=",
            ", currentLeaderEpoch=..., timestamp=" + reset + ", maxNumOffsets=1)", "])", ", ")
        + "])";
}

std::string fetch(const LogRequest& r)
{
    const LogClient& client = *r.client;
    const std::string wait = client.setting("fetch.max.wait.ms"), least = client.setting("fetch.min.bytes"),
                      most = client.setting("fetch.max.bytes");
    const std::string rack = r.client->version >= protocol::kV2_3 ? client.setting("client.rack") : std::string();
    if (!isData(r)) {
        const std::string topics = r.fullFetch
            ? nested(r.detail, "{topic=", ",partitions=[", "{partition=", ",...}", "]}", ",")
            : std::string();
        return "{replica_id=-1,max_wait_time=" + wait + ",min_bytes=" + least + ",max_bytes=" + most
            + ",isolation_level=" + isolation(r)
            + ",session_id=" + (r.fullFetch ? "0,session_epoch=0" : "...,session_epoch=...") + ",topics=[" + topics
            + "],forgotten_topics_data=[]" + (!isOld(r) && r.version >= 11 ? ",rack_id=" + rack : "") + "}";
    }
    const std::string topics = r.fullFetch
        ? nested(r.detail, "FetchTopic(topic='", "', partitions=[", "FetchPartition(partition=", ", ...)", "])", ", ")
        : std::string();
    return "FetchRequestData(clusterId=null, replicaId=-1, "
        + std::string(is39(r) ? "replicaState=ReplicaState(replicaId=-1, replicaEpoch=-1), " : "")
        + "maxWaitMs=" + wait + ", minBytes=" + least + ", maxBytes=" + most + ", isolationLevel=" + isolation(r)
        + ", sessionId=" + (r.fullFetch ? "0, sessionEpoch=0" : "..., sessionEpoch=...") + ", topics=[" + topics
        + "], forgottenTopicsData=[], rackId=" + quoted(rack) + ")";
}

std::string produce(const LogRequest& r)
{
    // One batch: its size is what the request is longer than its other fields (version 3 and later, not flexible).
    const auto topics = byTopic(r.detail);
    std::string sizes = std::string(r.detail) + "=...";
    if (topics.size() == 1 && topics[0].partitions.size() == 1 && r.version < 9) {
        const std::size_t transactional = r.client->setting("transactional.id").size();
        const std::size_t rest = 4 + 10 + r.client->clientId.size() + 2 + transactional + 2 + 4 + 4 + 2
            + topics[0].topic.size() + 4 + 4 + 4;
        if (r.size > rest)
            sizes = std::string(r.detail) + "=" + std::to_string(r.size - rest);
    }
    return "{acks=" + (r.client->isProducer() ? std::to_string(r.client->config.acks()) : std::string("..."))
        + ",timeout=" + r.client->setting("request.timeout.ms") + ",partitionSizes=[" + sizes + "]}";
}

std::string initProducerId(const LogRequest& r)
{
    const bool transactional = r.client->config.isSet("transactional.id");
    const std::string id = transactional ? r.client->setting("transactional.id") : "null";
    const std::string timeout = transactional ? r.client->setting("transaction.timeout.ms") : "2147483647";
    if (!isData(r))
        return "{transactional_id=" + id + ",transaction_timeout_ms=" + timeout + "}";
    return "InitProducerIdRequestData(transactionalId=" + (transactional ? quoted(id) : id)
        + ", transactionTimeoutMs=" + timeout + ", producerId=-1, producerEpoch=-1)";
}

} // namespace

std::string requestBody(const LogRequest& r)
{
    switch (r.api) {
    case ApiKey::ApiVersions:
        return isData(r) ? "ApiVersionsRequestData(clientSoftwareName='apache-kafka-java', clientSoftwareVersion="
                + quoted(r.client->version.toString() + ".0") + ")"
                         : std::string("{}");
    case ApiKey::Metadata:
        return metadata(r);
    case ApiKey::FindCoordinator:
        return findCoordinator(r);
    case ApiKey::JoinGroup:
        return joinGroup(r, isData(r));
    case ApiKey::SyncGroup:
        return syncGroup(r, isData(r));
    case ApiKey::Heartbeat:
        return heartbeat(r);
    case ApiKey::LeaveGroup:
        return leaveGroup(r);
    case ApiKey::OffsetFetch:
        return offsetFetch(r);
    case ApiKey::OffsetCommit:
        return offsetCommit(r);
    case ApiKey::ListOffsets:
        return listOffsets(r);
    case ApiKey::Fetch:
        return fetch(r);
    case ApiKey::Produce:
        return produce(r);
    case ApiKey::InitProducerId:
        return initProducerId(r);
    default:
        return isData(r) ? std::string(protocol::apiSchemaName(r.api)) + "RequestData(...)" : std::string("{...}");
    }
}

std::string requestArgument(const LogRequest& r)
{
    const std::string group = r.client->groupId();
    switch (r.api) {
    case ApiKey::Metadata:
        if (isOld(r))
            return "(type=MetadataRequest, topics=" + (r.detail == "*" ? std::string("<ALL>") : std::string(r.detail))
                + ")";
        return metadataData(r);
    case ApiKey::JoinGroup:
        if (!isOld(r))
            return joinGroup(r, true);
        return "(type: JoinGroupRequest, groupId=" + group
            + ", sessionTimeout=" + r.client->setting("session.timeout.ms")
            + ", rebalanceTimeout=" + r.client->setting("max.poll.interval.ms") + ", memberId=" + r.memberId
            + ", protocolType=consumer, groupProtocols=...)";
    case ApiKey::SyncGroup:
        if (!isOld(r))
            return syncGroup(r, true);
        return "(type=SyncGroupRequest, groupId=" + group + ", generationId=" + std::to_string(r.generation)
            + ", memberId=" + r.memberId + ", groupAssignment=" + (r.detail == "follower" ? "" : "...") + ")";
    case ApiKey::ListOffsets:
        if (isData(r))
            return listOffsets(r);
        return "(type=ListOffsetRequest, replicaId=-1, partitionTimestamps={" + std::string(r.detail)
            + "=...}, isolationLevel=" + r.client->isolation() + ")";
    case ApiKey::Fetch: {
        const auto names = topicsOf(r.detail);
        const std::string partitions = joined(names, ", ", [](std::string_view t) { return std::string(t); });
        if (r.fullFetch)
            return is39(r) ? "FullFetchRequest(toSend=(" + partitions + "), canUseTopicIds=True)"
                           : "FullFetchRequest(" + partitions + ")";
        return "IncrementalFetchRequest(toSend=(), toForget=(), " + std::string(is39(r) ? "toReplace=(), " : "")
            + "implied=(" + partitions + (is39(r) ? "), canUseTopicIds=True)" : "))");
    }
    case ApiKey::InitProducerId:
        if (isOld(r)) {
            const bool transactional = r.client->config.isSet("transactional.id");
            return "(type=InitProducerIdRequest, transactionalId="
                + (transactional ? r.client->setting("transactional.id") : std::string("null"))
                + ", transactionTimeoutMs="
                + (transactional ? r.client->setting("transaction.timeout.ms") : std::string("2147483647")) + ")";
        }
        return isData(r) ? initProducerId(r) : "InitProducerIdRequestData(...)";
    default:
        return isData(r) ? requestBody(r) : "(type=" + std::string(protocol::apiSchemaName(r.api)) + "Request, ...)";
    }
}

} // namespace connscope::analysis
