// SPDX-License-Identifier: GPL-3.0-or-later
// `connscope compare` as others see it.
#include "support/paths.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Outcome {
    int status = -1;
    QByteArray out;
    QByteArray err;
};

Outcome compare(const QString& arguments)
{
    QProcess process;
    process.start(QString::fromStdString(connscope::test::programPath()),
        QStringList {QStringLiteral("compare")} + arguments.split(QLatin1Char(' '), Qt::SkipEmptyParts));
    if (!process.waitForFinished(120'000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace

class TestCompareCommand : public QObject {
    Q_OBJECT

private slots:
    void aRunAndItsSavedTraceAreTheSame()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("t.jsonl"));
        QProcess run;
        run.start(QString::fromStdString(connscope::test::programPath()),
            {QStringLiteral("run"), QStringLiteral("13"), QStringLiteral("--format"), QStringLiteral("jsonl"),
                QStringLiteral("-o"), file});
        QVERIFY(run.waitForFinished(120'000));
        const Outcome outcome = compare(QStringLiteral("13 %1 --json").arg(file));
        QCOMPARE(outcome.status, 0);
        const QJsonObject json = QJsonDocument::fromJson(outcome.out).object();
        QCOMPARE(json.value(QStringLiteral("connscope-comparison")).toInt(), 1);
        QVERIFY(json.value(QStringLiteral("same")).toBool());
        QCOMPARE(json.value(QStringLiteral("connections")).toArray().size(), 5);
    }

    void theSecondRunIsTheFirstWithOtherSettings()
    {
        const Outcome outcome
            = compare(QStringLiteral("10 --second-set cluster.connections.max.idle.ms=600000 --json"));
        QCOMPARE(outcome.status, 0);
        const QJsonObject json = QJsonDocument::fromJson(outcome.out).object();
        QVERIFY(!json.value(QStringLiteral("same")).toBool());
        const QJsonObject setting = json.value(QStringLiteral("settings")).toArray().at(0).toObject();
        QCOMPARE(setting.value(QStringLiteral("key")).toString(), QStringLiteral("connections.max.idle.ms"));
        QCOMPARE(setting.value(QStringLiteral("first")).toString(), QStringLiteral("60000"));
        QCOMPARE(setting.value(QStringLiteral("second")).toString(), QStringLiteral("600000"));
        QVERIFY(json.value(QStringLiteral("summary")).toArray().size() > 3);
    }

    void formatsDiffer()
    {
        const QByteArray summary
            = compare(QStringLiteral("10 --second-set cluster.connections.max.idle.ms=600000")).out;
        QVERIFY(summary.startsWith("first:   simulated, 10-broker-closes-first.yaml"));
        QVERIFY(summary.contains("\n- The runs part at 60.001 s"));
        const QByteArray events
            = compare(QStringLiteral("10 --second-set cluster.connections.max.idle.ms=600000 --format events")).out;
        QVERIFY(events.contains("\n<  "));
    }

    void mistakesAreSaid_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("says");
        QTest::addRow("nothing") << "" << 2 << QByteArray("which two runs?");
        QTest::addRow("three") << "13 14 15" << 2 << QByteArray("two runs at a time: '15' is one too many");
        QTest::addRow("no such file") << "13 13-thre" << 1 << QByteArray("13-three-kinds");
        QTest::addRow("format") << "13 --format summry" << 2 << QByteArray("did you mean 'summary'?");
        QTest::addRow("events as JSON") << "13 --format events --json" << 2 << QByteArray("has no JSON form");
        QTest::addRow("profile") << "13 --second-profile jav-3.9" << 2 << QByteArray("--second-profile: ");
        QTest::addRow("seed") << "13 --second-seed x" << 2 << QByteArray("--second-seed: 'x' is no seed");
        QTest::addRow("until") << "13 --until 0s" << 2 << QByteArray("--until: '0s' is out of range");
        QTest::addRow("setting") << "13 --first-set consumer-1.heartbeat.intervall.ms=1" << 2
                                 << QByteArray("heartbeat.interval.ms");
        QTest::addRow("empty output") << "13 -o " << 2 << QByteArray("-o");
    }
    void mistakesAreSaid()
    {
        QFETCH(QString, arguments);
        QFETCH(int, status);
        QFETCH(QByteArray, says);
        const Outcome outcome = compare(arguments);
        QCOMPARE(outcome.status, status);
        QVERIFY2(outcome.err.contains(says), outcome.err.constData());
        QVERIFY(outcome.out.isEmpty());
    }

    void aTraceAndItsRunEndAtTheSameInstant()
    {
        QTemporaryDir folder;
        const QString name = folder.filePath(QStringLiteral("t.jsonl"));
        QProcess process;
        process.start(QString::fromStdString(connscope::test::programPath()),
            {QStringLiteral("run"), QStringLiteral("11"), QStringLiteral("--format"), QStringLiteral("jsonl"),
                QStringLiteral("-o"), name});
        QVERIFY(process.waitForFinished(120'000));
        const Outcome same = compare(QStringLiteral("11 11"));
        const Outcome read = compare(QStringLiteral("%1 11").arg(name));
        QCOMPARE(read.status, 0);
        QCOMPARE(read.out, same.out);
    }
    void aTraceTakesNoSettings()
    {
        QTemporaryDir folder;
        const QString name = folder.filePath(QStringLiteral("t.jsonl"));
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"connscope-trace\":1,\"minor\":1,\"title\":\"\",\"scenario\":null,\"profile\":null,\"seed\":1,"
                   "\"vantage\":\"simulated\",\"epoch_ms\":0}\n");
        file.close();
        const Outcome outcome = compare(QStringLiteral("%1 13 --seed 3").arg(name));
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains("is a trace"), outcome.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestCompareCommand)
#include "tst_comparecommand.moc"
