// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/scheduler.h"

#include "base/rng.h"
#include "support/rcqt.h"

#include <QTest>

#include <algorithm>
#include <queue>
#include <vector>

using namespace connscope;
using session::Scheduler;

namespace {

struct Item {
    std::int64_t at;
    std::uint64_t sequence;
    std::uint32_t number;
    bool operator>(const Item& other) const { return at != other.at ? at > other.at : sequence > other.sequence; }
};

} // namespace

class TestScheduler : public QObject {
    Q_OBJECT

private slots:
    void takesInOrderOfTimeThenOfScheduling()
    {
        Scheduler scheduler;
        scheduler.schedule(fromNs(500), 1, 10);
        scheduler.schedule(fromNs(100), 2, 20);
        scheduler.schedule(fromNs(500), 3, 30, 7);
        scheduler.schedule(kStart, 4, 40);
        std::vector<std::uint32_t> order;
        Scheduler::Entry entry;
        while (scheduler.next(kNever, entry))
            order.push_back(entry.a);
        QCOMPARE(order, (std::vector<std::uint32_t> {40, 20, 10, 30}));
        QCOMPARE(entry.kind(), std::uint8_t {3});
        QCOMPARE(entry.b, std::uint32_t {7});
        QVERIFY(scheduler.empty());
    }

    void takesNothingBeyondTheLimit()
    {
        Scheduler scheduler;
        scheduler.schedule(fromNs(1'000'000), 0, 1);
        Scheduler::Entry entry;
        entry.a = 99;
        QVERIFY(!scheduler.next(fromNs(999'999), entry));
        QCOMPARE(entry.a, std::uint32_t {99});
        QCOMPARE(scheduler.size(), std::size_t {1});
        QVERIFY(scheduler.next(fromNs(1'000'000), entry));
        QCOMPARE(entry.a, std::uint32_t {1});
    }

    void whatIsScheduledAfterALookAheadStillComesFirst()
    {
        Scheduler scheduler;
        scheduler.schedule(fromNs(3'600'000'000'000), 0, 1);
        Scheduler::Entry entry;
        QVERIFY(!scheduler.next(fromNs(10), entry)); // has looked an hour ahead
        scheduler.schedule(fromNs(20), 0, 2);
        scheduler.schedule(fromNs(15), 0, 3);
        QCOMPARE(toNs(scheduler.nextAt()), qint64 {15});
        QVERIFY(scheduler.next(kNever, entry));
        QCOMPARE(entry.a, std::uint32_t {3});
        QVERIFY(scheduler.next(kNever, entry));
        QCOMPARE(entry.a, std::uint32_t {2});
        QVERIFY(scheduler.next(kNever, entry));
        QCOMPARE(entry.a, std::uint32_t {1});
    }

    void neverIsForgottenAndTheEndOfTimeIsNot()
    {
        Scheduler scheduler;
        scheduler.schedule(kNever, 0, 1);
        QVERIFY(scheduler.empty());
        QCOMPARE(scheduler.nextAt(), kNever);
        const Instant last = kNever - Duration {1};
        scheduler.schedule(last, 0, 2);
        scheduler.schedule(kStart, 0, 3);
        Scheduler::Entry entry;
        QVERIFY(scheduler.next(kNever, entry));
        QCOMPARE(entry.a, std::uint32_t {3});
        QVERIFY(scheduler.next(kNever, entry));
        QCOMPARE(entry.at, last);
    }

    void aMillionAtOneInstantKeepTheirOrder()
    {
        Scheduler scheduler;
        constexpr std::uint32_t kMany = 1'000'000;
        for (std::uint32_t i = 0; i < kMany; ++i)
            scheduler.schedule(fromNs(5'000), 0, i);
        Scheduler::Entry entry;
        for (std::uint32_t i = 0; i < kMany; ++i) {
            QVERIFY(scheduler.next(kNever, entry));
            QCOMPARE(entry.a, i);
            if (i < 1'000)
                scheduler.schedule(entry.at, 0, kMany + i); // joins at the end
        }
        for (std::uint32_t i = 0; i < 1'000; ++i) {
            QVERIFY(scheduler.next(kNever, entry));
            QCOMPARE(entry.a, kMany + i);
        }
        QVERIFY(scheduler.empty());
    }

    void agreesWithAHeapOnAnyMixtureOfDelays()
    {
        RC_QVERIFY("the wheel takes what a heap takes", [](std::uint64_t seed) {
            Rng rng(seed);
            Scheduler scheduler;
            std::priority_queue<Item, std::vector<Item>, std::greater<>> heap;
            std::uint64_t sequence = 0;
            std::int64_t now = 0;
            const auto add = [&] {
                const std::uint64_t span = std::uint64_t {1} << rng.below(45);
                const std::int64_t at = now + static_cast<std::int64_t>(rng.below(span));
                const auto number = static_cast<std::uint32_t>(rng.below(1'000'000));
                scheduler.schedule(fromNs(at), 0, number);
                heap.push({at, sequence++, number});
            };
            for (int i = 0; i < 50; ++i)
                add();
            for (int step = 0; step < 2'000; ++step) {
                if (rng.below(4) == 0 || heap.empty()) {
                    add();
                    continue;
                }
                const std::int64_t limit
                    = rng.below(8) == 0 ? now + static_cast<std::int64_t>(rng.below(1'000'000)) : toNs(kNever);
                Scheduler::Entry entry;
                const bool took = scheduler.next(fromNs(limit), entry);
                RC_ASSERT(took == (heap.top().at <= limit));
                if (!took) {
                    now = limit;
                    continue;
                }
                RC_ASSERT(toNs(entry.at) == heap.top().at);
                RC_ASSERT(entry.a == heap.top().number);
                now = heap.top().at;
                heap.pop();
                RC_ASSERT(scheduler.size() == heap.size());
                if (rng.below(3) != 0)
                    add();
            }
        });
    }

    void numbersAreUsedAgain()
    {
        Scheduler scheduler;
        for (std::uint32_t i = 0; i < 1'000; ++i)
            scheduler.schedule(fromNs(i * 1'000), 0, i);
        Scheduler::Entry entry;
        const std::size_t before = scheduler.bytes();
        for (int i = 0; i < 1'000'000; ++i) {
            QVERIFY(scheduler.next(kNever, entry));
            scheduler.schedule(entry.at + ms(1), 0, entry.a);
        }
        QVERIFY2(scheduler.bytes() < before + 64 * 1024,
            qPrintable(QStringLiteral("%1 bytes before, %2 after").arg(before).arg(scheduler.bytes())));
    }
};

QTEST_GUILESS_MAIN(TestScheduler)
#include "tst_scheduler.moc"
