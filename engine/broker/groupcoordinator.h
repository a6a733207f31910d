// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/coordinators.h"
#include "broker/group.h"
#include "broker/socketserver.h"
#include "broker/topics.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// \file
/// The group coordinator of the classic protocol (GroupCoordinator): members join, the coordinator waits until all have,
/// the leader's assignment goes out to all, heartbeats keep them.
///
///   Empty ──join──► PreparingRebalance ──all joined, or time is up──► CompletingRebalance ──leader's SYNC──► Stable
///                        ▲        └──nobody left──► Empty                     │ join, leave, expiry            │
///                        └────────────────────────────────────────────────────┴────────────────────────────────┘
///
/// Leaving Empty, it waits group.initial.rebalance.delay.ms for more members (InitialDelayedJoin), and once more for as
/// long as new ones keep coming; else it waits for every member of the last generation to join again, at most for the
/// longest rebalance timeout (DelayedJoin). Members hear of a rebalance by the error REBALANCE_IN_PROGRESS on a heartbeat.
///
/// A group moves with the partition of __consumer_offsets: the old coordinator answers what it holds with
/// NOT_COORDINATOR, the new one goes on from what was stored at the last assignment; nobody has to join again for that.

namespace connscope::broker {

class GroupCoordinator {
public:
    GroupCoordinator(World& world, SocketServer& sockets, Topics& topics, Coordinators& seats, Rng rng);

    void joinGroup(RequestRef ref, const protocol::JoinGroupRequest& request);
    void syncGroup(RequestRef ref, protocol::SyncGroupRequest& request);
    void heartbeat(RequestRef ref, const protocol::HeartbeatRequest& request);
    void leaveGroup(RequestRef ref, const protocol::LeaveGroupRequest& request);
    void offsetCommit(RequestRef ref, const protocol::OffsetCommitRequest& request);
    void offsetFetch(RequestRef ref, protocol::OffsetFetchRequest& request);
    /// Offsets that count once the producer's transaction is committed.
    void txnOffsetCommit(RequestRef ref, const protocol::TxnOffsetCommitRequest& request);
    void listGroups(RequestRef ref, const protocol::ListGroupsRequest& request);
    void describeGroups(RequestRef ref, const protocol::DescribeGroupsRequest& request);
    /// A topic was deleted: nothing is committed for it any more (GroupMetadataManager#cleanupGroupMetadata).
    void topicRemoved(std::uint32_t topic);
    /// The transaction of a producer has ended: its offsets are committed or forgotten.
    void transactionEnded(std::int64_t producerId, bool committed);

    /// JoinDelay, Session and PendingMember.
    void onTimer(const Timer& timer);
    BrokerIndex brokerOf(const Timer& timer) const { return m_groups[timer.a].coordinator; }
    bool knows(std::string_view group) const { return m_byId.find(group) != m_byId.end(); }
    /// Seats have changed: groups move with them.
    void reassign(EventId cause);

private:
    using Error = protocol::ErrorCode;

    // members (groupmembers.cpp)
    void addMember(
        Group& group, std::string id, const protocol::JoinGroupRequest& request, RequestRef ref, EventId cause);
    void updateMember(Group& group, Member& member, const protocol::JoinGroupRequest& request, RequestRef ref);
    void joinUnknown(Group& group, const protocol::JoinGroupRequest& request, RequestRef ref, const Work& work);
    void joinKnown(Group& group, const protocol::JoinGroupRequest& request, RequestRef ref, const Work& work);
    void replaceStatic(
        Group& group, Member& member, const protocol::JoinGroupRequest& request, RequestRef ref, const Work& work);
    bool acceptsMember(const Group& group, const protocol::JoinGroupRequest& request) const;
    std::string newMemberId(std::string_view prefix);
    void removeMember(Group& group, Member& member, trace::RuleId rule, EventId cause);
    /// Takes it out of the list, and gives the lead to another if it had it. Returns the place behind it.
    MemberList::Map::iterator eraseMember(Group& group, std::uint32_t uid);
    void schedule(Group& group, Member& member, Duration timeout);
    void sessionOver(Group& group, std::uint32_t uid, std::int64_t token);

