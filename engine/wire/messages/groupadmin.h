// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/visitor.h"

/// \file
/// What an operator asks about groups: LIST_GROUPS and DESCRIBE_GROUPS.
/// Each field has its name from Kafka's message definitions; what a version does not have is neither written nor read and
/// keeps its default.

namespace connscope::wire {

/// Asks a broker for the groups that it coordinates.
/// ListGroupsRequest.json: versions 0 to 5, flexible from 3 on.
struct ListGroupsRequest {
    static constexpr MessageInfo kInfo {ApiKey::ListGroups, Direction::Request, "ListGroupsRequest", 0, 5, 3};

    std::vector<std::string> statesFilter; ///< v4+
    std::vector<std::string> typesFilter; ///< v5+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const ListGroupsRequest&) const = default;
};

/// The groups of one broker.
/// ListGroupsResponse.json: versions 0 to 5, flexible from 3 on.
struct ListGroupsResponse {
    static constexpr MessageInfo kInfo {ApiKey::ListGroups, Direction::Response, "ListGroupsResponse", 0, 5, 3};

    struct ListedGroup {
        std::string groupId;
        std::string protocolType;
        std::string groupState; ///< v4+
        std::string groupType; ///< v5+
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const ListedGroup&) const = default;
    };

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet; v1+
    std::int16_t errorCode = 0;
    std::vector<ListedGroup> groups;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const ListGroupsResponse&) const = default;
};

/// Asks for members and their shares.
/// DescribeGroupsRequest.json: versions 0 to 6, flexible from 5 on.
struct DescribeGroupsRequest {
    static constexpr MessageInfo kInfo {ApiKey::DescribeGroups, Direction::Request, "DescribeGroupsRequest", 0, 6, 5};

    std::vector<std::string> groups;
    bool includeAuthorizedOperations = false; ///< v3+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const DescribeGroupsRequest&) const = default;
};

/// Groups with their members.
/// DescribeGroupsResponse.json: versions 0 to 6, flexible from 5 on.
struct DescribeGroupsResponse {
    static constexpr MessageInfo kInfo {
        ApiKey::DescribeGroups, Direction::Response, "DescribeGroupsResponse", 0, 6, 5};

    struct DescribedGroup {
        struct DescribedGroupMember {
            std::string memberId;
            std::optional<std::string> groupInstanceId; ///< v4+
            std::string clientId;
            std::string clientHost;
            Bytes memberMetadata;
            Bytes memberAssignment;
            TaggedFields unknownTaggedFields;

            void describe(Visitor& v);
            bool operator==(const DescribedGroupMember&) const = default;
        };

        std::int16_t errorCode = 0;
        std::optional<std::string> errorMessage; ///< v6+
        std::string groupId;
        std::string groupState;
        std::string protocolType;
        std::string protocolData;
        std::vector<DescribedGroupMember> members;
        std::int32_t authorizedOperations = -2147483648; ///< bits by AclOperation; v3+
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const DescribedGroup&) const = default;
    };

    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet; v1+
    std::vector<DescribedGroup> groups;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const DescribeGroupsResponse&) const = default;
};

} // namespace connscope::wire
