// SPDX-License-Identifier: GPL-3.0-or-later
// What docs/ says about scenarios is true: examples read, scenarios that are named exist, the JSON Schema accepts and
// refuses what the reader does.
#include "scenario/scenariotext.h"
#include "support/paths.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <stdexcept>

using namespace connscope;

namespace {

QString doc(const char* name)
{
    return QString::fromStdString(test::readFile(test::sourcePath(std::string("docs/") + name)));
}

/// The ```yaml blocks of a page.
QStringList examples(const QString& page)
{
    static const QRegularExpression block("```yaml\\n(.*?)```", QRegularExpression::DotMatchesEverythingOption);
    QStringList out;
    for (auto it = block.globalMatch(page); it.hasNext();)
        out << it.next().captured(1);
    return out;
}

/// What the schema says of each file: "accepted", or why not.
QStringList schemaSays(const QStringList& files)
{
    QProcess python;
    python.start("python3",
        QStringList {QString::fromStdString(test::sourcePath("tests/scenario/checkschema.py")),
            QString::fromStdString(test::sourcePath("docs/scenario.schema.json"))}
            + files);
    python.waitForFinished(-1);
    if (python.exitStatus() != QProcess::NormalExit || python.exitCode() != 0)
        throw std::runtime_error("the schema cannot be used: " + python.readAllStandardError().toStdString());
    return QString::fromUtf8(python.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
}

bool canCheckSchemas()
{
    if (QStandardPaths::findExecutable("python3").isEmpty())
        return false;
    return QProcess::execute("python3", {"-c", "import yaml, jsonschema; jsonschema.Draft202012Validator"}) == 0;
}

} // namespace

class tst_ScenarioDocs : public QObject {
    Q_OBJECT
private slots:
    void examplesOfTheFormatRead()
    {
        int whole = 0;
        for (const QString& example : examples(doc("scenario-format.md"))) {
            if (!example.contains("connscope: 1"))
                continue; // a part of a file
            ++whole;
            const auto errors = test::errorsOf(example.toStdString());
            QVERIFY2(errors.empty(), errors.empty() ? "" : (errors.front() + '\n' + example.toStdString()).c_str());
        }
        QVERIFY(whole >= 2);
    }

    void partsOfTheFormatReadWithinAFile()
    {
        int parts = 0;
        for (const QString& example : examples(doc("scenario-format.md"))) {
            if (example.contains("connscope: 1"))
                continue;
            ++parts;
            std::string yaml = "connscope: 1\n" + example.toStdString();
            if (!example.contains("clients:"))
                yaml += "clients: [{kind: producer}, {kind: consumer, config: {group.id: test}}]\n";
            const auto errors = test::errorsOf(yaml);
            QVERIFY2(errors.empty(), errors.empty() ? "" : (errors.front() + '\n' + yaml).c_str());
        }
        QVERIFY(parts >= 5);
    }

    void everyWordOfTheFormatIsInItsDescription_data()
    {
        QTest::addColumn<QString>("word");
        // The reader itself says which words it knows: an unknown key is answered by all of them.
        const std::vector<std::pair<const char*, const char*>> questions {
            {"top", "connscope: 1\nzzzzzzzzzz: 1\nclients: [{kind: admin}]\n"},
            {"cluster", "connscope: 1\ncluster: {zzzzzzzzzz: 1}\nclients: [{kind: admin}]\n"},
            {"network", "connscope: 1\nnetwork: {zzzzzzzzzz: 1}\nclients: [{kind: admin}]\n"},
            {"client", "connscope: 1\nclients: [{kind: admin, zzzzzzzzzz: 1}]\n"},
            {"broker", "connscope: 1\ncluster: {brokers: [{zzzzzzzzzz: 1}]}\nclients: [{kind: admin}]\n"},
            {"brokers", "connscope: 1\ncluster: {brokers: {zzzzzzzzzz: 1}}\nclients: [{kind: admin}]\n"},
            {"topic", "connscope: 1\ncluster: {topics: {t: {zzzzzzzzzz: 1}}}\nclients: [{kind: admin}]\n"},
            {"kernel", "connscope: 1\nnetwork: {kernel: {zzzzzzzzzz: 1}}\nclients: [{kind: admin}]\n"},
            {"send", "connscope: 1\nclients: [{kind: producer, script: [{send: {zzzzzzzzzz: 1}}]}]\n"},
            {"expect", "connscope: 1\nclients: [{kind: admin}]\nexpect: [{zzzzzzzzzz: 1}]\n"},
            {"actions", "connscope: 1\nclients: [{kind: admin}]\nactions: [{zzzzzzzzzz: 1}]\n"}};
        for (const auto& [section, yaml] : questions) {
            const auto errors = test::errorsOf(yaml);
            QVERIFY(!errors.empty());
            const QString message = QString::fromStdString(errors.front());
            const int start = static_cast<int>(std::max(message.indexOf("may have "), message.indexOf("it may be ")));
            QVERIFY2(start >= 0, message.toUtf8().constData());
            QString list = message.mid(start).section(' ', 2);
            if (message.indexOf("it may be ") >= 0)
                list = message.mid(message.indexOf("it may be ")).section(' ', 3);
            for (const QString& word : list.replace(" or ", ", ").split(", ", Qt::SkipEmptyParts))
                QTest::newRow((std::string(section) + ": " + word.toStdString()).c_str()) << word;
        }
    }
    void everyWordOfTheFormatIsInItsDescription()
    {
        QFETCH(QString, word);
        QVERIFY(doc("scenario-format.md").contains('`' + word + '`'));
    }

