// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/recycle.h"

#include <QtTest>

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
};

QTEST_GUILESS_MAIN(TestRecycle)
#include "tst_recycle.moc"
