// SPDX-License-Identifier: GPL-3.0-or-later
#include "livesession.h"
#include "tlsrelay.h"

#include <memory>

using namespace connscope;
using namespace connscope::test;
using trace::Event;
using trace::EventKind;
using trace::RuleId;
using trace::Side;

namespace {

const char* const kProducer = R"(connscope: 1
title: a producer
until: 1m
profile: java-3.9
cluster:
  brokers: 1
  topics: {t: {partitions: 1}}
clients:
  - name: p
    kind: producer
    config: {enable.idempotence: false, reconnect.backoff.ms: 200, reconnect.backoff.max.ms: 200}
    script: [send: {topic: t, every: 50ms, rounds: 5}]
)";
const char* const kConsumer = R"(connscope: 1
title: a consumer
until: 1m
profile: java-3.9
cluster:
  brokers: 1
  topics: {t: {partitions: 1}}
clients:
  - name: c
    kind: consumer
    config: {group.id: g}
    script: [subscribe: t, poll: {timeout: 100ms}, mark: the loop is over, close]
)";
const std::string kSecret = "sesame-open";
using Properties = std::vector<std::pair<std::string, std::string>>;

LiveSession::Settings brokersWithSasl()
{
    return {"cluster.listener.security.protocol.map=PLAINTEXT:SASL_PLAINTEXT",
        "cluster.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required user_alice=\""
            + kSecret + "\";"};
}

Properties clientWithSasl(const std::string& mechanism, const std::string& password = kSecret)
{
    const std::string module = mechanism == "PLAIN" ? "plain.PlainLoginModule"
        : mechanism == "OAUTHBEARER"                ? "oauthbearer.OAuthBearerLoginModule"
                                                    : "scram.ScramLoginModule";
    return {{"security.protocol", "SASL_PLAINTEXT"}, {"sasl.mechanism", mechanism},
        {"sasl.jaas.config",
            "org.apache.kafka.common.security." + module + " required username=\"alice\" password=\"" + password
                + "\" unsecuredLoginStringClaim_sub=\"alice\";"}};
}

bool isRefusal(const Event& e)
{
    return e.kind == EventKind::ProtocolError && e.rule == RuleId::AuthenticationFailed && e.side == Side::Client;
}

} // namespace

