// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/sasllogin.h"

#include "base/text.h"
#include "real/jaas.h"
#include "real/scram.h"

#include <QByteArray>
#include <QFile>
#include <QString>

#include <charconv>

namespace connscope::real {

namespace {

constexpr std::string_view kHidden = "[hidden]";
constexpr qint64 kMaxTokenBytes = qint64 {64} * 1024;

std::string base64Url(std::string_view text)
{
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()))
        .toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals)
        .toStdString();
}

std::string jsonText(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        if (static_cast<unsigned char>(c) >= 0x20)
            out += c;
    }
    return out + '"';
}

Result<std::string> tokenOfFile(std::string_view url)
{
    std::string_view path = url.substr(std::string_view("file:").size());
    if (path.starts_with("//"))
        path.remove_prefix(2);
    QFile file(QString::fromUtf8(path.data(), static_cast<qsizetype>(path.size())));
    const std::string where = "sasl.oauthbearer.token.endpoint.url: " + printable(path, 200);
    if (!file.open(QIODevice::ReadOnly))
        return fail(where + ": " + file.errorString().toStdString());
    const QByteArray text = file.read(kMaxTokenBytes + 1).trimmed();
    if (text.isEmpty() || text.size() > kMaxTokenBytes)
        return fail(where + ": expected a file with one token in it");
    return text.toStdString();
}

Result<std::string> readToken(const JaasEntry& jaas, const protocol::ConfigSet& config, std::int64_t now)
{
    if (config.isSet("sasl.oauthbearer.token.endpoint.url")) {
        const std::string url = config.text("sasl.oauthbearer.token.endpoint.url");
        if (url.starts_with("file:"))
            return tokenOfFile(url);
        return fail("sasl.oauthbearer.token.endpoint.url: tokens are not fetched from a server here; write one into "
                    "a file and "
                    "name it as file:///path");
    }
    if (const std::string* token = jaas.option("token"))
        return *token;
    const std::string* subject = jaas.option("unsecuredLoginStringClaim_sub");
    if (subject == nullptr)
        return fail("OAUTHBEARER: where is the token? Name a file "
                    "(sasl.oauthbearer.token.endpoint.url=file:///path), or write "
                    "unsecuredLoginStringClaim_sub=\"…\" into sasl.jaas.config for an unsecured one");
    std::int64_t lifetime = 3600;
    if (const std::string* seconds = jaas.option("unsecuredLoginLifetimeSeconds"))
        std::from_chars(seconds->data(), seconds->data() + seconds->size(), lifetime);
    return unsecuredToken(*subject, now, now + lifetime);
}

void hide(std::string& text, const std::string& secret)
{
    if (secret.size() < 2)
        return; // one letter stands everywhere
    for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at + kHidden.size()))
        text.replace(at, secret.size(), kHidden);
}

} // namespace

std::string SaslLogin::withoutSecrets(std::string text) const
{
    hide(text, password);
    hide(text, token);
    return text;
}

std::string unsecuredToken(std::string_view subject, std::int64_t issuedAt, std::int64_t expiresAt)
{
    return base64Url("{\"alg\":\"none\"}") + '.'
        + base64Url("{\"iat\":" + std::to_string(issuedAt) + ",\"exp\":" + std::to_string(expiresAt)
            + ",\"sub\":" + jsonText(subject) + '}')
        + '.';
}

Result<SaslLogin> readSaslLogin(const protocol::ConfigSet& config, std::int64_t epochSeconds)
{
    SaslLogin login;
    login.mechanism = config.text("sasl.mechanism");
    const bool scram = scramHash(login.mechanism).has_value();
    const bool bearer = login.mechanism == "OAUTHBEARER";
    if (!scram && !bearer && login.mechanism != "PLAIN")
        return fail("sasl.mechanism " + printable(login.mechanism)
            + " is not spoken here; expected PLAIN, SCRAM-SHA-256, SCRAM-SHA-512 or OAUTHBEARER");
    if (!config.hasValue("sasl.jaas.config"))
        return fail(
            "sasl.jaas.config is missing: who is the client? A java.security.auth.login.config file is not read");
    const auto jaas = parseJaas(config.text("sasl.jaas.config"));
    if (!jaas)
        return fail(jaas.error());
    const std::string_view wanted = bearer ? "OAuthBearerLoginModule"
        : scram                            ? "ScramLoginModule"
                                           : "PlainLoginModule";
    if (jaas->moduleName() != wanted)
        return fail(
            "sasl.jaas.config names another login module; " + login.mechanism + " needs " + std::string(wanted));
    if (bearer) {
        auto token = readToken(*jaas, config, epochSeconds);
        if (!token)
            return fail(token.error());
        login.token = std::move(*token);
        return login;
    }
    const std::string* user = jaas->option("username");
    const std::string* password = jaas->option("password");
    if (user == nullptr || user->empty() || password == nullptr)
        return fail("sasl.jaas.config: " + std::string(wanted) + " needs username=\"…\" and password=\"…\"");
    login.user = *user;
    login.password = *password;
    return login;
}

std::string warningOfUnusedJaas(const protocol::ConfigSet& config, std::string_view key, std::string_view protocol)
{
    if (protocol.starts_with("SASL_"))
        return {};
    for (const protocol::ConfigSet::Entry& entry : config.entries()) {
        if (!entry.name.ends_with("sasl.jaas.config"))
            continue;
        const auto jaas = parseJaas(entry.text);
        return entry.name + " is set, and nothing asks for it: " + std::string(key) + " is " + std::string(protocol)
            + "; expected SASL_PLAINTEXT or SASL_SSL"
            + (jaas ? std::string() : ". It is wrong besides: " + jaas.error().message);
    }
    return {};
}

} // namespace connscope::real