    void scenariosNamedInTheCourseTableExist()
    {
        static const QRegularExpression name("`(\\d\\d-[a-z0-9-]+)`");
        int named = 0;
        for (auto it = name.globalMatch(doc("course-and-code.md")); it.hasNext();) {
            const QString scenario = it.next().captured(1);
            ++named;
            QVERIFY2(
                QFile::exists(QString::fromStdString(test::sourcePath("resources/scenarios/")) + scenario + ".yaml"),
                scenario.toUtf8().constData());
        }
        QVERIFY(named >= 10);
    }

    void eachRowOfTheCourseTableNamesAScenarioAndASource()
    {
        int rows = 0;
        for (const QString& line : doc("course-and-code.md").split('\n')) {
            if (!line.startsWith("| ") || line.startsWith("| #") || line.startsWith("| ---"))
                continue;
            ++rows;
            const QStringList cells = line.split('|');
            QCOMPARE(cells.size(), 8); // six cells between seven bars
            QVERIFY2(cells[5].contains(QRegularExpression("`\\d\\d-[a-z0-9-]+`")), line.toUtf8().constData());
            QVERIFY2(cells[6].contains(QRegularExpression("#|KIP-|KAFKA-|RFC")), line.toUtf8().constData());
        }
        QVERIFY(rows >= 10);
    }

    void theSchemaAcceptsShippedScenarios()
    {
        if (!canCheckSchemas())
            QSKIP("python3 with jsonschema (Draft 2020-12) and yaml is not installed here");
        QStringList files;
        for (const std::string& path : test::shippedScenarios())
            files << QString::fromStdString(path);
        const QStringList said = schemaSays(files);
        QCOMPARE(said.size(), files.size());
        for (int i = 0; i < files.size(); ++i)
            QVERIFY2(said[i] == "accepted", (files[i] + ' ' + said[i]).toUtf8().constData());
    }

    void theSchemaRefusesWrongFiles()
    {
        if (!canCheckSchemas())
            QSKIP("python3 with jsonschema (Draft 2020-12) and yaml is not installed here");
        QStringList wrong;
        const char* const kHead = "connscope: 1\nclients: [{kind: producer}]\n";
        const auto row
            = [&](const char* lines) { wrong << QString::fromUtf8(kHead) + QString::fromUtf8(lines) + '\n'; };
        wrong << QString("clients: [{kind: producer}]\n");
        wrong << QString("connscope: 2\nclients: [{kind: producer}]\n");
        wrong << QString("connscope: 1\n");
        wrong << QString("connscope: 1\nclients: [{name: a}]\n");
        wrong << QString("connscope: 1\nclients: [{kind: broker}]\n");
        wrong << QString("connscope: 1\nclients: [{kind: producer, script: [sned]}]\n");
        wrong << QString("connscope: 1\nclients: [{kind: producer, script: [wait]}]\n");
        wrong << QString("connscope: 1\nclients: [{kind: producer, script: [{wait: 1s, mark: x}]}]\n");
        row("unknown: 1");
        row("until: 30");
        row("until: soon");
        row("profile: java-9");
        row("epoch: yesterday");
        row("cluster: {brokers: many}");
        row("cluster: {brokers: [{id: x}]}");
        row("cluster: {version: 2.4}");
        row("cluster: {topics: [t4]}");
        row("network: {loss: 150}");
        row("network: {middlebox: {answers: politely}}");
        row("network: {kernel: {syn-retries: -1}}");
        row("actions: [{at: 1s, do: kill-broker}]");
        row("actions: [{do: kill-broker, broker: 1}]");
        row("actions: [{at: 1s, do: explode}]");
        row("actions: [{at: 1s, do: kill-broker, broker: 1, topic: t}]");
        row("actions: [{at: 1s, when: open, do: kill-broker, broker: 1}]");
        row("expect: [{opened: many}]");
        row("expect: [{requests: {FETHC: 1}}]");
        row("expect: [{closed-by: {nobody: 1}}]");

        QTemporaryDir dir;
        QStringList files;
        for (const QString& yaml : wrong) {
            QVERIFY2(
                !test::errorsOf(yaml.toStdString()).empty(), yaml.toUtf8().constData()); // the reader refuses it, too
            QFile file(dir.filePath(QString::number(files.size()) + ".yaml"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(yaml.toUtf8());
            files << file.fileName();
        }
        const QStringList said = schemaSays(files);
        QCOMPARE(said.size(), files.size());
        for (int i = 0; i < files.size(); ++i)
            QVERIFY2(said[i] != "accepted", wrong[i].toUtf8().constData());
    }
};

QTEST_GUILESS_MAIN(tst_ScenarioDocs)
#include "tst_scenariodocs.moc"
