// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/saslclient.h"

#include "base/text.h"
#include "protocol/apiversions.h"
#include "protocol/errors.h"
#include "wire/codec.h"

#include <algorithm>
#include <array>

namespace connscope::real {

namespace {

using protocol::ErrorCode;

constexpr std::array<SaslStateRow, 7> kSaslStates {{
    {SaslState::SendApiVersionsRequest, ApiKey::None, SaslState::ReceiveApiVersionsResponse,
        "SEND_APIVERSIONS_REQUEST"},
    {SaslState::ReceiveApiVersionsResponse, ApiKey::ApiVersions, SaslState::ReceiveHandshakeResponse,
        "RECEIVE_APIVERSIONS_RESPONSE"},
    {SaslState::ReceiveHandshakeResponse, ApiKey::SaslHandshake, SaslState::Intermediate,
        "RECEIVE_HANDSHAKE_RESPONSE"},
    {SaslState::Intermediate, ApiKey::SaslAuthenticate, SaslState::ClientComplete, "INTERMEDIATE"},
    {SaslState::ClientComplete, ApiKey::SaslAuthenticate, SaslState::Complete, "CLIENT_COMPLETE"},
    {SaslState::Complete, ApiKey::None, SaslState::Complete, "COMPLETE"},
    {SaslState::Failed, ApiKey::None, SaslState::Failed, "FAILED"},
}};

wire::Bytes bytesOf(std::string_view text) { return {text.begin(), text.end()}; }

std::string listOf(const std::vector<std::string>& names)
{
    std::string out = "[";
    for (const std::string& name : names)
        out += (out.size() == 1 ? "" : ", ") + printable(name);
    return out + ']';
}

/// The answer's body, if it is one to that request.
template <typename M>
Result<M> read(const SaslClient::Frame& pending, std::span<const std::uint8_t> payload)
{
    auto frame = wire::decodeResponseFrame(pending.api, pending.version, payload);
    if (!frame)
        return connscope::fail(frame.error());
    if (frame->header.correlationId != pending.correlation)
        return connscope::fail("an answer with correlation id " + std::to_string(frame->header.correlationId)
            + ", but one to request " + std::to_string(pending.correlation) + " is due");
    return std::get<M>(std::move(frame->body));
}

} // namespace

std::span<const SaslStateRow> saslStates() { return kSaslStates; }

SaslClient::SaslClient(SaslLogin login, std::string clientId, protocol::KafkaVersion version, std::string nonce)
    : m_login(std::move(login))
    , m_clientId(std::move(clientId))
    , m_version(version)
{
    if (const auto hash = scramHash(m_login.mechanism))
        m_scram.emplace(*hash, m_login.user, m_login.password, nonce.empty() ? scramNonce() : std::move(nonce));
}

template <typename M>
SaslClient::Frame SaslClient::request(std::int16_t version, M&& body)
{
    if (m_nextCorrelation < kFirstCorrelation)
        m_nextCorrelation = kFirstCorrelation;
    Frame frame;
    frame.api = std::decay_t<M>::kInfo.api;
    frame.version = version;
    frame.correlation = m_nextCorrelation;
    // Behind Integer.MAX_VALUE the reserved ids begin again.
    m_nextCorrelation = m_nextCorrelation == 2147483647 ? kFirstCorrelation : m_nextCorrelation + 1;
    wire::RequestFrame whole;
    whole.header.requestApiKey = static_cast<std::int16_t>(frame.api);
    whole.header.requestApiVersion = version;
    whole.header.correlationId = frame.correlation;
    whole.header.clientId = m_clientId;
    whole.body = std::forward<M>(body);
    if (auto bytes = wire::encodeFrame(whole))
        frame.bytes = std::move(*bytes);
    m_pending = {frame.api, frame.version, frame.correlation, {}};
    return frame;
}

SaslClient::Frame SaslClient::begin()
{
    go(SaslState::ReceiveApiVersionsResponse);
    // A broker could take a request that it does not know for a Kerberos token: version 0 is known to all of them.
    return request(0, wire::ApiVersionsRequest {});
}

std::optional<SaslClient::Frame> SaslClient::received(std::span<const std::uint8_t> payload)
{
    switch (m_state) {
    case SaslState::ReceiveApiVersionsResponse:
        return versionsKnown(payload);
    case SaslState::ReceiveHandshakeResponse:
        return handshakeDone(payload);
    case SaslState::Intermediate:
    case SaslState::ClientComplete:
        return tokenReceived(payload);
    case SaslState::SendApiVersionsRequest:
    case SaslState::Complete:
    case SaslState::Failed:
        break;
    }
    return fail("an answer that nothing was asked for");
}

std::optional<SaslClient::Frame> SaslClient::fail(std::string why)
{
    m_state = SaslState::Failed;
    m_failure = m_login.withoutSecrets(std::move(why));
    return std::nullopt;
}

std::optional<SaslClient::Frame> SaslClient::versionsKnown(std::span<const std::uint8_t> payload)
{
    const auto answer = read<wire::ApiVersionsResponse>(m_pending, payload);
    if (!answer)
        return fail("API_VERSIONS: " + answer.error().message);
    std::int16_t handshake = -1;
    std::int16_t authenticate = -1;
    const auto common = [this](ApiKey api, std::int16_t brokersMax) {
        const auto own = protocol::clientApiVersions(m_version, api);
        return std::min<std::int16_t>(own ? own->max : std::int16_t {0}, brokersMax);
    };
    for (const auto& range : answer->apiKeys) {
        const auto api = static_cast<ApiKey>(range.apiKey);
        if (api == ApiKey::SaslHandshake)
            handshake = common(api, range.maxVersion);
        else if (api == ApiKey::SaslAuthenticate)
            authenticate = common(api, range.maxVersion);
    }
    if (handshake < 1 || authenticate < 0)
        return fail(
            "the broker has no SASL_AUTHENTICATE request (Kafka before 1.0, KIP-152): it cannot be authenticated to");
    m_authenticateVersion = authenticate;
    go(SaslState::ReceiveHandshakeResponse);
    wire::SaslHandshakeRequest body;
    body.mechanism = m_login.mechanism;
    return request(handshake, std::move(body));
}

// SaslClientAuthenticator#handleSaslHandshakeResponse.
std::optional<SaslClient::Frame> SaslClient::handshakeDone(std::span<const std::uint8_t> payload)
{
    const auto answer = read<wire::SaslHandshakeResponse>(m_pending, payload);
    if (!answer)
        return fail("SASL_HANDSHAKE: " + answer.error().message);
    const auto error = static_cast<ErrorCode>(answer->errorCode);
    if (error == ErrorCode::UnsupportedSaslMechanism)
        return fail("Client SASL mechanism '" + m_login.mechanism
            + "' not enabled in the server, enabled mechanisms are " + listOf(answer->mechanisms));
    if (error == ErrorCode::IllegalSaslState)
        return fail("Unexpected handshake request with client mechanism " + m_login.mechanism
            + ", enabled mechanisms are " + listOf(answer->mechanisms));
    if (error != ErrorCode::None)
        return fail("Unknown error code " + std::to_string(answer->errorCode) + ", client mechanism is "
            + m_login.mechanism + ", enabled mechanisms are " + listOf(answer->mechanisms));
    go(SaslState::Intermediate);
    wire::SaslAuthenticateRequest body;
    body.authBytes = firstToken();
    return request(m_authenticateVersion, std::move(body));
}

wire::Bytes SaslClient::firstToken()
{
    ++m_step;
    if (m_scram)
        return bytesOf(m_scram->first());
    if (m_login.mechanism == "PLAIN") { // RFC 4616: authzid NUL authcid NUL passwd
        m_mechanismDone = true;
        go(SaslState::ClientComplete);
        return bytesOf(std::string(1, '\0') + m_login.user + '\0' + m_login.password);
    }
    return bytesOf("n,,\x01"
                   "auth=Bearer "
        + m_login.token + "\x01\x01"); // RFC 7628 section 3.1
}

std::optional<wire::Bytes> SaslClient::evaluate(std::string_view challenge)
{
    ++m_step;
    if (m_scram && m_step == 2) {
        const auto answer = m_scram->answer(challenge);
        if (!answer) {
            fail(answer.error().message);
            return std::nullopt;
        }
        return bytesOf(*answer);
    }
    if (m_scram) {
        if (const auto verified = m_scram->verify(challenge); !verified) {
            fail(verified.error().message);
            return std::nullopt;
        }
        m_mechanismDone = true;
        return std::nullopt;
    }
    // OAUTHBEARER: nothing is a yes; anything else says in JSON what is wrong, and wants one byte of consent.
    if (challenge.empty()) {
        m_mechanismDone = true;
        return std::nullopt;
    }
    return wire::Bytes {1};
}

std::optional<SaslClient::Frame> SaslClient::tokenReceived(std::span<const std::uint8_t> payload)
{
    const auto answer = read<wire::SaslAuthenticateResponse>(m_pending, payload);
    if (!answer)
        return fail("SASL_AUTHENTICATE: " + answer.error().message);
    if (answer->errorCode != 0) {
        const std::string name(protocol::errorName(static_cast<ErrorCode>(answer->errorCode)));
        const std::string words = printable(answer->errorMessage.value_or(std::string()), 300);
        return fail(words.empty() ? name : name + ": " + words);
    }
    m_lifetimeMs = answer->sessionLifetimeMs;
    if (m_state == SaslState::ClientComplete) {
        go(SaslState::Complete);
        return std::nullopt;
    }
    const std::string_view challenge(
        reinterpret_cast<const char*>(answer->authBytes.data()), answer->authBytes.size());
    auto token = evaluate(challenge);
    if (m_state == SaslState::Failed)
        return std::nullopt;
    if (!token) {
        go(SaslState::Complete);
        return std::nullopt;
    }
    wire::SaslAuthenticateRequest body;
    body.authBytes = std::move(*token);
    return request(m_authenticateVersion, std::move(body));
}

} // namespace connscope::real
