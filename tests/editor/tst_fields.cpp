// SPDX-License-Identifier: GPL-3.0-or-later
// What can be said of each thing, and how it gets into the text.
#include "desk.h"
#include "editor/fields.h"
#include "scenario/writer.h"
#include "support/paths.h"

#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <functional>

using namespace connscope;
using namespace connscope::editor;
using scenario::YamlPath;
using Kind = Thing::Kind;

namespace {

struct Desk {
    Draft draft;
    QStringList titles;
    explicit Desk(const std::string& text = test::kScenario)
    {
        test::answer(draft, titles);
        draft.setText(text, "f.yaml");
    }
    Field field(const Thing& thing, const char* key)
    {
        for (const Field& one : fieldsOf(draft, thing)) {
            if (std::string_view(one.key) == key)
                return one;
        }
        qFatal("no such field: %s", key);
    }
    bool enter(const Thing& thing, const char* key, const char* text)
    {
        const Field one = field(thing, key);
        const auto change = changeOf(draft, thing, one, QString::fromUtf8(text));
        return change && draft.commit(*change, titleOf(draft, thing, one, QString::fromUtf8(text)));
    }
    QString value(const Thing& thing, const char* key) { return valueOf(draft, thing, field(thing, key)); }
    bool has(const std::string& text) const { return draft.text().find(text) != std::string::npos; }
};

Thing brokerAt(std::size_t i) { return {Kind::Broker, YamlPath() / "cluster" / "brokers" / i}; }
Thing topic(const char* name) { return {Kind::Topic, YamlPath() / "cluster" / "topics" / name}; }
Thing clientAt(std::size_t i) { return {Kind::Client, YamlPath() / "clients" / i}; }
Thing stepOf(std::size_t c, std::size_t i) { return {Kind::Step, YamlPath() / "clients" / c / "script" / i}; }
Thing action(std::size_t i) { return {Kind::Action, YamlPath() / "actions" / i}; }
const Thing kNetwork {Kind::Network, YamlPath() / "network"};
const Thing kTop {Kind::Scenario, {}};

/// Every thing of a scenario that has a form.
std::vector<Thing> thingsOf(const Draft& draft)
{
    std::vector<Thing> out {kTop, {Kind::Cluster, YamlPath() / "cluster"}, kNetwork};
    const scenario::Scenario& s = *draft.scenario();
    for (std::size_t i = 0; i < std::min<std::size_t>(s.cluster.brokers.size(), 5); ++i)
        out.push_back(brokerAt(i));
    for (const auto& t : s.cluster.topics)
        out.push_back(topic(t.name.c_str()));
    for (std::size_t i = 0; i < s.network.links.size(); ++i)
        out.push_back({Kind::Link, YamlPath() / "network" / "links" / i});
    for (std::size_t c = 0; c < s.clients.size(); ++c) {
        out.push_back(clientAt(c));
        for (std::size_t i = 0; i < s.clients[c].script.size(); ++i)
            out.push_back(stepOf(c, i));
    }
    for (std::size_t i = 0; i < s.actions.size(); ++i)
        out.push_back(action(i));
    return out;
}

} // namespace

