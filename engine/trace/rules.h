// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

/// \file
/// The rule catalogue: why something happens. Each rule names the config keys it reads and where Kafka's code (or the
/// TCP standard) says so. Events carry the id; files and people see the name.

namespace connscope::trace {

enum class RuleId : std::uint16_t {
    None, ///< evidence only: a simulation always knows

    // why the world moves at all
    StartOfWorld,
    ScenarioAction,
    ApplicationCall,
    ConfigValue,

    // why a connection is opened
    MetadataNeedsNode,
    FindCoordinatorNeedsNode,
    CoordinatorDiscovered,
    CoordinatorNeeded,
    LeaderHasRecords,
    LeaderToFetch,
    FollowerToFetch,
    OffsetsToList,
    EpochToValidate,
    ProducerIdNeeded,
    TransactionCoordinatorNeeded,
    AdminNeedsNode,
    ControllerNeeded,
    CourseConnectsAllBootstrap,
    CourseConnectsAllBrokers,
    Rebootstrap,

    // why a connection ends
    ClientIdleExpiry,
    BrokerIdleExpiry,
    CourseBrokerIdleExpiry,
    ClientClosed,
    ClientCloseForced,
    ProcessKilled,
    RequestTimeout,
    ConnectionSetupTimeout,
    ApiVersionsFailed,
    CoordinatorChanged,
    PeerClosed,
    MaxConnectionsPerIp,
    MaxConnections,
    BrokerStopped,
    BrokerKilled,
    AcksZeroError,
    ProtocolViolation,
    AuthenticationFailed,
    ObservedPeer,
    RequestNotUnderstood,
    ConnectionRefused,
    HostUnreachable,
    UnresolvedHost,
    ConnectionReset,
    SynRetriesExhausted,
    RetransmissionTimeout,
    KeepaliveTimeout,
    MiddleboxForgot,
    SocketGone,
    LocalPortsExhausted,

    // why metadata is asked for
    MetadataAtStart,
    MetadataMaxAge,
    MetadataNewTopic,
    MetadataAfterDisconnect,
    MetadataStaleLeader,
    MetadataUnknownTopic,
    MetadataCoordinatorFailed,
    MetadataNoLeader,

    // why a request is sent
    LeastLoadedNode,
    FirstRequestOnConnection,
    AuthenticationFirst,
    BatchReady,
    BatchRetried,
    JoinGroup,
    MemberIdRequired,
    AssignmentReady,
    HeartbeatInterval,
    AutoCommitInterval,
    CommitBeforeRebalance,
    CommitCalled,
    CommitOnClose,
    CommittedOffsetsNeeded,
    ResetPosition,
    FetchWhenIdle,
    FetchSessionClose,
    LeaveOnClose,
    LeaveOnUnsubscribe,
    TransactionStep,
    AdminCall,

    // groups
    MaxPollInterval,
    SessionTimeout,
    RebalanceInProgress,
    RebalanceDelay,
    CoordinatorLoading,

    // brokers answer
    BrokerAnswers,
    LongPoll,
    Throttled,
    ReconnectBackoff,
    RetryBackoff,
    SilentRequest,
    NoResetPolicy,
    DeliveryTimeout,
    NoCommonVersion,

    // what an answer changes
    ResponseArrived,
    NodesReplaced,
    LeadershipChanged,

    // TCP and the kernel
    ThreeWayHandshake,
    ActiveClose,
    PassiveClose,
    TimeWaitOver,
    FinWait2Timeout,
    ProcessExit,

    // limits of a run
    RunLimit,
    TraceLimit,

    // what-if
    WhatIfReuseByAddress,
    WhatIfCoordinatorOnData,
};
inline constexpr int kRuleCount = static_cast<int>(RuleId::WhatIfCoordinatorOnData) + 1;

struct Rule {
    RuleId id;
    std::string_view name; ///< "client idle expiry": unique, stable, used in files and queries
    std::string_view sentence; ///< what the rule says, one sentence in English
    std::string_view configKeys; ///< Kafka config keys it reads, comma-separated; "" if none
    std::string_view source; ///< Kafka file and method, KIP or KAFKA number, RFC section
};

/// Never fails: an id outside the catalogue gives RuleId::None's entry.
const Rule& rule(RuleId id);
inline std::string_view ruleName(RuleId id) { return rule(id).name; }
std::optional<RuleId> ruleFromName(std::string_view name);

} // namespace connscope::trace
