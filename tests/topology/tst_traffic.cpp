// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/traffic.h"

#include "topologysupport.h"
#include "view/playback.h"

#include <QTest>

using namespace connscope;
using namespace connscope::topology;
using connscope::test::us;
using trace::EventKind;

class TestTraffic : public QObject {
    Q_OBJECT

private slots:
    void everyRequestIsAnExchange();
    void askingForAnInstantFindsWhatAFullSearchFinds();
    void equalNumbersOnTwoConnectionsOfAClientAreTwoRequests();
    void theEndOfAConnectionTakesItsRequestsAlong_data();
    void theEndOfAConnectionTakesItsRequestsAlong();
    void nothingIsDrawnOfAConnectionThatIsGone();
    void aRequestStartsAtItsClientAndEndsAtItsBroker();
    void aJumpShowsOnlyWhatIsUnderWay();
    void playingShowsShortFlightsLongEnoughAndPaler();
    void aResponseNeverLeavesBeforeItsRequestIsSeenToArrive();
    void messagesOfOneConnectionKeepTheirOrder();
    void whatFollowedOneAnotherIsNeverDrawnAtOnce_data();
    void whatFollowedOneAnotherIsNeverDrawnAtOnce();
    void responsesOfALongPollAreSeenAtNormalSpeed();
    void theFirstStartIsPlayedSoThatItsConnectionsComeOneAfterTheOther();
    void fiveInFlightAreFiveDots();
    void whatWaitsInTheBrokerIsSeenWaiting();
    void whatACutLinkSwallowsIsLostUntilItGetsThrough();
    void manyBecomeAStreamWithTheTrueRate();
};

void TestTraffic::everyRequestIsAnExchange()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    const trace::Trace& trace = theatre.document.trace();
    std::size_t sent = 0;
    for (std::size_t i = 0; i < trace.size(); ++i)
        sent += trace[i].kind == EventKind::RequestSent ? 1U : 0U;
    std::size_t found = 0;
    for (std::size_t i = 0; i < theatre.exchanges.size(); ++i)
        found += theatre.exchanges[i].sent.isValid() ? 1U : 0U;
    QCOMPARE(found, sent);
}

void TestTraffic::askingForAnInstantFindsWhatAFullSearchFinds()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("20")));
    const trace::Trace& trace = theatre.document.trace();
    for (std::size_t step = 0; step < trace.size(); step += 37) {
        const Instant t = trace[step].at;
        std::vector<std::uint32_t> all;
        for (std::uint32_t i = 0; i < theatre.exchanges.size(); ++i) {
            const Exchange& x = theatre.exchanges[i];
            if (trace[x.queued.isValid() ? x.queued : x.sent].at <= t
                && (!x.ended.isValid() || trace[x.ended].at >= t))
                all.push_back(i);
        }
        QCOMPARE(theatre.exchanges.between(trace, t, t), all);
    }
}

namespace {

EventId write(trace::Trace& trace, EventKind kind, std::uint32_t connection, std::int32_t correlation,
    trace::Side side = trace::Side::Client, trace::TcpState state = trace::TcpState::None)
{
    trace::Event e;
    e.at = kStart + ms(static_cast<std::int64_t>(trace.size()));
    e.kind = kind;
    e.connection = ConnectionId {connection};
    e.client = ClientId {0};
    e.correlation = correlation;
    e.side = side;
    e.state = state;
    return trace.append(e);
}

} // namespace

