// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/sampletrace.h"
#include "frame/context.h"
#include "frame/scrubber.h"

#include <QTest>

using namespace connscope;
using namespace connscope::frame;

class TestScrubber : public QObject {
    Q_OBJECT

private slots:
    void pressingGoesThereAndDraggingScrubs()
    {
        test::World world;
        world.show(test::sampleTrace(), std::chrono::minutes(10));
        Scrubber scrubber(world.context);
        scrubber.resize(218, 26); // 200 pixels of line
        QTest::mousePress(&scrubber, Qt::LeftButton, {}, {109, 13});
        QCOMPARE(toNs(world.playback.instant()), toNs(world.document.end()) / 2);
        QTest::mouseRelease(&scrubber, Qt::LeftButton, {}, {109, 13});
        QTest::mousePress(&scrubber, Qt::LeftButton, {}, {1000, 13});
        QVERIFY(world.playback.isAtEnd());
    }

    void itFollowsThePlayheadWithoutMovingIt()
    {
        test::World world;
        world.show(test::sampleTrace(), std::chrono::minutes(10));
        Scrubber scrubber(world.context);
        const Instant odd = fromNs(123'456'789);
        world.playback.setInstant(odd);
        QCOMPARE(world.playback.instant(), odd);
        QVERIFY(scrubber.value() > 0);
    }

    void slowedStretchesAreMarkedWhereverThePlayheadIs()
    {
        test::World world;
        world.show(test::sampleTrace(), std::chrono::minutes(10));
        Scrubber scrubber(world.context);
        scrubber.resize(218, 26);
        world.playback.goToEnd();
        const QImage plain = scrubber.grab().toImage();
        world.playback.setLingers(true);
        QVERIFY(!world.document.pace().stretches().empty());
        QVERIFY(scrubber.grab().toImage() != plain);
    }

    void keysMoveItAsAnySlider()
    {
        test::World world;
        world.show(test::sampleTrace(), std::chrono::minutes(10));
        Scrubber scrubber(world.context);
        QTest::keyClick(&scrubber, Qt::Key_PageUp);
        QCOMPARE(toNs(world.playback.instant()), toNs(world.document.end()) / 10);
    }
};

QTEST_MAIN(TestScrubber)
#include "tst_scrubber.moc"
