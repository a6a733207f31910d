// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/recycle.h"

#include <QtTest>

#include <string>
#include <vector>

using namespace connscope;

class TestRecycle : public QObject {
    Q_OBJECT
private slots:
    void roomForAFewIsGivenBackAndRoomForManyIsKept()
    {
        std::vector<int> few(3, 1);
        recycle(few);
        QVERIFY(few.empty());
        QCOMPARE(few.capacity(), std::size_t {0});

        std::vector<int> many(100, 1);
        recycle(many);
        QVERIFY(many.empty());
        QVERIFY(many.capacity() >= 100);
    }
    void roomThatWasLeftIsTakenByTheNext()
    {
        std::vector<std::string> first {"a text that needs memory of its own"};
        const void* room = first.data();
        recycle(first);
        std::vector<std::string> second;
        takeRoom(second);
        QVERIFY(second.empty());
        second.emplace_back("b");
        QCOMPARE(static_cast<const void*>(second.data()), room);
        std::vector<std::string> third;
        takeRoom(third); // nothing is left
        third.emplace_back("c");
        takeRoom(third); // one that has room keeps it, and its items
        QCOMPARE(third.front(), std::string("c"));
        recycle(second);
        recycle(third); // one is enough
        QCOMPARE(third.capacity(), std::size_t {0});
    }
};

QTEST_GUILESS_MAIN(TestRecycle)
#include "tst_recycle.moc"
