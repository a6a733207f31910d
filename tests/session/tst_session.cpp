// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simulation.h"

#include "session/fakes.h"
#include "session/small.h"
#include "trace/causes.h"
#include "trace/tcpcheck.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <set>
#include <stdexcept>

using namespace connscope;
using namespace connscope::test;
using scenario::Action;
using trace::EventKind;
using trace::RuleId;
using trace::Side;
using trace::TcpState;
using trace::Trace;

namespace {

Instant at(std::int64_t milliseconds) { return kStart + ms(milliseconds); }

Trace play(
    const scenario::Scenario& scenario, const sim::Options& options = {}, sim::Statistics* statistics = nullptr)
{
    auto simulation = session::makeSession(scenario, options, test::fakeFactories());
    if (!simulation)
        throw std::runtime_error(simulation.error().toString());
    (*simulation)->runUntil(kNever);
    if (statistics)
        *statistics = (*simulation)->statistics();
    return (*simulation)->takeTrace();
}

std::string errorOf(const scenario::Scenario& scenario, const sim::Options& options = {})
{
    auto simulation = session::makeSession(scenario, options, test::fakeFactories());
    return simulation ? std::string() : simulation.error().toString();
}

std::vector<EventId> all(const Trace& trace, EventKind kind)
{
    std::vector<EventId> ids;
    for (std::uint32_t i = 0; i < trace.size(); ++i) {
        if (trace[i].kind == kind)
            ids.push_back(EventId {i});
    }
    return ids;
}

int count(const Trace& trace, EventKind kind) { return static_cast<int>(all(trace, kind).size()); }

const trace::Event& first(const Trace& trace, EventKind kind)
{
    const auto ids = all(trace, kind);
    if (ids.empty())
        throw std::runtime_error("no event " + std::string(trace::kindName(kind)));
    return trace[ids.front()];
}

const trace::Event& last(const Trace& trace, EventKind kind)
{
    const auto ids = all(trace, kind);
    if (ids.empty())
        throw std::runtime_error("no event " + std::string(trace::kindName(kind)));
    return trace[ids.back()];
}

qint64 msOf(const trace::Event& e) { return toMs(e.at.time_since_epoch()); }

/// "" if the trace keeps the promises of a simulation.
QString broken(const Trace& trace)
{
    std::string text;
    for (const auto& problem : trace::checkTcp(trace))
        text += problem.message + '\n';
    for (const auto& problem : trace::verifyCauses(trace))
        text += problem.message + '\n';
    return QString::fromStdString(text);
}

std::string bytes(const Trace& trace)
{
    std::string out;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const trace::Event& e = trace[i];
        out += std::to_string(toNs(e.at)) + ' ' + std::string(trace::kindName(e.kind)) + ' '
            + std::to_string(e.cause.value) + ' ' + std::to_string(e.connection.value) + ' ' + std::to_string(e.value)
            + ' ' + std::string(trace.text(e.text)) + ' ' + std::string(trace::ruleName(e.rule)) + '\n';
    }
    return out;
}

} // namespace

class TestSession : public QObject {
    Q_OBJECT

private slots:
    // -- the plain run --

    void aClientConnectsAsksAndIsAnswered()
    {
        sim::Statistics statistics;
        const Trace trace = play(small(), {}, &statistics);
        QCOMPARE(broken(trace), QString());
        QCOMPARE(trace[0].kind, EventKind::Action);
        QCOMPARE(trace[0].rule, RuleId::StartOfWorld);
        QCOMPARE(trace[0].cause, EventId {});
        QCOMPARE(count(trace, EventKind::ConnectStarted), 1);
        QCOMPARE(count(trace, EventKind::Connected), 1);
        QCOMPARE(count(trace, EventKind::RequestSent), 30);
        QCOMPARE(count(trace, EventKind::ResponseReceived), 30);
        QCOMPARE(first(trace, EventKind::TcpState).broker, BrokerId {0});
        QCOMPARE(statistics.end, kStart + seconds(3));
        QVERIFY(!statistics.stoppedEarly);
        QVERIFY(statistics.polls > 60 && statistics.schedulerEvents > 120);
        QVERIFY(statistics.meanPending() > 0 && statistics.meanPending() < 100);
        QCOMPARE(trace.header().title, std::string("small"));
        QCOMPARE(trace.header().seed, std::uint64_t {1});
    }

