// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/result.h"

#include <QTest>

using namespace connscope;

class TestErrors : public QObject {
    Q_OBJECT

private slots:
    void anErrorSaysWhereAsFarAsItKnows_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("everything") << QByteArray("a.yaml") << 3 << 7 << QByteArray("a.yaml:3:7: bad");
        QTest::newRow("no column") << QByteArray("a.yaml") << 3 << 0 << QByteArray("a.yaml:3: bad");
        QTest::newRow("file only") << QByteArray("a.yaml") << 0 << 0 << QByteArray("a.yaml: bad");
        QTest::newRow("text without a file") << QByteArray("") << 3 << 7 << QByteArray("3:7: bad");
        QTest::newRow("nothing") << QByteArray("") << 0 << 0 << QByteArray("bad");
        QTest::newRow("a column without its line means nothing") << QByteArray("") << 0 << 7 << QByteArray("bad");
    }
    void anErrorSaysWhereAsFarAsItKnows()
    {
        QFETCH(QByteArray, file);
        QFETCH(int, line);
        QFETCH(int, column);
        QFETCH(QByteArray, expected);
        Error error;
        error.message = "bad";
        error.file = file.toStdString();
        error.line = line;
        error.column = column;
        QCOMPARE(error.toString(), expected.toStdString());
    }

    void failMakesAFailedResult()
    {
        const Result<int> result = fail("no such port");
        QVERIFY(!result.has_value());
        QCOMPARE(result.error().message, std::string("no such port"));
        QCOMPARE(result.error().line, 0);
    }
};

QTEST_GUILESS_MAIN(TestErrors)
#include "tst_result.moc"
