// SPDX-License-Identifier: GPL-3.0-or-later
// kcat, which is librdkafka, against the loopback cluster: whatever it does in the field works here, whatever is done to the
// brokers meanwhile, and all of it is in the trace.
#include "loopback.h"
#include "tracechecks.h"

#include <QFile>
#include <QStandardPaths>
#include <QTcpSocket>
#include <QTest>

#include <algorithm>
#include <memory>
#include <set>
#include <vector>

using namespace connscope;
using namespace connscope::test;

namespace {

QStringList words(const QString& text) { return text.split(QLatin1Char(' '), Qt::SkipEmptyParts); }

const QByteArray kFiller = QByteArray(16'384, 'x') + '\n';

QByteArray numbered(int from, int to)
{
    QByteArray out;
    for (int i = from; i < to; ++i)
        out += "record-" + QByteArray::number(i) + '\n';
    return out;
}

/// kcat, started.
std::unique_ptr<Program> kcat(const Loopback& cluster, const QString& arguments)
{
    auto program = std::make_unique<Program>();
    program->start(QStringLiteral("kcat"), QStringList {QStringLiteral("-b"), cluster.servers()} + words(arguments));
    return program;
}

/// kcat -P of these lines; its status.
int produce(const Loopback& cluster, const QString& arguments, const QByteArray& lines)
{
    const auto program = kcat(cluster, QStringLiteral("-P -X acks=all ") + arguments);
    program->write(lines);
    program->closeInput();
    return program->finish();
}

/// Members of a group, kcat -G each.
class Members {
public:
    Members(const Loopback& cluster, QString group, QString topic)
        : m_cluster(cluster)
        , m_group(std::move(group))
        , m_topic(std::move(topic))
    {
    }
    void join(const QString& more = {})
    {
        m_members.push_back(kcat(m_cluster,
            QStringLiteral(
                "-G %1 -u -X auto.offset.reset=earliest -X client.id=member-%2 -X heartbeat.interval.ms=200 "
                "-X session.timeout.ms=6000 -X auto.commit.interval.ms=200 "
                "-X topic.metadata.refresh.interval.ms=1000 -X reconnect.backoff.max.ms=200 %3 %4")
                .arg(m_group)
                .arg(m_members.size())
                .arg(more, m_topic)));
    }
    Program& operator[](std::size_t i) { return *m_members[i]; }
    /// How often the member was given partitions; -1 if it never was.
    qsizetype assignments(std::size_t i) { return m_members[i]->err().count("assigned:"); }
    /// Whether every member that still runs was last given some partitions.
    bool haveAll(int partitions)
    {
        int held = 0;
        for (auto& member : m_members) {
            if (!member->isRunning())
                continue;
            const QByteArray& err = member->err();
            const auto assigned = err.lastIndexOf("assigned: ");
            if (assigned < 0 || assigned < err.lastIndexOf("revoked: "))
                return false;
            const auto end = err.indexOf('\n', assigned);
            const int count = static_cast<int>(err.mid(assigned, end - assigned).count('['));
            if (end < 0 || count == 0)
                return false;
            held += count;
        }
        return held == partitions;
    }
    std::map<QByteArray, int> seen()
    {
        std::map<QByteArray, int> seen;
        for (auto& member : m_members) {
            for (const QByteArray& line : member->lines()) {
                if (line.startsWith("record"))
                    ++seen[line];
            }
        }
        return seen;
    }
    qsizetype count()
    {
        qsizetype count = 0;
        for (auto& member : m_members)
            count += member->out().count('\n');
        return count;
    }
    /// Their orderly end: they commit and leave.
    void stop()
    {
        for (auto& member : m_members)
            member->terminate();
        for (auto& member : m_members)
            member->finish();
    }
    QByteArray words() // for messages
    {
        QByteArray out;
        for (auto& member : m_members)
            out += member->err().right(600) + '\n';
        return out;
    }

private:
    const Loopback& m_cluster;
    QString m_group;
    QString m_topic;
    std::vector<std::unique_ptr<Program>> m_members;
};

#define VERIFY_TRACE(trace)                                                                                          \
    do {                                                                                                             \
        const auto problems = problemsOf(trace);                                                                     \
        QVERIFY2(problems.empty(), problems.empty() ? "" : problems.front().c_str());                                \
    } while (false)

} // namespace

class KcatTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("kcat")).isEmpty())
            QSKIP("kcat is not installed (Debian's package of that name)");
    }

    void listsBrokersAndTopics()
    {
        Loopback cluster;
        QVERIFY(cluster.commandAndWait("create-topic things 4 3", "things"));
        const auto list = kcat(cluster, QStringLiteral("-L"));
        QCOMPARE(list->finish(), 0);
        QVERIFY2(list->out().contains("3 brokers:"), list->out().constData());
        QVERIFY2(list->out().contains("topic \"things\" with 4 partitions"), list->out().constData());
    }

    void everyCodec_data()
    {
        QTest::addColumn<QString>("codec");
        for (const char* codec : {"none", "gzip", "snappy", "lz4", "zstd"})
            QTest::newRow(codec) << QString::fromLatin1(codec);
    }
    void everyCodec()
    {
        QFETCH(QString, codec);
        if (!m_codecs)
            m_codecs = std::make_unique<Loopback>(QStringList {QStringLiteral("-q")});
        const QString topic = QStringLiteral("topic-") + codec;
        QCOMPARE(produce(*m_codecs, QStringLiteral("-t %1 -z %2").arg(topic, codec), numbered(0, 10'000)), 0);
        const auto consumer = kcat(*m_codecs, QStringLiteral("-C -e -q -t ") + topic);
        QCOMPARE(consumer->finish(), 0);
        QList<QByteArray> got = consumer->lines();
        QList<QByteArray> sent = numbered(0, 10'000).split('\n');
        sent.removeLast();
        std::sort(got.begin(), got.end());
        std::sort(sent.begin(), sent.end());
        QVERIFY2(got == sent, qPrintable(QStringLiteral("%1 of 10,000 records").arg(got.size())));
    }
    void everyCodecsTrace()
    {
        const auto trace = m_codecs->finish();
        QVERIFY2(trace, qPrintable(m_codecs->failure()));
        m_codecs.reset();
        VERIFY_TRACE(*trace);
        QVERIFY(softwareOf(*trace)["rdkafka"].starts_with("librdkafka "));
        std::size_t producing = 0;
        for (const auto& [id, c] : outsideConnections(*trace)) {
            QCOMPARE(c.client, std::string("rdkafka"));
            QVERIFY(c.apis.contains(ApiKey::ApiVersions));
            if (c.apis.contains(ApiKey::Produce)) {
                ++producing;
                QCOMPARE(c.nodes.back(), c.broker.value);
            }
        }
        QVERIFY(producing >= 5);
    }

    void aGroupOfThree()
    {
        Loopback cluster({QStringLiteral("--set"), QStringLiteral("cluster.group.initial.rebalance.delay.ms=300")});
        QVERIFY(cluster.commandAndWait("create-topic many 6 3", "many"));
        const QString spread = QStringLiteral("-t many -X partitioner=random -X sticky.partitioning.linger.ms=0");
        QCOMPARE(produce(cluster, spread, numbered(0, 10'000)), 0);
        {
            Members members(cluster, QStringLiteral("readers"), QStringLiteral("many"));
            for (int i = 0; i < 3; ++i)
                members.join();
            QVERIFY2(waitUntil([&] { return members.haveAll(6); }), members.words().constData());
            QVERIFY2(waitUntil([&] { return members.count() >= 10'000; }), members.words().constData());
            members[1].terminate(); // it leaves; the others take over
            QVERIFY(members[1].finish() >= 0);
            QVERIFY2(waitUntil([&] { return members.haveAll(6); }), members.words().constData());
            members.stop();
            const auto seen = members.seen();
            QCOMPARE(seen.size(), std::size_t {10'000});
            QCOMPARE(members.count(), 10'000);
        }
        QCOMPARE(produce(cluster, spread, numbered(10'000, 13'000)), 0);
        Members members(cluster, QStringLiteral("readers"), QStringLiteral("many"));
        for (int i = 0; i < 3; ++i)
            members.join();
        QVERIFY2(waitUntil([&] { return members.count() >= 3'000; }), members.words().constData());
        members.stop();
        QCOMPARE(members.seen().size(), std::size_t {3'000});
        QCOMPARE(members.count(), 3'000);
        QCOMPARE(members.seen().begin()->first, QByteArray("record-10000"));

        const auto trace = cluster.finish();
        QVERIFY2(trace, qPrintable(cluster.failure()));
        VERIFY_TRACE(*trace);
        std::map<std::string, int> coordinators;
        for (const auto& [id, c] : outsideConnections(*trace)) {
            if (c.apis.contains(ApiKey::JoinGroup)) {
                QCOMPARE(c.nodes.back(), NodeId::coordinator(c.broker).value);
                ++coordinators[c.client];
            } else if (c.apis.contains(ApiKey::Fetch)) {
                QCOMPARE(c.nodes.back(), c.broker.value);
            }
        }
        QCOMPARE(coordinators, (std::map<std::string, int> {{"member-0", 2}, {"member-1", 2}, {"member-2", 2}}));
    }

    void aStaticMemberComesBack()
    {
        Loopback cluster({QStringLiteral("--set"), QStringLiteral("cluster.group.initial.rebalance.delay.ms=300")});
        QVERIFY(cluster.commandAndWait("create-topic fixed 4 3", "fixed"));
        Members members(cluster, QStringLiteral("fixed"), QStringLiteral("fixed"));
        members.join(QStringLiteral("-X group.instance.id=one"));
        members.join(QStringLiteral("-X group.instance.id=two"));
        QVERIFY2(waitUntil([&] { return members.haveAll(4); }), members.words().constData());
        const auto before = members.assignments(0);
        members[1].terminate();
        members[1].finish();
        members.join(QStringLiteral("-X group.instance.id=two"));
        QVERIFY2(waitUntil([&] { return members.haveAll(4); }), members.words().constData());
        QCOMPARE(members.assignments(0), before);
        QCOMPARE(produce(cluster, QStringLiteral("-t fixed"), numbered(0, 1'000)), 0);
        QVERIFY(waitUntil([&] { return members.count() == 1'000; }));
        members.stop();
    }

    void transactionsAreSeenWhenCommitted()
    {
        Loopback cluster;
        QCOMPARE(produce(cluster, QStringLiteral("-t money -X transactional.id=till"), numbered(0, 2'000)), 0);
        QCOMPARE(produce(cluster, QStringLiteral("-t money -X enable.idempotence=true"), numbered(2'000, 3'000)), 0);
        const auto consumer = kcat(cluster, QStringLiteral("-C -e -q -t money -X isolation.level=read_committed"));
        QCOMPARE(consumer->finish(), 0);
        const auto lines = consumer->lines();
        QCOMPARE(std::set(lines.begin(), lines.end()).size(), std::size_t {3'000});
        QCOMPARE(lines.size(), 3'000);
        const auto trace = cluster.finish();
        QVERIFY2(trace, qPrintable(cluster.failure()));
        VERIFY_TRACE(*trace);
    }

    /// After each of the faults records still get through: none is lost, whatever is being done.
    void faults()
    {
        Loopback cluster({QStringLiteral("--set"), QStringLiteral("cluster.group.initial.rebalance.delay.ms=300")});
        QVERIFY(cluster.commandAndWait("create-topic T 6 3", "T"));
        Members members(cluster, QStringLiteral("G"), QStringLiteral("T"));
        for (int i = 0; i < 3; ++i)
            members.join();
        QVERIFY2(waitUntil([&] { return members.haveAll(6); }), members.words().constData());
        const auto producer = kcat(cluster,
            QStringLiteral("-P -t T -X acks=all -X enable.idempotence=true -X socket.timeout.ms=3000 -X linger.ms=5 "
                           "-X topic.metadata.refresh.interval.ms=1000 -X reconnect.backoff.max.ms=200 "
                           "-X partitioner=random -X sticky.partitioning.linger.ms=0"));
        int sent = 0;
        for (const char* fault : {"", "kill 1", "start 1", "restart 2", "move-coordinator G 1",
                 "move-coordinator G 0", "move-leader T-0 2", "move-leader T-0 1", "pause 2", "resume 2", "reset 1",
                 "reset 0", "slow 0 200", "slow 0 0", "stop 0", "start 0"}) {
            if (*fault != '\0')
                cluster.command(fault);
            producer->write(numbered(sent, sent + 200) + kFiller); // kcat reads whole blocks
            sent += 200;
            if (QByteArray(fault).startsWith("pause"))
                continue; // what goes to it stands still, and comes through when it goes on
            const bool came = waitUntil([&] { return members.seen().size() >= static_cast<std::size_t>(sent); });
            QVERIFY2(came,
                (QByteArray("after '") + fault + "': " + QByteArray::number(members.seen().size()) + " of "
                    + QByteArray::number(sent) + '\n' + members.words() + producer->err().right(2'000))
                    .constData());
        }
        producer->closeInput();
        QCOMPARE(producer->finish(), 0);
        members.stop();
        // The log has each of them once: the producer is idempotent.
        const auto reader = kcat(cluster, QStringLiteral("-C -e -q -t T"));
        QCOMPARE(reader->finish(), 0);
        const auto lines = reader->lines();
        QCOMPARE(std::set(lines.begin(), lines.end()).size(), static_cast<std::size_t>(sent) + 1);
        QCOMPARE(
            std::count_if(lines.begin(), lines.end(), [](const auto& line) { return line.startsWith("record"); }),
            sent);
        const auto trace = cluster.finish();
        QVERIFY2(trace, qPrintable(cluster.failure()));
        VERIFY_TRACE(*trace);
    }

    void theReaperClosesWhatIsIdle()
    {
        Loopback cluster({QStringLiteral("--set"), QStringLiteral("cluster.connections.max.idle.ms=1000")});
        QVERIFY(cluster.commandAndWait("create-topic quiet 1 1", "quiet"));
        const auto producer
            = kcat(cluster, QStringLiteral("-P -t quiet -X acks=all -X linger.ms=5 -X client.id=idler"));
        const auto consumer = kcat(cluster, QStringLiteral("-C -u -q -t quiet -X fetch.wait.max.ms=300"));
        const auto count = [&] { return consumer->out().count("record"); };
        producer->write(numbered(0, 10) + kFiller);
        QVERIFY(waitUntil([&] { return count() == 10; }));
        QVERIFY(cluster.waitForOutput("idler and node")); // it has been told of
        QVERIFY(waitUntil([&] { return cluster.program().out().count("without use") >= 2; }));
        producer->write(numbered(10, 20) + kFiller);
        QVERIFY(waitUntil([&] { return count() == 20; }));
        producer->closeInput();
        QCOMPARE(producer->finish(), 0);
        consumer->terminate();
        consumer->finish();
        const auto trace = cluster.finish();
        QVERIFY2(trace, qPrintable(cluster.failure()));
        VERIFY_TRACE(*trace);
        bool expired = false;
        for (std::size_t i = 0; i < trace->size(); ++i)
            expired |= (*trace)[i].kind == trace::EventKind::IdleExpired;
        QVERIFY(expired);
    }

    void overTlsWithAPassword_data()
    {
        QTest::addColumn<QString>("mechanism");
        for (const char* name : {"PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    /// What the cluster prints first is all that a client has to know, but for the password.
    void overTlsWithAPassword()
    {
        QFETCH(QString, mechanism);
        Loopback cluster({QStringLiteral("--quiet"), QStringLiteral("--set"),
            QStringLiteral("cluster.listeners=SASL_SSL://"), QStringLiteral("--set"),
            QStringLiteral(
                "cluster.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required "
                "user_alice=\"sesame-open\";")});
        const QByteArray key = "ssl.truststore.location=";
        QVERIFY(cluster.waitForOutput(key));
        QVERIFY(waitUntil([&] { return cluster.program().out().endsWith(".pem\n"); }));
        QVERIFY(cluster.waitForOutput("security.protocol=SASL_SSL\n"));
        QString certificate;
        for (const QByteArray& line : cluster.program().lines()) {
            if (line.startsWith(key))
                certificate = QString::fromLatin1(line.mid(key.size()));
        }
        const QString login = QStringLiteral(" -t secret -X security.protocol=SASL_SSL -X ssl.ca.location=%1"
                                             " -X sasl.mechanism=%2 -X sasl.username=alice -X sasl.password=")
                                  .arg(certificate, mechanism);
        QCOMPARE(produce(cluster, login + QStringLiteral("sesame-open"), numbered(0, 1000)), 0);
        const auto consumer = kcat(cluster, QStringLiteral("-C -e -q") + login + QStringLiteral("sesame-open"));
        QCOMPARE(consumer->finish(), 0);
        QCOMPARE(consumer->out(), numbered(0, 1000));
        QVERIFY(produce(cluster, login + QStringLiteral("wrong -X message.timeout.ms=2000"), numbered(0, 1)) != 0);
        const auto trace = cluster.finish();
        QVERIFY2(trace, qPrintable(cluster.failure()));
        int secured = 0;
        int known = 0;
        for (std::size_t i = 0; i < trace->size(); ++i) {
            const trace::Event& e = (*trace)[i];
            secured += e.kind == trace::EventKind::Authenticated && trace->text(e.text).starts_with("TLSv1.");
            known += e.kind == trace::EventKind::Authenticated && trace->text(e.text) == mechanism.toStdString();
        }
        QVERIFY(secured >= 4);
        QVERIFY(known >= 2); // the producer and the consumer; where the first broker leads, one connection is enough
        for (std::uint32_t i = 0; i < trace->texts().size(); ++i)
            QVERIFY(trace->texts().at(TextId {i}).find("sesame") == std::string_view::npos);
    }

    void connectionsFromOneAddressAreLimited()
    {
        Loopback cluster({QStringLiteral("--set"), QStringLiteral("cluster.max.connections.per.ip=3")});
        QVERIFY(cluster.commandAndWait("create-topic few 3 3", "few"));
        {
            std::vector<std::unique_ptr<QTcpSocket>> peers;
            for (int broker = 0; broker < 3; ++broker) {
                for (int i = 0; i < 3; ++i) {
                    peers.push_back(std::make_unique<QTcpSocket>());
                    peers.back()->connectToHost(QStringLiteral("127.0.0.1"), cluster.port(broker));
                    QVERIFY(peers.back()->waitForConnected(5'000));
                }
            }
            // They count from the moment on at which they are known.
            QVERIFY(waitUntil([&] { return cluster.program().out().count("starts to connect") >= 9; }));
            QCOMPARE(kcat(cluster, QStringLiteral("-L -m 1"))->finish(), 1);
        }
        QVERIFY(waitUntil([&] { return cluster.program().out().count("receives the other end's FIN") >= 9; }));
        QCOMPARE(produce(cluster, QStringLiteral("-t few"), numbered(0, 100)), 0);
        const auto trace = cluster.finish();
        QVERIFY2(trace, qPrintable(cluster.failure()));
        VERIFY_TRACE(*trace);
    }

private:
    std::unique_ptr<Loopback> m_codecs;
};

QTEST_GUILESS_MAIN(KcatTest)
#include "tst_kcat.moc"
