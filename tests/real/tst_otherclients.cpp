// SPDX-License-Identifier: GPL-3.0-or-later
// Clients that are no package of a distribution: Java's, kafka-python and KafkaJS. scripts/test-interop fetches them and says
// where they are; without it each of these tests is skipped.
#include "loopback.h"
#include "support/paths.h"
#include "tracechecks.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <map>
#include <memory>
#include <vector>

using namespace connscope;
using namespace connscope::test;

namespace {

QString s(const std::string& text) { return QString::fromStdString(text); }

struct Client {
    QString program;
    QStringList arguments; ///< before the servers and the stories
    QString missing; ///< why it cannot be asked
};

Client find(const QString& name)
{
    const QString place = qEnvironmentVariable("CONNSCOPE_INTEROP");
    if (place.isEmpty())
        return {{}, {}, QStringLiteral("scripts/test-interop runs it")};
    const QDir dir(place);
    if (name == QLatin1String("kafka-python")) {
        if (!dir.exists(QStringLiteral("venv/bin/python")))
            return {{}, {}, QStringLiteral("kafka-python is not here")};
        return {dir.filePath(QStringLiteral("venv/bin/python")),
            {s(sourcePath("tests/real/clients/interop_kafkapython.py"))}, {}};
    }
    if (name == QLatin1String("kafkajs")) {
        if (!dir.exists(QStringLiteral("js/node_modules/kafkajs")))
            return {{}, {}, QStringLiteral("KafkaJS is not here")};
        qputenv("NODE_PATH", dir.filePath(QStringLiteral("js/node_modules")).toLocal8Bit());
        return {QStringLiteral("node"), {s(sourcePath("tests/real/clients/interop_kafkajs.js"))}, {}};
    }
    QFile classes(dir.filePath(name + QStringLiteral("/cp.txt")));
    if (!dir.exists(name + QStringLiteral("/InteropClient.class")) || !classes.open(QIODevice::ReadOnly))
        return {{}, {}, name + QStringLiteral(" is not here")};
    return {QStringLiteral("java"),
        {QStringLiteral("-Xmx256m"), QStringLiteral("-XX:TieredStopAtLevel=1"), QStringLiteral("-cp"),
            dir.filePath(name) + QLatin1Char(':') + QString::fromUtf8(classes.readAll()).trimmed(),
            QStringLiteral("InteropClient")},
        {}};
}

/// Kafka's console tools, each a program of its own.
class ConsoleTools {
public:
    /// Why they cannot be asked; "" if they can.
    QString missing()
    {
        const QString place = qEnvironmentVariable("CONNSCOPE_INTEROP");
        if (place.isEmpty())
            return QStringLiteral("scripts/test-interop runs it");
        QFile classes(QDir(place).filePath(QStringLiteral("tools/cp.txt")));
        if (!classes.open(QIODevice::ReadOnly))
            return QStringLiteral("Kafka's console tools are not here");
        m_classes = QString::fromUtf8(classes.readAll()).trimmed();
        return {};
    }
    /// \a words: the class behind org.apache.kafka.tools, and its arguments.
    std::unique_ptr<Program> start(const Loopback& cluster, const QString& words) const
    {
        QStringList arguments = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
        const QString name = QStringLiteral("org.apache.kafka.tools.") + arguments.takeFirst();
        auto program = std::make_unique<Program>();
        program->start(QStringLiteral("java"),
            QStringList {QStringLiteral("-Xmx128m"), QStringLiteral("-XX:+UseSerialGC"),
                QStringLiteral("-XX:TieredStopAtLevel=1"), QStringLiteral("-cp"), m_classes, name,
                QStringLiteral("--bootstrap-server"), cluster.servers()}
                + arguments);
        return program;
    }
    /// What it prints; a failed test (std::runtime_error) if it says that it did not work.
    QByteArray ask(const Loopback& cluster, const QString& words, const QByteArray& input = {}) const
    {
        const auto program = start(cluster, words);
        program->write(input);
        program->closeInput();
        if (const int status = program->finish(); status != 0)
            throw std::runtime_error(words.toStdString() + ": status " + std::to_string(status) + ": "
                + program->out().right(1'000).toStdString() + program->err().right(1'000).toStdString());
        return program->out() + program->err();
    }

private:
    QString m_classes;
};

} // namespace

