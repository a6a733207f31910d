// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/apikey.h"
#include "base/ids.h"
#include "base/time.h"
#include "protocol/errors.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// \file
/// Typed requests and responses: what the two brains say to each other. Only the real network encodes them; the
/// simulated one carries the structs. Fields are the ones that decide something about connections, groups, offsets
/// or records; names are those of Kafka's protocol guide.
/// Large immutable parts (a cluster's metadata) are shared, so that a thousand brokers cost nothing per answer.

namespace connscope::protocol {

struct TopicPartition {
    std::string topic;
    std::int32_t partition = 0;
    auto operator<=>(const TopicPartition&) const = default;
};
/// "t4-0", as Kafka prints it.
std::string toString(const TopicPartition& tp);

// -- API_VERSIONS --

struct ApiVersionRange {
    ApiKey api = ApiKey::None;
    std::int16_t min = 0;
    std::int16_t max = 0;
};
struct ApiVersionsRequest {
    std::string clientSoftwareName; ///< v3+ (KIP-511)
    std::string clientSoftwareVersion;
};
struct ApiVersionsResponse {
    ErrorCode error = ErrorCode::None;
    std::shared_ptr<const std::vector<ApiVersionRange>> versions;
};

// -- METADATA --

/// A broker as it advertises itself to clients (advertised.listeners).
struct BrokerEndpoint {
    BrokerId id;
    std::string host;
    std::uint16_t port = 0;
    std::string rack; ///< "" = none ("rack: null")
    bool operator==(const BrokerEndpoint&) const = default;
};
struct PartitionMetadata {
    ErrorCode error = ErrorCode::None;
    std::int32_t partition = 0;
    BrokerId leader; ///< none: LEADER_NOT_AVAILABLE
    std::int32_t leaderEpoch = 0;
    std::vector<BrokerId> replicas;
};
struct TopicMetadata {
    ErrorCode error = ErrorCode::None;
    std::string topic;
    std::vector<PartitionMetadata> partitions; ///< by partition number
};
/// One state of the cluster as far as one request asked for it. Immutable; equal pointers mean "nothing changed".
struct ClusterMetadata {
    std::string clusterId;
    BrokerId controller;
    std::vector<BrokerEndpoint> brokers; ///< live brokers, by id
    std::vector<TopicMetadata> topics; ///< in the order asked for
};
struct MetadataRequest {
    bool allTopics = false; ///< ignores `topics`
    std::vector<std::string> topics; ///< empty and !allTopics: no topics, only brokers
    bool allowAutoTopicCreation = true;
};
struct MetadataResponse {
    std::shared_ptr<const ClusterMetadata> cluster;
};

// -- coordinators --

enum class CoordinatorType : std::int8_t { Group = 0, Transaction = 1 };
struct FindCoordinatorRequest {
    std::string key;
    CoordinatorType type = CoordinatorType::Group;
};
struct FindCoordinatorResponse {
    ErrorCode error = ErrorCode::None;
    BrokerEndpoint coordinator;
};

// -- groups (classic protocol) --

struct JoinGroupRequest {
    std::string groupId;
    std::string memberId; ///< "" on the first join
    std::string groupInstanceId; ///< KIP-345; "" = dynamic member
    Duration sessionTimeout {};
    Duration rebalanceTimeout {}; ///< max.poll.interval.ms
    std::vector<std::string> topics; ///< the subscription inside the protocol metadata
    std::string protocolName = "range"; ///< partition.assignment.strategy's short name
    std::string clientRack;
};
struct JoinedMember {
    std::string memberId;
    std::string groupInstanceId;
    std::vector<std::string> topics;
};
struct JoinGroupResponse {
    ErrorCode error = ErrorCode::None;
    std::int32_t generation = -1;
    std::string protocolName;
    std::string leader; ///< member id of the group's leader
    std::string memberId; ///< this member's id
    std::vector<JoinedMember> members; ///< for the leader only
};
struct MemberAssignment {
    std::string memberId;
    std::vector<TopicPartition> partitions;
};
struct SyncGroupRequest {
    std::string groupId;
    std::string memberId;
    std::string groupInstanceId;
    std::int32_t generation = -1;
    std::vector<MemberAssignment> assignments; ///< from the leader; empty from followers
};
struct SyncGroupResponse {
    ErrorCode error = ErrorCode::None;
    std::vector<TopicPartition> assignment;
};
struct HeartbeatRequest {
    std::string groupId;
    std::string memberId;
    std::int32_t generation = -1;
};
struct HeartbeatResponse {
    ErrorCode error = ErrorCode::None;
};
struct LeaveGroupRequest {
    std::string groupId;
    std::string memberId;
};
struct LeaveGroupResponse {
    ErrorCode error = ErrorCode::None;
};

// -- offsets --

struct PartitionOffset {
    TopicPartition partition;
    std::int64_t offset = -1; ///< -1: none
};
struct OffsetCommitRequest {
    std::string groupId;
    std::string memberId;
    std::int32_t generation = -1;
    std::vector<PartitionOffset> offsets;
};
struct OffsetCommitResponse {
    ErrorCode error = ErrorCode::None;
};
struct OffsetFetchRequest {
    std::string groupId;
    std::vector<TopicPartition> partitions;
};
struct OffsetFetchResponse {
    ErrorCode error = ErrorCode::None;
    std::vector<PartitionOffset> offsets;
};
inline constexpr std::int64_t kLatestTimestamp = -1;
inline constexpr std::int64_t kEarliestTimestamp = -2;
struct ListOffsetsRequest {
    std::vector<TopicPartition> partitions;
    std::int64_t timestamp = kLatestTimestamp;
};
struct PartitionOffsetResult {
    TopicPartition partition;
    ErrorCode error = ErrorCode::None;
    std::int64_t offset = -1;
};
struct ListOffsetsResponse {
    std::vector<PartitionOffsetResult> partitions;
};
struct OffsetForLeaderEpochRequest {
    std::vector<TopicPartition> partitions;
};
struct OffsetForLeaderEpochResponse {
    std::vector<PartitionOffsetResult> partitions;
};

// -- records --

struct FetchPartition {
    TopicPartition partition;
    std::int64_t offset = 0;
};
struct FetchRequest {
    Duration maxWait {}; ///< fetch.max.wait.ms
    std::int32_t minBytes = 1;
    std::int32_t maxBytes = 52428800;
    std::int32_t sessionId = 0; ///< KIP-227; 0 = none yet
    std::int32_t sessionEpoch = 0; ///< 0 = full fetch, -1 = FINAL (the session is closed)
    std::string rack; ///< client.rack, v11+ (KIP-392)
    std::vector<FetchPartition>
        partitions; ///< every partition wanted (the simulation does not shrink incremental fetches)
};
struct FetchedPartition {
    TopicPartition partition;
    ErrorCode error = ErrorCode::None;
    std::int64_t highWatermark = 0;
    std::int64_t firstOffset = 0;
    std::int32_t records = 0;
    std::int32_t bytes = 0;
    BrokerId preferredReadReplica; ///< none: keep fetching here
    BrokerId currentLeader; ///< with NOT_LEADER errors (KIP-951)
};
struct FetchResponse {
    ErrorCode error = ErrorCode::None;
    std::int32_t sessionId = 0;
    std::vector<FetchedPartition> partitions;
};
struct ProducePartition {
    TopicPartition partition;
    std::int32_t records = 1;
    std::int32_t bytes = 0; ///< size of the record batch
    std::int32_t baseSequence = -1; ///< idempotent producers
};
struct ProduceRequest {
    std::int16_t acks = 1; ///< 0, 1, -1 = all
    Duration timeout {};
    std::string transactionalId;
    std::int64_t producerId = -1;
    std::int16_t producerEpoch = -1;
    std::vector<ProducePartition> partitions;
};
struct ProducedPartition {
    TopicPartition partition;
    ErrorCode error = ErrorCode::None;
    std::int64_t baseOffset = -1;
    BrokerId currentLeader;
};
struct ProduceResponse {
    std::vector<ProducedPartition> partitions;
    Duration throttle {};
};

// -- idempotence and transactions --

struct InitProducerIdRequest {
    std::string transactionalId; ///< "" = idempotent only
    Duration transactionTimeout {};
};
struct InitProducerIdResponse {
    ErrorCode error = ErrorCode::None;
    std::int64_t producerId = -1;
    std::int16_t producerEpoch = -1;
};
struct AddPartitionsToTxnRequest {
    std::string transactionalId;
    std::int64_t producerId = -1;
    std::int16_t producerEpoch = -1;
    std::vector<TopicPartition> partitions;
};
struct AddOffsetsToTxnRequest {
    std::string transactionalId;
    std::int64_t producerId = -1;
    std::int16_t producerEpoch = -1;
    std::string groupId;
};
struct EndTxnRequest {
    std::string transactionalId;
    std::int64_t producerId = -1;
    std::int16_t producerEpoch = -1;
    bool committed = true;
};
struct TxnOffsetCommitRequest {
    std::string transactionalId;
    std::string groupId;
    std::int64_t producerId = -1;
    std::int16_t producerEpoch = -1;
    std::vector<PartitionOffset> offsets;
};
/// Answers that carry nothing but an error code: ADD_PARTITIONS_TO_TXN, ADD_OFFSETS_TO_TXN, END_TXN, TXN_OFFSET_COMMIT.
struct ErrorOnlyResponse {
    ErrorCode error = ErrorCode::None;
};

// -- admin --

struct NewTopic {
    std::string name;
    std::int32_t partitions = 1;
    std::int16_t replication = 1;
};
struct CreateTopicsRequest {
    std::vector<NewTopic> topics;
};
struct CreateTopicsResponse {
    ErrorCode error = ErrorCode::None; ///< the first error among the topics
};
struct DescribeClusterRequest { };
struct DescribeClusterResponse {
    ErrorCode error = ErrorCode::None;
    BrokerId controller;
};
struct DescribeConfigsRequest {
    std::string resource; ///< "broker 0", "topic t4"
};
struct DescribeConfigsResponse {
    ErrorCode error = ErrorCode::None;
};

using RequestBody = std::variant<ApiVersionsRequest, MetadataRequest, FindCoordinatorRequest, JoinGroupRequest,
    SyncGroupRequest, HeartbeatRequest, LeaveGroupRequest, OffsetCommitRequest, OffsetFetchRequest,
    ListOffsetsRequest, OffsetForLeaderEpochRequest, FetchRequest, ProduceRequest, InitProducerIdRequest,
    AddPartitionsToTxnRequest, AddOffsetsToTxnRequest, EndTxnRequest, TxnOffsetCommitRequest, CreateTopicsRequest,
    DescribeClusterRequest, DescribeConfigsRequest>;

using ResponseBody = std::variant<ApiVersionsResponse, MetadataResponse, FindCoordinatorResponse, JoinGroupResponse,
    SyncGroupResponse, HeartbeatResponse, LeaveGroupResponse, OffsetCommitResponse, OffsetFetchResponse,
    ListOffsetsResponse, OffsetForLeaderEpochResponse, FetchResponse, ProduceResponse, InitProducerIdResponse,
    ErrorOnlyResponse, CreateTopicsResponse, DescribeClusterResponse, DescribeConfigsResponse>;

/// A request as it is written to a connection: header and body.
struct Request {
    ApiKey api = ApiKey::None;
    std::int16_t version = 0;
    std::int32_t correlationId = 0;
    bool expectResponse = true; ///< false: PRODUCE with acks=0
    std::uint32_t size = 0; ///< bytes on the wire with length prefix, as estimated by wireSize()
    RequestBody body;
};

/// The answer to the request with the same correlation id on the same connection. Responses come in the order of the requests.
struct Response {
    ApiKey api = ApiKey::None;
    std::int16_t version = 0;
    std::int32_t correlationId = 0;
    std::uint32_t size = 0;
    Duration throttle {}; ///< throttle_time_ms
    ResponseBody body;
};

/// Bytes on the wire of a request of this body, with length prefix and header for \a clientId, within a few per cent of the
/// non-flexible encoding: what bandwidth and sizes are computed from while no codec runs.
std::uint32_t wireSize(const RequestBody& body, std::size_t clientIdLength);
std::uint32_t wireSize(const ResponseBody& body);
/// The first error in an answer (top level, or of any partition or topic); None if all is well.
ErrorCode firstError(const ResponseBody& body);

} // namespace connscope::protocol
