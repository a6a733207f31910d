// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "protocol/version.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

/// \file
/// What the Java clients print about their connections, as data: text, level, logger and source line of each message by
/// release. Lines are those of 2.1.0, 2.2.0, 2.3.0, 2.8.0, 3.9.0 and the 4.0.0-SNAPSHOT of October 2024, as recordings of
/// these clients show them (with the layout "[%d] %p %m (%c:%L)%n") and the sources have them.

namespace connscope::protocol {

enum class LogLevel : std::uint8_t { Trace, Debug, Info, Warn };
/// "TRACE", "DEBUG", …
std::string_view logLevelName(LogLevel level);

/// One message of the clients; the comment names its arguments. "full" is a node as Node#toString prints it, "id" its bare id.
enum class LogTemplate : std::uint8_t {
    // NetworkClient
    InitializeConnection, ///< full
    InitiatingConnection, ///< full, address
    ErrorConnecting, ///< full
    CompletedConnection, ///< id
    InitiatingApiVersions, ///< id
    NoVersionInformation, ///< api, correlation, id, version
    ApiVersionsRecorded, ///< up to 2.7: id, versions
    FinalizedFeatures, ///< 2.8 on: id, versions
    SendingRequest, ///< up to 2.5: api, body, correlation, id
    UsingOlderVersion, ///< up to 2.5: version, api, body, correlation, id
    SendingRequestWithHeader, ///< 2.6 on: api, header, timeout, id, body
    CompletedReceive, ///< up to 2.5: id, api, correlation, body
    ReceivedResponse, ///< 2.6 on: api, id, header, body
    SendingMetadataRequest, ///< request, full
    GiveUpMetadata,
    LeastLoadedReady, ///< full: connected, nothing in flight
    LeastLoadedAny, ///< full: up to 2.2
    LeastLoadedInFlight, ///< full, requests: 2.3 on
    LeastLoadedConnecting, ///< full: 2.3 on
    LeastLoadedUnconnected, ///< full: 2.3 on
    LeastLoadedNone,
    NodeDisconnected, ///< id
    IdleNodeDisconnected, ///< id: 3.9 on
    CouldNotBeEstablished, ///< id, remote
    BootstrapDisconnected, ///< full
    CancelledRequest, ///< up to 3.0: api, body, correlation, id
    CancelledInFlight, ///< 3.1 on: api, correlation, id, ms since creation, ms since send, timeout, body
    RequestTimeout, ///< id
    SetupTimeout, ///< id, ms: 2.7 on
    ManuallyDisconnected, ///< up to 2.3: id, apis
    ClientRequestedDisconnect, ///< 3.1 on: id
    MetadataError, ///< correlation, errors
    // Selector and names
    CreatedSocket, ///< receive buffer, send buffer, id
    AboutToCloseIdle, ///< id, ms
    ConnectionLost, ///< remote without port, or "remote (channelId=id)"
    ResolvedHostAs, ///< host, addresses: 3.1 on, without prefix
    ResolvedHostTo, ///< host, addresses: 3.7 on
    BootstrapUnresolved, ///< the whole line, without prefix
    CanonicalUnresolved, ///< the same under resolve_canonical_bootstrap_servers_only
    HostnameChanged, ///< id, old host, new host: 2.2 on
    // Metadata
    ClusterId, ///< id
    UpdatedMetadata, ///< version, cluster
    RequestingMetadataForTopic, ///< topic, error: 2.3 on
    Rebootstrapping, ///< cluster: 3.8 on
    // group coordinator
    SendingFindCoordinator, ///< full
    NoBrokerForFindCoordinator,
    CoordinatorDiscoveryFailed,
    ReceivedFindCoordinator, ///< response
    DiscoveredGroupCoordinator, ///< full
    CoordinatorUnavailable, ///< up to 2.6: full
    CoordinatorUnavailableDueTo, ///< 2.7 on: full, cause, "true" or "false"
    RequestingDisconnect, ///< full: 3.1 on
    RejoiningGroup,
    JoiningWithSubscription, ///< topics: 2.3 on
    SendingJoinGroup, ///< request, full
    ReceivedJoinGroup, ///< response
    JoinedGroup, ///< generation
    SyncedGroup, ///< generation: 2.8 on
    SendingLeaderSync, ///< full, request
    SendingLeaderSyncAtGeneration, ///< full, generation, request: 2.8
    SendingFollowerSync, ///< full, request
    SendingFollowerSyncAtGeneration, ///< full, generation, request: 2.8
    SendingHeartbeat, ///< up to 2.4: full
    SendingHeartbeatWithGeneration, ///< 2.5 on: generation, member, full
    HeartbeatReceived,
    HeartbeatRebalancing,
    HeartbeatNoCoordinator, ///< full
    HeartbeatStaleGeneration, ///< up to 2.3: generation
    HeartbeatUnknownMember, ///< up to 2.3: member
    HeartbeatResetsGeneration, ///< 2.8 on: generation with member, instance, error
    PollTimeoutExpired, ///< not in 2.8, which says it in MemberLeavesDueTo
    SendingLeaveGroup, ///< 2.1: full
    MemberLeaves, ///< 2.2 and 2.3: member, full
    MemberLeavesDueTo, ///< 2.4 on: member, full, reason
    LeaveGroupReturned,
    HeartbeatThreadStarted,
    HeartbeatThreadEnabled,
    HeartbeatThreadDisabled,
    HeartbeatThreadClosed,
    CloseTimedOut, ///< number of requests
    SettingPartitions, ///< up to 2.3: partitions, in 2.1 in brackets
    AddingPartitions, ///< 2.4 on: partitions
    RevokingPartitions, ///< partitions
    FetchingCommittedOffsets, ///< partitions
    AsyncAutoCommit, ///< offsets
    SyncAutoCommit, ///< offsets
    // fetching
    SendingListOffsets, ///< request, full
    SendingFetch, ///< request, full
    HandlingListOffsets, ///< partition, offset
    ResettingOffset, ///< partition, offset; 2.8 on also "Optional[full]" or "Optional.empty"
    CancelledWithHeader, ///< header, id: ConsumerNetworkClient
    // transactions
    SendingTransactional, ///< up to 2.4: request, full
    SendingTransactionalWithCorrelation, ///< 2.5 on: request, full, correlation
    DiscoveredCoordinator, ///< kind, full: 2.5 on
    // life of a client
    IdempotentProducer,
    TransactionalProducer,
    SenderStarting,
    ProducerStarted,
    ProducerClosing, ///< ms
    ProducerForcedClose,
    SenderStopping,
    SenderStopped,
    ProducerClosed,
    ConsumerInitializing,
    ConsumerInitialized,
    ConsumerSubscribed, ///< topics
    ConsumerAssigned, ///< partitions
    ConsumerClosed,
};
inline constexpr int kLogTemplateCount = static_cast<int>(LogTemplate::ConsumerClosed) + 1;

/// A message as one release prints it.
struct LogMessage {
    std::string_view text; ///< with "{}" for each argument
    std::string_view logger; ///< full class name
    LogLevel level = LogLevel::Debug;
    int line = 0; ///< source line
    bool prefixed = true; ///< carries the client's log prefix
};

/// Nothing where the release does not print it. A release between two known ones prints like the earlier one.
std::optional<LogMessage> logMessage(LogTemplate which, KafkaVersion version);

/// \a text with its "{}" replaced in order; placeholders without argument stay.
std::string fillIn(std::string_view text, std::initializer_list<std::string_view> arguments);

} // namespace connscope::protocol
