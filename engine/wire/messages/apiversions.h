// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/visitor.h"

/// \file
/// API_VERSIONS: the first thing that both sides say (KIP-35, KIP-511).
/// Each field has its name from Kafka's message definitions; what a version does not have is neither written nor read and
/// keeps its default.

namespace connscope::wire {

/// Asks for the versions of every request. What the client is called comes with it from 3 on.
/// ApiVersionsRequest.json: versions 0 to 4, flexible from 3 on.
struct ApiVersionsRequest {
    static constexpr MessageInfo kInfo {ApiKey::ApiVersions, Direction::Request, "ApiVersionsRequest", 0, 4, 3};

    std::string clientSoftwareName; ///< v3+
    std::string clientSoftwareVersion; ///< v3+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const ApiVersionsRequest&) const = default;
};

/// The versions of every request, and the features of the cluster (KIP-584). To a request of a version that it does not
/// know, a broker answers in version 0 with error 35 (KIP-511); see decodeResponse().
/// ApiVersionsResponse.json: versions 0 to 4, flexible from 3 on.
struct ApiVersionsResponse {
    static constexpr MessageInfo kInfo {ApiKey::ApiVersions, Direction::Response, "ApiVersionsResponse", 0, 4, 3};

    struct ApiVersion {
        std::int16_t apiKey = 0;
        std::int16_t minVersion = 0;
        std::int16_t maxVersion = 0;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const ApiVersion&) const = default;
    };

    struct SupportedFeatureKey {
        std::string name;
        std::int16_t minVersion = 0;
        std::int16_t maxVersion = 0;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const SupportedFeatureKey&) const = default;
    };

    struct FinalizedFeatureKey {
        std::string name;
        std::int16_t maxVersionLevel = 0;
        std::int16_t minVersionLevel = 0;
        TaggedFields unknownTaggedFields;

        void describe(Visitor& v);
        bool operator==(const FinalizedFeatureKey&) const = default;
    };

    std::int16_t errorCode = 0;
    std::vector<ApiVersion> apiKeys;
    std::int32_t throttleTimeMs = 0; ///< how long the client should keep quiet; v1+
    std::vector<SupportedFeatureKey> supportedFeatures; ///< v3+; tag 0
    std::int64_t finalizedFeaturesEpoch = -1; ///< v3+; tag 1
    std::vector<FinalizedFeatureKey> finalizedFeatures; ///< v3+; tag 2
    bool zkMigrationReady = false; ///< v3+; tag 3
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const ApiVersionsResponse&) const = default;
};

} // namespace connscope::wire
