// SPDX-License-Identifier: GPL-3.0-or-later
// Peers that are no Kafka clients, or bad ones: whatever they do costs the others nothing, and the trace says what was wrong.
#include "loopback.h"
#include "tracechecks.h"

#include "trace/life.h"

#include <QSignalSpy>
#include <QTcpSocket>
#include <QTest>
#include <QTimer>

#include <algorithm>
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
/// FETCH v4 of up to 1 MiB of \a topic-0
QByteArray fetch(int correlation, const QByteArray& topic, int bytes = 1 << 20)
{
    QByteArray body;
    append(body, -1, 4); // replica_id
    append(body, 100, 4); // max_wait_ms
    append(body, 1, 4); // min_bytes
    append(body, bytes, 4); // max_bytes
    append(body, 0, 1); // isolation_level
    append(body, 1, 4);
    append(body, topic.size(), 2);
    body += topic;
    append(body, 1, 4);
    append(body, 0, 4); // partition
    append(body, 0, 8); // fetch_offset
    append(body, bytes, 4); // partition_max_bytes
    return frame(1, 4, correlation, body);
}
/// PRODUCE v3 with acks=0 of nothing
QByteArray produceNothing(int correlation)
{
    QByteArray body;
    append(body, -1, 2); // transactional_id
    append(body, 0, 2); // acks
    append(body, 1000, 4);
    append(body, 0, 4); // topics
    return frame(0, 3, correlation, body);
}

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
    /// The next answer; empty if none came.
    QByteArray answer()
    {
        const auto size = [this] {
            const auto* b = reinterpret_cast<const unsigned char*>(m_got.constData());
            return 4 + ((b[0] << 24) | (b[1] << 16) | (b[2] << 8) | b[3]);
        };
        while (m_got.size() < 4 || m_got.size() < size()) {
            if (m_socket.bytesAvailable() == 0 && !m_socket.waitForReadyRead(kBoundMs))
                return {};
            m_got += m_socket.readAll();
        }
        const QByteArray answer = m_got.mid(4, size() - 4);
        m_got.remove(0, size());
        return answer;
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
    QByteArray m_got;
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

    /// Nearly every consumer ends so: its FIN comes while a FETCH waits for records, and the answer meets a reset.
    void whoClosesWhileItsFetchWaitsHearsNoAnswer()
    {
        QVERIFY(m_cluster->commandAndWait("create-topic parked 1 3", "parked"));
        for (int broker = 0; broker < 3; ++broker) { // the leader lets it wait
            Peer peer(*m_cluster, broker);
            peer.write(fetch(7, "parked"));
            peer.socket().disconnectFromHost();
        }
        for (int broker = 0; broker < 3; ++broker) { // answered later than those
            Peer peer(*m_cluster, broker);
            peer.write(fetch(8, "parked"));
            QVERIFY(!peer.answer().isEmpty());
        }
        QVERIFY(m_cluster->waitForOutput("receives a reset"));
        const auto trace = m_cluster->finish();
        QVERIFY2(trace, qPrintable(m_cluster->failure()));
        m_cluster.reset();
        const auto problems = problemsOf(*trace, false);
        QVERIFY2(problems.empty(), problems.empty() ? "" : problems.front().c_str());

        ConnectionId parked;
        for (std::size_t i = 0; i < trace->size(); ++i) {
            if ((*trace)[i].kind == trace::EventKind::ResponseSent && (*trace)[i].rule == trace::RuleId::LongPoll
                && (*trace)[i].correlation == 7)
                parked = (*trace)[i].connection;
        }
        QVERIFY(parked.isValid());
        std::vector<std::string> told;
        for (std::size_t i = 0; i < trace->size(); ++i) {
            const trace::Event& e = (*trace)[i];
            if (e.connection != parked
                || e.kind == trace::EventKind::TcpState) // which the kernel's table may have shown
                continue;
            told.push_back(std::string(trace::kindName(e.kind)) + ' ' + std::string(trace::sideName(e.side)) + ' '
                + std::string(trace::vantageName(e.vantage)));
            if (e.kind == trace::EventKind::ResetSent)
                QCOMPARE((*trace)[e.cause].kind, trace::EventKind::ResponseSent);
        }
        const std::vector<std::string> end {"fin received broker observed", "disconnected client inferred",
            "response sent broker observed", "reset sent client inferred", "closed client inferred",
            "reset received broker observed", "closed broker observed"};
        QVERIFY(told.size() > end.size());
        QCOMPARE(std::vector<std::string>(told.end() - static_cast<std::ptrdiff_t>(end.size()), told.end()), end);
        const auto lives = trace::connectionLives(*trace);
        const auto life = std::find_if(
            lives.begin(), lives.end(), [parked](const trace::ConnectionLife& one) { return one.id == parked; });
        QVERIFY(life != lives.end());
        QCOMPARE(life->closer, trace::Side::Client);
        QCOMPARE(life->closeRule, trace::RuleId::PeerClosed);
        QVERIFY(life->gone.has_value());
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

    // Selector#pollSelectionKeys: every byte is a use. Two that say nothing more are closed as idle, one after the other; the
    // one that goes on with its request, byte by byte, is there all the while.
    void whoSendsSlowlyIsNotIdle()
    {
        m_cluster = std::make_unique<Loopback>(
            QStringList {QStringLiteral("--set"), QStringLiteral("cluster.connections.max.idle.ms=1000")});
        Peer slow(*m_cluster, 0);
        slow.write(apiVersions(1));
        QVERIFY(!slow.answer().isEmpty());
        QByteArray rest;
        append(rest, 1'000, 4);
        rest += QByteArray(996, '\0');
        slow.write(rest.left(5));
        qsizetype sent = 5;
        QTimer byteByByte;
        QObject::connect(&byteByByte, &QTimer::timeout, [&] { slow.write(rest.mid(sent++, 1)); });
        byteByByte.start(100);
        for (int i = 0; i < 2; ++i) {
            Peer silent(*m_cluster, 0);
            silent.write(apiVersions(1));
            QSignalSpy ended(&silent.socket(), &QTcpSocket::disconnected);
            QVERIFY(ended.wait(kBoundMs));
        }
        QVERIFY(slow.isConnected());
        QVERIFY(sent < rest.size());
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

    void whoFetchesAndNeverReads()
    {
        QVERIFY(m_cluster->commandAndWait("create-topic full 1 3", "full"));
        m_cluster->command("append full-0 100000");
        int leader = 0;
        for (int broker = 0; broker < 3; ++broker) {
            Peer asks(*m_cluster, broker);
            asks.write(fetch(1, "full"));
            leader = asks.answer().size() > 100'000 ? broker : leader;
        }
        const auto before = m_cluster->rssKiB();
        std::vector<std::unique_ptr<Peer>> peers;
        QByteArray many;
        for (int i = 0; i < 3'000; ++i) // 3 GB of answers to each
            many += fetch(i, "full");
        for (int i = 0; i < 4; ++i) {
            peers.push_back(std::make_unique<Peer>(*m_cluster, leader));
            peers.back()->socket().setReadBufferSize(1);
            peers.back()->write(many);
        }
        for (int i = 0; i < 20; ++i)
            QVERIFY(othersAreServed());
        QVERIFY2(m_cluster->rssKiB() - before < 48 * 1024, qPrintable(QString::number(m_cluster->rssKiB() - before)));
        peers.clear(); // what they asked for is not served any more
        QVERIFY(othersAreServed());
        const auto trace = m_cluster->finish();
        QVERIFY2(trace, qPrintable(m_cluster->failure()));
        m_cluster.reset();
        std::size_t read = 0;
        for (std::size_t i = 0; i < trace->size(); ++i)
            read += (*trace)[i].kind == trace::EventKind::RequestReceived && (*trace)[i].api == ApiKey::Fetch;
        QVERIFY2(read >= 7 && read < 200, qPrintable(QString::number(read)));
        const auto problems = problemsOf(*trace, false);
        QVERIFY2(problems.empty(), problems.empty() ? "" : problems.front().c_str());
    }

    void whoHoldsALargeAnswerIsLetGoOf()
    {
        QVERIFY(m_cluster->commandAndWait("create-topic large 1 3", "large"));
        m_cluster->command("append large-0 1000000");
        int leader = 0;
        for (int broker = 0; broker < 3; ++broker) {
            Peer asks(*m_cluster, broker);
            asks.write(fetch(1, "large"));
            leader = asks.answer().size() > 100'000 ? broker : leader;
        }
        Peer peer(*m_cluster, leader);
        peer.socket().setReadBufferSize(1);
        peer.write(fetch(1, "large", 55 << 20)); // of which the kernels take some megabytes
        QVERIFY(m_cluster->waitForOutput("wait to be read"));
        QVERIFY(othersAreServed());
        const auto trace = m_cluster->finish();
        QVERIFY2(trace, qPrintable(m_cluster->failure()));
        m_cluster.reset();
        int resets = 0;
        for (std::size_t i = 0; i < trace->size(); ++i)
            resets += (*trace)[i].kind == trace::EventKind::ResetSent && (*trace)[i].side == trace::Side::Broker;
        QCOMPARE(resets, 1);
    }

    void whoAsksForMoreTopicsThanThereCanBe()
    {
        QByteArray body;
        append(body, 300'000, 4);
        for (int i = 0; i < 300'000; ++i) {
            const QByteArray name = "topic-" + QByteArray::number(i);
            append(body, name.size(), 2);
            body += name;
        }
        const auto before = m_cluster->rssKiB();
        Peer peer(*m_cluster, 0);
        for (int i = 0; i < 3; ++i)
            peer.write(frame(3, 1, i, body));
        QVERIFY(othersAreServed());
        for (int i = 0; i < 3; ++i) {
            const QByteArray answer = peer.answer(); // each with UNKNOWN_TOPIC_OR_PARTITION
            QVERIFY(answer.size() > 300'000 * 12);
        }
        QVERIFY(othersAreServed());
        QVERIFY2(
            m_cluster->rssKiB() - before < 256 * 1024, qPrintable(QString::number(m_cluster->rssKiB() - before)));
        const auto trace = m_cluster->finish();
        QVERIFY2(trace, qPrintable(m_cluster->failure()));
        m_cluster.reset();
        for (std::size_t i = 0; i < trace->size(); ++i)
            QVERIFY((*trace)[i].kind != trace::EventKind::TopicCreated || (*trace)[i].at == kStart);
    }

    void requestsWithoutAnswersAreReadNoFasterThanTheyAreServed()
    {
        QVERIFY(m_cluster->commandAndWait("slow 0 50", "later than it would"));
        Peer peer(*m_cluster, 0);
        QByteArray many;
        for (int i = 0; i < 2'000; ++i)
            many += produceNothing(i);
        peer.write(many + apiVersions(4711));
        for (int i = 0; i < 10; ++i)
            QVERIFY(othersAreServed());
        peer.socket().abort();
        const auto trace = m_cluster->finish();
        QVERIFY2(trace, qPrintable(m_cluster->failure()));
        m_cluster.reset();
        std::size_t sent = 0; // it takes 100 s to serve them all
        for (std::size_t i = 0; i < trace->size(); ++i)
            sent += (*trace)[i].kind == trace::EventKind::RequestSent && (*trace)[i].api == ApiKey::Produce;
        QVERIFY2(sent > 0 && sent < 1'000, qPrintable(QString::number(sent)));
    }

    void manyRequestsAtOnceAreAnsweredInTheirOrder()
    {
        Peer peer(*m_cluster, 0);
        QByteArray many;
        for (int i = 0; i < 2'000; ++i)
            many += i % 3 == 0 ? metadata(i) : apiVersions(i);
        peer.write(many);
        for (int i = 0; i < 2'000; ++i) {
            QByteArray correlation;
            append(correlation, i, 4);
            QCOMPARE(peer.answer().left(4), correlation);
        }
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
