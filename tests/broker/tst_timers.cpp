// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "base/rng.h"
#include "broker/timers.h"

#include <algorithm>
#include <vector>

using namespace connscope;
using namespace connscope::broker;

class TestTimers : public QObject {
    Q_OBJECT
private slots:
    void theyComeInOrderOfTimeAndThenOfSetting();
    void neverIsNotKept();
    void whatComesLaterOfAKindCanBeSeen();
};

void TestTimers::theyComeInOrderOfTimeAndThenOfSetting()
{
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        Rng rng(seed);
        Timers timers;
        std::vector<std::pair<std::int64_t, std::uint32_t>> expected; // what is set and not taken yet
        std::int64_t now = 0;
        for (std::uint32_t i = 0; i < 2000; ++i) {
            if (rng.chance(0.6) || timers.empty()) {
                // Mostly constant delays, as a cluster has them; sometimes any.
                const auto kind = static_cast<TimerKind>(rng.below(4));
                const std::int64_t delay = rng.chance(0.8) ? 100 : static_cast<std::int64_t>(rng.below(500));
                timers.set(fromNs(now + delay), kind, i, 0);
                expected.emplace_back(now + delay, i);
            } else {
                const auto first = std::min_element(expected.begin(), expected.end());
                QVERIFY2(toNs(timers.top().at) == first->first && timers.top().a == first->second,
                    qPrintable(QString("seed %1 step %2").arg(seed).arg(i)));
                now = first->first;
                timers.pop();
                expected.erase(first);
            }
            QCOMPARE(timers.size(), expected.size());
        }
    }
}

void TestTimers::neverIsNotKept()
{
    Timers timers;
    timers.set(kNever, TimerKind::Session, 1, 2);
    QVERIFY(timers.empty());
}

void TestTimers::whatComesLaterOfAKindCanBeSeen()
{
    Timers timers;
    QVERIFY(timers.ahead(TimerKind::LongPoll, 0) == nullptr);
    for (std::uint32_t i = 0; i < 40; ++i) {
        timers.set(fromNs(500 + i), TimerKind::LongPoll, i, 0);
        timers.set(fromNs(100 + i), TimerKind::Serve, 1000 + i, 0);
    }
    for (std::uint32_t i = 0; i < 60; ++i) // all Serve, then half of the others
        timers.pop();
    QVERIFY(timers.ahead(TimerKind::Serve, 0) == nullptr);
    QCOMPARE(timers.ahead(TimerKind::LongPoll, 0)->a, 20U);
    QCOMPARE(timers.ahead(TimerKind::LongPoll, 19)->a, 39U);
    QVERIFY(timers.ahead(TimerKind::LongPoll, 20) == nullptr);
}

QTEST_GUILESS_MAIN(TestTimers)
#include "tst_timers.moc"