/// Our clients authenticate over real sockets, or are refused, and the trace says how.
class TestRealClientSecurity : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        m_certificates = std::make_unique<Certificates>();
        m_certificates->make("localhost", "DNS:localhost,IP:127.0.0.1");
        m_certificates->make("kafka-a", "DNS:kafka-a");
        m_certificates->make("client", "DNS:client");
    }

    void aProducerAuthenticatesAndProduces_data()
    {
        QTest::addColumn<QString>("mechanism");
        for (const char* name : {"PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void aProducerAuthenticatesAndProduces()
    {
        QFETCH(QString, mechanism);
        LiveSession live(kProducer, brokersWithSasl(), clientWithSasl(mechanism.toStdString()));
        QVERIFY2(live.error().empty(), live.error().c_str());
        QVERIFY(live.waitForRecords());
        std::vector<std::string> steps;
        const Event* connected = live.wait(EventKind::Connected);
        for (std::size_t i = 0; i < live.trace().size() && &live.trace()[i] != connected; ++i) {
            const Event& e = live.trace()[i];
            if (e.side == Side::Client && e.kind == EventKind::RequestSent && e.connection == connected->connection)
                steps.emplace_back(apiName(e.api));
            if (e.side == Side::Client && e.kind == EventKind::Authenticated && e.connection == connected->connection)
                steps.push_back("authenticated " + live.text(&e));
        }
        QVERIFY(steps.size() >= 4);
        QCOMPARE(steps[0], std::string("API_VERSIONS"));
        QCOMPARE(steps[1], std::string("SASL_HANDSHAKE"));
        QCOMPARE(steps[2], std::string("SASL_AUTHENTICATE"));
        QCOMPARE(steps.back(), "authenticated " + mechanism.toStdString());
        const Event* token = live.wait([](const Event& e) {
            return e.kind == EventKind::ResponseReceived && e.api == ApiKey::SaslAuthenticate;
        });
        QVERIFY(token->correlation >= 2147483640);
        QVERIFY(!live.says(kSecret));
    }
    void aWrongPasswordThrowsFromSendAndTriesAgainAfterTheBackoff()
    {
        LiveSession live(kProducer, brokersWithSasl(), clientWithSasl("SCRAM-SHA-256", kSecret + "!"));
        const Event* refused = live.wait(isRefusal);
        QVERIFY(refused);
        QVERIFY2(
            live.text(refused).find("SASL_AUTHENTICATION_FAILED") != std::string::npos, live.text(refused).c_str());
        const Event* thrown
            = live.wait([](const Event& e) { return e.kind == EventKind::AppReturn && e.value == 58; });
        QVERIFY(thrown);
        QCOMPARE(live.text(thrown), std::string("send(t)"));
        const Event* end = live.wait([](const Event& e) { return e.kind == EventKind::Disconnected; });
        QCOMPARE(end->rule, RuleId::AuthenticationFailed);
        const Event* again
            = live.wait([&](const Event& e) { return e.kind == EventKind::ConnectStarted && e.at > end->at; });
        QVERIFY(again);
        QVERIFY(again->at - end->at >= ms(160)); // 200 ms less a fifth of chance
        QVERIFY(!live.says(kSecret));
    }
    void aWrongPasswordThrowsFromPollAndEndsItsLoop()
    {
        LiveSession live(kConsumer, brokersWithSasl(), clientWithSasl("PLAIN", "wrong"));
        const Event* thrown
            = live.wait([](const Event& e) { return e.kind == EventKind::AppReturn && e.value == 58; });
        QVERIFY(thrown);
        QCOMPARE(live.text(thrown), std::string("poll(100ms)"));
        QVERIFY(live.wait(EventKind::Mark)); // the script goes on behind its loop
        QVERIFY(live.wait(EventKind::ClientClosed));
        QCOMPARE(live.text(live.wait(isRefusal)),
            std::string("PLAIN: SASL_AUTHENTICATION_FAILED: Authentication failed: Invalid username or password"));
    }
    void whatCannotBeReadIsAnErrorBeforeAnythingConnects()
    {
        const LiveSession live(kProducer, {}, {{"security.protocol", "SASL_PLAINTEXT"}, {"sasl.mechanism", "PLAIN"}});
        QVERIFY2(live.error().find("client p: sasl.jaas.config is missing") == 0, live.error().c_str());
    }

    void tlsVerifiesTheAuthorityAndTheName()
    {
        TlsRelay relay(*m_certificates, "localhost");
        const auto cluster = brokersBehind(relay);
        LiveSession live(kProducer, {}, tls(), outside(relay));
        QVERIFY2(live.error().empty(), live.error().c_str());
        QVERIFY(live.waitForRecords());
        QVERIFY(live.text(live.wait(EventKind::Authenticated)).starts_with("TLSv1.3 "));
    }
    void aCertificateForAnotherHostIsRefusedInWords()
    {
        TlsRelay relay(*m_certificates, "kafka-a");
        const auto cluster = brokersBehind(relay);
        LiveSession live(kProducer, {}, tls(), outside(relay));
        const Event* refused = live.wait(isRefusal);
        QVERIFY(refused);
        QCOMPARE(live.text(refused), std::string("the certificate is for kafka-a, not for localhost"));
        QVERIFY(live.wait([](const Event& e) { return e.kind == EventKind::AppReturn && e.value == 58; }));
    }
    void anEmptyIdentificationAlgorithmTakesAnyName()
    {
        TlsRelay relay(*m_certificates, "kafka-a");
        const auto cluster = brokersBehind(relay);
        Properties properties = tls();
        properties.emplace_back("ssl.endpoint.identification.algorithm", "");
        LiveSession live(kProducer, {}, properties, outside(relay));
        QVERIFY(live.waitForRecords());
    }
    void anUnknownAuthorityIsRefused()
    {
        TlsRelay relay(*m_certificates, "localhost");
        const auto cluster = brokersBehind(relay);
        LiveSession live(kProducer, {}, {{"security.protocol", "SSL"}}, outside(relay));
        QVERIFY(live.wait(isRefusal));
    }
    void aClientShowsItsCertificate()
    {
        TlsRelay relay(*m_certificates, "localhost", true);
        const auto cluster = brokersBehind(relay);
        Properties properties = tls();
        QFile both(m_certificates->path("client-both.pem"));
        QVERIFY(both.open(QIODevice::WriteOnly));
        for (const char* name : {"client.key", "client.pem"}) {
            QFile file(m_certificates->path(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            both.write(file.readAll());
        }
        both.close();
        properties.emplace_back("ssl.keystore.type", "PEM");
        properties.emplace_back("ssl.keystore.location", m_certificates->file("client-both.pem"));
        LiveSession live(kProducer, {}, properties, outside(relay));
        QVERIFY2(live.error().empty(), live.error().c_str());
        QVERIFY(live.waitForRecords());
    }
    void saslTravelsInsideOfTls()
    {
        TlsRelay relay(*m_certificates, "localhost");
        const auto cluster = brokersBehind(relay, brokersWithSasl());
        Properties properties = clientWithSasl("SCRAM-SHA-512");
        properties.front().second = "SASL_SSL";
        for (const auto& property : tls()) {
            if (property.first != "security.protocol")
                properties.push_back(property);
        }
        LiveSession live(kProducer, {}, properties, outside(relay));
        QVERIFY2(live.error().empty(), live.error().c_str());
        QVERIFY(live.waitForRecords());
        QCOMPARE(cluster->text(cluster->wait(EventKind::Authenticated)), std::string("SCRAM-SHA-512"));
        QVERIFY(!live.says(kSecret));
        QVERIFY(!cluster->says(kSecret));
    }

    void brokersOfOurOwnSpeakTls_data()
    {
        QTest::addColumn<bool>("sasl");
        QTest::newRow("SSL") << false;
        QTest::newRow("SASL_SSL") << true;
    }
    /// Without a key store they make their certificate, and clients that name no authority believe it.
    void brokersOfOurOwnSpeakTls()
    {
        QFETCH(bool, sasl);
        LiveSession::Settings brokers = sasl ? brokersWithSasl() : LiveSession::Settings {};
        Properties client = sasl ? clientWithSasl("SCRAM-SHA-512") : Properties {};
        const std::string protocol = sasl ? "SASL_SSL" : "SSL";
        if (sasl)
            brokers.erase(brokers.begin()); // the map
        brokers.push_back("cluster.listeners=" + protocol + "://");
        client.insert(client.begin(), {"security.protocol", protocol});
        if (sasl)
            client.erase(client.begin() + 1); // SASL_PLAINTEXT
        LiveSession live(kProducer, brokers, client);
        QVERIFY2(live.error().empty(), live.error().c_str());
        QVERIFY(live.waitForRecords());
        QCOMPARE(live.session().securityProtocol(BrokerId {0}), protocol);
        QVERIFY(QFile::exists(QString::fromStdString(live.session().throwAwayCertificateFile())));
        for (const Side side : {Side::Client, Side::Broker}) {
            const Event* up
                = live.wait([side](const Event& e) { return e.kind == EventKind::Authenticated && e.side == side; });
            QVERIFY(up);
            QVERIFY2(live.text(up).starts_with("TLSv1.3 TLS_"), live.text(up).c_str());
        }
        for (std::size_t i = 0; i < live.trace().size(); ++i)
            QVERIFY2(live.trace()[i].kind != EventKind::ProtocolError, live.text(&live.trace()[i]).c_str());
        QVERIFY(!live.says(kSecret));
    }
    void theirCertificateEndsWithThem()
    {
        QString file;
        {
            LiveSession live(kProducer, {"cluster.listeners=SSL://"}, {{"security.protocol", "SSL"}});
            file = QString::fromStdString(live.session().throwAwayCertificateFile());
            QVERIFY(QFile::exists(file));
        }
        QVERIFY(!QFile::exists(file));
    }
    void aKeyStoreOfTheBrokersIsTheirs()
    {
        const LiveSession::Settings brokers = keyStore("localhost");
        LiveSession live(kProducer, brokers, tls());
        QVERIFY2(live.error().empty(), live.error().c_str());
        QCOMPARE(live.session().throwAwayCertificateFile(), std::string());
        QVERIFY(live.waitForRecords());
    }
    void brokersWhoseAuthorityIsUnknownAreRefused()
    {
        LiveSession live(kProducer, keyStore("localhost"), {{"security.protocol", "SSL"}});
        QVERIFY(live.wait(isRefusal));
        for (std::size_t i = 0; i < live.trace().size(); ++i)
            QVERIFY(live.trace()[i].kind != EventKind::Authenticated);
    }
    void aBrokerThatWantsACertificateTakesNobodyWithoutOne()
    {
        LiveSession::Settings brokers = keyStore("localhost");
        for (const std::string& more : {std::string("ssl.client.auth=required"),
                 std::string("ssl.truststore.type=PEM"), "ssl.truststore.location=" + m_certificates->file("ca.pem")})
            brokers.push_back("cluster." + more);
        LiveSession without(kProducer, brokers, tls());
        const Event* told = without.wait(
            [](const Event& e) { return e.kind == EventKind::ProtocolError && e.side == Side::Broker; });
        QVERIFY(told);
        QVERIFY2(without.text(told).find("certificate") != std::string::npos, without.text(told).c_str());

        Properties properties = tls();
        QFile key(m_certificates->path("client.key"));
        QFile chain(m_certificates->path("client.pem"));
        QVERIFY(key.open(QIODevice::ReadOnly) && chain.open(QIODevice::ReadOnly));
        properties.insert(properties.end(),
            {{"ssl.keystore.type", "PEM"}, {"ssl.keystore.key", key.readAll().toStdString()},
                {"ssl.keystore.certificate.chain", chain.readAll().toStdString()}});
        LiveSession with(kProducer, brokers, properties);
        QVERIFY(with.waitForRecords());
        const Event* up
            = with.wait([](const Event& e) { return e.kind == EventKind::Authenticated && e.side == Side::Broker; });
        QVERIFY2(with.text(up).ends_with("CN=client"), with.text(up).c_str());
    }
    void plainTextAndTlsDoNotMeet()
    {
        LiveSession plain(kProducer, {"cluster.listeners=SSL://"});
        const Event* told
            = plain.wait([](const Event& e) { return e.kind == EventKind::ProtocolError && e.side == Side::Broker; });
        QVERIFY(told);
        QVERIFY2(plain.text(told).starts_with("the TLS handshake failed"), plain.text(told).c_str());
        LiveSession tls(kProducer, {}, {{"security.protocol", "SSL"}});
        const Event* heard
            = tls.wait([](const Event& e) { return e.kind == EventKind::ProtocolError && e.side == Side::Broker; });
        QVERIFY(heard);
        QVERIFY2(tls.text(heard).find("so begins TLS") != std::string::npos, tls.text(heard).c_str());
    }
    void whatListenersCannotBeIsSaidBeforeTheyListen()
    {
        const auto error
            = [](const LiveSession::Settings& settings) { return LiveSession(kProducer, settings).error(); };
        QVERIFY(error({"cluster.listeners=TLS://"}).find("listener.security.protocol.map") != std::string::npos);
        QVERIFY(error({"cluster.listeners=SSL://", "cluster.ssl.client.auth=required"}).find("ssl.truststore")
            != std::string::npos);
        QVERIFY(error({"cluster.listeners=SSL://", "cluster.ssl.keystore.location=/nowhere.pem"}).find("/nowhere.pem")
            != std::string::npos);
        QVERIFY(error({"cluster.listeners=SASL_SSL://"}).find("user_NAME") != std::string::npos);
    }

private:
    LiveSession::Settings keyStore(const char* name) const
    {
        QFile key(m_certificates->path((std::string(name) + ".key").c_str()));
        QFile chain(m_certificates->path((std::string(name) + ".pem").c_str()));
        QFile both(m_certificates->path((std::string(name) + "-both.pem").c_str()));
        if (!key.open(QIODevice::ReadOnly) || !chain.open(QIODevice::ReadOnly) || !both.open(QIODevice::WriteOnly))
            qFatal("no certificates");
        both.write(key.readAll() + chain.readAll());
        return {"cluster.listeners=SSL://", "cluster.ssl.keystore.type=PEM",
            "cluster.ssl.keystore.location=" + both.fileName().toStdString()};
    }
    Properties tls() const
    {
        return {{"security.protocol", "SSL"}, {"ssl.truststore.type", "PEM"},
            {"ssl.truststore.location", m_certificates->file("ca.pem")}};
    }
    static real::RealOptions outside(const TlsRelay& relay)
    {
        real::RealOptions options;
        options.bootstrapServers = "localhost:" + std::to_string(relay.serverPort());
        return options;
    }
    /// Brokers that tell everybody to come through the relay.
    static std::unique_ptr<LiveSession> brokersBehind(TlsRelay& relay, const LiveSession::Settings& settings = {})
    {
        auto cluster = std::make_unique<LiveSession>(
            kProducer, settings, Properties {}, real::RealOptions {}, [&](scenario::Scenario& s) {
                s.clients.clear();
                s.cluster.brokers.front().port = 0;
                s.cluster.brokers.front().advertisedHost = "localhost";
                s.cluster.brokers.front().advertisedPort = relay.serverPort();
            });
        relay.setTarget(cluster->session().listeners().front().second.port);
        return cluster;
    }

    std::unique_ptr<Certificates> m_certificates;
};

QTEST_GUILESS_MAIN(TestRealClientSecurity)
#include "tst_realclientsecurity.moc"
