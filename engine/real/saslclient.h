// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/apikey.h"
#include "protocol/version.h"
#include "real/sasllogin.h"
#include "real/scram.h"
#include "wire/types.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// \file
/// How a client authenticates with SASL before its first own request: frames in, frames out, no I/O.
///
/// Theory of operation (SaslClientAuthenticator#authenticate). API_VERSIONS, always version 0, tells which versions of the
/// two others the broker has; SASL_HANDSHAKE names the mechanism; then tokens travel in SASL_AUTHENTICATE requests until the
/// mechanism is done and the broker has answered its last token. Correlation ids are the reserved ones from
/// Integer.MAX_VALUE - 7 on, so that they never meet those of the client's own requests. kSaslStates below is the table.
///
///     machine.begin()            → a frame to send
///     machine.received(payload)  → the next frame, or nothing: state() is Complete or Failed
///
/// Sources: KIP-43, KIP-152 (SASL_AUTHENTICATE, errors in words), KIP-368 (session lifetime); SaslClientAuthenticator.

namespace connscope::real {

enum class SaslState : std::uint8_t {
    SendApiVersionsRequest,
    ReceiveApiVersionsResponse,
    ReceiveHandshakeResponse,
    Intermediate, ///< tokens go back and forth
    ClientComplete, ///< the mechanism is done; the broker's last answer is due
    Complete,
    Failed,
};

/// What a state waits for, and where its answer leads when all is well.
struct SaslStateRow {
    SaslState state;
    ApiKey waitsFor; ///< None: for nothing
    SaslState next;
    std::string_view name; ///< Kafka's word
};
std::span<const SaslStateRow> saslStates();

class SaslClient {
public:
    struct Frame {
        ApiKey api = ApiKey::None;
        std::int16_t version = 0;
        std::int32_t correlation = 0;
        wire::Bytes bytes; ///< with its length prefix
    };
    /// MIN_RESERVED_CORRELATION_ID.
    static constexpr std::int32_t kFirstCorrelation = 2147483647 - 7;

    /// \a version: the client's release, which knows versions of the two requests. \a nonce: of SCRAM; "" = a fresh one.
    SaslClient(SaslLogin login, std::string clientId, protocol::KafkaVersion version, std::string nonce = {});

    Frame begin();
    /// An answer; nothing follows it if the exchange is over, well or not.
    std::optional<Frame> received(std::span<const std::uint8_t> payload);

    SaslState state() const { return m_state; }
    /// What went wrong, as a Java client's exception says it; no secret is in it.
    const std::string& failure() const { return m_failure; }
    const std::string& mechanism() const { return m_login.mechanism; }
    /// For how long the broker accepts this authentication (KIP-368); 0 = for ever.
    std::int64_t sessionLifetimeMs() const { return m_lifetimeMs; }
    /// The request whose answer is due.
    const Frame& pending() const { return m_pending; }

private:
    template <typename M>
    Frame request(std::int16_t version, M&& body);
    std::optional<Frame> versionsKnown(std::span<const std::uint8_t> payload);
    std::optional<Frame> handshakeDone(std::span<const std::uint8_t> payload);
    std::optional<Frame> tokenReceived(std::span<const std::uint8_t> payload);
    wire::Bytes firstToken();
    /// The mechanism's answer; nothing where it has none or fails.
    std::optional<wire::Bytes> evaluate(std::string_view challenge);
    std::optional<Frame> fail(std::string why);
    void go(SaslState next) { m_state = next; }

    SaslLogin m_login;
    std::string m_clientId;
    protocol::KafkaVersion m_version;
    SaslState m_state = SaslState::SendApiVersionsRequest;
    std::int32_t m_nextCorrelation = kFirstCorrelation;
    std::int16_t m_authenticateVersion = 0;
    Frame m_pending;
    std::optional<ScramClient> m_scram;
    int m_step = 0; ///< of the mechanism: tokens sent
    bool m_mechanismDone = false;
    std::int64_t m_lifetimeMs = 0;
    std::string m_failure;
};

} // namespace connscope::real
