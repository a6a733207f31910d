// SPDX-License-Identifier: GPL-3.0-or-later
// A table is the same whatever the threads do, and its rows are what single runs give.
#include "scenario/overrides.h"
#include "scenario/reader.h"
#include "sim/simulation.h"
#include "support/paths.h"
#include "sweep/report.h"
#include "sweep/sweep.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace connscope;
using sweep::Plan;
using sweep::Table;

namespace {

scenario::Scenario load(const std::string& name)
{
    auto scenario = scenario::readScenarioFile(test::sourcePath("resources/scenarios/" + name + ".yaml"));
    if (!scenario)
        qFatal("%s", scenario.error().toString().c_str());
    return std::move(*scenario);
}

Plan planOf(std::initializer_list<std::string> axes)
{
    Plan plan;
    for (const std::string& text : axes) {
        auto axis = sweep::parseAxis(text);
        if (!axis)
            qFatal("%s", axis.error().message.c_str());
        plan.axes.push_back(std::move(*axis));
    }
    return plan;
}

Table sweepOver(const scenario::Scenario& scenario, const Plan& plan)
{
    auto table = sweep::run(scenario, plan);
    if (!table)
        qFatal("%s", table.error().message.c_str());
    return std::move(*table);
}

template <typename Writer>
std::string text(const Table& table, const Writer& write)
{
    std::string out;
    analysis::TextSink sink([&out](std::string_view piece) {
        out += piece;
        return true;
    });
    write(table, sink);
    return out;
}

} // namespace

