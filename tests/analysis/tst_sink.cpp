// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/sink.h"

#include <QTest>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace connscope::analysis;

class TestSink : public QObject {
    Q_OBJECT

private slots:
    void piecesComeInOrderAndAreNeverWholeInMemory()
    {
        std::string all;
        std::size_t largest = 0;
        TextSink sink([&](std::string_view piece) {
            largest = std::max(largest, piece.size());
            all += piece;
            return true;
        });
        std::string expected;
        for (int i = 0; i < 200'000; ++i) {
            sink << i << '\n';
            expected += std::to_string(i) + '\n';
        }
        QVERIFY(sink.flush());
        QCOMPARE(all, expected);
        QVERIFY2(largest < 100'000, qPrintable(QString::number(largest)));
    }
    void aRefusalIsRememberedAndNothingMoreIsHandedOn()
    {
        int calls = 0;
        TextSink sink([&](std::string_view) {
            ++calls;
            return false;
        });
        sink << "a";
        QVERIFY(sink.good());
        QVERIFY(!sink.flush());
        sink << std::string(200'000, 'x');
        QVERIFY(!sink.flush());
        QVERIFY(!sink.good());
        QCOMPARE(calls, 1);
    }
    void numbersAreExact()
    {
        std::string all;
        TextSink sink([&](std::string_view piece) {
            all += piece;
            return true;
        });
        sink << std::numeric_limits<std::int64_t>::min() << ' ' << std::numeric_limits<std::uint64_t>::max() << ' '
             << -1;
        sink.pad(40);
        sink << '|';
        sink.flush();
        QCOMPARE(all, std::string("-9223372036854775808 18446744073709551615 -1") + std::string(40, ' ') + "|");
    }
};

QTEST_GUILESS_MAIN(TestSink)
#include "tst_sink.moc"
