// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/idleexpiry.h"

#include <QtTest>

using namespace connscope;
using namespace connscope::client;

namespace {
Instant at(std::int64_t milliseconds) { return kStart + ms(milliseconds); }
} // namespace

class TestIdleExpiry : public QObject {
    Q_OBJECT
private slots:
    void exactlyTheLimitIsNotTooLong()
    {
        IdleExpiry idle(ms(1000), kStart);
        idle.touch(ConnectionId {1}, at(500));
        QVERIFY(!idle.poll(at(1500)));
        const auto expired = idle.poll(at(1500) + Duration {1});
        QVERIFY(expired);
        QCOMPARE(expired->connection, ConnectionId {1});
        QCOMPARE(expired->idle, ms(1000) + Duration {1});
    }
    void onlyTheOneUsedLongestAgoGoesAndOnlyOneAPoll()
    {
        IdleExpiry idle(ms(1000), kStart);
        for (std::uint32_t c = 0; c < 3; ++c)
            idle.touch(ConnectionId {c}, at(c));
        idle.touch(ConnectionId {0}, at(10)); // used again: no longer the oldest
        std::vector<std::uint32_t> closed;
        for (int polls = 0; polls < 5; ++polls) {
            if (const auto expired = idle.poll(at(5000 + polls))) {
                closed.push_back(expired->connection.value);
                idle.remove(expired->connection);
            }
        }
        QCOMPARE(closed, (std::vector<std::uint32_t> {1, 2, 0}));
    }
    void theCheckDoesNotLookBeforeItsTime()
    {
        // Construction + limit is the first look, even if a connection is older by then in another clock.
        IdleExpiry idle(ms(1000), at(100));
        QVERIFY(!idle.poll(at(1100)));
        idle.touch(ConnectionId {7}, at(1100));
        // An empty map pushes the next look a whole limit away.
        IdleExpiry empty(ms(1000), kStart);
        QVERIFY(!empty.poll(at(1500)));
        empty.touch(ConnectionId {1}, at(1500));
        QVERIFY(!empty.poll(at(2500)));
        QVERIFY(empty.poll(at(2501)));
    }
    void negativeNeverExpiresAndZeroAtOnce()
    {
        IdleExpiry never(ms(-1), kStart);
        never.touch(ConnectionId {1}, kStart);
        QVERIFY(!never.isEnabled());
        QVERIFY(!never.poll(at(1'000'000'000)));
        QCOMPARE(never.nextExpiry(), kNever);
        IdleExpiry atOnce(Duration::zero(), kStart);
        atOnce.touch(ConnectionId {1}, kStart);
        QVERIFY(atOnce.poll(kStart + Duration {1}));
    }
};

QTEST_GUILESS_MAIN(TestIdleExpiry)
#include "tst_idleexpiry.moc"
