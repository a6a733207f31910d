// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/typed.h"

#include <type_traits>

namespace connscope::test {

using namespace protocol;

namespace {

/// An endpoint that is none has nothing else either.
void show(Fields& f, BrokerEndpoint& e, std::int16_t rackSince = 0)
{
    const bool fills = f.fills();
    if (fills)
        e.id = BrokerId {static_cast<std::int32_t>(f.below(5))};
    f.text += "b" + std::to_string(e.id.value) + " ";
    f(e.host);
    f(e.port);
    if (f.version >= rackSince)
        f(e.rack);
}

void show(Fields& f, std::vector<PartitionError>& partitions, ErrorCode& error)
{
    f.list(partitions, [&](PartitionError& p) {
        f(p.partition);
        f(p.error);
    });
    if (f.fills()) {
        error = ErrorCode::None;
        for (const PartitionError& p : partitions)
            error = error == ErrorCode::None ? p.error : error;
    }
    f.text += std::to_string(static_cast<int>(error)) + " ";
}

void show(Fields& f, ApiVersionsResponse& r)
{
    f(r.error);
    std::vector<ApiVersionRange> ranges = r.versions ? *r.versions : std::vector<ApiVersionRange> {};
    f.list(ranges, [&](ApiVersionRange& range) {
        f.choice(range.api, 70);
        f(range.min);
        f(range.max);
    });
    r.versions = std::make_shared<const std::vector<ApiVersionRange>>(std::move(ranges));
}
void showBrokers(Fields& f, ClusterMetadata& cluster, std::int16_t rackSince)
{
    f.list(cluster.brokers, [&](BrokerEndpoint& e) { show(f, e, rackSince); });
    if (f.fills()) {
        for (std::size_t i = 0; i < cluster.brokers.size(); ++i)
            cluster.brokers[i].id = BrokerId {static_cast<std::int32_t>(2 * i)};
    }
    for (const BrokerEndpoint& broker : cluster.brokers)
        f.text += std::to_string(broker.id.value) + " ";
}
void show(Fields& f, MetadataResponse& r)
{
    ClusterMetadata cluster = r.cluster ? *r.cluster : ClusterMetadata {};
    f.since(2, cluster.clusterId);
    f.since(1, cluster.controller);
    showBrokers(f, cluster, 1);
    f.list(cluster.topics, [&](TopicMetadata& t) {
        f(t.error);
        f(t.topic);
        f.since(10, t.topicId);
        f.since(1, t.internal);
        f.list(t.partitions, [&](PartitionMetadata& p) {
            f(p.error);
            f(p.leader);
            f.since(7, p.leaderEpoch);
            f.list(p.replicas);
        });
        for (std::size_t i = 0; i < t.partitions.size() && f.fills(); ++i)
            t.partitions[i].partition = static_cast<std::int32_t>(i);
        for (const PartitionMetadata& p : t.partitions)
            f.text += std::to_string(p.partition) + " ";
    });
    r.cluster = std::make_shared<const ClusterMetadata>(std::move(cluster));
}
void show(Fields& f, FindCoordinatorResponse& r)
{
    if (f.version >= 4) {
        f.list(r.coordinators, [&](FoundCoordinator& c) {
            f(c.key);
            f(c.error);
            if (c.error == ErrorCode::None)
                show(f, c.coordinator, 100);
        });
        return;
    }
    f(r.error);
    if (r.error == ErrorCode::None)
        show(f, r.coordinator, 100);
}
void show(Fields& f, JoinGroupResponse& r)
{
    f(r.error);
    f(r.generation);
    f.since(7, r.protocolType);
    f(r.protocolName);
    f(r.leader);
    f(r.memberId);
    f.since(9, r.skipAssignment);
    f.list(r.members, [&](JoinedMember& m) {
        f(m.memberId);
        f.since(5, m.groupInstanceId);
        f.list(m.topics);
    });
}
void show(Fields& f, SyncGroupResponse& r)
{
    f(r.error);
    f.since(5, r.protocolType);
    f.since(5, r.protocolName);
    if (r.error == ErrorCode::None)
        f.list(r.assignment);
}
void show(Fields& f, HeartbeatResponse& r) { f(r.error); }
void show(Fields& f, LeaveGroupResponse& r)
{
    f(r.error);
    if (f.version < 3)
        return;
    f.list(r.members, [&](LeftMember& m) {
        f(m.memberId);
        f(m.groupInstanceId);
        f(m.error);
    });
    if (f.fills() && r.error == ErrorCode::None && !r.members.empty())
        r.error = r.members.front().error;
    f.text += std::to_string(static_cast<int>(r.error));
}
void show(Fields& f, OffsetCommitResponse& r) { show(f, r.partitions, r.error); }
void show(Fields& f, OffsetFetchResponse& r)
{
    if (f.version >= 8) {
        f.list(r.groups, [&](FetchedGroupOffsets& g) {
            f(g.groupId);
            f(g.error);
            f.list(g.offsets, [&](PartitionOffset& o) { show(f, o, 5, true); });
        });
        return;
    }
    f.list(r.offsets, [&](PartitionOffset& o) { show(f, o, 5, true); });
    f.since(2, r.error);
}
void show(Fields& f, PartitionOffsetResult& o, std::int16_t epochSince)
{
    f(o.partition);
    f(o.error);
    f(o.offset);
    f.since(epochSince, o.leaderEpoch);
}
void show(Fields& f, ListOffsetsResponse& r)
{
    f.list(r.partitions, [&](PartitionOffsetResult& o) {
        show(f, o, 4);
        f.since(1, o.timestamp);
    });
}
void show(Fields& f, OffsetForLeaderEpochResponse& r)
{
    f.list(r.partitions, [&](PartitionOffsetResult& o) { show(f, o, 1); });
}
void show(Fields& f, FetchResponse& r)
{
    f.since(7, r.error);
    f.since(7, r.sessionId);
    if (f.version >= 13) {
        return; // by id: with details, which our clients do not read
    }
    f.list(r.partitions, [&](FetchedPartition& p) {
        f(p.partition);
        f(p.error);
        f(p.highWatermark);
        f.since(11, p.preferredReadReplica);
        f.since(12, p.currentLeader);
        if (f.fills() && f.version >= 4 && f.below(2) == 0) {
            p.firstOffset = static_cast<std::int64_t>(f.below(std::uint64_t {1} << 40));
            p.records = 1 + static_cast<std::int32_t>(f.below(30));
            p.bytes = static_cast<std::int32_t>(f.below(2000));
        }
        f.text += std::to_string(p.firstOffset) + "+" + std::to_string(p.records) + " ";
    });
}
void show(Fields& f, ProduceResponse& r)
{
    if (f.fills()) {
        r.partitions.resize(f.below(4));
        r.topicIds.resize(f.version >= 13 ? r.partitions.size() : 0);
    }
    Uuid none;
    for (std::size_t i = 0; i < r.partitions.size(); ++i) {
        ProducedPartition& p = r.partitions[i];
        show(f, p.partition, f.version >= 13 ? r.topicIds.at(i) : none, 13);
        f(p.error);
        f(p.baseOffset);
        f.since(5, p.logStartOffset);
        f.since(10, p.currentLeader);
        if (p.currentLeader.isValid())
            f.since(10, p.leaderEpoch);
    }
}
void show(Fields& f, InitProducerIdResponse& r)
{
    f(r.error);
    f(r.producerId);
    f(r.producerEpoch);
}
void show(Fields& f, CreateTopicsResponse& r)
{
    f.list(r.topics, [&](CreatedTopic& t) {
        f(t.name);
        f.since(7, t.topicId);
        f(t.error);
        f.since(1, t.message);
        f.since(5, t.partitions);
        f.since(5, t.replication);
    });
}
void show(Fields& f, DeleteTopicsResponse& r)
{
    f.list(r.topics, [&](DeletedTopic& t) {
        f(t.name);
        f.since(6, t.topicId);
        f(t.error);
    });
}
void show(Fields& f, DescribeClusterResponse& r)
{
    f(r.error);
    f(r.controller);
    ClusterMetadata cluster = r.cluster ? *r.cluster : ClusterMetadata {};
    f(cluster.clusterId);
    showBrokers(f, cluster, 0);
    r.cluster = std::make_shared<const ClusterMetadata>(std::move(cluster));
}
void show(Fields& f, DescribeConfigsResponse& r)
{
    f.list(r.resources, [&](DescribedResource& resource) {
        f(resource.error);
        f(resource.message);
        f.choice(resource.type, 9);
        f(resource.name);
        f.list(resource.configs, [&](DescribedConfig& c) {
            f(c.name);
            if (f.fills() && f.below(2) == 0)
                c.value = "value";
            f.text += c.value.value_or("null") + " ";
            f(c.readOnly);
            f(c.sensitive);
            if (f.version >= 1)
                f.choice(c.source, 6);
            if (f.version >= 3)
                f.choice(c.type, 10);
        });
    });
}
void show(Fields& f, ListGroupsResponse& r)
{
    f(r.error);
    f.list(r.groups, [&](ListedGroup& g) {
        f(g.groupId);
        f(g.protocolType);
        f.since(4, g.state);
        f.since(5, g.type);
    });
}
void show(Fields& f, DescribeGroupsResponse& r)
{
    f.list(r.groups, [&](DescribedGroup& g) {
        f(g.error);
        f(g.groupId);
        f(g.state);
        f(g.protocolType);
        f(g.protocol);
        f.list(g.members, [&](DescribedMember& m) {
            f(m.memberId);
            f.since(4, m.groupInstanceId);
            f(m.clientId);
            f(m.clientHost);
            f.list(m.topics);
            f.list(m.partitions);
        });
    });
}
void show(Fields& f, SaslHandshakeResponse& r)
{
    f(r.error);
    f.list(r.mechanisms);
}
void show(Fields& f, SaslAuthenticateResponse& r)
{
    f(r.error);
    f(r.message);
}

void show(Fields& f, ErrorOnlyResponse& r, ApiKey api)
{
    if (api == ApiKey::AddPartitionsToTxn || api == ApiKey::TxnOffsetCommit)
        show(f, r.partitions, r.error);
    else
        f(r.error);
}

void show(Fields& f, ResponseBody& body, ApiKey api)
{
    std::visit(
        [&](auto& b) {
            if constexpr (std::is_same_v<std::decay_t<decltype(b)>, ErrorOnlyResponse>)
                show(f, b, api);
            else
                show(f, b);
        },
        body);
}

} // namespace

const std::vector<std::pair<ApiKey, ResponseBody>>& emptyResponses()
{
    static const std::vector<std::pair<ApiKey, ResponseBody>> all {
        {ApiKey::Produce, ProduceResponse {}},
        {ApiKey::Fetch, FetchResponse {}},
        {ApiKey::ListOffsets, ListOffsetsResponse {}},
        {ApiKey::Metadata, MetadataResponse {}},
        {ApiKey::OffsetCommit, OffsetCommitResponse {}},
        {ApiKey::OffsetFetch, OffsetFetchResponse {}},
        {ApiKey::FindCoordinator, FindCoordinatorResponse {}},
        {ApiKey::JoinGroup, JoinGroupResponse {}},
        {ApiKey::Heartbeat, HeartbeatResponse {}},
        {ApiKey::LeaveGroup, LeaveGroupResponse {}},
        {ApiKey::SyncGroup, SyncGroupResponse {}},
        {ApiKey::DescribeGroups, DescribeGroupsResponse {}},
        {ApiKey::ListGroups, ListGroupsResponse {}},
        {ApiKey::SaslHandshake, SaslHandshakeResponse {}},
        {ApiKey::ApiVersions, ApiVersionsResponse {}},
        {ApiKey::CreateTopics, CreateTopicsResponse {}},
        {ApiKey::DeleteTopics, DeleteTopicsResponse {}},
        {ApiKey::InitProducerId, InitProducerIdResponse {}},
        {ApiKey::OffsetForLeaderEpoch, OffsetForLeaderEpochResponse {}},
        {ApiKey::AddPartitionsToTxn, ErrorOnlyResponse {}},
        {ApiKey::AddOffsetsToTxn, ErrorOnlyResponse {}},
        {ApiKey::EndTxn, ErrorOnlyResponse {}},
        {ApiKey::TxnOffsetCommit, ErrorOnlyResponse {}},
        {ApiKey::DescribeConfigs, DescribeConfigsResponse {}},
        {ApiKey::SaslAuthenticate, SaslAuthenticateResponse {}},
        {ApiKey::DescribeCluster, DescribeClusterResponse {}},
    };
    return all;
}

void fill(ResponseBody& body, ApiKey api, std::int16_t version, Rng& rng)
{
    Fields f(version, &rng);
    show(f, body, api);
}

std::string text(const ResponseBody& body, ApiKey api, std::int16_t version)
{
    Fields f(version, nullptr);
    ResponseBody copy = body;
    show(f, copy, api);
    return f.text;
}

} // namespace connscope::test
