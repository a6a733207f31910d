// SPDX-License-Identifier: GPL-3.0-or-later
#undef QT_NO_CAST_FROM_ASCII // a test is full of short texts
#include "classroom/results.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace connscope::classroom;

class tst_Results : public QObject {
    Q_OBJECT
private slots:
    void theFirstAnswerCountsAndIsKept()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("s.ini");
        const Result first {"06-idle", 2, "count", "How many?", "4", "5", false, true};
        {
            QSettings settings(file, QSettings::IniFormat);
            Results results(settings);
            QVERIFY(results.add(first));
            QVERIFY(!results.add({"06-idle", 2, "count", "How many?", "5", "5", true, false}));
            QVERIFY(results.add({"06-idle", 3, "closer", "谁？", "客户端", "客户端", true, false}));
            results.reached("06-idle", 4);
            results.reached("06-idle", 1);
        }
        QSettings settings(file, QSettings::IniFormat);
        Results results(settings);
        QCOMPARE(results.all().size(), qsizetype {2});
        QCOMPARE(results.all().front(), first);
        QCOMPARE(results.score("06-idle").right, 1);
        QCOMPARE(results.score("06-idle").answered, 2);
        QCOMPARE(results.furthest("06-idle"), 4);
        QCOMPARE(results.furthest("other"), 0);
        QVERIFY(!results.isFinished("06-idle"));
        results.setFinished("06-idle");
        QVERIFY(results.isFinished("06-idle"));
        results.forget();
        QVERIFY(!results.isFinished("06-idle"));
        QVERIFY(Results(settings).all().isEmpty());
    }

    void asAFileItIsReadBySpreadsheets()
    {
        QTemporaryDir folder;
        QSettings settings(folder.filePath("s.ini"), QSettings::IniFormat);
        Results results(settings);
        results.add({"a", 1, "choice", "One, or \"two\"?", "一", "二", false, true});
        QCOMPARE(results.csv(),
            QByteArray("\xEF\xBB\xBFlesson,step,kind,question,given,answer,right,hint\r\na,1,choice,\"One, or "
                       "\"\"two\"\"?\",一,二,0,1\r\n"));
    }
};

QTEST_MAIN(tst_Results)
#include "tst_results.moc"