class TestSweep : public QObject {
    Q_OBJECT

private slots:
    void aRowIsWhatASingleRunGives()
    {
        const scenario::Scenario scenario = load("09-nine-minutes-of-silence");
        const Table table = sweepOver(scenario, planOf({"cluster.connections.max.idle.ms=300000,600000"}));
        QCOMPARE(table.rows.size(), std::size_t {2});
        for (const sweep::Row& row : table.rows) {
            scenario::Scenario changed = scenario;
            QVERIFY(scenario::applySetting(changed, "cluster.connections.max.idle.ms=" + row.values[0]).has_value());
            sim::Statistics statistics;
            const auto trace = sim::run(changed, {}, &statistics);
            QVERIFY(trace.has_value());
            QVERIFY(row.measures == sweep::measure(*trace, statistics.end));
        }
        QCOMPARE(table.rows[0].measures.closedByClient, std::uint64_t {0}); // the broker is first
        QVERIFY(table.rows[0].measures.closedByBroker > 0);
        QVERIFY(table.rows[1].measures.closedByClient > 0);
        QCOMPARE(table.rows[1].measures.closedByBroker, std::uint64_t {0});
    }
    void theThreadsDoNotMatter()
    {
        const scenario::Scenario scenario = load("13-three-kinds");
        Plan plan = planOf({"cluster.brokers=1..6", "profile=java-2.1,java-3.9"});
        plan.threads = 1;
        const std::string alone = text(sweepOver(scenario, plan), sweep::writeJson);
        plan.threads = 4;
        QCOMPARE(text(sweepOver(scenario, plan), sweep::writeJson), alone);
    }
    /// What the course says of a thousand brokers, and what the code does.
    void theCourseConnectsToEveryBrokerAndTheCodeDoesNot()
    {
        const Table table
            = sweepOver(load("07-thousand-brokers"), planOf({"cluster.brokers=5,50", "profile=course,java-3.9"}));
        QCOMPARE(table.rows.size(), std::size_t {4});
        const auto peak = [&](std::size_t row) { return table.rows[row].measures.peak; };
        QCOMPARE(table.rows[0].values, (std::vector<std::string> {"5", "course"}));
        QCOMPARE(peak(0), std::uint64_t {5 + 3});
        QCOMPARE(peak(2), std::uint64_t {50 + 3});
        QVERIFY(peak(1) <= 8 && peak(3) <= 8);
    }
    void partitionsBeyondTheBrokersOpenNothing()
    {
        const Table table
            = sweepOver(load("14-five-partitions-four-brokers"), planOf({"cluster.partitions=1,4,5,40"}));
        QVERIFY(table.rows[0].measures.peak < table.rows[1].measures.peak);
        QCOMPARE(table.rows[1].measures.peak, table.rows[2].measures.peak);
        QCOMPARE(table.rows[2].measures.peak, table.rows[3].measures.peak);
    }
    void clientsAddUp()
    {
        const Table table = sweepOver(load("30-shared-client-id"), planOf({"one.count=1,3"}));
        QCOMPARE(table.rows[1].measures.opened - table.rows[0].measures.opened, std::uint64_t {8});
    }
    void closeWaitIsMeasured()
    {
        const Table table
            = sweepOver(load("10-broker-closes-first"), planOf({"cluster.connections.max.idle.ms=60000,600000"}));
        QVERIFY(table.rows[0].measures.closeWait > std::chrono::minutes(16)); // four connections, four minutes each
        QCOMPARE(table.rows[1].measures.closeWait, Duration {});
        QVERIFY(table.rows[0].measures.reconnects > table.rows[1].measures.reconnects);
    }
    void aValueThatCannotBeRunIsARowThatSaysWhy()
    {
        // A key that only newer versions have is left out by older ones; one that is none is told before anything runs.
        const scenario::Scenario scenario = load("21-coordinator-fails");
        const Table table = sweepOver(scenario, planOf({"cluster.brokers=3,2"})); // its actions name broker 2
        QVERIFY(table.rows[0].error.empty());
        QVERIFY2(table.rows[1].error.find("broker 2") != std::string::npos, table.rows[1].error.c_str());
        QVERIFY(text(table, sweep::writeTable).find("not run: ") != std::string::npos);
        QVERIFY(text(table, sweep::writeCsv).find("2,,,,") != std::string::npos);
    }
    void aRunThatIsTooLongSaysSo()
    {
        Plan plan = planOf({"seed=1,2"});
        plan.maxEvents = 1000;
        const Table table = sweepOver(load("09-nine-minutes-of-silence"), plan);
        plan.maxEvents = 50;
        const Table shorter = sweepOver(load("09-nine-minutes-of-silence"), plan);
        QVERIFY(!shorter.rows[0].stopped.empty());
        QVERIFY(shorter.rows[0].measures.events < 1000);
        QVERIFY(table.rows[0].stopped.empty() || table.rows[0].measures.events <= 1001);
    }
    void plansThatCannotBeCarriedOutAreRefused_data()
    {
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QByteArray>("second");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("twice") << QByteArray("seed=1") << QByteArray("seed=2") << QByteArray("varied twice");
        QTest::newRow("too many") << QByteArray("seed=1..500") << QByteArray("cluster.brokers=1..500")
                                  << QByteArray("250000 runs");
        QTest::newRow("a key of nobody")
            << QByteArray("consumer-1.lingr.ms=1") << QByteArray("") << QByteArray("lingr.ms");
        QTest::newRow("a client that is not there")
            << QByteArray("nobody.linger.ms=1") << QByteArray("") << QByteArray("no client 'nobody'");
        QTest::newRow("no number") << QByteArray("cluster.brokers=many") << QByteArray("")
                                   << QByteArray("whole number");
        QTest::newRow("no topic") << QByteArray("cluster.t5.partitions=1") << QByteArray("") << QByteArray("t4");
    }
    void plansThatCannotBeCarriedOutAreRefused()
    {
        QFETCH(QByteArray, first);
        QFETCH(QByteArray, second);
        QFETCH(QByteArray, says);
        Plan plan
            = second.isEmpty() ? planOf({first.toStdString()}) : planOf({first.toStdString(), second.toStdString()});
        const auto good = sweep::check(load("13-three-kinds"), plan);
        QVERIFY(!good);
        QVERIFY2(good.error().message.find(says.toStdString()) != std::string::npos, good.error().message.c_str());
    }
    void whatIsDoneStaysWhenItIsCancelled()
    {
        const Plan plan = planOf({"seed=1..40"});
        std::atomic<bool> cancel {false};
        const auto table = sweep::run(load("13-three-kinds"), plan, &cancel, [&](std::size_t done, std::size_t all) {
            QCOMPARE(all, std::size_t {40});
            if (done == 3)
                cancel = true;
        });
        QVERIFY(table.has_value());
        QVERIFY(!table->isWhole());
        QVERIFY(table->doneCount() >= 3);
        const std::string csv = text(*table, sweep::writeCsv);
        QCOMPARE(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')), table->doneCount() + 1);
        for (const sweep::Row& row : table->rows)
            QVERIFY(row.isDone == (row.measures.opened > 0));
    }
    void anErrorInAJobIsThrownOnce()
    {
        std::atomic<int> ran {0};
        QVERIFY_EXCEPTION_THROWN(sweep::runJobs(100, 4, nullptr,
                                     [&](std::size_t i) {
                                         ++ran;
                                         if (i == 5)
                                             throw std::runtime_error("five");
                                     }),
            std::runtime_error);
        QVERIFY(ran >= 1);
    }
    /// The other brokers, partitions and leaders are where they belong, whatever the number.
    void everyNumberOfBrokersIsAWorldThatRuns()
    {
        for (const char* name :
            {"04-send-opens-connection", "13-three-kinds", "29-two-hundred-consumers", "27-fetch-from-follower"}) {
            for (const int count : {1, 2, 5, 9}) {
                scenario::Scenario scenario = load(name);
                const auto set = scenario::applySetting(scenario, "cluster.brokers=" + std::to_string(count));
                QVERIFY2(set.has_value(), set ? "" : set.error().message.c_str());
                QCOMPARE(scenario.cluster.brokers.size(), static_cast<std::size_t>(count));
                std::set<BrokerId> ids;
                std::set<std::pair<std::string, std::uint16_t>> addresses;
                for (const auto& broker : scenario.cluster.brokers) {
                    ids.insert(broker.id);
                    addresses.insert({broker.host, broker.port});
                }
                QCOMPARE(ids.size(), static_cast<std::size_t>(count));
                QCOMPARE(addresses.size(), static_cast<std::size_t>(count));
                for (const auto& topic : scenario.cluster.topics) {
                    for (const auto& partition : topic.partitions) {
                        QVERIFY(!partition.leader.isValid() || ids.contains(partition.leader));
                        QVERIFY(!partition.replicas.empty());
                        for (const BrokerId id : partition.replicas)
                            QVERIFY(ids.contains(id));
                    }
                }
                session::Options options;
                options.until = std::chrono::seconds(2);
                QVERIFY(sim::run(scenario, options).has_value());
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestSweep)
#include "tst_sweep.moc"
