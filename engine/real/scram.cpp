// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/scram.h"

#include "base/text.h"

#include <QMessageAuthenticationCode>
#include <QPasswordDigestor>
#include <QRandomGenerator>

#include <charconv>

namespace connscope::real {

namespace {

constexpr std::string_view kGs2Header = "n,,";
constexpr std::string_view kChannelBinding = "c=biws"; // base64 of "n,,"
/// Nobody asks for more; a server that does would keep us computing for minutes.
constexpr int kMaxIterations = 10'000'000;

QByteArray bytesOf(std::string_view text) { return {text.data(), static_cast<qsizetype>(text.size())}; }

QByteArray hmac(QCryptographicHash::Algorithm hash, const QByteArray& key, std::string_view message)
{
    return QMessageAuthenticationCode::hash(bytesOf(message), key, hash);
}

QByteArray exclusiveOr(QByteArray a, const QByteArray& b)
{
    for (qsizetype i = 0; i < a.size() && i < b.size(); ++i)
        a[i] = static_cast<char>(a[i] ^ b[i]);
    return a;
}

QByteArray saltedPassword(
    QCryptographicHash::Algorithm hash, const QByteArray& password, const QByteArray& salt, int iterations)
{
    return QPasswordDigestor::deriveKeyPbkdf2(
        hash, password, salt, iterations, static_cast<quint64>(QCryptographicHash::hashLength(hash)));
}

/// '=' and ',' of a name are written =3D and =2C (RFC 5802 section 5.1).
std::string escapeName(std::string_view name)
{
    std::string out;
    for (const char c : name) {
        if (c == '=')
            out += "=3D";
        else if (c == ',')
            out += "=2C";
        else
            out += c;
    }
    return out;
}

std::optional<std::string> unescapeName(std::string_view name)
{
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name[i] != '=') {
            out += name[i];
            continue;
        }
        const std::string_view code = name.substr(i, 3);
        if (code != "=3D" && code != "=2C")
            return std::nullopt;
        out += code == "=3D" ? '=' : ',';
        i += 2;
    }
    return out;
}

/// The value of attribute \a name at the start of \a rest, which then begins behind its comma.
std::optional<std::string_view> take(std::string_view& rest, char name)
{
    if (rest.size() < 2 || rest[0] != name || rest[1] != '=')
        return std::nullopt;
    const std::size_t comma = rest.find(',');
    const std::string_view value = rest.substr(2, comma == std::string_view::npos ? comma : comma - 2);
    rest = comma == std::string_view::npos ? std::string_view {} : rest.substr(comma + 1);
    return value;
}

std::optional<QByteArray> fromBase64(std::string_view text)
{
    const auto result = QByteArray::fromBase64Encoding(bytesOf(text), QByteArray::AbortOnBase64DecodingErrors);
    if (!result || result.decoded.isEmpty())
        return std::nullopt;
    return result.decoded;
}

std::string base64(const QByteArray& bytes) { return bytes.toBase64().toStdString(); }

} // namespace

std::optional<QCryptographicHash::Algorithm> scramHash(std::string_view mechanism)
{
    if (mechanism == "SCRAM-SHA-256")
        return QCryptographicHash::Sha256;
    if (mechanism == "SCRAM-SHA-512")
        return QCryptographicHash::Sha512;
    return std::nullopt;
}

ScramKeys scramKeys(
    QCryptographicHash::Algorithm hash, const QByteArray& password, const QByteArray& salt, int iterations)
{
    const QByteArray salted = saltedPassword(hash, password, salt, iterations);
    return {salt, iterations, QCryptographicHash::hash(hmac(hash, salted, "Client Key"), hash),
        hmac(hash, salted, "Server Key")};
}

std::string scramNonce()
{
    static constexpr std::string_view kLetters = "0123456789abcdefghijklmnopqrstuvwxyz";
    std::string nonce;
    for (int i = 0; i < 26; ++i) // 134 bits
        nonce += kLetters[QRandomGenerator::system()->bounded(static_cast<quint32>(kLetters.size()))];
    return nonce;
}

// ---- client ----

ScramClient::ScramClient(
    QCryptographicHash::Algorithm hash, std::string user, std::string password, std::string nonce)
    : m_hash(hash)
    , m_user(std::move(user))
    , m_password(std::move(password))
    , m_nonce(std::move(nonce))
{
}

std::string ScramClient::first()
{
    m_firstBare = "n=" + escapeName(m_user) + ",r=" + m_nonce;
    return std::string(kGs2Header) + m_firstBare;
}