/// librdkafka, kafka-python and KafkaJS count for each connection.
void TestTraffic::equalNumbersOnTwoConnectionsOfAClientAreTwoRequests()
{
    trace::Trace trace;
    const EventId first = write(trace, EventKind::RequestSent, 1, 1);
    const EventId second = write(trace, EventKind::RequestSent, 2, 1);
    const EventId read = write(trace, EventKind::RequestReceived, 1, 1);
    const EventId secondEnd = write(trace, EventKind::ResponseReceived, 2, 1);
    const EventId firstEnd = write(trace, EventKind::ResponseReceived, 1, 1);
    Exchanges exchanges;
    exchanges.extend(trace);
    QCOMPARE(exchanges.size(), std::size_t {2});
    QCOMPARE(exchanges[0].sent, first);
    QCOMPARE(exchanges[0].received, read);
    QCOMPARE(exchanges[0].ended, firstEnd);
    QCOMPARE(exchanges[1].sent, second);
    QVERIFY(!exchanges[1].received.isValid());
    QCOMPARE(exchanges[1].ended, secondEnd);
    QVERIFY(exchanges.between(trace, kNever, kNever).empty());
}

void TestTraffic::theEndOfAConnectionTakesItsRequestsAlong_data()
{
    using Side = trace::Side;
    using State = trace::TcpState;
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("side");
    QTest::addColumn<int>("state");
    QTest::addColumn<bool>("ends");
    const auto row = [](const char* name, EventKind kind, Side side, State state, bool ends) {
        QTest::newRow(name) << static_cast<int>(kind) << static_cast<int>(side) << static_cast<int>(state) << ends;
    };
    row("an answer met a reset", EventKind::ResetSent, Side::Client, State::Closed, true);
    row("its client let go", EventKind::Disconnected, Side::Client, State::None, true);
    row("both have sent their FIN", EventKind::FinSent, Side::Broker, State::LastAck, true);
    row("TIME-WAIT", EventKind::TcpState, Side::Client, State::TimeWait, true);
    row("one FIN leaves the other way open", EventKind::FinSent, Side::Client, State::FinWait1, false);
}

void TestTraffic::theEndOfAConnectionTakesItsRequestsAlong()
{
    QFETCH(int, kind);
    QFETCH(int, side);
    QFETCH(int, state);
    QFETCH(bool, ends);
    trace::Trace trace;
    write(trace, EventKind::RequestSent, 1, 5);
    write(trace, EventKind::RequestReceived, 1, 5);
    write(trace, EventKind::RequestSent, 2, 5); // of another connection
    write(trace, EventKind::ResponseSent, 1, 5, trace::Side::Broker);
    const EventId end = write(trace, static_cast<EventKind>(kind), 1, -1, static_cast<trace::Side>(side),
        static_cast<trace::TcpState>(state));
    Exchanges exchanges;
    exchanges.extend(trace);
    QCOMPARE(exchanges[0].ended, ends ? end : EventId {});
    QVERIFY(!exchanges[1].ended.isValid());
    const Instant later = trace.end() + ms(1);
    QCOMPARE(exchanges.between(trace, later, later).size(), std::size_t {ends ? 1U : 2U});
}

/// A consumer ends while its FETCH waits for records: the answer meets the reset of a socket that nobody has any more.
void TestTraffic::nothingIsDrawnOfAConnectionThatIsGone()
{
    const test::Theatre theatre(
        test::runScenarioText("connscope: 1\nuntil: 6s\ncluster: {brokers: 1, topics: {t: 1}}\n"
                              "clients:\n  - {kind: consumer, name: c, script: [{assign: t}, {poll: 20s}]}\n"
                              "actions:\n  - {at: 4.2s, do: kill-client, client: c}\n"));
    QVERIFY(!theatre.document.lives().empty());
    std::size_t before = 0;
    for (Instant t = kStart + ms(3500); t < kStart + ms(4000); t += ms(50))
        before += theatre.scene(t).traffic.dots.size();
    QVERIFY(before > 0);
    QVERIFY(theatre.scene(kStart + ms(5900)).traffic.dots.empty());
}

