// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/convert/parts.h"
#include "wire/convert/shares.h"
#include "wire/convert/values.h"

#include <utility>

// Members of groups: JOIN_GROUP, SYNC_GROUP, HEARTBEAT, LEAVE_GROUP.

namespace connscope::wire::convert {

namespace {

constexpr std::string_view kConsumer = "consumer"; // ConsumerProtocol.PROTOCOL_TYPE

/// Kafka writes no null where an older version has none (JoinGroupResponse's constructor).
std::optional<std::string> nullFrom(std::int16_t since, std::int16_t version, const std::string& text)
{
    return text.empty() && version >= since ? std::nullopt : std::optional(text);
}

} // namespace

// -- JOIN_GROUP --

ToWire toWire(const protocol::JoinGroupRequest& r, const Asked& a)
{
    JoinGroupRequest out;
    out.groupId = r.groupId;
    out.sessionTimeoutMs = millis(r.sessionTimeout);
    out.rebalanceTimeoutMs = millis(r.rebalanceTimeout);
    out.memberId = r.memberId;
    out.groupInstanceId = nullable(r.groupInstanceId);
    if (r.detail) {
        out.protocolType = r.detail->protocolType;
        for (const protocol::GroupProtocol& protocol : r.detail->protocols)
            out.protocols.push_back({protocol.name, raw(protocol.metadata), {}});
        return out;
    }
    out.protocolType = kConsumer;
    Result<Bytes> metadata = subscriptionBytes(r.topics, r.clientRack, subscriptionVersion(a.version));
    if (!metadata)
        return fail(std::move(metadata.error()));
    out.protocols.push_back({r.protocolName, std::move(*metadata), {}});
    out.reason = std::string(); // AbstractCoordinator#rejoinReason of somebody who has none
    return out;
}

FromWire fromWire(const JoinGroupRequest& r, std::int16_t version)
{
    protocol::JoinGroupRequest out;
    out.groupId = r.groupId;
    out.memberId = r.memberId;
    out.groupInstanceId = plain(r.groupInstanceId);
    out.sessionTimeout = duration(r.sessionTimeoutMs);
    out.rebalanceTimeout = duration(version == 0 ? r.sessionTimeoutMs : r.rebalanceTimeoutMs);
    out.protocolName.clear();
    auto detail = std::make_shared<protocol::JoinGroupDetail>();
    detail->protocolType = r.protocolType;
    for (const JoinGroupRequest::JoinGroupRequestProtocol& protocol : r.protocols)
        detail->protocols.push_back({protocol.name, opaque(protocol.metadata)});
    out.detail = std::move(detail);
    return out;
}

AnswerToWire toWire(const protocol::JoinGroupResponse& r, const Answer& a)
{
    JoinGroupResponse out;
    out.errorCode = code(r.error);
    out.generationId = r.generation;
    if (r.protocolType)
        out.protocolType = *r.protocolType;
    out.protocolName = nullFrom(7, a.version, r.protocolName);
    out.leader = r.leader;
    out.skipAssignment = r.skipAssignment;
    out.memberId = r.memberId;
    for (const protocol::JoinedMember& member : r.members) {
        JoinGroupResponse::JoinGroupResponseMember& m = out.members.emplace_back();
        m.memberId = member.memberId;
        m.groupInstanceId = nullable(member.groupInstanceId);
        if (member.metadata) {
            m.metadata = raw(member.metadata);
            continue;
        }
        Result<Bytes> metadata = subscriptionBytes(member.topics, {}, subscriptionVersion(a.version));
        if (!metadata)
            return fail(std::move(metadata.error()));
        m.metadata = std::move(*metadata);
    }
    return out;
}

AnswerFromWire fromWire(const JoinGroupResponse& r, const Context&)
{
    protocol::JoinGroupResponse out;
    out.error = errorOf(r.errorCode);
    out.generation = r.generationId;
    if (r.protocolType)
        out.protocolType = std::make_shared<const std::string>(*r.protocolType);
    out.protocolName = plain(r.protocolName);
    out.leader = r.leader;
    out.skipAssignment = r.skipAssignment;
    out.memberId = r.memberId;
    for (const JoinGroupResponse::JoinGroupResponseMember& member : r.members) {
        protocol::JoinedMember& m = out.members.emplace_back();
        m.memberId = member.memberId;
        m.groupInstanceId = plain(member.groupInstanceId);
        if (std::optional<std::vector<std::string>> topics = topicsOf(member.metadata))
            m.topics = std::move(*topics);
        else
            m.metadata = opaque(member.metadata);
    }
    return out;
}

// -- SYNC_GROUP --

ToWire toWire(const protocol::SyncGroupRequest& r, const Asked& a)
{
    SyncGroupRequest out;
    out.groupId = r.groupId;
    out.generationId = r.generation;
    out.memberId = r.memberId;
    out.groupInstanceId = nullable(r.groupInstanceId);
    out.protocolType = nullable(r.protocolType);
    out.protocolName = nullable(r.protocolName);
    for (const protocol::MemberAssignment& member : r.assignments) {
        SyncGroupRequest::SyncGroupRequestAssignment& m = out.assignments.emplace_back();
        m.memberId = member.memberId;
        if (member.bytes) {
            m.assignment = raw(member.bytes);
            continue;
        }
        Result<Bytes> bytes = assignmentBytes(member.partitions, assignmentVersion(a.version));
        if (!bytes)
            return fail(std::move(bytes.error()));
        m.assignment = std::move(*bytes);
    }
    return out;
}

FromWire fromWire(const SyncGroupRequest& r, std::int16_t)
{
    protocol::SyncGroupRequest out;
    out.groupId = r.groupId;
    out.memberId = r.memberId;
    out.groupInstanceId = plain(r.groupInstanceId);
    out.generation = r.generationId;
    out.protocolType = plain(r.protocolType);
    out.protocolName = plain(r.protocolName);
    for (const SyncGroupRequest::SyncGroupRequestAssignment& member : r.assignments)
        out.assignments.push_back({member.memberId, {}, opaque(member.assignment)});
    return out;
}

AnswerToWire toWire(const protocol::SyncGroupResponse& r, const Answer& a)
{
    SyncGroupResponse out;
    out.errorCode = code(r.error);
    if (r.protocolType)
        out.protocolType = *r.protocolType;
    out.protocolName = nullable(r.protocolName);
    if (r.bytes) {
        out.assignment = raw(r.bytes);
        return out;
    }
    if (r.error != protocol::ErrorCode::None || r.assignment.empty())
        return out; // nobody assigned anything: no bytes, as the coordinator keeps it
    Result<Bytes> bytes = assignmentBytes(r.assignment, assignmentVersion(a.version));
    if (!bytes)
        return fail(std::move(bytes.error()));
    out.assignment = std::move(*bytes);
    return out;
}

AnswerFromWire fromWire(const SyncGroupResponse& r, const Context&)
{
    protocol::SyncGroupResponse out;
    out.error = errorOf(r.errorCode);
    if (r.protocolType)
        out.protocolType = std::make_shared<const std::string>(*r.protocolType);
    out.protocolName = plain(r.protocolName);
    if (std::optional<std::vector<protocol::TopicPartition>> partitions = partitionsOf(r.assignment))
        out.assignment = std::move(*partitions);
    else if (!r.assignment.empty())
        out.bytes = opaque(r.assignment);
    return out;
}

// -- HEARTBEAT --

ToWire toWire(const protocol::HeartbeatRequest& r, const Asked&)
{
    return HeartbeatRequest {r.groupId, r.generation, r.memberId, nullable(r.groupInstanceId), {}};
}

FromWire fromWire(const HeartbeatRequest& r, std::int16_t)
{
    return protocol::HeartbeatRequest {r.groupId, r.memberId, r.generationId, plain(r.groupInstanceId)};
}

AnswerToWire toWire(const protocol::HeartbeatResponse& r, const Answer&)
{
    return HeartbeatResponse {0, code(r.error), {}};
}

AnswerFromWire fromWire(const HeartbeatResponse& r, const Context&)
{
    return protocol::HeartbeatResponse {errorOf(r.errorCode)};
}

// -- LEAVE_GROUP --

ToWire toWire(const protocol::LeaveGroupRequest& r, const Asked& a)
{
    LeaveGroupRequest out;
    out.groupId = r.groupId;
    if (a.version < 3) {
        if (r.members.size() > 1)
            return fail("LEAVE_GROUP before v3 takes out one member, not " + std::to_string(r.members.size())
                + " (KIP-345)"); // LeaveGroupRequest.Builder#build
        out.memberId = r.members.empty() ? r.memberId : r.members.front().memberId;
        return out;
    }
    if (r.members.empty()) // ConsumerCoordinator#close: "the consumer is being closed" (KIP-800)
        out.members.push_back({r.memberId, std::nullopt, "the consumer is being closed", {}});
    for (const protocol::LeavingMember& member : r.members)
        out.members.push_back({member.memberId, nullable(member.groupInstanceId), std::nullopt, {}});
    return out;
}

FromWire fromWire(const LeaveGroupRequest& r, std::int16_t version)
{
    protocol::LeaveGroupRequest out;
    out.groupId = r.groupId;
    if (version < 3)
        out.memberId = r.memberId;
    for (const LeaveGroupRequest::MemberIdentity& member : r.members)
        out.members.push_back({member.memberId, plain(member.groupInstanceId)});
    return out;
}

AnswerToWire toWire(const protocol::LeaveGroupResponse& r, const Answer& a)
{
    LeaveGroupResponse out;
    out.errorCode = code(r.error);
    if (a.version < 3) {
        if (r.members.size() > 1)
            return fail("LEAVE_GROUP before v3 is answered for one member (KIP-345)");
        if (r.error == protocol::ErrorCode::None && !r.members.empty())
            out.errorCode = code(r.members.front().error);
        return out;
    }
    for (const protocol::LeftMember& member : r.members)
        out.members.push_back({member.memberId, nullable(member.groupInstanceId), code(member.error), {}});
    return out;
}

AnswerFromWire fromWire(const LeaveGroupResponse& r, const Context&)
{
    protocol::LeaveGroupResponse out;
    out.error = errorOf(r.errorCode);
    for (const LeaveGroupResponse::MemberResponse& member : r.members)
        out.members.push_back({member.memberId, plain(member.groupInstanceId), errorOf(member.errorCode)});
    if (!out.members.empty()) // LeaveGroupResponse#error
        out.error = firstOf(out.error, out.members.front().error);
    return out;
}

} // namespace connscope::wire::convert
