// SPDX-License-Identifier: GPL-3.0-or-later
// The editor's tree, buttons, forms and text, as somebody uses them.
#include "desk.h"
#include "editor/configtable.h"
#include "editor/editorpanel.h"
#include "editor/form.h"
#include "editor/outlinemodel.h"
#include "editor/textpane.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLineEdit>
#include <QSplitter>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace connscope;
using namespace connscope::editor;
using scenario::YamlPath;
using Kind = Thing::Kind;

namespace {

struct Desk : test::World {
    EditorPanel panel {context};
    QAbstractItemModelTester tester {&panel.outline(), QAbstractItemModelTester::FailureReportingMode::QtTest};
    QStringList titles;

    Desk()
    {
        test::answer(panel.draft(), titles);
        panel.draft().setText(test::kScenario, "f.yaml");
        panel.resize(460, 700);
        panel.show();
    }
    bool has(const std::string& text) { return panel.draft().text().find(text) != std::string::npos; }
    QStringList names(const QModelIndex& parent = {})
    {
        QStringList out;
        for (int i = 0; i < panel.outline().rowCount(parent); ++i)
            out << panel.outline().index(i, 0, parent).data().toString();
        return out;
    }
    QStringList childrenOf(const Thing& thing) { return names(panel.outline().indexOf(thing)); }
};

const Thing kClients {Kind::Clients, YamlPath() / "clients"};
const Thing kActions {Kind::Actions, YamlPath() / "actions"};
const Thing kTopics {Kind::Topics, YamlPath() / "cluster" / "topics"};
const Thing kCluster {Kind::Cluster, YamlPath() / "cluster"};
Thing clientAt(std::size_t i) { return {Kind::Client, YamlPath() / "clients" / i}; }
Thing stepOf(std::size_t c, std::size_t i) { return {Kind::Step, YamlPath() / "clients" / c / "script" / i}; }
Thing script(std::size_t c) { return {Kind::Script, YamlPath() / "clients" / c / "script"}; }

} // namespace

class TestEditorPanel : public QObject {
    Q_OBJECT

private slots:
    void theTreeHasEverythingOfTheScenario()
    {
        Desk d;
        QCOMPARE(d.names(),
            QStringList({QStringLiteral("Scenario"), QStringLiteral("Cluster"), QStringLiteral("Topics"),
                QStringLiteral("Network"), QStringLiteral("Clients"), QStringLiteral("What happens")}));
        QCOMPARE(d.childrenOf(kClients), QStringList({QStringLiteral("writer"), QStringLiteral("reader")}));
        QCOMPARE(d.childrenOf(kTopics), QStringList {QStringLiteral("t4")});
        QCOMPARE(d.childrenOf(script(0)),
            QStringList({QStringLiteral("wait"), QStringLiteral("send"), QStringLiteral("close")}));
        QCOMPARE(
            d.childrenOf(script(1)), QStringList({QStringLiteral("subscribe"), QStringLiteral("poll")})); // as usual
        QCOMPARE(d.childrenOf(kActions).size(), 2);
        QCOMPARE(d.childrenOf(kCluster).size(), 4); // settings, three brokers
    }

