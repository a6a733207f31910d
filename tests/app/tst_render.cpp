// SPDX-License-Identifier: GPL-3.0-or-later
// `connscope render` as others see it: a process, a picture, an exit status.
#include "support/paths.h"

#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Outcome {
    int status = -1;
    QString said;
};

Outcome render(const QStringList& arguments, const QProcessEnvironment& more = {})
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("DISPLAY"));
    environment.insert(more);
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(
        QString::fromStdString(connscope::test::programPath()), QStringList {QStringLiteral("render")} + arguments);
    if (!process.waitForFinished(120'000))
        return {};
    return {process.exitCode(), QString::fromUtf8(process.readAll())};
}

QByteArray bytes(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QStringList words(const char* line) { return QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts); }

} // namespace

class TestRender : public QObject {
    Q_OBJECT

private slots:
    void aScenarioByItsNumber()
    {
        const QTemporaryDir dir;
        const QString file = dir.filePath(QStringLiteral("a.png"));
        const Outcome outcome = render(words("13 --at 2s --size 800x500 --scale 2 -o") << file);
        QCOMPARE(outcome.said, QString());
        QCOMPARE(outcome.status, 0);
        QCOMPARE(QImage(file).size(), QSize(1600, 1000));
    }

    void equalInputGivesEqualBytesInEveryLocaleAndZone()
    {
        const QTemporaryDir dir;
        QList<QByteArray> seen;
        for (const char* locale : {"C", "zh_CN.UTF-8"}) {
            QProcessEnvironment environment;
            environment.insert(QStringLiteral("LC_ALL"), QLatin1String(locale));
            environment.insert(QStringLiteral("TZ"), QLatin1String(*locale == 'C' ? "UTC" : "Asia/Shanghai"));
            environment.insert(QStringLiteral("QT_SCALE_FACTOR"), QLatin1String(*locale == 'C' ? "1" : "2"));
            const QString file = dir.filePath(QLatin1String(locale));
            QCOMPARE(
                render(words("13 --view topology,timeline -o") << file + QStringLiteral(".png"), environment).status,
                0);
            seen << bytes(file + QStringLiteral(".png"));
        }
        QVERIFY(!seen[0].isEmpty());
        QVERIFY(seen[0] == seen[1]);
    }

    void aTraceLooksAsItsScenarioDid()
    {
        const QTemporaryDir dir;
        const QString trace = dir.filePath(QStringLiteral("t.jsonl"));
        QProcess run;
        run.start(QString::fromStdString(connscope::test::programPath()), words("run 13 --format jsonl -o") << trace);
        QVERIFY(run.waitForFinished(120'000));
        QCOMPARE(run.exitCode(), 0);
        const QString a = dir.filePath(QStringLiteral("a.png"));
        const QString b = dir.filePath(QStringLiteral("b.png"));
        QCOMPARE(render(words("13 --at 3s --view timeline -o") << a).status, 0);
        QCOMPARE(render(QStringList {trace} + words("--at 3s --view timeline -o") << b).status, 0);
        QVERIFY(!QImage(b).isNull());
        QCOMPARE(QImage(b).size(), QImage(a).size());
    }

    void mistakes_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* arguments, int status, const char* said) {
            QTest::newRow(name) << QString::fromUtf8(arguments) << status << QString::fromUtf8(said);
        };
        row("no file", "-o a.png", 2, "which scenario or trace?");
        row("no picture", "13", 2, "-o FILE.png");
        row("no such form", "13 -o a.bmp", 2, "ends in .png");
        row("no such view", "13 --view topologie -o a.png", 2, "did you mean 'topology'");
        row("no size", "13 --size 1280 -o a.png", 2, "expected pixels such as 1280x800");
        row("too small", "13 --size 10x10 -o a.png", 2, "at least 480x240");
        row("too large", "13 --size 16000x16000 --scale 8 -o a.png", 2, "at most 16384 pixels a side");
        row("no scale", "13 --scale big -o a.png", 2, "0.5 to 8");
        row("no theme", "13 --theme drak -o a.png", 2, "did you mean 'dark'");
        row("no language", "13 --lang de -o a.png", 2, "expected en or zh");
        row("no time", "13 --at soon -o a.png", 2, "--at:");
        row("behind the end", "13 --at 1h -o a.png", 1, "the trace ends at 10s");
        row("no query", "13 --filter role= -o a.png", 2, "--filter:");
        row("no such file", "no-such-scenario -o a.png", 1, "no-such-scenario");
        row("no folder", "13 -o /no/such/folder/a.png", 1, "cannot be written");
    }
    void mistakes()
    {
        QFETCH(QString, arguments);
        QFETCH(int, status);
        QFETCH(QString, said);
        const Outcome outcome = render(arguments.split(QLatin1Char(' ')));
        QVERIFY2(outcome.said.contains(said), qPrintable(outcome.said));
        QCOMPARE(outcome.status, status);
        QVERIFY(!QFile::exists(QStringLiteral("a.png")));
    }

    void whatWasThereStaysWhereItFails()
    {
        const QTemporaryDir dir;
        const QString file = dir.filePath(QStringLiteral("a.png"));
        QFile old(file);
        QVERIFY(old.open(QIODevice::WriteOnly));
        old.write("old");
        old.close();
        QCOMPARE(render(words("13 --at 1h -o") << file).status, 1);
        QCOMPARE(bytes(file), QByteArray("old"));
    }
};

QTEST_GUILESS_MAIN(TestRender)
#include "tst_render.moc"
