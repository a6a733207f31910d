// SPDX-License-Identifier: GPL-3.0-or-later
// What a person did to the picture, in a scenario: places and bookmarks.
#include "scenario/scenariotext.h"
#include "scenario/tracenotes.h"
#include "scenario/writer.h"

#include <QTest>

using namespace connscope;
using namespace connscope::scenario;
using connscope::test::readGood;

namespace {

const std::string kHead = "connscope: 1\nclients: [{kind: consumer, name: c, count: 2, config: {group.id: g}}]\n";

std::vector<std::string> warningsOf(const std::string& lines)
{
    std::vector<std::string> out;
    for (const Error& warning : tryScenario(kHead + lines, "f").warnings)
        out.push_back(std::to_string(warning.line) + ':' + std::to_string(warning.column) + ": " + warning.message);
    return out;
}

} // namespace

class tst_ScenarioLayout : public QObject {
    Q_OBJECT
private slots:
    void placesAreTenThousandths_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("value");
        QTest::addColumn<QString>("written");
        const auto row = [](const char* text, int value, const char* written) {
            QTest::newRow(text) << QString::fromLatin1(text) << value << QString::fromLatin1(written);
        };
        row("0", 0, "0");
        row("0.25", 2'500, "0.25");
        row("0.00004", 0, "0");
        row("0.00005", 1, "0.0001");
        row("0.3333333333", 3'333, "0.3333");
        row("-0.5", -5'000, "-0.5");
        row("1", 10'000, "1");
        row("100", 1'000'000, "100");
        row("12.0030", 120'030, "12.003");
        row("0.99999", 10'000, "1");
    }
    void placesAreTenThousandths()
    {
        QFETCH(QString, text);
        QFETCH(int, value);
        QFETCH(QString, written);
        const Scenario s = readGood(kHead + "layout: {moved: {broker 1: [" + text.toStdString() + ", 0]}}\n");
        QCOMPARE(s.layout.moved.at("broker 1").x, value);
        const std::string out = writeScenario(s);
        const std::string line = "broker 1: [" + written.toStdString() + ", 0]";
        QVERIFY2(out.find(line) != std::string::npos, out.c_str());
    }

    void namesThatAreGoneAreWarnings()
    {
        QVERIFY(warningsOf("layout: {moved: {\"client c[2]\": [0, 0], \"client c #2\": [0, 0], broker 2: [0, 0], "
                           "clients consumer c: [0, 0], brokers: [0, 0]}}\n")
                    .empty());
        const auto warnings = warningsOf("layout:\n  moved:\n    client d: [0, 0]\n    broker 7: [0, 0]\n"
                                         "  expanded: [brokers b]\n");
        QCOMPARE(warnings.size(), std::size_t {3});
        QCOMPARE(warnings[0], std::string("5:5: layout: the scenario has no client 'd', so its place is not used"));
        QCOMPARE(warnings[1], std::string("6:5: layout: the cluster has no broker 7, so its place is not used"));
        QVERIFY(warnings[2].starts_with("7:14: layout: no broker is in a rack 'b'"));
    }

    void anchorsOfWhatIsNotThereAreWarnings()
    {
        const auto about = [](const char* anchor) {
            return "annotations:\n- {view: topology, anchor: " + std::string(anchor) + ", text: x}\n";
        };
        for (const char* good : {"client c", "\"client c[2]\"", "\"client c #2\"", "broker 2", "address kafka:9092",
                 "connection c -1", "\"connection c[1] 2147483645 #3\"", "connection c 0"})
            QVERIFY2(warningsOf(about(good)).empty(), good);
        const auto said = [&about](const char* anchor) {
            const auto warnings = warningsOf(about(anchor));
            return warnings.size() == 1 ? warnings.front() : std::string();
        };
        QCOMPARE(said("client d"), std::string("4:28: anchor: the scenario has no client 'd', so this is not seen"));
        QCOMPARE(said("broker 7"), std::string("4:28: anchor: the cluster has no broker 7, so this is not seen"));
        QVERIFY(said("connection c 7").starts_with("4:28: anchor: no client has a node id 7 in this cluster"));
        QVERIFY(said("connection d -1").starts_with("4:28: anchor: the scenario has no client 'd'"));
    }

    void anAnchorIsReadAndWrittenAlike()
    {
        for (const char* text : {"client c", "client c[2]", "client c #2", "client two words", "broker 0",
                 "address kafka:9092", "connection c -1", "connection c #2 -1", "connection c #2 -1 #3",
                 "connection two words 2147483645"}) {
            const auto anchor = parseAnchor(text);
            QVERIFY2(anchor, text);
            QCOMPARE(anchor->toString(), std::string(text));
        }
        const auto both = parseAnchor("connection c #2 -1 #3");
        QCOMPARE(both->name, std::string("c #2"));
        QVERIFY(both->node == NodeId {-1});
        QCOMPARE(both->number, 3);
        for (const char* text :
            {"", "client", "client ", "broker", "broker -1", "broker x", "connection", "connection c",
                "connection c x", "connection -1", "connection c -1 #0", "connection c -1 #x", "topic t"})
            QVERIFY2(!parseAnchor(text), text);
    }

    void annotationsComeBackAsTheyWereWritten()
    {
        const Scenario s = readGood(kHead
            + "annotations:\n"
              "- {view: topology, anchor: connection c -1, text: {en: first, zh: 第一}, offset: [-40, 30]}\n"
              "- {view: topology, anchor: [broker 1, broker 2], kind: box, from: 1s}\n"
              "- {view: timeline, from: 2s, to: 3.5s, kind: box, text: \"\"}\n"
              "- {view: timeline, anchor: client c, kind: number, number: 3, text: \"{en: not a map}\"}\n"
              "- {view: timeline, anchor: \"connection c -1 #2\", from: 1ns, kind: arrow}\n");
        QCOMPARE(s.annotations.size(), std::size_t {5});
        const Annotation& first = s.annotations[0];
        QVERIFY(first.view == Annotation::View::Topology && first.kind == Annotation::Kind::Text);
        QVERIFY(first.text == (Text {"first", "第一"}));
        QVERIFY(first.offset == (Offset {-40, 30}));
        QCOMPARE(first.line, 4);
        QCOMPARE(s.annotations[1].anchors.size(), std::size_t {2});
        QVERIFY(s.annotations[2].to == kStart + ms(3'500));
        QCOMPARE(s.annotations[3].number, 3);
        QVERIFY(readGood(writeScenario(s)).annotations == s.annotations);
        const auto alone = readAnnotations(writeAnnotations(s.annotations), "f");
        QVERIFY(alone && *alone == s.annotations);
        const auto wrong = readAnnotations("annotations:\n- {view: topology, text: x}\n", "notes.yaml");
        QVERIFY(!wrong);
        QVERIFY2(wrong.error().toString().starts_with("notes.yaml:2:3: "), wrong.error().toString().c_str());
    }

    void aTraceHoldsThemInItsHeader()
    {
        const Scenario s = readGood(kHead
            + "annotations:\n"
              "- {view: topology, anchor: connection c -1, text: {en: \"first\\nand \\\"second\\\" 😀\", zh: 第一}, "
              "offset: [-40, 30]}\n"
              "- {view: topology, anchor: [broker 1, broker 2], kind: box, from: 1s}\n"
              "- {view: timeline, from: 2s, to: 3.5s, kind: box, text: \"\"}\n"
              "- {view: timeline, anchor: client c, kind: number, number: 3, text: {zh: 三}}\n"
              "- {view: topology, anchor: client c, text: \"\"}\n"
              "bookmarks: [{at: 9m, note: late}, {at: 1ns, events: 0}]\n");
        const TraceNotes notes {s.annotations, s.bookmarks};
        std::string file;
        QVERIFY(trace::writeJsonl(
            trace::Trace {},
            [&file](std::string_view block) {
                file += block;
                return true;
            },
            kStart, toJsonl(notes)));
        const auto read = trace::readJsonl(file);
        QVERIFY2(read, read ? "" : read.error().toString().c_str());
        std::vector<Error> warnings;
        QVERIFY(fromJsonl(read->report.notes, "t.jsonl", warnings) == notes);
        QVERIFY(warnings.empty());
        QCOMPARE(toJsonl(TraceNotes {}), trace::JsonlNotes {}); // nothing stands for nothing
    }

    void whatATracesReaderDoesNotKnowIsLeftOutAndSaid()
    {
        std::vector<Error> warnings;
        const TraceNotes notes = fromJsonl({R"([{"view":"topology","anchor":"broker 1","text":"a"},)"
                                            R"({"view":"topology","anchor":"broker 1","kind":"hologram","text":"b"},)"
                                            R"({"view":"timeline","from":"1s","text":"c"}])",
                                               R"({"at":"1s"})"},
            "t.jsonl", warnings);
        QCOMPARE(notes.annotations.size(), std::size_t {2});
        QCOMPARE(notes.annotations[1].text.en, std::string("c"));
        QVERIFY(notes.bookmarks.empty());
        QCOMPARE(warnings.size(), std::size_t {2});
        QVERIFY2(warnings[0].toString().starts_with("t.jsonl:1: annotation 2 of the trace is left out: kind"),
            warnings[0].toString().c_str());
        QVERIFY2(warnings[1].toString().starts_with("t.jsonl:1: bookmarks of the trace: expected a list"),
            warnings[1].toString().c_str());
    }

    void bookmarksKeepTheirOrderAndTheirPlaceInAnInstant()
    {
        const Scenario s = readGood(kHead + "bookmarks: [{at: 9m, note: late}, {at: 1s, events: 0}]\n");
        QCOMPARE(s.bookmarks.size(), std::size_t {2});
        QVERIFY(s.bookmarks[0] == (Bookmark {kStart + std::chrono::minutes(9), {}, "late"}));
        QVERIFY(s.bookmarks[1] == (Bookmark {kStart + std::chrono::seconds(1), 0, ""}));
        QVERIFY(readGood(writeScenario(s)).bookmarks == s.bookmarks);
    }
};

QTEST_GUILESS_MAIN(tst_ScenarioLayout)
#include "tst_scenariolayout.moc"
