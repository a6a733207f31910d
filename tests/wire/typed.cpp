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

void show(Fields& f, TopicPartition& partition, Uuid& id, std::int16_t idsSince)
{
    if (f.version < idsSince) {
        f(partition);
        return;
    }
    f(id);
    f(partition.partition);
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
        f.text += std::string(p.batch->bytes.view()) + " ";
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

} // namespace connscope::test
