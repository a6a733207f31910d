// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <QSslCertificate>
#include <QSslKey>
#include <QTemporaryFile>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// \file
/// A key and a certificate that signs itself, for brokers of our own that are told to speak TLS and not given a key store: a
/// classroom has no authority. The certificate lies in a file for clients to trust, as long as this lives; the key lies nowhere.

namespace connscope::real {

class ThrowAwayCertificate {
public:
    /// \a names: hosts and addresses that clients may know the brokers by; what is no host name is left out.
    /// \a epochSeconds: now, since 1970. Good for a year from an hour ago. Errors: the system's.
    static Result<std::unique_ptr<ThrowAwayCertificate>> make(
        const std::vector<std::string>& names, std::int64_t epochSeconds);

    const QSslKey& key() const { return m_key; }
    const QSslCertificate& certificate() const { return m_certificate; }
    /// PEM: what ssl.truststore.location or ssl.ca.location of a client can name.
    std::string file() const { return m_file.fileName().toStdString(); }

private:
    ThrowAwayCertificate() = default;

    QSslKey m_key;
    QSslCertificate m_certificate;
    QTemporaryFile m_file;
};

} // namespace connscope::real
