// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/time.h"

#include "support/rcqt.h"

#include <QTest>

using namespace connscope;

namespace {

std::string errorOf(std::string_view text)
{
    const Result<Duration> result = parseDuration(text);
    return result ? "read as " + formatDuration(*result) : result.error().message;
}

} // namespace

class TestTime : public QObject {
    Q_OBJECT

private slots:
    void readsWhatPeopleWrite_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("ns");
        QTest::newRow("minutes") << QByteArray("9m") << qint64 {540'000'000'000};
        QTest::newRow("seconds") << QByteArray("540s") << qint64 {540'000'000'000};
        QTest::newRow("hours and minutes") << QByteArray("1h30m") << qint64 {5'400'000'000'000};
        QTest::newRow("a day") << QByteArray("1d") << qint64 {86'400'000'000'000};
        QTest::newRow("milliseconds, not minutes") << QByteArray("250ms") << qint64 {250'000'000};
        QTest::newRow("microseconds") << QByteArray("20us") << qint64 {20'000};
        QTest::newRow("microseconds with their own letter") << QByteArray("20µs") << qint64 {20'000};
        QTest::newRow("nanoseconds") << QByteArray("5ns") << qint64 {5};
        QTest::newRow("a fraction") << QByteArray("1.5s") << qint64 {1'500'000'000};
        QTest::newRow("a fraction of a day") << QByteArray("0.5d") << qint64 {43'200'000'000'000};
        QTest::newRow("a fraction without a whole") << QByteArray(".25s") << qint64 {250'000'000};
        QTest::newRow("digits beyond the nanosecond") << QByteArray("0.1234567899s") << qint64 {123'456'789};
        QTest::newRow("bare zero") << QByteArray("0") << qint64 {0};
        QTest::newRow("the longest") << QByteArray("9223372036854775807ns") << std::numeric_limits<qint64>::max();
    }
    void readsWhatPeopleWrite()
    {
        QFETCH(QByteArray, text);
        QFETCH(qint64, ns);
        const auto result = parseDuration(text.toStdString());
        QVERIFY2(result.has_value(), errorOf(text.toStdString()).c_str());
        QCOMPARE(qint64 {result->count()}, ns);
    }

    void refusesWhatIsNoDuration_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text :
            {"", "540", "9 m", "m", "-5s", "1.s", "1.5", "9m ", "5 s", "1e3s", "ten", "1h30", "+1s"})
            QTest::newRow(text[0] ? text : "nothing") << QByteArray(text);
    }
    void refusesWhatIsNoDuration()
    {
        QFETCH(QByteArray, text);
        const std::string message = errorOf(text.toStdString());
        QVERIFY2(message.find("is not a duration; expected") != std::string::npos, message.c_str());
    }

    void refusesWhatNoTraceCanHold_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("digits overflow") << QByteArray("99999999999999999999s");
        QTest::newRow("unit overflows") << QByteArray("200000d");
        QTest::newRow("sum overflows") << QByteArray("9223372036854775807ns1ns");
        QTest::newRow("fraction overflows") << QByteArray("106751.99999999d999999999h");
    }
    void refusesWhatNoTraceCanHold()
    {
        QFETCH(QByteArray, text);
        const std::string message = errorOf(text.toStdString());
        QVERIFY2(message.find("292 years") != std::string::npos, message.c_str());
    }

    void anyDurationSurvivesWritingAndReading()
    {
        RC_QVERIFY("parseDuration(formatDuration(d)) == d", [](bool wide) {
            // Both the whole range and the short durations that people use.
            const auto ns = wide ? *rc::gen::inRange<std::int64_t>(0, std::numeric_limits<std::int64_t>::max())
                                 : *rc::gen::inRange<std::int64_t>(0, 10'000'000'000);
            const std::string text = formatDuration(Duration {ns});
            const auto back = parseDuration(text);
            RC_ASSERT(back.has_value());
            RC_ASSERT(back->count() == ns);
        });
    }

    void unitsAddUp()
    {
        RC_QVERIFY("XhYmZms is the sum of its parts", [] {
            const auto h = *rc::gen::inRange<std::int64_t>(0, 1000);
            const auto m = *rc::gen::inRange<std::int64_t>(0, 1000);
            const auto milli = *rc::gen::inRange<std::int64_t>(0, 100'000);
            const auto d
                = parseDuration(std::to_string(h) + "h" + std::to_string(m) + "m" + std::to_string(milli) + "ms");
            RC_ASSERT(d.has_value());
            RC_ASSERT(d->count() == (h * 3'600'000 + m * 60'000 + milli) * 1'000'000);
        });
    }

    void writesTheShortestForm()
    {
        QCOMPARE(formatDuration(540s), std::string("9m"));
        QCOMPARE(formatDuration(90min), std::string("1h30m"));
        QCOMPARE(formatDuration(250ms), std::string("250ms"));
        QCOMPARE(formatDuration(1500ms), std::string("1.5s"));
        QCOMPARE(formatDuration(1500us), std::string("1.5ms"));
        QCOMPARE(formatDuration(Duration::zero()), std::string("0s"));
        QCOMPARE(formatDuration(-90s), std::string("-1m30s"));
        QCOMPARE(formatDuration(Duration::min()), std::string("-9223372036854775808ns"));
    }

    void columnsHaveAFixedForm()
    {
        QCOMPARE(formatSeconds(540'012ms), std::string("540.012"));
        QCOMPARE(formatSeconds(5ns, 9), std::string("0.000000005"));
        QCOMPARE(formatSeconds(1'999'999us), std::string("1.999")); // truncated, never rounded into the future
        QCOMPARE(formatSeconds(1999ms, 0), std::string("1"));
        QCOMPARE(formatSeconds(-1500ms, 1), std::string("-1.5"));
        QCOMPARE(formatSeconds(1s, 12), std::string("1.000000000"));
    }

    void neverIsLaterThanAnySum()
    {
        QVERIFY(saturatingAdd(kStart, 5s) == fromNs(5'000'000'000));
        QVERIFY(saturatingAdd(kNever, 5s) == kNever);
        QVERIFY(saturatingAdd(kNever, -5s) == kNever);
        QVERIFY(saturatingAdd(fromNs(std::numeric_limits<std::int64_t>::max() - 1), 1ns) == kNever);
        RC_QVERIFY("adding a positive duration never goes back", [] {
            const auto t = *rc::gen::inRange<std::int64_t>(0, std::numeric_limits<std::int64_t>::max());
            const auto d = *rc::gen::inRange<std::int64_t>(0, std::numeric_limits<std::int64_t>::max());
            const Instant sum = saturatingAdd(fromNs(t), Duration {d});
            RC_ASSERT(sum >= fromNs(t));
            RC_ASSERT(sum <= kNever);
        });
    }
};

QTEST_GUILESS_MAIN(TestTime)
#include "tst_time.moc"
