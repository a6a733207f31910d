// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/visitor.h"

/// \file
/// What stands before the body of every request and response.
///
/// A frame is a length (4 bytes, the bytes behind it), a header, a body. Request headers have version 1, or 2 where the
/// body is flexible; version 0 belonged to CONTROLLED_SHUTDOWN alone and is not spoken here. Response headers have
/// version 0, or 1 where the body is flexible; except that an API_VERSIONS response always has 0, since the client
/// cannot know which version it will be answered in (KIP-511; ApiMessageType#responseHeaderVersion).

namespace connscope::wire {

/// RequestHeader.json.
struct RequestHeader {
    static constexpr MessageInfo kInfo {ApiKey::None, Direction::Request, "RequestHeader", 1, 2, 2};

    std::int16_t requestApiKey = 0;
    std::int16_t requestApiVersion = 0;
    std::int32_t correlationId = 0;
    std::optional<std::string> clientId = std::string(); ///< client.id; its length is never compact
    TaggedFields unknownTaggedFields;

    ApiKey api() const { return static_cast<ApiKey>(requestApiKey); }
    void describe(Visitor& v);
    bool operator==(const RequestHeader&) const = default;
};

/// ResponseHeader.json.
struct ResponseHeader {
    static constexpr MessageInfo kInfo {ApiKey::None, Direction::Response, "ResponseHeader", 0, 1, 1};

    std::int32_t correlationId = 0;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const ResponseHeader&) const = default;
};

/// 1 or 2; 1 for a request that this program does not know. (A broker knows the request or closes the connection.)
std::int16_t requestHeaderVersion(ApiKey api, std::int16_t version);
/// 0 or 1; 0 for a request that this program does not know.
std::int16_t responseHeaderVersion(ApiKey api, std::int16_t version);

} // namespace connscope::wire
