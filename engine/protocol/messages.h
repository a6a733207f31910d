// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/apikey.h"
#include "base/ids.h"
#include "base/time.h"
#include "protocol/adminmessages.h"
#include "protocol/errors.h"
#include "protocol/recordbatch.h"
#include "protocol/uuid.h"

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
///
/// What only clients from outside send (real records, opaque bytes of groups, topic ids) is either a field that our own
/// clients leave empty, or, in the messages that a simulation holds by the hundred thousand, one pointer `detail` that is
/// null there. A request with a detail is answered with one.

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
    std::string topic; ///< "" where it was asked for by an id that nobody knows
    std::vector<PartitionMetadata> partitions; ///< by partition number
    bool internal = false; ///< __consumer_offsets, __transaction_state (Topic#isInternal)
    Uuid topicId {}; ///< v10+ (KIP-516)
};
/// One state of the cluster as far as one request asked for it. Immutable; equal pointers mean "nothing changed".
struct ClusterMetadata {
    std::string clusterId;
    BrokerId controller;
    std::vector<BrokerEndpoint> brokers; ///< live brokers, by id
    std::vector<TopicMetadata> topics; ///< in the order asked for
};
/// Every living replica counts as in sync: the in-sync ones are the replicas among the cluster's brokers, the offline ones
/// the others. In the order of the replicas.
std::vector<BrokerId> inSyncReplicas(const ClusterMetadata& cluster, const PartitionMetadata& partition);
std::vector<BrokerId> offlineReplicas(const ClusterMetadata& cluster, const PartitionMetadata& partition);

struct MetadataRequest {
    bool allTopics = false; ///< ignores `topics`; on the wire null, or an empty list in v0
    std::vector<std::string> topics; ///< empty and !allTopics: no topics, only brokers
    bool allowAutoTopicCreation = true; ///< v4+; true before
    std::vector<Uuid> topicIds {}; ///< v10+, answered behind `topics`
};
struct MetadataResponse {
    std::shared_ptr<const ClusterMetadata> cluster;
};

// -- coordinators --

enum class CoordinatorType : std::int8_t { Group = 0, Transaction = 1 };
struct FindCoordinatorRequest {
    std::string key;
    CoordinatorType type = CoordinatorType::Group;
    std::vector<std::string> keys {}; ///< v4+ (KIP-699): several at once, instead of `key`
};
struct FoundCoordinator {
    std::string key;
    ErrorCode error = ErrorCode::None;
    BrokerEndpoint coordinator;
};
struct FindCoordinatorResponse {
    ErrorCode error = ErrorCode::None; ///< with several keys the first one among them
    BrokerEndpoint coordinator;
    std::vector<FoundCoordinator> coordinators {}; ///< one for each of `keys`
};

// -- groups (classic protocol) --

