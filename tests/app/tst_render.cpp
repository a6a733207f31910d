// SPDX-License-Identifier: GPL-3.0-or-later
// `connscope render` as others see it: a process, a picture, an exit status.
#include "support/paths.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/types.h>

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

/// Clock ticks that a process has used; 0 where that cannot be known.
qint64 ticksOf(qint64 process)
{
    const QByteArray stat = bytes(QStringLiteral("/proc/%1/stat").arg(process));
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    return fields.value(11).toLongLong() + fields.value(12).toLongLong();
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
            const QString notes
                = QString::fromStdString(connscope::test::sourcePath("docs/figures/three-kinds-notes.yaml"));
            for (const char* form : {".png", ".svg", ".pdf", ".gif", ".apng", ".webp"}) {
                const bool moves = QByteArray(".gif .apng .webp").contains(form);
                const char* line = moves
                    ? "13 --to 300ms --fps 10 --size 640x400"
                    : "13 --view topology,timeline,sequence --size 1280x3600 --caption auto --alt auto";
                QStringList arguments = words(line)
                    << QStringLiteral("--annotations") << notes << QStringLiteral("-o") << file + QLatin1String(form);
                if (moves && *(form + 1) == 'w')
                    arguments << QStringLiteral("--animate");
                const Outcome outcome = render(arguments, environment);
                if (*(form + 1) == 'w' && outcome.said.contains(QLatin1String("built without WebP")))
                    continue;
                QCOMPARE(outcome.said, QString());
                QCOMPARE(outcome.status, 0);
                seen << bytes(file + QLatin1String(form));
                QVERIFY(!seen.last().isEmpty());
            }
        }
        QVERIFY(seen.size() >= 10);
        QVERIFY(seen.mid(0, seen.size() / 2) == seen.mid(seen.size() / 2));
    }

    void aPdfSaysTheDateOfTheSource()
    {
        const QTemporaryDir dir;
        QProcessEnvironment environment;
        environment.insert(QStringLiteral("SOURCE_DATE_EPOCH"), QStringLiteral("1700000000"));
        const QString file = dir.filePath(QStringLiteral("a.pdf"));
        QCOMPARE(render(words("13 --size 160x100mm -o") << file, environment).status, 0);
        QVERIFY(bytes(file).contains("/CreationDate (D:20231114221320Z)"));
    }

    void theDateOfABuildIsNoDrift()
    {
        const QTemporaryDir dir;
        QFile list(dir.filePath(QStringLiteral("figures.yaml")));
        QVERIFY(list.open(QIODevice::WriteOnly));
        list.write("figures:\n  - {file: a.pdf, scenario: 13, size: 160x100mm}\n");
        list.close();
        const auto run = [&](const char* epoch, const char* more) {
            QProcessEnvironment environment;
            environment.insert(QStringLiteral("SOURCE_DATE_EPOCH"), QLatin1String(epoch));
            return render(words("--all") << list.fileName() << words(more), environment);
        };
        QCOMPARE(run("1700000000", "").status, 0);
        const Outcome later = run("1800000000", "--check");
        QVERIFY2(later.status == 0 && later.said.isEmpty(), qPrintable(later.said));
        QVERIFY(bytes(dir.filePath(QStringLiteral("a.pdf"))).contains("(D:20231114221320Z)"));
        QCOMPARE(run("1800000000", "").status, 0); // what is written anew has the new one
        QVERIFY(bytes(dir.filePath(QStringLiteral("a.pdf"))).contains("(D:20270115080000Z)"));
    }

    void aHeightMayFollowTheNeed()
    {
        const QTemporaryDir dir;
        const auto sizeOf = [&dir](const char* line) {
            const QString file = dir.filePath(QStringLiteral("a.png"));
            const Outcome outcome = render(words(line) << QStringLiteral("-o") << file);
            if (outcome.status != 0 || !outcome.said.isEmpty())
                qWarning("%s: %s", line, qPrintable(outcome.said));
            return QImage(file).size();
        };
        const QSize few = sizeOf("13 --view timeline");
        QCOMPARE(few.width(), 1280);
        QVERIFY2(few.height() < 500, qPrintable(QString::number(few.height())));
        const QSize more = sizeOf("22 --view timeline --size 1280xauto");
        QVERIFY(more.height() > few.height() + 100);
        QCOMPARE(sizeOf("22 --view timeline"), more); // that is the default
        QVERIFY(sizeOf("13 --view topology,timeline").height() > few.height() + 300);
        QVERIFY(sizeOf("13 --view sequence --to 4ms").height() > 700); // and no "needs 2 sheets"
        QVERIFY(sizeOf("13 --view timeline --size 170mmxauto --dpi 300").width() == 2008);
    }

    void aCaptionFromTheTraceSaysWhatTheReportSays()
    {
        const QTemporaryDir dir;
        for (const char* language : {"en", "zh"}) {
            const auto report = [language](const char* format) {
                QProcess run;
                run.start(QString::fromStdString(connscope::test::programPath()),
                    words("run 13 --at 2s --lang")
                        << QLatin1String(language) << QStringLiteral("--format") << QLatin1String(format));
                return run.waitForFinished(120'000) ? QString::fromUtf8(run.readAllStandardOutput()).trimmed()
                                                    : QString();
            };
            const QString caption = report("caption");
            const QString alternative = report("alt-text");
            QVERIFY(!caption.isEmpty() && !alternative.isEmpty());
            const QString file = dir.filePath(QStringLiteral("a.svg"));
            const QString text = dir.filePath(QStringLiteral("a.md"));
            const Outcome outcome = render(words("13 --at 2s --size 1280x800 --caption auto --alt auto --lang")
                << QLatin1String(language) << QStringLiteral("-o") << file << QStringLiteral("--describe") << text);
            QCOMPARE(outcome.said, QString());
            const QString svg = QString::fromUtf8(bytes(file));
            QVERIFY2(svg.contains(QStringLiteral("<desc id=\"desc\">") + alternative + QStringLiteral("</desc>")),
                qPrintable(svg.left(400)));
            const auto letters = [](QString set) { // in whatever lines and runs they are set
                return set.remove(QRegularExpression(QStringLiteral("<[^>]*>")))
                    .remove(QRegularExpression(QStringLiteral("\\s")));
            };
            QVERIFY2(letters(svg).contains(letters(caption)), qPrintable(caption));
            const QString page = QString::fromUtf8(bytes(text));
            QVERIFY2(page.startsWith(QStringLiteral("![")), qPrintable(page));
            QVERIFY2(page.contains(QStringLiteral("](a.svg)\n\n")), qPrintable(page));
            QVERIFY2(page.endsWith(caption + u'\n'), qPrintable(page));
        }
    }

    void everyKindOfFileHoldsTheAlternativeText()
    {
        const QTemporaryDir dir;
        for (const char* form : {"a.png", "a.svg", "a.pdf", "a.gif", "a.apng"}) {
            const QString file = dir.filePath(QLatin1String(form));
            const Outcome outcome = render(words("13 --to 100ms --fps 5 --size 480x240 --alt")
                << QStringLiteral("five ways — 五条") << QStringLiteral("-o") << file);
            if (outcome.status == 2) // what does not move has no frames
                QCOMPARE(render(words("13 --to 100ms --size 480x240 --alt")
                             << QStringLiteral("five ways — 五条") << QStringLiteral("-o") << file)
                             .status,
                    0);
            const QByteArray all = bytes(file);
            if (QLatin1String(form) == QLatin1String("a.png"))
                QCOMPARE(QImage(file).text(QStringLiteral("Description")), QStringLiteral("five ways — 五条"));
            else if (QLatin1String(form) == QLatin1String("a.pdf"))
                QVERIFY(all.contains("/Subject <FEFF00660069")); // "fi"
            else
                QVERIFY2(all.contains("five ways — 五条"), form);
        }
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

    void twoRunsInOnePicture()
    {
        const QTemporaryDir dir;
        const QString text = dir.filePath(QStringLiteral("a.md"));
        const auto draw = [&](const char* line) {
            const QString file = dir.filePath(QStringLiteral("a.png"));
            const Outcome outcome
                = render(words(line) + words("--size 1280x900 --describe") << text << QStringLiteral("-o") << file);
            return outcome.status == 0 && outcome.said.isEmpty() ? bytes(file) : outcome.said.toUtf8() + "failed";
        };
        const QByteArray alone = draw("09 --at 6m --view topology,timeline");
        const QByteArray both
            = draw("09 --at 6m --view topology,timeline --second-set cluster.connections.max.idle.ms=300000");
        QVERIFY2(!both.endsWith("failed"), both.constData());
        QVERIFY(alone != both);
        // Which is which, in the picture's language.
        QVERIFY(
            QString::fromUtf8(bytes(text)).contains(QStringLiteral("B is cluster.connections.max.idle.ms=300000")));
        QVERIFY(QString::fromUtf8(bytes(text)).contains(QStringLiteral("A is as written")));
        const QByteArray chinese = draw(
            "09 --at 6m --view topology,timeline --second-set cluster.connections.max.idle.ms=300000 --lang zh");
        QVERIFY(chinese != both);
        QVERIFY(QString::fromUtf8(bytes(text)).contains(QStringLiteral("A 为原样")));
        // The same in other words, and the first alone set otherwise.
        QCOMPARE(draw("09 --at 6m --view topology,timeline --second 09 --second-set "
                      "cluster.connections.max.idle.ms=300000"),
            both);
        const QByteArray swapped = draw("09 --at 6m --view topology,timeline --second 09 --first-set "
                                        "cluster.connections.max.idle.ms=300000");
        QVERIFY2(!swapped.endsWith("failed"), swapped.constData());
        QVERIFY(QString::fromUtf8(bytes(text)).contains(QStringLiteral("B is as written")));
        // One that is the first itself is not told from it by words that are not true.
        QVERIFY(!draw("09 --at 6m --second 09").endsWith("failed"));
        QVERIFY(
            QString::fromUtf8(bytes(text)).contains(QStringLiteral("A and B are both 09-nine-minutes-of-silence")));
        // By time more differs than by cause.
        const QByteArray byTime = draw("09 --at 6m --view topology,timeline --align time --second-set "
                                       "cluster.connections.max.idle.ms=300000");
        QVERIFY2(!byTime.endsWith("failed"), byTime.constData());
        // A run over itself has a legend and no mark.
        const QByteArray same = draw("13 --view sequence --page 1 --second 13");
        QVERIFY2(!same.endsWith("failed"), same.constData());
    }

    void aTraceTakesNoSettingOfTheSecondRun()
    {
        const QTemporaryDir dir;
        const QString trace = dir.filePath(QStringLiteral("t.jsonl"));
        QProcess run;
        run.start(QString::fromStdString(connscope::test::programPath()), words("run 13 --format jsonl -o") << trace);
        QVERIFY(run.waitForFinished(120'000));
        const QString file = dir.filePath(QStringLiteral("a.png"));
        Outcome outcome = render(words("13 --second") << trace << words("--second-seed 3 -o") << file);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.said.contains(QStringLiteral("is a trace")), qPrintable(outcome.said));
        outcome = render(words("13 --at 2s --second") << trace << QStringLiteral("-o") << file);
        QCOMPARE(outcome.said, QString());
        QCOMPARE(outcome.status, 0);
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
        row("too long for one sheet", "13 --view sequence --size 800x500 -o a.png", 1, "--page 1 to");
        row("no such sheet", "13 --view sequence --size 800x500 --page 99 -o a.png", 1, "sheets of this size");
        row("a range backwards", "13 --from 3s --to 2s -o a.png", 2, "ends before it begins");
        row("two resolutions", "13 --dpi 300 --scale 2 -o a.png", 2, "one of --scale and --dpi");
        row("too small in print", "13 --size 20x20mm -o a.png", 2, "at least 64x32mm");
        row("half a pixel", "13 --size 800.5x600 -o a.png", 2, "expected pixels such as");
        row("a page that moves", "13 --animate -o a.pdf", 2, "a PDF does not move");
        row("a picture that does not", "13 --fps 5 -o a.png", 2, "add --animate");
        row("an instant that moves", "13 --at 2s -o a.gif", 2, "say --from and --to");
        row("too long to watch", "09 --idle 0 --speed 0.01 -o a.gif", 1, "more than 20000");
        row("too small a type", "13 --min-text 1 -o a.png", 2, "3 to 24");
        row("a list and more", "--all figures.yaml --size 800x600 -o a.png", 2, "the list says what is drawn");
        row("no list", "--all no-such.yaml", 1, "cannot be read");
        row("nothing to check", "13 --check -o a.png", 2, "--check goes with --all");
        row("a video that is seen through", "13 --transparent -o a.mp4", 2, "an MP4 has no transparency");
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
        row("no page", "13 --describe a.txt -o a.png", 2, "its name ends in .md");
        row("no such file", "no-such-scenario -o a.png", 1, "no-such-scenario");
        row("the first of what two", "13 --first-profile course -o a.png", 2,
            "say what the second is: --second FILE");
        row("aligned alone", "13 --align time -o a.png", 2, "--align: is of two runs");
        row("no alignment", "13 --second-seed 2 --align case -o a.png", 2, "did you mean 'cause'");
        row("no second", "13 --second no-such-scenario -o a.png", 1, "no-such-scenario");
        row("an empty second", "13 --second= -o a.png", 2, "The name is empty");
        row("no second profile", "13 --second-profile jawa -o a.png", 2, "--second-profile:");
        row("no second seed", "13 --second-seed x -o a.png", 2, "is no seed");
        row("a second setting of nobody", "13 --second-set nobody.acks=1 -o a.png", 1, "nobody");
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

    void aListIsDrawnAndWhatDriftsIsNamed()
    {
        const QTemporaryDir dir;
        const QString list = dir.filePath(QStringLiteral("figures.yaml"));
        const auto write = [&list](const char* text) {
            QFile file(list);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
        };
        write("defaults: {size: 640x480, theme: dark}\n"
              "figures:\n"
              "  - {file: a.svg, scenario: 13-three-kinds, at: 2s}\n"
              "  - {file: b.png, scenario: 13, view: [topology, timeline], theme: light}\n"
              "  - {file: c.pdf, scenario: 10, view: sequence, size: 160x120mm, min-text: 5}\n");
        const auto run = [&list](const char* more) { return render(words("--all") << list << words(more)); };
        Outcome outcome = run("--check");
        QCOMPARE(outcome.status, 1);
        for (const char* name : {"a.svg: is not there", "b.png: is not there", "c.pdf: is not there"})
            QVERIFY2(outcome.said.contains(QLatin1String(name)), qPrintable(outcome.said));
        QVERIFY(!QFile::exists(dir.filePath(QStringLiteral("a.svg"))));
        QVERIFY(outcome.said.indexOf(QLatin1String("a.svg")) < outcome.said.indexOf(QLatin1String("b.png")));

        outcome = run("");
        QCOMPARE(outcome.said, QString());
        QCOMPARE(outcome.status, 0);
        QCOMPARE(QImage(dir.filePath(QStringLiteral("b.png"))).size(), QSize(640, 480));
        outcome = run("--check");
        QCOMPARE(outcome.said, QString());
        QCOMPARE(outcome.status, 0);

        QFile drifted(dir.filePath(QStringLiteral("a.svg")));
        QVERIFY(drifted.open(QIODevice::Append));
        drifted.write(" ");
        drifted.close();
        outcome = run("--check");
        QCOMPARE(outcome.status, 1);
        QVERIFY2(
            outcome.said.contains(QLatin1String("a.svg: differs")) && !outcome.said.contains(QLatin1String("b.png")),
            qPrintable(outcome.said));
    }

    void mistakesOfAListHaveTheirPlace_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* text, const char* said) {
            QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(said);
        };
        row("no yaml", "figures: [", "figures.yaml:1:");
        row("an unknown key", "figures:\n  - {file: a.svg, scenario: 13, sise: 1x1}\n", ":2:33: there is no 'sise'");
        row("a wrong value", "figures:\n  - file: a.svg\n    scenario: 13\n    theme: drak\n", ":4:12: theme:");
        row("a wrong default", "defaults: {theme: drak}\nfigures:\n  - {file: a.svg, scenario: 13}\n",
            ":1:19: theme:");
        row("no file", "figures:\n  - scenario: 13\n", ":2:5: where does it go?");
        row("no scenario", "figures:\n  - file: a.svg\n", ":2:5: of what?");
        row("no such form", "figures:\n  - {file: a.doc, scenario: 13}\n", ":2:12: file:");
        row("twice the same", "figures:\n  - {file: a.svg, scenario: 13}\n  - {file: a.svg, scenario: 14}\n",
            ":3:5: two figures go to");
        row("twice the same by another name",
            "figures:\n  - {file: a.svg, scenario: 13}\n  - {file: ./no/../a.svg, scenario: 14}\n",
            ":3:5: two figures go to './no/../a.svg': it is the same file as 'a.svg' (line 2)");
        row("twice the same text",
            "figures:\n  - {file: a.svg, scenario: 13, describe: a.md}\n  - {file: b.svg, scenario: 13, describe: "
            "a.md}\n",
            ":3:5: two texts go to 'a.md'");
        row("no such scenario", "figures:\n  - file: a.svg\n    scenario: 13-three-kindz\n",
            ":3:15: there is no file '13-three-kindz' and no shipped scenario");
        row("no such file", "figures:\n  - file: a.svg\n    trace: no/such.jsonl\n", ":3:12: there is no file '");
        row("an instant after the end",
            "figures:\n  - {file: a.svg, scenario: 14}\n  - {file: b.svg, scenario: 13, at: 1h}\n",
            "figures.yaml:3:5: b.svg: --at: the trace ends at 10s");
        row("the first of what two", "figures:\n  - file: a.svg\n    scenario: 13\n    first-set: [a.b=c]\n",
            ":4:17: first-set: is of two runs");
        row("no second", "figures:\n  - file: a.svg\n    scenario: 13\n    second-profile: jawa\n",
            ":4:21: second-profile:");
        row("no list", "figures: 3\n", ":1:10: expected figures:");
    }
    void mistakesOfAListHaveTheirPlace()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, said);
        const QTemporaryDir dir;
        QFile file(dir.filePath(QStringLiteral("figures.yaml")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        const Outcome outcome = render(words("--all") << file.fileName());
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.said.contains(said), qPrintable(outcome.said));
    }

    void aFileByALinkIsTheSameFile()
    {
        const QTemporaryDir dir;
        QVERIFY(QDir(dir.path()).mkdir(QStringLiteral("pictures")));
        QVERIFY(QFile::link(dir.filePath(QStringLiteral("pictures")), dir.filePath(QStringLiteral("by-link"))));
        QVERIFY(
            QFile::link(QStringLiteral("pictures/a.svg"), dir.filePath(QStringLiteral("link.svg")))); // not there yet
        for (const char* second : {"by-link/a.svg", "link.svg"}) {
            QFile file(dir.filePath(QStringLiteral("figures.yaml")));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("figures:\n  - {file: pictures/a.svg, scenario: 13}\n  - {file: ");
            file.write(second);
            file.write(", scenario: 14}\n");
            file.close();
            const Outcome outcome = render(words("--all") << file.fileName());
            QCOMPARE(outcome.status, 1);
            QVERIFY2(outcome.said.contains(QStringLiteral(":3:5: two figures go to '%1': it is the same file as "
                                                          "'pictures/a.svg' (line 2)")
                                               .arg(QLatin1String(second))),
                qPrintable(outcome.said));
            QVERIFY(!QFile::exists(dir.filePath(QStringLiteral("pictures/a.svg"))));
        }
    }

    void aTraceIsDrawnWithWhatIsWrittenIntoIt()
    {
        const QTemporaryDir dir;
        const QString trace = dir.filePath(QStringLiteral("t.jsonl"));
        const QString picture = dir.filePath(QStringLiteral("t.svg"));
        QVERIFY2(render(words("13 --format jsonl -o") << trace).status == 0, "no trace");
        QByteArray lines = bytes(trace);
        const qsizetype end = lines.indexOf("}\n");
        lines.insert(end,
            R"(,"annotations":[{"view":"topology","anchor":"broker 2","text":{"en":"of the trace","zh":"跟踪的"}},)"
            R"({"view":"topology","anchor":"broker 9","text":"nowhere"}])");
        const QString annotated = dir.filePath(QStringLiteral("annotated.jsonl"));
        QFile file(annotated);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(lines) == lines.size());
        file.close();

        QVERIFY(render({trace, QStringLiteral("-o"), picture}).status == 0);
        QVERIFY(!bytes(picture).contains("of the trace"));
        const Outcome drawn = render({annotated, QStringLiteral("-o"), picture});
        QCOMPARE(drawn.status, 0);
        QVERIFY(bytes(picture).contains("of the trace"));
        QVERIFY(render(QStringList {annotated} << words("--lang zh -o") << picture).status == 0);
        QVERIFY(bytes(picture).contains("跟踪的"));
        QVERIFY(render(QStringList {annotated} << words("--no-annotations -o") << picture).status == 0);
        QVERIFY(!bytes(picture).contains("of the trace"));
        // Read and written again it is the same file.
        const QString again = dir.filePath(QStringLiteral("again.jsonl"));
        QVERIFY(render(QStringList {annotated} << words("--format jsonl -o") << again).status == 0);
        QVERIFY(bytes(again).contains(R"("anchor":["broker 2"])"));
        QVERIFY(render(QStringList {again} << words("--format jsonl -o") << picture + QStringLiteral(".jsonl")).status
            == 0);
        QCOMPARE(bytes(picture + QStringLiteral(".jsonl")), bytes(again));
    }

    void thePicturesOfTheDocumentationAreThoseThatAreDrawnNow()
    {
        // Letters differ from font to font and from Qt to Qt.
        QFile ground(QString::fromStdString(connscope::test::sourcePath("docs/figures/ground.txt")));
        QVERIFY(ground.open(QIODevice::ReadOnly));
        const QString drawnWith = QString::fromUtf8(ground.readAll()).trimmed();
        QProcess fonts;
        fonts.start(QStringLiteral("fc-list"), {QStringLiteral(":"), QStringLiteral("family")});
        const QString here = QStringLiteral("Qt ") + QLatin1String(qVersion());
        if (here != drawnWith)
            QSKIP(qPrintable(QStringLiteral("the pictures were drawn with %1, here is %2").arg(drawnWith, here)));
        if (!fonts.waitForFinished(60'000))
            QSKIP("there is no fc-list here that could tell the fonts");
        const QString families = QString::fromUtf8(fonts.readAllStandardOutput());
        for (const char* family : {"Inter", "Noto Sans Mono", "WenQuanYi Micro Hei"}) {
            if (!families.contains(QLatin1String(family)))
                QSKIP(qPrintable(QStringLiteral("the font %1 is not installed").arg(QLatin1String(family))));
        }
        for (const char* list : {"docs/figures.yaml", "docs/manual/figures.yaml"}) {
            const Outcome outcome
                = render(words("--check --all") << QString::fromStdString(connscope::test::sourcePath(list)));
            QVERIFY2(outcome.status == 0, qPrintable(outcome.said));
        }
    }

    void whoeverEndsItNothingIsLeftBehind_data()
    {
        QTest::addColumn<int>("number");
        QTest::addColumn<QString>("form");
        for (const auto& [name, number] : {std::pair("Ctrl-C", SIGINT), {"SIGTERM", SIGTERM}, {"SIGKILL", SIGKILL}}) {
            for (const char* form : {"mp4", "gif", "apng"})
                QTest::addRow("%s %s", name, form) << number << QString::fromLatin1(form);
        }
    }

    /// Neither half a file in its place nor anything in the folder of temporary files.
    void whoeverEndsItNothingIsLeftBehind()
    {
        QFETCH(int, number);
        QFETCH(QString, form);
        const bool isVideo = form == QLatin1String("mp4");
        const QTemporaryDir dir;
        const QDir folder(dir.path());
        QVERIFY(folder.mkdir(QStringLiteral("temporary")) && folder.mkdir(QStringLiteral("bin")));
        // In ffmpeg's place a program that says when its first frame comes, and waits for the last.
        QFile program(folder.filePath(QStringLiteral("bin/ffmpeg")));
        const QString begun = folder.filePath(QStringLiteral("begun"));
        QVERIFY(program.open(QIODevice::WriteOnly));
        program.write("#!/bin/sh\nfor last; do :; done\nhead -c 1000 > \"$last\"\n: > " + begun.toUtf8()
            + "\ncat >/dev/null\n");
        program.close();
        QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(
            QStringLiteral("PATH"), folder.filePath(QStringLiteral("bin")) + QStringLiteral(":/usr/bin:/bin"));
        environment.insert(QStringLiteral("TMPDIR"), folder.filePath(QStringLiteral("temporary")));
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), dir.path()); // or Qt makes a folder for it
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(QString::fromStdString(connscope::test::programPath()),
            words("render 13 --to 4s --speed 0.01 --animate -o") << folder.filePath(QStringLiteral("a.") + form));
        QVERIFY(process.waitForStarted());
        if (isVideo)
            QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(begun), 60'000);
        else // it is at work: it has used the processor for a while
            QTRY_VERIFY_WITH_TIMEOUT(ticksOf(process.processId()) > 40, 60'000);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), number), 0);
        QVERIFY(process.waitForFinished(60'000));
        if (number == SIGKILL)
            QCOMPARE(process.exitStatus(), QProcess::CrashExit);
        else
            QCOMPARE(process.exitCode(), 128 + number);
        QCOMPARE(
            QDir(folder.filePath(QStringLiteral("temporary"))).entryList(QDir::NoDotAndDotDot | QDir::AllEntries),
            QStringList());
        QVERIFY(folder.entryList({QStringLiteral("a.*")}).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestRender)
#include "tst_render.moc"
