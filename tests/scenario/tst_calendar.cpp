// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/calendar.h"

#include "support/rcqt.h"

#include <QTest>

using namespace connscope::scenario;

class tst_Calendar : public QObject {
    Q_OBJECT
private slots:
    void knownMoments_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("ms");
        QTest::newRow("the beginning") << "1970-01-01T00:00:00Z" << qint64(0);
        QTest::newRow("the course's log") << "2019-05-27T10:00:54.142Z" << qint64(1558951254142);
        QTest::newRow("a leap day") << "2024-02-29T23:59:59Z" << qint64(1709251199000);
        QTest::newRow("the end") << "9999-12-31T23:59:59.999Z" << qint64(253402300799999);
    }
    void knownMoments()
    {
        QFETCH(QString, text);
        QFETCH(qint64, ms);
        const auto parsed = parseUtc(text.toStdString());
        QVERIFY(parsed.has_value());
        QCOMPARE(qint64(*parsed), ms);
        QCOMPARE(QString::fromStdString(formatUtc(ms)), text);
    }

    void whatIsNoMoment_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "2019-05-27", "2019-05-27T10:00:54", "2019-05-27 10:00:54Z",
                 "2019-02-29T00:00:00Z", "2019-13-01T00:00:00Z", "1969-12-31T23:59:59Z", "2019-05-27T24:00:00Z",
                 "2019-05-27T10:60:00Z", "2019-05-27T10:00:60Z", "2019-05-27T10:00:54.1Z",
                 "2019-05-27T10:00:54.1422Z", "2019-05-27T10:00:54+02:00", "2019-5-27T10:00:54Z",
                 "+019-05-27T10:00:54Z", "2019-05-27T10:00:54Zx", "2019-00-10T00:00:00Z", "2019-01-00T00:00:00Z"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }
    void whatIsNoMoment()
    {
        QFETCH(QString, text);
        QVERIFY(!parseUtc(text.toStdString()).has_value());
    }

    void everyMomentComesBack()
    {
        RC_QVERIFY("a moment survives writing and reading", [] {
            const auto ms = *rc::gen::inRange<std::int64_t>(0, 253402300800000);
            RC_ASSERT(parseUtc(formatUtc(ms)) == ms);
        });
    }
};

QTEST_GUILESS_MAIN(tst_Calendar)
#include "tst_calendar.moc"
