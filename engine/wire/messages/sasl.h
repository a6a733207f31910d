// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/visitor.h"

/// \file
/// SASL over Kafka requests (KIP-43, KIP-152); the tokens themselves are opaque.
/// Each field has its name from Kafka's message definitions; what a version does not have is neither written nor read and
/// keeps its default.

namespace connscope::wire {

/// Names the mechanism that the client wants.
/// SaslHandshakeRequest.json: versions 0 to 1, never flexible.
struct SaslHandshakeRequest {
    static constexpr MessageInfo kInfo {ApiKey::SaslHandshake, Direction::Request, "SaslHandshakeRequest", 0, 1, 2};

    std::string mechanism;

    void describe(Visitor& v);
    bool operator==(const SaslHandshakeRequest&) const = default;
};

/// The mechanisms that the broker has.
/// SaslHandshakeResponse.json: versions 0 to 1, never flexible.
struct SaslHandshakeResponse {
    static constexpr MessageInfo kInfo {ApiKey::SaslHandshake, Direction::Response, "SaslHandshakeResponse", 0, 1, 2};

    std::int16_t errorCode = 0;
    std::vector<std::string> mechanisms;

    void describe(Visitor& v);
    bool operator==(const SaslHandshakeResponse&) const = default;
};

/// A token of the client.
/// SaslAuthenticateRequest.json: versions 0 to 2, flexible from 2 on.
struct SaslAuthenticateRequest {
    static constexpr MessageInfo kInfo {
        ApiKey::SaslAuthenticate, Direction::Request, "SaslAuthenticateRequest", 0, 2, 2};

    Bytes authBytes;
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const SaslAuthenticateRequest&) const = default;
};

/// A token of the broker.
/// SaslAuthenticateResponse.json: versions 0 to 2, flexible from 2 on.
struct SaslAuthenticateResponse {
    static constexpr MessageInfo kInfo {
        ApiKey::SaslAuthenticate, Direction::Response, "SaslAuthenticateResponse", 0, 2, 2};

    std::int16_t errorCode = 0;
    std::optional<std::string> errorMessage = std::string();
    Bytes authBytes;
    std::int64_t sessionLifetimeMs = 0; ///< v1+
    TaggedFields unknownTaggedFields;

    void describe(Visitor& v);
    bool operator==(const SaslAuthenticateResponse&) const = default;
};

} // namespace connscope::wire
