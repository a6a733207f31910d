// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/clientsecurity.h"

#include "base/text.h"
#include "real/pkcs12.h"

#include <QBuffer>
#include <QFile>
#include <QMultiMap>
#include <QSslCipher>
#include <QSslKey>
#include <QSslSocket>
#include <QString>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace connscope::real {

namespace {

constexpr qint64 kMaxStoreBytes = qint64 {16} << 20;

/// What a store's file really is.
enum class StoreKind { Pem, Pkcs12, Jks, Unknown };

StoreKind kindOf(const QByteArray& bytes)
{
    if (bytes.contains("-----BEGIN "))
        return StoreKind::Pem;
    if (bytes.startsWith("\xfe\xed\xfe\xed") || bytes.startsWith("\xce\xce\xce\xce"))
        return StoreKind::Jks;
    return bytes.startsWith('\x30') ? StoreKind::Pkcs12 : StoreKind::Unknown;
}

struct Store {
    std::string prefix; ///< "ssl.truststore"
    std::string type; ///< as set, in capitals
    QByteArray bytes;
    std::string where; ///< "ssl.truststore.location: /path"
};

std::string upper(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
        [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    return text;
}

QByteArray bytesOf(const std::string& text) { return {text.data(), static_cast<qsizetype>(text.size())}; }

/// PEM text in a properties file may stand on one line (KIP-651): a line ends behind BEGIN, before END.
QByteArray pemText(const std::string& text)
{
    QByteArray out = bytesOf(text);
    for (const char* word :
        {"CERTIFICATE", "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY"}) {
        const QByteArray begin = QByteArray("-----BEGIN ") + word + "-----";
        const QByteArray end = QByteArray("-----END ") + word + "-----";
        out.replace(begin, begin + '\n').replace(end, '\n' + end + '\n');
    }
    return out.replace("\n\n", "\n"); // a blank line would end the PEM's header
}

Result<Store> openStore(const protocol::ConfigSet& config, const std::string& prefix)
{
    Store store;
    store.prefix = prefix;
    store.type = upper(config.text(prefix + ".type"));
    const std::string path = config.text(prefix + ".location");
    store.where = prefix + ".location: " + printable(path, 200);
    if (path.empty())
        return fail(prefix + ".location is empty: name a file, or leave the key out"
            + (prefix == "ssl.truststore" ? " to trust what this system trusts" : ""));
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly))
        return fail(store.where + ": " + file.errorString().toStdString());
    store.bytes = file.read(kMaxStoreBytes);
    const StoreKind kind = kindOf(store.bytes);
    if (kind == StoreKind::Jks)
        return fail(store.where
            + " is a JKS key store, which only Java reads. Convert it: keytool -importkeystore -srckeystore "
            + printable(path, 200)
            + " -destkeystore store.p12 -deststoretype PKCS12, then openssl pkcs12 -in store.p12 -out store.pem"
            + (prefix == "ssl.truststore" ? " -nokeys" : "") + "; and set " + prefix + ".location=store.pem, "
            + prefix + ".type=PEM");
    if (kind == StoreKind::Unknown)
        return fail(store.where + " is neither PEM nor PKCS12");
    if (kind == StoreKind::Pem && store.type != "PEM")
        return fail(
            store.where + " is a PEM file; set " + prefix + ".type=PEM (it is " + printable(store.type) + ")");
    if (kind == StoreKind::Pkcs12 && store.type == "PEM")
        return fail(store.where + " is no PEM file; set " + prefix + ".type=PKCS12");
    return store;
}

QSslKey readKey(const QByteArray& pem, const QByteArray& password)
{
    for (const QSsl::KeyAlgorithm algorithm : {QSsl::Rsa, QSsl::Ec, QSsl::Dsa}) {
        QSslKey key(pem, algorithm, QSsl::Pem, QSsl::PrivateKey, password);
        if (!key.isNull())
            return key;
    }
    return {};
}

Result<void> setIdentity(QSslConfiguration& tls, const QByteArray& keyPem, const QByteArray& chainPem,
    const QByteArray& password, const std::string& where)
{
    const QSslKey key = readKey(keyPem, password);
    if (key.isNull())
        return fail(where + ": no private key can be read there"
            + (keyPem.contains("ENCRYPTED") ? "; is ssl.key.password right?" : ""));
    const QList<QSslCertificate> chain = QSslCertificate::fromData(chainPem, QSsl::Pem);
    if (chain.isEmpty())
        return fail(where + ": there is no certificate beside the private key");
    tls.setPrivateKey(key);
    tls.setLocalCertificateChain(chain);
    return {};
}

