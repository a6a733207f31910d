// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/apikey.h"
#include "protocol/configkeys.h"
#include "real/scram.h"
#include "wire/types.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// The broker's side of SASL: frames in, frames out, no I/O. It stands between a connection and the broker's brain until the
/// client has said who it is; API_VERSIONS passes it by, which a client may ask before.
///
/// Users stand in the broker's sasl.jaas.config as Kafka's PlainLoginModule has them, user_NAME="PASSWORD", and serve PLAIN
/// and both SCRAM mechanisms alike (Kafka keeps SCRAM's in its metadata). OAUTHBEARER takes unsecured tokens that have not
/// expired (OAuthBearerUnsecuredValidatorCallbackHandler): for classrooms, not for secrets.
///
/// Source: SaslServerAuthenticator, PlainSaslServer, ScramSaslServer, OAuthBearerSaslServer.

namespace connscope::real {

/// What a listener with SASL knows. Equal for all of its connections.
struct SaslListener {
    std::vector<std::string> mechanisms;
    std::map<std::string, std::string, std::less<>> users; ///< name to password
    std::int64_t maxReauthMs = 0; ///< connections.max.reauth.ms
};

/// What a broker with that config knows: nothing where its listener asks for no SASL (listenersecurity.h). Errors: a mechanism
/// that is not spoken here, no users.
Result<std::shared_ptr<const SaslListener>> readSaslListener(const protocol::ConfigSet& config);

class SaslServer {
public:
    struct Answer {
        wire::Bytes bytes; ///< a frame; empty: none
        std::string error; ///< name of the error in it; "" = none
        bool closes = false; ///< the connection ends behind it
    };

    /// \a nonce: of SCRAM; "" = a fresh one.
    explicit SaslServer(std::shared_ptr<const SaslListener> listener, std::string nonce = {});

    bool isComplete() const { return m_state == State::Complete; }
    /// A request that is not API_VERSIONS. \a epochSeconds: now, since 1970.
    Answer received(std::span<const std::uint8_t> payload, std::int64_t epochSeconds);
    const std::string& user() const { return m_user; }
    const std::string& mechanism() const { return m_mechanism; }
    /// Why it closes the connection.
    const std::string& failure() const { return m_failure; }

private:
    enum class State : std::uint8_t { Handshake, Authenticate, Complete, Failed };
    struct Step {
        std::string token; ///< to the client
        bool done = false;
        std::string failure; ///< "" = all is well
    };

    Step evaluate(std::string_view token, std::int64_t now);
    Step plain(std::string_view token);
    Step scram(std::string_view token);
    Step bearer(std::string_view token, std::int64_t now);

    std::shared_ptr<const SaslListener> m_listener;
    State m_state = State::Handshake;
    std::string m_nonce;
    std::string m_mechanism;
    std::string m_user;
    std::string m_failure;
    std::optional<ScramServer> m_scram;
    int m_step = 0;
};

} // namespace connscope::real