/// One way to share out partitions that a member can follow, with what it tells the leader for that.
struct GroupProtocol {
    std::string name;
    Bytes metadata;
};
/// A JOIN_GROUP as it came over a wire: `topics` and `protocolName` of the request mean nothing then.
struct JoinGroupDetail {
    std::string protocolType; ///< "consumer", "connect" …
    std::vector<GroupProtocol> protocols; ///< the member's favourite first
};
struct JoinGroupRequest {
    std::string groupId;
    std::string memberId; ///< "" on the first join
    std::string groupInstanceId; ///< KIP-345; "" = dynamic member
    Duration sessionTimeout {};
    Duration rebalanceTimeout {}; ///< max.poll.interval.ms; before v1 the session timeout
    std::vector<std::string> topics; ///< the subscription inside the protocol metadata
    std::string protocolName = "range"; ///< partition.assignment.strategy's short name
    std::string clientRack;
    std::shared_ptr<const JoinGroupDetail> detail {}; ///< of clients from outside
};
struct JoinedMember {
    std::string memberId;
    std::string groupInstanceId;
    std::vector<std::string> topics;
    Bytes metadata {}; ///< for the chosen protocol; null where the member said its topics
};
struct JoinGroupResponse {
    ErrorCode error = ErrorCode::None;
    std::int32_t generation = -1;
    std::string protocolName;
    std::string leader; ///< member id of the group's leader
    std::string memberId; ///< this member's id
    std::vector<JoinedMember> members; ///< for the leader only
    Bytes protocolType {}; ///< v7+ (KIP-559); null = none
    bool skipAssignment = false; ///< v9+ (KIP-814): a static leader is back and need not assign anew
};
struct MemberAssignment {
    std::string memberId;
    std::vector<TopicPartition> partitions;
    Bytes bytes {}; ///< instead of `partitions`
};
struct SyncGroupRequest {
    std::string groupId;
    std::string memberId;
    std::string groupInstanceId;
    std::int32_t generation = -1;
    std::vector<MemberAssignment> assignments; ///< from the leader; empty from followers
    std::string protocolType {}; ///< v5+, "" = not said
    std::string protocolName {}; ///< v5+, "" = not said
};
struct SyncGroupResponse {
    ErrorCode error = ErrorCode::None;
    std::vector<TopicPartition> assignment;
    Bytes bytes {}; ///< the leader's, instead of `assignment`; null = none
    Bytes protocolType {}; ///< v5+, to members from outside
    std::string protocolName {}; ///< v5+, to members from outside
};
struct HeartbeatRequest {
    std::string groupId;
    std::string memberId;
    std::int32_t generation = -1;
    std::string groupInstanceId {}; ///< v3+
};
struct HeartbeatResponse {
    ErrorCode error = ErrorCode::None;
};
struct LeavingMember {
    std::string memberId;
    std::string groupInstanceId;
};
struct LeaveGroupRequest {
    std::string groupId;
    std::string memberId;
    std::vector<LeavingMember> members {}; ///< v3+: instead of `memberId`
};
struct LeftMember {
    std::string memberId;
    std::string groupInstanceId;
    ErrorCode error = ErrorCode::None;
};
struct LeaveGroupResponse {
    ErrorCode error = ErrorCode::None; ///< of the group, or of the one member of a request without `members`
    std::vector<LeftMember> members {};
};
struct ListGroupsRequest {
    std::vector<std::string> states; ///< v4+; empty = all
    std::vector<std::string> types; ///< v5+; empty = all
};
struct ListedGroup {
    std::string groupId;
    std::string protocolType;
    std::string state; ///< "Stable", … (GroupState#toString)
    std::string type = "classic"; ///< v5+
};
/// The groups that the asked broker coordinates, by id.
struct ListGroupsResponse {
    ErrorCode error = ErrorCode::None;
    std::vector<ListedGroup> groups;
};
struct DescribeGroupsRequest {
    std::vector<std::string> groups;
};
struct DescribedMember {
    std::string memberId;
    std::string groupInstanceId;
    std::string clientId;
    std::string clientHost; ///< "/127.0.0.1"
    std::vector<std::string> topics;
    std::vector<TopicPartition> partitions;
    Bytes metadata; ///< instead of `topics`
    Bytes assignment; ///< instead of `partitions`
};
struct DescribedGroup {
    ErrorCode error = ErrorCode::None;
    std::string groupId;
    std::string state; ///< "Dead" where there is no such group
    std::string protocolType;
    std::string protocol;
    std::vector<DescribedMember> members;
};
struct DescribeGroupsResponse {
    std::vector<DescribedGroup> groups;
};

// -- offsets --

