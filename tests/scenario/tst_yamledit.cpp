// SPDX-License-Identifier: GPL-3.0-or-later
// One value of a text is changed; the rest of the text stays as somebody wrote it.
#include "scenario/yamledit.h"

#include "scenario/scenariotext.h"
#include "support/paths.h"

#include <QDirIterator>
#include <QTest>

#include <algorithm>
#include <functional>

using namespace connscope;
using namespace connscope::scenario;

namespace {

const std::string kText = R"(# A file with words of its own.
connscope: 1
title: {en: Mine, zh: "我的"}  # in two languages

cluster:
  brokers: 3
clients:
  # who reads
  - name: reader
    kind: consumer   # a consumer
    config:
      group.id: g # the group
      # quick
      fetch.min.bytes: 1
    script: [subscribe: t4, poll]
  # who writes
  - {name: writer, kind: producer, config: {linger.ms: 5}}
description: |
  Two lines
  of text
)";

YamlDocument document(const std::string& text)
{
    auto out = YamlDocument::parse(text, "f");
    if (!out)
        throw std::runtime_error(out.error().toString());
    return std::move(*out);
}

std::string replaced(std::string text, const std::string& what, const std::string& with)
{
    const std::size_t at = text.find(what);
    if (at == std::string::npos)
        throw std::runtime_error("there is no " + what);
    return text.replace(at, what.size(), with);
}

std::string textOf(const Result<EditedYaml>& edited)
{
    if (!edited)
        return "error: " + edited.error().message;
    return (edited->commentsLost ? "comments lost\n" : "") + edited->text;
}

const YamlPath kReader = YamlPath() / "clients" / std::size_t {0};
const YamlPath kWriter = YamlPath() / "clients" / std::size_t {1};

std::size_t commentsIn(const std::string& text)
{
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '#'));
}

} // namespace

class TestYamlEdit : public QObject {
    Q_OBJECT

private slots:
    void aValueChangesInItsPlace()
    {
        const YamlDocument d = document(kText);
        QCOMPARE(textOf(setValue(d, kReader / "config" / "group.id", YamlValue::scalar("other"))),
            replaced(kText, "group.id: g #", "group.id: other #"));
        QCOMPARE(textOf(setValue(d, kWriter / "config" / "linger.ms", YamlValue::scalar("50"))),
            replaced(kText, "linger.ms: 5", "linger.ms: 50"));
        QCOMPARE(textOf(setValue(d, YamlPath() / "title" / "zh", YamlValue::scalar("你的"))),
            replaced(kText, "\"我的\"", "你的"));
        QCOMPARE(textOf(setValue(d, YamlPath() / "description", YamlValue::scalar("short"))),
            replaced(kText, "description: |\n  Two lines\n  of text\n", "description: short\n"));
    }

    void aNewKeyStandsBehindItsNeighbours()
    {
        const YamlDocument d = document(kText);
        QCOMPARE(textOf(setValue(d, kReader / "config" / "client.id", YamlValue::scalar("c"))),
            replaced(kText, "fetch.min.bytes: 1\n", "fetch.min.bytes: 1\n      client.id: c\n"));
        QCOMPARE(textOf(setValue(d, kWriter / "config" / "acks", YamlValue::scalar("all"))),
            replaced(kText, "linger.ms: 5}", "linger.ms: 5, acks: all}"));
        static constexpr std::string_view kOrder[] {"name", "kind", "count", "config"};
        QCOMPARE(textOf(setValue(d, kReader / "count", YamlValue::scalar("2"), kOrder)),
            replaced(kText, "# a consumer\n", "# a consumer\n    count: 2\n"));
        QCOMPARE(textOf(setValue(d, YamlPath() / "network" / "latency", YamlValue::scalar("2ms"))),
            kText + "network: {latency: 2ms}\n");
    }

    void whatIsTakenAwayTakesItsCommentWithIt()
    {
        const YamlDocument d = document(kText);
        QCOMPARE(textOf(removeValue(d, kReader / "config" / "fetch.min.bytes", kReader)),
            replaced(kText, "      # quick\n      fetch.min.bytes: 1\n", ""));
        QCOMPARE(textOf(removeValue(d, kWriter / "config" / "linger.ms", kWriter)),
            replaced(kText, ", config: {linger.ms: 5}", "")); // the map is empty then
        QCOMPARE(textOf(removeValue(d, kWriter, YamlPath() / "clients")),
            replaced(kText, "  # who writes\n  - {name: writer, kind: producer, config: {linger.ms: 5}}\n", ""));
        QCOMPARE(textOf(removeValue(d, kReader / "nothing", kReader)), kText);
    }

