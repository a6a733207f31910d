// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/flatmap.h"
#include "base/rng.h"

#include <QtTest>

#include <map>

using namespace connscope;

class TestFlatMap : public QObject {
    Q_OBJECT
private slots:
    void agreesWithAMapOverAnySequence()
    {
        for (std::uint64_t seed = 1; seed <= 50; ++seed) {
            Rng rng(seed);
            FlatMap flat;
            std::map<std::uint32_t, std::uint32_t> reference;
            for (int step = 0; step < 4000; ++step) {
                const auto key = static_cast<std::uint32_t>(rng.below(64)) * (seed % 2 == 0 ? 1U : 0x2000U);
                if (rng.chance(0.55)) {
                    const auto value = static_cast<std::uint32_t>(rng.below(1000));
                    flat.set(key, value);
                    reference[key] = value;
                } else {
                    flat.erase(key);
                    reference.erase(key);
                }
                QCOMPARE(flat.size(), reference.size());
            }
            for (std::uint32_t k = 0; k < 64; ++k) {
                const std::uint32_t key = k * (seed % 2 == 0 ? 1U : 0x2000U);
                const auto it = reference.find(key);
                const std::uint32_t expected = it == reference.end() ? FlatMap::kNothing : it->second;
                QVERIFY2(flat.find(key) == expected, qPrintable(QString("seed %1 key %2").arg(seed).arg(key)));
            }
        }
    }
    void anEmptyMapFindsNothing()
    {
        FlatMap flat;
        QCOMPARE(flat.find(0), FlatMap::kNothing);
        flat.erase(7);
        flat.set(0xffffffff, 3); // any key is a key
        QCOMPARE(flat.find(0xffffffff), 3U);
        flat.clear();
        QVERIFY(flat.empty());
        QCOMPARE(flat.find(0xffffffff), FlatMap::kNothing);
    }
};

QTEST_GUILESS_MAIN(TestFlatMap)
#include "tst_flatmap.moc"
