// SPDX-License-Identifier: GPL-3.0-or-later
// Our own clients against Apache Kafka, which scripts/test-kafka starts: four brokers, 0 to 3. Topics are made by Kafka's own
// tools with the leaders that a scenario has, and its group gets a name whose coordinator is the one that the scenario has.
#include "client/javahash.h"
#include "loopback.h"
#include "placement.h"
#include "scenario/writer.h"
#include "told.h"
#include "trace/jsonl.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstdlib>
#include <map>
#include <set>

using namespace connscope;
using namespace connscope::test;

class KafkaTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_servers = qEnvironmentVariable("CONNSCOPE_KAFKA_SERVERS");
        m_classes = qEnvironmentVariable("CONNSCOPE_KAFKA_CLASSES");
        if (m_servers.isEmpty())
            QSKIP("there is no Apache Kafka here; scripts/test-kafka starts one");
        qInfo("Apache Kafka %s at %s", qPrintable(qEnvironmentVariable("CONNSCOPE_KAFKA_VERSION")),
            qPrintable(m_servers));
        // A coordinator's seat is there from the first question on. In a cluster that was never asked, the first consumer meets
        // COORDINATOR_NOT_AVAILABLE and NOT_COORDINATOR, and connects again and again, as a Java client does.
        QVERIFY(tool(QStringLiteral("org.apache.kafka.tools.consumer.group.ConsumerGroupCommand"),
            {QStringLiteral("--reset-offsets"), QStringLiteral("--to-earliest"), QStringLiteral("--execute"),
                QStringLiteral("--group"), QStringLiteral("test"), QStringLiteral("--topic"),
                QStringLiteral("connscope-ready")}));
    }

    void theSimulationTellsWhatHappenedOnKafka_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("until");
        QTest::addColumn<QStringList>("settings"); // idle limits of minutes become seconds
        QTest::newRow("13") << QStringLiteral("13-three-kinds") << QStringLiteral("10s") << QStringList {};
        QTest::newRow("14") << QStringLiteral("14-five-partitions-four-brokers") << QStringLiteral("8s")
                            << QStringList {};
        QTest::newRow("15") << QStringLiteral("15-first-kind-abandoned") << QStringLiteral("13s")
                            << QStringList {
                                   QStringLiteral("--set"), QStringLiteral("*.connections.max.idle.ms=5000")};
    }
    void theSimulationTellsWhatHappenedOnKafka()
    {
        QFETCH(QString, name);
        QFETCH(QString, until);
        QFETCH(QStringList, settings);
        const Software kafka {protocol::kV4_0, {{"group.initial.rebalance.delay.ms", "0"}}};
        auto scenario = placedScenario(name.toStdString(), placesOf(m_servers.toStdString(), 0), kafka);
        renameGroup(scenario, groupAt(scenario.cluster.groupCoordinators.at("test")));
        create(scenario.cluster.topics.at(0));

        const QString file = m_folder.filePath(name + QStringLiteral(".yaml"));
        write(file, scenario::writeScenario(scenario));
        Program run;
        run.start(livePath(),
            QStringList {QStringLiteral("run"), file, QStringLiteral("--both"), QStringLiteral("--bootstrap-server"),
                m_servers.section(QLatin1Char(','), 0, 0), QStringLiteral("--until"), until}
                + settings);
        const int status = run.finish(180'000);
        const QByteArray said = run.out() + run.err();
        qInfo("%s", said.constData());
        QVERIFY2(status == 0, said.constData());
        QVERIFY(said.contains("They agree"));
    }

    void aGroupOfThreeReadsEachRecordOnceAndGoesOnWhereItStopped()
    {
        for (const std::string& codec : codecs()) {
            const BrokerId leaders[] {BrokerId {0}, BrokerId {1}, BrokerId {2}};
            broker::TopicSpec topic {"t-" + codec, {}};
            for (const BrokerId leader : leaders)
                topic.partitions.push_back({leader, {leader}, 0});
            create(topic);
        }
        const Told first = play(groupsByCodec(3, 34, "10s"), QStringLiteral("20s"));
        QVERIFY(first.isClosed);
        for (const std::string& codec : codecs())
            QVERIFY2(first.recordsOf("reader-" + codec) == 10'200,
                (codec + ' ' + std::to_string(first.recordsOf("reader-" + codec)) + ' ' + first.errorWords())
                    .c_str());
        const Told second = play(groupsByCodec(3, 3, "10s"), QStringLiteral("20s")); // the same groups, another day
        for (const std::string& codec : codecs())
            QVERIFY2(second.recordsOf("reader-" + codec) == 900,
                (codec + ' ' + std::to_string(second.recordsOf("reader-" + codec)) + ' ' + second.errorWords())
                    .c_str());
    }

    void transactionsAreCommittedAndAborted()
    {
        create({"t-tx", {{BrokerId {0}, {BrokerId {0}}, 0}, {BrokerId {1}, {BrokerId {1}}, 0}}});
        const Told told
            = play("connscope: 1\nprofile: java-3.9\ncluster: {topics: {t-tx: {partitions: 2}}}\nclients:\n"
                   "  - {name: producer, kind: producer, config: {transactional.id: connscope-tx}, script: "
                   "[begin-transaction, send: t-tx, commit-transaction, begin-transaction, send: {topic: "
                   "t-tx, records: 5}, flush, abort-transaction, begin-transaction, send: t-tx, "
                   "commit-transaction, close]}\n",
                QStringLiteral("15s"));
        QVERIFY(told.isClosed);
        QCOMPARE(told.transactions,
            (std::vector<std::string> {
                "begin", "commit", "complete", "begin", "abort", "complete", "begin", "commit", "complete"}));
        // Kafka's own consumer is the judge: one record a partition of each transaction that was committed.
        Program reader;
        start(reader, QStringLiteral("org.apache.kafka.tools.consumer.ConsoleConsumer"),
            {QStringLiteral("--topic"), QStringLiteral("t-tx"), QStringLiteral("--from-beginning"),
                QStringLiteral("--isolation-level"), QStringLiteral("read_committed"), QStringLiteral("--timeout-ms"),
                QStringLiteral("8000")});
        reader.finish();
        QVERIFY2(reader.lines().size() == 4, (reader.out() + reader.err()).right(1'000).constData());
    }

private:
    void write(const QString& name, const std::string& text)
    {
        QFile file(name);
        if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) != qint64(text.size()))
            throw std::runtime_error("cannot write " + name.toStdString());
    }
    /// A topic anew, each partition led by the broker that \a topic has for it; the others follow.
    void create(const broker::TopicSpec& topic)
    {
        const QString command = QStringLiteral("org.apache.kafka.tools.TopicCommand");
        const QString name = QString::fromStdString(topic.name);
        QStringList partitions;
        for (const broker::PartitionSpec& partition : topic.partitions) {
            QStringList replicas;
            for (int i = 0; i < 3; ++i)
                replicas << QString::number((partition.leader.value + i) % kBrokers);
            partitions << replicas.join(QLatin1Char(':'));
        }
        const bool isThere = !m_made.insert(topic.name).second;
        if ((isThere && !tool(command, {QStringLiteral("--delete"), QStringLiteral("--topic"), name}))
            || !tool(command,
                {QStringLiteral("--create"), QStringLiteral("--topic"), name, QStringLiteral("--replica-assignment"),
                    partitions.join(QLatin1Char(','))}))
            throw std::runtime_error("Kafka has not made topic " + topic.name);
    }
    /// The name of a group that this broker coordinates: the leader of the partition of __consumer_offsets that its hash
    /// names (GroupMetadataManager#partitionFor).
    std::string groupAt(BrokerId wanted)
    {
        if (m_coordinators.empty()) {
            Program describe;
            start(describe, QStringLiteral("org.apache.kafka.tools.TopicCommand"),
                {QStringLiteral("--describe"), QStringLiteral("--topic"), QStringLiteral("__consumer_offsets")});
            describe.finish();
            for (const QByteArray& line : describe.lines()) {
                const auto after = [&line](const QByteArray& word) {
                    const auto at = line.indexOf(word);
                    return at < 0 ? QByteArray() : line.mid(at + word.size()).trimmed().split('\t').first();
                };
                if (const QByteArray leader = after("Leader: "); !leader.isEmpty())
                    m_coordinators[after("Partition: ").toInt()] = BrokerId {leader.toInt()};
            }
        }
        for (int i = 0; i < 1'000; ++i) {
            const std::string group = "connscope-test-" + std::to_string(i);
            const int partition = std::abs(client::javaHash(group)) % static_cast<int>(m_coordinators.size());
            if (m_coordinators.at(partition) == wanted)
                return group;
        }
        throw std::runtime_error("broker " + std::to_string(wanted.value) + " coordinates nothing");
    }
    /// A scenario on Kafka.
    Told play(const std::string& text, const QString& until)
    {
        const QString file = m_folder.filePath(QStringLiteral("played.yaml"));
        const QString trace = m_folder.filePath(QStringLiteral("trace.jsonl"));
        write(file, text);
        QFile::remove(trace);
        Program run;
        run.start(livePath(),
            {QStringLiteral("run"), file, QStringLiteral("--real"), QStringLiteral("--bootstrap-server"), m_servers,
                QStringLiteral("--allow-writes"), QStringLiteral("--until"), until, QStringLiteral("--format"),
                QStringLiteral("jsonl"), QStringLiteral("-o"), trace});
        if (const int status = run.finish(60'000); status != 0)
            throw std::runtime_error("status " + std::to_string(status) + ": " + run.err().toStdString());
        const auto read = trace::readJsonlFile(trace.toStdString());
        if (!read)
            throw std::runtime_error(read.error().toString());
        Told told = tell(read->trace);
        if (!told.protocolErrors.empty())
            throw std::runtime_error("protocol error: " + told.protocolErrors.front());
        return told;
    }
    void start(Program& program, const QString& name, const QStringList& arguments)
    {
        program.start(QStringLiteral("java"),
            QStringList {QStringLiteral("-Xmx64m"), QStringLiteral("-XX:TieredStopAtLevel=1"), QStringLiteral("-cp"),
                m_classes, name, QStringLiteral("--bootstrap-server"), m_servers}
                + arguments);
    }
    bool tool(const QString& name, const QStringList& arguments)
    {
        Program program;
        start(program, name, arguments);
        const int status = program.finish();
        if (status != 0)
            qWarning("%s %s", program.out().right(1'000).constData(), program.err().right(1'000).constData());
        return status == 0;
    }

    static constexpr int kBrokers = 4;
    QString m_servers;
    QString m_classes;
    QTemporaryDir m_folder;
    std::set<std::string> m_made; ///< topics
    std::map<int, BrokerId> m_coordinators; ///< by partition of __consumer_offsets
};

QTEST_GUILESS_MAIN(KafkaTest)
#include "tst_kafka.moc"