class TestFields : public QObject {
    Q_OBJECT

private slots:
    void whatTheFormShowsIsWhatTheFileSays_data()
    {
        QTest::addColumn<QString>("file");
        QDirIterator files(
            QString::fromStdString(test::sourcePath("resources/scenarios")), {QStringLiteral("*.yaml")});
        while (files.hasNext())
            QTest::newRow(qPrintable(QFileInfo(files.next()).baseName())) << files.filePath();
    }
    /// Entering again what a field shows changes nothing of the scenario, in every field of every thing.
    void whatTheFormShowsIsWhatTheFileSays()
    {
        QFETCH(QString, file);
        QFile in(file);
        QVERIFY(in.open(QIODevice::ReadOnly));
        Desk d(in.readAll().toStdString());
        QVERIFY(d.draft.isRight());
        const std::string before = scenario::writeScenario(*d.draft.scenario());
        int fields = 0;
        for (const Thing& thing : thingsOf(d.draft)) {
            for (const Field& field : fieldsOf(d.draft, thing)) {
                const QString shown = valueOf(d.draft, thing, field);
                if (shown.isEmpty())
                    continue;
                const auto change = changeOf(d.draft, thing, field, shown);
                QVERIFY2(
                    change && !change->error(), qPrintable(nameOf(d.draft, thing) + u' ' + QLatin1String(field.key)));
                Draft again;
                again.setText(change->text(), "f.yaml");
                QVERIFY2(again.isRight() && scenario::writeScenario(*again.scenario()) == before,
                    qPrintable(nameOf(d.draft, thing) + u' ' + QLatin1String(field.key) + u' ' + shown + u'\n'
                        + QString::fromStdString(change->text())));
                ++fields;
            }
        }
        QVERIFY2(fields > 5, qPrintable(QString::number(fields)));
    }

    void aTopicThatIsANumberBecomesAMapOnlyWhenItMust()
    {
        Desk d;
        QCOMPARE(d.value(topic("t4"), "partitions"), QStringLiteral("3"));
        QVERIFY(d.enter(topic("t4"), "partitions", "6"));
        QVERIFY(d.has("topics: {t4: 6}"));
        QVERIFY(d.enter(topic("t4"), "replication", "2"));
        QVERIFY2(d.has("t4: {partitions: 6, replication: 2}"), d.draft.text().c_str());
        QVERIFY(d.enter(topic("t4"), "leaders", "0, 1, 2, 0, 1, none"));
        QVERIFY2(d.draft.isRight(), d.draft.text().c_str());
        QCOMPARE(d.value(topic("t4"), "leaders"), QStringLiteral("0, 1, 2, 0, 1, none"));
        QVERIFY(!d.enter(topic("t4"), "leaders", "0, [1")); // no list: nothing is changed
        QCOMPARE(d.value(topic("t4"), "leaders"), QStringLiteral("0, 1, 2, 0, 1, none"));
        QVERIFY(d.has("# A file with words of its own.") && d.has("# quick"));
    }

    void aTopicThatIsRenamedIsRenamedInScriptsAndActions()
    {
        Desk d(test::replaced(
            test::kScenario, "actions:\n", "actions:\n  - {at: 1s, do: append-records, partition: t4-2}\n"));
        QVERIFY(d.draft.isRight());
        QVERIFY(d.enter(topic("t4"), "@name", "orders"));
        QVERIFY2(d.draft.isRight() && d.draft.messages().empty(), d.draft.text().c_str());
        QVERIFY(d.has("topics: {orders: 3}") && d.has("- send: orders") && d.has("partition: orders-2"));
        QVERIFY(!d.enter(topic("orders"), "@name", ""));
    }

    void brokersByNumberAreWrittenOutForTheOneThatDiffers()
    {
        Desk d;
        QCOMPARE(d.value(brokerAt(1), "port"), QStringLiteral("9093"));
        QVERIFY(d.enter(brokerAt(1), "rack", "b"));
        QVERIFY2(d.draft.isRight(), d.draft.text().c_str());
        QCOMPARE(d.draft.scenario()->cluster.brokers.size(), std::size_t {3});
        QCOMPARE(d.draft.scenario()->cluster.brokers[1].rack, std::string("b"));
        QCOMPARE(d.titles.last(), QStringLiteral("set “Rack” of broker 1 to b"));
    }

