// SPDX-License-Identifier: GPL-3.0-or-later
// What is varied, as people write it.
#include "sweep/axis.h"

#include <QTest>

using namespace connscope;
using sweep::parseAxis;

class TestAxis : public QObject {
    Q_OBJECT

private slots:
    void valuesAreReadAsWritten_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("values");
        QTest::newRow("list") << QByteArray("p.linger.ms=0,5,100") << QByteArray("0 5 100");
        QTest::newRow("one") << QByteArray("p.linger.ms=5") << QByteArray("5");
        QTest::newRow("range") << QByteArray("cluster.brokers=3..6") << QByteArray("3 4 5 6");
        QTest::newRow("a range of one") << QByteArray("cluster.brokers=3..3") << QByteArray("3");
        QTest::newRow("evenly") << QByteArray("cluster.brokers=1..1000/4") << QByteArray("1 334 667 1000");
        QTest::newRow("equal ratios") << QByteArray("cluster.brokers=1..1000/4log") << QByteArray("1 10 100 1000");
        QTest::newRow("more steps than numbers") << QByteArray("cluster.brokers=1..3/9") << QByteArray("1 2 3");
        QTest::newRow("mixed, each once") << QByteArray("seed=7,1..3,2") << QByteArray("7 1 2 3");
        QTest::newRow("negative") << QByteArray("p.x.y=-1..1") << QByteArray("-1 0 1");
        QTest::newRow("a comma in a value")
            << QByteArray("p.bootstrap.servers=a:1\\,b:2,c:3") << QByteArray("a:1,b:2 c:3");
        QTest::newRow("profiles") << QByteArray("profile=java-2.1,course") << QByteArray("java-2.1 course");
        QTest::newRow("dots that are no range") << QByteArray("p.client.id=a..b") << QByteArray("a..b");
    }
    void valuesAreReadAsWritten()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, values);
        const auto axis = parseAxis(text.toStdString());
        QVERIFY2(axis.has_value(), axis ? "" : axis.error().message.c_str());
        QByteArray joined;
        for (const std::string& value : axis->values)
            joined += (joined.isEmpty() ? "" : " ") + QByteArray::fromStdString(value);
        QCOMPARE(joined, values);
    }
    void mistakesSayWhatWasExpected_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("no values") << QByteArray("cluster.brokers") << QByteArray("expected NAME=VALUES");
        QTest::newRow("empty") << QByteArray("cluster.brokers=") << QByteArray("expected NAME=VALUES");
        QTest::newRow("no key") << QByteArray("brokers=1..3") << QByteArray("cluster.brokers");
        QTest::newRow("backwards") << QByteArray("cluster.brokers=9..1") << QByteArray("from the lower number");
        QTest::newRow("too many") << QByteArray("seed=1..100000") << QByteArray("1..100000/20");
        QTest::newRow("too many to count")
            << QByteArray("seed=-9223372036854775808..9223372036854775807") << QByteArray("more than 1000");
        QTest::newRow("steps") << QByteArray("seed=1..9/x") << QByteArray("how many values");
        QTest::newRow("log from zero") << QByteArray("seed=0..9/3log") << QByteArray("begins at 1");
        QTest::newRow("seed") << QByteArray("seed=one") << QByteArray("whole number");
        QTest::newRow("profile") << QByteArray("profile=java-2.4") << QByteArray("java-2");
    }
    void mistakesSayWhatWasExpected()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, says);
        const auto axis = parseAxis(text.toStdString());
        QVERIFY(!axis);
        QVERIFY2(axis.error().message.find(says.toStdString()) != std::string::npos, axis.error().message.c_str());
    }
};

QTEST_GUILESS_MAIN(TestAxis)
#include "tst_axis.moc"
