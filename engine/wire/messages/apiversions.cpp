// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/messages/apiversions.h"

namespace connscope::wire {

void ApiVersionsRequest::describe(Visitor& v)
{
    v.field("clientSoftwareName", clientSoftwareName, since(3));
    v.field("clientSoftwareVersion", clientSoftwareVersion, since(3));
    v.end(unknownTaggedFields);
}

void ApiVersionsResponse::ApiVersion::describe(Visitor& v)
{
    v.field("apiKey", apiKey);
    v.field("minVersion", minVersion);
    v.field("maxVersion", maxVersion);
    v.end(unknownTaggedFields);
}

void ApiVersionsResponse::SupportedFeatureKey::describe(Visitor& v)
{
    v.field("name", name);
    v.field("minVersion", minVersion);
    v.field("maxVersion", maxVersion);
    v.end(unknownTaggedFields);
}

void ApiVersionsResponse::FinalizedFeatureKey::describe(Visitor& v)
{
    v.field("name", name);
    v.field("maxVersionLevel", maxVersionLevel);
    v.field("minVersionLevel", minVersionLevel);
    v.end(unknownTaggedFields);
}

void ApiVersionsResponse::describe(Visitor& v)
{
    v.field("errorCode", errorCode);
    v.field("apiKeys", apiKeys);
    v.field("throttleTimeMs", throttleTimeMs, since(1));
    v.field("supportedFeatures", supportedFeatures, since(3).tagged(0));
    v.field("finalizedFeaturesEpoch", finalizedFeaturesEpoch, since(3).tagged(1).byDefault(-1));
    v.field("finalizedFeatures", finalizedFeatures, since(3).tagged(2));
    v.field("zkMigrationReady", zkMigrationReady, since(3).tagged(3));
    v.end(unknownTaggedFields);
}

} // namespace connscope::wire
