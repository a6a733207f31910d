// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/typed.h"

#include "wire/convert/batches.h"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace connscope::test {

using namespace protocol;

namespace {

template <typename T>
T anyNumber(Fields& f)
{
    switch (f.below(4)) {
    case 0:
        return static_cast<T>(f.below(100));
    case 1:
        return static_cast<T>(-1);
    case 2:
        return std::numeric_limits<T>::max();
    default:
        return static_cast<T>(f.below(std::uint64_t {1} << 62));
    }
}

template <typename T>
void number(Fields& f, T& value)
{
    if (f.fills())
        value = anyNumber<T>(f);
    f.text += std::to_string(value) + " ";
}

} // namespace

void Fields::operator()(bool& value)
{
    if (fills())
        value = below(2) == 0;
    text += value ? "yes " : "no ";
}
void Fields::operator()(std::int16_t& value) { number(*this, value); }
void Fields::operator()(std::int32_t& value) { number(*this, value); }
void Fields::operator()(std::int64_t& value) { number(*this, value); }
void Fields::operator()(std::uint16_t& value) { number(*this, value); }
void Fields::operator()(std::string& value)
{
    static const char* const words[] = {"", "a", "t4", "consumer", "großes Wort", "a longer word with spaces"};
    if (fills())
        value = words[below(std::size(words))];
    text += "'" + value + "' ";
}
void Fields::operator()(Duration& value)
{
    if (fills())
        value = ms(static_cast<std::int64_t>(below(std::numeric_limits<std::int32_t>::max())));
    text += std::to_string(value.count()) + "ns ";
}
void Fields::operator()(BrokerId& value)
{
    if (fills())
        value = BrokerId {static_cast<std::int32_t>(below(6)) - 1};
    text += "b" + std::to_string(value.value) + " ";
}
void Fields::operator()(ErrorCode& value)
{
    if (fills())
        value = static_cast<ErrorCode>(below(2) == 0 ? 0 : below(130));
    text += "e" + std::to_string(static_cast<int>(value)) + " ";
}
void Fields::operator()(Uuid& value)
{
    if (fills()) {
        for (std::uint8_t& byte : value.bytes)
            byte = static_cast<std::uint8_t>(1 + below(255));
    }
    for (const std::uint8_t byte : value.bytes)
        text += static_cast<char>('a' + byte % 26);
    text += " ";
}
void Fields::operator()(Bytes& value)
{
    if (fills())
        value = below(3) == 0 ? std::make_shared<const std::string>()
                              : std::make_shared<const std::string>(std::string("\0\xff opaque", 9));
    text += value ? "<" + *value + "> " : "null ";
}
void Fields::operator()(IsolationLevel& value) { choice(value, 2); }
void Fields::operator()(TopicPartition& value)
{
    static const char* const topics[] = {"t4", "events", "größe"};
    if (fills())
        value = {topics[below(3)], static_cast<std::int32_t>(below(5))};
    text += value.topic + "-" + std::to_string(value.partition) + " ";
}

