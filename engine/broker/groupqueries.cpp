// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/groupcoordinator.h"

#include <algorithm>
#include <utility>

// What administrators ask about groups: LIST_GROUPS and DESCRIBE_GROUPS.

namespace connscope::broker {

using trace::RuleId;

void GroupCoordinator::listGroups(RequestRef ref, const protocol::ListGroupsRequest& request)
{
    const Work& work = *m_sockets.work(ref);
    const BrokerIndex broker = m_sockets.connection(ref.slot).broker;
    const auto lets = [](const std::vector<std::string>& wanted, std::string_view value) {
        const auto same = [](char a, char b) { return (a | 0x20) == (b | 0x20); }; // states are not case-sensitive
        return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [&](const std::string& w) {
            return std::equal(w.begin(), w.end(), value.begin(), value.end(), same);
        });
    };
    protocol::ListGroupsResponse response;
    for (const Group& group : m_groups) {
        if (group.coordinator != broker || !lets(request.states, groupStateName(group.state))
            || !lets(request.types, "classic"))
            continue;
        protocol::ListedGroup& listed = response.groups.emplace_back();
        listed.groupId = group.id;
        listed.protocolType = group.protocolType;
        listed.state = groupStateName(group.state);
    }
    std::sort(response.groups.begin(), response.groups.end(),
        [](const protocol::ListedGroup& a, const protocol::ListedGroup& b) { return a.groupId < b.groupId; });
    m_sockets.answer(ref, std::move(response), Error::None, RuleId::BrokerAnswers, work.received);
}

protocol::DescribedGroup GroupCoordinator::describe(const std::string& groupId, RequestRef ref)
{
    protocol::DescribedGroup described;
    described.groupId = groupId;
    described.error = check(groupId, ref);
    const Group* group = described.error == Error::None ? find(groupId, ref) : nullptr;
    if (group == nullptr) {
        described.state = described.error == Error::None ? "Dead" : "";
        // Before version 6 a dead group and one that never was look the same (KIP-1043).
        constexpr std::int16_t kSaysNotFound = 6;
        if (described.error == Error::None && m_sockets.work(ref)->request.version >= kSaysNotFound)
            described.error = Error::GroupIdNotFound;
        return described;
    }
    described.state = groupStateName(group->state);
    described.protocolType = group->protocolType;
    // A group between two generations has no protocol and no assignments (GroupMetadata#summary).
    const bool stable = group->state == GroupState::Stable;
    if (stable)
        described.protocol = group->protocol;
    for (const auto& [uid, member] : group->members) {
        protocol::DescribedMember& m = described.members.emplace_back();
        m.memberId = member.id;
        m.groupInstanceId = member.instanceId;
        if (member.origin) {
            m.clientId = member.origin->clientId;
            m.clientHost = member.origin->host;
        }
        if (!stable)
            continue;
        m.topics = member.topics;
        m.partitions = member.assignment;
        m.metadata = member.metadataFor(group->protocol);
        m.assignment = member.assignmentBytes;
    }
    return described;
}

void GroupCoordinator::describeGroups(RequestRef ref, const protocol::DescribeGroupsRequest& request)
{
    const Work& work = *m_sockets.work(ref);
    protocol::DescribeGroupsResponse response;
    Error first = Error::None;
    for (const std::string& group : request.groups) {
        response.groups.push_back(describe(group, ref));
        if (first == Error::None)
            first = response.groups.back().error;
    }
    m_sockets.answer(ref, std::move(response), first, RuleId::BrokerAnswers, work.received);
}

} // namespace connscope::broker
