// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/saslserver.h"

#include "base/text.h"
#include "protocol/errors.h"
#include "real/jaas.h"
#include "real/listenersecurity.h"
#include "wire/codec.h"

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QString>

#include <algorithm>
#include <array>

namespace connscope::real {

namespace {

using protocol::ErrorCode;

constexpr std::array<std::string_view, 4> kMechanisms {"PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER"};
constexpr std::string_view kUserPrefix = "user_";
constexpr std::string_view kInvalidToken = "{\"status\":\"invalid_token\"}";

template <typename M>
wire::Bytes frameOf(const wire::RequestHeader& header, M&& body)
{
    wire::ResponseFrame frame;
    frame.header.correlationId = header.correlationId;
    frame.body = std::forward<M>(body);
    auto bytes = wire::encodeFrame(frame, header.requestApiVersion);
    return bytes ? std::move(*bytes) : wire::Bytes {};
}

QByteArray bytesOf(std::string_view text) { return {text.data(), static_cast<qsizetype>(text.size())}; }

QJsonObject jsonOf(std::string_view base64)
{
    return QJsonDocument::fromJson(QByteArray::fromBase64(bytesOf(base64), QByteArray::Base64UrlEncoding)).object();
}

} // namespace

Result<std::shared_ptr<const SaslListener>> readSaslListener(const protocol::ConfigSet& config)
{
    if (!listenerProtocol(config).starts_with("SASL_"))
        return nullptr;
    auto listener = std::make_shared<SaslListener>();
    listener->maxReauthMs = std::max<std::int64_t>(config.integer("connections.max.reauth.ms"), 0);
    listener->mechanisms = config.isSet("sasl.enabled.mechanisms")
        ? config.list("sasl.enabled.mechanisms")
        : std::vector<std::string>(kMechanisms.begin(), kMechanisms.end());
    for (const std::string& mechanism : listener->mechanisms) {
        if (std::find(kMechanisms.begin(), kMechanisms.end(), mechanism) == kMechanisms.end())
            return fail("sasl.enabled.mechanisms: " + printable(mechanism) + " is not spoken here; expected "
                + joinOr(kMechanisms));
    }
    for (const protocol::ConfigSet::Entry& entry : config.entries()) {
        if (!entry.name.ends_with("sasl.jaas.config"))
            continue;
        const auto jaas = parseJaas(entry.text);
        if (!jaas)
            return fail(jaas.error());
        for (const auto& [key, value] : jaas->options) {
            if (key.starts_with(kUserPrefix))
                listener->users[key.substr(kUserPrefix.size())] = value;
        }
    }
    const bool needsUsers = std::any_of(listener->mechanisms.begin(), listener->mechanisms.end(),
        [](const std::string& mechanism) { return mechanism != "OAUTHBEARER"; });
    if (listener->users.empty() && needsUsers)
        return fail("a listener with SASL needs users: sasl.jaas.config=org.apache.kafka.common.security.plain."
                    "PlainLoginModule required user_NAME=\"PASSWORD\";");
    return listener;
}

SaslServer::SaslServer(std::shared_ptr<const SaslListener> listener, std::string nonce)
    : m_listener(std::move(listener))
    , m_nonce(std::move(nonce))
{
}

SaslServer::Answer SaslServer::received(std::span<const std::uint8_t> payload, std::int64_t epochSeconds)
{
    Answer answer;
    auto request = wire::decodeRequestFrame(payload);
    const auto* handshake = request ? std::get_if<wire::SaslHandshakeRequest>(&request->body) : nullptr;
    const auto* authenticate = request ? std::get_if<wire::SaslAuthenticateRequest>(&request->body) : nullptr;
    if (handshake != nullptr && m_state == State::Handshake) {
        wire::SaslHandshakeResponse body;
        body.mechanisms = m_listener->mechanisms;
        const bool known = std::find(body.mechanisms.begin(), body.mechanisms.end(), handshake->mechanism)
            != body.mechanisms.end();
        // Version 0 announces tokens without Kafka's frame around them; no client since 1.0 does that.
        const auto error = !known                    ? ErrorCode::UnsupportedSaslMechanism
            : request->header.requestApiVersion == 0 ? ErrorCode::UnsupportedVersion
                                                     : ErrorCode::None;
        body.errorCode = static_cast<std::int16_t>(error);
        if (error == ErrorCode::None) {
            m_mechanism = handshake->mechanism;
            m_state = State::Authenticate;
        } else {
            m_state = State::Failed;
            m_failure = "Unsupported SASL mechanism " + printable(handshake->mechanism);
            answer.error = protocol::errorName(error);
            answer.closes = true;
        }
        answer.bytes = frameOf(request->header, std::move(body));
        return answer;
    }
    if (authenticate == nullptr || m_state != State::Authenticate) {
        m_failure = "a request before the client is authenticated";
        if (authenticate != nullptr) {
            wire::SaslAuthenticateResponse body;
            body.errorCode = static_cast<std::int16_t>(ErrorCode::IllegalSaslState);
            body.errorMessage = "SaslAuthenticate request received before SASL handshake";
            answer.bytes = frameOf(request->header, std::move(body));
            answer.error = protocol::errorName(ErrorCode::IllegalSaslState);
        }
        m_state = State::Failed;
        answer.closes = true;
        return answer;
    }
    const auto& token = authenticate->authBytes;
    const Step step = evaluate({reinterpret_cast<const char*>(token.data()), token.size()}, epochSeconds);
    wire::SaslAuthenticateResponse body;
    if (!step.failure.empty()) {
        m_state = State::Failed;
        m_failure = step.failure;
        body.errorCode = static_cast<std::int16_t>(ErrorCode::SaslAuthenticationFailed);
        body.errorMessage = step.failure;
        answer.error = protocol::errorName(ErrorCode::SaslAuthenticationFailed);
        answer.closes = true;
    } else {
        body.authBytes.assign(step.token.begin(), step.token.end());
        if (step.done) {
            m_state = State::Complete;
            body.sessionLifetimeMs = m_listener->maxReauthMs;
        }
    }
    answer.bytes = frameOf(request->header, std::move(body));
    return answer;
}

SaslServer::Step SaslServer::evaluate(std::string_view token, std::int64_t now)
{
    ++m_step;
    if (m_mechanism == "PLAIN")
        return plain(token);
    if (m_mechanism == "OAUTHBEARER")
        return bearer(token, now);
    return scram(token);
}

SaslServer::Step SaslServer::plain(std::string_view token)
{
    // authzid NUL authcid NUL passwd; Kafka allows no other authzid.
    const std::size_t first = token.find('\0');
    const std::size_t second = first == std::string_view::npos ? first : token.find('\0', first + 1);
    if (second == std::string_view::npos || token.find('\0', second + 1) != std::string_view::npos)
        return {{}, false, "Invalid SASL/PLAIN response: expected 3 tokens"};
    const std::string_view authorization = token.substr(0, first);
    m_user = token.substr(first + 1, second - first - 1);
    const auto user = m_listener->users.find(m_user);
    if (user == m_listener->users.end() || user->second != token.substr(second + 1))
        return {{}, false, "Authentication failed: Invalid username or password"};
    if (!authorization.empty() && authorization != m_user)
        return {
            {}, false, "Authentication failed: Client requested an authorization id that is different from username"};
    return {{}, true, {}};
}

SaslServer::Step SaslServer::scram(std::string_view token)
{
    const std::string refused
        = "Authentication failed during authentication due to invalid credentials with SASL mechanism " + m_mechanism;
    const auto hash = *scramHash(m_mechanism);
    if (m_step == 1) {
        m_scram.emplace(hash, m_nonce.empty() ? scramNonce() : m_nonce);
        const auto name = m_scram->readFirst(token);
        if (!name)
            return {{}, false, refused};
        m_user = *name;
        const auto user = m_listener->users.find(*name);
        if (user == m_listener->users.end())
            return {{}, false, refused};
        QByteArray salt(16, Qt::Uninitialized);
        QRandomGenerator::system()->generate(salt.begin(), salt.end());
        return {m_scram->answer(scramKeys(hash, bytesOf(user->second), salt, kMinScramIterations)), false, {}};
    }
    auto last = m_scram->finish(token);
    return last ? Step {std::move(*last), true, {}} : Step {{}, false, refused};
}

SaslServer::Step SaslServer::bearer(std::string_view message, std::int64_t now)
{
    if (m_step > 1) // the client agreed to the refusal
        return {{}, false,
            "Authentication failed during authentication due to invalid credentials with SASL mechanism OAUTHBEARER"};
    constexpr std::string_view kAuth = "\x01"
                                       "auth=Bearer ";
    const std::size_t at = message.find(kAuth);
    const std::string_view rest
        = at == std::string_view::npos ? std::string_view {} : message.substr(at + kAuth.size());
    const std::string_view token = rest.substr(0, rest.find('\x01'));
    const std::size_t dot = token.find('.');
    const std::size_t end = dot == std::string_view::npos ? dot : token.find('.', dot + 1);
    if (end == std::string_view::npos)
        return {std::string(kInvalidToken), false, {}};
    const QJsonObject header = jsonOf(token.substr(0, dot));
    const QJsonObject claims = jsonOf(token.substr(dot + 1, end - dot - 1));
    const QString subject = claims.value(QLatin1String("sub")).toString();
    if (header.value(QLatin1String("alg")).toString() != QLatin1String("none") || end + 1 != token.size()
        || subject.isEmpty() || claims.value(QLatin1String("exp")).toDouble() <= static_cast<double>(now))
        return {std::string(kInvalidToken), false, {}};
    m_user = subject.toStdString();
    return {{}, true, {}};
}

} // namespace connscope::real
