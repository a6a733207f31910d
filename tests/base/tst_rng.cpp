// SPDX-License-Identifier: GPL-3.0-or-later
// A seed means the same run for ever, so the numbers themselves are held here. They were computed apart from the code
// under test; the first draw of seed 0 is also the published one of xoshiro256** seeded by splitmix64.
#include "base/rng.h"

#include "support/rcqt.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace connscope;

class TestRng : public QObject {
    Q_OBJECT

private slots:
    void aSeedMeansTheSameDrawsForEver_data()
    {
        QTest::addColumn<quint64>("seed");
        QTest::addColumn<QList<quint64>>("draws");
        QTest::newRow("0") << quint64 {0}
                           << QList<quint64> {0x99ec5f36cb75f2b4, 0xbf6e1f784956452a, 0x1a5f849d4933e6e0};
        QTest::newRow("1") << quint64 {1}
                           << QList<quint64> {0xb3f2af6d0fc710c5, 0x853b559647364cea, 0x92f89756082a4514};
        QTest::newRow("42") << quint64 {42}
                            << QList<quint64> {0x15780b2e0c2ec716, 0x6104d9866d113a7e, 0xae17533239e499a1};
        QTest::newRow("the largest") << ~quint64 {0}
                                     << QList<quint64> {0x8f5520d52a7ead08, 0xc476a018caa1802d, 0x81de31c0d260469e};
    }
    void aSeedMeansTheSameDrawsForEver()
    {
        QFETCH(quint64, seed);
        QFETCH(QList<quint64>, draws);
        Rng rng {seed};
        for (const quint64 expected : draws)
            QCOMPARE(quint64 {rng.next()}, expected);
    }

    void boundedDrawsAreHeldToo()
    {
        Rng rng {42};
        for (const std::uint64_t expected : {0U, 3U, 6U, 9U, 9U, 7U, 7U, 8U, 7U, 5U, 6U, 2U})
            QCOMPARE(rng.below(10), expected);

        // A bound of 3/4 of the range, where a fair draw must throw some away.
        Rng wide {42};
        for (const std::uint64_t expected : {0x101a086289231550ULL, 0x48c3a324d1ccebdeULL, 0x82917e65ab6b7338ULL})
            QCOMPARE(wide.below(std::uint64_t {3} << 62), expected);
    }

    void fractionsAreHeldToo()
    {
        Rng rng {42};
        QVERIFY(rng.unit() == 0x1.5780b2e0c2ec0p-4);
        QVERIFY(rng.unit() == 0x1.84136619b444ep-2);
    }

    void shufflesAreHeldToo()
    {
        Rng rng {1};
        std::vector<int> items(8);
        std::iota(items.begin(), items.end(), 0);
        rng.shuffle(items);
        QCOMPARE(items, (std::vector<int> {4, 7, 0, 2, 1, 6, 3, 5}));
    }

    void aForkIsHeldAndLeavesItsParentAlone()
    {
        Rng parent {0};
        Rng network = parent.fork("network");
        QCOMPARE(network.next(), 0x7343b47cbedd5238ULL);
        QCOMPARE(network.next(), 0x1eafbd8d8aa17cbbULL);
        QCOMPARE(parent.next(), 0x99ec5f36cb75f2b4ULL);
        // The name decides, not what the parent drew meanwhile.
        QCOMPARE(parent.fork("network").next(), 0x7343b47cbedd5238ULL);
        QVERIFY(parent.fork("client-1").next() != parent.fork("client-2").next());
    }

    void drawsStayInTheirBounds()
    {
        RC_QVERIFY(
            "below, unit, between and shuffle keep their promises", [](std::uint64_t seed, std::uint64_t bound) {
                Rng rng {seed};
                if (bound > 0)
                    RC_ASSERT(rng.below(bound) < bound);
                RC_ASSERT(rng.below(1) == 0u);
                RC_ASSERT(rng.below(0) == 0u);
                const double u = rng.unit();
                RC_ASSERT(u >= 0.0);
                RC_ASSERT(u < 1.0);
                const double jitter = rng.between(0.8, 1.2);
                RC_ASSERT(jitter >= 0.8);
                RC_ASSERT(jitter < 1.2);
                RC_ASSERT(!rng.chance(0.0));
                RC_ASSERT(rng.chance(1.0));
            });
        RC_QVERIFY("a shuffle loses and invents nothing", [](std::uint64_t seed, std::vector<int> items) {
            std::vector<int> shuffled = items;
            Rng rng {seed};
            rng.shuffle(shuffled);
            std::sort(items.begin(), items.end());
            std::sort(shuffled.begin(), shuffled.end());
            RC_ASSERT(items == shuffled);
        });
    }

    void everyValueBelowTheBoundIsEquallyLikely()
    {
        // 60,000 draws of 6: each face is expected 10,000 times, with a standard deviation of 91. The seed is fixed.
        Rng rng {7};
        std::array<int, 6> faces {};
        for (int i = 0; i < 60'000; ++i)
            ++faces[static_cast<std::size_t>(rng.below(6))];
        for (const int count : faces)
            QVERIFY2(std::abs(count - 10'000) < 460, std::to_string(count).c_str());
    }
};

QTEST_GUILESS_MAIN(TestRng)
#include "tst_rng.moc"