struct PartitionOffset {
    TopicPartition partition;
    std::int64_t offset = -1; ///< -1: none
    std::int32_t leaderEpoch = -1; ///< OFFSET_COMMIT v6+, OFFSET_FETCH v5+
    ErrorCode error = ErrorCode::None; ///< in answers
    Bytes metadata {}; ///< what the committer noted; null = ""
};
/// A partition in an answer that has only an error for each.
struct PartitionError {
    TopicPartition partition;
    ErrorCode error = ErrorCode::None;
};
struct OffsetCommitRequest {
    std::string groupId;
    std::string memberId;
    std::int32_t generation = -1;
    std::vector<PartitionOffset> offsets;
    std::string groupInstanceId {}; ///< v7+
};
struct OffsetCommitResponse {
    ErrorCode error = ErrorCode::None; ///< of all partitions, or of one of them
    std::vector<PartitionError> partitions {}; ///< as they were asked
};
/// One group of an OFFSET_FETCH from v8 on (KIP-709).
struct OffsetFetchGroup {
    std::string groupId;
    bool allPartitions = false; ///< a null list: every partition with a committed offset
    std::vector<TopicPartition> partitions;
};
struct OffsetFetchRequest {
    std::string groupId;
    std::vector<TopicPartition> partitions;
    bool allPartitions = false; ///< v2+
    bool requireStable = false; ///< v7+ (KIP-447): UNSTABLE_OFFSET_COMMIT while a transaction holds a newer offset
    std::vector<OffsetFetchGroup> groups {}; ///< v8+: instead of all but `requireStable`
};
struct FetchedGroupOffsets {
    std::string groupId;
    ErrorCode error = ErrorCode::None;
    std::vector<PartitionOffset> offsets;
};
struct OffsetFetchResponse {
    ErrorCode error = ErrorCode::None; ///< with several groups the first one among them
    std::vector<PartitionOffset> offsets;
    std::vector<FetchedGroupOffsets> groups {}; ///< as in the request
};
enum class IsolationLevel : std::int8_t { ReadUncommitted = 0, ReadCommitted = 1 };
inline constexpr std::int64_t kLatestTimestamp = -1;
inline constexpr std::int64_t kEarliestTimestamp = -2;
inline constexpr std::int64_t kMaxTimestamp = -3; ///< v7+ (KIP-734): where the record with the latest time is
inline constexpr std::int64_t kEarliestLocalTimestamp = -4; ///< v8+ (KIP-405)
inline constexpr std::int64_t kLatestTieredTimestamp = -5; ///< v9+ (KIP-1005)
/// What is asked of one partition, beside its name.
struct ListOffsetsPartition {
    std::int64_t timestamp = kLatestTimestamp; ///< 0 or more: the first batch with a record as late as that
    std::int32_t currentLeaderEpoch = -1; ///< v4+
};
struct ListOffsetsRequest {
    std::vector<TopicPartition> partitions;
    std::int64_t timestamp = kLatestTimestamp; ///< of all partitions
    std::vector<ListOffsetsPartition> details {}; ///< one for each partition, instead of `timestamp`; or empty
    IsolationLevel isolation = IsolationLevel::ReadUncommitted; ///< v2+
};
struct PartitionOffsetResult {
    TopicPartition partition;
    ErrorCode error = ErrorCode::None;
    std::int64_t offset = -1;
    std::int32_t leaderEpoch = -1;
    std::int64_t timestamp = -1; ///< LIST_OFFSETS: of the record found, where a time was asked for
};
struct ListOffsetsResponse {
    std::vector<PartitionOffsetResult> partitions;
};
struct EpochPartition {
    std::int32_t leaderEpoch = -1; ///< whose end is asked for
    std::int32_t currentLeaderEpoch = -1; ///< v2+
};
struct OffsetForLeaderEpochRequest {
    std::vector<TopicPartition> partitions;
    std::vector<EpochPartition> details {}; ///< one for each partition; empty: the newest epoch of each
};
struct OffsetForLeaderEpochResponse {
    std::vector<PartitionOffsetResult> partitions;
};

// -- records --

