// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

/// \file
/// Kafka's request names and their numbers on the wire. Only ids and names live here, so that a trace can print
/// them; what the requests hold is the business of protocol/.

namespace connscope {

/// `api_key` of a request header. None marks events that have no request.
enum class ApiKey : std::int16_t {
    None = -1,
    Produce = 0,
    Fetch = 1,
    ListOffsets = 2,
    Metadata = 3,
    OffsetCommit = 8,
    OffsetFetch = 9,
    FindCoordinator = 10,
    JoinGroup = 11,
    Heartbeat = 12,
    LeaveGroup = 13,
    SyncGroup = 14,
    DescribeGroups = 15,
    ListGroups = 16,
    SaslHandshake = 17,
    ApiVersions = 18,
    CreateTopics = 19,
    DeleteTopics = 20,
    InitProducerId = 22,
    OffsetForLeaderEpoch = 23,
    AddPartitionsToTxn = 24,
    AddOffsetsToTxn = 25,
    EndTxn = 26,
    TxnOffsetCommit = 28,
    DescribeConfigs = 32,
    SaslAuthenticate = 36,
    DescribeCluster = 60,
    ConsumerGroupHeartbeat = 68,
    GetTelemetrySubscriptions = 71,
    PushTelemetry = 72,
};

/// Kafka's own spelling: "FIND_COORDINATOR"; "" for None; "API_<n>" is not invented here: an unknown key gives "UNKNOWN".
std::string_view apiName(ApiKey api);
/// The key of "FIND_COORDINATOR" (exact spelling), if there is one.
std::optional<ApiKey> apiFromName(std::string_view name);
/// Every key that has a name, ascending.
std::span<const ApiKey> allApiKeys();

} // namespace connscope
