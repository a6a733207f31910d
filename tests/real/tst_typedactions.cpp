// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed to a cluster: done at once, answered in one line; and the ports that it opens, and no others.
#include "loopback.h"

#include <QDir>
#include <QFile>
#include <QNetworkInterface>
#include <QSet>
#include <QTcpSocket>
#include <QTest>

#include <memory>

using namespace connscope;
using namespace connscope::test;

namespace {

constexpr int kBoundMs = 20'000;

/// "127.0.0.1:port" of every socket of a process that listens.
QStringList listenedOn(qint64 pid)
{
    QSet<QByteArray> own;
    const QDir fds(QStringLiteral("/proc/%1/fd").arg(pid));
    for (const QString& fd : fds.entryList(QDir::Files | QDir::System))
        own.insert(QFile::symLinkTarget(fds.filePath(fd)).section(QLatin1Char('/'), -1).toLatin1());
    QStringList ports;
    for (const char* table : {"tcp", "tcp6"}) {
        QFile file(QStringLiteral("/proc/%1/net/%2").arg(pid).arg(QLatin1String(table)));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        for (const QByteArray& line : file.readAll().split('\n')) {
            const QList<QByteArray> words = line.simplified().split(' ');
            if (words.size() > 9 && words[3] == "0A" && own.contains("socket:[" + words[9] + "]"))
                ports.append(QString::number(words[1].split(':').last().toInt(nullptr, 16)));
        }
    }
    return ports;
}

} // namespace

class TypedActionsTest : public QObject {
    Q_OBJECT

private slots:
    void everyCommandIsAnsweredInOneLine()
    {
        Loopback cluster;
        struct Case {
            const char* typed;
            const char* answer;
            bool isDone = true;
        };
        const Case cases[] {
            {"pause 1", "broker 1 stands still"},
            {"pause 1", "broker 1 stands still already; resume 1 ends that", false},
            {"resume 1", "broker 1 goes on"},
            {"resume 1", "broker 1 does not stand still", false},
            {"slow 0 200", "broker 0 answers 200ms later than it would"},
            {"slow 0 0", "broker 0 answers as fast as it can"},
            {"reset 1", "0 connections of broker 1 were reset"},
            {"refuse 1", "broker 1 refuses new connections; accept 1 ends that"},
            {"refuse 1", "broker 1 refuses new connections; accept 1 ends that (it does so already)", false},
            {"drop-syn 1", "broker 1 drops SYNs; accept 1 ends that"},
            {"restart 1",
                "broker 1 was killed and is up again; it still refuses new connections: accept 1 ends that; it still "
                "drops SYNs: "
                "accept 1 ends that"},
            {"accept 1", "broker 1 accepts connections"},
            {"accept 1", "broker 1 accepts connections: neither refuse nor drop-syn is on", false},
            {"cut 2", "broker 2 is cut off; heal 2 ends that"},
            {"heal 2", "broker 2 is reached again"},
            {"heal 2", "broker 2 is not cut off", false},
            {"move-coordinator nogroup 1", "there is no group nogroup yet; when it comes, broker 1 coordinates it"},
            {"move-coordinator nogroup 7", "the cluster has no such broker", false},
            {"create-topic t 3 3", "topic t has 3 partitions of 3 replicas"},
            {"create-topic t", "topic 't' exists already", false},
            {"create-topic a/b", "is no topic name", false},
            {"create-topic u 100000000", "Excessively large number of partitions per request", false},
            {"create-topic u 99999999999", "expected: create-topic TOPIC [PARTITIONS [REPLICATION]]", false},
            {"create-topic u 1 9",
                "The target replication factor of 9 cannot be reached because only 3 broker(s) are registered",
                false},
            {"append t-0 5", "5 records more are in t-0"},
            {"append t-0 1000000000001",
                "expected: append TOPIC-PARTITION RECORDS, with RECORDS from 0 to 1000000000000", false},
            {"slow 0 99999999999999", "expected: slow BROKER MS, with MS from 0 to 3600000", false},
            {"append t-9 5", "has 3, counted from 0", false},
            {"move-leader t-0 9", "the cluster has no such broker", false},
            {"kill 1", "broker 1 is gone"},
            {"kill 1", "broker 1 is down already; start 1 brings it back", false},
            {"pause 1", "broker 1 is down; start 1 brings it back", false},
            {"start 1", "broker 1 is up"},
            {"start 1", "broker 1 is up already", false},
            {"stop 1", "broker 1 has stopped"},
            {"kill 7", "the cluster has no such broker", false},
            {"kil 1", "did you mean 'kill'?", false},
            {"kill", "expected: kill BROKER", false},
        };
        for (const Case& c : cases) {
            Program& program = cluster.program();
            const auto answers = [&] { return c.isDone ? program.lines() : program.err().split('\n'); };
            const auto before = answers().size();
            cluster.command(c.typed);
            const auto isAnswered = [&] {
                const auto now = answers();
                for (auto i = before - (c.isDone ? 0 : 1); i < now.size(); ++i) {
                    const bool fits
                        = c.isDone ? now[i] == c.answer : now[i].endsWith(c.answer) || now[i].contains(c.answer);
                    if (fits)
                        return true;
                }
                return false;
            };
            QVERIFY2(waitUntil(isAnswered, kBoundMs),
                (c.typed + QByteArray(": ") + program.out() + program.err()).constData());
        }
        // an error is not told a second time, as an event
        QVERIFY(!cluster.program().out().contains("exists already"));
        QVERIFY2(cluster.finish(), qPrintable(cluster.failure()));
    }

