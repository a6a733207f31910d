// SPDX-License-Identifier: GPL-3.0-or-later
// `connscope findings` as others see it.
#include "support/paths.h"

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

} // namespace

class TestFindingsCommand : public QObject {
    Q_OBJECT

private slots:
    void aScenarioItsTraceAndTheFormatOfRunSayTheSame()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("t.jsonl"));
        QCOMPARE(run(QStringLiteral("run 23 --format jsonl -o %1").arg(file)).status, 0);
        const Outcome scenario = run(QStringLiteral("findings 23"));
        QCOMPARE(scenario.status, 0);
        QVERIFY2(scenario.out.startsWith("Fault: Advertised address unreachable (advertised-unreachable)\n"),
            scenario.out);
        QVERIFY(scenario.out.contains("kafka-1.cluster.local:9092"));
        QCOMPARE(run(QStringLiteral("findings %1").arg(file)).out, scenario.out);
        QCOMPARE(run(QStringLiteral("run 23 --format findings")).out, scenario.out);
    }
    void aSilentEndOfTheRunIsInTheFileToo()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("t.jsonl"));
        QCOMPARE(run(QStringLiteral("run 11 --format jsonl -o %1").arg(file)).status, 0);
        const Outcome read = run(QStringLiteral("findings %1").arg(file));
        QCOMPARE(read.status, 0);
        QCOMPARE(read.err, QByteArray());
        QCOMPARE(read.out, run(QStringLiteral("findings 11")).out);
    }
    void programsReadIt()
    {
        const Outcome outcome = run(QStringLiteral("findings 24 --json --least fault --lang zh"));
        QCOMPARE(outcome.status, 0);
        const QJsonObject json = QJsonDocument::fromJson(outcome.out).object();
        QCOMPARE(json.value(QStringLiteral("connscope-findings")).toInt(), 1);
        const QJsonArray found = json.value(QStringLiteral("findings")).toArray();
        QCOMPARE(found.size(), 1);
        const QJsonObject first = found.first().toObject();
        QCOMPARE(first.value(QStringLiteral("kind")).toString(), QStringLiteral("client-limit-above-middlebox"));
        QCOMPARE(first.value(QStringLiteral("certainty")).toString(), QStringLiteral("certain"));
        const QJsonObject remedy = first.value(QStringLiteral("remedy")).toObject();
        QCOMPARE(remedy.value(QStringLiteral("key")).toString(), QStringLiteral("connections.max.idle.ms"));
        QCOMPARE(remedy.value(QStringLiteral("value")).toString(), QStringLiteral("300000"));
        QVERIFY(first.value(QStringLiteral("text")).toString().contains(QStringLiteral("中间设备")));
        QVERIFY(!first.value(QStringLiteral("events")).toArray().isEmpty());
    }
    void theRemedyIsARemedy_data()
    {
        QTest::addColumn<QString>("scenario");
        QTest::addColumn<QString>("setting");
        QTest::newRow("zombie") << QStringLiteral("17") << QStringLiteral("zombie.connections.max.idle.ms=540000");
        QTest::newRow("middlebox") << QStringLiteral("24")
                                   << QStringLiteral("suffers.connections.max.idle.ms=300000");
    }
    void theRemedyIsARemedy()
    {
        QFETCH(QString, scenario);
        QFETCH(QString, setting);
        QVERIFY(run(QStringLiteral("findings %1 --least fault").arg(scenario)).out.startsWith("Fault: "));
        QCOMPARE(run(QStringLiteral("findings %1 --least fault --set %2").arg(scenario, setting)).out,
            QByteArray("Nothing was found.\n"));
    }
    void mistakesAreUsageErrors_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("nothing") << QString() << QByteArray("Name a scenario or a trace");
        QTest::newRow("two") << QStringLiteral("13 14") << QByteArray("'14' is one too many");
        QTest::newRow("weight") << QStringLiteral("13 --least wrning") << QByteArray("warning");
        QTest::newRow("language") << QStringLiteral("13 --lang de") << QByteArray("zh");
    }
    void mistakesAreUsageErrors()
    {
        QFETCH(QString, arguments);
        QFETCH(QByteArray, says);
        const Outcome outcome = run(QStringLiteral("findings ") + arguments);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(says), outcome.err);
        QVERIFY(outcome.out.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestFindingsCommand)
#include "tst_findingscommand.moc"
