// SPDX-License-Identifier: GPL-3.0-or-later
// What docs/lesson-format.md says is true: its examples can be taught, the schema accepts what the reader accepts and
// refuses what it refuses.
#include "lesson/lessontext.h"
#include "support/paths.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace connscope;

namespace {

QStringList schemaSays(const QStringList& files)
{
    QProcess python;
    python.start("python3",
        QStringList {QString::fromStdString(test::sourcePath("tests/scenario/checkschema.py")),
            QString::fromStdString(test::sourcePath("docs/lesson.schema.json"))}
            + files);
    python.waitForFinished(-1);
    if (python.exitStatus() != QProcess::NormalExit || python.exitCode() != 0)
        throw std::runtime_error("the schema cannot be used: " + python.readAllStandardError().toStdString());
    return QString::fromUtf8(python.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
}

QString page() { return QString::fromStdString(test::readFile(test::sourcePath("docs/lesson-format.md"))); }

} // namespace

class tst_LessonDocs : public QObject {
    Q_OBJECT
private slots:
    void examplesCanBeTaught()
    {
        static const QRegularExpression block("```yaml\\n(.*?)```", QRegularExpression::DotMatchesEverythingOption);
        int examples = 0;
        for (auto it = block.globalMatch(page()); it.hasNext(); ++examples) {
            const std::string text = it.next().captured(1).toStdString();
            for (std::uint64_t seed = 1; seed <= 5; ++seed) {
                const auto read = lesson::tryLesson(text, "lesson-format.md", seed);
                QVERIFY2(read.lesson, read.errors.empty() ? "" : read.errors.front().toString().c_str());
                const auto prepared = lesson::prepare(*read.lesson, test::shippedScenarios());
                QVERIFY2(prepared.lesson, prepared.errors.empty() ? "" : prepared.errors.front().toString().c_str());
            }
        }
        QCOMPARE(examples, 2);
    }

    void theSchemaAgreesWithTheReader()
    {
        if (QStandardPaths::findExecutable("python3").isEmpty()
            || QProcess::execute("python3", {"-c", "import yaml, jsonschema; jsonschema.Draft202012Validator"}) != 0)
            QSKIP("python3 with yaml and jsonschema (Draft 2020-12) is not there");
        QStringList files;
        for (const char* folder : {"resources/lessons", "resources/questions"}) {
            const QDir dir(QString::fromStdString(test::sourcePath(folder)));
            for (const QString& name : dir.entryList({"*.yaml"}))
                files << dir.filePath(name);
        }
        QVERIFY(files.size() >= 15);
        const qsizetype good = files.size();
        QTemporaryDir folder;
        const std::string whole = test::lessonAround(test::goodStep());
        const std::vector<std::pair<std::string, std::string>> slips {
            {"title: {en: A lesson, zh: 一课}", "title: A lesson"}, {"en: Count, zh: 数一数", "en: Count"},
            {"kind: count", "kind: cuont"}, {"pause: start", "pausse: start"}, {"pause: start", "pause: strat"},
            {"      why: {opened: role = data}", ""},
            {"{count: connections, where: role = data}", "{count: connections}"},
            {"{count: connections, where: role = data}", "{count: conns, where: open}"},
            {"kind: count", "kind: choice"}, {"connscope-lesson: 1", "connscope-lesson: 2"},
            {"pause: start", "view: topolgy"}};
        for (std::size_t i = 0; i < slips.size(); ++i) {
            std::string text = whole;
            text.replace(text.find(slips[i].first), slips[i].first.size(), slips[i].second);
            QVERIFY(!lesson::tryLesson(text, "x").lesson);
            QFile file(folder.filePath(QString::number(i) + ".yaml"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray::fromStdString(text));
            files << file.fileName();
        }
        const QStringList said = schemaSays(files);
        QCOMPARE(said.size(), files.size());
        for (qsizetype i = 0; i < files.size(); ++i)
            QVERIFY2((said[i] == "accepted") == (i < good), qPrintable(files[i] + ": " + said[i]));
    }
};

QTEST_APPLESS_MAIN(tst_LessonDocs)
#include "tst_lessondocs.moc"
