// SPDX-License-Identifier: GPL-3.0-or-later
// A session over real sockets: what its trace says, and that nothing is left of it. Every wait has a bound and ends with
// an event of the trace, never with a time that passed.
#include "real/fd.h"
#include "real/realsession.h"
#include "scenario/reader.h"
#include "trace/life.h"

#include <QEventLoop>
#include <QTest>
#include <QTimer>

#include <sys/socket.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace connscope;
using trace::Event;
using trace::EventKind;
using trace::RuleId;
using trace::Side;
using trace::TcpState;
using trace::Vantage;

namespace {

constexpr std::chrono::seconds kBound {20};

const char* const kConsumer = R"(connscope: 1
title: a consumer
until: 1m
profile: java-3.9
cluster:
  brokers: 3
  topics: {t: {partitions: 3}}
  groups: {g: 2}
  config: {group.initial.rebalance.delay.ms: 0}
clients:
  - name: c
    kind: consumer
    config: {group.id: g, fetch.max.wait.ms: 50}
    script: [subscribe: t, poll: {timeout: 100ms}]
)";

class Live {
public:
    explicit Live(const std::string& text, real::RealOptions options = {})
    {
        auto scenario = scenario::readScenario(text, "live.yaml");
        if (!scenario)
            qFatal("%s", scenario.error().toString().c_str());
        auto made = real::RealSession::make(*scenario, options);
        if (!made)
            qFatal("%s", made.error().toString().c_str());
        m_session = std::move(*made);
        m_session->setOnGrown([this] {
            if (m_loop.isRunning() && m_found && m_found(m_session->trace()))
                m_loop.quit();
        });
        m_session->setOnFinished([this] { m_loop.quit(); });
        m_session->start();
    }
    /// Waits until a question about the trace is answered with yes.
    bool wait(std::function<bool(const trace::Trace&)> found)
    {
        if (found(trace()))
            return true;
        m_found = std::move(found);
        QTimer::singleShot(kBound, &m_loop, &QEventLoop::quit);
        m_loop.exec();
        const bool yes = m_found(trace());
        m_found = nullptr;
        return yes;
    }
    bool waitFor(std::function<bool(const Event&)> isIt, std::size_t from = 0)
    {
        return wait([isIt, from](const trace::Trace& trace) {
            for (std::size_t i = from; i < trace.size(); ++i) {
                if (isIt(trace[i]))
                    return true;
            }
            return false;
        });
    }
    /// The group has partitions and fetches.
    bool waitUntilItFetches()
    {
        return waitFor(
            [](const Event& e) { return e.kind == EventKind::ResponseReceived && e.api == ApiKey::Fetch; });
    }
    void act(scenario::Action action)
    {
        const auto done = m_session->act(std::move(action));
        QVERIFY2(done, done ? "" : done.error().message.c_str());
    }
    real::RealSession& session() { return *m_session; }
    const trace::Trace& trace() const { return m_session->trace(); }
    void end() { m_session.reset(); }

private:
    std::unique_ptr<real::RealSession> m_session;
    QEventLoop m_loop;
    std::function<bool(const trace::Trace&)> m_found;
};

scenario::Action action(scenario::Action::Kind kind, int broker = -1, const char* client = "")
{
    scenario::Action a;
    a.kind = kind;
    a.broker = BrokerId {broker};
    a.client = client;
    return a;
}

using Kind = scenario::Action::Kind;

} // namespace

class TestRealSession : public QObject {
    Q_OBJECT

private slots:
    void aConsumerHasKafkasConnectionsOverRealSockets()
    {
        Live live(kConsumer);
        QVERIFY(live.waitUntilItFetches());
        const auto lives = trace::connectionLives(live.trace());
        std::vector<std::int32_t> nodes;
        for (const auto& life : lives) {
            nodes.push_back(life.node.value);
            QVERIFY(life.ready.has_value());
            QVERIFY(life.localPort != 0);
            QVERIFY(life.broker.isValid());
        }
        std::sort(nodes.begin(), nodes.end());
        QCOMPARE(nodes, (std::vector<std::int32_t> {-1, 0, 1, 2, 2147483645}));
        QCOMPARE(live.trace().header().vantage, Vantage::Observed);
        QVERIFY(live.trace().header().epochMs > 1'700'000'000'000);
    }

