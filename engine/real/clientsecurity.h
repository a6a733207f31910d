// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "protocol/configkeys.h"
#include "real/sasllogin.h"

#include <QByteArray>
#include <QList>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslError>

#include <cstdint>
#include <optional>
#include <string>

/// \file
/// security.protocol and all that hangs on it, read from a client's own keys as SslConfigs, SaslConfigs and
/// DefaultSslEngineFactory of a Java client read them.
///
/// Stores: PEM (KIP-651; files, or the text itself in ssl.truststore.certificates, ssl.keystore.key and
/// ssl.keystore.certificate.chain) and PKCS12, which Java writes by default since 9. JKS is a format of Java's own: it is refused with the
/// command that converts it.

namespace connscope::real {

/// TLS of a client's connections.
struct Tls {
    QSslConfiguration configuration;
    /// The certificate must name the host (ssl.endpoint.identification.algorithm=https).
    bool verifiesName = true;
};

struct ClientSecurity {
    std::optional<Tls> tls;
    std::optional<SaslLogin> sasl;
};

/// Reads files. \a epochSeconds: now, since 1970. Errors name the key and what to do; no secret is in them.
Result<ClientSecurity> readClientSecurity(const protocol::ConfigSet& config, std::int64_t epochSeconds);

/// The ssl.* keys of a client or a broker, but for whose certificates are believed by which name: protocols, cipher suites, the
/// trust store (the system's where none is named), the key store (none where none is named). Reads files.
Result<QSslConfiguration> readTlsSettings(const protocol::ConfigSet& config);

/// What TLS says, in words: "the certificate is for kafka-a, not for localhost".
std::string tlsWords(const QList<QSslError>& errors, const QSslCertificate& certificate, const std::string& host);

/// The OpenSSL name of a cipher suite of Java: "ECDHE-RSA-AES128-GCM-SHA256" of "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256". Names
/// of TLS 1.3 are the same in both; any other text is returned as it is.
std::string openSslCipherName(std::string_view java);

} // namespace connscope::real
