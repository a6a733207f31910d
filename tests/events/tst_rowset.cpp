// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/rng.h"
#include "events/rowset.h"

#include <QTest>

#include <vector>

using namespace connscope;
using namespace connscope::events;

class TestRowSet : public QObject {
    Q_OBJECT

private slots:
    void anEmptySetHoldsNothing()
    {
        const RowSet set;
        QCOMPARE(set.count(), std::size_t {0});
        QCOMPARE(set.rank(0), std::size_t {0});
        QVERIFY(!set.next(0) && !set.previous(10) && !set.contains(0));
    }
    void itCountsAsAVectorOfBitsDoes_data()
    {
        QTest::addColumn<int>("oneIn");
        QTest::newRow("all") << 1;
        QTest::newRow("half") << 2;
        QTest::newRow("few") << 5000;
    }
    void itCountsAsAVectorOfBitsDoes()
    {
        QFETCH(int, oneIn);
        Rng rng(7);
        RowSet set;
        std::vector<bool> bits;
        std::vector<std::size_t> rows;
        for (std::size_t i = 0; i < 20'000; ++i) {
            const bool isIn = rng.below(static_cast<std::uint64_t>(oneIn)) == 0;
            set.append(isIn);
            bits.push_back(isIn);
            if (isIn)
                rows.push_back(i);
        }
        QCOMPARE(set.size(), bits.size());
        QCOMPARE(set.count(), rows.size());
        std::size_t before = 0;
        for (std::size_t i = 0; i < bits.size(); ++i) {
            QCOMPARE(set.rank(i), before);
            QCOMPARE(set.contains(i), bits[i]);
            QCOMPARE(set.next(i), before < rows.size() ? std::optional(rows[before]) : std::nullopt);
            QCOMPARE(set.previous(i), before > 0 ? std::optional(rows[before - 1]) : std::nullopt);
            before += bits[i] ? std::size_t {1} : std::size_t {0};
        }
        for (std::size_t k = 0; k < rows.size(); ++k)
            QCOMPARE(set.select(k), rows[k]);
        QVERIFY(set.bytes() < 8000); // a bit a row and little more
    }
};

QTEST_GUILESS_MAIN(TestRowSet)
#include "tst_rowset.moc"