    void everyChainOfCausesGoesBackToTheStart()
    {
        const Trace trace = play(small(3));
        for (std::uint32_t i = 1; i < trace.size(); ++i) {
            const auto chain = trace::causeChain(trace, EventId {i});
            QVERIFY2(chain.back() == EventId {0}, qPrintable(QStringLiteral("event %1").arg(i)));
        }
        QCOMPARE(trace.text(trace[first(trace, EventKind::ClientCreated).cause].text),
            std::string_view("start client client"));
    }

    void aProcessNoticesTogetherWhatCameInOneTurn()
    {
        auto scenario = small(3);
        scenario.network.link.jitter = Duration::zero(); // all three handshakes end at the same instant
        scenario.network.turn = ms(5);
        const Trace trace = play(scenario);
        const auto connected = all(trace, EventKind::Connected);
        QCOMPARE(connected.size(), std::size_t {3});
        QCOMPARE(trace[connected[0]].at, trace[connected[2]].at);
        const trace::Event& handshake = trace[trace[connected[0]].cause];
        QCOMPARE(handshake.state, TcpState::Established);
        QCOMPARE(trace[connected[0]].at - handshake.at, Duration {ms(5)});
    }

    // -- clients --

    void instancesStartOneAfterTheOther()
    {
        auto scenario = small();
        scenario.clients[0].count = 3;
        scenario.clients[0].start = ms(500);
        scenario.clients[0].stagger = ms(250);
        const Trace trace = play(scenario);
        const auto created = all(trace, EventKind::ClientCreated);
        QCOMPARE(created.size(), std::size_t {3});
        for (int i = 0; i < 3; ++i) {
            const trace::Event& e = trace[created[static_cast<std::size_t>(i)]];
            QCOMPARE(msOf(e), qint64 {500 + 250 * i});
            QCOMPARE(trace.text(e.text), "consumer-test-" + std::to_string(i + 1));
            QCOMPARE(trace.text(trace[e.cause].text), "start client client[" + std::to_string(i + 1) + ']');
        }
    }