    // rebalances (grouprebalance.cpp)
    void prepareRebalance(Group& group, EventId cause);
    void maybePrepareRebalance(Group& group, EventId cause);
    void tryCompleteJoin(Group& group, EventId cause);
    void joinDelayOver(Group& group);
    void completeJoin(Group& group, EventId cause);
    void propagateAssignment(Group& group, Error error, trace::RuleId rule, EventId cause);
    void store(Group& group);
    /// The same where only this member has changed: a group of ten thousand is not copied for each that returns.
    void store(Group& group, const Member& member);
    void load(Group& group);
    void unload(Group& group, EventId cause);

    bool speaksWithAll(const Group& group, const protocol::JoinGroupRequest& request) const;
    std::shared_ptr<const MemberOrigin> originOf(RequestRef ref, const protocol::JoinGroupRequest& request);
    /// FENCED_INSTANCE_ID where another member has the group.instance.id, UNKNOWN_MEMBER_ID where none has.
    static Error checkInstance(Group& group, std::string_view memberId, std::string_view instanceId);
    /// Whether a member may commit; \a cause is its newest sign of life.
    Error checkCommitter(
        Group& group, std::string_view memberId, std::string_view instanceId, std::int32_t generation, EventId cause);
    Error leave(Group& group, const protocol::LeavingMember& leaving, trace::RuleId rule, EventId cause);
    static protocol::SyncGroupResponse syncAnswer(const Group& group, const Member& member);
    void listMembers(const Group& group, protocol::JoinGroupResponse& response) const;
    protocol::DescribedGroup describe(const std::string& groupId, RequestRef ref);
    Error fetchOffsets(const std::string& groupId, bool allPartitions, bool requireStable,
        std::vector<protocol::TopicPartition>& partitions, RequestRef ref,
        std::vector<protocol::PartitionOffset>& out);
    bool isPending(std::uint32_t group, std::uint64_t partition) const;

    // answers
    void answerJoin(Group& group, Member& member, Error error, trace::RuleId rule, EventId cause);
    void answerCurrent(const Group& group, const Member& member, RequestRef ref, EventId cause);
    void refuseJoin(RequestRef ref, std::string_view memberId, Error error, EventId cause);

    Group* find(std::string_view id, RequestRef ref);
    Group& findOrAdd(std::string_view id, RequestRef ref);
    /// NOT_COORDINATOR if the connection's broker is not the group's coordinator.
    Error check(std::string_view groupId, RequestRef ref);
    std::uint32_t numberOf(const Group& group) const { return static_cast<std::uint32_t>(&group - m_groups.data()); }
    const BrokerConfig& configOf(RequestRef ref)
    {
        return m_world.brokers[m_sockets.connection(ref.slot).broker].config;
    }
    bool isRunning(const Group& group) const;
    /// Calls \a keep for each offset that can be kept; the error of the others is theirs. Returns one of the errors.
    template <typename Keep>
    Error eachOffset(const std::vector<protocol::PartitionOffset>& offsets, RequestRef ref,
        std::vector<protocol::PartitionError>& results, Keep&& keep);

    World& m_world;
    SocketServer& m_sockets;
    Topics& m_topics;
    Coordinators& m_seats;
    Rng m_rng;
    std::vector<Group> m_groups;
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view> {}(text); }
    };
    std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> m_byId;
    std::uint32_t m_nextUid = 0;
    struct PendingOffset {
        std::int64_t producerId = -1;
        std::uint32_t group = 0;
        std::uint64_t partition = 0;
        CommittedOffset offset;
    };
    std::vector<PendingOffset> m_pendingOffsets;
};

} // namespace connscope::broker
