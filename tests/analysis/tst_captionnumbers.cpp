// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a caption are those of its trace: of every shipped scenario, in both languages, held against the events and
// against what the summary says.
#include "analysis/caption.h"
#include "analysis/report.h"
#include "scenario/reader.h"
#include "sim/simulation.h"
#include "support/paths.h"

#include <QDir>
#include <QRegularExpression>
#include <QTest>

#include <set>

using namespace connscope;
using namespace connscope::analysis;

namespace {

/// "six", "35", "1,062".
int numberOf(const QString& text)
{
    static const QStringList words {QStringLiteral("no"), QStringLiteral("one"), QStringLiteral("two"),
        QStringLiteral("three"), QStringLiteral("four"), QStringLiteral("five"), QStringLiteral("six"),
        QStringLiteral("seven"), QStringLiteral("eight"), QStringLiteral("nine"), QStringLiteral("ten"),
        QStringLiteral("eleven"), QStringLiteral("twelve")};
    if (text == QStringLiteral("None"))
        return 0;
    if (const auto word = words.indexOf(text.toLower()); word >= 0)
        return static_cast<int>(word);
    bool good = false;
    const int n = QString(text).remove(u',').toInt(&good);
    return good ? n : -1'000'000;
}

/// Of all places where \a pattern is, the sum of its first number; nowhere = 0.
int sum(const QString& text, const char* pattern)
{
    int out = 0;
    auto all = QRegularExpression(QString::fromUtf8(pattern)).globalMatch(text);
    while (all.hasNext())
        out += numberOf(all.next().captured(1));
    return out;
}

} // namespace

class TestCaptionNumbers : public QObject {
    Q_OBJECT

private slots:
    void theyAreThoseOfTheTrace_data()
    {
        QTest::addColumn<QString>("file");
        const QDir folder(QString::fromStdString(test::sourcePath("resources/scenarios")));
        for (const QString& name : folder.entryList({QStringLiteral("*.yaml")}, QDir::Files, QDir::Name))
            QTest::newRow(qPrintable(name)) << folder.filePath(name);
    }

    void theyAreThoseOfTheTrace()
    {
        QFETCH(QString, file);
        const auto scenario = scenario::readScenarioFile(file.toStdString());
        QVERIFY(scenario);
        const auto trace = sim::run(*scenario);
        QVERIFY(trace);
        const Instant end = std::max(trace->end(), kStart + scenario->until);
        std::set<ConnectionId> started;
        std::set<ConnectionId> connected;
        std::set<ConnectionId> failed;
        for (std::size_t i = 0; i < trace->size(); ++i) {
            const trace::Event& e = (*trace)[i];
            if (e.kind == trace::EventKind::ConnectStarted)
                started.insert(e.connection);
            else if (e.kind == trace::EventKind::Connected)
                connected.insert(e.connection);
            else if (e.kind == trace::EventKind::ConnectFailed)
                failed.insert(e.connection);
        }
        std::string summary;
        TextSink sink([&summary](std::string_view piece) {
            summary += piece;
            return true;
        });
        ReportOptions options;
        options.end = end;
        QVERIFY(writeSummary(*trace, sink, options));
        const QString told = QString::fromStdString(summary);
        const int open = sum(told, "(?m)^(\\S+) open at the end");
        QCOMPARE(sum(told, "(?m)^(\\S+) connections? opened"), static_cast<int>(started.size()));

        const trace::Index index(*trace);
        const Names names(*trace);
        const FigureSubject subject = FigureSubject::timeline(kStart, end);
        const QString english = QString::fromStdString(caption(index, names, subject, Language::English));
        const QString chinese = QString::fromStdString(caption(index, names, subject, Language::Chinese));
        // What did not get through was not opened, and none is left out or counted twice.
        const int opened = static_cast<int>(started.size() - failed.size());
        QVERIFY(connected.size() <= static_cast<std::size_t>(opened)); // others still try
        QVERIFY2(sum(english, "opens? (\\S+) connections?") == opened, qPrintable(english));
        QVERIFY2(sum(chinese, "打开 (\\S+) 个连接") == opened, qPrintable(chinese));
        QVERIFY2(sum(english, "(\\S+) attempts? to connect fails?") == static_cast<int>(failed.size()),
            qPrintable(english));
        QVERIFY2(sum(chinese, "(\\d[\\d,]*) 次连接尝试失败") == static_cast<int>(failed.size()), qPrintable(chinese));
        QVERIFY2(sum(english, "(\\S+) (?:is|are) open at the end") == open, qPrintable(english + told));
        QVERIFY2(sum(chinese, "结束时有 (\\S+) 个打开") == open, qPrintable(chinese));
        QVERIFY2(sum(english, "(\\S+) (?:is|are) closed by") == opened - open, qPrintable(english + told));
        QVERIFY2(sum(chinese, "(\\d[\\d,]*) 个被[^，。]*关闭") == opened - open, qPrintable(chinese));
    }
};

QTEST_GUILESS_MAIN(TestCaptionNumbers)
#include "tst_captionnumbers.moc"