namespace {

template <typename T>
void derive(Fields& f, T& value, T derived)
{
    if (f.fills())
        value = derived;
    Fields shown(f.version, nullptr);
    shown(value);
    f.text += shown.text;
}

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

void show(Fields& f, PartitionOffset& o, std::int16_t epochSince, bool answer)
{
    f(o.partition);
    f(o.offset);
    f.since(epochSince, o.leaderEpoch);
    if (answer)
        f(o.error);
    if (f.fills() && f.below(2) == 0)
        o.metadata = std::make_shared<const std::string>("noted");
    f.text += o.metadata ? *o.metadata + " " : "null ";
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

// -- requests --

void show(Fields& f, ApiVersionsRequest& r)
{
    f.since(3, r.clientSoftwareName);
    f.since(3, r.clientSoftwareVersion);
}
void show(Fields& f, MetadataRequest& r)
{
    f(r.allTopics);
    f.since(4, r.allowAutoTopicCreation);
    if (r.allTopics)
        return;
    f.list(r.topics, f.version == 0 ? 1 : 0);
    if (f.version >= 10)
        f.list(r.topicIds);
}
void show(Fields& f, FindCoordinatorRequest& r)
{
    if (f.version >= 1)
        f.choice(r.type, 2);
    if (f.version >= 4)
        f.list(r.keys, 1);
    else
        f(r.key);
}
void show(Fields& f, JoinGroupRequest& r)
{
    f(r.groupId);
    f(r.memberId);
    f.since(5, r.groupInstanceId);
    f(r.sessionTimeout);
    if (f.version >= 1)
        f(r.rebalanceTimeout);
    else
        derive(f, r.rebalanceTimeout, r.sessionTimeout);
    JoinGroupDetail detail = r.detail ? *r.detail : JoinGroupDetail {};
    f(detail.protocolType);
    f.list(detail.protocols, [&](GroupProtocol& p) {
        f(p.name);
        f(p.metadata);
    });
    r.detail = std::make_shared<const JoinGroupDetail>(std::move(detail));
}
void show(Fields& f, SyncGroupRequest& r)
{
    f(r.groupId);
    f(r.memberId);
    f.since(3, r.groupInstanceId);
    f(r.generation);
    f.since(5, r.protocolType);
    f.since(5, r.protocolName);
    f.list(r.assignments, [&](MemberAssignment& m) {
        f(m.memberId);
        f(m.bytes);
    });
}
void show(Fields& f, HeartbeatRequest& r)
{
    f(r.groupId);
    f(r.memberId);
    f(r.generation);
    f.since(3, r.groupInstanceId);
}
void show(Fields& f, LeaveGroupRequest& r)
{
    f(r.groupId);
    if (f.version < 3) {
        f(r.memberId);
        return;
    }
    f.list(
        r.members,
        [&](LeavingMember& m) {
            f(m.memberId);
            f(m.groupInstanceId);
        },
        1);
}
void show(Fields& f, OffsetCommitRequest& r)
{
    f(r.groupId);
    f.since(1, r.memberId);
    f.since(1, r.generation);
    f.since(7, r.groupInstanceId);
    f.list(r.offsets, [&](PartitionOffset& o) { show(f, o, 6, false); });
}
void show(Fields& f, OffsetFetchRequest& r)
{
    f.since(7, r.requireStable);
    if (f.version < 8) {
        f(r.groupId);
        f.since(2, r.allPartitions);
        if (!r.allPartitions)
            f.list(r.partitions);
        return;
    }
    f.list(
        r.groups,
        [&](OffsetFetchGroup& g) {
            f(g.groupId);
            f(g.allPartitions);
            if (!g.allPartitions)
                f.list(g.partitions);
        },
        1);
}
void show(Fields& f, ListOffsetsRequest& r)
{
    f.since(2, r.isolation);
    f.list(r.partitions);
    if (f.fills())
        r.details.resize(r.partitions.size());
    for (ListOffsetsPartition& d : r.details) {
        f(d.timestamp);
        f.since(4, d.currentLeaderEpoch);
    }
}
void show(Fields& f, OffsetForLeaderEpochRequest& r)
{
    f.list(r.partitions);
    if (f.fills())
        r.details.resize(r.partitions.size());
    for (EpochPartition& d : r.details) {
        f(d.leaderEpoch);
        f.since(2, d.currentLeaderEpoch);
    }
}
/// By name or, from \a idsSince on, by id.
void show(Fields& f, TopicPartition& partition, Uuid& id, std::int16_t idsSince)
{
    if (f.version < idsSince) {
        f(partition);
        return;
    }
    f(id);
    f(partition.partition);
}
void show(Fields& f, FetchRequest& r)
{
    f(r.maxWait);
    f(r.minBytes);
    f.since(3, r.maxBytes);
    f.since(7, r.sessionId);
    f.since(7, r.sessionEpoch);
    f.since(11, r.rack);
    FetchDetail d = r.detail ? *r.detail : FetchDetail {};
    f.since(4, d.isolation);
    if (f.fills()) {
        d.byTopicId = f.version >= 13;
        r.partitions.resize(f.below(4));
        d.partitions.resize(r.partitions.size());
        d.forgotten.resize(f.version >= 7 ? f.below(4) : 0);
        d.forgottenIds.resize(d.byTopicId ? d.forgotten.size() : 0);
    }
    f.text += d.byTopicId ? "by id " : "by name ";
    for (std::size_t i = 0; i < r.partitions.size(); ++i) {
        show(f, r.partitions[i].partition, d.partitions.at(i).topicId, 13);
        f(r.partitions[i].offset);
        f(d.partitions[i].maxBytes);
        f.since(9, d.partitions[i].currentLeaderEpoch);
    }
    Uuid none;
    for (std::size_t i = 0; i < d.forgotten.size(); ++i)
        show(f, d.forgotten[i], d.byTopicId ? d.forgottenIds.at(i) : none, 13);
    r.detail = std::make_shared<const FetchDetail>(std::move(d));
}
void show(Fields& f, ProduceRequest& r)
{
    f(r.acks);
    f(r.timeout);
    f.since(3, r.transactionalId);
    if (f.fills()) {
        const bool idempotent = f.below(2) == 0;
        r.partitions.resize(f.below(4));
        r.topicIds.resize(f.version >= 13 ? r.partitions.size() : 0);
        for (ProducePartition& p : r.partitions) {
            wire::convert::BatchSpec spec;
            spec.records = 1 + static_cast<std::int32_t>(f.below(20));
            spec.bytes = static_cast<std::int64_t>(f.below(3000));
            spec.timestamp = static_cast<std::int64_t>(f.below(1'000'000)) - 1;
            spec.producerId = idempotent ? 7000 : -1;
            spec.producerEpoch = idempotent ? 3 : -1;
            spec.baseSequence = idempotent ? static_cast<std::int32_t>(f.below(100)) : -1;
            spec.transactional = idempotent && !r.transactionalId.empty();
            p.batch = *wire::convert::makeBatch(spec);
            p.records = spec.records;
            p.bytes = static_cast<std::int32_t>(p.batch->bytes.size());
            p.baseSequence = spec.baseSequence;
            r.producerId = spec.producerId;
            r.producerEpoch = spec.producerEpoch;
        }
    }
    Uuid none;
    for (std::size_t i = 0; i < r.partitions.size(); ++i) {
        ProducePartition& p = r.partitions[i];
        show(f, p.partition, f.version >= 13 ? r.topicIds.at(i) : none, 13);
        for (const std::int64_t n : {std::int64_t {p.records}, std::int64_t {p.bytes}, std::int64_t {p.baseSequence},
                 std::int64_t {p.batch->records}, p.batch->maxTimestamp, p.batch->producerId,
                 std::int64_t {p.batch->producerEpoch}, std::int64_t {p.batch->baseSequence},
                 std::int64_t {p.batch->transactional}, static_cast<std::int64_t>(p.batch->error)})
            f.text += std::to_string(n) + " ";
        f.text += p.batch->bytes + " ";
    }
    f.text += std::to_string(r.producerId) + "/" + std::to_string(r.producerEpoch);
}
void show(Fields& f, InitProducerIdRequest& r)
{
    f(r.transactionalId);
    f(r.transactionTimeout);
    f.since(3, r.producerId);
    f.since(3, r.producerEpoch);
}
void show(Fields& f, AddPartitionsToTxnRequest& r)
{
    f(r.transactionalId);
    f(r.producerId);
    f(r.producerEpoch);
    f.list(r.partitions);
}
void show(Fields& f, AddOffsetsToTxnRequest& r)
{
    f(r.transactionalId);
    f(r.producerId);
    f(r.producerEpoch);
    f(r.groupId);
}
void show(Fields& f, EndTxnRequest& r)
{
    f(r.transactionalId);
    f(r.producerId);
    f(r.producerEpoch);
    f(r.committed);
}
void show(Fields& f, TxnOffsetCommitRequest& r)
{
    f(r.transactionalId);
    f(r.groupId);
    f(r.producerId);
    f(r.producerEpoch);
    f.list(r.offsets, [&](PartitionOffset& o) { show(f, o, 2, false); });
    f.since(3, r.memberId);
    f.since(3, r.groupInstanceId);
    f.since(3, r.generation);
}
void show(Fields& f, CreateTopicsRequest& r)
{
    f.since(1, r.validateOnly);
    f.list(r.topics, [&](NewTopic& t) {
        f(t.name);
        f.list(t.assignments, [&](std::vector<BrokerId>& replicas) { f.list(replicas); });
        if (t.assignments.empty()) {
            f(t.partitions);
            f(t.replication);
        } else {
            derive(f, t.partitions, -1);
            derive(f, t.replication, std::int16_t {-1});
        }
        f.list(t.configs, [&](ConfigEntry& c) {
            f(c.name);
            f(c.value);
        });
    });
}
void show(Fields& f, DeleteTopicsRequest& r)
{
    f.list(r.topics);
    if (f.version >= 6)
        f.list(r.topicIds);
}
void show(Fields&, DescribeClusterRequest&) { }
void show(Fields& f, DescribeConfigsRequest& r)
{
    f.list(
        r.resources,
        [&](ConfigResource& c) {
            f.choice(c.type, 9);
            f(c.name);
            f(c.allKeys);
            if (!c.allKeys)
                f.list(c.keys);
        },
        1);
}
void show(Fields& f, ListGroupsRequest& r)
{
    if (f.version >= 4)
        f.list(r.states);
    if (f.version >= 5)
        f.list(r.types);
}
void show(Fields& f, DescribeGroupsRequest& r) { f.list(r.groups); }
void show(Fields& f, SaslHandshakeRequest& r) { f(r.mechanism); }
void show(Fields&, SaslAuthenticateRequest&) { }
void show(Fields& f, UnreadableRequest& r) { f.text += "unreadable: " + r.why; }

// -- answers --

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

const std::vector<std::pair<ApiKey, RequestBody>>& emptyRequests()
{
    static const std::vector<std::pair<ApiKey, RequestBody>> all {
        {ApiKey::Produce, ProduceRequest {}},
        {ApiKey::Fetch, FetchRequest {}},
        {ApiKey::ListOffsets, ListOffsetsRequest {}},
        {ApiKey::Metadata, MetadataRequest {}},
        {ApiKey::OffsetCommit, OffsetCommitRequest {}},
        {ApiKey::OffsetFetch, OffsetFetchRequest {}},
        {ApiKey::FindCoordinator, FindCoordinatorRequest {}},
        {ApiKey::JoinGroup, JoinGroupRequest {}},
        {ApiKey::Heartbeat, HeartbeatRequest {}},
        {ApiKey::LeaveGroup, LeaveGroupRequest {}},
        {ApiKey::SyncGroup, SyncGroupRequest {}},
        {ApiKey::DescribeGroups, DescribeGroupsRequest {}},
        {ApiKey::ListGroups, ListGroupsRequest {}},
        {ApiKey::SaslHandshake, SaslHandshakeRequest {}},
        {ApiKey::ApiVersions, ApiVersionsRequest {}},
        {ApiKey::CreateTopics, CreateTopicsRequest {}},
        {ApiKey::DeleteTopics, DeleteTopicsRequest {}},
        {ApiKey::InitProducerId, InitProducerIdRequest {}},
        {ApiKey::OffsetForLeaderEpoch, OffsetForLeaderEpochRequest {}},
        {ApiKey::AddPartitionsToTxn, AddPartitionsToTxnRequest {}},
        {ApiKey::AddOffsetsToTxn, AddOffsetsToTxnRequest {}},
        {ApiKey::EndTxn, EndTxnRequest {}},
        {ApiKey::TxnOffsetCommit, TxnOffsetCommitRequest {}},
        {ApiKey::DescribeConfigs, DescribeConfigsRequest {}},
        {ApiKey::SaslAuthenticate, SaslAuthenticateRequest {}},
        {ApiKey::DescribeCluster, DescribeClusterRequest {}},
    };
    return all;
}

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

void fill(RequestBody& body, std::int16_t version, Rng& rng)
{
    Fields f(version, &rng);
    std::visit([&](auto& b) { show(f, b); }, body);
}

std::string text(const RequestBody& body, std::int16_t version)
{
    Fields f(version, nullptr);
    RequestBody copy = body;
    std::visit([&](auto& b) { show(f, b); }, copy);
    return f.text;
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
