// SPDX-License-Identifier: GPL-3.0-or-later
// A trace that kept its newest events only: every report that a person reads says what it does not have.
#include "analysis/clientlog.h"
#include "analysis/droppednote.h"
#include "analysis/report.h"
#include "findings/report.h"
#include "sampletrace.h"
#include "support/playing.h"
#include "trace/keeping.h"

#include <QTest>

#include <functional>
#include <string>

using namespace connscope;
using namespace connscope::analysis;

namespace {

using Report = std::function<void(const trace::Trace&, TextSink&, const ReportOptions&)>;

struct Row {
    const char* name;
    Report report;
};

/// Those of `--format` that people read, with whether they know both languages.
const std::vector<Row>& rows()
{
    static const std::vector<Row> kRows {
        {"summary", [](const auto& trace, TextSink& sink, const auto&) { writeSummary(trace, sink); }},
        {"connections", [](const auto& trace, TextSink& sink, const auto&) { writeConnections(trace, sink); }},
        {"log", [](const auto& trace, TextSink& sink, const auto&) { writeClientLog(trace, sink); }},
        {"timeline",
            [](const auto& trace, TextSink& sink, const auto& options) { writeTimeline(trace, sink, options); }},
        {"findings",
            [](const auto& trace, TextSink& sink, const auto& options) {
                findings::writeAllFindings(trace, sink, options);
            }},
        {"markdown",
            [](const auto& trace, TextSink& sink, const auto& options) {
                writeConnectionsMarkdown(trace, sink, options);
            }},
        {"mermaid",
            [](const auto& trace, TextSink& sink, const auto& options) {
                QVERIFY(writeMermaid(trace, sink, options));
            }},
        {"plantuml",
            [](const auto& trace, TextSink& sink, const auto& options) {
                QVERIFY(writePlantUml(trace, sink, options));
            }},
        {"caption",
            [](const auto& trace, TextSink& sink, const auto& options) { writeCaption(trace, sink, options); }},
        {"alt-text",
            [](const auto& trace, TextSink& sink, const auto& options) {
                writeAlternativeText(trace, sink, options);
            }},
    };
    return kRows;
}
constexpr std::size_t kEnglishOnly = 3;

std::string withoutBreaks(std::string text)
{
    for (char& c : text) {
        if (c == '\n')
            c = ' ';
    }
    for (std::size_t at = text.find("  "); at != std::string::npos; at = text.find("  "))
        text.erase(at, 1);
    return text;
}

} // namespace

class TestDroppedNote : public QObject {
    Q_OBJECT

private slots:
    void everyReportSaysIt_data()
    {
        QTest::addColumn<std::size_t>("row");
        for (std::size_t i = 0; i < rows().size(); ++i)
            QTest::newRow(rows()[i].name) << i;
    }
    void everyReportSaysIt()
    {
        QFETCH(std::size_t, row);
        trace::Trace trace = test::play(test::shippedScenario("13-three-kinds"));
        ReportOptions options;
        const auto told = [&] {
            return withoutBreaks(test::text([&](TextSink& sink) { rows()[row].report(trace, sink, options); }));
        };
        const std::string_view english = "are older than what was kept";
        QVERIFY(told().find(english) == std::string::npos);
        QVERIFY(trace::dropBefore(trace, trace.size() / 2));
        const std::string note = droppedNote(trace, Language::English);
        QVERIFY(note.starts_with(std::to_string(trace.dropped()).substr(0, 1)));
        const std::string text = told();
        const auto at = text.find(english);
        QVERIFY2(at != std::string::npos, text.c_str());
        QVERIFY2(text.find(english, at + 1) == std::string::npos || row >= 6, text.c_str()); // once
        if (row >= kEnglishOnly) {
            options.language = Language::Chinese;
            QVERIFY2(told().find("早于所保留的记录") != std::string::npos, told().c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestDroppedNote)
#include "tst_droppednote.moc"