Result<std::string> ScramClient::answer(std::string_view serverFirst)
{
    std::string_view rest = serverFirst;
    if (const auto error = take(rest, 'e'))
        return fail("the broker ended the SCRAM exchange: " + printable(*error));
    const auto nonce = take(rest, 'r');
    const auto salt = nonce ? take(rest, 's') : std::nullopt;
    const auto count = salt ? take(rest, 'i') : std::nullopt;
    int iterations = 0;
    const bool isNumber = count
        && std::from_chars(count->data(), count->data() + count->size(), iterations).ptr
            == count->data() + count->size();
    const auto saltBytes = salt ? fromBase64(*salt) : std::nullopt;
    if (!isNumber || !saltBytes)
        return fail("the broker's first SCRAM message is not one: expected r=…,s=…,i=…");
    if (nonce->size() <= m_nonce.size() || !nonce->starts_with(m_nonce))
        return fail("Invalid server nonce: does not start with client nonce");
    if (iterations < kMinScramIterations)
        return fail("Requested iterations " + std::to_string(iterations) + " is less than the minimum "
            + std::to_string(kMinScramIterations));
    if (iterations > kMaxIterations)
        return fail("Requested iterations " + std::to_string(iterations) + " is more than anybody needs");

    const QByteArray salted = saltedPassword(m_hash, bytesOf(m_password), *saltBytes, iterations);
    const QByteArray clientKey = hmac(m_hash, salted, "Client Key");
    const std::string withoutProof = std::string(kChannelBinding) + ",r=" + std::string(*nonce);
    const std::string message = m_firstBare + ',' + std::string(serverFirst) + ',' + withoutProof;
    const QByteArray signature = hmac(m_hash, QCryptographicHash::hash(clientKey, m_hash), message);
    m_serverSignature = hmac(m_hash, hmac(m_hash, salted, "Server Key"), message);
    return withoutProof + ",p=" + base64(exclusiveOr(clientKey, signature));
}

Result<void> ScramClient::verify(std::string_view serverFinal) const
{
    std::string_view rest = serverFinal;
    if (const auto error = take(rest, 'e'))
        return fail("the broker ended the SCRAM exchange: " + printable(*error));
    const auto signature = take(rest, 'v');
    const auto bytes = signature ? fromBase64(*signature) : std::nullopt;
    if (!bytes)
        return fail("the broker's final SCRAM message is not one: expected v=…");
    if (*bytes != m_serverSignature)
        return fail("Invalid server signature in server final message: whoever answers does not know the password");
    return {};
}

// ---- server ----

ScramServer::ScramServer(QCryptographicHash::Algorithm hash, std::string nonce)
    : m_hash(hash)
    , m_nonce(std::move(nonce))
{
}

Result<std::string> ScramServer::readFirst(std::string_view clientFirst)
{
    if (!clientFirst.starts_with("n,"))
        return fail("expected a SCRAM message without channel binding (n,,…)");
    std::string_view rest = clientFirst.substr(2);
    const auto authorization = take(rest, 'a');
    if (!authorization) {
        if (!rest.starts_with(','))
            return fail("the first SCRAM message is not one: expected n,,n=…,r=…");
        rest.remove_prefix(1);
    }
    m_firstBare = rest;
    const auto user = take(rest, 'n');
    const auto nonce = user ? take(rest, 'r') : std::nullopt;
    const auto name = user ? unescapeName(*user) : std::nullopt;
    if (!name || name->empty() || !nonce || nonce->empty())
        return fail("the first SCRAM message is not one: expected n,,n=…,r=…");
    if (authorization && unescapeName(*authorization) != *name)
        return fail("Client requested an authorization id that is different from username");
    m_clientNonce = *nonce;
    return *name;
}

std::string ScramServer::answer(const ScramKeys& keys)
{
    m_keys = keys;
    m_serverFirst
        = "r=" + m_clientNonce + m_nonce + ",s=" + base64(keys.salt) + ",i=" + std::to_string(keys.iterations);
    return m_serverFirst;
}

Result<std::string> ScramServer::finish(std::string_view clientFinal) const
{
    const std::size_t proofAt = clientFinal.rfind(",p=");
    std::string_view rest = clientFinal;
    const auto binding = take(rest, 'c');
    const auto nonce = binding ? take(rest, 'r') : std::nullopt;
    // As Kafka compares (ScramSaslServer): librdkafka up to 2.6 writes its own nonce once more before the whole one.
    if (proofAt == std::string_view::npos || !nonce || !nonce->ends_with(m_clientNonce + m_nonce))
        return fail("Invalid client nonce in the final client message");
    const auto proof = fromBase64(clientFinal.substr(proofAt + 3));
    if (!proof || proof->size() != QCryptographicHash::hashLength(m_hash))
        return fail("Invalid client credentials");
    const std::string message = m_firstBare + ',' + m_serverFirst + ',' + std::string(clientFinal.substr(0, proofAt));
    const QByteArray clientKey = exclusiveOr(*proof, hmac(m_hash, m_keys.storedKey, message));
    if (QCryptographicHash::hash(clientKey, m_hash) != m_keys.storedKey)
        return fail("Invalid client credentials");
    return "v=" + base64(hmac(m_hash, m_keys.serverKey, message));
}

} // namespace connscope::real
