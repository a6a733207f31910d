// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/groupcoordinator.h"

#include <algorithm>
#include <utility>

// What a group has read: offsets committed, asked for, and pending until a transaction ends.

namespace connscope::broker {

using trace::RuleId;

template <typename Keep>
GroupCoordinator::Error GroupCoordinator::eachOffset(const std::vector<protocol::PartitionOffset>& offsets,
    RequestRef ref, std::vector<protocol::PartitionError>& results, Keep&& keep)
{
    const std::size_t maxMetadata = configOf(ref).maxOffsetMetadata;
    Error last = Error::None;
    results.reserve(offsets.size());
    for (const protocol::PartitionOffset& offset : offsets) {
        const PartitionRef partition = m_topics.find(offset.partition, m_sockets.connection(ref.slot).topicHint);
        Error error = Error::None;
        if (partition.topic == kNone)
            error = Error::UnknownTopicOrPartition;
        else if (offset.metadata && offset.metadata->size() > maxMetadata)
            error = Error::OffsetMetadataTooLarge;
        else
            keep(offsetKey(partition), CommittedOffset {offset.offset, offset.leaderEpoch, offset.metadata});
        if (error != Error::None)
            last = error;
        results.push_back({offset.partition, error});
    }
    return last;
}

GroupCoordinator::Error GroupCoordinator::checkCommitter(
    Group& group, std::string_view memberId, std::string_view instanceId, std::int32_t generation, EventId cause)
{
    Member* member = group.members.find(memberId);
    if (member == nullptr)
        return group.isFenced(memberId) ? Error::FencedInstanceId : Error::UnknownMemberId;
    if (const Error error = checkInstance(group, memberId, instanceId); error != Error::None)
        return error;
    if (generation != group.generation)
        return Error::IllegalGeneration;
    if (group.state == GroupState::CompletingRebalance)
        return Error::RebalanceInProgress;
    member->lastHeard = cause;
    schedule(group, *member, member->sessionTimeout);
    return Error::None;
}

void GroupCoordinator::offsetCommit(RequestRef ref, const protocol::OffsetCommitRequest& request)
{
    const Work& work = *m_sockets.work(ref);
    const EventId cause = work.received;
    protocol::OffsetCommitResponse response;
    response.error = check(request.groupId, ref);
    if (response.error == Error::None && find(request.groupId, ref) == nullptr && request.generation >= 0)
        response.error = Error::IllegalGeneration;
    if (response.error == Error::None) {
        Group& group = findOrAdd(request.groupId, ref);
        // Without a generation the group is only used to store offsets.
        if (request.generation >= 0 || group.state != GroupState::Empty)
            response.error
                = checkCommitter(group, request.memberId, request.groupInstanceId, request.generation, cause);
        if (response.error == Error::None) {
            response.error = eachOffset(
                request.offsets, ref, response.partitions, [&](std::uint64_t partition, CommittedOffset&& offset) {
                    group.offsets[partition] = std::move(offset);
                });
        }
    }
    if (response.partitions.empty()) {
        for (const protocol::PartitionOffset& offset : request.offsets)
            response.partitions.push_back({offset.partition, response.error});
    }
    const Error error = response.error;
    m_sockets.answer(ref, std::move(response), error, RuleId::BrokerAnswers, cause);
}

bool GroupCoordinator::isPending(std::uint32_t group, std::uint64_t partition) const
{
    return std::any_of(m_pendingOffsets.begin(), m_pendingOffsets.end(),
        [&](const PendingOffset& p) { return p.group == group && p.partition == partition; });
}

GroupCoordinator::Error GroupCoordinator::fetchOffsets(const std::string& groupId, bool allPartitions,
    bool requireStable, std::vector<protocol::TopicPartition>& partitions, RequestRef ref,
    std::vector<protocol::PartitionOffset>& out)
{
    if (const Error error = check(groupId, ref); error != Error::None)
        return error;
    const Group* group = find(groupId, ref);
    if (allPartitions && group != nullptr) {
        partitions.clear();
        for (const auto& [key, offset] : group->offsets) {
            partitions.push_back({m_topics.topic(static_cast<std::uint32_t>(key >> 32)).name,
                static_cast<std::int32_t>(key & 0xffffffff)});
        }
        std::sort(partitions.begin(), partitions.end());
    }
    out.reserve(partitions.size());
    for (protocol::TopicPartition& tp : partitions) {
        const PartitionRef partition = m_topics.find(tp, m_sockets.connection(ref.slot).topicHint);
        protocol::PartitionOffset& found = out.emplace_back();
        found.partition = std::move(tp);
        if (group == nullptr || partition.topic == kNone)
            continue;
        if (requireStable && isPending(numberOf(*group), offsetKey(partition))) {
            found.error = Error::UnstableOffsetCommit;
            continue;
        }
        const auto it = group->offsets.find(offsetKey(partition));
        if (it == group->offsets.end())
            continue;
        found.offset = it->second.offset;
        found.leaderEpoch = it->second.leaderEpoch;
        found.metadata = it->second.metadata;
    }
    return Error::None;
}

void GroupCoordinator::offsetFetch(RequestRef ref, protocol::OffsetFetchRequest& request)
{
    const Work& work = *m_sockets.work(ref);
    const EventId cause = work.received;
    protocol::OffsetFetchResponse response;
    for (protocol::OffsetFetchGroup& group : request.groups) {
        protocol::FetchedGroupOffsets& found = response.groups.emplace_back();
        found.groupId = group.groupId;
        found.error = fetchOffsets(
            group.groupId, group.allPartitions, request.requireStable, group.partitions, ref, found.offsets);
        if (response.error == Error::None)
            response.error = found.error;
    }
    if (request.groups.empty()) {
        response.error = fetchOffsets(
            request.groupId, request.allPartitions, request.requireStable, request.partitions, ref, response.offsets);
    }
    const Error error = response.error;
    m_sockets.answer(ref, std::move(response), error, RuleId::BrokerAnswers, cause);
}

void GroupCoordinator::txnOffsetCommit(RequestRef ref, const protocol::TxnOffsetCommitRequest& request)
{
    const Work& work = *m_sockets.work(ref);
    const EventId cause = work.received;
    protocol::ErrorOnlyResponse response;
    response.error = check(request.groupId, ref);
    if (response.error == Error::None) {
        Group& group = findOrAdd(request.groupId, ref);
        if (request.generation >= 0 || !request.memberId.empty()) // from v3 on zombies are found out (KIP-447)
            response.error
                = checkCommitter(group, request.memberId, request.groupInstanceId, request.generation, cause);
        if (response.error == Error::None) {
            response.error = eachOffset(
                request.offsets, ref, response.partitions, [&](std::uint64_t partition, CommittedOffset&& offset) {
                    m_pendingOffsets.push_back({request.producerId, numberOf(group), partition, std::move(offset)});
                });
        }
    }
    if (response.partitions.empty()) {
        for (const protocol::PartitionOffset& offset : request.offsets)
            response.partitions.push_back({offset.partition, response.error});
    }
    const Error error = response.error;
    m_sockets.answer(ref, std::move(response), error, RuleId::BrokerAnswers, cause);
}

void GroupCoordinator::transactionEnded(std::int64_t producerId, bool committed)
{
    if (committed) {
        for (PendingOffset& p : m_pendingOffsets) {
            if (p.producerId == producerId)
                m_groups[p.group].offsets[p.partition] = std::move(p.offset);
        }
    }
    std::erase_if(m_pendingOffsets, [producerId](const PendingOffset& p) { return p.producerId == producerId; });
}

void GroupCoordinator::topicRemoved(std::uint32_t topic)
{
    for (Group& group : m_groups)
        std::erase_if(group.offsets, [topic](const auto& entry) { return entry.first >> 32 == topic; });
    std::erase_if(m_pendingOffsets, [topic](const PendingOffset& p) { return p.partition >> 32 == topic; });
}

} // namespace connscope::broker
