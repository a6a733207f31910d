// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/messages/admin.h"
#include "wire/messages/apiversions.h"
#include "wire/messages/fetch.h"
#include "wire/messages/groupadmin.h"
#include "wire/messages/groups.h"
#include "wire/messages/metadata.h"
#include "wire/messages/offsets.h"
#include "wire/messages/positions.h"
#include "wire/messages/produce.h"
#include "wire/messages/sasl.h"
#include "wire/messages/transactions.h"

#include <variant>

/// \file
/// One type for every request and one for every response, in the order of their api keys.

namespace connscope::wire {

using AnyRequest = std::variant<ProduceRequest, FetchRequest, ListOffsetsRequest, MetadataRequest,
    OffsetCommitRequest, OffsetFetchRequest, FindCoordinatorRequest, JoinGroupRequest, HeartbeatRequest,
    LeaveGroupRequest, SyncGroupRequest, DescribeGroupsRequest, ListGroupsRequest, SaslHandshakeRequest,
    ApiVersionsRequest, CreateTopicsRequest, DeleteTopicsRequest, InitProducerIdRequest, OffsetForLeaderEpochRequest,
    AddPartitionsToTxnRequest, AddOffsetsToTxnRequest, EndTxnRequest, TxnOffsetCommitRequest, DescribeConfigsRequest,
    SaslAuthenticateRequest, DescribeClusterRequest>;

using AnyResponse = std::variant<ProduceResponse, FetchResponse, ListOffsetsResponse, MetadataResponse,
    OffsetCommitResponse, OffsetFetchResponse, FindCoordinatorResponse, JoinGroupResponse, HeartbeatResponse,
    LeaveGroupResponse, SyncGroupResponse, DescribeGroupsResponse, ListGroupsResponse, SaslHandshakeResponse,
    ApiVersionsResponse, CreateTopicsResponse, DeleteTopicsResponse, InitProducerIdResponse,
    OffsetForLeaderEpochResponse, AddPartitionsToTxnResponse, AddOffsetsToTxnResponse, EndTxnResponse,
    TxnOffsetCommitResponse, DescribeConfigsResponse, SaslAuthenticateResponse, DescribeClusterResponse>;

} // namespace connscope::wire
