// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/throwawaycertificate.h"

#include <QDir>
#include <QHostAddress>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <algorithm>

namespace connscope::real {

namespace {

constexpr long kSecondsBefore = 3600;
constexpr std::int64_t kSecondsGood = std::int64_t {366} * 24 * 3600;

using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;

bool isHostName(const std::string& name)
{
    return !name.empty() && name.size() < 254 && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.'
            || c == '_';
    });
}

/// A subject alternative name; null for what is none.
GENERAL_NAME* nameOf(const std::string& name)
{
    const bool isAddress = !QHostAddress(QString::fromStdString(name)).isNull();
    if (!isAddress && !isHostName(name))
        return nullptr;
    if (isAddress) {
        ASN1_OCTET_STRING* address = a2i_IPADDRESS(name.c_str());
        if (address == nullptr)
            return nullptr;
        GENERAL_NAME* out = GENERAL_NAME_new();
        GENERAL_NAME_set0_value(out, GEN_IPADD, address);
        return out;
    }
    ASN1_IA5STRING* text = ASN1_IA5STRING_new();
    ASN1_STRING_set(text, name.data(), static_cast<int>(name.size()));
    GENERAL_NAME* out = GENERAL_NAME_new();
    GENERAL_NAME_set0_value(out, GEN_DNS, text);
    return out;
}

void addExtension(X509* certificate, int nid, const char* value)
{
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
    if (X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, nid, value)) {
        X509_add_ext(certificate, extension, -1);
        X509_EXTENSION_free(extension);
    }
}

bool sign(X509* certificate, EVP_PKEY* key, const std::vector<std::string>& names, std::int64_t epochSeconds)
{
    X509_set_version(certificate, X509_VERSION_3);
    std::uint64_t serial = 0;
    RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof serial);
    ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial >> 1U);
    ASN1_TIME_set(X509_getm_notBefore(certificate), static_cast<time_t>(epochSeconds - kSecondsBefore));
    ASN1_TIME_set(X509_getm_notAfter(certificate), static_cast<time_t>(epochSeconds + kSecondsGood));
    X509_set_pubkey(certificate, key);
    X509_NAME* subject = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
        reinterpret_cast<const unsigned char*>("Connscope brokers, throw-away"), -1, -1, 0);
    X509_set_issuer_name(certificate, subject);

    GENERAL_NAMES* alternatives = GENERAL_NAMES_new();
    for (const std::string& name : names) {
        if (GENERAL_NAME* one = nameOf(name))
            sk_GENERAL_NAME_push(alternatives, one);
    }
    X509_add1_ext_i2d(certificate, NID_subject_alt_name, alternatives, 0, X509V3_ADD_DEFAULT);
    GENERAL_NAMES_free(alternatives);
    // Its own authority: strict readers (Python's since 3.13) want an authority to say so.
    addExtension(certificate, NID_basic_constraints, "critical,CA:TRUE,pathlen:0");
    addExtension(certificate, NID_key_usage, "critical,digitalSignature,keyCertSign");
    addExtension(certificate, NID_ext_key_usage, "serverAuth");
    addExtension(certificate, NID_subject_key_identifier, "hash");
    return X509_sign(certificate, key, EVP_sha256()) > 0;
}

} // namespace

Result<std::unique_ptr<ThrowAwayCertificate>> ThrowAwayCertificate::make(
    const std::vector<std::string>& names, std::int64_t epochSeconds)
{
    const Key key(EVP_EC_gen("P-256"), EVP_PKEY_free);
    const Certificate certificate(X509_new(), X509_free);
    if (!key || !certificate || !sign(certificate.get(), key.get(), names, epochSeconds))
        return fail("OpenSSL makes no key for the brokers; give them one (ssl.keystore.type=PEM, "
                    "ssl.keystore.location=FILE)");
    const auto der = [](int size, auto&& write) {
        QByteArray bytes(std::max(size, 0), Qt::Uninitialized);
        auto* at = reinterpret_cast<unsigned char*>(bytes.data());
        write(&at);
        return bytes;
    };
    std::unique_ptr<ThrowAwayCertificate> made(new ThrowAwayCertificate);
    made->m_key
        = QSslKey(der(i2d_PrivateKey(key.get(), nullptr), [&](unsigned char** at) { i2d_PrivateKey(key.get(), at); }),
            QSsl::Ec, QSsl::Der);
    made->m_certificate = QSslCertificate(
        der(i2d_X509(certificate.get(), nullptr), [&](unsigned char** at) { i2d_X509(certificate.get(), at); }),
        QSsl::Der);
    made->m_file.setFileTemplate(QDir::tempPath() + QStringLiteral("/connscope-XXXXXX.pem"));
    if (!made->m_file.open() || made->m_file.write(made->m_certificate.toPem()) < 0 || !made->m_file.flush())
        return fail("the brokers' certificate cannot be written to " + made->m_file.fileName().toStdString() + ": "
            + made->m_file.errorString().toStdString());
    return made;
}

} // namespace connscope::real
