// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/clockdigits.h"

#include "view/document.h"
#include "view/dots.h"
#include "view/opening.h"
#include "view/playback.h"

#include <QTest>

using namespace connscope;
using namespace connscope::view;

class TestClockDigits : public QObject {
    Q_OBJECT

private slots:
    void aClockTellsNeighboursApart()
    {
        Document document;
        const auto us = [](std::int64_t n) { return fromNs(n * 1000); };
        document.replace(test::content(test::dotsAt({us(300), us(5'000), us(5'200), us(2'000'000), us(2'500'100)})));
        QCOMPARE(clockDecimals(document, kStart), 3); // 0 is 0
        QCOMPARE(clockDecimals(document, us(300)), 6); // and 300 µs are not
        QCOMPARE(clockDecimals(document, us(5'000)), 3); // a whole millisecond
        QCOMPARE(clockDecimals(document, us(5'200)), 6);
        QCOMPARE(clockDecimals(document, us(2'000'000)), 3);
        QCOMPARE(clockDecimals(document, us(2'500'100)), 3); // nothing is near
        QCOMPARE(clockDecimals(document, fromNs(5'200'700)), 9); // less than a microsecond behind an event
    }

    void whatFlickersIsNotShown()
    {
        Document document;
        document.replace(test::content(test::dotsAt({fromNs(300'000), fromNs(400'000), fromNs(2'000'000'000)})));
        Playback playback(document);
        playback.setInstant(fromNs(300'000));
        QCOMPARE(clockDecimals(document, playback), 6);
        playback.play();
        QCOMPARE(clockDecimals(document, playback), 3);
        playback.setSpeed(0.01);
        QCOMPARE(clockDecimals(document, playback), 6);
    }

    void whatIsSlowedIsReadInMicrosecondsAtAnySpeed()
    {
        Document document;
        document.replace(test::content(test::opening(), ms(2000)));
        Playback playback(document);
        playback.setLingers(true);
        playback.goTo(EventId {0}); // SYN: a millisecond takes a second
        playback.play();
        QCOMPARE(playback.speed(), 1.0);
        QCOMPARE(clockDecimals(document, playback), 6);
        playback.advance(Pace::kHandshake / 2);
        QCOMPARE(clockDecimals(document, playback), 6);
        playback.advance(Pace::kHandshake / 2 + std::chrono::milliseconds(10)); // nothing is slowed any more
        QCOMPARE(clockDecimals(document, playback), 3);
    }
};

QTEST_GUILESS_MAIN(TestClockDigits)
#include "tst_clockdigits.moc"
