// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/errors.h"

#include <algorithm>
#include <array>

namespace connscope::protocol {

namespace {

struct Entry {
    ErrorCode code;
    std::string_view name;
    bool retriable;
};

// Names and families: clients/.../common/protocol/Errors.java and the exception that each entry makes there.
// CONCURRENT_TRANSACTIONS joined the retriable family in 3.x; TransactionManager repeats the request in every
// version.
constexpr std::array kEntries {
    Entry {ErrorCode::UnknownServerError, "UNKNOWN_SERVER_ERROR", false},
    Entry {ErrorCode::None, "NONE", false},
    Entry {ErrorCode::OffsetOutOfRange, "OFFSET_OUT_OF_RANGE", false},
    Entry {ErrorCode::CorruptMessage, "CORRUPT_MESSAGE", true},
    Entry {ErrorCode::UnknownTopicOrPartition, "UNKNOWN_TOPIC_OR_PARTITION", true},
    Entry {ErrorCode::LeaderNotAvailable, "LEADER_NOT_AVAILABLE", true},
    Entry {ErrorCode::NotLeaderOrFollower, "NOT_LEADER_OR_FOLLOWER", true},
    Entry {ErrorCode::RequestTimedOut, "REQUEST_TIMED_OUT", true},
    Entry {ErrorCode::MessageTooLarge, "MESSAGE_TOO_LARGE", false},
    Entry {ErrorCode::OffsetMetadataTooLarge, "OFFSET_METADATA_TOO_LARGE", false},
    Entry {ErrorCode::NetworkException, "NETWORK_EXCEPTION", true},
    Entry {ErrorCode::CoordinatorLoadInProgress, "COORDINATOR_LOAD_IN_PROGRESS", true},
    Entry {ErrorCode::CoordinatorNotAvailable, "COORDINATOR_NOT_AVAILABLE", true},
    Entry {ErrorCode::NotCoordinator, "NOT_COORDINATOR", true},
    Entry {ErrorCode::InvalidTopic, "INVALID_TOPIC_EXCEPTION", false},
    Entry {ErrorCode::NotEnoughReplicas, "NOT_ENOUGH_REPLICAS", true},
    Entry {ErrorCode::InvalidRequiredAcks, "INVALID_REQUIRED_ACKS", false},
    Entry {ErrorCode::IllegalGeneration, "ILLEGAL_GENERATION", false},
    Entry {ErrorCode::InconsistentGroupProtocol, "INCONSISTENT_GROUP_PROTOCOL", false},
    Entry {ErrorCode::InvalidGroupId, "INVALID_GROUP_ID", false},
    Entry {ErrorCode::UnknownMemberId, "UNKNOWN_MEMBER_ID", false},
    Entry {ErrorCode::InvalidSessionTimeout, "INVALID_SESSION_TIMEOUT", false},
    Entry {ErrorCode::RebalanceInProgress, "REBALANCE_IN_PROGRESS", false},
    Entry {ErrorCode::UnsupportedSaslMechanism, "UNSUPPORTED_SASL_MECHANISM", false},
    Entry {ErrorCode::IllegalSaslState, "ILLEGAL_SASL_STATE", false},
    Entry {ErrorCode::UnsupportedVersion, "UNSUPPORTED_VERSION", false},
    Entry {ErrorCode::TopicAlreadyExists, "TOPIC_ALREADY_EXISTS", false},
    Entry {ErrorCode::InvalidPartitions, "INVALID_PARTITIONS", false},
    Entry {ErrorCode::InvalidReplicationFactor, "INVALID_REPLICATION_FACTOR", false},
    Entry {ErrorCode::InvalidReplicaAssignment, "INVALID_REPLICA_ASSIGNMENT", false},
    Entry {ErrorCode::InvalidConfig, "INVALID_CONFIG", false},
    Entry {ErrorCode::NotController, "NOT_CONTROLLER", true},
    Entry {ErrorCode::InvalidRequest, "INVALID_REQUEST", false},
    Entry {ErrorCode::UnsupportedForMessageFormat, "UNSUPPORTED_FOR_MESSAGE_FORMAT", false},
    Entry {ErrorCode::OutOfOrderSequenceNumber, "OUT_OF_ORDER_SEQUENCE_NUMBER", false},
    Entry {ErrorCode::DuplicateSequenceNumber, "DUPLICATE_SEQUENCE_NUMBER", false},
    Entry {ErrorCode::InvalidProducerEpoch, "INVALID_PRODUCER_EPOCH", false},
    Entry {ErrorCode::InvalidTxnState, "INVALID_TXN_STATE", false},
    Entry {ErrorCode::InvalidProducerIdMapping, "INVALID_PRODUCER_ID_MAPPING", false},
    Entry {ErrorCode::InvalidTransactionTimeout, "INVALID_TRANSACTION_TIMEOUT", false},
    Entry {ErrorCode::ConcurrentTransactions, "CONCURRENT_TRANSACTIONS", true},
    Entry {ErrorCode::OperationNotAttempted, "OPERATION_NOT_ATTEMPTED", false},
    Entry {ErrorCode::SaslAuthenticationFailed, "SASL_AUTHENTICATION_FAILED", false},
    Entry {ErrorCode::UnknownProducerId, "UNKNOWN_PRODUCER_ID", false},
    Entry {ErrorCode::GroupIdNotFound, "GROUP_ID_NOT_FOUND", false},
    Entry {ErrorCode::FetchSessionIdNotFound, "FETCH_SESSION_ID_NOT_FOUND", true},
    Entry {ErrorCode::InvalidFetchSessionEpoch, "INVALID_FETCH_SESSION_EPOCH", true},
    Entry {ErrorCode::TopicDeletionDisabled, "TOPIC_DELETION_DISABLED", false},
    Entry {ErrorCode::FencedLeaderEpoch, "FENCED_LEADER_EPOCH", true},
    Entry {ErrorCode::UnknownLeaderEpoch, "UNKNOWN_LEADER_EPOCH", true},
    Entry {ErrorCode::UnsupportedCompressionType, "UNSUPPORTED_COMPRESSION_TYPE", false},
    Entry {ErrorCode::MemberIdRequired, "MEMBER_ID_REQUIRED", false},
    Entry {ErrorCode::GroupMaxSizeReached, "GROUP_MAX_SIZE_REACHED", false},
    Entry {ErrorCode::FencedInstanceId, "FENCED_INSTANCE_ID", false},
    Entry {ErrorCode::InvalidRecord, "INVALID_RECORD", false},
    Entry {ErrorCode::UnstableOffsetCommit, "UNSTABLE_OFFSET_COMMIT", true},
    Entry {ErrorCode::ProducerFenced, "PRODUCER_FENCED", false},
    Entry {ErrorCode::UnknownTopicId, "UNKNOWN_TOPIC_ID", true},
    Entry {ErrorCode::InconsistentTopicId, "INCONSISTENT_TOPIC_ID", true},
    Entry {ErrorCode::FetchSessionTopicIdError, "FETCH_SESSION_TOPIC_ID_ERROR", true},
};

static_assert(
    [] {
        for (std::size_t i = 1; i < kEntries.size(); ++i) {
            if (kEntries[i - 1].code >= kEntries[i].code)
                return false;
        }
        return true;
    }(),
    "findEntry searches by halves");

const Entry* findEntry(ErrorCode error)
{
    const auto it = std::lower_bound(
        kEntries.begin(), kEntries.end(), error, [](const Entry& e, ErrorCode code) { return e.code < code; });
    return it != kEntries.end() && it->code == error ? &*it : nullptr;
}

} // namespace

std::string_view errorName(ErrorCode error)
{
    const Entry* entry = findEntry(error);
    return entry ? entry->name : "UNKNOWN_SERVER_ERROR";
}

std::optional<ErrorCode> errorFromName(std::string_view name)
{
    if (name == "NOT_LEADER_FOR_PARTITION") // its name before 2.6
        return ErrorCode::NotLeaderOrFollower;
    const auto it = std::find_if(kEntries.begin(), kEntries.end(), [name](const Entry& e) { return e.name == name; });
    if (it == kEntries.end())
        return std::nullopt;
    return it->code;
}

bool isRetriable(ErrorCode error)
{
    const Entry* entry = findEntry(error);
    return entry && entry->retriable;
}

} // namespace connscope::protocol
