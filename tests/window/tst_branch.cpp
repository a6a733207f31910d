// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scenariofiles.h"
#include "app/window/branch.h"
#include "scenario/reader.h"
#include "sim/simulation.h"

#include <QtTest>

#include <memory>

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

} // namespace

class TestBranch : public QObject {
    Q_OBJECT
private slots:
    void aBranchNamesAllThatWasDone()
    {
        const theme::Format format;
        Action restart = killBroker(1);
        restart.kind = Action::Kind::RestartBroker;
        restart.duration = ms(1000);
        restart.at = kStart + ms(2500);
        QCOMPARE(branchText({killBroker(2)}, format), QStringLiteral("kill broker 2"));
        // All of them, and what has no room is counted and stands in the list.
        const std::vector<Action> all {killBroker(2), restart, killBroker(0), killBroker(3), killBroker(4)};
        const QString line = branchText(all, format);
        QVERIFY2(
            line.contains(QStringLiteral("kill broker 2")) && line.contains(QStringLiteral("restart broker 1 for 1")),
            qPrintable(line));
        QVERIFY2(line.endsWith(QStringLiteral("and 2 more")), qPrintable(line));
        QCOMPARE(branchLines(all, format).size(), qsizetype {5});
        QVERIFY(branchLines(all, format)[1].startsWith(QStringLiteral("00:00:02.500")));
    }
    void everyActionOfTheMenuDoesSomething()
    {
        auto scenario = scenario::readScenarioFile(*findScenario("04-send-opens-connection"));
        QVERIFY(scenario);
        auto trace = sim::run(*scenario);
        QVERIFY(trace);
        const Instant end = trace->end();
        view::Document document;
        document.replace(std::make_unique<view::Content>(view::Source {}, std::move(*trace), *scenario));
        topology::TopologyAction wanted;
        wanted.client = ClientId {0};
        wanted.kind = Action::Kind::RunSteps;
        const auto send = scriptedAction(wanted, document, end);
        QVERIFY(send);
        QCOMPARE(send->steps.size(), std::size_t {1});
        QVERIFY(!send->steps.front().topic.empty());
        wanted = {};
        wanted.broker = BrokerId {1};
        wanted.kind = Action::Kind::SlowBroker;
        QVERIFY(scriptedAction(wanted, document, end)->duration > Duration::zero());
        wanted.kind = Action::Kind::ResetConnection;
        const auto reset = scriptedAction(wanted, document, end);
        QVERIFY(reset->node.empty()); // all of the broker's
        QCOMPARE(reset->broker, BrokerId {1});
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
