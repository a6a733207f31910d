// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/visitor.h"

/// \file
/// Coordinators and the classic group protocol (KIP-62, KIP-345).
/// Each field has its name from Kafka's message definitions; what a version does not have is neither written nor read and
/// keeps its default.

namespace connscope::wire {

/// Asks which broker coordinates a group, a transaction or a share group; several at once from 4 on (KIP-699).
/// FindCoordinatorRequest.json: versions 0 to 6, flexible from 3 on.
struct FindCoordinatorRequest {
    static constexpr MessageInfo kInfo {
        ApiKey::FindCoordinator, Direction::Request, "FindCoordinatorRequest", 0, 6, 3};

    std::string key; ///< up to v3
    std::int8_t keyType = 0; ///< 0 group, 1 transaction, 2 share group; v1+
    std::vector<std::string> coordinatorKeys; ///< v4+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const FindCoordinatorRequest&) const = default;
};

/// The coordinator: one in the fields of the message up to 3, one for each key in `coordinators` from 4 on.
/// FindCoordinatorResponse.json: versions 0 to 6, flexible from 3 on.
struct FindCoordinatorResponse {
    static constexpr MessageInfo kInfo {
        ApiKey::FindCoordinator, Direction::Response, "FindCoordinatorResponse", 0, 6, 3};

    struct Coordinator {
        std::string key;
        std::int32_t nodeId = 0;
        std::string host;
        std::int32_t port = 0;
        std::int16_t errorCode = 0;
        std::optional<std::string> errorMessage = std::string();
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const Coordinator&) const = default;
    };

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet; v1+
    std::int16_t errorCode = 0; ///< up to v3
    std::optional<std::string> errorMessage = std::string(); ///< v1 to v3
    std::int32_t nodeId = 0; ///< up to v3
    std::string host; ///< up to v3
    std::int32_t port = 0; ///< up to v3
    std::vector<Coordinator> coordinators; ///< v4+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const FindCoordinatorResponse&) const = default;
};

/// A member wants in. `metadata` of each protocol holds a Subscription (wire/consumerprotocol.h).
/// JoinGroupRequest.json: versions 0 to 9, flexible from 6 on.
struct JoinGroupRequest {
    static constexpr MessageInfo kInfo {ApiKey::JoinGroup, Direction::Request, "JoinGroupRequest", 0, 9, 6};

    struct JoinGroupRequestProtocol {
        std::string name;
        Bytes metadata;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const JoinGroupRequestProtocol&) const = default;
    };

    std::string groupId;
    std::int32_t sessionTimeoutMs = 0;
    std::int32_t rebalanceTimeoutMs = -1; ///< v1+
    std::string memberId;
    std::optional<std::string> groupInstanceId; ///< v5+
    std::string protocolType;
    std::vector<JoinGroupRequestProtocol> protocols;
    std::optional<std::string> reason; ///< v8+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const JoinGroupRequest&) const = default;
};

/// The generation and who leads it; the leader is also told the members.
/// JoinGroupResponse.json: versions 0 to 9, flexible from 6 on.
struct JoinGroupResponse {
    static constexpr MessageInfo kInfo {ApiKey::JoinGroup, Direction::Response, "JoinGroupResponse", 0, 9, 6};

    struct JoinGroupResponseMember {
        std::string memberId;
        std::optional<std::string> groupInstanceId; ///< v5+
        Bytes metadata;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const JoinGroupResponseMember&) const = default;
    };

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet; v2+
    std::int16_t errorCode = 0;
    std::int32_t generationId = -1;
    std::optional<std::string> protocolType; ///< v7+
    std::optional<std::string> protocolName = std::string(); ///< null from v7 on only
    std::string leader;
    bool skipAssignment = false; ///< v9+
    std::string memberId;
    std::vector<JoinGroupResponseMember> members;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const JoinGroupResponse&) const = default;
};

/// Every member waits for its share; the leader brings the shares of all. They are Assignments (wire/consumerprotocol.h).
/// SyncGroupRequest.json: versions 0 to 5, flexible from 4 on.
struct SyncGroupRequest {
    static constexpr MessageInfo kInfo {ApiKey::SyncGroup, Direction::Request, "SyncGroupRequest", 0, 5, 4};

    struct SyncGroupRequestAssignment {
        std::string memberId;
        Bytes assignment;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const SyncGroupRequestAssignment&) const = default;
    };

    std::string groupId;
    std::int32_t generationId = 0;
    std::string memberId;
    std::optional<std::string> groupInstanceId; ///< v3+
    std::optional<std::string> protocolType; ///< v5+
    std::optional<std::string> protocolName; ///< v5+
    std::vector<SyncGroupRequestAssignment> assignments;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const SyncGroupRequest&) const = default;
};

/// The share of one member.
/// SyncGroupResponse.json: versions 0 to 5, flexible from 4 on.
struct SyncGroupResponse {
    static constexpr MessageInfo kInfo {ApiKey::SyncGroup, Direction::Response, "SyncGroupResponse", 0, 5, 4};

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet; v1+
    std::int16_t errorCode = 0;
    std::optional<std::string> protocolType; ///< v5+
    std::optional<std::string> protocolName; ///< v5+
    Bytes assignment;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const SyncGroupResponse&) const = default;
};

/// A member is alive.
/// HeartbeatRequest.json: versions 0 to 4, flexible from 4 on.
struct HeartbeatRequest {
    static constexpr MessageInfo kInfo {ApiKey::Heartbeat, Direction::Request, "HeartbeatRequest", 0, 4, 4};

    std::string groupId;
    std::int32_t generationId = 0;
    std::string memberId;
    std::optional<std::string> groupInstanceId; ///< v3+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const HeartbeatRequest&) const = default;
};

/// Error 27 (REBALANCE_IN_PROGRESS) asks the member to join again.
/// HeartbeatResponse.json: versions 0 to 4, flexible from 4 on.
struct HeartbeatResponse {
    static constexpr MessageInfo kInfo {ApiKey::Heartbeat, Direction::Response, "HeartbeatResponse", 0, 4, 4};

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet; v1+
    std::int16_t errorCode = 0;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const HeartbeatResponse&) const = default;
};

/// A member goes; from 3 on several may be removed at once (KIP-345).
/// LeaveGroupRequest.json: versions 0 to 5, flexible from 4 on.
struct LeaveGroupRequest {
    static constexpr MessageInfo kInfo {ApiKey::LeaveGroup, Direction::Request, "LeaveGroupRequest", 0, 5, 4};

    struct MemberIdentity {
        std::string memberId;
        std::optional<std::string> groupInstanceId;
        std::optional<std::string> reason; ///< v5+
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const MemberIdentity&) const = default;
    };

    std::string groupId;
    std::string memberId; ///< up to v2
    std::vector<MemberIdentity> members; ///< v3+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const LeaveGroupRequest&) const = default;
};

/// Whether they went.
/// LeaveGroupResponse.json: versions 0 to 5, flexible from 4 on.
struct LeaveGroupResponse {
    static constexpr MessageInfo kInfo {ApiKey::LeaveGroup, Direction::Response, "LeaveGroupResponse", 0, 5, 4};

    struct MemberResponse {
        std::string memberId;
        std::optional<std::string> groupInstanceId = std::string();
        std::int16_t errorCode = 0;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const MemberResponse&) const = default;
    };

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet; v1+
    std::int16_t errorCode = 0;
    std::vector<MemberResponse> members; ///< v3+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const LeaveGroupResponse&) const = default;
};

} // namespace connscope::wire
