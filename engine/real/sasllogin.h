// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "protocol/configkeys.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// Who a client says it is: what sasl.mechanism and sasl.jaas.config come to.
///
/// Source: SaslClientCallbackHandler, PlainLoginModule, ScramLoginModule, OAuthBearerLoginModule with its unsecured callback
/// handler (KIP-255) and with a token from a file (KIP-768: sasl.oauthbearer.token.endpoint.url=file:…).

namespace connscope::real {

struct SaslLogin {
    std::string mechanism; ///< PLAIN, SCRAM-SHA-256, SCRAM-SHA-512, OAUTHBEARER
    std::string user;
    std::string password;
    std::string token; ///< of OAUTHBEARER: a JWT

    /// \a text with every secret of this login shown as [hidden], for words that come from a broker.
    std::string withoutSecrets(std::string text) const;
};

/// The login of a client whose security.protocol is one with SASL. \a epochSeconds: now, since 1970; an unsecured token is
/// made of it. Errors: a mechanism that is not spoken here (GSSAPI), no or broken sasl.jaas.config, the module of another
/// mechanism, no user name, a token file that cannot be read. They never repeat a value of sasl.jaas.config.
Result<SaslLogin> readSaslLogin(const protocol::ConfigSet& config, std::int64_t epochSeconds);

/// A JWT without signature (KIP-255, OAuthBearerUnsecuredLoginCallbackHandler): subject, issued at, expires at.
std::string unsecuredToken(std::string_view subject, std::int64_t issuedAt, std::int64_t expiresAt);

/// Where sasl.jaas.config is set (also with a listener's prefix) and \a protocol, the value of \a key, does not ask for it: what to warn
/// of, and what is wrong with it, for Kafka does not even read it then. "" if there is nothing to say.
std::string warningOfUnusedJaas(const protocol::ConfigSet& config, std::string_view key, std::string_view protocol);

} // namespace connscope::real