void TestTraffic::aRequestStartsAtItsClientAndEndsAtItsBroker()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    const trace::Trace& trace = theatre.document.trace();
    std::size_t checked = 0;
    for (std::uint32_t i = 0; i < theatre.exchanges.size() && checked < 20; ++i) {
        const Exchange& x = theatre.exchanges[i];
        if (!x.received.isValid() || x.queued.isValid())
            continue;
        const auto dotAt = [&](EventId event) -> std::optional<Dot> {
            const Scene scene = makeScene(theatre.stage(), theatre.document.at(theatre.document.after(event)), {});
            for (const Dot& dot : scene.traffic.dots) {
                if (dot.exchange == i)
                    return dot;
            }
            return std::nullopt;
        };
        const auto first = dotAt(x.sent);
        const auto last = dotAt(x.received);
        QVERIFY(first && last);
        QCOMPARE(first->phase, Dot::Phase::Request);
        QVERIFY2(first->u < 0.2, qPrintable(QString::number(first->u)));
        QVERIFY(last->u > 0.8);
        QCOMPARE(first->correlation, trace[x.sent].correlation);
        ++checked;
    }
    QCOMPARE(checked, std::size_t {20});
}

void TestTraffic::aJumpShowsOnlyWhatIsUnderWay()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    for (const Instant t : {kStart + ms(500), kStart + ms(5250), kStart + ms(9000)}) {
        const trace::WorldState world = theatre.document.at(t);
        std::size_t inFlight = 0;
        world.forEachConnection([&](ConnectionId, const trace::ConnectionState& c) { inFlight += c.inFlight; });
        const Scene scene = theatre.scene(t);
        std::size_t dots = 0;
        for (const Dot& dot : scene.traffic.dots) {
            QVERIFY(!dot.echo);
            dots += dot.phase == Dot::Phase::Queued ? 0U : 1U;
        }
        QCOMPARE(dots, inFlight);
    }
}

void TestTraffic::playingShowsShortFlightsLongEnoughAndPaler()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    // At normal speed the first milliseconds are still to be seen a quarter of a second later.
    const Scene playing = theatre.scene(kStart + ms(250), {1, true});
    const Scene jumped = theatre.scene(kStart + ms(250), {1, false});
    QVERIFY(playing.traffic.dots.size() + playing.traffic.streams.size() > jumped.traffic.dots.size());
    bool echo = false;
    for (const Dot& dot : playing.traffic.dots)
        echo = echo || dot.echo;
    QVERIFY(echo);
}

void TestTraffic::aResponseNeverLeavesBeforeItsRequestIsSeenToArrive()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    const Tempo tempo {0.1, true};
    std::map<std::uint32_t, double> seen; // by exchange: how far its request was
    std::map<std::uint32_t, bool> answered;
    for (Instant t = kStart; t < kStart + ms(2000); t += ms(2)) {
        for (const Dot& dot : theatre.scene(t, tempo).traffic.dots) {
            if (dot.phase == Dot::Phase::Response) {
                answered[dot.exchange] = true;
            } else if (dot.phase == Dot::Phase::Request) {
                QVERIFY2(!answered[dot.exchange], "a request that travels after its response");
                QVERIFY(dot.u + 1e-9 >= seen[dot.exchange]);
                seen[dot.exchange] = dot.u;
            }
        }
    }
    QVERIFY(answered.size() > 5);
}

void TestTraffic::whatFollowedOneAnotherIsNeverDrawnAtOnce_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<double>("speed");
    QTest::addColumn<bool>("slowed");
    for (const char* scenario : {"13", "14", "20", "28"}) {
        for (const double speed : {0.1, 1.0, 20.0}) {
            QTest::addRow("%s at %g", scenario, speed) << QString::fromLatin1(scenario) << speed << false;
            QTest::addRow("%s at %g, slowed", scenario, speed) << QString::fromLatin1(scenario) << speed << true;
        }
    }
}

