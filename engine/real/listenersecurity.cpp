// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/listenersecurity.h"

#include "base/text.h"
#include "real/clientsecurity.h"

#include <string_view>

namespace connscope::real {

namespace {

std::string_view trimmed(std::string_view text)
{
    const std::size_t from = text.find_first_not_of(" \t");
    return from == std::string_view::npos ? std::string_view {}
                                          : text.substr(from, text.find_last_not_of(" \t") + 1 - from);
}

Result<std::shared_ptr<const TlsListener>> readTlsListener(
    const protocol::ConfigSet& config, const std::function<Result<const ThrowAwayCertificate*>()>& throwAway)
{
    auto settings = readTlsSettings(config);
    if (!settings)
        return fail(settings.error());
    if (settings->privateKey().isNull()) {
        const auto made = throwAway();
        if (!made)
            return fail(made.error());
        settings->setPrivateKey((*made)->key());
        settings->setLocalCertificateChain({(*made)->certificate()});
    }
    const std::string auth = config.text("ssl.client.auth");
    const ClientAuth clientAuth = auth == "required" ? ClientAuth::Required
        : auth == "requested"                        ? ClientAuth::Requested
                                                     : ClientAuth::None;
    if (clientAuth != ClientAuth::None && !config.isSet("ssl.truststore.location")
        && !config.isSet("ssl.truststore.certificates"))
        return fail("ssl.client.auth=" + auth
            + " needs the authorities of clients' certificates: ssl.truststore.type=PEM, "
              "ssl.truststore.location=FILE");
    return TlsListener::make(*settings, config.isSet("ssl.cipher.suites"), clientAuth);
}

} // namespace

std::string listenerProtocol(const protocol::ConfigSet& config)
{
    std::string_view name = "PLAINTEXT";
    const std::string listeners = config.text("listeners");
    if (const std::size_t end = std::string_view(listeners).find("://"); end != std::string_view::npos)
        name = trimmed(std::string_view(listeners).substr(0, end));
    const std::string map = config.text("listener.security.protocol.map");
    for (std::string_view rest = map; !rest.empty();) {
        const std::size_t comma = rest.find(',');
        const std::string_view pair = trimmed(rest.substr(0, comma));
        const std::size_t colon = pair.find(':');
        if (colon != std::string_view::npos && trimmed(pair.substr(0, colon)) == name)
            return std::string(trimmed(pair.substr(colon + 1)));
        rest = comma == std::string_view::npos ? std::string_view {} : rest.substr(comma + 1);
    }
    return std::string(name);
}

Result<ListenerSecurity> readListenerSecurity(
    const protocol::ConfigSet& config, const std::function<Result<const ThrowAwayCertificate*>()>& throwAway)
{
    ListenerSecurity security;
    security.protocol = listenerProtocol(config);
    const bool tls = security.protocol == "SSL" || security.protocol == "SASL_SSL";
    const bool sasl = security.protocol == "SASL_PLAINTEXT" || security.protocol == "SASL_SSL";
    if (!tls && !sasl && security.protocol != "PLAINTEXT")
        return fail("listener.security.protocol.map: expected PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL, not "
            + printable(security.protocol));
    if (sasl) {
        auto listener = readSaslListener(config);
        if (!listener)
            return fail(listener.error());
        security.sasl = std::move(*listener);
    }
    if (tls) {
        auto listener = readTlsListener(config, throwAway);
        if (!listener)
            return fail(listener.error());
        security.tls = std::move(*listener);
    }
    return security;
}

} // namespace connscope::real