    void whatIsAddedIsRightAndShown_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("word");
        QTest::newRow("producer") << static_cast<int>(Kind::Client) << QStringLiteral("producer");
        QTest::newRow("consumer") << static_cast<int>(Kind::Client) << QStringLiteral("consumer");
        QTest::newRow("admin") << static_cast<int>(Kind::Client) << QStringLiteral("admin");
        QTest::newRow("broker") << static_cast<int>(Kind::Broker) << QString();
        QTest::newRow("topic") << static_cast<int>(Kind::Topic) << QString();
        QTest::newRow("link") << static_cast<int>(Kind::Link) << QString();
        QTest::newRow("step") << static_cast<int>(Kind::Step) << QStringLiteral("flush");
        QTest::newRow("action") << static_cast<int>(Kind::Action) << QStringLiteral("restart-broker");
    }
    void whatIsAddedIsRightAndShown()
    {
        QFETCH(int, kind);
        QFETCH(QString, word);
        Desk d;
        d.panel.select(stepOf(0, 1));
        for (int round = 0; round < 2; ++round) { // the first one and one more
            d.panel.add(static_cast<Kind>(kind), word.toStdString());
            QVERIFY2(d.panel.draft().isRight(), d.panel.draft().text().c_str());
            QCOMPARE(d.titles.size(), round + 1);
            QCOMPARE(static_cast<int>(d.panel.current().kind), kind);
            QVERIFY(d.panel.draft().meant(d.panel.current().path));
        }
        QVERIFY(d.has("# A file with words of its own.") && d.has("# quick") && d.has("# who writes"));
        // And what was added can be removed again.
        d.panel.removeCurrent();
        QVERIFY2(d.panel.draft().isRight(), d.panel.draft().text().c_str());
        QCOMPARE(d.titles.size(), 3);
    }

    void aStepIsAddedBehindTheChosenOneAndMoves()
    {
        Desk d;
        d.panel.select(stepOf(0, 0));
        d.panel.add(Kind::Step, "flush");
        QCOMPARE(d.childrenOf(script(0)),
            QStringList(
                {QStringLiteral("wait"), QStringLiteral("flush"), QStringLiteral("send"), QStringLiteral("close")}));
        QCOMPARE(d.panel.current(), stepOf(0, 1));
        d.panel.button("down")->click();
        QCOMPARE(d.panel.current(), stepOf(0, 2));
        QCOMPARE(d.childrenOf(script(0)).mid(0, 3),
            QStringList({QStringLiteral("wait"), QStringLiteral("send"), QStringLiteral("flush")}));
        QCOMPARE(d.titles.last(), QStringLiteral("move step 2 of writer down"));
        d.panel.select(stepOf(0, 0));
        QVERIFY(!d.panel.button("up")->isEnabled());
    }

    void aDuplicateHasAnotherName()
    {
        Desk d;
        d.panel.select(clientAt(0));
        d.panel.button("duplicate")->click();
        QVERIFY2(d.panel.draft().isRight(), d.panel.draft().text().c_str());
        QCOMPARE(d.childrenOf(kClients),
            QStringList({QStringLiteral("writer"), QStringLiteral("writer-2"), QStringLiteral("reader")}));
        QCOMPARE(d.titles.last(), QStringLiteral("duplicate writer"));
        for (const char* kind : {"broker", "topic"}) {
            d.panel.select(kind == std::string_view("broker")
                    ? Thing {Kind::Broker, YamlPath() / "cluster" / "brokers" / std::size_t {1}}
                    : Thing {Kind::Topic, YamlPath() / "cluster" / "topics" / "t4"});
            d.panel.duplicateCurrent();
            QVERIFY2(d.panel.draft().isRight(), d.panel.draft().text().c_str());
        }
        QCOMPARE(d.panel.draft().scenario()->cluster.brokers.size(), std::size_t {4});
        QCOMPARE(d.panel.draft().scenario()->cluster.topics.size(), std::size_t {2});
    }

    void theLastClientAndBrokerStay()
    {
        Desk d;
        d.panel.select(clientAt(1));
        QTest::keyClick(&d.panel.tree(), Qt::Key_Delete);
        QCOMPARE(d.childrenOf(kClients), QStringList {QStringLiteral("writer")});
        QCOMPARE(d.panel.current(), clientAt(0));
        QVERIFY(!d.panel.button("remove")->isEnabled());
    }

    void whatIsTypedInAFormIsInTheFileAtOnceAndWhatIsWrongIsSaidUnderIt()
    {
        Desk d;
        d.panel.select({Kind::Network, YamlPath() / "network"});
        auto* latency = qobject_cast<QLineEdit*>(d.panel.form().editor("latency"));
        QVERIFY(latency);
        QCOMPARE(latency->placeholderText(), QStringLiteral("100us"));
        QTest::keyClicks(latency, QStringLiteral("20"));
        QVERIFY2(d.panel.form().problem("latency").contains(QLatin1String("unit")),
            qPrintable(d.panel.form().problem("latency")));
        QVERIFY(latency->property("wrong").toBool());
        QVERIFY(d.panel.status().contains(QLatin1String("Line")));
        QTest::keyClicks(latency, QStringLiteral("ms"));
        QCOMPARE(d.panel.form().problem("latency"), QString());
        QVERIFY(d.has("latency: 20ms"));
        QCOMPARE(d.panel.status(), QString());
    }

    void aListThatIsNoneChangesNothingAndSaysSo()
    {
        Desk d;
        d.panel.select({Kind::Topic, YamlPath() / "cluster" / "topics" / "t4"});
        const std::string before = d.panel.draft().text();
        d.panel.form().enter("leaders", QStringLiteral("[0, 1"));
        QCOMPARE(d.panel.draft().text(), before);
        QVERIFY(!d.panel.form().problem("leaders").isEmpty());
        d.panel.form().enter("leaders", QStringLiteral("0, 1, 2"));
        QVERIFY(d.panel.form().problem("leaders").isEmpty());
    }

    void anotherVerbShowsItsOwnFields()
    {
        Desk d;
        d.panel.select({Kind::Action, YamlPath() / "actions" / std::size_t {1}});
        QVERIFY(d.panel.form().editor("broker"));
        QVERIFY(!d.panel.form().editor("by"));
        d.panel.form().enter("do", QStringLiteral("slow-broker"));
        QVERIFY(d.panel.form().editor("by"));
        QVERIFY(d.panel.draft().isRight());
        d.panel.form().enter("when", QStringLiteral("role = nonsense"));
        QVERIFY(!d.panel.form().problem("when").isEmpty());
    }

    void theTextShowsWhatTheFormMakesAndTheOtherWayRound()
    {
        Desk d;
        d.panel.select(clientAt(1));
        d.panel.button("text")->click();
        QVERIFY(d.panel.showsText());
        QCOMPARE(d.panel.text().toPlainText().toStdString(), test::kScenario);
        QCOMPARE(d.panel.text().textCursor().blockNumber() + 1, 18); // where the client stands
        d.panel.text().enter(
            QString::fromStdString(test::replaced(test::kScenario, "name: reader", "name: listener")));
        QVERIFY(d.panel.draft().isRight());
        QCOMPARE(d.childrenOf(kClients), QStringList({QStringLiteral("writer"), QStringLiteral("listener")}));
        d.panel.button("form")->click();
        d.panel.form().enter("count", QStringLiteral("3"));
        QVERIFY2(d.panel.text().toPlainText().contains(QLatin1String("count: 3")),
            qPrintable(d.panel.text().toPlainText()));
    }

    void aTextThatIsNoYamlLeavesTheTextAlone()
    {
        Desk d;
        d.panel.showText(true);
        d.panel.text().enter(QStringLiteral("connscope: 1\nclients: [\n"));
        QVERIFY(!d.panel.draft().document());
        QVERIFY(d.panel.status().contains(QLatin1String("Line")));
        QVERIFY(!d.panel.button("form")->isEnabled());
        d.panel.text().enter(QString::fromStdString(test::kScenario));
        QVERIFY(d.panel.button("form")->isEnabled());
        QCOMPARE(d.panel.status(), QString());
    }

    void aClickOnTheMessageLeadsToTheValue()
    {
        Desk d;
        d.panel.draft().setText(test::replaced(test::kScenario, "linger.ms: 5", "linger.ms: soon"), "f.yaml");
        d.panel.goTo(d.panel.draft().messages().front().path);
        QCOMPARE(d.panel.current().kind, Kind::Config);
        QVERIFY(d.panel.config().details().contains(QLatin1String("linger.ms")));
    }

    void treeAndFormStandBesideEachOtherWhereThereIsRoom()
    {
        Desk d;
        auto* splitter = d.panel.findChild<QSplitter*>();
        QCOMPARE(splitter->orientation(), Qt::Vertical);
        d.panel.resize(900, 600);
        QCOMPARE(splitter->orientation(), Qt::Horizontal);
    }

    void everyControlHasAName()
    {
        Desk d;
        for (const Thing& thing : {Thing {Kind::Scenario, {}}, kCluster, clientAt(0), stepOf(0, 1),
                 Thing {Kind::Action, YamlPath() / "actions" / std::size_t {0}},
                 Thing {Kind::Config, clientAt(0).path / "config"}}) {
            d.panel.select(thing);
            for (QWidget* widget : d.panel.findChildren<QWidget*>()) {
                if (widget->focusPolicy() != Qt::NoFocus && widget->isVisibleTo(&d.panel)
                    && (qobject_cast<QLineEdit*>(widget) || qobject_cast<QComboBox*>(widget)
                        || qobject_cast<QToolButton*>(widget) || qobject_cast<QAbstractItemView*>(widget))
                    && !qobject_cast<QComboBox*>(widget->parentWidget())
                    && !qobject_cast<QLineEdit*>(widget->parentWidget())
                    && !widget->parentWidget()->inherits("QComboBoxPrivateContainer"))
                    QVERIFY2(!widget->accessibleName().isEmpty()
                            || (qobject_cast<QToolButton*>(widget)
                                && !static_cast<QToolButton*>(widget)->text().isEmpty()),
                        widget->metaObject()->className());
            }
        }
    }
};

QTEST_MAIN(TestEditorPanel)
#include "tst_editorpanel.moc"
