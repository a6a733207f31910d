// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/socketserver.h"
#include "broker/world.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// \file
/// A consumer group as its coordinator keeps it (GroupMetadata, MemberMetadata).

namespace connscope::broker {

/// What the coordinator waits for (GroupState).
enum class GroupState : std::uint8_t {
    Empty, ///< no members; offsets may be there
    PreparingRebalance, ///< for every member to join again
    CompletingRebalance, ///< for the leader's assignment
    Stable,
};

struct Member {
    std::uint32_t uid = kNone; ///< never reused, unlike the position
    std::string id;
    std::string instanceId; ///< group.instance.id; "" = dynamic
    std::string protocol;
    std::vector<std::string> topics;
    std::vector<protocol::TopicPartition> assignment;
    Duration sessionTimeout {};
    Duration rebalanceTimeout {};
    Instant joinedAt {}; ///< when the JOIN_GROUP in hand came
    RequestRef join;
    RequestRef sync;
    bool awaitingJoin = false; ///< its JOIN_GROUP is being held; its connection may be gone all the same
    bool awaitingSync = false;
    bool isNew = true; ///< not yet part of a generation
    EventId lastHeard; ///< the event of its last request
    // The session timer: one is on its way for armedAt; deadline may have moved on since.
    Instant deadline = kNever;
    Instant armedAt = kNever;
    std::int64_t timerToken = 0;
};

struct PendingMember {
    std::uint32_t uid = kNone;
    std::string id;
};

struct Group {
    std::string id;
    BrokerIndex coordinator = kNoBroker;
    GroupState state = GroupState::Empty;
    std::int32_t generation = 0;
    std::string protocol;
    std::uint32_t leader = kNone; ///< uid
    std::vector<Member> members; ///< in the order in which they came
    std::vector<PendingMember> pending; ///< ids given out with MEMBER_ID_REQUIRED (KIP-394)
    std::vector<std::string> fenced; ///< ids whose group.instance.id has a newer member
    std::unordered_map<std::uint64_t, std::int64_t> offsets; ///< committed, by partition

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
        std::vector<Member> members;
    };
    Stored stored;

    std::size_t find(std::string_view memberId) const;
    std::size_t findUid(std::uint32_t uid) const;
    std::size_t findInstance(std::string_view instanceId) const; ///< none for ""
    bool isPending(std::string_view memberId) const;
    bool isFenced(std::string_view memberId) const;
    std::size_t awaitingJoins() const;
    Duration rebalanceTimeout() const; ///< the longest of its members
    bool allJoined() const { return awaitingJoins() == members.size() && pending.empty(); }
    static constexpr std::size_t kNoMember = static_cast<std::size_t>(-1);
};

/// Key of a partition in Group::offsets.
inline std::uint64_t offsetKey(PartitionRef ref)
{
    return static_cast<std::uint64_t>(ref.topic) << 32 | ref.partition;
}

} // namespace connscope::broker
