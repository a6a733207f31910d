// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/clientsecurity.h"

#include "tlsrelay.h"

#include <memory>

using namespace connscope;
using namespace connscope::real;
using namespace connscope::test;

namespace {

protocol::ConfigSet configOf(const std::vector<std::pair<std::string, std::string>>& settings)
{
    protocol::ConfigSet config(protocol::ConfigOwner::Producer, protocol::kV4_0);
    for (const auto& [key, value] : settings) {
        if (const auto set = config.set(key, value); !set)
            qFatal("%s", set.error().message.c_str());
    }
    return config;
}

} // namespace

/// What security.protocol and its keys come to, and what is said when they come to nothing.
class TestClientSecurity : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        m_certificates = std::make_unique<Certificates>();
        m_certificates->make("client", "DNS:client");
        const auto pack = [&](const QStringList& more) {
            m_certificates->openssl(
                QStringList {QStringLiteral("pkcs12"), QStringLiteral("-export"), QStringLiteral("-passout"),
                    QStringLiteral("pass:sesame-open"), QStringLiteral("-in"), m_certificates->path("client.pem")}
                + more);
        };
        pack({QStringLiteral("-inkey"), m_certificates->path("client.key"), QStringLiteral("-out"),
            m_certificates->path("client.p12")});
        const auto trust = [&](const char* in, const char* out) {
            m_certificates->openssl({QStringLiteral("pkcs12"), QStringLiteral("-export"), QStringLiteral("-nokeys"),
                QStringLiteral("-passout"), QStringLiteral("pass:sesame-open"), QStringLiteral("-in"),
                m_certificates->path(in), QStringLiteral("-out"), m_certificates->path(out)});
        };
        trust("ca.pem", "trust.p12");
        QFile two(m_certificates->path("two.pem"));
        QVERIFY(two.open(QIODevice::WriteOnly));
        two.write(QByteArray::fromStdString(text("ca.pem") + text("client.pem")));
        two.close();
        trust("two.pem", "trust2.p12");
        QFile cut(m_certificates->path("cut.p12"));
        QVERIFY(cut.open(QIODevice::WriteOnly));
        cut.write(QByteArray::fromStdString(text("trust.p12")).left(300));
        cut.close();
        m_certificates->openssl({QStringLiteral("pkey"), QStringLiteral("-in"), m_certificates->path("client.key"),
            QStringLiteral("-aes256"), QStringLiteral("-passout"), QStringLiteral("pass:sesame-open"),
            QStringLiteral("-out"), m_certificates->path("locked.key")});
        QFile jks(m_certificates->path("store.jks"));
        QVERIFY(jks.open(QIODevice::WriteOnly));
        jks.write("\xfe\xed\xfe\xed\0\0\0\2", 8);
    }

    void plainTextNeedsNothing()
    {
        const auto security = readClientSecurity(configOf({}), 0);
        QVERIFY(security && !security->tls && !security->sasl);
    }
    void tlsChecksTheNameUnlessToldOtherwise()
    {
        QVERIFY(readClientSecurity(configOf({{"security.protocol", "SSL"}}), 0)->tls->verifiesName);
        QVERIFY(!readClientSecurity(
            configOf({{"security.protocol", "SSL"}, {"ssl.endpoint.identification.algorithm", ""}}), 0)
                     ->tls->verifiesName);
    }
    void aPemStoreHoldsCertificates()
    {
        const auto security
            = readClientSecurity(configOf({{"security.protocol", "SSL"}, {"ssl.truststore.type", "PEM"},
                                     {"ssl.truststore.location", m_certificates->file("ca.pem")}}),
                0);
        QVERIFY2(security, security ? "" : security.error().message.c_str());
        QCOMPARE(security->tls->configuration.caCertificates().size(), 1);
    }
    void aPkcs12StoreHoldsKeyAndCertificate()
    {
        const auto security
            = readClientSecurity(configOf({{"security.protocol", "SSL"}, {"ssl.keystore.type", "PKCS12"},
                                     {"ssl.keystore.location", m_certificates->file("client.p12")},
                                     {"ssl.keystore.password", "sesame-open"}}),
                0);
        QVERIFY2(security, security ? "" : security.error().message.c_str());
        QVERIFY(!security->tls->configuration.privateKey().isNull());
        QCOMPARE(security->tls->configuration.localCertificateChain().size(), 1);
    }
    /// keytool -importcert -storetype PKCS12 writes such a store: certificates, no private key.
    void aPkcs12TrustStoreHasNoKey_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("password");
        QTest::addColumn<int>("certificates"); // 0: refused
        QTest::newRow("one") << QStringLiteral("trust.p12") << QStringLiteral("sesame-open") << 1;
        QTest::newRow("several") << QStringLiteral("trust2.p12") << QStringLiteral("sesame-open") << 2;
        QTest::newRow("with a key beside it") << QStringLiteral("client.p12") << QStringLiteral("sesame-open") << 1;
        QTest::newRow("wrong password") << QStringLiteral("trust.p12") << QStringLiteral("sesame-closed") << 0;
        QTest::newRow("no password") << QStringLiteral("trust.p12") << QString() << 0;
        QTest::newRow("cut short") << QStringLiteral("cut.p12") << QStringLiteral("sesame-open") << 0;
    }
    void aPkcs12TrustStoreHasNoKey()
    {
        QFETCH(QString, file);
        QFETCH(QString, password);
        QFETCH(int, certificates);
        const auto security
            = readClientSecurity(configOf({{"security.protocol", "SSL"}, {"ssl.truststore.type", "PKCS12"},
                                     {"ssl.truststore.location", m_certificates->file(qPrintable(file))},
                                     {"ssl.truststore.password", password.toStdString()}}),
                0);
        if (certificates == 0) {
            QVERIFY(!security);
            QVERIFY2(security.error().message.find("is ssl.truststore.password right?") != std::string::npos,
                security.error().message.c_str());
            QVERIFY(security.error().message.find("sesame") == std::string::npos);
            return;
        }
        QVERIFY2(security, security ? "" : security.error().message.c_str());
        QCOMPARE(security->tls->configuration.caCertificates().size(), certificates);
        QVERIFY(security->tls->configuration.privateKey().isNull());
    }
    void anEmptyLocationSaysSo()
    {
        for (const std::string prefix : {"ssl.truststore", "ssl.keystore"}) {
            const auto security
                = readClientSecurity(configOf({{"security.protocol", "SSL"}, {prefix + ".location", ""}}), 0);
            QVERIFY(!security);
            QVERIFY2(security.error().message.starts_with(prefix + ".location is empty: name a file"),
                security.error().message.c_str());
        }
    }
    void aLockedKeyOpensWithItsPassword()
    {
        const auto with = [&](const char* password) {
            const std::string key = text("locked.key");
            return readClientSecurity(
                configOf({{"security.protocol", "SSL"}, {"ssl.keystore.type", "PEM"}, {"ssl.keystore.key", key},
                    {"ssl.keystore.certificate.chain", text("client.pem")}, {"ssl.key.password", password}}),
                0);
        };
        QVERIFY(with("sesame-open"));
        const auto wrong = with("sesame-closed");
        QVERIFY(!wrong);
        QVERIFY(wrong.error().message.find("is ssl.key.password right?") != std::string::npos);
        QVERIFY(wrong.error().message.find("sesame") == std::string::npos);
    }
    void whatCannotBeReadSaysWhatToDo_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("message");
        const auto row
            = [](const char* name, const char* key, const char* file, const char* type, const char* message) {
                  QTest::newRow(name) << QString::fromLatin1(key) << QString::fromLatin1(file)
                                      << QString::fromLatin1(type) << QString::fromLatin1(message);
              };
        row("no file", "ssl.truststore", "nowhere.pem", "PEM", "No such file");
        row("java store", "ssl.truststore", "store.jks", "JKS", "keytool -importkeystore");
        row("java key store", "ssl.keystore", "store.jks", "JKS", "openssl pkcs12");
        row("PEM that is not said to be", "ssl.truststore", "ca.pem", "JKS", "set ssl.truststore.type=PEM");
        row("PKCS12 that is not said to be", "ssl.keystore", "client.p12", "PEM", "set ssl.keystore.type=PKCS12");
        row("wrong password", "ssl.keystore", "client.p12", "PKCS12", "is ssl.keystore.password right?");
        row("certificate without a key", "ssl.keystore", "ca.pem", "PEM", "no private key");
        row("key without a certificate", "ssl.keystore", "client.key", "PEM", "no certificate");
        row("neither", "ssl.truststore", "client.csr", "PEM", "No such file");
    }
    void whatCannotBeReadSaysWhatToDo()
    {
        QFETCH(QString, key);
        QFETCH(QString, file);
        QFETCH(QString, type);
        QFETCH(QString, message);
        const std::string prefix = key.toStdString();
        const auto security
            = readClientSecurity(configOf({{"security.protocol", "SSL"}, {prefix + ".type", type.toStdString()},
                                     {prefix + ".location", m_certificates->file(qPrintable(file))},
                                     {prefix + ".password", "sesame-wrong"}}),
                0);
        QVERIFY(!security);
        const QString said = QString::fromStdString(security.error().message);
        QVERIFY2(said.contains(message), qPrintable(said));
        QVERIFY(said.startsWith(key));
        QVERIFY(!said.contains(QStringLiteral("sesame")));
    }
    void mechanismsNeedTheirModule_data()
    {
        QTest::addColumn<QByteArray>("mechanism");
        QTest::addColumn<QByteArray>("jaas");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("kerberos") << QByteArray("GSSAPI") << QByteArray("M required;")
                                  << QByteArray("GSSAPI is not spoken here");
        QTest::newRow("another module") << QByteArray("SCRAM-SHA-256") << QByteArray("a.PlainLoginModule required;")
                                        << QByteArray("SCRAM-SHA-256 needs ScramLoginModule");
        QTest::newRow("nobody") << QByteArray("PLAIN")
                                << QByteArray("a.PlainLoginModule required password=\"sesame\";")
                                << QByteArray("needs username");
        QTest::newRow("no token") << QByteArray("OAUTHBEARER") << QByteArray("a.OAuthBearerLoginModule required;")
                                  << QByteArray("where is the token?");
    }
    void mechanismsNeedTheirModule()
    {
        QFETCH(QByteArray, mechanism);
        QFETCH(QByteArray, jaas);
        QFETCH(QByteArray, message);
        const auto security = readClientSecurity(
            configOf({{"security.protocol", "SASL_PLAINTEXT"}, {"sasl.mechanism", mechanism.toStdString()},
                {"sasl.jaas.config", jaas.toStdString()}}),
            0);
        QVERIFY(!security);
        const QByteArray said = QByteArray::fromStdString(security.error().message);
        QVERIFY2(said.contains(message), said.constData());
        QVERIFY(!said.contains("sesame"));
    }
    void aTokenMayLieInAFile()
    {
        QFile file(m_certificates->path("token"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("a.b.c\n");
        file.close();
        const auto security = readClientSecurity(
            configOf({{"security.protocol", "SASL_PLAINTEXT"}, {"sasl.mechanism", "OAUTHBEARER"},
                {"sasl.jaas.config", "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required;"},
                {"sasl.oauthbearer.token.endpoint.url", "file://" + m_certificates->file("token")}}),
            0);
        QVERIFY2(security, security ? "" : security.error().message.c_str());
        QCOMPARE(security->sasl->token, std::string("a.b.c"));
    }
    void cipherSuitesHaveJavasNamesOrOpenSsls()
    {
        QCOMPARE(
            openSslCipherName("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"), std::string("ECDHE-RSA-AES128-GCM-SHA256"));
        QCOMPARE(openSslCipherName("TLS_RSA_WITH_AES_256_CBC_SHA"), std::string("AES256-SHA"));
        QCOMPARE(openSslCipherName("TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"),
            std::string("ECDHE-ECDSA-CHACHA20-POLY1305"));
        QCOMPARE(openSslCipherName("TLS_AES_256_GCM_SHA384"), std::string("TLS_AES_256_GCM_SHA384"));
        QVERIFY(readClientSecurity(
            configOf({{"security.protocol", "SSL"}, {"ssl.cipher.suites", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"}}),
            0));
        QVERIFY(!readClientSecurity(configOf({{"security.protocol", "SSL"}, {"ssl.cipher.suites", "TLS_NULL"}}), 0));
    }
    void oldTlsIsNotSpoken()
    {
        const auto security
            = readClientSecurity(configOf({{"security.protocol", "SSL"}, {"ssl.enabled.protocols", "TLSv1.1"}}), 0);
        QVERIFY(!security);
        QVERIFY(security.error().message.starts_with("ssl.enabled.protocols"));
    }

private:
    std::string text(const char* name) const
    {
        QFile file(m_certificates->path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    }
    std::unique_ptr<Certificates> m_certificates;
};

QTEST_GUILESS_MAIN(TestClientSecurity)
#include "tst_clientsecurity.moc"