    void clientsNameThemselvesByTheirVersionsRule_data()
    {
        QTest::addColumn<QByteArray>("profile");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("name");
        const int producer = static_cast<int>(trace::ClientKind::Producer);
        const int consumer = static_cast<int>(trace::ClientKind::Consumer);
        const int admin = static_cast<int>(trace::ClientKind::Admin);
        QTest::newRow("consumer 2.3") << QByteArray("java-2.3") << consumer << QByteArray("group.id")
                                      << QByteArray("g") << QByteArray("consumer-1");
        QTest::newRow("consumer 2.8") << QByteArray("java-2.8") << consumer << QByteArray("group.id")
                                      << QByteArray("g") << QByteArray("consumer-g-1");
        QTest::newRow("consumer without group")
            << QByteArray("java-3.9") << consumer << QByteArray() << QByteArray() << QByteArray("consumer-null-1");
        QTest::newRow("producer") << QByteArray("java-2.1") << producer << QByteArray() << QByteArray()
                                  << QByteArray("producer-1");
        QTest::newRow("transactional") << QByteArray("java-3.9") << producer << QByteArray("transactional.id")
                                       << QByteArray("tx") << QByteArray("producer-tx");
        QTest::newRow("transactional 2.3") << QByteArray("java-2.3") << producer << QByteArray("transactional.id")
                                           << QByteArray("tx") << QByteArray("producer-1");
        QTest::newRow("admin") << QByteArray("java-3.9") << admin << QByteArray() << QByteArray()
                               << QByteArray("adminclient-1");
        QTest::newRow("its own") << QByteArray("java-3.9") << producer << QByteArray("client.id")
                                 << QByteArray("mine") << QByteArray("mine");
    }
    void clientsNameThemselvesByTheirVersionsRule()
    {
        QFETCH(QByteArray, profile);
        QFETCH(int, kind);
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, name);
        auto scenario = small();
        scenario.clients[0].kind = static_cast<trace::ClientKind>(kind);
        scenario.clients[0].config = {{"bootstrap.servers", "kafka-0:9092"}};
        if (!key.isEmpty())
            scenario.clients[0].config.emplace_back(key.toStdString(), value.toStdString());
        sim::Options options;
        options.profile = profile.toStdString();
        const Trace trace = play(scenario, options);
        QCOMPARE(trace.text(first(trace, EventKind::ClientCreated).text), std::string_view(name.constData()));
        QCOMPARE(trace.header().profile, profile.toStdString());
    }

    void killMinusNineLeavesTheClosingToTheKernel()
    {
        auto scenario = small();
        auto kill = action(Action::Kind::KillClient, at(1'050));
        kill.client = "client";
        scenario.actions = {kill};
        const Trace trace = play(scenario);
        QCOMPARE(broken(trace), QString());
        const trace::Event& killed = first(trace, EventKind::ClientKilled);
        QCOMPARE(trace.text(trace[killed.cause].text), std::string_view("kill-client client"));
        const trace::Event& fin = first(trace, EventKind::FinSent);
        QCOMPARE(fin.side, Side::Client);
        QCOMPARE(fin.rule, RuleId::ProcessKilled);
        QCOMPARE(trace[fin.cause].kind, EventKind::ClientKilled);
        QCOMPARE(count(trace, EventKind::Disconnected), 0);
        QCOMPARE(last(trace, EventKind::FinSent).rule, RuleId::PeerClosed); // the broker follows
        QVERIFY(msOf(last(trace, EventKind::RequestSent)) < 1'050);
    }

    void aPausedClientStaysInCloseWaitUntilItRuns()
    {
        auto scenario = small();
        auto pause = action(Action::Kind::PauseClient, at(1'000));
        pause.duration = seconds(1);
        scenario.actions = {pause, action(Action::Kind::StopBroker, at(1'500), 0)};
        const Trace trace = play(scenario);
        QCOMPARE(broken(trace), QString());
        QCOMPARE(msOf(first(trace, EventKind::ClientPaused)), qint64 {1'000});
        QCOMPARE(msOf(first(trace, EventKind::ClientResumed)), qint64 {2'000});
        const trace::Event& seen = first(trace, EventKind::FinReceived);
        QCOMPARE(seen.state, TcpState::CloseWait);
        QCOMPARE(seen.side, Side::Client);
        QVERIFY(msOf(seen) >= 1'500 && msOf(seen) < 1'501);
        QCOMPARE(msOf(first(trace, EventKind::Disconnected)), qint64 {2'000}); // only now
        const auto fins = all(trace, EventKind::FinSent);
        QCOMPARE(trace[fins[0]].rule, RuleId::BrokerStopped);
        QCOMPARE(trace[fins[1]].state, TcpState::LastAck);
        QCOMPARE(msOf(trace[fins[1]]), qint64 {2'000});
    }

    void closeIsPassedOnToTheProgram()
    {
        auto scenario = small();
        scenario.actions = {action(Action::Kind::CloseClient, at(1'000))};
        const Trace trace = play(scenario);
        QCOMPARE(broken(trace), QString());
        QCOMPARE(msOf(first(trace, EventKind::ClientClosed)), qint64 {1'000});
        QCOMPARE(first(trace, EventKind::FinSent).rule, RuleId::ClientClosed);
        QCOMPARE(trace[first(trace, EventKind::FinSent).cause].kind, EventKind::Action);
    }

    void aRecreatedClientIsANewOneWithItsNewSettings()
    {
        auto scenario = small(2);
        auto recreate = action(Action::Kind::RecreateClient, at(1'000));
        recreate.config = {{"bootstrap.servers", "kafka-1:9092"}};
        scenario.actions = {recreate};
        const Trace trace = play(scenario);
        QCOMPARE(broken(trace), QString());
        const auto created = all(trace, EventKind::ClientCreated);
        QCOMPARE(created.size(), std::size_t {2});
        QVERIFY(trace[created[0]].client != trace[created[1]].client);
        QCOMPARE(trace.text(trace[created[1]].text), std::string_view("consumer-test-2")); // the machine counts on
        QCOMPARE(trace.text(trace[trace[created[1]].cause].text),
            std::string_view("recreate-client * bootstrap.servers=kafka-1:9092"));
        QCOMPARE(count(trace, EventKind::ClientClosed), 1);
        QCOMPARE(trace.text(last(trace, EventKind::ConnectStarted).text), std::string_view("kafka-1"));
        QCOMPARE(count(trace, EventKind::ConnectStarted), 3);
    }

    void recreatingAKilledClientStartsIt()
    {
        auto scenario = small();
        scenario.actions
            = {action(Action::Kind::KillClient, at(1'000)), action(Action::Kind::RecreateClient, at(2'000))};
        const Trace trace = play(scenario);
        QCOMPARE(count(trace, EventKind::ClientCreated), 2);
        QCOMPARE(msOf(last(trace, EventKind::ClientCreated)), qint64 {2'000});
    }

    // -- brokers --

    void aKilledBrokerClosesThroughItsKernelAndRefuses()
    {
        auto scenario = small();
        scenario.actions
            = {action(Action::Kind::KillBroker, at(1'050), 0), action(Action::Kind::StartBroker, at(2'500), 0)};
        const Trace trace = play(scenario);
        QCOMPARE(broken(trace), QString());
        const trace::Event& fin = first(trace, EventKind::FinSent);
        QCOMPARE(fin.side, Side::Broker);
        QCOMPARE(fin.rule, RuleId::BrokerKilled);
        QCOMPARE(trace[fin.cause].kind, EventKind::BrokerDown);
        QCOMPARE(first(trace, EventKind::ConnectFailed).rule, RuleId::ConnectionRefused); // a second later
        QCOMPARE(count(trace, EventKind::Connected), 1); // the next attempt comes after the end
        scenario.until = seconds(4);
        const Trace longer = play(scenario);
        QCOMPARE(count(longer, EventKind::Connected), 2);
    }

    void aRestartedBrokerIsDownForAsLongAsItSays()
    {
        auto scenario = small();
        scenario.until = seconds(4);
        const int starts = count(play(scenario), EventKind::Action);
        auto restart = action(Action::Kind::RestartBroker, at(1'000), 0);
        restart.duration = ms(700);
        scenario.actions = {restart};
        const Trace trace = play(scenario);
        QCOMPARE(broken(trace), QString());
        QCOMPARE(count(trace, EventKind::Action), starts + 1); // one action, whatever it takes
        QCOMPARE(msOf(first(trace, EventKind::BrokerDown)), qint64 {1'000});
        QCOMPARE(msOf(last(trace, EventKind::BrokerUp)), qint64 {1'700});
        scenario.actions.front().duration = {};
        QCOMPARE(msOf(last(play(scenario), EventKind::BrokerUp)), qint64 {1'000});
    }

    void aPausedBrokersKernelStillAcceptsButNobodyAnswers()
    {
        auto scenario = small();
        scenario.clients[0].start = ms(1'000);
        auto pause = action(Action::Kind::PauseBroker, at(500), 0);
        pause.duration = seconds(1);
        scenario.actions = {pause};
        const Trace trace = play(scenario);
        QVERIFY(msOf(first(trace, EventKind::Connected)) < 1'002);
        QVERIFY(msOf(first(trace, EventKind::ResponseSent)) >= 1'500);
        QCOMPARE(msOf(first(trace, EventKind::BrokerResumed)), qint64 {1'500});
    }

    void aSlowBrokerAnswersLater()
    {
        auto scenario = small();
        auto slow = action(Action::Kind::SlowBroker, kStart, 0);
        slow.duration = ms(70);
        scenario.actions = {slow};
        const Trace trace = play(scenario);
        const trace::Event& sent = first(trace, EventKind::ResponseSent);
        QVERIFY(sent.at - trace[sent.cause].at >= ms(70));
        QCOMPARE(trace.text(all(trace, EventKind::Action).size() > 1 ? trace[all(trace, EventKind::Action)[1]].text
                                                                     : TextId {0}),
            std::string_view("start client client"));
        QCOMPARE(trace.text(trace[first(trace, EventKind::BrokerSlow).cause].text),
            std::string_view("slow-broker 0 by 70ms"));
    }

    void theCourseLetsTheBrokerCloseAfterTheClientsLimit()
    {
        // The client passes its limit with the wish; the session hands it to the broker. Here by the network's door.
        auto scenario = small();
        auto factories = test::fakeFactories();
        const auto makeClient = factories.client;
        struct Limited final : client::Brain {
            std::unique_ptr<client::Brain> inner;
            Instant poll(
                Instant now, std::vector<client::Report>& reports, std::vector<client::Wish>& wishes) override
            {
                const Instant next = inner->poll(now, reports, wishes);
                for (client::Wish& wish : wishes) {
                    if (auto* open = std::get_if<client::OpenWish>(&wish))
                        open->idleLimitAtBroker = ms(1'000);
                }
                return next;
            }
            void append(std::vector<client::Step>) override { }
            void replaceScript(std::vector<client::Step>, EventId) override { }
            bool isClosed() const override { return false; }
        };
        factories.client
            = [&](client::ClientSpec spec, const client::Environment& environment, Instant now, EventId cause) {
                  auto limited = std::make_unique<Limited>();
                  limited->inner = makeClient(std::move(spec), environment, now, cause);
                  return limited;
              };
        auto simulation = session::makeSession(scenario, {}, factories);
        QVERIFY(simulation.has_value());
        (*simulation)->runUntil(kNever);
        QCOMPARE(first((*simulation)->trace(), EventKind::FinSent).rule, RuleId::CourseBrokerIdleExpiry);
    }

    // -- the network --

    void aCutLinkDelaysAndHealsByItself()
    {
        auto scenario = small();
        auto cut = action(Action::Kind::CutLink, at(1'050), 0);
        cut.duration = ms(900);
        scenario.actions = {cut};
        const Trace trace = play(scenario);
        QCOMPARE(broken(trace), QString());
        QCOMPARE(trace.text(first(trace, EventKind::LinkCut).text), std::string_view("every client - broker 0"));
        QCOMPARE(msOf(first(trace, EventKind::LinkHealed)), qint64 {1'950});
        QVERIFY(count(trace, EventKind::PacketDropped) > 0);
        QCOMPARE(count(trace, EventKind::Disconnected), 0);
        bool answeredInBetween = false;
        for (const EventId id : all(trace, EventKind::ResponseReceived))
            answeredInBetween = answeredInBetween || (msOf(trace[id]) > 1'060 && msOf(trace[id]) < 1'950);
        QVERIFY(!answeredInBetween);
        QVERIFY(msOf(last(trace, EventKind::ResponseReceived)) > 2'800);
    }

    void refusalsAndDroppedSynsEndWhenTheyAreTakenBack()
    {
        auto scenario = small(2);
        auto refuse = action(Action::Kind::RefuseConnections, kStart, 0);
        refuse.duration = ms(500);
        scenario.clients[0].start = ms(100);
        scenario.actions
            = {refuse, action(Action::Kind::DropSyn, kStart, 1), action(Action::Kind::AcceptSyn, at(700), 1)};
        const Trace trace = play(scenario);
        QCOMPARE(broken(trace), QString());
        QCOMPARE(first(trace, EventKind::ConnectFailed).rule, RuleId::ConnectionRefused);
        QCOMPARE(count(trace, EventKind::SynDropped), 1);
        QCOMPARE(first(trace, EventKind::SynDropped).broker, BrokerId {1});
        QCOMPARE(count(trace, EventKind::Connected), 2); // both at 1.1 s: a new attempt, and a repeated SYN
    }

    void aResetHitsTheConnectionsThatItNames()
    {
        auto scenario = small(3);
        auto byNode = action(Action::Kind::ResetConnection, at(1'000));
        byNode.node = "-2";
        auto byQuery = action(Action::Kind::ResetConnection, at(1'500));
        byQuery.node = "node = -3";
        scenario.actions = {byNode, byQuery};
        const Trace trace = play(scenario);
        QCOMPARE(broken(trace), QString());
        const auto resets = all(trace, EventKind::ResetSent);
        QCOMPARE(resets.size(), std::size_t {2});
        QCOMPARE(trace[resets[0]].node, NodeId {-2});
        QCOMPARE(trace[resets[1]].node, NodeId {-3});
        QCOMPARE(trace[resets[0]].side, Side::Network);
        QCOMPARE(count(trace, EventKind::Disconnected), 2);
        QCOMPARE(first(trace, EventKind::Disconnected).rule, RuleId::ConnectionReset);
    }

    // -- the cluster --

    void whatIsDoneToTheClusterIsTheCauseOfWhatItWrites()
    {
        auto scenario = small(2);
        auto leader = action(Action::Kind::MoveLeader, at(100), 1);
        leader.topic = "t4";
        auto coordinator = action(Action::Kind::MoveCoordinator, at(200), 1);
        coordinator.group = "test";
        auto topic = action(Action::Kind::CreateTopic, at(300));
        topic.topic = "t5";
        auto config = action(Action::Kind::SetBrokerConfig, at(400), 1);
        config.config = {{"max.connections.per.ip", "5"}};
        auto mark = action(Action::Kind::Mark, at(500));
        mark.text = "here";
        auto wrong = action(Action::Kind::MoveLeader, at(600), 1);
        wrong.topic = "nowhere";
        scenario.actions = {leader, coordinator, topic, config, mark, wrong};
        const Trace trace = play(scenario);
        const auto causeText = [&](EventKind kind) { return trace.text(trace[first(trace, kind).cause].text); };
        QCOMPARE(causeText(EventKind::LeaderMoved), std::string_view("move-leader t4-0 to 1"));
        QCOMPARE(causeText(EventKind::CoordinatorMoved), std::string_view("move-coordinator test to 1"));
        QCOMPARE(causeText(EventKind::TopicCreated), std::string_view("create-topic t5"));
        QCOMPARE(
            causeText(EventKind::ConfigChanged), std::string_view("set-broker-config 1 max.connections.per.ip=5"));
        QCOMPARE(trace.text(first(trace, EventKind::Mark).text), std::string_view("here"));
        QCOMPARE(trace.text(last(trace, EventKind::Mark).text), std::string_view("there is no topic nowhere"));
    }

    // -- when --

    void actionsRepeat()
    {
        auto scenario = small();
        auto mark = action(Action::Kind::Mark, at(100));
        mark.text = "tick";
        mark.every = ms(200);
        mark.times = 5;
        auto endless = mark;
        endless.text = "tock";
        endless.times = 0;
        scenario.actions = {mark, endless};
        const Trace trace = play(scenario);
        int ticks = 0;
        int tocks = 0;
        for (const EventId id : all(trace, EventKind::Mark)) {
            (trace.text(trace[id].text) == "tick" ? ticks : tocks)++;
        }
        QCOMPARE(ticks, 5);
        QCOMPARE(tocks, 15); // 100 ms to 2.9 s
    }

    void aConditionOnEventsHoldsOnceAndIsTheCause()
    {
        auto scenario = small();
        Action mark;
        mark.kind = Action::Kind::Mark;
        mark.text = "answered";
        mark.when = *trace::Query::parse("kind = \"response received\"");
        mark.after = ms(50);
        scenario.actions = {mark};
        const Trace trace = play(scenario);
        const auto marks = all(trace, EventKind::Mark);
        QCOMPARE(marks.size(), std::size_t {1});
        const trace::Event& cause = trace[trace[marks[0]].cause];
        QCOMPARE(cause.kind, EventKind::ResponseReceived);
        QCOMPARE(trace[marks[0]].at - cause.at, Duration {ms(50)});
        QVERIFY(trace[marks[0]].cause == all(trace, EventKind::ResponseReceived).front());
    }

    void aConditionOnTheWorldSeesTheStateOfTheMoment()
    {
        auto scenario = small();
        auto kill = action(Action::Kind::KillBroker, at(1'050), 0);
        Action start = action(Action::Kind::StartBroker, kStart, 0);
        start.at.reset();
        start.when = *trace::Query::parse("tcp.client = CLOSE-WAIT");
        scenario.actions = {kill, start};
        const Trace trace = play(scenario);
        const trace::Event& up = last(trace, EventKind::BrokerUp);
        QCOMPARE(trace[trace[up.cause].cause].kind, EventKind::FinReceived);
        QCOMPARE(count(trace, EventKind::ConnectFailed), 0); // it was back in time
    }

    void aConditionMayWaitForTimeToPass()
    {
        auto scenario = small();
        auto pause = action(Action::Kind::PauseBroker, at(1'050), 0); // no answers from now on
        Action mark;
        mark.kind = Action::Kind::Mark;
        mark.text = "long idle";
        mark.when = *trace::Query::parse("idle > 1s");
        scenario.actions = {pause, mark};
        const Trace trace = play(scenario);
        const auto marks = all(trace, EventKind::Mark);
        QCOMPARE(marks.size(), std::size_t {1});
        const trace::Event& asked = last(trace, EventKind::RequestSent);
        QVERIFY2(trace[marks[0]].at - asked.at >= ms(1'000) && trace[marks[0]].at - asked.at < ms(1'200),
            qPrintable(QString::number(msOf(trace[marks[0]]))));
    }

    void aConditionOnTimeIsMetAtTheVeryInstant_data()
    {
        QTest::addColumn<QByteArray>("query");
        QTest::addColumn<int>("from"); // 0: the start of the world, 1: the connection's opening, 2: its last request
        QTest::addColumn<qint64>("ns");
        const auto row
            = [](const char* query, int from, qint64 ns) { QTest::newRow(query) << QByteArray(query) << from << ns; };
        row("idle > 1s", 2, 1'000'000'001);
        row("idle >= 1s", 2, 1'000'000'000);
        row("idle = 1s", 2, 1'000'000'000);
        row("idle > 990ms and idle < 991ms", 2, 990'000'001); // a window that a grid of 100 ms misses
        row("not (idle <= 700ms) and open = true", 2, 700'000'001);
        row("age > 1234567us", 1, 1'234'567'001);
        row("t > 1777ms", 0, 1'777'000'001);
        row("t >= 1777ms and idle.broker > 1us", 0, 1'777'000'000);
        row("paused = true and age > 1s", 0, 2'000'000'000); // nothing of its own happens to the connection
    }
    void aConditionOnTimeIsMetAtTheVeryInstant()
    {
        QFETCH(QByteArray, query);
        QFETCH(int, from);
        QFETCH(qint64, ns);
        auto scenario = small();
        auto pause = action(Action::Kind::PauseBroker, at(1'050), 0); // no answers from now on
        auto pauseClient = action(Action::Kind::PauseClient, at(2'000));
        Action mark;
        mark.kind = Action::Kind::Mark;
        mark.text = "hit";
        mark.when = *trace::Query::parse(query.toStdString());
        scenario.actions = {pause, pauseClient, mark};
        const Trace trace = play(scenario);
        const auto marks = all(trace, EventKind::Mark);
        QCOMPARE(marks.size(), std::size_t {1});
        const Instant origin = from == 0 ? kStart
            : from == 1                  ? first(trace, EventKind::ConnectStarted).at
                                         : last(trace, EventKind::RequestSent).at;
        QCOMPARE((trace[marks[0]].at - origin).count(), ns);
    }

    // -- limits --

    void aRunStopsAtItsNumberOfEvents()
    {
        auto scenario = small();
        scenario.until = seconds(1'000'000);
        sim::Options options;
        options.maxEvents = 12'000;
        sim::Statistics statistics;
        const Trace trace = play(scenario, options, &statistics);
        QVERIFY(statistics.stoppedEarly);
        const trace::Event& stopped = trace[trace.size() - 1];
        QCOMPARE(stopped.kind, EventKind::Stopped);
        QCOMPARE(stopped.rule, RuleId::RunLimit);
        const QString text = QString::fromUtf8(
            trace.text(stopped.text).data(), static_cast<qsizetype>(trace.text(stopped.text).size()));
        QVERIFY2(
            text.startsWith(QLatin1String("stopped at 12,00")) && text.contains(QLatin1String("raise max-events")),
            qPrintable(text));
        QVERIFY(trace.size() < 12'050);
    }

    void aRunStopsWhenBatchesPileUp()
    {
        struct Hoarder final : client::Brain {
            explicit Hoarder(client::Commons* c)
                : commons(c)
            {
            }
            Instant poll(Instant now, std::vector<client::Report>&, std::vector<client::Wish>&) override
            {
                commons->addWaiting(1'000'000);
                return now + ms(1);
            }
            void append(std::vector<client::Step>) override { }
            void replaceScript(std::vector<client::Step>, EventId) override { }
            bool isClosed() const override { return false; }
            client::Commons* commons;
        };
        auto factories = test::fakeFactories();
        factories.client = [](client::ClientSpec, const client::Environment& environment, Instant, EventId) {
            return std::make_unique<Hoarder>(environment.commons);
        };
        auto simulation = session::makeSession(small(), {}, factories);
        QVERIFY(simulation.has_value());
        QVERIFY(!(*simulation)->runUntil(kNever));
        const Trace& trace = (*simulation)->trace();
        const trace::Event& stopped = trace[trace.size() - 1];
        QCOMPARE(stopped.rule, RuleId::RunLimit);
        const std::string text(trace.text(stopped.text));
        QVERIFY2(text.find("with 11,000,000 batches of records waiting in producers (at most 10,000,000)")
                != std::string::npos,
            text.c_str());
    }

    void aLoopWithoutProgressStops()
    {
        struct Restless final : client::Brain {
            Instant poll(Instant now, std::vector<client::Report>&, std::vector<client::Wish>&) override
            {
                return now;
            }
            void append(std::vector<client::Step>) override { }
            void replaceScript(std::vector<client::Step>, EventId) override { }
            bool isClosed() const override { return false; }
        };
        auto factories = test::fakeFactories();
        factories.client = [](client::ClientSpec, const client::Environment&, Instant, EventId) {
            return std::make_unique<Restless>();
        };
        auto simulation = session::makeSession(small(), {}, factories);
        QVERIFY(simulation.has_value());
        QVERIFY(!(*simulation)->runUntil(kNever));
        const Trace& trace = (*simulation)->trace();
        const std::string_view text = trace.text(trace[trace.size() - 1].text);
        QVERIFY2(text.find("no time passed") != std::string_view::npos, text.data());
    }

    void whatWasNotToldToStopRunsUntilTheEnd()
    {
        auto simulation = session::makeSession(small(), {}, test::fakeFactories());
        QVERIFY((*simulation)->runUntil(at(1'000)));
        QCOMPARE((*simulation)->now(), at(1'000));
        const std::size_t half = (*simulation)->trace().size();
        QVERIFY(!(*simulation)->runUntil(kNever));
        QVERIFY((*simulation)->trace().size() > half * 2);
        QCOMPARE((*simulation)->now(), at(3'000));
        QVERIFY(!(*simulation)->runUntil(kNever));
    }

    void stepsOrOneRunGiveTheSame()
    {
        const auto scenario = small(2);
        const std::string whole = bytes(play(scenario));
        auto simulation = session::makeSession(scenario, {}, test::fakeFactories());
        for (std::int64_t t = 0; (*simulation)->runUntil(kStart + Duration {t}); t += 1'234'567) { }
        QVERIFY(bytes((*simulation)->trace()) == whole);
    }

    void aRequestToStopIsHeard()
    {
        std::atomic<bool> cancel {true};
        auto scenario = small();
        scenario.until = seconds(1'000'000);
        sim::Options options;
        options.cancel = &cancel;
        sim::Statistics statistics;
        const Trace trace = play(scenario, options, &statistics);
        QCOMPARE(trace[trace.size() - 1].kind, EventKind::Stopped);
        QCOMPARE(trace[trace.size() - 1].rule, RuleId::ScenarioAction); // somebody's wish, and no limit
        QCOMPARE(statistics.schedulerEvents, std::uint64_t {1});
        QVERIFY(statistics.stoppedEarly);
    }

    // -- the same again --

    void theSameSeedGivesTheSameBytesAndAnotherGivesAnother()
    {
        auto scenario = small(3);
        scenario.clients[0].count = 5;
        scenario.network.link.loss = 0.02;
        scenario.actions
            = {action(Action::Kind::KillBroker, at(1'000), 1), action(Action::Kind::StartBroker, at(1'500), 1)};
        const std::string one = bytes(play(scenario));
        QVERIFY(one == bytes(play(scenario)));
        sim::Options options;
        options.seed = 2;
        const Trace other = play(scenario, options);
        QVERIFY(one != bytes(other));
        QCOMPARE(other.header().seed, std::uint64_t {2});
        QCOMPARE(broken(other), QString());
        // Not only other instants: another order of who is connected first.
        const auto order = [](const Trace& trace) {
            std::string text;
            for (const EventId id : all(trace, EventKind::Connected))
                text += std::to_string(trace[id].connection.value) + ' ';
            return text;
        };
        std::set<std::string> orders;
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            options.seed = seed;
            orders.insert(order(play(scenario, options)));
        }
        QVERIFY(orders.size() > 1);
    }

    // -- what cannot run --

    void whatIsNotThereIsAnError()
    {
        auto scenario = small();
        scenario.actions = {action(Action::Kind::KillBroker, kStart, 7)};
        scenario.actions[0].line = 12;
        scenario.file = "x.yaml";
        QCOMPARE(errorOf(scenario), std::string("x.yaml:12: kill-broker 7: the cluster has no such broker"));
        scenario.actions = {action(Action::Kind::KillClient, kStart)};
        scenario.actions[0].client = "nobody";
        QVERIFY(errorOf(scenario).find("no such client") != std::string::npos);
        scenario = small();
        scenario.notForProfiles["java-2.1"] = "it needs fetching from followers";
        QCOMPARE(errorOf(scenario), std::string());
        sim::Options options;
        options.profile = "java-2.1";
        QVERIFY(errorOf(scenario, options).find("it needs fetching from followers") != std::string::npos);
        options.profile = "java-9";
        QVERIFY(!errorOf(scenario, options).empty());
        scenario.clients[0].config.emplace_back("no.such.key", "1");
        QVERIFY(errorOf(scenario).find("no.such.key") != std::string::npos);
    }
    void theConsumerOfTheNewGroupProtocolIsNotPlayedAsTheClassicOne()
    {
        auto scenario = small();
        scenario.clients[0].config.emplace_back("group.protocol", "Consumer");
        QVERIFY(errorOf(scenario).find("the consumer of KIP-848 is not simulated") != std::string::npos);
        sim::Options options;
        options.profile = "java-2.8"; // does not know the key
        QCOMPARE(errorOf(scenario, options), std::string());
        scenario.clients[0].config.back().second = "classic";
        QCOMPARE(errorOf(scenario), std::string());
    }
    void whatCannotFitIntoMemoryIsRefusedBeforeItBegins()
    {
        auto scenario = small();
        scenario.file = "x.yaml";
        scenario.clients[0].count = 10'000;
        broker::TopicSpec topic;
        topic.name = "t4";
        topic.partitions.resize(19'999);
        scenario.cluster.topics.push_back(topic);
        scenario.clients[0].start = scenario.until; // all of this is about what they will hold, not about running it
        QCOMPARE(errorOf(scenario), std::string());
        scenario.cluster.topics[0].partitions.resize(20'000);
        QVERIFY(
            errorOf(scenario).starts_with("x.yaml: 10,000 clients that each learn 1 brokers and 20,000 partitions do "
                                          "not fit into memory"));
    }
};

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