    void aListTakesGivesAndMovesItems()
    {
        const YamlDocument d = document(kText);
        const YamlPath clients = YamlPath() / "clients";
        QCOMPARE(textOf(insertItem(d, clients, 1, YamlValue(YamlValue::map().add("kind", "admin")))),
            replaced(kText, "  # who writes\n", "  - {kind: admin}\n  # who writes\n"));
        QCOMPARE(textOf(insertItem(d, kReader / "script", 1, YamlValue(YamlValue::map().add("wait", "1s")))),
            replaced(kText, "[subscribe: t4, poll]", "[subscribe: t4, {wait: 1s}, poll]"));
        const auto moved = moveItem(d, clients, 0, 1);
        QVERIFY(moved && !moved->commentsLost);
        const YamlDocument after = document(moved->text);
        QCOMPARE(nodeAt(after.root(), kReader / "name")->text, std::string("writer"));
        QVERIFY(moved->text.find("# the group") != std::string::npos);
        QVERIFY(!moveItem(d, clients, 0, 2));
    }

    void aKeyGetsAnotherName()
    {
        const YamlDocument d = document("a: {t4: 3, t5: 1}\n");
        QCOMPARE(textOf(renameKey(d, YamlPath() / "a" / "t4", "orders")), std::string("a: {orders: 3, t5: 1}\n"));
        QVERIFY(!renameKey(d, YamlPath() / "a" / "t4", "t5"));
    }

    void aPlaceInTheTextIsAPath()
    {
        const YamlDocument d = document(kText);
        QCOMPARE(pathAt(d.root(), kText.find("group.id")).toString(), std::string("/clients/0/config/group.id"));
        QCOMPARE(pathAt(d.root(), kText.find("g # the")).toString(), std::string("/clients/0/config/group.id"));
        QCOMPARE(pathAt(d.root(), kText.find("writer")).toString(), std::string("/clients/1/name"));
        QCOMPARE(pathAt(d.root(), 0).toString(), std::string());
    }

    void linesEndAsTheyDid()
    {
        std::string windows;
        for (const char c : kText)
            windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
        const auto edited = setValue(document(windows), kReader / "config" / "client.id", YamlValue::scalar("c"));
        QVERIFY(edited && !edited->commentsLost);
        QCOMPARE(std::count(edited->text.begin(), edited->text.end(), '\n'),
            std::count(edited->text.begin(), edited->text.end(), '\r'));
    }

    /// Every value of every shipped scenario, changed in every way: what comes out reads as was meant (setValue looks), and no
    /// comment is lost but those of what goes.
    void everyValueOfEveryScenarioCanBeChanged_data()
    {
        QTest::addColumn<QString>("file");
        QDirIterator files(
            QString::fromStdString(test::sourcePath("resources/scenarios")), {QStringLiteral("*.yaml")});
        while (files.hasNext())
            QTest::newRow(qPrintable(QFileInfo(files.next()).baseName())) << files.filePath();
    }
    void everyValueOfEveryScenarioCanBeChanged()
    {
        QFETCH(QString, file);
        QFile in(file);
        QVERIFY(in.open(QIODevice::ReadOnly));
        const YamlDocument d = document(in.readAll().toStdString());
        const std::size_t comments = commentsIn(d.text());
        QString wrong;
        int changes = 0;
        const auto check = [&](const char* what, const YamlPath& path, const Result<EditedYaml>& edited, bool all) {
            ++changes;
            if (!edited || edited->commentsLost || (all && commentsIn(edited->text) < comments))
                wrong += QLatin1String(what) + u' ' + QString::fromStdString(path.toString()) + u' '
                    + (edited ? QString() : QString::fromStdString(edited.error().message)) + u'\n';
        };
        const std::function<void(const YamlPath&, const YamlNode&)> walk
            = [&](const YamlPath& path, const YamlNode& node) {
                  if (!path.isRoot() && node.isScalar())
                      check("set", path, setValue(d, path, YamlValue::scalar("x: y")), true);
                  if (!path.isRoot())
                      check("remove", path, removeValue(d, path, {}), false);
                  if (node.isMap())
                      check("add", path, setValue(d, path / "zzz" / "a", YamlValue::scalar("1")), true);
                  if (node.isList()) {
                      check("insert", path, insertItem(d, path, 0, YamlValue(YamlValue::map().add("a", "b"))), true);
                      check("append", path, insertItem(d, path, 99, YamlValue::scalar("b")), true);
                      if (node.items.size() > 1)
                          check("move", path, moveItem(d, path, 0, node.items.size() - 1), true);
                  }
                  for (std::size_t i = 0; i < node.items.size(); ++i)
                      walk(path / i, node.items[i]);
                  for (const YamlEntry& entry : node.entries)
                      walk(path / entry.key.text, entry.value);
              };
        walk({}, d.root());
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        QVERIFY(changes > 50);
    }

    void whatHasNoPlaceInTheTextIsWrittenAnewAndSaidSo()
    {
        const auto edited
            = setValue(document("a: 1 # why\nb: 2\n"), YamlPath() / "a", YamlValue::scalar("several\nlines\n"));
        QVERIFY(edited && edited->commentsLost);
        QCOMPARE(nodeAt(document(edited->text).root(), YamlPath() / "a")->text, std::string("several\nlines\n"));
    }
};

QTEST_APPLESS_MAIN(TestYamlEdit)
#include "tst_yamledit.moc"