    void everyEventIsObservedOrSaysOtherwise()
    {
        Live live(kConsumer);
        QVERIFY(live.waitUntilItFetches());
        for (std::size_t i = 0; i < live.trace().size(); ++i)
            QVERIFY(live.trace()[i].vantage != Vantage::Simulated);
    }

    void sizesAreThoseOfTheBytes()
    {
        Live live(kConsumer);
        QVERIFY(live.waitUntilItFetches());
        const trace::Trace& trace = live.trace();
        // What one end wrote is what the other end read.
        std::map<std::pair<std::uint32_t, std::int32_t>, std::uint32_t> sent;
        std::size_t compared = 0;
        for (std::size_t i = 0; i < trace.size(); ++i) {
            const Event& e = trace[i];
            if (e.kind == EventKind::RequestSent)
                sent[{e.connection.value, e.correlation}] = e.size;
            if (e.kind == EventKind::RequestReceived) {
                QCOMPARE(e.size, (sent[{e.connection.value, e.correlation}]));
                ++compared;
            }
        }
        QVERIFY(compared > 8);
    }

    void aKilledBrokersConnectionsEndAndTheClientComesBack()
    {
        Live live(kConsumer);
        QVERIFY(live.waitUntilItFetches());
        const std::size_t before = live.trace().size();
        live.act(action(Kind::KillBroker, 1));
        // Where a request lies unread in the broker's kernel, that resets the connection instead.
        QVERIFY(live.waitFor(
            [](const Event& e) {
                return (e.kind == EventKind::FinReceived || e.kind == EventKind::ResetReceived)
                    && e.side == Side::Client;
            },
            before));
        QVERIFY(live.waitFor([](const Event& e) { return e.kind == EventKind::Disconnected; }, before));
        live.act(action(Kind::StartBroker, 1));
        QVERIFY(
            live.waitFor([](const Event& e) { return e.kind == EventKind::Ready && e.node == NodeId {1}; }, before));
    }

    void aDeadBrokerRefuses()
    {
        Live live(kConsumer);
        QVERIFY(live.waitUntilItFetches());
        const std::size_t before = live.trace().size();
        live.act(action(Kind::KillBroker, 2)); // the coordinator: it is looked for again at once
        QVERIFY(live.waitFor(
                    [](const Event& e) {
                        return e.kind == EventKind::ConnectFailed && e.rule == RuleId::ConnectionRefused;
                    },
                    before)
            || live.waitFor([](const Event& e) { return e.kind == EventKind::CoordinatorFound; }, before));
    }

    void aResetIsAReset()
    {
        Live live(kConsumer);
        QVERIFY(live.waitUntilItFetches());
        const std::size_t before = live.trace().size();
        live.act(action(Kind::ResetConnection, 0));
        QVERIFY(live.waitFor(
            [](const Event& e) { return e.kind == EventKind::ResetReceived && e.side == Side::Client; }, before));
    }

    /// What a simulation has to argue for, the kernel says: the socket of a program that does not run waits in CLOSE-WAIT.
    void theSocketsOfAPausedClientStayInCloseWait()
    {
        Live live(kConsumer);
        QVERIFY(live.waitUntilItFetches());
        const std::size_t before = live.trace().size();
        live.act(action(Kind::PauseClient, -1, "c"));
        live.act(action(Kind::StopBroker, 0));
        QVERIFY(live.waitFor(
            [](const Event& e) {
                return e.kind == EventKind::TcpState && e.side == Side::Client && e.state == TcpState::CloseWait
                    && e.vantage == Vantage::Sampled;
            },
            before));
        for (std::size_t i = before; i < live.trace().size(); ++i)
            QVERIFY(live.trace()[i].kind != EventKind::FinSent || live.trace()[i].side != Side::Client);
        live.act(action(Kind::ResumeClient, -1, "c"));
        QVERIFY(live.waitFor(
            [](const Event& e) { return e.kind == EventKind::FinSent && e.side == Side::Client; }, before));
    }

