// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/palette.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace connscope::figures;

class TestPalette : public QObject {
    Q_OBJECT

private slots:
    void fewColoursStayAsTheyAre()
    {
        const ColourCounts counts {{qRgb(1, 2, 3), 5}, {qRgb(200, 0, 0), 1}};
        const Palette palette = makePalette(counts, 255);
        for (const auto& [rgb, count] : counts)
            QCOMPARE(palette.colours[palette.indexOf.at(rgb)], rgb);
    }

    void manyAreNearToWhatTheyStandFor()
    {
        // Shades of antialiased text in four colours on white: what our pictures have.
        ColourCounts counts;
        for (int i = 0; i < 256; ++i) {
            ++counts[qRgb(i, i, i)];
            ++counts[qRgb(255, i, i)];
            ++counts[qRgb(i, 255, i)];
            ++counts[qRgb(i, i, 255)];
        }
        const Palette palette = makePalette(counts, 255);
        QVERIFY(palette.colours.size() <= 255);
        QCOMPARE(palette.indexOf.size(), counts.size());
        double squares = 0;
        for (const auto& [rgb, count] : counts) {
            const QRgb there = palette.colours[palette.indexOf.at(rgb)];
            for (const int d : {qRed(rgb) - qRed(there), qGreen(rgb) - qGreen(there), qBlue(rgb) - qBlue(there)})
                squares += d * d;
        }
        const double mean = std::sqrt(squares / (3.0 * static_cast<double>(counts.size())));
        QVERIFY2(mean < 2.5, qPrintable(QString::number(mean)));
    }

    void whatIsFrequentIsExact()
    {
        ColourCounts counts;
        for (int i = 0; i < 2000; ++i)
            counts[qRgb(i % 256, (i * 7) % 256, (i * 13) % 256)] = 1;
        counts[qRgb(255, 255, 255)] = 500'000;
        const Palette palette = makePalette(counts, 255);
        const QRgb white = palette.colours[palette.indexOf.at(qRgb(255, 255, 255))];
        QVERIFY(qRed(white) >= 254 && qGreen(white) >= 254 && qBlue(white) >= 254);
    }

    void theOrderInWhichColoursComeDoesNotMatter()
    {
        ColourCounts up;
        ColourCounts down;
        for (int i = 0; i < 1000; ++i)
            up[qRgb(i % 251, (i * 3) % 255, i % 77)] = static_cast<std::uint32_t>(i % 9 + 1);
        down.reserve(5000);
        std::vector<std::pair<QRgb, std::uint32_t>> all(up.begin(), up.end());
        std::reverse(all.begin(), all.end());
        for (const auto& [rgb, count] : all)
            down[rgb] = count;
        QVERIFY(makePalette(up, 64).colours == makePalette(down, 64).colours);
    }
};

QTEST_GUILESS_MAIN(TestPalette)
#include "tst_palette.moc"
