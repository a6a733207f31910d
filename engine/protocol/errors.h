// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace connscope::protocol {

/// Kafka's error codes, as far as they decide anything about connections, groups or records
/// (org.apache.kafka.common.protocol.Errors).
enum class ErrorCode : std::int16_t {
    UnknownServerError = -1,
    None = 0,
    OffsetOutOfRange = 1,
    UnknownTopicOrPartition = 3,
    LeaderNotAvailable = 5,
    NotLeaderOrFollower = 6,
    RequestTimedOut = 7,
    NetworkException = 13,
    CoordinatorLoadInProgress = 14,
    CoordinatorNotAvailable = 15,
    NotCoordinator = 16,
    InvalidTopic = 17,
    NotEnoughReplicas = 19,
    IllegalGeneration = 22,
    InconsistentGroupProtocol = 23,
    UnknownMemberId = 25,
    InvalidSessionTimeout = 26,
    RebalanceInProgress = 27,
    UnsupportedVersion = 35,
    TopicAlreadyExists = 36,
    NotController = 41,
    OutOfOrderSequenceNumber = 45,
    InvalidProducerEpoch = 47,
    InvalidTxnState = 48,
    ConcurrentTransactions = 51,
    FetchSessionIdNotFound = 70,
    InvalidFetchSessionEpoch = 71,
    FencedLeaderEpoch = 74,
    MemberIdRequired = 79,
    GroupMaxSizeReached = 81,
    FencedInstanceId = 82,
};

/// Kafka's spelling for the version: "NOT_LEADER_OR_FOLLOWER" (NOT_LEADER_FOR_PARTITION before 2.6 is an alias that the log texts use).
std::string_view errorName(ErrorCode error);
std::optional<ErrorCode> errorFromName(std::string_view name);
/// True for Kafka's RetriableException family.
bool isRetriable(ErrorCode error);

} // namespace connscope::protocol