struct FetchPartition {
    TopicPartition partition;
    std::int64_t offset = 0;
};
/// What is asked of one partition, beside its name and offset.
struct FetchPartitionDetail {
    Uuid topicId; ///< v13+: instead of the topic's name
    std::int32_t maxBytes = 1'048'576; ///< max.partition.fetch.bytes
    std::int32_t currentLeaderEpoch = -1; ///< v9+ (KIP-320)
};
/// A FETCH as it came over a wire: answered with real record batches, and with a session of its own kind: `partitions` are
/// those that were added or changed, `forgotten` are taken out (KIP-227).
struct FetchDetail {
    IsolationLevel isolation = IsolationLevel::ReadUncommitted; ///< v4+
    bool byTopicId = false; ///< v13+
    std::vector<FetchPartitionDetail> partitions; ///< one for each of the request
    std::vector<TopicPartition> forgotten; ///< v7+
    std::vector<Uuid> forgottenIds; ///< v13+: one for each of `forgotten`
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
    std::shared_ptr<const FetchDetail> detail {}; ///< of clients from outside
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
struct FetchedPartitionDetail {
    Uuid topicId;
    std::int32_t leaderEpoch = -1; ///< of `currentLeader`
    std::int64_t lastStableOffset = -1;
    std::int64_t logStartOffset = -1;
    std::vector<FetchedBatch> batches; ///< whole ones; the first may begin before the offset asked for
    std::vector<AbortedTransaction> aborted; ///< with READ_COMMITTED
};
struct FetchResponseDetail {
    bool readCommitted = false; ///< otherwise the aborted transactions are null, not none
    std::vector<FetchedPartitionDetail> partitions; ///< one for each of the answer
};
struct FetchResponse {
    ErrorCode error = ErrorCode::None;
    std::int32_t sessionId = 0;
    std::vector<FetchedPartition> partitions;
    std::shared_ptr<const FetchResponseDetail> detail {}; ///< if the request had one
};
struct ProducePartition {
    TopicPartition partition;
    std::int32_t records = 1;
    std::int32_t bytes = 0; ///< size of the record batch
    std::int32_t baseSequence = -1; ///< idempotent producers
    SharedBatch batch {}; ///< the real one, which then says all of the above; null in simulations
    /// Whose number `baseSequence` is, where it is of another identity than the request's (one before); else -1.
    std::int64_t producerId = -1;
    std::int16_t producerEpoch = -1;
};
struct ProduceRequest {
    std::int16_t acks = 1; ///< 0, 1, -1 = all
    Duration timeout {};
    std::string transactionalId;
    std::int64_t producerId = -1;
    std::int16_t producerEpoch = -1;
    std::vector<ProducePartition> partitions;
    std::vector<Uuid> topicIds {}; ///< v13+: one for each partition, instead of the topics' names; or empty
};
struct ProducedPartition {
    TopicPartition partition;
    ErrorCode error = ErrorCode::None;
    std::int64_t baseOffset = -1;
    BrokerId currentLeader; ///< with NOT_LEADER errors (KIP-951)
    std::int32_t leaderEpoch = -1; ///< of `currentLeader`
    std::int64_t logStartOffset = -1; ///< v5+, to producers from outside
};
struct ProduceResponse {
    std::vector<ProducedPartition> partitions;
    Duration throttle {};
    std::vector<Uuid> topicIds {}; ///< as in the request
};

// -- idempotence and transactions --

struct InitProducerIdRequest {
    std::string transactionalId; ///< "" = idempotent only
    Duration transactionTimeout {};
    std::int64_t producerId = -1; ///< v3+ (KIP-360): the one it has, whose epoch is to be raised
    std::int16_t producerEpoch = -1; ///< v3+
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
    std::string memberId {}; ///< v3+ (KIP-447)
    std::string groupInstanceId {}; ///< v3+
    std::int32_t generation = -1; ///< v3+
};
/// Answers that carry nothing but error codes: ADD_PARTITIONS_TO_TXN, ADD_OFFSETS_TO_TXN, END_TXN, TXN_OFFSET_COMMIT.
struct ErrorOnlyResponse {
    ErrorCode error = ErrorCode::None; ///< of all partitions, or of one of them
    std::vector<PartitionError> partitions {}; ///< ADD_PARTITIONS_TO_TXN, TXN_OFFSET_COMMIT: as they were asked
};

// -- admin; more in adminmessages.h --

struct DescribeClusterRequest { };
struct DescribeClusterResponse {
    ErrorCode error = ErrorCode::None;
    BrokerId controller;
    std::shared_ptr<const ClusterMetadata> cluster {}; ///< its id and brokers; no topics
};

// -- what a broker without authentication refuses --

/// A broker that listens without SASL answers both with ILLEGAL_SASL_STATE (KafkaApis#handleSaslHandshakeRequest).
struct SaslHandshakeRequest {
    std::string mechanism;
};
struct SaslHandshakeResponse {
    ErrorCode error = ErrorCode::None;
    std::vector<std::string> mechanisms; ///< what is enabled
};
struct SaslAuthenticateRequest { };
struct SaslAuthenticateResponse {
    ErrorCode error = ErrorCode::None;
    std::string message;
};
/// A request that cannot be read: an unknown API, a version that is not offered, bytes that do not decode. The header's
/// numbers stand in the Request as far as they could be read. The broker closes the connection
/// (SocketServer.Processor#processException), rule RequestNotUnderstood; the RequestReceived event's text is `why`.
struct UnreadableRequest {
    std::string why; ///< "FETCH version 99 is not offered", "3 bytes left over behind byte 41"
};

using RequestBody = std::variant<ApiVersionsRequest, MetadataRequest, FindCoordinatorRequest, JoinGroupRequest,
    SyncGroupRequest, HeartbeatRequest, LeaveGroupRequest, OffsetCommitRequest, OffsetFetchRequest,
    ListOffsetsRequest, OffsetForLeaderEpochRequest, FetchRequest, ProduceRequest, InitProducerIdRequest,
    AddPartitionsToTxnRequest, AddOffsetsToTxnRequest, EndTxnRequest, TxnOffsetCommitRequest, CreateTopicsRequest,
    DescribeClusterRequest, DescribeConfigsRequest, DeleteTopicsRequest, ListGroupsRequest, DescribeGroupsRequest,
    SaslHandshakeRequest, SaslAuthenticateRequest, UnreadableRequest>;

using ResponseBody = std::variant<ApiVersionsResponse, MetadataResponse, FindCoordinatorResponse, JoinGroupResponse,
    SyncGroupResponse, HeartbeatResponse, LeaveGroupResponse, OffsetCommitResponse, OffsetFetchResponse,
    ListOffsetsResponse, OffsetForLeaderEpochResponse, FetchResponse, ProduceResponse, InitProducerIdResponse,
    ErrorOnlyResponse, CreateTopicsResponse, DescribeClusterResponse, DescribeConfigsResponse, DeleteTopicsResponse,
    ListGroupsResponse, DescribeGroupsResponse, SaslHandshakeResponse, SaslAuthenticateResponse>;

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
