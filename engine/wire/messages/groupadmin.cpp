// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/messages/groupadmin.h"

namespace connscope::wire {

void ListGroupsRequest::describe(Visitor& v)
{
    v.field("statesFilter", statesFilter, since(4));
    v.field("typesFilter", typesFilter, since(5));
    v.end(unknownTaggedFields);
}

void ListGroupsResponse::ListedGroup::describe(Visitor& v)
{
    v.field("groupId", groupId);
    v.field("protocolType", protocolType);
    v.field("groupState", groupState, since(4));
    v.field("groupType", groupType, since(5));
    v.end(unknownTaggedFields);
}

void ListGroupsResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs, since(1));
    v.field("errorCode", errorCode);
    v.field("groups", groups);
    v.end(unknownTaggedFields);
}

void DescribeGroupsRequest::describe(Visitor& v)
{
    v.field("groups", groups);
    v.field("includeAuthorizedOperations", includeAuthorizedOperations, since(3));
    v.end(unknownTaggedFields);
}

void DescribeGroupsResponse::DescribedGroup::DescribedGroupMember::describe(Visitor& v)
{
    v.field("memberId", memberId);
    v.field("groupInstanceId", groupInstanceId, since(4).nullable().nullByDefault());
    v.field("clientId", clientId);
    v.field("clientHost", clientHost);
    v.field("memberMetadata", memberMetadata);
    v.field("memberAssignment", memberAssignment);
    v.end(unknownTaggedFields);
}

void DescribeGroupsResponse::DescribedGroup::describe(Visitor& v)
{
    v.field("errorCode", errorCode);
    v.field("errorMessage", errorMessage, since(6).nullable().nullByDefault());
    v.field("groupId", groupId);
    v.field("groupState", groupState);
    v.field("protocolType", protocolType);
    v.field("protocolData", protocolData);
    v.field("members", members);
    v.field("authorizedOperations", authorizedOperations, since(3).byDefault(-2147483648));
    v.end(unknownTaggedFields);
}

void DescribeGroupsResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs, since(1));
    v.field("groups", groups);
    v.end(unknownTaggedFields);
}

} // namespace connscope::wire
