// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "wire/visitor.h"

#include <span>

/// \file
/// What consumers say to each other through the group coordinator, which does not look at it: the subscription inside the
/// `metadata` of a JoinGroupRequest, and the share of partitions inside the `assignment` of a SyncGroup message.
/// (ConsumerProtocol.java; KIP-429 for owned partitions, KIP-792 for the generation, KIP-881 for the rack.)
///
/// The bytes begin with their own version. A reader takes a newer version than it knows as the newest that it does, since
/// what newer ones add stands at the end; so bytes that are left over are no error here.

namespace connscope::wire {

/// ConsumerProtocolSubscription.json: versions 0 to 3, never flexible.
struct ConsumerProtocolSubscription {
    static constexpr MessageInfo kInfo {ApiKey::None, Direction::Payload, "ConsumerProtocolSubscription", 0, 3, 4};

    struct TopicPartition {
        std::string topic;
        std::vector<std::int32_t> partitions;

        void describe(Visitor& v);
        bool operator==(const TopicPartition&) const = default;
    };

    std::vector<std::string> topics;
    std::optional<Bytes> userData; ///< of the assignor
    std::vector<TopicPartition> ownedPartitions; ///< v1+
    std::int32_t generationId = -1; ///< v2+
    std::optional<std::string> rackId; ///< v3+

    void describe(Visitor& v);
    bool operator==(const ConsumerProtocolSubscription&) const = default;
};

/// ConsumerProtocolAssignment.json: versions 0 to 3, never flexible.
struct ConsumerProtocolAssignment {
    static constexpr MessageInfo kInfo {ApiKey::None, Direction::Payload, "ConsumerProtocolAssignment", 0, 3, 4};

    struct TopicPartition {
        std::string topic;
        std::vector<std::int32_t> partitions;

        void describe(Visitor& v);
        bool operator==(const TopicPartition&) const = default;
    };

    std::vector<TopicPartition> assignedPartitions;
    std::optional<Bytes> userData; ///< of the assignor

    void describe(Visitor& v);
    bool operator==(const ConsumerProtocolAssignment&) const = default;
};

/// With the version in front. Errors: a version above 3 or below 0, a string that is too long.
Result<Bytes> encodeSubscription(const ConsumerProtocolSubscription& subscription, std::int16_t version);
Result<Bytes> encodeAssignment(const ConsumerProtocolAssignment& assignment, std::int16_t version);

/// \a version, if given, is set to what the bytes say. Errors are those of decode(), offsets count from the version's
/// first byte. No bytes at all are an error.
Result<ConsumerProtocolSubscription> decodeSubscription(
    std::span<const std::uint8_t> bytes, std::int16_t* version = nullptr);
Result<ConsumerProtocolAssignment> decodeAssignment(
    std::span<const std::uint8_t> bytes, std::int16_t* version = nullptr);

} // namespace connscope::wire
