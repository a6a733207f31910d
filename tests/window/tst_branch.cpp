// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scenariofiles.h"
#include "app/window/branch.h"
#include "scenario/reader.h"
#include "sim/simulation.h"

#include <QSignalSpy>
#include <QtTest>

using namespace connscope;
using namespace connscope::app;
using scenario::Action;

namespace {

Action killBroker(int broker)
{
    Action action;
    action.kind = Action::Kind::KillBroker;
    action.broker = BrokerId {broker};
    return action;
}
const theme::Format kEnglish;

} // namespace

class TestBranch : public QObject {
    Q_OBJECT
private slots:
    void anActionIsAddedAtItsInstantAndCanBeUndoneAndRedone()
    {
        Branch branch;
        QSignalSpy changed(&branch, &Branch::changed);
        branch.add(killBroker(2), kStart + ms(1062), kEnglish);
        QCOMPARE(branch.actions().size(), std::size_t {1});
        QCOMPARE(*branch.actions().front().at, kStart + ms(1062));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(branch.undoStack().undoText(), QStringLiteral("kill broker 2 at 1.062"));
        branch.undoStack().undo();
        QVERIFY(branch.isEmpty());
        QCOMPARE(changed.count(), 2);
        branch.undoStack().redo();
        QCOMPARE(branch.actions().size(), std::size_t {1});
        QCOMPARE(changed.count(), 3);
    }
    void theSentenceNamesTheFirstActionAndCountsTheOthers()
    {
        Branch branch;
        QCOMPARE(branch.sentence(kEnglish), QString());
        branch.add(killBroker(2), kStart + ms(1000), kEnglish);
        QVERIFY2(branch.sentence(kEnglish).startsWith(QStringLiteral("Branch: kill broker 2 at 1.000")),
            qPrintable(branch.sentence(kEnglish)));
        branch.add(killBroker(1), kStart + ms(2000), kEnglish);
        QVERIFY2(
            branch.sentence(kEnglish).endsWith(QStringLiteral("and 1 more")), qPrintable(branch.sentence(kEnglish)));
    }
    void anotherScenarioBeginsWithoutAnything()
    {
        Branch branch;
        branch.add(killBroker(2), kStart, kEnglish);
        QSignalSpy changed(&branch, &Branch::changed);
        branch.clear();
        QVERIFY(branch.isEmpty());
        QVERIFY(!branch.undoStack().canUndo());
        QCOMPARE(changed.count(), 0);
    }
    void everyKindOfActionHasWordsWithoutPlaceholders_data()
    {
        QTest::addColumn<int>("kind");
        for (int kind = 0; kind <= static_cast<int>(Action::Kind::Mark); ++kind)
            QTest::addRow("%d", kind) << kind;
    }
    void everyKindOfActionHasWordsWithoutPlaceholders()
    {
        QFETCH(int, kind);
        Action action = killBroker(1);
        action.kind = static_cast<Action::Kind>(kind);
        action.client = "100%2";
        action.topic = "t%1";
        const QString text = actionWords(action);
        QVERIFY(!text.isEmpty());
        QString rest = text;
        rest.remove(QStringLiteral("100%2")).remove(QStringLiteral("t%1"));
        QVERIFY2(!rest.contains(u'%'), qPrintable(text));
    }
    void upToTheActionTheTraceIsTheSame()
    {
        const auto file = findScenario("13-three-kinds");
        QVERIFY(file);
        auto plain = scenario::readScenarioFile(*file);
        QVERIFY(plain);
        const auto before = sim::run(*plain);
        QVERIFY(before);
        const Instant at = (*before)[before->size() / 2].at;
        scenario::Scenario changed = *plain;
        Action action = killBroker(2);
        action.at = at;
        changed.actions.push_back(action);
        const auto after = sim::run(changed);
        QVERIFY(after);
        std::size_t same = 0;
        while (same < before->size() && same < after->size() && (*before)[same].at < at) {
            QCOMPARE((*after)[same].at, (*before)[same].at);
            QCOMPARE((*after)[same].kind, (*before)[same].kind);
            QCOMPARE((*after)[same].connection, (*before)[same].connection);
            QCOMPARE(after->text((*after)[same].text), before->text((*before)[same].text));
            ++same;
        }
        QVERIFY(same > before->size() / 3);
        bool down = false;
        for (std::size_t i = same; i < after->size(); ++i)
            down = down || (*after)[i].kind == trace::EventKind::BrokerDown;
        QVERIFY(down);
    }
};

QTEST_GUILESS_MAIN(TestBranch)
#include "tst_branch.moc"
