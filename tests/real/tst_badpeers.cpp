// SPDX-License-Identifier: GPL-3.0-or-later
// Peers that are no Kafka clients, or bad ones: whatever they do costs the others nothing, and the trace says what was wrong.
#include "loopback.h"
#include "tracechecks.h"

#include <QTcpSocket>
#include <QTest>

#include <memory>
#include <random>
#include <sys/resource.h>
#include <vector>

using namespace connscope;
using namespace connscope::test;

namespace {

constexpr int kBoundMs = 20'000;

void append(QByteArray& out, std::int64_t value, int bytes)
{
    for (int i = bytes - 1; i >= 0; --i)
        out += static_cast<char>(value >> (8 * i));
}

QByteArray frame(int api, int version, int correlation, const QByteArray& body = {})
{
    QByteArray header;
    append(header, api, 2);
    append(header, version, 2);
    append(header, correlation, 4);
    append(header, 4, 2);
    header += "peer";
    header += body;
    QByteArray out;
    append(out, header.size(), 4);
    return out + header;
}

QByteArray apiVersions(int correlation) { return frame(18, 0, correlation); }
/// METADATA v1 of every topic
QByteArray metadata(int correlation) { return frame(3, 1, correlation, QByteArray(4, '\xff')); }

class Peer {
public:
    Peer(const Loopback& cluster, int broker)
    {
        m_socket.connectToHost(QStringLiteral("127.0.0.1"), cluster.port(broker));
        m_socket.waitForConnected(kBoundMs);
    }
    bool isConnected() const { return m_socket.state() == QTcpSocket::ConnectedState; }
    void write(const QByteArray& bytes)
    {
        m_socket.write(bytes);
        m_socket.flush();
    }
    /// One answer; empty if none came.
    QByteArray answer()
    {
        QByteArray got;
        const auto whole = [&] {
            if (got.size() < 4)
                return false;
            const auto* b = reinterpret_cast<const unsigned char*>(got.constData());
            return got.size() >= 4 + ((b[0] << 24) | (b[1] << 16) | (b[2] << 8) | b[3]);
        };
        while (!whole()) {
            if (m_socket.bytesAvailable() == 0 && !m_socket.waitForReadyRead(kBoundMs))
                return {};
            got += m_socket.readAll();
        }
        return got.mid(4);
    }
    /// Whether the broker ends it.
    bool isEnded()
    {
        while (isConnected() && m_socket.waitForReadyRead(kBoundMs))
            m_socket.readAll();
        return !isConnected();
    }
    QTcpSocket& socket() { return m_socket; }

private:
    QTcpSocket m_socket;
};

/// What the broker has to say about the last connection that it closed for what came: kind, offset, rule.
struct Verdict {
    int errors = 0; ///< ProtocolError events
    int notUnderstood = 0; ///< ends with rule RequestNotUnderstood
    std::vector<std::int64_t> offsets;
};

Verdict verdictOf(const trace::Trace& trace)
{
    Verdict verdict;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const trace::Event& e = trace[i];
        if (e.kind == trace::EventKind::ProtocolError) {
            ++verdict.errors;
            verdict.offsets.push_back(e.value);
        }
        if (e.kind == trace::EventKind::FinSent || e.kind == trace::EventKind::ResetSent)
            verdict.notUnderstood += e.rule == trace::RuleId::RequestNotUnderstood;
    }
    return verdict;
}

} // namespace

class BadPeersTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_cluster = std::make_unique<Loopback>(); }
    void cleanup()
    {
        if (!m_cluster)
            return;
        QVERIFY(othersAreServed());
        const auto trace = m_cluster->finish();
        QVERIFY2(trace, qPrintable(m_cluster->failure()));
        const auto problems = problemsOf(*trace, false);
        QVERIFY2(problems.empty(), problems.empty() ? "" : problems.front().c_str());
        m_cluster.reset();
    }

    void lengths_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("2 GB") << QByteArray("\x7f\xff\xff\xff", 4);
        QTest::newRow("negative") << QByteArray("\xff\xff\xff\xff", 4);
        QTest::newRow("TLS") << QByteArray("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11);
        QTest::newRow("HTTP") << QByteArray("GET / HTTP/1.1\r\n\r\n");
        QTest::newRow("SSH") << QByteArray("SSH-2.0-OpenSSH_9.2p1\r\n");
    }
    void lengths()
    {
        QFETCH(QByteArray, bytes);
        const auto before = m_cluster->rssKiB();
        Peer peer(*m_cluster, 0);
        peer.write(bytes);
        QVERIFY(peer.isEnded());
        QVERIFY2(m_cluster->rssKiB() - before < 4'096, "memory was taken for what was announced");
        QVERIFY(othersAreServed());
        const auto trace = m_cluster->finish();
        QVERIFY2(trace, qPrintable(m_cluster->failure()));
        m_cluster.reset();
        const Verdict verdict = verdictOf(*trace);
        QCOMPARE(verdict.errors, 1);
        QCOMPARE(verdict.offsets, std::vector<std::int64_t> {0});
        const auto problems = problemsOf(*trace, false);
        QVERIFY2(problems.empty(), problems.empty() ? "" : problems.front().c_str());
    }

    void randomBytes()
    {
        std::mt19937 random(4); // NOLINT: the same bytes each time
        for (int i = 0; i < 200; ++i) {
            QByteArray bytes;
            const int size = 1 + static_cast<int>(random() % 300);
            if (i % 2 == 0) { // a frame that is none inside
                append(bytes, size, 4);
                append(bytes, static_cast<std::int64_t>(random() % 40), 2);
                append(bytes, static_cast<std::int64_t>(random() % 14), 2);
            }
            while (bytes.size() < size + 4)
                bytes += static_cast<char>(random());
            Peer peer(*m_cluster, i % 3);
            peer.write(bytes);
            peer.socket().disconnectFromHost();
        }
        QVERIFY(othersAreServed());
    }

    void oneByteAtATime()
    {
        Peer peer(*m_cluster, 0);
        for (const char byte : apiVersions(1)) {
            peer.write(QByteArray(1, byte));
            QVERIFY(othersAreServed());
        }
        QVERIFY(!peer.answer().isEmpty());
    }

    void halfAFrameAndSilence()
    {
        Peer peer(*m_cluster, 0);
        peer.write(apiVersions(1).left(9));
        QVERIFY(othersAreServed());
        QVERIFY(peer.isConnected());
        Peer announcer(*m_cluster, 0); // 90 MB are allowed; they are not taken before they come
        const auto before = m_cluster->rssKiB();
        announcer.write(QByteArray("\x05\x7b\x8a\x00ab", 6));
        QVERIFY(othersAreServed());
        QVERIFY(m_cluster->rssKiB() - before < 4'096);
    }

    void twoThousandIdleSockets()
    {
        rlimit limit {};
        ::getrlimit(RLIMIT_NOFILE, &limit);
        limit.rlim_cur = limit.rlim_max;
        ::setrlimit(RLIMIT_NOFILE, &limit);
        if (limit.rlim_cur < 2'200)
            QSKIP("this system does not let a process have 2,200 descriptors");
        const auto before = m_cluster->rssKiB();
        std::vector<std::unique_ptr<Peer>> peers;
        for (int i = 0; i < 2'000; ++i)
            peers.push_back(std::make_unique<Peer>(*m_cluster, 0));
        for (const auto& peer : peers)
            QVERIFY(peer->isConnected());
        QVERIFY(othersAreServed());
        QVERIFY2(m_cluster->waitForOutput("starts to connect"), "silent peers are not told of");
        QVERIFY(waitUntil([&] { return m_cluster->program().out().count("starts to connect") >= 2'000; }));
        const auto each = (m_cluster->rssKiB() - before) * 1024 / 2'000;
        qInfo("%lld bytes a connection, trace and all", static_cast<long long>(each));
        QVERIFY2(each < 16'384, qPrintable(QString::number(each)));
        QVERIFY(othersAreServed());
    }

    void whoNeverReads()
    {
        QVERIFY(m_cluster->commandAndWait("create-topic wide 200 3", "wide"));
        const auto before = m_cluster->rssKiB();
        Peer peer(*m_cluster, 0);
        peer.socket().setReadBufferSize(1);
        QByteArray many;
        for (int i = 0; i < 20'000; ++i) // 400 MB of answers
            many += metadata(i);
        peer.write(many);
        for (int i = 0; i < 20; ++i)
            QVERIFY(othersAreServed());
        QVERIFY2(m_cluster->rssKiB() - before < 48 * 1024, qPrintable(QString::number(m_cluster->rssKiB() - before)));
        peer.socket().abort();
    }

    void unknownRequests_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("API 4711") << frame(4711, 0, 7);
        QTest::newRow("API -1") << frame(-1, 0, 7);
        QTest::newRow("METADATA v99") << frame(3, 99, 7);
        QTest::newRow("METADATA cut short") << frame(3, 1, 7, QByteArray(2, '\0'));
        QTest::newRow("METADATA with left-over bytes") << frame(3, 1, 7, QByteArray(4, '\xff') + "abc");
        QTest::newRow("a frame of one byte") << QByteArray("\0\0\0\1a", 5);
        QTest::newRow("an empty frame") << QByteArray("\0\0\0\0", 4);
    }
    void unknownRequests()
    {
        QFETCH(QByteArray, bytes);
        Peer peer(*m_cluster, 1);
        peer.write(bytes);
        QVERIFY(peer.isEnded());
        QVERIFY(othersAreServed());
        const auto trace = m_cluster->finish();
        QVERIFY2(trace, qPrintable(m_cluster->failure()));
        m_cluster.reset();
        const Verdict verdict = verdictOf(*trace);
        QCOMPARE(verdict.errors + verdict.notUnderstood > 0, true);
        const auto problems = problemsOf(*trace, false);
        QVERIFY2(problems.empty(), problems.empty() ? "" : problems.front().c_str());
    }

    void saslIsNotSpokenHere()
    {
        QByteArray mechanism;
        append(mechanism, 5, 2);
        Peer peer(*m_cluster, 0);
        peer.write(frame(17, 1, 3, mechanism + "PLAIN"));
        const QByteArray answer = peer.answer();
        QVERIFY(answer.size() >= 6);
        QCOMPARE(answer.mid(4, 2), QByteArray("\0\x22", 2)); // ILLEGAL_SASL_STATE
        Peer token(*m_cluster, 0); // before SASL_AUTHENTICATE a token went bare
        QByteArray bare;
        append(bare, 14, 4);
        token.write(bare + QByteArray("\0alice\0secret\0", 14));
        QVERIFY(token.isEnded());
    }

private:
    bool othersAreServed()
    {
        for (int broker = 0; broker < 3; ++broker) {
            Peer peer(*m_cluster, broker);
            peer.write(apiVersions(1));
            if (peer.answer().size() < 10)
                return false;
        }
        return true;
    }

    std::unique_ptr<Loopback> m_cluster;
};

QTEST_GUILESS_MAIN(BadPeersTest)
#include "tst_badpeers.moc"
