// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/convert/parts.h"
#include "wire/convert/shares.h"
#include "wire/convert/values.h"

#include <utility>

// What administrators ask about groups: LIST_GROUPS, DESCRIBE_GROUPS.

namespace connscope::wire::convert {

ToWire toWire(const protocol::ListGroupsRequest& r, const Asked&)
{
    return ListGroupsRequest {r.states, r.types, {}};
}

FromWire fromWire(const ListGroupsRequest& r, std::int16_t)
{
    return protocol::ListGroupsRequest {r.statesFilter, r.typesFilter};
}

AnswerToWire toWire(const protocol::ListGroupsResponse& r, const Answer&)
{
    ListGroupsResponse out;
    out.errorCode = code(r.error);
    for (const protocol::ListedGroup& group : r.groups)
        out.groups.push_back({group.groupId, group.protocolType, group.state, group.type, {}});
    return out;
}

AnswerFromWire fromWire(const ListGroupsResponse& r, const Context& c)
{
    protocol::ListGroupsResponse out;
    out.error = errorOf(r.errorCode);
    for (const ListGroupsResponse::ListedGroup& group : r.groups) {
        protocol::ListedGroup& listed = out.groups.emplace_back();
        listed.groupId = group.groupId;
        listed.protocolType = group.protocolType;
        listed.state = group.groupState;
        if (c.version >= 5)
            listed.type = group.groupType;
    }
    return out;
}

ToWire toWire(const protocol::DescribeGroupsRequest& r, const Asked&)
{
    return DescribeGroupsRequest {r.groups, false, {}};
}

FromWire fromWire(const DescribeGroupsRequest& r, std::int16_t) { return protocol::DescribeGroupsRequest {r.groups}; }

AnswerToWire toWire(const protocol::DescribeGroupsResponse& r, const Answer&)
{
    // Neither the request nor what is known of a member says a version; without a rack the newest changes nothing but it.
    constexpr std::int16_t kVersion = 1;
    DescribeGroupsResponse out;
    for (const protocol::DescribedGroup& group : r.groups) {
        DescribeGroupsResponse::DescribedGroup& g = out.groups.emplace_back();
        g.errorCode = code(group.error);
        if (group.error == protocol::ErrorCode::GroupIdNotFound)
            g.errorMessage = "Group " + group.groupId + " not found.";
        g.groupId = group.groupId;
        g.groupState = group.state;
        g.protocolType = group.protocolType;
        g.protocolData = group.protocol;
        for (const protocol::DescribedMember& member : group.members) {
            DescribeGroupsResponse::DescribedGroup::DescribedGroupMember& m = g.members.emplace_back();
            m.memberId = member.memberId;
            m.groupInstanceId = nullable(member.groupInstanceId);
            m.clientId = member.clientId;
            m.clientHost = member.clientHost;
            m.memberMetadata = raw(member.metadata);
            m.memberAssignment = raw(member.assignment);
            if (!member.metadata && !member.topics.empty()) {
                Result<Bytes> bytes = subscriptionBytes(member.topics, {}, kVersion);
                if (!bytes)
                    return fail(std::move(bytes.error()));
                m.memberMetadata = std::move(*bytes);
            }
            if (!member.assignment && !member.partitions.empty()) {
                Result<Bytes> bytes = assignmentBytes(member.partitions, kVersion);
                if (!bytes)
                    return fail(std::move(bytes.error()));
                m.memberAssignment = std::move(*bytes);
            }
        }
    }
    return out;
}

AnswerFromWire fromWire(const DescribeGroupsResponse& r, const Context&)
{
    protocol::DescribeGroupsResponse out;
    for (const DescribeGroupsResponse::DescribedGroup& group : r.groups) {
        protocol::DescribedGroup& g = out.groups.emplace_back();
        g.error = errorOf(group.errorCode);
        g.groupId = group.groupId;
        g.state = group.groupState;
        g.protocolType = group.protocolType;
        g.protocol = group.protocolData;
        for (const DescribeGroupsResponse::DescribedGroup::DescribedGroupMember& member : group.members) {
            protocol::DescribedMember& m = g.members.emplace_back();
            m.memberId = member.memberId;
            m.groupInstanceId = plain(member.groupInstanceId);
            m.clientId = member.clientId;
            m.clientHost = member.clientHost;
            if (std::optional<std::vector<std::string>> topics = topicsOf(member.memberMetadata))
                m.topics = std::move(*topics);
            else if (!member.memberMetadata.empty())
                m.metadata = opaque(member.memberMetadata);
            if (std::optional<std::vector<protocol::TopicPartition>> partitions
                = partitionsOf(member.memberAssignment))
                m.partitions = std::move(*partitions);
            else if (!member.memberAssignment.empty())
                m.assignment = opaque(member.memberAssignment);
        }
    }
    return out;
}

} // namespace connscope::wire::convert
