// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/apikey.h"

#include <algorithm>
#include <array>

namespace connscope {

namespace {

struct Entry {
    ApiKey key;
    std::string_view name;
};

constexpr std::array kEntries {
    Entry {ApiKey::Produce, "PRODUCE"},
    Entry {ApiKey::Fetch, "FETCH"},
    Entry {ApiKey::ListOffsets, "LIST_OFFSETS"},
    Entry {ApiKey::Metadata, "METADATA"},
    Entry {ApiKey::OffsetCommit, "OFFSET_COMMIT"},
    Entry {ApiKey::OffsetFetch, "OFFSET_FETCH"},
    Entry {ApiKey::FindCoordinator, "FIND_COORDINATOR"},
    Entry {ApiKey::JoinGroup, "JOIN_GROUP"},
    Entry {ApiKey::Heartbeat, "HEARTBEAT"},
    Entry {ApiKey::LeaveGroup, "LEAVE_GROUP"},
    Entry {ApiKey::SyncGroup, "SYNC_GROUP"},
    Entry {ApiKey::DescribeGroups, "DESCRIBE_GROUPS"},
    Entry {ApiKey::ListGroups, "LIST_GROUPS"},
    Entry {ApiKey::SaslHandshake, "SASL_HANDSHAKE"},
    Entry {ApiKey::ApiVersions, "API_VERSIONS"},
    Entry {ApiKey::CreateTopics, "CREATE_TOPICS"},
    Entry {ApiKey::DeleteTopics, "DELETE_TOPICS"},
    Entry {ApiKey::InitProducerId, "INIT_PRODUCER_ID"},
    Entry {ApiKey::OffsetForLeaderEpoch, "OFFSET_FOR_LEADER_EPOCH"},
    Entry {ApiKey::AddPartitionsToTxn, "ADD_PARTITIONS_TO_TXN"},
    Entry {ApiKey::AddOffsetsToTxn, "ADD_OFFSETS_TO_TXN"},
    Entry {ApiKey::EndTxn, "END_TXN"},
    Entry {ApiKey::TxnOffsetCommit, "TXN_OFFSET_COMMIT"},
    Entry {ApiKey::DescribeConfigs, "DESCRIBE_CONFIGS"},
    Entry {ApiKey::SaslAuthenticate, "SASL_AUTHENTICATE"},
    Entry {ApiKey::DescribeCluster, "DESCRIBE_CLUSTER"},
    Entry {ApiKey::ConsumerGroupHeartbeat, "CONSUMER_GROUP_HEARTBEAT"},
    Entry {ApiKey::GetTelemetrySubscriptions, "GET_TELEMETRY_SUBSCRIPTIONS"},
    Entry {ApiKey::PushTelemetry, "PUSH_TELEMETRY"},
};

constexpr auto kKeys = [] {
    std::array<ApiKey, kEntries.size()> keys {};
    for (std::size_t i = 0; i < kEntries.size(); ++i)
        keys[i] = kEntries[i].key;
    return keys;
}();

} // namespace

std::string_view apiName(ApiKey api)
{
    if (api == ApiKey::None)
        return {};
    const auto it
        = std::lower_bound(kEntries.begin(), kEntries.end(), api, [](const Entry& e, ApiKey k) { return e.key < k; });
    return it != kEntries.end() && it->key == api ? it->name : std::string_view("UNKNOWN");
}

std::optional<ApiKey> apiFromName(std::string_view name)
{
    for (const Entry& entry : kEntries) {
        if (entry.name == name)
            return entry.key;
    }
    return std::nullopt;
}

std::span<const ApiKey> allApiKeys() { return kKeys; }

} // namespace connscope