    void whatTheFileDoesNotSayYetComesWhereItBelongs()
    {
        Desk d;
        QVERIFY(d.enter(kNetwork, "latency", "2ms"));
        QVERIFY(d.draft.text().find("network:") > d.draft.text().find("cluster:"));
        QVERIFY(d.draft.text().find("network:") < d.draft.text().find("clients:"));
        QVERIFY(d.enter(kNetwork, "kernel/time-wait", "30s"));
        QVERIFY2(d.draft.isRight(), d.draft.text().c_str());
        QCOMPARE(d.draft.scenario()->network.kernel.timeWait, ms(30'000));
        QVERIFY(d.enter(kNetwork, "kernel/time-wait", "")); // and goes without a trace
        QVERIFY(!d.has("kernel"));
        QVERIFY(d.enter(kTop, "title/zh", "两个客户端"));
        QVERIFY2(d.has("title: {en: Two clients, zh: 两个客户端}"), d.draft.text().c_str());
        QVERIFY(d.draft.isRight());
    }

    void aClientThatIsRenamedIsRenamedInAllThatSpeaksOfIt()
    {
        Desk d;
        QVERIFY(d.enter(clientAt(0), "name", "teller"));
        QVERIFY2(d.draft.isRight(), d.draft.text().c_str());
        QVERIFY(d.has("do: pause-client, client: teller"));
        QVERIFY(!d.has("writer"));
    }

    void aStepTakesItsShortAndItsLongForm()
    {
        Desk d;
        QCOMPARE(d.value(stepOf(0, 1), "topic"), QStringLiteral("t4"));
        QVERIFY(d.enter(stepOf(0, 1), "rounds", "5"));
        QVERIFY2(d.has("- send: {topic: t4, rounds: 5}"), d.draft.text().c_str());
        QVERIFY(d.enter(stepOf(0, 2), "timeout", "5s"));
        QVERIFY2(d.has("- {close: {timeout: 5s}}"), d.draft.text().c_str());
        QVERIFY(d.draft.isRight());
        QVERIFY(d.enter(stepOf(0, 2), "timeout", ""));
        QVERIFY2(d.has("- close\n"), d.draft.text().c_str());
        QVERIFY(d.enter(stepOf(0, 0), "", "2s"));
        QVERIFY(d.has("- wait: 2s"));
        QVERIFY(d.draft.isRight());
    }

    void aScriptThatIsLeftOutIsWrittenOutWhenOneOfItsStepsChanges()
    {
        Desk d;
        QVERIFY(!d.draft.at(stepOf(1, 1).path));
        QCOMPARE(d.value(stepOf(1, 1), "for"), QStringLiteral("forever"));
        QVERIFY(d.enter(stepOf(1, 1), "processing", "20ms"));
        QVERIFY2(d.draft.isRight(), d.draft.text().c_str());
        QCOMPARE(d.draft.scenario()->clients[1].script[1].processing, ms(20));
    }

    void anotherVerbTakesWhatItNeedsAndLeavesWhatItDoesNotKnow_data()
    {
        QTest::addColumn<QString>("verb");
        for (const QString& verb : wordsOf(Draft(), FieldWords::Verbs))
            QTest::newRow(qPrintable(verb)) << verb;
    }
    void anotherVerbTakesWhatItNeedsAndLeavesWhatItDoesNotKnow()
    {
        QFETCH(QString, verb);
        Desk d;
        QVERIFY(d.enter(action(0), "do", qPrintable(verb)));
        QVERIFY2(d.draft.isRight(),
            qPrintable(QString::fromStdString(d.draft.text())
                + (d.draft.messages().empty()
                        ? QString()
                        : QString::fromStdString(d.draft.messages().front().error.toString()))));
        QCOMPARE(d.value(action(0), "at"), QStringLiteral("5s"));
    }

    void aMessageOfTheReaderIsAboutTheValueThatItMeans()
    {
        Desk d;
        QVERIFY(d.enter(action(1), "broker", "7"));
        QVERIFY(!d.draft.isRight());
        const Message* message = d.draft.messageOn(action(1).path / "broker");
        QVERIFY(message);
        QVERIFY(message->error.message.find("there is no broker 7") != std::string::npos);
        QVERIFY(d.draft.scenario()); // the last one that was right
        QCOMPARE(d.draft.scenario()->actions[1].broker, BrokerId {1});
    }
};

QTEST_GUILESS_MAIN(TestFields)
#include "tst_fields.moc"
