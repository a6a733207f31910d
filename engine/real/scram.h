// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QCryptographicHash>

#include <optional>
#include <string>
#include <string_view>

/// \file
/// SCRAM without channel binding (RFC 5802; SHA-256: RFC 7677), both sides, as Kafka speaks it: names and passwords are UTF-8
/// as they are (no SASLprep), at least 4096 iterations.
///
/// Source: ScramSaslClient, ScramSaslServer, ScramFormatter, ScramMechanism (minIterations).

namespace connscope::real {

inline constexpr int kMinScramIterations = 4096;

/// SHA-256 or SHA-512 of "SCRAM-SHA-256", "SCRAM-SHA-512"; nothing for another name.
std::optional<QCryptographicHash::Algorithm> scramHash(std::string_view mechanism);

/// What a server keeps of a password (RFC 5802 section 3).
struct ScramKeys {
    QByteArray salt;
    int iterations = kMinScramIterations;
    QByteArray storedKey;
    QByteArray serverKey;
};
ScramKeys scramKeys(
    QCryptographicHash::Algorithm hash, const QByteArray& password, const QByteArray& salt, int iterations);

/// A nonce that nobody can guess: printable, without a comma.
std::string scramNonce();

/// The client's three steps.
class ScramClient {
public:
    ScramClient(QCryptographicHash::Algorithm hash, std::string user, std::string password, std::string nonce);

    std::string first();
    /// Its answer to the server's first message. Errors: e=…, another nonce, too few iterations, a text that is none.
    Result<std::string> answer(std::string_view serverFirst);
    /// Whether the server knows the password, too. Errors: e=…, a wrong signature.
    Result<void> verify(std::string_view serverFinal) const;

private:
    QCryptographicHash::Algorithm m_hash;
    std::string m_user;
    std::string m_password;
    std::string m_nonce;
    std::string m_firstBare;
    QByteArray m_serverSignature;
};

/// The server's two steps.
class ScramServer {
public:
    ScramServer(QCryptographicHash::Algorithm hash, std::string nonce);

    /// Reads the client's first message: who it says it is. Errors: not a SCRAM message, channel binding, another authzid.
    Result<std::string> readFirst(std::string_view clientFirst);
    std::string answer(const ScramKeys& keys);
    /// The client's proof; returns the server's final message. An error: the password is another one.
    Result<std::string> finish(std::string_view clientFinal) const;

private:
    QCryptographicHash::Algorithm m_hash;
    std::string m_nonce;
    std::string m_clientNonce;
    std::string m_firstBare;
    std::string m_serverFirst;
    ScramKeys m_keys;
};

} // namespace connscope::real
