// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/memberlist.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// \file
/// A consumer group as its coordinator keeps it (GroupMetadata).

namespace connscope::broker {

/// What the coordinator waits for (GroupState). groupStateName() has Kafka's words.
enum class GroupState : std::uint8_t {
    Empty, ///< no members; offsets may be there
    PreparingRebalance, ///< for every member to join again
    CompletingRebalance, ///< for the leader's assignment
    Stable,
};
std::string_view groupStateName(GroupState state);

/// What a group has committed for a partition.
struct CommittedOffset {
    std::int64_t offset = -1;
    std::int32_t leaderEpoch = -1;
    protocol::Bytes metadata;
};

struct Group {
    std::string id;
    BrokerIndex coordinator = kNoBroker;
    GroupState state = GroupState::Empty;
    std::int32_t generation = 0;
    std::string protocolType; ///< of its first member; "" where only offsets are kept
    std::string protocol;
    std::uint32_t leader = kNone; ///< uid
    MemberList members;
    PendingMembers pending;
    std::vector<std::string> fenced; ///< ids whose group.instance.id has a newer member
    std::unordered_map<std::uint64_t, CommittedOffset> offsets; ///< by partition

    // The rebalance under way.
    std::uint32_t joinToken = 0; ///< of the JoinDelay timer that counts
    bool initialDelay = false; ///< InitialDelayedJoin rather than DelayedJoin
    bool newMemberAdded = false;
    Duration delay {}; ///< of the InitialDelayedJoin under way
    Duration remaining {};
    EventId rebalance; ///< the GroupRebalancing event

    /// The last state in __consumer_offsets: what a new coordinator loads.
    struct Stored {
        std::int32_t generation = 0;
        std::string protocol;
        std::uint32_t leader = kNone;
        MemberList members;
    };
    Stored stored;

    bool isFenced(std::string_view memberId) const;
    Duration rebalanceTimeout() const; ///< the longest of its members
    bool allJoined() const { return members.awaitingJoins() == members.size() && pending.empty(); }
};

/// Key of a partition in Group::offsets.
inline std::uint64_t offsetKey(PartitionRef ref)
{
    return static_cast<std::uint64_t>(ref.topic) << 32 | ref.partition;
}

} // namespace connscope::broker
