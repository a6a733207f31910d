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
        Rng rng(7);
        const Backoff backoff(style, ms(50), ms(1000));
        *low = Duration::max();
        *high = Duration::zero();
        for (int i = 0; i < 4000; ++i) {
            const Duration d = backoff.after(failures, rng);
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
        Rng rng(1);
        QCOMPARE(Backoff(BackoffStyle::JitterAboveMax, ms(50), ms(50)).after(9, rng), ms(50));
        QCOMPARE(Backoff(BackoffStyle::ExponentialCapped, ms(0), ms(1000)).after(9, rng), Duration::zero());
        // ExponentialBackoff#backoff: "if (expMax == 0) return initialInterval", and from 3.7 on that is not above the maximum.
        for (const std::uint32_t failures : {0U, 1U, 9U}) {
            QCOMPARE(Backoff(BackoffStyle::ExponentialJittered, ms(3000), ms(3000)).after(failures, rng), ms(3000));
            QCOMPARE(Backoff(BackoffStyle::ExponentialJittered, ms(3000), ms(1000)).after(failures, rng), ms(3000));
            QCOMPARE(Backoff(BackoffStyle::ExponentialCapped, ms(3000), ms(3000)).after(failures, rng), ms(3000));
            QCOMPARE(Backoff(BackoffStyle::ExponentialCapped, ms(3000), ms(1000)).after(failures, rng), ms(1000));
        }
    }
    void repetitionsWaitLongerFrom37On()
    {
        Rng rng(1);
        client::Settings settings;
        settings.retryBackoff = ms(100);
        settings.retryBackoffMax = ms(1000);
        client::Profile profile;
        profile.retryBackoffGrows = false;
        for (const std::uint32_t failures : {1U, 2U, 9U})
            QCOMPARE(client::retryBackoff(profile, settings).after(failures, rng), ms(100));
        profile.retryBackoffGrows = true;
        QVERIFY(client::retryBackoff(profile, settings).after(2, rng) >= ms(160));
        QVERIFY(client::retryBackoff(profile, settings).after(9, rng) >= ms(800));
        QVERIFY(client::retryBackoff(profile, settings).after(9, rng) <= ms(1000));
    }
    void manyFailuresDoNotOverflow()
    {
        Rng rng(1);
        const Duration d
            = Backoff(BackoffStyle::ExponentialCapped, ms(1), Duration::max()).after(4'000'000'000U, rng);
        QVERIFY(d > Duration::zero());
    }
};

QTEST_GUILESS_MAIN(TestBackoff)
#include "tst_backoff.moc"
