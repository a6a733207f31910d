// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of real runs: what is written is taken, or it is said why not; and where a wrong setting was written.
#include "support/paths.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace connscope::test;

namespace {

struct Outcome {
    int status = -1;
    QByteArray out;
    QByteArray err;
};

/// The program with real sockets, as `connscope` becomes it.
Outcome live(const QStringList& arguments)
{
    QProcess process;
    process.start(
        QFileInfo(QString::fromStdString(programPath())).path() + QStringLiteral("/connscope-live"), arguments);
    process.closeWriteChannel();
    if (!process.waitForFinished(60'000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QStringList words(const char* line) { return QString::fromUtf8(line).split(QLatin1Char(' ')); }

} // namespace

class TestLiveOptions : public QObject {
    Q_OBJECT
private slots:
    void usageMistakesSayWhatWasMeant_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        const auto row
            = [](const char* line, const char* says) { QTest::newRow(line) << words(line) << QByteArray(says); };
        QTest::newRow("no address") << QStringList {"run", "13", "--real", "--bootstrap-server", ""}
                                    << QByteArray("--bootstrap-server: expected HOST:PORT");
        row("run 13 --real --bootstrap-server kafka",
            "--bootstrap-server: expected HOST:PORT, or several with commas between; "
            "'kafka' is no address: host or port is missing");
        row("run 13 --real --bootstrap-server a:1,b", "'b' is no address");
        row("run 13 --real --both", "--both plays it for real and simulates it: leave --real out");
        row("run 13 --both --format events", "--format does not go with --both, which prints where the two differ");
        row("run 13 --both --json", "--json does not go with --both");
        row("run 13 --both --from 1s", "--from goes with");
        row("run 13 --real --allow-writes", "--allow-writes goes with --bootstrap-server");
        row("run 13 --real --until 1", "a unit is missing: 1s are seconds, 1m minutes");
        row("cluster --format connections", "--format says how -o FILE is written");
        row("cluster --until 90", "a unit is missing: 90s are seconds");
        row("cluster --config 13 --brokers 5", "--brokers: the scenario says how many there are");
        row("cluster --listen nowhere", "'nowhere' is no address");
        QTest::newRow("no file") << QStringList {"cluster", "-o", ""} << QByteArray("-o: the file name is empty");
        QTest::newRow("no config") << QStringList {"cluster", "--config", ""}
                                   << QByteArray("--config: the file name is empty");
    }
    void usageMistakesSayWhatWasMeant()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const Outcome outcome = live(arguments);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(says), outcome.err);
        QCOMPARE(outcome.out, QByteArray());
    }

