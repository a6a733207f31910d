// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/contrast.h"

#include <QTest>

using namespace connscope::theme;

class TestContrast : public QObject {
    Q_OBJECT

private slots:
    void theKnownRatios()
    {
        QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
        QCOMPARE(contrastRatio(Qt::white, Qt::white), 1.0);
        // The grey that WCAG's own examples give as the last that passes on white.
        QVERIFY(contrastRatio(QColor(0x76, 0x76, 0x76), Qt::white) >= 4.5);
        QVERIFY(contrastRatio(QColor(0x77, 0x77, 0x77), Qt::white) < 4.5);
    }

    void greysLookTheSameToEverybody()
    {
        for (const Vision vision : {Vision::Protan, Vision::Deutan, Vision::Tritan, Vision::Grey}) {
            for (int g = 0; g < 256; g += 15) {
                const QColor seen = seenBy(vision, QColor(g, g, g));
                QVERIFY2(std::abs(seen.red() - g) <= 1 && std::abs(seen.green() - g) <= 1
                        && std::abs(seen.blue() - g) <= 1,
                    qPrintable(QString::number(g) + u' ' + seen.name()));
            }
        }
    }

    void redAndGreenComeTogetherForProtansAndDeutansOnly()
    {
        const QColor red(0xC0, 0x30, 0x30);
        const QColor green(0x60, 0x80, 0x20);
        const double full = colourDistance(red, green);
        QVERIFY(colourDistance(seenBy(Vision::Deutan, red), seenBy(Vision::Deutan, green)) < full / 2);
        QVERIFY(colourDistance(seenBy(Vision::Protan, red), seenBy(Vision::Protan, green)) < full);
        QVERIFY(colourDistance(seenBy(Vision::Tritan, red), seenBy(Vision::Tritan, green)) > full / 2);
    }

    void mixingEndsAtItsEnds()
    {
        QCOMPARE(mixed(Qt::red, Qt::blue, 0), QColor(Qt::red));
        QCOMPARE(mixed(Qt::red, Qt::blue, 1), QColor(Qt::blue));
        QCOMPARE(moreReadable(Qt::black, Qt::white, Qt::darkGray), QColor(Qt::white));
    }
};

QTEST_GUILESS_MAIN(TestContrast)
#include "tst_contrast.moc"
