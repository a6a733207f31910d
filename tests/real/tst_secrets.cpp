// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/paths.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace connscope::test;

namespace {

const char* const kSecret = "sesame-open-42";

struct Outcome {
    int status = -1;
    QByteArray out;
    QByteArray err;
};

/// The program with real sockets, as `connscope` becomes it.
Outcome run(const QStringList& arguments)
{
    QProcess process;
    process.start(QFileInfo(QString::fromStdString(programPath())).path() + QStringLiteral("/connscope-live"),
        QStringList {QStringLiteral("run")} + arguments);
    process.closeWriteChannel();
    if (!process.waitForFinished(60'000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace

/// What a client.properties file holds is never repeated: whole outputs are searched.
class TestSecrets : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        write("scenario.yaml",
            "connscope: 1\ntitle: secrets\nuntil: 1s\nprofile: java-3.9\ncluster:\n  brokers: 1\n  topics: {t: "
            "{partitions: 1}}\n"
            "clients:\n  - name: p\n    kind: producer\n    config: {enable.idempotence: false}\n    script: [send: "
            "{topic: t, every: 100ms, rounds: 3}]\n"
            "actions:\n  - at: 500ms\n    do: recreate-client\n    client: p\n    config: {ssl.key.password: "
                + QByteArray(kSecret) + "}\n");
    }

    void noFormatShowsASecret_data()
    {
        QTest::addColumn<QString>("format");
        for (const char* format : {"summary", "connections", "events", "why", "log", "jsonl"})
            QTest::newRow(format) << QString::fromLatin1(format);
    }
    void noFormatShowsASecret()
    {
        QFETCH(QString, format);
        write("client.properties",
            "# as a Java client takes it\nsecurity.protocol: SASL_PLAINTEXT\nsasl.mechanism = PLAIN\n"
            "sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule \\\n   required "
            "username=\"alice\" \\\n"
            "   password=\""
                + QByteArray(kSecret) + "\";\nssl.key.password=" + kSecret + "\nssl.truststore.password=" + kSecret
                + "\nlinger.mss=5\n");
        for (const char* password : {kSecret, "another"}) { // let in, and refused
            const Outcome outcome = run({path("scenario.yaml"), QStringLiteral("--real"), QStringLiteral("--format"),
                format, QStringLiteral("--command-config"), path("client.properties"), QStringLiteral("--set"),
                QStringLiteral("cluster.listener.security.protocol.map=PLAINTEXT:SASL_PLAINTEXT"),
                QStringLiteral("--set"),
                QStringLiteral("cluster.sasl.jaas.config=a.PlainLoginModule required user_alice=\"")
                    + QString::fromLatin1(password) + QStringLiteral("\";")});
            QVERIFY2(outcome.status == 0, outcome.err.constData());
            QVERIFY(!outcome.out.isEmpty());
            QVERIFY(!outcome.out.contains(kSecret));
            QVERIFY2(!outcome.err.contains(kSecret), outcome.err.constData());
            QVERIFY2(outcome.err.contains("did you mean 'linger.ms'"), outcome.err.constData());
            QVERIFY2(outcome.err.contains("client.properties:9:"), outcome.err.constData());
            if (format == QStringLiteral("jsonl")) {
                QVERIFY(outcome.out.contains("sasl.jaas.config = [hidden]"));
                QCOMPARE(outcome.out.contains("authentication failed"), password != kSecret);
            }
        }
    }
    void noErrorRepeatsASecret_data()
    {
        QTest::addColumn<QByteArray>("properties");
        QTest::addColumn<QByteArray>("setting");
        QTest::addColumn<QByteArray>("message");
        const QByteArray secret = kSecret;
        const QByteArray sasl = "security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\n";
        QTest::newRow("broken jaas") << sasl + "sasl.jaas.config=M required password=\"" + secret + "\n"
                                     << QByteArray() << QByteArray("a quoted text that begins here has no end");
        QTest::newRow("no user") << sasl + "sasl.jaas.config=a.PlainLoginModule required password=\"" + secret
                + "\";\n" << QByteArray()
                                 << QByteArray("needs username");
        QTest::newRow("another mechanism")
            << "security.protocol=SASL_PLAINTEXT\nsasl.mechanism=GSSAPI\nsasl.jaas.config=M required "
               "p=\""
                + secret + "\";\n"
            << QByteArray() << QByteArray("GSSAPI is not spoken here");
        QTest::newRow("provider") << QByteArray("ssl.key.password=${file:/etc/secret:" + secret + "}\n")
                                  << QByteArray()
                                  << QByteArray("client.properties:1: ssl.key.password: config providers");
        QTest::newRow("no value") << QByteArray(secret + "\n") << QByteArray() << QByteArray("has no value");
        QTest::newRow("no store") << QByteArray(
            "security.protocol=SSL\nssl.truststore.location=/nowhere\nssl.truststore.password=" + secret + "\n")
                                  << QByteArray() << QByteArray("ssl.truststore.location: /nowhere");
        QTest::newRow("bad number") << QByteArray("ssl.key.password=" + secret + "\nlinger.ms=soon\n") << QByteArray()
                                    << QByteArray("client.properties:2: linger.ms");
        QTest::newRow("set of nobody") << QByteArray("") << QByteArray("q.sasl.jaas.config=" + secret)
                                       << QByteArray("there is no client 'q'");
        QTest::newRow("set of no key") << QByteArray("") << QByteArray("p.sasl.jaas.confg=" + secret)
                                       << QByteArray("did you mean 'sasl.jaas.config'");
        QTest::newRow("set without a name")
            << QByteArray("") << QByteArray("password=" + secret) << QByteArray("expected NAME.KEY=VALUE");
    }
    void noErrorRepeatsASecret()
    {
        QFETCH(QByteArray, properties);
        QFETCH(QByteArray, setting);
        QFETCH(QByteArray, message);
        write("client.properties", properties);
        QStringList arguments {path("scenario.yaml"), QStringLiteral("--real"), QStringLiteral("--command-config"),
            path("client.properties")};
        if (!setting.isEmpty())
            arguments << QStringLiteral("--set") << QString::fromUtf8(setting);
        const Outcome outcome = run(arguments);
        QVERIFY2(outcome.status == 1 || outcome.status == 2, outcome.err.constData());
        QVERIFY2(outcome.err.contains(message), outcome.err.constData());
        QVERIFY2(!(outcome.err + outcome.out).contains(kSecret), outcome.err.constData());
    }
    void anOldClientLeavesOutANewKeyWithoutSayingItsValue()
    {
        write("client.properties", "ssl.keystore.key=" + QByteArray(kSecret) + "\n"); // from 2.7 on
        const Outcome outcome = run({path("scenario.yaml"), QStringLiteral("--real"), QStringLiteral("--profile"),
            QStringLiteral("java-2.1"), QStringLiteral("--command-config"), path("client.properties")});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QVERIFY2(outcome.err.contains("ssl.keystore.key = [hidden] is left out"), outcome.err.constData());
        QVERIFY(!(outcome.err + outcome.out).contains(kSecret));
    }

private:
    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    void write(const char* name, const QByteArray& text)
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestSecrets)
#include "tst_secrets.moc"