class OtherClientsTest : public QObject {
    Q_OBJECT

private slots:
    void stories_data()
    {
        QTest::addColumn<QString>("client");
        QTest::addColumn<QStringList>("stories");
        const auto add = [](const char* client, const char* stories) {
            for (const QString& story : QString::fromLatin1(stories).split(QLatin1Char(' ')))
                QTest::newRow(qPrintable(QLatin1String(client) + QLatin1Char(' ') + story))
                    << QString::fromLatin1(client) << QStringList {story};
        };
        for (const char* java : {"java-4.4.0", "java-2.3.1"})
            add(java, "round:none round:gzip round:snappy round:lz4 round:zstd admin static transactions");
        add("kafka-python", "round:none round:gzip round:snappy round:lz4 round:zstd admin idempotent transactions");
        add("kafkajs", "round:none round:gzip round:snappy round:lz4 round:zstd admin transactions");
    }
    void stories()
    {
        QFETCH(QString, client);
        QFETCH(QStringList, stories);
        const Client found = find(client);
        if (!found.missing.isEmpty())
            QSKIP(qPrintable(found.missing));
        Loopback cluster({QStringLiteral("--set"), QStringLiteral("cluster.group.initial.rebalance.delay.ms=500")});
        Program program;
        program.start(found.program, found.arguments + QStringList {cluster.servers()} + stories);
        const int status = program.finish(120'000);
        if (status != 0 && program.out().contains("Cannot find module"))
            QSKIP("its codec is not here");
        QVERIFY2(status == 0, (program.out().right(2'000) + program.err().right(2'000)).constData());
        check(cluster, client);
    }

    void consoleTools_data()
    {
        QTest::addColumn<QString>("codec");
        for (const char* codec : {"none", "gzip", "snappy", "lz4", "zstd"})
            QTest::newRow(codec) << QString::fromLatin1(codec);
    }
    /// kafka-topics, kafka-console-producer, kafka-console-consumer, kafka-consumer-groups and kafka-get-offsets: ten thousand
    /// lines, a group of three that reads them, is stopped, and goes on when there are more.
    void consoleTools()
    {
        QFETCH(QString, codec);
        ConsoleTools tools;
        if (const QString missing = tools.missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        Loopback cluster;
        tools.ask(
            cluster, QStringLiteral("TopicCommand --create --topic lines --partitions 6 --replication-factor 3"));
        QVERIFY(tools.ask(cluster, QStringLiteral("TopicCommand --list")).contains("lines"));
        QCOMPARE(tools.ask(cluster, QStringLiteral("TopicCommand --describe --topic lines")).count("Leader: "), 6);

        int written = 0;
        const auto produce = [&](int count) {
            QByteArray lines;
            for (const int end = written + count; written < end; ++written)
                lines += "value-" + QByteArray::number(written) + '\n';
            tools.ask(cluster,
                QStringLiteral("ConsoleProducer --topic lines --command-property acks=all --compression-codec ")
                    + codec,
                lines);
        };
        std::map<QByteArray, int> seen;
        const auto consume = [&](int until) {
            std::vector<std::unique_ptr<Program>> members;
            for (int i = 0; i < 3; ++i)
                members.push_back(tools.start(cluster,
                    QStringLiteral("consumer.ConsoleConsumer --topic lines --group readers --from-beginning")));
            waitUntil(
                [&] {
                    qsizetype count = 0;
                    for (auto& member : members)
                        count += member->out().count('\n');
                    return count >= until;
                },
                60'000);
            for (auto& member : members)
                member->terminate(); // they commit and leave
            for (auto& member : members) {
                member->finish();
                for (const QByteArray& line : member->lines())
                    ++seen[line];
            }
        };
        produce(10'000);
        consume(10'000);
        QCOMPARE(seen.size(), std::size_t {10'000});
        const QByteArray group
            = tools.ask(cluster, QStringLiteral("consumer.group.ConsumerGroupCommand --describe --group readers"));
        int behind = 0;
        int partitions = 0;
        for (const QByteArray& line : group.split('\n')) {
            const QList<QByteArray> columns = line.simplified().split(' ');
            if (columns.size() < 6 || columns[0] != "readers" || columns[1] != "lines")
                continue;
            ++partitions;
            behind += columns[5].toInt();
        }
        QVERIFY2(partitions == 6 && behind == 0, group.constData());
        produce(3'000);
        consume(3'000);
        QCOMPARE(seen.size(), std::size_t {13'000});
        for (const auto& [line, count] : seen)
            QVERIFY2(count == 1, line.constData());

        int end = 0;
        for (const QByteArray& line :
            tools.ask(cluster, QStringLiteral("GetOffsetShell --topic lines")).split('\n')) {
            if (line.startsWith("lines:"))
                end += line.split(':').last().toInt();
        }
        QCOMPARE(end, 13'000);
        QVERIFY(tools.ask(cluster, QStringLiteral("consumer.group.ConsumerGroupCommand --describe --group nobody"))
                    .contains("does not exist"));
        tools.ask(cluster, QStringLiteral("TopicCommand --delete --topic lines"));
        QVERIFY(!tools.ask(cluster, QStringLiteral("TopicCommand --list")).contains("lines"));
        check(cluster, QStringLiteral("java"));
    }

    void faults_data()
    {
        QTest::addColumn<QString>("client");
        QTest::addColumn<QString>("word"); // in its names of topics and groups
        QTest::newRow("java-4.4.0") << QStringLiteral("java-4.4.0") << QStringLiteral("java");
        QTest::newRow("java-2.3.1") << QStringLiteral("java-2.3.1") << QStringLiteral("java");
        QTest::newRow("kafka-python") << QStringLiteral("kafka-python") << QStringLiteral("python");
        QTest::newRow("kafkajs") << QStringLiteral("kafkajs") << QStringLiteral("js");
    }
    /// A client that produces and reads all the while, and a cluster to which something happens every other second.
    void faults()
    {
        QFETCH(QString, client);
        QFETCH(QString, word);
        const Client found = find(client);
        if (!found.missing.isEmpty())
            QSKIP(qPrintable(found.missing));
        Loopback cluster({QStringLiteral("--set"), QStringLiteral("cluster.group.initial.rebalance.delay.ms=500"),
            QStringLiteral("--set"), QStringLiteral("cluster.connections.max.idle.ms=3000")});
        Program program;
        program.start(found.program, found.arguments + QStringList {cluster.servers(), QStringLiteral("steady:x")});
        QVERIFY2(program.waitForOutput("ready", 60'000), program.err().right(2'000).constData());
        const QByteArray topic = word.toLatin1() + "-steady-x";
        for (const QByteArray& fault : {QByteArray("kill 1"), QByteArray("start 1"), QByteArray("restart 2"),
                 "move-coordinator group-" + topic + " 1", "move-coordinator group-" + topic + " 0",
                 "move-leader " + topic + "-0 2", "move-leader " + topic + "-0 1", QByteArray("pause 2"),
                 QByteArray("resume 2"), QByteArray("reset 1"), QByteArray("reset 0"), QByteArray("slow 0 200"),
                 QByteArray("slow 0 0"), QByteArray("stop 0"), QByteArray("start 0")}) {
            cluster.command(fault);
            waitUntil([] { return false; }, 1'500); // the client meets it at work
            QVERIFY2(program.isRunning(), (program.out().right(2'000) + program.err().right(2'000)).constData());
        }
        program.write("stop\n");
        const int status = program.finish(120'000);
        QVERIFY2(status == 0, (program.out().right(2'000) + program.err().right(2'000)).constData());
        for (const QByteArray& line : program.lines()) {
            if (line.startsWith("sent"))
                qInfo("%s", line.constData());
        }
        check(cluster, client);
    }

private:
    void check(Loopback& cluster, const QString& client)
    {
        const auto trace = cluster.finish();
        QVERIFY2(trace, qPrintable(cluster.failure()));
        const auto problems = problemsOf(*trace);
        QVERIFY2(problems.empty(), problems.empty() ? "" : problems.front().c_str());
        std::size_t members = 0;
        for (const auto& [id, c] : outsideConnections(*trace)) {
            if (!c.apis.contains(ApiKey::JoinGroup))
                continue;
            ++members;
            const NodeId node {c.nodes.back()};
            QVERIFY2(node == NodeId::coordinator(c.broker) || node == NodeId::broker(c.broker), c.client.c_str());
            if (client.startsWith(QLatin1String("java"))) // it never mixes them
                QCOMPARE(node, NodeId::coordinator(c.broker));
        }
        for (const auto& [name, software] : softwareOf(*trace)) {
            const bool known = software.starts_with("apache-kafka-java 4.") || software.starts_with("kafka-python ")
                || software.starts_with("kafkajs");
            QVERIFY2(known, software.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(OtherClientsTest)
#include "tst_otherclients.moc"
