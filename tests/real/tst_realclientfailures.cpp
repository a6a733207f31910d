// SPDX-License-Identifier: GPL-3.0-or-later
#include "livesession.h"

#include "real/fd.h"

#include <sys/socket.h>

using namespace connscope;
using namespace connscope::test;
using trace::Event;
using trace::EventKind;
using trace::RuleId;
using trace::Side;
using trace::TcpState;
using Kind = scenario::Action::Kind;

namespace {

/// A producer that sends for ever; broker 0 is called \a host.
std::string producer(const std::string& network = "", const std::string& servers = "localhost:9092")
{
    return "connscope: 1\ntitle: failures\nuntil: 1m\nprofile: java-3.9\ncluster:\n  brokers: 1\n  topics: {t: "
           "{partitions: 1}}\n"
        + network + "clients:\n  - name: p\n    kind: producer\n    config:\n      bootstrap.servers: " + servers
        + "\n      enable.idempotence: false\n      reconnect.backoff.ms: 20\n      reconnect.backoff.max.ms: 20\n   "
          "   request.timeout.ms: 1000\n"
          "      delivery.timeout.ms: 2000\n      linger.ms: 0\n"
          "      socket.connection.setup.timeout.ms: 300\n      socket.connection.setup.timeout.max.ms: 300\n"
          "    script: [send: {topic: t, every: 50ms, rounds: 1000}]\n";
}

scenario::Action onBroker(Kind kind)
{
    scenario::Action action;
    action.kind = kind;
    action.broker = BrokerId {0};
    return action;
}

/// A port of loopback that is taken and where nobody listens.
struct ClosedPort {
    real::Fd fd {::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    std::uint16_t port = 0;
    ClosedPort()
    {
        sockaddr_storage address {};
        const socklen_t length = real::Endpoint::parse("127.0.0.1", 0)->toSockaddr(address);
        if (::bind(fd.get(), reinterpret_cast<sockaddr*>(&address), length) == 0)
            port = real::Endpoint::localOf(fd.get()).port;
    }
};

} // namespace

/// How connections of our clients fail on real sockets, and that each failure says its reason.
class TestRealClientFailures : public QObject {
    Q_OBJECT
private slots:
    void aClosedPortRefuses()
    {
        const ClosedPort closed;
        real::RealOptions options;
        options.bootstrapServers = "127.0.0.1:" + std::to_string(closed.port);
        LiveSession live(producer(), {}, {}, options);
        const Event* failed = live.wait(EventKind::ConnectFailed);
        QVERIFY(failed);
        QCOMPARE(failed->rule, RuleId::ConnectionRefused);
        QVERIFY(
            live.wait([](const Event& e) { return e.kind == EventKind::ResetReceived && e.side == Side::Client; }));
    }
    void aNameWithoutAnAddressIsToldSo()
    {
        real::RealOptions options;
        options.bootstrapServers = "no-such-host.invalid:9092,127.0.0.1:1";
        LiveSession live(producer(), {}, {{"client.dns.lookup", "use_all_dns_ips"}}, options);
        // ClientUtils#parseAndValidateAddresses: the constructor warns and goes on without it.
        const Event* told
            = live.wait([](const Event& e) { return e.kind == EventKind::Mark && e.rule == RuleId::UnresolvedHost; });
        QVERIFY(told);
        const Event* first = live.wait(EventKind::ConnectStarted);
        QVERIFY(first);
        QCOMPARE(first->node.value, -1); // the address that is left
        const Event* failed = live.wait(EventKind::ConnectFailed);
        QVERIFY(failed);
        QCOMPARE(failed->rule, RuleId::ConnectionRefused);
    }
    void theNextAddressOfANameIsTriedAfterAFailure()
    {
        LiveSession live(producer("network:\n  dns: {kafka: [10.9.9.9, 127.0.0.1]}\n", "kafka:9092"));
        const Event* failed = live.wait(EventKind::ConnectFailed);
        QVERIFY(failed);
        QCOMPARE(live.text(live.wait(EventKind::ConnectStarted)), std::string("kafka/10.9.9.9:9092"));
        QVERIFY(live.wait([&](const Event& e) {
            return e.kind == EventKind::ConnectStarted
                && live.text(&e).find("kafka/127.0.0.1:9092") != std::string::npos;
        }));
        QVERIFY(live.waitForRecords());
    }
    void ipv6IsSpoken()
    {
        real::RealOptions options;
        options.listenAddress = "::1";
        LiveSession live(producer("", "kafka.example:9092"), {}, {}, options, [](scenario::Scenario& s) {
            s.cluster.brokers.front().host = "kafka.example"; // a name of the scenario's: it listens where we say
        });
        if (live.error().find("EADDRNOTAVAIL") != std::string::npos
            || live.error().find("EAFNOSUPPORT") != std::string::npos)
            QSKIP("this machine has no ::1");
        QVERIFY2(live.error().empty(), live.error().c_str());
        QVERIFY(!live.session().listeners().front().second.isIPv4());
        QVERIFY(live.waitForRecords());
        const Event* dialled = live.wait([](const Event& e) { return e.state == TcpState::SynSent; });
        QCOMPARE(live.text(dialled), std::string("::1"));
    }
    void aResetEndsAConnectionAndTheNextOneBegins()
    {
        LiveSession live(producer());
        QVERIFY(live.waitForRecords());
        QVERIFY(live.session().act(onBroker(Kind::ResetConnection)));
        const Event* end = live.wait([](const Event& e) { return e.kind == EventKind::Disconnected; });
        QVERIFY(end);
        QCOMPARE(end->rule, RuleId::ConnectionReset);
        QVERIFY(live.wait([&](const Event& e) { return e.kind == EventKind::Ready && e.at > end->at; }));
    }
    void aSynWithoutAnAnswerIsGivenUpAfterTheSetupTimeout()
    {
        LiveSession live(producer(), {}, {}, {}, [](scenario::Scenario& s) {
            s.clients.front().start = ms(100); // behind the fault
            scenario::Action drop = onBroker(Kind::DropSyn);
            drop.at = kStart + ms(1);
            s.actions.push_back(drop);
        });
        const Event* failed = live.wait(EventKind::ConnectFailed);
        QVERIFY(failed);
        QCOMPARE(failed->rule, RuleId::ConnectionSetupTimeout);
        const Event* started = live.wait(EventKind::ConnectStarted);
        QVERIFY(failed->at - started->at >= ms(240)); // 300 ms less a fifth of chance
        QVERIFY(failed->at - started->at < ms(5000));
    }
    void aHalfOpenConnectionEndsWithTheRequestsTimeout()
    {
        LiveSession live(producer());
        QVERIFY(live.waitForRecords());
        scenario::Action cut = onBroker(Kind::CutLink);
        cut.client = "*";
        QVERIFY(live.session().act(cut));
        const Event* late = live.wait(EventKind::RequestTimedOut);
        QVERIFY(late);
        const Event* end = live.wait([](const Event& e) { return e.kind == EventKind::Disconnected; });
        QVERIFY(end);
        QCOMPARE(end->rule, RuleId::RequestTimeout);
    }
};

QTEST_GUILESS_MAIN(TestRealClientFailures)
#include "tst_realclientfailures.moc"
