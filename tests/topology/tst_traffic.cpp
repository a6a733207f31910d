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
