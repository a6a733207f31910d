// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/backoff.h"

#include <QtTest>

using namespace connscope;
using namespace connscope::client;

class TestBackoff : public QObject {
    Q_OBJECT
private:
    static void spread(BackoffStyle style, std::uint32_t failures, Duration* low, Duration* high)
    {
        Backoff backoff(style, ms(50), ms(1000), Rng(7), "test");
        *low = Duration::max();
        *high = Duration::zero();
        for (int i = 0; i < 4000; ++i) {
            const Duration d = backoff.after(failures);
            *low = std::min(*low, d);
            *high = std::max(*high, d);
        }
    }
private slots:
    void bounds_data()
    {
        QTest::addColumn<int>("style");
        QTest::addColumn<int>("failures");
        QTest::addColumn<int>("lowMs");
        QTest::addColumn<int>("highMs");
        const auto style = [](BackoffStyle s) { return static_cast<int>(s); };
        QTest::newRow("2.1: an entry that never failed waits exactly 50 ms")
            << style(BackoffStyle::JitterAboveMax) << 0 << 50 << 50;
        QTest::newRow("2.1: first failure 40 to 60 ms") << style(BackoffStyle::JitterAboveMax) << 1 << 40 << 60;
        QTest::newRow("2.1: third failure 160 to 240 ms") << style(BackoffStyle::JitterAboveMax) << 3 << 160 << 240;
        QTest::newRow("2.1: jitter goes above the maximum")
            << style(BackoffStyle::JitterAboveMax) << 9 << 800 << 1200;
        QTest::newRow("2.8: even the reset value has jitter")
            << style(BackoffStyle::ExponentialJittered) << 0 << 40 << 60;
        QTest::newRow("2.8: jitter goes above the maximum")
            << style(BackoffStyle::ExponentialJittered) << 9 << 800 << 1200;
        QTest::newRow("3.7: never above the maximum") << style(BackoffStyle::ExponentialCapped) << 9 << 800 << 1000;
    }
    void bounds()
    {
        QFETCH(int, style);
        QFETCH(int, failures);
        QFETCH(int, lowMs);
        QFETCH(int, highMs);
        Duration low;
        Duration high;
        spread(static_cast<BackoffStyle>(style), static_cast<std::uint32_t>(failures), &low, &high);
        QVERIFY2(low >= ms(lowMs) && low <= ms(lowMs) + ms(lowMs) / 20,
            qPrintable(QString::fromStdString(formatDuration(low))));
        QVERIFY2(high <= ms(highMs) && high >= ms(highMs) - ms(highMs) / 20,
            qPrintable(QString::fromStdString(formatDuration(high))));
    }
    void withoutRoomToGrowItStays()
    {
        const auto after = [](BackoffStyle style, int initial, int max, std::uint32_t failures) {
            return Backoff(style, ms(initial), ms(max), Rng(1), "test").after(failures);
        };
        QCOMPARE(after(BackoffStyle::JitterAboveMax, 50, 50, 9), ms(50));
        QCOMPARE(after(BackoffStyle::ExponentialCapped, 0, 1000, 9), Duration::zero());
        // ExponentialBackoff#backoff: "if (expMax == 0) return initialInterval", and from 3.7 on that is not above the maximum.
        for (const std::uint32_t failures : {0U, 1U, 9U}) {
            QCOMPARE(after(BackoffStyle::ExponentialJittered, 3000, 3000, failures), ms(3000));
            QCOMPARE(after(BackoffStyle::ExponentialJittered, 3000, 1000, failures), ms(3000));
            QCOMPARE(after(BackoffStyle::ExponentialCapped, 3000, 3000, failures), ms(3000));
            QCOMPARE(after(BackoffStyle::ExponentialCapped, 3000, 1000, failures), ms(1000));
        }
    }
    void repetitionsWaitLongerFrom37On()
    {
        client::Settings settings;
        settings.retryBackoff = ms(100);
        settings.retryBackoffMax = ms(1000);
        client::Profile profile;
        const auto after = [&](std::uint32_t failures) {
            return client::retryBackoff(profile, settings, Rng(1), "test").after(failures);
        };
        profile.retryBackoffGrows = false;
        for (const std::uint32_t failures : {1U, 2U, 9U})
            QCOMPARE(after(failures), ms(100));
        profile.retryBackoffGrows = true;
        QVERIFY(after(2) >= ms(160));
        QVERIFY(after(9) >= ms(800));
        QVERIFY(after(9) <= ms(1000));
    }
    void anotherLimitIsNoOtherChance()
    {
        // A pause without jitter takes its draw too (2.1: that of an entry that never failed), so that the next is the same in
        // a run that had one with jitter before it.
        Backoff one(BackoffStyle::JitterAboveMax, ms(50), ms(1000), Rng(3), "reconnect");
        Backoff two = one;
        QCOMPARE(one.after(0), ms(50));
        QVERIFY(two.after(1) != ms(50));
        const Duration before = one.after(1);
        QCOMPARE(two.after(1), before);
        // Two users of one client's chance do not share a stream, and neither takes a draw from the client's own.
        Rng chance(3);
        Backoff other(BackoffStyle::JitterAboveMax, ms(50), ms(1000), chance, "metadata");
        (void)other.after(0);
        QVERIFY(other.after(1) != before);
        QCOMPARE(chance.next(), Rng(3).next());
    }
    void manyFailuresDoNotOverflow()
    {
        const Duration d
            = Backoff(BackoffStyle::ExponentialCapped, ms(1), Duration::max(), Rng(1), "test").after(4'000'000'000U);
        QVERIFY(d > Duration::zero());
    }
};

QTEST_GUILESS_MAIN(TestBackoff)
#include "tst_backoff.moc"