/// A key store: Qt reads what has a private key.
Result<void> readPkcs12Identity(const Store& store, const std::string& password, QSslConfiguration& tls)
{
    QByteArray bytes = store.bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    QSslKey key;
    QSslCertificate certificate;
    QList<QSslCertificate> others;
    if (!QSslCertificate::importPkcs12(&buffer, &key, &certificate, &others, bytesOf(password)))
        return fail(store.where + " cannot be read: is " + store.prefix + ".password right?");
    tls.setPrivateKey(key);
    others.prepend(certificate);
    tls.setLocalCertificateChain(others);
    return {};
}

/// A trust store: certificates, as keytool -importcert writes them, without a private key.
Result<void> readPkcs12Trust(const Store& store, const std::string& password, QSslConfiguration& tls)
{
    const auto certificates
        = readPkcs12Certificates(std::span(reinterpret_cast<const std::uint8_t*>(store.bytes.constData()),
                                     static_cast<std::size_t>(store.bytes.size())),
            password);
    if (!certificates)
        return fail(store.where + ' ' + certificates.error().message + ": is " + store.prefix + ".password right?");
    QList<QSslCertificate> trusted;
    for (const std::vector<std::uint8_t>& der : *certificates)
        trusted += QSslCertificate::fromData(
            QByteArray(reinterpret_cast<const char*>(der.data()), static_cast<qsizetype>(der.size())), QSsl::Der);
    if (trusted.isEmpty())
        return fail(store.where + ": there is no certificate in it");
    tls.setCaCertificates(trusted);
    return {};
}

Result<void> readTrust(const protocol::ConfigSet& config, QSslConfiguration& tls)
{
    const bool inlined = config.isSet("ssl.truststore.certificates");
    if (inlined) {
        if (upper(config.text("ssl.truststore.type")) != "PEM")
            return fail("ssl.truststore.certificates needs ssl.truststore.type=PEM");
        const auto certificates
            = QSslCertificate::fromData(pemText(config.text("ssl.truststore.certificates")), QSsl::Pem);
        if (certificates.isEmpty())
            return fail("ssl.truststore.certificates: no PEM certificate can be read there");
        tls.setCaCertificates(certificates);
        return {};
    }
    if (!config.isSet("ssl.truststore.location"))
        return {}; // what the system trusts
    const auto store = openStore(config, "ssl.truststore");
    if (!store)
        return fail(store.error());
    if (kindOf(store->bytes) == StoreKind::Pkcs12)
        return readPkcs12Trust(*store, config.text("ssl.truststore.password"), tls);
    const auto certificates = QSslCertificate::fromData(store->bytes, QSsl::Pem);
    if (certificates.isEmpty())
        return fail(store->where + ": there is no certificate in it");
    tls.setCaCertificates(certificates);
    return {};
}

Result<void> readIdentity(const protocol::ConfigSet& config, QSslConfiguration& tls)
{
    const QByteArray keyPassword = bytesOf(config.text("ssl.key.password"));
    if (config.isSet("ssl.keystore.key")) {
        if (upper(config.text("ssl.keystore.type")) != "PEM")
            return fail("ssl.keystore.key needs ssl.keystore.type=PEM");
        return setIdentity(tls, pemText(config.text("ssl.keystore.key")),
            pemText(config.text("ssl.keystore.certificate.chain")), keyPassword, "ssl.keystore.key");
    }
    if (!config.isSet("ssl.keystore.location"))
        return {};
    const auto store = openStore(config, "ssl.keystore");
    if (!store)
        return fail(store.error());
    if (kindOf(store->bytes) == StoreKind::Pkcs12)
        return readPkcs12Identity(*store, config.text("ssl.keystore.password"), tls);
    return setIdentity(tls, store->bytes, store->bytes, keyPassword, store->where);
}

