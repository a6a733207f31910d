// SPDX-License-Identifier: GPL-3.0-or-later
// Saving what was changed in the window: the file keeps its words, and what comes out reads as what was meant.
#include "scenario/savetext.h"

#include "scenario/overrides.h"
#include "scenario/scenariotext.h"
#include "scenario/writer.h"
#include "support/paths.h"

#include <QTest>

using namespace connscope;
using namespace connscope::scenario;
using connscope::test::readGood;

namespace {

const std::string kText = R"(# A file with words of its own.
connscope: 1
title: Mine   # the title
seed: 7 # lucky

clients:
  # who reads
  - name: reader
    kind: consumer
    config:
      group.id: g # the group
  - {name: writer, kind: producer, config: {linger.ms: 5}}

# What happens.
actions:
  - {at: 1s, do: kill-broker, broker: 1}
  # and back
  - at: 2s
    do: start-broker
    broker: 1

# What should come out.
expect:
  - {opened: 1..}
# The end.
)";

Action pauseAt(int seconds, const std::string& client)
{
    Action action;
    action.kind = Action::Kind::PauseClient;
    action.at = kStart + std::chrono::seconds(seconds);
    action.client = client;
    return action;
}

/// The text that saving gives, after looking whether it reads as what was meant.
std::string saved(const std::string& text, const Scenario& meant, bool rewritten = false)
{
    const auto out = saveText(text, "f", meant);
    if (!out)
        throw std::runtime_error(out.error().toString());
    if (test::dump(readGood(out->text)) != test::dump(meant))
        throw std::runtime_error("not what was meant:\n" + out->text);
    if (out->rewritten != rewritten)
        throw std::runtime_error((rewritten ? "not written anew:\n" : "written anew:\n") + out->text);
    return out->text;
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const std::size_t at = text.find(from);
    if (at == std::string::npos)
        throw std::runtime_error("no '" + from + "' in\n" + text);
    return text.replace(at, from.size(), to);
}

} // namespace

class tst_SaveText : public QObject {
    Q_OBJECT
private slots:
    void withoutAChangeNotAByteChanges()
    {
        QCOMPARE(saved(kText, readGood(kText)), kText);
        for (const std::string& path : test::shippedScenarios()) {
            const std::string text = test::readFile(path);
            QCOMPARE(saved(text, readGood(text)), text);
        }
    }

    void aLayoutComesToTheEndIsReplacedAndGoes()
    {
        Scenario meant = readGood(kText);
        meant.layout.moved["broker 1"] = {2'500, 5'000};
        const std::string first = saved(kText, meant);
        QCOMPARE(first, kText + "\nlayout: {moved: {broker 1: [0.25, 0.5]}}\n");
        meant.layout.moved["broker 1"] = {0, 0};
        meant.layout.moved["client reader"] = {1, 1};
        const std::string second = saved(first, meant);
        QVERIFY(second.starts_with(kText));
        meant.layout = {};
        QVERIFY(saved(second, meant).starts_with(kText));
        QVERIFY(saved(second, meant).find("layout") == std::string::npos);
    }

    void aLayoutBetweenOtherThingsStaysThere()
    {
        const std::string text = replaced(kText, "# What happens.",
            "layout:\n  moved:\n    # left\n    broker 0: [0, 0]\n  expanded:\n  - clients all\n\n# What happens.");
        Scenario meant = readGood(text);
        meant.layout.expanded.clear();
        QCOMPARE(saved(text, meant),
            replaced(kText, "# What happens.", "layout: {moved: {broker 0: [0, 0]}}\n\n# What happens."));
    }