void TestTraffic::whatFollowedOneAnotherIsNeverDrawnAtOnce()
{
    QFETCH(QString, scenario);
    QFETCH(double, speed);
    QFETCH(bool, slowed);
    const test::Theatre theatre(test::runScenario(test::scenarioNamed(scenario.toStdString()), ms(4000)));
    const trace::Trace& trace = theatre.document.trace();
    const Tempo tempo {speed, true, slowed ? &theatre.document.pace() : nullptr};
    int pairs = 0;
    for (Instant t = kStart; t < kStart + ms(4000); t = std::max(tempo.after(t, 50e6), t + us(50))) {
        const std::vector<Dot> dots = theatre.scene(t, tempo).traffic.dots;
        for (std::size_t i = 0; i < dots.size(); ++i) {
            for (std::size_t j = i + 1; j < dots.size() && dots[j].link == dots[i].link; ++j) {
                const Exchange& a = theatre.exchanges[dots[i].exchange];
                const Exchange& b = theatre.exchanges[dots[j].exchange];
                if (dots[i].phase == Dot::Phase::Queued || dots[j].phase == Dot::Phase::Queued
                    || trace[a.sent].connection != trace[b.sent].connection)
                    continue;
                ++pairs;
                const bool apart = a.ended.isValid() && a.ended < b.sent;
                QVERIFY2(!apart,
                    qPrintable(QStringLiteral("events %1 and %2 at %3 ns")
                                   .arg(a.sent.value)
                                   .arg(b.sent.value)
                                   .arg(toNs(t))));
            }
        }
    }
    if (scenario == QStringLiteral("20"))
        QVERIFY(pairs > 0); // there it is real
}

void TestTraffic::responsesOfALongPollAreSeenAtNormalSpeed()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("13"), ms(4000)));
    int requests = 0;
    int responses = 0;
    for (Instant t = kStart + ms(2000); t < kStart + ms(4000); t += ms(16)) {
        for (const Dot& dot : theatre.scene(t, {1, true}).traffic.dots) {
            requests += dot.phase == Dot::Phase::Request && dot.api == ApiKey::Fetch;
            responses += dot.phase == Dot::Phase::Response && dot.api == ApiKey::Fetch;
        }
    }
    QVERIFY(requests > 60);
    QVERIFY(responses > 60);
}

void TestTraffic::theFirstStartIsPlayedSoThatItsConnectionsComeOneAfterTheOther()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    view::Playback playback(theatre.document);
    playback.setLingers(true);
    playback.play();
    std::map<std::int32_t, double> seen; // by node id: seconds after Play
    for (int frame = 0; frame < 60 * 40 && playback.instant() < kStart + ms(100); ++frame) {
        playback.advance(std::chrono::nanoseconds(16'666'667));
        const trace::WorldState world = playback.world();
        for (std::uint32_t c = 0; c < 5; ++c) {
            if (const trace::ConnectionState state = world.connection(ConnectionId {c}); state.exists())
                seen.try_emplace(world.trace()[state.opened].node.value, frame / 60.0);
        }
    }
    QCOMPARE(seen.size(), std::size_t {5});
    QVERIFY(seen[-1] < 0.1);
    QVERIFY2(seen[2147483645] - seen[-1] > 3, qPrintable(QString::number(seen[2147483645])));
    QVERIFY2(seen[2] - seen[2147483645] > 5, qPrintable(QString::number(seen[2])));
    QVERIFY2(seen[2] < 25, qPrintable(QString::number(seen[2])));
}

void TestTraffic::messagesOfOneConnectionKeepTheirOrder()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("20")));
    for (Instant t = kStart; t < kStart + ms(1000); t += ms(7)) {
        const Scene scene = theatre.scene(t, {0.1, true});
        for (std::size_t i = 1; i < scene.traffic.dots.size(); ++i) {
            const Dot& a = scene.traffic.dots[i - 1];
            const Dot& b = scene.traffic.dots[i];
            if (a.link == b.link && a.phase == Dot::Phase::Request && b.phase == Dot::Phase::Request
                && a.request < b.request)
                QVERIFY(a.u >= b.u);
        }
    }
}