Result<void> readProtocols(const protocol::ConfigSet& config, QSslConfiguration& tls)
{
    bool v12 = false;
    bool v13 = false;
    for (const std::string& name : config.list("ssl.enabled.protocols")) {
        v12 |= name == "TLSv1.2";
        v13 |= name == "TLSv1.3";
    }
    if (!v12 && !v13)
        return fail("ssl.enabled.protocols: TLSv1.2 and TLSv1.3 are spoken here, older ones by nobody any more");
    tls.setProtocol(v12 && v13 ? QSsl::TlsV1_2OrLater : v13 ? QSsl::TlsV1_3 : QSsl::TlsV1_2);

    if (!config.isSet("ssl.cipher.suites"))
        return {};
    QList<QSslCipher> ciphers;
    const QList<QSslCipher> supported = QSslConfiguration::supportedCiphers();
    for (const std::string& name : config.list("ssl.cipher.suites")) {
        const QString wanted = QString::fromStdString(openSslCipherName(name));
        const auto known = std::find_if(
            supported.begin(), supported.end(), [&](const QSslCipher& cipher) { return cipher.name() == wanted; });
        if (known == supported.end())
            return fail("ssl.cipher.suites: " + printable(name) + " is not a cipher suite of this machine's OpenSSL");
        ciphers.append(*known);
    }
    if (!ciphers.isEmpty())
        tls.setCiphers(ciphers);
    return {};
}

Result<Tls> readTls(const protocol::ConfigSet& config)
{
    auto settings = readTlsSettings(config);
    if (!settings)
        return fail(settings.error());
    Tls tls;
    tls.configuration = std::move(*settings);
    tls.configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
    const std::string algorithm = config.text("ssl.endpoint.identification.algorithm");
    if (!algorithm.empty() && upper(algorithm) != "HTTPS")
        return fail(
            "ssl.endpoint.identification.algorithm: expected https, or nothing to take a certificate of any name");
    // The default is https since Kafka 2.0 (KIP-294); profiles begin with 2.1.
    tls.verifiesName = !algorithm.empty();
    return tls;
}

} // namespace

Result<QSslConfiguration> readTlsSettings(const protocol::ConfigSet& config)
{
    if (!QSslSocket::supportsSsl())
        return fail("TLS: this machine's Qt has none; install Qt's OpenSSL plugin");
    QSslConfiguration settings = QSslConfiguration::defaultConfiguration();
    for (const auto& read : {readProtocols, readTrust, readIdentity}) {
        if (auto done = read(config, settings); !done)
            return fail(done.error());
    }
    return settings;
}

Result<ClientSecurity> readClientSecurity(const protocol::ConfigSet& config, std::int64_t epochSeconds)
{
    ClientSecurity security;
    const std::string protocol = upper(config.text("security.protocol"));
    if (protocol == "SSL" || protocol == "SASL_SSL") {
        auto tls = readTls(config);
        if (!tls)
            return fail(tls.error());
        security.tls = std::move(*tls);
    }
    if (protocol.starts_with("SASL_")) {
        auto login = readSaslLogin(config, epochSeconds);
        if (!login)
            return fail(login.error());
        security.sasl = std::move(*login);
    }
    return security;
}

std::string tlsWords(const QList<QSslError>& errors, const QSslCertificate& certificate, const std::string& host)
{
    std::string words;
    for (const QSslError& error : errors) {
        std::string one = error.errorString().toStdString();
        if (error.error() == QSslError::HostNameMismatch) {
            QStringList names = certificate.subjectAlternativeNames().values();
            if (names.isEmpty())
                names = certificate.subjectInfo(QSslCertificate::CommonName);
            names.sort();
            one = "the certificate is for "
                + (names.isEmpty() ? std::string("nobody")
                                   : printable(names.join(QLatin1String(", ")).toStdString(), 200))
                + ", not for " + printable(host);
        }
        if (words.find(one) == std::string::npos)
            words += (words.empty() ? "" : "; ") + one;
    }
    return words;
}

std::string openSslCipherName(std::string_view java)
{
    constexpr std::string_view kWith = "_WITH_";
    const std::size_t with = java.find(kWith);
    if ((!java.starts_with("TLS_") && !java.starts_with("SSL_")) || with == std::string_view::npos)
        return std::string(java);
    std::string out;
    if (const std::string_view exchange = java.substr(4, with - 4); exchange != "RSA")
        out = std::string(exchange) + '_';
    out += java.substr(with + kWith.size());
    const auto replace = [&out](std::string_view what, std::string_view by) {
        if (const std::size_t at = out.find(what); at != std::string::npos)
            out.replace(at, what.size(), by);
    };
    replace("AES_128", "AES128");
    replace("AES_256", "AES256");
    replace("_CBC_", "_"); // OpenSSL does not name the mode that was once the only one
    if (out.find("CHACHA20") != std::string::npos)
        replace("_SHA256", "");
    std::replace(out.begin(), out.end(), '_', '-');
    return out;
}

} // namespace connscope::real