    void bookmarksAndLayoutTogether()
    {
        Scenario meant = readGood(kText);
        meant.layout.expanded.insert("clients all");
        meant.bookmarks.push_back({kStart + ms(1'234), 2, "here: it begins"});
        QCOMPARE(saved(kText, meant),
            kText + "\nlayout: {expanded: [clients all]}\n"
                + "bookmarks: [{at: 1.234s, events: 2, note: \"here: it begins\"}]\n");
    }

    void annotationsAreReplacedWhereTheyStand()
    {
        Scenario meant = readGood(kText);
        Annotation one;
        one.anchors = {"broker 1"};
        one.text = {"here", ""};
        meant.annotations = {one};
        const std::string first = saved(kText, meant);
        QCOMPARE(first, kText + "\nannotations: [{view: topology, anchor: broker 1, text: here}]\n");
        meant.annotations.front().offset = Offset {10, -20};
        QCOMPARE(saved(first, meant),
            kText + "\nannotations: [{view: topology, anchor: broker 1, text: here, offset: [10, -20]}]\n");
        meant.annotations.clear();
        QVERIFY(saved(first, meant).find("annotations") == std::string::npos);
    }

    void actionsComeBehindThoseOfTheFile()
    {
        Scenario meant = readGood(kText);
        meant.actions.push_back(pauseAt(3, "reader"));
        meant.actions.push_back(pauseAt(4, "*"));
        QCOMPARE(saved(kText, meant),
            replaced(kText, "    broker: 1\n\n",
                "    broker: 1\n  - {at: 3s, do: pause-client, client: reader}\n"
                "  - {at: 4s, do: pause-client, client: \"*\"}\n\n"));
        const std::string without = "connscope: 1\nclients: [{kind: admin}]\nuntil: 5s\n";
        meant = readGood(without);
        meant.actions.push_back(pauseAt(3, "admin"));
        QCOMPARE(saved(without, meant),
            std::string("connscope: 1\nclients: [{kind: admin}]\n\nactions: [{at: 3s, do: pause-client, client: "
                        "admin}]\nuntil: 5s\n"));
        const std::string flush = "connscope: 1\nactions:\n- {at: 1s, do: mark, text: a}\nclients: [{kind: admin}]";
        meant = readGood(flush);
        meant.actions.push_back(pauseAt(3, "admin"));
        QVERIFY(saved(flush, meant).find("\n- {at: 3s") != std::string::npos);
    }

    void seedProfileAndSettingsAreWrittenWhereTheyStand()
    {
        Scenario meant = readGood(kText);
        meant.seed = 8;
        meant.profileName = "java-2.8";
        QVERIFY(applySetting(meant, "reader.group.id=other"));
        QVERIFY(applySetting(meant, "*.connections.max.idle.ms=1000"));
        std::string wanted = replaced(kText, "seed: 7 #", "seed: 8 #");
        wanted = replaced(wanted, "connscope: 1\n", "connscope: 1\nprofile: java-2.8\n");
        wanted = replaced(wanted, "group.id: g # the group\n",
            "group.id: other # the group\n      connections.max.idle.ms: 1000\n");
        wanted = replaced(wanted, "{linger.ms: 5}", "{linger.ms: 5, connections.max.idle.ms: 1000}");
        QCOMPARE(saved(kText, meant), wanted);
    }

    void aSettingOfAllBrokersIsTheClusters()
    {
        Scenario meant = readGood(kText);
        QVERIFY(applySetting(meant, "broker.connections.max.idle.ms=1000"));
        QCOMPARE(saved(kText, meant),
            replaced(kText, "connscope: 1\n", "connscope: 1\ncluster: {config: {connections.max.idle.ms: 1000}}\n"));
    }

    void whatHasNoSimplePlaceIsWrittenAnew()
    {
        Scenario meant = readGood(kText);
        QVERIFY(applySetting(meant, "broker.1.connections.max.idle.ms=1000"));
        saved(kText, meant, true);
        const std::string flow = "{connscope: 1, clients: [{kind: admin}]}\n";
        meant = readGood(flow);
        meant.layout.moved["broker 1"] = {1, 1};
        saved(flow, meant, true);
        const std::string list = "connscope: 1\nclients: [{kind: admin}]\nactions: [{at: 1s, do: mark, text: a}]\n";
        meant = readGood(list);
        meant.actions.push_back(pauseAt(3, "admin"));
        saved(list, meant, true);
    }

    void linesOfWindowsStayLinesOfWindows()
    {
        std::string text;
        for (const char c : kText)
            c == '\n' ? text += "\r\n" : text += c;
        Scenario meant = readGood(text);
        meant.layout.moved["broker 1"] = {1, 1};
        const std::string out = saved(text, meant);
        QVERIFY(out.starts_with(text));
        QVERIFY(out.ends_with("]}}\r\n"));
    }

    void whatNoFileCanHoldIsAnError()
    {
        Scenario meant = readGood(kText);
        meant.profileName = "java-2.1";
        meant.clients[0].config.emplace_back("group.instance.id", "x"); // there since 2.3
        const auto out = saveText(kText, "f", meant);
        QVERIFY(!out);
        QVERIFY2(out.error().message.find("group.instance.id") != std::string::npos, out.error().message.c_str());
    }

    void everyShippedScenarioKeepsItsText()
    {
        for (const std::string& path : test::shippedScenarios()) {
            const std::string text = test::readFile(path);
            Scenario meant = readGood(text);
            meant.layout.moved["broker 0"] = {1'234, 5'678};
            meant.bookmarks.push_back({kStart + ms(5), {}, "a"});
            meant.actions.push_back(pauseAt(1, "*"));
            const auto out = saveText(text, path, meant);
            QVERIFY2(out.has_value() && !out->rewritten, path.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(tst_SaveText)
#include "tst_savetext.moc"