    /// The broker answers whom it does not know to be dead: the kernel says that the answer met a reset, so no FIN goes out.
    void aKilledConsumersLastAnswerMeetsAReset()
    {
        Live live(R"(connscope: 1
title: a consumer
until: 1m
cluster: {brokers: 1, topics: {t: 1}}
clients:
  - {name: c, kind: consumer, script: [{assign: t}, {poll: 1m}]}
)");
        const auto isFetchAtBroker
            = [](const Event& e) { return e.kind == EventKind::RequestReceived && e.api == ApiKey::Fetch; };
        QVERIFY(live.waitUntilItFetches());
        const std::size_t fetched = live.trace().size();
        QVERIFY(live.waitFor(isFetchAtBroker, fetched)); // and waits there for half a second
        const std::size_t before = live.trace().size();
        live.act(action(Kind::KillClient, -1, "c"));
        QVERIFY(live.waitFor(
            [](const Event& e) { return e.kind == EventKind::ResetReceived && e.side == Side::Broker; }, before));
        const trace::Trace& trace = live.trace();
        ConnectionId parked;
        for (std::size_t i = before; i < trace.size(); ++i) {
            if (trace[i].kind == EventKind::ResetReceived) {
                parked = trace[i].connection;
                const Event& reset = trace[trace[i].cause];
                QCOMPARE(reset.kind, EventKind::ResetSent);
                QCOMPARE(reset.side, Side::Client);
                QCOMPARE(reset.rule, RuleId::SocketGone);
                QCOMPARE(reset.vantage, Vantage::Inferred);
                QCOMPARE(trace[reset.cause].kind, EventKind::ResponseSent);
                QCOMPARE(trace[reset.cause].api, ApiKey::Fetch);
            }
        }
        for (std::size_t i = before; i < trace.size(); ++i) {
            if (trace[i].connection != parked)
                continue;
            QVERIFY(trace[i].kind != EventKind::FinSent || trace[i].side == Side::Client);
            if (trace[i].kind == EventKind::Closed)
                QCOMPARE(trace[i].rule, RuleId::SocketGone);
        }
        const auto lives = trace::connectionLives(trace);
        const auto life
            = std::find_if(lives.begin(), lives.end(), [parked](const auto& one) { return one.id == parked; });
        QVERIFY(life != lives.end());
        QCOMPARE(life->closer, Side::Client);
        QCOMPARE(life->closeRule, RuleId::ProcessKilled);
    }

