// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/tcp.h"

#include "base/rng.h"
#include "sim/tcpworld.h"
#include "support/rcqt.h"

#include <QTest>

using namespace connscope;
using session::Fault;
using session::Target;
using sim::TcpInput;
using test::TcpWorld;
using trace::EventKind;
using trace::RuleId;
using trace::Side;
using trace::TcpState;
using Kind = client::Report::Kind;

#define COMPARE_STORY(world, expected)                                                                               \
    QCOMPARE(QString::fromStdString((world).story()), QString::fromLatin1(expected));                                \
    QCOMPARE(QString::fromStdString((world).problems()), QString())

namespace {

qint64 msOf(Instant t) { return toNs(t) / 1'000'000; }

} // namespace

class TestTcp : public QObject {
    Q_OBJECT

private slots:
    // -- the table --

    void everyCellIsDecidedAndWalksRfc9293()
    {
        for (int s = 0; s < sim::kTcpStates; ++s) {
            for (int i = 0; i < sim::kTcpInputCount; ++i) {
                const auto from = static_cast<TcpState>(s);
                const sim::Transition& t = sim::transition(from, static_cast<TcpInput>(i));
                const bool begins = from == TcpState::Closed && static_cast<TcpInput>(i) == TcpInput::Open;
                QVERIFY2(t.to == from || trace::tcpMayFollow(from, t.to) || begins,
                    qPrintable(QStringLiteral("%1, input %2").arg(s).arg(i)));
                QVERIFY(!sim::isGone(from) || !t.delivers);
            }
        }
    }

    void aProgramHearsOfTheEndOnlyWhileItHoldsTheSocket()
    {
        for (int s = 0; s < sim::kTcpStates; ++s) {
            const auto state = static_cast<TcpState>(s);
            if (!sim::isHeld(state))
                QVERIFY(!sim::transition(state, TcpInput::Reset).delivers
                    && !sim::transition(state, TcpInput::Timeout).delivers);
        }
    }

    // -- opening --

    void threeSegmentsOpenAConnection()
    {
        TcpWorld world;
        const ConnectionId id = world.open();
        const trace::Event syn = world.trace[world.trace.size() - 1];
        world.runFor(ms(10));
        COMPARE_STORY(world, "SYN-SENT c, SYN-RECEIVED b, ESTABLISHED c, ESTABLISHED b");
        QVERIFY(syn.value >= 32768 && syn.value <= 60999);
        QCOMPARE(world.trace.text(syn.text), std::string_view("10.0.1.1"));
        QCOMPARE(syn.broker, BrokerId {0});
        QCOMPARE(world.reports.size(), std::size_t {1});
        QCOMPARE(world.reports[0].kind, Kind::Connected);
        QCOMPARE(msOf(world.trace[world.reports[0].cause].at), 2);
        QCOMPARE(world.acceptedConnections, std::vector<ConnectionId> {id});
        QCOMPARE(msOf(world.last(EventKind::TcpState, Side::Broker)->at), 3);
    }

    void aClosedPortRefuses()
    {
        TcpWorld world;
        world.open(Target::ClosedPort);
        world.runOut();
        COMPARE_STORY(world, "SYN-SENT c, reset sent b, reset received CLOSED c, closed c");
        QCOMPARE(world.reports.size(), std::size_t {1});
        QCOMPARE(world.reports[0].kind, Kind::Failed);
        QCOMPARE(world.reports[0].rule, RuleId::ConnectionRefused);
        QCOMPARE(world.tcp.liveCount(), std::size_t {0});
    }

    void aBrokerThatIsDownRefuses()
    {
        TcpWorld world;
        world.up = false;
        world.open();
        world.runOut();
        QCOMPARE(world.reports[0].rule, RuleId::ConnectionRefused);
        QVERIFY(world.acceptedConnections.empty());
    }

