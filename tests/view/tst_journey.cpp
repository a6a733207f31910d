// SPDX-License-Identifier: GPL-3.0-or-later
// How long the way to an instant takes, and how fast it has to be gone.
#include "analysis/sampletrace.h"
#include "view/dots.h"
#include "view/journey.h"
#include "view/playback.h"

#include <QTest>

using namespace connscope;
using namespace connscope::view;
using namespace std::chrono_literals;
using connscope::test::content;
using connscope::test::dots;

namespace {

/// Something every half second, as where FETCH waits for data.
trace::Trace busy(int seconds)
{
    trace::Trace out;
    for (int i = 1; i <= 2 * seconds; ++i) {
        trace::Event e;
        e.at = kStart + ms(i * 500);
        e.kind = trace::EventKind::Mark;
        out.append(e);
    }
    return out;
}

/// What a playback really takes, in steps of a frame.
std::chrono::milliseconds played(const Document& document, double speed)
{
    Playback playback(document);
    playback.setSkipsSilence(true);
    playback.setSpeed(speed);
    playback.play();
    std::chrono::milliseconds wall {0};
    while (playback.isPlaying() && wall < 10h) {
        playback.advance(10ms);
        wall += 10ms;
    }
    return wall;
}

} // namespace

class TestJourney : public QObject {
    Q_OBJECT

private slots:
    void isWhatPlayingTakes_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("speed");
        QTest::newRow("a busy minute") << 0 << 1.0;
        QTest::newRow("a busy minute, fast") << 0 << 20.0;
        QTest::newRow("silences") << 1 << 1.0;
        QTest::newRow("silences, fast") << 1 << 50.0;
    }
    void isWhatPlayingTakes()
    {
        QFETCH(int, kind);
        QFETCH(double, speed);
        Document document;
        document.replace(content(kind == 0 ? busy(60) : dots({100, 200, 60'000, 60'100, 540'000})));
        const auto told = journeyTime(document, {}, document.endPosition(), speed);
        const auto taken = played(document, speed);
        QVERIFY2(std::abs((told - taken).count()) <= std::chrono::nanoseconds(20ms).count(),
            qPrintable(
                QStringLiteral("%1 and %2 ns").arg(told.count()).arg(std::chrono::nanoseconds(taken).count())));
    }
    void isNoneForWhatIsNotLater()
    {
        Document document;
        document.replace(content(dots({100, 200})));
        QCOMPARE(journeyTime(document, document.endPosition(), {}, 1).count(), std::int64_t {0});
        QCOMPARE(journeyTime(document, document.endPosition(), document.endPosition(), 1).count(), std::int64_t {0});
    }
    void isBoundedByGoingFaster()
    {
        Document document;
        document.replace(content(busy(1800))); // half an hour without a silence to skip
        QVERIFY(journeyTime(document, {}, document.endPosition(), 1) > 25min);
        const double speed = journeySpeed(document, {}, document.endPosition(), 1, 6s);
        QVERIFY(journeyTime(document, {}, document.endPosition(), speed) <= 6s);
        QVERIFY2(journeyTime(document, {}, document.endPosition(), speed) >= 3s, "as slowly as it may be");
    }
    void isNoFasterThanItHasToBe()
    {
        Document document;
        document.replace(content(dots({100, 540'000, 540'100})));
        QCOMPARE(journeySpeed(document, {}, document.endPosition(), 0.5, 6s), 0.5);
    }
};

QTEST_GUILESS_MAIN(TestJourney)
#include "tst_journey.moc"