    /// Each answer from a socket is an object of its own; that it says the same makes the pause grow all the same (KIP-580).
    void equivalentMetadataSlowsTheClientDown()
    {
        Live live(R"(connscope: 1
title: no leader
until: 1m
profile: java-3.9
cluster: {brokers: 1, topics: {t: {partitions: 2, leaders: [0, none]}}}
clients:
  - {name: p, kind: producer, config: {linger.ms: 0}, script: [{send: {topic: t, partition: 1}}]}
)");
        QVERIFY(live.wait([](const trace::Trace& trace) {
            std::size_t count = 0;
            for (std::size_t i = 0; i < trace.size(); ++i)
                count += trace[i].kind == EventKind::MetadataUpdated ? 1U : 0U;
            return count >= 7;
        }));
        // Pauses of 100 ms, 200, 400, 800 (20 % more or less) lie before it; without growth it is 0.7 s.
        QVERIFY2(live.trace().end() > fromNs(1'200'000'000),
            qPrintable(QString::fromStdString(formatDuration(live.trace().end().time_since_epoch()))));
    }

    void theEndThatClosesFirstGoesThroughTimeWait()
    {
        Live live(kConsumer);
        QVERIFY(live.waitUntilItFetches());
        const std::size_t before = live.trace().size();
        live.act(action(Kind::CloseClient, -1, "c"));
        QVERIFY(live.waitFor(
            [](const Event& e) {
                return e.kind == EventKind::TcpState && e.side == Side::Client && e.state == TcpState::TimeWait
                    && e.vantage == Vantage::Sampled;
            },
            before));
        QVERIFY(live.waitFor(
            [](const Event& e) { return e.kind == EventKind::Closed && e.side == Side::Broker; }, before));
    }

    /// A cut cable is a filter of the kernel: SYNs of a client behind it get no answer.
    void aCutLinkIsSilent()
    {
        Live live(kConsumer);
        QVERIFY(live.waitUntilItFetches());
        const std::size_t before = live.trace().size();
        live.act(action(Kind::CutLink, 1, "c"));
        QVERIFY(live.waitFor([](const Event& e) { return e.kind == EventKind::LinkCut; }, before));
        // The others go on, that one does not.
        const auto answers = [&](int node) {
            std::size_t count = 0;
            for (std::size_t i = before; i < live.trace().size(); ++i) {
                const Event& e = live.trace()[i];
                count += e.kind == EventKind::ResponseReceived && e.node == NodeId {node} ? 1U : 0U;
            }
            return count;
        };
        QVERIFY(live.wait([&](const trace::Trace&) { return answers(0) >= 5; }));
        QVERIFY(answers(1) <= 1);
        live.act(action(Kind::HealLink, 1, "c"));
        const std::size_t then = answers(1);
        QVERIFY(live.wait([&](const trace::Trace&) { return answers(1) > then; }));
    }

    void nothingIsLeftWhenItIsOver()
    {
        std::vector<real::Endpoint> ports;
        {
            Live live(kConsumer);
            QVERIFY(live.waitUntilItFetches());
            for (const auto& [id, at] : live.session().listeners())
                ports.push_back(at);
            live.session().stop("enough");
            QVERIFY(live.session().isOver());
            QCOMPARE(live.trace()[live.trace().size() - 1].at <= live.session().now(), true);
        }
        QCOMPARE(ports.size(), std::size_t {3});
        for (const real::Endpoint& at : ports) {
            const real::Fd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
            const int yes = 1;
            ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes); // connections may be in TIME-WAIT
            sockaddr_storage address {};
            const socklen_t length = at.toSockaddr(address);
            QCOMPARE(::bind(fd.get(), reinterpret_cast<sockaddr*>(&address), length), 0);
            QCOMPARE(::listen(fd.get(), 1), 0);
        }
    }

    void somebodyElsesClusterIsNotWrittenToUnlessThatWasSaid()
    {
        auto scenario
            = scenario::readScenario("connscope: 1\ntitle: p\nclients:\n  - {name: p, kind: producer}\n", "p.yaml");
        QVERIFY(scenario);
        real::RealOptions options;
        options.bootstrapServers = "127.0.0.1:1";
        const auto refused = real::RealSession::make(*scenario, options);
        QVERIFY(!refused);
        QVERIFY(refused.error().message.find("'p' would write") != std::string::npos);
        options.mayWrite = true;
        QVERIFY(real::RealSession::make(*scenario, options));
    }

    void aPortThatIsTakenIsSaid()
    {
        Live live(kConsumer);
        auto scenario = scenario::readScenario(kConsumer, "live.yaml");
        QVERIFY(scenario);
        for (auto& broker : scenario->cluster.brokers) {
            broker.host = "127.0.0.1";
            broker.port = live.session().listeners().front().second.port;
        }
        real::RealOptions options;
        options.exactPorts = true;
        const auto second = real::RealSession::make(*scenario, options);
        QVERIFY(!second);
        QVERIFY(second.error().message.find("EADDRINUSE") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestRealSession)
#include "tst_realsession.moc"
