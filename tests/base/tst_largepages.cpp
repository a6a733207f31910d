// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/largepages.h"

#include <QTest>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

using namespace connscope;

class TestLargePages : public QObject {
    Q_OBJECT

private slots:
    void whatLiesThereStaysWhereAndAsItIs()
    {
        constexpr std::size_t kNumbers = std::size_t {1} << 20; // 8 MiB: two pieces of 2 MiB at least lie in it whole
        std::vector<std::uint64_t> numbers(kNumbers);
        std::iota(numbers.begin(), numbers.end(), std::uint64_t {7});
        const std::uint64_t* before = numbers.data();
        std::vector<const void*> things;
        for (std::size_t i = 0; i < kNumbers; i += 1000)
            things.push_back(&numbers[i]);
        const std::size_t granted = preferLargePages(things);
        QVERIFY(granted <= 5); // each piece is asked for once, however many things are on it
        QVERIFY(numbers.data() == before);
        for (std::size_t i = 0; i < kNumbers; ++i)
            QVERIFY(numbers[i] == i + 7);
        if (granted == 0)
            QSKIP("the system grants no large pages: only that nothing is harmed was tested");
    }

    void anyAddressWillDo()
    {
        preferLargePages({});
        QCOMPARE(preferLargePages({nullptr}), std::size_t {0});
        const int onTheStack = 5;
        static const int amongTheConstants = 6;
        preferLargePages({&onTheStack, &amongTheConstants, reinterpret_cast<const void*>(std::uintptr_t {1} << 60)});
        QCOMPARE(onTheStack + amongTheConstants, 11);
    }
};

QTEST_GUILESS_MAIN(TestLargePages)
#include "tst_largepages.moc"
