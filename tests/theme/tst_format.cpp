// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/format.h"

#include <QLocale>
#include <QTest>

#include <limits>

using namespace connscope;
using namespace connscope::theme;

namespace {

/// No-break spaces as plain ones, so that a test can be read.
QString plain(QString text) { return text.replace(QChar(0x00A0), u' '); }

} // namespace

class TestFormat : public QObject {
    Q_OBJECT

private slots:
    void durations_data()
    {
        QTest::addColumn<qint64>("ns");
        QTest::addColumn<QString>("english");
        QTest::addColumn<QString>("chinese");
        QTest::addColumn<QString>("shortly");
        const auto row = [](const char* name, qint64 ns, const char* en, const char* zh, const char* shortly) {
            QTest::newRow(name) << ns << QString::fromUtf8(en) << QString::fromUtf8(zh) << QString::fromUtf8(shortly);
        };
        row("nothing", 0, "0 s", "0 秒", "0 s");
        row("a nanosecond", 1, "1 ns", "1 纳秒", "1 ns");
        row("microseconds", 27'000, "27 µs", "27 微秒", "27 µs");
        row("parts of them", 27'340, "27.34 µs", "27.34 微秒", "27 µs");
        row("milliseconds", 250'000'000, "250 ms", "250 毫秒", "250 ms");
        row("a second and more", 1'062'000'000, "1.062 s", "1.062 秒", "1 s");
        row("just below a minute", 59'999'900'000, "59.999 s", "59.999 秒", "59 s");
        row("a minute", 60'000'000'000, "1 min", "1 分", "1 min");
        row("the silence", 531'000'000'000, "8 min 51 s", "8 分 51 秒", "8 min");
        row("nine minutes", 540'000'000'000, "9 min", "9 分", "9 min");
        row("an hour and a half", 5'400'000'000'000, "1 h 30 min", "1 小时 30 分", "1 h");
        row("days", 2 * 86'400'000'000'000, "2 d", "2 天", "2 d");
        row("three seconds", 3'200'000'000, "3.2 s", "3.2 秒", "3.2 s");
    }
    void durations()
    {
        QFETCH(qint64, ns);
        QFETCH(QString, english);
        QFETCH(QString, chinese);
        QFETCH(QString, shortly);
        QCOMPARE(plain(Format().duration(Duration {ns})), english);
        QCOMPARE(plain(Format(Language::Chinese).duration(Duration {ns})), chinese);
        QCOMPARE(plain(Format().shortDuration(Duration {ns})), shortly);
    }

    void aNegativeDurationHasARealMinus()
    {
        QCOMPARE(plain(Format().duration(-std::chrono::seconds(3))), QString::fromUtf8("−3 s"));
        QCOMPARE(plain(Format().difference(std::chrono::seconds(3))), QStringLiteral("+3 s"));
        QVERIFY(Format().duration(Duration {std::numeric_limits<std::int64_t>::min()}).startsWith(QChar(0x2212)));
    }

    void clocksAreCutAndNeverRounded()
    {
        const Instant t = fromNs(543'181'999'999);
        QCOMPARE(Format().clock(t), QStringLiteral("00:09:03.181"));
        QCOMPARE(Format().clock(t, 0), QStringLiteral("00:09:03"));
        QCOMPARE(Format().clock(t, 9), QStringLiteral("00:09:03.181999999"));
        QCOMPARE(Format().tick(t), QStringLiteral("9:03.181"));
        QCOMPARE(Format().tick(fromNs(250'000'000)), QStringLiteral("0.250"));
        QCOMPARE(Format().tick(fromNs(3'723'000'000'000), 0), QStringLiteral("1:02:03"));
        QCOMPARE(Format().clock(fromNs(360'000'000'000'000)), QStringLiteral("100:00:00.000"));
    }

    void theWallClockIsKafkasAndUtc()
    {
        QCOMPARE(Format(Language::Chinese).wallClock(1'558'951'796'000, fromNs(981'000'000)),
            QStringLiteral("2019-05-27 10:09:56,981"));
    }

    void numbersAreGroupedByLanguage()
    {
        QCOMPARE(Format().number(3214), QStringLiteral("3,214"));
        QCOMPARE(Format().number(-1), QString::fromUtf8("−1"));
        QCOMPARE(
            Format().number(std::numeric_limits<qint64>::min()), QString::fromUtf8("−9,223,372,036,854,775,808"));
        QCOMPARE(plain(Format().shortNumber(12'345)), QStringLiteral("12.3 k"));
        QCOMPARE(plain(Format().shortNumber(9'999)), QStringLiteral("9,999"));
        QCOMPARE(plain(Format(Language::Chinese).shortNumber(12'345)), QString::fromUtf8("1.2 万"));
        QCOMPARE(plain(Format(Language::Chinese).shortNumber(345'000'000)), QString::fromUtf8("3.4 亿"));
        QCOMPARE(plain(Format().bytes(1024)), QStringLiteral("1,024 B"));
        QCOMPARE(plain(Format().bytes(12'345'678)), QStringLiteral("12.3 MB"));
    }

    void countersAreExactAsLongAsTheyCanBeRead()
    {
        QCOMPARE(plain(Format().counter(999'999)), QStringLiteral("999,999"));
        QCOMPARE(plain(Format().counter(2'149'999)), QStringLiteral("2.14 M"));
        QCOMPARE(plain(Format().counter(21'499'999)), QStringLiteral("21.4 M"));
        QCOMPARE(plain(Format().counter(214'999'999)), QStringLiteral("214 M"));
        QCOMPARE(plain(Format(Language::Chinese).counter(2'149'999)), QString::fromUtf8("214 万"));
        QCOMPARE(plain(Format(Language::Chinese).counter(21'499'999)), QString::fromUtf8("2,140 万"));
        QCOMPARE(plain(Format(Language::Chinese).counter(123'999'999)), QString::fromUtf8("1.23 亿"));
    }

    void speedsAreRatios()
    {
        QCOMPARE(Format().ratio(0.01), QString::fromUtf8("0.01×"));
        QCOMPARE(Format().ratio(0.0001), QString::fromUtf8("0.0001×"));
        QCOMPARE(Format().ratio(0.000'247'3), QString::fromUtf8("0.00025×"));
        QCOMPARE(Format().ratio(0.123'4), QString::fromUtf8("0.12×"));
        QCOMPARE(Format().ratio(1), QString::fromUtf8("1×"));
        QCOMPARE(Format().ratio(0.5), QString::fromUtf8("0.5×"));
        QCOMPARE(Format().ratio(10'000), QString::fromUtf8("10,000×"));
    }

    void nodeIdsAreNeverGrouped()
    {
        QCOMPARE(Format::nodeId(NodeId::bootstrap(0)), QString::fromUtf8("−1"));
        QCOMPARE(Format::nodeId(NodeId::coordinator(BrokerId {2})), QStringLiteral("2147483645"));
        QCOMPARE(Format::nodeId(NodeId {}), QString::fromUtf8("–"));
    }

    void theSystemsLocaleDoesNotMatter()
    {
        const QLocale before;
        QLocale::setDefault(QLocale(QLocale::German));
        const QString text = Format().number(1234) + Format().duration(std::chrono::milliseconds(1500));
        QLocale::setDefault(before);
        QCOMPARE(plain(text), QStringLiteral("1,2341.5 s"));
    }
};

QTEST_GUILESS_MAIN(TestFormat)
#include "tst_format.moc"
