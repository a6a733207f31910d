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
    CorruptMessage = 2,
    UnknownTopicOrPartition = 3,
    LeaderNotAvailable = 5,
    NotLeaderOrFollower = 6,
    RequestTimedOut = 7,
    MessageTooLarge = 10,
    OffsetMetadataTooLarge = 12,
    NetworkException = 13,
    CoordinatorLoadInProgress = 14,
    CoordinatorNotAvailable = 15,
    NotCoordinator = 16,
    InvalidTopic = 17,
    NotEnoughReplicas = 19,
    InvalidRequiredAcks = 21,
    IllegalGeneration = 22,
    InconsistentGroupProtocol = 23,
    InvalidGroupId = 24,
    UnknownMemberId = 25,
    InvalidSessionTimeout = 26,
    RebalanceInProgress = 27,
    UnsupportedSaslMechanism = 33,
    IllegalSaslState = 34,
    UnsupportedVersion = 35,
    TopicAlreadyExists = 36,
    InvalidPartitions = 37,
    InvalidReplicationFactor = 38,
    InvalidReplicaAssignment = 39,
    InvalidConfig = 40,
    NotController = 41,
    InvalidRequest = 42,
    UnsupportedForMessageFormat = 43,
    OutOfOrderSequenceNumber = 45,
    DuplicateSequenceNumber = 46,
    InvalidProducerEpoch = 47,
    InvalidTxnState = 48,
    InvalidProducerIdMapping = 49,
    InvalidTransactionTimeout = 50,
    ConcurrentTransactions = 51,
    OperationNotAttempted = 55,
    SaslAuthenticationFailed = 58,
    UnknownProducerId = 59,
    GroupIdNotFound = 69,
    FetchSessionIdNotFound = 70,
    InvalidFetchSessionEpoch = 71,
    TopicDeletionDisabled = 73,
    FencedLeaderEpoch = 74,
    UnknownLeaderEpoch = 75,
    UnsupportedCompressionType = 76,
    MemberIdRequired = 79,
    GroupMaxSizeReached = 81,
    FencedInstanceId = 82,
    InvalidRecord = 87,
    UnstableOffsetCommit = 88,
    ProducerFenced = 90,
    UnknownTopicId = 100,
    InconsistentTopicId = 103,
    FetchSessionTopicIdError = 106,
};

/// Kafka's spelling for the version: "NOT_LEADER_OR_FOLLOWER" (NOT_LEADER_FOR_PARTITION before 2.6 is an alias that the log texts use).
std::string_view errorName(ErrorCode error);
std::optional<ErrorCode> errorFromName(std::string_view name);
/// True for Kafka's RetriableException family.
bool isRetriable(ErrorCode error);

} // namespace connscope::protocol
