// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/header.h"

#include "wire/codec.h"

namespace connscope::wire {

void RequestHeader::describe(Visitor& v)
{
    v.field("requestApiKey", requestApiKey);
    v.field("requestApiVersion", requestApiVersion);
    v.field("correlationId", correlationId);
    v.field("clientId", clientId, all().nullable().neverCompact());
    v.end(unknownTaggedFields);
}

void ResponseHeader::describe(Visitor& v)
{
    v.field("correlationId", correlationId);
    v.end(unknownTaggedFields);
}

std::int16_t requestHeaderVersion(ApiKey api, std::int16_t version)
{
    const MessageInfo* info = findMessage(api, Direction::Request);
    return info && info->isFlexible(version) ? 2 : 1;
}

std::int16_t responseHeaderVersion(ApiKey api, std::int16_t version)
{
    const MessageInfo* info = findMessage(api, Direction::Response);
    return info && api != ApiKey::ApiVersions && info->isFlexible(version) ? 1 : 0;
}

} // namespace connscope::wire
