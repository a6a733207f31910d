// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons on the command line: check tells them from scenarios and says what of them does not hold, worksheet prints them.
#include "support/paths.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace connscope;

namespace {

struct Said {
    int status = -1;
    QString out;
    QString error;
};

Said runs(const QStringList& arguments)
{
    QProcess process;
    process.start(QString::fromStdString(test::programPath()), arguments);
    process.waitForFinished(-1);
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError())};
}

QByteArray contentOf(const QString& name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class tst_LessonCommands : public QObject {
    Q_OBJECT
private slots:
    void aLessonIsCheckedByRunningIt()
    {
        const Said said = runs({"check", "06-idle-nine-minutes", "13-three-kinds"});
        QCOMPARE(said.error, QString());
        QCOMPARE(said.out, QString("06-idle-nine-minutes: ok\n13-three-kinds: ok\n"));
        QCOMPARE(said.status, 0);
    }

    void aPauseThatNeverHappensFailsWithFileAndLine()
    {
        QTemporaryDir folder;
        const QString name = folder.filePath("mine.yaml");
        QByteArray text
            = contentOf(QString::fromStdString(test::sourcePath("resources/lessons/10-find-coordinator.yaml")));
        const qsizetype at = text.indexOf("{when: kind = \"group joined\"}");
        QVERIFY(at > 0);
        text.replace(at, 29, "{when: kind = \"client killed\"}");
        const qsizetype line = text.left(at).count('\n') + 1;
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        const Said said = runs({"check", name});
        QCOMPARE(said.status, 1);
        QVERIFY2(said.error.contains(QString("%1:%2:19: pause: this never happens in the run\n").arg(name).arg(line)),
            qPrintable(said.error));
        // Once as written, once on each profile that it names.
        QVERIFY(said.error.contains("(java-3.9)"));
        QCOMPARE(runs({"check", name, "--profile", "java-2.3"}).error.count('\n'), 1);
    }

    void aLessonCannotBeRun()
    {
        const Said said = runs(
            {"run", QString::fromStdString(test::sourcePath("resources/lessons/01-what-is-a-connection.yaml"))});
        QCOMPARE(said.status, 1);
        QVERIFY2(said.error.contains(":2:1: this is a lesson, not a scenario"), qPrintable(said.error));
    }

    void theSameWorksheetsAreTheSameBytes()
    {
        QTemporaryDir folder;
        const auto make = [&folder](const QString& name, const QString& seed) {
            const Said said = runs({"worksheet", "consumer", "--copies", "2", "--questions", "3", "--seed", seed,
                "--lang", "zh", "-o", folder.filePath(name), "--answers", folder.filePath("answers-" + name)});
            return said.error.isEmpty() && said.status == 0
                ? contentOf(folder.filePath(name)) + contentOf(folder.filePath("answers-" + name))
                : said.error.toUtf8();
        };
        for (const char* ending : {".md", ".pdf", ".csv"}) {
            const QByteArray first = make(QString("a") + ending, "5");
            QVERIFY2(first.size() > 200, first.constData());
            QCOMPARE(make(QString("b") + ending, "5"), first);
            QVERIFY(make(QString("c") + ending, "6") != first);
        }
        QVERIFY(contentOf(folder.filePath("a.pdf")).startsWith("%PDF"));
        QVERIFY(QString::fromUtf8(contentOf(folder.filePath("a.md"))).contains(QString("第 2 份，共 2 份")));
    }

    void questionsAndAnswersDoNotOverwriteEachOther()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("same.md");
        for (const QString& other : {file, folder.path() + "/./same.md"}) {
            const Said said = runs({"worksheet", "consumer", "-o", file, "--answers", other});
            QCOMPARE(said.status, 2);
            QVERIFY2(said.error.contains("-o and --answers name the same file"), qPrintable(said.error));
            QVERIFY(!QFile::exists(file));
        }
    }

    void mistakesOfWorksheetAreNamed()
    {
        QCOMPARE(runs({"worksheet"}).status, 2);
        QVERIFY(runs({"worksheet", "-o", "x.doc"}).error.contains("expected a file that ends in .pdf, .md or .csv"));
        QVERIFY(runs({"worksheet", "--copies", "0", "-o", "x.md"})
                    .error.contains("--copies: '0' is no number from 1 to 500"));
        const Said unknown = runs({"worksheet", "06-idle-nine-minuts", "-o", "x.md"});
        QCOMPARE(unknown.status, 1);
        QVERIFY2(unknown.error.contains("did you mean 06-idle-nine-minutes?"), qPrintable(unknown.error));
        QVERIFY(runs({"worksheet", "--list"}).out.contains("closing, consumer, failure, producer"));
    }
};

QTEST_GUILESS_MAIN(tst_LessonCommands)
#include "tst_lessoncommands.moc"
