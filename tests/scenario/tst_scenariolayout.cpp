// SPDX-License-Identifier: GPL-3.0-or-later
// What a person did to the picture, in a scenario: places and bookmarks.
#include "scenario/scenariotext.h"
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
        QCOMPARE(warnings[0],
            std::string("5:5: layout: the scenario has no client 'd', so its place is not used"));
        QCOMPARE(warnings[1], std::string("6:5: layout: the cluster has no broker 7, so its place is not used"));
        QVERIFY(warnings[2].starts_with("7:14: layout: no broker is in a rack 'b'"));
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