void TestTraffic::fiveInFlightAreFiveDots()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("20")));
    std::uint32_t most = 0;
    Instant when {};
    const trace::Trace& trace = theatre.document.trace();
    for (std::size_t i = 0; i < trace.size(); i += 3) {
        const trace::WorldState world = theatre.document.at(trace[i].at);
        world.forEachConnection([&](ConnectionId, const trace::ConnectionState& c) {
            if (c.inFlight > most) {
                most = c.inFlight;
                when = trace[i].at;
            }
        });
    }
    QVERIFY(most >= 5);
    std::map<std::uint32_t, std::uint32_t> byLink;
    for (const Dot& dot : theatre.scene(when).traffic.dots) {
        if (dot.phase != Dot::Phase::Queued)
            ++byLink[dot.link];
    }
    std::uint32_t found = 0;
    for (const auto& [link, count] : byLink)
        found = std::max(found, count);
    QCOMPARE(found, most);
}

void TestTraffic::whatWaitsInTheBrokerIsSeenWaiting()
{
    // FETCH waits up to fetch.max.wait.ms = 500 for records.
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    const Scene scene = theatre.scene(kStart + ms(1000));
    QCOMPARE(scene.traffic.dots.size(), std::size_t {3});
    for (const Dot& dot : scene.traffic.dots) {
        QCOMPARE(dot.phase, Dot::Phase::AtBroker);
        QCOMPARE(dot.api, ApiKey::Fetch);
    }
}

/// Its TCP sends it again: it arrives when the link is whole. Until then it neither travels nor lies unread at the broker.
void TestTraffic::whatACutLinkSwallowsIsLostUntilItGetsThrough()
{
    const test::Theatre theatre(test::runScenarioText(R"(connscope: 1
profile: java-2.8
until: 20s
clients:
  - {name: p, kind: producer, script: [{send: {topic: t4, partition: 0, every: 5s, rounds: 3, sync: true}}]}
actions:
  - {at: 4s, do: cut-link, for: 3s}
)"));
    const trace::Trace& trace = theatre.document.trace();
    std::size_t lost = 0;
    for (std::size_t i = 0; i < theatre.exchanges.size(); ++i) {
        const Exchange& x = theatre.exchanges[i];
        if (!x.lost.isValid())
            continue;
        ++lost;
        QVERIFY(x.received.isValid() && x.lost < x.received);
        const auto half = trace[x.lost].at + (trace[x.received].at - trace[x.lost].at) / 2;
        for (const Instant t : {trace[x.lost].at, half, trace[x.received].at - ms(1)}) {
            const Scene scene = theatre.scene(t);
            QCOMPARE(scene.traffic.dots.size(), std::size_t {1});
            QVERIFY(scene.traffic.dots[0].lost && !scene.traffic.dots[0].unread);
        }
        for (const Dot& dot : theatre.scene(trace[x.received].at).traffic.dots)
            QVERIFY(!dot.lost);
    }
    QCOMPARE(lost, std::size_t {1});
}

void TestTraffic::manyBecomeAStreamWithTheTrueRate()
{
    const test::Theatre theatre(test::runScenario(test::scenarioNamed("29"), std::chrono::minutes(2)));
    const Instant t = kStart + ms(100'000);
    const Scene scene = theatre.scene(t, {10, true});
    QVERIFY(!scene.traffic.streams.empty());
    const Stream& stream = scene.traffic.streams.front();
    const trace::Trace& trace = theatre.document.trace();
    std::size_t sent = 0;
    for (std::size_t i = trace.lowerBound(t - stream.window); i < trace.upperBound(t); ++i) {
        const trace::Event& e = trace[i];
        if (e.kind != EventKind::RequestSent)
            continue;
        const std::uint32_t slot = theatre.cast.slotOf(e.connection);
        sent += theatre.placement->linkOfSlot[slot] == stream.link ? 1U : 0U;
    }
    const double seconds = static_cast<double>(stream.window.count()) * 1e-9;
    QVERIFY(std::abs(stream.perSecond - static_cast<double>(sent) / seconds) < 1e-6);
}

QTEST_MAIN(TestTraffic)
#include "tst_traffic.moc"