    void whatDropSynBeganAcceptEnds()
    {
        Loopback cluster;
        QVERIFY(cluster.commandAndWait("drop-syn 1", "accept 1 ends that"));
        QVERIFY(cluster.commandAndWait("slow 2 300", "later than it would"));
        QVERIFY(cluster.commandAndWait("brokers", "up  drops SYNs\n"));
        QVERIFY(cluster.program().out().contains("up  answers 300ms later\n"));
        QTcpSocket other;
        other.connectToHost(QStringLiteral("127.0.0.1"), cluster.port(0));
        QVERIFY(other.waitForConnected(kBoundMs));
        QTcpSocket socket;
        socket.connectToHost(QStringLiteral("127.0.0.1"), cluster.port(1));
        const auto isConnected = [&] { return socket.state() == QTcpSocket::ConnectedState; };
        QVERIFY(!waitUntil(isConnected, 300)); // nothing comes that could be waited for
        QVERIFY(cluster.commandAndWait("accept 1", "broker 1 accepts connections"));
        QVERIFY(waitUntil(isConnected, kBoundMs)); // its kernel asks again
        QVERIFY(cluster.commandAndWait("brokers", "up\n"));
    }

    void nothingIsListenedOnButWhatIsSaid()
    {
        Loopback cluster;
        QStringList said;
        for (int broker = 0; broker < 3; ++broker)
            said.append(QString::number(cluster.port(broker)));
        QStringList real = listenedOn(cluster.program().process().processId());
        said.sort();
        real.sort();
        QCOMPARE(real, said);
    }

    void manyBrokersFindManyPorts()
    {
        // Ports that the system chose and that are let go before they are listened on are given away again now and then.
        std::vector<std::unique_ptr<Loopback>> clusters;
        QSet<QString> ports;
        for (int i = 0; i < 4; ++i) {
            clusters.push_back(
                std::make_unique<Loopback>(QStringList {QStringLiteral("--brokers"), QStringLiteral("100")}));
            for (const QString& server : clusters.back()->servers().split(QLatin1Char(',')))
                ports.insert(server);
        }
        QCOMPARE(ports.size(), 400);
    }

    void anAddressMayHaveBracketsAndLocalhostIsOne()
    {
        Loopback named({QStringLiteral("--listen"), QStringLiteral("localhost")});
        QVERIFY2(named.servers().startsWith(QLatin1String("127.0.0.1:")), qPrintable(named.servers()));
        QVERIFY(!named.program().err().contains("warning"));
        if (!QNetworkInterface::allAddresses().contains(QHostAddress(QHostAddress::LocalHostIPv6)))
            QSKIP("this machine has no ::1");
        Loopback v6({QStringLiteral("--listen"), QStringLiteral("[::1]")});
        QVERIFY2(v6.servers().startsWith(QLatin1String("[::1]:")), qPrintable(v6.servers()));
        QTcpSocket socket;
        socket.connectToHost(QStringLiteral("::1"), v6.port(0));
        QVERIFY(socket.waitForConnected(kBoundMs));
    }

    void whoeverListensToAllIsWarnedAndToldWhereHeIsReached()
    {
        Loopback cluster({QStringLiteral("--listen"), QStringLiteral("0.0.0.0")});
        QVERIFY(!cluster.servers().contains(QLatin1String("0.0.0.0")));
        QVERIFY2(
            cluster.program().err().contains("warning: 0.0.0.0 is no loopback address"), cluster.program().err());
        QTcpSocket socket;
        socket.connectToHost(QStringLiteral("127.0.0.1"), cluster.port(0));
        QVERIFY(socket.waitForConnected(kBoundMs));
    }
};

QTEST_GUILESS_MAIN(TypedActionsTest)
#include "tst_typedactions.moc"