    void aWrongSettingIsSaidWhereItWasWritten_data()
    {
        QTest::addColumn<QByteArray>("properties");
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QByteArray>("says"); // FILE stands for the file's name
        QTest::newRow("a line of the file")
            << QByteArray(
                   "# none\nsecurity.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\nsasl.jaas.config=garbage\n")
            << QStringList() << QByteArray("FILE:4: client p: sasl.jaas.config, column 8");
        QTest::newRow("what asks for a missing one")
            << QByteArray("security.protocol=SASL_PLAINTEXT\n\nsasl.mechanism=PLAIN\n") << QStringList()
            << QByteArray("FILE:3: client p: ");
        QTest::newRow("an option") << QByteArray("security.protocol=SASL_PLAINTEXT\n")
                                   << QStringList {"--set", "*.sasl.mechanism=GSSAPI"}
                                   << QByteArray(
                                          "connscope: --set *.sasl.mechanism: client p: sasl.mechanism GSSAPI");
        QTest::newRow("an option for one client")
            << QByteArray()
            << QStringList {"--set", "p.security.protocol=SSL", "--set", "p.ssl.truststore.location=/nowhere"}
            << QByteArray("connscope: --set p.ssl.truststore.location: client p: ssl.truststore.location: /nowhere");
    }
    void aWrongSettingIsSaidWhereItWasWritten()
    {
        QFETCH(QByteArray, properties);
        QFETCH(QStringList, settings);
        QFETCH(QByteArray, says);
        const QString file = write("client.properties", properties);
        const Outcome outcome = live(QStringList {"run", scenario(), "--real", "--command-config", file} + settings);
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains(says.replace("FILE", file.toUtf8())), outcome.err);
        QVERIFY2(!outcome.err.contains("scenario.yaml"), outcome.err);
    }

    void whatNobodyAsksForIsReadAndWarnedOf()
    {
        const QString file = write("client.properties", "sasl.jaas.config=garbage\n");
        const Outcome client = live({"run", scenario(), "--real", "--until", "300ms", "--command-config", file});
        QCOMPARE(client.status, 0);
        QVERIFY2(client.err.contains(
                     "client.properties:1: warning: client p: sasl.jaas.config is set, and nothing asks for it: "
                     "security.protocol is PLAINTEXT; expected SASL_PLAINTEXT or SASL_SSL. It is wrong besides: "),
            client.err);
        const Outcome broker
            = live({"cluster", "--port", "0", "--until", "100ms", "--set", "cluster.sasl.jaas.config=garbage"});
        QCOMPARE(broker.status, 0);
        QVERIFY2(broker.err.contains("warning: broker 0: sasl.jaas.config is set, and nothing asks for it: "
                                     "listener.security.protocol.map is PLAINTEXT"),
            broker.err);
    }

    /// Addresses at which the scenario has nobody: all of them are another cluster, some are nobody's.
    void whoIsNamedInBootstrapServersIsSaid()
    {
        const auto with = [this](const char* servers, const QStringList& more = {}) {
            return live(QStringList {"run", scenario(), "--real", "--until", "300ms", "--set",
                            QStringLiteral("p.bootstrap.servers=") + QLatin1String(servers)}
                + more);
        };
        const Outcome mixed = with("localhost:9092,127.0.0.1:1");
        QCOMPARE(mixed.status, 0);
        QVERIFY2(mixed.err.contains(
                     "warning: client p: bootstrap.servers names 127.0.0.1:1, where the scenario has no broker: "),
            mixed.err);
        const Outcome outside = with("127.0.0.1:1");
        QCOMPARE(outside.status, 1);
        QVERIFY2(outside.err.contains("this runs against the cluster at 127.0.0.1:1"), outside.err);
        QVERIFY2(outside.err.contains("client 'p' would write to a cluster that is not ours"), outside.err);
        const Outcome meant = with("127.0.0.1:1", {"--allow-writes"});
        QCOMPARE(meant.status, 0);
        QVERIFY2(meant.out.contains("127.0.0.1:1"), meant.out);
    }

    void whatWasDroppedIsSaidWhateverTheReport()
    {
        const QString busy = write("busy.yaml",
            "connscope: 1\nuntil: 2s\ncluster: {brokers: 1, topics: {t: 1}}\nclients:\n  - {kind: producer, name: p, "
            "config: {linger.ms: 0}, script: [{send: {topic: t, rounds: 800, every: 2ms}}]}\n");
        const Outcome kept = live({"run", busy, "--real", "--keep-events", "1000", "--format", "connections"});
        QCOMPARE(kept.status, 0);
        QVERIFY2(kept.err.startsWith("connscope: the oldest ")
                && kept.err.contains(" events were dropped: the trace is whole from "),
            kept.err);
        const Outcome whole = live({"run", busy, "--real", "--format", "connections"});
        QCOMPARE(whole.err, QByteArray());
    }

    /// Where brokers listen is said by options alone: what a setting says of it is not silently dropped.
    void whereListenersSayThatBrokersListenIsWarnedOf()
    {
        const auto with = [](const QStringList& settings) {
            return live(QStringList {"cluster", "--port", "0", "--until", "100ms"} + settings);
        };
        const Outcome place = with({"--set", "cluster.listeners=PLAINTEXT://0.0.0.0:19820"});
        QCOMPARE(place.status, 0);
        QCOMPARE(place.err,
            QByteArray(
                "connscope: warning: broker 0: listeners: of PLAINTEXT://0.0.0.0:19820 only the security protocol "
                "is taken; choose where brokers listen with --listen ADDRESS and --port P\n"));
        const Outcome advertised = with({"--set", "cluster.advertised.listeners=PLAINTEXT://8.8.8.8:9"});
        QCOMPARE(advertised.status, 0);
        QCOMPARE(advertised.err,
            QByteArray(
                "connscope: warning: broker 0: advertised.listeners is not taken: clients are told where a broker "
                "really listens; choose where brokers listen with --listen ADDRESS and --port P\n"));
        QCOMPARE(with({"--set", "cluster.listeners=PLAINTEXT://"}).err, QByteArray());
    }

    /// server.properties by any name; and no hint that is a client's.
    void aBrokersFileIsToldByItsContent()
    {
        const QString file = write("sasl.props", "# a broker\n\nconnections.max.idle.ms=60000\nno.such.key=1\n");
        const Outcome taken = live({"cluster", "--port", "0", "--until", "100ms", "--config", file});
        QCOMPARE(taken.status, 0);
        QVERIFY2(taken.err.contains("sasl.props:4: warning: ") && taken.err.contains("it is left out"), taken.err);
        QVERIFY2(taken.out.startsWith("bootstrap.servers="), taken.out);
        const Outcome colon = live({"cluster", "--port", "0", "--until", "100ms", "--config",
            write("colon.conf", "connections.max.idle.ms: 60000\n")});
        QCOMPARE(colon.status, 0);
        const Outcome scenarioByAnyName = live({"cluster", "--port", "0", "--until", "100ms", "--config",
            write("scenario.txt", "connscope: 1\ncluster: {brokers: 2}\nclients:\n  - {kind: producer}\n")});
        QCOMPARE(scenarioByAnyName.status, 0);
        QCOMPARE(scenarioByAnyName.out.split('\n').first().count(','), 1); // two brokers
    }

    /// A closed terminal, an ssh that is gone: as with Ctrl-C what happened is written.
    void aHangUpWritesTheTrace()
    {
        const QString file = m_folder.filePath("hangup.jsonl");
        QProcess process;
        process.start(QFileInfo(QString::fromStdString(programPath())).path() + QStringLiteral("/connscope-live"),
            {"cluster", "--port", "0", "--quiet", "-o", file});
        QVERIFY(process.waitForReadyRead(60'000));
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGHUP), 0);
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 128 + SIGHUP);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QVERIFY(written.readLine().contains("connscope-trace"));
    }

    void aWrongPasswordOfAStoreIsSaidOnceInOurWords()
    {
        QProcess openssl;
        const QString key = m_folder.filePath("key.pem");
        const QString certificate = m_folder.filePath("cert.pem");
        const QString store = m_folder.filePath("store.p12");
        openssl.start("openssl",
            {"req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-subj",
                "/CN=localhost", "-days", "2"});
        if (!openssl.waitForFinished(30'000) || openssl.exitCode() != 0)
            QSKIP("no openssl here");
        openssl.start("openssl",
            {"pkcs12", "-export", "-in", certificate, "-inkey", key, "-out", store, "-passout", "pass:right"});
        QVERIFY(openssl.waitForFinished(30'000) && openssl.exitCode() == 0);
        const QString file = write("client.properties",
            "security.protocol=SSL\nssl.keystore.type=PKCS12\nssl.keystore.password=wrong\nssl.keystore.location="
                + store.toUtf8() + "\n");
        const Outcome outcome = live({"run", scenario(), "--real", "--command-config", file});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("is ssl.keystore.password right?"), outcome.err);
        QCOMPARE(outcome.err.count('\n'), 1);
    }

private:
    QString write(const char* name, const QByteArray& text)
    {
        QFile file(m_folder.filePath(QString::fromUtf8(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", name);
        return file.fileName();
    }
    QString scenario()
    {
        return write("scenario.yaml",
            "connscope: 1\ntitle: options\nuntil: 1s\nprofile: java-3.9\ncluster:\n  brokers: 1\n  topics: {t: 1}\n"
            "clients:\n  - name: p\n    kind: producer\n    script: [send: {topic: t}]\n");
    }
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestLiveOptions)
#include "tst_liveoptions.moc"
