// SPDX-License-Identifier: GPL-3.0-or-later
// `connscope sweep` and `connscope avoid` as others see them.
#include "support/paths.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace {

struct Outcome {
    int status = -1;
    QByteArray out;
    QByteArray err;
};

Outcome run(const QString& arguments)
{
    QProcess process;
    process.start(QString::fromStdString(connscope::test::programPath()),
        arguments.split(QLatin1Char(' '), Qt::SkipEmptyParts));
    if (!process.waitForFinished(120'000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

/// Whether the process takes the signal itself.
bool catches(qint64 process, int signal)
{
    QFile status(QStringLiteral("/proc/%1/status").arg(process));
    if (!status.open(QIODevice::ReadOnly))
        return false;
    for (const QByteArray& line : status.readAll().split('\n')) {
        if (line.startsWith("SigCgt:"))
            return (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (signal - 1) & 1U) != 0;
    }
    return false;
}

} // namespace

class TestSweepCommand : public QObject {
    Q_OBJECT

private slots:
    void aTableHasOneRowARun()
    {
        const Outcome outcome = run(QStringLiteral("sweep 13 --vary cluster.brokers=1..4"));
        QCOMPARE(outcome.status, 0);
        const QList<QByteArray> lines = outcome.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 5);
        QVERIFY2(lines[0].startsWith("cluster.brokers  open at end  peak"), lines[0]);
        QVERIFY(outcome.err.isEmpty()); // progress is for a person at a terminal
        QCOMPARE(run(QStringLiteral("sweep 13 --vary cluster.brokers=1..4 -j 1")).out, outcome.out);
    }
    void spreadsheetsAndProgramsReadIt()
    {
        const QByteArray csv
            = run(QStringLiteral("sweep 13 --vary seed=1..3 --vary profile=java-2.3,java-3.9 --format csv")).out;
        const QList<QByteArray> lines = csv.split('\n');
        QVERIFY2(lines[0].startsWith("seed,profile,open,peak,opened,"), lines[0]);
        QVERIFY(lines[0].endsWith("problem\r"));
        QVERIFY2(lines[1].startsWith("1,java-2.3,5,5,5,0,"), lines[1]);
        QCOMPARE(lines.size(), 8); // the last is empty
        const QJsonObject json
            = QJsonDocument::fromJson(run(QStringLiteral("sweep 13 --vary cluster.brokers=2,3 --format json")).out)
                  .object();
        QCOMPARE(json.value(QStringLiteral("connscope-sweep")).toInt(), 1);
        QVERIFY(json.value(QStringLiteral("whole")).toBool());
        const QJsonObject row = json.value(QStringLiteral("rows")).toArray().at(1).toObject();
        QCOMPARE(row.value(QStringLiteral("peak")).toInt(), 5);
        QCOMPARE(row.value(QStringLiteral("values")).toArray().at(0).toString(), QStringLiteral("3"));
    }
    /// Ctrl-C: what is done is written whole.
    void anInterruptLeavesWhatIsDone()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("s.csv"));
        QProcess process;
        process.start(QString::fromStdString(connscope::test::programPath()),
            {QStringLiteral("sweep"), QStringLiteral("29"), QStringLiteral("--vary"), QStringLiteral("seed=1..500"),
                QStringLiteral("--format"), QStringLiteral("csv"), QStringLiteral("-j"), QStringLiteral("1"),
                QStringLiteral("-o"), file});
        QVERIFY(process.waitForStarted(30'000));
        QTRY_VERIFY_WITH_TIMEOUT(catches(process.processId(), SIGINT), 60'000);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(120'000));
        QCOMPARE(process.exitCode(), 130);
        QVERIFY(process.readAllStandardError().contains("interrupted: "));
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray csv = written.readAll();
        QVERIFY(csv.startsWith("seed,open,"));
        QVERIFY(csv.endsWith("\r\n"));
    }
    void mistakesAreUsageErrors_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("nothing varied") << QStringLiteral("sweep 13") << QByteArray("--vary cluster.brokers=1..9");
        QTest::newRow("a key of nobody")
            << QStringLiteral("sweep 13 --vary consumer-1.max.pol.records=1") << QByteArray("max.poll.records");
        QTest::newRow("format") << QStringLiteral("sweep 13 --vary seed=1 --format xml") << QByteArray("csv");
        QTest::newRow("jobs") << QStringLiteral("sweep 13 --vary seed=1 -j 0") << QByteArray("1 to 1024");
        QTest::newRow("seed and seeds") << QStringLiteral("sweep 13 --vary seed=1,2 --seed 3")
                                        << QByteArray("without --seed");
        QTest::newRow("no goal") << QStringLiteral("avoid 13") << QByteArray("what is to be avoided");
        QTest::newRow("two goals") << QStringLiteral("avoid 13 --end 1 --connection 1")
                                   << QByteArray("what is to be avoided");
        QTest::newRow("a finding") << QStringLiteral("avoid 13 --finding leek") << QByteArray("leak");
    }
    void mistakesAreUsageErrors()
    {
        QFETCH(QString, arguments);
        QFETCH(QByteArray, says);
        const Outcome outcome = run(arguments);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(says), outcome.err);
        QVERIFY(outcome.out.isEmpty());
    }
    void whatAvoidsItIsTold()
    {
        const Outcome outcome = run(QStringLiteral("avoid 17 --until 1m --finding zombie-connection"));
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.out.startsWith("To be avoided: "), outcome.out);
        QVERIFY2(outcome.out.contains("\nzombie.connections.max.idle.ms="), outcome.out);
        QVERIFY(outcome.out.contains("Tried without success: "));
        const Outcome chinese
            = run(QStringLiteral("avoid 17 --until 1m --finding zombie-connection --lang zh --json"));
        const QJsonObject json = QJsonDocument::fromJson(chinese.out).object();
        QCOMPARE(json.value(QStringLiteral("connscope-avoid")).toInt(), 1);
        QVERIFY(!json.value(QStringLiteral("answers")).toArray().isEmpty());
        QCOMPARE(run(QStringLiteral("avoid 13 --finding leak")).status, 1);
    }
};

QTEST_GUILESS_MAIN(TestSweepCommand)
#include "tst_sweepcommand.moc"