    void nobodyOnTheLocalNetworkIsUnreachableAfterThreeSeconds()
    {
        TcpWorld world;
        world.open(Target::Unreachable);
        world.runOut();
        COMPARE_STORY(world, "SYN-SENT c, closed c");
        QCOMPARE(world.reports[0].kind, Kind::Failed);
        QCOMPARE(world.reports[0].rule, RuleId::HostUnreachable);
        QCOMPARE(msOf(world.last(EventKind::Closed, Side::Client)->at), 3000);
    }

    void aSilentHostCostsSixRetriesAnd127Seconds()
    {
        TcpWorld world;
        world.open(Target::Silent);
        world.runOut();
        QCOMPARE(world.count(EventKind::SynDropped), 7);
        QCOMPARE(world.last(EventKind::SynDropped, Side::Network)->value, qint64 {7});
        QCOMPARE(world.reports[0].kind, Kind::Failed);
        QCOMPARE(world.reports[0].rule, RuleId::SynRetriesExhausted);
        QCOMPARE(msOf(world.last(EventKind::Closed, Side::Client)->at), 127'000);
        QCOMPARE(QString::fromStdString(world.problems()), QString());
    }

    void aDroppedSynIsRepeatedAfterASecond()
    {
        TcpWorld world;
        world.add(Fault::Kind::DropSyn);
        world.open();
        world.runFor(ms(500));
        world.remove(Fault::Kind::DropSyn);
        world.runFor(ms(1000));
        COMPARE_STORY(world, "SYN-SENT c, syn dropped n, SYN-RECEIVED b, ESTABLISHED c, ESTABLISHED b");
        QCOMPARE(msOf(world.trace[world.reports[0].cause].at), 1002);
    }

    void aConnectGivenUpLeavesTheBrokerNothing()
    {
        TcpWorld world;
        const ConnectionId id = world.open();
        world.close(Side::Client, id, RuleId::ConnectionSetupTimeout);
        world.runOut();
        COMPARE_STORY(world, "SYN-SENT c, closed c, SYN-RECEIVED b, reset sent c, reset received CLOSED b, closed b");
        QVERIFY(world.reports.empty());
        QVERIFY(world.ended.empty());
        QCOMPARE(world.last(EventKind::Closed, Side::Client)->rule, RuleId::ConnectionSetupTimeout);
        QCOMPARE(world.tcp.liveCount(), std::size_t {0});
    }

    void aHandshakeCutInTheMiddleEndsAtBothEnds()
    {
        TcpWorld world;
        world.open();
        world.run(kStart + ms(1)); // the SYN is there, the SYN-ACK is on its way
        world.add(Fault::Kind::Cut);
        world.runOut();
        QCOMPARE(world.reports.size(), std::size_t {1});
        QCOMPARE(world.reports[0].rule, RuleId::SynRetriesExhausted);
        QCOMPARE(world.last(EventKind::Closed, Side::Broker)->rule, RuleId::SynRetriesExhausted);
        QCOMPARE(world.tcp.liveCount(), std::size_t {0});
        QCOMPARE(QString::fromStdString(world.problems()), QString());
    }

    void portsRunOutAndComeBack()
    {
        TcpWorld world;
        std::vector<ConnectionId> ids;
        for (int i = 0; i < 28232; ++i)
            ids.push_back(world.open());
        world.runFor(ms(10));
        QCOMPARE(world.reports.size(), std::size_t {28232});
        world.open();
        QCOMPARE(world.reports.back().kind, Kind::Failed);
        QCOMPARE(world.reports.back().rule, RuleId::LocalPortsExhausted);

        world.close(Side::Client, ids[0], RuleId::ClientClosed);
        world.runFor(ms(10));
        world.close(Side::Broker, ids[0], RuleId::PeerClosed);
        world.runFor(ms(10)); // TIME-WAIT still holds the port
        world.open();
        QCOMPARE(world.reports.back().rule, RuleId::LocalPortsExhausted);
        world.runFor(ms(60'000));
        const std::size_t before = world.reports.size();
        world.open();
        world.runFor(ms(10));
        QCOMPARE(world.reports.size(), before + 1);
        QCOMPARE(world.reports.back().kind, Kind::Connected);
    }

    // -- closing --

    void whoClosesFirstEndsInTimeWait_data()
    {
        QTest::addColumn<int>("first");
        QTest::newRow("client") << static_cast<int>(Side::Client);
        QTest::newRow("broker") << static_cast<int>(Side::Broker);
    }
    void whoClosesFirstEndsInTimeWait()
    {
        QFETCH(int, first);
        const auto active = static_cast<Side>(first);
        const Side passive = active == Side::Client ? Side::Broker : Side::Client;
        TcpWorld world;
        const ConnectionId id = world.established();
        world.close(active, id, active == Side::Client ? RuleId::ClientIdleExpiry : RuleId::BrokerIdleExpiry);
        world.runFor(ms(5));
        world.close(passive, id, RuleId::PeerClosed);
        world.runFor(ms(5));
        QCOMPARE(world.tcp.state(active, id), TcpState::TimeWait);
        QCOMPARE(world.tcp.state(passive, id), TcpState::Closed);
        world.runOut();
        const QString expected = QStringLiteral(
            "fin sent FIN-WAIT-1 %1, fin received CLOSE-WAIT %2, FIN-WAIT-2 %1, fin sent LAST-ACK %2, "
            "fin received TIME-WAIT %1, closed %2, closed %1")
                                     .arg(active == Side::Client ? QChar(u'c') : QChar(u'b'),
                                         active == Side::Client ? QChar(u'b') : QChar(u'c'));
        QCOMPARE(QString::fromStdString(world.story()), expected);
        const trace::Event* end = world.last(EventKind::Closed, active);
        QCOMPARE(end->rule, RuleId::TimeWaitOver);
        QCOMPARE(world.last(EventKind::FinSent, passive)->rule, RuleId::PeerClosed);
        QCOMPARE(world.last(EventKind::FinSent, active)->rule,
            active == Side::Client ? RuleId::ClientIdleExpiry : RuleId::BrokerIdleExpiry);
        QCOMPARE(world.tcp.liveCount(), std::size_t {0});
        QCOMPARE(QString::fromStdString(world.problems()), QString());
    }

    void theProgramsHearOfAFinOnce()
    {
        TcpWorld world;
        const ConnectionId id = world.established();
        world.close(Side::Broker, id, RuleId::BrokerIdleExpiry);
        world.runFor(ms(5));
        QCOMPARE(world.reports.back().kind, Kind::Closed);
        QCOMPARE(world.reports.back().rule, RuleId::PeerClosed);
        QCOMPARE(world.reports.size(), std::size_t {2});
        QVERIFY(world.ended.empty()); // it closed itself

        const ConnectionId second = world.established();
        world.close(Side::Client, second, RuleId::ClientClosed);
        world.runFor(ms(5));
        QCOMPARE(world.ended, std::vector<ConnectionId> {second});
        QCOMPARE(world.endedByReset[0], false);
    }

    void bothCloseAtOnce()
    {
        TcpWorld world;
        const ConnectionId id = world.established();
        world.close(Side::Client, id, RuleId::ClientIdleExpiry);
        world.close(Side::Broker, id, RuleId::BrokerIdleExpiry);
        world.runOut();
        COMPARE_STORY(world,
            "fin sent FIN-WAIT-1 c, fin sent FIN-WAIT-1 b, fin received CLOSING b, fin received CLOSING c, TIME-WAIT "
            "c, "
            "TIME-WAIT b, closed c, closed b");
        QVERIFY(world.ended.empty());
        QCOMPARE(world.reports.size(), std::size_t {1});
    }

    void closeWaitLastsAsLongAsTheProgramDoesNotClose()
    {
        TcpWorld world;
        const ConnectionId id = world.established();
        world.close(Side::Broker, id, RuleId::BrokerIdleExpiry);
        world.runFor(ms(3'600'000));
        QCOMPARE(world.tcp.state(Side::Client, id), TcpState::CloseWait);
        // The broker's kernel has given its half up after a minute; an answer to the late FIN is a reset.
        QCOMPARE(world.tcp.state(Side::Broker, id), TcpState::Closed);
        QCOMPARE(world.last(EventKind::Closed, Side::Broker)->rule, RuleId::FinWait2Timeout);
        world.close(Side::Client, id, RuleId::PeerClosed);
        world.runOut();
        COMPARE_STORY(world,
            "fin sent FIN-WAIT-1 b, fin received CLOSE-WAIT c, FIN-WAIT-2 b, closed b, fin sent LAST-ACK c, reset "
            "sent b, "
            "reset received CLOSED c, closed c");
        QCOMPARE(world.tcp.liveCount(), std::size_t {0});
    }

    void halfClosedConnectionsStillCarryTheOtherDirection()
    {
        TcpWorld world;
        const ConnectionId id = world.established();
        world.request(id);
        world.runFor(ms(5));
        world.close(Side::Client, id, RuleId::ClientClosed);
        world.runFor(ms(5));
        // The broker answers before it reads the FIN; nobody reads the answer.
        world.respond(id);
        world.runOut();
        COMPARE_STORY(world,
            "fin sent FIN-WAIT-1 c, fin received CLOSE-WAIT b, FIN-WAIT-2 c, reset sent CLOSED c, closed c, "
            "reset received CLOSED b, closed b");
        QCOMPARE(world.ended.size(), std::size_t {1}); // told of the FIN, not again of the reset
    }

    void dataFollowedByAFinArrivesFirst()
    {
        TcpWorld world;
        const ConnectionId id = world.established();
        world.request(id);
        world.request(id);
        world.close(Side::Client, id, RuleId::ClientClosed);
        world.runFor(ms(5));
        QCOMPARE(world.requests, 2);
        QCOMPARE(world.tcp.state(Side::Broker, id), TcpState::CloseWait);
    }

    void closingWithUnreadDataResets()
    {
        TcpWorld world;
        const ConnectionId id = world.established();
        world.request(id);
        world.runFor(ms(2));
        world.respond(id);
        world.runFor(ms(2));
        world.close(Side::Client, id, RuleId::ClientClosed); // the response lies in the socket
        world.runOut();
        COMPARE_STORY(world, "reset sent CLOSED c, closed c, reset received CLOSED b, closed b");
        QCOMPARE(world.endedByReset, std::vector<bool> {true});
        QCOMPARE(world.last(EventKind::ResetReceived, Side::Broker)->rule, RuleId::ClientClosed);
    }

    void closingAfterReadingSendsAFin()
    {
        TcpWorld world;
        const ConnectionId id = world.established();
        world.request(id);
        world.runFor(ms(2));
        world.respond(id);
        world.runFor(ms(2));
        world.tcp.read(id);
        world.close(Side::Client, id, RuleId::ClientClosed);
        QCOMPARE(world.tcp.state(Side::Client, id), TcpState::FinWait1);
    }

    void aRequestToAnEndThatClosedIsAnsweredWithAReset()
    {
        TcpWorld world;
        const ConnectionId id = world.established();
        world.close(Side::Broker, id, RuleId::BrokerIdleExpiry);
        world.request(id); // the client does not know yet
        world.runOut();
        QCOMPARE(world.requests, 0);
        COMPARE_STORY(world,
            "fin sent FIN-WAIT-1 b, fin received CLOSE-WAIT c, reset sent CLOSED b, closed b, reset received CLOSED "
            "c, closed c");
        QCOMPARE(world.last(EventKind::ResetSent, Side::Broker)->rule, RuleId::SocketGone);
        QCOMPARE(world.reports.size(), std::size_t {2}); // connected, closed: once
    }

    // -- processes that die --

    void aKilledClientsKernelSendsFins()
    {
        TcpWorld world;
        const ConnectionId one = world.established();
        const ConnectionId two = world.established();
        world.open();
        world.tcp.killClient(ClientId {0}, world.now, world.root, RuleId::ProcessKilled);
        QCOMPARE(world.tcp.state(Side::Client, one), TcpState::FinWait1);
        QCOMPARE(world.tcp.state(Side::Client, two), TcpState::FinWait1);
        world.runFor(ms(10));
        QCOMPARE(world.ended.size(), std::size_t {2}); // the third was never accepted
        QCOMPARE(world.last(EventKind::FinSent, Side::Client)->rule, RuleId::ProcessKilled);
        QCOMPARE(world.reports.size(), std::size_t {2}); // only the two handshakes
    }

    void aKilledBrokersKernelResetsWhatWasNotRead()
    {
        TcpWorld world;
        const ConnectionId quiet = world.established();
        const ConnectionId one = world.established();
        const ConnectionId two = world.established();
        world.request(one);
        world.request(two);
        world.request(two); // the second one waits unread behind the first
        world.runFor(ms(5));
        world.events = world.trace.size();
        world.up = false;
        world.tcp.killBroker(BrokerId {0}, kNever, world.now, world.root, RuleId::BrokerKilled);
        COMPARE_STORY(world, "fin sent FIN-WAIT-1 b, fin sent FIN-WAIT-1 b, reset sent CLOSED b, closed b");
        world.runFor(ms(5));
        QCOMPARE(world.tcp.state(Side::Client, quiet), TcpState::CloseWait);
        QCOMPARE(world.tcp.state(Side::Client, one), TcpState::CloseWait);
        QCOMPARE(world.tcp.state(Side::Client, two), TcpState::None); // gone at both ends
        QCOMPARE(world.reports.back().rule, RuleId::ConnectionReset);
        QVERIFY(world.ended.empty()); // there is no program to tell
    }

    void aPausedBrokerHasNotReadWhatCameMeanwhile()
    {
        TcpWorld world;
        const ConnectionId id = world.established();
        const Instant paused = world.now;
        world.request(id);
        world.runFor(ms(5));
        world.tcp.killBroker(BrokerId {0}, paused, world.now, world.root, RuleId::BrokerKilled);
        QCOMPARE(world.tcp.state(Side::Broker, id), TcpState::Closed);
        QVERIFY(world.last(EventKind::ResetSent, Side::Broker) != nullptr);
    }

    void theNetworkResetsBothEnds()
    {
        TcpWorld world;
        const ConnectionId id = world.established();
        world.tcp.reset(id, world.now, world.root, RuleId::ConnectionReset);
        world.runOut();
        COMPARE_STORY(world, "reset sent n, reset received CLOSED c, closed c, reset received CLOSED b, closed b");
        QCOMPARE(world.reports.back().kind, Kind::Closed);
        QCOMPARE(world.reports.back().rule, RuleId::ConnectionReset);
        QCOMPARE(world.endedByReset, std::vector<bool> {true});
    }

    // -- a way that does not carry --

    void aCutShorterThanTheKernelsPatienceOnlyDelays()
    {
        TcpWorld world;
        const ConnectionId id = world.established(); // at 10 ms
        world.add(Fault::Kind::Cut);
        world.request(id);
        world.request(id);
        world.runFor(ms(1'000));
        QCOMPARE(world.requests, 0);
        world.remove(Fault::Kind::Cut);
        world.runFor(ms(1'000));
        QCOMPARE(world.requests, 2);
        // Sent again 200, 600 and 1400 ms after the first loss: the third one got through.
        QCOMPARE(world.count(EventKind::PacketDropped), 3);
        world.respond(id);
        world.runFor(ms(2));
        QCOMPARE(world.reports.back().kind, Kind::Received);
    }

    void aCutForEverEndsTheSenderOnlyAfterAQuarterOfAnHour()
    {
        TcpWorld world;
        const ConnectionId id = world.established();
        world.add(Fault::Kind::Cut);
        world.request(id);
        world.runFor(ms(924'000));
        QCOMPARE(world.tcp.state(Side::Client, id), TcpState::Established);
        world.runFor(ms(2'000));
        QCOMPARE(world.tcp.state(Side::Client, id), TcpState::Closed);
        QCOMPARE(world.reports.back().rule, RuleId::RetransmissionTimeout);
        QCOMPARE(world.tcp.state(Side::Broker, id), TcpState::Established); // nobody told it
        QCOMPARE(world.count(EventKind::PacketDropped), 16);
        QCOMPARE(QString::fromStdString(world.problems()), QString());
    }

    void aFinIntoACutIsGivenUpSoonerAndKeepaliveFindsTheOther()
    {
        TcpWorld world;
        const ConnectionId id = world.established();
        world.add(Fault::Kind::Cut);
        world.close(Side::Client, id, RuleId::RequestTimeout);
        world.runFor(ms(150'000));
        QCOMPARE(world.tcp.state(Side::Client, id), TcpState::Closed);
        QCOMPARE(world.last(EventKind::Closed, Side::Client)->rule, RuleId::RetransmissionTimeout);
        QCOMPARE(world.tcp.state(Side::Broker, id), TcpState::Established);
        world.runFor(ms(7'200'000 + 9 * 75'000));
        QCOMPARE(world.endedByReset, std::vector<bool> {true});
        QCOMPARE(world.last(EventKind::Closed, Side::Broker)->rule, RuleId::KeepaliveTimeout);
        QCOMPARE(world.tcp.liveCount(), std::size_t {0});
    }

    void aLostAcknowledgementOfAFinIsAskedForAgain()
    {
        TcpWorld world;
        const ConnectionId id = world.established();
        world.close(Side::Client, id, RuleId::ClientClosed);
        world.runFor(ms(1)); // the FIN is there
        world.add(Fault::Kind::Cut);
        world.runFor(ms(100));
        QCOMPARE(world.tcp.state(Side::Client, id), TcpState::FinWait1);
        QCOMPARE(world.tcp.state(Side::Broker, id), TcpState::CloseWait);
        world.remove(Fault::Kind::Cut);
        world.runFor(ms(1'000));
        QCOMPARE(world.tcp.state(Side::Client, id), TcpState::FinWait2);
        QCOMPARE(world.count(EventKind::FinReceived), 1);
        world.close(Side::Broker, id, RuleId::PeerClosed);
        world.runOut();
        QCOMPARE(QString::fromStdString(world.problems()), QString());
        QCOMPARE(world.tcp.liveCount(), std::size_t {0});
    }

    void keepaliveKeepsQuietConnectionsForDays()
    {
        TcpWorld world;
        const ConnectionId id = world.established();
        world.runFor(ms(72 * 3'600'000));
        QCOMPARE(world.tcp.state(Side::Client, id), TcpState::Established);
        QCOMPARE(world.tcp.state(Side::Broker, id), TcpState::Established);
        QCOMPARE(world.trace.size(), world.events); // nothing that anybody saw
    }

    // -- a middlebox --

    void aMiddleboxForgetsSilentlyAndTheRequestVanishes()
    {
        scenario::NetworkSpec spec = TcpWorld::quiet();
        spec.middlebox.idle = ms(350'000);
        TcpWorld world(spec);
        const ConnectionId id = world.established();
        world.runFor(ms(300'000));
        world.request(id); // keeps the entry alive
        world.runFor(ms(1'000));
        world.respond(id);
        world.runFor(ms(349'000));
        QCOMPARE(world.count(EventKind::FlowForgotten), 0);
        world.runFor(ms(2'000));
        const trace::Event* forgotten = world.last(EventKind::FlowForgotten, Side::Network);
        QVERIFY(forgotten != nullptr);
        QCOMPARE(forgotten->value, qint64 {350'000'000'000});
        QCOMPARE(msOf(forgotten->at), 10 + 301'000 + 1 + 350'000);

        const int before = world.requests;
        world.request(id);
        world.runFor(ms(30'000));
        QCOMPARE(world.requests, before);
        QCOMPARE(world.last(EventKind::PacketDropped, Side::Network)->rule, RuleId::MiddleboxForgot);
        QCOMPARE(world.trace.text(world.last(EventKind::PacketDropped, Side::Network)->text),
            std::string_view("PRODUCE request"));
        QCOMPARE(world.tcp.state(Side::Client, id), TcpState::Established);
        QCOMPARE(world.tcp.state(Side::Broker, id), TcpState::Established);
        world.close(Side::Client, id, RuleId::RequestTimeout);
        world.runFor(ms(200'000));
        QCOMPARE(world.tcp.state(Side::Client, id), TcpState::Closed);
        QCOMPARE(world.tcp.state(Side::Broker, id), TcpState::Established); // for hours, or until its own idle limit
    }

    void aMiddleboxMayAnswerWithAReset()
    {
        scenario::NetworkSpec spec = TcpWorld::quiet();
        spec.middlebox = {ms(350'000), true};
        TcpWorld world(spec);
        const ConnectionId id = world.established();
        world.runFor(ms(400'000));
        world.events = world.trace.size();
        world.request(id);
        world.runFor(ms(10));
        COMPARE_STORY(world, "reset sent n, reset received CLOSED c, closed c");
        QCOMPARE(world.reports.back().rule, RuleId::ConnectionReset);
        QCOMPARE(world.last(EventKind::ResetReceived, Side::Client)->rule, RuleId::MiddleboxForgot);
        QCOMPARE(world.tcp.state(Side::Broker, id), TcpState::Established);
    }

    // -- in any order --

    void anyMixtureOfWishesAndFaultsWalksTheTableAndEnds()
    {
        RC_QVERIFY("both ends walk RFC 9293 and nothing is left behind", [](std::uint64_t seed) {
            Rng rng(seed);
            scenario::NetworkSpec spec;
            spec.link.latency = ms(1);
            spec.link.jitter = ms(2);
            spec.link.loss = rng.chance(0.5) ? 0.1 : 0;
            if (rng.chance(0.3))
                spec.middlebox = {ms(5'000), rng.chance(0.5)};
            TcpWorld world(spec);
            std::vector<ConnectionId> ids;
            for (int step = 0; step < 120; ++step) {
                if (ids.empty() || rng.below(6) == 0)
                    ids.push_back(
                        world.open(rng.below(8) == 0 ? static_cast<Target>(rng.below(4)) : Target::Listener));
                const ConnectionId id = ids[static_cast<std::size_t>(rng.below(ids.size()))];
                switch (rng.below(12)) {
                case 0:
                    world.close(Side::Client, id, RuleId::ClientClosed);
                    break;
                case 1:
                    world.close(Side::Broker, id, RuleId::BrokerIdleExpiry);
                    break;
                case 2:
                    world.tcp.reset(id, world.now, world.root, RuleId::ConnectionReset);
                    break;
                case 3:
                    world.add(static_cast<Fault::Kind>(rng.below(3)));
                    break;
                case 4:
                    world.remove(static_cast<Fault::Kind>(rng.below(3)));
                    break;
                case 5:
                    world.up = !world.up;
                    if (!world.up)
                        world.tcp.killBroker(BrokerId {0}, kNever, world.now, world.root, RuleId::BrokerKilled);
                    break;
                case 6:
                    if (rng.below(5) == 0)
                        world.tcp.killClient(ClientId {0}, world.now, world.root, RuleId::ProcessKilled);
                    break;
                case 7:
                    world.respond(id);
                    break;
                default:
                    world.request(id);
                    break;
                }
                world.runFor(Duration {static_cast<std::int64_t>(rng.below(std::uint64_t {1} << rng.below(34)))});
            }
            for (const ConnectionId id : ids) {
                world.close(Side::Client, id, RuleId::ClientClosed);
                world.close(Side::Broker, id, RuleId::PeerClosed);
            }
            world.runOut();
            RC_ASSERT(world.problems() == std::string());
            RC_ASSERT(world.leftovers() == std::string());
            RC_ASSERT(world.tcp.segmentsInAir() == 0U);
            RC_ASSERT(world.pending() == 0U);
        });
    }
};

QTEST_GUILESS_MAIN(TestTcp)
#include "tst_tcp.moc"
