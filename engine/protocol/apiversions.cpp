// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/apiversions.h"

#include <algorithm>
#include <array>
#include <vector>

namespace connscope::protocol {

namespace {

constexpr std::array kReleases {kV2_1, kV2_2, kV2_3, kV2_8, kV3_9, kV4_0};
constexpr std::size_t kReleaseCount = kReleases.size();

struct Range {
    std::int16_t min = 0;
    std::int16_t max = -1; ///< -1 = not known
};
constexpr Range kNo {};

struct Row {
    ApiKey api;
    std::string_view name;
    std::int16_t clientMin; ///< what the request builder allows
    std::array<Range, kReleaseCount> broker; ///< 2.1, 2.2, 2.3, 2.8, 3.9, 4.0
    /// Where clients stop below their own release's brokers: 3.9, 4.0; -1 = they do not.
    std::int16_t clientMax3_9 = -1;
    std::int16_t clientMax4_0 = -1;
};

// 4.0 dropped the versions that no client since 2.1 needs (KIP-896). PRODUCE still claims 0 in the API_VERSIONS answer,
// for clients that look at it to find out whether they may compress (ApiKeys.PRODUCE_API_VERSIONS_RESPONSE_MIN_VERSION);
// what it serves starts at 3.
constexpr std::array kRows {
    Row {ApiKey::Produce, "Produce", 3, {{{0, 7}, {0, 7}, {0, 7}, {0, 9}, {0, 11}, {0, 12}}}, -1, 11},
    Row {ApiKey::Fetch, "Fetch", 0, {{{0, 10}, {0, 10}, {0, 11}, {0, 12}, {0, 17}, {4, 17}}}},
    Row {ApiKey::ListOffsets, "ListOffsets", 1, {{{0, 4}, {0, 5}, {0, 5}, {0, 6}, {0, 9}, {1, 10}}}},
    Row {ApiKey::Metadata, "Metadata", 0, {{{0, 7}, {0, 7}, {0, 8}, {0, 11}, {0, 12}, {0, 13}}}, -1, 12},
    Row {ApiKey::OffsetCommit, "OffsetCommit", 0, {{{0, 6}, {0, 6}, {0, 7}, {0, 8}, {0, 9}, {2, 9}}}},
    Row {ApiKey::OffsetFetch, "OffsetFetch", 0, {{{0, 5}, {0, 5}, {0, 5}, {0, 7}, {0, 9}, {1, 9}}}},
    Row {ApiKey::FindCoordinator, "FindCoordinator", 0, {{{0, 2}, {0, 2}, {0, 2}, {0, 3}, {0, 6}, {0, 6}}}},
    Row {ApiKey::JoinGroup, "JoinGroup", 0, {{{0, 3}, {0, 4}, {0, 5}, {0, 7}, {0, 9}, {2, 9}}}},
    Row {ApiKey::Heartbeat, "Heartbeat", 0, {{{0, 2}, {0, 2}, {0, 3}, {0, 4}, {0, 4}, {0, 4}}}},
    Row {ApiKey::LeaveGroup, "LeaveGroup", 0, {{{0, 2}, {0, 2}, {0, 2}, {0, 4}, {0, 5}, {0, 5}}}},
    Row {ApiKey::SyncGroup, "SyncGroup", 0, {{{0, 2}, {0, 2}, {0, 3}, {0, 5}, {0, 5}, {0, 5}}}},
    Row {ApiKey::DescribeGroups, "DescribeGroups", 0, {{{0, 2}, {0, 2}, {0, 3}, {0, 5}, {0, 5}, {0, 6}}}, -1, 5},
    Row {ApiKey::ListGroups, "ListGroups", 0, {{{0, 2}, {0, 2}, {0, 2}, {0, 4}, {0, 5}, {0, 5}}}},
    Row {ApiKey::SaslHandshake, "SaslHandshake", 0, {{{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}}}},
    Row {ApiKey::ApiVersions, "ApiVersions", 0, {{{0, 2}, {0, 2}, {0, 2}, {0, 3}, {0, 4}, {0, 4}}}},
    Row {ApiKey::CreateTopics, "CreateTopics", 0, {{{0, 3}, {0, 3}, {0, 3}, {0, 7}, {0, 7}, {2, 7}}}},
    Row {ApiKey::DeleteTopics, "DeleteTopics", 0, {{{0, 3}, {0, 3}, {0, 3}, {0, 6}, {0, 6}, {1, 6}}}},
    Row {ApiKey::InitProducerId, "InitProducerId", 0, {{{0, 1}, {0, 1}, {0, 1}, {0, 4}, {0, 5}, {0, 5}}}},
    Row {ApiKey::OffsetForLeaderEpoch, "OffsetForLeaderEpoch", 3, {{{0, 2}, {0, 2}, {0, 3}, {0, 4}, {0, 4}, {2, 4}}}},
    // From 4 on ADD_PARTITIONS_TO_TXN is for brokers (AddPartitionsToTxnRequest.LAST_CLIENT_VERSION).
    Row {ApiKey::AddPartitionsToTxn, "AddPartitionsToTxn", 0, {{{0, 1}, {0, 1}, {0, 1}, {0, 3}, {0, 5}, {0, 5}}}, 3,
        3},
    Row {ApiKey::AddOffsetsToTxn, "AddOffsetsToTxn", 0, {{{0, 1}, {0, 1}, {0, 1}, {0, 3}, {0, 4}, {0, 4}}}},
    // EndTxn 5 and TxnOffsetCommit 5 belong to the second transaction protocol (KIP-890), which the snapshot keeps off.
    Row {ApiKey::EndTxn, "EndTxn", 0, {{{0, 1}, {0, 1}, {0, 1}, {0, 3}, {0, 4}, {0, 5}}}, -1, 4},
    Row {ApiKey::TxnOffsetCommit, "TxnOffsetCommit", 0, {{{0, 2}, {0, 2}, {0, 2}, {0, 3}, {0, 4}, {0, 5}}}, -1, 4},
    Row {ApiKey::DescribeConfigs, "DescribeConfigs", 0, {{{0, 2}, {0, 2}, {0, 2}, {0, 4}, {0, 4}, {1, 4}}}},
    Row {ApiKey::SaslAuthenticate, "SaslAuthenticate", 0, {{{0, 0}, {0, 1}, {0, 1}, {0, 2}, {0, 2}, {0, 2}}}},
    Row {ApiKey::DescribeCluster, "DescribeCluster", 0, {{kNo, kNo, kNo, {0, 0}, {0, 1}, {0, 2}}}, -1, 1},
    Row {ApiKey::ConsumerGroupHeartbeat, "ConsumerGroupHeartbeat", 0, {{kNo, kNo, kNo, kNo, {0, 0}, {0, 1}}}, -1, 0},
};

/// Known to clients from 3.9's row on, never listed here by brokers.
constexpr std::array kTelemetry {ApiKey::GetTelemetrySubscriptions, ApiKey::PushTelemetry};

std::size_t releaseIndex(KafkaVersion version)
{
    std::size_t index = 0;
    for (std::size_t i = 1; i < kReleaseCount; ++i) {
        if (version >= kReleases[i])
            index = i;
    }
    return index;
}

const Row* findRow(ApiKey api)
{
    const auto it = std::find_if(kRows.begin(), kRows.end(), [api](const Row& row) { return row.api == api; });
    return it == kRows.end() ? nullptr : &*it;
}

bool isTelemetry(ApiKey api) { return std::find(kTelemetry.begin(), kTelemetry.end(), api) != kTelemetry.end(); }

} // namespace

std::optional<ApiVersionRange> clientApiVersions(KafkaVersion version, ApiKey api)
{
    const std::size_t release = releaseIndex(version);
    if (isTelemetry(api))
        return version >= KafkaVersion {3, 7} ? std::optional(ApiVersionRange {api, 0, 0}) : std::nullopt;
    const Row* row = findRow(api);
    if (!row || row->broker[release].max < 0)
        return std::nullopt;
    std::int16_t max = row->broker[release].max;
    if (kReleases[release] == kV3_9 && row->clientMax3_9 >= 0)
        max = row->clientMax3_9;
    if (kReleases[release] == kV4_0 && row->clientMax4_0 >= 0)
        max = row->clientMax4_0;
    // The 4.0 snapshot of 2024-10-25, which was recorded, still uses JOIN_GROUP 1 where a broker offers 0 to 1; the release
    // begins at 2 (KIP-896), which no broker since 2.1 can tell from it.
    const std::int16_t min
        = api == ApiKey::JoinGroup ? row->clientMin : std::max(row->clientMin, row->broker[release].min);
    if (min > max)
        return std::nullopt; // OFFSET_FOR_LEADER_EPOCH before 2.3: known to brokers only
    return ApiVersionRange {api, min, max};
}

std::span<const ApiVersionRange> brokerApiVersions(KafkaVersion version)
{
    static const std::array<std::vector<ApiVersionRange>, kReleaseCount> lists = [] {
        std::array<std::vector<ApiVersionRange>, kReleaseCount> out;
        for (std::size_t release = 0; release < kReleaseCount; ++release) {
            for (const Row& row : kRows) {
                if (row.broker[release].max >= 0)
                    out[release].push_back({row.api, row.broker[release].min, row.broker[release].max});
            }
            std::sort(out[release].begin(), out[release].end(),
                [](const ApiVersionRange& a, const ApiVersionRange& b) { return a.api < b.api; });
        }
        return out;
    }();
    return lists[releaseIndex(version)];
}

std::optional<ApiVersionRange> brokerApiVersions(KafkaVersion version, ApiKey api)
{
    const auto list = brokerApiVersions(version);
    const auto it
        = std::find_if(list.begin(), list.end(), [api](const ApiVersionRange& range) { return range.api == api; });
    if (it == list.end())
        return std::nullopt;
    return *it;
}

std::optional<std::int16_t> negotiate(const ApiVersionRange& client, const ApiVersionRange& broker)
{
    const std::int16_t max = std::min(client.max, broker.max);
    if (max < std::max(client.min, broker.min))
        return std::nullopt;
    return max;
}

std::optional<std::int16_t> negotiate(ApiKey api, KafkaVersion client, KafkaVersion broker)
{
    const auto ours = clientApiVersions(client, api);
    const auto theirs = brokerApiVersions(broker, api);
    if (!ours || !theirs)
        return std::nullopt;
    return negotiate(*ours, *theirs);
}

std::int16_t firstApiVersionsVersion(KafkaVersion client)
{
    return clientApiVersions(client, ApiKey::ApiVersions)->max;
}

std::string_view apiSchemaName(ApiKey api)
{
    if (const Row* row = findRow(api))
        return row->name;
    switch (api) {
    case ApiKey::GetTelemetrySubscriptions:
        return "GetTelemetrySubscriptions";
    case ApiKey::PushTelemetry:
        return "PushTelemetry";
    default:
        return "Unknown";
    }
}

} // namespace connscope::protocol
