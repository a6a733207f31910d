// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "protocol/messages.h"
#include "wire/anymessage.h"
#include "wire/convert/convert.h"

/// \file
/// One pair of functions a message and direction, by theme in the sources beside; convert.cpp puts frames around them.
/// throttle_time_ms is set and read there.

namespace connscope::wire::convert {

/// What has to be known of an answer beside its body.
struct Answer {
    std::int16_t version = 0;
    const EndpointOf& endpointOf;
};
/// What has to be known of a request beside its body.
struct Asked {
    std::int16_t version = 0;
    std::int64_t timestamp = -1; ///< of records, ms
};

using ToWire = Result<AnyRequest>;
using FromWire = Result<protocol::RequestBody>;
using AnswerToWire = Result<AnyResponse>;
using AnswerFromWire = Result<protocol::ResponseBody>;

// ---- our own client's requests into the wire's structs ----

ToWire toWire(const protocol::ApiVersionsRequest& r, const Asked& a);
ToWire toWire(const protocol::MetadataRequest& r, const Asked& a);
ToWire toWire(const protocol::FindCoordinatorRequest& r, const Asked& a);
ToWire toWire(const protocol::JoinGroupRequest& r, const Asked& a);
ToWire toWire(const protocol::SyncGroupRequest& r, const Asked& a);
ToWire toWire(const protocol::HeartbeatRequest& r, const Asked& a);
ToWire toWire(const protocol::LeaveGroupRequest& r, const Asked& a);
ToWire toWire(const protocol::OffsetCommitRequest& r, const Asked& a);
ToWire toWire(const protocol::OffsetFetchRequest& r, const Asked& a);
ToWire toWire(const protocol::ListOffsetsRequest& r, const Asked& a);
ToWire toWire(const protocol::OffsetForLeaderEpochRequest& r, const Asked& a);
ToWire toWire(const protocol::FetchRequest& r, const Asked& a);
ToWire toWire(const protocol::ProduceRequest& r, const Asked& a);
ToWire toWire(const protocol::InitProducerIdRequest& r, const Asked& a);
ToWire toWire(const protocol::AddPartitionsToTxnRequest& r, const Asked& a);
ToWire toWire(const protocol::AddOffsetsToTxnRequest& r, const Asked& a);
ToWire toWire(const protocol::EndTxnRequest& r, const Asked& a);
ToWire toWire(const protocol::TxnOffsetCommitRequest& r, const Asked& a);
ToWire toWire(const protocol::CreateTopicsRequest& r, const Asked& a);
ToWire toWire(const protocol::DeleteTopicsRequest& r, const Asked& a);
ToWire toWire(const protocol::DescribeClusterRequest& r, const Asked& a);
ToWire toWire(const protocol::DescribeConfigsRequest& r, const Asked& a);
ToWire toWire(const protocol::ListGroupsRequest& r, const Asked& a);
ToWire toWire(const protocol::DescribeGroupsRequest& r, const Asked& a);
ToWire toWire(const protocol::SaslHandshakeRequest& r, const Asked& a);
ToWire toWire(const protocol::SaslAuthenticateRequest& r, const Asked& a);
ToWire toWire(const protocol::UnreadableRequest& r, const Asked& a);

// ---- requests from outside; an error is what messages.h has no words for ----

FromWire fromWire(const ApiVersionsRequest& r, std::int16_t version);
FromWire fromWire(const MetadataRequest& r, std::int16_t version);
FromWire fromWire(const FindCoordinatorRequest& r, std::int16_t version);
FromWire fromWire(const JoinGroupRequest& r, std::int16_t version);
FromWire fromWire(const SyncGroupRequest& r, std::int16_t version);
FromWire fromWire(const HeartbeatRequest& r, std::int16_t version);
FromWire fromWire(const LeaveGroupRequest& r, std::int16_t version);
FromWire fromWire(const OffsetCommitRequest& r, std::int16_t version);
FromWire fromWire(const OffsetFetchRequest& r, std::int16_t version);
FromWire fromWire(const ListOffsetsRequest& r, std::int16_t version);
FromWire fromWire(const OffsetForLeaderEpochRequest& r, std::int16_t version);
FromWire fromWire(const FetchRequest& r, std::int16_t version);
FromWire fromWire(const ProduceRequest& r, std::int16_t version);
FromWire fromWire(const InitProducerIdRequest& r, std::int16_t version);
FromWire fromWire(const AddPartitionsToTxnRequest& r, std::int16_t version);
FromWire fromWire(const AddOffsetsToTxnRequest& r, std::int16_t version);
FromWire fromWire(const EndTxnRequest& r, std::int16_t version);
FromWire fromWire(const TxnOffsetCommitRequest& r, std::int16_t version);
FromWire fromWire(const CreateTopicsRequest& r, std::int16_t version);
FromWire fromWire(const DeleteTopicsRequest& r, std::int16_t version);
FromWire fromWire(const DescribeClusterRequest& r, std::int16_t version);
FromWire fromWire(const DescribeConfigsRequest& r, std::int16_t version);
FromWire fromWire(const ListGroupsRequest& r, std::int16_t version);
FromWire fromWire(const DescribeGroupsRequest& r, std::int16_t version);
FromWire fromWire(const SaslHandshakeRequest& r, std::int16_t version);
FromWire fromWire(const SaslAuthenticateRequest& r, std::int16_t version);

// ---- the brain's answers into the wire's structs ----

AnswerToWire toWire(const protocol::ApiVersionsResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::MetadataResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::FindCoordinatorResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::JoinGroupResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::SyncGroupResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::HeartbeatResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::LeaveGroupResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::OffsetCommitResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::OffsetFetchResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::ListOffsetsResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::OffsetForLeaderEpochResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::FetchResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::ProduceResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::InitProducerIdResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::CreateTopicsResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::DeleteTopicsResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::DescribeClusterResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::DescribeConfigsResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::ListGroupsResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::DescribeGroupsResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::SaslHandshakeResponse& r, const Answer& a);
AnswerToWire toWire(const protocol::SaslAuthenticateResponse& r, const Answer& a);
/// \a api says which of the four it is.
AnswerToWire toWire(const protocol::ErrorOnlyResponse& r, ApiKey api, const Answer& a);

// ---- answers to our own clients ----

/// What has to be known of a request to read its answer.
struct Context {
    std::int16_t version = 0;
    std::span<const protocol::FetchPartition> fetched;
};

AnswerFromWire fromWire(const ApiVersionsResponse& r, const Context& c);
AnswerFromWire fromWire(const MetadataResponse& r, const Context& c);
AnswerFromWire fromWire(const FindCoordinatorResponse& r, const Context& c);
AnswerFromWire fromWire(const JoinGroupResponse& r, const Context& c);
AnswerFromWire fromWire(const SyncGroupResponse& r, const Context& c);
AnswerFromWire fromWire(const HeartbeatResponse& r, const Context& c);
AnswerFromWire fromWire(const LeaveGroupResponse& r, const Context& c);
AnswerFromWire fromWire(const OffsetCommitResponse& r, const Context& c);
AnswerFromWire fromWire(const OffsetFetchResponse& r, const Context& c);
AnswerFromWire fromWire(const ListOffsetsResponse& r, const Context& c);
AnswerFromWire fromWire(const OffsetForLeaderEpochResponse& r, const Context& c);
AnswerFromWire fromWire(const FetchResponse& r, const Context& c);
AnswerFromWire fromWire(const ProduceResponse& r, const Context& c);
AnswerFromWire fromWire(const InitProducerIdResponse& r, const Context& c);
AnswerFromWire fromWire(const AddPartitionsToTxnResponse& r, const Context& c);
AnswerFromWire fromWire(const AddOffsetsToTxnResponse& r, const Context& c);
AnswerFromWire fromWire(const EndTxnResponse& r, const Context& c);
AnswerFromWire fromWire(const TxnOffsetCommitResponse& r, const Context& c);
AnswerFromWire fromWire(const CreateTopicsResponse& r, const Context& c);
AnswerFromWire fromWire(const DeleteTopicsResponse& r, const Context& c);
AnswerFromWire fromWire(const DescribeClusterResponse& r, const Context& c);
AnswerFromWire fromWire(const DescribeConfigsResponse& r, const Context& c);
AnswerFromWire fromWire(const ListGroupsResponse& r, const Context& c);
AnswerFromWire fromWire(const DescribeGroupsResponse& r, const Context& c);
AnswerFromWire fromWire(const SaslHandshakeResponse& r, const Context& c);
AnswerFromWire fromWire(const SaslAuthenticateResponse& r, const Context& c);

} // namespace connscope::wire::convert
