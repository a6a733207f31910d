// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/configtable.h"

// TLS and SASL: names that a client.properties or server.properties may hold. Kept, the secret ones never printed; the
// simulation runs in plain text.

namespace connscope::protocol {

namespace {

using namespace configtable;

constexpr ConfigRow kRows[] {
    javaClass(kEveryone, "sasl.client.callback.handler.class", kNull,
        "Class that answers the client side's SASL callbacks.")
        .elsewhere(),
    password(kEveryone, "sasl.jaas.config", kNull, "JAAS entry for SASL, with the secret in it.").elsewhere(),
    text(kEveryone, "sasl.kerberos.kinit.cmd", "/usr/bin/kinit", "Path of kinit.").elsewhere(),
    integer(kEveryone, "sasl.kerberos.min.time.before.relogin", kLongMin, kLongMax, "60000",
        "Milliseconds between attempts to refresh a Kerberos ticket.")
        .elsewhere(),
    list(kBroker, "sasl.kerberos.principal.to.local.rules", "DEFAULT",
        "Rules that map Kerberos principals to short names.")
        .elsewhere(),
    text(kEveryone, "sasl.kerberos.service.name", kNull, "Kerberos principal name of the brokers.").elsewhere(),
    real(kEveryone, "sasl.kerberos.ticket.renew.jitter", "0.05", "Share of chance in the time of a ticket's renewal.")
        .elsewhere(),
    real(kEveryone, "sasl.kerberos.ticket.renew.window.factor", "0.8",
        "Share of a ticket's life after which it is renewed.")
        .elsewhere(),
    javaClass(kEveryone, "sasl.login.callback.handler.class", kNull, "Class that answers login callbacks.")
        .elsewhere(),
    javaClass(kEveryone, "sasl.login.class", kNull, "Class that logs in.").elsewhere(),
    milliseconds(kEveryone, "sasl.login.connect.timeout.ms", kIntMin, kIntMax, kNull,
        "Connect timeout towards an OAuth provider.")
        .from(3, 1)
        .elsewhere(),
    milliseconds(
        kEveryone, "sasl.login.read.timeout.ms", kIntMin, kIntMax, kNull, "Read timeout towards an OAuth provider.")
        .from(3, 1)
        .elsewhere(),
    integer(kClients, "sasl.login.refresh.buffer.seconds", 0, 3600, "300",
        "How long before its end a credential is refreshed at the latest.")
        .elsewhere(),
    integer(kBroker, "sasl.login.refresh.buffer.seconds", -32768, 32767, "300",
        "How long before its end a credential is refreshed at the latest.")
        .elsewhere(),
    integer(kClients, "sasl.login.refresh.min.period.seconds", 0, 900, "60",
        "Shortest time before a credential is refreshed.")
        .elsewhere(),
    integer(kBroker, "sasl.login.refresh.min.period.seconds", -32768, 32767, "60",
        "Shortest time before a credential is refreshed.")
        .elsewhere(),
    real(kClients, "sasl.login.refresh.window.factor", "0.8",
        "Share of a credential's life after which it is refreshed.")
        .between(0.5, 1.0)
        .elsewhere(),
    real(kBroker, "sasl.login.refresh.window.factor", "0.8",
        "Share of a credential's life after which it is refreshed.")
        .elsewhere(),
    real(kClients, "sasl.login.refresh.window.jitter", "0.05",
        "Share of chance in the time of a credential's refresh.")
        .between(0.0, 0.25)
        .elsewhere(),
    real(
        kBroker, "sasl.login.refresh.window.jitter", "0.05", "Share of chance in the time of a credential's refresh.")
        .elsewhere(),
    milliseconds(kEveryone, "sasl.login.retry.backoff.ms", kLongMin, kLongMax, "100",
        "First wait between login attempts at an OAuth provider.")
        .from(3, 1)
        .elsewhere(),
    milliseconds(kEveryone, "sasl.login.retry.backoff.max.ms", kLongMin, kLongMax, "10000",
        "Longest wait between login attempts at an OAuth provider.")
        .from(3, 1)
        .elsewhere(),
    text(kClients, "sasl.mechanism", "GSSAPI", "SASL mechanism of the client's connections.").elsewhere(),
    text(kBroker, "sasl.mechanism.controller.protocol", "GSSAPI", "SASL mechanism towards KRaft controllers.")
        .from(2, 8)
        .elsewhere(),
    text(kBroker, "sasl.mechanism.inter.broker.protocol", "GSSAPI", "SASL mechanism between brokers.").elsewhere(),
    list(kBroker, "sasl.enabled.mechanisms", "GSSAPI", "SASL mechanisms that the broker accepts.").elsewhere(),
    javaClass(
        kBroker, "sasl.server.callback.handler.class", kNull, "Class that answers the broker side's SASL callbacks.")
        .elsewhere(),
    integer(kBroker, "sasl.server.max.receive.size", kIntMin, kIntMax, "524288",
        "Most bytes taken during authentication.")
        .from(3, 3)
        .elsewhere(),
    integer(kEveryone, "sasl.oauthbearer.clock.skew.seconds", kIntMin, kIntMax, "30",
        "Tolerated clock difference to the OAuth provider.")
        .from(3, 1)
        .elsewhere(),
    list(kEveryone, "sasl.oauthbearer.expected.audience", kNull, "Audiences that a token may name.")
        .from(3, 1)
        .elsewhere(),
    text(kEveryone, "sasl.oauthbearer.expected.issuer", kNull, "Issuer that a token must name.")
        .from(3, 1)
        .elsewhere(),
    flag(kClients, "sasl.oauthbearer.header.urlencode", "false",
        "Whether client id and secret are URL-encoded in the Authorization header.")
        .from(3, 9)
        .elsewhere(),
    milliseconds(kEveryone, "sasl.oauthbearer.jwks.endpoint.refresh.ms", kLongMin, kLongMax, "3600000",
        "How often the provider's keys are fetched again.")
        .from(3, 1)
        .elsewhere(),
    milliseconds(kEveryone, "sasl.oauthbearer.jwks.endpoint.retry.backoff.ms", kLongMin, kLongMax, "100",
        "First wait between attempts to fetch the provider's keys.")
        .from(3, 1)
        .elsewhere(),
    milliseconds(kEveryone, "sasl.oauthbearer.jwks.endpoint.retry.backoff.max.ms", kLongMin, kLongMax, "10000",
        "Longest wait between attempts to fetch the provider's keys.")
        .from(3, 1)
        .elsewhere(),
    text(kEveryone, "sasl.oauthbearer.jwks.endpoint.url", kNull, "Where the provider's keys are.")
        .from(3, 1)
        .elsewhere(),
    text(kEveryone, "sasl.oauthbearer.scope.claim.name", "scope", "Claim of a token that holds the scope.")
        .from(3, 1)
        .elsewhere(),
    text(kEveryone, "sasl.oauthbearer.sub.claim.name", "sub", "Claim of a token that holds the subject.")
        .from(3, 1)
        .elsewhere(),
    text(kEveryone, "sasl.oauthbearer.token.endpoint.url", kNull, "Where tokens are issued.").from(3, 1).elsewhere(),
    list(kClients, "ssl.cipher.suites", kNull, "TLS cipher suites that may be used.").elsewhere(),
    list(kBroker, "ssl.cipher.suites", "", "TLS cipher suites that may be used.").elsewhere(),
    choice(kBroker, "ssl.client.auth", {{"none"}, {"requested"}, {"required"}}, "none",
        "Whether clients must show a certificate.")
        .elsewhere(),
    list(kEveryone, "ssl.enabled.protocols", "TLSv1.2,TLSv1.1,TLSv1", "TLS versions that may be used.")
        .then(2, 5, "TLSv1.2")
        .then(2, 6, "TLSv1.2,TLSv1.3")
        .elsewhere(),
    text(kEveryone, "ssl.endpoint.identification.algorithm", "https",
        "How the broker's name is checked against its certificate; empty = not at all.")
        .elsewhere(),
    javaClass(kEveryone, "ssl.engine.factory.class", kNull, "Class that makes TLS engines.").from(2, 6).elsewhere(),
    password(kEveryone, "ssl.key.password", kNull, "Password of the private key.").elsewhere(),
    text(kEveryone, "ssl.keymanager.algorithm", "SunX509", "Algorithm of the key manager.").elsewhere(),
    password(kEveryone, "ssl.keystore.certificate.chain", kNull, "Certificate chain in PEM form.")
        .from(2, 7)
        .elsewhere(),
    password(kEveryone, "ssl.keystore.key", kNull, "Private key in PEM form.").from(2, 7).elsewhere(),
    text(kEveryone, "ssl.keystore.location", kNull, "File of the key store.").elsewhere(),
    password(kEveryone, "ssl.keystore.password", kNull, "Password of the key store.").elsewhere(),
    text(kEveryone, "ssl.keystore.type", "JKS", "Format of the key store.").elsewhere(),
    text(kBroker, "ssl.principal.mapping.rules", "DEFAULT", "Rules that map certificate names to short names.")
        .from(2, 2)
        .elsewhere(),
    text(kEveryone, "ssl.protocol", "TLS", "TLS version that is preferred.")
        .then(2, 5, "TLSv1.2")
        .then(2, 6, "TLSv1.3")
        .elsewhere(),
    text(kEveryone, "ssl.provider", kNull, "Java provider of TLS.").elsewhere(),
    text(kEveryone, "ssl.secure.random.implementation", kNull, "Source of random numbers for TLS.").elsewhere(),
    text(kEveryone, "ssl.trustmanager.algorithm", "PKIX", "Algorithm of the trust manager.").elsewhere(),
    password(kEveryone, "ssl.truststore.certificates", kNull, "Trusted certificates in PEM form.")
        .from(2, 7)
        .elsewhere(),
    text(kEveryone, "ssl.truststore.location", kNull, "File of the trust store.").elsewhere(),
    password(kEveryone, "ssl.truststore.password", kNull, "Password of the trust store.").elsewhere(),
    text(kEveryone, "ssl.truststore.type", "JKS", "Format of the trust store.").elsewhere(),
    flag(kBroker, "ssl.allow.dn.changes", "false",
        "Whether a key store may be replaced by one with another distinguished name.")
        .from(3, 7)
        .elsewhere(),
    flag(kBroker, "ssl.allow.san.changes", "false",
        "Whether a key store may be replaced by one with other alternative names.")
        .from(3, 7)
        .elsewhere(),
};

} // namespace

std::span<const ConfigRow> securityConfigRows() { return kRows; }

} // namespace connscope::protocol
