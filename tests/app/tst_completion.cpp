// SPDX-License-Identifier: GPL-3.0-or-later
// What bash offers behind "connscope" is what the program takes: commands, options, formats, profiles.
#include "client/profile.h"
#include "support/paths.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTest>

using namespace connscope;

namespace {

QString program() { return QString::fromStdString(test::programPath()); }

/// What it wrote on either stream.
QStringList lines(const QString& command, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(command, arguments);
    process.waitForFinished();
    return QString::fromUtf8(process.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

/// Completions of the last of the words, sorted.
QStringList completions(QStringList words)
{
    const QString file = QString::fromStdString(test::sourcePath("resources/completions/connscope"));
    words.prepend(QStringLiteral(". '%1'; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1));"
                                 "_connscope \"$1\" \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD - 1]}\";"
                                 "printf '%s\\n' \"${COMPREPLY[@]}\"")
                      .arg(file));
    words.insert(1, QStringLiteral("bash")); // $0
    words.prepend(QStringLiteral("-c"));
    QStringList found = lines(QStringLiteral("bash"), words);
    found.sort();
    return found;
}

/// The words of a help text that begin a line as its options and commands do, sorted.
QStringList offered(const QStringList& help, const char* pattern)
{
    const QRegularExpression word(QString::fromLatin1(pattern));
    QStringList found;
    for (const QString& line : help) {
        const QRegularExpressionMatch match = word.match(line);
        if (match.hasMatch())
            found << match.captured(1);
    }
    found.sort();
    return found;
}

} // namespace

class TestCompletion : public QObject {
    Q_OBJECT

private slots:
    void commands()
    {
        QStringList known = offered(lines(program(), {QStringLiteral("--help")}), "^  ([-a-z]+)  ");
        QVERIFY(known.size() >= 5);
        QCOMPARE(completions({program(), QString()}), known);
    }

    void options_data()
    {
        QTest::addColumn<QString>("command");
        for (const char* command : {"run", "render", "cluster", "findings", "sweep", "avoid", "check", "rules"})
            QTest::newRow(command) << QString::fromLatin1(command);
    }
    void options()
    {
        QFETCH(QString, command);
        const QStringList known
            = offered(lines(program(), {command, QStringLiteral("--help")}), "^  (?:-[a-z], )?(--[-a-z]+)");
        QVERIFY(!known.isEmpty());
        QCOMPARE(completions({program(), command, QStringLiteral("--")}), known);
    }

    void profiles()
    {
        QStringList known;
        for (const client::Profile& profile : client::profiles())
            known << QString::fromStdString(profile.name);
        known.sort();
        QCOMPARE(completions({program(), QStringLiteral("run"), QStringLiteral("--profile"), QString()}), known);
    }

    void formats()
    {
        // The program names them all when it is given another.
        const QStringList said = lines(program(),
            {QStringLiteral("run"), QStringLiteral("13"), QStringLiteral("--format"), QStringLiteral("?")});
        const QRegularExpressionMatch list
            = QRegularExpression(QStringLiteral("formats are (.*)\\.")).match(said.join(QLatin1Char('\n')));
        QVERIFY2(list.hasMatch(), qPrintable(said.join(QLatin1Char('\n'))));
        QStringList known = list.captured(1).split(QRegularExpression(QStringLiteral(", | or ")));
        known.sort();
        QCOMPARE(completions({program(), QStringLiteral("run"), QStringLiteral("--format"), QString()}), known);
    }

    void scenarioFiles()
    {
        const QString folder = QString::fromStdString(test::sourcePath("resources/scenarios/"));
        QCOMPARE(completions({program(), QStringLiteral("run"), folder + QStringLiteral("13")}),
            QStringList {folder + QStringLiteral("13-three-kinds.yaml")});
        const QString folders = QString::fromStdString(test::sourcePath("resources/sce"));
        QCOMPARE(completions({program(), QStringLiteral("check"), folders}), QStringList {folder.chopped(1)});
    }
};

QTEST_GUILESS_MAIN(TestCompletion)
#include "tst_completion.moc"
