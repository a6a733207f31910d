// SPDX-License-Identifier: GPL-3.0-or-later
// Playback without a clock: the tests say how much wall time went by.
#include "analysis/sampletrace.h"
#include "view/document.h"
#include "view/dots.h"
#include "view/opening.h"
#include "view/playback.h"
#include "view/untilsearch.h"

#include <QSignalSpy>
#include <QTest>

using namespace connscope;
using namespace connscope::view;
using connscope::test::content;
using connscope::test::dots;
using connscope::test::us;

class TestPlayback : public QObject {
    Q_OBJECT

private slots:
    void aSecondOnTheWallIsSpeedTimesASecondOfTheTrace_data()
    {
        QTest::addColumn<double>("speed");
        QTest::addColumn<qint64>("wallMs");
        QTest::addColumn<qint64>("traceNs");
        QTest::newRow("as it is") << 1.0 << qint64(1000) << qint64(1'000'000'000);
        QTest::newRow("slow motion") << 0.01 << qint64(1000) << qint64(10'000'000);
        QTest::newRow("fast") << 20.0 << qint64(50) << qint64(1'000'000'000);
        QTest::newRow("very fast") << 10'000.0 << qint64(1) << qint64(10'000'000'000);
    }
    void aSecondOnTheWallIsSpeedTimesASecondOfTheTrace()
    {
        QFETCH(double, speed);
        QFETCH(qint64, wallMs);
        QFETCH(qint64, traceNs);
        Document document;
        document.replace(content(dots({1, 100'000})));
        Playback playback(document);
        playback.setSpeed(speed);
        playback.advance(std::chrono::milliseconds(wallMs));
        QCOMPARE(toNs(playback.instant()), qint64(0)); // it does not play yet
        playback.play();
        playback.advance(std::chrono::milliseconds(wallMs));
        QCOMPARE(toNs(playback.instant()), traceNs);
    }

    /// A view that looks at a place of the new trace with what it made of the old one looks beyond it.
    void nobodyHearsOfThePlayheadBeforeAllHaveTheNewTrace()
    {
        Document document;
        document.replace(content(dots({1, 100'000})));
        Playback playback(document);
        bool has = false; // what a view has that takes the trace after the playback did
        int told = 0;
        connect(&document, &Document::replaced, &playback, [&] {
            has = true;
            QVERIFY(!playback.isPlaying()); // who asks is answered
            QCOMPARE(playback.position(), document.endPosition());
            playback.setInstant(kStart + ms(3)); // and who takes it may move the playhead
        });
        const auto hear = [&] {
            QVERIFY(has);
            ++told;
        };
        connect(&playback, &Playback::playingChanged, &playback, hear);
        connect(&playback, &Playback::positionChanged, &playback, hear);
        connect(&playback, &Playback::instantChanged, &playback, hear);
        connect(&playback, &Playback::skippedChanged, &playback, hear);
        has = true;
        playback.setSkipsSilence(true);
        playback.play();
        playback.advance(Playback::kMoment / 2);
        QVERIFY(playback.skipped());
        has = false;
        told = 0;
        document.replace(content(dots({1, 5})));
        QCOMPARE(told, 4);
        QCOMPARE(playback.instant(), kStart + ms(3));
    }

    void manySmallFramesGoAsFarAsOneLargeOne()
    {
        Document document;
        document.replace(content(dots({1, 100'000})));
        Playback playback(document);
        playback.setSpeed(0.01);
        playback.play();
        for (int i = 0; i < 1000; ++i)
            playback.advance(std::chrono::nanoseconds(16'666'667));
        QVERIFY(std::abs(toNs(playback.instant()) - 166'666'670) <= 1);
    }

    void itStopsAtTheEndAndBeginsAnewFromThere()
    {
        Document document;
        document.replace(content(dots({1, 50}), ms(80)));
        Playback playback(document);
        QSignalSpy playing(&playback, &Playback::playingChanged);
        playback.play();
        playback.advance(std::chrono::seconds(1));
        QCOMPARE(playback.instant(), kStart + ms(80));
        QVERIFY(!playback.isPlaying());
        QCOMPARE(playing.count(), 2);
        playback.play();
        QVERIFY(playback.isPlaying());
        QVERIFY(playback.isAtStart());
    }

    void backwardsIsTheSameWay()
    {
        Document document;
        document.replace(content(dots({1, 20, 20, 50})));
        Playback playback(document);
        playback.goToEnd();
        playback.setReversed(true);
        playback.play();
        playback.advance(std::chrono::milliseconds(25));
        QCOMPARE(playback.position(), document.positionAt(kStart + ms(25)));
        playback.advance(std::chrono::milliseconds(100));
        QVERIFY(playback.isAtStart());
        QVERIFY(!playback.isPlaying());
    }

    void turnedRoundAtTheStartItStopsAtOnce()
    {
        Document document;
        document.replace(content(dots({1, 20, 50})));
        for (const bool lingers : {false, true}) {
            Playback playback(document);
            playback.setLingers(lingers);
            playback.play();
            playback.setReversed(true);
            QVERIFY(!playback.isPlaying());
            QVERIFY(playback.isAtStart());
            playback.setReversed(false);
            playback.play();
            playback.advance(std::chrono::milliseconds(10));
            playback.setReversed(true);
            QVERIFY(playback.isPlaying()); // there is something behind it
            playback.advance(std::chrono::seconds(5));
            QVERIFY(!playback.isPlaying());
            QVERIFY(playback.isAtStart());
        }
    }

    void silenceTakesAMoment()
    {
        Document document;
        document.replace(content(dots({100, 200, 600'000, 600'100}))); // ten minutes of silence
        Playback playback(document);
        playback.setSkipsSilence(true);
        QSignalSpy skipped(&playback, &Playback::skippedChanged);
        playback.play();
        playback.advance(std::chrono::milliseconds(200));
        QCOMPARE(playback.instant(), kStart + ms(200));
        QVERIFY(!playback.skipped());
        playback.advance(Playback::kMoment / 2);
        QVERIFY(playback.skipped());
        QCOMPARE(*playback.skipped(), (Silence {kStart + ms(200), kStart + ms(600'000)}));
        const double middle = static_cast<double>(toNs(playback.instant()));
        QVERIFY(std::abs(middle - 300'100e6) < 1e6);
        playback.advance(Playback::kMoment / 2 + std::chrono::milliseconds(50));
        QVERIFY(std::abs(toNs(playback.instant()) - 600'050'000'000) < 10);
        QVERIFY(!playback.skipped());
        QCOMPARE(skipped.count(), 2);
    }

    void silenceIsSkippedBackwardsAsWell()
    {
        Document document;
        document.replace(content(dots({100, 200, 600'000, 600'100})));
        Playback playback(document);
        playback.goToEnd();
        playback.setSkipsSilence(true);
        playback.setReversed(true);
        playback.play();
        playback.advance(std::chrono::milliseconds(100) + Playback::kMoment / 2);
        QVERIFY(playback.skipped());
        playback.advance(Playback::kMoment / 2 + std::chrono::milliseconds(50));
        QVERIFY(std::abs(toNs(playback.instant()) - 150'000'000) < 10);
    }

    void itSlowsDownForAHandshakeAndTheClockStaysTrue()
    {
        Document document;
        document.replace(content(test::opening(), ms(2000)));
        Playback playback(document);
        QVERIFY(!playback.pace());
        playback.setLingers(true);
        playback.goTo(EventId {0}); // SYN
        QCOMPARE(playback.slowed()->shown, Pace::kHandshake);
        QCOMPARE(playback.ratio(), 0.001); // a millisecond takes a second
        playback.play();
        playback.advance(Pace::kHandshake / 2);
        QCOMPARE(playback.instant(), kStart + us(100'500));
        playback.advance(Pace::kHandshake / 2);
        QCOMPARE(playback.instant(), kStart + ms(101));
        QVERIFY(!playback.slowed());
        QCOMPARE(playback.ratio(), 1.0);
        playback.advance(std::chrono::milliseconds(10));
        QCOMPARE(playback.instant(), kStart + ms(111));
    }

    void theSpeedCountsFromTheSlowedPace()
    {
        Document document;
        document.replace(content(test::opening(), ms(2000)));
        Playback playback(document);
        playback.setLingers(true);
        playback.goTo(EventId {0});
        playback.faster(); // 2×
        QCOMPARE(playback.ratio(), 0.002);
        QCOMPARE(playback.slowed()->shown, Pace::kHandshake / 2);
        playback.play();
        playback.advance(Pace::kHandshake / 4);
        QCOMPARE(playback.instant(), kStart + us(100'500));
    }

    void aSlowedStretchTakesAsLongBackwardsAndBesideSkippedSilences_data()
    {
        QTest::addColumn<bool>("skips");
        QTest::newRow("plain") << false;
        QTest::newRow("silences skipped") << true;
    }
    void aSlowedStretchTakesAsLongBackwardsAndBesideSkippedSilences()
    {
        QFETCH(bool, skips);
        Document document;
        document.replace(content(test::opening(), ms(2000)));
        for (const bool reversed : {false, true}) {
            Playback playback(document);
            playback.setLingers(true);
            playback.setSkipsSilence(skips);
            playback.setReversed(reversed);
            playback.setPosition(reversed ? document.after(EventId {1}) : document.after(EventId {0}));
            playback.play();
            for (int i = 0; i < 60; ++i) // a second in frames
                playback.advance(Pace::kHandshake / 60);
            const Instant there = kStart + (reversed ? ms(100) : ms(101));
            QVERIFY2(std::abs((playback.instant() - there).count()) < 100,
                qPrintable(QString::number(toNs(playback.instant()))));
        }
    }

    void stepsGoFromEventToEventAlsoWithinAnInstant()
    {
        Document document;
        document.replace(content(dots({1, 5, 5, 9}), ms(20)));
        Playback playback(document);
        QVector<std::size_t> forward;
        while (playback.stepEvent(1))
            forward << playback.position().applied;
        QCOMPARE(forward, (QVector<std::size_t> {1, 2, 3, 4}));
        playback.goToEnd(); // time went on after the last event
        QVector<std::size_t> back;
        while (playback.stepEvent(-1))
            back << playback.position().applied;
        QCOMPARE(back, (QVector<std::size_t> {4, 3, 2, 1, 0}));
        QVERIFY(playback.isAtStart());
    }

    void stepsTakeOnlyWhatAFilterTakes()
    {
        Document document;
        document.replace(content(dots({1, 2, 3, 4, 5})));
        Playback playback(document);
        const EventFilter even = [](EventId id) { return id.value % 2 == 0; };
        QVERIFY(playback.stepEvent(1, even));
        QVERIFY(playback.stepEvent(1, even));
        QCOMPARE(playback.event(), EventId {2});
        QVERIFY(playback.stepEvent(-1, even));
        QCOMPARE(playback.event(), EventId {0});
        QVERIFY(!playback.stepEvent(-1, even));
        QCOMPARE(playback.event(), EventId {0});
    }

    void speedsGoUpAndDownALadder()
    {
        const Document document;
        Playback playback(document);
        playback.faster();
        QCOMPARE(playback.speed(), 2.0);
        playback.setSpeed(3);
        playback.slower();
        QCOMPARE(playback.speed(), 2.0);
        for (int i = 0; i < 50; ++i)
            playback.faster();
        QCOMPARE(playback.speed(), Playback::kFastest);
        for (int i = 0; i < 50; ++i)
            playback.slower();
        QCOMPARE(playback.speed(), Playback::kSlowest);
        playback.setSpeed(1e9);
        QCOMPARE(playback.speed(), Playback::kFastest);
    }

    void aQueryStopsItRightAfterTheEvent()
    {
        Document document;
        document.replace(content(dots({10, 20, 30, 40})));
        Playback playback(document);
        playback.setBreakpoint(*trace::Query::parse("text = 30"));
        QSignalSpy hit(&playback, &Playback::breakpointHit);
        playback.play();
        playback.advance(std::chrono::seconds(1));
        QCOMPARE(hit.count(), 1);
        QCOMPARE(playback.position(), document.after(EventId {2}));
        QVERIFY(!playback.isPlaying());
        playback.play();
        playback.advance(std::chrono::seconds(1));
        QCOMPARE(hit.count(), 1); // it is behind us
        QVERIFY(playback.isAtEnd());
    }

    void aQueryOfTimeStopsItAtTheInstantAtWhichItBecomesTrue()
    {
        Document document;
        document.replace(content(test::sampleTrace(), std::chrono::minutes(20)));
        Playback playback(document);
        playback.setSpeed(10'000);
        playback.setBreakpoint(*trace::Query::parse("node = -1 and idle > 30s"));
        QSignalSpy hit(&playback, &Playback::breakpointHit);
        playback.play();
        for (int i = 0; i < 1000 && playback.isPlaying(); ++i)
            playback.advance(std::chrono::milliseconds(16));
        QCOMPARE(hit.count(), 1);
        QVERIFY(!trace::findConnections(playback.world(), *playback.breakpoint()).empty());
        trace::WorldState before = document.at(playback.instant() - Duration {2});
        QVERIFY(trace::findConnections(before, *playback.breakpoint()).empty());
    }

    void aSearchInPiecesFindsTheSamePlace()
    {
        Document document;
        document.replace(content(test::sampleTrace(), std::chrono::minutes(20)));
        for (const char* query : {"node = -1 and idle > 30s", "node = -1", "node = 77"}) {
            const auto parsed = *trace::Query::parse(query);
            UntilSearch whole(document, parsed, {}, document.endPosition());
            const auto state = whole.step(1'000'000);
            QVERIFY(state != UntilSearch::State::Searching);
            UntilSearch pieces(document, parsed, {}, document.endPosition());
            auto now = UntilSearch::State::Searching;
            double share = 0;
            for (int i = 0; i < 1'000'000 && now == UntilSearch::State::Searching; ++i) {
                now = pieces.step(1);
                QVERIFY(pieces.share() >= share && pieces.share() <= 1);
                share = pieces.share();
            }
            QCOMPARE(now, state);
            QCOMPARE(state,
                std::string_view(query) == "node = 77" ? UntilSearch::State::Nowhere : UntilSearch::State::Found);
            QCOMPARE(pieces.place(), whole.place());
            QCOMPARE(pieces.event(), whole.event());
        }
    }

    void itFollowsATraceThatGrowsUntilItIsMoved()
    {
        Document document;
        document.replace(content(dots({1, 2})));
        Playback playback(document);
        playback.setFollows(true);
        const auto grow = [&document](std::int64_t t) {
            document.grow([t](trace::Trace& trace) {
                trace::Event e;
                e.at = kStart + ms(t);
                trace.append(e);
            });
        };
        grow(10);
        QCOMPARE(playback.instant(), kStart + ms(10));
        playback.setInstant(kStart + ms(2));
        QVERIFY(!playback.follows());
        grow(20);
        QCOMPARE(playback.instant(), kStart + ms(2));
    }

    void anotherTraceKeepsThePlayheadAsFarAsItReaches()
    {
        Document document;
        document.replace(content(dots({1, 100})));
        Playback playback(document);
        playback.setInstant(kStart + ms(60));
        QSignalSpy moved(&playback, &Playback::positionChanged);
        document.replace(content(dots({1, 50, 100})));
        QCOMPARE(playback.position(), (Position {kStart + ms(60), 2}));
        QCOMPARE(moved.count(), 1);
        document.replace(content(dots({1, 10})));
        QCOMPARE(playback.instant(), kStart + ms(10));
    }

    void nothingMovesItBeyondItsBounds()
    {
        Document document;
        document.replace(content(dots({1, 20, 50, 100})));
        Playback playback(document);
        playback.setInstant(kStart + ms(30));
        const Position from = document.positionAt(kStart + ms(20));
        const Position to = document.positionAt(kStart + ms(60));
        playback.setBounds(std::pair {from, to});
        QCOMPARE(playback.instant(), kStart + ms(30));
        playback.goToEnd();
        QCOMPARE(playback.position(), to);
        QVERIFY(playback.stepEvent(1));
        QCOMPARE(playback.position(), to);
        playback.goToStart();
        QCOMPARE(playback.position(), from);
        playback.play();
        playback.advance(std::chrono::milliseconds(10));
        QVERIFY(playback.isPlaying());
        playback.advance(std::chrono::seconds(1));
        QCOMPARE(playback.position(), to);
        QVERIFY(!playback.isPlaying());
        playback.setReversed(true);
        playback.play();
        playback.advance(std::chrono::seconds(1));
        QCOMPARE(playback.position(), from);
        QVERIFY(!playback.isPlaying());
        playback.setBounds(std::pair {to, to}); // narrower than where it is
        QCOMPARE(playback.position(), to);
        playback.setBounds(std::nullopt);
        playback.goToEnd();
        QCOMPARE(playback.instant(), kStart + ms(100));
    }

    void anotherTraceHasNoBounds()
    {
        Document document;
        document.replace(content(dots({1, 100})));
        Playback playback(document);
        playback.setBounds(std::pair {Position {}, Position {}});
        document.replace(content(dots({1, 50})));
        QVERIFY(!playback.bounds());
    }

    void theSamePlaceTwiceIsSaidOnce()
    {
        Document document;
        document.replace(content(dots({1, 100})));
        Playback playback(document);
        QSignalSpy moved(&playback, &Playback::positionChanged);
        playback.setInstant(kStart + ms(60));
        playback.setInstant(kStart + ms(60));
        QCOMPARE(moved.count(), 1);
        playback.setPosition({kStart + ms(100), 0}); // no such position: the nearest there is
        QCOMPARE(playback.position().applied, std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestPlayback)
#include "tst_playback.moc"
