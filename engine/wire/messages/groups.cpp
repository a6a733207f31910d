// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/messages/groups.h"

namespace connscope::wire {

void FindCoordinatorRequest::describe(Visitor& v)
{
    v.field("key", key, all().until(3));
    v.field("keyType", keyType, since(1));
    v.field("coordinatorKeys", coordinatorKeys, since(4));
    v.end(unknownTaggedFields);
}

void FindCoordinatorResponse::Coordinator::describe(Visitor& v)
{
    v.field("key", key);
    v.field("nodeId", nodeId);
    v.field("host", host);
    v.field("port", port);
    v.field("errorCode", errorCode);
    v.field("errorMessage", errorMessage, all().nullable());
    v.end(unknownTaggedFields);
}

void FindCoordinatorResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs, since(1));
    v.field("errorCode", errorCode, all().until(3));
    v.field("errorMessage", errorMessage, since(1).until(3).nullable());
    v.field("nodeId", nodeId, all().until(3));
    v.field("host", host, all().until(3));
    v.field("port", port, all().until(3));
    v.field("coordinators", coordinators, since(4));
    v.end(unknownTaggedFields);
}

void JoinGroupRequest::JoinGroupRequestProtocol::describe(Visitor& v)
{
    v.field("name", name);
    v.field("metadata", metadata);
    v.end(unknownTaggedFields);
}

void JoinGroupRequest::describe(Visitor& v)
{
    v.field("groupId", groupId);
    v.field("sessionTimeoutMs", sessionTimeoutMs);
    v.field("rebalanceTimeoutMs", rebalanceTimeoutMs, since(1).byDefault(-1));
    v.field("memberId", memberId);
    v.field("groupInstanceId", groupInstanceId, since(5).nullable().nullByDefault());
    v.field("protocolType", protocolType);
    v.field("protocols", protocols);
    v.field("reason", reason, since(8).nullable().nullByDefault());
    v.end(unknownTaggedFields);
}

void JoinGroupResponse::JoinGroupResponseMember::describe(Visitor& v)
{
    v.field("memberId", memberId);
    v.field("groupInstanceId", groupInstanceId, since(5).nullable().nullByDefault());
    v.field("metadata", metadata);
    v.end(unknownTaggedFields);
}

void JoinGroupResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs, since(2));
    v.field("errorCode", errorCode);
    v.field("generationId", generationId, all().byDefault(-1));
    v.field("protocolType", protocolType, since(7).nullable().nullByDefault());
    v.field("protocolName", protocolName, all().nullableSince(7));
    v.field("leader", leader);
    v.field("skipAssignment", skipAssignment, since(9));
    v.field("memberId", memberId);
    v.field("members", members);
    v.end(unknownTaggedFields);
}

void SyncGroupRequest::SyncGroupRequestAssignment::describe(Visitor& v)
{
    v.field("memberId", memberId);
    v.field("assignment", assignment);
    v.end(unknownTaggedFields);
}

void SyncGroupRequest::describe(Visitor& v)
{
    v.field("groupId", groupId);
    v.field("generationId", generationId);
    v.field("memberId", memberId);
    v.field("groupInstanceId", groupInstanceId, since(3).nullable().nullByDefault());
    v.field("protocolType", protocolType, since(5).nullable().nullByDefault());
    v.field("protocolName", protocolName, since(5).nullable().nullByDefault());
    v.field("assignments", assignments);
    v.end(unknownTaggedFields);
}

void SyncGroupResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs, since(1));
    v.field("errorCode", errorCode);
    v.field("protocolType", protocolType, since(5).nullable().nullByDefault());
    v.field("protocolName", protocolName, since(5).nullable().nullByDefault());
    v.field("assignment", assignment);
    v.end(unknownTaggedFields);
}

void HeartbeatRequest::describe(Visitor& v)
{
    v.field("groupId", groupId);
    v.field("generationId", generationId);
    v.field("memberId", memberId);
    v.field("groupInstanceId", groupInstanceId, since(3).nullable().nullByDefault());
    v.end(unknownTaggedFields);
}

void HeartbeatResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs, since(1));
    v.field("errorCode", errorCode);
    v.end(unknownTaggedFields);
}

void LeaveGroupRequest::MemberIdentity::describe(Visitor& v)
{
    v.field("memberId", memberId);
    v.field("groupInstanceId", groupInstanceId, all().nullable().nullByDefault());
    v.field("reason", reason, since(5).nullable().nullByDefault());
    v.end(unknownTaggedFields);
}

void LeaveGroupRequest::describe(Visitor& v)
{
    v.field("groupId", groupId);
    v.field("memberId", memberId, all().until(2));
    v.field("members", members, since(3));
    v.end(unknownTaggedFields);
}

void LeaveGroupResponse::MemberResponse::describe(Visitor& v)
{
    v.field("memberId", memberId);
    v.field("groupInstanceId", groupInstanceId, all().nullable());
    v.field("errorCode", errorCode);
    v.end(unknownTaggedFields);
}

void LeaveGroupResponse::describe(Visitor& v)
{
    v.field("throttleTimeMs", throttleTimeMs, since(1));
    v.field("errorCode", errorCode);
    v.field("members", members, since(3));
    v.end(unknownTaggedFields);
}

} // namespace connscope::wire
