// SPDX-License-Identifier: GPL-3.0-or-later
// Our own clients against Apache Kafka, which scripts/test-kafka starts. Topics are made by Kafka's own tools, and what the
// brokers say of a group is asked of them, too.
#include "loopback.h"
#include "trace/jsonl.h"
#include "tracechecks.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

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

    void consumers_data()
    {
        QTest::addColumn<QString>("scenario");
        QTest::addColumn<int>("partitions");
        QTest::newRow("13") << QStringLiteral("13") << 3;
        QTest::newRow("14") << QStringLiteral("14") << 5;
        QTest::newRow("15") << QStringLiteral("15") << 3;
    }
    void consumers()
    {
        QFETCH(QString, scenario);
        QFETCH(int, partitions);
        QVERIFY(tool(QStringLiteral("org.apache.kafka.tools.TopicCommand"),
            {QStringLiteral("--delete"), QStringLiteral("--if-exists"), QStringLiteral("--topic"),
                QStringLiteral("t4")}));
        QVERIFY(tool(QStringLiteral("org.apache.kafka.tools.TopicCommand"),
            {QStringLiteral("--create"), QStringLiteral("--topic"), QStringLiteral("t4"),
                QStringLiteral("--partitions"), QString::number(partitions), QStringLiteral("--replication-factor"),
                QStringLiteral("3")}));

        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("trace.jsonl"));
        Program run;
        run.start(livePath(),
            {QStringLiteral("run"), scenario, QStringLiteral("--real"), QStringLiteral("--bootstrap-server"),
                m_servers.section(QLatin1Char(','), 0, 0), QStringLiteral("--until"), QStringLiteral("10s"),
                QStringLiteral("--format"), QStringLiteral("jsonl"), QStringLiteral("-o"), file});
        QCOMPARE(run.finish(40'000), 0);
        const auto read = trace::readJsonlFile(file.toStdString());
        QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
        const trace::Trace& trace = read->trace;

        std::vector<std::int32_t> nodes;
        int fetched = 0;
        int committed = 0;
        for (std::size_t i = 0; i < trace.size(); ++i) {
            const trace::Event& e = trace[i];
            QVERIFY2(e.kind != trace::EventKind::ProtocolError, std::string(trace.text(e.text)).c_str());
            if (e.kind == trace::EventKind::ConnectStarted)
                nodes.push_back(e.node.value);
            fetched += e.kind == trace::EventKind::ResponseReceived && e.api == ApiKey::Fetch;
            committed += e.kind == trace::EventKind::ResponseReceived && e.api == ApiKey::OffsetCommit;
        }
        QString told;
        for (const std::int32_t node : nodes)
            told += QString::number(node) + QLatin1Char(' ');
        qInfo("nodes %s; %d fetches, %d commits", qPrintable(told), fetched, committed);
        QVERIFY2(nodes.size() >= 5, qPrintable(told));
        QCOMPARE(nodes[0], -1);
        QVERIFY2(NodeId {nodes[1]}.isCoordinator(), qPrintable(told));
        for (int broker = 0; broker < 3; ++broker)
            QVERIFY2(std::count(nodes.begin(), nodes.end(), broker) >= 1, qPrintable(told));
        QVERIFY(fetched > 0);
    }

private:
    bool tool(const QString& name, const QStringList& arguments)
    {
        Program program;
        program.start(QStringLiteral("java"),
            QStringList {QStringLiteral("-Xmx64m"), QStringLiteral("-XX:TieredStopAtLevel=1"), QStringLiteral("-cp"),
                m_classes, name, QStringLiteral("--bootstrap-server"), m_servers}
                + arguments);
        const int status = program.finish();
        if (status != 0)
            qWarning("%s %s", program.out().right(1'000).constData(), program.err().right(1'000).constData());
        return status == 0;
    }

    QString m_servers;
    QString m_classes;
};

QTEST_GUILESS_MAIN(KafkaTest)
#include "tst_kafka.moc"
